"""Calculations as data: what a `computed` obligation demands, as a small closed language without names or code.

An expression yields one number, or one number for each group. Its tables are files that the agent was given. Guarantees
that whatever is accepted here is bounded in size and depth and has a defined meaning; what it yields is `evaluate`'s
business.

    {"op": "sum", "rows": {"path": "/data/sales.csv", "where": [{"column": "region", "test": "is", "values": ["N"]}]},
     "of": {"op": "multiply", "left": "price", "right": "quantity"}}
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Annotated, Literal

from pydantic import (
    Discriminator,
    Field,
    JsonValue,
    StrictFloat,
    StrictInt,
    StrictStr,
    Tag,
    ValidationError,
    field_validator,
    model_validator,
)

from specharness.ir import Scalar
from specharness.ir.base import Model, canonical_json
from specharness.validators.params import ParamType, as_number

MAX_DEPTH = 24
"""Nesting of an expression as JSON: stated formulas have less than ten levels."""
MAX_PARTS = 400
"""Values in an expression as JSON; more is a program, not a stated calculation."""
MAX_JOINS = 4
MAX_CONDITIONS = 16
MAX_KEYS = 8
"""Columns that a group or a join goes by."""

Name = Annotated[str, Field(min_length=1, max_length=1_000)]
Arithmetic = Literal["add", "subtract", "multiply", "divide"]


class Number(Model):
    """A literal; as text where its digits matter (`"0.1"`)."""

    op: Literal["number"]
    value: StrictStr | StrictInt | StrictFloat

    @field_validator("value")
    @classmethod
    def _a_number(cls, value: str | int | float) -> str | int | float:
        if isinstance(value, bool) or as_number(value) is None:
            raise ValueError("must be a number")
        return value


class OfRow(Model):
    """Arithmetic inside of one row: `price` times `quantity`."""

    op: Arithmetic
    left: Term
    right: Term


Term = Annotated[
    Annotated[Name, Tag("name")] | Annotated[Number, Tag("number")] | Annotated[OfRow, Tag("row")],
    Discriminator(
        lambda value: (
            "name"
            if isinstance(value, str)
            else "number"
            if (value.get("op") if isinstance(value, dict) else getattr(value, "op", "")) == "number"
            else "row"
        )
    ),
]
"""A column's name, a number, or arithmetic over them."""


class Condition(Model):
    """Which rows count. Numbers are compared as numbers, texts letter by letter."""

    column: Name
    test: Literal["is", "is_not", "above", "at_least", "below", "at_most", "filled", "blank"]
    values: tuple[Scalar, ...] = Field(default=(), max_length=1_000)
    """`is`: one of them; `is_not`: none of them; the four bounds: one number."""

    @model_validator(mode="after")
    def _enough(self) -> Condition:
        if self.test in {"filled", "blank"} and self.values:
            raise ValueError(f"`{self.test}` takes no values")
        if self.test in {"is", "is_not"} and not self.values:
            raise ValueError(f"`{self.test}` needs values")
        bounded = self.test in {"above", "at_least", "below", "at_most"}
        if bounded and (len(self.values) != 1 or as_number(self.values[0]) is None):
            raise ValueError(f"`{self.test}` needs one number")
        return self


class Table(Model):
    """Rows of a file: a CSV or TSV file, a sheet of a workbook, or the records that `field` selects in JSON."""

    path: Name
    field: str = Field(default="", max_length=1_000)
    """JSON alone: the selector of the records or values (default: the items of the root, `$[]`)."""
    sheet: str = Field(default="", max_length=1_000)


class Join(Table):
    """Rows of a second table beside those of the first, wherever all the named columns are equal; rows without a
    partner are left out."""

    on: Annotated[dict[Name, Name], Field(min_length=1, max_length=MAX_KEYS)]
    """Column of the rows so far to column of this table."""


class Rows(Table):
    """Rows of a table, beside those of others, as far as they count."""

    join: tuple[Join, ...] = Field(default=(), max_length=MAX_JOINS)
    where: tuple[Condition, ...] = Field(default=(), max_length=MAX_CONDITIONS)


class Aggregate(Model):
    """One number of many rows.

    `count` counts rows, or the filled ones of `of`; `distinct` different filled values of the column `of`;
    `weighted_mean` is the sum of value times weight over the sum of weights; `percentile` needs `q` (0 to 100) and
    reads `method` as numpy does; `variance` and `deviation` take `ddof` 0 or 1. Where `method` or `ddof` is not given,
    every common reading is one that the result may have. Without `of`, rows are single values (items of a JSON list).
    `blanks` `skip` leaves rows out whose value is blank; otherwise a blank leaves the result undecided. `overall` is
    the same for all groups.
    """

    op: Literal[
        "sum",
        "mean",
        "min",
        "max",
        "median",
        "count",
        "distinct",
        "percentile",
        "variance",
        "deviation",
        "weighted_mean",
    ]
    rows: Rows
    of: Term | None = None
    weight: Term | None = None
    q: float | None = Field(default=None, ge=0, le=100)
    method: Literal["linear", "lower", "higher", "nearest", "midpoint", "nearest_rank"] | None = None
    ddof: Literal[0, 1] | None = None
    blanks: Literal["refuse", "skip"] = "refuse"
    overall: bool = False

    @model_validator(mode="after")
    def _fits(self) -> Aggregate:
        if (self.q is not None) != (self.op == "percentile"):
            raise ValueError("`q` belongs to `percentile`, which needs it")
        if self.method is not None and self.op != "percentile":
            raise ValueError("`method` belongs to `percentile`")
        if self.ddof is not None and self.op not in {"variance", "deviation"}:
            raise ValueError("`ddof` belongs to `variance` and `deviation`")
        if (self.weight is not None) != (self.op == "weighted_mean"):
            raise ValueError("`weight` belongs to `weighted_mean`, which needs it")
        if self.op == "distinct" and not isinstance(self.of, str):
            raise ValueError("`distinct` needs `of`, a column")
        return self


class Value(Model):
    """One value of a file: a field of JSON, a cell of a workbook."""

    op: Literal["value"]
    path: Name
    field: Name
    sheet: str = Field(default="", max_length=1_000)

    @property
    def table(self) -> Table:
        """The place as a table of one value."""
        return Table(path=self.path, field=self.field, sheet=self.sheet)


class Binary(Model):
    """Arithmetic of two results; group by group where both have groups."""

    op: Arithmetic
    left: Expression
    right: Expression


class Round(Model):
    """Rounded to so many decimals on the way; both ways to round a half are readings."""

    op: Literal["round"]
    of: Expression
    decimals: int = Field(ge=-30, le=30)


class Absolute(Model):
    op: Literal["absolute"]
    of: Expression


Expression = Annotated[Number | Aggregate | Value | Binary | Round | Absolute, Field(discriminator="op")]


class Calculation(Model):
    """An expression, and the columns of its tables that groups go by."""

    result: Expression
    by: tuple[Name, ...] = Field(default=(), max_length=MAX_KEYS)


OfRow.model_rebuild()
Binary.model_rebuild()
Round.model_rebuild()
Absolute.model_rebuild()
Calculation.model_rebuild()


def calculation_of(value: JsonValue) -> Calculation:
    """The calculation that a parameter states. Raises ValueError in words."""
    if not isinstance(value, dict):
        raise ValueError("must be an object with `result`")  # noqa: TRY004 - a value of the parameter, not a type
    _bounded(value)
    return _parsed(canonical_json(value))


@lru_cache(maxsize=64)
def _parsed(text: str) -> Calculation:
    try:
        return Calculation.model_validate_json(text)
    except ValidationError as error:
        first = error.errors()[0]
        raise ValueError(
            f"is no calculation: {'.'.join(map(str, first['loc'])) or 'the expression'}: {first['msg']}"
        ) from error


def _bounded(value: JsonValue) -> None:
    level: list[JsonValue] = [value]
    seen = 0
    for _ in range(MAX_DEPTH):
        deeper: list[JsonValue] = []
        for item in level:
            deeper.extend(item.values() if isinstance(item, dict) else item if isinstance(item, list) else ())
        seen += len(deeper)
        if seen > MAX_PARTS:
            raise ValueError(f"has more than MAX_PARTS ({MAX_PARTS}) values")
        if not deeper:
            return
        level = deeper
    raise ValueError(f"is nested deeper than MAX_DEPTH ({MAX_DEPTH})")


def _problem(value: JsonValue) -> str:
    try:
        calculation_of(value)
    except ValueError as error:
        return str(error)
    return ""


CALCULATION = ParamType("a calculation (docs/calculations.md)", _problem)


def _parts(calculation: Calculation) -> Iterator[Expression]:
    """An expression and all that it is made of, in the order of the text."""
    pending: list[Expression] = [calculation.result]
    while pending:
        part = pending.pop()
        yield part
        match part:
            case Binary():
                pending.extend((part.right, part.left))
            case Round() | Absolute():
                pending.append(part.of)


def tables_of(calculation: Calculation) -> tuple[Table, ...]:
    """Every table that has to be seen, in the order of the expression, each once."""
    found: dict[tuple[str, str, str], Table] = {}
    for part in _parts(calculation):
        tables = (part.rows, *part.rows.join) if isinstance(part, Aggregate) else ()
        for table in (part.table,) if isinstance(part, Value) else tables:
            found.setdefault((table.path, table.field, table.sheet), table)
    return tuple(found.values())


def aggregates_of(calculation: Calculation) -> tuple[Aggregate, ...]:
    """Every aggregate of an expression."""
    return tuple(part for part in _parts(calculation) if isinstance(part, Aggregate))


def values_of(calculation: Calculation) -> tuple[Value, ...]:
    """Every single value of an expression."""
    return tuple(part for part in _parts(calculation) if isinstance(part, Value))
