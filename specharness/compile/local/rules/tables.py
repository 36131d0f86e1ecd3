"""Rules about structure: columns, keys, sheets, rows of tables that state demands."""

from __future__ import annotations

import re

from specharness.compile.local.clause import Clause, Guess
from specharness.compile.local.literals import Literal
from specharness.compile.local.rules.base import GAP, IGNORE, LABEL, MODAL, NUMBER, TABLES, guess, integer
from specharness.compile.local.rules.cells import sheet_of
from specharness.ir import Block, Family, Param, Scalar

_COLUMNS = re.compile(
    r"\b(?:columns?|headers?|header row|fields)\b(?:,?\s+(?:are|must be|should be|named|called|in (?:this"
    r"|the following) order|of|"
    r"exactly|only|as follows|must|should|with|include|names?))*\s*(?:\([^)]*\))?\s*[:：]\s*(?P<a>.+)"
    rf"|\b(?:with|has|have|having|contain(?:s|ing)?|including|of|are|the)\s+(?:exactly\s+|only\s+)?(?:the\s+"
    rf"|these\s+)?(?:following\s+)?"
    rf"(?:{NUMBER}\s+)?(?:columns?|headers?|header)\s+(?:named\s+|called\s+|are\s+|row\s+)?[:：]?\s*(?P<b>[`\"'“].+"
    rf"|[A-Za-z_]\w*\s*,\s*\w.+)"
    rf"|\b(?:with|has|have|having|contain(?:s|ing)?)\s+(?:exactly\s+|only\s+)?(?:the\s+|these\s+)?(?:{NUMBER}\s+)?columns\s+"
    r"(?P<i>[A-Za-z_]\w*\s+and\s+[A-Za-z_]\w*)(?=\s*(?:[.;)?]|$))"
    r"|\b(?:columns?|headers?)\s+(?:\w+\s+)?(?:must be|should be|are|have to be|has to be)\s+(?:exactly\s+"
    r"|named\s+)?(?P<h>[`\"“'].+)"
    r"|\bone is (?P<c>[`\"'“].+)"
    r"|\b(?:including|with|has|have|contain(?:s|ing)?)\s+(?P<d>[\w`\"'“][^:;.]*?[,`\"'”][^:;.]*?)\s+columns\b"
    r"|(?:列名?|表头|字段)(?:依次|分别|必须|应|为|是|包含|包括|有|恰好|顺序|：|:)+\s*(?P<e>.+)"
    r"|\b(?:a|the) column\s+(?:named\s+|called\s+)?(?P<g>[`\"'“][^`\"'”]+[`\"'”])",
    IGNORE | re.DOTALL,
)

_KEYS = re.compile(
    r"\b(?:keys?|fields?|properties|attributes|members)\b(?:\s+(?:are|must be|should be|named|called|exactly|only"
    r"|must|should|include))*\s*[:：]?\s*"
    r"(?P<a>[`\"“'].+)|(?:键|字段)(?:必须|应|为|是|包含|包括|有|：|:)*\s*(?P<e>[`\"“].+)"
    r"|\b(?:contains?|have|has|include|with)\s+(?:a|an|the|its)\s+(?P<b>[`\"“][\w.-]+[`\"”])\s+(?:key|field|property"
    r"|attribute|member)\b",
    IGNORE | re.DOTALL,
)

_DEMANDS = re.compile(r"\b(?:contain|have|has|with|include|must|should|following|keys?:)|必须|包含|应", IGNORE)

_SHEET = re.compile(
    r"(?:\b(?:work)?sheets?\b|\btabs?\b|工作表)\s*(?:[,:]\s+|must be\s+|should be\s+|called\s+|named\s+|titled\s+"
    r"|is\s+|are\s+|exactly\s+|：|:|名为|名称为|为|必须|命名为|应|叫)*\s*"
    r"(?P<a>[`\"“'].+)|(?P<b>`[^`]+`|\"[^\"]+\"|“[^”]+”)\s+(?:work)?sheet\b",
    IGNORE | re.DOTALL,
)

_SHEET_USE = re.compile(
    r"\b(?:fill|link|calculat|populate|formula|from|read|cells?|columns?|rows?)\b|填|公式|单元格|列|行", IGNORE
)


_TAIL = re.compile(
    r"[.。;；](?:\s|$)|\s[—–]\s|\n\n|,?\s*\(?\b(?:in (?:this|that|exactly this|the (?:same|following|given"
    r"|listed)) order|in order|and"
    r" (?:nothing else|no others?)|with no others?|but no others?|separated by|sorted by|ordered by|one per"
    r"|each (?:of|with))\b"
    r"|[,，]?\s*(?:依次|按此顺序|按顺序|不得有)",
    IGNORE,
)
"""Where an enumeration of names ends."""
_LEADS_ON = re.compile(
    r"(?:in|with|without|sorted|separated|where|which|each|all|no|not|nothing|as|from|for|to|per|by|on|at|of|plus"
    r"|then|using|only|and|or|both)\s.+"
    r"|etc|respectively|exactly|only|nothing else|no others?",
    IGNORE,
)
"""Words after a list of unmarked names that are none of them."""
_SAYS_MORE = re.compile(
    rf"[`\"'”’]\s*(?:columns?\s*)?(?:{MODAL}\b|列?(?:必须|应|只能|不得|可)|(?:uses?|holds?|contains?|has|have|gives?"
    rf"|lists?|shows?|stores?|starts?|ends?"
    r"|lies|ranges?|takes?|consists?|sums?|equals?|follows?|cannot|never|only)\b)"
    r"(?!\s*(?:also\s+|always\s+|still\s+)*(?:exist|be\s+(?:present|there|included|in\s+(?:the|it|this)\s+(?:file"
    r"|table|header|output|csv))\b|appear|come|存在))",
    IGNORE,
)
"""A sentence that goes on about one named column: its values are what is demanded."""
_OF_COLUMN = re.compile(r"\b(?:of|in|by|for|on|from|to|into|under)\s*$", IGNORE)


_IN_A_PLACE = re.compile(r"[`\"”']?\s+(?:in|of|from)\s+(?:the\s+)?`[^`\n]+(?=`)", IGNORE)
"""Where a column stands, between its name and what is said of it."""


def _says_of_one(c: Clause, match: re.Match[str], start: int) -> bool:
    """Whether a single named column is the subject, or the place, of another demand."""
    text = c.source.text
    noun = re.compile(r"\bcolumns?\b|列", IGNORE).search(text, match.start(), start)
    if noun is None or noun.group().lower() == "columns":
        return False
    named = c.quotes(start, c.end)
    place = _IN_A_PLACE.match(text, named[0].end, c.end) if named else None
    after = _SAYS_MORE.match(text, place.end() if place else named[0].end, c.end) if named else None
    return after is not None or _OF_COLUMN.search(text, c.start, match.start()) is not None


_OPTIONAL_BEFORE = re.compile(
    r"\b(?:optional(?:ly)?|if (?:any|present|known|available))[\s,:]*[`\"“]?$"
    r"|可选的?\s*[`“]?$",
    IGNORE,
)
_OPTIONAL_AFTER = re.compile(
    r"[`\"”']?\s*(?:[(（][^)）]*(?:\boptional\b|\bif (?:any|present)\b|可选)[^)）]*[)）]"
    r"|(?:is|are)\s+optional\b|optional\b)",
    IGNORE,
)


def required(c: Clause, listed: list[Literal]) -> list[Literal]:
    """The names of a list that are not left free."""
    text = c.source.text
    return [
        item
        for item in listed
        if not _OPTIONAL_BEFORE.search(text, c.start, item.start) and not _OPTIONAL_AFTER.match(text, item.end, c.end)
    ]


_GOES = re.compile(
    r"[`\"”'’]?\s*(?:columns?\s+)?(?:(?:must|should|shall|can|has\s+to|have\s+to|will|is|are|gets?|be)\s+){0,3}"
    r"(?:go|goes|gone|dropped|removed|deleted|discarded|omitted|stripped|excluded|left\s+out|taken\s+out|drops?\s+out"
    r"|disappears?|vanish(?:es)?|falls?\s+away)\b"
    r"|[`”]?\s*(?:列|字段)?(?:必须|应|要)?(?:去掉|删掉|删除|移除|除外|不要)",
    IGNORE,
)
"""A name of which is said that it is taken away."""


def _bracket_end(text: str, start: int, end: int) -> int:
    """Where a bracket closes that was opened before a list; else the end."""
    for mark in re.compile(r"[()（）]").finditer(text, start, end):
        return mark.start() if mark.group() in ")）" else end
    return end


def columns(c: Clause) -> Guess | None:
    """The columns of a table."""
    match = c.find(_COLUMNS)
    params = c.about()
    if match is None or str(params["path"].value if params else "").endswith(
        (".json", ".jsonl", ".yaml", ".yml", ".toml")
    ):
        return None
    group = next((name for name in "abcdeghi" if match[name]), None)
    if group is None:
        return None
    start, end = match.span(group)
    end = _bracket_end(c.source.text, start, end)
    if group in "bg" and _says_of_one(c, match, start):
        return None
    marked = c.quotes(start, end)
    if any(_GOES.match(c.source.text, item.end, c.end) for item in marked):
        return None
    stop = _TAIL.search(c.source.text, marked[0].end if marked else start, end)
    listed = [
        item
        for item in c.names_between(start, stop.start() if stop else end)
        if not re.search(r"\.(?:csv|xlsx|json|tsv|parquet|db|sqlite3?)$", item.value) and len(item.value) <= 60
    ]
    if not marked:
        listed = [item for item in listed if not _LEADS_ON.fullmatch(item.value)]
        if all(_NO_KEY.fullmatch(item.value) for item in listed):
            return None  # "with columns sorted and trimmed"
    listed = required(c, listed)
    if group == "d" and len(listed) < 2:
        return None
    if (
        not listed
        or len(listed) > 60
        or (
            group in "bd"
            and re.search(r"\bfrom|between|of\b", c.source.text[start:end], IGNORE)
            and not c.quotes(start, end)
        )
    ):
        return None
    return guess(Family.SCHEMA, params | {"column": c.listed(listed)} | sheet_of(c), "columns")


def keys(c: Clause) -> Guess | None:
    """The keys of an object, listed in a sentence."""
    match = c.find(_KEYS)
    if match is None:
        return _bare_keys(c)
    if c.search(_DEMANDS) is None:
        return None
    group = next(name for name in "aeb" if match[name])
    quotes = required(c, c.quotes(*match.span(group)))
    listed = [item for item in quotes if re.fullmatch(r"[\w.\[\]$\u3400-\u9fff-]+", item.value)]
    if not listed:
        return None
    return guess(Family.SCHEMA, c.about() | {"keys": c.listed(listed)}, "keys")


_BARE_KEYS = re.compile(
    rf"\b(?:with|has|have|having|contain(?:s|ing)?|holding)\s+(?:exactly\s+|only\s+)?(?:the\s+|these\s+)?(?:following\s+)?"
    rf"(?:{NUMBER}\s+)?(?:keys|fields)\s*:?\s+"
    r"(?P<l>[A-Za-z_]\w*(?:\s*,\s*(?!and\b)[A-Za-z_]\w*)*,?\s+and\s+[A-Za-z_]\w*)(?=\s*(?:[.;:)]|$))",
    IGNORE,
)
_NO_KEY = re.compile(
    r"(?:\w*(?:ed|ing)|and|or|in|of|at|on|to|as|by|for|from|only|their|its|the|all|each|values?|keys?|fields?|nothing|no|others?"
    r"|else|not|lower|upper|sorted|so|so on|more|etc)",
    IGNORE,
)
"""Words that a list of names without marks may be mistaken for."""


def _bare_keys(c: Clause) -> Guess | None:
    """Keys of an object as plain words: "with the keys total and count"."""
    match = c.find(_BARE_KEYS)
    params = c.about()
    if match is None or not str(params["path"].value if params else "").endswith((".json", ".yaml", ".yml", ".toml")):
        return None
    listed = c.names_between(*match.span("l"))
    if len(listed) < 2 or any(_NO_KEY.fullmatch(item.value) or not item.value.isidentifier() for item in listed):
        return None
    return guess(Family.SCHEMA, params | {"keys": c.listed(listed)}, "keys")


_FIELD_LEAD = re.compile(r"\b(?:fields?|keys?|columns?|propert|attribute|structure|schema|headers?)|字段|列|键", IGNORE)

_VALUE_HEAD = re.compile(
    r"(?P<key>[^|]*\b(?:key|field|setting|option|name|variable)\b[^|]*|[^|]*(?:键|字段)[^|]*)\|(?P<value>[^"
    r"|]*\b(?:value|must be)\b[^|]*|[^|]*值[^|]*)",
    IGNORE,
)

_GOAL_HEAD = re.compile(
    r"(?P<key>[^|]*)\|(?P<value>[^|]*\b(?:goes to|go to|destination|target folder|folder|moves? to|new place)\b[^|]*"
    r"|[^|]*(?:目标|去处|放到)[^|]*)",
    IGNORE,
)

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
    table = re.search(r"\bcolumns?\b|列", c.lead_text, IGNORE) or str(params["path"].value).endswith(TABLES)
    return guess(Family.SCHEMA, params | {"column" if table else "keys": c.param(match, "f")}, "field_item")


_SHEET_DEMAND = re.compile(
    r"\b(?:must|should|contain|have|has|having|with|named|called|titled|there|exactly|only)\w*\b|必须|包含|应|名为"
    r"|命名|只"
    r"|\b(?:add|create|insert|append|include)\s+(?:an?\s+|the\s+|another\s+|one\s+|two\s+)?(?:new\s+|further\s+"
    r"|second\s+|extra\s+)?"
    r"(?:[`\"“][^`\"”]+[`\"”]\s+)?(?:work)?sheets?\b|(?:新增|添加|新建|创建|增加)[^，。；]{0,8}工作表",
    IGNORE,
)
_PLAIN_SHEETS = re.compile(
    r"\bsheets\s*(?:named\s+|called\s+"
    r"|:\s*)?(?P<n>(?-i:[A-Z])[\w-]*(?:\s*,\s*(?-i:[A-Z])[\w-]*)*\s*,?\s+and\s+(?-i:[A-Z])[\w-]*)(?=\s*(?:[.,;)]|$))",
    IGNORE,
)
"""Sheets whose names are not marked: capital letters and commas."""
_PLACE_BEFORE = re.compile(r"\b(?:in|on|of|from|to|into|within|under)\s+(?:the\s+)?$", IGNORE)
_SHEET_SAYS = re.compile(
    r"[`\"'”’]\s*(?:sheets?\s+)?(?:must|should|shall|may|has to|has|have|contains?|holds?|lists?|shows?|starts?"
    r"|needs?)\b"
    r"(?!\s*(?:also\s+|still\s+)*(?:exist|be\s+(?:present|there|included|the\b|added|created)))",
    IGNORE,
)
"""A sentence that goes on about a named sheet: what stands in it is what is demanded."""


def sheets(c: Clause) -> Guess | None:
    """Sheets of a workbook, or the only sheet's name."""
    match = c.find(_SHEET)
    if c.search(_SHEET_USE) or not c.search(_SHEET_DEMAND):
        return None
    if match is None:
        plain = c.find(_PLAIN_SHEETS)
        named = c.names_between(*plain.span("n")) if plain is not None else []
        return guess(Family.SCHEMA, c.about() | {"sheet": c.listed(named)}, "sheets") if len(named) > 1 else None
    group = "a" if match["a"] else "b"
    if _PLACE_BEFORE.search(c.source.text, c.start, match.start()):
        return None
    listed = [item for item in c.quotes(*match.span(group)) if not re.search(r"\.\w{2,5}$", item.value)]
    if not listed or _SHEET_SAYS.match(c.source.text, listed[0].end, c.end):
        return None
    params = c.about() | {"sheet": c.listed(listed)}
    only = re.search(rf"\b(?P<n>{NUMBER})\s*(?:(?:work)?sheets?|tabs?)\b|(?P<z>{NUMBER})\s*个?工作表", c.text, IGNORE)
    group = "n" if only and only["n"] else "z"
    if only and integer(only[group]) == len(listed):
        offset = c.start + only.start(group)
        params["count"] = Param(value=len(listed), spans=(c.span(offset, offset + len(only[group])),))
    return guess(Family.SCHEMA, params, "sheets")


_SAME_COLUMNS = re.compile(
    rf"\bsame\s+(?:number of columns|columns? (?:amount|count|number)|columns|headers?|column names|structure)"
    rf"|列(?:数|名)?(?:必须)?(?:与|和|跟){GAP}(?:相同|一致)",
    IGNORE,
)

_INPUT = re.compile(
    r"\binput\s+(?:data|file|table|csv)?\s*(?:is|:|at|in|file)?\s*[`\"'“]?$|\binput\s+[`\"'“]?$|输入(?:数据"
    r"|文件)?(?:是|为|：)?\s*[`“]?$",
    IGNORE,
)


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
    others = c.paths_param(c.paths).get("path") or _input_table(c)
    if params and others is not None and not isinstance(others.value, tuple):
        pair = (str(params["path"].value), str(others.value))
        params = {"path": Param(value=pair, spans=params["path"].spans[:1] + others.spans)}
    what = Param(value="column count" if count else "column names", spans=(c.span(*match.span()),))
    return guess(Family.CROSS_CONSISTENT, params | {"field": what}, "same_columns")
