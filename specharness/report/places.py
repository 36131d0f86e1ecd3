"""Where spans stand: source, line and column, and the text they quote.

Guarantees that a span that does not fit its source is reported as such and never raises.
Not its business: what the spans belong to.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from specharness.ir import ObligationSet, Source, Span
from specharness.report.segments import Position, positions

__all__ = ["MAX_SHOWN", "Atlas", "shortened"]

MAX_SHOWN = 4_000
"""Characters of one quoted or reported text; the source itself stands beside it at full length."""


class _Sheet(NamedTuple):
    number: int
    source: Source
    lines: Mapping[int, Position]


class Atlas:
    """All sources of a set, with the positions of the spans that the page will name."""

    def __init__(self, sources: Iterable[Source], spans: Iterable[Span]) -> None:
        offsets: defaultdict[str, list[int]] = defaultdict(list)
        for span in spans:
            offsets[span.source] += (span.start, span.end)
        self._sheets = {
            source.id: _Sheet(number, source, positions(source.text, offsets[source.id]))
            for number, source in enumerate(sources)
        }

    @classmethod
    def of(cls, obligations: ObligationSet) -> Atlas:
        """The atlas of every span that an ObligationSet names."""
        spans = [span for obligation in obligations.hard for span in obligation.src.spans]
        spans += [residue.span for residue in obligations.residual]
        for direction in obligations.directions:
            spans += direction.spans
            spans += [span for param in direction.params.values() for span in param.spans]
        return cls(obligations.sources, spans)

    def fits(self, span: Span) -> bool:
        """Whether the span lies inside a source of the set."""
        sheet = self._sheets.get(span.source)
        return sheet is not None and span.end <= len(sheet.source.text)

    def sheet(self, span: Span) -> int:
        """Number of the span's source; one past the last where there is none."""
        sheet = self._sheets.get(span.source)
        return len(self._sheets) if sheet is None else sheet.number

    def quote(self, span: Span) -> str:
        """The text under a span; empty where it does not fit."""
        return self._sheets[span.source].source.quote(span) if self.fits(span) else ""

    def place(self, span: Span) -> dict[str, object]:
        """A span as the page shows it. `source` is a number, or null for a span that does not fit; `at` is in words."""
        if not self.fits(span):
            return {"source": None, "at": f"{span.source} [{span.start}:{span.end}], outside the sources given here"}
        sheet = self._sheets[span.source]
        first, last = sheet.lines[span.start], sheet.lines[span.end]
        lines = f"line {first.line}" if first.line == last.line else f"lines {first.line}–{last.line}"
        return {
            "source": sheet.number,
            "line": first.line,
            "at": f"{lines}, column {first.column}",
            "range": f"{span.start}–{span.end}",
        }


def shortened(text: str) -> str:
    """The text, cut at `MAX_SHOWN` characters with a note of what is left out."""
    left_out = len(text) - MAX_SHOWN
    return text if left_out <= 0 else f"{text[:MAX_SHOWN]}… ({left_out:,} more characters)"
