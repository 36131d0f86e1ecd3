"""One run: an agent at a task under a condition, to its acceptance, its refusal or the end of its budget."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from specharness.errors import UsageError
from specharness.experiments.agents import Agent, Attempt, Turn
from specharness.experiments.conditions import Condition, Move, Ruling, State
from specharness.experiments.tasks import Assignment
from specharness.ir import Acceptance, Message, Official, Role, Run, ToolCall, Usage, Workspace
from specharness.ir.run import RAW

Verify = Callable[[Assignment, Path], Official]
"""The official verdict over a workspace. Held out: called after the session has ended."""
Claims = Callable[[Run], bool]
"""Whether a run claims completion."""


@dataclass(frozen=True)
class Budget:
    """The same for every condition, so that runs are pairs."""

    rounds: int = 3
    """Claims that an agent may make, the first included."""
    seconds: float = 600.0
    """Wall clock of the agent's work, all rounds together."""


@dataclass(frozen=True)
class Cell:
    """One run of the matrix."""

    task: Assignment
    agent: Agent
    condition: Condition
    trial: int

    @property
    def id(self) -> str:
        """Unique in a matrix."""
        return f"{self.agent.name}/{self.condition.name}/{self.task.id}/{self.trial}"


def refuse_unmediated(agent: Agent, condition: Condition) -> None:
    """Raises UsageError for a condition that must mediate an agent that can't be held up."""
    if condition.mediates and not agent.mediated:
        raise UsageError(f"{condition.name} has to see calls before they are made, and {agent.name} can't be held up")


def run_cell(
    cell: Cell, root: Path, budget: Budget, claims: Claims, verify: Verify | None, stop: threading.Event
) -> Run:
    """The run; `root`, which must be absent, keeps the workspace.

    Raises what `refuse_unmediated` raises, and SpecHarnessError for what the agent or the condition can't do; an agent
    that fails is a run, not an error.
    """
    task, agent, condition = cell.task, cell.agent, cell.condition
    refuse_unmediated(agent, condition)
    workspace, before = root / "workspace", root / "before"
    task.lay_out(before)
    task.lay_out(workspace)
    world = task.world(workspace)
    added = condition.begin(task)
    prompt = f"{task.prompt}\n\n{added}" if added else task.prompt
    calls: list[ToolCall] = []
    said: list[Message] = [Message(role=Role.USER, text=prompt)]
    attempts: list[Attempt] = []
    ruling = Ruling(Move.REFUSE)
    left = budget.seconds
    for number in range(budget.rounds):
        made: list[ToolCall] = []

        def note(call: ToolCall, made: list[ToolCall] = made) -> None:
            made.append(call)
            condition.after_call(call)

        started = time.monotonic()
        attempt = agent.attempt(
            Turn(task, cell.trial, number, prompt, workspace, world, left, condition.before_call, note, stop)
        )
        left -= time.monotonic() - started
        attempts.append(attempt)
        calls += made or attempt.calls
        if attempt.message is not None:
            said.append(Message(role=Role.ASSISTANT, text=attempt.message))
        draft = _run(cell, workspace, said, calls, attempts)
        if attempt.ended or not claims(draft):
            ruling = Ruling(Move.REFUSE, reasons=(attempt.ended or "completion was not claimed",))
            break
        last = attempt.final or number + 1 == budget.rounds or left <= 0
        ruling = condition.at_claim(State(workspace, before, attempt.message or "", tuple(calls), world), last)
        if ruling.move is not Move.RETRY:
            break
        prompt = ruling.feedback
        said.append(Message(role=Role.USER, text=prompt))
    run = _run(cell, workspace, said, calls, attempts)
    official = verify(task, workspace) if verify else None
    acceptance = None if condition.name == RAW else _acceptance(ruling)
    return run.model_copy(update={"acceptance": acceptance, "official": official})


def _acceptance(ruling: Ruling) -> Acceptance:
    return Acceptance(
        accepted=ruling.move is Move.ACCEPT,
        verdict=ruling.verdict,
        vacuous=ruling.vacuous,
        reasons=ruling.reasons,
        certificate=ruling.certificate,
    )


def _run(cell: Cell, workspace: Path, said: list[Message], calls: list[ToolCall], attempts: list[Attempt]) -> Run:
    return Run(
        id=cell.id,
        task=cell.task.id,
        agent=cell.agent.name,
        condition=cell.condition.name,
        trial=str(cell.trial),
        instruction=cell.task.prompt,
        trace=(said[0], *calls, *said[1:]),
        final_message=attempts[-1].message,
        ended=attempts[-1].ended,
        workspace=Workspace(path=workspace.name),
        usage=_total([attempt.usage for attempt in attempts]),
        extra={"rounds": len(attempts)},
    )


def _total(usages: list[Usage]) -> Usage:
    """Sums; unknown where any part is."""

    def whole(name: str) -> int | None:
        parts: list[int | None] = [getattr(usage, name) for usage in usages]
        return None if None in parts else sum(part or 0 for part in parts)

    def real(name: str) -> float | None:
        parts: list[float | None] = [getattr(usage, name) for usage in usages]
        return None if None in parts else sum(part or 0.0 for part in parts)

    return Usage(
        input_tokens=whole("input_tokens"),
        cached_tokens=whole("cached_tokens"),
        output_tokens=whole("output_tokens"),
        model_calls=whole("model_calls"),
        seconds=real("seconds"),
        cost_usd=real("cost_usd"),
    )
