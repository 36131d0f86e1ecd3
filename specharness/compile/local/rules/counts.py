"""Rules about numbers of things: rows, items, words, slides, …"""

from __future__ import annotations

import re

from specharness.compile.local.clause import Clause, Guess
from specharness.compile.local.literals import number
from specharness.compile.local.rules.base import IGNORE, MODAL, NUMBER, guess, integer
from specharness.compile.local.rules.cells import sheet_of
from specharness.ir import Family, Param

_COUNT = re.compile(
    rf"(?P<op>exactly|precisely|at least|at most|no more than|no fewer than|no less than|a minimum of|a maximum of"
    rf"|minimum|maximum|up to|not (?:be )?longer than|"
    rf"no longer than|fewer than|less than|more than|exceeds?|under|over|"
    rf"不(?:得|能|可|应)?(?:多于|少于|超过)|恰好|正好|至少|至多|不超过|不少于|最多|最少|共|必须有"
    rf"|应有|不得超过)?\s*(?:of\s+|有\s*)?(?P<n>{NUMBER})\s*(?:个|条|行(?=数据)|张|列)?\s*"
    r"(?:data\s+|non-empty\s+|non-blank\s+|unique\s+|distinct\s+|top-level\s+|different\s+|数据)?"
    r"(?P<of>rows?|lines?|records?|items?|entries|entry|elements?|objects?|words?|characters?|chars|pages?|slides?"
    r"|sheets?|worksheets?|"
    r"columns?|files?|keys?|行|条|项|个条目|条记录|个元素|元素|列|个工作表|页|张幻灯片|个文件|文件|字|个字符)(?![\w-])",
    IGNORE,
)

_SPAN_COUNT = re.compile(
    rf"\bbetween\s+(?P<lo>{NUMBER})\s+and\s+(?P<hi>{NUMBER})\s+(?P<of>rows?|lines?|records?|items?|entries|words?"
    rf"|characters?|pages?|slides?)\b",
    IGNORE,
)

_OF = {
    "row": "rows",
    "record": "rows",
    "行": "rows",
    "条": "rows",
    "条记录": "rows",
    "line": "lines",
    "item": "items",
    "entries": "items",
    "entry": "items",
    "element": "items",
    "object": "items",
    "个条目": "items",
    "项": "items",
    "个元素": "items",
    "元素": "items",
    "word": "words",
    "character": "characters",
    "chars": "characters",
    "字": "characters",
    "个字符": "characters",
    "page": "pages",
    "页": "pages",
    "slide": "slides",
    "张幻灯片": "slides",
    "sheet": "sheets",
    "worksheet": "sheets",
    "个工作表": "sheets",
    "column": "columns",
    "列": "columns",
    "file": "files",
    "个文件": "files",
    "文件": "files",
    "key": "keys",
}

_OPS = {
    "exactly": "count",
    "precisely": "count",
    "恰好": "count",
    "正好": "count",
    "共": "count",
    "必须有": "count",
    "应有": "count",
    "at least": "min",
    "no fewer than": "min",
    "no less than": "min",
    "a minimum of": "min",
    "minimum": "min",
    "至少": "min",
    "不少于": "min",
    "最少": "min",
    "at most": "max",
    "no more than": "max",
    "a maximum of": "max",
    "maximum": "max",
    "up to": "max",
    "不超过": "max",
    "至多": "max",
    "最多": "max",
    "不得超过": "max",
    "not longer than": "max",
    "not be longer than": "max",
    "no longer than": "max",
    "exceed": "min_exclusive",
    "exceeds": "min_exclusive",
    **{f"不{word}{more}": "max" for word in ("", "得", "能", "可", "应") for more in ("多于", "超过")},
    **{f"不{word}少于": "min" for word in ("", "得", "能", "可", "应")},
    "fewer than": "max_exclusive",
    "less than": "max_exclusive",
    "under": "max_exclusive",
    "more than": "min_exclusive",
    "over": "min_exclusive",
}

_COUNT_DEMAND = re.compile(rf"\b{MODAL}\b|\b(?:contain|have|has|with|there|list|hold)\w*\b|必须|应|包含|有|共", IGNORE)

_ORDINAL_BEFORE = re.compile(r"\b(?:first|last|top|every|each|next|line|row|page|slide)\s*$|第\s*$", IGNORE)

_IN_TOTAL = re.compile(r"\s+(?:in total|in all|altogether|overall)\b", IGNORE)

_ELLIPTIC = re.compile(
    rf"[`\"”’]\s*(?:must|should)\s+(?:have|contain|hold)\s+(?P<op>exactly|at least"
    rf"|at most)?\s*(?P<n>{NUMBER})(?P<of>)\s*[.,;]?\s*$",
    IGNORE,
)

_UNIT_OF = re.compile(
    rf"{NUMBER}\s+(?:data\s+)?(?P<of>rows?|items?|lines?|records?|entries|slides?|pages?|words?)\b", IGNORE
)

_OF_KEY = re.compile(
    rf"[`\"”’]\s*(?:array|list|field|key)?\s*(?:must\s+|should\s+|has to\s+)?(?:have|has|lists?|contains?"
    rf"|holds?)\s+(?P<op>exactly|at least|at most)\s+(?P<n>{NUMBER})\s+(?P<of>\w+)",
    IGNORE,
)
"""`people` lists exactly 4 people: in a document of keys, whatever the things are called."""


_EACH = re.compile(
    r"\b(?:each|every|any|per)\s+(?!(?:of\s+)?(?:the\s+|these\s+)?(?:\w+\s+)?(?:files?|documents?|tables?)\b)\w+|每(?!个?文件)",
    IGNORE,
)

_PER = re.compile(r"\s*(?:\w+\s+){0,3}?(?:per|(?:for|in|of)\s+(?:each|every)|each)\b", IGNORE)

_PART = re.compile(
    r"\b(?P<p>title|section|paragraph|bullet|line|sentence|heading|summary|abstract|subject|name|headline|caption|cell|"
    r"description|slide|introduction|conclusion|comment|message|value)s?\b",
    IGNORE,
)


def _of_a_part(c: Clause, match: re.Match[str]) -> bool:
    """Whether it counts in each group or in a part, not in the whole file."""
    text = c.source.text
    if c.on_message or _IN_TOTAL.match(text, match.end(), c.end):
        return False
    if _EACH.search(text, c.start, match.start()) or _PER.match(text, match.end(), c.end):
        return True
    part = _PART.search(text, c.start, match.start())
    if part is None or not re.match("word|char|字|个字符", match["of"] or "", IGNORE):
        return False
    path = c.about().get("path")
    return path is None or part["p"].lower() not in str(path.value).lower()


def counting(c: Clause) -> Guess | None:
    """So many rows, items, words, …"""
    between = c.find(_SPAN_COUNT)
    if between is not None:
        params = {
            "min": c.param(between, "lo", number(between["lo"])),
            "max": c.param(between, "hi", number(between["hi"])),
        }
        return None if _of_a_part(c, between) else _counted(c, between, params)
    text = c.source.text
    keyed = c.find(_OF_KEY)
    if keyed is not None and str(c.about()["path"].value if c.about() else "").endswith(
        (".json", ".yaml", ".yml", ".toml")
    ):
        value = integer(keyed["n"])
        if value is not None:
            return _counted(c, keyed, {_OPS[keyed["op"].lower()]: c.param(keyed, "n", value)})
    for match in (*_COUNT.finditer(text, c.start, c.end), *_ELLIPTIC.finditer(text, c.start, c.end)):
        value = integer(match["n"])
        op = " ".join((match["op"] or "").lower().split())
        if value is None or _ORDINAL_BEFORE.search(text[max(c.start, match.start() - 8) : match.start()]):
            continue
        if _of_a_part(c, match):
            continue
        stated = _COUNT_DEMAND.search(text[c.start : match.start()] + " ") or _IN_TOTAL.match(text, match.end(), c.end)
        if op or not match["of"] or stated:
            name = _OPS.get(op, "count")
            if _DENIED.search(text, c.start, match.start()):
                name = _TURNED.get(name, "")
            return _counted(c, match, {name: c.param(match, "n", value)}) if name else None
    return None


_DENIED = re.compile(r"\b(?:not|never|cannot|neither)\b(?! only)|n['’]t\b", IGNORE)

_TURNED = {"min_exclusive": "max", "max_exclusive": "min", "min": "max_exclusive", "max": "min_exclusive"}
"""What a bound becomes behind a "not"; that something has not exactly so many says too little."""


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
    within = [
        item
        for item in c.literals()
        if re.fullmatch(r"\s*(?:in|of|inside)\s+[`\"“]", c.source.text[match.end() : item.start])
    ]
    subject = subject or within
    params = c.about() | bounds
    name = str(params["path"].value) if "path" in params else ""
    if of == "items" and subject and name.endswith((".json", ".yaml", ".yml", ".toml")):
        counted = {"field": c.listed(subject[-1:])}
    elif of in ("rows", "columns") and name.endswith((".xlsx", ".xlsm")):
        params |= {"sheet": c.listed(subject[-1:])} if subject else sheet_of(c)
    return guess(Family.COUNT, params | counted, "counting")
