"""A source's units as if some of its text were not there.

Text without authority must not move anything else: a paragraph planted between a list and the line that introduces
it, or a heading above a rule, would change what the list hangs on. Blocks that are silenced as a whole are left out
of segmentation; a sentence among others is dropped from the units. Offsets are those of the source.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate

from specharness.ir import Source, Span, Unit
from specharness.segment import segment

_MARKS = frozenset(" \t>*+-#|~`_0123456789.)")
"""What may stand on a line beside silenced text without saying anything."""


def silenced(source: Source, units: Sequence[Unit], spans: Sequence[Span]) -> tuple[Unit, ...]:
    """The units of `source` without those whose bodies are `spans`, hung up as if they had never been there."""
    mute = {span.start for span in spans if span.source == source.id}
    if not mute:
        return tuple(units)
    kept = tuple(unit for unit in units if unit.body.start not in mute)
    holes = _holes(source.text, [unit.span for unit in units if unit.body.start in mute])
    if not holes:
        return kept
    starts = [end for _, end in holes]
    shifts = [0, *accumulate(end - start for start, end in holes)]
    places = [end - shift for end, shift in zip(starts, shifts[1:], strict=True)]

    def back(offset: int, *, end: bool) -> int:
        """A place of the shortened text in the whole one; an end stays before a hole, a start goes behind it."""
        number = bisect_right(places, offset - 1 if end else offset)
        return offset + shifts[number]

    def moved(span: Span) -> Span:
        return Span(source=span.source, start=back(span.start, end=False), end=back(span.end, end=True))

    text, done = [], 0
    for start, stop in holes:
        text.append(source.text[done:start])
        done = stop
    text.append(source.text[done:])
    short = source.model_copy(update={"text": "".join(text)})
    again = [unit.model_copy(update={"span": moved(unit.span), "body": moved(unit.body)}) for unit in segment(short)]
    if any(unit.span.start < stop and start < unit.span.end for unit in again for start, stop in holes):
        return kept  # a sentence would run on across the hole
    others = {span.start for span in spans} - {unit.body.start for unit in again}
    return tuple(unit for unit in again if unit.body.start not in mute or unit.body.start in others)


def _holes(text: str, spans: Sequence[Span]) -> list[tuple[int, int]]:
    """Whole lines that hold nothing but silenced text."""
    runs: list[tuple[int, int]] = []
    for span in spans:
        if runs and not text[runs[-1][1] : span.start].strip():
            runs[-1] = (runs[-1][0], span.end)
        else:
            runs.append((span.start, span.end))
    holes = []
    for start, end in runs:
        line = text.rfind("\n", 0, start) + 1
        newline = text.find("\n", end)
        stop = len(text) if newline < 0 else newline + 1
        if set(text[line:start]) <= _MARKS and not text[end:stop].strip(" \t\r\n|*_`~"):
            holes.append((line, stop))
    return holes
