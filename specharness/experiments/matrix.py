"""All runs of an experiment: agents by conditions by tasks by trials, in one order, resumable.

Each finished run is one file, written whole before the next begins, so that a run that was killed goes on where it
was: no finished cell is run again, a half-finished one is run anew in an empty folder. `runs.jsonl` is put together
from them in the order of the matrix, so that an interrupted and an uninterrupted matrix end in the same bytes where
agents are deterministic and seconds are left out. One process at a time works in a folder.
"""

from __future__ import annotations

import fcntl
import hashlib
import json
import shutil
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from pydantic import JsonValue

from specharness.errors import SchemaMismatchError, UsageError
from specharness.experiments.session import Budget, Cell, Claims, Verify, run_cell
from specharness.ir import Run
from specharness.whole_files import write_whole

RUNS, MANIFEST = "runs.jsonl", "manifest.json"
Elsewhere = Callable[[Sequence[str]], Iterator[Run]]
"""Runs the cells of these ids somewhere else, in a folder that is this one there, too; each run once, in any order."""
Report = Callable[[str, int, int], None]
"""Called with a cell's id, how many cells are done and how many there are."""


@dataclass(frozen=True)
class Matrix:
    """What is to be run."""

    cells: Sequence[Callable[[], Cell]]
    """Makers of cells, so that every session has a condition of its own; in the order of the output."""
    budget: Budget
    claims: Claims
    verify: Verify | None
    manifest: dict[str, JsonValue]
    """What decides the runs; a folder holds the runs of one manifest."""
    cost_ceiling: float | None = None
    """Dollars over all finished runs; no cell is begun once they are spent."""


@dataclass(frozen=True)
class Progress:
    """How far a matrix came."""

    done: int
    total: int
    begun_before: int
    """Cells that were finished when it began."""
    cost: float
    stopped: str = ""
    """Why cells are left, where some are."""
    ended: int = 0
    """Runs that something else than the agent ended: a limit, an exit status, a failing endpoint."""
    ended_by: str = ""
    """Of the first of them, what."""


def run_matrix(
    matrix: Matrix,
    folder: Path,
    *,
    jobs: int = 1,
    report: Report | None = None,
    elsewhere: Elsewhere | None = None,
) -> Progress:
    """Run what is left of the matrix in `folder`, and write `runs.jsonl` once nothing is.

    Raises UsageError where the folder holds another experiment or another process works in it.
    """
    cells = [make() for make in matrix.cells]
    ids = [cell.id for cell in cells]
    if len(set(ids)) < len(ids):
        raise UsageError("two cells of the matrix have one name; give agents and conditions different names")
    folder.mkdir(parents=True, exist_ok=True)
    with _alone(folder):
        _same_manifest(folder, matrix.manifest)
        finished = {cell.id: run for cell in cells if (run := _finished(folder, cell.id)) is not None}
        before = len(finished)
        missing = [cell for cell in cells if cell.id not in finished]
        if elsewhere is None:
            done = _run_here(matrix, folder, missing, finished, jobs)
        else:
            done = elsewhere([cell.id for cell in missing])
        for run in done:
            _keep(folder, run)
            finished[run.id] = run
            if report is not None:
                report(run.id, len(finished), len(cells))
            if _spent(matrix, finished):
                break
        left = len(cells) - len(finished)
        stopped = f"the cost ceiling of ${matrix.cost_ceiling:g} is reached" if left else ""
        if not stopped:
            lines = (finished[one].model_dump_json(exclude_none=True) for one in ids)
            write_whole({folder / RUNS: "".join(f"{line}\n" for line in lines)})
        ended = [run.ended for run in finished.values() if run.ended]
        first = ended[0] if ended else ""
        return Progress(len(finished), len(cells), before, _cost(finished), stopped, len(ended), first)


def _run_here(
    matrix: Matrix, folder: Path, missing: Sequence[Cell], finished: dict[str, Run], jobs: int
) -> Iterator[Run]:
    """The runs as they end, `jobs` at a time; `finished` is looked at before each is begun."""
    waiting = iter(missing)
    running: set[Future[Run]] = set()
    stop = threading.Event()
    with ThreadPoolExecutor(jobs) as pool:
        try:
            while True:
                while len(running) < jobs and not _spent(matrix, finished):
                    cell = next(waiting, None)
                    if cell is None:
                        break
                    running.add(pool.submit(run_in, matrix, folder, cell, stop))
                if not running:
                    return
                done, running = wait(running, return_when=FIRST_COMPLETED)
                for future in done:
                    yield future.result()
        except BaseException:
            stop.set()
            for future in running:
                future.cancel()
            raise


def run_in(matrix: Matrix, folder: Path, cell: Cell, stop: threading.Event) -> Run:
    """One cell, in its own empty folder below `folder`. Nothing says yet that it is finished."""
    root = folder / "workspaces" / _name(cell.id)
    if root.exists():
        shutil.rmtree(root)  # a half-finished cell
    root.mkdir(parents=True)
    run = run_cell(cell, root, matrix.budget, matrix.claims, matrix.verify, stop)
    shutil.rmtree(root / "before")
    if run.workspace is None:
        return run
    place = str((root / run.workspace.path).relative_to(folder))
    return run.model_copy(update={"workspace": run.workspace.model_copy(update={"path": place})})


def _keep(folder: Path, run: Run) -> None:
    path = folder / "cells" / f"{_name(run.id)}.json"
    write_whole({path: run.model_dump_json(exclude_none=True) + "\n"}, parents=True)


def _spent(matrix: Matrix, finished: Mapping[str, Run]) -> bool:
    return matrix.cost_ceiling is not None and _cost(finished) >= matrix.cost_ceiling


def _finished(folder: Path, cell_id: str) -> Run | None:
    path = folder / "cells" / f"{_name(cell_id)}.json"
    try:
        return Run.model_validate_json(path.read_bytes())
    except FileNotFoundError:
        return None
    except ValueError as error:
        raise SchemaMismatchError(f"{path}: not a run; delete it to run its cell again") from error


def _name(cell_id: str) -> str:
    """A file name for a cell: readable, and different for different cells."""
    plain = "".join(sign if sign.isalnum() or sign in "-_@." else "_" for sign in cell_id)[:80]
    return f"{plain}-{hashlib.sha256(cell_id.encode()).hexdigest()[:12]}"


def _same_manifest(folder: Path, manifest: dict[str, JsonValue]) -> None:
    path = folder / MANIFEST
    text = json.dumps(manifest, ensure_ascii=False, indent=2, sort_keys=True) + "\n"
    try:
        held = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        if (folder / "cells").exists():
            raise UsageError(f"{folder}: holds runs without a {MANIFEST}; choose another folder") from None
        write_whole({path: text})
        return
    if held != text:
        old = json.loads(held)
        differing = sorted(key for key in {*old, *manifest} if old.get(key) != manifest.get(key))
        raise UsageError(f"{folder}: holds another experiment, which differs in {', '.join(differing)}; choose another")


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    with (folder / ".lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            raise UsageError(f"{folder}: another process works in it") from error
        yield


def _cost(finished: Mapping[str, Run]) -> float:
    return sum(run.usage.cost_usd or 0.0 for run in finished.values())
