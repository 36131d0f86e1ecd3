"""Small specifications for the local compiler's tests: a text becomes a source, units, clauses and guesses."""

from __future__ import annotations

from functools import cache
from hashlib import sha256

from specharness.compile.engine import Compiled
from specharness.compile.local import LocalEngine
from specharness.compile.local.artifacts import Files
from specharness.compile.local.clause import Clause, Guess
from specharness.compile.local.rules import read_family
from specharness.ir import Direction, Param, Scalar, Source, SourceKind, Unit
from specharness.segment import segment

ENGINE = LocalEngine()


def source_of(text: str, kind: SourceKind = SourceKind.PROMPT) -> Source:
    """A source named after its kind."""
    return Source(id=f"{kind.value}.md", kind=kind, sha256=sha256(text.encode()).hexdigest(), text=text)


def compiled(text: str, kind: SourceKind = SourceKind.PROMPT) -> tuple[Source, tuple[Unit, ...], Compiled]:
    """A text, its units and what the shipped engine makes of them."""
    source = source_of(text, kind)
    units = segment(source)
    return source, units, ENGINE.compile(source, units)


@cache
def read(text: str) -> tuple[Source, tuple[Unit, ...], Files]:
    """A prompt, its units and its files."""
    source = source_of(text)
    units = segment(source)
    return source, units, Files(source, units)


def clause_of(text: str, sentence: str) -> Clause:
    """The clause that `sentence` is in `text`, its last occurrence."""
    source, units, files = read(text)
    start = text.rindex(sentence)
    end = start + len(sentence)
    unit = next(unit for unit in units if unit.span.start <= start < unit.span.end)
    start = max(start, unit.body.start)
    lead = next((other for other in units if other.id == unit.parent), None)
    return Clause(source, unit, start, min(end, unit.body.end), files, lead)


def guess_of(text: str, sentence: str) -> Guess | None:
    """What the rules read off a sentence of a text."""
    return read_family(clause_of(text, sentence))


def values(params: dict[str, Param]) -> dict[str, Scalar | tuple[Scalar, ...]]:
    """Parameters without their spans."""
    return {name: param.value for name, param in params.items()}


def labels(source: Source, direction: Direction) -> tuple[object, ...]:
    """What a direction says, apart from where it stands: quote, disposition, family, parameters."""
    return (
        source.quote(direction.spans[0]),
        direction.disposition,
        direction.family,
        tuple(sorted((name, repr(value)) for name, value in values(direction.params).items())),
    )
