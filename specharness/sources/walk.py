"""Walking a folder for instruction files.

Guarantees a sorted, finite walk: links to folders are not followed, what the leak guard holds out is listed and not
entered, folders of tools and dependencies are skipped.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from specharness.errors import LimitExceededError, NotFoundError
from specharness.sources.held_out import held_out_in

SKIPPED_FOLDERS = frozenset(
    {
        ".git",
        ".hg",
        ".svn",
        ".venv",
        "venv",
        "node_modules",
        "bower_components",
        "site-packages",
        "__pycache__",
        ".tox",
        ".nox",
        ".mypy_cache",
        ".pytest_cache",
        ".ruff_cache",
    }
)
"""Other people's code, version control and caches: nobody's instructions to this agent live there."""

MAX_FOLDERS = 500_000
"""Folders of one walk: the largest public monorepos have about a tenth of it."""


def walk_files(root: Path, held_out: list[str], *, anywhere: bool = False) -> Iterator[Path]:
    """Files below `root`, sorted folder by folder; appends what was held out (relative to `root`) to `held_out`.

    `anywhere`: what tests and solutions are called is held out in every folder, not in task folders alone.
    """
    for visited, (parent, folders, files) in enumerate(os.walk(root, onerror=_unreadable)):
        if visited >= MAX_FOLDERS:
            raise LimitExceededError(f"{root}: more than MAX_FOLDERS ({MAX_FOLDERS}) folders; give a smaller folder")
        place = Path(parent)
        kept_back = held_out_in(place, anywhere=anywhere)
        prefix = place.relative_to(root)
        held_out.extend(f"{prefix.as_posix()}/{name}".removeprefix("./") for name in kept_back)
        names = {name.rstrip("/") for name in kept_back}
        folders[:] = sorted(name for name in folders if name not in SKIPPED_FOLDERS and name not in names)
        yield from (place / name for name in sorted(files) if name not in names)


def _unreadable(error: OSError) -> None:
    raise NotFoundError(f"{error.filename}: can't be read: {error.strerror}") from error
