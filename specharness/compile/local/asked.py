"""Directions of what a prompt asks of its answer's form.

Only a prompt that names no file and speaks of no workspace asks for a message; in any other prompt "at least 300
words" may be said of a file. A direction quotes the clause that states the constraint, and the clause of its mark where
another sentence names it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from specharness.compile.local.artifacts import Files
from specharness.compile.local.lexicon import force_of
from specharness.compile.local.responses import Constraint, read
from specharness.ir import (
    Block,
    Direction,
    Disposition,
    Family,
    Kind,
    Modality,
    Param,
    Reason,
    Source,
    SourceKind,
    Span,
    Unit,
)

CONFIDENCE = 0.95
"""Share of recognised constraints that are what the prompt asks; docs/responses.md has the measurement."""

_WORKSPACE = re.compile(
    r"\b(?:the|this|your|our)\s+(?:\w+\s+)?(?:repo(?:sitory)?|workspace|code ?base|director(?:y|ies)|folders?|commits?"
    r"|pull request|readme|unit tests?|test suite|spreadsheet|workbook)\b|\.[a-z]{2,4} files?\b",
    re.IGNORECASE,
)
_BREAK = re.compile(
    r"(?<=[.!?;])[\"”')]*\s+|\n+|,?\s+(?:and|but)\s+(?=(?:do|don['’]t|make|use|include|avoid|please|the|your|it"
    r"|should|must|you|highlight|also)\b)",
    re.I,
)

COVERED = 0.8
"""Share of a direction's characters from which on a constraint's clause says all of it."""


def asked_directions(source: Source, units: Sequence[Unit], files: Files) -> Iterator[Direction]:
    """A direction for each constraint on the answer that the prompt states, in order."""
    if not asks_for_a_message(source, files):
        return
    bodies = [unit.body for unit in units if unit.block is not Block.HEADING]
    for constraint in read(source.text):
        spans = _spans(source, constraint, bodies)
        if spans:
            yield _direction(source, constraint, spans)


def asks_for_a_message(source: Source, files: Files) -> bool:
    """Whether it is a prompt that names no file and speaks of no workspace."""
    return source.kind is SourceKind.PROMPT and not files.mentions and _WORKSPACE.search(source.text) is None


def uncounted(direction: Direction) -> Direction:
    """A number that the readers of such a prompt did not take for the answer's bounds nothing here."""
    if direction.family is not Family.RESPONSE_CONSTRAINT or "field" not in direction.params:
        return direction
    return direction.model_copy(update={"params": {}})


def without_covered(directions: Sequence[Direction], asked: Sequence[Direction], text: str) -> list[Direction]:
    """The directions of which the constraints leave something to say."""
    taken = [span for direction in asked for span in direction.spans]
    return [direction for direction in directions if _covered(direction.spans[0], taken, text) < COVERED]


def _covered(span: Span, taken: Sequence[Span], text: str) -> float:
    solid = [at for at in range(span.start, span.end) if not text[at].isspace()]
    inside = sum(any(one.start <= at < one.end for one in taken) for at in solid)
    return inside / len(solid) if solid else 0.0


def _spans(source: Source, constraint: Constraint, bodies: Sequence[Span]) -> tuple[Span, ...]:
    """The clause of the constraint's first words, and that of its last ones where they stand apart."""
    first = _clause(source, constraint.start, bodies)
    last = _clause(source, max(constraint.start, constraint.end - 1), bodies)
    return tuple(dict.fromkeys(span for span in (first, last) if span is not None))


def _clause(source: Source, at: int, bodies: Sequence[Span]) -> Span | None:
    body = next((body for body in bodies if body.start <= at < body.end), None)
    if body is None:
        return None
    start, end = body.start, body.end
    for match in _BREAK.finditer(source.text, body.start, body.end):
        if match.end() <= at:
            start = match.end()
        elif match.start() > at:
            end = match.start()
            break
    return Span(source=source.id, start=start, end=end)


def _direction(source: Source, constraint: Constraint, spans: tuple[Span, ...]) -> Direction:
    quote = source.quote(spans[0])
    advisory = force_of(quote) is Disposition.ADVISORY
    params = {"field": Param(value=constraint.field, spans=spans[:1])}
    for name, places in constraint.params.items():
        cited = tuple(Span(source=source.id, start=place.start, end=place.end) for place in places)
        values = tuple(place.value for place in places)
        params[name] = Param(value=values[0] if len(values) == 1 else values, spans=cited)
    return Direction(
        id="d0",
        spans=spans,
        disposition=Disposition.ADVISORY if advisory else Disposition.HARD,
        reason=Reason.PERMISSION if advisory else None,
        modality=Modality.MAY if advisory else Modality.MUST_NOT if constraint.forbids else Modality.MUST,
        kind=Kind.RESPONSE,
        family=None if advisory else Family.RESPONSE_CONSTRAINT,
        params={} if advisory else params,
        statement=" ".join(quote.split())[:200],
        confidence=CONFIDENCE,
    )
