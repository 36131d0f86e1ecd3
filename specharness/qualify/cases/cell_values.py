"""Cases of single values in sheets: what a cell's format may show, and where in a sheet the value stands."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from specharness.qualify.artifacts import workbook
from specharness.qualify.case import Case, debatable, near_fail, near_pass, satisfying, violating
from specharness.qualify.draw import json_text

DEFINITIONS = ()
"""What is yielded here belongs to the definitions of `value_equals` and `allowed_values`."""


def values() -> Iterator[Case]:
    """Cases of `value_equals`."""
    yield from _shown()
    yield from _placed()


def _shown() -> Iterator[Case]:
    def ask(value: Any, stored: Any, code: str = "General") -> tuple[dict[str, Any], dict[str, str | bytes]]:
        book = workbook({"s": [["v"], [stored]]}, {"s!A2": code})
        return {"path": "b.xlsx", "field": "v", "value": value}, {"b.xlsx": book}

    for stored, why in ((1.234, "rounded down"), (1.2335, "rounded down"), (1.235, "a half"), (1.226, "rounded up")):
        yield debatable(*ask(1.23, stored, "0.00"), f"shown with two decimals: {why}")
    for stored, code in ((1.2351, "0.00"), (1.24, "0.00"), (1.234, "General"), (1.234, "@"), (1.2249, "0.00")):
        yield near_fail("value", *ask(1.23, stored, code), "another number, however it is shown")
    for stored in (0.5, 0.504, 0.505):
        yield debatable(*ask(50, stored, "0%"), "shown as a percentage")
    for stored, code in ((0.51, "0%"), (0.5, "General"), (0.5, "0.00")):
        yield near_fail("value", *ask(50, stored, code), "another number, however it is shown")
    yield near_pass("value", *ask("2024-05-17", 45429, "yyyy-mm-dd"), "a date, as sheets store it")
    for code in ("General", "@"):
        yield near_fail("value", *ask("open", "shut", code), "another text")
        yield near_fail("value", *ask("2024-05-17", 45429, code), "a number, and no date is shown")
    yield near_fail("value", *ask(5, "open", "0.00"), "a text in a cell for numbers")
    yield near_fail("value", *ask(True, 5, "0.00"), "a number for a truth value")
    yield near_fail("value", *ask([5], 7, "0.00"), "a number for a list")
    yield near_pass("value", *ask(5, 5, "0.00"), "the number itself")
    two = workbook({"s": [["v"], [1.23], [1.234]]}, {"s!A3": "0.00"})
    yield debatable({"path": "b.xlsx", "field": "v", "value": 1.23}, {"b.xlsx": two}, "one of two is shown as it")


def _placed() -> Iterator[Case]:
    row = [f"name {n}" for n in range(60)]
    wide: dict[str, Any] = {"path": "b.xlsx", "value": 7}
    far = {"b.xlsx": workbook({"s": [row, [7 if n in {27, 53} else n + 100 for n in range(60)]]})}
    for place, make in (("AB2", near_pass), ("BB2", near_pass), ("AC2", near_fail), ("AA2", near_fail)):
        yield make("field", {**wide, "field": place}, far, "by its letters")
    for name, make in (("name 27", near_pass), ("name 53", near_pass), ("name 26", near_fail)):
        yield make("field", {**wide, "field": name}, far, "by its name, behind the column Z")
    block = {"b.xlsx": workbook({"s": [["v", "w"], [7, 7], [7, 7], [8, 7]]})}
    for area, make in (
        ("A2:B3", near_pass),
        ("B3:A2", near_pass),
        (" A2:B3 ", near_pass),
        ("A2:B4", near_fail),
        ("B4:A2", near_fail),
        ("B2:B4", near_pass),
    ):
        yield make("field", {**wide, "field": area}, block, "an area, from either corner")
    yield near_fail("field", {**wide, "field": "A2:x"}, block, "no area, and no column of that name")
    yield near_fail("field", {**wide, "field": "x:A2"}, block, "no area, and no column of that name")
    yield debatable({**wide, "field": "A1:T10001"}, block, "more cells than are looked at")
    late = {"b.xlsx": workbook({"s": {"A20": "v", "A21": 7, "B1": "title"}})}
    yield near_pass("field", {**wide, "field": "v"}, late, "below a header in the twentieth row")
    spaced = {"b.xlsx": workbook({"s": [[" ", "v"], [1, 7], [None, 7]]})}
    yield near_pass("field", {**wide, "field": "v"}, spaced, "beside a header of spaces")
    sheets: dict[str, Any] = {"s": [["v"], [7]], "t": [["w"], [8]]}
    one = {"b.xlsx": workbook(sheets)}
    yield near_pass("field", {**wide, "field": "v"}, one, "in the only sheet that has it")
    yield near_fail("field", {**wide, "field": "w"}, one, "in the only sheet that has it")
    second = {"b.xlsx": workbook(dict(reversed(sheets.items())))}
    yield near_pass("field", {**wide, "field": "v"}, second, "in the second sheet, which alone has it")
    yield debatable({**wide, "field": "v"}, {"b.xlsx": workbook({**sheets, "t": [["v"], [7]]})}, "in two sheets")
    yield debatable({**wide, "field": "x"}, one, "in none of two sheets, and none is named")
    for head, why in (("V", "in another case"), ("v ", "with a space"), ("'v'", "in quotes")):
        other = {"b.xlsx": workbook({"s": [[head, "w"], [7, 8]]})}
        yield debatable({**wide, "field": "v"}, other, f"the name {why}")
    twice = {"b.xlsx": workbook({"s": [["v", "v"], [7, 7]]})}
    yield debatable({**wide, "field": "v"}, twice, "the name stands there twice")
    variants = {"b.xlsx": workbook({"s": [["V", "-v-", "w"], [7, 7, 8]]})}
    yield debatable({**wide, "field": "v"}, variants, "two names that may be meant")
    both = {"b.xlsx": workbook({"s": [["V", "v"], [8, 7]]})}
    yield near_pass("field", {**wide, "field": "v"}, both, "letter by letter beside a variant")


def listed() -> Iterator[Case]:
    """Cases of `allowed_values`."""
    asked: dict[str, Any] = {"path": "d.json", "field": "v[]", "allowed": ["open", "shut"]}
    for odd in ("", " ", "ajar", 5, False):
        yield violating(asked, {"d.json": json_text({"v": ["open", odd]})}, "one is not listed")
    yield debatable(asked, {"d.json": json_text({"v": ["open", None]})}, "null beside a listed one")
    yield satisfying(asked, {"d.json": json_text({"v": ["open", "shut", "open"]})}, "all listed")
