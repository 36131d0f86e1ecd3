"""Literals and descriptions: what a quote gives letter by letter, and what it only describes."""

from __future__ import annotations

import re

from specharness.ground.clauses import touching
from specharness.ground.families.base import Claim
from specharness.ir import Block, Param, Span

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
