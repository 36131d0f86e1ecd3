"""`specharness validators`: which validators there are, and what each has shown."""

from __future__ import annotations

from json import dumps
from typing import TYPE_CHECKING, Annotated

import typer

from specharness.cli.options import Format
from specharness.cli.terminal import safe_json, standard_output
from specharness.errors import UsageError

if TYPE_CHECKING:
    from specharness.validators.base import Validator

HELP = """List the validators and what each has shown, or one card in full.

`current` means that the code that decides is the code that earned the card; it is `void` once that changes, and earned
again by `specharness qualify`. docs/qualification.md says what depends on a card.

\b
Examples:
  specharness validators               all of them, a row each
  specharness validators value_range   one card, and what no case noticed
  specharness validators --format json
"""


def validators(
    name: Annotated[str | None, typer.Argument(metavar="NAME", help="One validator.", show_default=False)] = None,
    format: Annotated[Format, typer.Option(help="What to print.")] = Format.TABLE,
) -> None:
    """Print all validators, or one card."""
    from specharness.cli.validator_tables import print_card, print_validators
    from specharness.validators import registry

    if name is None:
        every = [registry.find(each) for each in (*registry.BUILT_IN, *registry.offered())]
        found = [validator for validator in every if validator is not None]
        if format is Format.JSON:
            print(safe_json(dumps([_plain(validator) for validator in found], indent=2, ensure_ascii=False)))
        else:
            print_validators(standard_output(), found)
        return
    validator = registry.find(name)
    if validator is None:
        known = ", ".join((*registry.BUILT_IN, *registry.offered()))
        raise UsageError(f"no validator is called `{name}`; there are {known}")
    if format is Format.JSON:
        print(safe_json(dumps(_plain(validator), indent=2, ensure_ascii=False)))
    else:
        print_card(standard_output(), validator)


def _plain(validator: Validator) -> dict[str, object]:
    from specharness.validators.cards import state_of

    state = state_of(validator)
    return {
        "validator": validator.name,
        "version": validator.version,
        "families": [family.value for family in validator.families],
        "required": sorted(validator.required),
        "optional": sorted(validator.optional),
        "current": state.current,
        "problem": state.problem,
        "card": None if state.card is None else state.card.model_dump(mode="json"),
    }
