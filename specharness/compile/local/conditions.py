"""Guards: the part of a clause or of its unit that says when it applies."""

from __future__ import annotations

import re

from specharness.compile.local.sketch import Piece
from specharness.ir import Source, Span, Unit

_LEADING = re.compile(
    r"^\W*(?:and\s+|but\s+|however,?\s+)?(?P<guard>(?:if|when|whenever|unless|in case|once|where|for (?:any|every|each)\b(?=[^,]{0,60}\bthat\b))\b[^,;:。]{3,200}?)"
    r"\s*(?:,\s*(?:then\s+)?|\bthen\b|:\s)",
    re.IGNORECASE | re.DOTALL,
)
_TRAILING = re.compile(
    r"[\s,(](?P<guard>(?:if|when|unless|except(?: for| when| if)?|only if|in case|as long as|provided(?: that)?)\b[^.;。)]{3,200})",
    re.IGNORECASE | re.DOTALL,
)
_ZH = re.compile(r"(?P<guard>(?:如果|若|当|一旦|凡|除非)[^，。；]{2,80}?)(?:时|的话)?[，,]|(?P<except>除[^，。；]{1,60}(?:以外|之外|外))")


def guard_of(source: Source, unit: Unit, piece: Piece) -> Span | None:
    """The span of the guard that holds for a chunk: inside it, or at the head of the sentence it was cut from."""
    text = source.text
    for pattern in (_LEADING, _ZH, _TRAILING):
        match = pattern.search(text, piece.start, piece.end)
        if match is not None:
            return _span(source, match)
    if piece.start > unit.body.start:
        # the guard opens the sentence and governs the clauses after it
        head = text[unit.body.start : piece.start]
        match = _LEADING.match(text, unit.body.start, piece.start) or re.match(
            r"\W*(?P<guard>(?:if|when|whenever|unless)\b[^,;:]{3,200})", head, re.IGNORECASE
        )
        if match is not None and not re.search(r"[.;。；]\s", head[match.end("guard") - (unit.body.start if match.string is text else 0) :]):
            shift = 0 if match.string is text else unit.body.start
            start, end = match.span("guard")
            return Span(source=source.id, start=start + shift, end=end + shift)
    return None


def _span(source: Source, match: re.Match[str]) -> Span:
    group = "guard" if match["guard"] else "except"
    start, end = match.span(group)
    while end > start and source.text[end - 1] in " \n\t,，":
        end -= 1
    return Span(source=source.id, start=start, end=end)
