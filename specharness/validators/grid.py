"""Sheets as grids: coordinates, areas, header rows and columns by name.

Guarantees that a name is found by its exact spelling, and that anything less than that is a stated doubt. Values are
not its business.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from specharness.evidence.views import CellView, SheetView, WorkbookView
from specharness.validators.compare import Match, composed, match_text

MAX_CELLS = 200_000
"""Most cells of one area that are looked at one by one; whole columns are cut to the used rows."""

HEADER_ROWS = 20
"""A header stands among the first rows, below a title at most."""

_CELL = re.compile(r"\$?([A-Za-z]{1,3})\$?([1-9][0-9]{0,6})")
_COLUMNS = re.compile(r"\$?([A-Za-z]{1,3}):\$?([A-Za-z]{1,3})")


@dataclass(frozen=True)
class Area:
    """A rectangle of cells, both corners inside, counted from 1."""

    left: int
    top: int
    right: int
    bottom: int

    @property
    def size(self) -> int:
        return (self.right - self.left + 1) * (self.bottom - self.top + 1)

    def coordinates(self) -> Iterator[str]:
        """`A1`-style names, row by row."""
        for row in range(self.top, self.bottom + 1):
            for column in range(self.left, self.right + 1):
                yield coordinate(column, row)


@dataclass(frozen=True)
class Header:
    column: int
    row: int


def coordinate(column: int, row: int) -> str:
    """`(28, 3)` is `AB3`."""
    letters = ""
    while column > 0:
        column, rest = divmod(column - 1, 26)
        letters = chr(65 + rest) + letters
    return f"{letters}{row}"


def column_number(letters: str) -> int:
    """`AB` is 28."""
    number = 0
    for letter in letters.upper():
        number = number * 26 + ord(letter) - 64
    return number


def split_coordinate(text: str) -> tuple[int, int] | None:
    """Column and row of `AB3`; None where the text is no coordinate."""
    found = _CELL.fullmatch(text.strip())
    return (column_number(found[1]), int(found[2])) if found else None


def parse_area(text: str, rows: int = 0) -> Area | None:
    """`B3`, `B3:D9`, or `B:D` over so many rows; None where the text is no area."""
    first, colon, last = text.partition(":")
    start = split_coordinate(first)
    end = split_coordinate(last) if colon else start
    if start and end:
        (left, top), (right, bottom) = start, end
        return Area(min(left, right), min(top, bottom), max(left, right), max(top, bottom))
    columns = _COLUMNS.fullmatch(text.strip())
    if columns and rows > 0:
        left, right = sorted((column_number(columns[1]), column_number(columns[2])))
        return Area(left, 1, right, rows)
    return None


def split_range(text: str) -> tuple[str, str]:
    """The sheet's name, empty where none is given, and the area of `'My sheet'!B3:D9`."""
    sheet, _, area = text.rpartition("!")
    if len(sheet) > 2 and sheet.startswith("'") and sheet.endswith("'"):
        sheet = sheet[1:-1].replace("''", "'")
    return sheet, area


def at(sheet: SheetView, column: int, row: int) -> CellView | None:
    """The cell there, or None where it is empty."""
    return sheet.cells.get(coordinate(column, row))


def find_name(names: Sequence[str], name: str) -> tuple[int | None, str]:
    """Index of a name among the names, and a doubt instead where only a spelling variant of it, or more than one of
    it, is there."""
    exact = [place for place, other in enumerate(names) if composed(other) == composed(name)]
    if len(exact) == 1:
        return exact[0], ""
    if exact:
        return None, f"`{name}` stands there {len(exact)} times"
    variant = next((other for other in names if match_text(name, other) is Match.VARIANT), None)
    return None, "" if variant is None else f"`{variant}` may be meant by `{name}`"


def find_sheet(view: WorkbookView, sheet: str, field: str = "") -> SheetView | str | None:
    """The sheet of this name; a doubt in words where it is not certain which one is meant; None where it is missing.
    Without a name: the only sheet, or the only one with such a column."""
    if sheet:
        place, doubt = find_name([found.name for found in view.sheets], sheet)
        return doubt or (None if place is None else view.sheets[place])
    if len(view.sheets) == 1:
        return view.sheets[0]
    holders = [found for found in view.sheets if isinstance(header_of(found, field), Header)]
    if len(holders) == 1:
        return holders[0]
    return f"{len(view.sheets)} sheets, and none is named"


def filled(sheet: SheetView) -> Iterator[tuple[int, int, CellView]]:
    """Column, row and content of every cell that holds anything."""
    for name, cell in sheet.cells.items():
        place = split_coordinate(name)
        if place:
            yield *place, cell


def first_rows(sheet: SheetView) -> dict[int, dict[int, str]]:
    """Text cells of the rows that can hold a header: row, column, text."""
    rows: dict[int, dict[int, str]] = {}
    for column, row, cell in filled(sheet):
        if row <= HEADER_ROWS and isinstance(cell.value, str) and cell.value.strip():
            rows.setdefault(row, {})[column] = cell.value
    return rows


def header_of(sheet: SheetView, name: str) -> Header | str | None:
    """Where a column's name stands; a doubt in words for spelling variants and names that stand there twice."""
    variant = ""
    exact: list[Header] = []
    for row, texts in first_rows(sheet).items():
        for column, text in texts.items():
            match = match_text(name, text)
            if match is Match.SAME:
                exact.append(Header(column, row))
            elif match is Match.VARIANT:
                variant = variant or text
    if len(exact) == 1:
        return exact[0]
    if exact:
        return f"`{name}` stands in {len(exact)} cells of sheet `{sheet.name}`"
    return f"`{variant}` may be meant by `{name}`" if variant else None


def data_rows(sheet: SheetView, header: Header) -> list[int]:
    """Rows below a header that hold anything at all."""
    return sorted({row for _, row, _ in filled(sheet) if row > header.row})
