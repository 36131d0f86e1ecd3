"""Rules about cells: which sheet, what must be filled, what must be a formula, which placeholders must go."""

from __future__ import annotations

import re

from specharness.compile.local.clause import Clause, Guess
from specharness.compile.local.rules.base import GAP, IGNORE, guess
from specharness.ir import Family, Param

_ONE_SHEET = re.compile(
    r"\b(?:in|on|of|to)\s+(?:the\s+)?(?:work)?sheet\s+(?P<a>`[^`]+`|\"[^\"]+\"|“[^”]+”|'[^']+')|\b(?:sheet"
    r"|tab)\s+(?P<b>`[^`]+`|\"[^\"]+\"|“[^”]+”|'[^']+')"
    r"|(?:工作表)\s*(?P<c>`[^`]+`|“[^”]+”|「[^」]+」)|(?P<d>`[^`]+`|\"[^\"]+\")\s+(?:sheet|tab)\b"
    r"|(?P<e>`[^`]+`)\s*工作表"
    r"|\bcells?\s+`?[A-Z]{1,2}\d{1,4}(?::[A-Z]{1,2}\d{1,4})?`?\s+(?:of|in|on)\s+(?:the\s+)?"
    r"(?!.[^`\"”'\n]+\.xls[xm]\b)(?P<f>`[^`]+`|\"[^\"]+\"|“[^”]+”|'[^']+')"
    r"|\b(?:in|on|of)\s+the\s+(?P<g>(?-i:[A-Z])[\w-]*)\s+(?:work)?(?:sheet|tab)\b",
    IGNORE,
)

_CELLS = re.compile(r"(?<![\w`.-])`?(?P<r>\$?[A-Z]{1,2}\$?\d{1,5}(?:\s*:\s*\$?[A-Z]{1,2}\$?\d{1,5})?)`?(?![\w-])")

_COLUMN_LETTER = re.compile(r"\b[Cc]olumns?\s+`?(?P<c>[A-Z]{1,2})\b`?")

_FORMULA = re.compile(r"\bformulas?\b|\bhard-?coded?\b|公式", IGNORE)

_FUNCTION = re.compile(
    r"\b(?P<f>SUM|SUMPRODUCT|AVERAGE|VLOOKUP|XLOOKUP|INDEX|MATCH|COUNTIFS?|COUNTA?|SUMIFS?|IF|TREND|ROUND|MAX|MIN"
    r"|MEDIAN)\b"
)

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
    group = next(name for name in "abcdefg" if match[name])
    start, end = match.span(group)
    if group == "g":
        return {"sheet": c.param(match, "g")}
    return {"sheet": Param(value=c.source.text[start + 1 : end - 1], spans=(c.span(start + 1, end - 1),))}


_IN_CELL = re.compile(
    rf"\b(?:in|into|to|of)\s+(?:the\s+)?cells?\s+{_CELLS.pattern}",
)
_WRITTEN = re.compile(r"=\s*[A-Z$(+-][^\s`\"”;(]*(?:\([^`\n]*\)[^\s`\"”;,]*)?")
"""A formula given letter by letter."""
_OPERAND = re.compile(
    r"\b(?:sum|total|average|mean|maximum|minimum|count|product|number|values?|range|contents?|figures?|data)\s+(?:of|in|from)\s+"
    r"(?:the\s+)?(?:cells?\s+|range\s+)?`?$",
    IGNORE,
)


def _is_operand(c: Clause, at: int) -> bool:
    """Whether a range is what is calculated with, and no place of a formula."""
    text = c.source.text
    inside = any(match.start() <= at < match.end() for match in _WRITTEN.finditer(text, c.start, c.end))
    return inside or _OPERAND.search(text, max(c.start, at - 60), at) is not None


def cells(c: Clause) -> dict[str, Param]:
    """Sheet, range or column letter that the clause names."""
    out = sheet_of(c)
    match = c.find(_IN_CELL) or next((one for one in c.every(_CELLS) if not _is_operand(c, one.start())), None)
    if match is not None:
        out["range"] = c.param(match, "r")
    elif (letter := c.find(_COLUMN_LETTER)) is not None:
        out["column"] = c.param(letter, "c")
    return out


_NO_FORMULA = re.compile(
    r"\b(?:no|not|never|without|n['’]t)\b(?:\s+\w+){0,3}\s+formulas?\b|\breplace\s+(?:the\s+|all\s+)?formulas?\b"
    r"|(?:不得|不要|不能|禁止)[^。；]{0,8}公式",
    IGNORE,
)
_NOT_FILLED = re.compile(r"\b(?:not|never|n['’]t)\s+(?:\w+\s+)?(?:fill|populate)|(?:不得|不要|不能|禁止)填", IGNORE)


def formulas(c: Clause) -> Guess | None:
    """Cells that hold formulas."""
    if c.find(_NO_FORMULA) is not None:
        return None
    params = c.about()
    if c.find(_FORMULA) is None or not str(params["path"].value if params else ".xlsx").endswith(
        (".xlsx", ".xlsm", ".pptx")
    ):
        return None
    where = cells(c)
    if not where and not re.search(
        r"\b(?:cells?|hard-?coded?|workbook|sheet|excel|spreadsheet)\b|单元格", c.text, IGNORE
    ):
        return None
    function = c.find(_FUNCTION)
    if function is not None:
        where["text"] = c.param(function, "f")
    return guess(Family.FORMULA, params | where, "formulas")


_PLACEHOLDER = re.compile(
    r"\b(?:fill(?:ed)?(?:\s+(?:in|out))?|replace[ds]?|substitute[ds]?|complete[ds]?|no|left|remain\w*)\b|填写|填充"
    r"|替换|不得",
    IGNORE,
)

_PLACEHOLDER_LIT = re.compile(
    r"`(?P<a>\{\{[^`]*\}\}|\?{2,}|<[A-Z_ ]+>|\[[A-Z_ ]+\]|TODO|TBD|FIXME|X{3,})`|\"(?P<b>\?{2,}|TODO|TBD|FIXME)\""
    r"|“(?P<c>\?{2,}|TODO)”|(?P<d>\{\{\s*\w+\s*\}\})"
)

_FILL_PLACEHOLDERS = re.compile(
    r"\b(?:fill(?:ed)?\s+(?:in\s+|out\s+)?|replace[ds]?\s+|substitute[ds]?\s+)(?:all\s+|every\s+"
    r"|each\s+)?(?:of\s+)?(?:the\s+)?placeholders?\b"
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
    r"\b(?:fill|filled|populate[ds]?)\b|\b(?:no|not|never|n['’]t|without|any)\s+(?:be\s+|have\s+|contain\s+"
    r"|any\s+)*(?:blank|empty)\b|填写|填满|(?:不得|不能|不可|不许)(?:为|有|留)空|(?:不能|不得)有空",
    IGNORE,
)

_BLANK = re.compile(r"\b(?:blank|empty)\b|空", IGNORE)

_NO_BLANK = re.compile(rf"\b(?:no|none|neither)\b{GAP}\b(?:be|is|are|stay)\s+(?:left\s+)?(?:blank|empty)\b", IGNORE)


def filling(c: Clause) -> Guess | None:
    """Cells or fields that must be filled."""
    if c.find(_NOT_FILLED) is not None:
        return None
    if c.find(_FILLED) is None and c.find(_NO_BLANK) is None:
        return None
    where = cells(c)
    if "range" not in where and "column" not in where:
        if c.search(_BLANK) is None:
            return None
        listed = [item for item in c.literals() if re.fullmatch(r"[\w .\u3400-\u9fff-]+", item.value)]
        listed = [item for item in listed if where.get("sheet") is None or item.value != where["sheet"].value]
        if not listed:
            if not re.search(r"\bcells?\b|单元格", c.text, IGNORE):
                return None
            return guess(Family.CELLS_FILLED, c.about() | where, "filling")
        where["column"] = c.listed(listed)
    return guess(Family.CELLS_FILLED, c.about() | where, "filling")
