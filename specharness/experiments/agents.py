"""Who acts: the protocol of an agent, and the agents of this package.

`CommandAgent` is any program that reads its task from standard input; `ReplayedAgent` repeats recorded runs;
`SimulatedAgent` walks through known states of our own tasks, so that conditions can be studied without a model. A chat
model behind an endpoint is `specharness.experiments.chat`.
"""

from __future__ import annotations

import hashlib
import shutil
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from specharness.errors import InputError, NotFoundError
from specharness.experiments import enclosure
from specharness.experiments.conditions import Ruling
from specharness.experiments.enclosure import Enclosure
from specharness.experiments.tasks import Assignment
from specharness.ir import Run, ToolCall, Usage
from specharness.measure.corpus import CorpusTask, lay_out, load_task


@dataclass(frozen=True)
class Turn:
    """One round of work."""

    task: Assignment
    trial: int
    number: int
    """From 0; later ones come with feedback."""
    prompt: str
    """What the agent is told: the task, or the feedback on its last claim."""
    workspace: Path
    world: Mapping[str, Path]
    seconds: float
    """What is left of the budget."""
    rule: Callable[[ToolCall], Ruling]
    """Asked before each call by agents that can be held up."""
    note: Callable[[ToolCall], None]
    """Told each call with its result."""
    stop: threading.Event
    """Set when the work is to end at once."""


@dataclass(frozen=True)
class Attempt:
    """What came of a round."""

    message: str | None
    """The agent's last words; None where there are none."""
    calls: tuple[ToolCall, ...] = ()
    usage: Usage = field(default_factory=Usage)
    ended: str = ""
    """What stopped it, where it was not the agent."""
    final: bool = False
    """Whether the agent can't go on after feedback."""


class Agent(Protocol):
    """Someone who works at tasks. The same object serves all sessions and keeps nothing between them."""

    @property
    def name(self) -> str:
        """As in the runs."""
        ...

    @property
    def mediated(self) -> bool:
        """Whether it asks before each call."""
        ...

    def attempt(self, turn: Turn) -> Attempt:
        """Work in the turn's workspace until it claims to be done or is stopped."""
        ...


@dataclass(frozen=True)
class CommandAgent:
    """A program. It reads the prompt, and in later rounds the feedback, from standard input; what it prints last is its
    message. Its calls are its own business, so nothing can be mediated."""

    name: str
    command: tuple[str, ...]
    enclosure: Enclosure = field(default_factory=Enclosure)
    mediated: bool = False

    def attempt(self, turn: Turn) -> Attempt:
        done = enclosure.run(
            self.command, turn.prompt, turn.workspace, turn.world, self.enclosure, turn.seconds, turn.stop
        )
        ended = done.ended or (f"exit status {done.code}" if done.code else "")
        return Attempt(done.stdout.strip() or None, usage=Usage(seconds=done.seconds), ended=ended)


@dataclass(frozen=True)
class ReplayedAgent:
    """Recorded runs, by task and trial. The final state is copied from where the record says it lies."""

    name: str
    runs: Mapping[tuple[str, str], Run]
    root: Path
    """What the records' workspace paths are relative to."""
    mediated: bool = False

    def recorded(self, task: str, trial: int) -> tuple[Run, Path | None]:
        """The run, and where its final state lies. Raises NotFoundError."""
        run = self.runs.get((task, str(trial)))
        if run is None:
            raise NotFoundError(f"no recorded run of {self.name} at {task}, trial {trial}")
        if run.workspace is None:
            return run, None
        source = (self.root / run.workspace.path).resolve()
        if not source.is_relative_to(self.root.resolve()) or not source.is_dir():
            raise NotFoundError(f"{run.id}: no recorded workspace at {run.workspace.path} below {self.root}")
        return run, source

    def attempt(self, turn: Turn) -> Attempt:
        run, source = self.recorded(turn.task.id, turn.trial)
        if source is not None:
            shutil.rmtree(turn.workspace)
            shutil.copytree(source, turn.workspace, symlinks=True)
        for call in run.calls:
            turn.note(call)
        return Attempt(run.final_message, run.calls, run.usage, run.ended, final=True)


@dataclass(frozen=True)
class SimulatedAgent:
    """Leaves one of a task's known states behind, drawn by a hash of seed, task and trial, and always says it is done.

    `skill` is the chance that the first state is the good one, `repair` the chance that feedback leads to it.
    """

    name: str
    seed: int
    skill: float
    repair: float
    mediated: bool = False

    def states(self, task: Assignment) -> tuple[CorpusTask, list[str]]:
        """The task with its states, and the names of the broken ones. Raises InputError where it has none."""
        held = load_task(task.folder)
        broken = [variant.name for variant in held.variants if variant.broken]
        if not broken:
            raise InputError(f"{self.name}: {task.folder} has no broken state to leave behind")
        return held, broken

    def attempt(self, turn: Turn) -> Attempt:
        task, broken = self.states(turn.task)
        chance = self.repair if turn.number else self.skill
        state = "good" if self._draw(turn, "good") < chance else broken[int(self._draw(turn, "which") * len(broken))]
        shutil.rmtree(turn.workspace)
        lay_out(task, state, turn.workspace)
        return Attempt("The task is complete. All requirements were met.")

    def _draw(self, turn: Turn, what: str) -> float:
        key = f"{self.seed}/{turn.task.id}/{turn.trial}/{turn.number}/{what}"
        return int.from_bytes(hashlib.sha256(key.encode()).digest()[:8], "big") / 2**64


def recorded(runs: Sequence[Run]) -> dict[tuple[str, str], Run]:
    """Runs by task and trial, as `ReplayedAgent` wants them."""
    return {(run.task, run.trial): run for run in runs}
