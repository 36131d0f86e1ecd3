"""Literals and descriptions: what a quote gives letter by letter, and what it only describes."""

from __future__ import annotations

import re

from specharness.ground.clauses import parent_of, touching
from specharness.ground.families.base import Claim
from specharness.ir import Block, Param, Span

LITERAL = re.compile(r"`[^`\n]*`|\"[^\"\n]*\"|“[^”\n]*”")
HELD = "⟦⟧"
"""Stands for a literal in a text that is searched."""
OWN = "⟦*⟧"
"""Stands for the literal that a search is about."""
_SENTENCE = re.compile(r"(?<=[.!?;])\s|[。；！？\n]")
_OPENING = frozenset("`\"'“‘「")
_CLOSING = frozenset("`\"'”’」,.")


def _is_item(claim: Claim, span: Span) -> bool:
    """Whether a literal is all that its list item says, as in a list of titles."""
    for unit in touching(claim.units.get(span.source, ()), span.start, span.end):
        if unit.block is Block.LIST_ITEM and unit.body.start == span.start and unit.body.end - span.end <= 1:
            return True
    return False


def is_literal(literal: str, claim: Claim) -> bool:
    """Quoted, in code, or nothing that prose would say: "TODO", "##", "$", but not "a summary"."""
    if not re.search(r"[A-Za-z\u4e00-\u9fff]", literal):
        return True
    for span in claim.direction.params.get("text", Param(value="")).spans:
        if claim.sources[span.source].quote(span) == literal and _is_item(claim, span):
            return True
    cited = [*claim.spans, *(span for param in claim.direction.params.values() for span in param.spans)]
    for span in cited:
        text = claim.sources[span.source].text
        low, high = max(0, span.start - 1), span.end + 1
        for match in re.finditer(re.escape(literal), text[low:high]):
            before, after = text[low + match.start() - 1 : low + match.start()], text[low + match.end() :][:1]
            if before in _OPENING and after in _CLOSING:
                return True
            if re.search(r"[{}<>$#@=_/\\]", literal):
                return True
    return False


def sentence(claim: Claim, own: str = "") -> str:
    """The sentence that the main quote stands in, its literals blanked out, `own` as OWN: the place of a text may be
    said outside of the quote. What a list item that is a literal alone is of, the line above the list says."""
    span = claim.spans[0]
    text = claim.source.text
    units = claim.units.get(span.source, ())
    unit = next(iter(touching(units, span.start, span.start + 1)), None)
    start, end = (unit.body.start, unit.body.end) if unit is not None else (span.start, span.end)

    def blanked(part: str) -> str:
        return LITERAL.sub(lambda found: OWN if own and found.group()[1:-1].strip() == own.strip() else HELD, part)

    before = _SENTENCE.split(blanked(text[start : span.start]))[-1]
    after = _SENTENCE.split(blanked(text[span.end : max(end, span.end)]))[0]
    whole = f"{before}{blanked(text[span.start : span.end])}{after}"
    if own and OWN not in whole:
        whole = whole.replace(own, OWN, 1)
    if own and whole.strip(" \t\n.,;:-") == OWN:
        lead = parent_of(unit, units) if unit is not None else None
        if lead is not None:
            return f"{blanked(claim.source.quote(lead.body)).rstrip(' :：')} {OWN}"
    return whole
