"""Lines of a text as the Markdown parser sees them, each with its place in the text as it is.

Guarantees that column `c` of `lines[i]` is code point `starts[i] + c` of the original text. A line ends at CR LF, LF or
a lone CR, and at nothing else. Every other blank (form feed, no-break and ideographic space, U+2028 …) reads as a
plain space, so that blank means the same to the parser and to us. Not its business: what a line means.
"""

from __future__ import annotations

import re
from array import array
from dataclasses import dataclass
from itertools import accumulate

BOM = "\ufeff"
_ODD_BLANKS = re.compile("[\x0b\x0c\x1c-\x1f\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]")


@dataclass(frozen=True, slots=True)
class Lines:
    """The normalised text and its line table."""

    source: str
    """What the parser reads: newlines are LF, blanks are spaces, NUL is U+FFFD (as CommonMark asks), no byte order
    mark."""
    lines: list[str]
    """`source` without its newlines, a string a line."""
    starts: array[int]
    """Offset of each line's first character in the original text."""
    base: int
    """1 if the text begins with a byte order mark, else 0."""


def split_lines(text: str) -> Lines:
    """The line table of a text. Linear."""
    base = 1 if text.startswith(BOM) else 0
    source = _ODD_BLANKS.sub(" ", text[base:].replace("\0", "\ufffd"))
    if "\r" not in source:
        lines = source.split("\n")
        starts = array("q", accumulate((len(line) + 1 for line in lines), initial=base))
        starts.pop()
        return Lines(source, lines, starts, base)
    lines = []
    starts = array("q")
    at = base
    # LF-separated pieces, each perhaps ending in CR and perhaps holding lone CRs.
    pieces = source.split("\n")
    for number, piece in enumerate(pieces):
        is_last = number == len(pieces) - 1
        crlf = not is_last and piece.endswith("\r")
        parts = (piece[:-1] if crlf else piece).split("\r")
        for part in parts:
            lines.append(part)
            starts.append(at)
            at += len(part) + 1
        if crlf:
            at += 1
    return Lines("\n".join(lines), lines, starts, base)
