"""The language of the answer, asked for in English or in a language itself ("Responde solo en español").

A language that the prompt speaks of, translates or learns is no constraint; where several are named, none is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from specharness.compile.local.responses.model import Aspect, Constraint, Place
from specharness.compile.local.responses.prompt import MAX_MENTIONS, Prompt
from specharness.ir.languages import LANGUAGES

_NAMES = "|".join(sorted(LANGUAGES, key=len, reverse=True))
_NO_LANGUAGE = (
    r"(?!\s+(?:culture|cuisine|food|history|class|literature|style|people|grammar|movies?|music|speaking|society|art"
    r"|cities|restaurants?|teachers?|students?|speakers?|words?|verbs?|nouns?|wines?|cars?|lessons?|course|dishes"
    r"|songs?"
    r"|men|women|citizens|politics|law|and)\b)(?!-)"
)
_BARE = re.compile(
    rf"(?P<ahead>\b(?:only|nothing(?: \w+){{0,3}} but|exclusively|solely|purely|strictly|entirely|all"
    rf"|completely)\s+(?:in\s+)?)(?P<name>{_NAMES})\b{_NO_LANGUAGE}"
    rf"|\b(?P<name2>{_NAMES})(?:\s+language)?(?:\s+(?:only|exclusively|throughout|all the way)\b|,?\s+(?:please"
    rf"|and (?:nothing else|no other))\b)"
    rf"|\blanguage\b[^.;\n]{{0,30}}?(?::|\bis\b|\bbe\b)\s*(?P<name3>{_NAMES})\b{_NO_LANGUAGE}"
    rf"|\b(?:i|we|she|he|they|recipient|reader|mother|father|boss)\b[^.;,\n]{{0,20}}\bonly\s+(?:reads?|speaks?"
    rf"|understands?|knows?)\s+(?P<name4>{_NAMES})\b{_NO_LANGUAGE}"
    rf"(?=[^.\n]{{0,40}}\b(?:write|answer|reply|respond|so)\b)",
    re.IGNORECASE,
)
_ALONE = re.compile(
    r"[\W_]*(?:(?:please|and|but|all|in|it|answer|reply|respond|response|the|your|output|everything|text|write|use"
    r"|language|i|want|need"
    r"|entire|whole|should|must|be|is|to|has|have|make|that|nothing|also)\W+)*$",
    re.IGNORECASE,
)
_ONLY_WORDS = (
    r"(?:seulement|uniquement|exclusivement|solo|sólo|solamente|únicamente|exclusivamente|apenas|somente|só"
    r"|unicamente"
    r"|soltanto|nur|ausschließlich|ausschliesslich|bitte|alleen|uitsluitend|enkel|endast|bara|enbart|kun|tylko"
    r"|wyłącznie"
    r"|только|исключительно|лише|тільки|само|sadece|yalnızca|vain|ainoastaan|pouze|jen|numai|doar|csak|kizárólag"
    r"|μόνο|hanya|chỉ"
    r"|entièrement|komplett|vollständig|durchgehend|rien qu)"
)
_ANSWER_WORDS = (
    r"(?:respond\w*|respuesta|contest\w*|répon\w*|antwort\w*|beantwort\w*|schreib\w*|erklär\w*|rispo\w*|svar\w*"
    r"|vasta\w*|odpowied\w*|ответ\w*|отвеч\w*|відпов\w*|отговор\w*|yanıt\w*|cevap\w*|antwoord\w*|escrib\w*|escrev\w*"
    r"|écri\w*|rédige\w*|scriv\w*|kirjoit\w*|skriv\w*|napisz|напиш\w*|yaz\w*|odpově\w*|răspun\w*|válasz\w*|απάντ\w*"
    r"|jawab\w*"
    r"|trả lời|resposta\w*|respost\w*|jibu)"
)
_PREPOSITION = r"(?:(?:en|auf|em|in|in het|på|w|po|на|v|ve|în|στα|dalam|bằng|kwa|wa|l['’]|le|el)\s+)?"
_NATIVE = re.compile(
    rf"\b{_ONLY_WORDS}\b[,\s]+{_PREPOSITION}(?P<name>{_NAMES})(?!\w)"
    rf"|\b{_ANSWER_WORDS}\b[^.;:!?\n]{{0,40}}?\s{_PREPOSITION[:-1]}(?P<name2>{_NAMES})(?!\w)"
    rf"|(?P<name3>日本語|한국어)(?:で|로)(?!은|는)",
    re.IGNORECASE,
)
_ENGLISH_NAMES = frozenset(name for name in LANGUAGES if name.isascii() and name.isalpha())
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
    found = next(_in_clause(prompt), None) or next(_bare(prompt), None) or next(_native(prompt), None)
    if found is not None:
        yield found


def _bare(prompt: Prompt) -> Iterator[Constraint]:
    """Without "in": "Korean only", "nothing but Thai", "language of the answer: Thai"."""
    for match in islice(_BARE.finditer(prompt.bare), MAX_MENTIONS):
        group = next(name for name in ("name", "name2", "name3", "name4") if match[name])
        start, _ = prompt.sentence_of(match.start())
        before = prompt.bare[start : match.start()]
        if (
            LANGUAGES[match[group].lower()] == "en"
            and group != "name3"
            and not re.search(r"\bonly\b", match.group(), re.IGNORECASE)
        ):
            continue
        if _not_in(before) or (group in ("name", "name2") and not _ALONE.match(before)):
            continue
        yield Constraint(Aspect.LANGUAGE, *match.span(), {"value": (Place(match[group], *match.span(group)),)})


def _native(prompt: Prompt) -> Iterator[Constraint]:
    """In the language itself, or in another that is not English."""
    for match in islice(_NATIVE.finditer(prompt.bare), MAX_MENTIONS):
        group = next(name for name in ("name", "name2", "name3") if match[name])
        yield Constraint(Aspect.LANGUAGE, *match.span(), {"value": (Place(match[group], *match.span(group)),)})


def _in_clause(prompt: Prompt) -> Iterator[Constraint]:
    """Behind "in", "use", "speak"."""
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
        if not score and (_SPOKEN_OF.search(sentence) or _HOW.search(before)):
            continue
        if best is None or score > best[0]:
            best = (score, match)
    if best is not None:
        match = best[1]
        yield Constraint(
            Aspect.LANGUAGE, match.start(), match.end(), {"value": (Place(match["name"], *match.span("name")),)}
        )


_SPOKEN_OF = re.compile(r"\btranslat|\bmean|\bcalled\b|\bword\b", re.IGNORECASE)
_HOW = re.compile(r"\bhow (?:do|to)\b", re.IGNORECASE)
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
