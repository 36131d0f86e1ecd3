"""Two places that must agree: numbers, values, and what a text states."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from worlds import F, P, U, World, book, decide, expect, sheet_rows

from specharness.validators.base import problem_with
from specharness.validators.registry import BUILT_IN

ROWS = "id,amount\na,10\nb,20.5\n"
TOTAL = {"result": {"op": "value", "path": "/o.json", "field": "total"}}
SUM = {"result": {"op": "sum", "rows": {"path": "/rows.csv"}, "of": "amount"}}
COUNT = {"result": {"op": "count", "rows": {"path": "/rows.csv"}}}


@pytest.mark.parametrize(
    ("right", "document", "more", "outcome"),
    [
        (SUM, {"total": 30.5}, {}, P),
        (SUM, {"total": 30.6}, {}, F),
        (SUM, {"total": 31}, {"tolerance": 0.5}, P),
        (SUM, {"total": 31.1}, {"tolerance": 0.5}, F),
        (SUM, {"total": 30}, {"decimals": 0}, P),
        (SUM, {"total": 3050}, {"factor": "0.01"}, P),
        (SUM, {"total": 3051}, {"factor": "0.01"}, F),
        (COUNT, {"total": 2}, {}, P),
        (COUNT, {"total": 3}, {}, F),
        (COUNT, {"count": 2}, {}, F),
        (COUNT, {"Total": 2}, {}, U),
        (COUNT, {"total": "2"}, {}, U),
        (COUNT, {}, {}, F),
        (COUNT, [], {}, U),
    ],
)
def test_a_total_and_its_rows(right: Any, document: Any, more: dict[str, Any], outcome: Any) -> None:
    params = {"path": "/o.json", "left": TOTAL, "right": right, **more}
    expect(outcome, "numbers_agree", params, {"/o.json": document, "/rows.csv": ROWS})


def test_groups_on_both_sides() -> None:
    left = {"result": {"op": "sum", "rows": {"path": "/o.csv"}, "of": "total"}, "by": ["id"]}
    right = {"result": {"op": "sum", "rows": {"path": "/rows.csv"}, "of": "amount"}, "by": ["id"]}
    params = {"path": "/o.csv", "left": left, "right": right}
    for text, outcome in (
        ("id,total\nb,20.5\na,10\n", P),
        ("id,total\nb,20.5\na,11\n", F),
        ("id,total\nb,20.5\n", F),
        ("id,total\nb,20.5\nA,10\n", U),
        ("id,total\nb,20.5\na,10\nc,0\n", F),
        ("id,total\nb,20.5\na,ten\n", U),
    ):
        expect(outcome, "numbers_agree", params, {"/o.csv": text, "/rows.csv": ROWS})


def test_artifacts_count_as_they_are_and_inputs_as_they_were() -> None:
    params: dict[str, Any] = {"path": "/o.json", "left": TOTAL, "right": COUNT}
    before = {"/rows.csv": ROWS, "/o.json": {"total": 0}}
    expect(P, "numbers_agree", params, World({"/o.json": {"total": 2}, "/rows.csv": ROWS}, before=before))
    changed = World({"/o.json": {"total": 3}, "/rows.csv": ROWS + "c,1\n"}, before=before)
    expect(U, "numbers_agree", params, changed)
    expect(P, "numbers_agree", {**params, "own": "/rows.csv"}, changed)


def test_sides_that_do_not_fit_are_refused() -> None:
    check = BUILT_IN["numbers_agree"]
    assert "same" not in problem_with(check, {"path": "/o.json", "left": TOTAL, "right": SUM})
    assert problem_with(check, {"path": "/o.json", "left": TOTAL, "right": TOTAL})
    assert problem_with(check, {"path": "/p.json", "left": TOTAL, "right": SUM})
    assert problem_with(check, {"path": "/o.json", "left": {**TOTAL, "by": ["id"]}, "right": SUM})


VALUES = {"path": "/o.json", "field": "$[].id", "other": "/rows.csv", "other_field": "id"}


@pytest.mark.parametrize(
    ("ids", "how", "outcome"),
    [
        (["a", "b"], "same", P),
        (["b", "a", "a"], "same", P),
        (["a"], "same", F),
        (["a", "b", "c"], "same", F),
        (["a"], "within", P),
        (["a", "c"], "within", F),
        (["A"], "within", U),
        ([None], "within", U),
        ([], "within", U),
        (["a", "b", "c"], "covers", P),
        (["a", "c"], "covers", F),
        (["a", "B"], "covers", U),
        ([5], "within", F),
    ],
)
def test_ids_of_two_files(ids: list[Any], how: str, outcome: Any) -> None:
    world = {"/o.json": [{"id": item} for item in ids], "/rows.csv": ROWS}
    expect(outcome, "values_agree", {**VALUES, "how": how}, world)


def test_numbers_typed_and_untyped() -> None:
    world = {"/o.json": [{"id": 1}, {"id": 2.0}], "/rows.csv": "id\n1\n2\n"}
    expect(P, "values_agree", VALUES, world)
    expect(U, "values_agree", VALUES, {**world, "/rows.csv": "id\n01\n2\n"})
    sheet = book(S=sheet_rows(("id",), (1,), (2,)))
    expect(P, "values_agree", {**VALUES, "other": "/rows.xlsx"}, {"/o.json": world["/o.json"], "/rows.xlsx": sheet})
    expect(U, "values_agree", {**VALUES, "other_field": "nr"}, world)
    expect(F, "values_agree", {**VALUES, "field": "$[].nr"}, world)
    long = {"/o.json": [{"id": 10**30 + 1}], "/rows.json": [{"id": 10**30}]}
    expect(F, "values_agree", {**VALUES, "other": "/rows.json", "other_field": "$[].id"}, long)
    expect(P, "values_agree", {**VALUES, "ignore": ["9"]}, {**world, "/o.json": [{"id": 1}, {"id": 2}, {"id": 9}]})


STATES = {"path": "/o.md", "other": "/t.json", "other_field": "total"}


@pytest.mark.parametrize(
    ("text", "value", "more", "outcome"),
    [
        ("The total is 1234.567.", 1234.567, {}, P),
        ("The total is 1,234.567 EUR", 1234.567, {}, P),
        ("Total: $1,234.57", 1234.567, {}, U),
        ("Total: $1,234.57", 1234.567, {"decimals": 2}, P),
        ("Total: $1,234.59", 1234.567, {"decimals": 2}, F),
        ("Total: 12345.67", 1234.567, {}, F),
        ("Total: 11234.567", 1234.567, {}, F),
        ("", 1234.567, {}, F),
        ("no number", 1234.567, {}, F),
        ("1234.567 rows\ntotal: 5", 1234.567, {"near": "total"}, F),
        ("Total: 1234.567", 1234.567, {"near": "total"}, P),
        ("3 items", 3, {}, U),
        ("3 items", 3, {"near": "items"}, P),
        ("4 items", 3, {"near": "items"}, F),
        ("45.6 %", 45.6, {}, U),
        ("45.6 %", 0.456, {}, U),
        ("45.6 %", "45.6%", {}, U),
        ("a share of 0.456", "45.6%", {}, U),
        ("45.7 %", "45.6%", {}, F),
        ("145.6%", "5.6%", {}, U),
        ("45.6%", "5.6%", {}, U),
        ("Total: 1,234.5", "1234.5", {}, P),
        ("Total: 1234.5", "$1,234.5", {}, U),
        ("Total: 1234.6", "$1,234.5", {}, F),
        ("It is v 1.5", "v 1", {}, U),
        ("The winner is Ann Lee.", "Ann Lee", {}, P),
        ("The winner is ann lee.", "Ann Lee", {}, U),
        ("The winner is Annabel Lee.", "Ann Lee", {}, F),
        ("anything", None, {}, U),
        ("anything", ["a"], {}, U),
    ],
)
def test_what_a_text_states(text: str, value: Any, more: dict[str, Any], outcome: Any) -> None:
    expect(outcome, "text_states", {**STATES, **more}, {"/o.md": text, "/t.json": {"total": value}})


def test_a_text_without_its_source_is_undecided() -> None:
    expect(U, "text_states", STATES, {"/o.md": "1234"})
    expect(U, "text_states", STATES, {"/o.md": "1234", "/t.json": {"sum": 1234}})
    expect(F, "text_states", STATES, {"/t.json": {"total": 1234}})


@given(st.lists(st.sampled_from("abcAB1"), max_size=5), st.lists(st.sampled_from("abcAB1"), max_size=5))
def test_same_is_both_ways(left: list[str], right: list[str]) -> None:
    world = {
        "/o.json": [{"id": item} for item in left],
        "/rows.csv": "id,x\n" + "".join(f"{item},1\n" for item in right),
    }
    found = {how: decide("values_agree", {**VALUES, "how": how}, world).outcome for how in ("within", "covers", "same")}
    if not left or not right:
        assert P not in found.values() or not right
        return
    assert (found["same"] is P) == (set(left) == set(right))
    assert (found["same"] is F) == (F in {found["within"], found["covers"]})
    assert (found["within"] is P) == (set(left) <= set(right))
