"""Cases of JSON Schema and of the types of columns."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from specharness.qualify.artifacts import workbook
from specharness.qualify.case import (
    FAILED,
    NOT_FAILED,
    OPEN,
    TEXT_LAWS,
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
from specharness.qualify.cases import borders, queried, typed_values
from specharness.qualify.cases.keywords import keywords
from specharness.qualify.cases.typed_cells import many_columns, stored_values
from specharness.qualify.draw import Draw, csv_text, json_text
from specharness.qualify.typed_tables import over_typed_tables


def _a_member_lost(case: Case, draw: Draw) -> World | None:
    """The first member of the artifact is taken away, where all of them must be there."""
    name, schema = str(case.params["path"]), case.params.get("schema")
    if isinstance(schema, dict) and "required" not in schema:
        return None
    text = case.world.files.get(name)
    value = json.loads(text) if isinstance(text, str) and name.endswith(".json") else None
    if not isinstance(value, dict) or len(value) < 2:
        return None
    value.pop(next(iter(value)))
    return replace(case.world, files={**case.world.files, name: json_text(value)})


@cases_for("json_schema", ungiven=NOT_FAILED, keeps=(*TEXT_LAWS, "key_order", "indentation"), breaks=(_a_member_lost,))
def json_schema(draw: Draw) -> Iterator[Case]:
    name, amount, state, other = draw.words(4)
    low, words = draw.integer(1, 50), draw.words(3)
    schema: dict[str, Any] = {
        "type": "object",
        "required": [name, amount, state],
        "properties": {
            name: {"type": "string", "minLength": 2, "maxLength": 12, "pattern": "^[a-z]+$"},
            amount: {"type": "number", "minimum": low, "exclusiveMaximum": low + 10, "multipleOf": 0.25},
            state: {"enum": words},
        },
        "additionalProperties": False,
    }
    good: dict[str, Any] = {name: draw.word(), amount: low + 0.5, state: words[0]}
    asked = {"path": "o.json", "schema": schema}
    by_file = {"path": "o.json", "schema_path": "s.json"}
    keeping: list[tuple[dict[str, Any], str]] = [
        (good, "as stated"),
        ({**good, amount: low}, "at the minimum"),
        ({**good, amount: low + 9.75}, "below the open maximum"),
        ({**good, name: "ab"}, "the shortest"),
        ({**good, name: "a" * 12}, "the longest"),
        ({**good, state: words[2]}, "another listed value"),
    ]
    breaking: list[tuple[Any, str]] = [
        ({**good, amount: low - 0.25}, "below the minimum"),
        ({**good, amount: low + 10}, "at the open maximum"),
        ({**good, amount: low + 0.3}, "no multiple"),
        ({**good, amount: str(low)}, "a number as text"),
        ({**good, amount: True}, "a truth value"),
        ({**good, amount: None}, "null"),
        ({**good, name: "a"}, "too short"),
        ({**good, name: "a" * 13}, "too long"),
        ({**good, name: "Ab"}, "not of the pattern"),
        ({**good, state: words[0].upper()}, "no listed value"),
        ({**good, other: 1}, "one more member"),
        ({key: good[key] for key in (name, amount)}, "a member is missing"),
        ([good], "a list"),
        (None, "null alone"),
    ]
    for value, why in keeping:
        yield near_pass("schema", asked, {"o.json": json_text(value)}, why)
        yield near_pass("schema_path", by_file, {"o.json": json_text(value), "s.json": json_text(schema)}, why)
    for value, why in breaking:
        yield near_fail("schema", asked, {"o.json": json_text(value)}, why)
        yield near_fail("schema_path", by_file, {"o.json": json_text(value), "s.json": json_text(schema)}, why)
    yield near_pass("path", {**asked, "path": "a/o.json"}, {"a/o.json": json_text(good)}, "this file")
    yield near_fail("path", {**asked, "path": "b/o.json"}, {"a/o.json": json_text(good)}, "no such file")
    each = {"path": "o.jsonl", "schema": schema, "each": True}
    lines = "".join(json_text(value, None) for value, _ in keeping)
    yield near_pass("each", each, {"o.jsonl": lines}, "every line")
    yield near_fail("each", each, {"o.jsonl": lines + json_text({name: "ab"}, None)}, "all lines but one")
    yield near_fail("each", {**each, "each": False}, {"o.jsonl": lines}, "the list is no such object")
    yield debatable({**each, "path": "o.json"}, {"o.json": "[]"}, "no item")
    yield violating({**each, "path": "o.json"}, {"o.json": json_text(good)}, "no list whose items could be valid")
    yield violating({**each, "path": "o.json"}, {"o.json": json_text([good, good[name]])}, "an item that is a text")
    for loosely in ('{"type": "object", "type": "object"}', '{"type": "object", "maximum": NaN}'):
        yield debatable(by_file, {"o.json": json_text(good), "s.json": loosely}, f"no strict JSON: {loosely}")
    listed = {"type": "array", "items": {"$ref": "#/$defs/item"}, "uniqueItems": True, "$defs": {"item": schema}}
    of_list = {"path": "o.json", "schema": listed}
    yield satisfying(of_list, {"o.json": json_text([value for value, _ in keeping])}, "references inside of the schema")
    yield violating(of_list, {"o.json": json_text([good, good])}, "an item stands there twice")
    yield satisfying({**asked, "path": "o.yaml"}, {"o.yaml": json_text(good)}, "YAML")
    files = {"o.json": json_text(good), "s.json": json_text(schema)}
    loose = {**files, "o.json": json_text(breaking[0][0]), "s.json": json_text({"type": "object"})}
    yield satisfying(by_file, World(files, before={"s.json": files["s.json"]}), "the schema as it was handed over")
    yield debatable(by_file, World(loose, before={"s.json": files["s.json"]}), "the schema was changed to fit")
    dated = {"type": "object", "required": [name], "properties": {name: {"type": "string", "format": "date"}}}
    yield debatable({**asked, "schema": dated}, {"o.json": json_text({name: "2024-02-30"})}, "a format alone is broken")
    yield satisfying({**asked, "schema": dated}, {"o.json": json_text({name: draw.date()})}, "a format is kept")
    for text in ('{"$ref": "https://x.invalid/s.json"}', "{}", '{"type": "thing"}', '{"pattern": "(a+)+"}', "[]"):
        yield debatable(by_file, {**files, "s.json": text}, f"no schema that is run: {text}")
    yield missing(by_file, {"o.json": files["o.json"]}, "no schema", OPEN)
    twice = f'{{"{name}": "ab", "{amount}": {low}, "{state}": "{words[0]}", "{name}": "cd"}}'
    yield hostile(asked, {"o.json": twice}, "a member stands there twice", OPEN)
    yield hostile(asked, {"o.json": json_text(good).replace(f"{low}.5", "NaN")}, "NaN")
    yield hostile(asked, {"o.json": "[" * 100_000}, "very deep")
    yield hostile(
        {**asked, "schema": {"$ref": "#"}}, {"o.json": files["o.json"]}, "a schema that refers to itself", OPEN
    )
    nested: Any = {"a": 1}
    for _ in range(150):
        nested = {"a": nested}
    endless = {"properties": {"a": {"$ref": "#"}}, "type": "object"}
    yield hostile({**asked, "schema": endless}, {"o.json": json_text(nested, None)}, "deep for the schema")
    yield malformed(asked, {"o.json": files["o.json"][:-4]}, "cut off", FAILED)
    yield malformed(asked, {"o.json": b"\xff\xfe\x00\xd8"}, "no text")
    for odd in ({}, True, {"title": name}, {"$ref": "other.json"}, {"pattern": "(a*)*b"}, {"type": "thing"}, [schema]):
        yield refused({"path": "o.json", "schema": odd}, f"no schema that demands something and is run: {odd!r:.40}")
    yield from keywords()
    yield refused({"path": "o.json"}, "no schema")
    yield refused({**asked, "schema_path": "s.json"}, "two schemas")
    yield refused({"path": "o.json", "schema_path": "s.docx"}, "no schema can be read from there")


_TYPES: dict[str, tuple[list[str], list[str], list[str]]] = {
    "integer": (["12", "-7", "+3", "0"], ["12.0", "1,200", "1e3", "40 %"], ["1.5", "x", "12-1", "NaN", "0x1f"]),
    "number": (["12", "-7.25", "1e3", ".5"], ["1,200.5", "$5", "40 %"], ["x", "1.2.3", "inf", "5 apples"]),
    "boolean": (["true", "false", "TRUE", "False"], ["yes", "0", "T", "off"], ["x", "2", "maybe"]),
    "date": (["2024-02-29", "1999-12-31"], ["29/02/2024", "Feb 29, 2024", "20240229"], ["2023-02-29", "x", "today"]),
    "datetime": (["2024-02-29T10:00:00Z", "2024-02-29 10:00"], ["2024-02-29"], ["2024-02-29T25:00", "x", "noon"]),
}


def _a_cell_spoilt(case: Case, draw: Draw) -> World | None:
    """One cell of the column holds a word."""
    name = str(case.params["path"])
    text = case.world.files.get(name)
    types = case.params["types"]
    if not isinstance(text, str) or not isinstance(types, dict) or "text" in types.values():
        return None
    lines = text.splitlines()
    lines[-1] = ",".join(["zebra"] * len(lines[-1].split(",")))
    return replace(case.world, files={**case.world.files, name: "\n".join(lines) + "\n"})


@cases_for("column_types", keeps=(*TEXT_LAWS, "row_order", "column_order"), breaks=(_a_cell_spoilt,))
def column_types(draw: Draw) -> Iterator[Case]:
    yield from over_typed_tables(draw, "column_types")
    column, other, sheet = draw.words(3)
    for kind, (right, doubtful, wrong) in _TYPES.items():
        asked = {"path": "t.csv", "types": {column: kind}}
        filled = [[str(n), cell] for n, cell in enumerate(draw.shuffled(right))]
        yield near_pass("types", asked, {"t.csv": csv_text([other, column], filled)}, f"every cell is {kind}")
        for cell in wrong:
            rows = draw.shuffled([*filled, ["9", cell]])
            yield near_fail("types", asked, {"t.csv": csv_text([other, column], rows)}, f"{cell!r} is not {kind}")
        for cell in doubtful:
            rows = draw.shuffled([*filled, ["9", cell]])
            yield debatable(asked, {"t.csv": csv_text([other, column], rows)}, f"{cell!r} may be {kind}")
        gap = {"t.csv": csv_text([other, column], draw.shuffled([*filled, ["9", ""]]))}
        yield near_pass("blanks", {**asked, "blanks": True}, gap, "a blank that is stated to be fine")
        yield debatable(asked, gap, "a blank")
        yield near_fail(
            "blanks",
            {**asked, "blanks": True},
            {"t.csv": csv_text([other, column], [["1", ""], ["2", wrong[0]]])},
            "no blank",
        )
        yield debatable({**asked, "blanks": True}, {"t.csv": csv_text([other, column], [["1", ""]])}, "blanks alone")
    several = {"path": "t.csv", "types": {column: "integer", other: "text"}}
    yield satisfying(several, {"t.csv": csv_text([other, column], [["x", 1], ["5", 2]])}, "two columns")
    yield violating(several, {"t.csv": csv_text([column], [[1], [2]])}, "one of two columns is missing")
    yield debatable(several, {"t.csv": csv_text([other.upper(), column], [["x", 1]])}, "a name in another spelling")
    yield debatable(several, {"t.csv": csv_text([other, other, column], [["x", "y", 1]])}, "a name twice")
    yield debatable(several, {"t.csv": csv_text([other, column], [])}, "no row")
    plain = {"t.csv": csv_text([other, column], [["x", draw.integer(1, 99)]])}
    whole = {"path": "t.csv", "types": {column: "integer"}}
    yield near_pass("path", {**whole, "path": "a/t.csv"}, {"a/t.csv": plain["t.csv"]}, "this file")
    yield near_fail("path", {**whole, "path": "b/t.csv"}, {"a/t.csv": plain["t.csv"]}, "no such file")
    book = {"t.xlsx": workbook({sheet: [[column], [draw.integer(1, 99)]], other: [[column], ["x"]]})}
    in_sheet = {"path": "t.xlsx", "types": {column: "integer"}}
    yield near_pass("sheet", {**in_sheet, "sheet": sheet}, book, "this sheet")
    yield near_fail("sheet", {**in_sheet, "sheet": other}, book, "the other sheet")
    yield missing({**in_sheet, "sheet": "none"}, book, "no such sheet")
    formula = {"t.xlsx": workbook({sheet: [[column], ["=1+1"]]})}
    yield debatable(in_sheet, formula, "a formula without a stored value")
    text_in_sheet = {"t.xlsx": workbook({sheet: [[column], ["7"]]})}
    yield debatable(in_sheet, text_in_sheet, "a number as text")
    yield missing({**whole, "types": {f"{column}x": "integer"}}, plain, "no such column", FAILED)
    yield hostile(whole, {"t.csv": csv_text([other, column], [["x", "9" * 5_000]])}, "a number of 5000 digits")
    yield hostile(whole, {"t.csv": f"{other},{column}\nx,１２\n"}, "digits of another script")
    yield hostile(whole, {"t.csv": f'{other},{column}\nx,"1\n'}, "a quote that never ends", FAILED)
    yield malformed(whole, {"t.csv": b"\x00\x01\x02\xff"}, "no text")
    yield malformed(in_sheet, {"t.xlsx": book["t.xlsx"][:400]}, "half a file", FAILED)
    none: tuple[Any, ...] = ({}, [], {"": "text"}, {column: "decimal"}, {column: 5}, "integer")
    for odd in none:
        yield refused({"path": "t.csv", "types": odd}, "no types of columns")
    yield from stored_values(draw)
    yield from many_columns(draw)
    yield from typed_values.types()
    yield from queried.types()
    yield from borders.rows({"types": {"v": "integer"}}, {"types": {"v": "date"}})


DEFINITIONS = (json_schema, column_types)
