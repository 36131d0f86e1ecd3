"""Validators and cards as tables."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from specharness.cli.terminal import one_line, print_whole

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from specharness.qualify.session import Result
    from specharness.validators.base import Validator
    from specharness.validators.cards import Bound, Card, Mutation

MAX_SURVIVORS = 40
"""Mutants that no case noticed, of one validator's module, that are written out."""


def print_validators(console: Console, validators: Sequence[Validator]) -> None:
    """A row a validator."""
    from specharness.validators.cards import state_of

    table = _table(_COLUMNS)
    current = 0
    for validator in validators:
        state = state_of(validator)
        current += state.current
        word = "current" if state.current else "none" if state.card is None else "void"
        table.add_row(validator.name, word, *_figures(state.card))
    console.print(table)
    console.print(
        f"{current} of {len(validators)} have a current card; limits are the upper ends of exact 95 % intervals"
    )


_COLUMNS = (
    ("validator", False),
    ("card", False),
    ("to pass", True),
    ("to fail", True),
    ("false pass", True),
    ("false block", True),
    ("mutants", True),
)


def _table(columns: Sequence[tuple[str, bool]]) -> Table:
    """Names fold where they are long, figures never."""
    from rich.table import Table

    table = Table(box=None, pad_edge=False)
    for place, (name, right) in enumerate(columns):
        table.add_column(name, justify="right" if right else "left", no_wrap=place > 0, overflow="fold")
    return table


def _figures(card: Card | None) -> tuple[str, ...]:
    if card is None:
        return ("", "", "", "", "")
    bounds = (f"< {bound.high:.1%}" for bound in (card.false_pass, card.false_block))
    return (str(card.must_pass), str(card.must_fail), *bounds, _score(card.mutation))


def _score(mutation: Mutation | None) -> str:
    return "" if mutation is None or mutation.score is None else f"{mutation.score:.0%}"


def print_results(console: Console, results: Sequence[Result]) -> None:
    """A row a validator, and below it what speaks against it."""
    table = _table((_COLUMNS[0], ("result", False), *_COLUMNS[2:]))
    for result in results:
        table.add_row(result.name, result.state.value, *_figures(result.card))
    console.print(table)
    for result in results:
        for problem in result.problems:
            print_whole(console, f"{result.name}: {one_line(problem)}")
        if result.reworded:
            note = "its findings are not those of its last card, in the same cases: see that this is meant"
            print_whole(console, f"{result.name}: {note}")


def print_card(console: Console, validator: Validator) -> None:
    """One validator in full."""
    from rich.table import Table

    from specharness.validators.cards import state_of

    state = state_of(validator)
    card = state.card
    console.print(f"{validator.name}, version {validator.version}: {state.problem or 'has a current card'}")
    console.print(f"families: {', '.join(family.value for family in validator.families)}")
    required, optional = ", ".join(sorted(validator.required)), ", ".join(sorted(validator.optional))
    console.print(f"parameters: {required}{f' [{optional}]' if optional else ''}")
    if card is None:
        return
    outcomes = ("passed", "failed", "unknown", "error", "refused")
    table = Table(box=None, pad_edge=False)
    for name in ("cases", *outcomes):
        table.add_column(name, justify="left" if name == "cases" else "right")
    for kind, counts in card.cases.items():
        table.add_row(kind.replace("_", " "), *(str(counts.get(outcome, "")) for outcome in outcomes))
    console.print()
    console.print(table)
    console.print()
    console.print(f"must pass {card.must_pass}, must fail {card.must_fail}; drawn from {card.seeds} seeds")
    console.print(f"false passes {_bound(card.false_pass)}; false blocks {_bound(card.false_block)}")
    if card.mutation is not None:
        found = card.mutation
        drawn = f" (a sample of {found.of - found.equivalent})" if found.of - found.equivalent > found.mutants else ""
        argued = f"; {found.equivalent} argued to change nothing" if found.equivalent else ""
        noticed = (
            f"{found.killed} of {found.mutants}{drawn} give a wrong answer, {found.changed} another finding{argued}"
        )
        console.print(f"mutants of its code: {noticed}")
    console.print(f"the same word for word under: {'; '.join(card.settings)}")
    console.print(
        f"observing takes {card.cost.observe_ms} ms, deciding {card.cost.decide_ms} ms (medians over its cases)"
    )
    console.print(f"code {card.code[:16]}… in {len(card.sources)} files, Python {card.python}")
    _print_survivors(console, validator)


def _print_survivors(console: Console, validator: Validator) -> None:
    from specharness.qualify.earn import own_definitions
    from specharness.qualify.session import report_of

    module, definitions = own_definitions(validator)
    report = report_of(module)
    left = [found for found in report.survivors if found.definition.partition(".")[0] in definitions] if report else []
    if left:
        console.print(f"\nnot noticed, in {module}:")
    for found in left[:MAX_SURVIVORS]:
        print_whole(console, f"  {found.line}: {found.definition}: {one_line(found.change)}")
    if len(left) > MAX_SURVIVORS:
        console.print(f"  and {len(left) - MAX_SURVIVORS} more")


def _bound(bound: Bound) -> str:
    return f"{bound.wrong} of {bound.of} (95 %: {bound.low:.2%} to {bound.high:.2%})"
