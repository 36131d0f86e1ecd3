"""JSON Schema under bounds, and the types of columns."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from worlds import E, F, P, U, World, book, expect, sheet_rows

from specharness.validators import schema_rules
from specharness.validators.base import problem_with
from specharness.validators.registry import BUILT_IN
from specharness.validators.schema_rules import schema_problem, violations

PERSON = {
    "type": "object",
    "required": ["name", "age"],
    "properties": {"name": {"type": "string", "minLength": 1}, "age": {"type": "integer", "minimum": 0}},
    "additionalProperties": False,
}


def _as_file(value: Any) -> Any:
    """Texts of a world are files: a JSON string is one in quotes."""
    return f'"{value}"' if isinstance(value, str) else value


@pytest.mark.parametrize(
    ("value", "outcome"),
    [
        ({"name": "Ann", "age": 3}, P),
        ({"name": "Ann", "age": 3.0}, P),
        ({"name": "", "age": 3}, F),
        ({"name": "Ann", "age": -1}, F),
        ({"name": "Ann", "age": "3"}, F),
        ({"name": "Ann", "age": True}, F),
        ({"name": "Ann"}, F),
        ({"name": "Ann", "age": 3, "x": 1}, F),
        ([], F),
        (None, F),
        ("", F),
    ],
)
def test_a_schema_in_the_text_and_in_a_file(value: Any, outcome: Any) -> None:
    expect(outcome, "json_schema", {"path": "/o.json", "schema": PERSON}, {"/o.json": _as_file(value)})
    by_file = {"path": "/o.json", "schema_path": "/s.json"}
    after = {"/o.json": _as_file(value), "/s.json": PERSON}
    expect(outcome, "json_schema", by_file, World(after, before={"/s.json": PERSON}))
    expect(outcome, "json_schema", by_file, World(after))


def test_every_item() -> None:
    params = {"path": "/o.jsonl", "schema": PERSON, "each": True}
    expect(P, "json_schema", params, {"/o.jsonl": [{"name": "A", "age": 1}, {"name": "B", "age": 2}]})
    expect(F, "json_schema", params, {"/o.jsonl": [{"name": "A", "age": 1}, {"name": "B"}]})
    expect(U, "json_schema", params, {"/o.jsonl": []})
    expect(F, "json_schema", params, {"/o.jsonl": {"name": "A", "age": 1}})


def test_the_schema_file_counts_as_it_was_handed_over() -> None:
    params = {"path": "/o.json", "schema_path": "/s.json"}
    document = {"name": "Ann", "age": 3}
    expect(
        U,
        "json_schema",
        params,
        World({"/o.json": document, "/s.json": {"type": "object"}}, before={"/s.json": PERSON}),
    )
    expect(U, "json_schema", params, {"/o.json": document})
    expect(U, "json_schema", params, {"/o.json": document, "/s.json": {"type": "objekt"}})
    expect(U, "json_schema", params, {"/o.json": document, "/s.json": {}})
    expect(U, "json_schema", params, {"/o.json": document, "/s.json": {"$ref": "http://x.invalid/s.json"}})


def test_which_keywords_are_exact() -> None:
    cents = {"properties": {"a": {"multipleOf": 0.01}}}
    expect(P, "json_schema", {"path": "/o.json", "schema": cents}, {"/o.json": {"a": 19.99}})
    expect(F, "json_schema", {"path": "/o.json", "schema": cents}, {"/o.json": {"a": 19.995}})
    distinct = {"type": "array", "uniqueItems": True}
    expect(P, "json_schema", {"path": "/o.json", "schema": distinct}, {"/o.json": [1, "1", True, [1], {"a": 1}]})
    expect(F, "json_schema", {"path": "/o.json", "schema": distinct}, {"/o.json": [1, 1.0]})
    expect(F, "json_schema", {"path": "/o.json", "schema": distinct}, {"/o.json": [{"a": 1, "b": 2}, {"b": 2, "a": 1}]})
    dated = {"type": "string", "format": "date"}
    expect(P, "json_schema", {"path": "/o.json", "schema": dated}, {"/o.json": '"2024-02-29"'})
    expect(U, "json_schema", {"path": "/o.json", "schema": dated}, {"/o.json": '"2024-02-30"'})
    expect(F, "json_schema", {"path": "/o.json", "schema": dated}, {"/o.json": "5"})


@pytest.mark.parametrize(
    "schema",
    [
        {},
        True,
        {"title": "anything"},
        {"$ref": "https://x.invalid/schema"},
        {"properties": {"a": {"$ref": "other.json"}}},
        {"pattern": "(a+)+$"},
        {"patternProperties": {"(a*)*": {}}},
        {"type": "strin"},
        {"$schema": "https://x.invalid/draft", "type": "string"},
        {"allOf": [{"minimum": "x"}]},
    ],
)
def test_schemas_that_are_not_run(schema: Any) -> None:
    assert schema_problem(schema)
    assert problem_with(BUILT_IN["json_schema"], {"path": "/o.json", "schema": schema})


def test_names_and_data_are_no_keywords() -> None:
    assert not schema_problem({"properties": {"pattern": {"type": "string"}, "$ref": {"type": "string"}}})
    assert not schema_problem({"enum": [{"$ref": "https://x.invalid"}, {"pattern": "("}]})


def test_schemas_that_never_end() -> None:
    expect(E, "json_schema", {"path": "/o.json", "schema": {"$ref": "#"}}, {"/o.json": {}})
    expect(E, "json_schema", {"path": "/o.json", "schema": {"$ref": "#/nowhere"}}, {"/o.json": {}})


def test_references_that_multiply(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(schema_rules, "MAX_STEPS", 2_000)
    defs: dict[str, Any] = {"d0": {"type": "string"}}
    for level in range(1, 40):
        defs[f"d{level}"] = {"allOf": [{"$ref": f"#/$defs/d{level - 1}"}] * 2}
    expect(E, "json_schema", {"path": "/o.json", "schema": {"$ref": "#/$defs/d39", "$defs": defs}}, {"/o.json": '"x"'})


def test_size_and_depth_are_bounded() -> None:
    deep: Any = {"type": "string"}
    for _ in range(schema_rules.MAX_SCHEMA_DEPTH):
        deep = {"not": deep}
    assert "MAX_SCHEMA_DEPTH" in schema_problem(deep)
    assert "MAX_SCHEMA_NODES" in schema_problem({"enum": list(range(schema_rules.MAX_SCHEMA_NODES + 1))})


json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 5) | st.sampled_from([1.0, 0.5, "a", "b", ""]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from("ab"), inner, max_size=2),
    max_leaves=6,
)
SCHEMAS = [
    PERSON,
    {"type": ["string", "null"], "pattern": "^a"},
    {"type": "array", "items": {"type": "integer"}, "uniqueItems": True, "minItems": 1},
    {"type": "object", "patternProperties": {"^a": {"type": "integer"}}, "additionalProperties": {"type": "string"}},
    {"anyOf": [{"required": ["a"]}, {"maxItems": 1}], "multipleOf": 0.5},
    {"oneOf": [{"type": "integer"}, {"minimum": 2}]},
]


@given(schema=st.sampled_from(SCHEMAS), value=json_values)
def test_bounded_keywords_mean_what_the_library_s_do(schema: Any, value: Any) -> None:
    from jsonschema.validators import Draft202012Validator

    assert bool(list(violations(schema, value))) == (not Draft202012Validator(schema).is_valid(value))


@pytest.mark.parametrize(
    ("kind", "right", "doubtful", "wrong"),
    [
        ("integer", ["1", "-5", "+3", "007"], ["1.0", "1,000", "5%", "1e3"], ["1.5", "x", "1-2", "NaN"]),
        ("number", ["1", "-5.25", "1e3", ".5"], ["1,000", "$5", "5 %"], ["x", "1.2.3", "inf", "2024-01-01"]),
        ("boolean", ["true", "FALSE"], ["yes", "0", "T"], ["x", "2", "maybe"]),
        (
            "date",
            ["2024-02-29"],
            ["29/02/2024", "20240229", "Feb 29, 2024", "2024-02-29T10:00"],
            ["2023-02-29", "x", "now"],
        ),
        (
            "datetime",
            ["2024-02-29T10:00:00Z", "2024-02-29 10:00", "2024-02-29T10:00:00.123456789"],
            ["2024-02-29", "29.02.2024 10:00"],
            ["2024-02-29T25:00", "2024-02-29T10:00+99:00", "x"],
        ),
        ("text", ["x", "5"], [], []),
    ],
)
def test_types_of_columns(kind: str, right: list[str], doubtful: list[str], wrong: list[str]) -> None:
    params = {"path": "/o.csv", "types": {"v": kind}}
    for outcome, cells in ((P, right), (U, doubtful), (F, wrong)):
        for cell in cells:
            expect(outcome, "column_types", params, {"/o.csv": f'id,v\n1,"{cell}"\n'})
    expect(U, "column_types", params, {"/o.csv": f"id,v\n1,{right[0]}\n2,\n"})
    expect(P, "column_types", {**params, "blanks": True}, {"/o.csv": f"id,v\n1,{right[0]}\n2,\n"})
    expect(U, "column_types", {**params, "blanks": True}, {"/o.csv": "id,v\n1,\n2,\n"})
    expect(U, "column_types", params, {"/o.csv": "id,v\n"})
    expect(F, "column_types", params, {"/o.csv": "id,w\n1,2\n"})
    expect(U, "column_types", params, {"/o.csv": "id,V\n1,2\n"})
    expect(F, "column_types", params, {"/o.csv": ""})


def test_types_of_a_sheet() -> None:
    rows = sheet_rows(("id", "when", "ok"), (1, "2024-01-31", True), (2.0, "2024-02-01", False))
    types = {"id": "integer", "when": "date", "ok": "boolean"}
    expect(P, "column_types", {"path": "/o.xlsx", "types": types}, {"/o.xlsx": book(S=rows)})
    expect(
        F,
        "column_types",
        {"path": "/o.xlsx", "types": {"id": "boolean"}},
        {"/o.xlsx": book(S=sheet_rows(("id",), (7,)))},
    )
    expect(
        U,
        "column_types",
        {"path": "/o.xlsx", "types": {"id": "number"}},
        {"/o.xlsx": book(S=sheet_rows(("id",), ("7",)))},
    )


@pytest.mark.parametrize(
    "types", [{}, [], {"": "text"}, {"a": "decimal"}, {"a": 5}, {str(n): "text" for n in range(2_000)}]
)
def test_types_that_are_none(types: Any) -> None:
    assert problem_with(BUILT_IN["column_types"], {"path": "/o.csv", "types": types})
