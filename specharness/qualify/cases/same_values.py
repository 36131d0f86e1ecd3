"""Cases of single values: equal to one, or out of a list."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime

from specharness.qualify.artifacts import workbook
from specharness.qualify.case import (
    FAILED,
    NOT_PASSED,
    OPEN,
    TEXT_LAWS,
    Asked,
    Case,
    World,
    cases_for,
    debatable,
    hostile,
    malformed,
    missing,
    near_fail,
    near_pass,
    refused,
    satisfying,
    violating,
)
from specharness.qualify.cases import borders, cell_values, large, near_right, queried, typed_values
from specharness.qualify.cases.alike import beyond_memory, likeness
from specharness.qualify.draw import Draw, csv_text, json_text
from specharness.qualify.typed_tables import over_typed_tables

_LAWS = (*TEXT_LAWS, "key_order", "indentation", "row_order", "column_order")


def _spoilt(case: Case, draw: Draw) -> World | None:
    """The first value of a column becomes another one."""
    path = str(case.params["path"])
    text = case.world.files.get(path)
    if not path.endswith(".csv") or not isinstance(text, str):
        return None
    head, first, *rest = text.splitlines()
    cells = first.split(",")
    cells[head.split(",").index(str(case.params["field"]))] = "quite another one"
    return replace(case.world, files={path: "\n".join([head, ",".join(cells), *rest]) + "\n"})


def _pairs(draw: Draw) -> Iterator[tuple[object, object, bool | None, str]]:
    """A demanded JSON value, one that is found, whether they are equal (None: debatable), and why."""
    word, other = draw.words(2)
    number, part = draw.integer(3, 900), float(draw.decimal(1, 90))
    yield word, word, True, "the same text"
    yield word, other, False, "another text"
    yield word, f"{word}s", False, "one letter more"
    yield word, word.upper(), None, "another case"
    yield f"{word} {other}", f"{word}-{other}", None, "a hyphen for a blank"
    yield word, number, False, "a number for a text"
    yield word, [word], False, "a list for a text"
    yield number, number, True, "the same number"
    yield number, float(number), True, "the same number with a point"
    yield number, number + 1, False, "one more"
    yield number, -number, False, "the other sign"
    yield number, str(number), None, "a number as text"
    yield number, f"{number:,}.0 EUR", False, "a text"
    yield str(number), number, None, "a number for its text"
    yield part, part, True, "the same decimal"
    yield part, round(part + 0.01, 2), False, "one hundredth more"
    yield 0.3, 0.1 + 0.2, True, "up to binary noise"
    yield part / 100, f"{part}%", None, "a percentage as text"
    yield True, True, True, "true"
    yield True, False, False, "false for true"
    yield True, 1, False, "one is not true"
    yield True, "true", None, "true as text"
    yield False, "no", None, "a word for false"
    yield False, "none", False, "another word"
    yield "true", True, None, "true for its text"
    yield "true", False, False, "false for the text true"
    yield None, None, True, "null"
    yield None, "", None, "an empty text for null"
    yield None, 0, False, "zero for null"
    yield [word, number], [word, number], True, "the same list"
    yield [word, number], [number, word], None, "another order"
    yield [word, number], [word], False, "one item less"
    yield [word, number], [word, other], False, "another item"
    yield [word, word], [word, other], False, "one twice"
    yield {word: number}, {word: number}, True, "the same object"
    yield {word: number}, {word: number, other: 1}, False, "one member more"
    yield {word: number}, {word: number + 1}, False, "another member"
    yield {word: number}, [word, number], False, "a list for an object"
    yield "caf\u00e9", "cafe\u0301", True, "composed otherwise"


@cases_for("value_equals", keeps=_LAWS, breaks=(_spoilt,))
def value_equals(draw: Draw) -> Iterator[Case]:
    yield from over_typed_tables(draw, "value_equals")
    field, other, sheet = draw.words(3)
    for value, found, same, why in _pairs(draw):
        asked: Asked = {"path": "d.json", "field": field, "value": value}
        files = {"d.json": json_text({other: draw.integer(10_000, 99_999), field: found})}
        listed: Asked = {"path": "d.json", "field": f"rows[].{field}", "value": value}
        rows = {"d.json": json_text({"rows": [{field: value}, {field: found, other: None}]})}
        if same is None:
            yield debatable(asked, files, why)
            yield debatable(listed, rows, f"{why}, beside the same")
        else:
            yield (near_pass if same else near_fail)("value", asked, files, why)
            yield (satisfying if same else violating)(listed, rows, f"{why}, beside the same")
    number = draw.integer(5, 500)
    cells = csv_text([other, field], [["x", number], ["y", f"{number}.0"]])
    yield near_pass("field", {"path": "t.csv", "field": field, "value": number}, {"t.csv": cells}, "this column")
    yield near_fail("field", {"path": "t.csv", "field": other, "value": number}, {"t.csv": cells}, "the other column")
    truth = {"t.csv": csv_text([field, other], [["true", "yes"], ["TRUE", "no"]])}
    yield satisfying({"path": "t.csv", "field": field, "value": True}, truth, "a truth value in a table")
    yield violating({"path": "t.csv", "field": other, "value": True}, truth, "a word for the other one")
    grouped = {"t.csv": csv_text([other, field], [["x", f"{number},000"]])}
    yield debatable({"path": "t.csv", "field": field, "value": number * 1000}, grouped, "with thousands separators")
    yield missing({"path": "d.json", "field": f"{field}x", "value": 1}, {"d.json": json_text({field: 1})}, "no", FAILED)
    yield debatable({"path": "d.json", "field": field.upper(), "value": 1}, {"d.json": json_text({field: 1})}, "case")
    partly = {"d.json": json_text({"rows": [{field: number}, {other: number}]}), "e.json": json_text({"rows": []})}
    yield debatable({"path": "d.json", "field": f"rows[].{field}", "value": number}, partly, "one item lacks it")
    yield debatable({"path": "e.json", "field": f"rows[].{field}", "value": number}, partly, "no item")
    for spread, distance in ((0.5, 0.5), (2, 2), (0.25, 0.25)):
        near: Asked = {"path": "d.json", "field": field, "value": number, "tolerance": spread}
        for sign in (1, -1):
            inside = {"d.json": json_text({field: number + sign * distance})}
            outside = {"d.json": json_text({field: number + sign * (distance + 0.01)})}
            yield near_pass("tolerance", near, inside, "at its edge")
            yield near_fail("tolerance", near, outside, "just beyond")
    two = {"b.xlsx": workbook({sheet: [[field], [number]], other: [[field], [number + 1]]})}
    here: Asked = {"path": "b.xlsx", "field": field, "value": number}
    yield near_pass("sheet", {**here, "sheet": sheet}, two, "on this sheet")
    yield near_fail("sheet", {**here, "sheet": other}, two, "on the other sheet")
    yield debatable(here, two, "which sheet is not said")
    yield satisfying({**here, "field": f"{sheet}!A2"}, two, "one cell")
    yield violating({**here, "field": f"{other}!A2"}, two, "the other cell")
    yield violating({**here, "field": f"{sheet}!A2:B2"}, two, "an empty cell among them")
    yield missing({**here, "sheet": f"{sheet}x"}, two, "no such sheet", FAILED)
    shown = {
        "b.xlsx": workbook({sheet: [[field, other], [0.125, 3.14159]]}, {f"{sheet}!A2": "0.0%", f"{sheet}!B2": "0.00"})
    }
    yield debatable({"path": "b.xlsx", "field": field, "value": 12.5}, shown, "shown as that percentage")
    yield violating({"path": "b.xlsx", "field": field, "value": 14}, shown, "shown as another percentage")
    yield debatable({"path": "b.xlsx", "field": other, "value": 3.14}, shown, "shown rounded to it")
    yield violating({"path": "b.xlsx", "field": other, "value": 3.15}, shown, "shown rounded to another one")
    yield debatable({"path": "b.xlsx", "field": other, "value": "3,14"}, shown, "a text that it may be shown as")
    formula = {"b.xlsx": workbook({sheet: [[field], ["=1+1"]]})}
    yield debatable({"path": "b.xlsx", "field": field, "value": 2}, formula, "no stored result")
    day = datetime(2024, 5, draw.integer(13, 28), tzinfo=UTC).date().isoformat()
    yield satisfying(
        {"path": "d.json", "field": "a.b[0]", "value": day}, {"d.json": json_text({"a": {"b": [day]}})}, "x"
    )
    yield near_pass("path", {"path": "a/d.json", "field": "$", "value": [number]}, {"a/d.json": f"[{number}]"}, "this")
    yield near_fail("path", {"path": "b/d.json", "field": "$", "value": [number]}, {"a/d.json": f"[{number}]"}, "none")
    yield satisfying({"path": "n.txt", "field": "$", "value": number}, {"n.txt": f" {number}\n"}, "a text as a whole")
    yield violating({"path": "n.txt", "field": "$[]", "value": number}, {"n.txt": f"{number}\n7\n"}, "one line of two")
    yield debatable({"path": "n.txt", "field": field, "value": number}, {"n.txt": f"{number}"}, "a text has no fields")
    for literal in ("NaN", "-Infinity", "1e999"):
        yield hostile(
            {"path": "d.json", "field": field, "value": None}, {"d.json": f'{{"{field}": {literal}}}'}, literal
        )
    twice = {"d.json": f'{{"{field}": {number}, "{field}": {number}}}'}
    yield hostile({"path": "d.json", "field": field, "value": number}, twice, "the member stands there twice", OPEN)
    yield hostile({"path": "d.json", "field": field, "value": 10**400}, {"d.json": f'{{"{field}": 1e400}}'}, "huge")
    deep: object = 1
    for _ in range(300):
        deep = [deep]
    yield hostile({"path": "d.json", "field": "$", "value": deep}, {"d.json": json_text(deep, None)}, "very deep")
    yield malformed({"path": "d.json", "field": field, "value": 1}, {"d.json": f'{{"{field}": 1'}, "cut off", FAILED)
    yield malformed({"path": "b.xlsx", "field": field, "value": 1}, {"b.xlsx": b"PK"}, "no workbook", NOT_PASSED)
    yield debatable({"path": "d.bin", "field": field, "value": 1}, {"d.bin": "1"}, "nothing reads it")
    yield debatable({"path": "d.json", "field": "a[", "value": 1}, {"d.json": "{}"}, "no selector")
    yield refused({"path": "d.json", "field": field}, "no value")
    yield refused({"path": "d.json", "field": "", "value": 1}, "no field")
    yield from likeness(draw)
    yield from beyond_memory(draw)
    yield refused({"path": "d.json", "field": field, "value": 1, "tolerance": "some"}, "no number")
    yield refused({"path": "d.json", "field": field, "value": 1, other: 1}, "an unknown parameter")
    yield from cell_values.values()
    yield from large.equals()
    yield from queried.texts()
    yield from near_right.values(draw)
    yield from typed_values.equal()
    yield from borders.rows({"field": "v", "value": 2, "tolerance": 1}, {"field": "v", "value": 7})


@cases_for("allowed_values", keeps=_LAWS, breaks=(_spoilt,))
def allowed_values(draw: Draw) -> Iterator[Case]:
    yield from over_typed_tables(draw, "allowed_values")
    field, other, sheet = draw.words(3)
    words = draw.words(draw.integer(2, 6))
    asked: Asked = {"path": "t.csv", "field": field, "allowed": words}
    for number in range(2):
        chosen = [[draw.word(), draw.pick(words)] for _ in range(draw.integer(2, 7))]
        wrong = [*chosen, [draw.word(), f"{words[0]}{words[-1]}"]]
        for rows, make, why in ((chosen, near_pass, "all listed"), (wrong, near_fail, "one is not")):
            values = [row[1] for row in rows]
            files = {
                "t.csv": csv_text([other, field], rows),
                "d.json": json_text({"rows": [{field: value} for value in values], "free": values}),
                "b.xlsx": workbook({sheet: [[other, field], *rows]}),
            }
            yield make("allowed", asked, files, f"a column: {why}")
            yield make("allowed", {**asked, "path": "d.json", "field": f"rows[].{field}"}, files, f"members: {why}")
            yield make("allowed", {**asked, "path": "d.json", "field": "free[]"}, files, f"items: {why}")
            yield make("allowed", {**asked, "path": "b.xlsx"}, files, f"a sheet: {why}")
        less = words[1:] if number else words[:-1]
        gone = {"t.csv": csv_text([other, field], [["x", word] for word in words])}
        yield near_fail("allowed", {**asked, "allowed": less}, gone, "one of the values is not allowed any more")
    swapped = {"t.csv": csv_text([field, other], [[word, "none of them"] for word in words])}
    yield near_pass("field", asked, swapped, "this column")
    yield near_fail("field", {**asked, "field": other}, swapped, "the other column")
    yield near_pass("path", {**asked, "path": "u.csv"}, {"u.csv": swapped["t.csv"], "t.csv": "x\n"}, "this file")
    yield near_fail("path", asked, {"u.csv": swapped["t.csv"]}, "no such file")
    two = {"b.xlsx": workbook({sheet: [[field], [words[0]]], other: [[field], ["none of them"]]})}
    yield near_pass("sheet", {**asked, "path": "b.xlsx", "sheet": sheet}, two, "on this sheet")
    yield near_fail("sheet", {**asked, "path": "b.xlsx", "sheet": other}, two, "on the other sheet")
    mixed: Asked = {"path": "d.json", "field": "v[]", "allowed": [1, 2.5, True, None, "a"]}
    found: list[tuple[list[object], bool | None]] = [
        ([1, 2.5], True),
        ([True, None, "a"], True),
        ([1, 3], False),
        (["a", "b"], False),
        ([False], False),
        (["1"], None),
        (["A"], None),
        ([1, "A"], None),
        ([""], None),
        ([[1, "a"]], None),
        ([[1, "b"]], False),
        ([1, []], False),
    ]
    for objects, right in found:
        data = {"d.json": json_text({"v": objects})}
        if right is None:
            yield debatable(mixed, data, "a variant, or a list of them")
        else:
            yield (satisfying if right else violating)(mixed, data, f"{objects}")
    blank = {"t.csv": csv_text([other, field], [["x", words[0]], ["y", ""]]), "e.csv": csv_text([field], [])}
    yield debatable(asked, blank, "a blank beside a listed one")
    null = {"d.json": json_text({"v": [words[0], None]})}
    yield debatable({**asked, "path": "d.json", "field": "v[]"}, null, "null beside a listed one")
    yield debatable({**asked, "path": "e.csv"}, blank, "no row")
    yield missing({**asked, "field": f"{field}x"}, swapped, "no such column", FAILED)
    yield malformed({**asked, "path": "d.json"}, {"d.json": "{"}, "cut off", FAILED)
    yield hostile({**asked, "path": "d.json", "field": "v"}, {"d.json": '{"v": NaN}'}, "not a number")
    yield debatable({**asked, "path": "d.zip"}, {"d.zip": "x"}, "nothing reads it")
    for allowed in ([], "a", [[1]], [float("nan")]):
        yield refused({**asked, "allowed": allowed}, "no list of values")
    yield refused({"path": "t.csv", "allowed": words}, "no field")
    yield refused({**asked, other: 1}, "an unknown parameter")
    yield from cell_values.listed()
    yield from large.allowed()
    yield from queried.allowed()
    yield from typed_values.allowed()


DEFINITIONS = (value_equals, allowed_values)
