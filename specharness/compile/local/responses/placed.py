"""What stands where in the answer: first and last words, a postscript, the request repeated, a paragraph's opening."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from specharness.compile.local.responses.bounds import Nouns, number
from specharness.compile.local.responses.model import Aspect, Constraint, Place
from specharness.compile.local.responses.prompt import MAX_MENTIONS, Prompt

_MARKER = r"(?P<m>P\.\s?P\.\s?S\b\.?|P\.\s?S\b\.?|\bPPS\b|\bPS\b)"
_POSTSCRIPT = re.compile(
    rf"\bpost[- ]?scripts?\b(?:[^.\n]{{0,80}}?[\"'“(]?{_MARKER})?|\b(?:add|include|with|write|append|put|have|insert"
    rf"|attach|contain)\b[^.\n]{{0,25}}?[\"'“(]?{_MARKER.replace('<m>', '<k>')}",
    re.IGNORECASE,
)
_AFTER_NAME = re.compile(rf"[^\n]{{0,80}}?{_MARKER}", re.IGNORECASE)


def postscript(prompt: Prompt) -> Iterator[Constraint]:
    """A postscript and its marker."""
    for match in _POSTSCRIPT.finditer(prompt.text):
        start, _ = prompt.sentence_of(match.start())
        if re.search(
            r"\b(?:no|not|without|never)\b|n['’]t\b",
            prompt.text[max(start, match.start() - 25) : match.start()],
            re.IGNORECASE,
        ):
            continue
        group = "m" if match["m"] else "k"
        marker = match if match[group] else _AFTER_NAME.match(prompt.text, match.end())
        params: dict[str, tuple[Place, ...]] = {}
        end = match.end()
        if marker is not None:
            group = group if marker is match else "m"
            params = {"text": (Place(marker[group], *marker.span(group)),)}
            end = max(end, marker.end(group))
        yield Constraint(Aspect.POSTSCRIPT, match.start(), end, params)
        return


_END = re.compile(
    r"\b(?:end|finish|conclud|clos|wrap up|sign off|terminat)(?:e|es|ed|ing|s)?\b(?P<gap>[^.\n\"“:]{0,70}?)\b(?:with"
    r"|by|in|using|as|saying)\b(?P<what>[^.\n\"“”:]{0,60}?)(?=[\"“”:'‘`]|(?<=phrase )|(?<=sentence ))"
    r"|\b(?:last|final|very end|very last|end|ending|closing)\b(?! word\b)[^.\n\"“:]{0,70}?\b(?:should|must|has to"
    r"|needs? to|is"
    r"|are|be)\b[^.\n\"“:]{0,40}?(?=[\"“”:'‘`])",
    re.IGNORECASE,
)
_OTHER_THINGS = re.compile(r"\b(?:each|every|paragraph|line|title|section|first)\b", re.IGNORECASE)
_OF_WORDS = re.compile(
    r"\b(?:words?|adjectives?|adverbs?|nouns?|verbs?|names?|lines?|sentences?|paragraphs?|ones?|which)\s*$",
    re.IGNORECASE,
)
"""Right before "ending in": words of a sort, or parts."""
_MARKS_ONLY = re.compile(r"[\W_]+")
_TAIL = re.compile(r"\s+(?=(?:No|Do not|Don['’]t|Nothing|There should|Make sure|Please|Also|Your)\b)")


def ending(prompt: Prompt) -> Iterator[Constraint]:
    """The very last words of the answer."""
    for match in _END.finditer(prompt.text):
        if prompt.quoted(match.start()) or _OTHER_THINGS.search(match.group()):
            continue
        start, _ = prompt.sentence_of(match.start())
        before = prompt.text[start : match.start()]
        if (
            _OF_WORDS.search(before)
            or re.search(r"\b(?:start|begin)\w*\s+and\s*$|\b(?:not|never)\b|n['’]t\b", before[-40:], re.IGNORECASE)
            or re.search(
                r"\b(?:not|never)\b(?! only\b)|n['’]t\b|\bpost[- ]?script|\b(?:every|each)\s+(?:\w+\s+){0,2}$",
                match.group() + before[-20:],
                re.IGNORECASE,
            )
        ):
            continue
        place = _literal(prompt, match.end())
        if place is not None:
            yield Constraint(Aspect.ENDING, match.start(), place.end, {"text": (place,)})
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
_NTH = (
    rf"(?P<o>{'|'.join(_ORDINALS)}|\d{{1,2}}(?:st|nd|rd|th)|last)\s+paragraph"
    rf"|paragraph\s+(?:number\s+)?(?P<o2>\d{{1,2}}|one|two|three|four|five|six)"
)
_OPENS = re.compile(
    rf"\b(?:{_NTH})\b[^.;\n]{{0,60}}?\b(?:start|begin|open|commenc)\w*\b[^.;\n\"“'‘]{{0,50}}?(?:with"
    rf"|by)\s+(?:the\s+)?(?:exact\s+)?(?:word|words|phrase)?\s*:?\s*[\"“'‘`]?(?P<w>[\w-]+)"
    rf"|\b(?:start|begin|open|commenc)\w*\s+(?:the\s+)?(?:{_NTH.replace('<o', '<p')})\b[^.;\n\"“'‘]{{0,30}}?(?:with"
    rf"|by)\s+(?:the\s+)?(?:exact\s+)?(?:word|words|phrase)?\s*:?\s*[\"“'‘`]?(?P<v>[\w-]+)"
    rf"|\bfirst\s+word\s+(?:of|in)\s+(?:the\s+)?(?:{_NTH.replace('<o', '<q')})\b[^.;\n\"“'‘]{{0,40}}?(?:be|is"
    rf"|:)\s+[\"“'‘`]?(?P<u>[\w-]+)",
    re.IGNORECASE,
)
_PARAGRAPHS = Nouns(r"paragraphs?\b", "paragraph")


def paragraph_openings(prompt: Prompt) -> Iterator[Constraint]:
    """The word that a certain paragraph begins with, and how many paragraphs there are."""
    found = next(_PARAGRAPHS.find(prompt.bare), None)
    for match in _OPENS.finditer(prompt.text):
        group = next(name for name in ("w", "v", "u") if match[name])
        ordinal = next(name for name in ("o", "o2", "p", "p2", "q", "q2") if match[name])
        order = _order(match[ordinal], found.bounds.get("count") if found is not None else None)
        if order is None:
            continue
        params = {"order": (Place(order, *match.span(ordinal)),), "value": (Place(match[group], *match.span(group)),)}
        bounds = found.bounds if found is not None else {}
        yield Constraint(Aspect.PARAGRAPHS, match.start(), match.end(), {**bounds, **params})


def _order(word: str, count: tuple[Place, ...] | None) -> int | None:
    word = word.lower()
    if word == "last":
        value = count[0].value if count else None
        return value if isinstance(value, int) else None
    return _ORDINALS.get(word) or number(re.sub(r"(?:st|nd|rd|th)$", "", word))


_REPEAT = re.compile(
    r"\b(?:repeat|re-?peat|restate|re-?state|repleat|copy|reproduce|reiterate|echo|rewrite"
    r"|quote)(?:ing)?\b(?P<gap>[^.\n]{0,80}?)\b(?:request|prompt|question|sentence|line|instructions?|text|above"
    r"|below|word[- ](?:for|by)[- ]word|verbatim|exact(?:ly)?|task|query|statement)\b",
    re.IGNORECASE,
)
_SURE = re.compile(
    r"\b(?:word[- ](?:for|by)[- ]word|verbatim|without (?:any )?change|unchanged|exact(?:ly)?|entire|as (?:it )?is"
    r"|at the (?:very )?(?:beginning|start)|then (?:give|answer|provide|respond|write|your|proceed)"
    r"|before (?:you )?(?:answer|respond|giving|saying)|do not (?:say|add|output)|first)\b",
    re.IGNORECASE,
)
_NO_REPEAT = re.compile(r"\b(?:not|never|without|avoid)\b|n['’]t\b", re.IGNORECASE)


def repetition(prompt: Prompt) -> Iterator[Constraint]:
    """The request is to be repeated before it is answered."""
    block = repeat_block(prompt)
    if block is None:
        return
    left, right = block
    before, after = prompt.text[:left], prompt.text[right:]
    text, shift = (before, 0) if before.strip() else (after, right)
    if not text.strip():
        return
    begin = shift + len(text) - len(text.lstrip())
    value = text.strip()
    yield Constraint(Aspect.REPETITION, left, right, {"text": (Place(value, begin, begin + len(value)),)})


def repeat_block(prompt: Prompt) -> tuple[int, int] | None:
    """The stretch that asks to repeat the request: from its sentence to the end of its paragraph."""
    for match in islice(_REPEAT.finditer(prompt.bare), MAX_MENTIONS):
        start, _ = prompt.sentence_of(match.start())
        line_end = prompt.text.find("\n\n", match.end())
        end = line_end if line_end >= 0 else len(prompt.text)
        if not _SURE.search(prompt.bare, start, end) or _NO_REPEAT.search(
            prompt.bare, max(start, match.start() - 12), match.start()
        ):
            continue
        if (
            re.match(r"rewrite|quote", match.group(), re.IGNORECASE)
            and "word for word" not in prompt.text[start:end].lower()
        ):
            continue
        return _from_first(prompt, start), end
    return None


def _from_first(prompt: Prompt, start: int) -> int:
    """Where the sentences before one, on its line, begin that speak of repeating, too."""
    for left, right in reversed(prompt.sentences):
        if (
            right <= start
            and "\n" not in prompt.text[right:start]
            and re.search(r"\brepeat|\brestate", prompt.text[left:right], re.IGNORECASE)
        ):
            start = left
    return start
