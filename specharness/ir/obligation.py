"""Obligations: what a runtime can decide, with provenance, check, state and control.

The five parts are those of the paper's obligation (src, auth, effect, state, ctrl); section 1.1 of its reference.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Any

from pydantic import Field, JsonValue

from specharness.ir.base import SCHEMA_VERSION, Model, digest_of
from specharness.ir.direction import Direction, Disposition, Family, Kind, Reason
from specharness.ir.source import Source, SourceKind, Span


class Mode(StrEnum):
    BLOCK = "block"
    VALIDATE = "validate"
    ADVISE = "advise"


class Provenance(Model):
    """src: the sentences that demand it."""

    directions: tuple[str, ...] = Field(min_length=1)
    spans: tuple[Span, ...] = Field(min_length=1)
    quote: str
    """Text of the first span, verbatim."""
    authority: SourceKind
    """Kind of the strongest source among the spans."""
    statement: str


class Action(Model):
    """auth: which tool calls it speaks of. Empty for obligations on state."""

    tool: str | None = None
    arguments: dict[str, JsonValue] = {}


class Effect(Model):
    """effect: the validator that decides it, with normalised parameters."""

    validator: str
    params: dict[str, JsonValue] = {}


class State(Model):
    """state: the assertion key. Two obligations with one key and different parameters conflict."""

    key: str


class Guard(Model):
    """An activation condition that visible data decide: `field` of the file at `path` equals one of `values`."""

    text: str
    path: str
    field: str
    values: tuple[JsonValue, ...]
    negated: bool = False


class Control(Model):
    """ctrl: how it is enforced."""

    mandatory: bool = True
    mode: Mode = Mode.BLOCK
    guard: Guard | None = None
    """None: always active."""
    depends_on: tuple[str, ...] = ()
    repair_budget: int = Field(default=3, ge=0)


class Obligation(Model):
    id: str
    """`o1`, `o2`, … in the order of the main spans."""
    family: Family
    kind: Kind
    src: Provenance
    auth: Action = Action()
    effect: Effect
    state: State
    ctrl: Control = Control()


class Demotion(Model):
    """A direction that did not become an obligation, and why."""

    direction: str
    disposition: Disposition
    reason: Reason
    detail: str = ""
    mandatory: bool
    """True: it binds the agent though nothing here can decide it, so that a verdict can't be PASS."""


class Residue(Model):
    """Text that asks nothing of the work; for the reason `unread`, text that may ask something all the same."""

    span: Span
    reason: Reason = Reason.BACKGROUND


class PathMapping(Model):
    """A container folder and what it holds on the host, as the specification's own environment states it."""

    container: str
    """Absolute path in the agent's world, without a trailing slash: `/root`."""
    origin: str
    """Who says so: `--map`, `Dockerfile COPY`, `Dockerfile WORKDIR`."""


class CompilerId(Model):
    engine: str
    version: str
    fingerprint: str
    """SHA-256 over everything that decides the engine's output."""


class ObligationSet(Model):
    """The result of compiling: Gamma* = (hard, advisory, abstained, residual)."""

    schema_version: str = SCHEMA_VERSION
    compiler: CompilerId
    sources: tuple[Source, ...]
    directions: tuple[Direction, ...]
    hard: tuple[Obligation, ...]
    advisory: tuple[Demotion, ...]
    abstained: tuple[Demotion, ...]
    residual: tuple[Residue, ...]
    held_out: tuple[str, ...] = ()
    """Paths (relative) that exist beside the sources and were not read."""
    path_map: tuple[PathMapping, ...] = ()
    workdir: str | None = None
    """The folder that relative paths of the specification start from, where its environment states it."""

    @property
    def digest(self) -> str:
        """Content hash over the canonical JSON."""
        return digest_of(self.model_dump(mode="json"))

    def source(self, source_id: str) -> Source:
        """The source with this id; KeyError if there is none."""
        for source in self.sources:
            if source.id == source_id:
                return source
        raise KeyError(source_id)

    def direction(self, direction_id: str) -> Direction:
        """The direction with this id; KeyError if there is none."""
        for direction in self.directions:
            if direction.id == direction_id:
                return direction
        raise KeyError(direction_id)


def plain(value: Any) -> JsonValue:
    """A model parameter (tuples included) as plain JSON data."""
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]
    if isinstance(value, dict):
        return {str(key): plain(item) for key, item in value.items()}
    if value is None or isinstance(value, (str, int, float, bool)):
        return value
    raise TypeError(f"not plain JSON data: {type(value).__name__}")
