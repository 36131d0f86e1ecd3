"""Types of validator parameters: what each one admits, in words and as a test.

Guarantees that a validator is asked only what it understands; grounding calls the same test before it admits an
obligation. Not its business: where a parameter's literal comes from.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from decimal import Decimal

from pydantic import JsonValue

from specharness.validators import dates, numerals, patterns

MAX_COUNT = 10**12
"""Largest number of things that can be demanded; nothing that is observed comes near."""


@dataclass(frozen=True)
class ParamType:
    words: str
    """For documentation and messages."""
    problem: Callable[[JsonValue], str]
    """Why a value is not admitted; empty when it is."""


def _when(admitted: Callable[[JsonValue], bool], words: str, besides: str = "") -> ParamType:
    demand = f"must be {words}{besides}"
    return ParamType(words, lambda value: "" if admitted(value) else demand)


def _is_text(value: JsonValue) -> bool:
    return isinstance(value, str) and bool(value.strip())


def _is_count(value: JsonValue) -> bool:
    amount = as_number(value)
    return amount is not None and 0 <= amount <= MAX_COUNT and amount == amount.to_integral_value()


def _is_scalar(value: JsonValue) -> bool:
    return value is None or (isinstance(value, str | int | float) and (isinstance(value, bool | str) or _finite(value)))


def _finite(value: JsonValue) -> bool:
    return numerals.exact(value) is not None


def as_number(value: JsonValue) -> Decimal | None:
    """A number parameter: a JSON number or its literal as text."""
    if isinstance(value, str):
        numeral = numerals.parse(value)
        return numeral.value if numeral is not None and numeral.plain else None
    return numerals.exact(value)


def as_whole(value: JsonValue) -> int:
    """A COUNT parameter; 0 where it is missing."""
    return int(as_number(value) or 0)


TEXT = _when(_is_text, "a text", " that is not blank")
TEXTS = _when(
    lambda value: _is_text(value) or (isinstance(value, list) and bool(value) and all(map(_is_text, value))),
    "a text, or a list of texts",
    ", none blank, at least one",
)
GLOBS = _when(
    lambda value: _is_text(value) or (isinstance(value, list) and all(map(_is_text, value))),
    "a glob, or a list of globs",
)
_NAME = re.compile(r"[^\[\]\x00-\x1f]{1,120}")
NAME = _when(
    lambda value: _is_text(value) and _NAME.fullmatch(str(value)) is not None,
    "the name of a table or column, without brackets",
)
BOOL = _when(lambda value: isinstance(value, bool), "true or false")
NUMBER = _when(lambda value: as_number(value) is not None, "a number")
COUNT = _when(_is_count, "a whole number, 0 or more")
SCALARS = _when(
    lambda value: isinstance(value, list) and bool(value) and all(map(_is_scalar, value)),
    "a list of values",
    ": texts, numbers, truth values or nulls, at least one",
)
JSON = _when(lambda value: True, "any JSON value")
DATE_FORM = _when(
    lambda value: isinstance(value, str) and dates.days_in(value) > 0,
    "the form of a date with year, month and day, such as `YYYY-MM-DD`",
)
PATTERN = ParamType(
    "a regular expression that needs no unbounded backtracking",
    lambda value: patterns.refusal(value) if isinstance(value, str) else "must be a regular expression",
)


def typed(**types: ParamType) -> Mapping[str, ParamType]:
    """Parameters by name, as a validator declares them."""
    return types


def choice(*names: str) -> ParamType:
    """One of some words."""
    return _when(lambda value: isinstance(value, str) and value in names, " / ".join(f"`{name}`" for name in names))


def texts_of(value: JsonValue) -> tuple[str, ...]:
    """A TEXTS parameter as texts."""
    if isinstance(value, str):
        return (value,)
    return tuple(item for item in value if isinstance(item, str)) if isinstance(value, list) else ()


def text_of(value: JsonValue) -> str:
    """A TEXT parameter that may be missing."""
    return value if isinstance(value, str) else ""
