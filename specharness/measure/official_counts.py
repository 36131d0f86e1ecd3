"""Where a task's official tests are, and how many there are where their code is not at hand.

For evaluation after compiling only, like `official_tests`. Not its business: what a test asserts.
"""

from __future__ import annotations

from pathlib import Path

from pydantic import BaseModel, Field, TypeAdapter, ValidationError

from specharness.errors import InputError, LimitExceededError, NotFoundError, SchemaMismatchError
from specharness.ir.invalid import wrong
from specharness.measure.official_tests import TestFiles, read_tests

INDEX = "index.json"
MAX_INDEX_BYTES = 16 * 2**20
MAX_TASKS = 10_000
TESTS = "tests"
"""Folder of a task that holds its official tests."""


class _Row(BaseModel):
    task: str
    official_tests: int = Field(ge=0, le=1_000_000)


def task_folders(root: Path) -> list[Path]:
    """The task folders (those with `instruction.md`) directly below `root`, or `root` itself, sorted by name.

    Raises NotFoundError where there is none.
    """
    if not root.is_dir():
        raise NotFoundError(f"{root}: no such folder; give a folder of task folders")
    if (root / "instruction.md").is_file():
        return [root]
    found = sorted(path for path in root.iterdir() if (path / "instruction.md").is_file())
    if not found:
        raise NotFoundError(f"{root}: no folder below it holds instruction.md; give a folder of task folders")
    if len(found) > MAX_TASKS:
        raise LimitExceededError(f"{root}: {len(found)} tasks, more than MAX_TASKS ({MAX_TASKS})")
    return found


def stated_counts(root: Path) -> dict[str, int]:
    """Number of official tests of each task, as `index.json` states it; empty without such a file."""
    path = root / INDEX
    if not path.is_file():
        return {}
    if path.stat().st_size > MAX_INDEX_BYTES:
        raise LimitExceededError(f"{path}: more than MAX_INDEX_BYTES ({MAX_INDEX_BYTES})")
    try:
        rows = TypeAdapter(list[_Row]).validate_json(path.read_bytes())
    except ValidationError as error:
        raise SchemaMismatchError(
            f"{path}: {wrong(error, show=True)}; expected a list of objects with task and official_tests"
        ) from error
    counts = {row.task: row.official_tests for row in rows}
    if len(counts) < len(rows):
        raise InputError(f"{path}: a task is listed twice; which count is right?")
    return counts


def official_tests(task: Path, elsewhere: Path | None = None) -> TestFiles:
    """The official tests of a task: those in its own `tests`, or in `elsewhere/NAME/tests` or `elsewhere/NAME`."""
    places = [task / TESTS]
    if elsewhere is not None:
        places = [elsewhere / task.name / TESTS, elsewhere / task.name]
    return next((read_tests(place) for place in places if place.is_dir()), TestFiles((), ()))
