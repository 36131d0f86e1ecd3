"""Every specification file below a folder, for compiling a corpus."""

from __future__ import annotations

from pathlib import Path

from specharness.errors import InputError, NotFoundError
from specharness.sources.held_out import leak, refuse_leak
from specharness.sources.kinds import GUIDELINE_NAMES
from specharness.sources.look import is_file, is_folder
from specharness.sources.walk import walk_files

SPECIFICATION_ENDINGS = (".md", ".markdown", ".mdc", ".txt")


def discover(folder: Path) -> tuple[Path, ...]:
    """Markdown, text and rule files below `folder`, sorted by their path; held-out material is left out.

    Raises NotFoundError if there is no such folder or it can't be read, HeldOutLeakError for a held-out folder.
    """
    refuse_leak(folder)
    if is_file(folder):
        raise InputError(f"{folder}: expected a folder, got a file; compile it alone")
    if not is_folder(folder):
        raise NotFoundError(f"{folder}: no such folder")
    found = (path for path in walk_files(folder, []) if _is_specification(path))
    return tuple(sorted(found, key=lambda path: path.relative_to(folder).as_posix()))


def _is_specification(path: Path) -> bool:
    name = path.name.lower()
    return (name.endswith(SPECIFICATION_ENDINGS) or name in GUIDELINE_NAMES) and is_file(path) and leak(path) is None
