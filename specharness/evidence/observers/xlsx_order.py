"""Whether a sheet's rows and cells stand in their order.

The reader takes them as a stream: a row behind a later one, or a cell behind one further right, it leaves out without a
word, while spreadsheet programs refuse such a file or show what it hides. So no sheet is shown that isn't in order.
"""

from __future__ import annotations

import re
from xml.parsers import expat

from specharness.evidence.faults import LimitReached

_MAIN = ("http://schemas.openxmlformats.org/spreadsheetml/2006/main}", "http://purl.oclc.org/ooxml/spreadsheetml/main}")
_ROWS, _CELLS = (frozenset(space + tag for space in _MAIN) for tag in ("row", "c"))
_COORDINATE = re.compile(r"\$?([A-Za-z]{1,3})\$?([0-9]{1,20})")


def require_order(xml: bytes, part: str) -> None:
    """Raises LimitReached where a row or a cell stands out of order, in another row than its own, or twice."""
    row = column = 0

    def element(tag: str, attributes: dict[str, str]) -> None:
        nonlocal row, column
        if tag in _ROWS:
            number = _row(attributes.get("r"), row)
            if number <= row:
                raise LimitReached(f"part {part}: row {number} stands behind row {row}; undecided")
            row, column = number, 0
        elif tag in _CELLS:
            where = attributes.get("r")
            own, number = (row, column + 1) if where is None else _placed(where, part)
            if own != row or number <= column:
                raise LimitReached(f"part {part}: a cell of row {row} is out of its place; undecided")
            column = number

    parser = expat.ParserCreate(namespace_separator="}")
    parser.StartElementHandler = element
    parser.Parse(xml, True)


def _row(written: str | None, last: int) -> int:
    """The number of a row; 0, which is behind every other, where nothing readable is written."""
    if written is None:
        return last + 1
    return int(written) if written.isascii() and written.isdecimal() and len(written) <= 20 else 0


def _placed(where: str, part: str) -> tuple[int, int]:
    found = _COORDINATE.fullmatch(where)
    if found is None:
        raise LimitReached(f"part {part}: a cell without a readable place; undecided")
    column = 0
    for letter in found[1].upper():
        column = 26 * column + ord(letter) - ord("A") + 1
    return int(found[2]), column
