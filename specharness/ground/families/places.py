"""A demand that names several files or sheets is made of each of them."""

from __future__ import annotations

import re
from dataclasses import replace

from specharness.ground.families.base import WORKBOOKS, Claim
from specharness.ir import Family, Param, Span

_PATHWISE = frozenset({Family.CONTAINS, Family.NOT_CONTAINS, Family.FORMAT_VALID})
_SHEETWISE = frozenset(
    {
        Family.SORTED,
        Family.UNIQUE,
        Family.VALUE_EQUALS,
        Family.VALUE_RANGE,
        Family.PATTERN,
        Family.CELLS_FILLED,
        Family.COUNT,
        Family.NUMBER_FORMAT,
    }
)


def each_place(claim: Claim) -> list[Claim]:
    """One claim for each file, or each sheet, that a demand names several of."""
    claim = _in_cell(_on_sheets(claim))
    params = claim.direction.params
    name = ""
    if claim.direction.family in _PATHWISE and len(claim.words("path")) > 1:
        name = "path"
    elif len(claim.words("sheet")) > 1 and (
        claim.direction.family in _SHEETWISE or (claim.direction.family is Family.SCHEMA and "column" in params)
    ):
        name = "sheet"
    if not name:
        return [claim]
    param = params[name]
    spans = param.spans if len(param.spans) == len(claim.values(name)) else ()
    out = []
    for number, value in enumerate(claim.values(name)):
        own = Param(value=value, spans=spans[number : number + 1] or param.spans)
        direction = claim.direction.model_copy(update={"params": {**params, name: own}})
        out.append(replace(claim, direction=direction))
    return out


_LITERAL = r"(?:`[^`\n]+`|\"[^\"\n]+\"|“[^”\n]+”)"
_SHEETS = re.compile(
    rf"\b(?:work)?sheets?\s+(?P<names>{_LITERAL}(?:(?:\s*,\s*|\s+)(?:and\s+)?{_LITERAL})*)\s+(?:must|should|shall|has|have|needs?)\b",
    re.IGNORECASE,
)


def _on_sheets(claim: Claim) -> Claim:
    """The sheets that a demand on columns names as its subject, where no parameter says them."""
    params = claim.direction.params
    if claim.direction.family is not Family.SCHEMA or claim.ending not in WORKBOOKS or "sheet" in params:
        return claim
    named = _SHEETS.search(claim.quotes[0]) if "column" in params else None
    if named is None:
        return claim
    begin = claim.spans[0].start + named.start("names")
    names, spans = [], []
    for match in re.finditer(_LITERAL, named["names"]):
        names.append(match.group()[1:-1])
        spans.append(Span(source=claim.spans[0].source, start=begin + match.start(), end=begin + match.end()))
    sheet = Param(value=tuple(names) if len(names) > 1 else names[0], spans=tuple(spans))
    return replace(claim, direction=claim.direction.model_copy(update={"params": {**params, "sheet": sheet}}))


_CELL = re.compile(
    rf"\bcell\s+[`\"“]?(?P<cell>[A-Z]{{1,3}}\d{{1,7}})[`\"”]?\s+(?:of|in|on)\s+(?:the\s+)?(?:(?:work)?sheet|tab)\s+(?P<sheet>{_LITERAL})",
    re.IGNORECASE,
)


def _in_cell(claim: Claim) -> Claim:
    """One cell of a workbook: the sheet that the quote names is no column, and the file itself is no sheet."""
    params = dict(claim.direction.params)
    if claim.direction.family is not Family.VALUE_EQUALS or claim.ending not in WORKBOOKS:
        return claim
    if claim.word("sheet") in claim.words("path"):
        params.pop("sheet", None)
    of_file = claim.word("column", "field") in claim.words("path")
    for name in ("column", "field") if of_file else ():
        params.pop(name, None)
    named = _CELL.search(claim.quotes[0])
    if named is not None and (of_file or claim.word("column", "field") == named["sheet"][1:-1]):
        begin, source = claim.spans[0].start, claim.spans[0].source
        for name, at in (("sheet", (named.start("sheet") + 1, named.end("sheet") - 1)), ("range", named.span("cell"))):
            value = claim.quotes[0][at[0] : at[1]]
            params[name] = Param(value=value, spans=(Span(source=source, start=begin + at[0], end=begin + at[1]),))
        for name in ("column", "field"):
            params.pop(name, None)
    return replace(claim, direction=claim.direction.model_copy(update={"params": params}))
