"""Cuts a text into pieces by the spans that lie over it, and into blocks that a page can draw one at a time.

Guarantees that the pieces, joined, are the text, whatever the spans: nested, crossing, equal, outside the text.
Not its business: what a span means, colours, HTML.
"""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple

__all__ = ["MAX_LAYERS", "Block", "Mark", "Piece", "Position", "blocks", "positions", "segments"]

MAX_LAYERS = 24
"""Marks kept for one character, the narrowest first: no reader tells more apart, and n nested spans would cost n²."""

BLOCK_LINES = 40
BLOCK_CHARS = 3_000
"""A block is about a screenful, so that drawing one never takes a noticeable time."""

LINE_CHARS = 12_000
"""A longer line is cut, because a browser lays out a line as a whole."""

MAX_BLOCKS = 4_000
"""More elements than this are slow to scroll; the blocks of a longer text are larger instead."""


class Mark(NamedTuple):
    """A span `[start, end)` in code points, and the number of what it belongs to."""

    start: int
    end: int
    owner: int


class Piece(NamedTuple):
    """A run of text under the same marks."""

    text: str
    owners: tuple[int, ...]
    """Owners of the marks over it, those of the narrowest marks first; at most `MAX_LAYERS`."""
    opens: tuple[int, ...]
    """Owners of the marks that start at its first character, the widest first."""


class Block(NamedTuple):
    """Consecutive lines of a text."""

    line: int
    """Number of its first line, from 1."""
    lines: int
    """How many line ends it has."""
    continued: bool
    """True: it starts inside a line that was cut for its length."""
    pieces: tuple[Piece, ...]


class Position(NamedTuple):
    """Line and column of a code point, both from 1. Only LF ends a line."""

    line: int
    column: int


def segments(text: str, marks: Iterable[Mark], cuts: Sequence[int] = ()) -> tuple[Piece, ...]:
    """The text in pieces, cut where marks start or end and at `cuts`. Marks are clipped to it, empty ones vanish."""
    length = len(text)
    clipped = [Mark(max(m.start, 0), min(m.end, length), m.owner) for m in marks]
    clipped = [mark for mark in clipped if mark.start < mark.end]
    starts: dict[int, list[Mark]] = {}
    ends: dict[int, list[Mark]] = {}
    for mark in clipped:
        starts.setdefault(mark.start, []).append(mark)
        ends.setdefault(mark.end, []).append(mark)
    borders = sorted({0, length, *starts, *ends, *(cut for cut in cuts if 0 < cut < length)})
    active: list[tuple[int, int]] = []
    pieces: list[Piece] = []
    for here, there in pairwise(borders):
        for mark in ends.get(here, ()):
            entry = (mark.end - mark.start, mark.owner)
            del active[bisect_left(active, entry)]
        opening = sorted(starts.get(here, ()), key=lambda mark: (mark.start - mark.end, mark.owner))
        for mark in opening:
            insort(active, (mark.end - mark.start, mark.owner))
        owners = tuple(dict.fromkeys(owner for _, owner in active[:MAX_LAYERS]))
        opens = tuple(dict.fromkeys(mark.owner for mark in opening))
        pieces.append(Piece(text[here:there], owners, opens))
    return tuple(pieces)


def blocks(text: str, marks: Iterable[Mark]) -> tuple[Block, ...]:
    """The pieces of a text in blocks that start where a line starts, or inside a line longer than `LINE_CHARS`."""
    cuts = _block_starts(text)
    pieces = iter(segments(text, marks, cuts))
    result: list[Block] = []
    line = 1
    for start, end in pairwise([*cuts, len(text)]):
        group: list[Piece] = []
        taken = start
        while taken < end:
            piece = next(pieces)
            group.append(piece)
            taken += len(piece.text)
        lines = text.count("\n", start, end)
        result.append(Block(line, lines, start > 0 and text[start - 1] != "\n", tuple(group)))
        line += lines
    return tuple(result)


def positions(text: str, offsets: Iterable[int]) -> dict[int, Position]:
    """Line and column of each offset, in one pass over the text."""
    found: dict[int, Position] = {}
    line, line_start, seen = 1, 0, 0
    for offset in sorted(set(offsets)):
        line += text.count("\n", seen, offset)
        line_start = max(line_start, text.rfind("\n", seen, offset) + 1)
        found[offset] = Position(line, offset - line_start + 1)
        seen = offset
    return found


def _block_starts(text: str) -> list[int]:
    length = len(text)
    chars = max(BLOCK_CHARS, length // MAX_BLOCKS)
    lines = max(BLOCK_LINES, text.count("\n") // MAX_BLOCKS)
    starts: list[int] = []
    at = 0
    while at < length:
        starts.append(at)
        at = _block_end(text, at, chars, lines)
    return starts


def _block_end(text: str, start: int, chars: int, lines: int) -> int:
    at = start
    for _ in range(lines):
        newline = text.find("\n", at, at + max(LINE_CHARS, chars))
        if newline < 0:
            rest = len(text) - at
            if rest <= max(LINE_CHARS, chars):
                return len(text)
            return at if at > start else at + max(LINE_CHARS, chars)
        at = newline + 1
        if at - start >= chars:
            break
    return at
