"""What every sentence, line, paragraph or word of the answer must be like: its length, its first or last words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from specharness.compile.local.responses.bounds import Nouns
from specharness.compile.local.responses.model import Aspect, Constraint, Place
from specharness.compile.local.responses.prompt import MAX_MENTIONS, Prompt

_UNIT = r"(?P<unit>sentence|line|paragraph|stanza|word)"
_EVERY = (
    rf"(?:each|every)\s+(?:of\s+(?:the|your)\s+)?(?:single\s+)?{_UNIT}s?"
    rf"|all\s+(?:of\s+)?(?:the\s+|your\s+)?{_UNIT.replace('unit', 'unit2')}s"
)
_BEFORE = re.compile(
    rf"\b(?:{_EVERY}|no\s+(?:single\s+)?{_UNIT.replace('unit', 'unit3')}|(?<![\w] )(?:use|using|write|with|in|keep"
    rf"|have)\s+(?:only\s+|the\s+|your\s+|all\s+)?"
    rf"{_UNIT.replace('unit', 'unit4')}s)\b(?P<gap>[^.,;:\n]{{0,40}})$",
    re.IGNORECASE,
)
_AFTER = re.compile(
    rf"\s*(?:long\s+)?(?:per|in\s+(?:each|every)|for\s+(?:each|every)|to\s+(?:a|each|every))\s+{_UNIT}\b", re.IGNORECASE
)
_EACH_OF = re.compile(rf"\b{_UNIT}s\s+(?:of|with|that have|containing)\s*$", re.IGNORECASE)
_EACH = re.compile(r"\s*(?:long\s+)?each\b(?!\s+\w)", re.IGNORECASE)
_OTHER = re.compile(
    r"\b(?:first|last|second|third|final|opening|closing|title|heading|that|which|starting|beginning|ending|one of"
    r"|some|except)\b",
    re.IGNORECASE,
)
_LENGTHS = (
    (
        Aspect.WORDS,
        Nouns(r"words?\b(?! (?:start|begin|end|with|that|which|long(?:er)? than))", "word"),
        "word",
        frozenset({"sentence", "line", "paragraph"}),
    ),
    (Aspect.SENTENCES, Nouns(r"sentences?\b", "sentence"), "sentence", frozenset({"paragraph"})),
    (
        Aspect.CHARACTERS,
        Nouns(r"(?:characters?|letters)\b", "character"),
        "er",
        frozenset({"word", "line", "sentence"}),
    ),
)
_STARTS = r"(?:start|begin|open)(?:s|ning|ing)?"
_ENDS = r"(?:end|finish|conclude)(?:s|ing)?"
_EDGE = re.compile(
    rf"\b(?:{_EVERY})\b(?:\s+(?:of|in)\s+(?:the|your)\s+\w+)?\s+(?:(?:must|should|has to|have to|needs? to|shall"
    rf"|will|is to|are to)\s+)?(?P<verb>{_STARTS}|{_ENDS})\s+(?:with|in)\b"
    rf"|\b(?P<verb2>{_STARTS}|{_ENDS})\s+(?:{_EVERY.replace('<unit', '<other')})\s+(?:of\s+(?:the"
    rf"|your)\s+\w+\s+)?with\b",
    re.IGNORECASE,
)
_LITERAL = re.compile(
    r"\s+(?:the\s+|an?\s+)?(?:exact\s+)?(?P<kind>letter|word|words|phrase)?\s*:?\s*(?:(?=[\"“'‘`])"
    r"|(?P<b>[A-Za-z](?![\w'’])|(?<=word )[A-Za-z]{2,20}))",
    re.IGNORECASE,
)
_MARK = re.compile(
    r"\s+(?:an?\s+)?(?:(?P<x>exclamation (?:mark|point))|(?P<q>question mark)|(?P<p>period|full stop))\b", re.IGNORECASE
)
_ASKING = re.compile(
    rf"\b(?:{_EVERY})\s+(?:must|should|has to|have to)\s+be\s+(?:an?\s+)?(?P<q>questions?)\b", re.IGNORECASE
)
_DENIED = re.compile(r"\b(?:not|never|no|avoid|without)\b|n['’]t\b", re.IGNORECASE)


def each(prompt: Prompt) -> Iterator[Constraint]:
    """What is said of every such part of the answer."""
    for start, end in prompt.sentences:
        yield from _lengths(prompt, start, end)
    yield from _edges(prompt)


def _named(match: re.Match[str]) -> str:
    groups = match.groupdict()
    unit = next(str(value).lower() for name, value in groups.items() if name.startswith(("unit", "other")) and value)
    return "paragraph" if unit == "stanza" else unit


def _lengths(prompt: Prompt, start: int, end: int) -> Iterator[Constraint]:
    for aspect, nouns, stem, units in _LENGTHS:
        if stem not in prompt.bare[start:end].lower():
            continue
        for found in nouns.find(prompt.bare, start, end):
            said = _unit_of(prompt, start, end, found.start, found.end)
            if said is not None and said[0] in units:
                yield Constraint(aspect, min(said[1], found.start), max(said[2], found.end), found.bounds, each=said[0])


def _unit_of(prompt: Prompt, start: int, end: int, left: int, right: int) -> tuple[str, int, int] | None:
    """The unit that a number is said of, with the stretch that says so."""
    after = _AFTER.match(prompt.bare, right, end)
    if after is not None:
        return _named(after), left, after.end()
    several = _EACH_OF.search(prompt.bare, start, left)
    each_one = _EACH.match(prompt.bare, right, end)
    if several is not None and each_one is not None:
        return _named(several), several.start(), each_one.end()
    before = _BEFORE.search(prompt.bare, start, left)
    if before is None or _OTHER.search(before["gap"]):
        return None
    return _named(before), before.start(), right


def _edges(prompt: Prompt) -> Iterator[Constraint]:
    for match in islice(_EDGE.finditer(prompt.text), MAX_MENTIONS):
        start, _ = prompt.sentence_of(match.start())
        if prompt.quoted(match.start()) or _DENIED.search(prompt.bare, max(start, match.start() - 30), match.start()):
            continue
        begins = re.match(_STARTS, match["verb"] or match["verb2"], re.IGNORECASE) is not None
        place = _literal(prompt, match.end(), begins)
        if place is not None:
            aspect = Aspect.BEGINNING if begins else Aspect.ENDING
            yield Constraint(aspect, match.start(), place.end, {"text": (place,)}, each=_named(match))
    for match in islice(_ASKING.finditer(prompt.bare), MAX_MENTIONS):
        if _named(match) == "sentence":
            place = Place("?", *match.span("q"))
            yield Constraint(Aspect.ENDING, match.start(), match.end(), {"text": (place,)}, each="sentence")


def _literal(prompt: Prompt, at: int, begins: bool) -> Place | None:
    mark = None if begins else _MARK.match(prompt.text, at)
    if mark is not None:
        group = next(name for name in "xqp" if mark[name])
        return Place({"x": "!", "q": "?", "p": "."}[group], *mark.span(group))
    found = _LITERAL.match(prompt.text, at)
    if found is None:
        return None
    if found["b"]:
        bare = found["kind"] is not None and (found["kind"].lower() != "letter" or len(found["b"]) == 1)
        return Place(found["b"], *found.span("b")) if bare else None
    quote = prompt.by_mark.get(found.end())
    return quote.place if quote is not None and len(quote.value) <= 60 and quote.value.strip() else None
