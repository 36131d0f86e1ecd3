"""An experiment as a TOML file: tasks, agents, conditions and budget.

tasks = ["annotations/tasks"]
trials = 2
verify = "same-state"            # or ["bash", "/tests/test.sh"]; left out: no official verdict

[budget]
rounds = 3
seconds = 600

[[agent]]
name = "simulated"
kind = "simulated"               # simulated, command, replay, chat
skill = 0.4
repair = 0.7
seed = 1

[[condition]]
kind = "raw"                     # raw, rubric, gate, obligations
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field, JsonValue

from specharness.compile.toml_file import parse_toml, read_bounded
from specharness.experiments.adapted import plan_of, rubric_of
from specharness.experiments.agents import Agent, CommandAgent, ReplayedAgent, SimulatedAgent, recorded
from specharness.experiments.conditions import Check, Compile, Condition, Gate, Obligations, Raw, Rubric
from specharness.experiments.enclosure import Enclosure, require, require_program
from specharness.experiments.matrix import Matrix
from specharness.experiments.session import Budget, Cell, Claims, Verify, refuse_unmediated
from specharness.experiments.tasks import Assignment, load_assignments
from specharness.experiments.verifiers import SameState, TestCommand
from specharness.ir import Model, ObligationSet, digest_of
from specharness.measure.corpus import load_task
from specharness.runs.own import numbered_runs

MAX_PLAN_BYTES = 2**20
Share = Annotated[float, Field(ge=0, le=1)]
Name = Annotated[str, Field(min_length=1, max_length=80, pattern=r"^[^\s/]+$")]


class _Simulated(Model):
    kind: Literal["simulated"]
    name: Name
    skill: Share = 0.5
    repair: Share = 0.5
    seed: int = 0


class _Command(Model):
    kind: Literal["command"]
    name: Name
    command: tuple[str, ...] = Field(min_length=1)
    network: bool = False
    environment: tuple[str, ...] = ()
    readable: tuple[str, ...] = ()
    unenclosed: bool = False


class _Replay(Model):
    kind: Literal["replay"]
    name: Name
    runs: str
    """JSON Lines of `Run`; workspaces are looked for below its folder."""


class _Chat(Model):
    kind: Literal["chat"]
    name: Name
    model: str
    endpoint: str = "OPENAI_BASE_URL"
    """Name of the variable that holds the base URL."""
    key: str = "OPENAI_API_KEY"
    """Name of the variable that holds the key."""
    temperature: float = 0.0
    max_calls: int = Field(default=40, ge=1, le=1000)
    max_tokens: int = Field(default=2048, ge=16)
    input_price: float = Field(default=0.0, ge=0)
    """Dollars for a million tokens."""
    output_price: float = Field(default=0.0, ge=0)


class _ConditionEntry(Model):
    kind: Literal["raw", "rubric", "gate", "obligations"]
    threshold: Share = 0.5
    """Of `rubric`."""
    retries: int = Field(default=2, ge=0)
    """Of `gate`: failed rounds before it plans anew."""
    strict: bool = False
    """Of `obligations`: accept PASS alone."""


class _Budget(Model):
    rounds: int = Field(default=3, ge=1, le=100)
    seconds: float = Field(default=600.0, gt=0)
    cost_ceiling: float | None = Field(default=None, gt=0)
    """Dollars, over the whole matrix."""


class Plan(Model):
    """The file. Paths are relative to its folder."""

    tasks: tuple[str, ...] = Field(min_length=1)
    trials: int = Field(default=1, ge=1, le=1000)
    verify: Literal["same-state"] | Annotated[tuple[str, ...], Field(min_length=1)] | None = None
    budget: _Budget = _Budget()
    agent: tuple[Annotated[_Simulated | _Command | _Replay | _Chat, Field(discriminator="kind")], ...] = Field(
        min_length=1
    )
    condition: tuple[_ConditionEntry, ...] = Field(min_length=1)


def read_plan(path: Path) -> Plan:
    """Raises NotFoundError, LimitExceededError, TextDecodingError, or SchemaMismatchError that names the place."""
    return parse_toml(read_bounded(path, "plan", MAX_PLAN_BYTES), path, "plan", Plan, "docs/conditions.md")


def matrix_of(plan: Plan, folder: Path, compile: Compile, check: Check, claims: Claims, version: str) -> Matrix:
    """The matrix that a plan from `folder` describes. `compile` is asked once a task.

    Raises UsageError where an agent can't run here or a condition can't hold it up, and what reading tasks and runs
    raises.
    """
    tasks = load_assignments([folder / one for one in plan.tasks])
    world = {container for task in tasks for container in task.maps}
    agents = [_agent(entry, folder, world) for entry in plan.agent]
    compile_once = _once(compile)
    makers = [_condition(entry, compile_once, check) for entry in plan.condition]
    for agent in agents:
        for make in makers:
            refuse_unmediated(agent, make())
        _refuse_unable(agent, tasks, plan.trials)
    if plan.verify == "same-state":
        for task in tasks:
            load_task(task.folder)

    def cell(task: Assignment, agent: Agent, make: Callable[[], Condition], trial: int) -> Callable[[], Cell]:
        return lambda: Cell(task, agent, make(), trial)

    cells = [
        cell(task, agent, make, trial)
        for agent in agents
        for make in makers
        for task in tasks
        for trial in range(plan.trials)
    ]
    manifest: dict[str, JsonValue] = {
        "version": version,
        "plan": plan.model_dump(mode="json"),
        "tasks": {task.id: digest_of([task.prompt, dict(task.maps)]) for task in tasks},
    }
    budget = Budget(plan.budget.rounds, plan.budget.seconds)
    return Matrix(cells, budget, claims, _verifier(plan.verify), manifest, plan.budget.cost_ceiling)


def _once(compile: Compile) -> Compile:
    """Compiles each task once, whatever asks for it."""
    held: dict[str, ObligationSet] = {}
    lock = threading.Lock()

    def compiled(task: Assignment) -> ObligationSet:
        with lock:
            if task.id not in held:
                held[task.id] = compile(task)
            return held[task.id]

    return compiled


def _agent(entry: _Simulated | _Command | _Replay | _Chat, folder: Path, world: Iterable[str]) -> Agent:
    match entry:
        case _Simulated():
            return SimulatedAgent(entry.name, entry.seed, entry.skill, entry.repair)
        case _Command():
            readable = tuple((folder / one).resolve() for one in entry.readable)
            enclosure = Enclosure(entry.network, entry.environment, readable, entry.unenclosed)
            require(enclosure)
            require_program(entry.command, enclosure, world)
            return CommandAgent(entry.name, entry.command, enclosure)
        case _Replay():
            path = folder / entry.runs
            return ReplayedAgent(entry.name, recorded([run for _, run in numbered_runs(path)]), path.parent)
        case _Chat():
            from specharness.experiments.chat import ChatAgent, Prices

            agent = ChatAgent(
                name=entry.name,
                model=entry.model,
                endpoint=entry.endpoint,
                key=entry.key,
                temperature=entry.temperature,
                max_calls=entry.max_calls,
                max_tokens=entry.max_tokens,
                prices=Prices(entry.input_price, entry.output_price),
            )
            agent.client()  # what would stop the first run is said before there is one
            return agent


def _refuse_unable(agent: Agent, tasks: Iterable[Assignment], trials: int) -> None:
    """Raises InputError where an agent that shows given states lacks one: before the first run, not at the last."""
    for task in tasks:
        match agent:
            case SimulatedAgent():
                agent.states(task)
            case ReplayedAgent():
                for trial in range(trials):
                    agent.recorded(task.id, trial)


def _condition(entry: _ConditionEntry, compile: Compile, check: Check) -> Callable[[], Condition]:
    match entry.kind:
        case "raw":
            return Raw
        case "rubric":
            items = rubric_of(compile, check)
            return lambda: Rubric(items, entry.threshold)
        case "gate":
            plan = plan_of(compile, check)
            return lambda: Gate(plan, entry.retries)
        case "obligations":
            return lambda: Obligations(compile, check, entry.strict)


def _verifier(given: str | Sequence[str] | None) -> Verify | None:
    if given is None:
        return None
    if isinstance(given, str):
        return SameState()
    command = TestCommand(tuple(given))
    require(command.enclosure)
    return command
