"""Workbooks: values beside formulas, number formats, hidden sheets included.

The bytes are read twice side by side, once for formulas and once for cached values, streaming and by the cells that
are there (a sheet's stated dimension is not believed). Macros and external links are never followed.
"""

from __future__ import annotations

import datetime
import io
from collections.abc import Iterator
from typing import Any

from defusedxml import ElementTree
from openpyxl import load_workbook
from openpyxl.styles.numbers import is_datetime
from openpyxl.utils.exceptions import InvalidFileException
from openpyxl.worksheet.formula import ArrayFormula, DataTableFormula

from specharness.evidence.faults import LimitReached, MalformedArtifact
from specharness.evidence.limits import Limits
from specharness.evidence.observers.opc import Package
from specharness.evidence.observers.text import clean
from specharness.evidence.observers.xlsx_order import require_order
from specharness.evidence.observers.zips import BROKEN_MEMBER
from specharness.evidence.views import CellView, SheetView, WorkbookView

MALFORMED: tuple[type[Exception], ...] = (InvalidFileException, *BROKEN_MEMBER)
"""By which openpyxl says that the file is broken; a bare ValueError or KeyError may as well be a gap of its own."""
_MOST_ROWS = 1_048_576
"""Of a sheet (ECMA-376 sets none, every spreadsheet program has this one)."""
_Value = str | int | float | bool | None


def view(package: Package, limits: Limits) -> WorkbookView:
    """The workbook. Chart sheets are sheets without cells."""
    formulas = _load(package, data_only=False)
    _complete(package, len(formulas.sheetnames))
    values = _load(package, data_only=True)
    sheets: list[SheetView] = []
    budget = limits.sheet_cells
    for with_formulas, with_values in zip(formulas.worksheets, values.worksheets, strict=True):
        part = "/" + with_formulas._worksheet_path.lstrip("/")
        require_order(package.read(part), clean(part))
        sheet = _sheet(with_formulas, with_values, budget)
        budget -= len(sheet.cells)
        sheets.append(sheet)
    order = {name: index for index, name in enumerate(formulas.sheetnames)}
    sheets += [SheetView(clean(chart.title), {}, 0, 0, chart.sheet_state) for chart in formulas.chartsheets]
    sheets.sort(key=lambda sheet: order.get(sheet.name, len(order)))
    names = {clean(name): clean(str(defined.attr_text)) for name, defined in formulas.defined_names.items()}
    return WorkbookView(tuple(sheets), names)


def _complete(package: Package, loaded: int) -> None:
    """The reader leaves out sheets whose part it does not find; a workbook that may hide one is not shown as whole."""
    workbook = ElementTree.fromstring(package.read(package.main or "/xl/workbook.xml"))
    declared = sum(1 for element in workbook.iter() if element.tag.rpartition("}")[2] == "sheet")
    if declared == 0:
        raise MalformedArtifact("a workbook without sheets")
    if declared != loaded:
        raise LimitReached(f"the workbook names {declared} sheets, {loaded} of them can be read; undecided")


def _load(package: Package, *, data_only: bool) -> Any:
    return load_workbook(io.BytesIO(package.data), read_only=True, data_only=data_only, keep_links=False)


def _sheet(with_formulas: Any, with_values: Any, budget: int) -> SheetView:
    cells: dict[str, CellView] = {}
    max_row = max_column = 0
    for cell, valued in zip(_cells(with_formulas), _cells(with_values), strict=True):
        formula = _formula(cell)
        value = _plain(valued.value, cell.number_format)
        if formula is None and value is None:
            continue
        if len(cells) >= budget:
            raise LimitReached(
                f"sheet {with_formulas.title!r} brings the workbook past the cells of `sheet_cells`", "sheet_cells"
            )
        cells[cell.coordinate] = CellView(value, formula, cell.number_format or "General")
        max_row = max(max_row, cell.row)
        max_column = max(max_column, cell.column)
    return SheetView(clean(with_formulas.title), cells, max_row, max_column, with_formulas.sheet_state)


def _cells(sheet: Any) -> Iterator[Any]:
    """The cells that stand in the file, row by row."""
    sheet.reset_dimensions()
    for number, row in enumerate(sheet.iter_rows(), 1):
        if number > _MOST_ROWS:  # the reader gives an empty row for each that a row's number leaves out
            raise LimitReached(f"a row past the {_MOST_ROWS} that a sheet can have: `rows`", "rows")
        for cell in row:
            if hasattr(cell, "coordinate"):  # the reader's filler has none
                yield cell


def _formula(cell: Any) -> str | None:
    if cell.data_type != "f":
        return None
    value = cell.value
    if isinstance(value, ArrayFormula):
        return clean(str(value.text))
    if isinstance(value, DataTableFormula):
        return "=TABLE()"
    return clean(str(value))


def _plain(value: object, number_format: str | None) -> _Value:
    if value is None or isinstance(value, (bool, int, float)):
        return value
    if isinstance(value, str):
        return clean(value)
    if isinstance(value, datetime.datetime):
        whole = value.time() == datetime.time() and is_datetime(number_format or "") == "date"
        return (value.date() if whole else value).isoformat()
    if isinstance(value, (datetime.date, datetime.time)):
        return value.isoformat()
    if isinstance(value, datetime.timedelta):
        return f"PT{value.total_seconds():.15g}S"
    return clean(str(value))
