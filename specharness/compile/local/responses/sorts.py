"""Words, lines and whole answers of a certain sort: no contractions, numbers in digits, nothing but a date."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from specharness.compile.local.responses.model import Aspect, Constraint, Place
from specharness.compile.local.responses.parts import literal
from specharness.compile.local.responses.prompt import MAX_MENTIONS, Prompt

_SORTS = re.compile(
    r"(?:(?P<no>\bno|\bavoid(?:\s+all|\s+any|\s+using)?|\bwithout(?:\s+using)?(?:\s+any)?|(?:\bnot"
    r"|n['’]t)\s+use(?:\s+any)?|\bcontain\s+no)\s+)"
    r"(?P<what>contractions?|words\s+(?:that\s+end|ending)\s+(?:in|with)|(?:adverbs?|adjectives?|verbs?"
    r"|nouns?)\s+(?:that\s+end"
    r"|ending)\s+(?:in|with))",
    re.IGNORECASE,
)
_AS_DIGITS = re.compile(
    r"\b(?:write|give|put|state)\s+(?:all\s+|every\s+)?numbers?\s+(?:as|in)\s+(?:digits|numerals|figures)"
    r"(?:\s*,?\s*(?:and\s+)?(?:never|not)\s+(?:as|in)\s+words)?",
    re.IGNORECASE,
)
_ASCII = re.compile(
    r"\b(?:plain\s+)?ASCII(?:\s+characters)?\s+only\b|\bonly\s+(?:plain\s+)?ASCII(?:\s+characters)?\b", re.I
)
_NO_SPACES = re.compile(r"\b(?:entirely\s+)?without\s+(?:any\s+)?spaces\b|\bno\s+spaces\b", re.IGNORECASE)
_OF_EDGE = re.compile(
    r"\b(?:must|should|has\s+to|have\s+to|needs?\s+to)\s+end\s+(?:in"
    r"|with)\s+(?:an?\s+)?(?P<e>ellipsis)(?:\s*\(three\s+dots\))?"
    r"|\bend\s+(?:it|your\s+\w+|the\s+\w+)\s+(?:in|with)\s+(?:an?\s+)?(?P<e2>ellipsis|three\s+dots)",
    re.IGNORECASE,
)


def sorts(prompt: Prompt) -> Iterator[Constraint]:
    """Words and lines of a sort: contractions, numbers in words, certain endings, ASCII alone."""
    for match in islice(_SORTS.finditer(prompt.text), MAX_MENTIONS):
        if prompt.quoted(match.start()):
            continue
        what = match["what"].lower()
        if what.startswith("contraction"):
            stop = re.compile(r"(?:\s*\([^()\n]*\))?").match(prompt.text, match.end())
            end = stop.end() if stop is not None else match.end()
            yield Constraint(Aspect.FORM, match.start(), end, {}, True, part="no word contraction")
            continue
        place = literal(prompt, match.end())
        if place is not None and str(place.value).isalpha():
            aspect = Aspect.ENDING if what.startswith("word") else Aspect.FORM
            part = "no word" if aspect is Aspect.ENDING else "no word suffix"
            yield Constraint(aspect, match.start(), place.end, {"text": (place,)}, True, part=part)
    for pattern, part in ((_AS_DIGITS, "no word number"), (_ASCII, "each line ascii"), (_NO_SPACES, "each line solid")):
        for match in islice(pattern.finditer(prompt.bare), MAX_MENTIONS):
            yield Constraint(Aspect.FORM, *match.span(), {}, part=part)
    for match in islice(_OF_EDGE.finditer(prompt.bare), MAX_MENTIONS):
        group = "e" if match["e"] else "e2"
        yield Constraint(Aspect.ENDING, *match.span(), {"text": (Place("...", *match.span(group)),)}, part="line -1")


_WHOLE_FORMS = (
    (
        re.compile(
            r"\b(?:only|just|nothing\s+but)\s+(?:with\s+)?(?:the|a)\s+(?:bare\s+)?(?:number|year|figure)\b(?!\s+of)"
            r"|\bthe\s+(?:number|year|figure)\s+(?:only|alone)\b",
            re.IGNORECASE,
        ),
        "integer",
    ),
    (
        re.compile(
            r"\bISO\s+(?:8601\s+)?format(?:\s*\(?\s*YYYY-MM-DD\s*\)?)?\s*,?\s*(?:and\s+)?(?:nothing\s+(?:else"
            r"|more)|only)\b",
            re.IGNORECASE,
        ),
        "iso date",
    ),
    (
        re.compile(
            r"\b(?:in\s+)?(?:the\s+)?24-?hour\s+(?:format|clock|time)(?:\s*,?\s*(?:such\s+as|like"
            r"|e\.g\.)\s+\d\d:\d\d)?\s*,?\s*"
            r"(?:and\s+)?(?:say\s+)?nothing\s+(?:else|more)\b",
            re.IGNORECASE,
        ),
        "time",
    ),
)


def whole_forms(prompt: Prompt) -> Iterator[Constraint]:
    """An answer that is nothing but a number, a date or a time."""
    for pattern, form in _WHOLE_FORMS:
        for match in islice(pattern.finditer(prompt.bare), MAX_MENTIONS):
            yield Constraint(Aspect.FORM, *match.span(), {}, part=f"each line {form}")
