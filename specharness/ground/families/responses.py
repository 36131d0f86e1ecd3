"""Response constraints that name their aspect (`field`) to the checks of the agent's message.

An aspect needs its own word in the quote: a number read off "three sections" makes no check of sentences.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from pydantic import JsonValue

from specharness.ground.families.base import Answer, Check, Claim, Grounded, Refusal, no_form, one
from specharness.ir import Family, Modality, Reason
from specharness.ir.languages import LANGUAGES
from specharness.validators.languages import CODES

_BOUNDS = ("count", "min", "max", "min_exclusive", "max_exclusive")
_COUNTED: Mapping[str, tuple[str, str]] = {
    "words": ("words", r"\bwords?\b|字|单词"),
    "sentences": ("sentences", r"\b(?:sentences?|lines?)\b|句"),
    "lines": ("lines", r"\blines?\b|行"),
    "characters": ("characters", r"\bcharacters?\b|字符"),
    "bullets": ("bullets", r"\bbullet|项目符号|列表"),
    "highlights": ("highlights", r"highlight|italic|bold|emphasi|高亮|斜体|加粗|强调"),
    "placeholders": ("placeholders", r"place-?\s?holder|占位符"),
    "capital words": ("capital_words", r"capital|caps|upper|大写"),
    "sections": ("sections", r"\w"),
    "occurrences": ("occurrences", r"\w"),
    "letters": ("letters", r"letter|character|hash|mark|vowel|consonant|字母|号"),
    "paragraphs": ("paragraphs", r"\w"),
    "responses": ("parts", r"\w"),
}
"""Aspects that are counted: what the check calls them, and the word that the quote must have."""
_POSTSCRIPTS = {"PS": "P.S.", "PPS": "P.P.S."}
_ASPECTS = frozenset(
    {
        *_COUNTED,
        *("keywords", "commas", "language", "case", "format", "title", "quotation", "postscript", "ending"),
        *("beginning", "repetition", "choice"),
    }
)


def names_aspect(claim: Claim) -> bool:
    """Whether a response constraint says which aspect of the message it is about."""
    return claim.direction.family is Family.RESPONSE_CONSTRAINT and claim.word("field") in _ASPECTS


def of_aspect(claim: Claim) -> Answer:
    """The checks of a response constraint with an aspect."""
    aspect = claim.word("field")
    if aspect in _COUNTED and "value" not in claim.direction.params:
        return _counted(claim, aspect)
    return _FORMS[aspect](claim) if aspect in _FORMS else no_form(f"no check for {aspect} of the message")


def _bounds(claim: Claim) -> dict[str, JsonValue]:
    return {name: number for name in _BOUNDS if isinstance(number := claim.number(name), int)}


def _forbids(claim: Claim) -> bool:
    return claim.direction.modality in {Modality.MUST_NOT, Modality.SHOULD_NOT}


def _counted(claim: Claim, aspect: str) -> Answer:
    of, word = _COUNTED[aspect]
    bounds = _bounds(claim)
    if not bounds and not any(name in claim.direction.params for name in _BOUNDS):
        bounds = {"max": 0} if _forbids(claim) else {"min": 2 if aspect == "responses" else 1}
    if not bounds:
        return Refusal(Reason.PARAM_MISSING, "how many is not said")
    if not re.search(word, claim.text, re.IGNORECASE):
        return Refusal(Reason.LOW_CONFIDENCE, f"no quote speaks of {aspect}")
    params: dict[str, JsonValue] = {"of": of, **bounds}
    part = claim.word("text")
    if aspect == "paragraphs" and part:
        params["of"] = "parts"
    if part:
        params["text"] = part
    elif aspect in ("sections", "occurrences", "letters", "responses"):
        return Refusal(Reason.PARAM_MISSING, "what is counted, or what stands between the parts, is not said")
    if aspect == "responses":
        params["distinct"] = True
    return one("response_count", params, f"{params['of']} {part}".strip() + f" {','.join(sorted(bounds))}")


def _keywords(claim: Claim) -> Answer:
    literals = claim.words("text")
    if not literals:
        return Refusal(Reason.PARAM_MISSING, "no keyword is stated")
    name = "absent" if _forbids(claim) else "texts"
    return Grounded(
        tuple(
            Check("response_text", {name: [text], "ignore_case": True}, f"response_text #text response#{text}")
            for text in dict.fromkeys(literals)
        )
    )


def _language(claim: Claim) -> Answer:
    code = LANGUAGES.get(claim.word("value").lower(), "")
    if code not in CODES:
        return no_form(f"no check tells whether a text is in {claim.word('value')}")
    return one("response_text", {"language": code}, "language")


def _case(claim: Claim) -> Answer:
    case = {"lowercase": "lower", "uppercase": "upper"}.get(claim.word("value"))
    return one("response_case", {"case": case}, "case") if case else no_form("which case is not said")


def _format(claim: Claim) -> Answer:
    if claim.word("value").lower() != "json":
        return no_form("no check for this format of the message")
    return one("response_text", {"json": True}, "json")


def _title(claim: Claim) -> Answer:
    return one("response_count", {"of": "marked", "text": "<<...>>", "min": 1}, "marked <<...>> min")


def _commas(claim: Claim) -> Answer:
    every = {"text": "，"} if claim.word("text") == "，" else {}
    return one("response_count", {"of": "commas", **every, "max": 0}, "commas max")


def _quotation(claim: Claim) -> Answer:
    return one("response_edges", {"quoted": True}, "quoted")


def _postscript(claim: Claim) -> Answer:
    marker = claim.word("text") or "P.S."
    marker = _POSTSCRIPTS.get(re.sub(r"[\s.]", "", marker).upper(), marker)
    return one("response_edges", {"postscript": marker}, "postscript")


def _edge(name: str, **more: JsonValue) -> Callable[[Claim], Answer]:
    def grounded(claim: Claim) -> Answer:
        words = claim.word("text")
        if not words:
            return Refusal(Reason.PARAM_MISSING, "the words are not stated")
        return one("response_edges", {name: words, **more}, name)

    return grounded


def _choice(claim: Claim) -> Answer:
    allowed = list(claim.words("allowed"))
    return one("response_choice", {"allowed": [*allowed]}, "choice") if len(allowed) > 1 else no_form("no options")


def _paragraph(claim: Claim) -> Answer:
    number, first = claim.number("order"), claim.word("value")
    if not isinstance(number, int) or not first:
        return Refusal(Reason.PARAM_MISSING, "which paragraph, or its first word, is not said")
    checks = [Check("response_paragraph", {"nth": number, "first": first}, f"response_paragraph #{number}")]
    bounds = _bounds(claim)
    if bounds:
        key = f"response_count #paragraphs {','.join(sorted(bounds))}"
        checks.append(Check("response_count", {"of": "paragraphs", **bounds}, key))
    return Grounded(tuple(checks))


_FORMS: Mapping[str, Callable[[Claim], Answer]] = {
    "keywords": _keywords,
    "language": _language,
    "case": _case,
    "format": _format,
    "title": _title,
    "commas": _commas,
    "quotation": _quotation,
    "postscript": _postscript,
    "ending": _edge("last"),
    "beginning": _edge("first"),
    "repetition": _edge("first", more=True),
    "choice": _choice,
    "paragraphs": _paragraph,
}
