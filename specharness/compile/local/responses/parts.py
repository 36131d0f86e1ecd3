"""What is said of certain parts of the answer, composed: which parts (every, no, the third, the last, the odd ones,
half of them) of which unit (words, sentences, lines, paragraphs, list items), and what they must be like.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from specharness.compile.local.responses.bounds import Nouns
from specharness.compile.local.responses.model import Aspect, Constraint, Place
from specharness.compile.local.responses.prompt import MAX_MENTIONS, Prompt

_UNITS = (
    r"(?P<unit>sentence|line|verse|paragraph|stanza|word|item|bullet(?:[ -]point)?|entry|entries|step|point"
    r"|lines|words"
    r"|sentences|paragraphs|items|bullets|bullet points|steps|points|ones)"
)
_NAMES = {"verse": "line", "stanza": "paragraph", "entry": "item", "entrie": "item", "step": "item", "point": "item"}
_NAMES |= {"bullet": "item", "bullet point": "item", "bullet-point": "item"}
_ORDINALS = "first second third fourth fifth sixth seventh eighth ninth tenth".split()
_AT = {"last": "-1", "final": "-1", "closing": "-1", "opening": "1"}
_SELECTOR = re.compile(
    rf"\b(?:(?P<no>no)\s+(?:single\s+)?|(?P<share>(?:at least )?half)\s+(?:of\s+)?(?:all\s+)?"
    r"(?:of\s+)?(?:the\s+|your\s+)?"
    rf"|(?:the|your|its|in|on|and|as|a)\s+(?:very\s+)?(?P<nth>{'|'.join(_ORDINALS)}|last|final|opening|closing)\s+"
    rf"|(?P<parity>odd|even)(?:-numbered)?\s+"
    rf"|(?P<each>each|every|all)\s+(?:of\s+)?(?:the\s+|your\s+)?(?:single\s+)?(?:(?:two|three|four|five|six|ten"
    rf"|\d+)\s+)?"
    rf"|(?P<any>any)\s+(?:single\s+)?){_UNITS}\b(?!\s+(?:count|break|by\s+\w+))",
    re.IGNORECASE,
)
_BETWEEN = (
    r"(?:\s+(?:of|in)\s+(?:(?:the|your)(?:\s+(?:whole|entire))?\s+(?:response|answer|reply|text|story|poem"
    r"|message|output"
    r"|piece|letter|essay|email|note|list|post|speech|limerick|haiku|motto|slogan)|it|which)(?!\w))?"
)
_MODAL = (
    r"(?:\s*,)?(?:\s+(?:that|which|is\s+to|are\s+to|must|should|shall|has\s+to|have\s+to|needs?\s+to|ought\s+to"
    r"|may|can|will"
    r"|also|always))*"
)
_NOT = r"(?P<not>\s+(?:not|never)|\s*n['’]t)?"
_LITERAL = re.compile(
    r"\s*:?\s*(?:the\s+|an?\s+)?(?:exact\s+|same\s+)?(?:(?P<kind>letters?|words?|phrase|emoji|text|prefix"
    r"|suffix|symbol"
    r"|characters?|string)\s*:?\s*)?"
    r"(?:(?=[\"“”'‘`])|(?P<suffix>[-–][A-Za-z]{1,6})\b|(?P<sign>[\u2190-\u2bff\U0001F300-\U0001FAFF]|\[[ xX]?\]"
    r"|[*#>•-](?=\s))"
    r"|(?P<named>exclamation (?:mark|point)|question mark|full stop|period|colon|comma|semicolon)\b"
    r"|(?P<b>[A-Za-z])(?![\w'’])|(?<=word )(?P<w>[A-Za-z]{2,20})\b)",
    re.IGNORECASE,
)
_MARKS = {"exclamation mark": "!", "exclamation point": "!", "question mark": "?", "full stop": ".", "period": "."}
_MARKS |= {"colon": ":", "comma": ",", "semicolon": ";"}
_EDGE = re.compile(
    rf"{_BETWEEN}{_MODAL}{_NOT}\s+(?:(?P<first>start|begin|open)|(?P<last>end|finish|conclude|close))(?:s|ing"
    rf"|ning|es)?\s+"
    rf"(?:with|in|on|by)\b",
    re.IGNORECASE,
)
_IS = re.compile(
    rf"{_BETWEEN}{_MODAL}{_NOT}\s*(?:\s(?:be|is|reads?|says?|consists?\s+of|being|saying|reading)|:|\s+only)"
    rf"(?:\s+(?:just|only|exactly|simply))?",
    re.IGNORECASE,
)
_HOLDS = re.compile(
    rf"{_BETWEEN}{_MODAL}{_NOT}\s+(?:contain|include|mention|use|have|has|hold|feature)s?(?:\s+at\s+least\s+once)?",
    re.IGNORECASE,
)
_ASKS = re.compile(
    rf"{_BETWEEN}{_MODAL}{_NOT}\s+(?:be|is|are)(?:\s+(?:phrased|written|worded)\s+as)?(?P<not2>\s+not)?\s+(?:an?\s+)?"
    rf"(?:(?P<q>questions?)|(?P<s>statements?))\b(?!\s+(?:about|of|on|mark))",
    re.IGNORECASE,
)
_TITLED = re.compile(
    rf"{_BETWEEN}{_MODAL}(?:\s+(?:be|is|are))?\s+(?:(?:starts?|begins?|starting|beginning"
    rf"|begin)\s+with\s+an?\s+(?:capital|upper-?case)"
    rf"(?:\s+letter)?|(?:capitali[sz]ed\s*\(?\s*(?=title case))|in\s+title[- ]case)",
    re.IGNORECASE,
)
_LONGER = re.compile(
    rf"{_BETWEEN}{_MODAL}(?:\s+(?:be|is|are))?\s+(?:(?P<up>longer)"
    rf"|(?P<down>shorter))\s+than\s+the\s+(?:one\s+before|previous"
    rf"|preceding|last|word\s+before|one\s+that\s+precedes)(?:\s+(?:one|word|it))*",
    re.IGNORECASE,
)
_CHAINED = re.compile(
    rf"{_BETWEEN}{_MODAL}\s+(?:start|begin|open)s?\s+with\s+the\s+(?:last"
    rf"|final)\s+word\s+of\s+the\s+(?:(?:sentence|line"
    rf"|one)\s+before(?:\s+it)?|(?:previous|preceding)(?:\s+(?:one|sentence|line))?)",
    re.IGNORECASE,
)
_OPENINGS = re.compile(
    r"\bno\s+two\s+(?P<unit>sentence|line|paragraph|item)s?\s+(?:(?:may|should|must|can|shall|are\s+to)\s+)?"
    r"(?:start|begin|open)(?:ning|ing)?\s+with\s+the\s+same\s+word\b",
    re.IGNORECASE,
)
_LENGTHS = (
    (Aspect.LENGTH, Nouns(r"letters\b", "letter")),
    (Aspect.WORDS, Nouns(r"words\b", "word")),
    (Aspect.CHARACTERS, Nouns(r"characters\b", "character")),
)


class _Chosen(NamedTuple):
    """Which parts: `part` as a constraint has it, for the unit alone and with the choice."""

    unit: str
    choice: str
    start: int
    end: int

    def part(self, choice: str = "") -> str:
        chosen = choice or self.choice
        return f"{self.unit} {chosen}" if chosen.lstrip("-").isdigit() else f"{chosen} {self.unit}"


def parts(prompt: Prompt) -> Iterator[Constraint]:
    """Everything that is said of such parts."""
    for match in islice(_SELECTOR.finditer(prompt.text), MAX_MENTIONS):
        if not prompt.quoted(match.start()):
            yield from _said(prompt, _chosen(prompt, match))
    for match in islice(_OPENINGS.finditer(prompt.bare), MAX_MENTIONS):
        yield Constraint(Aspect.OPENINGS, *match.span(), {}, part=f"each {match['unit'].lower()}")
    yield from _alternating(prompt)
    for match in islice(_BEFORE_EACH.finditer(prompt.text), MAX_MENTIONS):
        place = literal(prompt, match.start("what"))
        if place is not None and place.end <= match.end("what") + 1:
            unit = match["unit"].lower().replace("bullet point", "item").replace("bullet", "item")
            yield Constraint(Aspect.BEGINNING, *match.span(), {"text": (place,)}, part=f"each {unit}")


_BEFORE_EACH = re.compile(
    r"\b(?:put|place|write|add|set)\s+(?P<what>(?:an?\s+|the\s+)?[^.;\n]{1,40}?)\s+(?:before|in\s+front\s+of"
    r"|at\s+the\s+(?:start"
    r"|beginning)\s+of)\s+(?:each|every)\s+(?P<unit>sentence|line|paragraph|item|bullet point|bullet)\b",
    re.IGNORECASE,
)


def _chosen(prompt: Prompt, match: re.Match[str]) -> _Chosen:
    unit = match["unit"].lower()
    unit = unit if unit in ("ones",) else unit.removesuffix("s")
    unit = _NAMES.get(unit, unit)
    if unit == "ones":
        unit = _unit_before(prompt, match.start())
    choice = "each"
    if match["no"]:
        choice = "no"
    elif match["share"]:
        choice = "50%"
    elif match["nth"]:
        word = match["nth"].lower()
        choice = _AT.get(word) or str(_ORDINALS.index(word) + 1)
    elif match["parity"]:
        choice = match["parity"].lower()
    elif match["any"]:
        choice = "no" if _DENYING.search(prompt.bare, max(0, match.start() - 30), match.start()) else "each"
    start = match.start()
    if match["any"]:
        denied = _DENYING.search(prompt.bare, max(0, match.start() - 30), match.start())
        start = denied.start() if denied is not None else start
    return _Chosen(unit, choice, start, match.end())


_DENYING = re.compile(
    r"(?:\b(?:do not|never|without|avoid|not)|n['’]t)\s*(?:(?:us(?:e|ing)|includ(?:e|ing)|writ(?:e|ing)"
    r"|contain(?:ing)?"
    r"|hav(?:e|ing))\s+)?$",
    re.IGNORECASE,
)


def _unit_before(prompt: Prompt, at: int) -> str:
    start, _ = prompt.sentence_of(at)
    found = re.findall(r"\b(sentence|line|paragraph|word|item|bullet|step)s?\b", prompt.bare[start:at], re.IGNORECASE)
    return _NAMES.get(found[-1].lower(), found[-1].lower()) if found else "item"


def _said(prompt: Prompt, chosen: _Chosen) -> Iterator[Constraint]:
    text, at = prompt.text, chosen.end
    _, stop = prompt.sentence_of(chosen.start)
    one_of_them = chosen.choice not in ("no", "50%")
    chained = _CHAINED.match(text, at)
    if chained is not None and chosen.choice == "each":
        yield Constraint(Aspect.CHAIN, chosen.start, chained.end(), {}, part=chosen.part())
        return
    longer = _LONGER.match(text, at)
    if longer is not None and chosen.choice == "each" and chosen.unit == "word":
        part = "each word by letters strict" + (" down" if longer["down"] else "")
        yield Constraint(Aspect.SORTED, chosen.start, longer.end(), {}, part=part)
        return
    titled = _TITLED.match(text, at)
    if titled is not None and one_of_them:
        yield Constraint(Aspect.TITLE_CASE, chosen.start, titled.end(), {}, part=chosen.part())
        return
    asks = _ASKS.match(text, at)
    if asks is not None and chosen.choice != "50%":
        denied = bool(asks["not"] or asks["not2"])
        aspect = Aspect.QUESTION if asks["q"] else Aspect.STATEMENT
        if not (chosen.unit == "sentence" and chosen.choice == "each" and not denied):  # `each` reads that
            yield Constraint(aspect, chosen.start, asks.end(), {}, denied, part=chosen.part())
        return
    for pattern, aspect in ((_EDGE, Aspect.BEGINNING), (_HOLDS, Aspect.CONTAINING), (_IS, Aspect.EQUAL)):
        match = pattern.match(text, at)
        place = literal(prompt, match.end(), bare=chosen.unit == "word") if match is not None else None
        if match is None or place is None or place.end > stop + 1:
            continue
        if aspect is Aspect.BEGINNING and match["last"]:
            aspect = Aspect.ENDING
        if aspect is Aspect.CONTAINING and not any(letter.isalnum() for letter in str(place.value)):
            return  # marks are counted in the whole answer
        if aspect is Aspect.EQUAL and chosen.choice in ("each", "no", "50%"):
            continue
        if aspect in (Aspect.BEGINNING, Aspect.ENDING) and chosen.choice == "each" and chosen.unit != "item":
            return  # `each` reads that
        yield Constraint(
            aspect,
            chosen.start,
            place.end,
            {"text": (place,)},
            bool(match["not"]) or chosen.choice == "no",
            part=chosen.part(),
        )
        yield from _continued(prompt, chosen, place.end, stop)
        return
    yield from _lengths(prompt, chosen, stop)


_AND_ENDS = re.compile(
    r"[\"”'’`]?\s*,?\s*and\s+(?:(?:must|should)\s+)?(?:ends?|finish(?:es)?)\s+(?:with|in|on)\b", re.IGNORECASE
)


def _continued(prompt: Prompt, chosen: _Chosen, at: int, stop: int) -> Iterator[Constraint]:
    """ "… and end with X", of the same parts."""
    match = _AND_ENDS.match(prompt.text, at, stop)
    place = literal(prompt, match.end()) if match is not None else None
    if place is not None:
        yield Constraint(Aspect.ENDING, chosen.start, place.end, {"text": (place,)}, part=chosen.part())


_REST = re.compile(r"[,;:\n]|\b(?:and|but|while|the (?:first|second|third|last))\b", re.IGNORECASE)


def _lengths(prompt: Prompt, chosen: _Chosen, stop: int) -> Iterator[Constraint]:
    """How long such a part is: letters of words, words of one line or sentence."""
    end = _REST.search(prompt.bare, chosen.end, stop)
    stop = end.start() if end is not None else stop
    for aspect, nouns in _LENGTHS:
        if aspect is not Aspect.LENGTH and (chosen.choice in ("each", "no") and chosen.unit != "item"):
            continue  # `each` reads that
        if aspect is Aspect.LENGTH and chosen.unit != "word":
            continue
        for found in nouns.find(prompt.bare, chosen.start, stop):
            first = min(place.start for places in found.bounds.values() for place in places)
            if first >= chosen.end and chosen.choice != "50%":
                each = "each" if chosen.choice == "no" else ""
                yield Constraint(aspect, chosen.start, max(chosen.end, found.end), found.bounds, part=chosen.part(each))
                return


def literal(prompt: Prompt, at: int, *, bare: bool = False) -> Place | None:
    """The text that stands there: quoted, a letter, a named mark, an ending; `bare`: one letter by itself, too."""
    found = _LITERAL.match(prompt.text, at)
    if found is None:
        return None
    for group in ("suffix", "sign", "named", "b", "w"):
        if found[group]:
            value = found[group]
            if group == "b" and not found["kind"] and not bare:
                return None
            if group == "suffix":
                return Place(value[1:], found.start(group) + 1, found.end(group))
            return Place(_MARKS.get(value.lower(), value), *found.span(group))
    quote = prompt.by_mark.get(found.end())
    if quote is None or len(quote.value) > 60 or not quote.value.strip():
        return None
    shift = 1 if quote.value[0] in "-–" and quote.value[1:].isalpha() else 0
    return Place(quote.value[shift:], quote.start + shift, quote.end)


_TURNS = re.compile(
    r"\b(?P<unit>sentence|line|paragraph|item)s\s+(?:(?:that|which|must|should|are\s+to)\s+)*(?:(?:start"
    r"|begin)(?:ing|ning|s)?"
    r"\s+alternately\s+with|alternate(?:ly)?\s+(?:between|start(?:ing)?\s+with|begin(?:ning)?\s+with)"
    r"|alternating\s+between)"
    r"(?P<kinds>\s+(?:a\s+)?(?P<one>statement|question)s?\s+and\s+(?:a\s+)?(?P<two>statement|question)s?"
    r"(?:,?\s*(?:and\s+)?(?:begin|start)(?:ning|ing)?\s+with\s+(?:a\s+|the\s+)?(?P<opens>statement|question))?)?",
    re.IGNORECASE,
)


def _alternating(prompt: Prompt) -> Iterator[Constraint]:
    """Two kinds or openings in turn: the odd ones and the even ones."""
    for match in islice(_TURNS.finditer(prompt.text), MAX_MENTIONS):
        unit = match["unit"].lower()
        if match["kinds"]:
            kinds = [match["one"].lower(), match["two"].lower()]
            if match["opens"] and match["opens"].lower() != kinds[0]:
                kinds.reverse()
            if kinds[0] != kinds[1] and match["opens"]:
                for parity, kind in zip(("odd", "even"), kinds, strict=True):
                    yield Constraint(Aspect(kind), *match.span(), {}, part=f"{parity} {unit}")
            continue
        first = literal(prompt, match.end())
        joined = re.compile(r"[\"”'’`]?\s*and\s*").match(prompt.text, first.end) if first is not None else None
        second = literal(prompt, joined.end()) if joined is not None else None
        if first is not None and second is not None:
            for parity, place in (("odd", first), ("even", second)):
                yield Constraint(
                    Aspect.BEGINNING, match.start(), second.end, {"text": (place,)}, part=f"{parity} {unit}"
                )


_ON_LINE = re.compile(
    r"[\"”'’`]\s+(?:on|as|in)\s+the\s+(?P<one>first|second|third|last|final)\s+(?P<unit>line|word|paragraph)"
    r"(?:\s+and\s+(?:(?:on|as|in)\s+)?the\s+(?P<two>second|third|last|final)(?:\s+(?:line|word|paragraph)"
    r"|\s+one)?)?\b",
    re.IGNORECASE,
)


def placed_texts(prompt: Prompt) -> Iterator[Constraint]:
    """A text with the place behind it: "the word `echo` on the first line and on the last line"."""
    for quote in prompt.quotes[:MAX_MENTIONS]:
        match = _ON_LINE.match(prompt.text, quote.end)
        if match is None or len(quote.value) > 60:
            continue
        for group in ("one", "two"):
            if match[group]:
                word = match[group].lower()
                number = "-1" if word in ("last", "final") else str(_ORDINALS.index(word) + 1)
                part = f"{match['unit'].lower()} {number}"
                yield Constraint(Aspect.EQUAL, quote.start, match.end(), {"text": (quote.place,)}, part=part)
