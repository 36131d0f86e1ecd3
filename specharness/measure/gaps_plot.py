"""The two gaps as one picture: above, how much of the surface each agent satisfies; below, accepted against passing.

Needs the extra `plots`. The same bytes for the same report.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from specharness.errors import UsageError
from specharness.measure.gaps_report import GapRow, GapsReport
from specharness.measure.plots import COLOURS, FORMATS, drawn, new_figure, styled
from specharness.measure.score_report import Estimate

if TYPE_CHECKING:
    from matplotlib.axes import Axes

MAX_BARS = 60
"""Groups in one picture; more can't be read."""
_GREY = "#888888"


def plot_format(path: Path) -> str:
    """The picture's format, by the file's ending. Raises UsageError for another ending."""
    kind = path.suffix.lstrip(".").lower()
    if kind not in FORMATS:
        raise UsageError(f"--plot {path}: expected a name that ends in {' or '.join('.' + each for each in FORMATS)}")
    return kind


def gaps_plot(report: GapsReport, path: Path) -> bytes:
    """The picture in the format of the file's ending. Raises UsageError for another ending or too many groups."""
    kind = plot_format(path)
    rows = report.rates.rows
    if len(rows) > MAX_BARS:
        raise UsageError(f"--plot: {len(rows)} groups, at most {MAX_BARS} can be drawn; group by less")
    with styled():
        has_units = any(row.figures["u_e"].value is not None for row in rows)
        figure, axes = new_figure(max(6.0, 1.1 * len(rows) + 2), 6.5 if has_units else 4.0, 2 if has_units else 1)
        names = [_name(row) for row in rows]
        if has_units:
            _supported(axes[0], rows)
            axes[0].set_xticks(range(len(rows)), [""] * len(rows))
        _claimed(axes[-1], rows)
        axes[-1].set_xticks(
            range(len(rows)), names, rotation=30 if len(rows) > 3 else 0, ha="right" if len(rows) > 3 else "center"
        )
        figure.suptitle(f"{sum(row.counts['runs'] for row in rows)} valid runs, 95 % intervals", fontsize=10)
        return drawn(figure, kind)


def _supported(axes: Axes, rows: tuple[GapRow, ...]) -> None:
    """Share of the frozen units that the evidence supports: 1 - U-E."""
    for place, row in enumerate(rows):
        item = row.figures["u_e"]
        if item.value is None:
            continue
        axes.bar(place, 1 - item.value, color=COLOURS[2], width=0.6)
        if item.low is not None and item.high is not None:
            axes.vlines(place, 1 - item.high, 1 - item.low, color="black", linewidth=1)
        axes.annotate(f"{100 * (1 - item.value):.1f}", (place, 0.02), ha="center", color="white", fontsize=8)
    axes.set(ylabel="directions satisfied", ylim=(0, 1.02), title="Understanding-execution: what is left is U-E")


def _claimed(axes: Axes, rows: tuple[GapRow, ...]) -> None:
    for offset, name, colour, label in (
        (-0.2, "accepted", COLOURS[1], "accepted"),
        (0.2, "pass", COLOURS[0], "passing"),
    ):
        for place, row in enumerate(rows):
            item = row.figures[name]
            if item.value is None:
                continue
            axes.bar(place + offset, item.value, color=colour, width=0.38, label=label if place == 0 else None)
            _whisker(axes, place + offset, item)
    for place, row in enumerate(rows):
        gap, top = row.figures["s_a"], row.figures["accepted"].value
        if gap.value is not None and top is not None:
            highest = max(top, row.figures["pass"].value or 0.0, row.figures["accepted"].high or 0.0)
            axes.annotate(f"S-A {100 * gap.value:.1f}", (place, highest + 0.02), ha="center", fontsize=8)
    axes.set(ylabel="share of valid runs", ylim=(0, 1.3), title="State-authority: accepted against officially passing")
    if axes.get_legend_handles_labels()[0]:
        axes.legend(loc="upper center", frameon=False, ncols=2, fontsize=8)


def _whisker(axes: Axes, place: float, item: Estimate) -> None:
    if item.low is not None and item.high is not None:
        axes.vlines(place, item.low, item.high, color="black", linewidth=1)


def _name(row: GapRow) -> str:
    return "\n".join(value or "-" for value in row.key.values())
