"""Values, numbers as they are written, order, uniqueness."""

from __future__ import annotations

from typing import Any

import pytest
from worlds import F, P, U, book, decide, expect, json_view, sheet_rows

from specharness.evidence.views import CellView, Failure, JsonView
from specharness.ir import Outcome


@pytest.mark.parametrize(
    ("demanded", "found", "outcome"),
    [
        (5, 5, P),
        (5, 5.0, P),
        (5, 6, F),
        (5, "5", U),
        (5, "6", F),
        (5, True, F),
        (1, True, F),
        (5, None, F),
        (0.3, 0.1 + 0.2, P),
        (0.3, 0.30001, F),
        (10**20, 10**20 + 1, F),
        (1234, "1,234", U),
        (0.05, "5%", U),
        (True, True, P),
        (True, 1, F),
        (True, "true", U),
        (False, True, F),
        ("ok", "ok", P),
        ("ok", "OK", U),
        ("ok", " ok ", U),
        ("ok", "not ok", F),
        ("5", 5, U),
        ("5.0", "5", U),
        ("caf\u00e9", "cafe\u0301", P),
        ("", "ok", F),
        (None, None, P),
        (None, "", U),
        (None, 0, F),
        ([1, 2], [1, 2], P),
        ([1, 2], [2, 1], U),
        ([1, 2], [1, 2, 3], F),
        ([1, 2], [True, 2], F),
        ({"a": 1}, {"a": 1.0}, P),
        ({"a": 1}, {"a": 1, "b": 2}, F),
        ("garbage", {}, F),
    ],
)
def test_value_equals_in_json(demanded: Any, found: Any, outcome: Outcome) -> None:
    expect(outcome, "value_equals", {"path": "/x.json", "field": "v", "value": demanded}, {"/x.json": {"v": found}})


@pytest.mark.parametrize(
    ("demanded", "found", "outcome"),
    [
        (5, "5", P),
        (5, "5.00", P),
        (5, "6", F),
        (1234, "1,234", U),
        (5, "$5", U),
        (True, "TRUE", P),
        (True, "1", U),
        ("5", "5", P),
        ("5", "5.0", U),
        ("a,b", "a,b", P),
    ],
)
def test_value_equals_in_tables(demanded: Any, found: str, outcome: Outcome) -> None:
    params = {"path": "/t.csv", "field": "v", "value": demanded}
    expect(outcome, "value_equals", params, {"/t.csv": f'id,v\n1,"{found}"\n'})


def test_value_equals_over_several_places() -> None:
    params = {"path": "/x.json", "field": "rows[].v", "value": 1}
    expect(P, "value_equals", params, {"/x.json": {"rows": [{"v": 1}, {"v": 1}]}})
    expect(F, "value_equals", params, {"/x.json": {"rows": [{"v": 1}, {"v": 2}]}})
    expect(U, "value_equals", params, {"/x.json": {"rows": [{"v": 1}, {}]}})
    expect(F, "value_equals", params, {"/x.json": {"rows": [{}, {}]}})
    expect(U, "value_equals", params, {"/x.json": {"rows": []}})
    expect(F, "value_equals", params, {"/x.json": {}})
    expect(F, "value_equals", params, {"/x.json": "garbage"})
    expect(F, "value_equals", params, {})
    expect(U, "value_equals", params, {"/x.json": Failure.UNMAPPED})
    expect(U, "value_equals", {**params, "field": "a..b"}, {"/x.json": {}})
    expect(U, "value_equals", params, {"/x.json": JsonView({"rows": [{"v": 1}]}, duplicate_keys=("/rows/0/v",))})
    expect(U, "value_equals", params, {"/x.json": JsonView({"rows": [{"v": None}]}, nonstandard=("/rows/0/v",))})


@pytest.mark.parametrize(("value", "outcome"), [(10.4, P), (10.5, P), (9.5, P), (10.51, F), ("10", U)])
def test_tolerance(value: Any, outcome: Outcome) -> None:
    params = {"path": "/x.json", "field": "v", "value": 10, "tolerance": 0.5}
    expect(outcome, "value_equals", params, {"/x.json": {"v": value}})


@pytest.mark.parametrize(
    ("field", "demanded", "outcome"),
    [
        ("Data!B2", 7, P),
        ("B2", 7, P),
        ("Data!B2", 8, F),
        ("Data!B3", 7, U),
        ("Data!B9", 7, F),
        ("Other!B2", 7, F),
        ("data!B2", 7, U),
        ("total", 7, U),
        ("Data!Total", 7, U),
        ("Data!C2", "2024-01-31", U),
        ("Data!C2", "2023-12-24", U),
        ("Data!D2", 5, U),
        ("Data!D2", 6, F),
        ("Data!Name", "x", P),
    ],
)
def test_value_equals_in_workbooks(field: str, demanded: Any, outcome: Outcome) -> None:
    date = CellView("2024-01-31T00:00:00", None, "dd.mm.yyyy")
    percent = CellView(0.05, None, "0%")
    view = book(Data=sheet_rows(("Name", "Total", "When", "Share"), ("x", 7, date, percent), (None, "=SUM(B2:B2)")))
    expect(outcome, "value_equals", {"path": "/x.xlsx", "field": field, "value": demanded}, {"/x.xlsx": view})


def test_a_cell_that_is_also_a_column_name_is_a_doubt() -> None:
    view = book(Data=sheet_rows(("Q1", "Q2"), (1, 2)))
    expect(U, "value_equals", {"path": "/x.xlsx", "field": "Q1", "value": 1}, {"/x.xlsx": view})


@pytest.mark.parametrize(
    ("bounds", "value", "outcome"),
    [
        ({"min": 0, "max": 1}, 0, P),
        ({"min": 0, "max": 1}, 1, P),
        ({"min": 0, "max": 1}, 1.0000000000000002, U),
        ({"min": 0, "max": 1}, 1.01, F),
        ({"min": 0, "max": 1}, -0.01, F),
        ({"min_exclusive": 0}, 0, F),
        ({"min_exclusive": 0}, 1e-12, P),
        ({"max_exclusive": 1}, 1, F),
        ({"max_exclusive": 1}, 0.999, P),
        ({"min": "0.5"}, 0.5, P),
        ({"min": 0}, 1e308, P),
        ({"max": 10}, 1e308, F),
        ({"min": 0}, "1", U),
        ({"min": 0}, "high", U),
        ({"min": 0}, None, U),
        ({"min": 0}, True, F),
        ({"min": 0}, [1], U),
        ({"min": 0}, {"a": 1}, F),
        ({"min": 0}, [], F),
    ],
)
def test_value_range(bounds: dict[str, Any], value: Any, outcome: Outcome) -> None:
    expect(outcome, "value_range", {"path": "/x.json", "field": "v", **bounds}, {"/x.json": {"v": value}})


@pytest.mark.parametrize(
    ("cells", "outcome"),
    [
        ("0.1\n0.9\n", P),
        ("0.1\n1.9\n", F),
        ("0.1\n5%\n", U),
        ('0.1\n""\n', U),
        ("0.1\nNaN\n", U),
        ("1e-3\n", P),
        ("", U),
        ("-0.1\n", F),
    ],
)
def test_value_range_in_tables(cells: str, outcome: Outcome) -> None:
    params = {"path": "/t.csv", "field": "v", "min": 0, "max": 1}
    expect(outcome, "value_range", params, {"/t.csv": f"v\n{cells}"})
    expect(F, "value_range", {**params, "field": "w"}, {"/t.csv": f"v\n{cells}"})


@pytest.mark.parametrize(
    ("cells", "outcome"),
    [
        ("open\nclosed\n", P),
        ("open\nOpen\n", U),
        ("open\nother\n", F),
        ('open\n""\n', U),
        ("", U),
    ],
)
def test_allowed_values_in_tables(cells: str, outcome: Outcome) -> None:
    params = {"path": "/t.csv", "field": "v", "allowed": ["open", "closed"]}
    expect(outcome, "allowed_values", params, {"/t.csv": f"v\n{cells}"})


@pytest.mark.parametrize(
    ("value", "outcome"),
    [("a", P), (2, P), (2.0, P), ("A", U), ("2", U), ("b", F), ("", F), (None, U), (True, F), ([], F)],
)
def test_allowed_values_in_json(value: Any, outcome: Outcome) -> None:
    params = {"path": "/x.json", "field": "v", "allowed": ["a", 2]}
    expect(outcome, "allowed_values", params, {"/x.json": {"v": value}})


@pytest.mark.parametrize(
    ("literal", "decimals", "outcome"),
    [
        ("12.34", 2, P),
        ("12.5", 2, P),
        ("12", 2, P),
        ("12.50", 2, P),
        ("12.500", 2, P),
        ("12.345", 2, F),
        ("3421.777", 2, F),
        ("1e3", 2, P),
        ("1.5e-3", 2, F),
        ("1e308", 2, P),
        ("0.30000000000000004", 2, U),
        ("12.3", 0, F),
        ("12.0", 0, P),
        ('"12.34"', 2, P),
        ('"12.345"', 2, F),
        ('"n/a"', 2, U),
        ("true", 2, U),
        ("null", 2, U),
    ],
)
def test_decimals_in_json(literal: str, decimals: int, outcome: Outcome) -> None:
    for mode in ("max", "exact"):
        params = {"path": "/x.json", "field": "v", "decimals": decimals, "mode": mode}
        expect(outcome, "number_format", params, {"/x.json": json_view(f'{{"v": {literal}}}')})


@pytest.mark.parametrize(
    ("cell", "mode", "outcome"),
    [
        ("12.34", "exact", P),
        ("12.5", "exact", F),
        ("12", "exact", F),
        ("12.50", "exact", P),
        ("12.345", "exact", F),
        ("12,345.50", "exact", P),
        ("$12.50", "exact", P),
        ("1.234e1", "exact", U),
        ("12.5", "max", P),
        ("12", "max", P),
        ("12.345", "max", F),
        ("12.340", "max", U),
        ("1e-3", "max", F),
        ("12,34", "max", U),
        ("n/a", "max", U),
    ],
)
def test_decimals_in_tables(cell: str, mode: str, outcome: Outcome) -> None:
    params = {"path": "/t.csv", "field": "v", "decimals": 2, "mode": mode}
    expect(outcome, "number_format", params, {"/t.csv": f'v\n"{cell}"\n'})


def test_decimals_everywhere() -> None:
    params = {"path": "/x.json", "decimals": 2}
    expect(P, "number_format", params, {"/x.json": json_view('{"a": [1.25, 2], "b": {"c": 0.5}}')})
    expect(F, "number_format", params, {"/x.json": json_view('{"a": [1.25, 2], "b": {"c": 0.125}}')})
    expect(U, "number_format", params, {"/x.json": json_view('{"a": "x"}')})
    expect(P, "number_format", {**params, "path": "/t.csv"}, {"/t.csv": "id,v\n7,1.25\n"})
    expect(F, "number_format", {**params, "path": "/t.csv"}, {"/t.csv": "id,v\n7,1.255\n"})
    expect(U, "number_format", {**params, "path": "/t.csv"}, {"/t.csv": "id,v\n7,x\n"})
    expect(P, "number_format", {**params, "path": "/t.txt"}, {"/t.txt": "1.25\n"})
    expect(U, "number_format", {**params, "path": "/t.txt"}, {"/t.txt": "version 1.2.3 of 3.14159"})
    expect(U, "number_format", {**params, "path": "/t.txt"}, {"/t.txt": ""})
    expect(F, "number_format", params, {})


def test_decimals_of_cells() -> None:
    view = book(S={"A1": 1.25, "A2": 1.255, "A3": CellView(1.255, None, "0.00"), "A4": "=1/3"})
    for cell, outcome in [("A1", P), ("A2", F), ("A3", U), ("A4", U), ("A5", U)]:
        params = {"path": "/x.xlsx", "field": f"S!{cell}", "decimals": 2}
        expect(outcome, "number_format", params, {"/x.xlsx": view})


@pytest.mark.parametrize(
    ("text", "asked", "outcome"),
    [
        ('{"v": 1e-5}', "no_scientific", F),
        ('{"v": 1E5}', "no_scientific", F),
        ('{"v": 100000}', "no_scientific", P),
        ('{"v": "1e5"}', "no_scientific", F),
        ('{"v": "1,000"}', "no_thousands", F),
        ('{"v": "1000"}', "no_thousands", P),
        ('{"v": 1000}', "no_thousands", P),
    ],
)
def test_notation_in_json(text: str, asked: str, outcome: Outcome) -> None:
    expect(outcome, "number_format", {"path": "/x.json", "field": "v", asked: True}, {"/x.json": json_view(text)})


def test_notation_whose_literal_is_not_seen() -> None:
    params = {"path": "/x.json", "field": "v", "no_scientific": True}
    expect(U, "number_format", params, {"/x.json": JsonView({"v": 1e-5})})


@pytest.mark.parametrize(
    ("text", "params", "outcome"),
    [
        ("42", {}, P),
        ("42\n", {}, P),
        (" 4.20 \r\n", {}, P),
        ("-1e5", {}, P),
        ("42 km", {}, F),
        ("Answer: 42", {}, F),
        ("42\n43\n", {}, F),
        ("", {}, F),
        ("NaN", {}, F),
        ("inf", {}, F),
        ("garbage", {}, F),
        ("42%", {}, U),
        ("1,234", {}, U),
        ("4.2", {"decimals": 2}, P),
        ("4.234", {"decimals": 2}, F),
        ("4.2", {"decimals": 2, "mode": "exact"}, F),
        ("4.20", {"decimals": 2, "mode": "exact"}, P),
        ("9" * 1000, {}, F),
    ],
)
def test_single_number(text: str, params: dict[str, Any], outcome: Outcome) -> None:
    expect(outcome, "single_number", {"path": "/x.txt", **params}, {"/x.txt": text})


@pytest.mark.parametrize(
    ("values", "params", "outcome"),
    [
        (["a", "b"], {}, P),
        (["b", "a"], {}, U),
        (["b", "a"], {"order": "asc"}, F),
        (["b", "a"], {"order": "desc"}, P),
        (["a", "b"], {"order": "desc"}, F),
        (["a", "a"], {}, P),
        (["a", "B"], {}, U),
        (["B", "a"], {}, U),
        (["B", "a"], {"by": "text"}, U),
        (["a10", "a9"], {}, U),
        (["a10", "a9"], {"by": "text"}, P),
        (["a10", "a9"], {"by": "natural", "order": "asc"}, F),
        (["a9", "a10"], {"by": "natural"}, P),
        ([1, 2, 2.5], {}, P),
        ([10, 9], {}, U),
        ([10, 9], {"order": "asc"}, F),
        ([9, 11, 10], {}, F),
        ([9, 10], {"by": "number"}, P),
        (["9", "10"], {"by": "number"}, U),
        (["2024-01-02", "2024-01-10"], {}, P),
        (["2024-01-10", "2024-01-02"], {"order": "asc"}, F),
        (["31/12/2023", "01/01/2024"], {}, U),
        ([1, None], {}, U),
        ([1, "a"], {}, U),
        (["c", "b", "a"], {}, U),
        (["c", "b", "a"], {"order": "asc"}, F),
        (["a", "c", "b"], {}, F),
        (["\u00c9mile", "Frank"], {}, U),
        (["Frank", "Albert", "\u00c9mile"], {}, F),
        (["\u5f20", "\u738b", "\u674e"], {}, U),
        (["\u5f20", "\u674e", "\u738b"], {}, U),
        (["01.02.2024", "31.12.2023"], {}, U),
        (["Anna", "Maria", "Paul"], {}, P),
        ([], {}, U),
        (["a"], {}, U),
        ([[1], [2]], {}, U),
    ],
)
def test_sorted_json(values: list[Any], params: dict[str, Any], outcome: Outcome) -> None:
    expect(outcome, "sorted_by", {"path": "/x.json", **params}, {"/x.json": JsonView(values)})
    rows = [{"v": value} for value in values]
    expect(outcome, "sorted_by", {"path": "/x.json", "field": "$[].v", **params}, {"/x.json": JsonView(rows)})


def test_sorted_elsewhere() -> None:
    expect(P, "sorted_by", {"path": "/t.csv", "field": "n"}, {"/t.csv": "n\n9\n10\n"})
    expect(F, "sorted_by", {"path": "/t.csv", "field": "n", "order": "asc"}, {"/t.csv": "n\n10\n9\n"})
    expect(U, "sorted_by", {"path": "/t.csv"}, {"/t.csv": "n\n10\n9\n"})
    expect(F, "sorted_by", {"path": "/t.csv", "field": "m"}, {"/t.csv": "n\n10\n9\n"})
    expect(P, "sorted_by", {"path": "/x.txt"}, {"/x.txt": "apple\nbanana\n\ncherry\n"})
    expect(F, "sorted_by", {"path": "/x.txt", "order": "asc"}, {"/x.txt": "banana\napple\n"})
    nested = JsonView({"g": [{"v": ["a", "b"]}, {"v": ["a", "c"]}]})
    expect(P, "sorted_by", {"path": "/x.json", "field": "g[].v[]"}, {"/x.json": nested})
    expect(F, "sorted_by", {"path": "/x.json"}, {})
    sheet = book(S=sheet_rows(("n",), (9,), (10,)))
    expect(P, "sorted_by", {"path": "/x.xlsx", "field": "n"}, {"/x.xlsx": sheet})


@pytest.mark.parametrize(
    ("values", "outcome"),
    [
        (["a", "b"], P),
        (["a", "a"], F),
        (["a", "A"], U),
        (["a", None, "b"], U),
        ([1, 1.0], F),
        ([1, True], P),
        ([1, "1"], U),
        (["caf\u00e9", "cafe\u0301"], F),
        ([], U),
        (["a"], P),
    ],
)
def test_unique(values: list[Any], outcome: Outcome) -> None:
    expect(outcome, "unique", {"path": "/x.json", "field": "$[]"}, {"/x.json": JsonView(values)})


def test_wording_of_places() -> None:
    found = decide(
        "number_format",
        {"path": "/x.json", "field": "distance_km", "decimals": 2},
        {"/x.json": {"distance_km": 3421.777}},
    )
    assert found.expected == "at most 2 decimals in `distance_km` of /x.json"
    assert found.observed == "3421.777 at $.distance_km"
    many = {"/x.json": {"v": [9] * 8}}
    found = decide("value_range", {"path": "/x.json", "field": "v[]", "max": 5}, many)
    assert found.observed == "9 at $.v[0] (1 of 8 places)"
    assert found.where == "$.v[0], $.v[1], $.v[2], $.v[3], $.v[4]"
    again = decide("unique", {"path": "/x.json", "field": "v[]"}, many)
    assert again.observed == "9 again, as at $.v[0] at $.v[1] (1 of 7 places)"
