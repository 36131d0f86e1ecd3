"""Writing result files: each one whole or not at all.

Every text goes to a temporary file in the folder of its target first; only when all of them are on disk are they
renamed into place. A full disk, a signal or an error in between leaves the old files as they were. A device or a pipe
is written through.
"""

from __future__ import annotations

import contextlib
import os
import secrets
import stat
from collections.abc import Callable, Mapping
from pathlib import Path

from specharness.errors import InputError, NotFoundError

_NEW_FILE_MODE = 0o666
"""Before the user's umask, as `open` does it."""


class UnwritableError(InputError):
    """A result can't be written; `reason` is the system's and the same for every file of a full disk."""

    def __init__(self, path: Path, reason: str) -> None:
        self.reason = f"can't be written: {reason}"
        super().__init__(f"{path}: {self.reason}; no file was changed")


def write_whole(
    texts: Mapping[Path, str] | Mapping[Path, str | bytes],
    *,
    parents: bool = False,
    between: Callable[[], None] | None = None,
) -> None:
    """Write texts (as UTF-8) and bytes to files, all of them or none. `parents` creates missing folders, which are
    removed again if nothing gets into them; `between` is called when all is on disk and nothing renamed yet.

    Raises NotFoundError for a missing folder, InputError for a target or text that can't be written.
    """
    staged: list[tuple[Path, Path, Path]] = []
    made: list[Path] = []
    path = Path()
    try:
        for path, text in texts.items():
            data = encoded(path, text)
            target = _target(path, made, parents=parents)
            if _is_device(path):  # renaming would replace the device
                path.write_bytes(data)
            else:
                staged.append((path, _stage(target, data), target))
        if between is not None:
            between()
        while staged:
            path, temporary, target = staged[0]
            temporary.replace(target)
            staged.pop(0)
    except OSError as error:
        raise UnwritableError(path, error.strerror or str(error)) from error
    finally:
        for _, temporary, _ in staged:
            temporary.unlink(missing_ok=True)
        for folder in reversed(made):
            with contextlib.suppress(OSError):  # it holds something
                folder.rmdir()


def encoded(path: Path, text: str | bytes) -> bytes:
    """The bytes of a file. Raises InputError for what UTF-8 can't express."""
    if isinstance(text, bytes):
        return text
    try:
        return text.encode("utf-8")
    except UnicodeEncodeError as error:
        raise InputError(f"{path}: the result holds a character that UTF-8 can't express, at {error.start}") from error


def _is_device(path: Path) -> bool:
    return path.exists() and not path.is_file() and not path.is_dir()


def _target(path: Path, made: list[Path], *, parents: bool) -> Path:
    """The file to replace; folders that are created for it are added to `made`, the outermost first."""
    target = Path(os.path.realpath(path))
    if _is_device(path):
        return target
    if parents:
        made += reversed([folder for folder in target.parents if not folder.exists()])
        target.parent.mkdir(parents=True, exist_ok=True)
    elif not target.parent.is_dir():
        raise NotFoundError(f"{path}: no such folder: {target.parent}; create it first")
    if target.is_dir():
        raise InputError(f"{path}: is a folder; give a file name")
    return target


def _stage(target: Path, data: bytes) -> Path:
    temporary = target.with_name(f".specharness-{secrets.token_hex(8)}.tmp")
    descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, _NEW_FILE_MODE)
    try:
        with os.fdopen(descriptor, "wb") as stream:
            if target.exists():
                os.fchmod(descriptor, stat.S_IMODE(target.stat().st_mode))
            stream.write(data)
            stream.flush()
            os.fsync(descriptor)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
    return temporary
