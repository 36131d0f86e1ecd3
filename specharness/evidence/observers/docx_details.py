"""What stands behind the text of a document: runs, marks of tables, sections with headers and footers, changes."""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import Any

from docx import Document
from lxml import etree

from specharness.evidence.faults import LimitReached
from specharness.evidence.limits import Limits
from specharness.evidence.observers.docx import MALFORMED, own, rows, stories, style_names, style_of
from specharness.evidence.observers.ooxml import A, R, W, paragraph_text, paragraphs, walk
from specharness.evidence.observers.opc import Package
from specharness.evidence.observers.runs import runs
from specharness.evidence.observers.text import clean
from specharness.evidence.views import DocumentDetails, ParagraphView, SectionView, TableDetails

__all__ = ["MALFORMED", "view"]

_TWIPS = 20
"""In a point."""
_BASED = 50
"""Styles based on styles that are followed; a longer chain is a circle."""


def view(package: Package, limits: Limits) -> DocumentDetails:
    """The document. Raises MalformedArtifact, LimitReached and the reader's errors."""
    document = Document(io.BytesIO(package.data))
    names, default = style_names(document)
    listing = _listing_styles(document)
    made: list[ParagraphView] = []
    tables: list[TableDetails] = []
    images = insertions = deletions = 0
    bookmarks: list[str] = []
    fields: list[str] = []
    for kind, story in stories(document):
        for paragraph in paragraphs(story):
            made.append(_paragraph(kind, paragraph, style_of(paragraph, names, default), listing))
            if len(made) > limits.paragraphs:
                detail = f"more than {limits.paragraphs} paragraphs, which `paragraphs` allows"
                raise LimitReached(detail, "paragraphs")
        tables += [_table(table, names) for table in walk(story, (W + "tbl",))]
        images += sum(1 for _ in story.iter(A + "blip"))
        insertions += sum(1 for _ in story.iter(W + "ins", W + "moveTo"))
        deletions += sum(1 for _ in story.iter(W + "del", W + "moveFrom"))
        bookmarks += [clean(str(each.get(W + "name"))) for each in story.iter(W + "bookmarkStart")]
        fields += _fields(story)
    links = {
        clean(each.target_ref)
        for each in document.part.rels.values()
        if each.is_external and each.reltype.endswith("/hyperlink")
    }
    return DocumentDetails(
        paragraphs=tuple(made),
        tables=tuple(tables),
        sections=tuple(_sections(document)),
        styles=tuple(clean(name) for name in names.values()),
        insertions=insertions,
        deletions=deletions,
        images=images,
        links=tuple(sorted(links)),
        bookmarks=tuple(bookmarks),
        fields=tuple(fields),
        properties=package.properties(),
        macros=package.macros,
    )


def _paragraph(kind: str, paragraph: etree._Element, style: str, listing: frozenset[str]) -> ParagraphView:
    properties = paragraph.find(W + "pPr")
    alignment = numbered = identifier = None
    if properties is not None:
        alignment, numbered = properties.find(W + "jc"), properties.find(W + "numPr")
        identifier = properties.find(W + "pStyle")
    named = "" if identifier is None else str(identifier.get(W + "val", ""))
    return ParagraphView(
        story=kind,
        style=style,
        runs=tuple(runs(paragraph)),
        alignment="" if alignment is None else str(alignment.get(W + "val", "")),
        listed=_is_listed(numbered) if numbered is not None else named in listing,
    )


def _is_listed(numbered: etree._Element) -> bool:
    """The list of number 0 stands for none."""
    number = numbered.find(W + "numId")
    return number is not None and number.get(W + "val") != "0"


def _listing_styles(document: Any) -> frozenset[str]:
    """Ids of the styles whose paragraphs are list items, by themselves or by what they are based on."""
    elements = {str(each.element.get(W + "styleId")): each.element for each in document.styles}
    found: set[str] = set()
    for identifier in elements:
        name = identifier
        for _ in range(_BASED):
            element = elements.get(name)
            if element is None:
                break
            if element.find(f"{W}pPr/{W}numPr") is not None:
                found.add(identifier)
                break
            base = element.find(W + "basedOn")
            name = "" if base is None else str(base.get(W + "val", ""))
    return frozenset(found)


def _table(table: etree._Element, names: dict[str, str]) -> TableDetails:
    style = table.find(f"{W}tblPr/{W}tblStyle")
    identifier = "" if style is None else str(style.get(W + "val", ""))
    own_rows = list(own(table, W + "tr"))
    cells = [cell for row in own_rows for cell in own(row, W + "tc")]
    return TableDetails(
        style=clean(names.get(identifier, identifier)),
        rows=rows(table),
        header_rows=sum(1 for row in own_rows if row.find(f"{W}trPr/{W}tblHeader") is not None),
        merged=sum(1 for cell in cells if _is_merged(cell)),
    )


def _is_merged(cell: etree._Element) -> bool:
    span, down = cell.find(f"{W}tcPr/{W}gridSpan"), cell.find(f"{W}tcPr/{W}vMerge")
    return (span is not None and span.get(W + "val") not in (None, "1")) or (
        down is not None and down.get(W + "val") == "restart"
    )


def _sections(document: Any) -> Iterator[SectionView]:
    """In order; a section takes over the headers and footers that it has not itself."""
    inherited: dict[str, dict[str, str]] = {"header": {}, "footer": {}}
    for properties in document.element.body.iter(W + "sectPr"):
        for kind, texts in inherited.items():
            for reference in properties.findall(f"{W}{kind}Reference"):
                relation = document.part.rels.get(str(reference.get(R + "id")))
                if relation is not None and not relation.is_external:
                    story = relation.target_part.element
                    text = "\n".join(paragraph_text(paragraph) for paragraph in paragraphs(story))
                    texts[str(reference.get(W + "type", "default"))] = text
        size, margins = properties.find(W + "pgSz"), properties.find(W + "pgMar")
        yield SectionView(
            width=_points(size, "w"),
            height=_points(size, "h"),
            landscape=size is not None and size.get(W + "orient") == "landscape",
            left=_points(margins, "left"),
            right=_points(margins, "right"),
            top=_points(margins, "top"),
            bottom=_points(margins, "bottom"),
            headers=dict(inherited["header"]),
            footers=dict(inherited["footer"]),
        )


def _points(element: etree._Element | None, name: str) -> float:
    value = "" if element is None else str(element.get(W + name, ""))
    return int(value) / _TWIPS if value.removeprefix("-").isdecimal() and len(value) < 9 else 0.0


def _fields(story: etree._Element) -> Iterator[str]:
    """Instructions, in the order of their ends; a field within another one stands by itself."""
    opened: list[list[str]] = []
    for element in story.iter(W + "fldSimple", W + "fldChar", W + "instrText"):
        if element.tag == W + "fldSimple":
            yield clean(str(element.get(W + "instr", "")).strip())
        elif element.tag == W + "instrText":
            if opened:
                opened[-1].append(element.text or "")
        elif element.get(W + "fldCharType") == "begin":
            opened.append([])
        elif element.get(W + "fldCharType") == "end" and opened:
            yield clean("".join(opened.pop()).strip())
