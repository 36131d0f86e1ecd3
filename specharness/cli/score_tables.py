"""Scores for a reader: figures with their intervals, what grounding did, what compiling cost.

Guarantees that a figure never stands without its interval or a sign that there is none, unless none was asked for, and
that a table is as wide as its console at most: where it is narrow the interval stands below its figure.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from specharness.cli.look import Look, look_on
from specharness.cli.terminal import listed, one_line
from specharness.measure.comparison import COMPARED, Candidate, ComparisonReport
from specharness.measure.score_report import Estimate, FamilyRow, Grounding, Group, ScoreReport, Stability
from specharness.measure.usage import UsageSummary

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

FIGURES = (
    "hard_soundness",
    "hard_precision",
    "hard_recall",
    "hard_f1",
    "hard_f1_lenient",
    "direction_precision",
    "direction_recall",
    "direction_f1",
    "direction_f1_lenient",
    "char_hard_f1",
    "char_abstain_f1",
    "char_advisory_f1",
    "char_residual_f1",
    "char_macro_f1",
    "char_kappa",
    "family_accuracy",
    "params_accuracy",
)
"""Of the table, in its order; JSON has more."""

_FAMILY_FIGURES = ("precision", "recall", "soundness", "params_accuracy")
_LESS_IS_BETTER = frozenset({"hard_aurc", "hard_ece"})

_FIGURE_NAME, _INTERVAL, _INTERVAL_WIDE = 22, 12, 20
"""Columns of a figure's name, and of a candidate with its interval below or beside the figure."""

_WORDS = {"char": "characters", "params": "parameters", "f1": "F1", "aurc": "AURC", "ece": "ECE"}

NOTHING = "-"
"""Nothing to count."""


def print_score(console: Console, report: ScoreReport) -> None:
    """Everything but the single losses, which the JSON has."""
    from rich.text import Text

    look = look_on(console, report.resamples)
    if report.groups:
        console.print(_groups(report.groups, look))
        console.print()
    if report.families:
        console.print(_families(report.families, look))
        console.print()
    if report.grounding:
        for table in _grounding(report.grounding, look):
            console.print(table)
            console.print()
    if report.stability:
        console.print(_stability(report.stability, look))
        console.print()
    if report.usage:
        console.print(Text(f"usage: {_usage(report.usage)}"))
    if report.missing:
        console.print(Text(f"without a prediction, counted as nothing found: {one_line(listed(report.missing))}"))
    console.print(Text(_method(report.resamples, report.seed, report.level)))


def print_comparison(console: Console, report: ComparisonReport) -> None:
    """A column a candidate; below, the differences to the first and the tests."""
    from rich.text import Text

    look = look_on(console, report.resamples)
    beside = max(1, (console.width - _FIGURE_NAME) // (_INTERVAL_WIDE if look.wide else _INTERVAL))
    for start in range(0, len(report.candidates), beside):
        candidates = report.candidates[start : start + beside]
        table = _table("figure", [one_line(candidate.name) for candidate in candidates])
        for name in COMPARED:
            cells = [_cell(candidate.figures[name], look) for candidate in candidates]
            table.add_row(_words(name) + (" (less is better)" if name in _LESS_IS_BETTER else ""), *cells)
        console.print(table)
        console.print()
    first = report.candidates[0]
    for candidate in report.candidates[1:]:
        console.print(_changes(first.name, candidate, look))
        console.print()
    for candidate in report.candidates:
        if candidate.usage:
            console.print(Text(f"{one_line(candidate.name)}: {_usage(candidate.usage)}"))
    console.print(Text(f"{report.documents} documents in {report.tasks} tasks"))
    if len(report.candidates) > 1:
        console.print(Text(f"found a : b, gold directions that only the candidate (a) or only {first.name} (b) found"))
    console.print(Text(_method(report.resamples, report.seed, report.level)))


def _groups(groups: Sequence[Group], look: Look) -> Table:
    table = _table("figure", [group.name for group in groups])
    table.add_row("documents / tasks", *(f"{group.documents} / {group.tasks}" for group in groups))
    table.add_row("directions, gold", *(f"{group.counts.gold}" for group in groups))
    table.add_row("directions, predicted", *(f"{group.counts.predicted}" for group in groups))
    table.add_row("of them hard", *(f"{group.counts.gold_hard}; {group.counts.predicted_hard}" for group in groups))
    for name in FIGURES:
        table.add_row(_words(name), *(_cell(group.figures[name], look) for group in groups))
    for prefix, key in (("all", "directions"), ("hard", "hard")):
        for name in ("error", "aurc", "ece"):
            cells = (_cell(getattr(group.abstention[key], name), look) for group in groups)
            table.add_row(_words(f"{prefix}_{name}"), *cells)
    return table


def _families(rows: Iterable[FamilyRow], look: Look) -> Table:
    table = _table("family", ["gold; pred.", *(_words(name) for name in _FAMILY_FIGURES)])
    for row in rows:
        cells = (_cell(row.figures[name], look) for name in _FAMILY_FIGURES)
        table.add_row(row.family, f"{row.gold}; {row.predicted}", *cells)
    return table


def _grounding(grounding: Grounding, look: Look) -> Iterable[Table]:
    names = tuple(next(iter(grounding.stages.values())))
    stages = _table("hard directions", [_words(name) for name in names])
    for stage, figures in grounding.stages.items():
        stages.add_row(stage.value, *(_cell(figures[name], look) for name in names))
    yield stages
    losses = _table("lost by grounding", ["reason", "directions", "rightly hard"])
    for row in grounding.losses:
        losses.add_row(row.how.value, row.reason.value, str(row.directions), str(row.sound))
    yield losses


def _stability(stability: Stability, look: Look) -> Table:
    table = _table(f"{stability.runs} runs", ["identical", *(_words(name) for name in stability.figures)])
    table.add_row(
        "each with each",
        _cell(stability.identical, look),
        *(_cell(item, look) for item in stability.figures.values()),
    )
    return table


def _changes(first: str, candidate: Candidate, look: Look) -> Table:
    table = _table(f"{one_line(candidate.name)} minus {one_line(first)}", ["difference", "p", "p (Holm)"])
    for name, change in candidate.changes.items():
        estimate = Estimate(value=change.value, low=change.low, high=change.high)
        table.add_row(_words(name), _cell(estimate, look, signed=True), _p(change.p), _p(change.p_holm))
    for name, split in candidate.decisions.items():
        words = f"found, {'gold directions' if name == 'directions' else 'hard gold'}"
        table.add_row(f"{words} (McNemar)", f"{split.only_this} : {split.only_first}", _p(split.p), _p(split.p_holm))
    return table


def _table(head: str, columns: Sequence[str]) -> Table:
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, show_edge=False, padding=(0, 0, 0, 1))
    table.add_column(head, overflow="fold")
    for column in columns:
        table.add_column(column, overflow="fold", justify="right")
    return table


def _cell(item: Estimate, look: Look, *, signed: bool = False) -> str:
    if item.value is None:
        return NOTHING

    def shown(number: float) -> str:
        return f"{number:+.3f}" if signed else f"{round(number, 2) + 0.0:.2f}"  # + 0.0: never -0.00

    if not look.intervals:
        return shown(item.value)
    if item.low is None or item.high is None or item.low == item.high:
        return f"{shown(item.value)}{' ' if look.wide else chr(10)}({'few' if item.low is None else 'flat'})"
    if look.wide:
        return f"{shown(item.value)} [{shown(item.low)}, {shown(item.high)}]"
    return f"{shown(item.value)}\n{shown(item.low)}…{shown(item.high)}"


def _p(value: float | None) -> str:
    if value is None:
        return NOTHING
    return f"{value:.3f}" if value >= 0.001 else "<0.001"


def _words(name: str) -> str:
    words = [_WORDS.get(part, part) for part in name.split("_")]
    return " ".join(words)


def _usage(usage: UsageSummary) -> str:
    parts = [f"{usage.documents} documents"]
    if usage.seconds is not None and usage.seconds_median is not None and usage.seconds_most is not None:
        parts.append(f"{usage.seconds:.2f} s")
        parts.append(f"median {usage.seconds_median * 1000:.1f} ms, most {usage.seconds_most * 1000:.1f} ms")
    if usage.input_tokens is not None or usage.output_tokens is not None:
        parts.append(f"{usage.input_tokens or 0} tokens in, {usage.output_tokens or 0} out")
    if usage.cost_usd is not None:
        parts.append(f"{usage.cost_usd:.4f} USD")
    return "; ".join(parts)


def _method(resamples: int, seed: int, level: float) -> str:
    if not resamples:
        return "no intervals (--resamples 0)"
    return (
        f"[low, high]: {level:.0%} bootstrap over tasks, {resamples} resamples, seed {seed}; "
        f"(few): too few tasks for an interval; (flat): no resample differs, which is no certainty; "
        f"{NOTHING}: nothing to count"
    )
