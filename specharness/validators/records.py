"""Views as rows: the records of a table, a sheet or JSON data under column names, for calculations over them.

Guarantees that a cell is a number only where it is beyond doubt, and that what is doubtful (a blank, a text in a number
column, a formula without a value, a name that stands there twice) is said with its place. What is calculated is not its
business.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from pydantic import JsonValue

from specharness.evidence.views import JsonView, SheetView, TableView, View, WorkbookView
from specharness.validators import grid, numerals
from specharness.validators.compare import composed
from specharness.validators.select import select
from specharness.validators.tables import header_row
from specharness.validators.wording import clip, said

_PLAIN = re.compile(r"-?[0-9]{1,30}(?:\.[0-9]{1,30})?")


class UndecidedError(Exception):
    """Careful readers could disagree, or the input does not tell; the message says why and where."""


class MissingError(UndecidedError):
    """A named column, sheet or field is not there, in any spelling."""


@dataclass(frozen=True)
class Records:
    """Rows with one cell for every column; None where a row has none."""

    name: str
    columns: tuple[str, ...]
    rows: Sequence[Sequence[JsonValue]]
    untyped: bool = False
    """Cells are texts, as in CSV: `5` is the number 5 there."""
    opaque: frozenset[tuple[int, int]] = frozenset()
    """Row and column (from 0) of formulas whose values were not stored."""

    def column(self, name: str) -> int:
        """The index of a column. Raises UndecidedError where it is not there once, letter by letter."""
        place, doubt = grid.find_name(self.columns, name)
        if doubt:
            raise UndecidedError(f"{self.name}: {doubt}")
        if place is None:
            raise MissingError(f"{self.name} has no column `{clip(name)}`")
        return place

    def text(self, row: int, column: int) -> str:
        """A cell as a key: numbers in their shortest form, texts composed and without spaces around. Empty: blank."""
        cell = self._cell(row, column)
        if cell is None:
            return ""
        if isinstance(cell, str):
            return composed(cell.strip())
        number = numerals.exact(cell)
        if number is not None:
            return format(number.normalize(), "f")
        if isinstance(cell, bool):
            return "true" if cell else "false"
        raise UndecidedError(f"{self._where(row, column)}: {said(cell)} in the place of one value")

    def number(self, row: int, column: int) -> Decimal | None:
        """A cell as a number; None where it is blank. Raises UndecidedError for all else."""
        cell = self._cell(row, column)
        if cell is None:
            return None
        if isinstance(cell, str):
            if not cell.strip():
                return None
            if self.untyped:
                if _PLAIN.fullmatch(cell):
                    return Decimal(cell)
                numeral = numerals.parse(cell)
                if numeral is not None and numeral.plain:
                    return numeral.value
            raise UndecidedError(f"{self._where(row, column)}: {said(cell)} is not a plain number")
        number = numerals.exact(cell)
        if number is None:
            raise UndecidedError(f"{self._where(row, column)}: {said(cell)} is not a number")
        return number

    def _cell(self, row: int, column: int) -> JsonValue:
        if (row, column) in self.opaque:
            raise UndecidedError(f"{self._where(row, column)}: a formula without a stored value")
        cells = self.rows[row]
        return cells[column] if column < len(cells) else None

    def _where(self, row: int, column: int) -> str:
        return f"{self.name}, `{clip(self.columns[column])}`, row {row + 1}"


def records_of(view: View, name: str, field: str = "", sheet: str = "") -> Records:
    """The rows of a view. Raises UndecidedError where it has none, or which ones are meant is not sure."""
    match view:
        case TableView():
            return Records(name, view.columns, _plain_rows(view), untyped=not view.typed)
        case WorkbookView():
            return _of_sheet(view, name, sheet)
        case JsonView():
            return _of_json(view, name, field)
        case _:
            raise UndecidedError(f"{name} has no rows that can be read")


def _plain_rows(view: TableView) -> Sequence[Sequence[JsonValue]]:
    """The rows; what is no single value stands there in a list, so that nobody takes it for one."""
    if not view.unclear:
        return view.rows
    return [
        [[cell] if place in view.unclear and cell is not None else cell for place, cell in enumerate(row)]
        for row in view.rows
    ]


def _of_sheet(view: WorkbookView, name: str, sheet: str) -> Records:
    found = grid.find_sheet(view, sheet)
    if found is None:
        raise MissingError(f"{name} has no sheet `{clip(sheet)}`")
    if not isinstance(found, SheetView):
        raise UndecidedError(f"{name}: {found}")
    columns = header_row(found)
    header = [grid.header_of(found, column) for column in columns]
    places = [place for place in header if isinstance(place, grid.Header)]
    if not columns or len(places) < len(columns):
        raise UndecidedError(f"{name}: which row of sheet `{clip(found.name)}` is the header is not sure")
    rows: list[list[JsonValue]] = []
    opaque: set[tuple[int, int]] = set()
    for row in grid.data_rows(found, places[0]):
        cells: list[JsonValue] = []
        for place in places:
            cell = grid.at(found, place.column, row)
            if cell is not None and cell.value is None:
                opaque.add((len(rows), len(cells)))
            cells.append(None if cell is None else cell.value)
        rows.append(cells)
    return Records(name, columns, rows, opaque=frozenset(opaque))


def _of_json(view: JsonView, name: str, field: str) -> Records:
    selection = select(view, field or "$[]")
    if selection.doubt:
        raise UndecidedError(f"{name}: {clip(selection.doubt, 120)}")
    if selection.missing:
        kind = UndecidedError if selection.picked else MissingError
        raise kind(f"{name} has no {clip(selection.missing[0])}")
    items = [place.value for place in selection.picked]
    if len(items) == 1 and isinstance(items[0], list):
        items = items[0]
    objects = [item for item in items if isinstance(item, dict)]
    if len(objects) < len(items):
        if any(isinstance(item, dict | list) for item in items):
            raise UndecidedError(f"{name}: `{clip(field or '$[]')}` holds values of several kinds")
        return Records(name, (VALUE,), [(item,) for item in items])
    columns = tuple(dict.fromkeys(key for item in objects for key in item))
    return Records(name, columns, [[item.get(key) for key in columns] for item in objects])


VALUE = "$"
"""The one column of rows that are single values."""
