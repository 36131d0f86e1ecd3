"""Response constraints on certain parts of the message (`question: sentence 1`) to their checks.

What a field says of the parts must stand in the quote: the unit by its name, the choice by its word ("no", "last",
"odd", "half"), an order by its own.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from pydantic import JsonValue

from specharness.ground.families.base import Answer, Claim, Refusal, one
from specharness.ir import Modality, Reason

_FIELD = re.compile(
    r"(?P<what>length|words|characters|equal|containing|beginning|ending|question|statement|title case|form"
    r"|sorted|chain"
    r"|openings|amount): (?P<part>.+)"
)
_NTH = re.compile(r"(?P<unit>sentence|line|paragraph|word|item) (?P<nth>-?[1-9]\d?)(?P<rest>)")
_CHOICE = re.compile(r"(?P<choice>each|no|odd|even|50%) (?P<unit>sentence|line|paragraph|word|item)(?P<rest>.*)")
_UNITS: Mapping[str, str] = {
    "sentence": r"\bsentences?\b",
    "line": r"\b(?:lines?|verses?|ascii|spaces|ellipsis|dots|prices?|numbers?|years?|amounts?|values?)\b",
    "paragraph": r"\b(?:paragraph|stanza)s?\b",
    "word": r"\b(?:words?|contractions?|numbers?|adverbs?|adjectives?|verbs?|nouns?)\b",
    "item": r"\w",
}
_CHOICES: Mapping[str, str] = {
    "no": r"\b(?:no|not|never|without|avoid\w*)\b|n['’]t\b",
    "odd": r"\bodd|\balternat",
    "even": r"\beven|\balternat",
    "50%": r"\bhalf\b",
    "each": "",
}
_ORDINALS = "first second third fourth fifth sixth seventh eighth ninth tenth".split()
_BOUNDS = ("count", "min", "max", "min_exclusive", "max_exclusive")
_ORDER = re.compile(r" by (?P<by>alphabet|letters|words|value)(?P<strict> strict)?(?P<down> down)?")
_ORDER_WORDS = re.compile(r"alphabetic|\b(?:order|sorted|A to Z|Z to A|longer|shorter)\b", re.IGNORECASE)
_ONES = "one two three four five six seven eight nine".split()
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()
_NUMBERS = (
    *_ONES[1:],
    *"ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(),
    *_TENS,
    *(f"{ten}-{one}" for ten in _TENS for one in _ONES),
    *("hundred", "thousand", "million", "billion"),
)
_CONTRACTIONS = (
    *(
        f"{verb}n't"
        for verb in "is are was were do does did has have had ca wo would should could must need might".split()
    ),
    *(f"{who}'{end}" for who in "i you he she it we they".split() for end in "m re s ve ll d".split()),
    *(f"{what}'{end}" for what in "that there here what who where how".split() for end in ("s", "re", "ll", "d")),
    *("let's", "ain't", "y'all", "shan't", "mayn't"),
)
_NOTHING = r"[^\s\S]"
_FORMS: Mapping[str, tuple[str, dict[str, JsonValue]]] = {
    "contraction": (r"contraction", {"among": [*_CONTRACTIONS], "perhaps": r"\w*['’]\w+|cannot|gonna|wanna|gotta"}),
    "number": (
        r"digits|numerals|figures",
        {"among": [*_NUMBERS], "perhaps": r"one|zero|once|twice|half|\w*(?:teen|ty|ten)\w*|\w+th|first|second|third"},
    ),
    "ascii": (r"ascii", {"pattern": r"[ -~\t]*"}),
    "solid": (r"spaces", {"pattern": r"\S+"}),
    "integer": (r"\b(?:number|year|figure)\b", {"pattern": r"[-+]?\d+"}),
    "iso date": (r"\bISO\b|YYYY", {"pattern": r"\d{4}-[01]\d-[0-3]\d"}),
    "time": (r"24-?hour", {"pattern": r"[0-2]\d:[0-5]\d"}),
}
"""The word that the quote must have, and the parameters of the form; what may be of it is in `perhaps`."""


def names_parts(claim: Claim) -> bool:
    """Whether a response constraint is about certain parts of the message."""
    return _FIELD.fullmatch(claim.word("field")) is not None


def of_parts(claim: Claim) -> Answer:
    """The check of a constraint on parts."""
    field = _FIELD.fullmatch(claim.word("field"))
    chosen = (_NTH.fullmatch(field["part"]) or _CHOICE.fullmatch(field["part"])) if field is not None else None
    if field is None or chosen is None:
        return Refusal(Reason.NO_VALIDATOR, "no check for these parts of the message")
    flaw = _unsaid(claim, chosen)
    if flaw:
        return Refusal(Reason.LOW_CONFIDENCE, flaw)
    what, params = field["what"], _selected(claim, chosen)
    if what == "amount":
        return _counted(claim)
    if what in ("sorted", "chain", "openings"):
        return _order(claim, what, chosen)
    if what in _PROPERTIES:
        return _PROPERTIES[what](claim, params, chosen["rest"].strip())
    return _bounded(claim, what, params)


def _unsaid(claim: Claim, chosen: re.Match[str]) -> str:
    """What of the choice no quote says."""
    if not re.search(_UNITS[chosen["unit"]], claim.text, re.IGNORECASE):
        return f"no quote speaks of every {chosen['unit']}"
    groups = chosen.groupdict()
    if groups.get("nth"):
        nth = int(groups["nth"])
        word = r"last|final|closing|end" if nth < 0 else _ORDINALS[nth - 1] + (r"|opening" if nth == 1 else "")
        return "" if nth >= -1 and re.search(rf"\b(?:{word})\b", claim.text, re.IGNORECASE) else "which one is not said"
    said = _CHOICES[groups["choice"]]
    return "" if not said or re.search(said, claim.text, re.IGNORECASE) else f"no quote says {groups['choice']!r}"


def _forbids(claim: Claim) -> bool:
    return claim.direction.modality in {Modality.MUST_NOT, Modality.SHOULD_NOT}


def _selected(claim: Claim, chosen: re.Match[str]) -> dict[str, JsonValue]:
    groups = chosen.groupdict()
    params: dict[str, JsonValue] = {"of": f"{chosen['unit']}s"}
    nth, choice = groups.get("nth"), groups.get("choice")
    if nth:
        params |= {"nth": abs(int(nth)), **({"back": True} if int(nth) < 0 else {})}
    elif choice in ("odd", "even"):
        params["which"] = choice
    elif choice == "50%":
        params["share"] = 50
    if choice == "no" or _forbids(claim):
        params["none"] = True
    return params


def _check(claim: Claim, params: dict[str, JsonValue], what: str) -> Answer:
    where = " ".join(f"{name}={params[name]}" for name in ("of", "nth", "back", "which", "share") if name in params)
    return one("response_parts", params, f"parts {where} {what}")


def _texted(name: str) -> Callable[[Claim, dict[str, JsonValue], str], Answer]:
    def grounded(claim: Claim, params: dict[str, JsonValue], rest: str) -> Answer:
        text = claim.word("text")
        if not text:
            return Refusal(Reason.PARAM_MISSING, "the words are not stated")
        return _check(claim, {**params, name: text}, f"{name} {text if params.get('none') else ''}")

    return grounded


def _of_kind(kind: str) -> Callable[[Claim, dict[str, JsonValue], str], Answer]:
    def grounded(claim: Claim, params: dict[str, JsonValue], rest: str) -> Answer:
        if not re.search(kind, claim.text, re.IGNORECASE):
            return Refusal(Reason.LOW_CONFIDENCE, f"no quote speaks of a {kind}")
        return _check(claim, {**params, "kind": kind}, "kind")

    return grounded


def _titled(claim: Claim, params: dict[str, JsonValue], rest: str) -> Answer:
    if not re.search(r"capital|upper-?case|title", claim.text, re.IGNORECASE):
        return Refusal(Reason.LOW_CONFIDENCE, "no quote speaks of capitals")
    return _check(claim, {**params, "case": "title"}, "case")


def _formed(claim: Claim, params: dict[str, JsonValue], rest: str) -> Answer:
    if rest == "suffix":
        text = claim.word("text")
        if not text.isalpha():
            return Refusal(Reason.PARAM_MISSING, "the ending is not stated")
        return _check(claim, {**params, "pattern": _NOTHING, "perhaps": rf"\w*{text}"}, f"form {text}")
    word, form = _FORMS.get(rest, ("", {}))
    if not form or not re.search(word, claim.text, re.IGNORECASE):
        return Refusal(Reason.LOW_CONFIDENCE, "no quote speaks of such a form")
    return _check(claim, {**params, **form}, f"form {rest}")


def _counted(claim: Claim) -> Answer:
    bounds: dict[str, JsonValue] = {name: number for name in _BOUNDS if isinstance(number := claim.number(name), int)}
    if not bounds or _forbids(claim):
        return Refusal(Reason.PARAM_MISSING, "how many is not said")
    return _check(claim, {"of": "items", "amount": True, **bounds}, f"amount {','.join(sorted(bounds))}")


_PROPERTIES: Mapping[str, Callable[[Claim, dict[str, JsonValue], str], Answer]] = {
    "equal": _texted("equals"),
    "containing": _texted("contains"),
    "beginning": _texted("first"),
    "ending": _texted("last"),
    "question": _of_kind("question"),
    "statement": _of_kind("statement"),
    "title case": _titled,
    "form": _formed,
}


def _bounded(claim: Claim, what: str, params: dict[str, JsonValue]) -> Answer:
    bounds: dict[str, JsonValue] = {name: number for name in _BOUNDS if isinstance(number := claim.number(name), int)}
    if not bounds:
        return Refusal(Reason.PARAM_MISSING, "how many is not said")
    params.pop("none", None)  # the bound has been turned already: "no word of more than six letters"
    has = {"length": "letters"}.get(what, what)
    return _check(claim, {**params, "has": has, **bounds}, f"has {has} {','.join(sorted(bounds))}")


def _order(claim: Claim, what: str, chosen: re.Match[str]) -> Answer:
    params: dict[str, JsonValue] = {"of": f"{chosen['unit']}s"}
    if what == "chain":
        params["chain"] = True
    elif what == "openings":
        params["distinct"] = True
    else:
        order = _ORDER.fullmatch(chosen["rest"])
        if order is None or not _ORDER_WORDS.search(claim.text):
            return Refusal(Reason.LOW_CONFIDENCE, "which order is not said")
        params["by"] = order["by"]
        params |= {name: True for name in ("strict", "down") if order[name]}
    return one("response_order", params, f"order {params['of']} {what}")
