"""Bounds that the words in or around them turn into something else: "30 days as bullets", "a multiple of five words",
"two comma-separated names".

Such a reading would blame an honest answer; it is dropped, and its words stay open.
"""

from __future__ import annotations

import re

from specharness.compile.local.responses.model import Aspect, Constraint
from specharness.compile.local.responses.prompt import Prompt

_INSIDE = re.compile(
    r"\b(?:multiples?|divisible|even|odd|prime|as|into|under|beneath|further|additional|another|extra|other)\b",
    re.IGNORECASE,
)
"""Between a number and what it counts, or in the stretch that states it."""
_SINGLE = re.compile(r"(?<!\ba )\bsingle\s+(?!asterisks\b|stars\b)(?:\w+\s+){0,2}?\w+s$", re.IGNORECASE)
"""Several things of a single kind."""
_ROUGH = re.compile(r"\s*,?\s*(?:or\s+so|or\s+thereabouts|give\s+or\s+take|more\s+or\s+less|-?ish)\b", re.IGNORECASE)
_PLACED = re.compile(r"\b(?:line|row|string|divider|separator)\s+(?:consisting\s+)?of\s+(?:\w+\s+)?$", re.IGNORECASE)
"""Marks that make up a separator."""
_OF_PARTS = re.compile(
    r"\b(?:no|each|every|any)\s+(?:\w+\s+)?(?:word|sentence|line|paragraph|item|stanza|bullet"
    r"|one)s?\s+(?:(?:may|must|should|can"
    r"|shall|has\s+to|needs\s+to|is\s+to)\s+)?(?:not\s+)?$",
    re.IGNORECASE,
)
"""Right before "end in": not the answer's own end."""
_KIND_OF_CITY = re.compile(
    r"\b(?!(?:in|only|all|use|using|write|with|be|just|entirely|block|of|to|want|like|no|and|letters?)\b)[A-Za-z-]+\s*$",
    re.IGNORECASE,
)
"""Right before "capitals": cities, as in "four European capitals"."""
_TITLE_CASE = re.compile(r"\btitle[- ]case\b", re.IGNORECASE)
_OPERATOR = re.compile(r"\bunder\s*$", re.IGNORECASE)
"""Right before a number it bounds it."""
_COMPOUND = re.compile(
    r"-(?!(?:long|limit|maximum|minimum|max|min)\b)[a-z]|\s(?:separated|delimited|spliced|joined)\b", re.IGNORECASE
)
"""Right behind the name of a thing: it only tells of what kind another one is ("three comma-separated names")."""
_ENOUGH = re.compile(
    r"\s*(?:(?:is|are|would be|will be|should be|seems?)\s+)(?:plenty|enough|sufficient|fine|ok(?:ay)?)\b",
    re.IGNORECASE,
)
"""Right behind a number and its thing: as many would do."""
_SPREAD = frozenset({Aspect.HIGHLIGHTS, Aspect.PLACEHOLDERS})
"""Aspects whose stretch may hold more than a number and its thing: how they are to look."""
_BOUNDS = frozenset({"count", "min", "max", "min_exclusive", "max_exclusive"})


def doubtful(prompt: Prompt, one: Constraint) -> bool:
    """Whether a bound was read in words that may mean something else."""
    if one.aspect in (Aspect.ENDING, Aspect.BEGINNING) and not one.each and not one.part:
        start, _ = prompt.sentence_of(one.start)
        return _OF_PARTS.search(prompt.bare, max(start, one.start - 60), one.start) is not None
    if one.aspect is Aspect.CASE:
        start, end = prompt.sentence_of(one.start)
        bare = prompt.bare[one.start : one.end].strip().lower() == "capitals"
        named = bare and _KIND_OF_CITY.search(prompt.bare, max(start, one.start - 25), one.start + 1) is not None
        return named or _TITLE_CASE.search(prompt.bare, start, end) is not None
    if one.aspect in (Aspect.COMMAS, Aspect.LETTERS) and _COMPOUND.match(prompt.bare, one.end):
        return True
    of_parts = one.part and one.aspect is not Aspect.AMOUNT
    if not _BOUNDS & one.params.keys() or of_parts or one.aspect in (Aspect.SECTIONS, Aspect.RESPONSES):
        return False
    if one.aspect is Aspect.PARAGRAPHS and len(one.params) > 1:
        return False  # other sentences' words belong to it
    stated = prompt.bare[one.start : one.end]
    if one.aspect is Aspect.HEADINGS and re.search(r"\bunder\b", stated, re.IGNORECASE):
        return True
    numbers = [place for name in _BOUNDS & one.params.keys() for place in one.params[name]]
    first, last = min(place.start for place in numbers), max(place.end for place in numbers)
    beside = prompt.bare[last : one.end] if last < one.end else ""
    around = beside if beside.strip() else _OPERATOR.sub("", stated[: first - one.start])
    if one.aspect not in _SPREAD and _INSIDE.search(around):
        return True
    if "count" in one.params and _ENOUGH.match(prompt.bare, one.end):
        return True
    if _SINGLE.search(stated) or _ROUGH.match(prompt.bare, one.end) or _COMPOUND.match(prompt.bare, one.end):
        return True
    return one.aspect is Aspect.LETTERS and _PLACED.search(prompt.bare, max(0, one.start - 40), one.start) is not None
