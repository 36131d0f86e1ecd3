"""Values of files whose columns have types (Parquet), from the text that the query engine casts them to.

Guarantees one reading for a table that is held and for one that is only queried: numbers are numbers wherever a double
holds them exactly, and else the text of their digits; a number that is none (NaN) is nothing, as data libraries write
their gaps; days and moments are ISO 8601 text. Types of which no single plain value comes (lists, records, binary data,
intervals, times of day) are `OTHER`, and nothing is decided about their values.
"""

from __future__ import annotations

import math
from decimal import Decimal
from enum import StrEnum

from specharness.evidence.views_stores import Scalar


class Holds(StrEnum):
    """What a column holds."""

    TEXT = "text"
    INTEGER = "integer"
    DECIMAL = "decimal"
    FLOAT = "float"
    TRUTH = "truth"
    DAY = "day"
    MOMENT = "moment"
    OTHER = "other"


NUMBERS = frozenset({Holds.INTEGER, Holds.DECIMAL, Holds.FLOAT})
DATES = frozenset({Holds.DAY, Holds.MOMENT})
_INTEGERS = frozenset(
    f"{sign}{size}" for sign in ("", "U") for size in ("TINYINT", "SMALLINT", "INTEGER", "BIGINT", "HUGEINT")
)
_NAMED = {
    "VARCHAR": Holds.TEXT,
    "UUID": Holds.TEXT,
    "FLOAT": Holds.FLOAT,
    "DOUBLE": Holds.FLOAT,
    "BOOLEAN": Holds.TRUTH,
    "DATE": Holds.DAY,
    **dict.fromkeys(_INTEGERS, Holds.INTEGER),
}


def holds(declared: str) -> Holds:
    """What a column of a type, as the query engine names it, holds."""
    if declared in _NAMED:
        return _NAMED[declared]
    if declared.endswith("]"):
        return Holds.OTHER
    if declared.startswith("DECIMAL("):
        return Holds.DECIMAL
    return Holds.MOMENT if declared.startswith("TIMESTAMP") else Holds.OTHER


def value_of(text: str | None, kind: Holds) -> Scalar:
    """A value from the engine's text for it."""
    if text is None:
        return None
    match kind:
        case Holds.INTEGER:
            return int(text)
        case Holds.DECIMAL:
            return number_of(Decimal(text))
        case Holds.FLOAT:
            number = float(text)
            return None if math.isnan(number) else number if math.isfinite(number) else text
        case Holds.TRUTH:
            return text == "true"
        case Holds.MOMENT:
            return f"{text}:00" if text.endswith("+00") else text
        case _:
            return text


def number_of(value: Decimal) -> int | float | str:
    """A decimal: whole without digits behind the point, a double where that is exact, else its digits."""
    exponent = value.as_tuple().exponent
    if isinstance(exponent, int) and exponent >= 0:
        return int(value)
    near = float(value)
    return near if Decimal(repr(near)) == value else format(value, "f")
