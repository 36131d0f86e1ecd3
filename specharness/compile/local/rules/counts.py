"""Rules about numbers of things: rows, items, words, slides, …"""

from __future__ import annotations

import re

from specharness.compile.local.clause import Clause, Guess
from specharness.compile.local.literals import Literal
from specharness.compile.local.rules.base import IGNORE, MODAL, NUMBER, guess, integer
from specharness.compile.local.rules.cells import sheet_of
from specharness.ir import Family, Param

_COUNT = re.compile(
    rf"(?P<op>exactly|precisely|at least|at most|(?:no|not) (?:more|longer|greater) than|(?:no|not) (?:fewer|less"
    rf"|shorter) than"
    rf"|a minimum of|a maximum of|minimum|maximum|up to|not be longer than|not be shorter than|"
    rf"(?:fewer|less|shorter) than|(?:more|longer|greater) than|not exceed|exceeds?|below|above|under|over|"
    rf"不(?:得|能|可|应)?(?:多于|少于|超过)|恰好|正好|至少|至多|不超过|不少于|最多|最少|共|必须有"
    rf"|应有|不得超过)?\s*(?:of\s+|有\s*)?(?:包含|含)?\s*(?P<n>{NUMBER})\s*(?:个|条|行(?=数据)|张|列)?\s*"
    r"(?:data\s+|non-empty\s+|non-blank\s+|unique\s+|distinct\s+|top-level\s+|different\s+|数据)?"
    r"(?P<of>rows?|lines?|records?|items?|entries|entry|elements?|objects?|words?|characters?|chars|pages?|slides?"
    r"|sheets?|worksheets?|"
    r"columns?|files?|keys?|行|条|项|个条目|条记录|个元素|元素|列|个工作表|页|张幻灯片|个文件|文件|字"
    r"|个字符)(?!(?!以[上内下])[\w-])",
    IGNORE,
)

_NOUNS = (
    r"(?:data\s+|non-empty\s+|top-level\s+)?(?P<of>rows?|lines?|records?|items?|entries|elements?|objects?|words?"
    r"|characters?|chars|pages?|slides?|sheets?|worksheets?|columns?|files?|keys?)\b"
)
_SPAN_COUNT = re.compile(
    rf"\b(?:between\s+(?P<lo>{NUMBER})\s+and\s+(?P<hi>{NUMBER})|(?P<lo2>{NUMBER})\s*(?:to|or|-|–"
    rf"|—)\s*(?P<hi2>{NUMBER}))\s+{_NOUNS}"
    rf"|(?P<lo3>{NUMBER})\s*(?:到|至|-|–|—|~|～)\s*(?P<hi3>{NUMBER})\s*(?P<zh>行|条|项|个条目|条记录|个元素|列"
    rf"|个工作表|页|张幻灯片|个文件|字|个字符)",
    IGNORE,
)
"""A range; of "3 or 4" too, where the one follows on the other."""

_LIMIT = (
    r"at least|at most|(?:no|not|never) (?:more|longer|fewer|less|shorter) than|a minimum of|a maximum of"
    r"|(?:more|fewer|less|longer|shorter) than|up to"
)
_TWO_BOUNDS = re.compile(
    rf"\b(?P<op1>{_LIMIT})\s+(?P<n1>{NUMBER})(?:\s+{_NOUNS.replace('<of>', '<of1>')})?,?\s+(?:and|but"
    rf"|or)\s+(?:(?:also|must|should|may|have|has|contain)\s+){{0,2}}"
    rf"(?P<op2>{_LIMIT})\s+(?P<n2>{NUMBER})(?:\s+{_NOUNS.replace('<of>', '<of2>')})?(?!\s*%|\w|\.\d)",
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
    "a minimum of": "min",
    "minimum": "min",
    "至少": "min",
    "不少于": "min",
    "最少": "min",
    "at most": "max",
    "a maximum of": "max",
    "maximum": "max",
    "up to": "max",
    "不超过": "max",
    "至多": "max",
    "最多": "max",
    "不得超过": "max",
    "not be longer than": "max",
    "not be shorter than": "min",
    **{f"{no} {more} than": "max" for no in ("no", "not", "never") for more in ("more", "longer", "greater")},
    **{f"{no} {less} than": "min" for no in ("no", "not", "never") for less in ("fewer", "less", "shorter")},
    "not exceed": "max",
    "exceed": "min_exclusive",
    "exceeds": "min_exclusive",
    **{f"不{word}{more}": "max" for word in ("", "得", "能", "可", "应") for more in ("多于", "超过")},
    **{f"不{word}少于": "min" for word in ("", "得", "能", "可", "应")},
    **dict.fromkeys(("fewer than", "less than", "shorter than", "under", "below"), "max_exclusive"),
    **dict.fromkeys(("more than", "longer than", "greater than", "over", "above"), "min_exclusive"),
}

_COUNT_DEMAND = re.compile(
    rf"\b{MODAL}\b|\b(?:contain|have|has|with|there|list|hold|write)\w*\b|必须|应|包含|有|共", IGNORE
)

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
    r"\b(?:each|every|any|per)\s+(?!(?:of\s+)?(?:the\s+|these\s+)?(?:\w+\s+)?(?:files?|documents?|tables?)\b)\w+"
    r"|每(?!个?文件)",
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
    if part is None or not re.match("word|char|字|个字符", _noun(match) or "", IGNORE):
        return False
    path = c.about().get("path")
    return path is None or part["p"].lower() not in str(path.value).lower()


def counting(c: Clause) -> Guess | None:
    """So many rows, items, words, …"""
    between = c.find(_SPAN_COUNT)
    text = c.source.text
    if between is not None:
        return _ranged(c, between)
    if c.find(_TWO_BOUNDS) is not None:
        return _bounded_twice(c)
    open_range = c.find(_OPEN_RANGE)
    if open_range is not None:
        value = integer(open_range["n"])
        if value is None or _DENIED.search(text, c.start, open_range.start()) or _of_a_part(c, open_range):
            return None
        name = "min" if open_range["up"] or open_range["plus"] else "max"
        return _counted(c, open_range, {name: c.param(open_range, "n", value)})
    keyed = c.find(_OF_KEY)
    if keyed is not None and str(c.about()["path"].value if c.about() else "").endswith(
        (".json", ".yaml", ".yml", ".toml")
    ):
        value = integer(keyed["n"])
        if value is not None:
            return _counted(c, keyed, {_OPS[keyed["op"].lower()]: c.param(keyed, "n", value)})
    for match in (*c.every(_COUNT), *c.every(_ELLIPTIC)):
        value = integer(match["n"])
        op = " ".join((match["op"] or "").lower().split())
        if value is None or _ORDINAL_BEFORE.search(text[max(c.start, match.start() - 8) : match.start()]):
            continue
        if _of_a_part(c, match) or _names_them(c, match):
            continue
        stated = _COUNT_DEMAND.search(text[c.start : match.start()] + " ") or _IN_TOTAL.match(text, match.end(), c.end)
        after = _OPEN_END.match(text, match.end(), c.end)
        if op and _OPS.get(op) != "count" and after is not None:
            return None
        if op or not match["of"] or stated:
            name = ("min" if after["up"] or after["zh"] else "max") if after is not None else _OPS.get(op, "count")
            if _DENIED.search(text, c.start, match.start()):
                name = _TURNED.get(name, "")
            return _counted(c, match, {name: c.param(match, "n", value)}) if name else None
    return None


_OPEN_END = re.compile(
    r"\s+(?:or|and)\s+(?:(?P<up>more|over|above|longer)|(?:fewer|less|under|below|shorter))\b|\s*(?:(?P<zh>以上)"
    r"|以内|以下)",
    IGNORE,
)
"""As in "5 lines or more"."""
_OPEN_RANGE = re.compile(rf"(?P<n>{NUMBER})(?:\s+or\s+(?:(?P<up>more)|fewer|less)|(?P<plus>\+))\s+{_NOUNS}", IGNORE)
_DENIED = re.compile(
    r"\b(?:not|never|cannot|neither|nor|none|no)\b(?! only)|n['’]t\b|\bdont\b|不得|不能|不可|不应"
    r"|不要",
    IGNORE,
)


_NO_RANGE = re.compile(
    r"\b(?:of|from|every|each|first|last|top|rows?|lines?|pages?|about|around|roughly|approximately)\s*$|[.\d]$", IGNORE
)
"""What stands before two numbers that are no bounds: places, rough figures."""


def _ranged(c: Clause, match: re.Match[str]) -> Guess | None:
    """A number of things between two stated ones."""
    text = c.source.text
    which = next(name for name in ("", "2", "3") if match[f"lo{name}"])
    low, high = integer(match[f"lo{which}"]), integer(match[f"hi{which}"])
    if low is None or high is None or low >= high or (re.search(r"\bor\b", match.group(), IGNORE) and high != low + 1):
        return None
    stated = (
        which != "2"
        or _COUNT_DEMAND.search(text[c.start : match.start()] + " ")
        or _IN_TOTAL.match(text, match.end(), c.end)
    )
    if not stated or _NO_RANGE.search(text, c.start, match.start()):
        return None
    if _DENIED.search(text, c.start, match.start()) or _of_a_part(c, match):
        return None
    params = {"min": c.param(match, f"lo{which}", low), "max": c.param(match, f"hi{which}", high)}
    return _counted(c, match, params)


def _bounded_twice(c: Clause) -> Guess | None:
    """A lower and an upper bound of the same number: neither alone is what is asked."""
    match = c.find(_TWO_BOUNDS)
    if match is None or _of_a_part(c, match) or _DENIED.search(c.source.text, c.start, match.start()):
        return None
    if match["of1"] and match["of2"] and match["of1"].lower().rstrip("s") != match["of2"].lower().rstrip("s"):
        return None
    bounds: dict[str, Param] = {}
    for number_of in ("1", "2"):
        value = integer(match[f"n{number_of}"])
        if value is None:
            return None
        bounds[_OPS[" ".join(match[f"op{number_of}"].lower().split())]] = c.param(match, f"n{number_of}", value)
    if len({name.split("_")[0] for name in bounds}) < 2:
        return None
    return _counted(c, match, bounds)


_TURNED = {"min_exclusive": "max", "max_exclusive": "min", "min": "max_exclusive", "max": "min_exclusive"}
"""What a bound becomes behind a "not"; that something has not exactly so many says too little."""


def _names_them(c: Clause, match: re.Match[str]) -> bool:
    """Whether the things are listed by name right behind their number: the names say more."""
    listed = c.quotes(match.end(), c.end)
    return len(listed) > 1 and re.match(r"sheet|work|个工作表", match["of"] or "", IGNORE) is not None


def _elided(c: Clause) -> re.Match[str] | None:
    """The counted noun that an earlier clause of the sentence gave."""
    return _UNIT_OF.search(c.source.text, c.unit.body.start, c.start)


_NOUN_GROUPS = ("of", "of1", "of2", "zh")


def _noun_group(match: re.Match[str]) -> str:
    """The group of a match that holds what is counted, or empty."""
    groups = match.groupdict()
    return next((name for name in _NOUN_GROUPS if groups.get(name)), "")


def _noun(match: re.Match[str]) -> str:
    group = _noun_group(match)
    return match[group] if group else ""


_COUNTED_SUBJECT = re.compile(
    rf"[`\"“](?P<f>[A-Za-z_\u3400-\u9fff][\w.\[\]-]*)[`\"”]\s*(?:array|list|field|key|column|数组|列表)?\s*"
    rf"(?:{MODAL}\b|\b(?:has|have|contains?|holds?|lists?)\b)",
    IGNORE,
)


def _subject_before(c: Clause) -> list[Literal]:
    """The thing that the sentence speaks of, where the clause is a later part of it."""
    text = c.source.text
    begin = max((m.end() for m in re.finditer(r"[.。;；!?]\s|\n", text[c.unit.body.start : c.start])), default=0)
    found = list(_COUNTED_SUBJECT.finditer(text, c.unit.body.start + begin, c.start))
    return [Literal(found[-1]["f"], *found[-1].span("f"))] if found else []


def _counted(c: Clause, match: re.Match[str], bounds: dict[str, Param]) -> Guess | None:
    group = _noun_group(match)
    noun = match if group else _elided(c)
    if noun is None:
        return None
    group = group or "of"
    word = noun[group].lower()
    of = _OF.get(word) or _OF.get(word.rstrip("s"), "items")
    counted = {"field": Param(value=of, spans=(c.span(*noun.span(group)),))}
    if c.on_message:
        return guess(Family.RESPONSE_CONSTRAINT, bounds | counted, "counting")
    subject = [item for item in c.literals() if item.end <= match.start() + 1] or _subject_before(c)
    within = [
        item
        for item in c.literals()
        if re.fullmatch(r"\s*(?:in|of|inside)\s+[`\"“]", c.source.text[match.end() : item.start])
    ]
    subject = subject or within
    params = c.about() | bounds
    name = str(params["path"].value) if "path" in params else ""
    if word == "行" and "数据" not in match.group() and name.endswith((".md", ".txt", ".log", ".rst")):
        of, counted = "lines", {"field": Param(value="lines", spans=counted["field"].spans)}
    if of == "items" and subject and name.endswith((".json", ".yaml", ".yml", ".toml")):
        counted = {"field": c.listed(subject[-1:])}
    elif of in ("rows", "columns") and name.endswith((".xlsx", ".xlsm")):
        params |= {"sheet": c.listed(subject[-1:])} if subject else sheet_of(c)
    return guess(Family.COUNT, params | counted, "counting")
