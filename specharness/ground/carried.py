"""What a quote says by itself and its direction has to carry: the condition, and whole literals.

A faithful quote is no proof of a faithful reading. "If draft is true, add a sheet" quoted in full and claimed without
its condition would oblige everybody; a quote that ends in the middle of a literal claims another literal.
"""

from __future__ import annotations

import re

from specharness.ground.lexicon import Sense, tokens
from specharness.ir import Direction, Source, Span

MAX_LOOK = 4_000
"""Characters on either side of a quote in which its condition is looked for."""
_GUARD_WORDS = ("only if ", "if ", "when ", "unless ", "only when ", "如果", "若", "当")
_WHILE_ANSWERING = re.compile(
    r"when\s+(?:you\s+)?(?:explain|answer|reply|respond|tell|describ|writ|summari)\w*", re.IGNORECASE
)
"""No case among others: the answer is always given."""
_LITERAL = re.compile(r"`[^`\n]*`|\"[^\"\n]*\"|“[^”\n]*”")


def condition_places(direction: Direction, source: Source, low: int, high: int) -> list[tuple[int, int]]:
    """Where the direction's condition stands between two offsets of the source, with the word that opens it."""
    places: list[tuple[int, int]] = []
    if not direction.condition:
        return places
    at = source.text.find(direction.condition, low, high)
    while at >= 0:
        before = source.text[max(0, at - 12) : at].lower()
        opening = max((len(word) for word in _GUARD_WORDS if before.endswith(word)), default=0)
        places.append((at - opening, at + len(direction.condition)))
        at = source.text.find(direction.condition, at + 1, high)
    return places


def uncarried(direction: Direction, source: Source, span: Span) -> str | None:
    """The word of a condition inside the quote that `direction.condition` does not cover; None if there is none."""
    quote = source.quote(span)
    guards = condition_places(direction, source, max(0, span.start - MAX_LOOK), span.end + MAX_LOOK)
    for token in tokens(_LITERAL.sub(lambda match: "`" + "_" * (len(match.group()) - 2) + "`", quote)):
        if token.sense is not Sense.CONDITION or _WHILE_ANSWERING.match(quote, token.start):
            continue
        start, end = span.start + token.start, span.start + token.end
        if not any(left <= start and end <= right for left, right in guards):
            return token.text.strip()
    return None


def cuts_literal(text: str, start: int, end: int) -> bool:
    """Whether `[start, end)` begins or ends in the middle of a code span of its line; the whole inside of one is not
    in the middle."""
    for at, inner, outer in ((start, start - 1, start), (end, end, end - 1)):
        line = text.rfind("\n", 0, at) + 1
        if text.startswith("```", line) or text.count("`", line, at) % 2 == 0:
            continue
        closed = text.find("`", at, at + MAX_LOOK)
        newline = text.find("\n", at)
        if closed < 0 or (0 <= newline < closed):
            continue  # a stray mark opens nothing
        if text[inner : inner + 1] != "`" and text[outer : outer + 1] != "`":
            return True
    return False
