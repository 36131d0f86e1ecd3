"""Cases of cells that are half filled, of how cells are named, and of formulas in them; `columns` asks them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from specharness.evidence.views import CellView
from specharness.qualify.artifacts import Scalar, calculated, workbook
from specharness.qualify.case import Asked, Case, Definition, debatable, near_fail, near_pass, satisfying, violating
from specharness.qualify.draw import Draw, csv_text

Cells = Mapping[str, Scalar | CellView]


def half_filled(draw: Draw) -> Iterator[Case]:
    """A blank in a row of which so many cells are filled, asked of `cells_filled`."""
    names = draw.words(7)
    asked: Asked = {"column": names[0]}
    full = [draw.word() for _ in names]

    def table(width: int, *row: str) -> tuple[Asked, dict[str, str]]:
        return {**asked, "path": "t.csv"}, {"t.csv": csv_text(names[:width], [full[:width], row, full[:width]])}

    yield near_fail("column", *table(5, "", "x", "y", "", ""), "two of the four others are filled")
    yield near_fail("column", *table(7, "", "x", "y", "", "z", "", ""), "three of the six others are filled")
    yield debatable(*table(7, "", "x", "", "", "z", "", ""), "two of the six others are filled")
    yield debatable(*table(6, "", "x", "y", "", "", ""), "two of the five others are filled")
    yield debatable(*table(5, "", "x", " ", "", ""), "one of four others, and a space")
    yield debatable({"path": "t.csv"}, {"t.csv": csv_text([names[0], "  "], [["x", "y"]])}, "a column named by a blank")
    yield debatable({"path": "t.csv"}, {"t.csv": csv_text([names[0], names[0]], [["x", "y"]])}, "a column's name twice")
    short = f"{names[0]},{names[1]}\n{full[0]},{full[1]}\n{full[2]}\n"
    yield violating({"path": "t.csv", "column": names[1]}, {"t.csv": short}, "a row that ends before the column")

    def sheet(width: int, *row: str) -> tuple[Asked, dict[str, bytes]]:
        rows: list[list[Scalar]] = [[*names[:width]], [*full[:width]], [cell or None for cell in row], [*full[:width]]]
        return {**asked, "path": "b.xlsx"}, {"b.xlsx": workbook({"S": rows})}

    yield near_fail("column", *sheet(4, "", "x", "y", ""), "two of four cells are filled")
    yield near_fail("column", *sheet(6, "", "x", "y", "", "", "z"), "three of six cells are filled")
    yield debatable(*sheet(6, "", "x", "", "", "", "z"), "two of six cells are filled")
    yield satisfying(*sheet(6, "x", "", "", "", "", ""), "the one that is asked is filled")
    column = f"{names[0]}x"
    yield violating({"path": "b.xlsx", "column": column}, sheet(2, "x", "y")[1], "no such column in the sheet")
    for letters, why in (
        ("WXYZ", "four"),
        ("ÄÖ", "no letters of a sheet"),
        ("A_B", "no letters alone"),
        ("qx", "small"),
    ):
        yield violating({"path": "b.xlsx", "column": letters}, sheet(2, "x", "y")[1], f"no such column: {why}")
    for letters in ("XYZ", "AB"):
        yield debatable({"path": "b.xlsx", "column": letters}, sheet(2, "x", "y")[1], "letters, perhaps of a column")


def named_cells(draw: Draw) -> Iterator[Case]:
    """Which cells are meant, and which count as filled, asked of `cells_filled`."""
    name, other = draw.words(2)
    number = draw.integer(2, 90)
    asked: Asked = {"path": "b.xlsx"}
    sheet = f"{name}'s {other}"
    quoted = "'" + sheet.replace("'", "''") + "'"
    full: Cells = {"A1": name, "B1": other, "A2": number, "B2": "x", "A3": "y", "B3": number}
    holed: Cells = {place: value for place, value in full.items() if place != "B2"}
    two = {"b.xlsx": workbook({sheet: full, "T": holed})}
    yield near_pass("range", {**asked, "range": f"{quoted}!A1:B3"}, two, "a sheet named in marks")
    yield near_fail("range", {**asked, "range": "'T'!A1:B3"}, two, "the other sheet in marks")
    yield near_pass("range", {**asked, "range": "T!A:A"}, two, "a whole column")
    yield near_fail("range", {**asked, "range": "T!B:B"}, two, "a whole column with a blank")
    one = {"b.xlsx": workbook({"S": {"A1": number}})}
    yield near_pass("range", {**asked, "range": "A:A"}, one, "a whole column of one cell")
    yield debatable(asked, one, "no column is named")
    yield debatable(
        {**asked, "column": name}, {"b.xlsx": workbook({"S": {**full, "D1": name, "D2": 1}})}, "named twice"
    )
    blank = {"b.xlsx": calculated({"S": {**full, "B2": CellView(" ", '=" "')}})}
    yield debatable({**asked, "column": other}, blank, "a formula that shows nothing")
    yield near_pass("column", {**asked, "column": name}, blank, "the column beside it")
    spaces = {"b.xlsx": workbook({"S": {**full, "B2": "  "}})}
    yield near_fail("column", {**asked, "column": other}, spaces, "spaces alone")


def called_there(draw: Draw) -> Iterator[Case]:
    """Formulas and what they call, asked of `formula_cells`."""
    sheet, other = draw.word(), draw.word()
    number = draw.integer(2, 90)
    function, wrong = draw.sample(["SUM", "CONCAT", "MAX"], 2)
    called: Cells = {"A1": number, "B1": CellView("x", f"={function}(A1)"), "B2": CellView("y", f"={function}(A1:A2)")}
    name = f"{sheet}'s {other}"
    quoted = "'" + name.replace("'", "''") + "'"
    files = {"b.xlsx": calculated({name: called, other: {"B1": CellView(1, f"={wrong}(A1)"), "B2": number}})}
    asked: Asked = {"path": "b.xlsx", "function": function}
    yield near_pass("range", {**asked, "range": f"{quoted}!B1:B2"}, files, "formulas that give texts")
    yield near_fail("range", {**asked, "range": f"{quoted}!A1:B2"}, files, "one column more")
    yield near_fail("range", {**asked, "range": f"'{other}'!B1"}, files, "on the other sheet")
    yield near_pass("range", {**asked, "range": f"{quoted}!B:B"}, files, "a whole column")
    yield near_fail("range", {"path": "b.xlsx", "range": f"{other}!B:B"}, files, "a whole column with a number in it")
    yield near_pass("function", {**asked, "function": f" {function} ", "sheet": name}, files, "spaces around it")
    yield near_fail("function", {**asked, "sheet": other}, files, "no cell of the other sheet")
    yield debatable({"path": "b.xlsx", "sheet": name.upper()}, files, "a sheet's name in another spelling")
    yield debatable({**asked, "sheet": other.upper()}, files, "the other name in another spelling")


DEFINITIONS: tuple[Definition, ...] = ()
