"""Values: what a field holds, in which bounds, form and order."""

from __future__ import annotations

import re

from pydantic import JsonValue

from specharness.ground.families.base import (
    TABLES,
    TEXTS,
    TREES,
    WORKBOOKS,
    Answer,
    Check,
    Claim,
    Grounded,
    Refusal,
    key_of,
    no_form,
    no_path,
    one,
)
from specharness.ground.families.quoted import is_literal
from specharness.ground.numerals import as_number
from specharness.ground.shapes import nullable, places_of
from specharness.ir import Reason, Scalar
from specharness.validators.dates import days_in, parts_of
from specharness.validators.locate import ANYWHERE

_FIELDED = TABLES | WORKBOOKS | TREES
_CELL = re.compile(r"\$?[A-Za-z]{1,3}\$?[1-9]\d{0,6}")


def value_equals(claim: Claim) -> Answer:
    """A field, column or cell holds the stated value, or one of the stated values."""
    field = field_of(claim)
    if isinstance(field, Refusal):
        return field
    allowed = claim.values("allowed")
    wanted = claim.values("value") if "value" in claim.direction.params else claim.values("text")
    if not allowed and len(wanted) > 1:
        allowed = wanted
    if allowed:
        values = list(dict.fromkeys(item for value in allowed for item in _readings(value)))
        if claim.ending in TREES and None not in values and nullable(claim.source):
            values.append(None)
        params: dict[str, JsonValue] = {"path": claim.path, "field": field, "allowed": [*values]}
        return Grounded((Check("allowed_values", params, key_of("allowed", params, field)),))
    if len(wanted) != 1:
        return Refusal(Reason.PARAM_MISSING, "no value is stated")
    if isinstance(wanted[0], str) and as_number(wanted[0]) is None and not is_literal(wanted[0], claim):
        return Refusal(Reason.PARAM_UNGROUNDED, f"{wanted[0]!r} describes a value, it is not the literal")
    readings = _readings(wanted[0])
    params = {"path": claim.path, "field": field}
    if len(readings) > 1:
        params["allowed"] = [*readings]
        return Grounded((Check("allowed_values", params, key_of("value", params, field)),))
    params["value"] = readings[0]
    check = Check("value_equals", params, key_of("value", params, field))
    stated = next((kind for kind, words in _TYPES if words.search(claim.text)), None)
    if stated is None and _AS_THEY_ARE.search(claim.text):
        stated = _type_name(readings[0])
    name = field.removeprefix(ANYWHERE)
    if stated is not None and claim.ending in TREES and re.fullmatch(r"[\w-]+(?:\.[\w-]+)*", name):
        shape: JsonValue = {"type": stated}
        for part in reversed(name.split(".")):
            shape = {"type": "object", "keys": {part: shape}, "open": True}
        sure: dict[str, JsonValue] = {} if name == field else {"anywhere": True}
        typed = Check("json_shape", {"path": claim.path, "shape": shape, **sure}, f"type {claim.path}#{field}")
        return Grounded((check, typed))
    return Grounded((check,))


_AS_THEY_ARE = re.compile(r"\bnumbers as numbers\b|\bbooleans as booleans\b", re.I)


def _type_name(value: Scalar) -> str | None:
    if isinstance(value, bool):
        return "boolean"
    return "number" if isinstance(value, (int, float)) else "string" if isinstance(value, str) else None


_TYPES: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("boolean", re.compile(r"\bas an? (?:real |proper )?boolean\b|\b(?:a|the) boolean\b|布尔", re.I)),
    ("number", re.compile(r"\bas an? (?:number|integer)\b|\b(?:a|the) (?:number|integer)\b|数字", re.I)),
    ("string", re.compile(r"\bas an? (?:string|text)\b|字符串", re.I)),
)
"""A type that is stated beside the value."""


def _readings(value: Scalar) -> tuple[Scalar, ...]:
    """A number written as text may be meant as either; a stated text is only itself."""
    if isinstance(value, str):
        number = as_number(value) if re.fullmatch(r"[-+]?\d[\d,]*(?:\.\d+)?", value.strip()) else None
        if number is not None:
            return (value, int(number) if number.is_integer() else number)
    return (value,)


def field_of(claim: Claim) -> str | Refusal:
    """The selector of the one field that a direction is about."""
    if not claim.path:
        return no_path()
    sheet, area = claim.word("sheet"), claim.word("range")
    if claim.ending in WORKBOOKS and area:
        if not _CELL.fullmatch(area.strip()):
            return no_form(f"{area} is not one cell")
        return f"{sheet}!{area.strip()}" if sheet else area.strip()
    names = claim.words("field", "column", "keys")
    if len(names) != 1:
        if not names and claim.ending in TEXTS and claim.ending:
            return "$"
        return Refusal(
            Reason.PARAM_MISSING, "the field is not stated" if not names else f"several fields: {', '.join(names)}"
        )
    if claim.ending not in _FIELDED:
        return no_form(f"{claim.path} has no fields that a validator reads")
    selector = claim.selector(names[0])
    if isinstance(selector, Refusal) or not sheet or claim.ending not in WORKBOOKS:
        return selector
    return f"{sheet}!{selector}"


def value_range(claim: Claim) -> Answer:
    """A field stays inside stated numeric bounds."""
    bounds: dict[str, JsonValue] = {}
    for name in ("min", "max", "min_exclusive", "max_exclusive"):
        if claim.values(name):
            number = claim.number(name)
            if number is None:
                return Refusal(Reason.PARAM_UNGROUNDED, f"{name} is no number: {claim.values(name)!r}")
            bounds[name] = number
    if not bounds:
        return Refusal(Reason.PARAM_MISSING, "no bound is stated")
    field = field_of(claim)
    if isinstance(field, Refusal):
        return field
    return one("value_range", {"path": claim.path, "field": field, **bounds}, f"{field} {','.join(bounds)}")


_SINGLE_NUMBER = re.compile(
    r"\b(?:only|just|solely|nothing but)\b[^.;]{0,40}?\b(?:number|numeric value|integer|digits)\b|"
    r"\b(?:a|one) single (?:number|numeric value|integer)\b|\bsingle number\b|(?:只|仅)[^。；]{0,10}(?:数字|数值)",
    re.I,
)
_DATED = re.compile(r"YYYY|yyyy|HH|hh")
_CROSSES = re.compile(r"[xX]+(?:[-/.:][xX]+)+")
_DECIMALS = re.compile(r"[xXnN0#]\.([xXnN0#]+)")


def pattern(claim: Claim) -> Answer:
    """A field or a whole file has a stated form."""
    if not claim.path:
        return no_path()
    form = claim.word("pattern").strip().strip("`'\"“”")
    if claim.ending in TEXTS and (_SINGLE_NUMBER.search(claim.text)):
        return one("single_number", {"path": claim.path}, "content")
    if _DECIMALS.fullmatch(form):
        return number_format(claim)
    regex = _worded(claim, form) or regex_of(form)
    if regex is None:
        return no_form(f"no pattern is known for {form!r}")
    field = field_of(claim)
    if isinstance(field, Refusal):
        return field
    params: dict[str, JsonValue] = {"path": claim.path, "pattern": regex}
    if field == "$":
        params["scope"] = "whole"
    else:
        params |= {"scope": "field", "field": field}
    if regex == regex_of(form) and days_in(form):
        params["date"] = form
    edge = " first" if regex.endswith(_REST) else " last" if regex.startswith(_REST) else ""
    return one("text_pattern", params, f"{field}{edge}")


_REST = r"[\s\S]*"
"""Whatever stands behind a beginning or before an end: a file may have to have both."""
_STARTS = re.compile(r"\b(?:start|begin)s?\b|开头", re.I)
_ENDS = re.compile(r"\bends?\b|结尾", re.I)
_LOWER = re.compile(r"\blower[- ]?case|小写", re.I)
_UPPER = re.compile(r"\bupper[- ]?case|大写", re.I)


def _worded(claim: Claim, form: str) -> str | None:
    """The regular expression of a form that is told in words: a prefix, a suffix, a case."""
    literal = claim.word("text")
    if literal and len(literal) <= 200:
        if _STARTS.search(form):
            return re.escape(literal) + _REST
        if _ENDS.search(form):
            return _REST + re.escape(literal)
    if not literal and _LOWER.search(form):
        return r"[^A-ZÀ-ÖØ-Þ]*"
    if not literal and _UPPER.search(form):
        return r"[^a-zß-öø-ÿ]*"
    return None


def regex_of(form: str) -> str | None:
    """The regular expression of a stated form (`YYYY-MM-DD`, `xxxx-xx-xx`); None for anything else."""
    if _DATED.search(form) and (parts := parts_of(form)):
        return "".join(part.pattern for part in parts)
    if _CROSSES.fullmatch(form) and len(form) <= 40:
        runs = re.findall(r"[xX]+|[^xX]", form)
        return "".join(rf"\d{{{len(run)}}}" if run[0] in "xX" else re.escape(run) for run in runs)
    return None


_SCIENTIFIC = re.compile(
    r"\b(?:no|without|not|avoid)\b[^.;]*\bscientific\b|\bscientific notation\b[^.;]*\bto\b|科学计数", re.I
)
_THOUSANDS = re.compile(
    r"不得带千分位|不带千分位|不含千分位|\b(?:no|without|not|avoid)\b[^.;]*\b(?:commas?|thousands?)\b", re.I
)
_AT_LEAST = re.compile(r"\bat least\b|\bor more\b|\bminimum\b|至少|不少于", re.I)
_UP_TO = re.compile(
    r"\bround\w*|\b(?:at most|up to|no more than|not more than|max(?:imum)?|or fewer|or less)\b"
    r"|\b(?:to|accurate to|precise to)\s+(?:\w+\s+){0,2}?[\w-]+[\s-]+(?:decimal|digits?|places?|d\.?p)"
    r"|四舍五入|至多|最多|不超过|精确到",
    re.I,
)
"""Fewer decimals will do: the number is rounded, or their number bounded."""
_EXACT = re.compile(r"\bexactly\b|\balways\b|保留|\bformat(?:ted)?\b|\bdisplay(?:ed)?\b|\bshow(?:n|ing)?\b|格式", re.I)


def number_format(claim: Claim) -> Answer:
    """Numbers are written with so many decimals, without scientific notation or thousands separators."""
    if not claim.path:
        return no_path()
    decimals = claim.number("decimals")
    form = _DECIMALS.fullmatch(claim.word("pattern").strip().strip("`'\"“”"))
    if decimals is None and form is not None:
        decimals = len(form[1])
    params: dict[str, JsonValue] = {"path": claim.path}
    if decimals is not None:
        if not isinstance(decimals, int) or not 0 <= decimals <= 30:
            return Refusal(Reason.PARAM_UNGROUNDED, f"decimals is no number of digits: {decimals}")
        if _AT_LEAST.search(claim.text):
            return no_form("a least number of decimals")
        # JSON and workbooks drop trailing zeros on their own; "round to 2" admits 12.5 where no form is prescribed.
        loose = form is None and _EXACT.search(claim.text) is None and _UP_TO.search(claim.text) is not None
        exact = claim.ending not in TREES | WORKBOOKS and not loose
        params |= {"decimals": decimals, "mode": "exact" if exact else "max"}
    stated = " ".join((claim.text, *claim.words("text")))
    if _SCIENTIFIC.search(stated):
        params["no_scientific"] = True
    if claim.words("text") and _THOUSANDS.search(stated):
        params["no_thousands"] = True
    if len(params) == 1:
        return Refusal(Reason.PARAM_MISSING, "no number of decimals and no notation is stated")
    subject = "decimals" if decimals is not None else "notation"
    if claim.words("field", "column", "keys"):
        field = field_of(claim)
        if isinstance(field, Refusal):
            return field
        params["field"] = field
        subject += f" {field}"
    elif claim.ending not in TABLES | TREES | TEXTS:
        return no_form(f"number formats of {claim.path}")
    return one("number_format", params, subject)


_DESCENDING = re.compile(
    r"\b(?:desc\w*|decreasing|reverse|largest first|highest first|newest first|latest first)\b|"
    r"\bfrom (?:high|large|new)\w* to\b|降序|从大到小|从高到低",
    re.I,
)
_ASCENDING = re.compile(
    r"\b(?:asc\w*|increasing|alphabetic\w*|lexicographic\w*|chronologic\w*|natural)\b|"
    r"\b(?:smallest|lowest|oldest|earliest) first\b|\bfrom (?:low|small|old|early)\w* to\b|升序|从小到大|从低到高|字母",
    re.I,
)
_BY_TEXT = re.compile(r"\b(?:alphabetic\w*|lexicographic\w*)\b|字母", re.I)
_BY_NUMBER = re.compile(r"\bnumeric\w*|数值", re.I)


def sorted_by(claim: Claim) -> Answer:
    """A list, table or text is in the stated order."""
    if not claim.path:
        return no_path()
    stated = " ".join((claim.text, *claim.words("order")))
    descending, ascending = _DESCENDING.search(stated) is not None, _ASCENDING.search(stated) is not None
    if descending and ascending:
        return Refusal(Reason.PARAM_MISSING, "both directions of the order are named")
    field = _sort_field(claim)
    if isinstance(field, Refusal):
        return field
    params: dict[str, JsonValue] = {"path": claim.path, "order": "desc" if descending else "asc"}
    if field:
        params["field"] = field
    if _BY_TEXT.search(stated):
        params["by"] = "text"
    elif _BY_NUMBER.search(stated):
        params["by"] = "number"
    more = len(claim.words("field", "column", "keys")) > 1
    check = Check("sorted_by", params, key_of("order", params, field))
    return Grounded((check,), open_part="the order among equal first fields" if more else "")


def _sort_field(claim: Claim) -> str | Refusal:
    names = claim.words("field", "column", "keys")
    if not names:
        if claim.ending in TEXTS | {"jsonl"} and claim.ending:
            return "$[]"
        only = claim.only_list()
        if only:
            return only
        return Refusal(Reason.PARAM_MISSING, "the field that the order goes by is not stated")
    options = [option.strip() for option in re.split(r"\s+or\s+|\s*或\s*", names[0]) if option.strip()]
    if len(options) > 1:
        known = claim.shapes.get(claim.path)
        there = [option for option in options if known is not None and places_of(option, known)]
        if len(there) != 1:
            return Refusal(Reason.PARAM_MISSING, f"which of {', '.join(options)} orders {claim.path} is not said")
        options = there
    if claim.ending not in _FIELDED:
        return no_form(f"order inside {claim.path}")
    selector = claim.selector(options[0], items=True)
    if isinstance(selector, Refusal):
        return selector
    if claim.ending in WORKBOOKS and claim.word("sheet"):
        return f"{claim.word('sheet')}!{selector}"
    if claim.ending not in TREES:
        return selector
    if claim.path in claim.shapes:
        return selector if "[]" in selector else no_form(f"{selector} is one value, not a list")
    return selector


def unique(claim: Claim) -> Answer:
    """No value of a field or column appears twice."""
    if not claim.path:
        return no_path()
    names = claim.words("field", "column", "keys")
    if len(names) != 1 or claim.ending not in _FIELDED:
        return Refusal(Reason.PARAM_MISSING, "the one field that must be unique is not stated")
    selector = claim.selector(names[0], items=True)
    if isinstance(selector, Refusal):
        return selector
    if claim.ending in TREES and claim.path in claim.shapes and "[]" not in selector and "*" not in selector:
        return no_form(f"{selector} is one value, not a list")
    if claim.ending in WORKBOOKS and claim.word("sheet"):
        selector = f"{claim.word('sheet')}!{selector}"
    return one("unique", {"path": claim.path, "field": selector}, selector)
