"""The cells of a matrix on Ray. The folder of runs and the plan's paths must be the same on every node."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from specharness.cli.experiment import matrix_from
from specharness.cli.on_ray import answers, cluster
from specharness.errors import SpecHarnessError

if TYPE_CHECKING:
    from specharness.experiments.matrix import Elsewhere
    from specharness.ir import Run


class CellWorker:
    """A worker: the plan, read once."""

    def __init__(self, plan: str, folder: str) -> None:
        self._matrix = matrix_from(Path(plan))
        self._folder = Path(folder)
        self._makers = {make().id: make for make in self._matrix.cells}

    def __call__(self, rows: Mapping[str, Any]) -> dict[str, list[str]]:
        """`name`, and either `run` (JSON) or `error`."""
        from specharness.experiments.matrix import run_in

        names, runs, errors = [], [], []
        for name in map(str, rows["name"]):
            run, error = "", ""
            try:
                cell = self._makers[name]()
                run = run_in(self._matrix, self._folder, cell, threading.Event()).model_dump_json(exclude_none=True)
            except SpecHarnessError as fault:
                error = str(fault)
            names.append(name)
            runs.append(run)
            errors.append(error)
        return {"name": names, "run": runs, "error": errors}


def on_ray(plan: Path, folder: Path, workers: int) -> Elsewhere:
    """What `run_matrix` hands its cells to. An error of one cell is raised once its answer is taken."""

    def run(ids: Sequence[str]) -> Iterator[Run]:
        from specharness.ir import Run

        arguments = {"plan": str(plan.resolve()), "folder": str(folder.resolve())}
        with cluster(workers) as ray:
            for row in answers(ray, ({"name": one} for one in ids), CellWorker, arguments, workers):
                if row["error"]:
                    raise SpecHarnessError(f"{row['name']}: {row['error']}")
                yield Run.model_validate_json(row["run"])

    return run
