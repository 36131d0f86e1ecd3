"""JSON and JSON Lines (RFC 8259): strict UTF-8, with number literals, duplicate keys and NaN kept visible.

All functions raise MalformedArtifact and LimitReached, and RecursionError where the parser itself meets its bound.
"""

from __future__ import annotations

import json

from specharness.evidence.faults import LimitReached, MalformedArtifact
from specharness.evidence.limits import Limits
from specharness.evidence.observers.plain import Members, Number, Plain, integer
from specharness.evidence.observers.text import utf8
from specharness.evidence.views import JsonView

_DECODER = json.JSONDecoder(
    object_pairs_hook=Members, parse_int=Number, parse_float=Number, parse_constant=Number, strict=True
)


def view(data: bytes, limits: Limits) -> JsonView:
    """One JSON value."""
    return _plain(_decode(_text(data, limits)), limits)


def lines(data: bytes, limits: Limits) -> JsonView:
    """JSON Lines as a list; blank lines are skipped."""
    return _plain(_records(_text(data, limits)), limits)


def calls(data: bytes, limits: Limits) -> JsonView:
    """A trace: a JSON array, or JSON Lines, or one object; always a list."""
    text = _text(data, limits)
    try:
        parsed = _decode(text)
    except MalformedArtifact:
        parsed = _records(text)
    return _plain(parsed if type(parsed) is list else [parsed], limits)


def check(seen: JsonView) -> str | None:
    """What keeps parsed text from being JSON by the standard, if anything."""
    for pointer in seen.nonstandard:
        if not seen.literals[pointer][-1].isdigit():
            return f"{seen.literals[pointer]} at {pointer or 'the root'} is no JSON value"
    return None


def _plain(parsed: object, limits: Limits) -> JsonView:
    return Plain(limits, _number).view(parsed)


def _number(text: str, limits: Limits) -> int | float:
    if text.lstrip("-").isdigit():
        return integer(text, limits)
    return float(text)


def _text(data: bytes, limits: Limits) -> str:
    """The text, once it is known to hold not many more values than allowed: each of them follows a bracket or a comma,
    or is the root. Strings hold commas too, hence the factor."""
    text = utf8(data, "JSON")
    most = text.count(",") + text.count("[") + text.count("{")
    if most > 2 * limits.values:
        raise LimitReached(f"up to {most} values; `values` allows {limits.values}", "values")
    return text


def _records(text: str) -> list[object]:
    return [_decode(line, number) for number, line in enumerate(text.split("\n"), 1) if line.strip()]


def _decode(text: str, number: int | None = None) -> object:
    try:
        return _DECODER.decode(text)
    except json.JSONDecodeError as error:
        place = f"line {error.lineno if number is None else number} column {error.colno}"
        raise MalformedArtifact(f"not JSON: {error.msg} at {place}") from error
