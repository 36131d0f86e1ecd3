"""Rules about how a value is written: decimals, dates, a single number, what it begins or ends with, its case."""

from __future__ import annotations

import re

from specharness.compile.local.clause import Clause, Guess
from specharness.compile.local.rules.base import (
    GAP,
    IGNORE,
    NUMBER,
    field_of,
    guess,
    integer,
)
from specharness.compile.local.rules.cells import sheet_of
from specharness.ir import Family, Param

_DECIMALS = re.compile(
    rf"(?P<n>{NUMBER})[\s-]*(?:decimal|digits? after|places? after|d\.?p\.?\b)|(?P<zh>{NUMBER})\s*位小数"
    rf"|小数点后\s*(?P<zh2>{NUMBER})\s*位",
    IGNORE,
)
_XXX = re.compile(r"`?\b(?P<p>X\.X+|0\.0+|#\.#+)\b`?")
_NOTATION = re.compile(r"\bscientific notation\b|\bthousands? separators?\b|科学计数法|千分位", IGNORE)
_NO = re.compile(r"\b(?:no|not|without|never|handle|convert|avoid)\b|不|无|禁", IGNORE)


def rounding(c: Clause) -> Guess | None:
    """So many decimals."""
    match, form = c.find(_DECIMALS), c.find(_XXX)
    if match is None:
        if form is None or not re.search(r"format|decimal|格式|小数", c.text, IGNORE):
            return None
        params = c.about()
        params |= {"pattern": c.param(form, "p")}
        params["decimals"] = Param(value=len(form["p"].split(".")[1]), spans=(c.span(*form.span("p")),))
        return guess(Family.NUMBER_FORMAT, params | field_of(c), "rounding")
    group = "n" if match["n"] else "zh" if match["zh"] else "zh2"
    value = integer(match[group])
    if value is None:
        return None
    params = c.about() | {"decimals": c.param(match, group, value)}
    if form is not None:
        params |= {"pattern": c.param(form, "p")}
    return guess(Family.NUMBER_FORMAT, params | field_of(c) | sheet_of(c), "rounding")


def notation(c: Clause) -> Guess | None:
    """No scientific notation, no thousands separators."""
    match = c.find(_NOTATION)
    if match is None or c.search(_NO) is None:
        return None
    return guess(Family.NUMBER_FORMAT, c.about() | {"text": c.param(match, 0)} | field_of(c), "notation")


_DATEFORM = re.compile(
    r"(?P<p>(?:YYYY|yyyy|xxxx)[-/.年]?(?:MM|mm|xx)[-/.月]?(?:DD|dd|xx)(?:日)?(?:T?\s?HH:MM(?::SS)?Z?)?|YYYY-MM\b"
    r"|HH:MM(?::SS)?|DD[./-]MM[./-]YYYY|MM[./-]DD[./-]YYYY)"
)
_ISO = re.compile(r"\bISO[- ]?8601\b", IGNORE)
_SINGLE_NUMBER = re.compile(
    rf"\b(?:only|just|nothing but|a single)\b{GAP}\bnumber\b|\b(?:as a )?single number\b|只(?:写|输出|包含"
    rf"|填)[^。；]{{0,12}}(?:数字|数值)|仅(?:输出|包含)[^。；]{{0,12}}(?:数字|数值)",
    IGNORE,
)
_AFFIX = re.compile(
    r"\b(?P<w>(?:must|should|has to|have to|needs? to|are to|is to)?\s*(?:start|begin"
    r"|end)s?)\s+with\s+(?:the\s+(?:prefix|suffix|text|string)\s+)?(?P<t>`[^`]+`|\"[^\"]+\"|“[^”]+”)"
    r"|以\s*(?P<z>`[^`]+`|“[^”]+”)\s*(?P<zw>开头|结尾)",
    IGNORE,
)
_CASE = re.compile(r"\b(?:in\s+|be\s+|all\s+)?(?P<c>lower[- ]?case|upper[- ]?case)(?:d)?\b|(?P<z>小写|大写)", IGNORE)


_ANY_CASE = re.compile(r"\b(?:upper|lower)(?:[- ]case)?\s+(?:or|and)\s+(?:upper|lower)|大小写", IGNORE)


def forms(c: Clause) -> Guess | None:
    """Dates, single numbers, prefixes and other forms of a value."""
    params = c.about()
    single = c.find(_SINGLE_NUMBER)
    if single is not None and params:
        return guess(Family.PATTERN, params | {"pattern": c.param(single, 0)}, "forms")
    match = c.find(_DATEFORM) or c.find(_ISO)
    if match is not None:
        group = "p" if match.re is _DATEFORM else 0
        return guess(Family.PATTERN, params | {"pattern": c.param(match, group)} | field_of(c) | sheet_of(c), "forms")
    affix = c.find(_AFFIX)
    if affix is not None:
        text = "t" if affix["t"] else "z"
        start, end = affix.span(text)
        field = {k: v for k, v in field_of(c).items() if v.spans[0].start != start + 1}
        literal = Param(value=c.source.text[start + 1 : end - 1], spans=(c.span(start + 1, end - 1),))
        mark = c.param(affix, "w" if affix["t"] else "zw")
        return guess(Family.PATTERN, params | field | sheet_of(c) | {"text": literal, "pattern": mark}, "forms")
    case = None if c.search(_ANY_CASE) else c.find(_CASE)
    field = field_of(c) if case is not None else {}
    if case is not None and field:
        group = "c" if case["c"] else "z"
        return guess(Family.PATTERN, params | field | {"pattern": c.param(case, group)}, "forms")
    return None
