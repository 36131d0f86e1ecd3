"""Charts of workbooks, documents and presentations (DrawingML): types, titles, series with their stored values."""

from __future__ import annotations

from lxml import etree

from specharness.evidence.faults import LimitReached
from specharness.evidence.limits import Limits
from specharness.evidence.observers.ooxml import A
from specharness.evidence.observers.text import clean
from specharness.evidence.views import ChartView, SeriesView

C = "{http://schemas.openxmlformats.org/drawingml/2006/chart}"
CX = "{http://schemas.microsoft.com/office/drawing/2014/chartex}"


def chart(root: etree._Element, limits: Limits, anchor: str = "") -> ChartView:
    """The chart of a chart part. Raises LimitReached."""
    if root.tag.startswith(CX):
        return _newer(root, anchor)
    plot = root.find(f"{C}chart/{C}plotArea")
    plots = [] if plot is None else [child for child in plot if _local(child).endswith("Chart")]
    series: list[SeriesView] = []
    points = 0
    for found in plots:
        for one in found.findall(f"{C}ser"):
            made = _series(one)
            points += 1 + len(made.points)
            if points > limits.sheet_cells:
                raise LimitReached(f"more than {limits.sheet_cells} values in a chart: `sheet_cells`", "sheet_cells")
            series.append(made)
    axes = () if plot is None else tuple(_text(axis.find(f"{C}title")) for axis in plot if _local(axis).endswith("Ax"))
    return ChartView(
        types=tuple(_local(found).removesuffix("Chart") for found in plots),
        title=_text(root.find(f"{C}chart/{C}title")),
        axis_titles=tuple(filter(None, axes)),
        series=tuple(series),
        anchor=anchor,
    )


def _newer(root: etree._Element, anchor: str) -> ChartView:
    """Kinds of charts that came later (waterfall, sunburst, …); their data stand apart and are not shown."""
    series = list(root.iter(f"{CX}series"))
    title = root.find(f"{CX}chart/{CX}title")
    names = ["".join(one.itertext(f"{CX}v")) for one in series]
    return ChartView(
        tuple(str(one.get("layoutId", "")) for one in series),
        _text(title),
        series=tuple(SeriesView(clean(name)) for name in names),
        anchor=anchor,
    )


def _series(found: etree._Element) -> SeriesView:
    def reference(*tags: str) -> str:
        for tag in tags:
            formula = found.find(f"{C}{tag}//{C}f")
            if formula is not None:
                return clean(formula.text or "")
        return ""

    name = found.find(f"{C}tx")
    stored = [] if name is None else [value.text or "" for value in name.iter(f"{C}v")]
    values = next((one for tag in ("val", "yVal") if (one := found.find(f"{C}{tag}")) is not None), None)
    points = () if values is None else tuple(clean(value.text or "") for value in values.iter(f"{C}v"))
    return SeriesView(
        clean("".join(stored)) or reference("tx"), reference("cat", "xVal"), reference("val", "yVal"), points
    )


def _text(title: etree._Element | None) -> str:
    if title is None:
        return ""
    written = [piece.text or "" for piece in title.iter(f"{A}t")]
    stored = written or [value.text or "" for value in title.iter(f"{C}v")]
    return clean("".join(stored))


def _local(element: etree._Element) -> str:
    return etree.QName(element).localname if isinstance(element.tag, str) else ""
