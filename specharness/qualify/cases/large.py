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
    violating,
)
from specharness.qualify.draw import json_text

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


def calculated() -> Iterator[Case]:
    """Cases of `computed`: aggregates of a table too large to be held."""

    def asked(op: str, column: str | None = "p", by: tuple[str, ...] = (), **more: Any) -> dict[str, Any]:
        rows = {"path": "t.csv", **({"where": more.pop("where")} if "where" in more else {})}
        result = {"op": op, "rows": rows, **({"of": column} if column else {}), **more}
        path = "o.json" if not by else "g.json"
        return {"path": path, "field": "v", "calculation": {"result": result, "by": list(by)}}

    def world(value: Any, table: str = _SALES, before: str | None = None, **others: str) -> World:
        files = {"t.csv": table, **{f"{name}.json": text for name, text in others.items()}}
        for name in ("o", "g"):
            files[f"{name}.json"] = json_text({"v": value})
        handed = None if before is None else {"t.csv": before}
        return World(files, before=handed, limits={"table_bytes": 5})

    north: list[Any] = [{"column": "g", "test": "is", "values": ["a"]}]
    dear: list[Any] = [{"column": "p", "test": "at_least", "values": [4]}]
    for result, right, off in (
        (asked("sum"), 22.5, 22.75),
        (asked("mean"), 5.625, 5.5),
        (asked("min"), 2, 4),
        (asked("max"), 10.5, 10),
        (asked("count", None), 4, 3),
        (asked("count", "k"), 3, 4),
        (asked("sum", where=north), 14.5, 22.5),
        (asked("sum", where=dear), 20.5, 22.5),
        (asked("sum", "n", blanks="skip"), 6, 7),
    ):
        yield near_pass("calculation", result, world(right), "of a table beyond memory")
        yield near_fail("calculation", result, world(off), "of a table beyond memory, off")
    grouped = asked("sum", by=("g",))
    yield satisfying(grouped, world({"a": 14.5, "b": 8}), "by groups")
    yield violating(grouped, world({"a": 14.5, "b": 7}), "by groups, one off")
    share = asked("sum", by=("g",))
    share["calculation"]["result"] = {
        "op": "divide",
        "left": grouped["calculation"]["result"],
        "right": {**grouped["calculation"]["result"], "overall": True},
    }
    yield satisfying({**share, "decimals": 2}, world({"a": 0.64, "b": 0.36}), "each group's share of the whole")
    yield violating({**share, "decimals": 2}, world({"a": 1, "b": 1}), "each group's share of the whole")
    yield debatable(asked("sum", "n"), world(6), "a blank in a column of numbers")
    yield debatable(asked("sum", "k"), world(6), "words in a column of numbers")
    yield debatable(asked("sum", "none"), world(6), "no such column")
    yield debatable(asked("percentile", q=50), world(6), "more than a query can compute")
    yield satisfying(asked("sum"), world(22.5, before=_SALES), "as it was handed over")
    yield violating(asked("sum"), world(22.75, before=_SALES), "as it was handed over, off")
    yield debatable(asked("sum"), world(23.5, _SALES + "b,1,1,x\n", before=_SALES), "changed to fit")
    yield debatable(asked("sum"), world(22.5, _SALES + "b,1,1,x\n", before=_SALES), "changed")
    rate = {"op": "value", "path": "c.json", "field": "rate"}
    product = {"op": "multiply", "left": asked("sum")["calculation"]["result"], "right": rate}
    for one, other in ((product["left"], rate), (rate, product["left"])):
        taxed = {**asked("sum"), "calculation": {"result": {"op": "multiply", "left": one, "right": other}}}
        yield satisfying(taxed, world(4.5, c=json_text({"rate": 0.2})), "times a value of a small file")
        yield violating(taxed, world(22.5, c=json_text({"rate": 0.2})), "times a value of a small file")
    own = asked("sum")
    column = {**own, "path": "t.csv", "field": "p", "calculation": {"result": {**own["calculation"]["result"]}}}
    yield missing(column, world(1, "p\n500\n", before="p\n700\n"), "the artifact itself, too large to be held", OPEN)
    joined = asked("sum")
    joined["calculation"]["result"]["rows"] = {"path": "t.csv", "join": [{"path": "t.csv", "on": {"g": "g"}}]}
    yield debatable(joined, world(22.5), "a join of tables beyond memory")
    unread = World({"t.csv": _SALES, "o.json": json_text({"v": 22.5})}, limits={"table_bytes": 5, "stream_bytes": 6})
    yield hostile(asked("sum"), unread, "too large for queries, too", OPEN)


_SALES = "g,p,n,k\na,10.5,1,x\nb,2,,y\na,4,5,\nb,6,,z\n"
"""Sums of `p`: 14.5 of `a`, 8 of `b`; `n` has blanks, `k` has words and a blank."""
