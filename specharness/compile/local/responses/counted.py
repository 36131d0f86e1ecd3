"""Numbers of things in the answer: words, sentences, bullet points, sections, highlighted parts, placeholders, ..."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from specharness.compile.local.responses.bounds import Counted, Nouns, amounts, times
from specharness.compile.local.responses.model import Aspect, Constraint, Place
from specharness.compile.local.responses.polarity import denied
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
    r"|terms?|sentences?|texts?|elements?|areas|ideas|points|chunks|spans|titles?|headings?|bits|spots|places"
    r"|expressions"
    r"|highlights?|things|facts|figures|numbers|dates|claims|steps|benefits|reasons|names|highlighted \w+)\b"
)
_SOME_OF = r"(?:of (?:the|your|these) (?:\w+ )?)?"
_HIGHLIGHTED = Nouns(_SOME_OF + _PARTS, definite=True)
_ANYTHING = Nouns(r"[a-z]+")
_HIGHLIGHT = re.compile(
    r"\b(?:highlight|italic|bold(?!ly|ness)|emphasi[sz]|starred)\w*|\*asterisks?\*|\bin (?:single )?asterisks\b"
    r"|\bstand out\b",
    re.IGNORECASE,
)
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
    capitals = list(capital_words(prompt))
    yield from capitals
    for start, end in prompt.sentences:
        highlights = list(_highlighted(prompt, start, end, capitals))
        yield from highlights
        for aspect, nouns, stem in _SIMPLE:
            if stem not in prompt.prose[start:end].lower():
                continue
            for found in nouns.find(prompt.prose, start, end):
                if aspect is Aspect.WORDS and (
                    _of_words(prompt, found) or any(_meets(one, found) for one in (*highlights, *capitals))
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


def _highlighted(prompt: Prompt, start: int, end: int, capitals: list[Constraint]) -> Iterator[Constraint]:
    verb = _HIGHLIGHT.search(prompt.bare, start, end)
    if verb is None:
        return
    if any(start <= one.start < end for one in capitals):
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


_PLACEHOLDER = re.compile(r"\bplace-?\s?holders?\b", re.IGNORECASE)
_USE = re.compile(
    r"\b(?:include|use|using|contain|with|add|have|insert|put|must|should|represented|represent|leave|need"
    r"|want)\w*\b",
    re.IGNORECASE,
)
_SHOWN = re.compile(r"\[[^\[\]\n]{1,40}\]|\bsquare[- ]brackets?\b|\bbracketed\b", re.IGNORECASE)
_TO_FILL = re.compile(
    r"\b(?:fill\w*|blanks?|fields?|gaps?|slots?|later|unknown|complete myself|complete|supply|template|particulars"
    r"|details?|placeholders?"
    r"|missing|to be (?:added|completed|filled)|things|anything|whatever)\b",
    re.IGNORECASE,
)
_FIELDS = Nouns(
    r"(?:blanks?|fields?|gaps?|slots?|(?:square[- ])?brackets?|bracketed \w+|spots?|variables?)\b(?! (?:of|trip"
    r"|mark))"
)


def _placeholders(prompt: Prompt) -> Iterator[Constraint]:
    """Placeholders by another name, or counted apart from their name, or without a number: at least one."""
    if any(True for start, end in prompt.sentences for _ in _SIMPLE[3][1].find(prompt.prose, start, end)):
        return
    for match in islice(_SHOWN.finditer(prompt.prose), MAX_MENTIONS):
        start, end = prompt.sentence_of(match.start())
        if not _TO_FILL.search(prompt.bare, start, end) or _X.fullmatch(match.group()):
            continue
        following = next((right for left, right in prompt.sentences if left >= end), end)
        found = (
            _right_before(prompt, start, match.start())
            or next(_FIELDS.find(prompt.bare, start, following), None)
            or _count_of(prompt, start, end, following)
        )
        if found is not None:
            yield Constraint(
                Aspect.PLACEHOLDERS, min(match.start(), found.start), max(match.end(), found.end), found.bounds
            )
            return
    for match in islice(_PLACEHOLDER.finditer(prompt.bare), MAX_MENTIONS):
        start, end = prompt.sentence_of(match.start())
        shown = "[" in prompt.text[start:end] or "square bracket" in prompt.text[start:end].lower()
        before = prompt.bare[start : match.start()]
        if shown and _USE.search(before) and not denied(before, prompt.bare[match.end() : end]):
            yield Constraint(Aspect.PLACEHOLDERS, match.start(), match.end(), {})
            return


_X = re.compile(r"\[[xXnN\d]\]")
_FEW_WORDS = re.compile(r"\b(?:words?|sentences?|paragraphs?|lines?|letters?|commas?)\b", re.IGNORECASE)


def _right_before(prompt: Prompt, start: int, at: int) -> Counted | None:
    """The number right before a thing that is shown: "at least three [placeholders]"."""
    for found in amounts(prompt.bare, start, at):
        if not prompt.bare[found.end : at].strip():
            return found
    return None


def _count_of(prompt: Prompt, start: int, end: int, following: int) -> Counted | None:
    often = times(prompt.bare, start, end)
    if often is not None and not _FEW_WORDS.search(prompt.bare, start, often.start):
        return often
    found = next(_left_alone(prompt, start, end), None)
    if found is None and not _FEW_WORDS.search(prompt.bare, end, following):
        found = next(_left_alone(prompt, end, following), None)
    return found


_NO_TEXT_LINES = re.compile(
    r"\b(?:opening|closing|tag|punch|pick-?up|chat-?up|story|catch|dead|time|head|subject|blank|empty)[ -]?lines?\b",
    re.IGNORECASE,
)


def _said(prompt: Prompt, found: Counted) -> str:
    """The words of a bound and its thing."""
    return prompt.prose[found.start : found.end]


def _lines(prompt: Prompt) -> Iterator[Constraint]:
    """Lines; where each is said to hold one sentence, sentences, too."""
    single = _ONE_SENTENCE_LINES.search(prompt.prose)
    for start, end in prompt.sentences:
        if "line" not in prompt.prose[start:end].lower():
            continue
        for found in _LINE_OF_POEM.find(prompt.prose, start, end):
            if _about_material(prompt.prose, found) or _NO_TEXT_LINES.search(_said(prompt, found)):
                continue
            yield Constraint(Aspect.LINES, found.start, found.end, found.bounds)
            if single is not None:
                yield Constraint(Aspect.SENTENCES, found.start, found.end, found.bounds)


_CAPITALS = (
    r"(?:(?:all[- ]?|in |(?:fully|entirely|completely|wholly)[- ])?(?:capital(?:i[sz]ed)?|upper-?case|all-?caps"
    r"|ALL[- ]CAPS)(?: letters?)?\s+words?\b"
    r"|words?\b(?:, no (?:less|more),)?[^.,;\n]{0,25}?\b(?:with|in|having|using|of|are|is|be|written in|that are)\s+"
    r"(?:all|only|fully|entirely|completely|wholly|block|full)?[- ]?(?:of )?(?:the |its |their )?"
    r"(?:letters? )?(?:(?:in )?capital(?:i[sz]ed)?(?: letters?)?|capitals|upper-?case(?: letters?)?|caps)\b)"
)
_CAPITALISING = re.compile(
    r"\bcapitali[sz](?:e|ing)\s+(?:(?:every|all|each)\s+(?:of\s+)?(?:the\s+)?letters?\s+(?:of|in)\s+)?(?:fully\s+)?$"
    r"|\b(?:ALL[- ]CAPS|capitals|capital letters|upper-?case)[)”\"']*\s+$",
    re.IGNORECASE,
)
_WORDS = Nouns(r"words?\b(?! (?:of|with|that|which)\b)")
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
    for found in _WORDS.find(prompt.bare):
        if _CAPITALISING.search(prompt.bare, max(0, found.start - 60), found.start):
            seen.add(prompt.sentence_of(found.start)[0])
            yield Constraint(Aspect.CAPITAL_WORDS, found.start, found.end, found.bounds)
    for match in islice(_CAPITAL.finditer(prompt.bare), MAX_MENTIONS):
        start, end = prompt.sentence_of(match.start())
        if start in seen:
            continue
        often = times(prompt.bare, match.end(), end) or times(prompt.bare, start, match.start())
        often = often or next(_left_alone(prompt, match.end(), end), None)
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
    r"(?:sections?|chapters?|parts?|acts?|scenes?|days?|episodes?|paragraphs?|items?|verses?|stanzas?)\b",
    "section",
    definite=True,
)
_MARKER = re.compile(
    r"(?:[\"'“‘`]?(?<![\w*])(?P<m>[A-Za-z]{3,20})[ ](?:X|N|\{?[xn]\}|\[x\]|\#|1|I|i|One)(?!\w|[.,]\d)[\"'”’`]?)"
)
_COUNTING = re.compile(r"[a-z]+ (?:\d|one|i)\b")
"""A marker in small letters before a number may be any word; one that is a part's own name is a marker."""
_PART = re.compile(r"section|chapter|part|act|scene|day|episode|paragraph|item|verse|stanza|step")
_MARKING = re.compile(
    r"\b(?:mark|start|begin|head|label|denot|indicat|titl|named?|call|introduc|prefix|format|preced|separat"
    r"|sections?|open|number|header|heading|call)\w*",
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
            and (not _COUNTING.match(text, match.start()) or _PART.fullmatch(match["m"]))
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
    for found in _left_alone(prompt, marker.end(), min(len(prompt.bare), marker.end() + _NEAR)):
        yield Constraint(Aspect.SECTIONS, marker.start(), found.end, {**found.bounds, "text": (word,)})
        return


_NEAR = 160
"""Characters behind the name of a thing in which a number without a thing of its own counts it."""
_CLAUSE_ENDS = re.compile(
    r"\s*(?:[.,;:)!?\n–—]|$|-\s|(?:please|in total|altogether|overall|and\s+(?:close|finish|end|also))\b)",
    re.IGNORECASE,
)
_OWN = re.compile(
    r"\s+(?:\w+\s+)?(?:placeholders?|blanks?|fields?|gaps?|slots?|brackets?|of them|of those|of these)\b", re.IGNORECASE
)


def _left_alone(prompt: Prompt, start: int, end: int) -> Iterator[Counted]:
    """Bounds in a stretch that have no thing of their own: "…; there should be no fewer than three"."""
    for found in amounts(prompt.bare, start, end):
        bare = all(name == "count" for name in found.bounds)
        if not _CLAUSE_ENDS.match(prompt.bare, found.end) and not _OWN.match(prompt.bare, found.end):
            continue
        if not bare or _OWN.match(prompt.bare, found.end):
            yield found


def _names_sections(text: str, start: int, end: int, marker: re.Match[str]) -> bool:
    """Whether a marker is spoken of as one: "each section starts with X", and not the topic's own numbering."""
    said = _MARKING.search(text, start, marker.start()) is not None
    return (
        said
        and re.search(
            r"\b(?:sections?|parts?|chapters?|scenes?|acts?|days?|each|every|paragraphs?|beginning|verses?)\b",
            text[max(0, start - 120) : marker.start()] + text[marker.end() : end],
            re.I,
        )
        is not None
    )
