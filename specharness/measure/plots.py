"""Scores as pictures. Needs the extra `plots` (matplotlib), which is loaded only here.

Guarantees the same bytes for the same report: no date, no random ids. Colours are told apart by everyone, and each
curve has its own marker.
"""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from specharness.errors import UsageError
from specharness.measure.comparison import ComparisonReport
from specharness.measure.score_report import ALL, Estimate, Group, ScoreReport

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

FORMATS = ("svg", "png")

COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000")
"""Okabe and Ito's palette, which colour-blind readers can tell apart."""
_MARKERS = ("o", "s", "^", "D", "v", "P", "X")
_SETTINGS: dict[Any, Any] = {
    "svg.hashsalt": "specharness",  # else ids are random
    "font.family": "DejaVu Sans",  # it comes with matplotlib
    "axes.spines.top": False,
    "axes.spines.right": False,
    "savefig.bbox": "tight",
}
_COMPARED = ("hard_soundness", "hard_precision", "hard_recall", "direction_f1", "char_macro_f1", "family_accuracy")


def score_plots(report: ScoreReport) -> dict[str, bytes]:
    """Pictures by file name. Raises UsageError where matplotlib is not installed."""
    group = report.group(ALL)
    if group is None:
        return {}
    with styled():
        figures = {
            "precision-recall": _precision_recall(report.classes, group),
            "risk-coverage": _risk_coverage(group),
            "calibration": _calibration(group),
            "confusion": _confusion(report.classes, group),
        }
        return _saved(figures)


def comparison_plots(report: ComparisonReport) -> dict[str, bytes]:
    """Pictures by file name. Raises UsageError where matplotlib is not installed."""
    with styled():
        return _saved({"candidates": _candidates(report)})


@contextmanager
def styled() -> Iterator[None]:
    """The settings of every picture. Raises UsageError where matplotlib is not installed."""
    try:
        import matplotlib as mpl
    except ImportError as error:
        raise UsageError("plots need matplotlib; install it with: pip install 'specharness[plots]'") from error
    with mpl.rc_context(_SETTINGS):
        yield


def _figure(width: float, height: float, columns: int = 1) -> tuple[Figure, list[Axes]]:
    from matplotlib.figure import Figure

    figure = Figure(figsize=(width, height), layout="constrained")
    axes = figure.subplots(1, columns, squeeze=False)
    return figure, list(axes[0])


def new_figure(width: float, height: float, rows: int = 1) -> tuple[Figure, list[Axes]]:
    """A figure with pictures below each other."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(width, height), layout="constrained")
    return figure, [axes[0] for axes in figure.subplots(rows, 1, squeeze=False)]


def drawn(figure: Figure, kind: str) -> bytes:
    """The figure's bytes as one of FORMATS: the same for the same figure."""
    stream = io.BytesIO()
    figure.savefig(stream, format=kind, dpi=144, metadata={"Date": None} if kind == "svg" else {})
    return stream.getvalue()


def _saved(figures: Mapping[str, Figure]) -> dict[str, bytes]:
    return {f"{name}.{kind}": drawn(figure, kind) for name, figure in figures.items() for kind in FORMATS}


def _precision_recall(classes: Sequence[str], group: Group) -> Figure:
    """One point a disposition, over characters, with the intervals as a cross; curves of equal F1 behind."""
    figure, (axes,) = _figure(5.5, 5)
    for f1 in (0.2, 0.4, 0.6, 0.8):
        recall = [f1 / 2 + (1 - f1 / 2) * step / 200 for step in range(1, 201)]
        precision = [f1 * each / (2 * each - f1) for each in recall]
        inside = [(one, other) for one, other in zip(recall, precision, strict=True) if other <= 1]
        axes.plot(*zip(*inside, strict=True), color="#bbbbbb", linewidth=0.8, zorder=1)
        axes.annotate(f"F1 {f1}", inside[-1], color="#777777", fontsize=8, ha="right", va="bottom")
    for index, name in enumerate(classes):
        recall_of, precision_of = group.figures[f"char_{name}_recall"], group.figures[f"char_{name}_precision"]
        if recall_of.value is None or precision_of.value is None:
            continue
        axes.errorbar(
            recall_of.value,
            precision_of.value,
            xerr=_whiskers([recall_of]),
            yerr=_whiskers([precision_of]),
            color=COLOURS[index],
            marker=_MARKERS[index],
            label=name,
            capsize=3,
            zorder=3,
        )
    axes.set(xlabel="recall (characters)", ylabel="precision (characters)", title="Dispositions, 95 % intervals")
    axes.set(xlim=(0, 1.02), ylim=(0, 1.02))
    axes.legend(loc="lower left", frameon=False)
    return figure


def _risk_coverage(group: Group) -> Figure:
    figure, (axes,) = _figure(5.5, 4)
    for index, (name, judged) in enumerate(group.abstention.items()):
        if not judged.curve:
            continue
        area = f"{judged.aurc.value:.3f}" if judged.aurc.value is not None else "undefined"
        axes.step(
            [point.coverage for point in judged.curve],
            [point.risk for point in judged.curve],
            color=COLOURS[index],
            linestyle=("-", "--")[index % 2],
            label=f"{name} ({judged.directions}), area {area}",
        )
    axes.set(xlabel="coverage: share stated, the surest first", ylabel="risk: share of them that is wrong")
    axes.set(title="Risk against coverage", xlim=(0, 1.02), ylim=(0, None))
    if axes.get_legend_handles_labels()[0]:
        axes.legend(loc="best", frameon=False)
    return figure


def _calibration(group: Group) -> Figure:
    figure, (axes,) = _figure(5, 4.5)
    axes.plot([0, 1], [0, 1], color="#bbbbbb", linewidth=0.8)
    for index, (name, judged) in enumerate(group.abstention.items()):
        axes.plot(
            [item.confidence for item in judged.bins],
            [item.right for item in judged.bins],
            color=COLOURS[index],
            marker=_MARKERS[index],
            label=f"{name} ({judged.directions})",
        )
    axes.set(xlabel="confidence (mean of a bin)", ylabel="share right", title="Calibration")
    axes.set(xlim=(0, 1), ylim=(0, 1.02))
    axes.legend(loc="upper left", frameon=False)
    return figure


def _confusion(classes: Sequence[str], group: Group) -> Figure:
    """Shares of each gold row as shades, the counts in the cells."""
    figure, pair = _figure(11, 4.6, columns=2)
    for axes, table, title in zip(
        pair, (group.characters, group.directions), ("Characters", "Directions (none: no partner)"), strict=True
    ):
        names = list(classes) if table is group.characters else ["none", *classes[1:]]
        shares = [[cell / sum(row) if sum(row) else 0.0 for cell in row] for row in table]
        axes.imshow(shares, cmap="Blues", vmin=0, vmax=1)
        for row, cells in enumerate(table):
            for column, cell in enumerate(cells):
                dark = shares[row][column] > 0.5
                axes.text(column, row, f"{cell}", ha="center", va="center", color="white" if dark else "black")
        axes.set(title=title, xlabel="predicted", ylabel="gold")
        axes.set_xticks(range(len(names)), names)
        axes.set_yticks(range(len(names)), names)
    return figure


def _candidates(report: ComparisonReport) -> Figure:
    """Every candidate's figures side by side, with intervals."""
    figure, (axes,) = _figure(8, 1.2 + 0.22 * len(_COMPARED) * (len(report.candidates) + 1))
    height = len(report.candidates) + 1
    for index, candidate in enumerate(report.candidates):
        chosen = [candidate.figures[name] for name in _COMPARED]
        known = [(row, item) for row, item in enumerate(chosen) if item.value is not None]
        axes.errorbar(
            [item.value for _, item in known if item.value is not None],
            [row * height + index for row, _ in known],
            xerr=_whiskers([item for _, item in known]),
            color=COLOURS[index % len(COLOURS)],
            marker=_MARKERS[index % len(_MARKERS)],
            linestyle="none",
            capsize=2,
            label=candidate.name,
        )
    middle = (len(report.candidates) - 1) / 2
    axes.set_yticks(
        [row * height + middle for row in range(len(_COMPARED))], [name.replace("_", " ") for name in _COMPARED]
    )
    axes.invert_yaxis()
    axes.set(xlim=(0, 1), title=f"{report.documents} documents, {report.tasks} tasks, 95 % intervals")
    axes.grid(axis="x", color="#dddddd", linewidth=0.6)
    figure.legend(loc="outside lower center", ncols=min(len(report.candidates), 4), frameon=False)
    return figure


def _whiskers(estimates: Sequence[Estimate]) -> tuple[list[float], list[float]]:
    """Lengths to the left and to the right; none where there is no interval."""
    known = [(item.value or 0.0, item.low, item.high) for item in estimates]
    left = [max(0.0, value - low) if low is not None else 0.0 for value, low, _ in known]
    right = [max(0.0, high - value) if high is not None else 0.0 for value, _, high in known]
    return left, right
