"""The request repeated before it is answered: that it is asked for, and which text is meant.

The text is, in this order, what the order quotes or labels ("Question: …"), the next line where the order says so, what
stands before the order, what stands behind it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from specharness.compile.local.responses.model import Aspect, Constraint, Place
from specharness.compile.local.responses.polarity import denied
from specharness.compile.local.responses.prompt import MAX_MENTIONS, Prompt

_THING = (
    r"(?:request|prompt|questions?|sentence|line|instructions?|text|above|below|word[- ](?:for|by)[- ]word|verbatim"
    r"|exact(?:ly)?|task|query|statement|message|(?:my|these|those|the following) words|what i (?:asked|wrote|typed"
    r"|said|ask))"
)
_REPEAT = re.compile(
    r"\b(?P<verb>repeat|re-?peat|restat(?:e|ing)|re-?stat(?:e|ing)|repleat|copy|copied|reproduc(?:e|ed|ing)"
    r"|reiterat(?:e|ed|ing)"
    rf"|echo|rewrite|quot(?:e|ed|ing))(?:ed|ing)?\b(?P<gap>[^.\n]{{0,80}}?)\b{_THING}\b"
    rf"|\b(?P<say>say|writ(?:e|ing)|giv(?:e|ing)|typ(?:e|ing)|put|print)\b[^.\n]{{0,20}}?\b(?:the|my"
    rf"|this) (?:\w+ )?{_THING}\b[^.\n]{{0,20}}?\b(?:again|back|once more)\b"
    rf"|\b(?:start|begin|open|lead|commence)\w*\b[^.\n]{{0,30}}?\b(?:with|by)\s+(?:my|the|this) (?:\w+ )?{_THING}\b"
    rf"|\b(?:contain|includ|carr|featur)\w*\b[^.\n]{{0,20}}?\b(?:my|this) (?:\w+ )?{_THING}\b"
    rf"|\b(?:my|the|this) (?:\w+ )?{_THING}\b[^.\n]{{0,30}}?\b(?:repeated|reproduced|quoted|restated|copied"
    rf"|echoed)\b",
    re.IGNORECASE,
)
_EXACTLY = (
    r"\b(?:(?:word|letter)[- ](?:for|by)[- ](?:word|letter)|verbatim|without (?:any )?(?:change|alter|adding"
    r"|modif)\w*|unchanged|unaltered|exact(?:ly)?"
    r"|no changes?|as (?:it )?(?:is|stands)\b|entire|(?:not|n['’]t) chang\w+)"
)
_SURE = re.compile(
    rf"{_EXACTLY}|\b(?:at the (?:very )?(?:beginning|start|top)|(?:then|only after that|afterwards?"
    rf"|and only then) (?:give|answer|provide|respond|write|your|proceed|reply|do|comes|carry)"
    r"|before (?:you )?(?:answer|respond|giving|saying|replying|starting)|do not (?:say|add|output)|first)\b",
    re.IGNORECASE,
)
_EXACT = re.compile(_EXACTLY, re.IGNORECASE)
_LITERALLY = re.compile(r"\b(?:(?:word|letter)[- ](?:for|by)[- ](?:word|letter)|verbatim)\b", re.IGNORECASE)
_OF_REPEATING = re.compile(
    r"\b(?:repe(?:at|tition)\w*|restat\w*|echo\w*|copy|copied|reproduc\w*|verbatim|word[- ]for[- ]word"
    r"|quotation marks?|do so|request|then\b|only then"
    r"|before (?:it|the|that)|in front of|(?:the|this|that) (?:sentence|question|prompt|instruction)\b|answer (?:it"
    r"|the)|after that|do not (?:say|add|change|output)|you do not)\b",
    re.IGNORECASE,
)
_LABEL = re.compile(
    r"(?:^|(?<=[.!?)\n]))[ \t]*[\"“]?(?:the |my )?(?:question|instruction|request|prompt|task|sentence|message|query"
    r"|text)[ \t]*:[ \t]*(?P<t>[^\n]{8,}?)[ \t]*"
    r"(?:\([^()\n]*(?:\"[^\"\n]*\")?[^()\n]*\)[ \t]*)?$",
    re.IGNORECASE | re.MULTILINE,
)
_NEXT_LINE = re.compile(
    r"\b(?:(?:next|following) line|line (?:below|that follows)|below this line|between the (?:lines|stars|dashes))\b",
    re.IGNORECASE,
)
_RULE = re.compile(r"[\s*_=-]*$")
MIN_QUOTED = 12
"""Characters of a quotation that can be a request."""


def repetition(prompt: Prompt) -> Iterator[Constraint]:
    """The request is to be repeated before it is answered."""
    block = repeat_block(prompt)
    if block is None:
        return
    left, right = block
    place = (
        _quoted(prompt, left, right)
        or _labelled(prompt, left)
        or _next_line(prompt, left, right)
        or _rest(prompt, left, right)
    )
    if place is not None:
        yield Constraint(Aspect.REPETITION, left, right, {"text": (place,)})


def repeat_block(prompt: Prompt) -> tuple[int, int] | None:
    """The stretch that asks to repeat the request: its sentence and those on its line and behind it that speak of"
    " it."""
    for match in islice(_REPEAT.finditer(prompt.bare), MAX_MENTIONS):
        start, stop = prompt.sentence_of(match.start())
        end = _reach(prompt, max(stop, match.end()))
        stretch = prompt.bare[start:end]
        if not _SURE.search(stretch) or denied(prompt.bare[max(start, match.start() - 30) : match.start()], ""):
            continue
        weak = match["verb"] is None or re.match(r"rewrite|quote", match["verb"], re.IGNORECASE)
        if weak and not (_EXACT if match["verb"] is None else _LITERALLY).search(stretch):
            continue
        return _from_first(prompt, start), end
    return None


def _reach(prompt: Prompt, end: int) -> int:
    """Where the last of the following sentences in the paragraph ends that speaks of the repetition."""
    border = prompt.text.find("\n\n", end)
    border = border if border >= 0 else len(prompt.text)
    for left, right in prompt.sentences:
        if left < end or left >= border:
            continue
        blank = not prompt.bare[left:right].strip(" \"“”'.()")
        if not blank and _OF_REPEATING.search(prompt.bare, left, right) is None:
            break
        end = min(right, border)
    return end


def _from_first(prompt: Prompt, start: int) -> int:
    """Where the sentences before one, on its line, begin that speak of repeating, too."""
    for left, right in reversed(prompt.sentences):
        if (
            right <= start
            and "\n" not in prompt.text[right:start]
            and re.search(r"\brepeat|\brestate", prompt.text[left:right], re.IGNORECASE)
        ):
            start = left
    opened = prompt.text.rfind("(", max(0, start - 2), start)
    return opened if opened >= 0 else start


def _quoted(prompt: Prompt, left: int, right: int) -> Place | None:
    """What is quoted in the order, if it is long enough to be a request; nothing where it stands alone in the"
    " prompt."""
    for quote in prompt.quotes:
        if (
            left <= quote.start
            and quote.end <= right + 2
            and len(quote.value) >= MIN_QUOTED
            and " " in quote.value.strip()
        ):
            return quote.place
    return None


def _labelled(prompt: Prompt, left: int) -> Place | None:
    found = _LABEL.search(prompt.text, left)
    if found is None:
        return None
    value = found["t"].rstrip('"”')
    return Place(value, found.start("t"), found.start("t") + len(value))


def _next_line(prompt: Prompt, left: int, right: int) -> Place | None:
    said = _NEXT_LINE.search(prompt.bare, left, right)
    if said is None:
        return None
    at = prompt.text.find("\n", said.end())
    while at >= 0:
        stop = prompt.text.find("\n", at + 1)
        line = prompt.text[at + 1 : stop if stop >= 0 else len(prompt.text)]
        if line.strip() and not _RULE.match(line):
            begin = at + 1 + len(line) - len(line.lstrip())
            return Place(line.strip(), begin, begin + len(line.strip()))
        at = stop
    return None


def _rest(prompt: Prompt, left: int, right: int) -> Place | None:
    before, after = prompt.text[:left], prompt.text[right:]
    text, shift = (before, 0) if before.strip() else (after, right)
    if not text.strip():
        return None
    begin = shift + len(text) - len(text.lstrip())
    return Place(text.strip(), begin, begin + len(text.strip()))
