"""One agent's run at one task: what it was asked, what it did and said, what officially came of it.

The same shape whatever recorded it; `specharness.runs` reads the formats. What a format says beyond these fields stands
in `extra`, at the level where it stood, so that nothing is lost. Not its business: whether the run claimed completion
(`specharness.runs.claims` decides that from the trace), and whether it may be accepted.

What the benchmark alone knows (verdict, tests, reference calls) is kept together in `official`; `Run.visible` is the
run without it, and is all that a compiler, a gate or a detector of claims may be given.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Literal

from pydantic import Field, JsonValue

from specharness.ir.base import SCHEMA_VERSION, Model
from specharness.ir.certificate import Outcome, Verdict

RAW = "raw"
"""The condition in which nothing governs the agent: its claim is its acceptance."""


class Role(StrEnum):
    SYSTEM = "system"
    USER = "user"
    ASSISTANT = "assistant"


class Transcript(StrEnum):
    """How much of the run its record holds."""

    COMPLETE = "complete"
    PARTIAL = "partial"
    """Some calls or messages are known to be missing."""
    ABSENT = "absent"
    """Neither calls nor a message: the run may have an official outcome, but says nothing."""


class Message(Model):
    """Something said, in the order of the run."""

    kind: Literal["message"] = "message"
    role: Role
    text: str
    extra: dict[str, JsonValue] = {}


class ToolCall(Model):
    """A call that the agent made, with the answer that it got."""

    kind: Literal["call"] = "call"
    tool: str
    arguments: dict[str, JsonValue] = {}
    raw_arguments: str | None = None
    """The arguments as text, where they are no JSON object; `arguments` is empty then."""
    result: str | None = None
    """The answer as the agent saw it; None where none is recorded."""
    failed: bool | None = None
    """Whether the record marks the call as failed; None where it does not say."""
    id: str = ""
    extra: dict[str, JsonValue] = {}


Step = Annotated[Message | ToolCall, Field(discriminator="kind")]


class Workspace(Model):
    """Where the state that the run left behind can be found. A reference: nothing here opens it."""

    path: str
    """As recorded, or relative to the record's folder."""
    sha256: str | None = None


class OfficialTest(Model):
    """One official test."""

    name: str
    outcome: Outcome


class Official(Model):
    """What the benchmark's verifier says. Held out: it never reaches a compiler, a gate or the agent."""

    passed: bool | None = None
    """None: the verifier gave no verdict, and the run is not valid for measuring."""
    reward: float | None = None
    tests: tuple[OfficialTest, ...] = ()
    soft: tuple[str, ...] = ()
    """Known weaknesses of this verdict, by name (`no_change_needed`): figures are given with and without them."""
    error: str = ""
    """Why there is no verdict."""
    held_out: dict[str, JsonValue] = {}
    """References and differences from them, as the format has them."""


class Acceptance(Model):
    """What a governed condition's runtime decided at the end; absent in the raw condition."""

    accepted: bool
    verdict: Verdict | None = None
    vacuous: bool = False
    """True: nothing mandatory was decided, so that the acceptance says nothing."""
    reasons: tuple[str, ...] = ()
    certificate: str = ""
    """Digest of the certificate."""


class Support(Model):
    """Which units of a frozen surface the run's evidence supports: S of equation 13."""

    surface: str
    """Fingerprint of the surface; figures over two surfaces are never compared."""
    outcomes: dict[str, Outcome] = {}
    """By unit id. Only `passed` supports; a unit that is missing here is not supported; `inactive` is not counted."""


class Usage(Model):
    """What the run cost. None where the record does not say."""

    input_tokens: int | None = Field(default=None, ge=0)
    """Cached ones included."""
    cached_tokens: int | None = Field(default=None, ge=0)
    output_tokens: int | None = Field(default=None, ge=0)
    model_calls: int | None = Field(default=None, ge=0)
    seconds: float | None = Field(default=None, ge=0)
    """Wall clock of the agent's work, without setup and verification."""
    cost_usd: float | None = Field(default=None, ge=0)


class Origin(Model):
    """Where the record was read."""

    format: str
    path: str = ""
    line: int | None = None
    """1-based, where the format has a run a line."""


class Run(Model):
    """One run. A run is named by benchmark, task, agent, condition and trial; pairs share all but the condition."""

    schema_version: str = SCHEMA_VERSION
    id: str
    task: str
    agent: str
    """Who acted: harness and model as the record names them."""
    condition: str = RAW
    trial: str = "0"
    benchmark: str = ""
    domain: str = ""
    model: str = ""
    instruction: str = ""
    """What was asked, where it is recorded apart from the trace or is its first user message."""
    trace: tuple[Step, ...] = ()
    final_message: str | None = None
    """The agent's last words; None where there are none."""
    transcript: Transcript = Transcript.COMPLETE
    ended: str = ""
    """What stopped the run, where it was not the agent: an exception, a limit."""
    workspace: Workspace | None = None
    official: Official | None = None
    acceptance: Acceptance | None = None
    support: Support | None = None
    usage: Usage = Usage()
    origin: Origin | None = None
    extra: dict[str, JsonValue] = {}

    @property
    def calls(self) -> tuple[ToolCall, ...]:
        """The tool calls alone, in order."""
        return tuple(step for step in self.trace if isinstance(step, ToolCall))

    @property
    def visible(self) -> Run:
        """The run without what is held out."""
        return self if self.official is None else self.model_copy(update={"official": None})
