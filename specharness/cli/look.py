"""How figures with intervals are laid out on a console."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from rich.console import Console

WIDE = 110
"""Columns from which an interval stands beside its figure."""


class Look(NamedTuple):
    """`wide`: there is room for both ends in one line. `intervals`: they were asked for, so that a figure without one
    has to say why."""

    wide: bool
    intervals: bool


def look_on(console: Console, resamples: int) -> Look:
    """For a report over so many resamples."""
    return Look(console.width >= WIDE, resamples > 0)
