"""Presentations: the text of every shape through groups, tables, charts and diagrams; notes; embedded workbooks.

Read from the slides' XML, because the reader's object model leaves out shapes that stand in alternate content.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import Any

from lxml import etree
from pptx import Presentation
from pptx.exc import PythonPptxError

from specharness.evidence.faults import LimitReached, MalformedArtifact
from specharness.evidence.limits import Limits
from specharness.evidence.observers import xlsx
from specharness.evidence.observers.ooxml import A, P, R, paragraph_text, paragraphs, parse, walk
from specharness.evidence.observers.opc import Package, package
from specharness.evidence.observers.text import clean
from specharness.evidence.observers.zips import BROKEN_MEMBER
from specharness.evidence.views import ShapeView, SlidesView, WorkbookView

MALFORMED: tuple[type[Exception], ...] = (PythonPptxError, etree.XMLSyntaxError, *BROKEN_MEMBER)
SHAPES = (P + "sp", P + "cxnSp", P + "pic", P + "graphicFrame")
_SPREADSHEET = "spreadsheetml.sheet"


def view(source: Package, limits: Limits) -> SlidesView:
    """The presentation."""
    presentation = Presentation(io.BytesIO(source.data))
    slides: list[tuple[ShapeView, ...]] = []
    notes: list[str] = []
    count = 0
    for slide in presentation.slides:
        shapes = tuple(shape_of(shape, slide.part, limits) for shape in walk(slide.element, SHAPES))
        count += len(shapes)
        if count > limits.paragraphs:
            raise LimitReached(f"more than {limits.paragraphs} shapes, which `paragraphs` allows", "paragraphs")
        slides.append(shapes)
        frame = slide.notes_slide.notes_text_frame if slide.has_notes_slide else None
        notes.append(clean(frame.text) if frame is not None else "")
    return SlidesView(tuple(slides), tuple(notes), source.digests())


def shape_of(shape: etree._Element, part: Any, limits: Limits) -> ShapeView:
    """Name, text and embedded workbook of a shape's element."""
    properties = next(walk(shape, (P + "cNvPr",)), None)
    name = "" if properties is None else str(properties.get("name", ""))
    rows = list(walk(shape, (A + "tr",)))
    if rows:
        text = "\n".join("\t".join(_text(cell) for cell in walk(row, (A + "tc",))) for row in rows)
    else:
        text = _text(shape)
    embedded: WorkbookView | None = None
    if shape.tag == P + "graphicFrame":
        for related in _related(shape, part):
            if _SPREADSHEET in related.content_type:
                embedded = embedded or _workbook(related.blob, limits)
            elif related.content_type.endswith("+xml") and not rows:
                text = "\n".join(piece for piece in (text, _text(parse(related.blob))) if piece)
                embedded = embedded or next(
                    (_workbook(one.blob, limits) for one in _targets(related) if _SPREADSHEET in one.content_type), None
                )
    return ShapeView(clean(name), text, embedded)


def _text(element: etree._Element) -> str:
    return "\n".join(paragraph_text(paragraph) for paragraph in paragraphs(element))


def _related(shape: etree._Element, part: Any) -> Iterator[Any]:
    """Parts that a frame shows: a chart, a diagram's data, an embedded object."""
    for element in shape.iter():
        for attribute in ("id", "dm"):
            identifier = element.get(R + attribute)
            relationship = part.rels.get(identifier) if identifier else None
            if relationship is not None and not relationship.is_external:
                yield relationship.target_part


def _targets(part: Any) -> Iterator[Any]:
    return (relationship.target_part for relationship in part.rels.values() if not relationship.is_external)


def _workbook(data: bytes, limits: Limits) -> WorkbookView | None:
    """An embedded workbook; None where the embedded bytes are none: the slide around it is still seen."""
    try:
        return xlsx.view(package(data, "xlsx", limits), limits)
    except MalformedArtifact:
        return None
