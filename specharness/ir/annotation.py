"""Directions in the annotation guide's format: one JSON object a line, offsets instead of copied text.

It carries the labels that every annotator and every compiler is scored on, and beside them what helps to read them
(where a parameter is written, the reason, the compiler's probability). What grounding and validators made of a
direction is not its business.
"""

from __future__ import annotations

from specharness.ir.base import Model
from specharness.ir.direction import Direction, Disposition, Family, Kind, Modality, Reason, Scalar
from specharness.ir.obligation import ObligationSet
from specharness.ir.source import Span

SURE_AT = 0.8
"""From this probability on a label counts as `sure`, the guide's word for one that its writer would defend."""


class DirectionLine(Model):
    """One line. The first span is the main one; `family` is null unless hard."""

    id: str
    source: str
    """Source of the main span."""
    spans: tuple[Span, ...]
    disposition: Disposition
    modality: Modality
    kind: Kind
    family: Family | None
    params: dict[str, Scalar | tuple[Scalar, ...]]
    """Literals as written."""
    param_spans: dict[str, tuple[Span, ...]]
    """Where each literal stands; empty for one that was read from the workspace."""
    condition: str | None
    statement: str
    reason: Reason | None
    """Why it is not hard; null for hard ones."""
    confidence: str
    """`sure` or `unsure`."""
    probability: float


def line_of(direction: Direction) -> DirectionLine:
    """The guide's view of one direction."""
    hard = direction.disposition is Disposition.HARD
    return DirectionLine(
        id=direction.id,
        source=direction.spans[0].source,
        spans=direction.spans,
        disposition=direction.disposition,
        modality=direction.modality,
        kind=direction.kind,
        family=direction.family if hard else None,
        params={name: param.value for name, param in direction.params.items()},
        param_spans={name: param.spans for name, param in direction.params.items()},
        condition=direction.condition,
        statement=direction.statement,
        reason=direction.reason,
        confidence="sure" if direction.confidence >= SURE_AT else "unsure",
        probability=direction.confidence,
    )


def directions_jsonl(obligations: ObligationSet) -> str:
    """All hard, advisory and abstained directions, a line each, in the order of the set; residual text has no line."""
    lines = (
        line_of(direction).model_dump_json()
        for direction in obligations.directions
        if direction.disposition is not Disposition.RESIDUAL
    )
    return "".join(f"{line}\n" for line in lines)
