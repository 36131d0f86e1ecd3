"""What an engine read, in words, to a direction with spans; or why it is none.

The border that every engine that answers in text has to cross: quotes, the condition and the literals' own quotes
must stand in the source, and numbers be those that they cite, otherwise the reading is refused as a whole. What the
engine says of a quote (disposition, family, parameters) is taken over as it is: grounding judges it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from specharness.compile.align import Aligned, Miss, Quote, Unaligned, align
from specharness.ir import Direction, Disposition, Family, Kind, Modality, Param, Reason, Scalar, Source, Span, Unit
from specharness.ir.numbers import misread


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
    literals_of = _Literals(source, units, readings)
    directions: list[Direction] = []
    refused: list[Refused] = []
    for number, reading in enumerate(readings):
        quotes = _quotes(reading)
        found = [next(answers) for _ in quotes]
        places = [one.span for one in found if isinstance(one, Aligned)]
        missed = [
            Refused(number, quote.text, one.miss, one.detail)
            for quote, one in zip(quotes, found, strict=True)
            if isinstance(one, Unaligned)
        ]
        if not reading.quotes:
            missed = [Refused(number, "", Miss.BLANK, "the reading quotes nothing")]
        literals: dict[str, tuple[Span, ...]] = {}
        if not missed:
            for name, literal in sorted(reading.params.items()):
                for one in (answer := literals_of.places(literal, places[: len(reading.quotes)])):
                    if isinstance(one, Unaligned):
                        missed.append(Refused(number, str(literal.value), one.miss, f"{name}: {one.detail}"))
                literals[name] = tuple(one for one in answer if isinstance(one, Span))
        if missed:
            refused.append(missed[0])
            continue
        direction = _direction(source, reading, places, literals)
        wrong = next(misread(direction.params, {source.id: source.text}), None)
        if wrong is None:
            directions.append(direction)
        else:
            detail = f"{wrong.name} is {wrong.value}, and the words that state it say {wrong.said:g}"
            refused.append(Refused(number, "", Miss.OTHER_NUMBER, detail))
    directions.sort(key=lambda direction: (direction.spans[0].start, direction.spans[0].end))
    return Admitted(
        tuple(direction.model_copy(update={"id": f"d{number}"}) for number, direction in enumerate(directions, 1)),
        tuple(refused),
    )


def _quotes(reading: Reading) -> list[Quote]:
    """What a reading quotes besides its literals: its quotes, then its condition."""
    quotes = list(reading.quotes)
    if reading.condition is not None and quotes:
        quotes.append(Quote(reading.condition, quotes[0].unit))
    return quotes


class _Literals:
    """Where the words that state parameters stand: inside of a reading's own quotes if they do, once or more.

    Words that do not are looked up once for the whole batch, each as if it were the only one.
    """

    def __init__(self, source: Source, units: Sequence[Unit], readings: Sequence[Reading]) -> None:
        self._source = source
        self._units = units
        self._readings = readings

    @cached_property
    def _elsewhere(self) -> dict[Quote, Aligned | Unaligned]:
        literals = (literal for reading in self._readings for literal in reading.params.values())
        quotes = list(dict.fromkeys(quote for literal in literals for quote in literal.quotes))
        return dict(zip(quotes, align(self._source, self._units, quotes, words_only=False), strict=True))

    def places(self, literal: Literal, quoted: Sequence[Span]) -> list[Span | Unaligned]:
        """One place for each of the literal's quotes."""
        found: list[Span | Unaligned] = []
        for quote in literal.quotes:
            text = self._source.text
            inside = [at for span in quoted if (at := text.find(quote.text, span.start, span.end)) >= 0]
            if inside and quote.text.strip():
                found.append(Span(source=self._source.id, start=inside[0], end=inside[0] + len(quote.text)))
                continue
            answer = self._elsewhere[quote]
            found.append(answer.span if isinstance(answer, Aligned) else answer)
        return found


def _direction(
    source: Source, reading: Reading, places: Sequence[Span], literals: Mapping[str, tuple[Span, ...]]
) -> Direction:
    quoted = places[: len(reading.quotes)]
    hard = reading.disposition is Disposition.HARD
    return Direction(
        id="d0",
        spans=tuple(dict.fromkeys(quoted)),
        disposition=reading.disposition,
        reason=None if hard else reading.reason or Reason.LOW_CONFIDENCE,
        modality=reading.modality,
        kind=reading.kind,
        family=reading.family,
        params={
            name: Param(value=literal.value, spans=literals[name]) for name, literal in sorted(reading.params.items())
        },
        condition=None if reading.condition is None else source.quote(places[len(quoted)]),
        statement=reading.statement,
        confidence=reading.confidence,
    )
