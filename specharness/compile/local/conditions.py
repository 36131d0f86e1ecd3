"""Guards: the part of a clause or of its unit that says when it applies."""

from __future__ import annotations

import re

from specharness.compile.local.sketch import Piece
from specharness.ir import Source, Span, Unit

_WORDS = r"(?:only )?(?:if|when|in case)|unless|as long as|provided(?: that)?|assuming(?: that)?"
_LEADING = re.compile(
    rf"^\W*(?:and\s+|but\s+|however,?\s+)?(?P<guard>(?:{_WORDS}|whenever|once|where|"
    r"for (?:any|every|each)\b(?=[^,]{0,60}\bthat\b))\b[^,;:。]{3,200}?)"
    r"\s*(?:,\s*(?:then\s+)?|\bthen\b|:\s)",
    re.IGNORECASE | re.DOTALL,
)
_TRAILING = re.compile(
    rf"[\s,(](?P<guard>(?:{_WORDS}|except(?: for| when| if)?)\b(?:(?!\s+but\s)(?:[^.;。)]|\.(?=\S))){{3,200}})",
    re.IGNORECASE | re.DOTALL,
)
_NO_GUARD = re.compile(
    r"\b(?:as|what|even|ask|check|test|see|know|decide|determine|verify|tell|why and|time|moment|date|day)\s*$",
    re.IGNORECASE,
)
"""Before an "if" or "when" that compares, asks or names a time: no condition of the demand."""
_ZH = re.compile(
    r"(?P<guard>(?:如果|若|当|一旦|凡|除非)[^，。；]{2,80}?)(?:时|的话)?[，,]|(?P<except>除[^，。；]{1,60}(?:以外|之外|外))"
)


def guard_of(source: Source, unit: Unit, piece: Piece) -> Span | None:
    """The span of the guard that holds for a chunk: inside it, or at the head of the sentence it was cut from."""
    own = source.text[piece.start : piece.end]
    for pattern in (_LEADING, _ZH, _TRAILING):
        for match in pattern.finditer(own):
            if not _EMPTY.search(match.group()) and not _NO_GUARD.search(own, 0, match.start() + 1):
                return _span(source, match, piece.start)
    if piece.start > unit.body.start:
        # a guard that opens the sentence governs the clauses after it
        head = source.text[unit.body.start : piece.start]
        opening = _OPENING.match(head)
        ended = opening is not None and _SENTENCE_END.search(head, opening.end("guard"))
        if opening is not None and not ended and not _EMPTY.search(opening.group()):
            return _span(source, opening, unit.body.start)
    return None


_EMPTY = re.compile(
    r"\b(?:when|once|after)\s+(?:you(?: are|['’]re| have|['’]ve)|everything is|the work is|all is)\s+"
    r"(?:done|finished|complete)|表头|header",
    re.IGNORECASE,
)
"""Not conditions: the end of the work, and what a count leaves out."""
_OPENING = re.compile(r"\W*(?P<guard>(?:if|when|whenever|unless)\b[^,;:]{3,200})", re.IGNORECASE)
_SENTENCE_END = re.compile(r"[.;。；]\s")


def _span(source: Source, match: re.Match[str], offset: int) -> Span:
    group = "guard" if match["guard"] else "except"
    start, end = match.start(group) + offset, match.end(group) + offset
    while end > start and source.text[end - 1] in " \n\t,，":
        end -= 1
    return Span(source=source.id, start=start, end=end)
