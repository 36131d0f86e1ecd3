"""What a text says to whoever looks closely: the readings behind marks, letters, encodings and order.

Each reading is one way to hide words that a person or a model may still read: characters without width, letters of
another script, accents over every letter, attributes and titles, base64, hexadecimal, percent signs, escapes, digits
for letters, letters apart, words cut at the end of a line, backwards. Time is linear in the text; nothing is decoded
twice.
"""

from __future__ import annotations

import base64
import binascii
import codecs
import html
import re
import unicodedata
from collections.abc import Iterator
from urllib.parse import unquote

MAX_BLOB = 4_096
"""Characters of one encoded blob: enough for a page of text."""
MAX_BLOBS = 8
"""Blobs decoded in one chunk; more of them are data."""
MAX_TITLES = 32
"""Attributes and titles read in one chunk."""
MAX_BACKWARDS = 400
"""Characters that are read backwards: a hidden order is a sentence."""

_MARKS = re.compile(r"<!--|-->|</?[A-Za-z][^<>\n]{0,200}>|[*_`~]+(?=\S)|(?<=\S)[*_`~]+")
_BREAKS = re.compile(r"[\n\r\t]")
_TAG = re.compile(r"</?[A-Za-z][^<>\n]{0,200}>")
_BLOB = re.compile(rf"(?<![\w+/=-])[A-Za-z0-9+/_-]{{16,{MAX_BLOB}}}={{0,2}}(?![\w+/=-])")
_BLOB_OVER_LINES = re.compile(rf"[A-Za-z0-9+/_-]{{16,{MAX_BLOB}}}={{0,2}}")
_HEX = re.compile(r"(?<![0-9A-Za-z])(?:[0-9A-Fa-f]{2}[ :,]?){12,2000}(?![0-9A-Za-z])")
_PERCENT = re.compile(r"(?:%[0-9A-Fa-f]{2}[^%\s]{0,40}){2}")
_ESCAPE = re.compile(r"\\(?:u|U0000|x)([0-9A-Fa-f]{4}|[0-9A-Fa-f]{2})")
_TITLE = re.compile(
    r"=\s?\"([^\"\n]{8,400})\"|\s\"([^\"\n]{8,400})\"|\s'([^'\n]{8,400})'|!?\[([^\]\n]{8,400})\]|\|([^|\n]{8,400})(?=\||$)",
    re.MULTILINE,
)
"""Attributes, titles of links and images, texts in brackets, cells of a table."""
_APART = re.compile(r"(?:\b\w(?:[ .\-_]|[ ]{2,8}))(?:\w(?:[ .\-_]|[ ]{2,8})){5,400}\w\b")
_DIGITS = str.maketrans("0134578", "oieastb")
_MIXED_DIGITS = re.compile(r"[A-Za-z][013457][A-Za-z]")
_TAGS = range(0xE0020, 0xE007F)
"""Tag characters: copies of ASCII that no font shows."""
_MIXED = re.compile(r"[A-Za-z][\u0370-\u058f]|[\u0370-\u058f][A-Za-z]")
_LOOKALIKES = str.maketrans(
    "аеорсухіјѕԁһӏոοανυρικАВЕКМНОРСТХІЅЈΑΒΕΖΗΙΚΜΝΟΡΤΥΧ", "aeopcyxijsdhlnoavupikABEKMHOPCTXISJABEZHIKMNOPTYX"
)
"""Cyrillic, Armenian and Greek letters that look like Latin ones."""
_ODD = re.compile(
    r"[&<%\\\[|]|\s[\"'][A-Za-z]|-\n|[A-Za-z][013457][A-Za-z]|\b\w[ .\-_]+\w[ .\-_]+\w[ .\-_]+\w\b|[\w+/-]{16}"
    r"|(?:[0-9A-Fa-f]{2} ){8}",
    re.ASCII,
)
"""What some disguise of a text in ASCII needs."""
_SMALL = frozenset("the a an of to in is are and or be for on it not with as at by from this that if".split())
"""Words of which an ordinary English sentence has some."""
_PROSE = re.compile(r"\W?[A-Za-z]+(?:,? [A-Za-z]+){2,40}\W?")


def readings(text: str) -> Iterator[str]:
    """Itself without disguise first, then what it hides; each on one line."""
    yield (first := plain(text))
    if text.isascii() and not _ODD.search(text):
        yield from _ciphered(first)
        return
    if _MIXED.search(first):
        yield first.translate(_LOOKALIKES)
    if not text.isascii():
        bare = "".join(char for char in unicodedata.normalize("NFD", text) if unicodedata.category(char) != "Mn")
        if len(bare) < len(unicodedata.normalize("NFC", text)) or bare != text:
            yield plain(bare)
    if "-\n" in text:
        yield plain(text.replace("-\n", ""))
    if "<" in text:
        yield plain(_TAG.sub(". ", text.replace("<!--", ". ").replace("-->", ". ")))
    if _MIXED_DIGITS.search(first):
        yield first.translate(_DIGITS)
    if apart := _APART.search(first if "  " not in text else text):
        yield _together(apart.group())
    yield from _titles(text)
    yield from _decoded(text)
    yield from _ciphered(first)


def plain(text: str) -> str:
    """The visible words on one line: no format characters, marks of emphasis, tags or entities."""
    if not text.isascii():
        if not _BREAKS.sub("", text).isprintable():
            text = _shown(text)
        text = unicodedata.normalize("NFKC", text)
    return " ".join(_unmarked(html.unescape(text)).split())


def _shown(text: str) -> str:
    """What no font shows taken out, letters that only hide taken for letters."""
    shown = (chr(ord(char) - 0xE0000) if ord(char) in _TAGS else char for char in text)
    return "".join(char for char in shown if unicodedata.category(char) != "Cf")


def _unmarked(text: str) -> str:
    marked = "*" in text or "`" in text or "_" in text or "<" in text or "~" in text or "-->" in text
    return _MARKS.sub("", text) if marked else text


def _together(letters: str) -> str:
    """Letters that stand apart, as words: a wider gap parts two words."""
    words = re.split(r" {2,}", letters)
    return " ".join(re.sub(r"[ .\-_]", "", word) for word in words)


def _titles(text: str) -> Iterator[str]:
    for number, match in enumerate(_TITLE.finditer(text)):
        if number == MAX_TITLES:
            return
        yield plain(next(group for group in match.groups() if group is not None).strip())


def _decoded(text: str) -> Iterator[str]:
    """What blobs of a text encode."""
    blobs = [match.group() for match, _ in zip(_BLOB.finditer(text), range(MAX_BLOBS), strict=False)]
    lines = text.strip().splitlines()
    joined = "".join(line.strip() for line in lines[:64] if not line.lstrip().startswith(("```", "~~~")))
    if len(lines) > 1 and _BLOB_OVER_LINES.fullmatch(joined):
        blobs.append(joined)
    for blob in blobs:
        if (said := _base64(blob)) is not None:
            yield plain(said)
    for match, _ in zip(_HEX.finditer(text), range(MAX_BLOBS), strict=False):
        try:
            said = bytes.fromhex(re.sub(r"[ :,]", "", match.group())).decode("utf-8")
        except ValueError:
            continue
        if " ".join(said.split()).isprintable():
            yield plain(said)
    if _PERCENT.search(text):
        yield plain(re.sub(r"[?&=/+]", ". ", unquote(text)))
    if len(_ESCAPE.findall(text)) > 3:
        yield plain(_ESCAPE.sub(lambda match: chr(int(match[1], 16)), text))


def _base64(blob: str) -> str | None:
    """The text that a blob encodes in base64, or None where that is no text."""
    data = blob.rstrip("=").replace("-", "+").replace("_", "/")
    try:
        text = base64.b64decode(data + "=" * (-len(data) % 4), validate=True).decode("utf-8")
    except (binascii.Error, ValueError):
        return None
    return text if " ".join(text.split()).isprintable() else None


def last_word_first(text: str) -> str:
    """The words of a sentence in reverse order; empty for what is too short or too long for one."""
    words = text.split() if len(text) <= MAX_BACKWARDS else []
    return " ".join(word.strip(".!") for word in reversed(words)) if len(words) > 2 else ""


def _ciphered(text: str) -> Iterator[str]:
    """A sentence whose letters are reversed or shifted by half the alphabet: nothing but words, and none of the small
    ones that English has."""
    if len(text) <= MAX_BACKWARDS and _PROSE.fullmatch(text) and _SMALL.isdisjoint(text.lower().split()):
        yield text[::-1].strip(" .!")
        yield codecs.encode(text, "rot13")
