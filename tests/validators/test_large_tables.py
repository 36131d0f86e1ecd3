"""A table beyond the limits of memory is judged as the same table in memory is."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Mapping
from dataclasses import replace
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from specharness.evidence.limits import DEFAULT_LIMITS
from specharness.evidence.observe import Observatory
from specharness.evidence.root import Places
from specharness.evidence.views import Failure, Request, ViewKind
from specharness.ir import Outcome
from specharness.validators import scan, scan_order
from specharness.validators.base import Finding, looked_further, problem_with
from specharness.validators.calculation import calculation_of
from specharness.validators.compare import folded
from specharness.validators.computed import results_of
from specharness.validators.records import UndecidedError
from specharness.validators.registry import BUILT_IN
from specharness.validators.scan_order import ORDINARY, folded_cell

duckdb = pytest.importorskip("duckdb", reason="tables beyond memory need the extra `tables`")
LARGE = replace(DEFAULT_LIMITS, file_bytes=0)
"""Under these limits every table is too large to be held."""
OPEN = {Outcome.UNKNOWN, Outcome.ERROR}


def _decide(folder: Path, name: str, params: Mapping[str, Any], *, large: bool) -> Finding:
    check = BUILT_IN[name]
    assert not problem_with(check, params)
    observatory = Observatory(Places(workspace=folder), LARGE if large else DEFAULT_LIMITS)
    seen = looked_further(check, params, observatory.observe(check.needs(params)), observatory.observe)
    return check.decide(params, seen)


def _write(folder: Path, columns: list[str], rows: list[list[str]]) -> None:
    with (folder / "t.csv").open("w", encoding="utf-8", newline="") as stream:
        csv.writer(stream, lineterminator="\n").writerows([columns, *rows])


NUMBERS = st.sampled_from(
    [
        "0",
        "5",
        "-5",
        "10",
        "5.0",
        "5.25",
        "12.345",
        "1e3",
        "007",
        "+3",
        ".5",
        "7.",
        "-0",
        "9" * 20,
        "0." + "3" * 20,
        "1,000",
        "5%",
        "$5",
        "NaN",
        "inf",
        "1_000",
        "x",
        "",
        " ",
        " 5 ",
        "\xa0",
        "10.000000000000001",
        "1e400",
    ]
)
TEXTS = st.sampled_from(
    [
        "a",
        "A",
        "a b",
        "ab",
        "a-b",
        "a_b",
        "b",
        "é",
        "É",
        "é",
        "ß",
        "ss",
        "ﬁ",
        "fi",
        "Ａ",
        "1",
        "01",
        "-1",
        "",
        " ",
        "'q'",
        "x{y}",
        '"q"',
        "a\nb",
        "中",
        "中文",
        "Я",
        "я",
        "２",
    ]
)
CELLS = st.one_of(NUMBERS, TEXTS)
JUDGED: list[tuple[str, dict[str, Any]]] = [
    ("count", {"of": "rows", "count": 3}),
    ("count", {"of": "rows", "min": 1, "max": 4}),
    ("count", {"of": "items", "field": "v", "min": 2}),
    ("count", {"of": "columns", "count": 2}),
    ("value_range", {"field": "v", "min": 0, "max": 10}),
    ("value_range", {"field": "v", "min_exclusive": "-5", "max_exclusive": "12.345"}),
    ("value_range", {"field": "v", "min": "1e308"}),
    ("value_range", {"field": "V", "min": 0}),
    ("value_range", {"field": "none", "min": 0}),
    ("number_format", {"field": "v", "decimals": 2}),
    ("number_format", {"field": "v", "decimals": 0, "mode": "exact"}),
    ("number_format", {"field": "v", "decimals": 3, "mode": "exact", "no_scientific": True}),
    ("number_format", {"field": "v", "no_thousands": True}),
    ("allowed_values", {"field": "v", "allowed": ["a", "b", "x{y}", "'q'", 5, True, None]}),
    ("value_equals", {"field": "v", "value": 5}),
    ("value_equals", {"field": "v", "value": "a"}),
    ("value_equals", {"field": "v", "value": 5, "tolerance": 0.5}),
    ("column_types", {"types": {"v": "integer"}}),
    ("column_types", {"types": {"v": "number", "k": "text"}, "blanks": True}),
    ("column_types", {"types": {"v": "boolean"}}),
    ("column_types", {"types": {"V": "number", "k": "integer"}}),
]


@pytest.mark.parametrize(("name", "params"), JUDGED)
@settings(max_examples=8, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(cells=st.one_of(st.lists(CELLS, max_size=8), st.lists(NUMBERS, max_size=8)))
def test_the_same_outcome_as_in_memory(tmp_path: Path, name: str, params: dict[str, Any], cells: list[str]) -> None:
    _write(tmp_path, ["k", "v"], [[f"r{number}", cell] for number, cell in enumerate(cells)])
    asked = {"path": "t.csv", **params}
    small, large = (_decide(tmp_path, name, asked, large=large) for large in (False, True))
    assert large.outcome is small.outcome, (small, large)


@pytest.mark.parametrize("cells", [["2024-02-29"], ["2024-02-30"], ["0000-01-01"], ["2024-02-29", "1.1.2024"], ["x"]])
@pytest.mark.parametrize("kind", ["date", "datetime"])
def test_dates(tmp_path: Path, cells: list[str], kind: str) -> None:
    _write(tmp_path, ["k", "v"], [["r", cell] for cell in cells])
    asked = {"path": "t.csv", "types": {"v": kind}}
    small, large = (_decide(tmp_path, "column_types", asked, large=large) for large in (False, True))
    assert large.outcome is small.outcome


DIFFERENT = st.one_of(
    st.lists(CELLS, max_size=5),
    st.lists(NUMBERS, max_size=5, unique=True),
    st.lists(st.integers(0, 1200).map(str), max_size=5).map(lambda cells: sorted(cells, key=int)),
)


@pytest.mark.parametrize("ordered_from", [0, scan_order.ORDERED_FROM])
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(cells=DIFFERENT)
@example(cells=["a", "b", "中"])
@example(cells=["é", "e\u0301"])
@example(cells=["ß", "ss"])
@example(cells=["a", "A"])
@example(cells=["9", "10", "11"])
@example(cells=["c2", "C1", "b"])
@example(cells=["1", "2", "1"])
@example(cells=["1", "", "2"])
def test_uniqueness(tmp_path: Path, cells: list[str], ordered_from: int) -> None:
    _write(tmp_path, ["k", "v"], [["r", cell] for cell in cells])
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(scan_order, "ORDERED_FROM", ordered_from)
        _same_uniqueness(tmp_path, cells)


def _same_uniqueness(tmp_path: Path, cells: list[str]) -> None:
    small, large = (
        _decide(tmp_path, "unique", {"path": "t.csv", "field": "v"}, large=large) for large in (False, True)
    )
    ordinary = all(_ordinary(cell) for cell in cells)
    assert large.outcome is small.outcome or (
        not ordinary and large.outcome in OPEN and small.outcome is Outcome.PASSED
    )


def _asked(monkeypatch: pytest.MonkeyPatch, folder: Path, name: str, params: Mapping[str, Any]) -> list[str]:
    """The queries that pass over all rows."""
    asked: list[str] = []
    answered = Observatory._answer
    monkeypatch.setattr(
        Observatory, "_answer", lambda self, request: asked.append(request.sql) or answered(self, request)
    )
    assert _decide(folder, name, params, large=True).outcome is Outcome.PASSED
    monkeypatch.undo()
    return [sql for sql in asked if "count" in sql and f"LIMIT {scan_order._FIRST}" not in sql]


def test_values_in_order_are_different_without_being_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rows = [str(number) for number in range(3000)]
    for cells, counted in (
        (rows, False),
        (rows[::-1], False),
        (rows[1:] + rows[:1], True),
        (rows[5:] + rows[:5], True),
    ):
        _write(tmp_path, ["k", "v"], [["r", cell] for cell in cells])
        monkeypatch.setattr(scan_order, "ORDERED_FROM", 0)
        asked = _asked(monkeypatch, tmp_path, "unique", {"path": "t.csv", "field": "v"})
        assert any("DISTINCT" in sql for sql in asked) is counted


BOUND = st.sampled_from(
    ["0", "1", "-1", "0.5", "0.1", "4096", "9999.5", "10000", "-10000", "10001", "99999999", "1e400"]
)
"""Bounds on both sides of what a double tells apart."""
NEAR = st.sampled_from(["0", "1e-12", "-1e-12", "1e-9", "-1e-9", "1", "-1"])


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    bound=BOUND,
    name=st.sampled_from(["min", "max", "min_exclusive", "max_exclusive"]),
    steps=st.lists(NEAR, min_size=1, max_size=4),
)
def test_cells_at_a_bound(tmp_path: Path, bound: str, name: str, steps: list[str]) -> None:
    at = Decimal(bound) if abs(Decimal(bound)) < 10**14 else Decimal(5)
    cells = [f"{at + Decimal(step):f}" for step in steps]
    _write(tmp_path, ["k", "v"], [["r", cell] for cell in cells])
    asked = {"path": "t.csv", "field": "v", name: bound}
    small, large = (_decide(tmp_path, "value_range", asked, large=large) for large in (False, True))
    assert large.outcome is small.outcome, (small, large)


def test_cells_at_a_plain_bound_take_one_pass(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _write(tmp_path, ["k", "v"], [["r", cell] for cell in ("0.00", "12.50", "1000", "1000.0")])
    assert (
        len(_asked(monkeypatch, tmp_path, "value_range", {"path": "t.csv", "field": "v", "min": 0, "max": 1000})) == 1
    )


def test_a_table_of_many_bytes_is_judged_by_queries(tmp_path: Path) -> None:
    _write(tmp_path, ["k", "v"], [["r", "1"], ["r", "2"]])
    (tmp_path / "t.txt").write_bytes((tmp_path / "t.csv").read_bytes())
    asked = {"path": "t.csv", "field": "v", "min": 1}
    check = BUILT_IN["value_range"]
    observatory = Observatory(Places(workspace=tmp_path), replace(DEFAULT_LIMITS, table_bytes=5))
    seen = looked_further(check, asked, observatory.observe(check.needs(asked)), observatory.observe)
    assert {(each.failure, each.limit) for each in seen.values()} == {(Failure.LIMIT, "table_bytes"), (None, "")}
    assert check.decide(asked, seen).outcome is Outcome.PASSED
    (text,) = observatory.observe([Request(ViewKind.TEXT, "t.csv")]).values()
    assert text.failure is None


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    cells=st.one_of(st.lists(NUMBERS, max_size=5), st.lists(st.integers(-9, 9).map(str), max_size=5)),
    order=st.sampled_from(["", "asc", "desc"]),
    by=st.sampled_from(["", "number", "text"]),
    rising=st.booleans(),
)
def test_order(tmp_path: Path, cells: list[str], order: str, by: str, rising: bool) -> None:
    if rising and all(cell.lstrip("-").isdigit() for cell in cells):
        cells = sorted(cells, key=int)
    _write(tmp_path, ["k", "v"], [["r", cell] for cell in cells])
    asked = {"path": "t.csv", "field": "v", **({"order": order} if order else {}), **({"by": by} if by else {})}
    small, large = (_decide(tmp_path, "sorted_by", asked, large=large) for large in (False, True))
    assert large.outcome is small.outcome or large.outcome is Outcome.ERROR
    if by != "text" and all(cell.lstrip("-").isdigit() and len(cell) < 10 for cell in cells):
        assert large.outcome is small.outcome


def _ordinary(text: str) -> bool:
    return re.fullmatch(f"[{ORDINARY}]*", text) is not None


def test_a_query_folds_ordinary_letters_as_the_comparison_does() -> None:
    letters = [chr(code) for code in range(0x20, 0x20000) if _ordinary(chr(code))]
    assert len(letters) > 30_000
    cells = ["".join(letters[start : start + 50]) for start in range(0, len(letters), 50)] + letters[:600]
    connection = duckdb.connect()
    connection.execute("CREATE TABLE data (cell VARCHAR)")
    connection.executemany("INSERT INTO data VALUES (?)", [[cell] for cell in cells])
    found = connection.execute(f"SELECT cell, {folded_cell('cell')} FROM data").fetchall()
    assert [text for _, text in found] == [folded(cell) for cell, _ in found]


def test_more_open_cells_than_may_be_taken_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scan, "OPEN_TEXTS", 3)
    asked = {"path": "t.csv", "field": "v", "min": 0}
    _write(tmp_path, ["k", "v"], [["r", f"{number}%"] for number in range(9)])
    found = _decide(tmp_path, "value_range", asked, large=True)
    assert found.outcome is Outcome.ERROR
    assert "OPEN_TEXTS" in found.message
    _write(tmp_path, ["k", "v"], [["r", cell] for cell in ("-7", *(f"{number}%" for number in range(9)))])
    assert _decide(tmp_path, "value_range", asked, large=True).outcome is Outcome.FAILED


@pytest.mark.parametrize("text", ["", "k,v\n1,2,3\n", "k,k\n1,2\n", 'k,v\n1,"2\n', "k,v\n\x00,1\n"])
def test_broken_tables_never_pass(tmp_path: Path, text: str) -> None:
    (tmp_path / "t.csv").write_bytes(text.encode())
    for name, params in JUDGED:
        if params.get("of") != "columns":
            assert _decide(tmp_path, name, {"path": "t.csv", **params}, large=True).outcome is not Outcome.PASSED


def test_questions_to_one_file_are_one_pass(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _write(tmp_path, ["k", "v"], [[f"r{number}", str(number)] for number in range(50)])
    asked = [
        ("count", {"path": "t.csv", "of": "rows", "count": 50}),
        ("value_range", {"path": "t.csv", "field": "v", "min": -1, "max": 99}),
        ("unique", {"path": "t.csv", "field": "k"}),
        ("number_format", {"path": "t.csv", "field": "v", "decimals": 0}),
    ]
    observatory = Observatory(Places(workspace=tmp_path), LARGE)
    passes: list[str] = []
    answered = observatory._answer
    monkeypatch.setattr(observatory, "_answer", lambda request: passes.append(request.sql) or answered(request))
    seen = observatory.observe(request for name, params in asked for request in BUILT_IN[name].needs(params))
    for _ in range(3):
        more = [request for name, params in asked for request in BUILT_IN[name].further(params, seen)]
        seen = {**seen, **observatory.observe(more)}
    assert all(BUILT_IN[name].decide(params, seen).outcome is Outcome.PASSED for name, params in asked)
    assert len([sql for sql in passes if "count" in sql]) == 1


PRICES = st.sampled_from(["0", "5", "-5", "5.25", "12.345", "100.000001"])
GROUPS = st.sampled_from(["n", "s", "w", " n"])
SUMS: list[dict[str, Any]] = [
    {"op": op, "rows": {"path": "in.csv", "where": where}, "of": of, "blanks": blanks}
    for op, of in (("sum", "v"), ("mean", "v"), ("min", "v"), ("max", "v"), ("count", None), ("count", "v"))
    for blanks in ("refuse", "skip")
    for where in (
        [],
        [{"column": "k", "test": "is", "values": ["n", "s"]}],
        [{"column": "k", "test": "is_not", "values": ["n"]}, {"column": "v", "test": "at_least", "values": [0]}],
        [{"column": "v", "test": "filled"}],
    )
]


@pytest.mark.parametrize("by", [[], ["k"]])
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    rows=st.lists(st.tuples(GROUPS, PRICES) | st.tuples(TEXTS, CELLS), max_size=6),
    result=st.sampled_from(SUMS),
    off=st.sampled_from([0, 0, 1]),
)
def test_calculations(tmp_path: Path, by: list[str], rows: list[tuple[str, str]], result: Any, off: int) -> None:
    with (tmp_path / "in.csv").open("w", encoding="utf-8", newline="") as stream:
        csv.writer(stream, lineterminator="\n").writerows([["k", "v"], *rows])
    stated = calculation_of({"result": result, "by": by})
    check = BUILT_IN["computed"]
    asked = {"path": "o.json", "field": "t", "calculation": {"result": result, "by": by}}
    small = Observatory(Places(workspace=tmp_path))
    (tmp_path / "o.json").write_text("{}", encoding="utf-8")
    try:
        results = results_of(stated, small.observe(check.needs(asked)))
        found = {key[0] if key else "": float(value.readings[0]) + off for key, value in results.items()}
    except UndecidedError:
        found = {"": 1.0}
    (tmp_path / "o.json").write_text(json.dumps({"t": found if by else found.get("", 0)}), encoding="utf-8")
    outcomes = []
    for limits in (DEFAULT_LIMITS, replace(DEFAULT_LIMITS, rows=0)):
        observatory = Observatory(Places(workspace=tmp_path), limits)
        seen = looked_further(check, asked, observatory.observe(check.needs(asked)), observatory.observe)
        outcomes.append(check.decide(asked, seen))
    held, large = outcomes
    assert large.outcome is held.outcome or large.outcome in OPEN, (held, large)
    plain = all(key in {"n", "s", "w"} and re.fullmatch(r"-?[0-9.]+", cell) for key, cell in rows)
    if plain and rows:
        assert large.outcome is held.outcome, (held, large)


def test_a_large_input_that_was_changed_is_undecided(tmp_path: Path) -> None:
    after, before = tmp_path / "after", tmp_path / "before"
    after.mkdir()
    before.mkdir()
    for folder, text in ((before, "k,v\nn,1\nn,2\n"), (after, "k,v\nn,1\nn,3\n")):
        (folder / "in.csv").write_text(text, encoding="utf-8")
    (after / "o.json").write_text('{"t": 4}', encoding="utf-8")
    check, stated = BUILT_IN["computed"], {"result": {"op": "sum", "rows": {"path": "in.csv"}, "of": "v"}}
    asked = {"path": "o.json", "field": "t", "calculation": stated}
    places = Places(workspace=after, before=before)
    for value, outcome in (("4", Outcome.UNKNOWN), ("3", Outcome.UNKNOWN)):
        (after / "o.json").write_text(f'{{"t": {value}}}', encoding="utf-8")
        observatory = Observatory(places, replace(DEFAULT_LIMITS, rows=0))
        seen = looked_further(check, asked, observatory.observe(check.needs(asked)), observatory.observe)
        assert check.decide(asked, seen).outcome is outcome
    (after / "in.csv").write_text("k,v\nn,1\nn,2\n", encoding="utf-8")
    observatory = Observatory(places, replace(DEFAULT_LIMITS, rows=0))
    seen = looked_further(check, asked, observatory.observe(check.needs(asked)), observatory.observe)
    assert check.decide(asked, seen).outcome is Outcome.PASSED


def test_a_column_without_a_name_may_be_no_column_and_its_header_may_be_data(tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_text("a,,c\n1,2,3\n", encoding="utf-8")
    for bounds, outcome in [({"count": 3}, Outcome.UNKNOWN), ({"min": 2, "max": 3}, Outcome.PASSED)]:
        for large in (False, True):
            found = _decide(tmp_path, "count", {"path": "t.csv", "of": "columns", **bounds}, large=large)
            assert found.outcome is outcome
    for large in (False, True):
        rows = {"path": "t.csv", "of": "rows", "count": 1}
        assert _decide(tmp_path, "count", rows, large=large).outcome is Outcome.UNKNOWN
