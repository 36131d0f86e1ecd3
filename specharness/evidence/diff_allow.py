"""The file of allowances: `{"paths": [...], "rows": [...]}`, read under a limit and refused where it says more."""

from __future__ import annotations

from pathlib import Path

from pydantic import ValidationError

from specharness.errors import LimitExceededError, NotFoundError, SchemaMismatchError
from specharness.evidence.diff_rules import RowAllowance
from specharness.evidence.diff_tree import TreeAllowance
from specharness.evidence.limits import MIB
from specharness.ir.base import Model
from specharness.ir.invalid import wrong

MAX_RULES_BYTES = 4 * MIB
"""Tens of thousands of rules; each change is held against all of them."""


class Allowances(Model):
    paths: tuple[TreeAllowance, ...] = ()
    rows: tuple[RowAllowance, ...] = ()


def read_allowances(path: Path) -> Allowances:
    """Raises NotFoundError, LimitExceededError, and SchemaMismatchError that names the place."""
    if not path.is_file():
        raise NotFoundError(f"{path}: expected a file of rules (JSON); nothing stands there")
    with path.open("rb") as stream:
        data = stream.read(MAX_RULES_BYTES + 1)
    if len(data) > MAX_RULES_BYTES:
        raise LimitExceededError(f"{path}: has more than the {MAX_RULES_BYTES} bytes that a file of rules may have")
    try:
        return Allowances.model_validate_json(data)
    except ValidationError as error:
        raise SchemaMismatchError(f"{path}: {wrong(error)}; docs/snapshots.md shows the format") from error
