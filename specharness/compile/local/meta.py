"""Text that addresses the compiler or the verifier. It has no authority, whoever wrote it and however it is hidden.

Guarantees that characters without width, comment marks, entities, letters of another script and base64 hide nothing,
in time linear in the text. How such texts are worded is `meta_wording`'s business.
"""

from __future__ import annotations

import base64
import binascii
import html
import re
import unicodedata
from collections.abc import Iterator, Sequence

from specharness.compile.local.meta_wording import LATIN, OTHER
from specharness.compile.local.prefilter import traits
from specharness.ir import Span

MAX_TEXT = 20_000
"""Characters of one chunk that are looked at; a longer one is data."""
MAX_BLOB = 4_096
"""Characters of one encoded blob: enough for a page of text."""
MAX_BLOBS = 8
"""Blobs decoded in one chunk; more of them are data."""

_MARKS = re.compile(r"<!--|-->|</?[A-Za-z][^<>\n]{0,200}>|[*_`~]+(?=\S)|(?<=\S)[*_`~]+")
_LONG = re.compile(r"[\w+/-]{16}", re.ASCII)
_BLOB = re.compile(rf"(?<![\w+/=-])[A-Za-z0-9+/_-]{{16,{MAX_BLOB}}}={{0,2}}(?![\w+/=-])")
_TAGS = range(0xE0020, 0xE007F)
"""Tag characters: copies of ASCII that no font shows."""
_MIXED = re.compile(r"[A-Za-z][\u0370-\u058f]|[\u0370-\u058f][A-Za-z]")
_LOOKALIKES = str.maketrans(
    "аеорсухіјѕԁһӏոοανυρικАВЕКМНОРСТХІЅЈΑΒΕΖΗΙΚΜΝΟΡΤΥΧ", "aeopcyxijsdhlnoavupikABEKMHOPCTXISJABEZHIKMNOPTYX"
)
"""Cyrillic, Armenian and Greek letters that look like Latin ones."""


def addressed(text: str, spans: Sequence[Span]) -> list[Span]:
    """The stretches of a text that speak to the compiler or the verifier instead of to the agent."""
    return [span for span in spans if is_meta(text[span.start : span.end])]


def is_meta(text: str) -> bool:
    """Whether a text by itself speaks to the compiler or the verifier."""
    if len(text) > MAX_TEXT:
        text = text[:MAX_TEXT]
    if text.isascii() and "&" not in text and "<" not in text and not _LONG.search(text):
        plain = " ".join(_MARKS.sub("", text).split())
        return _fits(plain)
    return any(map(_fits, _readings(text)))


def _fits(reading: str) -> bool:
    lower = reading.lower()
    mask = traits(lower)
    return LATIN.any(reading, lower, mask) or (not reading.isascii() and OTHER.any(reading, lower, mask))


def _readings(text: str) -> Iterator[str]:
    """What a text says to whoever looks closely: itself without disguise, then what it encodes."""
    plain = _plain(text)
    yield plain
    if _MIXED.search(plain):
        yield plain.translate(_LOOKALIKES)
    for number, match in enumerate(_BLOB.finditer(text)):
        if number == MAX_BLOBS:
            return
        decoded = _decoded(match.group())
        if decoded is not None:
            yield _plain(decoded)


def _plain(text: str) -> str:
    """The visible words on one line: no format characters, marks of emphasis, tags or entities."""
    if not text.isascii():
        shown = (chr(ord(char) - 0xE0000) if ord(char) in _TAGS else char for char in text)
        bare = "".join(char for char in shown if unicodedata.category(char) != "Cf")
        text = unicodedata.normalize("NFKC", bare)
    return " ".join(_MARKS.sub("", html.unescape(text)).split())


def _decoded(blob: str) -> str | None:
    """The text that a blob encodes in base64, or None where that is no text."""
    data = blob.rstrip("=").replace("-", "+").replace("_", "/")
    try:
        text = base64.b64decode(data + "=" * (-len(data) % 4), validate=True).decode("utf-8")
    except (binascii.Error, ValueError):
        return None
    return text if " ".join(text.split()).isprintable() else None
