"""Directions of what a prompt asks of its answer's form.

Only a prompt that names no file and speaks of no workspace asks for a message; in any other prompt "at least 300
words" may be said of a file. A direction quotes the clause that states the constraint, and the clause of its mark where
another sentence names it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from specharness.compile.local.artifacts import Files
from specharness.compile.local.lexicon import denies, force_of
from specharness.compile.local.responses import Constraint, reading
from specharness.compile.local.responses.prompt import Prompt
from specharness.compile.local.responses.remainder import CONTENT, asks_for_content, does_more, remainder, taken_by
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
_FILE = re.compile(
    r"\b(?:the|this|that|an?|your|our)\s+(?:\w+\s+)?(?:files?|documents?|folders?|director(?:y|ies))\s+"
    r"(?:(?:named|called)\s+)?[`\"'“‘](?=\w)|`\s+(?:file|folder|directory)\b"
    r"|(?:文件夹?|文档|目录)\s*[`“「](?=\w)|[`”」]\s*(?:文件夹?|文档|目录)",
    re.IGNORECASE,
)
"""A file or a folder by its bare name."""
_BREAK = re.compile(
    r"(?<=[.!?;])[\"”')]*\s+|\n+|,?\s+(?:and|but)\s+(?=(?:do|don['’]t|make|use|include|avoid|please|the|your|it"
    r"|should|must|you|highlight|also)\b)",
    re.I,
)

_REFUSED = re.compile(
    r"\b(?:can|could|may|might)(?:n['’]t|['’]t| not| never)\b|\bcannot\b"
    r"|\b(?:no|not (?:a|one|any)|none|nothing|neither|at no point)\b[^.;,]{0,80}\b(?:may|can)\b",
    re.IGNORECASE,
)
"""A permission that is refused is a prohibition."""

_ASIDE = re.compile(r"\([^()\n]*\)")

COVERED = 0.8
"""Share of a direction's characters from which on a constraint's clause says all of it."""


class Asked(NamedTuple):
    """What a prompt asks of its answer."""

    directions: tuple[Direction, ...]
    """One for each constraint that was read, in order."""
    rest: tuple[Direction, ...]
    """What may be a constraint and was not read: it abstains; what only says what the answer is about: it advises."""


def asked(source: Source, units: Sequence[Unit], files: Files) -> Asked:
    """What the prompt asks of its answer; nothing where no message is asked for."""
    if not asks_for_a_message(source, files):
        return Asked((), ())
    bodies = [unit.body for unit in units if unit.block is not Block.HEADING]
    found = reading(source.text)
    quoted = [(one, spans) for one in found.constraints if (spans := _spans(source, one, bodies))]
    directions = tuple(_direction(source, one, spans) for one, spans in quoted)
    return Asked(directions, tuple(_rest(source, found.prompt, [one for one, _ in quoted], bodies)))


def _rest(
    source: Source, prompt: Prompt, constraints: Sequence[Constraint], bodies: Sequence[Span]
) -> Iterator[Direction]:
    """Sentence by sentence, what the constraints leave of the prompt."""
    left = list(remainder(prompt, constraints))
    taken = taken_by(prompt, constraints)
    for start, end in prompt.sentences:
        text = prompt.text[start:end]
        mine = sorted(one for one in left if start <= one.start < end)
        read_here = any(one[0] < end and start < one[1] for one in taken)
        if mine:
            span = _solid(source, mine[0].start, max(one.end for one in mine), bodies)
            if span is not None:
                yield _other(
                    source, span, Disposition.ABSTAIN, Reason.UNREAD, f"of the answer's form: {mine[0].word!r}"
                )
        elif denies(text) and not read_here:
            span = _solid(source, start, end, bodies)
            if span is not None:
                yield _other(source, span, Disposition.ABSTAIN, Reason.UNREAD, "what is forbidden was not read")
        elif asks_for_content(text) or (read_here and not does_more(text)):
            span = _solid(source, start, end, bodies)
            if span is not None:
                yield _other(source, span, Disposition.ADVISORY, Reason.GUIDANCE, CONTENT)


def _solid(source: Source, start: int, end: int, bodies: Sequence[Span]) -> Span | None:
    """A stretch without white space at its ends, where it is heard at all."""
    text = source.text[start:end]
    start, end = start + len(text) - len(text.lstrip()), end - len(text) + len(text.rstrip())
    if start >= end or not any(body.start < end and start < body.end for body in bodies):
        return None
    return Span(source=source.id, start=start, end=end)


def _other(source: Source, span: Span, disposition: Disposition, reason: Reason, detail: str) -> Direction:
    quote = source.quote(span)
    return Direction(
        id="d0",
        spans=(span,),
        disposition=disposition,
        reason=reason,
        detail=detail,
        modality=Modality.MUST if disposition is Disposition.ABSTAIN else Modality.SHOULD,
        kind=Kind.RESPONSE,
        statement=" ".join(quote.split())[:200],
        confidence=CONFIDENCE,
    )


def asks_for_a_message(source: Source, files: Files) -> bool:
    """Whether it is a prompt that names no file and speaks of no workspace."""
    named = any(len(mention.path.strip("/")) > 1 for mention in files.mentions)  # "w/" is no folder
    elsewhere = _WORKSPACE.search(source.text) or _FILE.search(source.text)
    return source.kind is SourceKind.PROMPT and not named and elsewhere is None


def uncounted(direction: Direction) -> Direction:
    """A number that the readers of such a prompt did not take for the answer's bounds nothing here."""
    if direction.family is not Family.RESPONSE_CONSTRAINT or "field" not in direction.params:
        return direction
    return direction.model_copy(update={"params": {}})


def without_rest(directions: Sequence[Direction], asked: Asked) -> list[Direction]:
    """The directions without those in sentences of which the constraints leave nothing but content."""
    content = [one.spans[0] for one in asked.rest if one.disposition is Disposition.ADVISORY]
    return [
        direction
        for direction in directions
        if not any(one.start <= direction.spans[0].start and direction.spans[0].end <= one.end for one in content)
    ]


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
    aside = next(
        (one for one in _ASIDE.finditer(quote) if not one.start() <= constraint.start - spans[0].start < one.end()),
        None,
    )
    said = quote if aside is None else quote[: aside.start()] + quote[aside.end() :]
    advisory = force_of(said) is Disposition.ADVISORY and _REFUSED.search(said) is None
    stated = Span(source=source.id, start=constraint.start, end=max(constraint.end, constraint.start + 1))
    params = {"field": Param(value=constraint.field, spans=(stated,))}
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
