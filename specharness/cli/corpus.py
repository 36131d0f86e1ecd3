"""Which inputs a command line names, and what their results are called.

Guarantees a stable order and names relative to the corpus, or to the parent of a PATH. Whether an input can be
compiled is decided when it is.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from specharness.errors import InputError, NotFoundError, UsageError

SPECIFICATION_ENDINGS = (".md", ".markdown", ".mdc", ".txt")
SPECIFICATION_NAMES = (".cursorrules", ".windsurfrules", ".clinerules")
"""Text by these endings or names counts as a specification under `--corpus`."""

SKIPPED_FOLDERS = frozenset({".git", ".hg", ".svn", ".venv", "node_modules", "__pycache__"})
"""Nobody's instructions to an agent live there."""


class Input(NamedTuple):
    path: str
    name: str
    """Relative, with `/`; results are called NAME.json and NAME.jsonl."""


def named_inputs(paths: Sequence[str]) -> Iterator[Input]:
    """The given PATHs, each named relative to its parent."""
    for path in paths:
        if path == "-":
            raise UsageError("- (standard input) has no name for a result in --out-dir; compile it alone with -o")
        yield Input(path, Path(path).resolve().name)


def corpus_inputs(folder: Path) -> Iterator[Input]:
    """Every specification file under `folder`, sorted; held-out folders and links to folders are not entered."""
    from specharness.sources import is_held_out

    if not folder.exists():
        raise NotFoundError(f"--corpus: no such folder: {folder}")
    if not folder.is_dir():
        raise InputError(f"--corpus: expected a folder, got a file: {folder}; give the file as PATH")
    for parent, folders, files in os.walk(folder, onerror=_unreadable):
        place = Path(parent)
        folders[:] = sorted(each for each in folders if each not in SKIPPED_FOLDERS and not is_held_out(each))
        for file in sorted(files):
            if file in SPECIFICATION_NAMES or file.lower().endswith(SPECIFICATION_ENDINGS):
                path = place / file
                yield Input(str(path), path.relative_to(folder).as_posix())


def _unreadable(error: OSError) -> None:
    raise NotFoundError(f"--corpus: {error.filename}: can't be read: {error.strerror}") from error
