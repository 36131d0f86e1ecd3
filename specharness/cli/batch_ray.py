"""Compiling many specifications on Ray: read and written here, compiled there.

The workers get texts and give texts, so that no file system has to be shared; results are the same bytes as on this
machine alone, because compiling is a pure function of the specification and the compiler. A compiler that asks a model
is refused: its answers are paid for, and a worker could keep none of them.
"""

from __future__ import annotations

import pickle
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any

from specharness.cli import batch
from specharness.cli.batch import Fate, Job, Outcome
from specharness.cli.on_ray import Row, answers, cluster
from specharness.compile.many import concurrency_of
from specharness.errors import SpecHarnessError, UsageError
from specharness.ir.schema import parse_obligations

if TYPE_CHECKING:
    from specharness.api import Progress


class Compiler:
    """A worker: one compiler, made once."""

    def __init__(self, frozen: str | None, compiler: str | None) -> None:
        self._engine = batch.engine_of(Path(frozen) if frozen else None, compiler)

    def __call__(self, rows: Mapping[str, Any]) -> dict[str, list[Any]]:
        """`name`, and either `obligations` (JSON) with `seconds`, or `error`."""
        from specharness.ir.schema import json_document

        names: list[str] = []
        found: list[str] = []
        errors: list[str] = []
        seconds: list[float] = []
        for name, given in zip(rows["name"], rows["specification"], strict=True):
            start = perf_counter()
            result, error = "", ""
            try:
                result = json_document(batch.compiled(pickle.loads(given), self._engine)[0])
            except Exception as fault:  # noqa: BLE001  the edge of one input, as on one machine
                told = isinstance(fault, SpecHarnessError | OSError)
                error = str(fault) if told else f"internal error: {type(fault).__name__}: {fault}"
            names.append(str(name))
            found.append(result)
            errors.append(error)
            seconds.append(perf_counter() - start)
        return {"name": names, "obligations": found, "error": errors, "seconds": seconds}


def run(jobs: Sequence[Job], workers: int, progress: Progress) -> list[Outcome]:
    """Do all jobs; outcomes in the order of the jobs, as `batch.run`."""
    engine = batch.engine_of(jobs[0].frozen, jobs[0].compiler)
    if concurrency_of(engine):
        raise UsageError(
            f"--engine ray spreads work that computes, and {engine.id.engine!r} waits for a model: its bound on calls "
            "and the answers that it keeps are those of one process; leave --engine out, and set `concurrency`"
        )
    batch.prepare(jobs)
    by_name = {job.name: job for job in jobs}
    outcomes: dict[str, Outcome] = {}

    def items() -> Iterator[Row]:
        for job in jobs:
            try:
                specification, kept = batch.begin(job, engine.id)
            except (SpecHarnessError, OSError) as error:
                outcomes[job.name] = Outcome(job.name, Fate.FAILED, str(error))
                continue
            if kept is None:
                yield {"name": job.name, "specification": pickle.dumps(specification)}
            else:
                outcomes[job.name] = batch.finish(job, kept, None)

    progress("", 0, len(jobs))
    arguments = {"frozen": str(jobs[0].frozen) if jobs[0].frozen else None, "compiler": jobs[0].compiler}
    with cluster(workers) as ray:
        for row in answers(ray, items(), Compiler, arguments, workers):
            job = by_name[row["name"]]
            outcomes[job.name] = (
                Outcome(job.name, Fate.FAILED, row["error"])
                if row["error"]
                else batch.finish(job, parse_obligations(row["obligations"].encode(), job.name), row["seconds"])
            )
            progress(job.name, len(outcomes), len(jobs))
    return [outcomes[job.name] for job in jobs]
