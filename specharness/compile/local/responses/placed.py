"""What stands where in the answer: first and last words, a postscript, a paragraph's opening."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from specharness.compile.local.responses.bounds import Nouns, number
from specharness.compile.local.responses.model import Aspect, Constraint, Place
from specharness.compile.local.responses.polarity import denied
from specharness.compile.local.responses.prompt import MAX_MENTIONS, Prompt

_MARKER = r"(?P<m>P\.\s?P\.\s?S\b\.?|P\.\s?S\b\.?|\bPPS\b|\bPS\b)"
_POSTSCRIPT = re.compile(
    rf"\bpost[- ]?scripts?\b|(?:\b(?:an?|the|with|under|by|after|your|add|include|append|write|insert|attach"
    rf"|put)\s+[\"“'(]?){_MARKER}",
    re.IGNORECASE,
)
_AFTER_NAME = re.compile(rf"[^\n]{{0,80}}?{_MARKER}", re.IGNORECASE)


def postscript(prompt: Prompt) -> Iterator[Constraint]:
    """A postscript and its marker."""
    for match in islice(_POSTSCRIPT.finditer(prompt.text), MAX_MENTIONS):
        start, end = prompt.sentence_of(match.start())
        inside = next((quote for quote in prompt.quotes if quote.start <= match.end() - 1 < quote.end), None)
        if inside is not None and len(inside.value) > len(match.group()) + 4:
            continue  # words of somebody else
        if _SPOKEN_OF.search(prompt.text, max(start, match.start() - 40), match.start()):
            continue
        if denied(prompt.bare[max(start, match.start() - 60) : match.start()], prompt.bare[match.end() : end]):
            continue
        marker = match if match["m"] else _AFTER_NAME.match(prompt.text, match.end())
        params: dict[str, tuple[Place, ...]] = {}
        end = match.end()
        if marker is not None:
            params = {"text": (Place(marker["m"], *marker.span("m")),)}
            end = max(end, marker.end("m"))
        elif re.search(r"\bword\b", prompt.text[start : match.start()], re.IGNORECASE):
            continue
        yield Constraint(Aspect.POSTSCRIPT, match.start(), end, params)
        return


_SPOKEN_OF = re.compile(
    r"\b(?:meaning|history|origin|use|point|about|mean|stands? for|abbreviation|signs?|what (?:is|does"
    r"|are))\b[^.;,\n]{0,20}$",
    re.IGNORECASE,
)
_LAST = (
    r"(?:(?:very|absolute)\s+)?(?:last|final|closing)\s+(?:\w+\s+)?(?:words|line|sentence|phrase|thing|text|remark"
    r"|part)|(?:very\s+)?end|ending|closing|closing words"
    r"|sign-off"
)
_END = re.compile(
    r"\b(?:end|finish|conclud|clos|wrap (?:\w+ )?up|sign off|terminat)(?:e|es|ed|ing"
    r"|s)?\b(?P<gap>[^.\n\"“:]{0,70}?)\b(?:with"
    r"|by|in|on|using|as|saying)\b(?P<what>[^.\n\"“”:]{0,60}?)(?=[\"“”:'‘`]|(?<=phrase )|(?<=sentence ))"
    rf"|\b(?:{_LAST})\b(?! word\b)[^.\n\"“:]{{0,70}}?\b(?:should|must|has to|needs? to|is|are|be|reading|reads"
    rf"|saying|says)\b[^.\n\"“:]{{0,40}}?(?=[\"“”:'‘`])"
    r"|\b(?:ending|closing (?:words|line|phrase|sentence)|(?:very )?(?:last|final) (?:words|line|phrase|sentence)"
    r"|sign-off)(?:[ ]+(?:of|in) (?:the|your) \w+)?\s*(?::\s*(?=\S)|,\s*(?=[\"“'‘]))"
    r"|\b(?:nothing|not a word|no words?)\b[^.\n\"“:]{0,30}?\bafter\b[^.\n\"“:]{0,40}?(?=[\"“”])",
    re.IGNORECASE,
)
_IS_LAST = re.compile(
    r"[\s,]*(?:(?:must|should|has to|needs? to|is to|shall|ought to)\s+(?:be|come|stand|form|make up)|be|is|as"
    r"|to be)\s+(?:at\s+)?(?:the|your)\s+"
    r"(?:(?:very|absolute)\s+)?(?:(?:last|final|closing)\s+(?:thing|words?|line|sentence|phrase|text|remark|part)"
    r"|(?:very\s+)end|ending|last)\b(?! of (?:each|every|the first))",
    re.IGNORECASE,
)
_OTHER_THINGS = re.compile(
    r"\b(?:each|every|paragraph|(?<!last )(?<!final )(?<!closing )(?<!this )(?<!following )line"
    r"|title|section|first|post-?script)\b",
    re.IGNORECASE,
)
_OF_WORDS = re.compile(
    r"\b(?:words?|adjectives?|adverbs?|nouns?|verbs?|names?|lines?|sentences?|paragraphs?|ones?|which)\s*$",
    re.IGNORECASE,
)
"""Right before "ending in": words of a sort, or parts."""
_MARKS_ONLY = re.compile(r"[\W_]+")
_TAIL = re.compile(r"\s+(?=(?:No|Do not|Don['’]t|Nothing|There should|Make sure|Please|Also|Your)\b)")


def ending(prompt: Prompt) -> Iterator[Constraint]:
    """The very last words of the answer."""
    for match in islice(_END.finditer(prompt.text), MAX_MENTIONS):
        if prompt.quoted(match.start()) or _OTHER_THINGS.search(match.group()):
            continue
        start, _ = prompt.sentence_of(match.start())
        before = prompt.text[start : match.start()]
        nothing = re.match(r"nothing|not a word|no word", match.group(), re.IGNORECASE)
        started = r"\b(?:start|begin)\w*\s+and\s*$|\b(?:not|never)\b|n['’]t\b"
        if (
            _OF_WORDS.search(before)
            or re.search(started, before[-40:], re.IGNORECASE)
            or (
                nothing is None
                and re.search(
                    r"\b(?:not|never)\b(?! only\b)|n['’]t\b|\bpost[- ]?script|\b(?:every|each)\s+(?:\w+\s+){0,2}$",
                    match.group() + before[-20:],
                    re.IGNORECASE,
                )
            )
        ):
            continue
        place = _literal(prompt, match.end())
        if place is not None:
            yield Constraint(Aspect.ENDING, match.start(), place.end, {"text": (place,)})
            return
    for quote in prompt.quotes:
        last = _IS_LAST.match(prompt.text, quote.end + 1)
        start, _ = prompt.sentence_of(quote.start)
        if (
            last is not None
            and not _MARKS_ONLY.fullmatch(quote.value)
            and not denied(prompt.bare[start : quote.start], last.group())
        ):
            yield Constraint(Aspect.ENDING, quote.start, last.end(), {"text": (quote.place,)})
            return


def _literal(prompt: Prompt, at: int) -> Place | None:
    """The quotation that opens here; else, after a colon or "the phrase", the rest of the line."""
    text = prompt.text
    opened = re.compile(r"[:\s]*(?=[\"“”'‘`])").match(text, at)
    if opened is not None:
        quote = prompt.by_mark.get(opened.end())
        if quote is not None and not _MARKS_ONLY.fullmatch(quote.value):
            return quote.place
        return None
    bare = re.compile(r"(?::\s*)?[ ]*(?P<t>[^\n]{2,200})").match(text, at)
    if bare is None:
        return None
    tail = _TAIL.search(bare["t"])
    value = bare["t"][: tail.start()] if tail is not None else bare["t"]
    return Place(value.rstrip(), bare.start("t"), bare.start("t") + len(value.rstrip()))


_BEGIN = re.compile(
    r"\b(?:start|begin|open)(?:s|ing)?\b(?P<gap>[^.\n\"“:]{0,60}?)\bwith\b[^.\n\"“:]{0,50}?(?=[\"“])", re.IGNORECASE
)
_DENIED = re.compile(r"(?:\b(?:not|never|avoid|without|cannot)\b|n['’]t\b)[^,;]{0,12}$", re.IGNORECASE)
_WHOLE_ANSWER = re.compile(
    r"\b(?:response|answer|reply|output|letter|email|essay|it|message|poem|story)\b", re.IGNORECASE
)


def beginning(prompt: Prompt) -> Iterator[Constraint]:
    """The very first words of the answer."""
    for match in _BEGIN.finditer(prompt.text):
        start, _ = prompt.sentence_of(match.start())
        said = prompt.text[start : match.end()]
        if re.search(
            r"\b(?:paragraph|section|line|each|every|sentence|postscript|bullet|P\.S|title|keyword|placeholder"
            r"|hashtag)s?\b|\b(?:and|or)\s+(?:end|finish)",
            said,
            re.IGNORECASE,
        ):
            continue
        place = _literal(prompt, match.end())
        if place is not None and _WHOLE_ANSWER.search(said) and str(place.value).lower() != "section x":
            denied = _DENIED.search(prompt.bare, start, match.start()) is not None
            yield Constraint(Aspect.BEGINNING, match.start(), place.end, {"text": (place,)}, denied)
            if not denied:
                return


_EDGE_WORD = re.compile(
    r"\b(?P<which>first|last|final)\s+word\s+(?:(?:of|in)\s+(?:your|the)\s+(?:\w+\s+)?(?:response|answer|reply"
    r"|output|text|message"
    r"|essay|story|poem|letter)\s+)?(?:you\s+\w+\s+)?(?:must|should|has to|needs to|is to"
    r"|shall)\s+be\s+(?:the\s+word\s+)?:?\s*"
    r"(?=[\"'“‘`])",
    re.IGNORECASE,
)


def first_and_last_word(prompt: Prompt) -> Iterator[Constraint]:
    """The one word that the answer begins or ends with, marks aside."""
    for match in islice(_EDGE_WORD.finditer(prompt.text), MAX_MENTIONS):
        quote = prompt.by_mark.get(match.end())
        if quote is None or len(quote.value.split()) != 1 or prompt.quoted(match.start()):
            continue
        aspect = Aspect.FIRST_WORD if match["which"].lower() == "first" else Aspect.LAST_WORD
        yield Constraint(aspect, match.start(), quote.end, {"text": (quote.place,)})


_ORDINALS = {
    word: number
    for number, word in enumerate(
        "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth".split(), 1
    )
}
_WORDS = rf"{'|'.join(_ORDINALS)}|\d{{1,2}}(?:st|nd|rd|th)|last|final"
_NTH = (
    rf"(?P<o>{_WORDS})\s+(?:paragraph|one)(?:\s+of\s+(?:the|your|these|those)\s+\w+)?"
    rf"|paragraph\s+(?:number\s+|no\.?\s+)?(?P<o2>\d{{1,2}}|one|two|three|four|five|six)"
    rf"|(?:the\s+)?(?P<o3>{_WORDS})(?:\s+of\s+(?:them|these|those|which|(?:your|the|these"
    rf"|those)\s+(?:\w+\s+)?paragraphs))?(?=[ ,]+(?:must|should|has|needs|is|will"
    rf"|shall|ought|start|begin|open|commenc|with|being|be)\w*\b)"
)
_WITH = r"(?:with|by|on)\s+(?:the\s+)?(?:exact\s+)?(?:words?|phrase)?\s*:?\s*[\"“'‘`]?"
_OPENS = re.compile(
    rf"\b(?:{_NTH})(?!\w)[^.;\n]{{0,60}}?\b(?:start|begin|open|commenc)\w*\b[^.;\n\"“'‘]{{0,50}}?{_WITH}(?P<w>[\w-]+)"
    rf"|\b(?:start|begin|open|commenc)\w*\s+(?:the\s+)?(?:{_NTH.replace('<o', '<p')})(?!\w)"
    rf"[^.;\n\"“'‘]{{0,30}}?{_WITH}(?P<v>[\w-]+)"
    rf"|\bfirst\s+word\s+(?:of|in)\s+(?:the\s+)?(?:{_NTH.replace('<o', '<q')})(?!\w)[^.;\n\"“'‘]{{0,40}}?(?:being|be"
    rf"|is"
    rf"|:)\s+[\"“'‘`]?(?P<u>[\w-]+)"
    rf"|[\"“'‘`](?P<x>[\w-]+)[\"”'’`]\s+(?:(?:must|should|has to|needs to|is to)\s+be|is"
    rf"|as)\s+the\s+first\s+word\s+(?:of|in)\s+(?:the\s+)?(?:{_NTH.replace('<o', '<r')})(?!\w)",
    re.IGNORECASE,
)
_PARAGRAPHS = Nouns(r"paragraphs?\b", "paragraph", definite=True)


_ORDERS = tuple(f"{letter}{number}" for letter in "opqr" for number in ("", "2", "3"))


def paragraph_openings(prompt: Prompt) -> Iterator[Constraint]:
    """The word that a certain paragraph begins with, and how many paragraphs there are."""
    found = next(_PARAGRAPHS.find(prompt.bare), None)
    if "paragraph" not in prompt.bare.lower():
        return
    for match in islice(_OPENS.finditer(prompt.text), MAX_MENTIONS):
        group = next(name for name in ("w", "v", "u", "x") if match[name])
        ordinal = next(name for name in _ORDERS if match[name])
        order = _order(match[ordinal], found.bounds.get("count") if found is not None else None)
        if order is None:
            continue
        params = {"order": (Place(order, *match.span(ordinal)),), "value": (Place(match[group], *match.span(group)),)}
        bounds = found.bounds if found is not None else {}
        yield Constraint(Aspect.PARAGRAPHS, match.start(), match.end(), {**bounds, **params})


def _order(word: str, count: tuple[Place, ...] | None) -> int | None:
    word = word.lower()
    if word in ("last", "final"):
        value = count[0].value if count else None
        return value if isinstance(value, int) else None
    return _ORDINALS.get(word) or number(re.sub(r"(?:st|nd|rd|th)$", "", word))
