"""More cases of tables too large to be held: what queries leave open, columns in strict order, conditions and groups
that no query decides, files whose columns have types. Nothing is drawn here, because queries take time."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from typing import Any

from specharness.qualify.case import (
    FAILED,
    Asked,
    Case,
    Definition,
    World,
    debatable,
    missing,
    near_fail,
    near_pass,
    satisfying,
    violating,
)
from specharness.qualify.cases.large import asked, beyond, many, results
from specharness.qualify.draw import json_text
from specharness.qualify.typed_tables import parquet

DEFINITIONS: tuple[Definition, ...] = ()
"""What is yielded here belongs to the validators' definitions in other modules."""

_V: Asked = {"path": "t.csv", "field": "v"}


def different() -> Iterator[Case]:
    """Cases of `unique`."""
    yield debatable(_V, many(), "no value at all")
    yield debatable(_V, many("", ""), "blanks alone")
    yield debatable(_V, many("ß", "ss"), "letters that may be the same")
    yield debatable(_V, many("ı", "i", "k"), "letters of another alphabet")
    yield violating(_V, many("ß", "a", "ß"), "an odd letter twice")
    yield debatable(_V, many("5", "5.0"), "a number in two spellings")
    yield debatable(_V, many("a", "b", head="V,v2"), "the name in another spelling")
    yield debatable(_V, many("a", "b", head="v,v"), "a name that stands there twice")
    typed = _typed(v=("BIGINT", [1, 2]))
    yield near_pass("field", {"path": "t.parquet", "field": "v"}, typed, "a stored column")
    yield missing({"path": "t.parquet", "field": "w"}, typed, "no such column in a stored table", FAILED)


def ordered() -> Iterator[Case]:
    """Cases of `sorted_by`."""
    asc, desc = {**_V, "order": "asc"}, {**_V, "order": "desc"}
    yield near_pass("order", asc, many(2, 9), "two values, rising")
    yield near_fail("order", asc, many(9, 2), "two values, falling")
    yield near_pass("order", desc, many(9, 2), "two values, falling")
    yield near_fail("order", desc, many(2, 9), "two values, rising")
    yield near_fail("order", asc, many(10, 9, 2), "falling throughout")
    yield satisfying(asc, many(2, 2, 9), "two values alike")
    yield satisfying(asc, many(-3, "-2.5", "0.25", 7), "fractions and negative numbers")
    yield debatable(asc, many(5), "one value alone")
    yield debatable(asc, many(), "no value at all")
    yield satisfying(_V, many(2, 9, 10), "rising, where the direction is not said")
    yield debatable(_V, many(10, 9, 2), "falling, where the direction is not said")
    yield violating(_V, many(2, 10, 9), "neither, where the direction is not said")
    yield debatable(asc, many(2, 9, head="key,V"), "the name in another spelling")
    yield debatable(asc, many(2, 9, head="v,v"), "a name that stands there twice")
    yield debatable(asc, many(2, "9 kg"), "one with a unit")
    yield debatable({**asc, "by": "natural"}, many(2, 9), "texts of a large table are not compared")
    for head in ("key,", "key,column2"):
        unnamed = {**asc, "field": "column2"}
        yield debatable(unnamed, many(2, 9, head=head), "perhaps a column without a name")
    typed = _typed(
        v=("VARCHAR", ["2", "10"]), w=("VARCHAR", ["a", "b"]), n=("DOUBLE", [2.5, 10.0]), d=("DATE", _DAYS),
        g=("BIGINT", [1, None]), e=("DATE", [None, _DAYS[0]]),
    )  # fmt: skip
    column = {"path": "t.parquet", "order": "asc"}
    for name, by in (("v", "number"), ("v", ""), ("w", ""), ("w", "text"), ("d", "text"), ("d", "number")):
        params = {**column, "field": name, **({"by": by} if by else {})}
        yield debatable(params, typed, f"column {name} by {by or 'what is not said'} is not compared by queries")
    yield missing({**column, "field": "x"}, typed, "no such column in a stored table", FAILED)
    yield near_pass("field", {**column, "field": "n"}, typed, "stored numbers, rising")
    yield near_fail("order", {**column, "field": "n", "order": "desc"}, typed, "stored numbers, rising")
    yield near_fail("order", {**column, "field": "d", "order": "desc"}, typed, "stored days, rising")
    yield debatable({**column, "field": "g"}, typed, "nothing in one row")
    yield debatable({**column, "field": "e"}, typed, "no day in one row")


_DAYS: list[object] = [date(2024, 1, 1), date(2024, 2, 1)]


def _typed(**columns: tuple[str, list[object]]) -> World:
    return World({"t.parquet": parquet(columns)}, limits={"rows": 1.0})


def ranges() -> Iterator[Case]:
    """Cases of `value_range`."""
    fine: Asked = {**_V, "max": 20_000}
    yield near_pass("max", fine, many("20000", "19999.999999999999"), "at a bound that takes many digits")
    yield debatable(fine, many("5", "20000.000000000001"), "beyond it by less than doubles tell")
    decimal: Asked = {**_V, "max": "9000.1"}
    yield near_pass("max", decimal, many("9000.1", "9000.099999999999"), "at a bound that no double has")
    yield debatable(decimal, many("9000.1", "9000.100000000001"), "beyond it by less than doubles tell")
    deep: Asked = {**_V, "min": "9000.1000000000003637978807091712951660156250"}
    yield debatable(deep, many("9001", "9000.1"), "below a bound of many digits")
    yield near_pass("min", deep, many("9001", "9000.2"), "above a bound of many digits")
    thirteen: Asked = {**_V, "min": "9000.0001220703125"}
    yield debatable(thirteen, many("9001", "9000.000122070312"), "below it by half of what doubles tell")
    yield near_pass("min", thirteen, many("9001", "9000.000122070313"), "above it by half of what doubles tell")
    for name, bound, right in (("max", "1e400", True), ("min", "-1e400", True), ("max", "-1e400", False)):
        make = near_pass if right else near_fail
        yield make(name, {**_V, name: bound}, many(2, 5), "a bound beyond all doubles").unspoiled()
    for name, inside in (("max_exclusive", 6), ("min_exclusive", 1)):
        yield near_pass(name, {**_V, name: inside}, many(2, 5), "inside an open bound")
    yield near_fail("min_exclusive", {**_V, "min_exclusive": 2}, many(2, 5), "at an open bound")
    yield near_fail("max_exclusive", {**_V, "max_exclusive": 5}, many(2, 5), "at an open bound")
    quoted = many(2, 5, head='key,"a""b"')
    yield near_pass("field", {**_V, "field": 'a"b', "max": 5}, quoted, "a name with a quotation mark")
    yield near_fail("field", {**_V, "field": 'a"b', "max": 4}, quoted, "a name with a quotation mark")
    yield missing({**_V, "field": "w", "max": 5}, many(2, 5), "no such column", FAILED)
    yield debatable({**_V, "max": 5}, many(2, 5, head="key,V"), "the name in another spelling")
    yield debatable({**_V, "max": 5}, many(), "no value at all")
    for head in ("key,", "key,column2"):
        yield debatable({**_V, "field": "column2", "max": 5}, many(2, 5, head=head), "perhaps a column without a name")


def formats() -> Iterator[Case]:
    """Cases of `number_format`."""
    for mode in ("max", "exact"):
        whole: Asked = {**_V, "decimals": 0, **({"mode": mode} if mode == "exact" else {})}
        yield near_pass("decimals", whole, many("5", "-7"), f"whole numbers, {mode}")
        yield near_fail("decimals", whole, many("5", "7.5"), f"one has a digit behind its point, {mode}")
    yield near_pass("decimals", {**_V, "decimals": 2}, many("5", " 7.25 "), "one that is looked at alone")
    yield near_fail("decimals", {**_V, "decimals": 2}, many("5", " 7.255 "), "one that is looked at alone")


def texts() -> Iterator[Case]:
    """Cases of `value_equals`."""
    for value, other in (("it's", "it"), ("{a}", "{b}"), ("100 %", "99 %")):
        yield near_pass("value", {**_V, "value": value}, many(value, value), "signs that queries use")
        yield near_fail("value", {**_V, "value": value}, many(value, other), "signs that queries use")
    typed = _typed(v=("BOOLEAN", [True, True]), d=("DATE", [_DAYS[0]] * 2), n=("DOUBLE", [2.5, 2.5]))
    table = {"path": "t.parquet"}
    yield near_pass("value", {**table, "field": "v", "value": True}, typed, "stored truth values")
    yield near_fail("value", {**table, "field": "v", "value": False}, typed, "other truth values")
    yield near_pass("value", {**table, "field": "d", "value": "2024-01-01"}, typed, "stored days")
    yield near_pass("value", {**table, "field": "n", "value": 2.5}, typed, "stored numbers")
    yield near_fail("value", {**table, "field": "n", "value": 2}, typed, "other numbers")


def allowed() -> Iterator[Case]:
    """Cases of `allowed_values`."""
    typed = _typed(v=("DATE", _DAYS), w=("VARCHAR", ["a", "b"]))
    day: Asked = {"path": "t.parquet", "field": "v"}
    yield near_pass("allowed", {**day, "allowed": ["2024-01-01", "2024-02-01"]}, typed, "stored days")
    yield near_fail("allowed", {**day, "allowed": ["2024-01-01", "2023-12-31"]}, typed, "another day")
    yield debatable({**day, "allowed": ["2024-01-01", "1.2.2024"]}, typed, "a day in another form")
    yield near_fail("allowed", {**day, "field": "w", "allowed": ["a"]}, typed, "another text")


def types() -> Iterator[Case]:
    """Cases of `column_types`."""
    typed = _typed(d=("DATE", _DAYS), b=("BOOLEAN", [True, False]), n=("DOUBLE", [2.5, 10.0]))
    for name, kind, right in (
        ("d", "date", True),
        ("d", "text", None),
        ("b", "boolean", True),
        ("b", "integer", False),
        ("n", "number", True),
        ("n", "integer", False),
        ("x", "integer", False),
    ):
        make = debatable if right is None else satisfying if right else violating
        yield make({"path": "t.parquet", "types": {name: kind}}, typed, f"{name} as {kind}, by queries")


def columns() -> Iterator[Case]:
    """Cases of `table_columns`."""
    stored = _typed(column1=("BIGINT", [1, 2]), b=("BIGINT", [1, 2]))
    typed: Asked = {"path": "t.parquet", "columns": ["column1"]}
    yield near_pass("columns", typed, stored, "a name like those of unnamed columns")
    yield near_fail("columns", {**typed, "columns": ["column2"]}, stored, "the number of another column")
    plain: Asked = {**typed, "path": "t.csv"}
    for head in ("column1,b", ",b"):
        world = beyond(f"{head}\n1,2\n")
        yield debatable(plain, world, "perhaps a column without a name")
        yield near_pass("columns", {**plain, "columns": ["b"]}, world, "another column")
        yield near_fail("columns", {**plain, "columns": ["column2"]}, world, "the number of another column")


def calculated() -> Iterator[Case]:
    """Cases of `computed`."""
    yield from _kept()
    yield from _groups()
    yield from stored(held=False)
    yield debatable(asked("sum", "g"), results(0), "words alone in a column of numbers")
    unnamed = asked("sum", "column2")
    for head in ("g,", "g,column2"):
        yield debatable(unnamed, results(3, f"{head}\na,1\nb,2\n"), "perhaps a column without a name")
    yield debatable(asked("sum", None), results(0), "of which column is not said")
    yield debatable(asked("sum", {"op": "multiply", "left": "p", "right": "n"}), results(0), "a product in each row")
    for op, value, off in (("mean", 3, 1.5), ("min", 1, 5), ("max", 5, 1), ("count", 2, 4)):
        skipping = asked(op, "n", blanks="skip")
        yield near_pass("calculation", skipping, results(value), f"the {op}, blanks left out")
        yield near_fail("calculation", skipping, results(off), f"the {op}, blanks left out")
    exact = {"tolerance": 0}
    for op, result in (("sum", 22.5), ("mean", 5.625), ("count", 4)):
        column = None if op == "count" else "p"
        yield near_pass("calculation", {**asked(op, column), **exact}, results(result), f"the {op}, exactly")
        yield near_fail("calculation", {**asked(op, column), **exact}, results(result + 1e-9), f"the {op}, nearly")
    yield from _lost_digits()
    for column in ("x", "G"):
        missed = results(0)
        for op in ("sum", "count", "max"):
            yield debatable(asked(op, column), missed, "a column that is not there, in this spelling")
    wide = "g,p\na,1234567890123\nb,1\n"
    yield debatable(asked("sum"), results(1234567890124, wide), "a number of more digits than queries add")
    deep = "g,p\na,0.1234567\nb,1\n"
    yield debatable(asked("sum"), results(1.1234567, deep), "more digits behind the point than queries add")


def _lost_digits() -> Iterator[Case]:
    """What doubles lose of a sum and of a mean, and nothing of an end and of a number of rows."""
    fine = "g,p\na,100000000.1\na,-100000000\n"
    lost = 100000000.1 - 100000000  # 0.09999999403953552 in doubles
    for op, right in (("sum", lost), ("mean", lost / 2)):
        yield debatable(asked(op), results(right, fine), f"the {op}, up to what doubles lose")
        yield near_fail("calculation", asked(op), results(right + 0.01, fine), f"the {op}, off by more")
    yield near_fail(
        "calculation", asked("mean"), results(lost / 2 - 2e-4, fine), "the mean, off by more than its share"
    )
    ends = "g,p\na,100000000.1\na,0.3\n"
    for op, off in (("min", 0.3000095), ("max", 100000000.10005)):
        yield near_fail("calculation", asked(op), results(off, ends), f"the {op}, off by what a sum would lose")
    for op, value in (("sum", 0), ("count", 0)):
        none = asked(op, where=_where("g", "is", "zz"))
        yield near_pass("calculation", none, results(value, fine), f"the {op} of no rows")
        yield near_fail("calculation", none, results(1e-13, fine), f"the {op} of no rows, nearly")
    yield near_fail("calculation", asked("count"), results(2.0000000000004, fine), "a number of rows, nearly")
    zeros = "g,p\na,0\na,0\n"
    for op in ("sum", "mean"):
        yield near_pass("calculation", asked(op), results(0, zeros), f"the {op} of nothing but zeros")
        yield near_fail("calculation", asked(op), results(5e-13, zeros), f"the {op} of nothing but zeros, nearly")
    few = "g,p\na,1\na,0.00000025\n"
    yield debatable(asked("min"), results(2.5e-7, few), "more digits behind the point than queries compare")


def counts() -> Iterator[Case]:
    """Cases of `count`."""
    typed = _typed(v=("BIGINT", [1, None]))
    cells: Asked = {"path": "t.parquet", "of": "items", "field": "v"}
    yield near_pass("field", {**cells, "min": 1, "max": 2}, typed, "a stored column, one cell of which is empty")
    yield near_fail("field", {**cells, "min": 3}, typed, "a stored column")
    yield missing({**cells, "field": "w", "min": 1}, typed, "no such column in a stored table", FAILED)
    lists = World({"d.json": "[1, 2]\n"}, limits={"file_bytes": 5})
    yield debatable({"path": "d.json", "of": "items", "max": 9}, lists, "data that is no table, too large to be read")
    broad = World({"t.csv": "a,b\n1,2\n"}, limits={"columns": 1})
    yield debatable({"path": "t.csv", "of": "rows", "max": 9}, broad, "more columns than may be read")
    for head in ("key,", "key,column2"):
        unnamed: Asked = {"path": "t.csv", "of": "items", "field": "column2", "count": 2}
        yield debatable(unnamed, many(2, 5, head=head), "perhaps a column without a name")
        yield near_pass("field", {**unnamed, "field": "key"}, many(2, 5, head=head), "the column beside it")
        yield near_fail("field", {**unnamed, "field": "column1"}, many(2, 5, head=head), "the number of another column")


def _where(column: str, test: str, *values: Any) -> list[dict[str, Any]]:
    return [{"column": column, "test": test, "values": list(values)}]


def _kept() -> Iterator[Case]:
    for where, right, off in (
        (_where("g", "is_not", "a"), 8, 14.5),
        (_where("g", "is", "a", "b"), 22.5, 14.5),
        (_where("k", "filled"), 18.5, 4),
        (_where("k", "blank"), 4, 18.5),
        (_where("p", "above", 4), 16.5, 20.5),
        (_where("p", "below", 6), 6, 12),
        (_where("p", "at_most", 6), 12, 6),
        (_where("p", "above", 0), 22.5, 0),
        (_where("p", "below", 100_000_000_000), 22.5, 0),
        (_where("p", "above", "0.000001"), 22.5, 0),
        (_where("g", "is", "a") + _where("p", "above", 4), 10.5, 14.5),
    ):
        yield near_pass("calculation", asked("sum", where=where), results(right), f"rows that are kept: {where}")
        yield near_fail("calculation", asked("sum", where=where), results(off), f"rows that are kept: {where}")
    for where, value in (
        (_where("p", "below", 1_000_000_000_000), 22.5),
        (_where("p", "above", "0.0000001"), 22.5),
        (_where("n", "above", 0), 16.5),
        (_where("k", "above", 0), 0),
        (_where("n", "is", 5), 4),
        (_where("n", "is", "5", 1), 14.5),
        (_where("g", "is", " "), 0),
        (_where("g", "is", "a", " "), 14.5),
        (_where("w", "is", "a"), 0),
    ):
        yield debatable(asked("sum", where=where), results(value), f"a condition that no query decides: {where}")
    spelled = "g,p\na,1\nA,2\n"
    for value in (1, 2, 3):
        yield debatable(asked("sum", where=_where("g", "is", "a")), results(value, spelled), "up to spelling")
    digits = "g,p\n5,1\n5.0,2\n"
    for value in (1, 2, 3):
        yield debatable(asked("sum", where=_where("g", "is", "5")), results(value, digits), "up to digits")
    words = "g,p\nx,1\ny,2\n"
    huge = asked("sum", where=_where("g", "is", "x", "1e400"))
    yield near_pass("calculation", huge, results(1, words), "beside a number beyond all doubles")
    yield near_fail("calculation", huge, results(3, words), "beside a number beyond all doubles")
    none = _where("g", "is", "zz")
    for op in ("mean", "min", "max"):
        yield debatable(asked(op, where=none), results(0), f"the {op} of no rows")
    yield near_pass("calculation", asked("sum", where=none), results(0), "the sum of no rows")
    yield near_fail("calculation", asked("sum", where=none), results(1), "the sum of no rows")
    yield near_pass("calculation", asked("count", None, where=none), results(0), "the number of no rows")


def _groups() -> Iterator[Case]:
    by = asked("sum", by=("g",))
    for table, value, why in (
        ("g,p\na,1\n,2\n", {"a": 1}, "a group without a name"),
        ("g,p\na,1\nA,2\n", {"a": 1, "A": 2}, "groups in two spellings"),
        ("g,p\na,1\nA,2\n", {"a": 3}, "groups in two spellings, taken for one"),
        ("g,p\na,1\nb,x\n", {"a": 1, "b": 0}, "a word in one group"),
        ("G,p\na,1\n", {"a": 1}, "the column of groups in another spelling"),
        ("g,g,p\na,b,1\n", {"a": 1}, "two columns of groups of one name"),
    ):
        yield debatable(by, results(value, table), why)
    spaced = "g,p\n a ,1\na,2\nb,4\n"
    yield satisfying(by, results({"a": 3, "b": 4}, spaced), "spaces around a group's name")
    yield violating(by, results({"a": 2, "b": 4}, spaced), "spaces around a group's name")
    kept = asked("sum", by=("g",), where=_where("p", "above", 5))
    yield satisfying(kept, results({"a": 10.5, "b": 6}), "groups of the rows that are kept")
    yield violating(kept, results({"a": 14.5, "b": 8}), "groups of all rows")
    alone = asked("sum", by=("g",), where=_where("p", "above", 7))
    yield satisfying(alone, results({"a": 10.5}), "a group of which no row is kept is none")


def stored(*, held: bool) -> Iterator[Case]:
    """Cases of `computed`: a file whose columns have types, in memory or asked by queries."""
    columns: dict[str, tuple[str, list[object]]] = {
        "g": ("VARCHAR", ["a", "b", "a"]), "p": ("DOUBLE", [1.5, 2.0, 4.0]), "n": ("BIGINT", [1, None, 2]),
        "d": ("DATE", [*_DAYS, _DAYS[0]]), "l": ("INTEGER[]", [[1], [2], [3]]),
        "m": ("INTEGER[]", [None] * 3), "b": ("BOOLEAN", [True, False, True]),
    }  # fmt: skip
    file = parquet(columns)

    def world(value: Any) -> World:
        artifacts = {f"{name}.json": json_text({"v": value}) for name in "og"}
        return World({"t.parquet": file, **artifacts}, limits={} if held else {"rows": 1.0})

    def of(op: str, column: str | None = "p", by: tuple[str, ...] = (), **more: Any) -> dict[str, Any]:
        return asked(op, column, by, table="t.parquet", **more)

    for question, right, off in (
        (of("sum"), 7.5, 7),
        (of("max"), 4, 2),
        (of("count", "g"), 3, 2),
        (of("count", "d"), 3, 2),
        (of("count", "n"), 2, 3),
        (of("sum", "n", blanks="skip"), 3, 2),
        (of("sum", by=("g",)), {"a": 5.5, "b": 2}, {"a": 5.5, "b": 3}),
        (of("sum", by=("d",)), {"2024-01-01": 5.5, "2024-02-01": 2}, {"2024-01-01": 5.5, "2024-02-01": 3}),
        (of("sum", where=_where("g", "is", "a")), 5.5, 7.5),
        (of("sum", where=_where("p", "above", 2)), 4, 6),
        (of("sum", where=_where("n", "filled")), 5.5, 7.5),
    ):
        yield near_pass("calculation", question, world(right), "of columns with types")
        yield near_fail("calculation", question, world(off), "of columns with types")
    for question, value, why in (
        (of("sum", "g"), 0, "a sum of texts"),
        (of("sum", "d"), 0, "a sum of days"),
        (of("max", "d"), 0, "the last of days"),
        (of("sum", "n"), 3, "nothing in one row"),
        (of("sum", "l"), 6, "a sum of lists"),
        (of("sum", "l", blanks="skip"), 0, "a sum of lists"),
        (of("count", "l"), 3, "lists that are counted"),
    ):
        yield debatable(question, world(value), why)
    if held:
        for test, right, off in (("blank", 7.5, 0), ("filled", 0, 7.5)):
            question = of("sum", where=_where("m", test))
            yield near_pass("calculation", question, world(right), "a column of lists, all of which are missing")
            yield near_fail("calculation", question, world(off), "a column of lists, all of which are missing")
        return
    for question, unsure, why in (
        (of("sum", by=("p",)), {"1.5": 1.5, "2.0": 2, "4.0": 4}, "groups by fractions"),
        (of("sum", by=("g", "p")), {"a": {"1.5": 1.5, "4.0": 4}, "b": {"2.0": 2}}, "groups by texts and fractions"),
        (of("sum", "x"), 0, "a column that is not there"),
        (of("count", "x"), 0, "a column that is not there"),
        (of("sum", by=("l",)), {"[1]": 1.5, "[2]": 2, "[3]": 4}, "groups by lists"),
        (of("sum", where=_where("n", "is", "1")), 1.5, "a text for stored numbers"),
        (of("sum", where=_where("d", "is", "2024-01-01")), 5.5, "a text for stored days"),
        (of("sum", where=_where("g", "above", 1)), 0, "a bound on texts"),
        (of("sum", where=_where("d", "above", 1)), 0, "a bound on days"),
        (of("sum", where=_where("b", "is", "true")), 5.5, "a text for stored truth values"),
    ):
        yield debatable(question, world(unsure), why)
