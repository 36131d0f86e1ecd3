"""Checks joined, and quantities with units."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from worlds import E, F, P, U, expect

from specharness.evidence.views import Failure
from specharness.ir import Outcome
from specharness.logic import all_of, any_of, none_of
from specharness.validators import units
from specharness.validators.base import problem_with
from specharness.validators.registry import BUILT_IN

FILES = {"/p.txt": "yes", "/f.txt": "no", "/u.txt": "YES", "/e.txt": Failure.LIMIT}
PARTS = {
    outcome: {"validator": "text_contains", "params": {"path": path, "texts": ["yes"]}}
    for outcome, path in {P: "/p.txt", F: "/f.txt", U: "/u.txt", E: "/e.txt"}.items()
}


@pytest.mark.parametrize("outcomes", list(product(PARTS, repeat=2)))
@pytest.mark.parametrize(("name", "logic"), [("all", all_of), ("any", any_of), ("none", none_of)])
def test_truth_tables(name: str, logic: Any, outcomes: tuple[Outcome, ...]) -> None:
    expect(logic(outcomes), "combined", {name: [PARTS[outcome] for outcome in outcomes]}, FILES)


@pytest.mark.parametrize(("condition", "rest"), list(product(PARTS, repeat=2)))
def test_conditions(condition: Outcome, rest: Outcome) -> None:
    right = {P: rest, F: U, U: P if rest is P else U, E: P if rest is P else E}[condition]
    expect(right, "combined", {"if": PARTS[condition], "all": [PARTS[rest]]}, FILES)


def test_several_joints_must_all_hold_and_can_be_nested() -> None:
    expect(P, "combined", {"all": [PARTS[P]], "none": [PARTS[F]]}, FILES)
    expect(F, "combined", {"all": [PARTS[P]], "none": [PARTS[P]]}, FILES)
    nested = {"validator": "combined", "params": {"any": [PARTS[F], PARTS[P]]}}
    expect(P, "combined", {"all": [nested, PARTS[P]]}, FILES)
    expect(F, "combined", {"none": [nested]}, FILES)


def test_a_file_that_is_not_there_denies_nothing() -> None:
    part = {"validator": "text_contains", "params": {"path": "/none.txt", "texts": ["yes"]}}
    expect(U, "combined", {"none": [part]}, FILES)
    expect(F, "combined", {"all": [part]}, FILES)


def deep(levels: int) -> dict[str, Any]:
    part = PARTS[P]
    for _ in range(levels):
        part = {"validator": "combined", "params": {"all": [part]}}
    return part


@pytest.mark.parametrize(
    ("params", "problem"),
    [
        ({}, "needs one of all, any, none"),
        ({"if": PARTS[P]}, "needs one of all, any, none"),
        ({"all": []}, "at least one"),
        ({"all": [{"validator": "nothing", "params": {}}]}, "no validator is called"),
        ({"all": [{"validator": "text_contains", "params": {}}]}, "text_contains needs"),
        ({"all": [{"validator": "text_contains"}]}, "must hold"),
        ({"all": [deep(20)]}, "MAX_DEPTH"),
        ({"all": [PARTS[P]] * 300}, "MAX_PARTS"),
        ({"all": [{"validator": "combined", "params": {}}]}, "needs one of"),
    ],
)
def test_combinations_that_are_not_admitted(params: dict[str, Any], problem: str) -> None:
    assert problem in problem_with(BUILT_IN["combined"], params)


def test_every_thing_is_looked_at_once() -> None:
    assert len(BUILT_IN["combined"].needs({"all": [PARTS[P], PARTS[P]], "if": PARTS[P]})) == 1


@pytest.mark.parametrize(
    ("value", "params", "outcome"),
    [
        ("5 km", {"value": "5000 m"}, P),
        ("5.1 km", {"value": "5 km"}, F),
        ("5.1 km", {"value": "5 km", "tolerance": "2 %"}, P),
        ("5.1 km", {"value": "5 km", "tolerance": "100 m"}, P),
        ("5.1 km", {"value": "5 km", "tolerance": "99 m"}, F),
        ("2 h", {"min": "120 min", "max": "2 h"}, P),
        ("2 h", {"min_exclusive": "120 min"}, F),
        ("119 min", {"max_exclusive": "2 h"}, P),
        (5, {"value": "5 km"}, U),
        (5, {"value": "5 km", "unit": "km"}, P),
        (5, {"value": "5 km", "unit": "m"}, F),
        ("7 kg", {"max": "5 km"}, F),
        ("many", {"max": "5 km"}, F),
        ("3 parsec", {"max": "5 km"}, U),
        ("5 EUR", {"value": "5 USD"}, U),
        ("5 USD", {"value": "5 USD"}, P),
        ("$6", {"max": "$5"}, F),
        ("20%", {"max": "0.3 %"}, F),
        ("20 %", {"value": "20%"}, P),
        ("5 MB", {"max": "5 MB"}, P),
        ("5 MiB", {"max": "5 MB"}, U),
        ("6 MiB", {"max": "5 MB"}, F),
        ("", {"max": "5 km"}, U),
        (None, {"max": "5 km"}, U),
        (True, {"max": "5 km"}, F),
    ],
)
def test_quantities(value: Any, params: dict[str, Any], outcome: Outcome) -> None:
    expect(outcome, "quantity", {"path": "/a.json", "field": "v", **params}, {"/a.json": {"v": value}})


@pytest.mark.parametrize(
    "params",
    [
        {}, {"value": "5"}, {"value": "5 parsec"}, {"min": "5 km", "max": "5 kg"}, {"value": "5 km", "unit": "kg"},
        {"min": "5 km", "tolerance": "1 m"}, {"value": "5 km", "tolerance": "1 kg"}, {"value": 5},
        {"value": "5 km", "tolerance": "-1 m"},
    ],
)  # fmt: skip
def test_quantities_that_are_not_admitted(params: dict[str, Any]) -> None:
    assert problem_with(BUILT_IN["quantity"], {"path": "/a.json", "field": "v", **params})


@pytest.mark.parametrize(
    ("text", "kind", "base"),
    [("5 km", "length", 5000), ("5km", "length", 5000), ("1.5h", "time", 5400), ("1,500 g", "mass", "1.5"),
     ("$5", "currency $", 5), ("5 USD", "currency USD", 5), ("3 KiB", "bytes", 3072), ("12 Hours", "time", 43200)],
)  # fmt: skip
def test_units_are_read(text: str, kind: str, base: Any) -> None:
    found = units.read(text)
    assert found is not None
    assert found.unit is not None
    assert found.unit.kind == kind
    assert found.base() == units.Decimal(base)


@given(st.text(max_size=30))
def test_any_text_is_a_quantity_or_none(text: str) -> None:
    found = units.read(text)
    assert found is None or found.number == found.number


@given(st.integers(-1000, 1000), st.sampled_from(["mm", "cm", "m", "km", "mi"]), st.sampled_from(["mm", "m", "ft"]))
def test_converting_there_and_back_is_nothing(number: int, one: str, other: str) -> None:
    first, second = units.unit_of(one), units.unit_of(other)
    assert first is not None
    assert second is not None
    amount = units.Quantity(units.Decimal(number), first).base() / second.factor
    assert abs(
        units.Quantity(amount, second).base() - units.Quantity(units.Decimal(number), first).base()
    ) < units.Decimal("1e-18")


@pytest.mark.parametrize(
    ("size", "params", "outcome"),
    [
        (5_000_000, {"max": "5 MB"}, P),
        (5_100_000, {"max": "5 MB"}, U),
        (5_300_000, {"max": "5 MB"}, F),
        (5_000_000, {"max_exclusive": "5 MB"}, U),
        (10, {"min": "11 B"}, F),
        (11, {"min": "11 B", "max": "11 bytes"}, P),
    ],
)
def test_sizes_of_files(size: int, params: dict[str, Any], outcome: Outcome) -> None:
    from specharness.evidence.views import FileView, Observation
    from specharness.validators.base import Finding

    check = BUILT_IN["file_size"]
    given_ = {"path": "/x", **params}
    assert problem_with(check, given_) == ""
    request = check.needs(given_)[0]
    found = check.decide(given_, {request: Observation(request, FileView(True, "file", size))})
    assert isinstance(found, Finding)
    assert found.outcome is outcome
    gone = check.decide(given_, {request: Observation(request, FileView(False))})
    assert gone.outcome is F
