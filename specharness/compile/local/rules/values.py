"""Rules about what a value equals, and which ones are allowed."""

from __future__ import annotations

import re

from specharness.compile.local.clause import Clause, Guess
from specharness.compile.local.literals import Literal
from specharness.compile.local.rules.base import (
    EXCLUDED,
    IGNORE,
    field_key,
    field_of,
    guess,
)
from specharness.compile.local.rules.cells import sheet_of
from specharness.compile.local.rules.tables import typed
from specharness.ir import Family, Param

_QUOTE = r"`[^`]+`|\"[^\"]*\"|“[^”]*”|'[^']*'"
_BARE = (
    r"true\b|false\b|null\b|-?\d+(?:\.\d+)?(?![\w.]*[A-Za-z%])(?!\.?\d)(?!\s+(?:rows?|lines?|items?|words?"
    r"|characters?|chars|letters?|columns?|entries|elements?|decimals?|sheets?|pages?|slides?|digits?|times|percent)\b)"
)
_NO_BOUND = (
    r"(?!\s*,?\s*(?:or\b|或))(?!\s+(?:plus|minus|times|divided|multiplied|(?:where|if|when"
    r"|whenever)\s+possible)\b)(?!\s+[+*×]\s)"
    r"(?!\s+(?:(?:or|and|或)\s+)?(?:more|greater|higher|larger|bigger|above|over|later|up|less|fewer|lower|smaller"
    r"|below|under"
    r"|earlier|at\s+(?:most|least)|maximum|minimum|times)\b)(?!\s*(?:以上|以下|以内|左右|倍))"
)
_WHOLE_VALUE = r"(?!\s*,?\s*(?:or|to|and|–|-|,|/|或|、)\s*(?:[`\"'“\d-]|true\b|false\b|null\b))" + _NO_BOUND
_SET_VALUE = r"(?!\s*,?\s*(?:or|/|或)\s*(?:[`\"'“\d-]|true\b|false\b|null\b))" + _NO_BOUND
"""What may not follow a value: then it is one of several, or a bound."""
_NAMED = r"`[\w.\[\]$!\u3400-\u9fff-]+`|\"[\w.-]+\"|'[\w.-]+'"
_CELL = r"\bcell\s+`?[A-Z]{1,2}\d{1,4}\b`?|(?-i:[A-Z]{1,2}[1-9]\d{0,3})(?=\s+(?:in|of|on)\s[^\n;]{0,60}\.xls[xm]\b)"
_PLACE = (
    rf"\b(?:in|of|on)\s+(?:the\s+)?(?:(?:work)?sheet\s+)?(?:{_QUOTE}|\w+(?=\s+(?:sheet|tab)))"
    r"(?:\s+(?:(?:work)?sheet|tab))?"
)
"""A file or a sheet, or both one after the other, between a field and its value."""
_EQUALS = re.compile(
    rf"(?:(?P<f>{_NAMED})|(?P<c>\bcell\s+`?[A-Z]{{1,2}}\d{{1,4}}\b`?))\s*(?:field|key|column|value|setting|option|entry"
    rf"|字段|列|键|单元格)?\s*(?:in\s+\S+\s+|(?:in|of|on)\s+(?:the\s+)?(?:(?:work)?sheet\s+)?(?:{_QUOTE}"
    rf"|\w+(?=\s+sheet))"
    rf"\s+(?:(?:work)?sheet\s+)?)?"
    r"(?:must (?:always )?(?:be|equal|read|stay)|(?(c)must (?:hold|contain)|(?!))|should (?:always )?(?:be|equal|read)"
    r"|shall be|has to be"
    r"|have to be|needs to be|is to be|are to be|is always|equals|"
    r"(?:must|should) be set to|(?:must|should|has to) say|set to|is set to|to be|=|必须为|必须是|必须写|应为|应是"
    r"|设为|设置为|改为|固定为|一律为|取值为|的值为|为|统一为|要写成)\s*"
    rf"(?:exactly\s+|the (?:string|number|value|literal|text|boolean)\s+|always\s+)?(?P<v>{_QUOTE}"
    rf"|{_BARE}){_WHOLE_VALUE}",
    IGNORE,
)
_SET = re.compile(
    rf"\b(?:set|change|switch|bump|update|raise|lower|increase|reduce"
    rf"|turn)\s+(?:the\s+)?(?:value (?:of|in)\s+)?(?:(?P<f>{_NAMED})|(?P<c>{_CELL}))\s*(?:field|key|setting|option)?\s*"
    rf"(?:{_PLACE}\s*){{0,2}}(?:from\s+\S+\s+)?to\s+(?P<v>{_QUOTE}|{_BARE}){_SET_VALUE}"
    rf"|将?\s*(?P<f2>`[\w.\[\]$-]+`)\s*(?:的值)?\s*(?:设|改|调整|修改|更新)(?:置)?(?:为|成)\s*(?P<v2>{_QUOTE}"
    rf"|{_BARE}){_SET_VALUE}",
    IGNORE,
)


_TO_VALUE = re.compile(rf"(?P<f>{_NAMED})\s+to\s+(?P<v>{_QUOTE}|{_BARE}){_SET_VALUE}", IGNORE)
_IN_WHICH = re.compile(r"\b(?:in which|where|such that|so that)\b", IGNORE)
_IS = re.compile(rf"(?P<f>{_NAMED})\s+(?:is|are)\s+(?P<v>{_QUOTE}|{_BARE}){_SET_VALUE}", IGNORE)
_KEEP = re.compile(
    rf"\b(?:keep|leave)\s+(?P<f>{_NAMED})\s+(?:at|as|on|set to)\s+(?P<v>{_QUOTE}"
    rf"|{_BARE}){_SET_VALUE}",
    IGNORE,
)


_OR_BEHIND = re.compile(r"\s*,?\s*(?:or\b|或)", IGNORE)
"""A further alternative, also where the clause was cut before it."""
_BESIDE = re.compile(
    r"\b(?:after|before|behind|than|from|except|beside|next to|following|preceding|left of"
    r"|right of)\s+(?:the\s+)?(?:column\s+|field\s+)?$",
    IGNORE,
)
"""A name that only says where the thing stands that is spoken of."""


def equality(c: Clause) -> Guess | None:
    """A field or a cell with one literal value."""
    match = c.find(_SET) or c.find(_EQUALS) or c.find(_KEEP)
    if match is None and re.search(r"\bset\b", c.source.text[c.unit.body.start : c.start], IGNORE):
        match = c.find(_TO_VALUE)
    if match is None and _IN_WHICH.search(c.source.text, c.unit.body.start, c.end):
        match = c.find(_IS)
    if (
        match is None
        or _OR_BEHIND.match(c.source.text, match.end())
        or _BESIDE.search(c.source.text, c.start, match.start())
    ):
        return None
    if _AGGREGATE.search(c.source.text, c.start, match.start()):
        return guess(Family.CROSS_CONSISTENT, c.about() | field_of(c), "equality")
    groups = match.groupdict()
    field_group, value_group = ("f2", "v2") if groups.get("f2") else ("c" if groups.get("c") else "f", "v")
    start, end = match.span(value_group)
    raw = match[value_group]
    quoted = raw[0] in "`\"“'"
    if quoted:
        start, end = start + 1, end - 1
    value = typed(c.source.text[start:end]) if raw[0] not in "\"“'" else c.source.text[start:end]
    name = re.sub(r"^cell\s+", "", match[field_group].strip("`\"'"), flags=IGNORE).strip("`")
    offset = c.source.text.index(name, match.start(field_group))
    named = Param(value=name, spans=(c.span(offset, offset + len(name)),))
    path = c.about() or (_of_the_only(c) if match.re is _SET else {})
    workbook = str(path["path"].value if path else "").endswith((".xlsx", ".xlsm"))
    if workbook and re.fullmatch(r"[A-Z]{1,2}\d{1,4}", name):
        sheet = sheet_of(c)
        params = path | sheet | {"range": named}
    else:
        params = path | {field_key(c): named}
    if end > start:
        params["value"] = Param(value=value, spans=(c.span(start, end),))
    return guess(Family.VALUE_EQUALS, params, "equality")


_SETTINGS = (".json", ".yaml", ".yml", ".toml")


def _of_the_only(c: Clause) -> dict[str, Param]:
    """The one file that the source names at all, where it holds settings: an order to set one is about nothing else."""
    only = c.files.only
    known = only is not None and only.topical and only.path.endswith(_SETTINGS)
    return {"path": only.param(c.source)} if only is not None and known else {}


_ALLOWED = re.compile(
    r"\b(?:one|any|either) of\b|\bbe either\b|\beither\s+[`\"'“]|\blimited to\b|\b(?:must|should|can"
    r"|may)\s+only\s+(?:be|contain|take|hold|have)\b|\b(?:must|should)\s+(?:contain|hold)\s+(?:only|nothing but)\b"
    r"|\bonly\s+(?:\w+\s+)?(?:allowed|permitted|valid)\s+values\b|\b(?:allowed|permitted|valid)\s+values\b"
    r"|\bvalues\s+(?:\w+\s+)?(?:allowed|permitted)\b"
    r"|[`\"'”]\s*,?\s+or\s+[`\"'“]"
    r"|只能是|只能为|只能取|取值只能|之一|[`”]\s*或\s*[`“]",
    IGNORE,
)


def allowed(c: Clause) -> Guess | None:
    """A field whose values come from a closed list."""
    bare = c.find(_BARE_OPTIONS)
    if bare is not None:
        return _bare_options(c, bare)
    match = c.find(_ALLOWED)
    if match is None:
        return None
    field = field_of(c)
    leads = _LEADS.fullmatch(match.group()) is not None
    if leads:
        field = _field_before(c, match.start(), field)
    named = next(iter(field.values())).spans[0].start if field else -1
    text = c.source.text
    listed = [item for item in c.literals() if item.start != named and (not leads or item.end > match.end())]
    listed = [item for item in listed if named < 0 or not _RULED_OUT.search(text, max(named, c.start), item.start)]
    if len(listed) < 2 or not field:
        return None
    return guess(Family.VALUE_EQUALS, c.about() | {"allowed": c.listed(listed)} | field | sheet_of(c), "allowed")


_LEADS = re.compile(
    r"(?:one|any|either) of|(?:be )?either.*|limited to|(?:must|should|can|may)\s+only\s.*"
    r"|只能是|只能为|只能取|取值只能",
    IGNORE,
)
"""Words in front of the values: what stands before them is none, and what stands behind them is no field."""
_BEFORE = re.compile(
    r"(?P<f>[A-Za-z_\u3400-\u9fff][\w.\[\]-]*)(?P<q>[`\"”']?)\s*(?:\b(?:field|column|key|values?)\s+)?"
    r"(?:(?:must|should|shall|has\s+to|have\s+to|needs?\s+to|can|may|will|is\s+to)\s+)?(?:(?:only|always|just)\s+)?"
    r"(?:(?:be|is|are|equals?|holds?|contains?|takes?|has|have)\s+)?(?:(?:set\s+to|exactly|always|only)\s+)?$",
    IGNORE,
)


def _field_before(c: Clause, at: int, field: dict[str, Param]) -> dict[str, Param]:
    """The field whose values are listed from `at` on: the word right before, if the source has marked it as a name
    somewhere, else a name that is marked earlier in the clause."""
    text = c.source.text
    match = _BEFORE.search(text, c.start, at)
    if match is not None and not match["q"]:
        marked = any(item.value == match["f"] for item in c.quotes(0, at))
        if marked and match["f"].lower() not in ("it", "value", "values", "which", "that"):
            return {field_key(c): c.param(match, "f")}
    return field if all(param.spans[0].start < at for param in field.values()) else {}


_RULED_OUT = re.compile(
    r"\b(?:not|never|nor|except|rather than|instead of|other than)\b|n['’]t\b|不得|不能|不可|不是|而非|除", IGNORE
)
"""What is listed behind such a word is no value that may stand there."""
_OPTION = r"(?:true|false|null|-?\d+(?:\.\d+)?)(?![\w%]|\.\d)"
_BARE_OPTIONS = re.compile(
    rf"(?P<f>{_NAMED})\s*(?:field|key|column|value|字段|列|键)?\s*"
    r"(?:(?:must|should|shall|may|can|has to|have to|needs to|is to)\s+(?:only\s+|always\s+)?(?:be(?:\s+set\s+to)?"
    r"|equal|hold"
    r"|contain)|is|are|to"
    r"|必须为|必须是|只能是|只能为|应为|应是|为|是)\s*"
    rf"(?:either\s+|one of\s+|(?:the\s+)?(?:numbers?"
    rf"|values?)\s+)?(?P<l>{_OPTION}(?:\s*[,、，]\s*{_OPTION})*\s*(?:,?\s*or|,|、|，|或者?)\s*{_OPTION})"
    r"(?!\s*[A-Za-z]*\s*(?:rows?|lines?|items?|words?|characters?|columns?|entries|elements?|decimals?|digits?)\b)",
    IGNORE,
)
"""`active` is true or false; `n` is 1, 2 or 3."""


def _bare_options(c: Clause, match: re.Match[str]) -> Guess | None:
    if EXCLUDED.search(c.source.text, c.start, match.end()):
        return None
    start, end = match.span("l")
    options = [
        (typed(item.group()), c.span(*item.span()))
        for item in re.finditer(_OPTION, c.source.text[:end], IGNORE)
        if item.start() >= start
    ]
    name = match["f"].strip("`\"'")
    at = c.source.text.index(name, match.start("f"))
    params = c.about() | sheet_of(c) | {field_key(c): Param(value=name, spans=(c.span(at, at + len(name)),))}
    allowed = Param(value=tuple(value for value, _ in options), spans=tuple(span for _, span in options))
    return guess(Family.VALUE_EQUALS, params | {"allowed": allowed}, "allowed")


_AGGREGATE = re.compile(
    r"\b(?:sum|total|number|count|product|average|mean|maximum|minimum|length)\s+of\b|之和|总和", IGNORE
)
_OF_THE_ABOVE = re.compile(
    r"\b(?:set|fill)\s+(?:the\s+)?(?P<f>[`\"“']?[A-Za-z_]\w*[`\"”']?)\s+(?:field\s+)?(?:to|with"
    r"|as)\s+one of the (?:above|following|listed)\b"
    r"|(?P<f2>[`\"“'][A-Za-z_]\w*[`\"”'])\s+(?:must be|is|should be)\s+one of the (?:above|listed)\b",
    IGNORE,
)
_ITEM_LABEL = re.compile(r"\s*(?:\*\*)?(?P<l>[A-Z`\"“][\w`\"” /-]{1,50}?)(?:\*\*)?\s*[:：—]\s")


def allowed_above(c: Clause) -> Guess | None:
    """A field whose values are the labels of the list before it."""
    match = c.find(_OF_THE_ABOVE)
    if match is None:
        return None
    labels = [
        Literal(m["l"].strip('`"“” '), m.start("l"), m.start("l") + len(m["l"].strip('`"“” ')))
        for start, end in c.files.list_before(c.unit)
        if (m := _ITEM_LABEL.match(c.source.text, start, end)) is not None and m["l"][0] not in '`"“'
    ]
    if len(labels) < 2 or len({item.value for item in labels}) < len(labels):
        return None
    group = "f" if match["f"] else "f2"
    name = match[group].strip("`\"“”'")
    start = c.source.text.index(name, match.start(group))
    field = {field_key(c): Param(value=name, spans=(c.span(start, start + len(name)),))}
    return guess(Family.VALUE_EQUALS, c.about() | field | {"allowed": c.listed(labels)}, "allowed_above")
