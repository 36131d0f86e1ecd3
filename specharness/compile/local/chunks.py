"""Places inside a unit where one requirement may end and another begin.

Guarantees exact offsets into the source text. Whether a place really is a border is the border model's decision.
"""

from __future__ import annotations

import re
from typing import NamedTuple

_MASKED = re.compile(
    r"`[^`\n]+`"
    r"|\"[^\"\n]{1,80}\"|“[^”\n]{1,80}”"
    r"|https?://\S+"
    r"|\{\{[^}\n]*\}\}"
)
"""Stretches whose inner punctuation never splits: code spans, short quotations, addresses, placeholders."""

_BORDER = re.compile(
    r"(?P<semi>[;；]\s*)"
    r"|(?P<dash>\s+(?:—|–|--?|→|=>|->)\s+|—)"
    r"|(?P<colon>[:：](?:\*\*|__)?\s+|：)"
    r"|(?P<andc>[,，]\s*(?:(?:and|then|but|or|so|while|as well as)\b|并且?|且|但|或)\s*(?:then\s+|also\s+)?)"
    r"|(?P<comma>,\s+|，|、|,(?=[\u3400-\u9fff`]))"
    r"|(?P<and>\s+(?:and|then|but|or|&)\s+(?:then\s+|also\s+)?)"
    r"|(?P<open>\s*[(（]\s*)"
    r"|(?P<close>[)）]\s*)"
    r"|(?P<stop>[.!?。！？](?:\*\*|__|\"|”|\))?\s+)"
    r"|(?P<prep>\s+(?=(?:in|with|where|which|that|so|because|since|to|as|using|by|from|for|including|containing|unless|"
    r"if|when|before|after|without|based|according|under|at|into|such|instead|rather|not|only|until)\s))"
)


_WORD = re.compile(r"[^\W_]|[`$]")
"""Something must follow a border; closing marks alone are no clause."""


class Border(NamedTuple):
    """A possible border: the left chunk ends at `left`, the right one starts at `right` (offsets in the source)."""

    left: int
    right: int
    sort: str
    """Name of the mark that makes it a candidate: semi, dash, comma, and, …"""


def borders(text: str, start: int, end: int) -> list[Border]:
    """Candidate borders strictly inside `text[start:end]`, in order."""
    masked = [match.span() for match in _MASKED.finditer(text, start, end)]
    found: list[Border] = []
    cursor = 0
    for match in _BORDER.finditer(text, start, end):
        while cursor < len(masked) and masked[cursor][1] <= match.start():
            cursor += 1
        if cursor < len(masked) and masked[cursor][0] < match.start() < masked[cursor][1]:
            continue
        sort = match.lastgroup or ""
        left, right = match.start(), match.end()
        if sort == "stop":
            left += 1
        if sort in ("and", "comma", "close", "stop") and _inside_number(text, match.start(), match.end()):
            continue
        if left > start and right < end and _WORD.search(text, right, end):
            found.append(Border(left, right, sort))
    return found


def _inside_number(text: str, left: int, right: int) -> bool:
    return text[left : left + 1] == "," and text[left - 1 : left].isdigit() and text[right : right + 1].isdigit()
