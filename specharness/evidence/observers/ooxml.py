"""What word processing and presentations share: paragraphs of WordprocessingML and DrawingML as text.

Runs are joined, so that words split over runs are whole. Where a part offers the same content twice for old and new
readers (`mc:AlternateContent`), the choice is read and the fallback left out.
"""

from __future__ import annotations

from collections.abc import Iterator

from lxml import etree

from specharness.evidence.observers.text import clean

W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
A = "{http://schemas.openxmlformats.org/drawingml/2006/main}"
P = "{http://schemas.openxmlformats.org/presentationml/2006/main}"
R = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}"
FALLBACK = "{http://schemas.openxmlformats.org/markup-compatibility/2006}Fallback"
M_TEXT = "{http://schemas.openxmlformats.org/officeDocument/2006/math}t"

_TEXT = {W + "t", A + "t", M_TEXT}
_MARKS = {
    W + "tab": "\t",
    W + "br": "\n",
    W + "cr": "\n",
    W + "noBreakHyphen": "-",
    W + "ptab": "\t",
    A + "br": "\n",
}
_PARAGRAPHS = (W + "p", A + "p")
_LEFT_OUT = {FALLBACK, W + "del", W + "moveFrom", W + "pPr", W + "rPr", A + "pPr", A + "rPr"}
"""Content of deletions and of moves' old places; properties hold `w:tab` elements that are no text."""


def parse(xml: bytes) -> etree._Element:
    """A part's tree; entities are never resolved, nothing is fetched. Raises lxml.etree.XMLSyntaxError."""
    return etree.fromstring(xml, etree.XMLParser(resolve_entities=False, no_network=True, huge_tree=False))


def walk(top: etree._Element, tags: tuple[str, ...]) -> Iterator[etree._Element]:
    """Elements of the tags below `top` in document order, not inside a fallback or a deletion."""
    for child in top:
        if not isinstance(child.tag, str) or child.tag in _LEFT_OUT:
            continue
        if child.tag in tags:
            yield child
        yield from walk(child, tags)


def paragraphs(top: etree._Element) -> Iterator[etree._Element]:
    """Paragraphs below `top` in reading order; those of a text box follow the paragraph that it is anchored in."""
    return walk(top, _PARAGRAPHS)


def paragraph_text(paragraph: etree._Element) -> str:
    """Text of one paragraph without the paragraphs of text boxes inside it."""
    return text_within(paragraph)


def text_within(element: etree._Element) -> str:
    """Text of what stands in one element of a paragraph."""
    pieces: list[str] = []
    _collect(element, pieces)
    return clean("".join(pieces))


def mark(element: etree._Element) -> str | None:
    """The text that an element itself stands for; None where it stands for none."""
    return clean(element.text or "") if element.tag in _TEXT else _MARKS.get(str(element.tag))


def is_left_out(element: etree._Element) -> bool:
    """Whether an element of a paragraph adds nothing to its text: a comment, properties, a deletion, a paragraph of a
    text box, which is one by itself."""
    return not isinstance(element.tag, str) or element.tag in _LEFT_OUT or element.tag in _PARAGRAPHS


def _collect(element: etree._Element, pieces: list[str]) -> None:
    for child in element:
        if is_left_out(child):
            continue
        tag = child.tag
        if tag in _TEXT:
            pieces.append(child.text or "")
        elif tag in _MARKS:
            pieces.append(_MARKS[tag])
        else:
            _collect(child, pieces)


def on(value: str | None) -> bool:
    """A truth value of an attribute (ECMA-376 part 1, 22.9.2.7)."""
    return value in ("1", "true", "on")
