"""Writing result files: each one whole or not at all.

Every text goes to a temporary file in the folder of its target first; only when all of them are on disk are they
renamed into place. A full disk, a signal or an error in between leaves the old files as they were.
"""

from __future__ import annotations

import os
import secrets
import stat
from collections.abc import Iterable, Mapping
from pathlib import Path

from specharness.errors import InputError, NotFoundError, UsageError

_NEW_FILE_MODE = 0o666
"""Before the user's umask, as `open` does it."""


def write_whole(texts: Mapping[Path, str], *, parents: bool = False) -> None:
    """Write UTF-8 texts to files, all of them or none. `parents` creates missing folders.

    Raises NotFoundError for a missing folder, InputError for a target or text that can't be written.
    """
    staged: list[tuple[Path, Path]] = []
    try:
        for path, text in texts.items():
            target = _target(path, parents=parents)
            data = _encoded(path, text)
            if target.exists() and not target.is_file():  # a pipe or /dev/stdout: renaming would replace the device
                _write_through(target, data)
            else:
                staged.append((_stage(target, data), target))
        while staged:
            temporary, target = staged[0]
            temporary.replace(target)
            staged.pop(0)
    except OSError as error:
        raise InputError(
            f"{error.filename or path}: can't be written: {error.strerror}; no file was changed"
        ) from error
    finally:
        for temporary, _ in staged:
            temporary.unlink(missing_ok=True)


def refuse_overwriting(outputs: Iterable[Path | None], inputs: Iterable[Path | str]) -> None:
    """UsageError where an output would replace an input, or two outputs are one file."""
    chosen = [path for path in outputs if path is not None]
    seen: dict[str, Path] = {}
    protected = {os.path.realpath(path): path for path in inputs if str(path) != "-"}
    for path in chosen:
        real = os.path.realpath(path)
        if real in protected:
            raise UsageError(f"{path} is an input; give the output another name")
        if real in seen:
            raise UsageError(f"{path} is given for two outputs; give each its own name")
        seen[real] = path


def _target(path: Path, *, parents: bool) -> Path:
    target = Path(os.path.realpath(path))
    if parents:
        target.parent.mkdir(parents=True, exist_ok=True)
    elif not target.parent.is_dir():
        raise NotFoundError(f"{path}: no such folder: {target.parent}; create it first")
    if target.is_dir():
        raise InputError(f"{path}: is a folder; give a file name")
    return target


def _encoded(path: Path, text: str) -> bytes:
    try:
        return text.encode("utf-8")
    except UnicodeEncodeError as error:
        raise InputError(f"{path}: the result holds a character that UTF-8 can't express, at {error.start}") from error


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


def _write_through(target: Path, data: bytes) -> None:
    with target.open("wb") as stream:
        stream.write(data)
