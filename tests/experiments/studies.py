"""Small tasks, agents and conditions for the tests of experiments."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from specharness.experiments.agents import Agent, Attempt, Turn
from specharness.experiments.conditions import Condition, Move, Raw, Ruling, State, Ungoverned
from specharness.experiments.session import Budget, Cell, run_cell
from specharness.experiments.tasks import Assignment
from specharness.ir import Official, Run, ToolCall, Usage


def assignment(folder: Path, name: str = "greet") -> Assignment:
    """A task whose work is a file `out.txt` that says done."""
    task = folder / name
    (task / "environment" / "workspace").mkdir(parents=True)
    (task / "environment" / "workspace" / "in.txt").write_text("given\n", encoding="utf-8")
    (task / "instruction.md").write_text("Write done into out.txt.\n", encoding="utf-8")
    return Assignment(name, task, "Write done into out.txt.\n", task / "environment" / "workspace", {"/work": "."})


@dataclass
class Writer:
    """Writes the texts that it was made with, one a round."""

    texts: Sequence[str]
    name: str = "writer"
    mediated: bool = False
    prompts: list[str] = field(default_factory=list)
    cost: float | None = None

    def attempt(self, turn: Turn) -> Attempt:
        self.prompts.append(turn.prompt)
        text = self.texts[min(turn.number, len(self.texts) - 1)]
        call = ToolCall(tool="write", arguments={"path": "out.txt", "text": text})
        if self.mediated and turn.rule(call).move is Move.BLOCK:
            return Attempt("I could not do it.")
        (turn.workspace / "out.txt").write_text(text, encoding="utf-8")
        turn.note(call)
        return Attempt("All done.", usage=Usage(cost_usd=self.cost))


@dataclass
class SaysDone(Ungoverned):
    """Accepts where out.txt says done."""

    name: str = "says-done"

    def at_claim(self, state: State, last: bool) -> Ruling:
        if (state.workspace / "out.txt").read_text(encoding="utf-8") == "done":
            return Ruling(Move.ACCEPT)
        return Ruling(Move.REFUSE if last else Move.RETRY, feedback="out.txt does not say done")


@dataclass
class NoWriting(Raw):
    """Holds up every call."""

    name: str = "no-writing"
    mediates = True

    def before_call(self, call: ToolCall) -> Ruling:
        return Ruling(Move.BLOCK, "not allowed")


def claims(run: Run) -> bool:
    """Whoever says done claims it."""
    return "done" in (run.final_message or "")


def verify(task: Assignment, workspace: Path) -> Official:
    """Passed where out.txt says done."""
    path = workspace / "out.txt"
    return Official(passed=path.is_file() and path.read_text(encoding="utf-8") == "done")


def session(folder: Path, agent: Agent, condition: Condition, budget: Budget | None = None) -> Run:
    """One run."""
    cell = Cell(assignment(folder), agent, condition, 0)
    return run_cell(cell, folder / "run", budget or Budget(), claims, verify, threading.Event())
