"""Bytes to text. Guarantees that what is returned can be encoded as UTF-8 again.

Text that is not UTF-8 and carries no mark is not guessed: it is undecided when it may be text in a legacy encoding,
and malformed when control characters show that it is no text at all.
"""

from __future__ import annotations

import codecs
import re

from specharness.evidence.faults import LimitReached, MalformedArtifact
from specharness.evidence.views import TextView

_MARKS: tuple[tuple[bytes, str], ...] = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
"""UTF-32 before UTF-16: the little-endian mark of the one begins with that of the other."""
_CONTROL = re.compile(rb"[\x00-\x08\x0e-\x1a\x1c-\x1f\x7f]")
"""Bytes that no text holds in UTF-8, Latin, Cyrillic, GBK, Big5 or Shift JIS encodings."""


def view(data: bytes) -> TextView:
    """The text. Raises MalformedArtifact for binary data, LimitReached for an encoding that is not known."""
    encoding = encoding_of(data)
    try:
        return TextView(data.decode(encoding), encoding)
    except UnicodeDecodeError as error:
        where = f"{encoding.removesuffix('-sig').upper()} ends at byte offset {error.start}: {error.reason}"
        control = _CONTROL.search(data)
        if encoding != "utf-8" or control is not None:
            raise MalformedArtifact(f"not text: {where}") from error
        raise LimitReached(f"text in an unknown encoding, expected UTF-8; {where}") from error


def utf8(data: bytes, what: str) -> str:
    """Text of a format that must be UTF-8; a byte order mark is removed. Raises MalformedArtifact."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise MalformedArtifact(f"{what} must be UTF-8; byte offset {error.start}: {error.reason}") from error


def encoding_of(data: bytes) -> str:
    """By the byte order mark; UTF-8 without one."""
    return next((name for mark, name in _MARKS if data.startswith(mark)), "utf-8")


def clean(text: str) -> str:
    """Lone surrogates, which no encoding can write, become U+FFFD."""
    if text.isascii():
        return text
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return text


def check(data: bytes) -> str | None:
    """The defect that keeps the bytes from being a text file, if any."""
    text = view(data).text
    at = text.find("\0")
    return None if at < 0 else f"NUL character at offset {at}"
