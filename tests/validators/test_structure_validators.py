"""Shapes of JSON, columns of tables, sheets, counts."""

from __future__ import annotations

from typing import Any

import pytest
from worlds import F, P, U, World, book, decide, expect, sheet_rows

from specharness.evidence.views import DocumentView, Failure, JsonView, PdfView, SlidesView
from specharness.ir import Outcome

STRING = {"type": "string"}
REPORT = {
    "type": "object",
    "keys": {
        "program": STRING,
        "total": {"type": "number"},
        "options": {
            "type": "array",
            "items": {"type": "object", "keys": {"name": STRING, "takes_value": {"type": "boolean"}}},
        },
    },
}
GOOD: dict[str, Any] = {"program": "x", "total": 1.5, "options": [{"name": "--a", "takes_value": True}]}


@pytest.mark.parametrize(
    ("value", "outcome"),
    [
        (GOOD, P),
        ({**GOOD, "total": 2}, P),
        ({**GOOD, "more": 1}, P),
        ({**GOOD, "total": "1.5"}, F),
        ({**GOOD, "total": True}, F),
        ({**GOOD, "program": 1}, F),
        ({**GOOD, "program": None}, U),
        ({**GOOD, "options": None}, F),
        ({**GOOD, "options": []}, U),
        ({**GOOD, "options": {}}, F),
        ({**GOOD, "options": [{"name": "--a", "takes_value": "true"}]}, F),
        ({**GOOD, "options": [{"name": "--a", "takes_value": True}, {"name": "--b"}]}, F),
        ({"Program": "x", "total": 1, "options": GOOD["options"]}, F),
        ({}, F),
        ([], F),
        ("garbage", F),
        (None, F),
    ],
)
def test_json_shape(value: Any, outcome: Outcome) -> None:
    expect(outcome, "json_shape", {"path": "/x.json", "shape": REPORT}, {"/x.json": JsonView(value)})


@pytest.mark.parametrize(
    ("shape", "value", "outcome"),
    [
        ({"type": "integer"}, 1, P),
        ({"type": "integer"}, 1.0, U),
        ({"type": "integer"}, 1.5, F),
        ({"type": "integer"}, True, F),
        ({"type": "integer"}, "1", F),
        ({"type": "number"}, False, F),
        ({"type": "boolean"}, True, P),
        ({"type": "boolean"}, 1, F),
        ({"type": "null"}, None, P),
        ({"type": "null"}, 0, F),
        ({"type": "any"}, None, P),
        ({"type": "map", "values": {"type": "number"}}, {"a": 1}, P),
        ({"type": "map", "values": {"type": "number"}}, {"a": "1"}, F),
        ({"type": "map", "values": {"type": "number"}}, {}, U),
        ({"type": "map"}, {}, P),
        ({"type": "map"}, [], F),
        ({"type": "array", "items": STRING, "min": 2}, ["a"], F),
        ({"type": "array", "items": STRING, "min": 2}, ["a", "b"], P),
        ({"type": "array", "items": STRING, "min": 0}, [], P),
        ({"type": "array"}, [], P),
        ({"anyOf": [STRING, {"type": "null"}]}, None, P),
        ({"anyOf": [STRING, {"type": "number"}]}, True, F),
        ({"anyOf": [{"type": "integer"}, STRING]}, 1.0, U),
        ({"enum": ["low", "high"]}, "low", P),
        ({"enum": ["low", "high"]}, "Low", U),
        ({"enum": ["low", "high"]}, "medium", F),
        ({"enum": [1, 2]}, True, F),
        ({"type": "string", "pattern": r"\d{4}-\d{2}-\d{2}"}, "2024-01-31", P),
        ({"type": "string", "pattern": r"\d{4}-\d{2}-\d{2}"}, "2024-1-31", F),
        ({"type": "string", "pattern": r"\d{4}-\d{2}-\d{2}"}, "2024-01-31\n", F),
        ({"type": "object", "keys": {"a": {"type": "number", "optional": True}}}, {}, P),
        ({"type": "object", "keys": {"a": {"type": "number", "optional": True}}}, {"a": "x"}, F),
    ],
)
def test_json_types(shape: Any, value: Any, outcome: Outcome) -> None:
    expect(outcome, "json_shape", {"path": "/x.json", "shape": shape}, {"/x.json": JsonView(value)})


def test_an_empty_list_is_a_doubt_only_where_no_list_shows_the_shape() -> None:
    items = {"type": "array", "items": STRING}
    shape = {"type": "array", "items": {"type": "object", "keys": {"ids": items}}}
    params = {"path": "/x.json", "shape": shape}
    expect(P, "json_shape", params, {"/x.json": JsonView([{"ids": []}, {"ids": ["a"]}])})
    expect(U, "json_shape", params, {"/x.json": JsonView([{"ids": []}, {"ids": []}])})
    expect(F, "json_shape", params, {"/x.json": JsonView([{"ids": []}, {"ids": [1]}])})


def test_json_keys() -> None:
    shape = {"type": "object", "keys": {"a": STRING}}
    exact = {"path": "/x.json", "shape": shape, "exact_keys": True}
    expect(P, "json_shape", exact, {"/x.json": {"a": "1"}})
    expect(F, "json_shape", exact, {"/x.json": {"a": "1", "b": "2"}})
    opened = {**exact, "shape": {**shape, "open": True}}
    expect(P, "json_shape", opened, {"/x.json": {"a": "1", "b": "2"}})
    expect(U, "json_shape", exact, {"/x.json": JsonView({"a": "1"}, duplicate_keys=("/a",))})
    expect(U, "json_shape", exact, {"/x.json": JsonView({"a": "1"}, nonstandard=("/b",))})
    expect(F, "json_shape", exact, {"/x.json": "{"})
    finding = decide("json_shape", exact, {"/x.json": {"A": "1"}})
    assert finding.observed == "no key `a` (there is `A`) at $ (1 of 2 places)"


HEADER = "id,Total Amount,city\n1,2,x\n"


@pytest.mark.parametrize(
    ("params", "outcome"),
    [
        ({"columns": ["id", "city"]}, P),
        ({"columns": ["city", "id"]}, P),
        ({"columns": ["city", "id"], "ordered": True}, F),
        ({"columns": ["id", "Total Amount", "city"], "exact": True, "ordered": True}, P),
        ({"columns": ["id", "city"], "exact": True}, F),
        ({"columns": ["total_amount"]}, U),
        ({"columns": ["id", "total-amount", "city"], "exact": True}, U),
        ({"columns": ["ID"]}, U),
        ({"columns": ["id", "country"]}, F),
        ({"columns": "country"}, F),
    ],
)
def test_table_columns(params: dict[str, Any], outcome: Outcome) -> None:
    expect(outcome, "table_columns", {"path": "/t.csv", **params}, {"/t.csv": HEADER})


@pytest.mark.parametrize(
    ("text", "outcome"),
    [("", F), ("garbage", F), ("id;city\n1;2", F), ('"id","city"\r\n1,2\r\n', P), ("id,city", P), ("id,id,city\n", P)],
)
def test_table_columns_of_odd_files(text: str, outcome: Outcome) -> None:
    expect(outcome, "table_columns", {"path": "/t.csv", "columns": ["id", "city"]}, {"/t.csv": text})


def test_exact_columns_with_odd_headers() -> None:
    params = {"path": "/t.csv", "columns": ["id", "city"], "exact": True}
    expect(U, "table_columns", params, {"/t.csv": "id,city,\n1,2,3\n"})
    expect(U, "table_columns", params, {"/t.csv": "id,city,city\n"})
    expect(F, "table_columns", params, {"/t.csv": "id,city,zip\n"})


def test_columns_of_workbooks() -> None:
    params = {"path": "/t.xlsx", "columns": ["id", "city"]}
    titled = book(Data=sheet_rows(("Report of May",), ("id", "city", "zip"), (1, "x", 2)), Notes=sheet_rows(("hello",)))
    expect(P, "table_columns", params, {"/t.xlsx": titled})
    expect(P, "table_columns", {**params, "sheet": "Data"}, {"/t.xlsx": titled})
    expect(F, "table_columns", {**params, "sheet": "Notes"}, {"/t.xlsx": titled})
    expect(F, "table_columns", {**params, "sheet": "Other"}, {"/t.xlsx": titled})
    expect(U, "table_columns", {**params, "sheet": "data"}, {"/t.xlsx": titled})
    expect(F, "table_columns", {**params, "columns": ["country"]}, {"/t.xlsx": titled})
    expect(U, "table_columns", params, {"/t.xlsx": book(Data=sheet_rows(("id", 1), ("city", "x")))})
    expect(F, "table_columns", params, {"/t.xlsx": book(Data={})})
    expect(F, "table_columns", params, {"/t.xlsx": Failure.MALFORMED})


@pytest.mark.parametrize(
    ("mine", "what", "outcome"),
    [
        ("id,city\n", "names", P),
        ("city,id\n", "names", P),
        ("id,City\n", "names", U),
        ("id\n", "names", F),
        ("id,city,zip\n", "names", F),
        ("a,b\n", "count", P),
        ("a,b,c\n", "count", F),
    ],
)
def test_same_columns(mine: str, what: str, outcome: Outcome) -> None:
    params = {"path": "/o.csv", "other": "/i.csv", "what": what}
    expect(outcome, "same_columns", params, World({"/o.csv": mine, "/i.csv": "id,city\n1,2\n"}))
    expect(outcome, "same_columns", params, World({"/o.csv": mine}, before={"/i.csv": "id,city\n1,2\n"}))


def test_same_columns_needs_the_other_table_as_it_was() -> None:
    params = {"path": "/o.csv", "other": "/i.csv"}
    expect(U, "same_columns", params, World({"/o.csv": "id\n"}))
    expect(U, "same_columns", params, World({"/o.csv": "id\n", "/i.csv": "id\n"}, before={}))
    expect(U, "same_columns", params, World({"/o.csv": "id\n", "/i.csv": "id\n"}, before={"/i.csv": "id,b\n"}))
    expect(F, "same_columns", params, World({}, before={"/i.csv": "id,b\n"}))


@pytest.mark.parametrize(
    ("path", "of", "content", "reading"),
    [
        ("/t.csv", "rows", "a,b\n1,2\n3,4\n", 2),
        ("/t.csv", "rows", "a,b\n", 0),
        ("/t.csv", "rows", "", 0),
        ("/t.csv", "rows", '"a","b"\n"x\ny",2\n', 1),
        ("/t.csv", "items", "a\n1\n", 1),
        ("/t.csv", "columns", "a,b\n", 2),
        ("/x.json", "items", [1, 2, 3], 3),
        ("/x.json", "items", {"a": 1, "b": 2}, 2),
        ("/x.jsonl", "rows", [{}, {}], 2),
        ("/x.txt", "lines", "a\nb\n", 2),
        ("/x.txt", "lines", "a\r\nb", 2),
        ("/x.txt", "words", "one two three", 3),
        ("/x.md", "words", "\u4f60\u597d\u4e16\u754c", 4),
        ("/x.pdf", "pages", PdfView(("a", "b")), 2),
        ("/x.pptx", "slides", SlidesView(((), (), ())), 3),
        ("/x.xlsx", "sheets", book(A={}, B={}), 2),
        ("/x.xlsx", "rows", book(A=sheet_rows(("a", "b"), (1, 2), (3, 4))), 2),
        ("/x.xlsx", "columns", book(A=sheet_rows(("a", "b"), (1, 2))), 2),
    ],
)
def test_count(path: str, of: str, content: Any, reading: int) -> None:
    content = JsonView(content) if isinstance(content, list | dict) else content
    for outcome, bounds in [
        (P, {"count": reading}),
        (F, {"count": reading + 1}),
        (P, {"min": reading, "max": reading}),
        (F, {"min": reading + 1}),
        (P, {"max": reading}),
        (F, {"min_exclusive": reading}),
        (F, {"max_exclusive": reading}),
        (P, {"min_exclusive": reading - 1, "max_exclusive": reading + 1}),
    ]:
        expect(outcome, "count", {"path": path, "of": of, **bounds}, {path: content})


@pytest.mark.parametrize(
    ("path", "of", "content", "count"),
    [
        ("/t.csv", "rows", "1,2\n3,4\n", 2),
        ("/t.csv", "rows", "a,b\n1,2\n ,\n", 1),
        ("/x.txt", "lines", "a\n\nb\n", 2),
        ("/x.txt", "words", "well-known - or not", 3),
        ("/x.txt", "characters", "abc\n", 3),
        ("/x.json", "items", {"days": [1, 2, 3], "note": "x"}, 3),
        ("/x.docx", "pages", DocumentView(("a",)), 1),
        ("/x.xlsx", "rows", book(A=sheet_rows(("Report",), ("a", "b", "c"), (1, 2, 3))), 1),
        ("/x.xlsx", "rows", book(A=sheet_rows(("a",)), B=sheet_rows(("a",), (1,))), 0),
        ("/x.ods", "rows", "x", 1),
    ],
)
def test_counts_that_depend_on_the_reader(path: str, of: str, content: Any, count: int) -> None:
    content = JsonView(content) if isinstance(content, dict) else content
    expect(U, "count", {"path": path, "of": of, "count": count}, {path: content})


@pytest.mark.parametrize(
    ("field", "value", "outcome"),
    [
        ("days", {"days": [1, 2]}, P),
        ("days[]", {"days": [1, 2]}, P),
        ("days", {"days": [1]}, F),
        ("days", {"days": []}, F),
        ("days", {"days": {"a": 1, "b": 2}}, P),
        ("days", {"days": "ab"}, F),
        ("days", {"Days": [1, 2]}, U),
        ("days", {}, F),
        ("$[].days", [{"days": [1, 2]}, {"days": [3, 4]}], P),
        ("$[].days", [{"days": [1, 2]}, {"days": [3]}], F),
        ("$[].days", [{"days": [1, 2]}, {}], U),
        ("$[].days", [], U),
        ("$", [1, 2], P),
    ],
)
def test_items_of_a_field(field: str, value: Any, outcome: Outcome) -> None:
    expect(
        outcome, "count", {"path": "/x.json", "of": "items", "field": field, "count": 2}, {"/x.json": JsonView(value)}
    )


def test_a_sheet_that_has_all_names_in_its_header_is_judged_by_their_order_and_number() -> None:
    files = {"/x.xlsx": book(A=sheet_rows(("b", "a"), (1, 2)), B=sheet_rows(("c",), (1,)))}
    wanted = {"path": "/x.xlsx", "columns": ["a", "b"]}
    expect(F, "table_columns", {**wanted, "ordered": True}, files)
    expect(P, "table_columns", {**wanted, "exact": True}, files)
    more = {"/x.xlsx": book(A=sheet_rows(("a", "b", "c"), (1, 2, 3)))}
    expect(F, "table_columns", {**wanted, "exact": True}, more)
    titled = {"/x.xlsx": book(A=sheet_rows(("Report",), ("a", "b"), (1, 2))), "/y.xlsx": book(A=sheet_rows(("a", "b")))}
    expect(P, "same_columns", {"path": "/x.xlsx", "other": "/y.xlsx"}, titled)


def test_a_title_above_two_columns_is_no_sure_header() -> None:
    titled = {"/x.xlsx": book(A=sheet_rows(("Report",), ("a", "b"), (1, 2)))}
    for bounds, outcome in [({"count": 1}, U), ({"count": 2}, U), ({"min": 1, "max": 3}, P), ({"min": 4}, F)]:
        expect(outcome, "count", {"path": "/x.xlsx", "of": "rows", **bounds}, titled)


def test_rows_of_a_sheet_that_is_not_named() -> None:
    two = {"/x.xlsx": book(A=sheet_rows(("a",), (1,)), B=sheet_rows(("a",), (1,), (2,)))}
    for bounds, outcome in [({"count": 1}, U), ({"count": 3}, F), ({"max": 2}, P)]:
        expect(outcome, "count", {"path": "/x.xlsx", "of": "rows", **bounds}, two)
    expect(P, "count", {"path": "/x.xlsx", "of": "rows", "count": 2, "sheet": "B"}, two)
    expect(U, "count", {"path": "/x.xlsx", "of": "rows", "count": 2, "sheet": "C"}, two)


def test_files() -> None:
    files = {"/d/a.md": "", "/d/b.md": "", "/d/c.txt": ""}
    expect(P, "count", {"path": "/d", "of": "files", "count": 3}, files)
    expect(P, "count", {"path": "/d", "of": "files", "glob": "*.md", "count": 2}, files)
    expect(F, "count", {"path": "/d", "of": "files", "count": 4}, files)
    below = {**files, "/d/e/a.md": "", "/d/e/f/a.md": ""}
    expect(P, "count", {"path": "/d", "of": "files", "glob": "e/*.md", "max": 2}, below)
    expect(U, "count", {"path": "/d", "of": "files", "glob": "e/*.md", "count": 1}, below)
    expect(F, "count", {"path": "/d", "of": "files", "glob": "e*.md", "min": 1}, below)
    expect(U, "count", {"path": "/d", "of": "files", "count": 3}, {**files, "/d/sub/x": ""})
    expect(F, "count", {"path": "/d", "of": "files", "count": 3}, {})


@pytest.mark.parametrize(
    ("params", "outcome"),
    [
        ({"sheets": ["Data"]}, P),
        ({"sheets": ["Data", "Notes"], "exact": True}, P),
        ({"sheets": ["Data"], "exact": True}, F),
        ({"sheets": ["data"]}, U),
        ({"sheets": ["Summary"]}, F),
    ],
)
def test_sheets_present(params: dict[str, Any], outcome: Outcome) -> None:
    expect(outcome, "sheets_present", {"path": "/x.xlsx", **params}, {"/x.xlsx": book(Data={}, Notes={})})
