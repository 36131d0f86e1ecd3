"""Response constraints that name their aspect (`field`) to the checks of the agent's message.

An aspect needs its own word in the quote: a number read off "three sections" makes no check of sentences.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from pydantic import JsonValue

from specharness.ground.families.base import Answer, Check, Claim, Grounded, Refusal, key_of, no_form, one
from specharness.ground.families.response_parts import names_parts, of_parts
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
    "letters": (
        "letters",
        r"letter|character|hash|mark|colon|dash|hyphen|period|stop|parenthes|ampersand|asterisk|comma|字母|号",
    ),
    "paragraphs": ("paragraphs", r"\w"),
    "responses": ("parts", r"\w"),
    "emojis": ("emojis", r"emoji|emoticon"),
    "questions": ("questions", r"question"),
    "headings": ("headings", r"heading|header"),
    "tables": ("tables", r"table"),
    "table rows": ("table_rows", r"\brows?\b"),
    "code blocks": ("code_blocks", r"code"),
    "block quotes": ("block_quotes", r"quote"),
    "links": ("links", r"link|url"),
    "digits": ("digits", r"digit|number|numeral"),
    "numbers": ("numbers", r"number"),
    "list items": ("list_items", r"list"),
    "numbered items": ("numbered", r"list"),
    "palindromes": ("palindromes", r"palindrom"),
    "punctuation": ("punctuation", r"punctuation"),
    "repeated words": ("repeated_words", r"\bwords?\b"),
    "starting words": ("starting", r"\bwords?\b"),
}
"""Aspects that are counted: what the check calls them, and the word that the quote must have."""
_POSTSCRIPTS = {"PS": "P.S.", "PPS": "P.P.S."}
_ASPECTS = frozenset(
    {
        *_COUNTED,
        *("keywords", "commas", "language", "case", "format", "title", "quotation", "postscript", "ending"),
        *("beginning", "repetition", "choice", "first word", "last word"),
    }
)
_EACH = re.compile(r"(words|sentences|characters|beginning|ending) of each (sentence|line|paragraph|word)")
"""Aspects of every part of the message."""


def names_aspect(claim: Claim) -> bool:
    """Whether a response constraint says which aspect of the message it is about."""
    return claim.direction.family is Family.RESPONSE_CONSTRAINT and (
        claim.word("field") in _ASPECTS or _EACH.fullmatch(claim.word("field")) is not None or names_parts(claim)
    )


def of_aspect(claim: Claim) -> Answer:
    """The checks of a response constraint with an aspect."""
    aspect = claim.word("field")
    if names_parts(claim):
        return of_parts(claim)
    part = _EACH.fullmatch(aspect)
    if part is not None:
        return _each(claim, part[1], part[2])
    if aspect in _COUNTED and "value" not in claim.direction.params:
        return _counted(claim, aspect)
    return _FORMS[aspect](claim) if aspect in _FORMS else no_form(f"no check for {aspect} of the message")


_AT_AN_EDGE = re.compile(
    r"\b(?:end|begin|start|finish|clos)\w*\b[^.;\n]{0,25}?\bwith\b"
    r"|\bat the (?:very )?(?:end|beginning|start|top|bottom)\b"
    r"|\bin (?:each|every|the (?:first|last))\b|\balphabetical\w*|\border\b",
    re.IGNORECASE,
)
"""Where the things must stand, or how, which their number leaves open."""
_FURTHER = {
    "tables": re.compile(r"\b(?:columns?|headers?|only|nothing else|sorted|cells?|showing|with)\b", re.IGNORECASE),
    "code blocks": re.compile(r"\b(?:only|nothing else|just|entire|whole|in (?:a|an|the) \w+ code)\b", re.IGNORECASE),
}
_LEAST = ("count", "min", "min_exclusive")
_PLACEABLE = frozenset(
    {
        "letters",
        "emojis",
        "questions",
        "headings",
        "tables",
        "code blocks",
        "block quotes",
        "links",
        "numbers",
        "list items",
    }
    | {"numbered items", "bullets", "starting words", "palindromes"}
)
"""Aspects of which a text may say more than how many there are."""
_SHAPED = re.compile(
    r"\b(?:keys?|fields?|arrays?|objects?|lists?|elements?|strings?|properties|property|attributes?|schema)\b"
    r"|键|字段|数组|对象|列表",
    re.IGNORECASE,
)


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
    further = _FURTHER.get(aspect, _AT_AN_EDGE).search(claim.text) if aspect in _PLACEABLE else None
    if further is not None:  # of certain ones only: of all there are at least as many
        bounds = {"min" if name == "count" else name: bounds[name] for name in _LEAST if name in bounds}
        if not bounds:
            return Refusal(Reason.NO_VALIDATOR, f"which of them are meant: {further.group()!r}")
    params: dict[str, JsonValue] = {"of": of, **bounds}
    part = claim.word("text")
    if aspect == "paragraphs" and part:
        params["of"] = "parts"
    if part:
        params["text"] = part
    elif aspect in ("sections", "occurrences", "letters", "responses", "starting words"):
        return Refusal(Reason.PARAM_MISSING, "what is counted, or what stands between the parts, is not said")
    if aspect == "responses":
        params["distinct"] = True
    subject = f"{params['of']} {part}".strip() + f" {','.join(sorted(bounds))}"
    check = Check("response_count", params, key_of("response_count", params, subject))
    if further is None:
        return Grounded((check,))
    words = further.group()
    return Grounded((check,), open_part=f"what else is said of them: {words!r}", further=words)


def _each(claim: Claim, aspect: str, unit: str) -> Answer:
    if not re.search(rf"\b(?:{unit}|stanza)s?\b", claim.text, re.IGNORECASE):
        return Refusal(Reason.LOW_CONFIDENCE, f"no quote speaks of every {unit}")
    params: dict[str, JsonValue] = {"of": f"{unit}s"}
    if aspect in ("beginning", "ending"):
        text = claim.word("text")
        if not text or _forbids(claim):
            return Refusal(Reason.PARAM_MISSING, "the words are not stated")
        letter = len(text) == 1 and text.isalpha() and (unit == "word" or re.search(r"\bletter\b", claim.text, re.I))
        name = ("letter" if letter else "first") if aspect == "beginning" else "last"
        return one("response_each", {**params, name: text}, f"each {unit} {name}")
    bounds = _bounds(claim)
    if not bounds:
        return Refusal(Reason.PARAM_MISSING, "how many is not said")
    key = f"each {unit} {aspect} {','.join(sorted(bounds))}"
    return one("response_each", {**params, "has": aspect, **bounds}, key)


_PLACED = re.compile(
    r"\b(?:in|at the (?:start|beginning|end) of|of|within)\s+"
    r"(?:each|every|the\s+(?:first|last|second|third|final|opening|title))\b"
    r"|\bin (?:that|this|the (?:same|given|following)) order\b|\b(?:before|after) (?:the word\b|[\"'“‘`])"
    r"|\bone of the\b|\b(?:just|only|nothing but)\s+the\s+(?:word|phrase)\b",
    re.IGNORECASE,
)
"""Where a word must stand, which the check of its being there leaves open."""


def _keywords(claim: Claim) -> Answer:
    literals = claim.words("text")
    if not literals:
        return Refusal(Reason.PARAM_MISSING, "no keyword is stated")
    name = "absent" if _forbids(claim) else "texts"
    placed = None if _forbids(claim) else _PLACED.search(claim.text)
    checks = tuple(
        Check("response_text", {name: [text], "ignore_case": True}, f"response_text #text response#{text}")
        for text in dict.fromkeys(literals)
    )
    if placed is None:
        return Grounded(checks)
    return Grounded(checks, open_part=f"where it stands: {placed.group()!r}", further=placed.group())


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
    shaped = _SHAPED.search(claim.text)
    check = Check("response_text", {"json": True}, key_of("response_text", {}, "json"))
    if shaped is None:
        return Grounded((check,))
    return Grounded((check,), open_part=f"what the JSON holds: {shaped.group()!r}", further=shaped.group())


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
        if _forbids(claim):
            return no_form("it is forbidden") if more else one("response_not_at_edge", {name: words}, name)
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
    "first word": _edge("first_word"),
    "last word": _edge("last_word"),
    "repetition": _edge("first", more=True),
    "choice": _choice,
    "paragraphs": _paragraph,
}
