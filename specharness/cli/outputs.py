"""Result files of a command: `-` is standard output, the rest is written whole (`whole_files`)."""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Iterable, Mapping
from pathlib import Path

from specharness import whole_files
from specharness.cli.terminal import print_note, safe
from specharness.errors import UsageError
from specharness.whole_files import UnwritableError

STANDARD_OUTPUT = ("-", "/dev/stdout")
"""As FILE of -o, --directions or --html."""


def write_whole(texts: Mapping[Path, str] | Mapping[Path, str | bytes], *, parents: bool = False) -> None:
    """Write texts (as UTF-8) and bytes to files, all of them or none, or print them.

    Raises as `whole_files.write_whole` does.
    """
    printed = [(path, whole_files.encoded(path, text)) for path, text in texts.items() if is_standard_output(path)]
    files = {path: text for path, text in texts.items() if not is_standard_output(path)}

    def print_all() -> None:
        for path, data in printed:
            try:
                _print(data)
            except OSError as error:
                raise UnwritableError(path, error.strerror or str(error)) from error

    whole_files.write_whole(files, parents=parents, between=print_all)


def is_standard_output(path: Path) -> bool:
    """Whether a result goes to standard output, where nothing else may be printed then."""
    return str(path) in STANDARD_OUTPUT


def print_written(paths: Iterable[Path]) -> None:
    """A note for each file that was written; standard output is not one."""
    for path in paths:
        if not is_standard_output(path):
            print_note(f"wrote {path}")


def usable_folder(folder: Path) -> None:
    """Create a folder for results. Raises UnwritableError where no file can be written in it."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder) as probe:
            probe.write(b"x")
    except OSError as error:
        reason = "it is a file, not a folder" if isinstance(error, FileExistsError) else error.strerror or str(error)
        raise UnwritableError(folder, reason) from error


def refuse_overwriting(
    outputs: Iterable[Path | None], inputs: Iterable[Path | str], *, force: bool | None = None
) -> None:
    """UsageError where an output would replace an input, or two outputs are one file; or where it would replace any
    other file, unless `force`. None: the command has a rule of its own for what is there."""
    chosen = [path for path in outputs if path is not None]
    seen: dict[str, Path] = {}
    protected = {os.path.realpath(path): path for path in inputs if str(path) != "-"}
    for path in chosen:
        real = STANDARD_OUTPUT[0] if is_standard_output(path) else os.path.realpath(path)
        if real in protected:
            raise UsageError(f"{path} is an input; give the output another name")
        if real in seen:
            raise UsageError(f"{path} is given for two outputs; give each its own name")
        seen[real] = path
    if force is False:
        for path in chosen:
            if path.is_file() and not is_standard_output(path):
                raise UsageError(f"{path} is there already; give another name, or --force to replace it")


def _print(data: bytes) -> None:
    """To standard output, with what a terminal would obey as escapes there."""
    text = data.decode("utf-8")
    sys.stdout.write(safe(text) if sys.stdout.isatty() else text)
    sys.stdout.flush()
