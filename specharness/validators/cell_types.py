"""Types of the cells of a column: what a text or a stored value is beyond doubt, might be, or is not."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from datetime import date, datetime
from decimal import Decimal

from pydantic import JsonValue

from specharness.evidence.stored import NUMBERS, Holds
from specharness.validators import numerals
from specharness.validators.compare import Match

_INTEGER = re.compile(r"[+-]?[0-9]{1,400}")
_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_MOMENT = re.compile(
    r"[0-9]{4}-[0-9]{2}-[0-9]{2}[T ][0-9]{2}:[0-9]{2}(?::[0-9]{2}(?:\.[0-9]{1,9})?)?(?:Z|[+-][0-9]{2}:?[0-9]{2})?"
)
_LIKE_A_DATE = re.compile(
    r".{0,20}\b[0-9]{1,4}[./ -](?:[0-9]{1,2}|[A-Za-z]{3,9})[./ ,-]{1,3}[0-9]{1,4}\b.{0,20}"
    r"|[0-9]{8}|[A-Za-z]{3,9} [0-9]{1,2},? [0-9]{4}.{0,20}"
)
_OTHER_TRUTHS = frozenset("yes no y n t f 1 0 on off 是 否".split())


def _integer(value: JsonValue, untyped: bool) -> Match:
    if isinstance(value, str):
        if untyped and _INTEGER.fullmatch(value.strip()):
            return Match.SAME
        numeral = numerals.parse(value)
        whole = numeral is not None and numeral.value == numeral.value.to_integral_value()
        return Match.VARIANT if whole else Match.DIFFERENT
    number = numerals.exact(value)
    return Match.SAME if number is not None and _whole(number) else Match.DIFFERENT


def _number(value: JsonValue, untyped: bool) -> Match:
    if isinstance(value, str):
        numeral = numerals.parse(value)
        if numeral is None:
            return Match.DIFFERENT
        return Match.SAME if untyped and numeral.plain else Match.VARIANT
    return Match.SAME if numerals.exact(value) is not None else Match.DIFFERENT


def _boolean(value: JsonValue, untyped: bool) -> Match:
    if isinstance(value, bool):
        return Match.SAME
    if isinstance(value, str):
        word = value.strip().casefold()
        if word in {"true", "false"}:
            return Match.SAME if untyped else Match.VARIANT
        return Match.VARIANT if word in _OTHER_TRUTHS else Match.DIFFERENT
    return Match.VARIANT if value in (0, 1) else Match.DIFFERENT


def _date(value: JsonValue, untyped: bool) -> Match:
    return _moment(value, _DATE, date.fromisoformat)


def _datetime(value: JsonValue, untyped: bool) -> Match:
    return _moment(value, _MOMENT, datetime.fromisoformat)


def _moment(value: JsonValue, form: re.Pattern[str], parse: Callable[[str], object]) -> Match:
    """In ISO form and in the calendar; other ways to write a date, and serial numbers, are variants."""
    if not isinstance(value, str):
        return Match.VARIANT if numerals.exact(value) is not None else Match.DIFFERENT
    text = value.strip()
    if form.fullmatch(text):
        try:
            parse(text)
        except ValueError:
            return Match.DIFFERENT
        return Match.SAME
    near = _LIKE_A_DATE.fullmatch(text) or _DATE.match(text)
    return Match.VARIANT if near else Match.DIFFERENT


def _text(value: JsonValue, untyped: bool) -> Match:
    """In a file of texts everything is one; a number in a workbook is a number."""
    return Match.SAME if isinstance(value, str) else Match.VARIANT


def _whole(number: Decimal) -> bool:
    return number == number.to_integral_value()


_OWN: Mapping[str, frozenset[Holds]] = {
    "integer": frozenset({Holds.INTEGER}),
    "number": NUMBERS,
    "boolean": frozenset({Holds.TRUTH}),
    "date": frozenset({Holds.DAY}),
    "datetime": frozenset({Holds.MOMENT}),
    "text": frozenset({Holds.TEXT}),
}
"""The columns of a typed file that hold a type, and nothing else does beyond doubt."""


def match_stored(kind: str, value: JsonValue, held: Holds) -> Match:
    """Whether a value of a typed column is of a type: a number in a column of texts is one at best."""
    whole = held is Holds.DECIMAL and isinstance(value, int)
    if held in _OWN[kind] or (kind == "integer" and whole):
        return Match.VARIANT if held is Holds.FLOAT and isinstance(value, str) else Match.SAME
    return min(TYPES[kind](value, False), Match.VARIANT)


def match_loosely_stored(kind: str, value: JsonValue) -> Match:
    """Whether a value of a database that types values and not columns is of a type."""
    found = TYPES[kind](value, False)
    return min(found, Match.VARIANT) if kind == "integer" and isinstance(value, float) else found


TYPES: Mapping[str, Callable[[JsonValue, bool], Match]] = {
    "integer": _integer,
    "number": _number,
    "boolean": _boolean,
    "date": _date,
    "datetime": _datetime,
    "text": _text,
}
"""By name: whether a value that is not blank is of the type; the second argument says that its place holds texts
only."""
