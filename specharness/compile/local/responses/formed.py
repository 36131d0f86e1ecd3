"""The form of the whole answer: case, JSON, a title, quotation marks, no commas, one of some options."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from specharness.compile.local.responses.doubtful import doubtful
from specharness.compile.local.responses.model import Aspect, Constraint, Place
from specharness.compile.local.responses.polarity import denial_of, denied
from specharness.compile.local.responses.prompt import MAX_LITERAL, MAX_MENTIONS, Prompt

_CAPITALS = re.compile(
    r"\b(?:capital(?:i[sz](?:ed|ation|ing|e))?(?:\s+letters?)?|capitals|upper-?\s?case(?:\s+letters?)?"
    r"|(?<!all )(?<!all-)caps)\b"
    r"(?! (?:words?|cit|punishment|gains?|city))",
    re.IGNORECASE,
)
_SMALL = re.compile(
    r"\b(?:lower-?\s?case(?:d)?(?:\s+letters?)?|small letters?|uncapitali[sz]ed letters?)\b(?! words?)", re.IGNORECASE
)
_CAPS_LOCK = re.compile(r"\bcaps[- ]?lock\b[^.;\n]{0,20}\bon\b", re.IGNORECASE)
_LOWER = re.compile(
    r"\b(?:(?:only|all|entirely|just|in|using|use|be|with|and|completely|fully|the)\s+(?:all\s+|only\s+|just\s+"
    r"|in\s+|of\s+|the\s+)*)?"
    r"(?:lower[- ]?case(?:d)?|small(?= letters)|uncapitalized|lowercased)\b(?:\s+(?:letters?|english|only|text"
    r"|characters?))*",
    re.IGNORECASE,
)
_UPPER = re.compile(
    r"\b(?:(?:in|using|use|with|be|of|only|to|entirely|and)\s+(?:(?:only|all|entirely|english|in|the|fully"
    r"|just)[ -]+)*)?"
    r"(?:(?:all|only|entirely|fully)?[ -]*(?:capital(?:i[sz]ed)?(?: letters)|capitals\b"
    r"|upper-?\s?case(?:d)?(?: letters)?)|all[- ]?caps\b|all[- ]capitals?\b|capitali[sz]e (?:every|all"
    r"|each)(?: of)?(?: the| your)? (?:\w+ )?(?:letters?|words?|thing)|(?:all|every"
    r"|each)(?: of)?(?: the)? (?:letters?|words?|characters?)\b[^.,;\n]{0,40}\b(?:capitali[sz]ed|in capitals"
    r"|upper-?case)|block (?:letters|capitals))(?: letters)?(?:\s+only)?",
    re.IGNORECASE,
)
_SOME_WORDS = re.compile(
    r"\b(?:words?|terms|phrases)\b\s*(?:(?:that|which|are|is|be|to|should|must|written|with|in|using|having|of"
    r"|appear|completely|entirely|full|fully|wholly|totally|typed|put|set|consist|consisting|made|up)\s+){0,4}$|\b(?:some|few"
    r"|several)\b[^.;\n]{0,20}$|\bwhose\b[^.;\n]{0,60}$|\b(?:first letter|(?:the|each|every|your|a) title"
    r"|headings?|acronyms?|names? of)\b[^.,;\n]{0,30}$",
    re.IGNORECASE,
)
_WORDS_AFTER = re.compile(
    r"[)”\"']+\s+(?:[\w]+ ){0,4}words?\b|\s*words?\b"
    r"|\s*(?:of|for(?! (?:all|everything|the whole|the entire)\b)|at the)\b"
    r"|\s*letters? (?:at|of|in)\b",
    re.IGNORECASE,
)


def case(prompt: Prompt) -> Iterator[Constraint]:
    """All letters small, or all of them capital."""
    text = prompt.bare
    no_capitals, no_small = _kept_out(prompt, _CAPITALS), _kept_out(prompt, _SMALL)
    lower, upper = _first(prompt, _LOWER), _first(prompt, _UPPER) or _CAPS_LOCK.search(text)
    if (
        lower is not None
        and upper is not None
        and not _GOVERNED.match(lower.group())
        and _GOVERNED.match(upper.group())
    ):
        lower = None
    small = no_capitals or (lower.span() if lower is not None else None)
    capital = no_small or (upper.span() if upper is not None else None)
    if small is not None:
        yield Constraint(Aspect.CASE, *small, {"value": (Place("lowercase", *small),)})
    elif capital is not None:
        yield Constraint(Aspect.CASE, *capital, {"value": (Place("uppercase", *capital),)})


_GOVERNED = re.compile(r"(?:only|all|entirely|just|in|using|use|be|with|of|completely|fully|no)\b", re.IGNORECASE)
_SOME_CAPITALS = re.compile(
    r"\b(?:words?|sentences?|lines?|titles?|headings?|headers?|names?|letters? (?:at|of)|terms|phrases|first|initial"
    r"|many|excessive|random"
    r"|unnecessary|all|some)\b(?:(?!\b(?:and|without|no|not)\b)[^.;,\n]){0,25}$",
    re.IGNORECASE,
)
_EVERY_LETTER = re.compile(
    r"\b(?:no|none of the|not (?:a single|one|any|all)) (?:single )?(?:letters?|words?)\b[^.;,\n]{0,30}$", re.IGNORECASE
)


_SAID_OF_WORDS = re.compile(
    r"\b(?:words?|names?|titles?|terms?|phrases?|headings?)\b[^.;]*?\b(?:not|never)\s+(?:be\s+)?(?:written\s+)?(?:in\s+)?$",
    re.IGNORECASE,
)
"""Not the answer's letters, but those of some words: "use the word X but not in capitals"."""


def _kept_out(prompt: Prompt, pattern: re.Pattern[str]) -> tuple[int, int] | None:
    """From its denial on, the first mention of such letters that is denied, of all of them."""
    for match in islice(pattern.finditer(prompt.bare), MAX_MENTIONS):
        start, end = prompt.sentence_of(match.start())
        before = prompt.bare[max(start, match.start() - _REACH) : match.start()]
        after = prompt.bare[match.end() : end]
        if not denied(before, after) or _BOTH_CASES.search(before[-60:] + match.group() + after[:25]):
            continue
        if _SOME_CAPITALS.search(before) and not _EVERY_LETTER.search(before):
            continue
        if _WORDS_AFTER.match(prompt.bare, match.end()) or _SAID_OF_WORDS.search(before):
            continue
        return match.start() - len(before) + denial_of(before), match.end()
    return None


_BOTH_CASES = re.compile(
    r"\balternat\w*|\b(?:upper|lower)-?\s?case\w*\s+(?:and|or|to|then|with|words? and)\s+(?:upper|lower)-?\s?case"
    r"|\bmix\w*\b|\bboth\b|\bcamel|\bsnake|\bconvert\b[^.]{0,30}\bto\b|\bfirst letter|\binitial\b|\bexcept\b"
    r"|\b(?:start|begin|end)(?:s|ing)?\b[^.,;]{0,30}\bwith\b",
    re.IGNORECASE,
)
"""Cases are spoken of, but not one for all letters."""


def _first(prompt: Prompt, pattern: re.Pattern[str]) -> re.Match[str] | None:
    text = prompt.bare
    for match in pattern.finditer(text):
        before = text[max(0, match.start() - 60) : match.start()]
        before = re.split(r"[.!?;]\s|\n", before)[-1]
        after = re.split(r"[.!?;,]\s|\n", text[match.end() : match.end() + 40])[0]
        if _BOTH_CASES.search(before + match.group() + after):
            continue
        if _WORDS_AFTER.match(text, match.end()):
            continue
        start, end = prompt.sentence_of(match.start())
        if denied(text[max(start, match.start() - _REACH) : match.start()], text[match.end() : end]):
            continue
        if _SOME_WORDS.search(before + match.group()[:0]) or re.search(
            r"\b(?:no|not|never|without|avoid)\b|n['’]t\b", before[-25:], re.IGNORECASE
        ):
            continue
        if re.search(r"\b\w*\s*times\b", text[match.end() : match.end() + 40]) and "word" in before.lower():
            continue
        if not doubtful(prompt, Constraint(Aspect.CASE, *match.span(), {})):
            return match
    return None


_JSON = re.compile(
    r"\b(?:in|as|into|using|with|to|use|be|is|only|a|an|valid|of|contains?|follow(?:ing)?|the|wrapped in)\s+(?:(?:a"
    r"|an|the|valid|proper|single|strict|raw|pure|correct|well-formed)\s+)*JSON\b(?:[ -]+(?:format\w*|block|object"
    r"|structure|code block|output|array|document|string|style|blob|file))?"
    r"|\bJSON[ -]+(?:format\w*|block|object|output|structure)\b|\bformat(?:ted)?\b[^.\n]{0,30}\bJSON\b",
    re.IGNORECASE,
)
_ABOUT_JSON = re.compile(
    r"\babout\s+(?:a\s+|the\s+)?$|\bwhat(?:['’]s)?\s*$|\b(?:parse|convert from|read|explain|what is"
    r"|difference between|script|program"
    r"|function|api)\b[^.\n]{0,40}$",
    re.IGNORECASE,
)


_ONLY_JSON = re.compile(
    r"(?:^|[.!?;:\n])[\s*-]*(?P<j>JSON)\b(?:\s+(?:format|output|please|and nothing else)\b|\s+only\b|,? please\b"
    r"|\s*[.;!]|\s*$)"
    r"|\b(?:only|nothing but|strictly|pure|valid)\s+(?P<j2>JSON)\b(?! (?:files?|parsers?|libraries|schema))"
    r"|\bpars(?:e|able|eable) as (?P<j3>JSON)\b"
    r"|\b(?P<j4>JSON)\s+only\b",
    re.IGNORECASE,
)


def json_format(prompt: Prompt) -> Iterator[Constraint]:
    """The answer is JSON."""
    for match in _JSON.finditer(prompt.bare):
        start, _ = prompt.sentence_of(match.start())
        if _ABOUT_JSON.search(prompt.bare, max(start, match.start() - 60), match.start()) or re.search(
            r"\b(?:not|no|without)\b|n['’]t\b", prompt.bare[max(start, match.start() - 30) : match.start()], re.I
        ):
            continue
        at = prompt.text.lower().index("json", match.start())
        yield Constraint(Aspect.FORMAT, *match.span(), {"value": (Place("json", at, at + 4),)})
        return
    alone = _ONLY_JSON.search(prompt.bare)
    if alone is not None:
        group = next(name for name in ("j", "j2", "j3", "j4") if alone[name])
        yield Constraint(Aspect.FORMAT, *alone.span(group), {"value": (Place("json", *alone.span(group)),)})


_ANGLES = re.compile(
    r"<<[^<>\n]{1,80}>>|\bdouble[- ]+angular[- ]+(?:brackets?|quotes?)|\bdouble[- ]+angle[d]?[- ]+brackets?|<<\s*>>",
    re.IGNORECASE,
)


def title(prompt: Prompt) -> Iterator[Constraint]:
    """A title, or the answer itself, in double angular brackets."""
    match = _ANGLES.search(prompt.text)
    if match is not None and re.search(
        r"\b(?:title\w*|heading|headline|name|wrap\w*|enclos\w*|bracket\w*|inside|within|surround\w*)\b",
        prompt.text,
        re.IGNORECASE,
    ):
        start, end = prompt.sentence_of(match.start())
        named = re.search(r"\b(?:title|brackets|heading|name)\b", prompt.bare[start:end], re.IGNORECASE)
        at = start + named.start() if named is not None else match.start()
        inside = prompt.quoted(match.start()) and re.search(r"\w", prompt.bare[start:end].replace(" ", "")) is None
        other = any(
            quote.start <= match.start() < quote.end and len(quote.value) > MAX_LITERAL for quote in prompt.quotes
        )
        if not (denied(prompt.bare[start:at], prompt.bare[at + 5 : end]) or inside or other):
            yield Constraint(Aspect.TITLE, *match.span(), {})


_QUOTATION = re.compile(
    r"\b(?:wrap|enclos|put|plac|surround|encas|encapsul|envelop|writ|pack|bracket|fram"
    r"|contain)\w*\b[^.\n]{0,80}?\b(?:double[- ]?quot(?:e|es|ation)(?:[- ]marks?)?|quot(?:es|ation[- ]marks?))"
    r"|\b(?:start|begin)\w*\s+and\s+(?:end|finish)\w*\b[^.\n]{0,50}?\b(?:double[- ]?)?quot(?:e|es"
    r"|ation)(?:[- ]marks?)?"
    r"|\b(?:entire|whole|full|complete|your)\s+(?:response|answer|reply|output|letter|text|message|essay"
    r"|poem)\b[^.\n]{0,40}?\b(?:in|inside|within|between|by|with)\s+(?:a pair of\s+)?double[- ]?quot(?:e|es"
    r"|ation)(?:[- ]marks?)?"
    r"|\b(?:in|inside|within|between)\s+double[- ]?quot(?:e|es|ation)(?:[- ]marks?)?"
    r"|\b(?:double[- ]?)?quot(?:e|es|ation)(?:[- ]marks?)?\s+(?:around|round|about|enclos\w*|surround\w*"
    r"|wrap\w*)\s+[^.\n]{0,30}"
    r"|\b(?:start|begin|open)\w*\b[^.\n]{0,20}\bwith\s+(?:a\s+)?double[- ]?quot(?:e"
    r"|ation)(?:[- ]marks?)?\s+and\s+(?:clos|end|finish)\w*\b"
    r"|\bfirst and (?:the )?last characters?\b[^.\n]{0,30}\bdouble[- ]?quot(?:e|es|ation)(?:[- ]marks?)?",
    re.IGNORECASE,
)
_PART_QUOTED = re.compile(
    r"\b(?:title|each|every|word|words|names?|keywords?|phrases?|key|character|speech|dialogue lines?|lines?)\b",
    re.IGNORECASE,
)
_WHOLE = re.compile(
    r"\b(?:entire|whole|full|complete|everything|all of|your (?:\w+ )?(?:response|answer|reply|output)"
    r"|the (?:response|answer|output|reply))\b",
    re.IGNORECASE,
)


def quotation(prompt: Prompt) -> Iterator[Constraint]:
    """All of the answer in double quotation marks."""
    text = _with_quoted_name(prompt)
    for match in _QUOTATION.finditer(text):
        said = match.group()
        start, _ = prompt.sentence_of(match.start())
        before = text[start : match.start()]
        if re.search(r"\b(?:not|no|never|without|avoid)\b|n['’]t\b", before[-30:] + said, re.IGNORECASE):
            continue
        if _BESIDES.search(said):
            yield Constraint(Aspect.QUOTATION, *match.span(), {})
            return
        if "single" in said.lower() or (_PART_QUOTED.search(said) and not _WHOLE.search(said)):
            continue
        if "double" not in said.lower() and not _WHOLE.search(said):
            continue
        yield Constraint(Aspect.QUOTATION, *match.span(), {})
        return


_BESIDES = re.compile(r"\band\s+(?:clos|end|finish)|\bfirst and (?:the )?last character", re.IGNORECASE)
_NAMED_MARKS = re.compile(r"double[- ]?(?:quotes?|quotation[- ]marks?)", re.IGNORECASE)


def _with_quoted_name(prompt: Prompt) -> str:
    """The prompt without quotations, save one that is only the name of such marks: in "double quotes"."""
    text = prompt.bare
    for quote in prompt.quotes:
        if _NAMED_MARKS.fullmatch(quote.value):
            text = text[: quote.start] + quote.value + text[quote.end :]
    return text


_COMMA = re.compile(r"\bcommas?\b(?!-?\s?(?:separated|delimited))", re.IGNORECASE)
_COMMA_FREE = re.compile(r"\bcomma-?\s?(?:free|less)\b", re.IGNORECASE)
_SEPARATING = re.compile(r"\bseparated\b|\bmore than\b|\bfewer\b|\bexcessive\b|\btoo many\b", re.IGNORECASE)
_LEFT_OUT = re.compile(
    r"[^.;\n]{0,20}?,\s*(?:so\s+|please\s+)*(?:leave|keep)\s+(?:them|those)\s+(?:all\s+)?out\b"
    r"|[^.;\n]{0,20}?,\s*(?:so\s+|please\s+)*(?:avoid|omit|drop|skip)\s+(?:them|those)\b",
    re.IGNORECASE,
)
"""What is said of them behind their name: "… commas, leave them all out"."""
_REACH = 110
"""Characters before a mention in which what denies it stands."""


def commas(prompt: Prompt) -> Iterator[Constraint]:
    """No commas."""
    for match in islice(_COMMA_FREE.finditer(prompt.bare), 1):
        yield Constraint(Aspect.COMMAS, *match.span(), {"text": (Place(",", *match.span()),)}, True)
        return
    for match in islice(_COMMA.finditer(prompt.bare), MAX_MENTIONS):
        start, end = prompt.sentence_of(match.start())
        before = prompt.bare[max(start, match.start() - _REACH) : match.start()]
        left_out = _LEFT_OUT.match(prompt.bare, match.end(), end) is not None
        if (denied(before, prompt.bare[match.end() : end]) or left_out) and not _SEPARATING.search(before[-30:]):
            first = match.start() - len(before) + denial_of(before)
            yield Constraint(Aspect.COMMAS, first, match.end(), {"text": (Place(",", *match.span()),)}, True)
            return
