"""Looking at directory entries: every answer is yes or no, never an exception for what can't be looked at."""

from __future__ import annotations

import os
from pathlib import Path, PurePath


def is_file(path: Path) -> bool:
    """A regular file, or a link to one. `Path.is_file` raises for what permissions hide."""
    return os.path.isfile(path)  # noqa: PTH113


def is_folder(path: Path) -> bool:
    """A folder, or a link to one."""
    return os.path.isdir(path)  # noqa: PTH112


def real(path: Path) -> str:
    """The path with all links followed as far as they lead; as it is where it can't be a path (NUL)."""
    try:
        return os.path.realpath(path)
    except ValueError:
        return str(path)


def is_inside(path: Path, root: Path) -> bool:
    """Whether `path`, its links followed, is `root` or lies below it."""
    return os.path.commonpath((real(root), real(path))) == real(root)


def id_of(path: PurePath) -> str:
    """A relative path as a source id: with `/`, and printable where the name is not UTF-8."""
    return path.as_posix().encode("utf-8", "backslashreplace").decode("utf-8")
