"""The form of the whole answer: language, case, JSON, a title, quotation marks, no commas, one of some options."""

from __future__ import annotations

import re
from collections.abc import Iterator

from specharness.compile.local.responses.model import Aspect, Constraint, Place
from specharness.compile.local.responses.prompt import Prompt
from specharness.ir.languages import LANGUAGES

_NAMES = "|".join(sorted(LANGUAGES, key=len, reverse=True))
_LANGUAGE = re.compile(
    rf"\b(?P<lead>in|using|use|be in|speak|language (?:other than|except|but))\s+(?P<only1>only\s+|just\s+"
    rf"|entirely\s+)?(?:the\s+)?(?P<name>{_NAMES})(?=(?P<tail>\s+languages?\b)?)"
    rf"(?P<only2>\s+(?:language\s+)?only\b)?(?!\s+(?:culture|cuisine|food|history|class|literature|style|people"
    rf"|grammar|movies?|music|speaking|society|art|cities|restaurants?|teacher))"
    rf"(?!-)",
    re.IGNORECASE,
)
_ONLY_LANGUAGE = re.compile(
    r"\bno other languages?\b|\b(?:only|entire(?:ly)?|whole|all|completely|exclusively|fully|solely)\b"
    r"|\bother languages\b",
    re.IGNORECASE,
)
_ANSWERING = re.compile(
    r"\b(?:respond|reply|replied|answer|written|write|response|output|text|tell|give|say|rewrite|explain|compose"
    r"|create|provide|draft|speak|generate|list|describe|summarize|phrased|make|use|brainstorm|translated?)\w*",
    re.IGNORECASE,
)
_MUST = re.compile(r"\b(?:should|must|has to|have to|needs? to|make sure|ensure|please)\b", re.IGNORECASE)


_OF_ANSWER = re.compile(r"\b(?:respon[sd]\w*|repl(?:y|ies)|answer\w*|output)\b", re.IGNORECASE)


def language(prompt: Prompt) -> Iterator[Constraint]:
    """The language of the answer, where the words leave no doubt that it is the answer's."""
    best: tuple[int, re.Match[str]] | None = None
    for match in _LANGUAGE.finditer(prompt.bare):
        start, end = prompt.sentence_of(match.start())
        before, sentence = prompt.bare[start : match.start()], prompt.bare[start:end]
        if _not_in(before) or len(_named(sentence)) > 1:
            continue
        if not _ANSWERING.search(before + " " + match.group()):
            continue
        signs = (
            _ONLY_LANGUAGE.search(sentence),
            match["only1"] or match["only2"],
            match["tail"],
            _OF_ANSWER.search(sentence),
            _MUST.search(sentence),
        )
        score = sum(map(bool, signs)) + bool(signs[0])
        english = LANGUAGES[match["name"].lower()] == "en"
        if english and not re.search(
            r"\b(?:no other language|only (?:in )?english|english only|only english)\b", sentence, re.IGNORECASE
        ):
            continue
        if not score and re.search(r"\btranslat|\bmean|\bhow (?:do|to)\b|\bcalled\b|\bword\b", sentence, re.IGNORECASE):
            continue
        if best is None or score > best[0]:
            best = (score, match)
    if best is not None:
        match = best[1]
        yield Constraint(
            Aspect.LANGUAGE, match.start(), match.end(), {"value": (Place(match["name"], *match.span("name")),)}
        )


_NOT_IN = re.compile(r"(?:\b(?:not|never|avoid\w*|without|instead of|rather than)\b|n['’]t\b)[^,;:]*$", re.IGNORECASE)
_IN_PART = re.compile(r"\b(?:half|partly|mix\w*|mostly|some|both|part|alternat\w*)\b", re.IGNORECASE)


def _not_in(before: str) -> bool:
    """Whether that language is the one to keep out: "not in German", but "in no language other than German"."""
    found = _NOT_IN.search(before)
    return _IN_PART.search(before) is not None or (
        found is not None and re.search(r"\bother\b|\bexcept\b|\bbut\b", found.group(), re.IGNORECASE) is None
    )


def _named(sentence: str) -> set[str]:
    """The languages that a sentence wants something in."""
    found = (match for match in _LANGUAGE.finditer(sentence) if not _not_in(sentence[: match.start()]))
    return {LANGUAGES[match["name"].lower()] for match in found}


_LOWER = re.compile(
    r"\b(?:(?:only|all|entirely|just|in|using|use|be|with|and|completely|fully|the)\s+(?:all\s+|only\s+|just\s+"
    r"|in\s+|of\s+|the\s+)*)?"
    r"(?:lower[- ]?case(?:d)?|small(?= letters)|uncapitalized|lowercased)\b(?:\s+(?:letters?|english|only|text"
    r"|characters?))*",
    re.IGNORECASE,
)
_NO_CAPITALS = re.compile(
    r"(?:\b(?:no|without(?: using| any)*|not (?:use|contain|include|have)(?: any)?|avoid(?: using)?(?: any)?"
    r"|never use|zero|refrain from(?: using)?(?: any)?|free of|exclude)|n['’]t (?:use|contain|include"
    r"|have)(?: any)?)\s+(?:any\s+|the\s+|use of\s+|using\s+)*"
    r"(?:capital(?:i[sz]ed|i[sz]ation)?(?:\s+letters?|s)?|upper-?\s?case(?:\s+letters?)?|caps)\b"
    r"|\b(?:not (?:a single|one|any) letters?|no letters?|none of the letters)\b[^.;\n]{0,50}\b(?:capital\w*"
    r"|upper-?case)"
    r"|\bcapital(?:i[sz]ed)? letters?\b[^.;\n]{0,25}\b(?:not (?:be )?(?:used|allowed|permitted)|forbidden|prohibited"
    r"|n['’]t allowed)",
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
_NO_LOWER = re.compile(
    r"\b(?:no|without(?: using| any)*|not (?:use|contain|include)(?: any)?"
    r"|avoid(?: using)?)\s+(?:any\s+)?(?:lower-?\s?case|small)(?: letters?)?\b|n['’]t (?:use|contain"
    r"|include)(?: any)? lower-?\s?case\b",
    re.IGNORECASE,
)
_PART = re.compile(
    r"\b(?:words?|titles?|headings?|names?|abbreviations?|acronyms?|initials|keywords?|section|first letter|nouns?"
    r"|sentence starts?)\b[^.;\n]{0,30}$",
    re.IGNORECASE,
)
_SOME_WORDS = re.compile(
    r"\b(?:words?|terms|phrases)\b\s*(?:(?:that|which|are|is|be|to|should|must|written|with|in|using|having|of"
    r"|appear)\s+){0,4}$|\b(?:some|few|several)\b[^.;\n]{0,20}$|\b(?:first letter|(?:the|each|every|your|a) title"
    r"|headings?|acronyms?|names? of)\b[^.,;\n]{0,30}$",
    re.IGNORECASE,
)
_WORDS_AFTER = re.compile(r"\s*words?\b|\s*(?:of|for|at the)\b|\s*letters? (?:at|of|in)\b", re.IGNORECASE)


def case(prompt: Prompt) -> Iterator[Constraint]:
    """All letters small, or all of them capital."""
    text = prompt.bare
    lower = _first(text, _NO_CAPITALS, neg=False) or _first(text, _LOWER)
    upper = _first(text, _NO_LOWER, neg=False) or _first(text, _UPPER)
    if lower is not None:
        yield Constraint(Aspect.CASE, *lower.span(), {"value": (Place("lowercase", *lower.span()),)})
    elif upper is not None:
        yield Constraint(Aspect.CASE, *upper.span(), {"value": (Place("uppercase", *upper.span()),)})


_BOTH_CASES = re.compile(
    r"\balternat\w*|\b(?:upper|lower)-?\s?case\w*\s+(?:and|or|to|then|with|words? and)\s+(?:upper|lower)-?\s?case"
    r"|\bmix\w*\b|\bboth\b|\bcamel|\bsnake|\bconvert\b[^.]{0,30}\bto\b|\bfirst letter|\binitial\b|\bexcept\b"
    r"|\b(?:start|begin|end)(?:s|ing)?\b[^.,;]{0,30}\bwith\b",
    re.IGNORECASE,
)
"""Cases are spoken of, but not one for all letters."""


def _first(text: str, pattern: re.Pattern[str], *, neg: bool = True) -> re.Match[str] | None:
    for match in pattern.finditer(text):
        before = text[max(0, match.start() - 60) : match.start()]
        before = re.split(r"[.!?;]\s|\n", before)[-1]
        after = re.split(r"[.!?;,]\s|\n", text[match.end() : match.end() + 40])[0]
        if _BOTH_CASES.search(before + match.group() + after):
            continue
        if _WORDS_AFTER.match(text, match.end()):
            continue
        if neg and (
            _SOME_WORDS.search(before + match.group()[:0])
            or re.search(r"\b(?:no|not|never|without|avoid)\b|n['’]t\b", before[-25:], re.IGNORECASE)
        ):
            continue
        if neg and re.search(r"\b\w*\s*times\b", text[match.end() : match.end() + 40]) and "word" in before.lower():
            continue
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
        if not re.search(r"\b(?:no|not|never|without)\b[^.]{0,20}\b(?:title|brackets)", prompt.bare[start:end], re.I):
            yield Constraint(Aspect.TITLE, *match.span(), {})


_QUOTATION = re.compile(
    r"\b(?:wrap|enclos|put|plac|surround|encas|encapsul|envelop|writ|pack|bracket|fram"
    r"|contain)\w*\b[^.\n]{0,80}?\b(?:double[- ]?quot(?:e|es|ation)(?:[- ]marks?)?|quot(?:es|ation[- ]marks?))"
    r"|\b(?:start|begin)\w*\s+and\s+(?:end|finish)\w*\b[^.\n]{0,50}?\b(?:double[- ]?)?quot(?:e|es"
    r"|ation)(?:[- ]marks?)?"
    r"|\b(?:entire|whole|full|complete|your)\s+(?:response|answer|reply|output|letter|text|message|essay"
    r"|poem)\b[^.\n]{0,40}?\b(?:in|inside|within|between|by|with)\s+(?:a pair of\s+)?double[- ]?quot(?:e|es"
    r"|ation)(?:[- ]marks?)?"
    r"|\b(?:in|inside|within|between)\s+double[- ]?quot(?:e|es|ation)(?:[- ]marks?)?",
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
    for match in _QUOTATION.finditer(prompt.bare):
        said = match.group()
        start, _ = prompt.sentence_of(match.start())
        before = prompt.bare[start : match.start()]
        if re.search(r"\b(?:not|no|never|without|avoid)\b|n['’]t\b", before[-30:] + said, re.IGNORECASE):
            continue
        if "single" in said.lower() or (_PART_QUOTED.search(said) and not _WHOLE.search(said)):
            continue
        if "double" not in said.lower() and not _WHOLE.search(said):
            continue
        yield Constraint(Aspect.QUOTATION, *match.span(), {})
        return


_NO_COMMA = re.compile(
    r"(?:\b(?:no|not|never|without|avoid\w*|refrain\w*|cannot|omit\w*|exclud\w*|forbid\w*|zero|free of|free from"
    r"|skip\w*|abstain\w*|devoid|eschew\w*|steer clear|minus|sans|eliminat\w*|remov\w*|leav\w* out|rather than"
    r"|instead of|dont|absent)\b|n['’]t\b)(?P<gap>(?:(?!\b(?:no|not|without|never"
    r"|avoid\w*)\b)[^.;:!?\n]){0,70}?)\bcommas?\b"
    r"|\bcommas?\b(?P<gap2>[^.;:!?\n]{0,40}?)(?:\b(?:not|forbidden|prohibited|banned|never|off[- ]limits|disallowed"
    r"|avoided|cannot|omitted)\b|n['’]t\b)"
    r"|\bcomma-?\s?(?:free|less)\b",
    re.IGNORECASE,
)


def commas(prompt: Prompt) -> Iterator[Constraint]:
    """No commas."""
    for match in _NO_COMMA.finditer(prompt.bare):
        gap = match["gap"] or match["gap2"] or ""
        if re.search(
            r"\bforget\b|\bbut (?:use|add|include)\b|\band (?:use|add|include|separate)\b|\bseparated\b"
            r"|\bmore than\b|\bfewer\b",
            gap,
            re.IGNORECASE,
        ):
            continue
        at = re.compile(r"commas?", re.IGNORECASE).search(prompt.bare, match.start(), match.end())
        if at is not None:
            yield Constraint(Aspect.COMMAS, *match.span(), {"text": (Place(",", *at.span()),)}, True)
            return


_CHOOSE = re.compile(
    r"\b(?:answer|respond|reply|choose|pick|select|say|decide|choice|options?|response|output"
    r"|use)\w*\b[^.\n]{0,60}?\b(?:one of|either|from|between|following|exactly one|options?|phrases?|choices)\b",
    re.IGNORECASE,
)
_SCATTERED = re.compile(r"[\"“”'‘][^\"“”\n]{1,60}?[\"”“'’]")


def choice(prompt: Prompt) -> Iterator[Constraint]:
    """One of some given answers."""
    for match in _CHOOSE.finditer(prompt.text):
        start, end = match.end(), min(len(prompt.text), match.end() + 240)
        stop = prompt.text.find("\n\n", start, end)
        options = [
            Place(found.group()[1:-1], found.start() + 1, found.end() - 1)
            for found in _SCATTERED.finditer(prompt.text, start, stop if stop > 0 else end)
        ]
        if len(options) < 2 or not re.fullmatch(
            r"[\s:(\[\-–*•]*(?:of\s+)?(?:the\s+|these\s+)?(?:following\b\s*)?(?:\w+\s+)?(?:phrases?|options?"
            r"|answers?|choices|responses?|sentences?)?[\s:(\[\-–*•]*",
            prompt.text[start : options[0].start - 1],
            re.IGNORECASE,
        ):
            continue
        yield Constraint(Aspect.CHOICE, match.start(), options[-1].end, {"allowed": tuple(options)})
        return
