"""Cases of headers: which row is one, names that stand there twice, tables that were there before."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from specharness.qualify.artifacts import workbook
from specharness.qualify.case import (
    FAILED,
    OPEN,
    Case,
    World,
    debatable,
    missing,
    near_fail,
    near_pass,
    satisfying,
    violating,
)

DEFINITIONS = ()
"""What is yielded here belongs to the definitions of `table_columns` and `same_columns`."""


def columns() -> Iterator[Case]:
    """Cases of `table_columns`."""
    asked: dict[str, Any] = {"path": "b.xlsx", "columns": ["a", "b"]}
    exact, ordered = {**asked, "exact": True}, {**asked, "ordered": True}
    twice = {"b.xlsx": workbook({"s": [["a", "b", None], [1, 2, 3], ["a", "b", "c"], [4, 5, 6]]})}
    yield near_pass("exact", exact, twice, "the first of two rows that have the names")
    titled = {"b.xlsx": workbook({"s": [["a", None], [None, None], ["a", "b"], [1, 2]]})}
    yield near_pass("columns", exact, titled, "the row that has more of the names, below a title")
    yield near_fail("ordered", {**ordered, "columns": ["b", "a"]}, titled, "in the other order")
    for head, make in ((["a", "b", "c"], near_fail), (["b", "a"], near_pass)):
        yield make("exact", exact, {"b.xlsx": workbook({"s": [head, [1, 2, 3]]})}, "no others, in any order")
    parts = {"b.xlsx": workbook({"s": [["x", "y"], ["a", 1]], "t": [["z"], [1]]})}
    yield near_fail("columns", asked, parts, "one name in a cell, the other nowhere")
    strewn = {"b.xlsx": workbook({"s": [["x", "y"], [" a ", 1]], "t": [["z"], ["B"]]})}
    yield debatable(asked, strewn, "the names are there, in no header")
    second = {"b.xlsx": workbook({"s": [["x", "y"], [1, 2]], "t": [["a", "b"], [1, 2]]})}
    yield near_pass("sheet", asked, second, "in the header of the second sheet")
    yield near_pass("sheet", {**asked, "sheet": "t"}, second, "in the sheet that is named")
    yield near_fail("sheet", {**asked, "sheet": "s"}, second, "in the other sheet")
    yield debatable({**asked, "sheet": "T"}, second, "the sheet's name in another case")
    loose = {"b.xlsx": workbook({"s": [["x", "y"], [1, 2]], "t": [["A", "b"], [1, 2]]})}
    yield debatable(asked, loose, "a variant in the second sheet's header")
    table = {**exact, "path": "t.csv"}
    for line in ("a,b,", "a,b, "):
        yield debatable(table, {"t.csv": f"{line}\n1,2,3\n"}, "one more column, without a name")
    yield debatable(table, {"t.csv": "a,b,a\n1,2,3\n"}, "a name that stands there twice")
    yield violating(table, {"t.csv": "a,b,c\n1,2,3\n"}, "one more column")
    yield satisfying(table, {"t.csv": "a,b\n1,2\n"}, "just these")
    for path in ("t.txt", "t.json", "t.dat", "t", "t.zip"):
        for names, make in ((["a", "b"], near_pass), (["a", "c"], near_fail)):
            delimited = {"path": path, "columns": names, "exact": True}
            yield make("columns", delimited, {path: "a,b\n1,2\n"}, "delimited text of any name")
    yield near_fail("columns", asked, {"b.xlsx": workbook({"s": []})}, "an empty sheet")
    yield near_fail("columns", asked, {"b.xlsx": workbook({"s": [[1, 2], [3, 4]]})}, "no text in the sheet")


def alike() -> Iterator[Case]:
    """Cases of `same_columns`."""
    asked: dict[str, Any] = {"path": "t.csv", "other": "u.csv"}
    count = {**asked, "what": "count"}
    good, more = "a,b\n1,2\n", "a,b,c\n1,2,3\n"

    def world(mine: str | bytes, after: str | bytes | None, before: str | bytes | None, name: str = "csv") -> World:
        files = {f"t.{name}": mine, **({} if after is None else {f"u.{name}": after})}
        return World(files, before=None if before is None else {f"u.{name}": before})

    yield satisfying(asked, world(good, None, good), "the other table was removed, and had the same columns")
    yield violating(asked, world(more, None, good), "the other table was removed, and had other columns")
    yield violating(asked, world(good, more, None), "as it is now, where nobody kept the former state")
    handed = World({"t.csv": good, "u.csv": good}, before={"x.csv": good})
    yield missing(asked, handed, "the other table was not there before", OPEN)
    yield missing(asked, World({"t.csv": good}, before={"x.csv": good}), "the other table was never there", OPEN)
    yield debatable(asked, world(more, more, good), "the other table's columns were changed to fit")
    yield debatable(asked, world("a,b,a\n1,2,3\n", good, good), "a name more often than there")
    yield debatable(asked, world("a,A\n1,2\n", "a\n1\n", "a\n1\n"), "a variant besides")
    for odd in ("", "\n"):
        yield missing(asked, world(good, odd, odd), "the other table has no header", OPEN)
    yield missing({**asked, "other": "u.xlsx"}, World({"t.csv": good, "u.xlsx": workbook({"s": []})}), "empty", OPEN)
    yield near_pass("what", count, world("x,y\n1,2\n", good, good), "as many columns")
    yield near_fail("what", count, world(more, good, good), "one more column")
    books: dict[str, Any] = {"path": "t.xlsx", "other": "u.xlsx"}
    titled = workbook({"s": [["Report", None], ["a", "b"], [1, 2]]})
    bare = workbook({"s": [["a", "b"], [1, 2]], "t": [["c"], [1]]})
    wide = workbook({"s": [["Report", None, None], ["a", "b", None], [1, 2, 3]]})
    for mine, why in ((titled, "a title above two columns"), (wide, "a title, and a column without a name")):
        same = world(mine, bare, bare, "xlsx")
        yield near_pass("sheet", {**books, "sheet": "s"}, same, why)
        yield missing({**books, "sheet": "t"}, same, "no such sheet in one of the tables", OPEN | FAILED)
    yield debatable(books, world(titled, bare, bare, "xlsx"), "which sheet is not said")
    alone = workbook({"s": [["a"], [1]]})
    half = workbook({"s": [["a", None, None], [1, 2, 3]]})
    yield near_pass("sheet", {**books, "sheet": "s"}, world(half, alone, alone, "xlsx"), "the first row with text")
