"""Cases of orders that depend on the reader, and of values that are equal in one way and different in another."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from specharness.qualify.artifacts import workbook
from specharness.qualify.case import Case, debatable, near_fail, near_pass, satisfying, violating
from specharness.qualify.draw import csv_text, json_text

DEFINITIONS = ()
"""What is yielded here belongs to the definitions of `sorted_by` and `unique`."""

_LISTED: dict[str, Any] = {"path": "d.json", "field": "v[]"}


def _of(*values: Any) -> dict[str, str | bytes]:
    return {"d.json": json_text({"v": list(values)})}


def orders() -> Iterator[Case]:
    """Cases of `sorted_by`."""
    rising, falling = {**_LISTED, "order": "asc"}, {**_LISTED, "order": "desc"}
    natural, text = {**rising, "by": "natural"}, {**rising, "by": "text"}
    yield satisfying(falling, _of(3, 3, 1), "ties are in order, falling")
    yield satisfying(falling, _of("c", "c", "a"), "ties are in order, falling")
    yield satisfying(rising, _of("a", "ɏ"), "the last of the Latin letters")
    yield satisfying(rising, _of("alpha – one", "beta"), "a dash is no letter")
    yield satisfying(text, _of("b", "Éx"), "with and without accent or capital")
    yield satisfying(natural, _of("7", "a"), "numbers before letters")
    yield violating(natural, _of("a", "7"), "letters before numbers")
    yield satisfying(natural, _of("1²", "2²"), "a raised digit is no digit to count by")
    yield satisfying(natural, _of("a2b3", "a2b20", "a10b1"), "by two numbers")
    yield violating(natural, _of("a2b20", "a2b3"), "by the second number")
    yield satisfying(natural, _of("01.02.2024", "31.12.2023"), "by numbers from left to right, as is stated")
    yield violating(natural, _of("31.12.2023", "01.02.2024"), "by numbers from left to right, as is stated")
    for odd, why in (
        (("31.12.2023", "01.02.2024"), "dates of another form"),
        (("Mar 3", "Jan 5"), "names of months"),
        (("王五", "张三", "李四"), "another script"),
        (("zebra", "31.12.2023", "apple"), "a date among words"),
        (("zebra", "Mar 3", "apple"), "the name of a month among words"),
        (("zebra", "张三", "apple"), "another script among words"),
    ):
        yield debatable(rising, _of(*odd), f"not rising by letters: {why}")
    for odd, why in (
        (("01.02.2024", "31.12.2023", "zebra"), "dates among words"),
        (("apple", "张三"), "another script behind Latin letters"),
    ):
        yield debatable(rising, _of(*odd), f"rising by letters: {why}")
    yield debatable(_LISTED, _of("b", "a2", "a10"), "falling by letters, and not by numbers")
    yield debatable(rising, _of("B", "a", "c"), "rising by capitals first")
    yield violating(rising, _of("c", "B", "a"), "falling, whatever is done with capitals")
    two = {"d.json": json_text({"a": [{"v": [1, 2]}, {"v": ["x", 3]}], "b": [{"v": [1, 2]}, {"v": ["x", "y"]}]})}
    yield debatable({**rising, "field": "a[].v[]"}, two, "one of two lists has values of several types")
    yield satisfying({**rising, "field": "b[].v[]"}, two, "a list of numbers and one of words")
    table = {"t.csv": csv_text(["k", "v"], [["a", "10"], ["b", "9"]]), "u.csv": csv_text(["v"], [["$3"], ["$5"]])}
    column = {"path": "t.csv", "field": "v", "order": "asc"}
    yield near_pass("by", {**column, "by": "text"}, table, "digits by letters")
    yield near_fail("by", {**column, "by": "number"}, table, "by number")
    yield near_fail("by", column, table, "cells that are numbers")
    yield debatable({**column, "path": "u.csv", "by": "number"}, table, "with a currency")
    yield debatable({"path": "t.csv", "order": "asc"}, table, "by which column is not said")
    apart = {"b.xlsx": workbook({"s": {"A1": "v", "A3": 1, "A8": 2}})}
    cells = {"path": "b.xlsx", "field": "v", "order": "asc"}
    yield near_pass("order", cells, apart, "rows that are far apart")
    yield near_fail("order", {**cells, "order": "desc"}, apart, "rows that are far apart")
    book = {"b.xlsx": workbook({"s": [["v"], [1], [2]]})}
    yield debatable({"path": "b.xlsx", "order": "asc"}, book, "by which column is not said")
    yield debatable(text, _of(9, 10), "numbers by their letters")


def differences() -> Iterator[Case]:
    """Cases of `unique`."""
    yield violating(_LISTED, _of("a", "", "a"), "one again behind a blank")
    yield violating(_LISTED, _of("a", "A", "b", "b"), "one again behind a variant")
    yield satisfying(_LISTED, _of(-5, 5, 50), "a sign makes another number")
    yield satisfying(_LISTED, _of(10**28 + 1, 10**28 + 2), "numbers of 29 digits that differ in the last one")
    yield violating(_LISTED, _of(10**27, 1e27), "one number of 28 digits, written twice")
    yield violating(_LISTED, _of(1.50, 1.5), "one number with and without a zero")
    yield debatable(_LISTED, _of("a", "A"), "another case")
    yield debatable(_LISTED, _of(5, "b", "5"), "a number and its text")
