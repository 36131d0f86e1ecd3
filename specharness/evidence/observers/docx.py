"""Word processing documents: every paragraph that a reader sees, and the tables, in reading order.

Read from the XML of the parts and not from the reader's object model, which leaves out content controls, text boxes,
insertions and notes. The reader opens the package and says where the parts are.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import Any

from docx import Document
from docx.opc.exceptions import OpcError
from lxml import etree

from specharness.evidence.faults import LimitReached
from specharness.evidence.limits import Limits
from specharness.evidence.observers.ooxml import W, paragraph_text, paragraphs, parse, walk
from specharness.evidence.observers.opc import Package
from specharness.evidence.observers.zips import BROKEN_MEMBER
from specharness.evidence.views import DocumentView

MALFORMED: tuple[type[Exception], ...] = (OpcError, etree.XMLSyntaxError, *BROKEN_MEMBER)
_OTHER_STORIES = ("header", "footer", "footnotes", "endnotes", "comments")
"""Relationship types of the parts read after the body, in this order."""
Rows = tuple[tuple[str, ...], ...]


def view(package: Package, limits: Limits) -> DocumentView:
    """The document."""
    document = Document(io.BytesIO(package.data))
    names, default = style_names(document)
    texts: list[str] = []
    styles: list[str] = []
    tables: list[Rows] = []
    for _, story in stories(document):
        for paragraph in paragraphs(story):
            texts.append(paragraph_text(paragraph))
            styles.append(style_of(paragraph, names, default))
            if len(texts) > limits.paragraphs:
                raise LimitReached(f"more than {limits.paragraphs} paragraphs, which `paragraphs` allows", "paragraphs")
        tables += [rows(table) for table in walk(story, (W + "tbl",))]
    return DocumentView(tuple(texts), tuple(tables), tuple(styles))


def style_names(document: Any) -> tuple[dict[str, str], str]:
    """Names of styles by their ids, and the name of that of paragraphs which name none."""
    names = {style.style_id: style.name or style.style_id for style in document.styles}
    return names, next((style.name or "" for style in document.styles if _is_default(style)), "Normal")


def stories(document: Any) -> Iterator[tuple[str, etree._Element]]:
    """Kind and root of the body, then of headers, footers, notes and comments, each part once."""
    yield "body", document.element.body
    relationships = list(document.part.rels.values())
    for kind in _OTHER_STORIES:
        parts = {
            str(relationship.target_part.partname): relationship.target_part
            for relationship in relationships
            if not relationship.is_external and relationship.reltype.rsplit("/", 1)[-1] == kind
        }
        for _, part in sorted(parts.items()):
            element = getattr(part, "element", None)
            yield kind, element if element is not None else parse(part.blob)


def rows(table: etree._Element) -> Rows:
    """Cell texts; a cell's paragraphs are joined by newlines, those of a table inside it included."""
    return tuple(
        tuple("\n".join(paragraph_text(paragraph) for paragraph in paragraphs(cell)) for cell in own(row, W + "tc"))
        for row in own(table, W + "tr")
    )


def own(element: etree._Element, tag: str) -> Iterator[etree._Element]:
    """Rows of a table or cells of a row through content controls and insertions, not those of a table inside."""
    for child in element:
        if child.tag == tag:
            yield child
        elif isinstance(child.tag, str) and child.tag in (W + "sdt", W + "sdtContent", W + "ins", W + "customXml"):
            yield from own(child, tag)


def style_of(paragraph: etree._Element, names: dict[str, str], default: str) -> str:
    """The name of a paragraph's style."""
    style = paragraph.find(f"{W}pPr/{W}pStyle")
    if style is None:
        return default
    identifier = str(style.get(W + "val", ""))
    return names.get(identifier, identifier)


def _is_default(style: Any) -> bool:
    return style.element.get(W + "type") == "paragraph" and style.element.get(W + "default") in ("1", "true", "on")
