"""Whether bytes are XML, HTML or INI. No trees are built."""

from __future__ import annotations

import configparser
import io
import re
from html.parser import HTMLParser
from xml.sax import SAXParseException
from xml.sax.handler import ContentHandler

from defusedxml import DefusedXmlException
from defusedxml.expatreader import DefusedExpatParser

from specharness.evidence.faults import LimitReached
from specharness.evidence.observers import text

XML_MALFORMED: tuple[type[Exception], ...] = (SAXParseException,)
_DOCUMENT = re.compile(r"<!doctype\s+html\b|<html[\s>]", re.IGNORECASE)
_PAIR = re.compile(r"^\s*[^\s=:#;\[][^=:]*[=:]", re.MULTILINE)


def check_xml(data: bytes) -> str | None:
    """None for well-formed XML. Raises SAXParseException, and LimitReached for entities, which are never expanded."""
    parser = DefusedExpatParser(forbid_dtd=False, forbid_entities=True, forbid_external=True)
    parser.setContentHandler(ContentHandler())
    try:
        parser.parse(io.BytesIO(data))
    except DefusedXmlException as error:
        raise LimitReached(f"it declares entities or refers to other files, which are not read: {error}") from error
    return None


def check_html(data: bytes) -> str | None:
    """None for a text that begins as an HTML document. A fragment is undecided."""
    decoded = text.view(data).text
    if "\0" in decoded:
        return f"NUL character at offset {decoded.index(chr(0))}"
    if _DOCUMENT.search(decoded):
        return None
    tags = _Tags()
    tags.feed(decoded)
    if tags.count == 0:
        return "no HTML element"
    raise LimitReached("an HTML fragment without <!doctype html> or <html>; undecided")


def check_ini(data: bytes) -> str | None:
    """None for sections of keys and values. Keys without a section are undecided: some dialects have them."""
    decoded = text.view(data).text
    if "\0" in decoded:
        return f"NUL character at offset {decoded.index(chr(0))}"
    parser = configparser.RawConfigParser(strict=False, allow_no_value=True)
    try:
        parser.read_string(decoded)
    except configparser.MissingSectionHeaderError as error:
        if _PAIR.search(decoded):
            raise LimitReached("keys before any [section]; undecided") from error
        return "no [section]"
    except configparser.Error as error:
        return " ".join(str(error).split())
    return None if parser.sections() or parser.defaults() else "no [section]"


class _Tags(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.count = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.count += 1
