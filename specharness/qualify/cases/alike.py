"""Cases of values that are the same, may be meant as the same, or are different; `same_values` asks them of
`value_equals`, and what compares them serves many other validators."""

from __future__ import annotations

from collections.abc import Iterator

from specharness.qualify.artifacts import workbook
from specharness.qualify.case import (
    Asked,
    Case,
    Definition,
    World,
    debatable,
    near_fail,
    near_pass,
    satisfying,
    violating,
)
from specharness.qualify.draw import Draw, csv_text, json_text


def _nested(value: object, levels: int, name: str = "") -> object:
    """A value inside of so many lists, or objects where a name is given."""
    for _ in range(levels):
        value = {name: value} if name else [value]
    return value


def likeness(draw: Draw) -> Iterator[Case]:
    """Truth values, numbers, texts, lists and objects."""
    one, two, three = draw.words(3)
    number = draw.integer(5, 900)
    field, other = "v", "w"
    for truth, cells in ((True, ["true", " TRUE "]), (False, ["false", " False "])):
        asked: Asked = {"path": "t.csv", "field": field, "value": truth}
        for cell in cells:
            yield near_pass("value", asked, {"t.csv": csv_text([other, field], [[one, cell]])}, f"{cell!r}")
        for cell in ("true" if not truth else "false", "none", "2"):
            yield near_fail("value", asked, {"t.csv": csv_text([other, field], [[one, cell]])}, f"{cell!r} for {truth}")
    for truth, words in ((True, ("yes", "Y", "1", "t", "ON", "是")), (False, ("no", "N", "0", "f", "OFF", "否"))):
        for word in words:
            yield debatable(*_found(truth, word), f"{word} may be {truth}")
            yield violating(*_found(not truth, word), f"{word} is not {not truth}")
    nothing: list[object] = []
    big = 10**12 + number
    for value, found, why in (
        (nothing, [], "an empty list"), ({}, {}, "an empty object"), (3, 2.9999999999999996, "binary noise"),
        (2.9999999999999996, 3, "binary noise the other way"), (big, big, "a large number"),
        ({one: 1, two: [number]}, {two: [number], one: 1}, "members in another order"),
        (_nested(number, 100), _nested(number, 100), "as deep as is compared"),
        (_nested(number, 100, one), _nested(number, 100, one), "objects as deep as is compared"),
    ):  # fmt: skip
        yield satisfying(*_found(value, found), why)
    places = list(range(200))
    for value, found, why in (
        (["a", "b"], "ab", "a text for a list"), ([one], {one: 1}, "an object for a list"), (big, big + 1, "one more"),
        (float("inf"), number, "no number is that"), ({one: 1, two: 2}, {one: 1, two: 3}, "one member of two"),
        ({one: 1, two: 2}, {one: 0, two: 2}, "the other member"), ({one: 1}, {two: 1}, "another name"),
        ("7.5", "8.5", "another number as text"), (f"{number}", one, "a word"), (f"{number}", number + 1, "one more"),
        (one, f"{number}", "a number as text for a word"), (f"{number}", [number], "a list for a number as text"),
        (f"{number}", None, "null"), (number, one, "a word"),
        (number, f"{number + 1}%", "another percentage"), (0.4, "40", "a number, no percentage"),
        (number, f"{number + 1}", "another number as text"), (one, True, "a truth value"), ("true", 1, "a number"),
        ([one, two, three], [one, two, two], "one of three"),
        ([number, [one]], [[two], number], "turned round, another"),
        (places, [*places[1:], -1], "one of two hundred"), (_nested(1, 100), _nested(2, 100), "deep, another number"),
        ([_nested(1, 99), 7], [7, _nested(2, 99)], "turned round and deep, another number"),
        (_nested([1, 7], 40), _nested([2, 7], 40), "lists of lists, another number"),
    ):  # fmt: skip
        yield violating(*_found(value, found), why)
    for value, found, why in (
        ("TRUE", True, "capitals"), (" true ", True, "blanks around it"), ("False", False, "false for its text"),
        ("7.50", "7.5", "the same number as text"), ("7.0", 7, "a number for its text"), ("7", 7.0, "the other way"),
        ([one, two, three], [three, one, two], "moved on"), ([True, "yes"], ["yes", True], "turned round"),
        (number, f"{number}%", "the same number and a sign"), (0.4, "40%", "a percentage as text"),
        ([one, two], [two, one.upper()], "turned round, and another case"), ([one.upper()], [one], "another case"),
        (_nested(number, 101), _nested(number, 101), "deeper than is compared"),
        (_nested(number, 101, one), _nested(number, 101, one), "objects deeper than is compared"),
        ([_nested(1, 100), 7], [7, _nested(2, 100)], "turned round, and deeper than is compared"),
        ([*places, 200], [*places[1:], 200, -1], "more items than are looked for in any order"),
        ([*places, 200], [*places[1:], 200, 0], "more items in another order"),
    ):  # fmt: skip
        yield debatable(*_found(value, found), why)


def beyond_memory(draw: Draw) -> Iterator[Case]:
    """Tables that are too large to be held; nothing is drawn, because queries take time."""

    def asked(*cells: str, column: str = "v") -> tuple[Asked, World]:
        rows = [[place, cell] for place, cell in enumerate(cells)]
        params: Asked = {"path": "t.csv", "field": "v", "value": 7}
        return params, World({"t.csv": csv_text(["n", column], rows)}, limits={"table_bytes": 5})

    yield satisfying(*asked("7", "7.0", " 7 "), "every row")
    yield violating(*asked("7", "8", "7"), "one row of three")
    yield debatable(*asked("7", "7 %"), "a percentage among them")
    yield violating(*asked("7", ""), "a blank among them")
    yield violating(*asked("7", column="w"), "no such column")
    yield debatable(*asked("7", column="V"), "the column in another spelling")
    yield debatable(*asked(), "no row")
    formula = workbook({"S": {"A1": "v", "A2": 7, "A3": "=A2"}})
    yield debatable({"path": "b.xlsx", "field": "v", "value": 7}, {"b.xlsx": formula}, "one result is not stored")


def _found(value: object, found: object) -> tuple[Asked, dict[str, str]]:
    return {"path": "d.json", "field": "v", "value": value}, {"d.json": json_text({"v": found}, None)}


DEFINITIONS: tuple[Definition, ...] = ()
