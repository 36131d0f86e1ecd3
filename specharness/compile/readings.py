"""What an engine read, in words, to a direction with spans; or why it is none.

The border that every engine that answers in text has to cross: quotes, the condition and the literals' own quotes
must stand in the source, otherwise the reading is refused as a whole. What the engine says of a quote (disposition,
family, parameters) is taken over as it is: grounding judges it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from specharness.compile.align import Aligned, Miss, Quote, align
from specharness.ir import Direction, Disposition, Family, Kind, Modality, Param, Reason, Scalar, Source, Span, Unit


@dataclass(frozen=True)
class Literal:
    """A parameter's value and, where it stands outside of the reading's quotes, the words that state it."""

    value: Scalar | tuple[Scalar, ...]
    quotes: tuple[Quote, ...] = ()


@dataclass(frozen=True)
class Reading:
    """One requirement as an engine tells it."""

    quotes: tuple[Quote, ...]
    """The main one first; at least one."""
    disposition: Disposition
    modality: Modality
    kind: Kind
    statement: str
    reason: Reason | None = None
    family: Family | None = None
    params: Mapping[str, Literal] = field(default_factory=dict)
    condition: str | None = None
    confidence: float = 0.5


@dataclass(frozen=True)
class Refused:
    """A reading that became no direction."""

    number: int
    """Its place among the readings, from 0."""
    quote: str
    """The words that were not accepted."""
    miss: Miss
    detail: str


@dataclass(frozen=True)
class Admitted:
    """What became of a batch of readings; each is in one of the two."""

    directions: tuple[Direction, ...]
    """In the order of their main spans, with ids `d1`, `d2`, …"""
    refused: tuple[Refused, ...]


def admit(source: Source, units: Sequence[Unit], readings: Sequence[Reading]) -> Admitted:
    """The directions of those readings whose every quote stands in `source`, whose `units` are in its order."""
    asked = [quote for reading in readings for quote in _quotes(reading)]
    answers = iter(align(source, units, asked))
    directions: list[Direction] = []
    refused: list[Refused] = []
    for number, reading in enumerate(readings):
        quotes = _quotes(reading)
        found = [next(answers) for _ in quotes]
        missed = [(quote, one) for quote, one in zip(quotes, found, strict=True) if not isinstance(one, Aligned)]
        if missed or not quotes:
            quote, miss = missed[0] if missed else (Quote(""), None)
            refused.append(
                Refused(number, quote.text, miss.miss, miss.detail)
                if miss is not None
                else Refused(number, "", Miss.BLANK, "the reading quotes nothing")
            )
            continue
        directions.append(_direction(source, reading, [one.span for one in found if isinstance(one, Aligned)]))
    directions.sort(key=lambda direction: (direction.spans[0].start, direction.spans[0].end))
    return Admitted(
        tuple(direction.model_copy(update={"id": f"d{number}"}) for number, direction in enumerate(directions, 1)),
        tuple(refused),
    )


def _quotes(reading: Reading) -> list[Quote]:
    """All that a reading quotes: its quotes, its condition, its literals' own, in this order."""
    quotes = list(reading.quotes)
    if reading.condition is not None:
        quotes.append(Quote(reading.condition, reading.quotes[0].unit if reading.quotes else None))
    for _, literal in sorted(reading.params.items()):
        quotes.extend(literal.quotes)
    return quotes


def _direction(source: Source, reading: Reading, places: list[Span]) -> Direction:
    spans = tuple(dict.fromkeys((span.start, span.end) for span in places[: len(reading.quotes)]))
    rest = places[len(reading.quotes) :]
    condition = None
    if reading.condition is not None:
        condition = source.quote(rest.pop(0))
    params = {}
    for name, literal in sorted(reading.params.items()):
        own, rest = rest[: len(literal.quotes)], rest[len(literal.quotes) :]
        params[name] = Param(value=literal.value, spans=tuple(own))
    hard = reading.disposition is Disposition.HARD
    return Direction(
        id="d0",
        spans=tuple(Span(source=source.id, start=start, end=end) for start, end in spans),
        disposition=reading.disposition,
        reason=None if hard else reading.reason or Reason.LOW_CONFIDENCE,
        modality=reading.modality,
        kind=reading.kind,
        family=reading.family,
        params=params,
        condition=condition,
        statement=reading.statement,
        confidence=reading.confidence,
    )
