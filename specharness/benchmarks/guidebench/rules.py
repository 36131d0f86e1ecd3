"""Rules as templates with activation conditions, and their instances in tasks: the frozen surface of GuideBench.

A template is a distinct rule text of a subset; an instance is a template in a task. The condition is the rule's own
opening clause (`当…时，`, `如果…，则`, `若…，判定`), given by its place in the rule. Where it ends is sure only if a
word marks the consequence or a single comma parts the two; else the template says that the end is unclear. Whether a
condition holds for a task is never assumed: `evidence` reports it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import asdict, dataclass

from specharness.benchmarks.guidebench.tasks import Task
from specharness.ir import digest_of
from specharness.measure.gaps_surface import Surface

_OPENS = re.compile(r"\s*(?:当|如果|若|假如)")
_CONSEQUENCE = re.compile(
    r"[，,](?=\s*(?:则|那么|认为|判定|视为|也可视为|可视为|此时|总结时|以|遵循|忽略|不考虑|均认为|在特定|折扣先|继续|需|应|可))"
)


@dataclass(frozen=True)
class Span:
    """A place in the rule's text, in code points, half-open."""

    start: int
    end: int


@dataclass(frozen=True)
class Template:
    id: str
    subset: str
    text: str
    condition: Span | None
    """The opening clause; None for a rule that always holds, and for one whose clause ends unclearly."""
    unclear: bool
    """Whether it opens with a condition whose end no word marks."""


@dataclass(frozen=True)
class Instance:
    id: str
    """`TASK/PLACE`, the place being the rule's among the task's, from 0."""
    task: str
    template: str
    rule_id: str


@dataclass(frozen=True)
class RuleSet:
    """The rules of some tasks."""

    templates: tuple[Template, ...]
    instances: tuple[Instance, ...]

    def surface(self, tasks: Iterable[Task]) -> Surface:
        """The frozen surface of these tasks: one unit a rule instance. Its fingerprint covers the rules' texts."""
        units: dict[str, tuple[str, ...]] = {task.id: () for task in tasks}
        for instance in self.instances:
            units[instance.task] = (*units[instance.task], instance.id)
        return Surface(benchmark="guidebench", compiler=digest_of(asdict(self)), units=units)


def rules_of(tasks: Iterable[Task]) -> RuleSet:
    """Templates and instances, templates in the order of their first use."""
    templates: dict[tuple[str, str], Template] = {}
    instances: list[Instance] = []
    for task in tasks:
        for place, rule in enumerate(task.rules):
            template = templates.get((task.subset, rule.text))
            if template is None:
                template = templates[task.subset, rule.text] = template_of(task.subset, rule.text)
            instances.append(Instance(f"{task.id}/{place}", task.id, template.id, rule.rule_id))
    return RuleSet(tuple(templates.values()), tuple(instances))


def template_of(subset: str, text: str) -> Template:
    """The template of one rule's text."""
    condition, unclear = condition_of(text)
    return Template(digest_of([subset, text])[:16], subset, text, condition, unclear)


def condition_of(text: str) -> tuple[Span | None, bool]:
    """The opening condition's place, and whether there is one whose end is unclear."""
    opened = _OPENS.match(text)
    if opened is None:
        return None, False
    start = len(text) - len(text.lstrip())
    first = re.split(r"[；;。]", text, maxsplit=1)[0]
    moment = re.search(r"时(?=[，,])", first) if text[start] == "当" else None
    if moment is not None:
        return Span(start, moment.end()), False
    marked = _CONSEQUENCE.search(first)
    return (Span(start, marked.start()), False) if marked else _by_comma(first, start)


def _by_comma(clause: str, start: int) -> tuple[Span | None, bool]:
    commas = [match.start() for match in re.finditer(r"[，,]", clause)]
    return (Span(start, commas[0]), False) if len(commas) == 1 else (None, True)
