"""What the annotation commands show: findings, agreement and differences, as tables and as JSON."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from itertools import chain, islice
from typing import TYPE_CHECKING

from specharness.cli.options import Format
from specharness.cli.terminal import one_line, print_whole, safe_json
from specharness.labels.adjudicate import Case
from specharness.labels.agree import FIGURES, Agreement, rows
from specharness.labels.lint import Linted
from specharness.labels.rules import RULES

if TYPE_CHECKING:
    from rich.console import Console

MAX_LISTED = 1000
"""Findings in a table; JSON has all of them."""

_HEADS = {"char_kappa": "kappa", "direction_f1": "F1", "hard_f1": "hard F1", "family_accuracy": "family"}


def print_rules(console: Console, format: Format) -> None:
    """The linter's rules."""
    if format is Format.JSON:
        print(json.dumps(dict(RULES), indent=2))
        return
    from rich.table import Table

    if not console.is_terminal:  # a rule a line, to be searched
        width = max(map(len, RULES))
        for rule, text in RULES.items():
            print(f"{rule:{width}s}  {text}")
        return
    table = Table.grid(padding=(0, 2))
    table.add_column(no_wrap=True)
    table.add_column()
    for rule, text in RULES.items():
        table.add_row(rule, text)
    console.print(table)


def print_findings(console: Console, results: Sequence[Linted]) -> None:
    """One finding after the other, then how many of each rule."""
    from rich.text import Text

    found = list(chain.from_iterable(result.findings for result in results))
    for item in islice(found, MAX_LISTED):
        who = f" {one_line(item.label)}" if item.label else ""
        print_whole(
            console,
            Text.assemble(
                (f"{one_line(str(item.path))}:{item.line}", "bold"),
                who,
                (f" {item.rule}", "yellow"),
                f": {one_line(item.message)}",
            ),
        )
    if len(found) > MAX_LISTED:
        console.print(f"… and {len(found) - MAX_LISTED} more; --format json lists all of them")
    labels, files = sum(result.labels for result in results), len(results)
    by_rule = ", ".join(f"{rule} {count}" for rule, count in Counter(item.rule for item in found).most_common())
    console.print(
        f"{_counted(files, 'file')}, {_counted(labels, 'label')}, "
        + (f"{_counted(len(found), 'finding')}: {by_rule}" if found else "no findings")
    )


def _counted(number: int, name: str) -> str:
    return f"{number} {name}{'' if number == 1 else 's'}"


def lint_json(results: Sequence[Linted]) -> str:
    """All findings."""
    found = [item for result in results for item in result.findings]
    value = {
        "files": len(results),
        "labels": sum(result.labels for result in results),
        "by_rule": dict(Counter(item.rule for item in found).most_common()),
        "findings": [{**item._asdict(), "path": str(item.path)} for item in found],
    }
    return json.dumps(value, ensure_ascii=False, indent=2)


def print_agreement(console: Console, result: Agreement) -> None:
    """A row a document, the total last."""
    from rich import box
    from rich.table import Table
    from rich.text import Text

    table = Table(box=box.SIMPLE_HEAD, show_edge=False)
    table.add_column("document", overflow="fold")
    for name in (*_HEADS.values(), "A", "B", "both"):
        table.add_column(name, justify="right", no_wrap=True)
    for name, row in rows(result):
        cells = [f"{row[figure]:.2f}" if _counts(figure, row) else "-" for figure in FIGURES]
        counts = [str(row[count]) for count in ("directions_a", "directions_b", "matched")]
        table.add_row(Text(one_line(name)), *cells, *counts, style="bold" if name == "all" else None)
    console.print(table)


def _counts(figure: str, row: dict[str, float | int]) -> bool:
    """Whether there was anything to measure; nothing hard on either side is no disagreement."""
    if figure == "hard_f1":
        return bool(row["hard_a"] or row["hard_b"])
    return bool(row["matched_hard"]) if figure == "family_accuracy" else True


def agreement_json(result: Agreement) -> str:
    """All figures; shares between 0 and 1, kappa from -1."""
    return json.dumps(result.as_json(), ensure_ascii=False, indent=2)


def print_adjudication(console: Console, cases: Sequence[Case]) -> None:
    """The open differences a document, and what is likely to decide them."""
    for case in cases:
        counts = _counts_of(case)
        console.print(
            f"{one_line(case.header.document)}: {counts['agreed']} agreed, {counts['decided']} decided, "
            f"{counts['open']} open"
        )
    every = [item for case in cases for item in case.items if item.agreed is None]
    differs = Counter(name for item in every for name in item.differs)
    hints = Counter(item.settled_case for item in every if item.settled_case is not None)
    if every:
        console.print("differ in: " + ", ".join(f"{name} {count}" for name, count in differs.most_common()))
    if hints:
        console.print("settled cases: " + ", ".join(f"{case} ({count})" for case, count in sorted(hints.items())))


def _counts_of(case: Case) -> dict[str, int]:
    agreed = sum(item.agreed is not None for item in case.items)
    still_open = sum(item.open for item in case.items)
    return {"agreed": agreed, "decided": len(case.items) - agreed - still_open, "open": still_open}


def adjudication_json(cases: Sequence[Case]) -> str:
    """Counts by document."""
    value = {case.header.document: _counts_of(case) for case in cases}
    return safe_json(json.dumps(value, ensure_ascii=False, indent=2))
