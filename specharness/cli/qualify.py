"""`specharness qualify`: validators show what they pass and block, and earn the cards that let them block."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from specharness.cli.options import Format
from specharness.cli.outputs import usable_folder, write_whole
from specharness.cli.terminal import one_line, print_note, progress_bar, safe_json, standard_output
from specharness.errors import UsageError

if TYPE_CHECKING:
    from specharness.qualify.mutation import ModuleReport
    from specharness.qualify.session import Result
    from specharness.validators.cards import Card

SEEDS = 6
MAX_SEEDS = 1000
REFUSED = 1

HELP = """Let validators show what they pass and what they block.

Each NAME (all of this package, if none is given) answers its cases: what must pass, what must fail, near misses,
malformed, missing and hostile input, failing observers, changes that must not matter. Its own code is then broken in
small ways, to see whether the cases notice, and everything is repeated under other time zones, locales and hash
seeds. One without a wrong answer earns a card, which is written beside its code; one of another package needs --cards,
or SPECHARNESS_CARDS, of which the first folder is taken. A card that is current and was earned by the same cases is
kept, so a stopped run goes on.

\b
Exit status:
  0  every one has its card       1  one has none       2  bad input or usage

\b
Examples:
  specharness qualify                     all that is not known yet
  specharness qualify value_range count   only these
  specharness qualify count --again       also what is known
  specharness qualify --check             says whether all cards are current
  specharness qualify invoice_total --cards cards/
  specharness qualify --format json
"""


def qualify(
    names: Annotated[list[str] | None, typer.Argument(metavar="NAME", help="Validators.", show_default=False)] = None,
    seeds: Annotated[int, typer.Option(min=1, max=MAX_SEEDS, help="How often new cases are drawn.")] = SEEDS,
    check: Annotated[bool, typer.Option("--check", help="Only say whether the cards are current.")] = False,
    again: Annotated[bool, typer.Option("--again", help="Ask even where the card is current.")] = False,
    cards: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Where cards of other packages' validators go.")
    ] = None,
    format: Annotated[Format, typer.Option(help="What to print.")] = Format.TABLE,
) -> None:
    """Run the command; raises typer.Exit with 1 where a validator has no card."""
    from specharness.qualify.find import definition_of, own
    from specharness.validators.registry import BUILT_IN

    if check and again:
        raise UsageError("--check asks nothing again; give one of --check and --again")
    chosen = list(dict.fromkeys(names or BUILT_IN))
    if cards is not None:
        _refuse_cards(chosen, check=check)
    for name in chosen:
        if name not in BUILT_IN or name in own() or names:
            definition_of(name)
    if check:
        results = _checked(chosen, seeds)
    else:
        folders = {name: _folder(name, cards) for name in chosen}
        results = _qualified(chosen, seeds, again, folders, whole=not names)
    _print(results, format)
    raise typer.Exit(0 if all(result.card and not result.problems for result in results) else REFUSED)


def _refuse_cards(names: list[str], *, check: bool) -> None:
    """Raises UsageError where --cards says where something goes that goes nowhere, or elsewhere."""
    from specharness.validators.registry import BUILT_IN

    if check:
        raise UsageError("--check writes no card; leave --cards out")
    ours = [name for name in names if name in BUILT_IN]
    if ours:
        raise UsageError(
            f"--cards is for validators of other packages: the card of `{ours[0]}` goes beside its code; "
            "name the others, or leave --cards out"
        )


def _qualified(names: list[str], seeds: int, again: bool, folders: dict[str, Path], *, whole: bool) -> list[Result]:
    from specharness.qualify.find import own
    from specharness.qualify.session import Keep, Result, Session, State
    from specharness.validators.cards import forget
    from specharness.validators.registry import BUILT_IN

    bare = [name for name in names if name in BUILT_IN and name not in own()]
    with progress_bar("qualifying") as progress:
        keep = Keep(lambda card: _write_card(folders[card.validator], card), _write_report)
        session = Session(seeds, keep, progress)
        found = {result.name: result for result in session.qualify([n for n in names if n not in bare], again=again)}
        if whole:
            session.library()
    forget()
    none = {name: Result(name, State.REFUSED, None, ("has no cases",)) for name in bare}
    return [{**found, **none}[name] for name in names]


def _checked(names: list[str], seeds: int) -> list[Result]:
    from specharness.qualify.earn import holds
    from specharness.qualify.find import definition_of, own
    from specharness.qualify.session import Result, State
    from specharness.validators.cards import state_of
    from specharness.validators.registry import BUILT_IN

    results = []
    for name in names:
        if name in BUILT_IN and name not in own():
            results.append(Result(name, State.REFUSED, None, ("has no cases",)))
            continue
        state = state_of(definition_of(name)[0])
        problem = state.problem or ("" if holds(name, seeds) else "has a card that was earned by other cases")
        results.append(
            Result(name, State.REFUSED if problem else State.KEPT, state.card, (problem,) if problem else ())
        )
    return results


def _folder(name: str, cards: Path | None) -> Path:
    """Where a validator's card is written. Raises UsageError where that is not said, UnwritableError."""
    from specharness.validators import cards as kept
    from specharness.validators.registry import BUILT_IN

    if name in BUILT_IN:
        folder = Path(kept.__file__).parent / "cards"
        usable_folder(folder)
        return folder
    first = os.environ.get(kept.FOLDERS_VARIABLE, "").split(os.pathsep)[0]
    chosen = cards or (Path(first) if first else None)
    if chosen is None:
        raise UsageError(
            f"where the card of `{name}` goes is not said; give --cards DIR or set {kept.FOLDERS_VARIABLE}"
        )
    usable_folder(chosen)
    return chosen


def _write_card(folder: Path, card: Card) -> None:
    from specharness.ir.schema import json_document

    write_whole({folder / f"{card.validator}.json": json_document(card)}, parents=True)


def _write_report(report: ModuleReport) -> None:
    import specharness.qualify as package
    from specharness.ir.schema import json_document

    folder = Path(package.__path__[0]) / "mutation_reports"
    write_whole({folder / f"{report.module.rpartition('.')[2]}.json": json_document(report)}, parents=True)


def _print(results: list[Result], format: Format) -> None:
    if format is Format.JSON:
        from json import dumps

        shown = [
            {
                "validator": result.name,
                "state": result.state.value,
                "problems": list(result.problems),
                "card": None if result.card is None else result.card.model_dump(mode="json"),
            }
            for result in results
        ]
        print(safe_json(dumps(shown, indent=2, ensure_ascii=False)))
        return
    from specharness.cli.validator_tables import print_results

    print_results(standard_output(), results)
    refused = [result.name for result in results if result.problems]
    if refused:
        print_note(one_line(f"{len(refused)} of {len(results)} have no current card"))
