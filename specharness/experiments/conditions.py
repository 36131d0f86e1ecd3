"""What governs an agent and decides whether its run is accepted.

Four conditions of the paper's comparison are here, each an adaptation that `docs/conditions.md` describes: `raw`,
`rubric` (scored afterwards), `gate` (checks at completion) and `obligations` (ours at completion). A condition is asked
at fixed points of a session; those that act while the agent works implement the same protocol and set `mediates`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Protocol

from specharness.experiments.tasks import Assignment
from specharness.ir import Certificate, ObligationSet, Outcome, ToolCall, Verdict, digest_of

Check = Callable[[ObligationSet, "State"], Certificate]
"""Decides a contract over a state."""
Compile = Callable[[Assignment], ObligationSet]


class Move(StrEnum):
    """What a condition rules."""

    ALLOW = "allow"
    """The call is made; only an answer to `before_call`."""
    BLOCK = "block"
    """The call is not made, and the agent is told why."""
    ACCEPT = "accept"
    RETRY = "retry"
    """The claim is not accepted; the agent gets the feedback and may go on."""
    REFUSE = "refuse"
    """The run ends without acceptance."""


@dataclass(frozen=True)
class Ruling:
    move: Move
    feedback: str = ""
    """What the agent is told."""
    verdict: Verdict | None = None
    vacuous: bool = False
    reasons: tuple[str, ...] = ()
    certificate: str = ""


@dataclass(frozen=True)
class State:
    """What an agent left when it claimed completion."""

    workspace: Path
    before: Path
    message: str
    calls: tuple[ToolCall, ...]
    maps: Mapping[str, Path]


class Condition(Protocol):
    """A way to govern. One object serves one session."""

    @property
    def name(self) -> str:
        """As in the runs; with its settings, so that two settings are two conditions."""
        ...

    @property
    def mediates(self) -> bool:
        """Whether it has to see calls before they are made: agents that can't be held up are refused then."""
        ...

    def begin(self, task: Assignment) -> str:
        """Get ready; what is added to the prompt."""
        ...

    def before_call(self, call: ToolCall) -> Ruling:
        """`ALLOW` or `BLOCK`."""
        ...

    def after_call(self, call: ToolCall) -> None:
        """Called with the call's result."""
        ...

    def at_claim(self, state: State, last: bool) -> Ruling:
        """`ACCEPT`, `RETRY` or `REFUSE`; `last` is true where the budget allows no further round."""
        ...


class Ungoverned:
    """What most conditions do while the agent works: nothing."""

    mediates = False

    def begin(self, task: Assignment) -> str:
        return ""

    def before_call(self, call: ToolCall) -> Ruling:
        return Ruling(Move.ALLOW)

    def after_call(self, call: ToolCall) -> None:
        return None


class Raw(Ungoverned):
    """The agent's claim is its acceptance."""

    name = "raw"

    def at_claim(self, state: State, last: bool) -> Ruling:
        return Ruling(Move.ACCEPT)


@dataclass(frozen=True)
class Item:
    """One line of a rubric."""

    text: str
    weight: float
    judge: Callable[[State], float | None]
    """Share of the item that is met, 0 to 1; None where it can't be judged."""


@dataclass
class Rubric(Ungoverned):
    """A rubric made from the task, by which the finished work is scored once; the agent never hears of it."""

    items_of: Callable[[Assignment], Sequence[Item]]
    threshold: float
    _items: Sequence[Item] = field(default=(), init=False)

    @property
    def name(self) -> str:
        return f"rubric@{self.threshold:g}"

    def begin(self, task: Assignment) -> str:
        self._items = self.items_of(task)
        return ""

    def at_claim(self, state: State, last: bool) -> Ruling:
        scored = [(item, item.judge(state)) for item in self._items]
        judged = [(item, score) for item, score in scored if score is not None]
        weight = sum(item.weight for item, _ in judged)
        if not weight:
            return Ruling(Move.ACCEPT, vacuous=True, reasons=("no item could be judged",))
        score = sum(item.weight * score for item, score in judged) / weight
        reasons = tuple(f"{score:.2f} {item.text}" for item, score in judged)
        accepted = score >= self.threshold
        return Ruling(Move.ACCEPT if accepted else Move.REFUSE, reasons=(f"score {score:.3f}", *reasons))


@dataclass
class Obligations(Ungoverned):
    """The compiled obligations, checked at completion: a violated one is reported back while rounds are left.

    With `strict`, only PASS is accepted; else UNCERTAIN is, too. FAIL never is.
    """

    compile: Compile
    check: Check
    strict: bool
    _contract: ObligationSet | None = field(default=None, init=False)

    @property
    def name(self) -> str:
        return "obligations-strict" if self.strict else "obligations"

    def begin(self, task: Assignment) -> str:
        self._contract = self.compile(task)
        return ""

    def at_claim(self, state: State, last: bool) -> Ruling:
        if self._contract is None:
            raise RuntimeError("a condition is begun before it rules")
        found = self.check(self._contract, state)
        admitted = (Verdict.PASS,) if self.strict else (Verdict.PASS, Verdict.UNCERTAIN)
        move = Move.ACCEPT if found.verdict in admitted else Move.REFUSE if last else Move.RETRY
        return Ruling(
            move,
            feedback_of(found),
            found.verdict,
            found.vacuous,
            found.reasons,
            digest_of(found.model_dump(mode="json")),
        )


@dataclass
class Gate(Ungoverned):
    """Checks that a planner wrote for each sub-task, run at completion; the failing ones are retried, then replanned.

    `plan` gives the sub-tasks' checks; it is asked again, with what failed, after `retries` failed rounds.
    """

    plan: Callable[[Assignment, Sequence[str]], Sequence[SubTask]]
    retries: int = 2
    _task: Assignment | None = field(default=None, init=False)
    _plan: Sequence[SubTask] = field(default=(), init=False)
    _failed: int = field(default=0, init=False)

    name = "gate"

    def begin(self, task: Assignment) -> str:
        self._task, self._plan, self._failed = task, self.plan(task, ()), 0
        return ""

    def at_claim(self, state: State, last: bool) -> Ruling:
        if self._task is None:
            raise RuntimeError("a condition is begun before it rules")
        failing = [f"{sub.title}: {problem}" for sub in self._plan if (problem := sub.verify(state))]
        if not failing:
            return Ruling(Move.ACCEPT, vacuous=not self._plan)
        self._failed += 1
        if self._failed % (self.retries + 1) == 0:
            self._plan = self.plan(self._task, failing)
        move = Move.REFUSE if last else Move.RETRY
        return Ruling(move, "\n".join(failing), reasons=tuple(failing))


@dataclass(frozen=True)
class SubTask:
    """A part of the work with its own check."""

    title: str
    verify: Callable[[State], str]
    """Why it is not done; empty where it is, or where that can't be told."""


def feedback_of(certificate: Certificate) -> str:
    """What an agent is told of a check: each violated sentence, with what was expected and seen."""
    return "\n".join(
        f"Not met: {result.quote!r}. Expected: {result.expected}. Found: {result.observed}"
        + (f" at {result.where}" if result.where else "")
        for result in certificate.results
        if result.outcome is Outcome.FAILED
    )
