"""How often one letter or mark stands in the answer, or that it must not."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from specharness.compile.local.responses.bounds import Counted, Nouns, amounts
from specharness.compile.local.responses.model import Aspect, Constraint, Place
from specharness.compile.local.responses.polarity import denied
from specharness.compile.local.responses.prompt import MAX_MENTIONS, Prompt
from specharness.compile.local.responses.worded import FORBIDDEN, clause_of, how_often

_OF_LETTERS = re.compile(r"\s*(?:of\s+(?:the\s+)?)?(?P<b>[A-Za-z])['’]s\b(?!\w)")
_LETTER = re.compile(
    r"\b(?:letter|character|alphabet|vowel|consonant)s?[ ]+(?:[\"'“‘`](?P<q>[A-Za-z#!?&@$%*-])[\"'”’`]"
    r"|(?P<b>[A-Za-z])(?![\w'’]))",
    re.IGNORECASE,
)
_DEALING = re.compile(
    r"\b(?:us|contain|includ|hav|with|writ|say|appear|occur|avoid|exclud|refrain|no\b|omit|forbid|ban|allow|leave"
    r"|taboo|stay|must"
    r"|should|keep|free)\w*",
    re.IGNORECASE,
)
_NAMED_MARKS = re.compile(
    r"\b(?P<hash>hash-?tags?|hash (?:symbols?|signs?))\b|\b(?P<ex>exclamation (?:marks?|points?))\b"
    r"|\b(?P<q>question marks?)\b|\b(?P<semi>semi-?colons?)\b|\b(?P<colon>colons?)\b|\b(?P<dash>em[- ]dash(?:es)?)\b"
    r"|\b(?P<stop>periods?|full stops?)\b|\b(?P<round>parenthes[ei]s)\b|\b(?P<quote>(?:double )?quotation marks?)\b"
    r"|\b(?P<amp>ampersands?)\b|\b(?P<star>asterisks?)\b|\b(?P<hyphen>hyphens?)\b|\b(?P<comma>commas?)\b",
    re.IGNORECASE,
)
_MARKS = {
    "hash": "#",
    "ex": "!",
    "q": "?",
    "semi": ";",
    "colon": ":",
    "dash": "—",
    "stop": ".",
    "round": "(",
    "quote": '"',
}
_MARKS |= {"amp": "&", "star": "*", "hyphen": "-", "comma": ","}
_MARK_NOUNS = {
    "#": Nouns(r"hash-?tags?|hash (?:symbols?|signs?)"),
    "!": Nouns(r"exclamation (?:marks?|points?)"),
    "?": Nouns(r"question marks?"),
    ";": Nouns(r"semi-?colons?"),
    ":": Nouns(r"colons?\b"),
    "—": Nouns(r"em[- ]dash(?:es)?"),
    "&": Nouns(r"ampersands?"),
    ",": Nouns(r"commas?\b"),
    "-": Nouns(r"hyphens?\b"),
}
"""Marks whose number a text may state; a period may be a time, asterisks are separators."""


def letters(prompt: Prompt) -> Iterator[Constraint]:
    """How often one letter or mark stands."""
    for match in islice(_LETTER.finditer(prompt.text), MAX_MENTIONS):
        place = Place(match["q"] or match["b"], *match.span("q" if match["q"] else "b"))
        start, stop = clause_of(prompt, match.start())
        spans = (start, match.start()), (match.end(), max(stop, match.end()))
        often = how_often(prompt, *spans) or _how_many(prompt, *spans)
        head = prompt.bare[start : match.start()]
        if often is not None:
            yield Constraint(
                Aspect.LETTERS,
                min(match.start(), often.start),
                max(match.end(), often.end),
                {**often.bounds, "text": (place,)},
            )
        elif re.search(r"\b(?:who|trying|tr(?:y|ies|ied))\b", head, re.IGNORECASE):
            continue
        elif denied(head, prompt.bare[match.end() : stop]) and _DEALING.search(head + prompt.bare[match.end() : stop]):
            yield Constraint(Aspect.LETTERS, match.start(), match.end(), {"text": (place,)}, True)
    for start, end in prompt.sentences:
        for amount in amounts(prompt.bare, start, end):
            letter = _OF_LETTERS.match(prompt.text, amount.end)
            if letter is not None:
                place = Place(letter["b"], *letter.span("b"))
                yield Constraint(Aspect.LETTERS, amount.start, letter.end(), {**amount.bounds, "text": (place,)})
    yield from _marks(prompt)


_MARK_ALONE = re.compile(
    r"\b(?:hash-?tag|hash (?:symbol|sign)|(?:exclamation|question) (?:mark|point)|semi-?colon|colon|em[- ]dash"
    r"|ampersand|comma|hyphen)$",
    re.IGNORECASE,
)


def _of_a_kind(prompt: Prompt, found: Counted) -> bool:
    """Whether a mark in the singular only says of what kind the things are that a number counts: "two comma rules"."""
    numbers = [place.value for places in found.bounds.values() for place in places]
    named = prompt.bare[found.start : found.end].rstrip()
    return any(isinstance(one, int) and one > 1 for one in numbers) and _MARK_ALONE.search(named) is not None


def _how_many(prompt: Prompt, before: tuple[int, int], after: tuple[int, int]) -> Counted | None:
    """A number without "times": "ten of the letter X", "the count of the letter X has to be at least ten"."""
    ahead = next(reversed(list(amounts(prompt.bare, *before))), None)
    if ahead is not None and re.fullmatch(r"\s+of\s+(?:the\s+)?", prompt.bare[ahead.end : before[1]], re.IGNORECASE):
        return ahead
    behind = next(amounts(prompt.bare, *after), None)
    count = re.search(
        r"\b(?:count|number|total|frequency)\b[^.;,]{0,20}$", prompt.bare[before[0] : before[1]], re.IGNORECASE
    )
    label = (
        re.fullmatch(
            r"[\s\"'”’`)]*:\s*" + (r"|[^.;,\n]{0,30}\b(?:be|is|of)\s+" if count else ""),
            prompt.bare[after[0] : behind.start],
        )
        if behind
        else None
    )
    return behind if label is not None else None


def _marks(prompt: Prompt) -> Iterator[Constraint]:
    seen: set[str] = set()
    for match in _NAMED_MARKS.finditer(prompt.bare):
        mark = next(_MARKS[name] for name in _MARKS if match[name])
        start, end = prompt.sentence_of(match.start())
        if mark in seen:
            continue
        place = Place(mark, *match.span())
        nouns = _MARK_NOUNS.get(mark)
        if "too many" in prompt.bare[start:end]:
            continue
        found = next(nouns.find(prompt.bare, start, end), None) if nouns is not None else None
        if found is not None and _of_a_kind(prompt, found):
            continue
        if found is not None and any(place.value != 0 for places in found.bounds.values() for place in places):
            seen.add(mark)
            yield Constraint(Aspect.LETTERS, found.start, found.end, {**found.bounds, "text": (place,)})
        elif mark != "," and FORBIDDEN.search(prompt.bare, start, match.start()):
            seen.add(mark)
            yield Constraint(Aspect.LETTERS, *match.span(), {"text": (place,)}, True)
