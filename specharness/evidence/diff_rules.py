"""Which changes of a database are allowed: by table, column and what the row holds, declared and never executed.

A predicate is `{"column": "status", "op": "=", "value": "open"}`, or `{"all": [...]}`, or `{"any": [...]}`. Integers
and real numbers are compared by value, text by code points; values of different sorts are never equal, unequal, smaller
or larger, and NULL only answers to `null`. There is no negation, so that what can't be compared is never allowed by it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Annotated, Self

from pydantic import Field, StrictInt, StrictStr, model_validator

from specharness.evidence.snapshot_rows import NULL
from specharness.ir.base import Model

Scalar = StrictInt | Annotated[float, Field(strict=True, allow_inf_nan=False)] | StrictStr
"""A number or a text; a truth value is neither."""

Values = Mapping[str, str]
"""A row: spelt values by column."""


class Op(StrEnum):
    EQ = "="
    NE = "!="
    LT = "<"
    LE = "<="
    GT = ">"
    GE = ">="
    IN = "in"
    NULL = "null"
    NOT_NULL = "not null"


class Compare(Model):
    column: str
    op: Op
    value: Scalar | tuple[Scalar, ...] | None = None
    """A literal; several for `in`; nothing for `null` and `not null`."""

    @model_validator(mode="after")
    def _fits(self) -> Self:
        wanted = tuple if self.op is Op.IN else type(None) if self.op in (Op.NULL, Op.NOT_NULL) else int | float | str
        if not isinstance(self.value, wanted):
            # pydantic turns a ValueError into a finding about the input, a TypeError into a crash
            raise ValueError(f"`{self.op}` takes {_TAKES.get(self.op, 'one number or text')}")  # noqa: TRY004
        return self

    def holds(self, row: Values) -> bool:
        """Whether the row surely satisfies it; a column that it does not have satisfies nothing."""
        spelt = row.get(self.column)
        if spelt is None:
            return False
        if self.op in (Op.NULL, Op.NOT_NULL):
            return (spelt == NULL) == (self.op is Op.NULL)
        found = _plain(spelt)
        if isinstance(self.value, tuple):
            return any(_compared(found, Op.EQ, each) for each in self.value)
        return self.value is not None and _compared(found, self.op, self.value)


class AllOf(Model):
    all: tuple[Predicate, ...] = Field(min_length=1)

    def holds(self, row: Values) -> bool:
        return all(each.holds(row) for each in self.all)


class AnyOf(Model):
    any: tuple[Predicate, ...] = Field(min_length=1)

    def holds(self, row: Values) -> bool:
        return any(each.holds(row) for each in self.any)


Predicate = Compare | AllOf | AnyOf

_TAKES = {Op.IN: "a list of numbers or texts", Op.NULL: "no value", Op.NOT_NULL: "no value"}


class RowChangeKind(StrEnum):
    INSERTED = "inserted"
    DELETED = "deleted"
    UPDATED = "updated"


class RowAllowance(Model):
    """Changes of rows that are allowed. Those of the schema are allowed by `schema_too` alone."""

    table: str
    """Its exact name; `*` for every table."""
    columns: tuple[str, ...] | None = None
    """Only updates, and only of these columns; several allowances add up."""
    kinds: tuple[RowChangeKind, ...] = tuple(RowChangeKind)
    before: Predicate | None = None
    """Must hold for the row before the change; there is none before an insert."""
    after: Predicate | None = None
    """Must hold for the row after the change; there is none after a delete."""
    schema_too: bool = False
    """Also the table itself with its indexes and triggers, or the view of this name, may come, go and change; of `*`
    also the settings."""

    def allows_all(self, table: str) -> bool:
        """Whether any change of a table's rows is allowed, whatever it is."""
        free = self.columns is None and self.before is None and self.after is None
        return free and self.table in ("*", table) and len({*self.kinds}) == len(RowChangeKind)

    def allows(self, table: str, kind: RowChangeKind, before: Values | None, after: Values | None) -> bool:
        """Whether table, kind and predicates allow a change; the columns are another question."""
        return (
            self.table in ("*", table)
            and kind in self.kinds
            and (self.before is None or (before is not None and self.before.holds(before)))
            and (self.after is None or (after is not None and self.after.holds(after)))
        )


def allowed(
    allowances: Sequence[RowAllowance],
    table: str,
    kind: RowChangeKind,
    before: Values | None,
    after: Values | None,
    changed: frozenset[str],
) -> bool:
    """Whether the allowances together cover a change of a row, of which `changed` columns differ."""
    free: set[str] = set()
    for each in allowances:
        if each.columns is None or kind is RowChangeKind.UPDATED:
            if not each.allows(table, kind, before, after):
                continue
            if each.columns is None:
                return True
            free.update(each.columns)
    return kind is RowChangeKind.UPDATED and changed <= free


def schema_allowed(allowances: Sequence[RowAllowance], table: str) -> bool:
    return any(each.schema_too and each.table in ("*", table) for each in allowances)


def _plain(spelt: str) -> int | float | str | None:
    """The value that a literal can be compared with; None for NULL and blobs."""
    sort, _, rest = spelt.partition(":")
    if sort == "text":
        return rest
    try:
        return int(rest) if sort == "int" else float(rest) if sort == "real" else None
    except ValueError:  # a snapshot that somebody edited
        return None


def _compared(found: float | str | None, op: Op, value: float | str) -> bool:
    if isinstance(found, str) and isinstance(value, str):
        return _ordered(found < value, found == value, op)
    if isinstance(found, int | float) and isinstance(value, int | float):
        return _ordered(found < value, found == value, op)
    return False


def _ordered(less: bool, equal: bool, op: Op) -> bool:
    return {
        Op.EQ: equal,
        Op.NE: not equal,
        Op.LT: less,
        Op.LE: less or equal,
        Op.GT: not less and not equal,
        Op.GE: not less,
    }[op]
