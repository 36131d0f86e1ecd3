"""Directions in the annotation guide's format: one JSON object a line, offsets instead of copied text.

It carries the labels that every annotator and every compiler is scored on, and beside them what helps to read them
(where a parameter is written, the reason, the compiler's probability). What grounding and validators made of a
direction is not its business.

A label file is JSON Lines: one `LabelHeader` (the document and the hash of its bytes), then one `Label` a direction.
`DirectionLine`, which a compiler writes, is a label too.
"""

from __future__ import annotations

from typing import Literal

from pydantic import Field, field_validator, model_validator

from specharness.ir.base import Model
from specharness.ir.direction import Direction, Disposition, Family, Kind, Modality, Reason, Scalar
from specharness.ir.obligation import ObligationSet
from specharness.ir.source import Span

SURE_AT = 0.8
"""From this probability on a label counts as `sure`, the guide's word for one that its writer would defend."""


PARAM_NAMES = frozenset(
    "path field column sheet range keys value allowed min max min_exclusive max_exclusive count pattern decimals "
    "command tool order text".split()
)
"""The one vocabulary of parameters."""


class LabelHeader(Model):
    """First line of a label file: which text it is about."""

    document: str = Field(min_length=1)
    """Path of the text below the folder of documents, with `/`."""
    sha256: str = Field(pattern=r"^[0-9a-f]{64}$")
    """Of the bytes of that file; offsets hold for these bytes and no others."""


class Offsets(Model):
    """A place in the labelled document: half-open, in code points. Without `source` it is the file's own document."""

    source: str | None = None
    start: int = Field(ge=0, strict=True)
    end: int = Field(ge=0, strict=True)

    @model_validator(mode="after")
    def _ordered(self) -> Offsets:
        if self.end <= self.start:
            raise ValueError(f"a place must not be empty: start {self.start}, end {self.end}")
        return self


class Label(Model):
    """One labelled direction, as the guide writes it. A text may be given by its place instead of being copied."""

    id: str = Field(min_length=1)
    source: str | None = None
    """Source of spans that name none; the file's own document where this is missing, too."""
    spans: tuple[Offsets, ...] = Field(min_length=1)
    disposition: Disposition
    modality: Modality
    kind: Kind
    family: Family | None = None
    params: dict[str, Scalar | Offsets | tuple[Scalar | Offsets, ...]] = {}
    workspace: tuple[str, ...] = ()
    """Names of parameters whose literals are read from the workspace and stand in no text."""
    condition: str | Offsets | None = None
    statement: str = ""
    confidence: Literal["sure", "unsure"] | None = None
    note: str | None = None
    reason: Reason | None = None
    param_spans: dict[str, tuple[Offsets, ...]] = {}
    probability: float | None = Field(default=None, ge=0, le=1, strict=True)

    @field_validator("params", mode="before")
    @classmethod
    def _no_params(cls, value: object) -> object:
        return {} if value is None else value


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
