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


def asked(op: str, column: object = "p", by: tuple[str, ...] = (), **more: Any) -> dict[str, Any]:
    """The demand that `v` of an artifact is an aggregate of a table; `where` conditions, `table` its path."""
    rows = {"path": more.pop("table", "t.csv"), **({"where": more.pop("where")} if "where" in more else {})}
    result = {"op": op, "rows": rows, **({"of": column} if column else {}), **more}
    path = "o.json" if not by else "g.json"
    return {"path": path, "field": "v", "calculation": {"result": result, "by": list(by)}}


def results(value: Any, table: str | None = None, before: str | None = None, **others: str) -> World:
    """A table too large to be held, and artifacts with a value."""
    files = {"t.csv": _SALES if table is None else table, **{f"{name}.json": text for name, text in others.items()}}
    for name in ("o", "g"):
        files[f"{name}.json"] = json_text({"v": value})
    handed = None if before is None else {"t.csv": before}
    return World(files, before=handed, limits={"table_bytes": 5})


def calculated() -> Iterator[Case]:
    """Cases of `computed`: aggregates of a table too large to be held."""
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
        yield near_pass("calculation", result, results(right), "of a table beyond memory")
        yield near_fail("calculation", result, results(off), "of a table beyond memory, off")
    grouped = asked("sum", by=("g",))
    yield satisfying(grouped, results({"a": 14.5, "b": 8}), "by groups")
    yield violating(grouped, results({"a": 14.5, "b": 7}), "by groups, one off")
    share = asked("sum", by=("g",))
    share["calculation"]["result"] = {
        "op": "divide",
        "left": grouped["calculation"]["result"],
        "right": {**grouped["calculation"]["result"], "overall": True},
    }
    yield satisfying({**share, "decimals": 2}, results({"a": 0.64, "b": 0.36}), "each group's share of the whole")
    yield violating({**share, "decimals": 2}, results({"a": 1, "b": 1}), "each group's share of the whole")
    yield debatable(asked("sum", "n"), results(6), "a blank in a column of numbers")
    yield debatable(asked("sum", "k"), results(6), "words in a column of numbers")
    yield debatable(asked("sum", "none"), results(6), "no such column")
    yield debatable(asked("percentile", q=50), results(6), "more than a query can compute")
    yield satisfying(asked("sum"), results(22.5, before=_SALES), "as it was handed over")
    yield violating(asked("sum"), results(22.75, before=_SALES), "as it was handed over, off")
    yield debatable(asked("sum"), results(23.5, _SALES + "b,1,1,x\n", before=_SALES), "changed to fit")
    yield debatable(asked("sum"), results(22.5, _SALES + "b,1,1,x\n", before=_SALES), "changed")
    rate = {"op": "value", "path": "c.json", "field": "rate"}
    product = {"op": "multiply", "left": asked("sum")["calculation"]["result"], "right": rate}
    for one, other in ((product["left"], rate), (rate, product["left"])):
        taxed = {**asked("sum"), "calculation": {"result": {"op": "multiply", "left": one, "right": other}}}
        yield satisfying(taxed, results(4.5, c=json_text({"rate": 0.2})), "times a value of a small file")
        yield violating(taxed, results(22.5, c=json_text({"rate": 0.2})), "times a value of a small file")
    own = asked("sum")
    column = {**own, "path": "t.csv", "field": "p", "calculation": {"result": {**own["calculation"]["result"]}}}
    yield missing(column, results(1, "p\n500\n", before="p\n700\n"), "the artifact itself, too large to be held", OPEN)
    joined = asked("sum")
    joined["calculation"]["result"]["rows"] = {"path": "t.csv", "join": [{"path": "t.csv", "on": {"g": "g"}}]}
    yield debatable(joined, results(22.5), "a join of tables beyond memory")
    unread = World({"t.csv": _SALES, "o.json": json_text({"v": 22.5})}, limits={"table_bytes": 5, "stream_bytes": 6})
    yield hostile(asked("sum"), unread, "too large for queries, too", OPEN)


_SALES = "g,p,n,k\na,10.5,1,x\nb,2,,y\na,4,5,\nb,6,,z\n"
"""Sums of `p`: 14.5 of `a`, 8 of `b`; `n` has blanks, `k` has words and a blank."""


def ranges() -> Iterator[Case]:
    """Cases of `value_range`."""
    within = {"path": "t.csv", "field": "v", "min": 2, "max": "7.5"}
    yield near_pass("min", within, many(2, 5, "7.50"), "all inside")
    yield near_fail("min", within, many(2, "1.99", 5), "one just below")
    yield near_fail("max", within, many(2, "7.51"), "one just above")
    yield near_fail("max_exclusive", {"path": "t.csv", "field": "v", "max_exclusive": 5}, many(4, 5), "at the bound")
    yield debatable(within, many(2, ""), "one is blank")
    yield debatable(within, many(2, "5 EUR"), "one has a unit")


def equals() -> Iterator[Case]:
    """Cases of `value_equals`."""
    for value, right, wrong in (("open", "open", "shut"), (5, "5.0", 6), (True, "true", "false"), ("", "", "x")):
        column = {"path": "t.csv", "field": "v", "value": value}
        yield near_pass("value", column, many(right, right), "every cell")
        yield near_fail("value", column, many(right, wrong, right), "every cell but one")
    yield debatable({"path": "t.csv", "field": "v", "value": "open"}, many("open", "Open"), "one in another case")


def allowed() -> Iterator[Case]:
    """Cases of `allowed_values`."""
    column = {"path": "t.csv", "field": "v", "allowed": ["open", "shut", 5]}
    yield near_pass("allowed", column, many("open", "shut", 5, "5.0"), "all listed")
    yield near_fail("allowed", column, many("open", 6), "one is not listed")
    yield near_pass("allowed", {**column, "allowed": ["open", "shut"]}, many("open", "shut"), "texts alone")
    yield near_fail("allowed", {**column, "allowed": ["open", "shut"]}, many("open", 5), "texts alone")
    yield near_pass("allowed", {**column, "allowed": [1, 2.5]}, many(1, "2.5"), "numbers alone")
    yield near_fail("allowed", {**column, "allowed": [1, 2.5]}, many(1, "open"), "numbers alone")
    yield near_pass("allowed", {**column, "allowed": [True]}, many("true", "true"), "truth values alone")
    yield debatable(column, many("open", "Shut"), "one in another case")
    yield debatable(column, many("open", ""), "one is blank")


def formats() -> Iterator[Case]:
    """Cases of `number_format`."""
    two = {"path": "t.csv", "field": "v", "decimals": 2}
    yield near_pass("decimals", two, many("1.25", "7.5", "3"), "no more than two")
    yield near_fail("decimals", two, many("1.25", "7.505"), "one has three")
    exact = {**two, "mode": "exact"}
    yield near_pass("mode", exact, many("1.25", "7.50"), "just two")
    yield near_fail("mode", exact, many("1.25", "7.5"), "one has one")
    yield near_fail("mode", exact, many("1.25", "7"), "one has none")
    yield debatable(two, many("1.25", "7.5 kg"), "one has a unit")
    for decimals in (60, 61):
        digits = "1" * decimals
        deep = {**two, "decimals": decimals}
        yield near_pass("decimals", deep, many("1.5", f"0.{digits}"), f"no more than {decimals}")
        yield near_fail("decimals", deep, many("1.5", f"0.{digits}1"), f"one has {decimals + 1}")
    plain = {"path": "t.csv", "field": "v", "no_scientific": True}
    yield near_pass("no_scientific", plain, many("1.25", "1000"), "as digits")
    yield near_fail("no_scientific", plain, many("1.25", "1e3"), "one in scientific notation")
    grouped = {"path": "t.csv", "field": "v", "no_thousands": True}
    yield near_pass("no_thousands", grouped, many("1.25", "1000"), "without commas")
    yield near_fail("no_thousands", grouped, many("1.25", '"1,000"'), "one with a comma")
    everywhere = {"path": "t.csv", "decimals": 2}
    yield debatable(everywhere, many("1.25", "7.505"), "in which column is not said, and the table can't be held")


def ordered() -> Iterator[Case]:
    """Cases of `sorted_by`."""
    column = {"path": "t.csv", "field": "v"}
    rising = {**column, "order": "asc", "by": "number"}
    yield near_pass("order", rising, many(2, 9, 10), "rising")
    yield near_fail("order", rising, many(2, 10, 9), "two turned round")
    yield near_pass("order", {**rising, "order": "desc"}, many(10, 9, 2), "falling")
    yield near_fail("order", {**rising, "order": "desc"}, many(10, 2, 9), "two turned round")
    texts = {**column, "order": "asc", "by": "text"}
    yield debatable(texts, many("apple", "bread", "cake"), "texts of a large table are not compared")
    yield debatable(rising, many(2, "", 10), "one is blank")
    yield missing({**rising, "field": "w"}, many(2, 9, 10), "no such column", FAILED)
    yield debatable({"path": "t.csv"}, many(2, 9, 10), "by which column is not said")


def different() -> Iterator[Case]:
    """Cases of `unique`."""
    column = {"path": "t.csv", "field": "v"}
    yield near_pass("field", column, many("a", "b", "c"), "all different")
    yield near_fail("field", column, many("a", "b", "a"), "one again")
    yield debatable(column, many("a", "A"), "two differ in case only")
    yield debatable(column, many("a", "", "b"), "one is blank")
    yield missing({**column, "field": "w"}, many("a", "b"), "no such column", FAILED)
