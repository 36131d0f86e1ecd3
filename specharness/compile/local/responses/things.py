"""Numbers of further things in the answer: emojis, questions, headings, tables, links, list items, ...

A thing without a number is at least one ("include a table"), or none where it is forbidden ("no headings or links").
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from specharness.compile.local.responses.bounds import Nouns
from specharness.compile.local.responses.model import Aspect, Constraint, Place
from specharness.compile.local.responses.prompt import MAX_MENTIONS, Prompt
from specharness.compile.local.responses.worded import FORBIDDEN


class _Thing(NamedTuple):
    aspect: Aspect
    noun: str
    some: bool = False
    """Whether "include a …" asks for at least one of them."""
    only_with: str = ""
    """What the sentence must say, too."""


_THINGS = (
    _Thing(Aspect.EMOJIS, r"emojis?\b|emoticons?\b", some=True),
    _Thing(
        Aspect.QUESTIONS,
        r"questions?\b(?! (?:marks?|about|on|for|that|to|from|and answers?|above|below|is|are)\b)",
        only_with=r"\b(?:includ|contain|ask|pos(?:e|ing)|us(?:e|ing)|ha(?:ve|s)|with)\w*\b",
    ),
    _Thing(Aspect.HEADINGS, r"headings?\b(?! (?:level|row))|headers\b"),
    _Thing(Aspect.TABLES, r"tables?\b(?! of contents| rows?| of the| spoons?)", some=True),
    _Thing(Aspect.TABLE_ROWS, r"(?:data )?rows?\b", only_with=r"\btable\b"),
    _Thing(Aspect.CODE_BLOCKS, r"(?:fenced )?code (?:blocks?|fences?)\b", some=True),
    _Thing(Aspect.BLOCK_QUOTES, r"block[- ]?quotes?\b", some=True),
    _Thing(Aspect.LINKS, r"(?:hyper)?links?\b|urls?\b", some=True),
    _Thing(Aspect.DIGITS, r"digits?\b(?! (?:long|number|code|numbers))|numerals?\b"),
    _Thing(Aspect.NUMBERS, r"numbers\b(?! (?:of|between|from|in|below|above|are|and))"),
    _Thing(Aspect.PALINDROMES, r"palindrom(?:es?|ic words?)\b"),
    _Thing(Aspect.PUNCTUATION, r"punctuation(?: marks?)?\b(?! (?:like|such|rules|errors))"),
    _Thing(Aspect.BULLETS, r"items?\b|entries\b|points\b", only_with=r"\bbullet(?:ed)?(?:[- ]point)? list\b"),
    _Thing(Aspect.NUMBERED, r"items?\b|entries\b|points\b|steps\b", only_with=r"\b(?:numbered|ordered) list\b"),
    _Thing(
        Aspect.LIST_ITEMS,
        r"items\b|entries\b",
        only_with=r"^(?!.*\b(?:bullet|numbered|ordered|table|array|json)).*\blist\b",
    ),
)
_PLURAL_BULLETS = re.compile(r"\bbullet(?:[ -]?points?|s)\b|\bbullet(?:ed)? lists?\b", re.IGNORECASE)
_SOME = re.compile(
    r"\b(?:includ(?:e|es|ing)|add|contain(?:s|ing)?|insert|with|provide|use|have|has|put)\s+(?:at least one|one or"
    r" more|an?)\s+"
    r"(?:markdown |clickable |working )?$",
    re.IGNORECASE,
)
_ALLOWED = re.compile(
    r"(?:\s|markdown|different|distinct|separate|unique|total|data|fenced|relevant|rhetorical|common|other|or|more"
    r"|fewer|less)*",
    re.IGNORECASE,
)
"""Words that may stand between a number and its thing without making it another one: no "level-two" headings."""
_READ = tuple((thing, re.compile(thing.noun, re.IGNORECASE), Nouns(thing.noun)) for thing in _THINGS)


def things(prompt: Prompt) -> Iterator[Constraint]:
    """How many of them, at least one, or none."""
    for start, end in prompt.sentences:
        sentence = prompt.bare[start:end]
        for thing, name, nouns in _READ:
            mention = name.search(sentence)
            if mention is None or (
                thing.only_with and not re.search(thing.only_with, sentence, re.IGNORECASE | re.DOTALL)
            ):
                continue
            yield from _of_thing(prompt, thing, name, nouns, (start, end))
        for match in _PLURAL_BULLETS.finditer(prompt.bare, start, end):
            if FORBIDDEN.search(prompt.bare, start, match.start()):
                yield Constraint(Aspect.BULLETS, *match.span(), {}, True)


def _of_thing(
    prompt: Prompt, thing: _Thing, name: re.Pattern[str], nouns: Nouns, sentence: tuple[int, int]
) -> Iterator[Constraint]:
    start, end = sentence
    counted = False
    for found in nouns.find(prompt.bare, start, end):
        number = max(place.end for places in found.bounds.values() for place in places)
        noun = name.search(prompt.bare, number, found.end)
        first = min(place.start for places in found.bounds.values() for place in places)
        if (
            noun is None
            or prompt.bare[first - 1 : first] == "-"
            or not _ALLOWED.fullmatch(prompt.bare, number, noun.start())
        ):
            continue
        counted = True
        yield Constraint(thing.aspect, found.start, found.end, found.bounds)
    for match in name.finditer(prompt.bare, start, end):
        if counted:
            return
        if FORBIDDEN.search(prompt.bare, start, match.start()):
            counted = True
            yield Constraint(thing.aspect, *match.span(), {}, True)
        elif thing.some and _SOME.search(prompt.bare, start, match.start()):
            counted = True
            yield Constraint(thing.aspect, *match.span(), {})


_SPELLED = re.compile(
    r"\b(?:spell out|write out)\s+(?:all|every|any)\s+(?:the\s+)?numbers?\b|\b(?:all|any"
    r"|every)\s+numbers?\s+(?:(?:must|should)\s+be\s+)?"
    r"(?:written\s+|spelled\s+)?(?:out\s+)?(?:as|in)\s+words\b|\bwrite\s+(?:all\s+)?numbers\s+(?:out\s+)?(?:as"
    r"|in)\s+words\b",
    re.IGNORECASE,
)
_REPEATED = re.compile(
    r"(?:\bnot|n['’]t|\bnever|\bavoid|\bwithout)\s+(?:us(?:e|ing)|repeat(?:ing)?)\s+(?:the same|any|a)\s+words?\b"
    r"(?P<t>\s+(?:twice|more than once|again))?|\bno\s+word\s+(?:may|should|must|can|is to)\s+(?:be\s+(?:repeated"
    r"|used twice)|appear (?:twice|more than once)"
    r"|occur (?:twice|more than once))|\b(?:all|every|each)\s+words?\s+(?:must|should|has to|have"
    r" to)\s+be\s+(?:unique|different from)\b",
    re.IGNORECASE,
)
_STARTING = Nouns(r"(?:different |unique )?words?\s+(?:that\s+|which\s+)?(?:start|begin)(?:s|ning|ing)?\s+with\b")
_LITERAL = re.compile(
    r"\s+(?:the\s+)?(?:letters?\s+)?(?:[\"“'‘`](?P<q>[A-Za-z]{1,12})[\"”'’`]|(?P<b>[A-Za-z])(?![\w'’]))"
)


def words_of_a_sort(prompt: Prompt) -> Iterator[Constraint]:
    """Numbers spelled out, no word twice, so many words that begin with a letter."""
    for match in islice(_SPELLED.finditer(prompt.bare), MAX_MENTIONS):
        yield Constraint(Aspect.DIGITS, *match.span(), {}, True)
    for match in islice(_REPEATED.finditer(prompt.bare), MAX_MENTIONS):
        if match["t"] or "repeat" in match.group().lower() or not re.search(r"\bus", match.group(), re.IGNORECASE):
            yield Constraint(Aspect.REPEATED_WORDS, *match.span(), {}, True)
    for start, end in prompt.sentences:
        if "with" not in prompt.prose[start:end].lower():
            continue
        for found in _STARTING.find(prompt.prose, start, end):
            literal = _LITERAL.match(prompt.text, found.end)
            if literal is not None:
                group = "q" if literal["q"] else "b"
                place = Place(literal[group], *literal.span(group))
                yield Constraint(Aspect.STARTING, found.start, literal.end(), {**found.bounds, "text": (place,)})
