"""The rows of a table in the layout of the paper's Table 1: raw, governed, change, in percent with one decimal.

A change is that of the figures as they are printed, so that a reader who subtracts gets what stands there (so does the
published table); exact changes with their intervals stand in the report. Works on figures, wherever they come from.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from specharness.measure.gaps_counts import FIGURES, Counts, gap_figures

COMPARED = ("pass", "u_e", "s_a")


class ComparedRow(NamedTuple):
    """One line; percent and percentage points, None where undefined. Each in the order of COMPARED."""

    name: str
    raw: tuple[float | None, ...]
    governed: tuple[float | None, ...]
    change: tuple[float | None, ...]


def compared_row(name: str, raw: Sequence[float | None], governed: Sequence[float | None]) -> ComparedRow:
    """A line from shares (0 to 1) in the order of COMPARED."""
    before, after = tuple(map(_percent, raw)), tuple(map(_percent, governed))
    change = tuple(
        None if one is None or two is None else round(two - one, 1) for one, two in zip(before, after, strict=True)
    )
    return ComparedRow(name, before, after, change)


def rows_of_counts(counts: Sequence[tuple[str, Counts, Counts]]) -> list[ComparedRow]:
    """A line for each agent's counts under Raw and under a condition, then the unweighted mean over agents."""
    places = [FIGURES.index(name) for name in COMPARED]
    shares = [
        (
            name,
            [float(share) for share in gap_figures(raw.row())[places]],
            [float(share) for share in gap_figures(governed.row())[places]],
        )
        for name, raw, governed in counts
    ]
    rows = [compared_row(*each) for each in shares]
    if shares:
        means = (
            [sum(values) / len(values) for values in zip(*(each[side] for each in shares), strict=True)]
            for side in (1, 2)
        )
        rows.append(compared_row("macro average", *means))
    return rows


def _percent(share: float | None) -> float | None:
    return None if share is None or share != share else round(100 * share, 1)
