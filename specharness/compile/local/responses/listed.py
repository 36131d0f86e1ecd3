"""What is said of the things that the answer lists: how many they are, and in which order they stand."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from specharness.compile.local.responses.bounds import Nouns
from specharness.compile.local.responses.model import Aspect, Constraint
from specharness.compile.local.responses.prompt import MAX_MENTIONS, Prompt

_ALPHABETICAL = re.compile(
    r"\b(?:sort(?:ed|\s+(?:them|it|the\s+\w+))?\s+|order(?:ed)?\s+|arranged?\s+"
    r"|listed\s+)?(?:(?:come\s+)?in\s+)?(?P<down>(?:reverse|descending|inverse)[ -])?"
    r"alphabetic(?:al(?:ly)?)?(?:\s+order)?\b|\b(?:sort(?:ed)?(?:\s+them)?\s+)?from\s+(?:A\s+to\s+Z"
    r"|(?P<down2>Z\s+to\s+A))\b",
    re.IGNORECASE,
)
_BY_LENGTH = re.compile(
    r"\bsorted\s+by\s+(?:the\s+)?(?:(?P<letters>length)(?:\s+of\s+their\s+names?)?"
    r"|(?P<words>number\s+of\s+words))\s*,?\s*"
    r"(?:(?P<up>(?:from\s+)?shortest\s+(?:first|to\s+longest)|ascending)"
    r"|(?P<down>(?:from\s+)?longest\s+(?:first|to\s+shortest)"
    r"|descending))\b",
    re.IGNORECASE,
)
_BY_VALUE = re.compile(
    r"\b(?:prices?|numbers?|years?|amounts?|values?)\b[^.;\n]{0,60}?\bin\s+(?:(?P<up>ascending|increasing"
    r"|rising)|(?P<down>descending"
    r"|decreasing|falling))\s+order\b",
    re.IGNORECASE,
)


_NO_ORDER = re.compile(r"\b(?:not|never|no|any|without)\b[^.;]*$|n['’]t\b[^.;]*$", re.IGNORECASE)


def orders(prompt: Prompt) -> Iterator[Constraint]:
    """In which order the things that the answer lists stand."""
    for match in islice(_ALPHABETICAL.finditer(prompt.bare), MAX_MENTIONS):
        if _NO_ORDER.search(prompt.bare, max(0, match.start() - 25), match.start()):
            continue
        down = " down" if match["down"] or match["down2"] else ""
        yield Constraint(Aspect.SORTED, *match.span(), {}, part=f"each item by alphabet{down}")
    for match in islice(_BY_LENGTH.finditer(prompt.bare), MAX_MENTIONS):
        by = "letters" if match["letters"] else "words"
        yield Constraint(Aspect.SORTED, *match.span(), {}, part=f"each item by {by}{' down' if match['down'] else ''}")
    for match in islice(_BY_VALUE.finditer(prompt.bare), MAX_MENTIONS):
        yield Constraint(Aspect.SORTED, *match.span(), {}, part=f"each line by value{' down' if match['down'] else ''}")


_LISTING = re.compile(
    r"(?:^|(?<=[.!?:;]\s)|(?<=\bplease\s))\W*(?:please\s+)?(?:(?:can|could"
    r"|would)\s+you\s+(?:please\s+)?)?(?:list|name|write|give\s+me"
    r"|suggest|recommend|invent|tell\s+me|i\s+need|provide|propose"
    r"|come\s+up\s+with)\s+(?:me\s+)?(?P<what>[^.;:,\n]{3,60})",
    re.IGNORECASE | re.MULTILINE,
)
_THINGS = Nouns(
    r"(?!(?:words|sentences|paragraphs|lines|letters|characters|bullets|points|tables|rows|columns|headings"
    r"|sections|parts"
    r"|versions|stories|poems|answers|responses|texts|people|years|days|minutes|hours|times|pages|stanzas|verses|keys"
    r"|emojis|hashtags|questions|examples|syllables|digits"
    r"|haikus|limericks|sonnets|couplets|quatrains|tercets|tankas|odes|ballads|rhymes|songs|lyrics|choruses|e-?mails"
    r"|mails|notes|memos|essays|articles|messages|dialogues?|conversations|scenes|chapters|jokes|riddles|recipes|tales"
    r"|fables|anecdotes|speeches|toasts|posts|tweets|reviews|reports|summaries|descriptions|definitions|explanations"
    r"|quotations|quotes|snippets|functions|programs|scripts|queries|blocks|arguments|scenarios|case studies|bios"
    r"|biographies|drafts|samples|problems|exercises|puzzles)\b)[a-z]{3,20}s\b|cities|countries|bullet\s+points"
)


_MORE = re.compile(r"\b(?:more|other|further|extra|additional|such)\b", re.IGNORECASE)


_EACH_SEVERAL = re.compile(
    r"\b(?:each|every|all|per)\b[^.;\n]{0,50}\b(?:lines?|sentences|paragraphs?|verses?|stanzas?|parts|steps|bullets)\b"
    r"|\b(?:lines|sentences|paragraphs?|verses|stanzas?)\s+(?:for\s+|per\s+|on\s+|about\s+)?(?:each|every|all|apiece)\b",
    re.IGNORECASE,
)
"""Things that are more than a line."""


def amounts(prompt: Prompt) -> Iterator[Constraint]:
    """How many things are to be listed: "name four cities"."""
    if _EACH_SEVERAL.search(prompt.bare):
        return
    for match in islice(_LISTING.finditer(prompt.bare), MAX_MENTIONS):
        for found in _THINGS.find(prompt.bare, *match.span("what")):
            if found.start - match.start("what") <= 2 and not _MORE.search(prompt.bare, found.start, found.end):
                yield Constraint(Aspect.AMOUNT, found.start, found.end, found.bounds, part="each item")
            break
