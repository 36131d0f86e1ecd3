"""Where a quote stands: its sentence, what lies left and right of it there, and which boundaries lie between.

Works on the source text itself, so that a fragment can't hide what it was cut from. What a boundary lets through is
`two_key`'s business.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from enum import StrEnum
from typing import NamedTuple

from specharness.ir import Block, Span, Unit


class Border(StrEnum):
    """How strongly two parts of a sentence are separated."""

    FULL = "full"
    """End of a sentence, semicolon, "but", "otherwise", a table cell: nothing crosses."""
    THEN = "then"
    """"then", "so": only a condition crosses ("if A then B")."""
    JOINED = "joined"
    """Comma and conjunction: two clauses side by side; a condition in front of both crosses."""
    COMMA = "comma"
    """A Chinese comma: two clauses, as a rule."""
    SOFT = "soft"
    """A comma, colon, bracket, "and", "or": parts of one clause, or two clauses; not told apart here."""


class Cut(NamedTuple):
    border: Border
    start: int
    end: int


class Context(NamedTuple):
    """A quote in its sentence. Offsets are code points of the source."""

    left: int
    """Start of the sentence."""
    start: int
    end: int
    right: int
    """End of the sentence."""


_CUTS: tuple[tuple[Border, re.Pattern[str]], ...] = (
    (
        Border.FULL,
        re.compile(r"[;；。！？|]|[.!?](?=[\"')\]*_`]*(?:\s|$))|\b(?:but|however|whereas)\b|——| — |但是|但|然而", re.I),
    ),
    (
        Border.JOINED,
        re.compile(r"[,，]\s*(?:and|then|so|plus|as well as|while)\b|，(?:并且?|然后|且|同时|再|而)", re.I),
    ),
    (Border.THEN, re.compile(r"\b(?:then|so|so that)\b|然后|于是", re.I)),
    (Border.COMMA, re.compile(r"，")),
    (Border.SOFT, re.compile(r"[,:：()（）\[\]、]|\b(?:and|or|nor)\b|\s[-–]\s|和|或者?|与|及|以及", re.I)),
)
_NEW_SENTENCE = re.compile(
    r"(?<![A-Z])(?<!\be\.g)(?<!\bi\.e)(?<!\betc)(?<!\bvs)[.!?][\"'”’)\]*_`]*\s+(?=[\"'“‘(\[*_`]*[A-Z0-9\u4e00-\u9fff/])"
    r"|[。！？]|\n[ \t]*\n|\n[ \t]*(?:[-*+•]|\d{1,3}[.)])[ \t]+|\n[ \t]*#+\s"
)


def touching(units: Sequence[Unit], start: int, end: int) -> Sequence[Unit]:
    """The units of a source that `[start, end)` touches, by bisection: units follow the text and never overlap."""
    first = bisect_right(units, start, key=lambda unit: unit.span.end)
    return units[first : bisect_left(units, end, lo=first, key=lambda unit: unit.span.start)]


def parent_of(unit: Unit, units: Sequence[Unit]) -> Unit | None:
    """The unit that introduces this one. Ids are numbered in the order of the text."""
    if unit.parent is None:
        return None
    number = bisect_left(units, int(unit.parent[1:]), key=lambda other: int(other.id[1:]))
    return units[number] if number < len(units) and units[number].id == unit.parent else None


def context_of(text: str, span: Span, units: Sequence[Unit]) -> Context:
    """The sentence around a span: the units that it touches, cut further at the ends of sentences inside them."""
    touched = touching(units, span.start, span.end)
    left = touched[0].span.start if touched else 0
    right = touched[-1].span.end if touched else len(text)
    left, right = min(left, span.start), max(right, span.end)
    for match in _NEW_SENTENCE.finditer(text, left, span.start):
        left = match.end()
    after = _NEW_SENTENCE.search(text, max(span.end - 1, span.start), right)
    if after is not None:
        right = max(span.end, after.start() + 1)
    return Context(left, span.start, span.end, right)


def in_code(span: Span, units: Sequence[Unit]) -> bool:
    """True: the span lies in code, where words are not prose."""
    return any(
        unit.block is Block.CODE and unit.span.start <= span.start and span.end <= unit.span.end
        for unit in touching(units, span.start, span.end)
    )


def borders(text: str) -> list[Cut]:
    """The boundaries of a piece of a sentence, in order, the stronger one where two overlap."""
    cuts: list[Cut] = []
    for border, pattern in _CUTS:
        for match in pattern.finditer(text):
            if not any(cut.start < match.end() and match.start() < cut.end for cut in cuts):
                cuts.append(Cut(border, match.start(), match.end()))
    return sorted(cuts, key=lambda cut: cut.start)
