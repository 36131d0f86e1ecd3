"""The leak guard: what is kept from whoever compiles.

Guarantees that a path into the held-out part of a task folder is refused, by its spelling and by where its links
lead. A task folder is one that holds `instruction.md`; the tests of an ordinary repository belong to its workspace
and are not held out. In a corpus, where a folder may be a task by another layout, they are held out anywhere. Only
names are looked at; nothing held out is opened.
"""

from __future__ import annotations

import os
from pathlib import Path

from specharness.errors import HeldOutLeakError
from specharness.sources.look import is_file, real

TASK_MARKER = "instruction.md"

HELD_OUT_NAMES = frozenset({"tests", "solution", "solutions", "oracle", "verifier", "reference_answers"})
"""Folders at the top of a task folder, lower case."""

HELD_OUT_FILES = frozenset({"test.sh", "tests.sh", "run-tests.sh", "run_tests.sh", "solve.sh", "solution.sh"})
"""Files at the top of a task folder, lower case."""

HELD_OUT_FIELDS = frozenset({"Groundtruth"})
"""Members of a GuideBench task."""


def is_held_out(name: str) -> bool:
    """Whether an entry of this name is held out where it stands at the top of a task folder."""
    return name.lower() in HELD_OUT_NAMES or name.lower() in HELD_OUT_FILES


def held_out_in(folder: Path, *, anywhere: bool = False) -> tuple[str, ...]:
    """Names of the held-out entries of a task folder, sorted, folders with a trailing `/`; empty for other folders
    unless `anywhere`."""
    if not anywhere and not is_file(folder / TASK_MARKER):
        return ()
    with os.scandir(folder) as entries:
        return tuple(sorted(f"{e.name}/" if e.is_dir() else e.name for e in entries if is_held_out(e.name)))


def leak(path: Path) -> str | None:
    """The held-out entry that a path leads into, as text; None if it leads into none."""
    for spelling in (os.path.abspath(path), real(path)):  # noqa: PTH100  pathlib has no lexical form
        place = Path(spelling)
        for entry in (place, *place.parents):
            if is_held_out(entry.name) and is_file(entry.parent / TASK_MARKER):
                return str(entry)
    return None


def refuse_leak(path: Path) -> None:
    """Raise HeldOutLeakError if the path leads into held-out material."""
    entry = leak(path)
    if entry is not None:
        raise HeldOutLeakError(
            f"{path}: {entry} is held out (tests, solutions and reference answers of a task are never read); "
            "give the task folder or its instruction.md instead"
        )
