"""What is wrong with data from outside, in our own words: the place by its keys, what was expected, what was got.

Not its business: which error that becomes, and what to do about it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from pydantic import ValidationError
from pydantic_core import ErrorDetails

MAX_SHOWN = 60
"""Characters of a value in a message."""

ABSENT = object()
"""In the place of a value that is not at hand."""

_Context = Mapping[str, Any]

_EXPECTED: Mapping[str, str] = {
    "string_type": "a text",
    "int_type": "a whole number",
    "int_parsing": "a whole number",
    "int_from_float": "a whole number",
    "float_type": "a number",
    "float_parsing": "a number",
    "finite_number": "a finite number",
    "bool_type": "true or false",
    "bool_parsing": "true or false",
    "none_required": "null",
    "dict_type": "keys with values",
    "model_type": "keys with values",
    "model_attributes_type": "keys with values",
    "dataclass_type": "keys with values",
    "list_type": "a list",
    "tuple_type": "a list",
    "set_type": "a list",
    "frozen_set_type": "a list",
}
_BOUNDED: Mapping[str, Callable[[_Context], str]] = {
    "greater_than": lambda given: f"a number above {_number(given['gt'])}",
    "greater_than_equal": lambda given: f"a number of {_number(given['ge'])} or more",
    "less_than": lambda given: f"a number below {_number(given['lt'])}",
    "less_than_equal": lambda given: f"a number of {_number(given['le'])} or less",
    "string_too_short": lambda given: f"a text of {given['min_length']} or more characters",
    "string_too_long": lambda given: f"a text of {given['max_length']} characters or less",
    "too_short": lambda given: f"a list of {given['min_length']} or more",
    "too_long": lambda given: f"a list of {given['max_length']} or less",
    "literal_error": lambda given: str(given["expected"]),
    "enum": lambda given: str(given["expected"]),
    "union_tag_invalid": lambda given: str(given["expected_tags"]).replace(", ", " or "),
}
_SHAPES = frozenset({"str", "int", "float", "bool", "none"})
_SILENT = frozenset({"value_error", "string_pattern_mismatch", "string_too_short", "string_too_long"})
"""Faults of texts that may be an address or a key: what was got is not repeated."""


class Wrong(NamedTuple):
    """The first fault, and how many more places are wrong."""

    place: str
    """Keys and places in lists (from 0) joined by `.`; empty for the whole."""
    what: str
    more: int

    def __str__(self) -> str:
        more = f" (and {self.more} more)" if self.more else ""
        return f"{self.place}: {self.what}{more}" if self.place else f"{self.what}{more}"


def wrong(error: ValidationError, value: object = ABSENT, *, show: bool = False) -> Wrong:
    """The first fault of what was validated, which `value` is where it is at hand. `show` repeats what was got.

    Where a field admits several shapes, those count of which the value went furthest; what is said of a list whose
    items are wrong is not counted.
    """
    by_place: dict[tuple[str, ...], list[ErrorDetails]] = {}
    for item in error.errors(include_url=False):
        by_place.setdefault(_keys(item, value), []).append(item)
    first = next(iter(by_place))
    deeper = [keys for keys in by_place if keys[: len(first)] == first]
    place = max(deeper, key=len)
    more = sum(1 for keys in by_place if keys not in deeper and keys != place[: len(keys)])
    return Wrong(".".join(place), said(by_place[place], show=show), more)


def said(items: Sequence[ErrorDetails], *, show: bool = False) -> str:
    """What is wrong at one place, of which `items` are all the faults."""
    kinds = {item["type"] for item in items}
    if kinds & {"missing", "union_tag_not_found"}:
        return "is missing"
    if "extra_forbidden" in kinds:
        return "is no key that is known here"
    first = items[0]
    if first["type"] == "value_error":
        return str(first["ctx"]["error"])
    if first["type"] == "json_invalid":
        return f"broken JSON: {first['ctx']['error']}"
    expected = " or ".join(dict.fromkeys(_expected(item) for item in items))
    got = first["ctx"]["tag"] if first["type"] == "union_tag_invalid" else first["input"]
    shown = f", got {_shown(got)}" if show and not kinds & _SILENT else ""
    return f"expected {expected}{shown}"


def _keys(item: ErrorDetails, value: object) -> tuple[str, ...]:
    """The place by the data's own keys: names of shapes, which stand among them, are left out."""
    steps = item["loc"]
    if value is ABSENT:
        keys = tuple(str(step) for step in steps if not _names_shape(step))
    else:
        absent = item["type"] == "missing"
        ends = ((steps[:end], absent and end == len(steps)) for end in range(len(steps), 0, -1))
        keys = next((found for cut, missing in ends if (found := _walked(cut, value, missing)) is not None), ())
    if item["type"] in {"union_tag_invalid", "union_tag_not_found"}:
        keys = (*keys, str(item["ctx"]["discriminator"]).strip("'"))
    return keys


def _walked(steps: Sequence[int | str], value: object, missing: bool) -> tuple[str, ...] | None:
    """The steps that lead through `value`, the last one always among them; None where there is no such way."""
    step, rest = steps[0], steps[1:]
    below: object = ABSENT
    if isinstance(value, dict):
        below = value.get(step, ABSENT)
    elif isinstance(value, (list, tuple)) and isinstance(step, int) and step < len(value):
        below = value[step]
    if below is ABSENT and missing and not rest and isinstance(value, dict):
        return (str(step),)
    if not rest:
        return None if below is ABSENT else (str(step),)
    if below is not ABSENT and (found := _walked(rest, below, missing)) is not None:
        return (str(step), *found)
    return _walked(rest, value, missing)


def _names_shape(step: int | str) -> bool:
    return isinstance(step, str) and (step[:1].isupper() or step in _SHAPES or "[" in step or "(" in step)


def _expected(item: ErrorDetails) -> str:
    kind = item["type"]
    if kind in _EXPECTED:
        return _EXPECTED[kind]
    if kind in _BOUNDED:
        return _BOUNDED[kind](item["ctx"])
    if kind == "string_pattern_mismatch":
        return f"a text of the form {item['ctx']['pattern']}"
    return item["msg"].removeprefix("Input should be ").removeprefix("Value error, ")


def _number(value: float) -> str:
    return f"{value:g}" if abs(value) < 10**6 else str(value)


def _shown(value: object) -> str:
    try:
        text = json.dumps(value, ensure_ascii=False, default=str)
    except (ValueError, RecursionError):
        text = type(value).__name__
    return text if len(text) <= MAX_SHOWN else f"{text[:MAX_SHOWN]}…"
