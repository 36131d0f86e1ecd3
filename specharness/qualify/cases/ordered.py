"""Cases of order and uniqueness."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

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
from specharness.qualify.cases import large, near_right, ordering, queried
from specharness.qualify.draw import Draw, csv_text, json_text
from specharness.qualify.typed_tables import over_typed_tables


def _reversed_lines(case: Case, draw: Draw) -> World | None:
    """The rows of a table are turned round."""
    path = str(case.params["path"])
    text = case.world.files.get(path)
    if not path.endswith(".csv") or not isinstance(text, str) or len(set(text.splitlines()[1:])) < 2:
        return None
    head, *rows = text.splitlines()
    return replace(case.world, files={path: "\n".join([head, *reversed(rows)]) + "\n"})


def _places(draw: Draw, values: Sequence[object], field: str) -> Iterator[tuple[Asked, dict[str, str | bytes], str]]:
    """The same values in a file of every sort."""
    other, sheet = draw.words(2)
    yield {"path": "t.csv", "field": field}, {"t.csv": csv_text([other, field], [["x", v] for v in values])}, "a column"
    rows = [{field: value, other: 1} for value in values]
    yield {"path": "d.json", "field": f"rows[].{field}"}, {"d.json": json_text({"rows": rows})}, "members"
    yield (
        {"path": "l.jsonl", "field": field},
        {"l.jsonl": "".join(json_text(row, None) for row in rows)},
        "lines of JSON",
    )
    cells: list[list[str | int | float]] = [[other, field]]
    cells += [["x", value] for value in values if isinstance(value, str | int | float)]
    yield {"path": "b.xlsx", "field": field}, {"b.xlsx": workbook({sheet: cells})}, "a sheet"


@cases_for("sorted_by", keeps=(*TEXT_LAWS, "indentation", "column_order"), breaks=(_reversed_lines,))
def sorted_by(draw: Draw) -> Iterator[Case]:
    yield from over_typed_tables(draw, "sorted_by")
    field = draw.word()
    words = sorted(draw.words(draw.integer(3, 6)))
    numbers = sorted({draw.integer(-50, 900) for _ in range(6)} | {2, 10})
    for values, by in ((words, "text"), (numbers, "number")):
        late = [values[1], values[0], *values[2:]]
        end = [*values[:-2], values[-1], values[-2]]
        for broken in (late, end):
            for asked, files, where in _places(draw, broken, field):
                yield near_fail("order", {**asked, "order": "asc", "by": by}, files, f"{where}: two turned round")
        for asked, files, where in _places(draw, values, field):
            yield near_pass("by", {**asked, "order": "asc", "by": by}, files, f"{where}: rising")
            yield near_fail("order", {**asked, "order": "desc", "by": by}, files, f"{where}: rising, not falling")
            yield satisfying(asked, files, f"{where}: rising, as usual")
        for asked, files, where in _places(draw, values[::-1], field):
            yield near_pass("order", {**asked, "order": "desc", "by": by}, files, f"{where}: falling")
            yield debatable(asked, files, f"{where}: falling, where no direction is said")
            yield near_fail("order", {**asked, "order": "asc"}, files, f"{where}: falling, not rising")
        for asked, files, where in _places(draw, [values[0], values[0], values[1]], field):
            yield satisfying(asked, files, f"{where}: ties are in order")
    stem = draw.word()
    natural, plain = [f"{stem}2", f"{stem}10", f"{stem}33"], [f"{stem}10", f"{stem}2", f"{stem}33"]
    listed: Asked = {"path": "d.json", "field": "v[]"}
    yield near_pass("by", {**listed, "by": "natural"}, {"d.json": json_text({"v": natural})}, "2 before 10")
    yield near_fail("by", {**listed, "by": "natural"}, {"d.json": json_text({"v": plain})}, "10 before 2")
    yield near_pass("by", {**listed, "by": "text"}, {"d.json": json_text({"v": plain})}, "1 before 2 as letters")
    yield near_fail("by", {**listed, "by": "text"}, {"d.json": json_text({"v": natural})}, "2 before 1 as letters")
    yield debatable(listed, {"d.json": json_text({"v": natural})}, "in order or not by how digits are read")
    yield debatable({**listed, "by": "number"}, {"d.json": json_text({"v": ["1", 2]})}, "a number as text")
    yield debatable({**listed, "by": "number"}, {"d.json": json_text({"v": words})}, "no numbers")
    yield debatable(listed, {"d.json": json_text({"v": [1, "b", "c"]})}, "values of several types")
    yield debatable({**listed, "by": "text"}, {"d.json": json_text({"v": ["apple", "Bread", "cake"]})}, "capitals")
    yield debatable({**listed, "by": "text"}, {"d.json": json_text({"v": ["ea", "\u00e9b", "ec"]})}, "accents")
    yield debatable(listed, {"d.json": json_text({"v": ["a c", "ab", "b"]})}, "blanks")
    yield debatable(listed, {"d.json": json_text({"v": ["张三", "李四", "王五"]})}, "another script")
    for dates in (["31.12.2023", "01.02.2024"], ["01.02.2024", "31.12.2023"]):
        yield debatable(listed, {"d.json": json_text({"v": dates})}, "dates of another form")
    yield debatable(listed, {"d.json": json_text({"v": ["Mar 3", "Jan 5"]})}, "names of months")
    days = sorted(draw.date() for _ in range(4))
    yield satisfying(listed, {"d.json": json_text({"v": days})}, "dates in ISO form")
    yield violating({**listed, "order": "asc"}, {"d.json": json_text({"v": [*days, "1999-01-01"]})}, "a date too late")
    yield debatable(listed, {"d.json": json_text({"v": [words[0], None, words[1]]})}, "null between")
    blank = {"t.csv": csv_text([field, "x"], [[words[0], 1], ["", 2], [words[1], 3]])}
    yield debatable({"path": "t.csv", "field": field}, blank, "a blank between")
    for few in ([], [words[0]]):
        yield debatable(listed, {"d.json": json_text({"v": few})}, "fewer than two values")
    nested = {"d.json": json_text({"a": [{"v": [1, 2]}, {"v": [0, 5]}], "b": [{"v": [1, 2]}, {"v": [5, 0]}]})}
    yield near_pass("field", {"path": "d.json", "field": "a[].v[]"}, nested, "each list within itself")
    yield near_fail("field", {"path": "d.json", "field": "b[].v[]", "order": "asc"}, nested, "one of two lists is not")
    alone = {"d.json": json_text({"a": [{"v": [1]}, {"v": [0]}]})}
    yield debatable({"path": "d.json", "field": "a[].v[]"}, alone, "one value a list")
    yield satisfying({"path": "n.txt"}, {"n.txt": "\n".join(words) + "\n"}, "lines of a text")
    yield violating({"path": "n.txt", "order": "asc"}, {"n.txt": "\n".join(words[::-1])}, "lines turned round")
    yield satisfying({"path": "d.json", "order": "asc"}, {"d.json": json_text(numbers)}, "the list itself")
    yield violating({"path": "d.json", "order": "asc"}, {"d.json": json_text([3, 1, 2])}, "the list itself")
    yield near_pass("path", {"path": "a/d.json"}, {"a/d.json": "[1, 2]", "d.json": "[2, 1]"}, "this file")
    yield near_fail("path", {"path": "d.json", "order": "asc"}, {"a/d.json": "[1, 2]", "d.json": "[2, 1]"}, "the other")
    one, two = draw.words(2)
    sheets = {"b.xlsx": workbook({one: [[field], [1], [2]], two: [[field], [2], [1]]})}
    yield near_pass("sheet", {"path": "b.xlsx", "field": field, "sheet": one}, sheets, "on this sheet")
    yield near_fail("sheet", {"path": "b.xlsx", "field": field, "sheet": two, "order": "asc"}, sheets, "on the other")
    yield debatable({"path": "b.xlsx", "field": field}, sheets, "which sheet is not said")
    yield missing(
        {"path": "d.json", "field": f"{field}[]"}, {"d.json": json_text({"v": words})}, "no such list", FAILED
    )
    yield debatable({"path": "d.pkl"}, {"d.pkl": "x"}, "nothing reads it")
    yield malformed({"path": "d.json"}, {"d.json": "[1, 2"}, "cut off", FAILED)
    yield hostile({"path": "d.json"}, {"d.json": "[1, NaN, 2]"}, "not a number", OPEN)
    yield hostile(
        {"path": "d.json"}, {"d.json": f'["{stem}{"9" * 5000}", "{stem}{"8" * 5000}"]'}, "huge numbers in texts"
    )
    yield refused({"path": "d.json", "order": draw.pick(["up", "", 1])}, "no such order")
    yield refused({"path": "d.json", "by": "size"}, "no such way")
    yield refused({"order": "asc"}, "no path")
    yield refused({"path": "d.json", stem: 1}, "an unknown parameter")
    yield from ordering.orders()
    yield from large.ordered()
    yield from queried.ordered()


@cases_for(
    "unique",
    may_accept=("garbage", "maximal"),  # the lines of any text may be different
    keeps=(*TEXT_LAWS, "indentation", "row_order", "column_order", "key_order"),
)
def unique(draw: Draw) -> Iterator[Case]:
    yield from over_typed_tables(draw, "unique")
    field = draw.word()
    words = draw.words(draw.integer(3, 6))
    numbers = draw.sample(range(1, 500), draw.integer(3, 7))
    for values in (words, numbers, [f"{value}.5" for value in numbers]):
        for asked, files, where in _places(draw, values, field):
            yield satisfying(asked, files, f"{where}: all different")
        again = [*values, draw.pick(values)]
        for asked, files, where in _places(draw, draw.shuffled(again), field):
            yield near_fail("field", asked, files, f"{where}: one again")
    listed: Asked = {"path": "d.json", "field": "v[]"}
    for found, right, why in (
        ([1, 1.0], False, "one number written twice"),
        ([1, True], True, "a number and a truth value"),
        ([1, "1"], None, "a number and its text"),
        (["a", "A"], None, "another case"),
        (["a b", "a-b", "c"], None, "a hyphen"),
        (["caf\u00e9", "cafe\u0301"], False, "composed otherwise"),
        ([[1], [1]], False, "equal lists"),
        ([[1], [2]], True, "different lists"),
        ([{"a": 1}, {"a": 1}], False, "equal objects"),
        ([True, True], False, "true twice"),
        (["a", None], None, "null beside one"),
        (["a", "", "b"], None, "a blank beside others"),
        ([10**30, 10**30 + 1], True, "long numbers that differ at their end"),
        ([], None, "no value"),
    ):
        data = {"d.json": json_text({"v": found})}
        if right is None:
            yield debatable(listed, data, why)
        else:
            yield (satisfying if right else violating)(listed, data, why)
    nested = {"d.json": json_text({"a": [{"v": [1, 2]}, {"v": [2, 3]}], "b": [{"v": [1, 2]}, {"v": [3, 3]}]})}
    yield near_pass("field", {"path": "d.json", "field": "a[].v[]"}, nested, "within each list")
    yield near_fail("field", {"path": "d.json", "field": "b[].v[]"}, nested, "twice in one of the lists")
    columns = {"t.csv": csv_text([field, "x"], [[word, 1] for word in words])}
    yield near_pass("field", {"path": "t.csv", "field": field}, columns, "this column")
    yield near_fail("field", {"path": "t.csv", "field": "x"}, columns, "the other column")
    one, two = draw.words(2)
    sheets = {"b.xlsx": workbook({one: [[field], [1], [2]], two: [[field], [2], [2]]})}
    yield near_pass("sheet", {"path": "b.xlsx", "field": field, "sheet": one}, sheets, "on this sheet")
    yield near_fail("sheet", {"path": "b.xlsx", "field": field, "sheet": two}, sheets, "on the other sheet")
    files = {"a.json": json_text(words), "b.json": json_text([*words, words[0]])}
    yield near_pass("path", {"path": "a.json", "field": "$[]"}, files, "this file")
    yield near_fail("path", {"path": "b.json", "field": "$[]"}, files, "the other file")
    yield satisfying({"path": "n.txt", "field": "$[]"}, {"n.txt": "\n".join(words)}, "lines")
    yield violating({"path": "n.txt", "field": "$[]"}, {"n.txt": "\n".join([*words, words[0]])}, "a line again")
    yield missing({"path": "a.json", "field": f"{field}[]"}, files, "no such list", FAILED)
    yield debatable({"path": "d.h5", "field": field}, {"d.h5": "x"}, "nothing reads it")
    yield malformed({"path": "d.json", "field": "$[]"}, {"d.json": '["a", '}, "cut off", FAILED)
    yield malformed({"path": "d.json", "field": "$[]"}, {"d.json": b"\xff\xfe\x00\xd8"}, "no text", NOT_PASSED)
    yield hostile({"path": "d.json", "field": "$[]"}, {"d.json": "[NaN, 1]"}, "not a number", OPEN)
    yield refused({"path": "d.json"}, "no field")
    yield refused({"path": "d.json", "field": " "}, "a blank field")
    yield refused({"path": "d.json", "field": field, "by": "text"}, "an unknown parameter")
    yield from ordering.differences()
    yield from near_right.different()
    yield from large.different()
    yield from queried.different()


DEFINITIONS = (sorted_by, unique)
