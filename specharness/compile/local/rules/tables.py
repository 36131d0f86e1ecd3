"""Rules about structure: columns, keys, sheets, counts, filled cells, formulas."""

from __future__ import annotations

import re

from specharness.compile.local.clause import Clause, Guess
from specharness.compile.local.literals import number
from specharness.compile.local.rules.base import (
    GAP,
    IGNORE,
    LABEL,
    MODAL,
    NUMBER,
    guess,
    integer,
)
from specharness.ir import Block, Family, Param, Scalar

_COLUMNS = re.compile(
    r"\b(?:columns?|headers?|header row|fields)\b(?:\s+(?:are|must be|should be|named|called|in (?:this|the following) order|of|"
    r"exactly|only|as follows|must|should|with|include|names?))*\s*(?:\([^)]*\))?\s*[:：]\s*(?P<a>.+)"
    rf"|\b(?:with|has|have|having|contain(?:s|ing)?|including|of|are|the)\s+(?:exactly\s+|only\s+)?(?:the\s+|these\s+)?(?:following\s+)?"
    rf"(?:{NUMBER}\s+)?(?:columns?|headers?|header)\s+(?:named\s+|called\s+|are\s+|row\s+)?[:：]?\s*(?P<b>[`\"'“].+|[A-Za-z_]\w*\s*,\s*\w.+)"
    r"|\b(?:columns?|headers?)\s+(?:\w+\s+)?(?:must be|should be|are|have to be|has to be)\s+(?:exactly\s+|named\s+)?(?P<h>[`\"“'].+)"
    r"|\bone is (?P<c>[`\"'“].+)"
    r"|\b(?:including|with|has|have|contain(?:s|ing)?)\s+(?P<d>[\w`\"'“][^:;.]*?[,`\"'”][^:;.]*?)\s+columns\b"
    r"|(?:列名?|表头|字段)(?:依次|分别|必须|应|为|是|包含|包括|有|恰好|顺序|：|:)+\s*(?P<e>.+)"
    r"|\b(?:a|the) column\s+(?:named\s+|called\s+)?(?P<g>[`\"'“][^`\"'”]+[`\"'”])",
    IGNORE | re.DOTALL,
)
_KEYS = re.compile(
    r"\b(?:keys?|fields?|properties|attributes|members)\b(?:\s+(?:are|must be|should be|named|called|exactly|only|must|should|include))*\s*[:：]?\s*"
    r"(?P<a>[`\"“'].+)|(?:键|字段)(?:必须|应|为|是|包含|包括|有|：|:)*\s*(?P<e>[`\"“].+)",
    IGNORE | re.DOTALL,
)
_DEMANDS = re.compile(r"\b(?:contain|have|has|with|include|must|should|following|keys?:)|必须|包含|应", IGNORE)
_SHEET = re.compile(
    r"(?:\b(?:work)?sheets?\b|\btabs?\b|工作表)\s*(?:[,:]\s+|must be\s+|should be\s+|called\s+|named\s+|titled\s+|is\s+|are\s+|exactly\s+|：|:|名为|名称为|为|必须|命名为|应|叫)*\s*"
    r"(?P<a>[`\"“'].+)|(?P<b>`[^`]+`|\"[^\"]+\"|“[^”]+”)\s+(?:work)?sheet\b",
    IGNORE | re.DOTALL,
)
_SHEET_USE = re.compile(r"\b(?:fill|link|calculat|populate|formula|from|read|cells?|columns?|rows?)\b|填|公式|单元格|列|行", IGNORE)
_ONE_SHEET = re.compile(
    r"\b(?:in|on|of|to)\s+(?:the\s+)?(?:work)?sheet\s+(?P<a>`[^`]+`|\"[^\"]+\"|“[^”]+”|'[^']+')|\b(?:sheet|tab)\s+(?P<b>`[^`]+`|\"[^\"]+\"|“[^”]+”|'[^']+')"
    r"|(?:工作表)\s*(?P<c>`[^`]+`|“[^”]+”|「[^」]+」)|(?P<d>`[^`]+`|\"[^\"]+\")\s+(?:sheet|tab)\b|(?P<e>`[^`]+`)\s*工作表",
    IGNORE,
)
_CELLS = re.compile(r"(?<![\w`.-])`?(?P<r>\$?[A-Z]{1,2}\$?\d{1,5}(?:\s*:\s*\$?[A-Z]{1,2}\$?\d{1,5})?)`?(?![\w-])")
_COLUMN_LETTER = re.compile(r"\bcolumns?\s+`?(?P<c>[A-Z]{1,2})\b`?")
_FORMULA = re.compile(r"\bformulas?\b|\bhard-?coded?\b|公式", IGNORE)
_FUNCTION = re.compile(
    r"\b(?P<f>SUM|SUMPRODUCT|AVERAGE|VLOOKUP|XLOOKUP|INDEX|MATCH|COUNTIFS?|COUNTA?|SUMIFS?|IF|TREND|ROUND|MAX|MIN|MEDIAN)\b"
)
_COUNT = re.compile(
    rf"(?P<op>exactly|precisely|at least|at most|no more than|no fewer than|no less than|a minimum of|a maximum of|minimum|maximum|up to|not (?:be )?longer than|"
    rf"no longer than|fewer than|less than|more than|under|over|恰好|正好|至少|至多|不超过|不少于|最多|最少|共|必须有|应有|不得超过)?\s*(?:of\s+|有\s*)?(?P<n>{NUMBER})\s*(?:个|条|行(?=数据)|张|列)?\s*"
    r"(?:data\s+|non-empty\s+|non-blank\s+|unique\s+|distinct\s+|top-level\s+|different\s+|数据)?"
    r"(?P<of>rows?|lines?|records?|items?|entries|entry|elements?|objects?|words?|characters?|chars|pages?|slides?|sheets?|worksheets?|"
    r"columns?|files?|keys?|行|条|项|个条目|条记录|个元素|元素|列|个工作表|页|张幻灯片|个文件|文件|字|个字符)(?![\w-])",
    IGNORE,
)
_SPAN_COUNT = re.compile(
    rf"\bbetween\s+(?P<lo>{NUMBER})\s+and\s+(?P<hi>{NUMBER})\s+(?P<of>rows?|lines?|records?|items?|entries|words?|characters?|pages?|slides?)\b", IGNORE
)
_OF = {
    "row": "rows", "record": "rows", "行": "rows", "条": "rows", "条记录": "rows", "line": "lines", "item": "items", "entries": "items",
    "entry": "items", "element": "items", "object": "items", "个条目": "items", "项": "items", "个元素": "items", "元素": "items", "word": "words",
    "character": "characters", "chars": "characters", "字": "characters", "个字符": "characters", "page": "pages", "页": "pages",
    "slide": "slides", "张幻灯片": "slides", "sheet": "sheets", "worksheet": "sheets", "个工作表": "sheets", "column": "columns",
    "列": "columns", "file": "files", "个文件": "files", "文件": "files", "key": "keys",
}  # fmt: skip
_OPS = {
    "exactly": "count", "precisely": "count", "恰好": "count", "正好": "count", "共": "count", "必须有": "count", "应有": "count",
    "at least": "min", "no fewer than": "min", "no less than": "min", "a minimum of": "min", "minimum": "min", "至少": "min",
    "不少于": "min", "最少": "min", "at most": "max", "no more than": "max", "a maximum of": "max", "maximum": "max", "up to": "max",
    "不超过": "max", "至多": "max", "最多": "max", "不得超过": "max", "not longer than": "max", "not be longer than": "max",
    "no longer than": "max", "fewer than": "max_exclusive", "less than": "max_exclusive", "under": "max_exclusive",
    "more than": "min_exclusive", "over": "min_exclusive",
}  # fmt: skip
_COUNT_DEMAND = re.compile(
    rf"\b{MODAL}\b|\b(?:contain|have|has|with|there|list|hold)\w*\b|必须|应|包含|有|共", IGNORE
)
_ORDINAL_BEFORE = re.compile(r"\b(?:first|last|top|every|each|next|line|row|page|slide)\s*$|第\s*$", IGNORE)
def columns(c: Clause) -> Guess | None:
    """The columns of a table."""
    match = c.find(_COLUMNS)
    params = c.about()
    if match is None or str(params["path"].value if params else "").endswith((".json", ".jsonl", ".yaml", ".yml", ".toml")):
        return None
    group = next((name for name in "abcdegh" if match[name]), None)
    if group is None:
        return None
    start, end = match.span(group)
    stop = re.search(r"[.。;；](?:\s|$)|\s[—–]\s|\n\n", c.source.text[start:end])
    listed = [
        item
        for item in c.names_between(start, start + stop.start() if stop else end)
        if not re.search(r"\.(?:csv|xlsx|json|tsv)$", item.value) and len(item.value) <= 60
    ]
    if group == "d" and len(listed) < 2:
        return None
    if not listed or len(listed) > 60 or (group in "bd" and re.search(r"\bfrom|between|of\b", c.source.text[start:end], IGNORE) and not c.quotes(start, end)):
        return None
    return guess(Family.SCHEMA, params | {"column": c.listed(listed)} | sheet_of(c), "columns")


def keys(c: Clause) -> Guess | None:
    """The keys of an object, listed in a sentence."""
    match = c.find(_KEYS)
    if match is None or _DEMANDS.search(c.text) is None:
        return None
    group = "a" if match["a"] else "e"
    listed = [item for item in c.quotes(*match.span(group)) if re.fullmatch(r"[\w.\[\]$\u3400-\u9fff-]+", item.value)]
    if not listed:
        return None
    return guess(Family.SCHEMA, c.about() | {"keys": c.listed(listed)}, "keys")


_FIELD_LEAD = re.compile(r"\b(?:fields?|keys?|columns?|propert|attribute|structure|schema|headers?)|字段|列|键", IGNORE)


_VALUE_HEAD = re.compile(r"(?P<key>[^|]*\b(?:key|field|setting|option|name|variable)\b[^|]*|[^|]*(?:键|字段)[^|]*)\|(?P<value>[^|]*\b(?:value|must be)\b[^|]*|[^|]*值[^|]*)", IGNORE)
_GOAL_HEAD = re.compile(r"(?P<key>[^|]*)\|(?P<value>[^|]*\b(?:goes to|go to|destination|target folder|folder|moves? to|new place)\b[^|]*|[^|]*(?:目标|去处|放到)[^|]*)", IGNORE)
_ROW = re.compile(r"\s*`(?P<key>[^`|]+)`\s*\|\s*`(?P<value>[^`|]+)`\s*")


def table_pair(c: Clause) -> Guess | None:
    """A row of a two-column table of demands: a key and its value, a file and its folder."""
    if c.unit.block is not Block.TABLE_ROW or c.lead is None or c.lead.block is not Block.TABLE_HEADER:
        return None
    row = _ROW.fullmatch(c.source.text, c.start, c.end)
    if row is None:
        return None
    key = c.param(row, "key")
    if _VALUE_HEAD.fullmatch(c.lead_text) and c.focus is not None:
        value = c.param(row, "value", typed(row["value"]))
        return guess(Family.VALUE_EQUALS, {"path": c.focus.param(c.source), "field": key, "value": value}, "table_pair")
    if _GOAL_HEAD.fullmatch(c.lead_text) and row["value"].endswith("/"):
        path = Param(value=row["value"] + row["key"], spans=(*key.spans, c.span(*row.span("value"))))
        return guess(Family.PATH_EXISTS, {"path": path}, "table_pair")
    return None


def typed(raw: str) -> Scalar:
    """The value that a literal stands for: JSON's own words and numbers, else the text."""
    text = raw.strip()
    if len(text) > 1 and text[0] == text[-1] and text[0] in "\"'":
        return text[1:-1]
    if text in ("true", "false"):
        return text == "true"
    if text in ("null", "None"):
        return None
    if re.fullmatch(r"-?\d+", text):
        return int(text)
    if re.fullmatch(r"-?\d+\.\d+", text):
        return float(text)
    return raw


def field_item(c: Clause) -> Guess | None:
    """A list item that opens with a field's name, in a list of fields."""
    if c.unit.block not in (Block.LIST_ITEM, Block.TABLE_ROW) or c.start != c.unit.body.start:
        return None
    match = LABEL.match(c.source.text, c.start)
    lead = f"{c.lead_text} {' '.join(c.unit.heading_path[-1:])}"
    if match is None or match.end() > c.end or not _FIELD_LEAD.search(lead):
        return None
    params = c.about()
    if not params or "/" in match["f"] or re.match(rf"\s*\|?\s*{MODAL}\b", c.source.text[match.end() : c.end], IGNORE):
        return None
    table = re.search(r"\bcolumns?\b|列", c.lead_text, IGNORE) or str(params["path"].value).endswith((".csv", ".tsv", ".xlsx"))
    return guess(Family.SCHEMA, params | {"column" if table else "keys": c.param(match, "f")}, "field_item")


def sheets(c: Clause) -> Guess | None:
    """Sheets of a workbook, or the only sheet's name."""
    match = c.find(_SHEET)
    if match is None or _SHEET_USE.search(c.text):
        return None
    group = "a" if match["a"] else "b"
    listed = [item for item in c.quotes(*match.span(group)) if not re.search(r"\.\w{2,5}$", item.value)]
    if not listed:
        return None
    params = c.about() | {"sheet": c.listed(listed)}
    only = re.search(rf"\b(?:only|exactly|single)\s+(?:contain\s+)?(?P<n>{NUMBER})\s*(?:sheet)", c.text, IGNORE)
    if only and integer(only["n"]) is not None:
        offset = c.start + only.start("n")
        params["count"] = Param(value=integer(only["n"]), spans=(c.span(offset, offset + len(only["n"])),))
    return guess(Family.SCHEMA, params, "sheets")


def counting(c: Clause) -> Guess | None:
    """So many rows, items, words, …"""
    between = c.find(_SPAN_COUNT)
    if between is not None:
        params = {"min": c.param(between, "lo", number(between["lo"])), "max": c.param(between, "hi", number(between["hi"]))}
        return _counted(c, between, params)
    text = c.source.text
    keyed = c.find(_OF_KEY)
    if keyed is not None and str(c.about()["path"].value if c.about() else "").endswith((".json", ".yaml", ".yml", ".toml")):
        value = integer(keyed["n"])
        if value is not None:
            return _counted(c, keyed, {_OPS[keyed["op"].lower()]: c.param(keyed, "n", value)})
    for match in (*_COUNT.finditer(text, c.start, c.end), *_ELLIPTIC.finditer(text, c.start, c.end)):
        value = integer(match["n"])
        op = " ".join((match["op"] or "").lower().split())
        if value is None or _ORDINAL_BEFORE.search(text[max(c.start, match.start() - 8) : match.start()]):
            continue
        stated = _COUNT_DEMAND.search(text[c.start : match.start()] + " ") or _IN_TOTAL.match(text, match.end(), c.end)
        if op or not match["of"] or stated:
            return _counted(c, match, {_OPS.get(op, "count"): c.param(match, "n", value)})
    return None


_IN_TOTAL = re.compile(r"\s+(?:in total|in all|altogether|overall)\b", IGNORE)
_ELLIPTIC = re.compile(rf"[`\"”’]\s*(?:must|should)\s+(?:have|contain|hold)\s+(?P<op>exactly|at least|at most)?\s*(?P<n>{NUMBER})(?P<of>)\s*[.,;]?\s*$", IGNORE)
_UNIT_OF = re.compile(rf"{NUMBER}\s+(?:data\s+)?(?P<of>rows?|items?|lines?|records?|entries|slides?|pages?|words?)\b", IGNORE)


_OF_KEY = re.compile(
    rf"[`\"”’]\s*(?:array|list|field|key)?\s*(?:must\s+|should\s+|has to\s+)?(?:have|has|lists?|contains?|holds?)\s+(?P<op>exactly|at least|at most)\s+(?P<n>{NUMBER})\s+(?P<of>\w+)", IGNORE
)
"""`people` lists exactly 4 people: in a document of keys, whatever the things are called."""


def _elided(c: Clause) -> re.Match[str] | None:
    """The counted noun that an earlier clause of the sentence gave."""
    return _UNIT_OF.search(c.source.text, c.unit.body.start, c.start)


def _counted(c: Clause, match: re.Match[str], bounds: dict[str, Param]) -> Guess | None:
    noun = match if match["of"] else _elided(c)
    if noun is None:
        return None
    word = noun["of"].lower()
    of = _OF.get(word) or _OF.get(word.rstrip("s"), "items")
    counted = {"field": Param(value=of, spans=(c.span(*noun.span("of")),))}
    if c.on_message:
        return guess(Family.RESPONSE_CONSTRAINT, bounds | counted, "counting")
    subject = [item for item in c.literals() if item.end <= match.start() + 1]
    within = [item for item in c.literals() if re.fullmatch(r"\s*(?:in|of|inside)\s+[`\"“]", c.source.text[match.end() : item.start])]
    subject = subject or within
    params = c.about() | bounds
    name = str(params["path"].value) if "path" in params else ""
    if of == "items" and subject and name.endswith((".json", ".yaml", ".yml", ".toml")):
        counted = {"field": c.listed(subject[-1:])}
    elif of in ("rows", "columns") and name.endswith((".xlsx", ".xlsm")):
        params |= {"sheet": c.listed(subject[-1:])} if subject else sheet_of(c)
    return guess(Family.COUNT, params | counted, "counting")


_PLACES = re.compile(r"\b(?:sheets?|tabs?|contents? of)\b|工作表", IGNORE)


def sheet_of(c: Clause) -> dict[str, Param]:
    """The sheet that the clause names, as a place; in a workbook else the ones that the heading or lead-in names."""
    match = c.find(_ONE_SHEET)
    if match is None:
        path = c.about().get("path")
        if path is None or not str(path.value).endswith((".xlsx", ".xlsm")):
            return {}
        for text in (c.lead_text, *c.unit.heading_path[-1:]):
            if text and _PLACES.search(text):
                at = c.source.text.rfind(text, 0, c.start)
                named = c.quotes(at, at + len(text)) if at >= 0 else []
                if named:
                    return {"sheet": c.listed(named)}
        return {}
    group = next(name for name in "abcde" if match[name])
    start, end = match.span(group)
    return {"sheet": Param(value=c.source.text[start + 1 : end - 1], spans=(c.span(start + 1, end - 1),))}


def cells(c: Clause) -> dict[str, Param]:
    """Sheet, range or column letter that the clause names."""
    out = sheet_of(c)
    match = c.find(_CELLS)
    if match is not None:
        out["range"] = c.param(match, "r")
    elif (letter := c.find(_COLUMN_LETTER)) is not None:
        out["column"] = c.param(letter, "c")
    return out


def formulas(c: Clause) -> Guess | None:
    """Cells that hold formulas."""
    params = c.about()
    if c.find(_FORMULA) is None or not str(params["path"].value if params else ".xlsx").endswith((".xlsx", ".xlsm", ".pptx")):
        return None
    where = cells(c)
    if not where and not re.search(r"\b(?:cells?|hard-?coded?|workbook|sheet|excel|spreadsheet)\b|单元格", c.text, IGNORE):
        return None
    function = c.find(_FUNCTION)
    if function is not None:
        where["text"] = c.param(function, "f")
    return guess(Family.FORMULA, params | where, "formulas")


_PLACEHOLDER = re.compile(r"\b(?:fill(?:ed)?(?:\s+(?:in|out))?|replace[ds]?|substitute[ds]?|complete[ds]?|no|left|remain\w*)\b|填写|填充|替换|不得", IGNORE)
_PLACEHOLDER_LIT = re.compile(
    r"`(?P<a>\{\{[^`]*\}\}|\?{2,}|<[A-Z_ ]+>|\[[A-Z_ ]+\]|TODO|TBD|FIXME|X{3,})`|\"(?P<b>\?{2,}|TODO|TBD|FIXME)\"|“(?P<c>\?{2,}|TODO)”|(?P<d>\{\{\s*\w+\s*\}\})"
)
_FILL_PLACEHOLDERS = re.compile(
    r"\b(?:fill(?:ed)?\s+(?:in\s+|out\s+)?|replace[ds]?\s+|substitute[ds]?\s+)(?:all\s+|every\s+|each\s+)?(?:of\s+)?(?:the\s+)?placeholders?\b"
    r"|\b(?:no|without)\s+(?:\w+\s+)?placeholders?\b|(?:填写?|填充|替换)(?:所有|全部|每个)?占位符",
    IGNORE,
)


def placeholders(c: Clause) -> Guess | None:
    """Placeholders that must be replaced."""
    match = c.find(_PLACEHOLDER_LIT)
    if c.find(_FILL_PLACEHOLDERS) is not None:
        return guess(Family.CROSS_CONSISTENT, c.about(), "placeholders")
    if match is None or c.find(_PLACEHOLDER) is None:
        return None
    group = next(name for name in "abcd" if match[name])
    return guess(Family.CELLS_FILLED, c.about() | {"text": c.param(match, group)}, "placeholders")


_FILLED = re.compile(
    r"\b(?:fill|filled|populate[ds]?)\b|\b(?:no|not|never|n['’]t|without|any)\s+(?:be\s+|have\s+|contain\s+|any\s+)*(?:blank|empty)\b|填写|填满|(?:不得|不能|不可|不许)(?:为|有|留)空|(?:不能|不得)有空",
    IGNORE,
)
_BLANK = re.compile(r"\b(?:blank|empty)\b|空", IGNORE)


_NO_BLANK = re.compile(rf"\b(?:no|none|neither)\b{GAP}\b(?:be|is|are|stay)\s+(?:left\s+)?(?:blank|empty)\b", IGNORE)


def filling(c: Clause) -> Guess | None:
    """Cells or fields that must be filled."""
    if c.find(_FILLED) is None and c.find(_NO_BLANK) is None:
        return None
    where = cells(c)
    if "range" not in where and "column" not in where:
        if _BLANK.search(c.text) is None:
            return None
        listed = [item for item in c.literals() if re.fullmatch(r"[\w .\u3400-\u9fff-]+", item.value)]
        listed = [item for item in listed if where.get("sheet") is None or item.value != where["sheet"].value]
        if not listed:
            if not re.search(r"\bcells?\b|单元格", c.text, IGNORE):
                return None
            return guess(Family.CELLS_FILLED, c.about() | where, "filling")
        where["column"] = c.listed(listed)
    return guess(Family.CELLS_FILLED, c.about() | where, "filling")


_SAME_COLUMNS = re.compile(
    rf"\bsame\s+(?:number of columns|columns? (?:amount|count|number)|columns|headers?|column names|structure)|列(?:数|名)?(?:必须)?(?:与|和|跟){GAP}(?:相同|一致)", IGNORE
)


_INPUT = re.compile(r"\binput\s+(?:data|file|table|csv)?\s*(?:is|:|at|in|file)?\s*[`\"'“]?$|\binput\s+[`\"'“]?$|输入(?:数据|文件)?(?:是|为|：)?\s*[`“]?$", IGNORE)


def _input_table(c: Clause) -> Param | None:
    """The one table that the source calls its input."""
    text = c.source.text
    found = [
        m
        for m in c.files.mentions
        if m.path.endswith((".csv", ".tsv", ".xlsx")) and _INPUT.search(text, max(0, m.at - 40), m.at)
    ]
    return found[0].param(c.source) if len({m.path for m in found}) == 1 else None


def same_columns(c: Clause) -> Guess | None:
    """As many columns as another table, or the same ones."""
    match = c.find(_SAME_COLUMNS)
    if match is None:
        return None
    count = re.search(r"number|amount|count|列数", match.group(), IGNORE)
    params = {"path": c.focus.param(c.source)} if c.focus is not None else {}
    others = c.all_paths().get("path") or _input_table(c)
    if params and others is not None and not isinstance(others.value, tuple):
        pair = (str(params["path"].value), str(others.value))
        params = {"path": Param(value=pair, spans=params["path"].spans[:1] + others.spans)}
    what = Param(value="column count" if count else "column names", spans=(c.span(*match.span()),))
    return guess(Family.CROSS_CONSISTENT, params | {"field": what}, "same_columns")


