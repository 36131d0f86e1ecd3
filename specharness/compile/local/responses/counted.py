"""Numbers of things in the answer: words, sentences, bullet points, sections, highlighted parts, placeholders, ..."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from specharness.compile.local.responses.bounds import Counted, Nouns, times
from specharness.compile.local.responses.model import Aspect, Constraint, Place
from specharness.compile.local.responses.prompt import MAX_MENTIONS, Prompt

_SIMPLE = (
    (
        Aspect.WORDS,
        Nouns(
            r"words?\b(?! (?:starting|beginning|ending|with|that|which|from|longer|shorter|of|rhyming|per"
            r"|such)\b)(?!(?: or phrases?)?(?: (?:should"
            r"|must|to|need to|have to|that are|are|be|written|appear))* (?:in )?(?:all[- ])?(?:capital|caps|upper"
            r"|in all))",
            "word",
        ),
        "word",
    ),
    (Aspect.SENTENCES, Nouns(r"sentences?\b", "sentence"), "sentence"),
    (
        Aspect.BULLETS,
        Nouns(
            r"bullet[ -]?points?\b|bullet(?:ed)?(?: list)? (?:items?|points?|entries)|bullets\b|bullet\b(?! (?:point"
            r"|list|item))",
            "bullet(?:[- ]point)?",
        ),
        "bullet",
    ),
    (Aspect.PLACEHOLDERS, Nouns(r"place-?\s?holders?\b", "place-?holder"), "holder"),
    (
        Aspect.CHARACTERS,
        Nouns(r"characters?\b(?! (?:who|named|in the|from|talk\w*|speak\w*|called|that|meet\w*|and))", "character"),
        "character",
    ),
)
_PARTS = (
    r"(?:sections?|parts?|phrases?|passages?|portions?|pieces?|segments?|snippets?|words?|key points?|keywords?"
    r"|terms?|sentences?|texts?|elements?|areas|ideas|points|chunks|spans|titles?|headings?)\b"
)
_HIGHLIGHTED = Nouns(_PARTS)
_ANYTHING = Nouns(r"[a-z]+")
_HIGHLIGHT = re.compile(r"\b(?:highlight|italic|bold(?!ly|ness)|emphasi[sz])\w*", re.IGNORECASE)
_MARKDOWN = re.compile(
    r"\*|markdown|\bhighlight(?:ed|ing)? (?:text )?(?:section|part|phrase|passage|portion)", re.IGNORECASE
)
_ONE_HIGHLIGHT = re.compile(
    r"\b(?:highlight|italici[sz]e|bold|emphasi[sz]e)\s+(?:the|its|a|an|your|one|some|several|key|important)\s+\w+",
    re.IGNORECASE,
)
_LINE_OF_POEM = Nouns(r"lines?\b(?! (?:break|of|spac))", r"line(?! (?:break|spac))", exact=True)
_ONE_SENTENCE_LINES = re.compile(
    r"\b(?:each|every) line\b[^.\n]{0,40}\b(?:exactly )?(?:one|a single) sentence", re.IGNORECASE
)


def counted(prompt: Prompt) -> Iterator[Constraint]:
    """Every bound on a number of things that needs no more than its own sentence."""
    for start, end in prompt.sentences:
        highlights = list(_highlighted(prompt, start, end))
        yield from highlights
        for aspect, nouns, stem in _SIMPLE:
            if stem not in prompt.prose[start:end].lower():
                continue
            for found in nouns.find(prompt.prose, start, end):
                if aspect is Aspect.WORDS and (
                    _of_words(prompt, found) or any(_meets(one, found) for one in highlights)
                ):
                    continue
                if aspect is Aspect.SENTENCES and any(_meets(one, found) for one in highlights):
                    continue
                if aspect is Aspect.CHARACTERS and _CAST.search(prompt.prose):
                    continue
                if not _about_material(prompt.prose, found):
                    yield Constraint(aspect, found.start, found.end, found.bounds)
    yield from _placeholders(prompt)
    yield from _lines(prompt)


_CAST = re.compile(
    r"\b(?:story|play|novel|scene|dialog(?:ue)?|script|sketch|skit|drama|plot|movie|film|tale|fable|cast|game"
    r"|comic)\b",
    re.IGNORECASE,
)
"""Where characters may be people."""


def _meets(one: Constraint, other: Counted) -> bool:
    return one.start < other.end and other.start < one.end


_MATERIAL = re.compile(
    r"\b(?:following|these|those|first|last|given|the above|my|his|her|their|paragraph of"
    r"|(?<!and )(?<!that )(?<!it )has|had|have written|wrote|contained)\s+(?:\w+\s+)?$"
    r"|\b(?:each|every|per)\s+(?:\w+\s+){0,4}(?:has|have|contain\w*|with|of|be|should be)\s+(?:\w+\s+){0,3}$"
    r"|\beach[^.,;]{0,60}$",
    re.IGNORECASE,
)
_EACH_AFTER = re.compile(
    r"\s*(?:long\s+)?(?:each\b|per\b|in (?:each|every)\b|for (?:each|every)\b|(?:a|every) (?:day|line|paragraph)\b)",
    re.IGNORECASE,
)


def _about_material(text: str, found: Counted) -> bool:
    """Whether it counts in something given, or in each of several parts, not in the answer."""
    return (
        _MATERIAL.search(text, max(0, found.start - 80), found.start) is not None
        or _EACH_AFTER.match(text, found.end) is not None
    )


_SPECIAL_WORDS = re.compile(
    r"\b(?:capital\w*|upper-?case|all-?caps|key|unique|new|different|rhyming|vocabulary|such)\s+words?$"
    r"|\bwords?$(?=\s+(?:with|in|of|containing)\b)",
    re.IGNORECASE,
)


def _of_words(prompt: Prompt, found: Counted) -> bool:
    """Words of a kind: in capitals, unique, keywords."""
    return _SPECIAL_WORDS.search(prompt.prose, found.start, found.end) is not None


def _highlighted(prompt: Prompt, start: int, end: int) -> Iterator[Constraint]:
    verb = _HIGHLIGHT.search(prompt.prose, start, end)
    if verb is None:
        return
    for found in _HIGHLIGHTED.find(prompt.prose, start, end):
        near = _HIGHLIGHT.search(prompt.prose, max(start, found.start - 60), min(end, found.end + 70))
        between = prompt.prose[min(near.end(), found.end) : max(near.start(), found.start)] if near is not None else ""
        if near is not None and "," not in between and not re.search(r"\b(?:and|but)\b", between, re.I):
            yield Constraint(
                Aspect.HIGHLIGHTS, min(found.start, near.start()), max(found.end, near.end()), found.bounds
            )
            return
    for found in _ANYTHING.find(prompt.prose, verb.end(), min(end, verb.end() + 40)):
        yield Constraint(Aspect.HIGHLIGHTS, verb.start(), found.end, found.bounds)
        return
    one = _ONE_HIGHLIGHT.search(prompt.prose, start, end)
    if one is not None and _MARKDOWN.search(prompt.prose, start, end + 60):
        yield Constraint(Aspect.HIGHLIGHTS, one.start(), one.end(), {})


_NOT = re.compile(r"\b(?:no|not|never|without|avoid)\b|n['’]t\b", re.IGNORECASE)
_PLACEHOLDER = re.compile(r"\bplace-?\s?holders?\b", re.IGNORECASE)
_USE = re.compile(
    r"\b(?:include|use|using|contain|with|add|have|insert|put|must|should|represented|represent)\w*\b", re.IGNORECASE
)


def _placeholders(prompt: Prompt) -> Iterator[Constraint]:
    """Placeholders without a number: at least one."""
    if any(True for start, end in prompt.sentences for _ in _SIMPLE[3][1].find(prompt.prose, start, end)):
        return
    for match in _PLACEHOLDER.finditer(prompt.bare):
        start, end = prompt.sentence_of(match.start())
        shown = "[" in prompt.text[start:end] or "square bracket" in prompt.text[start:end].lower()
        before = prompt.bare[start : match.start()]
        if shown and _USE.search(before) and not _NOT.search(before):
            yield Constraint(Aspect.PLACEHOLDERS, match.start(), match.end(), {})
            return


def _lines(prompt: Prompt) -> Iterator[Constraint]:
    """Lines; where each is said to hold one sentence, sentences, too."""
    single = _ONE_SENTENCE_LINES.search(prompt.prose)
    for start, end in prompt.sentences:
        if "line" not in prompt.prose[start:end].lower():
            continue
        for found in _LINE_OF_POEM.find(prompt.prose, start, end):
            if _about_material(prompt.prose, found):
                continue
            yield Constraint(Aspect.LINES, found.start, found.end, found.bounds)
            if single is not None:
                yield Constraint(Aspect.SENTENCES, found.start, found.end, found.bounds)


_CAPITALS = (
    r"(?:(?:all[- ]?|in |fully |entirely )?(?:capital(?:i[sz]ed)?|upper-?case|all-?caps"
    r"|ALL[- ]CAPS)(?: letters?)?\s+words?\b"
    r"|words?\b[^.,;\n]{0,25}?\b(?:with|in|having|using|of|are|is|be|written in|that are)\s+(?:all|only|fully"
    r"|entirely)?[- ]?(?:of )?(?:the |its |their )?"
    r"(?:letters? )?(?:(?:in )?capital(?:i[sz]ed)?(?: letters?)?|capitals|upper-?case(?: letters?)?|caps)\b)"
)
_CAPITAL = re.compile(_CAPITALS, re.IGNORECASE)
_CAPITAL_NOUNS = Nouns(_CAPITALS)
_SOME = re.compile(
    r"\b(?:use|include|contain|add|write|have|with|incorporate|put|feature|employ|emphasi[sz]e)\w*\s+(?:some|a few"
    r"|several|any|multiple)?\s*$",
    re.IGNORECASE,
)


def capital_words(prompt: Prompt) -> Iterator[Constraint]:
    """Words in capitals: how many of them."""
    seen: set[int] = set()
    for found in _CAPITAL_NOUNS.find(prompt.bare):
        seen.add(prompt.sentence_of(found.start)[0])
        yield Constraint(Aspect.CAPITAL_WORDS, found.start, found.end, found.bounds)
    for match in islice(_CAPITAL.finditer(prompt.bare), MAX_MENTIONS):
        start, end = prompt.sentence_of(match.start())
        if start in seen:
            continue
        often = times(prompt.bare, match.end(), end) or times(prompt.bare, start, match.start())
        if often is not None and "." not in prompt.bare[min(match.end(), often.end) : max(match.start(), often.start)]:
            seen.add(start)
            yield Constraint(
                Aspect.CAPITAL_WORDS, min(match.start(), often.start), max(match.end(), often.end), often.bounds
            )
        before = prompt.bare[start : match.start()]
        if often is not None and (not _SOME.search(before) or _between(match, often)):
            continue
        if re.search(r"\b(?:no|not|never|without|avoid)\b|n['’]t\b", before, re.IGNORECASE):
            yield Constraint(Aspect.CAPITAL_WORDS, match.start(), match.end(), {}, True)
        elif _SOME.search(before):
            yield Constraint(Aspect.CAPITAL_WORDS, match.start(), match.end(), {})


def _between(match: re.Match[str], often: Counted) -> bool:
    """Whether the number is of this very mention: nothing but few words between."""
    return often.start - match.end() < 40


_SECTION = Nouns(
    r"(?:sections?|chapters?|parts?|acts?|scenes?|days?|episodes?|paragraphs?|items?|verses?|stanzas?)\b", "section"
)
_MARKER = re.compile(
    r"(?:[\"'“‘`]?(?<![\w*])(?P<m>[A-Za-z]{3,20})[ ](?:X|N|\{?[xn]\}|\[x\]|\#|1|I|i|One)(?!\w|[.,]\d)[\"'”’`]?)"
)
_MARKING = re.compile(
    r"\b(?:mark|start|begin|head|label|denot|indicat|titl|named?|call|introduc|prefix|format|preced|separat"
    r"|sections?)\w*",
    re.IGNORECASE,
)
_COMMON = frozenset("the and for with only least most exactly step rule example number than about".split())


def sections(prompt: Prompt) -> Iterator[Constraint]:
    """Sections that each begin with a marker such as "SECTION X"."""
    text = prompt.prose
    marker = next(
        (
            match
            for match in _MARKER.finditer(text)
            if match["m"].lower() not in _COMMON
            and not re.match(r"(?:bullet|point|item|highlight|paragraph \d)", match["m"], re.IGNORECASE)
            and _names_sections(text, *prompt.sentence_of(match.start()), match)
        ),
        None,
    )
    if marker is None:
        return
    word = Place(marker["m"], *marker.span("m"))
    for found in _SECTION.find(prompt.bare):
        if re.search(r"\b(?:highlight|italic)", text[max(0, found.start - 30) : found.end + 30], re.IGNORECASE):
            continue
        yield Constraint(
            Aspect.SECTIONS,
            min(found.start, marker.start()),
            max(found.end, marker.end()),
            {**found.bounds, "text": (word,)},
        )
        return


def _names_sections(text: str, start: int, end: int, marker: re.Match[str]) -> bool:
    """Whether a marker is spoken of as one: "each section starts with X", and not the topic's own numbering."""
    said = _MARKING.search(text, start, marker.start()) is not None
    return (
        said
        and re.search(
            r"\b(?:sections?|parts?|chapters?|scenes?|acts?|days?|each|every|paragraphs?|beginning|verses?)\b",
            text[max(0, start - 120) : marker.start()],
            re.I,
        )
        is not None
    )
