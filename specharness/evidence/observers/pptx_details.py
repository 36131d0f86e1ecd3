"""What stands behind the text of a presentation: kinds, places and formatting of shapes, layouts, charts, pictures."""

from __future__ import annotations

import hashlib
import io
from collections.abc import Iterator
from typing import Any

from lxml import etree
from pptx import Presentation

from specharness.evidence.faults import LimitReached
from specharness.evidence.limits import Limits
from specharness.evidence.observers.charts import chart
from specharness.evidence.observers.ooxml import A, P, R, paragraph_text, paragraphs, parse, walk
from specharness.evidence.observers.opc import Package
from specharness.evidence.observers.pptx import MALFORMED, SHAPES, shape_of
from specharness.evidence.observers.runs import runs
from specharness.evidence.observers.text import clean
from specharness.evidence.views import ChartView, ShapeDetails, SlideDetails, SlidesDetails

__all__ = ["MALFORMED", "view"]

_EMU = 12_700
"""English metric units in a point."""
_KINDS = {P + "sp": "shape", P + "cxnSp": "connector", P + "pic": "picture", P + "graphicFrame": "object"}


def view(package: Package, limits: Limits) -> SlidesDetails:
    """The presentation. Raises MalformedArtifact, LimitReached and the reader's errors."""
    presentation = Presentation(io.BytesIO(package.data))
    slides: list[SlideDetails] = []
    count = 0
    for slide in presentation.slides:
        made = tuple(_shape(shape, slide.part, limits) for shape in walk(slide.element, SHAPES))
        count += len(made)
        if count > limits.paragraphs:
            raise LimitReached(f"more than {limits.paragraphs} shapes, which `paragraphs` allows", "paragraphs")
        frame = slide.notes_slide.notes_text_frame if slide.has_notes_slide else None
        slides.append(
            SlideDetails(
                layout=clean(slide.slide_layout.name),
                title=next((shape.text for shape in made if shape.placeholder in ("title", "ctrTitle")), ""),
                shapes=made,
                notes=clean(frame.text) if frame is not None else "",
                hidden=slide.element.get("show") in ("0", "false"),
            )
        )
    layouts = (layout.name for master in presentation.slide_masters for layout in master.slide_layouts)
    return SlidesDetails(
        width=int(presentation.slide_width or 0) / _EMU,
        height=int(presentation.slide_height or 0) / _EMU,
        slides=tuple(slides),
        layouts=tuple(map(clean, layouts)),
        properties=package.properties(),
        macros=package.macros,
    )


def _shape(shape: etree._Element, part: Any, limits: Limits) -> ShapeDetails:
    plain = shape_of(shape, part, limits)
    properties = next(walk(shape, (P + "cNvPr",)), None)
    placeholder = next(walk(shape, (P + "ph",)), None)
    rows = tuple(tuple(_text(cell) for cell in walk(row, (A + "tc",))) for row in walk(shape, (A + "tr",)))
    drawn = _chart(shape, part, limits)
    digest, media_type = _picture(shape, part)
    left, top = _pair(shape, "off", "x", "y")
    width, height = _pair(shape, "ext", "cx", "cy")
    return ShapeDetails(
        name=plain.name,
        kind=_kind(shape, bool(rows), drawn is not None),
        text=plain.text,
        placeholder="" if placeholder is None else str(placeholder.get("type", "obj")),
        left=left,
        top=top,
        width=width,
        height=height,
        rows=rows,
        chart=drawn,
        media=digest,
        media_type=media_type,
        embedded=plain.embedded,
        runs=tuple(run for paragraph in paragraphs(shape) for run in runs(paragraph)),
        alt_text="" if properties is None else clean(str(properties.get("descr", ""))),
    )


def _kind(shape: etree._Element, table: bool, charted: bool) -> str:
    kind = _KINDS[shape.tag]
    if kind != "object":
        return kind
    if table:
        return "table"
    if charted:
        return "chart"
    data = shape.find(f".//{A}graphicData")
    return "diagram" if data is not None and str(data.get("uri", "")).endswith("/diagram") else "object"


def _chart(shape: etree._Element, part: Any, limits: Limits) -> ChartView | None:
    for related in _targets(shape, part, ("id",)):
        if related.content_type.endswith(("drawingml.chart+xml", "chartex+xml")):
            return chart(parse(related.blob), limits)
    return None


def _picture(shape: etree._Element, part: Any) -> tuple[str, str]:
    if shape.tag != P + "pic":
        return "", ""
    for related in _targets(shape, part, ("embed",)):
        return hashlib.sha256(related.blob).hexdigest(), clean(str(related.content_type))
    return "", ""


def _targets(shape: etree._Element, part: Any, attributes: tuple[str, ...]) -> Iterator[Any]:
    for element in shape.iter():
        for attribute in attributes:
            identifier = element.get(R + attribute)
            relationship = part.rels.get(identifier) if identifier else None
            if relationship is not None and not relationship.is_external:
                yield relationship.target_part


def _pair(shape: etree._Element, tag: str, first: str, second: str) -> tuple[float | None, float | None]:
    """Of the shape's own transformation; within a group, in the group's measure."""
    for place in (f"{P}spPr/{A}xfrm", f"{P}xfrm"):
        found = shape.find(f"{place}/{A}{tag}")
        if found is not None:
            return _points(found.get(first)), _points(found.get(second))
    return None, None


def _points(value: str | None) -> float | None:
    text = value or ""
    return int(text) / _EMU if text.removeprefix("-").isdecimal() and len(text) < 16 else None


def _text(element: etree._Element) -> str:
    return "\n".join(paragraph_text(paragraph) for paragraph in paragraphs(element))
