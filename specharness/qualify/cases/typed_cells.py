"""Cases of the types of cells in workbooks, of texts that need a second look, and of tables that are asked by queries;
`schemas` asks them of `column_types`."""

from __future__ import annotations

from collections.abc import Iterator

from specharness.evidence.views import CellView
from specharness.qualify.artifacts import Scalar, workbook
from specharness.qualify.case import (
    Asked,
    Case,
    Definition,
    World,
    debatable,
    near_fail,
    near_pass,
    refused,
    satisfying,
    violating,
)
from specharness.qualify.draw import Draw, csv_text

Stored = Scalar | CellView
_DAY, _MOMENT = CellView(45_413, None, "yyyy-mm-dd"), CellView(45_413.5, None, "yyyy-mm-dd hh:mm")

_STORED: dict[str, tuple[list[Stored], list[Stored], list[Stored]]] = {
    "integer": ([7, -3], ["7", "7.0"], [7.5, True, "x"]),
    "number": ([7, 7.25], ["7.25", "$7"], [True, "x"]),
    "boolean": ([True, False], ["true", 0, 1, "no"], [2, 0.5, "x"]),
    "date": ([_DAY, "2024-05-01"], [45_413, "1 May 2024"], [True, "x"]),
    "datetime": ([_MOMENT, "2024-05-01T12:00"], [45_413.5, "1 May 2024 12:00"], [False, "x"]),
    "text": (["x", "7"], [7, 7.5, True], []),
}
"""Values as a workbook stores them: surely of the type, perhaps, surely not."""

_WRITTEN: dict[str, tuple[list[str], list[str], list[str]]] = {
    "integer": ([" 7 "], [" 7.0 "], [" 7.5 "]),
    "number": ([" 7.25 "], [" 7 % "], [" 7.2.5 "]),
    "boolean": ([" true "], [" yes "], [" x "]),
    "date": ([" 2024-05-01 "], ["2024-05-01T10:00:00.123456+00:00", " 1 May 2024 "], ["2024-02-30", "5 of 7"]),
    "datetime": (
        [" 2024-05-01T10:00 ", "2024-05-01T10:00:00.5", "2024-05-01T10:00:00.123456789", "2024-05-01 10:00:00+0200"],
        ["2024-05-01T10", "2024-05-01"],
        ["2024-05-01T10:00:00+99:00", "2024-02-30T10:00", "2024-05-01T10:61"],
    ),
}
"""Cells of a file of texts: the same."""


def stored_values(draw: Draw) -> Iterator[Case]:
    """One cell of each sort behind others that are fine."""
    column, other = draw.words(2)
    for kind, (right, perhaps, wrong) in _STORED.items():
        asked: Asked = {"path": "t.xlsx", "types": {column: kind}}

        def book(values: list[Stored]) -> dict[str, bytes]:
            places = enumerate(draw.shuffled(values), 2)
            cells: dict[str, Stored] = {"A1": other, "B1": column}
            cells |= {f"A{row}": row for row in range(2, len(values) + 2)}
            return {"t.xlsx": workbook({"S": {**cells, **{f"B{row}": value for row, value in places}}})}

        yield near_pass("types", asked, book(right), f"{kind}: {right}")
        for value in perhaps:
            yield debatable(asked, book([*right, value]), f"{value!r} may be {kind}")
        for value in wrong:
            yield near_fail("types", asked, book([*right, value]), f"{value!r} is not {kind}")
    for kind, (written, doubtful, odd) in _WRITTEN.items():
        texts: Asked = {"path": "t.csv", "types": {column: kind}}

        def table(values: list[str]) -> dict[str, str]:
            return {"t.csv": csv_text([other, column], [[draw.integer(1, 99), value] for value in values])}

        yield near_pass("types", texts, table(draw.shuffled(written)), f"{kind}: {written}")
        for text in doubtful:
            yield debatable(texts, table(draw.shuffled([*written, text])), f"{text!r} may be {kind}")
        for text in odd:
            yield near_fail("types", texts, table(draw.shuffled([*written, text])), f"{text!r} is not {kind}")


def many_columns(draw: Draw) -> Iterator[Case]:
    """Several columns, and tables that are too large to be held; nothing is drawn, because queries take time."""
    column, other, third, number = "count", "paid", "note", 7
    both: Asked = {"path": "t.csv", "types": {column: "integer", other: "boolean"}}

    def asked(*rows: tuple[object, object], names: tuple[str, str] = (column, other)) -> tuple[Asked, World]:
        return both, World({"t.csv": csv_text(names, rows)}, limits={"table_bytes": 5})

    yield satisfying(*asked((number, "true"), (-1, "false")), "a large table")
    yield satisfying(*asked((number, "tRUE"), (f" {number} ", "true")), "cells that are looked at one by one")
    yield violating(*asked((number, "true"), (number, "x")), "a wrong cell in a large table")
    yield violating(*asked((number, "true"), ("x", "true")), "a wrong cell in the first column")
    yield debatable(*asked((number, "true"), (number, "yes")), "an uncertain cell in a large table")
    yield debatable(*asked((number, "true"), ("", "true")), "a blank in a large table")
    yield near_pass("blanks", *_blanks(asked((number, "true"), ("", "true"))), "blanks in a large table")
    yield near_fail("blanks", *_blanks(asked(("x", "true"), ("", "true"))), "blanks, and a wrong cell")
    yield violating(*asked((number, "true"), names=(column, third)), "a column that a large table lacks")
    yield violating(*asked((number, "x"), names=(column.upper(), other)), "a spelling in doubt, and a wrong cell")
    yield debatable(*asked((number, "true"), names=(column.upper(), other)), "a spelling in doubt")
    yield debatable(*asked((number, "true"), names=(column, other.upper())), "the second spelling in doubt")
    yield debatable(*asked(names=(column, other)), "a large header without a row")
    held = {"t.csv": csv_text([column, other], [[number, "yes"], [number, "true"]])}
    yield debatable({**both, "blanks": True}, held, "a doubt in one of two columns")
    blank = {"t.csv": csv_text([column, other], [["", "true"], ["", "false"]])}
    yield debatable({**both, "blanks": True}, blank, "blanks alone in one of two columns")
    names = [f"{third}{place}" for place in range(1_000)]
    wide = {"t.csv": csv_text(names, [["1"] * len(names)])}
    yield satisfying({"path": "t.csv", "types": dict.fromkeys(names, "integer")}, wide, "as many columns as are named")
    more = dict.fromkeys([*names, third], "integer")
    yield refused({"path": "t.csv", "types": more}, "more columns than are named")
    yield refused({"path": "t.csv", "types": {column: "text", " ": "text"}}, "a column named by a blank")
    yield refused({"path": "t.csv", "types": {column: "text", other: ["integer"]}}, "a list for a type")
    yield refused({"path": "t.csv", "types": {column: "text", other: "decimal"}}, "no such type")


def _blanks(asked: tuple[Asked, World]) -> tuple[Asked, World]:
    return {**asked[0], "blanks": True}, asked[1]


DEFINITIONS: tuple[Definition, ...] = ()
