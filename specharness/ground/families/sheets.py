"""Workbooks: formats of cells, and formulas beyond the function that they call. What is not asked here is answered by
the families' own grounders."""

from __future__ import annotations

import re

from pydantic import JsonValue

from specharness.ground.families import content, values
from specharness.ground.families.base import WORKBOOKS, Answer, Check, Claim, Grounded, Refusal, key_of
from specharness.ir import Reason
from specharness.validators.cell_formats import read_code
from specharness.validators.grid import parse_area

_CODE = re.compile(r"(?=.*[0#?@]|.*[yYdDhHsS]{2})[0#?.,%$€£¥;\"'\\ @/:_()\[\]\-+*yYmMdDhHsSAaPpE]{1,60}")
_DISPLAY = re.compile(r"\b(?:format(?:ted|s)?|display(?:ed)?|show(?:n)?|style[d]?|number format)\b|格式|显示", re.I)
_KINDS = (
    ("percent", re.compile(r"\bpercent(?:age)?s?\b|百分", re.I)),
    ("currency", re.compile(r"\bcurrency\b|\b(?:dollar|euro)s?\b|货币", re.I)),
    ("date", re.compile(r"\bdates?\b|日期", re.I)),
    ("scientific", re.compile(r"\bscientific\b|科学", re.I)),
)
_NO_SEPARATORS = re.compile(r"\b(?:without|no)\b[^.;]{0,20}\b(?:thousands?|commas?|separators?)\b", re.I)
_SEPARATORS = re.compile(r"\bthousands?\s+separators?\b|\bcomma[- ]separated thousands\b|千分位", re.I)
_AREA = re.compile(r"(?:(?:'[^']+'|\w+)!)?\$?[A-Z]{1,3}\$?\d*(?::\$?[A-Z]{1,3}\$?\d*)?")


def number_format(claim: Claim) -> Answer:
    """How cells of a workbook show their numbers; other files and other demands as `values.number_format`."""
    if claim.ending not in WORKBOOKS or not _DISPLAY.search(claim.text) or not claim.path:
        return values.number_format(claim)
    params = _shown(claim)
    if isinstance(params, Refusal):
        return params
    if not params:
        return values.number_format(claim)
    places = _places(claim)
    if not places:
        return Refusal(Reason.PARAM_MISSING, "the cells that are to be shown so are not named")
    checks = []
    for place in places:
        given: dict[str, JsonValue] = {"path": claim.path, **place, **params}
        if claim.word("sheet"):
            given["sheet"] = claim.word("sheet")
        subject = f"{claim.word('sheet')}!{place.get('range') or place.get('column')}#{','.join(sorted(params))}"
        checks.append(Check("cell_format", given, key_of("cell_format", given, subject)))
    return Grounded(tuple(checks))


def _shown(claim: Claim) -> dict[str, JsonValue] | Refusal:
    params: dict[str, JsonValue] = {}
    code = next((word.strip("`'\"“”") for word in claim.words("pattern", "text", "value") if _is_code(word)), "")
    if code:
        params["format"] = code
    else:
        kind = next((name for name, pattern in _KINDS if pattern.search(claim.text)), "")
        if kind:
            params["kind"] = kind
    decimals = claim.number("decimals")
    if decimals is not None:
        if not isinstance(decimals, int) or not 0 <= decimals <= 30:
            return Refusal(Reason.PARAM_UNGROUNDED, f"decimals is no number of digits: {decimals}")
        params["decimals"] = decimals
    if _NO_SEPARATORS.search(claim.text):
        params["thousands"] = False
    elif _SEPARATORS.search(claim.text):
        params["thousands"] = True
    return params


def _is_code(word: str) -> bool:
    code = word.strip("`'\"“”")
    shown = read_code(code)
    return _CODE.fullmatch(code) is not None and shown is not None and shown.kind != "other"


def _places(claim: Claim) -> list[dict[str, JsonValue]]:
    areas = [word.strip("`") for word in claim.words("range")]
    if areas:
        fine = all(_AREA.fullmatch(area) and parse_area(area.rpartition("!")[2], rows=1) for area in areas)
        return [{"range": area} for area in areas] if fine else []
    return [{"column": name.strip().strip("`'\"“”")} for name in claim.words("column", "field")]


_TYPED = re.compile(
    r"\b(?:no|not|never|without|avoid|don't|instead of|rather than)\b[^.;]{0,40}"
    r"\b(?:hard[- ]?cod\w*|typed|literal|constant|static)"
    r"|\bhard[- ]?cod\w*\b[^.;]{0,30}\b(?:not|never|forbidden|prohibited)\b|硬编码",
    re.I,
)
_ERRORS = re.compile(
    r"\b(?:no|not|zero|without|free of)\b[^.;]{0,40}"
    r"(?:\bformula errors?\b|\berror values?\b|#REF!|#DIV/0!|#N/A|#VALUE!|#NAME\?)"
    r"|\berror[- ]free formulas?\b|公式错误",
    re.I,
)
_AGAIN = re.compile(r"\brecalculat\w*\b|重新计算", re.I)
_WHOLE = re.compile(
    r"[`\"“]=\s*(?P<function>[A-Z][A-Z0-9.]*)\((?P<covers>(?:(?:'[^']+'|\w+)!)?\$?[A-Z]{1,3}\$?\d+:\$?[A-Z]{1,3}\$?\d+)\)[`\"”]"
)


def formula(claim: Claim) -> Answer:
    """Functions as `content.formula`; besides: no typed numbers, no error values, one function over one range."""
    if claim.path and claim.ending in WORKBOOKS and _ERRORS.search(claim.text):
        params: dict[str, JsonValue] = {"path": claim.path}
        if claim.word("sheet"):
            params["sheet"] = claim.word("sheet")
        if _AGAIN.search(claim.text):
            params["recalculated"] = True
        return Grounded((Check("formula_results", params, key_of("formula_results", params, claim.word("sheet"))),))
    answer = content.formula(claim)
    if not isinstance(answer, Grounded):
        return answer
    ranges = [check.params["range"] for check in answer.checks if "range" in check.params]
    more: dict[str, JsonValue] = {}
    if _TYPED.search(claim.text):
        more["no_constants"] = True
    whole = _WHOLE.search(claim.text)
    if whole is not None:
        more |= {"functions": [whole["function"]], "covers": whole["covers"].replace("$", "")}
    if not more:
        return answer
    checks = list(answer.checks)
    for area in ranges:
        given: dict[str, JsonValue] = {"path": claim.path, "range": area, **more}
        if claim.word("sheet"):
            given["sheet"] = claim.word("sheet")
        checks.append(Check("formula_parts", given, f"formula parts {claim.path}#{claim.word('sheet')}!{area}"))
    return Grounded(tuple(checks), open_part="" if whole is not None else answer.open_part)
