"""The clauses of a sentence, and the first word in one that is not accounted for."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

Stretch = tuple[int, int]


def clauses(
    text: str, start: int, end: int, stops: re.Pattern[str], inside: Callable[[int, int], bool]
) -> Iterator[Stretch]:
    """The stretches of `text[start:end]` between its stops, but for blank ones. A stop `inside` of something ends
    none."""
    last = start
    for stop in stops.finditer(text, start, end):
        if inside(*stop.span()):
            continue
        if text[last : stop.start()].strip():
            yield last, stop.start()
        last = stop.end()
    if text[last:end].strip():
        yield last, end


def first_word(text: str, start: int, end: int, patterns: Sequence[re.Pattern[str]], known: Sequence[Stretch]) -> str:
    """The first match of the first pattern that has one outside of what is known; empty where none has."""
    for pattern in patterns:
        for match in pattern.finditer(text, start, end):
            if not meets(*match.span(), known):
                return match.group()
    return ""


def meets(start: int, end: int, known: Sequence[Stretch]) -> bool:
    """Whether a stretch shares a character with one of others."""
    return any(left < end and start < right for left, right in known)
