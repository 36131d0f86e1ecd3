"""Paths as texts write them, brought to one form. Touches no disk; what is mapped where is the observers' business."""

from __future__ import annotations

import posixpath
import re

_WRAPPERS = "`'\"“”‘’* \t\r\n"
_ENDS = ".,;:!?。，；：、"
_UNUSABLE = re.compile(r"^[a-z][a-z0-9+.\-]*://|[\x00-\x1f]|[<>|]|\s{2,}", re.I)


def _bare(text: str) -> str:
    """Without the marks that a sentence puts round a path."""
    while (inner := text.strip(_WRAPPERS).rstrip(_ENDS)) != text:
        text = inner
    return text


def normalise(path: str) -> str | None:
    """The path without quotes, backticks, trailing punctuation and `./`; a folder keeps its trailing slash.

    None for what is no path: an address, a placeholder, a text with control characters, or one that leaves its root.
    """
    text = _bare(path.replace("\\", "/"))
    if not text or len(text) > 1024 or _UNUSABLE.search(text):
        return None
    folder = text.endswith("/")
    clean = posixpath.normpath(text)
    if clean.startswith("//"):
        clean = clean[1:]
    if _bare(clean) != clean:
        return normalise(clean)
    if clean in {".", ".."} or clean.startswith("../"):
        return None
    return clean + "/" if folder and clean != "/" else clean


def same_path(one: str, other: str) -> bool:
    """Equal after normalisation, a trailing slash apart."""
    left, right = normalise(one), normalise(other)
    return left is not None and right is not None and left.rstrip("/") == right.rstrip("/")


def ending(path: str) -> str:
    """The lower-case ending without its dot, or an empty text."""
    name = posixpath.basename(path.rstrip("/"))
    stem, dot, suffix = name.rpartition(".")
    return suffix.lower() if dot and stem else ""
