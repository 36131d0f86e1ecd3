"""Whether a direction's numbers are those that stand where it says, and a check's numbers those of its directions.

What is written in words or with a unit is not looked at: a reader of the text decides that.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from specharness.ir.direction import Param
from specharness.ir.source import Span

_NUMBER = re.compile(r"[0-9]{1,15}(?:\.[0-9]{1,15})?")
_GOES_ON = re.compile(r"[\w%‰.,:/^+-]")


class Misread(NamedTuple):
    """A number that is not what it should be."""

    name: str
    value: object
    said: float
    """What is said instead: by the text, or by the direction."""


def misread(params: Mapping[str, Param], texts: Mapping[str, str]) -> Iterator[Misread]:
    """Numbers that stand alone at their span in `texts` (by source id), and are others than the parameter's."""
    for name, param in params.items():
        values = param.values
        for value, span in zip(values, param.spans, strict=False):
            written = _written(texts[span.source], span)
            if written is not None and is_number(value) and value != written:
                yield Misread(name, value, written)


def misstated(checked: Mapping[str, object], stated: Iterable[Mapping[str, Param]]) -> Iterator[Misread]:
    """Numbers of a check that none of its directions' parameters of the same name is, where one of them is a number."""
    given = list(stated)
    for name, number in checked.items():
        values = [params[name].value for params in given if name in params]
        numbers = [value for value in values if isinstance(value, (int, float)) and is_number(value)]
        if numbers and is_number(number) and number not in numbers:
            yield Misread(name, number, numbers[0])


def is_number(value: object) -> bool:
    """Whether a value is a number, which a truth value is not."""
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _written(text: str, span: Span) -> float | None:
    """The number that stands alone at a span; None for anything else, and for a number with a unit or more digits."""
    around = text[max(0, span.start - 1) : span.start] + text[span.end : span.end + 1]
    quote = text[span.start : span.end]
    return float(quote) if _NUMBER.fullmatch(quote) and not _GOES_ON.search(around) else None
