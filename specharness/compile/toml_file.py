"""Reading and writing the TOML files that describe compilers: bounded, validated, one clear error.

Not its business: what a file means.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import TypeVar

import tomli_w
from pydantic import ValidationError

from specharness.errors import LimitExceededError, NotFoundError, SchemaMismatchError, TextDecodingError
from specharness.ir import Model
from specharness.ir.invalid import wrong

MAX_TOML_BYTES = 256 * 2**10
"""A description is a page; a file of another size is none."""

M = TypeVar("M", bound=Model)


def read_bounded(path: Path, what: str, limit: int = MAX_TOML_BYTES) -> bytes:
    """The bytes of a small regular file. Raises NotFoundError or LimitExceededError; `what` names it in messages."""
    try:
        if not path.is_file():
            raise NotFoundError(f"{what}: {path}: {'is no regular file' if path.exists() else 'no such file'}")
        with path.open("rb") as stream:
            data = stream.read(limit + 1)
    except OSError as error:
        raise NotFoundError(f"{what}: {path}: can't be read: {error.strerror}") from error
    if len(data) > limit:
        raise LimitExceededError(f"{what}: {path}: more than {limit} bytes; is it the file you mean?")
    return data


def parse_toml(
    data: bytes,
    path: Path,
    what: str,
    model: type[M],
    told_in: str = "docs/selection.md",
    pages: Mapping[str, str] | None = None,
) -> M:
    """The model that a TOML text holds; the page `told_in` tells its keys, but for those that have one in `pages`.

    Raises TextDecodingError, or SchemaMismatchError that names the place.
    """
    try:
        value = tomllib.loads(data.decode("utf-8"))
    except UnicodeDecodeError as error:
        raise TextDecodingError(f"{what}: {path}: not UTF-8 at byte {error.start}; save it as UTF-8") from error
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise SchemaMismatchError(f"{what}: {path}: broken TOML: {error}") from error
    try:
        return model.model_validate(value)
    except ValidationError as error:
        fault = wrong(error, value, show=True)
        page = (pages or {}).get(fault.place.partition(".")[0], told_in)
        raise SchemaMismatchError(f"{what}: {path}: {fault}; {page} tells the keys") from error


def toml_text(model: Model, comment: str) -> str:
    """The TOML that a model is written as, below a comment line; what is None is left out."""
    return f"# {comment}\n{tomli_w.dumps(model.model_dump(mode='json', exclude_none=True))}"
