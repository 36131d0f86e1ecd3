"""The tasks of a GuideBench folder as the agent sees them, and how many there are.

Guarantees that reference answers are dropped while the JSON is read (`specharness.sources.guidebench` does the same
for one task as a specification).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from pydantic import JsonValue

from specharness.errors import NotFoundError, SchemaMismatchError
from specharness.sources.guidebench import visible_tasks

SUFFIX = "_tasks.json"


@dataclass(frozen=True)
class Rule:
    """One rule as a task carries it."""

    type: str
    rule_id: str
    text: str


@dataclass(frozen=True)
class Task:
    subset: str
    """`chat`, `hallu`, `math`, `price`, `relevance` or `summary`."""
    number: int
    """From 0, in the order of the file."""
    instruction: str
    rules: tuple[Rule, ...]
    context: str
    options: str
    """The answers to choose from, where the subset has them; else empty."""

    @property
    def id(self) -> str:
        """The label that `specharness compile FILE --task N` gives it."""
        return f"{self.subset}{SUFFIX}#{self.number}"


@dataclass(frozen=True)
class Counts:
    """How much a set of tasks holds."""

    tasks: int
    instances: int
    """Rules attached to tasks, each time they are."""
    entries: int
    """Distinct rules by subset, type, id and text."""
    templates: int
    """Distinct rule texts, by subset."""


def read_tasks(folder: Path) -> list[Task]:
    """The tasks of every `*_tasks.json` in the folder, by subset and number.

    Raises NotFoundError where there is no such file, SchemaMismatchError for JSON of another shape.
    """
    try:
        files = sorted(path for path in folder.iterdir() if path.name.endswith(SUFFIX))
    except OSError as error:
        raise NotFoundError(f"{folder}: can't be read: {error.strerror}; give GuideBench's folder") from error
    if not files:
        raise NotFoundError(f"{folder}: no *{SUFFIX} in it; give GuideBench's folder")
    return [
        _task(raw, path.name.removesuffix(SUFFIX), number, f"{path}#{number}")
        for path in files
        for number, raw in enumerate(visible_tasks(path))
    ]


def counts(tasks: Iterable[Task]) -> Counts:
    """The sizes of a set of tasks."""
    tasks = list(tasks)
    entries = {(task.subset, rule) for task in tasks for rule in task.rules}
    return Counts(
        tasks=len(tasks),
        instances=sum(len(task.rules) for task in tasks),
        entries=len(entries),
        templates=len({(subset, rule.text) for subset, rule in entries}),
    )


def by_subset(tasks: Sequence[Task]) -> dict[str, list[Task]]:
    """The tasks of each subset, subsets in order."""
    found: dict[str, list[Task]] = {}
    for task in tasks:
        found.setdefault(task.subset, []).append(task)
    return dict(sorted(found.items()))


def _task(raw: JsonValue, subset: str, number: int, where: str) -> Task:
    if not isinstance(raw, dict):
        raise SchemaMismatchError(f"{where}: expected an object, got {type(raw).__name__}")
    rules = raw.get("Guidelines", [])
    if not isinstance(rules, list):
        raise SchemaMismatchError(f"{where}: Guidelines: expected a list, got {type(rules).__name__}")
    return Task(
        subset=subset,
        number=number,
        instruction=_text(raw, "Instruction", where),
        rules=tuple(_rule(rule, f"{where}: Guidelines {place}") for place, rule in enumerate(rules)),
        context=_text(raw, "Context", where),
        options=_text(raw, "MultipleOptions", where),
    )


def _rule(raw: JsonValue, where: str) -> Rule:
    if not isinstance(raw, dict):
        raise SchemaMismatchError(f"{where}: expected an object, got {type(raw).__name__}")
    return Rule(*(_text(raw, name, where) for name in ("type", "rule_id", "rule_text")))


def _text(raw: dict[str, JsonValue], name: str, where: str) -> str:
    value = raw.get(name, "")
    if not isinstance(value, str):
        raise SchemaMismatchError(f"{where}: {name}: expected text, got {type(value).__name__}")
    return value
