"""Whether a quote demands a literal or forbids it.

"Must not contain X" claimed as X contained, or the other way round, is a faithful quote of the opposite demand.
"""

from __future__ import annotations

import re

from specharness.ground.clauses import Border, borders, parent_of, touching
from specharness.ground.families.base import Claim, Refusal
from specharness.ground.lexicon import PATH, Sense, tokens
from specharness.ir import Reason

_LITERAL = re.compile(r"`[^`\n]*`|\"[^\"\n]*\"|“[^”\n]*”|「[^」\n]*」")
_ENUMERATED = re.compile(r"(?:\s*(?:,|、|and\b|or\b|nor\b|和|或|与|及)\s*)+(?:[`\"“「]_*[`\"”」])?")
_AWAY = re.compile(
    r"\b(?:free (?:of|from)|remov\w+|delet\w+|strip\w*|drop\w*|exclud\w+|get rid|absent|omit\w*|leave out|left out"
    r"|replac\w+|forbidden|prohibited|banned|disallowed|gone|purge\w*|redact\w*|hidden|avoid\w*|refrain)\b"
    r"|删除|去掉|移除|清除|不含|无|别|勿|替换",
    re.IGNORECASE,
)
_VERB = re.compile(
    r"\b(?:must|should|shall|has to|have to|needs? to|contain\w*|includ\w*|have|has|hold\w*|show\w*|mention\w*|add|put"
    r"|insert|append|write|use|say\w*|state\w*|keep|set|start\w*|begin\w*|end\w*)\b|必须|包含|含有|写|包括",
    re.IGNORECASE,
)
"""What demands a literal that follows it. A literal without such a word before it is a subject, and all that its
sentence says is about it."""
_STRONG = frozenset({Border.FULL, Border.JOINED, Border.COMMA, Border.THEN})


def forbids(quote: str, literal: str) -> bool | None:
    """Whether the clause around a literal of a quote forbids it; None where the literal does not stand in the quote."""
    at = quote.find(literal)
    if at < 0:
        return None
    before, after = _clause(quote, at, at + len(literal))
    return _negates(before) or _negates(after)


def _clause(quote: str, start: int, end: int) -> tuple[str, str]:
    """What a quote's clause says before and after a literal, other literals masked, enumerations passed over."""
    masked = _LITERAL.sub(lambda match: match.group()[0] + "_" * (len(match.group()) - 2) + match.group()[-1], quote)
    before, after = masked[:start], masked[end:]
    opens = [cut.end for cut in borders(before) if cut.border in _STRONG]
    before = before[opens[-1] if opens else 0 :]
    after = after.lstrip("`\"”」'")
    while (more := _ENUMERATED.match(after)) is not None and more.group()[-1:] in '`"”」':
        after = after[more.end() :]
    subject = not _VERB.search(before)
    closes = [cut for cut in borders(after) if not subject or cut.border in _STRONG]
    return before, after[: closes[0].start if closes else len(after)]


def _negates(text: str) -> bool:
    return _AWAY.search(text) is not None or any(token.sense is Sense.NEGATION for token in tokens(text))


def demanded(claim: Claim) -> Refusal | None:
    """`contains`: why a literal is not demanded."""
    for literal in claim.words("text", "value", "pattern"):
        if any(forbids(quote, literal) for quote in claim.quotes):
            return Refusal(Reason.QUOTE_INCOMPLETE, f"the quote forbids {literal!r}, the direction demands it")
    return None


def forbidden(claim: Claim) -> Refusal | None:
    """`not_contains`: why a literal is not forbidden."""
    if _negates(_introduction(claim)):
        return None
    quotes = [_LITERAL.sub("``", quote) for quote in claim.quotes]
    for literal in claim.words("text", "value", "pattern"):
        said = [one for quote in claim.quotes if (one := forbids(quote, literal)) is not None]
        if not (any(said) if said else any(_negates(quote) for quote in quotes)):
            return Refusal(Reason.QUOTE_INCOMPLETE, f"no quote forbids {literal!r}")
    return None


_MOVED_FROM = re.compile(r"\bfrom\b(?:(?!\b(?:in)?to\b)[^,.;]){0,40}$|从(?:(?!到)[^，。；]){0,20}$", re.IGNORECASE)
_DELETED = re.compile(r"\b(?:delet|remov|get rid|eras|purg|discard)\w*|删除|移除|清除", re.IGNORECASE)


def takes_away(quote: str, path: str) -> bool:
    """Whether a quote tells to delete a path, or to move things away from it."""
    stated = [match for match in PATH.finditer(quote) if path.startswith(match.group().rstrip("/"))]
    stated = stated or [match for match in PATH.finditer(quote) if path.endswith("/" + match.group())]
    if not stated:
        return False
    place = max(stated, key=lambda match: len(match.group()))
    before, after = _clause(quote, place.start(), place.end())
    return any(_DELETED.search(part) for part in (before, after)) or _MOVED_FROM.search(before) is not None


def _introduction(claim: Claim) -> str:
    """The heading and the lead-in that the main quote stands under."""
    span = claim.spans[0]
    units = claim.units.get(span.source, ())
    unit = next(iter(touching(units, span.start, span.start + 1)), None)
    if unit is None:
        return ""
    parent = parent_of(unit, units)
    lead = claim.source.quote(parent.span) if parent is not None else ""
    return _LITERAL.sub("``", f"{unit.heading_path[-1] if unit.heading_path else ''}. {lead}")
