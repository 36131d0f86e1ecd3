"""JSON Lines of this project's own runs, read strictly: the first line that is none is an error with its number.

For runs that a command is about to act on; `reading` reads what others recorded, and counts what is damaged.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from pydantic import ValidationError

from specharness.errors import NotFoundError, SchemaMismatchError, TextDecodingError
from specharness.ir import Run
from specharness.ir.invalid import wrong


def numbered_runs(path: Path) -> Iterator[tuple[int, Run]]:
    """The runs with their lines, from 1; blank lines are passed over.

    Raises NotFoundError, TextDecodingError, SchemaMismatchError.
    """
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except OSError as error:
        raise NotFoundError(f"{path}: can't be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise TextDecodingError(f"{path}: not UTF-8 at byte {error.start}; expected JSON Lines of runs") from error
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            yield number, Run.model_validate_json(line)
        except ValidationError as error:
            raise SchemaMismatchError(f"{path}:{number}: no run: {wrong(error)}") from error
