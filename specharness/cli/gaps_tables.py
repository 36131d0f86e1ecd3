"""Gaps for a reader: each group with its intervals, then each governed condition against Raw in the layout of Table 1.

Shares are in percent, changes in percentage points. Guarantees that a figure of claims never stands without how far the
labels agree with a person's, and that what is counted apart is named.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from specharness.cli.look import Look, look_on
from specharness.cli.terminal import one_line
from specharness.ir.run import RAW
from specharness.measure.gaps_report import Change, GapRow, GapsReport, Rates
from specharness.measure.gaps_table import COMPARED, compared_row
from specharness.measure.score_report import Estimate

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

NOTHING = "-"
_NAME_WIDTH = 7
"""Columns that a name keeps where figures take the rest: the widest table fits into 80."""
_SHOWN = ("pass", "accepted", "u_e", "s_a", "not_finalized")
_WORDS = {"pass": "Pass", "accepted": "Accept", "u_e": "U-E", "s_a": "S-A", "not_finalized": "Not fin."}
_COSTS = {"tokens": "tokens", "calls": "calls", "model_calls": "model", "seconds": "time"}


def print_gaps(console: Console, report: GapsReport) -> None:
    """Every table, then what the figures rest on."""
    from rich.text import Text

    look = look_on(console, report.resamples)
    console.print(_groups(report.rates, report.by, look))
    console.print()
    for table in _against_raw(report, look):
        console.print(table)
        console.print()
    for name, rates in report.without.items():
        console.print(Text(f"Without runs whose verdict is soft: {name.replace(',', ', ')}", style="bold"))
        console.print(_groups(rates, report.by, look))
        console.print()
    for line in _notes(report):
        console.print(Text(line))


def _groups(rates: Rates, by: Sequence[str], look: Look) -> Table:
    table = _table(", ".join(by), ["runs", *(_WORDS[name] for name in _SHOWN), "apart"])
    for row in rates.rows:
        figures = (_cell(row.figures[name], look) for name in _SHOWN)
        table.add_row(_name(row.key), f"{row.counts['runs']}", *figures, _apart(row))
    for macro in rates.macro:
        figures = (_cell(macro.figures[name], look) for name in _SHOWN)
        key = f", {_name(macro.key)}" if macro.key else ""
        table.add_row(f"macro average{key} ({macro.agents} agents)", "", *figures, "")
    return table


def _against_raw(report: GapsReport, look: Look) -> Iterator[Table]:
    """Two tables a governed condition: figures under Raw and under it with the change, then what it costs."""
    conditions = sorted({row.key.get("condition", RAW) for row in report.rates.rows} - {RAW})
    for condition in conditions:
        rows = [row for row in report.rates.rows if row.key["condition"] == condition and row.paired]
        if not rows:
            continue
        names = [_WORDS[name] for name in COMPARED]
        table = _table(f"{condition} vs. {RAW}", [*names, *names, *(f"Δ{name}" for name in names), "p (Holm)"])
        for row in rows:
            if row.paired is not None:
                name = _name(dict(_rest(row.key)))
                table.add_row(*_compared(name, row.paired.raw, row.paired.governed, row.paired.changes, look), _p(row))
        for macro in report.rates.macro:
            if macro.key.get("condition") == condition and macro.changes:
                name = f"macro average {_name(dict(_rest(macro.key)))}" if len(macro.key) > 1 else "macro average"
                table.add_row(*_compared(name, macro.raw, macro.governed, macro.changes, look), "")
        yield table
        yield _costs(condition, rows, look)


def _compared(
    name: str,
    raw: Mapping[str, float | None],
    governed: Mapping[str, float | None],
    changes: Mapping[str, Change],
    look: Look,
) -> list[str]:
    line = compared_row(name, [raw[each] for each in COMPARED], [governed[each] for each in COMPARED])
    shown = [NOTHING if value is None else f"{value:.1f}" for value in (*line.raw, *line.governed)]
    pairs = zip(line.change, (changes[each] for each in COMPARED), strict=True)
    return [name, *shown, *(_change(printed, change, look) for printed, change in pairs)]


def _costs(condition: str, rows: Sequence[GapRow], look: Look) -> Table:
    table = _table(f"{condition} vs. {RAW}", ["pairs", "kept", "blocked", *(f"× {name}" for name in _COSTS.values())])
    for row in rows:
        if row.paired is None:
            continue
        ratios = (_cell(row.paired.ratios[name], look, percent=False) for name in _COSTS)
        kept, blocks = _cell(row.paired.preserved, look), _cell(row.figures["false_block"], look)
        table.add_row(_name(dict(_rest(row.key))), f"{row.paired.runs}", kept, blocks, *ratios)
    return table


def _notes(report: GapsReport) -> Iterator[str]:
    rows = report.rates.rows
    counts = {
        name: sum(row.counts[name] for row in rows)
        for name in ("no_transcript", "partial_transcript", "not_judged", "vacuous")
    }
    words = {
        "no_transcript": "without a transcript",
        "partial_transcript": "with a partial one",
        "not_judged": "without a verdict",
        "vacuous": "accepted with nothing decided (counted among the accepted)",
    }
    named = [f"{count} {words[name]}" for name, count in counts.items() if count]
    if named:
        yield f"apart: runs {', '.join(named)}"
    if report.duplicates:
        yield f"{report.duplicates} runs were there twice and count once"
    if report.claims is not None:
        told, claimed = report.claims.agreement, report.claims.agreement_on_claimed
        yield (
            f"claims: {report.claims.name} {report.claims.fingerprint[:12]}; agrees with {report.claims.labelled} "
            f"hand labels in {_flat(told)} % (claimed or not: {_flat(claimed)} %)"
        )
    for benchmark, fingerprint in report.surfaces.items():
        yield f"surface{' of ' + one_line(benchmark) if benchmark else ''}: {fingerprint[:12]}"
    if report.resamples:
        yield (
            f"percent; low…high: {report.level:.0%} bootstrap over tasks, {report.resamples} resamples, "
            f"seed {report.seed}; (few): too few tasks; {NOTHING}: nothing to count"
        )
    else:
        yield "percent; no intervals (--resamples 0)"


def _apart(row: GapRow) -> str:
    apart = row.counts["judged"] + row.counts["not_judged"] - row.counts["runs"]
    return str(apart) if apart else ""


def _change(printed: float | None, change: Change, look: Look) -> str:
    """The change of what is printed, with the interval of the exact one."""
    if printed is None:
        return NOTHING
    if not look.intervals:
        return f"{printed:+.1f}"
    if change.low is None or change.high is None:
        return f"{printed:+.1f}\n(few)"
    return f"{printed:+.1f}\n{_ends(100 * change.low, 100 * change.high, '+.1f', look)}"


def _p(row: GapRow) -> str:
    if row.paired is None or row.paired.p_holm is None:
        return NOTHING
    split = f"{row.paired.only_governed}:{row.paired.only_raw}"
    return f"{row.paired.p_holm:.3f}\n{split}" if row.paired.p_holm >= 0.001 else f"<0.001\n{split}"


def _rest(key: dict[str, str]) -> tuple[tuple[str, str], ...]:
    return tuple((name, value) for name, value in key.items() if name != "condition")


def _name(key: dict[str, str]) -> str:
    return one_line(" / ".join(value or NOTHING for value in key.values())) or "all"


def _cell(item: Estimate, look: Look, *, percent: bool = True) -> str:
    if item.value is None:
        return NOTHING
    scale, form = (100, ".1f") if percent else (1, ".2f")
    text = f"{scale * item.value:{form}}"
    if not look.intervals:
        return text
    if item.low is None or item.high is None:
        return f"{text}\n(few)"
    return f"{text}\n{_ends(scale * item.low, scale * item.high, form, look)}"


def _ends(low: float, high: float, form: str, look: Look) -> str:
    """The ends of an interval, below each other where the console is narrow."""
    return f"{low:{form}}…{'' if look.wide else chr(10)}{high:{form}}"


def _flat(item: Estimate) -> str:
    if item.value is None or item.low is None or item.high is None:
        return NOTHING
    return f"{100 * item.value:.1f} [{100 * item.low:.1f}…{100 * item.high:.1f}]"


def _table(head: str, columns: Sequence[str]) -> Table:
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, show_edge=False, padding=(0, 0, 0, 1))
    table.add_column(one_line(head), overflow="fold", min_width=_NAME_WIDTH)
    for column in columns:
        table.add_column(column, no_wrap=True, justify="right")  # a folded number is none: names fold instead
    return table
