"""Reading run records for a command: a sign of progress, and afterwards what could not be used, on standard error."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from specharness.cli.terminal import listed, print_note, progress_bar

if TYPE_CHECKING:
    from specharness.ir import Run
    from specharness.runs.reading import Defaults

MAX_NOTES = 5
"""Damaged places that are named on the terminal."""
_EVERY = 100


class InputFormat(StrEnum):
    """Formats of run records, as `specharness.runs.reading.FORMATS` has them."""

    RUNS = "runs"
    WORKBENCH = "workbench"
    TAU_BENCH = "tau-bench"
    OPENAI = "openai"
    ATIF = "atif"
    HARBOR = "harbor"
    OPENHANDS = "openhands"
    CLAUDE_CODE = "claude-code"
    INSPECT = "inspect"


Runs = Annotated[list[Path], typer.Argument(metavar="RUNS", help="Files or folders.", show_default=False)]
Input = Annotated[
    InputFormat | None,
    typer.Option(
        metavar="FORMAT",
        help=f"What RUNS are, where that can't be told: {', '.join(InputFormat)}.",
        show_default=False,
    ),
]


@contextmanager
def reading(paths: Sequence[Path], format: InputFormat | None, defaults: Defaults) -> Iterator[Iterator[Run]]:
    """The runs of files and folders; notes on what was damaged come when they are read."""
    from specharness.runs.damage import Damage
    from specharness.runs.reading import read_runs

    damage = Damage()
    with progress_bar("reading") as progress:

        def counted() -> Iterator[Run]:
            number = 0
            for number, run in enumerate(
                read_runs(paths, damage, format=format.value if format else None, defaults=defaults), start=1
            ):
                if number % _EVERY == 0:
                    progress(f"{number} runs", 0, 1)
                yield run

        yield counted()
    for place in damage.named[:MAX_NOTES]:
        print_note(f"damaged: {place}")
    if damage.count > MAX_NOTES:
        print_note(f"damaged: {damage.count} places altogether")
    if damage.unknown_count:
        print_note(f"no run records, passed over: {damage.unknown_count} files, such as {listed(damage.unknown[:3])}")
    if damage.secrets:
        print_note(f"{damage.secrets} keys or tokens were taken out of what was read")
