"""The half of a sentence about the answer that no check was read from: "use `cat` but not `dog`".

The checks of the answer are made of a whole sentence, so that nothing else says what is left of it. A literal in
marks, or a bound with its number, that went into no parameter is left open.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from specharness.ir import Span

_MARKED = re.compile(
    r"(?:\bnot|\bnor|\bnever\b[^.;\"“`]{0,40}?|\bwithout\b[^.;\"“`]{0,40}?|不要?|不得)\s*(?:the\s+(?:word|phrase|letter|term)"
    r"\s+)?(?P<value>`[^`\n]+`|\"[^\"\n]+\"|“[^”\n]+”)",
    re.IGNORECASE,
)
"""A literal that is forbidden beside what is demanded."""
_BOUND = re.compile(
    r"\b(?:at least|at most|no more than|no fewer than|no less than|not more than|more than|fewer than|less than"
    r"|exactly|up to)\s+(?P<value>\d+|one|two|three|four|five|six|seven|eight|nine|ten)\s+(?!of\b|times?\b)[a-z]+",
    re.IGNORECASE,
)


def unread_half(text: str, start: int, end: int, taken: Sequence[Span]) -> str:
    """The first such stretch of `text[start:end]`; empty where there is none. `taken`: what parameters came from."""
    for pattern in (_MARKED, _BOUND):
        for match in pattern.finditer(text, start, end):
            left, right = match.span("value")
            # a parameter whose place is the clause itself has read nothing of its own there
            read = (item for item in taken if not (item.start < match.start() and match.end() <= item.end))
            if not any(item.start < right and left < item.end for item in read):
                return " ".join(match.group().split())
    return ""
