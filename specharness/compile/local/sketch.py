"""From units to judged chunks: where a requirement begins and ends, and how likely each disposition is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from specharness.compile.local.chunks import Border, borders
from specharness.compile.local.features import (
    MOST,
    Place,
    border_features,
    chunk_features,
    lead_texts,
    names_outputs,
    place,
)
from specharness.compile.local.grammar import settled
from specharness.compile.local.model import Linear, Weights
from specharness.compile.local.sight import Sight
from specharness.ir import Block, Disposition, Source, Unit

SPLITTABLE = frozenset({Block.SENTENCE, Block.LIST_ITEM, Block.TABLE_ROW})
"""Blocks that may hold several requirements; all others are judged whole."""

SILENT = frozenset({Block.HEADING, Block.FRONT_MATTER, Block.RULE, Block.HTML, Block.TABLE_HEADER})
"""Blocks that ask nothing of the work."""

MAX_BORDERS = 200
"""Candidate borders looked at in one unit; a longer enumeration is judged in larger pieces."""

UNLIKELY = frozenset({"prep"})
"""Borders before a preposition: half of all candidates, and labelled directions end at one in forty of them. The rules
still split there where they can read both sides."""

MIN_CHUNK = 3
"""Characters; a shorter piece is not a clause."""


@dataclass(frozen=True)
class Piece:
    """A chunk: offsets in the source and the sorts of its two borders."""

    start: int
    end: int
    before: str
    after: str


@dataclass(frozen=True)
class Judged:
    """A chunk with its probabilities."""

    where: Place
    piece: Piece
    probabilities: Mapping[Disposition, float]

    @property
    def text(self) -> str:
        """The chunk's text."""
        return self.where.source.text[self.piece.start : self.piece.end]


def places(source: Source, units: Sequence[Unit]) -> Iterator[Place]:
    """The places of all units of a source that may ask for something."""
    by_id = {unit.id: unit for unit in units}
    seen = [
        (index, unit, Sight.of(source, unit, None if unit.block in SPLITTABLE else MOST))
        for index, unit in enumerate(units)
        if unit.block not in SILENT
    ]
    outputs = names_outputs((unit, sight) for _, unit, sight in seen)
    introducing = {unit.parent for unit in units}
    for index, unit, sight in seen:
        leads = lead_texts(source, unit, by_id)
        yield place(source, unit, sight, leads, index, len(units), outputs, unit.id in introducing)


def chunk_unit(where: Place, model: Linear, threshold: float) -> list[Piece]:
    """The chunks of a unit, cut at the borders that the model believes in."""
    source, unit = where.source, where.unit
    body_start, body_end = unit.body.start, unit.body.end
    if unit.block not in SPLITTABLE:
        return [Piece(body_start, body_end, "start", "end")]
    split = model.classes.index("split")
    cut: list[Border] = []
    start = body_start
    for border in borders(source.text, body_start, body_end)[:MAX_BORDERS]:
        if border.left - start < MIN_CHUNK or border.sort in UNLIKELY:
            continue
        verdict = settled(source.text, border, start, body_end)
        if verdict is None:
            verdict = model.probabilities(border_features(where, border, start, body_end))[split] >= threshold
        if verdict:
            cut.append(border)
            start = border.right
    return pieces_between(unit, cut)


def pieces_between(unit: Unit, cut: Sequence[Border]) -> list[Piece]:
    """The pieces that a unit falls into when cut at these borders."""
    pieces, start, before = [], unit.body.start, "start"
    for border in cut:
        if border.left > start:
            pieces.append(Piece(start, border.left, before, border.sort))
        start, before = border.right, border.sort
    if start < unit.body.end:
        pieces.append(Piece(start, unit.body.end, before, "end"))
    return pieces


def judge(source: Source, units: Sequence[Unit], weights: Weights) -> Iterator[Judged]:
    """All chunks of a source with the probability of each disposition, in the order of the text."""
    names = [Disposition(name) for name in weights.disposition.classes]
    threshold = weights.thresholds["border"]
    for where in places(source, units):
        shared = weights.disposition.scores(where.features)
        for piece in chunk_unit(where, weights.border, threshold):
            features = chunk_features(where, piece.start, piece.end, piece.before, piece.after)
            values = weights.disposition.probabilities(features, shared)
            yield Judged(where, piece, dict(zip(names, values, strict=True)))
