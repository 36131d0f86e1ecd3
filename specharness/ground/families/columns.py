"""Columns of tables with their order and types, header lines, sheets of workbooks."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from pydantic import JsonValue

from specharness.ground.families.base import TABLES, WORKBOOKS, Answer, Check, Claim, Grounded, Refusal, key_of
from specharness.ground.families.shown import block_of
from specharness.ground.numerals import as_number
from specharness.ir import Reason
from specharness.validators.tables import DELIMITERS

_NUMBER_OF_COLUMNS = re.compile(
    r"\b(?:have|has|with|contain(?:s|ing)?|of|exactly|only)\s+(?:exactly\s+|only\s+)?(?P<number>\d{1,3}|one|two"
    r"|three|four|five|six|"
    r"seven|eight|nine|ten|eleven|twelve)\s+columns\b",
    re.I,
)


_NO_OTHER = re.compile(
    r"\bno others?\b|\bnothing else\b|\bexactly (?:these|the|those) (?:\w+ )?columns\b|\bonly (?:these|the) columns\b"
    r"|\bexactly (?:\w+ )?columns\b|(?:只|仅)(?:能|可)?(?:包含|有|含)[^，。；]{0,6}列"
    r"|不得有其他列|没有其他列",
    re.I,
)
_EXACT_SHEETS = re.compile(
    r"\b(?:exactly|only)\b[^.;]{0,40}\bsheets?\b|\bno other sheets?\b|\bnothing else\b|\bno others?\b", re.I
)
_IN_ORDER = re.compile(r"\bin (?:this|that|exactly this|the given|the same) order\b|依次|按此顺序", re.I)


_COLUMN_TYPE = re.compile(
    r"(?:must|should|has to|have to|needs? to|is|are)\s+(?:be\s+|contain\s+|hold\s+)?"
    r"(?:all\s+|only\s+|an?\s+|valid\s+)*"
    r"(?P<kind>integers?|whole numbers?|numeric|numbers?|booleans?|(?:ISO[- ]8601\s+)?dates?)(?:\s+values?)?\W*$",
    re.I,
)
_KIND_OF_WORD = {"i": "integer", "w": "integer", "n": "number", "b": "boolean", "d": "date"}


def _typed_column(claim: Claim, columns: Sequence[str]) -> Check | None:
    """The type of one named column, where the quote ends with it."""
    match = _COLUMN_TYPE.search(claim.quotes[0])
    if match is None or len(columns) != 1 or not re.search(r"\bcolumn\b|\bvalues?\b", claim.text, re.I):
        return None
    kind = _KIND_OF_WORD[re.sub(r"(?i)^iso[- ]8601\s+", "", match["kind"])[0].lower()]
    params: dict[str, JsonValue] = {"path": claim.path, "types": {columns[0]: kind}}
    if claim.word("sheet") and claim.ending in WORKBOOKS:
        params["sheet"] = claim.word("sheet")
    return Check("column_types", params, key_of("types", params, columns[0]))


def table(claim: Claim) -> Answer:
    """The columns of a table, or the sheets of a workbook, by name, number, order and type."""
    checks: list[Check] = []
    sheet = claim.word("sheet")
    columns = [name.strip().strip("`'\"“”") for name in claim.words("column", "keys", "field")]
    if not columns and claim.ending in TABLES:
        columns = header_of(claim)
    if columns:
        params: dict[str, JsonValue] = {"path": claim.path, "columns": [*columns]}
        if _NO_OTHER.search(claim.text):
            params["exact"] = True
        if _IN_ORDER.search(claim.text) or _read_on(claim):
            params["ordered"] = True
        line = _header_line(claim.text, columns)
        if line is not None:
            columns = list(line.names)
            params |= {"columns": [*columns], "exact": True, "ordered": True}
            if line.delimiter and _separates(line.delimiter, claim):
                params["delimiter"] = line.delimiter
        if sheet and claim.ending in WORKBOOKS:
            params["sheet"] = sheet
        checks.append(Check("table_columns", params, f"columns {claim.path}#{sheet}#{','.join(columns)}"))
        kind = _typed_column(claim, columns)
        if kind is not None:
            checks.append(kind)
    elif claim.words("sheet") and claim.ending in WORKBOOKS:
        sheets = list(claim.words("sheet"))
        present: dict[str, JsonValue] = {"path": claim.path, "sheets": [*sheets]}
        if _EXACT_SHEETS.search(claim.text) or claim.number("count") == len(sheets):
            present["exact"] = True
        checks.append(Check("sheets_present", present, f"sheets {claim.path}#{','.join(sheets)}"))
        if _SHEET_PLACE.search(claim.text):
            return Grounded(tuple(checks), "the place of the sheet among the others")
    number = claim.number("count")
    if number is None:
        stated = _NUMBER_OF_COLUMNS.search(claim.text)
        number = int(as_number(stated["number"]) or 0) if stated else None
    if number and claim.ending in TABLES:
        checks.append(
            Check("count", {"path": claim.path, "of": "columns", "count": int(number)}, f"count {claim.path}#columns")
        )
    return Grounded(tuple(checks)) if checks else Refusal(Reason.PARAM_MISSING, "no columns or sheets are named")


def _read_on(claim: Claim) -> bool:
    """Whether the words for an order begin in the quote and end behind it."""
    span = claim.spans[0]
    found = _IN_ORDER.search(claim.source.text, max(span.start, span.end - MAX_PHRASE), span.end + MAX_PHRASE)
    return found is not None and found.start() < span.end


MAX_PHRASE = 24
"""Characters of the longest wording of an order."""
_SHEET_PLACE = re.compile(
    r"\b(?:first|second|third|last)\s+(?:work)?(?:sheet|tab)\b|\bin (?:this|that) order\b"
    r"|第[一二三]个工作表",
    re.I,
)
_HEADER_IS = re.compile(
    r"\b(?:header(?: row| line)?|(?:first|top) (?:row|line)|column names?)\b\s*(?:must be"
    r"|should be|has to be|is|are|reads?|must read|equals?|:)\s*(?:exactly\s*:?\s*)?$|(?:表头|首行"
    r"|第一行)\s*(?:必须)?(?:是|为|：|:)\s*$"
    r"|\b(?:the|a|this)\s+(?:exact\s+)?header(?:\s+(?:row|line))?\s*:?\s*$|表头\s*$",
    re.I,
)


class _HeaderLine(NamedTuple):
    names: tuple[str, ...]
    delimiter: str
    """Its name, where the names stand side by side as in a file; empty where blanks around it make them prose."""


_GIVEN = re.compile(r"`([^`\n]+)`|\"([^\"\n]+)\"|(?<!\S)(\w+([,;|])\w+(?:\4\w+)*)(?!\S*[,;|]\w)")


def _header_line(text: str, columns: Sequence[str]) -> _HeaderLine | None:
    """The columns where they are given as the header itself, letter by letter: one span with separators in it."""
    for match in _GIVEN.finditer(text):
        given = match[1] or match[2] or match[3]
        marks = [name for name, mark in DELIMITERS.items() if mark in given]
        if len(marks) != 1 or not _HEADER_IS.search(text[: match.start()]):
            continue
        mark = DELIMITERS[marks[0]]
        names = tuple(name.strip() for name in given.split(mark))
        tight = given == mark.join(names) and all(names)
        if names == (*columns,) or (tight and [given.strip()] == [*columns]):
            return _HeaderLine(names, marks[0] if tight else "")
    return None


_OTHER_SEPARATOR = re.compile(r"semicolon|\btabs?\b|\bpipes?\b|delimit|separat|分号|制表|竖线|分隔", re.I)


def _separates(delimiter: str, claim: Claim) -> bool:
    """Whether a header says what separates the fields of its file: not against the file's ending, nor where another
    sentence speaks of separators."""
    natural = {"csv": {"comma", "semicolon", "tab", "pipe"}, "tsv": {"tab"}}.get(claim.ending, set())
    return delimiter in natural and not _OTHER_SEPARATOR.search(claim.source.text)


def header_of(claim: Claim) -> list[str]:
    """The header line of a quoted table example: names only, no sample row."""
    for span in claim.spans:
        source = claim.sources[span.source]
        place = block_of(span, source, claim.units.get(span.source, ()))
        if place is None or place == span:
            continue
        lines = [
            line.strip()
            for line in source.quote(place).splitlines()
            if line.strip() and not line.strip().startswith("```")
        ]
        if lines:
            names = [name.strip().strip("\"'") for name in re.split(r"\t|,", lines[0])]
            if len(names) > 1 and all(re.fullmatch(r"[A-Za-z_][\w \-()/%]*", name) for name in names):
                return names
    return []
