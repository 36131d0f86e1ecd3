"""Formulas of a workbook as text: what they call, what they refer to, which constants stand in them, and whether they
lead back to themselves. Nothing is calculated here.

Guarantees bounded work: tokens and references are counted, and what is beyond the bounds is said to be so.
"""

from __future__ import annotations

import bisect
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import islice

from specharness.evidence.views import SheetView, WorkbookView
from specharness.validators import grid

MAX_FORMULA = 8_192
"""Characters of one formula: Excel's own bound."""
MAX_EDGES = 1_000_000
"""References from formula cells to formula cells that are followed; about 100 bytes each."""
LAST_ROW, LAST_COLUMN = 1_048_576, 16_384
"""A sheet's own bounds, which whole columns and rows reach to."""

DYNAMIC = frozenset({"INDIRECT", "OFFSET", "INDEX", "CHOOSE"})
"""What these refer to is known only when they are calculated."""
_UNFOLLOWED = frozenset({"INDIRECT", "OFFSET"})
"""Of these, the ones whose reference does not even stand among their arguments."""
_UNREAD = frozenset(
    "ROW ROWS COLUMN COLUMNS AREAS CELL SHEET ISFORMULA FORMULATEXT IF IFS SWITCH CHOOSE INDEX OFFSET".split()
)
"""These take a reference and not the value that stands there, or one of several."""

_TOKEN = re.compile(
    r'"(?:[^"]|"")*"'
    r"|(?P<sheet>(?:'(?:[^']|'')+'|[A-Za-z_\u0080-\uffff][\w.\u0080-\uffff]*|\[\d+\][\w.]*)!)?"
    r"(?P<area>\$?[A-Za-z]{1,3}\$?[1-9]\d{0,6}(?::\$?[A-Za-z]{1,3}\$?[1-9]\d{0,6})?(?![\w(.!])"
    r"|\$?[A-Za-z]{1,3}:\$?[A-Za-z]{1,3}(?![\w(!])|\$?[1-9]\d{0,6}:\$?[1-9]\d{0,6}(?![\w(!]))"
    r"|(?P<function>[A-Za-z_][\w.]*)\s*\("
    r"|(?P<table>[A-Za-z_]\w*\[(?:[^\[\]]|\[[^\[\]]*\])*\])"
    r"|(?:#(?:REF|DIV/0|VALUE|NAME|NUM|N/A|NULL|SPILL|CALC)[!?]?)"
    r"|(?P<name>[A-Za-z_\\\u0080-\uffff][\w.\u0080-\uffff]*)"
    r"|(?P<number>(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?%?)"
    r"|(?P<array>[{}])|.",
    re.DOTALL,
)
_PREFIX = re.compile(r"^(?:_XLFN\.|_XLWS\.|_XLUDF\.)+")
_WHOLE = re.compile(r"\$?([A-Za-z]{1,3}):\$?([A-Za-z]{1,3})")
_ROWS = re.compile(r"\$?([1-9]\d*):\$?([1-9]\d*)")


@dataclass(frozen=True)
class Reference:
    sheet: str
    """Empty for the formula's own sheet."""
    area: grid.Area


@dataclass(frozen=True)
class Formula:
    """What one formula is made of."""

    functions: tuple[str, ...] = ()
    """In capitals, without the prefixes of newer functions."""
    references: tuple[Reference, ...] = ()
    names: tuple[str, ...] = ()
    """Defined names, tables with their columns, other workbooks: what they refer to stands elsewhere."""
    numbers: tuple[str, ...] = ()
    deleted: bool = False
    """Holds `#REF!`, in the place of a cell that was deleted."""
    too_long: bool = False


@lru_cache(maxsize=20_000)
def read(formula: str) -> Formula:
    """The parts of a formula as text, its leading `=` included."""
    if len(formula) > MAX_FORMULA:
        return Formula(too_long=True)
    functions: list[str] = []
    references: list[Reference] = []
    names: list[str] = []
    numbers: list[str] = []
    deleted = False
    for found in _TOKEN.finditer(formula):
        kind = found.lastgroup
        if found["area"]:
            _refer(found["sheet"] or "", found["area"], references, names)
        elif kind == "function":
            functions.append(_PREFIX.sub("", found["function"].upper()))
        elif kind in {"name", "table"}:
            if found.group().upper() not in {"TRUE", "FALSE"}:
                names.append(found.group())
        elif kind == "number":
            numbers.append(found.group())
        elif found.group() == "#REF!":
            deleted = True
    return Formula(tuple(functions), tuple(references), tuple(names), tuple(numbers), deleted)


def _refer(prefix: str, text: str, references: list[Reference], names: list[str]) -> None:
    sheet, _ = grid.split_range(prefix)
    area = area_of(text)
    if area is None or "[" in sheet:
        names.append(f"{prefix}{text}")
    else:
        references.append(Reference(sheet, area))


def area_of(text: str) -> grid.Area | None:
    """`B3`, `B3:D9`, `B:D` or `3:9`, whole columns and rows up to the sheet's bounds."""
    area = grid.parse_area(text)
    if area is not None:
        return area if area.bottom <= LAST_ROW and area.right <= LAST_COLUMN else None
    columns, rows = _WHOLE.fullmatch(text), _ROWS.fullmatch(text)
    if columns:
        left, right = sorted((grid.column_number(columns[1]), grid.column_number(columns[2])))
        return grid.Area(left, 1, right, LAST_ROW)
    if rows:
        top, bottom = sorted((int(rows[1]), int(rows[2])))
        return grid.Area(1, top, LAST_COLUMN, bottom)
    return None


def covers(formula: Formula, own: str, area: grid.Area, sheet: str) -> bool:
    """Whether the references of a formula on the sheet `own` together cover an area of a sheet, its own without a
    name."""
    left = [area]
    for reference in formula.references:
        if (reference.sheet or own).casefold() == (sheet or own).casefold():
            left = [rest for part in left for rest in _without(part, reference.area)]
    return not left


def _without(area: grid.Area, taken: grid.Area) -> Iterator[grid.Area]:
    """What another area leaves of an area: at most four rectangles."""
    top, bottom = max(area.top, taken.top), min(area.bottom, taken.bottom)
    if top > bottom or area.right < taken.left or taken.right < area.left:
        yield area
        return
    if area.top < top:
        yield grid.Area(area.left, area.top, area.right, top - 1)
    if bottom < area.bottom:
        yield grid.Area(area.left, bottom + 1, area.right, area.bottom)
    if area.left < taken.left:
        yield grid.Area(area.left, top, taken.left - 1, bottom)
    if taken.right < area.right:
        yield grid.Area(taken.right + 1, top, area.right, bottom)


Place = tuple[str, int, int]
"""Sheet, column, row of a cell with a formula."""


@dataclass
class _Sheet:
    rows: dict[int, list[int]] = field(default_factory=dict)
    """Rows with a formula, by column, both rising."""
    columns: list[int] = field(default_factory=list)
    """Columns with a formula, rising."""


@dataclass(frozen=True)
class Loop:
    """Formulas that lead back to themselves. `sure` is False where one of them takes references and not values."""

    places: tuple[Place, ...]
    sure: bool


def loops(view: WorkbookView) -> tuple[list[Loop], str]:
    """The circles among the formulas of a workbook, and why there may be more than were looked for."""
    formulas: dict[Place, Formula] = {}
    sheets: dict[str, _Sheet] = {}
    for sheet in view.sheets:
        _index(sheet, formulas, sheets)
    doubt, edges = "", 0
    follows: dict[Place, list[Place]] = {}
    for place, formula in formulas.items():
        if formula.too_long or _UNFOLLOWED.intersection(formula.functions):
            doubt = doubt or f"{shown(place)} refers to cells that only a calculation knows"
        targets = list(islice(_targets(place, formula, sheets), MAX_EDGES - edges))
        edges += len(targets)
        follows[place] = targets
        if edges >= MAX_EDGES:
            return [], f"more than MAX_EDGES ({MAX_EDGES}) references between formulas"
    found = [
        Loop(tuple(circle), not any(_UNREAD.intersection(formulas[place].functions) for place in circle))
        for circle in _circles(follows)
    ]
    return found, doubt


def _index(sheet: SheetView, formulas: dict[Place, Formula], sheets: dict[str, _Sheet]) -> None:
    name = sheet.name.casefold()
    index = sheets.setdefault(name, _Sheet())
    for place, cell in sheet.cells.items():
        at = grid.split_coordinate(place)
        if at is not None and cell.formula is not None:
            formulas[(name, *at)] = read(cell.formula)
            index.rows.setdefault(at[0], []).append(at[1])
    for rows in index.rows.values():
        rows.sort()  # a file may hold its rows in any order
    index.columns = sorted(index.rows)


def _targets(place: Place, formula: Formula, sheets: Mapping[str, _Sheet]) -> Iterator[Place]:
    """Cells with a formula that a formula refers to."""
    for reference in formula.references:
        name = (reference.sheet or place[0]).casefold()
        index = sheets.get(name)
        if index is None:
            continue
        area = reference.area
        for column in _between(index.columns, area.left, area.right):
            for row in _between(index.rows[column], area.top, area.bottom):
                yield name, column, row


def _between(rising: Sequence[int], low: int, high: int) -> Sequence[int]:
    return rising[bisect.bisect_left(rising, low) : bisect.bisect_right(rising, high)]


def _circles(follows: Mapping[Place, list[Place]]) -> list[list[Place]]:
    """Strongly connected components of more than one cell, or of one that refers to itself (Tarjan 1972, without
    recursion)."""
    order: dict[Place, int] = {}
    low: dict[Place, int] = {}
    stack: list[Place] = []
    on_stack: set[Place] = set()
    found: list[list[Place]] = []
    for start in follows:
        if start in order:
            continue
        work: list[tuple[Place, Iterator[Place]]] = [(start, iter(follows[start]))]
        order[start] = low[start] = len(order)
        stack.append(start)
        on_stack.add(start)
        while work:
            place, targets = work[-1]
            following = next((target for target in targets if target not in order or target in on_stack), None)
            if following is None:
                work.pop()
                if work:
                    above = work[-1][0]
                    low[above] = min(low[above], low[place])
                if low[place] == order[place]:
                    component = [stack.pop()]
                    while component[-1] != place:
                        component.append(stack.pop())
                    on_stack.difference_update(component)
                    if len(component) > 1 or place in follows[place]:
                        found.append(component)
            elif following in order:
                low[place] = min(low[place], order[following])
            else:
                order[following] = low[following] = len(order)
                stack.append(following)
                on_stack.add(following)
                work.append((following, iter(follows[following])))
    return found


def shown(place: Place) -> str:
    """`sheet!B3`."""
    return f"{place[0]}!{grid.coordinate(place[1], place[2])}"
