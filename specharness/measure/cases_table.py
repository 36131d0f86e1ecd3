"""The table of verdicts against known cases, for people. Counts and comparisons are made in `cases`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from specharness.ir import Verdict
from specharness.measure.cases import Judged, Study, disagreements

if TYPE_CHECKING:
    from rich.console import Console

_QUOTE = 100
"""Characters of a sentence that are shown."""


def print_study(result: Study, console: Console, *, quiet: bool = False) -> None:
    """A row a task, the totals, and the sentence and reason behind every disagreement (broken musts only, if quiet)."""
    from rich.markup import escape
    from rich.table import Table

    table = Table(title="Verdicts against known workspaces (debatable labels apart)")
    table.add_column("task", overflow="fold")
    for name in ("violates: FAIL", "UNCERTAIN", "PASS", "follows: PASS", "UNCERTAIN", "FAIL", "debatable"):
        table.add_column(name, justify="right")
    for task in (*result.tasks, None):
        table.add_row(*_row(result, task), style="bold" if task is None else None, end_section=task == result.tasks[-1])
    console.print(table)
    official = " · ".join(
        f"{verdict.value} {result.agreement(verdict, 'PASS')}/{result.agreement(verdict, 'FAIL')}"
        for verdict in Verdict
    )
    console.print(f"Against the official results (official PASS/FAIL): {official}")
    console.print(f"PASS on a workspace that violates: {result.count(Verdict.PASS, violates=True)} (must be 0)")
    console.print(f"FAIL on a workspace that follows:  {result.count(Verdict.FAIL, violates=False)} (must be 0)")
    console.print(f"Violations detected:               {result.count(Verdict.FAIL, violates=True)}")
    reasons = ", ".join(f"{reason} {number}" for reason, number in result.reasons().most_common())
    uncertain = sum(item.verdict is Verdict.UNCERTAIN for item in result.judged)
    console.print(f"UNCERTAIN: {uncertain}; cases that name each reason: {reasons or 'none'}")
    for item in disagreements(result):
        if quiet and not (item.missed or item.wronged):
            continue
        for line in _lines(item):
            console.print(escape(line), style="red" if item.missed or item.wronged else None, highlight=False)


def _row(result: Study, task: str | None) -> tuple[str, ...]:
    def number(verdict: Verdict, *, violates: bool) -> str:
        return str(result.count(verdict, violates=violates, task=task))

    debatable = sum(item.case.debatable and (task is None or item.case.task == task) for item in result.judged)
    return (
        task or "all",
        number(Verdict.FAIL, violates=True),
        number(Verdict.UNCERTAIN, violates=True),
        number(Verdict.PASS, violates=True),
        number(Verdict.PASS, violates=False),
        number(Verdict.UNCERTAIN, violates=False),
        number(Verdict.FAIL, violates=False),
        str(debatable),
    )


def _lines(item: Judged) -> list[str]:
    case = item.case
    label = "violates the prompt" if case.violates else "follows the prompt"
    mark = ", debatable" if case.debatable else ""
    lines = [
        f"{case.task}/{case.variant}: {item.verdict}, official {case.official}, {label}{mark}: {case.note[:_QUOTE]}"
    ]
    if case.quote:
        lines.append(f"    the sentence: {_short(case.quote)}")
    if item.verdict is Verdict.UNCERTAIN:
        own = [ground for ground in item.grounds if ground.quote.strip() and _touches(ground.quote, case.quote)]
        grounds = own or item.grounds[:1]
    else:
        grounds = list(item.grounds)
    lines.extend(f"    {ground.kind}: «{_short(ground.quote)}» {_short(ground.detail)}" for ground in grounds)
    return lines


def _touches(quote: str, sentence: str) -> bool:
    left, right = " ".join(quote.split()), " ".join(sentence.split())
    return bool(right) and (left in right or right in left)


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _QUOTE else f"{line[: _QUOTE - 1]}…"
