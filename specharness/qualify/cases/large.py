"""Cases of tables too large to be held: a small table under a limit that it does not keep is judged by the same
queries. Nothing is drawn here, so that each case is observed once: a query takes its time."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from specharness.qualify.case import (
    FAILED,
    OPEN,
    Asked,
    Case,
    World,
    debatable,
    hostile,
    missing,
    near_fail,
    near_pass,
    satisfying,
)

DEFINITIONS = ()
"""What is yielded here belongs to the validators' definitions in other modules."""


def beyond(text: str, **others: str) -> World:
    """A table `t.csv` too large to be held, beside other tables of its kind."""
    return World({"t.csv": text, **{f"{name}.csv": other for name, other in others.items()}}, limits={"table_bytes": 5})


def counts() -> Iterator[Case]:
    """Cases of `count`."""
    rows: Asked = {"path": "t.csv", "of": "rows"}
    three = beyond("name,score\nann,1\nbob,2\ncid,3\n")
    yield near_pass("count", {**rows, "count": 3}, three, "three rows below a header")
    yield near_fail("count", {**rows, "count": 2}, three, "one more than two")
    yield near_fail("min", {**rows, "min": 4}, three, "one less than four")
    gap = beyond("name,score\nann,1\n,\n \t, \ncid,3\n")
    yield debatable({**rows, "count": 4}, gap, "two of the rows hold nothing")
    yield debatable({**rows, "count": 2}, gap, "two of the rows hold nothing")
    yield satisfying({**rows, "min": 2, "max": 4}, gap, "whether or not empty rows count")
    half = beyond("name,score\nann,\n,2\n")
    yield satisfying({**rows, "count": 2}, half, "no row is empty")
    for head, why in (("7,8", "numbers"), ("name,7", "a number"), ("name,", "a blank"), ("name, ", "a space")):
        unsure = beyond(f"{head}\na,2\nb,4\n")
        yield debatable({**rows, "count": 2}, unsure, f"{why} in the first row, which may be data")
        yield debatable({**rows, "count": 3}, unsure, f"{why} in the first row, which may be data")
        yield satisfying({**rows, "min": 2, "max": 3}, unsure, f"{why} in the first row, data or not")
    columns: Asked = {"path": "t.csv", "of": "columns"}
    yield near_pass("of", {**columns, "count": 2}, three, "two columns")
    yield near_fail("of", {**columns, "count": 3}, three, "as many rows, and two columns")
    for nameless in ("name,,score\na,b,c\n", "name, ,score\na,b,c\n"):
        yield debatable({**columns, "count": 3}, beyond(nameless), "one of three columns has no name")
        yield debatable({**columns, "count": 2}, beyond(nameless), "one of three columns has no name")
        yield satisfying({**columns, "min": 2, "max": 3}, beyond(nameless), "with or without a name")
    cells: Asked = {"path": "t.csv", "of": "items", "field": "name"}
    yield near_pass("field", {**cells, "count": 3}, three, "a column's cells")
    yield near_fail("field", {**cells, "count": 4}, three, "one less than four")
    some = beyond("name,7\nann,1\n,2\ncid,3\n")
    yield satisfying({**cells, "field": "7", "count": 3}, some, "a column that has a number for its name")
    yield debatable({**cells, "count": 3}, some, "one cell is blank")
    yield debatable({**cells, "count": 2}, some, "one cell is blank")
    yield satisfying({**cells, "min": 2, "max": 3}, some, "blank or not")
    yield missing({**cells, "field": "mark", "max": 9}, three, "no such column", FAILED)
    yield debatable({**cells, "field": "Name", "count": 3}, three, "the name in another spelling")
    yield debatable({**cells, "count": 3}, beyond("name,name\na,b\nc,d\ne,f\n"), "a name that stands there twice")
    yield satisfying({"path": "t.csv", "of": "items", "count": 3}, three, "the items of a table are its rows")
    yield hostile({**rows, "count": 2}, beyond('name\n"a\nb\n'), "a quote that never ends")
    refusing = World({"t.csv": "name,score\nann,1\nbob,2\n"}, limits={"table_bytes": 5, "stream_bytes": 6})
    yield hostile({**rows, "max": 9}, refusing, "too large for queries, too", OPEN)
    yield hostile({**columns, "max": 9}, refusing, "too large for queries, too", OPEN)


def many(*values: Any, head: str = "key,v") -> World:
    """A large table whose second column holds some values."""
    return beyond("".join(f"{line}\n" for line in (head, *(f"k{n},{value}" for n, value in enumerate(values)))))
