"""Validators of workbooks: sheets, filled cells, formulas. Nothing is calculated here: a value that a formula would
give, and that nobody stored, is not known."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from specharness.evidence.views import CellView, Request, SheetView, TableView, ViewKind, WorkbookView
from specharness.ir import Family, Outcome
from specharness.validators import grid
from specharness.validators.base import Check, Finding, Params, Seen, view_or_finding
from specharness.validators.compare import Match, composed, match_text
from specharness.validators.params import BOOL, TEXT, TEXTS, ParamType, text_of, texts_of, typed
from specharness.validators.subject import VIEWS
from specharness.validators.tables import table_request
from specharness.validators.tally import Tally
from specharness.validators.wording import clip, listed, plural, said

_UNFILLED = frozenset({"tbd", "todo", "n/a", "na", "none", "null", "?", "??", "???", "-", "xxx", "...", "…"})
"""Texts that may stand for a value still to come: filled by the letter, perhaps not by meaning."""

_SPILLING = (
    "FILTER SORT SORTBY UNIQUE SEQUENCE TRANSPOSE MMULT MINVERSE LINEST LOGEST TREND GROWTH FREQUENCY XLOOKUP "
    "RANDARRAY TEXTSPLIT VSTACK HSTACK TAKE DROP MAP BYROW BYCOL SCAN MAKEARRAY TOROW TOCOL WRAPROWS WRAPCOLS"
).split()

_RANGE_WORDS = "a cell, a range or columns, such as `B3`, `B3:D9`, `B:D`"
RANGE = ParamType(
    _RANGE_WORDS,
    lambda value: (
        ""
        if isinstance(value, str) and grid.parse_area(value.rpartition("!")[2], rows=1)
        else f"must be {_RANGE_WORDS}"
    ),
)


class SheetsPresent(Check):
    """A workbook has the named sheets; with `exact`, no others.

    Passed: every name is a sheet's name, letter by letter.
    Failed: a name is missing; with `exact`, there is another sheet.
    Unknown: only a spelling variant of a name is there.
    """

    name = "sheets_present"
    families = (Family.SCHEMA,)
    demanded = typed(path=TEXT, sheets=TEXTS)
    admitted = typed(exact=BOOL)

    def needs(self, params: Params) -> Sequence[Request]:
        return (Request(ViewKind.WORKBOOK, text_of(params["path"])),)

    def decide(self, params: Params, seen: Seen) -> Finding:
        wanted = texts_of(params["sheets"])
        exact = params.get("exact") is True
        tally = Tally(f"{'exactly the' if exact else 'the'} sheets {listed(wanted)}")
        view = view_or_finding(seen, self.needs(params)[0], WorkbookView, tally.expected)
        if isinstance(view, Finding):
            return view
        names = [sheet.name for sheet in view.sheets]
        plain = {composed(name) for name in names}
        for name in wanted:
            if composed(name) in plain:
                tally.satisfy()
            elif any(match_text(name, other) is Match.VARIANT for other in names):
                tally.doubt("", f"only a spelling variant of `{clip(name)}` is there")
            else:
                tally.violate("", f"no sheet `{clip(name)}`; there are {listed(names)}")
        for name in names if exact else ():
            if all(match_text(other, name) is Match.DIFFERENT for other in wanted):
                tally.violate("", f"one more sheet `{clip(name)}`")
        return tally.finding(listed(names), nothing="no sheet")


class CellsFilled(Check):
    """No cell of a `range` or `column` is blank; in a CSV file, of a `column`.

    Passed: every cell holds something: a value, or a formula.
    Failed: a cell is blank (for a column: in a row that is otherwise at least half filled), or sheet or column are
    missing.
    Without `range` and `column`: of every column that the first row names.
    Unknown: which cells is not certain; a blank stands in a sparse row; a cell holds `TBD`, `N/A` or an error value;
    no row to look at.
    """

    name = "cells_filled"
    families = (Family.CELLS_FILLED,)
    demanded = typed(path=TEXT)
    admitted = typed(sheet=TEXT, range=RANGE, column=TEXT)

    def needs(self, params: Params) -> Sequence[Request]:
        return (table_request(text_of(params["path"]), text_of(params.get("sheet"))),)

    def decide(self, params: Params, seen: Seen) -> Finding:
        column, area = text_of(params.get("column")), text_of(params.get("range"))
        words = f"column `{column}`" if column else area or "every cell"
        tally = Tally(f"no blank in {words} of {text_of(params['path'])}")
        request = self.needs(params)[0]
        view = view_or_finding(seen, request, VIEWS[request.kind], tally.expected)
        if isinstance(view, Finding):
            return view
        if isinstance(view, TableView):
            _fill_of_table(view, column, tally)
        if isinstance(view, WorkbookView):
            _fill_of_workbook(view, params, tally)
        return tally.finding(f"{plural(tally.satisfied, 'cell')} filled", nothing="there is no cell to look at")


def _fill_of_table(view: TableView, column: str, tally: Tally) -> None:
    if not column:
        for name in view.columns:
            if name.strip():
                _fill_of_table(view, name, tally)
            else:
                tally.doubt("", "a column without a name of its own")
        return
    place, doubt = grid.find_name(view.columns, column)
    if doubt:
        tally.doubt("", doubt)
    elif place is None:
        tally.violate("", f"no column `{column}`")
    else:
        for number, row in enumerate(view.rows, 1):
            cell = row[place] if place < len(row) else None
            filled = 2 * sum(1 for other in row if other is not None and str(other).strip()) >= len(view.columns) - 1
            _judge_cell(CellView(cell), f"row {number}", filled, tally)


def _fill_of_workbook(view: WorkbookView, params: Params, tally: Tally) -> None:
    column = text_of(params.get("column"))
    name, area = grid.split_range(text_of(params.get("range")))
    name = text_of(params.get("sheet")) or name
    sheet = grid.find_sheet(view, name, column)
    if isinstance(sheet, str):
        tally.doubt("", sheet)
    elif sheet is None:
        tally.violate("", f"no sheet `{name}`")
    elif column:
        _fill_of_column(sheet, column, tally)
    elif not area:
        _fill_of_sheet(sheet, tally)
    else:
        for place, cell in cells_of(sheet, area, tally):
            _judge_cell(cell, f"{sheet.name}!{place}", True, tally)


def _fill_of_sheet(sheet: SheetView, tally: Tally) -> None:
    """Every column that the first row names; a sheet whose first row is no header is in doubt."""
    rows = grid.first_rows(sheet)
    names = list(rows[min(rows)].values()) if rows else []
    if len(set(names)) < len(names):
        tally.doubt("", f"two columns of sheet `{sheet.name}` have one name")
        return
    for name in names:
        _fill_of_column(sheet, name, tally)


def _fill_of_column(sheet: SheetView, column: str, tally: Tally) -> None:
    header = grid.header_of(sheet, column)
    if isinstance(header, str):
        tally.doubt("", header)
        return
    if header is None:
        if len(column) <= 3 and column.isascii() and column.isalpha() and column.isupper():
            tally.doubt("", f"no header `{column}`; from which row on column {column} is to be filled is not said")
        else:
            tally.violate("", f"no column `{clip(column)}` in sheet `{sheet.name}`")
        return
    filled = Counter(at[1] for at in map(grid.split_coordinate, sheet.cells) if at)
    for row in grid.data_rows(sheet, header):
        cell = grid.at(sheet, header.column, row)
        where = f"{sheet.name}!{grid.coordinate(header.column, row)}"
        _judge_cell(cell, where, 2 * filled[row] >= filled[header.row], tally)


def _judge_cell(cell: CellView | None, where: str, sure: bool, tally: Tally) -> None:
    text = cell.value.strip() if cell is not None and isinstance(cell.value, str) else None
    if cell is None or (cell.value is None and cell.formula is None) or (text == "" and cell.formula is None):
        if sure:
            tally.violate(where, "a blank cell")
        else:
            tally.doubt(where, "a blank cell, which may not belong to the data")
    elif text is not None and (text == "" or text.casefold() in _UNFILLED or text.startswith("#")):
        tally.doubt(where, f"{said(text)}, which may stand for nothing")
    else:
        tally.satisfy()


class FormulaCells(Check):
    """The cells of a `range` hold formulas (with the `function`, if given); without a range: some cell of the sheet.

    Passed: every cell of the range holds a formula that calls the function; without a range, one cell does.
    Failed: a cell holds a typed number or nothing, or a formula without the function; without a range, no cell does.
    Unknown: the range holds text that may be a header; which sheet is not certain.
    """

    name = "formula_cells"
    families = (Family.FORMULA,)
    demanded = typed(path=TEXT)
    admitted = typed(sheet=TEXT, range=RANGE, function=TEXT)

    def needs(self, params: Params) -> Sequence[Request]:
        return (Request(ViewKind.WORKBOOK, text_of(params["path"])),)

    def decide(self, params: Params, seen: Seen) -> Finding:
        function = text_of(params.get("function")).strip().removeprefix("=").removesuffix("()").upper()
        name, area = grid.split_range(text_of(params.get("range")))
        name = text_of(params.get("sheet")) or name
        words = f"{function} formulas" if function else "formulas"
        tally = Tally(f"{words} in {area or 'a cell'}{f' of sheet `{name}`' if name else ''}")
        view = view_or_finding(seen, self.needs(params)[0], WorkbookView, tally.expected)
        if isinstance(view, Finding):
            return view
        if not area:
            return _some_formula(view, name, function, tally)
        sheet = grid.find_sheet(view, name)
        if isinstance(sheet, str):
            return Finding(Outcome.UNKNOWN, tally.expected, "undecided", message=sheet)
        if sheet is None:
            return Finding(Outcome.FAILED, tally.expected, f"no sheet `{name}`")
        cells = list(cells_of(sheet, area, tally))
        spills = any(cell is not None and cell.formula is not None and _spills(cell.formula) for _, cell in cells)
        for place, cell in cells:
            where = f"{sheet.name}!{place}"
            if cell is None:
                tally.violate(where, "a blank cell")
            elif cell.formula is None and isinstance(cell.value, str):
                tally.doubt(where, f"the text {said(cell.value)}, which may be a label")
            elif cell.formula is None and spills:
                tally.doubt(where, f"{said(cell.value)}, which an array formula beside it may have filled in")
            elif cell.formula is None:
                tally.violate(where, f"the typed value {said(cell.value)}")
            elif function and not calls(cell.formula, function):
                tally.violate(where, clip(cell.formula))
            else:
                tally.satisfy()
        return tally.finding(f"{plural(tally.satisfied, 'formula')}", nothing="there is no cell to look at")


def calls(formula: str, function: str) -> bool:
    """Whether a formula calls a function. Texts in quotes are left out; prefixes such as `_xlfn.` are no part of it."""
    code = re.sub(r'"[^"]*"', '""', formula).upper()
    return re.search(rf"(?<![A-Z0-9_.])(?:_XLFN\.|_XLWS\.|_XLFN\._XLWS\.)?{re.escape(function)}\s*\(", code) is not None


def _spills(formula: str) -> bool:
    """Whether a formula may fill cells beside its own, which then hold values and no formula."""
    return any(calls(formula, function) for function in _SPILLING)


def _some_formula(view: WorkbookView, name: str, function: str, tally: Tally) -> Finding:
    sheets: Sequence[SheetView] = view.sheets
    if name:
        sheet = grid.find_sheet(view, name)
        if isinstance(sheet, str):
            return Finding(Outcome.UNKNOWN, tally.expected, "undecided", message=sheet)
        if sheet is None:
            return Finding(Outcome.FAILED, tally.expected, f"no sheet `{name}`")
        sheets = (sheet,)
    for sheet in sheets:
        for place, cell in sheet.cells.items():
            if cell.formula is not None and (not function or calls(cell.formula, function)):
                return Finding(Outcome.PASSED, tally.expected, clip(cell.formula), f"{sheet.name}!{place}")
    return Finding(Outcome.FAILED, tally.expected, f"no such formula in {plural(len(sheets), 'sheet')}")


def cells_of(sheet: SheetView, area: str, tally: Tally) -> Iterator[tuple[str, CellView | None]]:
    """Cells of a range, columns cut to the used rows; without a range, those that hold something."""
    rectangle = grid.parse_area(area, rows=max(sheet.max_row, 1))
    if rectangle is None:
        yield from sheet.cells.items()
    elif rectangle.size > grid.MAX_CELLS:
        tally.doubt(area, f"more cells than MAX_CELLS ({grid.MAX_CELLS})")
    else:
        yield from ((place, sheet.cells.get(place)) for place in rectangle.coordinates())
