"""Every specification file below a folder, for compiling a corpus.

Guarantees that no file outside of the folder is among them, whatever links say, and nothing that is held out.
"""

from __future__ import annotations

from pathlib import Path, PurePath
from typing import NamedTuple

from specharness.errors import InputError, NotFoundError
from specharness.sources.held_out import is_held_out, leak, refuse_leak
from specharness.sources.kinds import GUIDELINE_NAMES
from specharness.sources.look import id_of, is_file, is_folder, is_inside, real
from specharness.sources.walk import walk_files

SPECIFICATION_ENDINGS = (".md", ".markdown", ".mdc", ".txt")


class Corpus(NamedTuple):
    """What a folder holds, each sorted."""

    files: tuple[Path, ...]
    held_out: tuple[str, ...]
    """Relative to the folder, with `/`; never read."""
    outside: tuple[Path, ...]
    """Links that lead out of the folder; never read."""


def discover(folder: Path) -> Corpus:
    """Markdown, text and rule files below `folder`; held-out material and links out of it are left out and listed.

    Raises NotFoundError if there is no such folder or it can't be read, HeldOutLeakError for a held-out folder.
    """
    refuse_leak(folder)
    if is_file(folder):
        raise InputError(f"{folder}: expected a folder, got a file; compile it alone")
    if not is_folder(folder):
        raise NotFoundError(f"{folder}: no such folder")
    files: list[Path] = []
    held_out: list[str] = []
    outside: list[Path] = []
    for path in walk_files(folder, held_out, anywhere=True):
        if not _is_specification(path):
            continue
        if not is_inside(path, folder):
            outside.append(path)
        elif _leads_to_held_out(path, folder):
            held_out.append(id_of(path.relative_to(folder)))
        else:
            files.append(path)
    return Corpus(_sorted(files, folder), tuple(sorted(held_out)), _sorted(outside, folder))


def _is_specification(path: Path) -> bool:
    name = path.name.lower()
    return (name.endswith(SPECIFICATION_ENDINGS) or name in GUIDELINE_NAMES) and is_file(path)


def _leads_to_held_out(path: Path, folder: Path) -> bool:
    """Whether a link inside of the folder leads to what the walk does not enter."""
    below = PurePath(real(path)).relative_to(real(folder))
    return leak(path) is not None or any(is_held_out(part) for part in below.parts)


def _sorted(paths: list[Path], folder: Path) -> tuple[Path, ...]:
    return tuple(sorted(paths, key=lambda path: path.relative_to(folder).as_posix()))
