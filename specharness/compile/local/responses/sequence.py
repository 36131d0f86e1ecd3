"""Parts of an answer that are asked for one after the other: "first the answer in one line, then an explanation of at
most three sentences". What is said of one of them bounds no whole answer.
"""

from __future__ import annotations

import re
from bisect import bisect_right

from specharness.compile.local.responses.prompt import Prompt

_WRITING = (
    r"(?:give|write|state|list|explain|describe|summari[sz]e|provide|say|tell|name|show|quote|present|add|append|put"
    r"|include|offer|discuss|outline|define|compare|translate|draft|compose|print|output|introduce|argue|reply|respond"
    r"|answer)"
)
_SOMETHING = r"(?:an?|the|your|its|one|two|three|four|five|\d+|at\s+(?:least|most)|exactly|up\s+to|some|several)"
_LATER = r"(?:then|next|second(?:ly)?|third(?:ly)?|after(?:wards?|\s+(?:that|which|it))|finally|lastly)"
_FIRST = re.compile(
    rf"(?<!the )(?<!your )(?<!its )(?<!very )(?<!each )\bfirst(?:ly|\s+of\s+all)?\s*[,:]?\s+"
    rf"(?:{_SOMETHING}|{_WRITING})\b",
    re.IGNORECASE,
)
_THEN = re.compile(
    rf"(?:[,;:.]|\band)\s*(?:and\s+)?{_LATER}\s*[,:]?\s+(?:please\s+)?(?:(?:by|with|comes?)\s+)?(?:{_SOMETHING}\s"
    rf"|{_WRITING}\b)|\bfollowed\s+by\s+{_SOMETHING}\s",
    re.IGNORECASE,
)
_WRITES = re.compile(rf"\b(?:{_WRITING}|begin|start|open)\b|\bin\s+(?:one|two|three|four|\d+)\b", re.IGNORECASE)
_OPENS = re.compile(
    r"\W*(?:\d+[.)]\s*)?first(?:ly|\s+of\s+all)?\b(?!\s+(?:word|line|sentence|paragraph|letter|person)\b)", re.I
)
_GOES_ON = re.compile(
    rf"\W*(?:\d+[.)]\s*)?(?:and\s+)?{_LATER}\b(?!\s+(?:word|line|sentence|paragraph|letter|person)\b)", re.I
)

MAX_RUN = 12
"""Sentences before or behind in which the other parts are asked for."""


def in_sequence(prompt: Prompt, start: int) -> bool:
    """Whether a place stands in a sentence, or a run of sentences, that asks for one part after the other."""
    first, last = prompt.sentence_of(start)
    text = prompt.bare
    after = _THEN.search(text, first, last)
    if after is not None and (_FIRST.search(text, first, after.start()) or _WRITES.search(text, first, after.start())):
        return True
    own = bisect_right(prompt.sentences, (first, last)) - 1
    if _OPENS.match(text, first, last):
        return any(_GOES_ON.match(text, *one) for one in prompt.sentences[own + 1 : own + 1 + MAX_RUN])
    if _GOES_ON.match(text, first, last):
        return any(_OPENS.match(text, *one) for one in prompt.sentences[max(0, own - MAX_RUN) : own])
    return False
