"""A specification in memory: sources, directions by quote, a visible workspace in a temporary folder."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from specharness.compile.engine import Compiled
from specharness.ground import ground
from specharness.ir import (
    CompilerId,
    Direction,
    Disposition,
    Family,
    Kind,
    Modality,
    ObligationSet,
    Param,
    PathMapping,
    Scalar,
    Source,
    SourceKind,
    Span,
)
from specharness.segment import segment

COMPILER = CompilerId(engine="test", version="1", fingerprint="0" * 64)


def source_of(text: str, name: str = "prompt.md", kind: SourceKind = SourceKind.PROMPT) -> Source:
    return Source(id=name, kind=kind, sha256=hashlib.sha256(text.encode()).hexdigest(), text=text)


def span_of(source: Source, quote: str) -> Span:
    start = source.text.index(quote)
    return Span(source=source.id, start=start, end=start + len(quote))


def direction_of(
    source: Source,
    *quotes: str,
    family: Family,
    name: str = "d1",
    modality: Modality = Modality.MUST,
    disposition: Disposition = Disposition.HARD,
    kind: Kind = Kind.OUTCOME,
    condition: str | None = None,
    **params: Scalar | tuple[Scalar, ...],
) -> Direction:
    """A hard direction; each literal that stands in the source gets a span there."""
    return Direction(
        id=name,
        spans=tuple(span_of(source, quote) for quote in quotes),
        disposition=disposition,
        modality=modality,
        kind=kind,
        family=family,
        params={key: _param(source, value) for key, value in params.items()},
        condition=condition,
        statement=quotes[0],
        confidence=0.9,
    )


def _param(source: Source, value: Scalar | tuple[Scalar, ...]) -> Param:
    values = value if isinstance(value, tuple) else (value,)
    found = tuple(span_of(source, str(item)) for item in values if str(item) in source.text)
    return Param(value=value, spans=found if len(found) == len(values) else ())


@dataclass(frozen=True)
class Folder:
    """A visible workspace: one container folder on a host folder."""

    host: Path | None = None
    container: str = "/root"

    def resolve(self, path: str) -> Path | None:
        if self.host is None:
            return None
        inner = path.removeprefix(self.container).lstrip("/") if path.startswith(self.container) else None
        return self.host / inner if inner and (self.host / inner).exists() else None


@dataclass(frozen=True)
class World:
    sources: tuple[Source, ...]
    visible: Folder = field(default_factory=Folder)
    held_out: tuple[str, ...] = ()
    path_map: tuple[PathMapping, ...] = (PathMapping(container="/root", origin="--map"),)
    workdir: str | None = None


def grounded(
    sources: Source | Sequence[Source], *directions: Direction, host: Path | None = None, meta: tuple[Span, ...] = ()
) -> ObligationSet:
    """The obligations of directions over their sources."""
    listed = (sources,) if isinstance(sources, Source) else tuple(sources)
    compiled = {
        source.id: Compiled(
            tuple(item for item in directions if item.spans[0].source == source.id),
            tuple(span for span in meta if span.source == source.id),
        )
        for source in listed
    }
    units = {source.id: segment(source) for source in listed}
    return ground(World(listed, Folder(host)), units, compiled, COMPILER)
