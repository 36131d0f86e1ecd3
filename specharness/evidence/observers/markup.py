"""Whether bytes are XML or HTML. No trees are built."""

from __future__ import annotations

import re
from xml.parsers import expat

from specharness.evidence.faults import LimitReached
from specharness.evidence.limits import Limits
from specharness.evidence.observers import text

_DOCUMENT = re.compile(r"<!doctype\s+html\b|<html[\s>]", re.IGNORECASE)
_TAG = re.compile(r"<[a-z][a-z0-9-]*(?:\s[^<>]*)?/?>", re.IGNORECASE)


def check_xml(data: bytes, limits: Limits) -> str | None:
    """The first place where the text is not well-formed, if any. A text that declares entities or is nested without
    bound is undecided; nothing is expanded or fetched."""
    depth = 0

    def start(_tag: str, _attributes: dict[str, str]) -> None:
        nonlocal depth
        depth += 1
        if depth > limits.xml_depth:
            raise LimitReached(f"nested deeper than the {limits.xml_depth} levels that `xml_depth` allows", "xml_depth")

    def end(_tag: str) -> None:
        nonlocal depth
        depth -= 1

    def entity(name: str, *_: object) -> None:
        raise LimitReached(f"it declares the entity {name!r}; entities are not expanded; undecided")

    parser = expat.ParserCreate()
    parser.StartElementHandler = start
    parser.EndElementHandler = end
    parser.EntityDeclHandler = entity
    try:
        parser.Parse(data, True)
    except expat.ExpatError as error:
        return f"not well-formed: {error}"
    return None


def check_html(data: bytes) -> str | None:
    """None for a text that begins as an HTML document. A fragment is undecided."""
    decoded = text.view(data).text
    if "\0" in decoded:
        return f"NUL character at offset {decoded.index(chr(0))}"
    if _DOCUMENT.search(decoded):
        return None
    if _TAG.search(decoded) is None:
        return "no HTML element"
    raise LimitReached("an HTML fragment without <!doctype html> or <html>; undecided")
