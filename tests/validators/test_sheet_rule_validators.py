"""Formats of cells, parts and results of formulas."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from worlds import E, F, P, U, World, book, decide, expect

from specharness.evidence.views import CellView, Failure, WorkbookView
from specharness.ir import Outcome
from specharness.validators import formulas
from specharness.validators.cell_formats import read_code


def cell(value: Any, code: str) -> dict[str, WorkbookView]:
    return {"/a.xlsx": book(S={"A1": CellView(value, None, code)})}


@pytest.mark.parametrize(
    ("code", "kind", "decimals", "thousands", "currency"),
    [
        ("General", "general", 0, False, ""), ("0.00", "number", 2, False, ""), ("#,##0.00", "number", 2, True, ""),
        ("0%", "percent", 0, False, ""), ("0.0%", "percent", 1, False, ""), ('"$"#,##0.00', "number", 2, True, "$"),
        ("$#,##0.00_);[Red]($#,##0.00)", "number", 2, True, "$"), ("[$€-407] #,##0.00", "number", 2, True, "€"),
        ('#,##0.00\\ "€"', "number", 2, True, "€"), ("yyyy-mm-dd", "date", 0, False, ""),
        ("[h]:mm:ss", "date", 0, False, ""), ("0.00E+00", "scientific", 2, False, ""), ("@", "text", 0, False, ""),
        ("# ?/?", "fraction", 0, False, ""), ('0.00"m"', "number", 2, False, ""), ("h:mm AM/PM", "date", 0, False, ""),
        (";;;", "other", 0, False, ""), ('"yes";"no"', "other", 0, False, ""), ('0 "USD"', "number", 0, False, "USD"),
    ],
)  # fmt: skip
def test_codes_are_read(code: str, kind: str, decimals: int, thousands: bool, currency: str) -> None:
    shown = read_code(code)
    assert (shown.kind, shown.decimals, shown.thousands, shown.currency) == (kind, decimals, thousands, currency)


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=40))
def test_any_code_is_read_without_an_error(code: str) -> None:
    assert read_code(code).decimals >= 0


@pytest.mark.parametrize(
    ("params", "value", "code", "outcome"),
    [
        ({"decimals": 2}, 1.5, "0.00", P),
        ({"decimals": 2}, 1.5, "0.0", F),
        ({"decimals": 2}, 1.5, "0.000", F),
        ({"decimals": 2}, 1.5, "0.0#", U),
        ({"decimals": 2}, 1.5, "General", U),
        ({"decimals": 2}, "x", "0.00", U),
        ({"decimals": 2}, True, "0.00", U),
        ({"kind": "percent"}, 0.5, "0.0%", P),
        ({"kind": "percent"}, 0.5, "0.00", F),
        ({"kind": "percent"}, 0.5, "General", F),
        ({"kind": "number"}, 0.5, "General", U),
        ({"kind": "currency"}, 5, "$#,##0.00", P),
        ({"kind": "currency"}, 5, "#,##0.00", F),
        ({"kind": "date"}, "2024-05-01", "yyyy-mm-dd", P),
        ({"kind": "date"}, 45000, "0", F),
        ({"kind": "date"}, "1 May", "@", U),
        ({"symbol": "€"}, 5, "[$€-407] 0", P),
        ({"symbol": "€"}, 5, "$0", F),
        ({"symbol": "€"}, 5, '"EUR" 0', U),
        ({"thousands": True}, 5, "#,##0", P),
        ({"thousands": True}, 5, "0", F),
        ({"thousands": False}, 5, "#,##0", F),
        ({"format": "yyyy-mm-dd"}, "2024-05-01", "YYYY\\-MM\\-DD", P),
        ({"format": "yyyy-mm-dd"}, "2024-05-01", "dd/mm/yyyy", U),
        ({"format": "0.00"}, 5, "0.00;-0.00", U),
        ({"format": "0%"}, 5, '0"%"', F),
        ({"format": "0.00"}, 5, '0"."00', F),
        ({"format": "0.00;[Red]-0.00"}, 5, "0.00;-0.00", U),
        ({"format": "0.00"}, 5, "0.0", F),
        ({"format": '0"m"'}, 5, "0m", F),
    ],
)
def test_cell_format(params: dict[str, Any], value: Any, code: str, outcome: Outcome) -> None:
    expect(outcome, "cell_format", {"path": "/a.xlsx", "range": "A1", **params}, cell(value, code))


def test_places_of_formats() -> None:
    columns = book(S={"A1": "Share", "A2": CellView(0.1, None, "0%"), "A3": CellView(0.2, None, "0.0%")})
    expect(P, "cell_format", {"path": "/a.xlsx", "column": "Share", "kind": "percent"}, {"/a.xlsx": columns})
    expect(F, "cell_format", {"path": "/a.xlsx", "column": "Share", "decimals": 0}, {"/a.xlsx": columns})
    expect(F, "cell_format", {"path": "/a.xlsx", "column": "Rate", "decimals": 0}, {"/a.xlsx": columns})
    expect(U, "cell_format", {"path": "/a.xlsx", "range": "B1:B9", "decimals": 0}, {"/a.xlsx": columns})
    expect(F, "cell_format", {"path": "/a.xlsx", "range": "T!A1", "decimals": 0}, {"/a.xlsx": columns})


SHEET = {
    "A1": 1, "A2": 2, "A3": (3, "=SUM(A1:A2)"), "B1": (5, "=A1*1.1"), "B2": (5, "=ROUND(A1,2)"), "B3": (8, "=5+3"),
    "C1": (3, "=A1+A2"), "C2": (1, "=SUM(Rng)"), "C3": (1, "=SUMPRODUCT(S!$A$1:$A$2,--(A:A>3))"), "D1": (9, "=A1*7"),
    "D2": (1, '=IF(A1>1000,"1000","x")'), "D3": (1, "=_xlfn.XLOOKUP(1,A:A,B:B)"), "E1": "label",
}  # fmt: skip


@pytest.mark.parametrize(
    ("params", "outcome"),
    [
        ({"range": "A3", "functions": ["SUM"], "covers": "A1:A2"}, P),
        ({"range": "A3", "functions": ["=sum()"]}, P),
        ({"range": "A3", "functions": ["SUMIF"]}, F),
        ({"range": "A3", "covers": "A1:A3"}, F),
        ({"range": "A3", "covers": "S!A1:A2"}, P),
        ({"range": "A3", "covers": "T!A1:A2"}, F),
        ({"range": "C1", "covers": "A1:A2"}, P),
        ({"range": "C2", "covers": "A1:A2"}, U),
        ({"range": "C3", "covers": "A1:A2", "functions": "SUMPRODUCT"}, P),
        ({"range": "D3", "covers": "B1:B9", "functions": "XLOOKUP"}, P),
        ({"range": "B1", "no_constants": True}, F),
        ({"range": "B2", "no_constants": True}, P),
        ({"range": "B3", "no_constants": True}, F),
        ({"range": "D1", "no_constants": True}, U),
        ({"range": "D2", "no_constants": True}, F),
        ({"range": "A1", "no_constants": True}, F),
        ({"range": "E1", "no_constants": True}, U),
        ({"range": "E9", "no_constants": True}, F),
        ({"range": "T!A1", "no_constants": True}, F),
    ],
)
def test_formula_parts(params: dict[str, Any], outcome: Outcome) -> None:
    expect(outcome, "formula_parts", {"path": "/a.xlsx", **params}, {"/a.xlsx": book(S=SHEET)})


@pytest.mark.parametrize(
    ("cells", "outcome"),
    [
        ({"A1": (2, "=1+1")}, P),
        ({"A1": ("#DIV/0!", "=1/0")}, F),
        ({"A1": ("#N/A", "=NA()")}, F),
        ({"A1": (2, "=#REF!+1")}, F),
        ({"A1": (2, "=IF(TRUE,#N/A,#REF!)")}, F),
        ({"A1": "=1+1"}, U),
        ({"A1": "#N/A", "B1": (1, "=1")}, U),
        ({"A1": 5}, U),
        ({}, U),
        ({"A1": (0, "=A1")}, F),
        ({"A1": (0, "=B1"), "B1": (0, "=C1"), "C1": (0, "=A1+1")}, F),
        ({"A1": (0, "=SUM(A:A)")}, F),
        ({"A5": (0, "=SUM(A1:A4)")}, P),
        ({"A1": (1, "=ROW(A1)")}, U),
        ({"A1": (1, "=IF(FALSE,A1,1)")}, U),
        ({"A1": (1, '=INDIRECT("B1")')}, U),
        ({"A1": (1, "=INDEX(B:B,2)"), "B2": 1}, P),
        ({"A1": (1, "=T!A1")}, P),
    ],
)
def test_formula_results(cells: dict[str, Any], outcome: Outcome) -> None:
    expect(outcome, "formula_results", {"path": "/a.xlsx"}, {"/a.xlsx": book(S=cells)})


@pytest.mark.parametrize(
    ("formula", "covers", "outcome"),
    [
        ("=SUM(A1:A3000,B1:B3000)", "A1:B3000", P),
        ("=SUM(A1:A3000,B2:B3000)", "A1:B3000", F),
        ("=SUM(A1:B1,A2:A9,B2:B9)", "A1:B9", P),
        ("=SUM('it''s'!A1:A2)", "'it''s'!A1:A2", P),
        ("=SUM(its!A1:A2)", "'it''s'!A1:A2", F),
    ],
)
def test_what_formulas_refer_to(formula: str, covers: str, outcome: Outcome) -> None:
    cells = {"/a.xlsx": book(S={"F1": (1, formula)})}
    expect(outcome, "formula_parts", {"path": "/a.xlsx", "range": "F1", "covers": covers}, cells)


def test_a_rate_is_no_number_of_a_method() -> None:
    params = {"path": "/a.xlsx", "range": "F1", "no_constants": True}
    expect(F, "formula_parts", params, {"/a.xlsx": book(S={"F1": (1, "=A1*5%")})})
    expect(P, "formula_parts", params, {"/a.xlsx": book(S={"F1": (1, "=A1*100%")})})


def test_loops_over_sheets_and_long_chains() -> None:
    over = book(S={"A1": (0, "=T!A1")}, T={"A1": (0, "='S'!A1")})
    expect(F, "formula_results", {"path": "/a.xlsx", "sheet": "T"}, {"/a.xlsx": over})
    chain = {f"A{row}": (1, f"=A{row + 1}+1") for row in range(1, 6_000)}
    expect(P, "formula_results", {"path": "/a.xlsx"}, {"/a.xlsx": book(S=chain)})
    expect(F, "formula_results", {"path": "/a.xlsx"}, {"/a.xlsx": book(S={**chain, "A6000": (1, "=A1")})})


def test_a_range_of_its_own() -> None:
    cells = {"A1": (1, "=1"), "B1": ("#REF!", "=Z1"), "C1": (0, "=C1")}
    expect(P, "formula_results", {"path": "/a.xlsx", "range": "A1"}, {"/a.xlsx": book(S=cells)})
    expect(F, "formula_results", {"path": "/a.xlsx", "range": "B1"}, {"/a.xlsx": book(S=cells)})
    expect(F, "formula_results", {"path": "/a.xlsx", "range": "C1"}, {"/a.xlsx": book(S=cells)})


@pytest.mark.parametrize(
    ("stored", "again", "outcome"),
    [
        ({"A1": "=1+1"}, {"A1": (2, "=1+1")}, P),
        ({"A1": (7, "=1+1")}, {"A1": (2, "=1+1")}, P),
        ({"A1": '=""'}, {"A1": (None, '=""')}, P),
        ({"A1": "=1/0"}, {"A1": ("#DIV/0!", "=1/0")}, F),
        ({"A1": (0, "=1/0")}, {"A1": ("#DIV/0!", "=1/0")}, F),
        ({"A1": (2, "=1+1"), "B1": "#N/A"}, {"A1": (2, "=1+1"), "B1": "#N/A"}, U),
        ({"A1": ("#NAME?", "=NOPE(1)")}, {"A1": ("#NAME?", "=nope(1)")}, F),
        ({"A1": ("#N/A", "=XLOOKUP(1,B:B,C:C)")}, {"A1": (3, "=XLOOKUP(1,B:B,C:C)")}, U),
        ({"A1": "=XLOOKUP(1,B:B,C:C)"}, {"A1": ("#NAME?", "=xlookup(1,B:B,C:C)")}, U),
        ({"A1": "=FILTER(B:B,C:C)", "A2": "=A1/0"}, {"A1": ("#VALUE!", "=1"), "A2": ("#VALUE!", "=A1/0")}, U),
        ({"A1": "=IRR(B1:B3)"}, {"A1": ("#N/A", "=IRR(B1:B3)")}, U),
        ({"A1": "=[1]S!A1", "A2": "=1/0"}, {"A1": (5, "=[1]S!A1"), "A2": ("#DIV/0!", "=1/0")}, U),
        ({"A1": "='[b.xlsx]S'!A1"}, {"A1": (5, "=1")}, U),
        ({"A1": "=1/RANDBETWEEN(0,1)"}, {"A1": (1, "=1/RANDBETWEEN(0,1)")}, U),
        ({"A1": "=1/RANDBETWEEN(0,1)"}, {"A1": ("#DIV/0!", "=1/RANDBETWEEN(0,1)")}, U),
        ({"A1": "=TODAY()"}, {"A1": ("2026-01-01", "=TODAY()")}, P),
        ({"A1": "=B1#"}, {"A1": ("#REF!", "=B1")}, U),
        ({"A1": "=@B1:B3/0"}, {"A1": ("#DIV/0!", "=B1:B3/0")}, U),
        ({"A1": '="@"&1/0'}, {"A1": ("#DIV/0!", '="@"&1/0')}, F),
        ({"A1": "=_xlfn.STDEV.S(B1)"}, {"A1": ("#DIV/0!", "=_xlfn.STDEV.S(B1)")}, F),
        ({"A1": "=UNKNOWN_NAME/0"}, {"A1": ("#NAME?", "=unknown_name/0")}, U),
        ({"A1": '="a"+1'}, {"A1": ("#VALUE!", '="a"+1')}, F),
        ({"A1": '="1,5"+1'}, {"A1": ("#VALUE!", '="1,5"+1')}, U),
        ({"A1": "=B1+1", "B1": "n/a"}, {"A1": ("#VALUE!", "=B1+1"), "B1": "n/a"}, F),
        ({"A1": "=B1+1", "B1": "31/12/2024"}, {"A1": ("#VALUE!", "=B1+1"), "B1": "31/12/2024"}, U),
        ({"A1": "=SUM(B:B)+C1", "C1": "x"}, {"A1": ("#VALUE!", "=SUM(B:B)+C1"), "C1": "x"}, F),
        ({"A1": "=1+1"}, {}, U),
        ({"A1": "=#REF!+1"}, {"A1": (1, "=1")}, F),
        ({"A1": 5}, {"A1": 5}, U),
    ],
)
def test_recalculation(stored: dict[str, Any], again: dict[str, Any], outcome: Outcome) -> None:
    world = World({"/a.xlsx": book(S=stored)}, recalculated={"/a.xlsx": book(S=again)})
    expect(outcome, "formula_results", {"path": "/a.xlsx", "recalculated": True}, world)


def test_only_what_is_asked_for_is_held_against_the_recalculated_workbook() -> None:
    stored = {"A1": "=1+1", "B1": "=1/0"}
    again = {"A1": (2, "=1+1"), "B1": ("#DIV/0!", "=1/0")}
    world = World({"/a.xlsx": book(S=stored)}, recalculated={"/a.xlsx": book(S=again)})
    params = {"path": "/a.xlsx", "recalculated": True}
    expect(P, "formula_results", {**params, "range": "A1"}, world)
    expect(F, "formula_results", {**params, "range": "B1"}, world)
    gone = World({"/a.xlsx": book(S=stored, T={"A1": "=1+1"})}, recalculated={"/a.xlsx": book(S=again)})
    expect(U, "formula_results", {**params, "sheet": "T"}, gone)


def test_names_of_plain_places_are_plain() -> None:
    stored, again = {"A1": "=rate/B1", "B1": 0}, {"A1": ("#DIV/0!", "=rate/B1"), "B1": 0}
    params = {"path": "/a.xlsx", "recalculated": True}
    for meaning, outcome in (("S!$B$2", F), ("OFFSET(S!$B$2,1,0)", U), ("other", U)):
        named = replace(book(S=stored), defined_names={"Rate": meaning})
        expect(outcome, "formula_results", params, World({"/a.xlsx": named}, recalculated={"/a.xlsx": book(S=again)}))


@pytest.mark.parametrize(
    ("failure", "outcome"),
    [(Failure.UNAVAILABLE, U), (Failure.LIMIT, E), (Failure.REFUSED, E), (Failure.MALFORMED, U)],
)
def test_where_nothing_is_recalculated_that_is_said(failure: Failure, outcome: Outcome) -> None:
    params = {"path": "/a.xlsx", "recalculated": True}
    world = World({"/a.xlsx": book(S={"A1": (2, "=1+1")})}, recalculated={"/a.xlsx": failure})
    expect(outcome, "formula_results", params, world)
    broken = World({"/a.xlsx": book(S={"A1": ("#DIV/0!", "=1/0")})}, recalculated={"/a.xlsx": failure})
    expect(F, "formula_results", params, broken)


places = st.tuples(st.integers(1, 4), st.integers(1, 4))


@settings(max_examples=150, deadline=None)
@given(st.dictionaries(places, st.lists(places, max_size=3), max_size=8))
def test_loops_against_a_slow_reference(refers: dict[tuple[int, int], list[tuple[int, int]]]) -> None:
    def name(place: tuple[int, int]) -> str:
        return f"{'ABCD'[place[0] - 1]}{place[1]}"

    def reaches(start: tuple[int, int], goal: tuple[int, int]) -> bool:
        seen, pending = set(), list(refers[start])
        while pending:
            place = pending.pop()
            if place == goal:
                return True
            if place not in seen and place in refers:
                seen.add(place)
                pending += refers[place]
        return False

    cells = {name(place): (1, f"={'+'.join(map(name, targets)) or '1'}") for place, targets in refers.items()}
    found, doubt = formulas.loops(book(S=cells))
    looped = {formulas.shown(place).partition("!")[2] for loop in found for place in loop.places}
    assert looped == {name(place) for place in refers if reaches(place, place)}
    assert doubt == ""


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=60))
def test_any_formula_is_read_without_an_error(text: str) -> None:
    assert formulas.read(f"={text}").too_long is False


def test_a_formula_of_texts_has_no_functions() -> None:
    assert (
        decide(
            "formula_parts",
            {"path": "/a.xlsx", "range": "A1", "functions": ["SUM"]},
            {"/a.xlsx": book(S={"A1": (1, '="SUM(A1)"&"x"')})},
        ).outcome
        is F
    )
