"""Rules about values: equal to, one of, between, in a form, in an order, only once."""

from __future__ import annotations

import re

from specharness.compile.local.clause import Clause, Guess
from specharness.compile.local.literals import Literal, number
from specharness.compile.local.rules.base import (
    GAP,
    IGNORE,
    MODAL,
    NUMBER,
    field_key,
    field_of,
    guess,
    integer,
)
from specharness.compile.local.rules.cells import sheet_of
from specharness.compile.local.rules.tables import typed
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


_SORT = re.compile(
    r"\b(?:sort(?:ed|ing)?|ordered\s+by|order\s+(?:the\s+)?\w+\s+by|in\s+(?:ascending|descending|alphabetical"
    r"|chronological)|alphabetically|"
    r"(?:ascending|descending)\s+(?:order|by)|rank(?:ed)?\s+by)\b|排序|升序|降序|排列",
    IGNORE,
)
_SORT_BY = re.compile(
    rf"\b(?:sort(?:ed)?|order(?:ed)?|alphabetical order|rank(?:ed)?|ascending|descending|rows?|items?"
    rf"|entries)\b{GAP}\b(?:by|(?<=order )of)\s+(?:the\s+|their\s+)?(?:column\s+|field\s+|key\s+)?"
    r"(?P<f>`[^`]+`|\"[^\"]+\"|'[^']+'|[A-Za-z_][\w.]*(?:\s+or\s+[A-Za-z_]\w*)*)|按(?:照)?\s*(?P<zh>`[^`]+`"
    r"|[\w]+?)\s*(?:列|字段)?\s*(?:升序|降序|排序|从|由|排列)",
    IGNORE,
)
_DESC = re.compile(
    r"\bdesc(?:ending)?\b|\b(?:largest|highest|newest|latest|most recent|biggest) first\b"
    r"|\bhigh(?:est)? to low(?:est)?\b|\bZ(?:-| to )A\b|降序|从大到小|由大到小|从高到低",
    IGNORE,
)
_ASC = re.compile(
    r"\basc(?:ending)?\b|\balphabetical(?:ly)?\b|\b(?:oldest|earliest|lowest|smallest) first\b"
    r"|\blow(?:est)? to high(?:est)?\b|\bA(?:-| to )Z\b|升序|从小到大|由小到大",
    IGNORE,
)


_SORTED_COLUMNS = re.compile(
    rf"\b(?:columns|headers|keys|fields|sheets)\s+(?:{MODAL}\s+)*(?:sorted|ordered|ranked)\b|\b(?:sort"
    rf"|order)\s+(?:the\s+|all\s+)?(?:columns|headers|keys|fields|sheets)\b"
    r"|(?:列|字段|键|工作表)(?:名)?(?:必须|应|要)?按",
    IGNORE,
)
"""The order of names, not of rows."""
_ORDERS = re.compile(
    r"\b(?:must|should|shall|has to|have to|needs? to|(?:is|are|to) be)\b|^\W*(?:please\s+)?(?:sort|order|rank)\b"
    r"|必须|应|请|按",
    IGNORE,
)
"""Where no file is in force, only an order to sort is one."""


def sorting(c: Clause) -> Guess | None:
    """Sorted by a field."""
    if c.find(_SORT) is None or c.find(_SORTED_COLUMNS) is not None:
        return None
    params = c.about() | sheet_of(c)
    if not params and not c.search(_ORDERS):
        return None
    match = c.find(_SORT_BY)
    if match is not None:
        group = "f" if match["f"] else "zh"
        value = match[group].strip("`\"'")
        start = c.source.text.index(value, match.start(group))
        params[field_key(c)] = Param(value=value, spans=(c.span(start, start + len(value)),))
    else:
        params |= field_of(c)
    descending, ascending = c.find(_DESC), c.find(_ASC)
    mark = descending or ascending
    if mark is not None:
        params["order"] = Param(value="descending" if descending else "ascending", spans=(c.span(*mark.span()),))
    return guess(Family.SORTED, params, "sorting")


_UNIQUE = re.compile(
    r"\|\s*unique\b|^\W*unique\b|"
    rf"\bno two\b{GAP}\b(?:share|have|with)\s+(?:the\s+)?same\b|"
    r"\b(?:no|without|free of|remove(?: all)?|drop|eliminate)\s+(?:any\s+|all\s+)?(?:exact\s+)?duplicates?\b"
    rf"|\b(?:not|never|cannot)\b{GAP}\bany\s+(?:exact\s+)?duplicates?\b|\b(?:must|should|has to"
    r"|have to|are to|is to)\s+be\s+unique\b|"
    r"\b(?:may|must|can|should)\s+(?:only\s+)?(?:appear|occur|be used|be listed)\s+(?:only\s+once|once|at most once)\b|"
    rf"(?:\b(?:no|not|never|none|neither|cannot)\b|n['’]t\b){GAP}\b(?:more than once|twice)\b|"
    r"\b(?:appears?|occurs?|listed)\s+(?:exactly\s+|only\s+|at most\s+)?once\b|deduplicat|不得重复|不能重复"
    r"|不重复|唯一|去重|无重复|没有重复",
    IGNORE,
)
_NOT_UNIQUE = re.compile(
    r"(?:\b(?:not|never|without)|n['’]t)\s+(?:\w+\s+)?(?:remov|drop|eliminat|deduplicat)|\bat least once\b"
    r"|\bnot\s+(?:be\s+)?unique\b"
    r"|(?:不要|不得|不能|不必|无需|请勿)去重|不唯一",
    IGNORE,
)


def uniqueness(c: Clause) -> Guess | None:
    """Values that may not repeat."""
    if c.find(_UNIQUE) is None or c.find(_NOT_UNIQUE) is not None:
        return None
    return guess(Family.UNIQUE, c.about() | field_of(c) | sheet_of(c), "uniqueness")


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
    rf"|turn)\s+(?:the\s+)?(?:value of\s+)?(?P<f>{_NAMED})\s*(?:field|key|setting|option)?\s*"
    rf"(?:in\s+`[^`]+`\s*)?(?:from\s+\S+\s+)?to\s+(?P<v>{_QUOTE}|{_BARE}){_SET_VALUE}"
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
    path = c.about()
    workbook = str(path["path"].value if path else "").endswith((".xlsx", ".xlsm"))
    if workbook and re.fullmatch(r"[A-Z]{1,2}\d{1,4}", name):
        sheet = sheet_of(c)
        params = path | sheet | {"range": named}
    else:
        params = path | {field_key(c): named}
    if end > start:
        params["value"] = Param(value=value, spans=(c.span(start, end),))
    return guess(Family.VALUE_EQUALS, params, "equality")


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
    named = next(iter(field.values())).spans[0].start if field else -1
    text = c.source.text
    listed = [item for item in c.literals() if item.start != named]
    listed = [item for item in listed if named < 0 or not _RULED_OUT.search(text, max(named, c.start), item.start)]
    if len(listed) < 2 or not field:
        return None
    return guess(Family.VALUE_EQUALS, c.about() | {"allowed": c.listed(listed)} | field | sheet_of(c), "allowed")


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
    if _EXCLUDED.search(c.source.text, c.start, match.end()):
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


_BETWEEN = re.compile(
    r"\b(?:between|from|within|in the range(?: of)?|ranging from)\s+\[?(?P<lo>-?\d+(?:\.\d+)?)\s*(?:and|to|-|–"
    r"|,)\s*(?P<hi>-?\d+(?:\.\d+)?)"
    r"|(?:介于|在)\s*(?P<lo2>-?\d+(?:\.\d+)?)\s*(?:到|至|和|与|-|~|～)\s*(?P<hi2>-?\d+(?:\.\d+)?)",
    IGNORE,
)
_COUNTED = re.compile(
    r"\d\s+(?:words?|characters?|chars|letters?|items?|elements?|entries|lines?|rows?|keys?|digits?)\b|\d\s*(?:个|字"
    r"|项|行|条)",
    IGNORE,
)
"""Numbers of things later in the sentence: a bound before them counts the same."""
_THINGS = (
    r"(?!\s*(?:%|％|倍)|\s+(?:percent|per cent|(?:greater|more|higher|larger|less|lower|smaller|fewer)\s+than|times)\b)"
    r"(?!\s*(?:or more\s+|or fewer\s+)?(?:words?|characters?|chars|letters?|items?|elements?|entries|lines?|rows?"
    r"|keys?|digits?"
    r"|decimals?|sentences?|bytes|percentage points|times\b|个?字|个(?:元素|条目|字符)|[项行条位])(?![\w-]))"
)
"""A number of things is no value."""
_BOUND = re.compile(
    r"(?P<not>\b(?:no|not|never|cannot)\s+(?:be\s+)?|不(?:得|能|可以|可|应|要|许)?)?"
    r"(?P<op>at least|at most|(?:strictly )?(?:greater|more|larger|higher|less|fewer|smaller|lower"
    r"|bigger) than(?: or equal to)?|"
    r"exceeds?|above|below|under|>=|<=|≥|≤|>|<|(?:大于|高于|超过|小于|低于|少于)(?:或?等于)?)"
    rf"\s*(?P<n>-?\d+(?:\.\d+)?)(?!\d|\.\d){_THINGS}",
    IGNORE,
)
_OR_MORE = re.compile(
    r"(?P<n>(?<![\w.])-?\d+(?:\.\d+)?)\s+(?:or|and)\s+(?:(?P<up>more|greater|higher|larger|above|over)|(?:less|fewer"
    r"|lower|smaller"
    r"|below|under))\b(?!\s+\w+s\b)",
    IGNORE,
)
_UPPER = re.compile(r"at most|less|fewer|smaller|lower|below|under|<|≤|小于|低于|少于", IGNORE)
_INCLUSIVE = re.compile(r"at least|at most|equal|=|≥|≤|等于", IGNORE)
_SIGN = re.compile(r"(?<![\w-])(?P<s>positive|non-negative)\b(?!\s*(?:,|/|or\b|and\b|to\b))|(?P<z>正数|非负)", IGNORE)
_EXCLUDED = re.compile(r"\b(?:not|never|cannot)\b|n['’]t\b|不得|不能|不可", IGNORE)


_NEGATIVE = re.compile(
    rf"\b(?:no|not|never|none|cannot)\b(?!\s+(?:remove|drop|delete|filter|ignore|skip|exclude|omit|change|treat))"
    rf"{GAP}\b(?:be|is|are|become|go|turn|fall|contain|have|hold|any|a|no|not|never)\s+negative\b|\b(?:no|not"
    rf"|never)\s+negative\b|不(?:得|能|可)为负",
    IGNORE,
)
_AGGREGATE = re.compile(
    r"\b(?:sum|total|number|count|product|average|mean|maximum|minimum|length)\s+of\b|之和|总和", IGNORE
)


_OR_BEFORE = re.compile(r"(?:\bor|或)\s*$", IGNORE)
"""A clause that is one of two alternatives."""


def bounds(c: Clause) -> Guess | None:
    """Bounds of a value."""
    field = field_of(c)
    if not field:
        return None
    params = c.about() | field | sheet_of(c)
    rest = re.compile(r"[^.。;；\n]*").match(c.source.text, c.end)
    if rest is not None and next(iter(field.values())).spans[0].start < c.start and _COUNTED.search(rest.group()):
        return None
    if _OR_BEFORE.search(c.source.text, c.unit.body.start, c.start):
        return None
    match = c.find(_BETWEEN)
    if match is not None and re.match(_THINGS, c.source.text[match.end() :], IGNORE) is None:
        return None
    if match is not None:
        ends = _ends(c, match)
        if _EXCLUDED.search(c.source.text, c.start, match.start()) or ends is None:
            return None
        low, high = ("lo", "hi") if match["lo"] else ("lo2", "hi2")
        pair = {ends[0]: c.param(match, low, number(match[low])), ends[1]: c.param(match, high, number(match[high]))}
        return guess(Family.VALUE_RANGE, params | pair, "bounds")
    negative = c.find(_NEGATIVE)
    if negative is not None:
        return guess(Family.VALUE_RANGE, params | {"min": Param(value=0, spans=(c.span(*negative.span()),))}, "bounds")
    found: dict[str, Param] = {}
    before = c.start
    for bound in c.every(_BOUND):
        turned = _turned(c.source.text[before : bound.start()])
        if turned is None:
            return None
        found.setdefault(_bound(bound, turned), c.param(bound, "n", number(bound["n"])))
        before = bound.end()
    if not found:
        for open_end in c.every(_OR_MORE):
            if _EXCLUDED.search(c.source.text, c.start, open_end.start()):
                return None
            found["min" if open_end["up"] else "max"] = c.param(open_end, "n", number(open_end["n"]))
    sign = c.find(_SIGN)
    if not found and sign is not None and not _EXCLUDED.search(c.source.text, c.start, sign.start()):
        name = "min_exclusive" if (sign["s"] or "").lower() == "positive" or sign["z"] == "正数" else "min"
        found[name] = Param(value=0, spans=(c.span(*sign.span()),))
    return guess(Family.VALUE_RANGE, params | found, "bounds") if found else None


_STRICT = re.compile(
    r"\bstrictly\b|\bexclusive(?:ly)?\b|\bexcluding (?:both|the) (?:ends?|bounds?|limits)|严格"
    r"|不含(?:端点|两端|边界)|开区间",
    IGNORE,
)
_CLOSED = re.compile(r"\binclusive|\binclud|包含|闭区间|(?<!不)含", IGNORE)


def _ends(c: Clause, match: re.Match[str]) -> tuple[str, str] | None:
    """The parameters of an interval's ends; None where one is open and the other closed."""
    sentence = re.compile(r"[^.。;；\n]*").match(c.source.text, match.end())
    stated = c.source.text[c.start : max(c.end, sentence.end() if sentence is not None else c.end)]
    if not _STRICT.search(stated):
        return "min", "max"
    return None if _CLOSED.search(stated) else ("min_exclusive", "max_exclusive")


_NEGATION = re.compile(
    r"\b(?:not|never|cannot|neither|nor|no)\b(?! only)|\b\w*n['’]t\b|\bdont\b|不得|不能|不可|不应"
    r"|不要|禁止",
    IGNORE,
)
_OF_THE_BOUND = re.compile(r"(?:\s+(?:(?!but\b|only\b|and\b|or\b)[a-z]+|[`\"“][\w.\[\]-]+[`\"”])){0,5}\s*", IGNORE)


def _turned(before: str) -> bool | None:
    """Whether a "not" in front of a comparison turns it round; None where it may belong to something else."""
    found = list(_NEGATION.finditer(before))
    if not found:
        return False
    return True if len(found) == 1 and _OF_THE_BOUND.fullmatch(before, found[0].end()) else None


def _bound(match: re.Match[str], turned: bool) -> str:
    """The parameter that a comparison states; "not" turns it round, and its limit changes sides."""
    upper, inclusive = _UPPER.search(match["op"]) is not None, _INCLUSIVE.search(match["op"]) is not None
    if bool(match["not"]) != turned:
        upper, inclusive = not upper, not inclusive
    return ("max" if upper else "min") + ("" if inclusive else "_exclusive")


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
