"""Which rules a run's evidence supports, and which are active.

An agent may report for each rule whether it applies and the words of the case that show it. A report is a proposal:
it supports the rule only if its quote stands, letter by letter, in the case that the agent was given. That a rule does
not apply can't be quoted, so such a report is listed as `claimed_inactive` and supports nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from specharness.benchmarks.guidebench.answers import json_object
from specharness.benchmarks.guidebench.rules import Template
from specharness.benchmarks.guidebench.tasks import Task
from specharness.ir import Outcome

MIN_QUOTE_CHARS = 4
"""Shorter quotes stand in nearly every case."""
MAX_QUOTE_CHARS = 2_000


class Active(StrEnum):
    """What is known of whether a rule applies to a task."""

    ALWAYS = "always"
    """The rule has no condition."""
    SHOWN = "shown"
    """Reported to apply, with words that stand in the case."""
    CLAIMED = "claimed_active"
    """Reported to apply, without such words."""
    CLAIMED_INACTIVE = "claimed_inactive"
    UNREPORTED = "unreported"


@dataclass(frozen=True)
class RuleEvidence:
    rule: int
    """Its place among the task's rules, from 0."""
    active: Active
    outcome: Outcome
    """Passed: supported. Unknown: not supported by evidence."""
    quote: str = ""


def evidence_of(task: Task, templates: Sequence[Template], message: str) -> list[RuleEvidence]:
    """The state of each of the task's rules after the message; `templates` are theirs, in order."""
    reply = json_object(message) or {}
    listed = reply.get("rules")
    reports: dict[int, dict[str, object]] = {}
    for entry in listed if isinstance(listed, list) else []:
        number = entry.get("rule") if isinstance(entry, dict) else None
        if isinstance(number, int) and not isinstance(number, bool) and 1 <= number <= len(task.rules):
            reports.setdefault(number - 1, entry)
    case = f"{task.context}\n{task.options}"
    return [_decide(place, template, reports.get(place), case) for place, template in enumerate(templates)]


def _decide(place: int, template: Template, report: dict[str, object] | None, case: str) -> RuleEvidence:
    always = template.condition is None and not template.unclear
    if report is None:
        return RuleEvidence(place, Active.ALWAYS if always else Active.UNREPORTED, Outcome.UNKNOWN)
    if report.get("applies") is not True:
        return RuleEvidence(place, Active.ALWAYS if always else Active.CLAIMED_INACTIVE, Outcome.UNKNOWN)
    given = report.get("quote")
    quote = given.strip() if isinstance(given, str) else ""
    if not MIN_QUOTE_CHARS <= len(quote) <= MAX_QUOTE_CHARS or quote not in case:
        return RuleEvidence(place, Active.ALWAYS if always else Active.CLAIMED, Outcome.UNKNOWN)
    return RuleEvidence(place, Active.ALWAYS if always else Active.SHOWN, Outcome.PASSED, quote)
