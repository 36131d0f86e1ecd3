"""Cases of rows that calculations go over: of JSON, workbooks, short lines of CSV and files with types that are held in
memory. Nothing is drawn here."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from specharness.evidence.views import CellView
from specharness.qualify.artifacts import Cells, calculated, workbook
from specharness.qualify.case import NOT_FAILED, Case, Content, Definition, debatable, malformed, near_fail, near_pass
from specharness.qualify.cases import queried
from specharness.qualify.draw import json_text

DEFINITIONS: tuple[Definition, ...] = ()
"""What is yielded here belongs to the definition of `computed`."""


def _asked(path: str, op: str = "sum", of: str | None = "p", by: tuple[str, ...] = (), **more: Any) -> dict[str, Any]:
    place = {name: more.pop(name) for name in ("field", "sheet", "join", "where") if name in more}
    result: dict[str, Any] = {"op": op, "rows": {"path": path, **place}, **more}
    if of:
        result["of"] = of
    return {"path": "o.json", "field": "v", "calculation": {"result": result, "by": list(by)}}


def records() -> Iterator[Case]:
    """All cases of this module."""
    yield from _of_json()
    yield from _of_sheet()
    yield from _of_lines()
    yield from queried.stored(held=True)


def _decided(question: dict[str, Any], name: str, content: Content, right: Any, off: Any, why: str) -> Iterator[Case]:
    yield near_pass("calculation", question, {name: content, "o.json": json_text({"v": right})}, why)
    yield near_fail("calculation", question, {name: content, "o.json": json_text({"v": off})}, why)


def _open(question: dict[str, Any], name: str, content: Content, values: tuple[Any, ...], why: str) -> Iterator[Case]:
    for value in values:
        yield debatable(question, {name: content, "o.json": json_text({"v": value})}, why)


def _of_json() -> Iterator[Case]:
    name = "d.json"
    keyed = [{"g": key, "p": p} for key, p in ((True, 1), (False, 2), (True, 4))]
    groups = _asked(name, by=("g",))
    yield from _decided(
        groups, name, json_text(keyed), {"true": 5, "false": 2}, {"true": 5, "false": 3}, "truth values"
    )
    numbers = [{"g": key, "p": p} for key, p in ((1000, 1), (1.5, 2), (1000.0, 4))]
    yield from _decided(groups, name, json_text(numbers), {"1000": 5, "1.5": 2}, {"1000": 4, "1.5": 2}, "numbers")
    lists = [{"g": [1], "p": 1}, {"g": [2], "p": 2}]
    yield from _open(groups, name, json_text(lists), ({"[1]": 1, "[2]": 2},), "lists in the place of groups")
    gaps = json_text([{"p": 1}, {"p": None}, {"q": 7}, {"p": 4}])
    yield from _decided(_asked(name, blanks="skip"), name, gaps, 5, 12, "null and nothing are blanks")
    yield from _open(_asked(name), name, gaps, (5,), "null where a number is needed")
    for odd in (True, [3], {"x": 3}, "3", "x"):
        mixed = json_text([{"p": 1}, {"p": odd}])
        yield from _open(_asked(name, blanks="skip"), name, mixed, (1, 2, 4), f"{odd!r} is no number")
    inner = json_text({"rows": [{"p": 1}, {"p": 4}]})
    for field in ("rows", "rows[]"):
        yield from _decided(_asked(name, field=field), name, inner, 5, 1, f"the records of {field}")
    yield from _open(_asked(name, field="Rows[]"), name, inner, (5,), "records in another spelling")
    yield from _open(_asked(name, field="none[]"), name, inner, (0, 5), "records that are not there")
    halves = json_text([{"rows": [{"p": 1}]}, {"q": 1}])
    yield from _open(_asked(name, field="$[].rows[]"), name, halves, (1,), "records that one part lacks")
    bare = _asked(name, of=None)
    yield from _open(bare, name, json_text([[1, 2], [3]]), (3, 6), "lists of numbers")
    yield from _open(bare, name, json_text([1, {"p": 2}]), (1, 3), "a number and a record")
    yield from _decided(bare, name, json_text([[1, 2]]), 3, 4, "one list of numbers in a list")


def _of_sheet() -> Iterator[Case]:
    name = "b.xlsx"
    book = workbook({"s": [["g", "p"], ["a", 1], ["b", None], ["a", 4]], "t": [["g", "p"], ["a", 7]]})
    skipping = _asked(name, sheet="s", blanks="skip")
    yield from _decided(skipping, name, book, 5, 12, "an empty cell is a blank")
    yield from _open(_asked(name, sheet="s"), name, book, (5,), "an empty cell where a number is needed")
    yield from _decided(_asked(name, sheet="t"), name, book, 7, 5, "the other sheet")
    yield from _open(_asked(name, sheet="u"), name, book, (5, 7), "no such sheet")
    yield from _open(_asked(name, sheet="S", blanks="skip"), name, book, (5,), "a sheet in another spelling")
    yield from _open(_asked(name), name, book, (5, 7), "which of two sheets is not said")
    opaque = workbook({"s": [["g", "p"], ["a", 1], ["b", "=1+3"]]})
    yield from _open(_asked(name, blanks="skip"), name, opaque, (1, 5), "a formula that nobody has calculated")
    beside = _asked(name, where=[{"column": "g", "test": "is", "values": ["a"]}])
    yield from _decided(beside, name, opaque, 1, 5, "a row beside that formula")
    cells: Cells = {"A1": "g", "B1": "p", "A2": "a", "B2": 1, "A3": "b", "B3": CellView(4, "=1+3", "General")}
    yield from _decided(_asked(name), name, calculated({"s": cells}), 5, 1, "a formula with its stored result")
    headless = workbook({"s": [[1, 2], [3, 4]]})
    yield from _open(_asked(name, of="1"), name, headless, (3, 4), "a sheet without a header")
    yield from _open(_asked(name), name, workbook({"s": []}), (0,), "an empty sheet")
    twice = workbook({"s": [["k", "g", "p", "k"], [1, 2, 4, 8], [16, 32, 64, 128]]})
    for column, value in (("g", 34), ("p", 68), ("k", 17)):
        world = {name: twice, "o.json": json_text({"v": value})}
        question = _asked(name, of=column)
        yield malformed(question, world, "a header with a name that stands there twice", NOT_FAILED)
    yield from _open(_asked(name, of="k"), name, twice, (17, 136), "which of two columns of a name is not said")


def _of_lines() -> Iterator[Case]:
    name = "t.csv"
    short = "g,p\na,1\nb\nc,4\n"
    yield from _decided(_asked(name, blanks="skip"), name, short, 5, 1, "a line without its last cell")
    yield from _decided(_asked(name, "count", None), name, short, 3, 2, "lines, whatever they lack")
    yield from _open(_asked(name), name, short, (5,), "a line without a number that is needed")
    spaces = "g,p\na,1\nb,  \nc, 4 \n"
    yield from _decided(_asked(name, blanks="skip"), name, spaces, 5, 1, "blanks around a number, and alone")
    yield from _open(_asked(name, blanks="skip"), name, "g,p\na,1\nb,4 kg\n", (1, 5), "a number with a unit")
    yield from _open(_asked(name, blanks="skip"), name, 'g,p\na,1\nb,"1,004"\n', (1, 1005), "a number with a separator")
    yield from _open(_asked("t.md"), "t.md", "g,p\na,1\n", (1,), "a text has no rows")
