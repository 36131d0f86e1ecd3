"""Values that follow from data: every operation, every near miss, and a slow reference beside the evaluator."""

from __future__ import annotations

import statistics
from collections.abc import Mapping
from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from worlds import F, P, U, World, book, expect, sheet_rows

from specharness.evidence.views import TableView
from specharness.validators import calculation, evaluate
from specharness.validators.base import problem_with
from specharness.validators.calculation import CALCULATION, calculation_of, tables_of
from specharness.validators.joined import key_of
from specharness.validators.records import UndecidedError, records_of
from specharness.validators.registry import BUILT_IN

SALES = "region,price,qty,day\nN,1.5,2,2024-01-01\nS,2,3,2024-01-02\nN,4,1,2024-01-03\n"
REGIONS = "code,zone\nN,cold\nS,warm\n"
ROWS = {"path": "/sales.csv"}
REVENUE = {"op": "sum", "rows": ROWS, "of": {"op": "multiply", "left": "price", "right": "qty"}}


def _of(op: str, column: str = "price", **more: Any) -> dict[str, Any]:
    return {"op": op, "rows": ROWS, "of": column, **more}


def _check(outcome: Any, result: Any, value: Any, files: Mapping[str, Any] = {}, **more: Any) -> None:
    by = more.pop("by", [])
    params = {"path": "/out.json", "field": "total", "calculation": {"result": result, "by": by}, **more}
    world = {"/sales.csv": SALES, "/regions.csv": REGIONS, "/out.json": {"total": value}, **files}
    expect(outcome, "computed", params, world)


@pytest.mark.parametrize(
    ("result", "value", "wrong"),
    [
        (REVENUE, 13, 13.01),
        (_of("sum"), 7.5, 7),
        (_of("mean"), 2.5, 2.6),
        (_of("min"), 1.5, 2),
        (_of("max"), 4, 2),
        (_of("median"), 2, 2.5),
        ({"op": "count", "rows": ROWS}, 3, 4),
        (_of("count", "region"), 3, 2),
        (_of("distinct", "region"), 2, 3),
        (_of("percentile", q=25, method="linear"), 1.75, 1.5),
        (_of("percentile", q=25, method="nearest_rank"), 1.5, 2),
        (_of("variance", ddof=1), 1.75, 1.1666666666666667),
        (_of("variance", ddof=0), 1.1666666666666667, 1.75),
        (_of("weighted_mean", weight="qty"), 13 / 6, 2.5),
        ({"op": "divide", "left": REVENUE, "right": _of("sum", "qty")}, 13 / 6, 6 / 13),
        ({"op": "subtract", "left": _of("max"), "right": _of("min")}, 2.5, -2.5),
        ({"op": "add", "left": _of("max"), "right": {"op": "number", "value": "0.1"}}, 4.1, 4.2),
        ({"op": "absolute", "of": {"op": "subtract", "left": _of("min"), "right": _of("max")}}, 2.5, -2.5),
        ({"op": "round", "of": {"op": "divide", "left": _of("sum"), "right": _of("max")}, "decimals": 1}, 1.9, 1.8),
        ({"op": "sum", "rows": {"path": "/list.json", "field": "bonuses.*"}}, 6, 5),
        ({"op": "value", "path": "/list.json", "field": "goal"}, 10, 11),
    ],
)
def test_operations(result: Any, value: float, wrong: float) -> None:
    files = {"/list.json": {"bonuses": {"a": 1, "b": 2, "c": 3}, "goal": 10}}
    _check(P, result, value, files)
    _check(F, result, wrong, files)
    _check(F, result, "none", files)
    _check(F, result, "", files)
    _check(F, result, None, files)
    _check(F, result, [value], files)
    _check(U, result, str(value), files)


@pytest.mark.parametrize(
    ("where", "value"),
    [
        ({"column": "region", "test": "is", "values": ["N"]}, 5.5),
        ({"column": "region", "test": "is_not", "values": ["N"]}, 2),
        ({"column": "price", "test": "above", "values": [1.5]}, 6),
        ({"column": "price", "test": "at_least", "values": ["1.5"]}, 7.5),
        ({"column": "price", "test": "below", "values": [2]}, 1.5),
        ({"column": "price", "test": "at_most", "values": [2]}, 3.5),
        ({"column": "day", "test": "filled"}, 7.5),
        ({"column": "day", "test": "blank"}, 0),
    ],
)
def test_conditions(where: Any, value: float) -> None:
    result = {"op": "sum", "rows": {**ROWS, "where": [where]}, "of": "price"}
    _check(P, result, value)
    _check(F, result, value + 1)


def test_a_condition_up_to_spelling_is_undecided() -> None:
    where = [{"column": "region", "test": "is", "values": ["n"]}]
    _check(U, {"op": "sum", "rows": {**ROWS, "where": where}, "of": "price"}, 5.5)


def test_joins() -> None:
    join = {"path": "/regions.csv", "on": {"region": "code"}}
    where = [{"column": "zone", "test": "is", "values": ["cold"]}]
    result = {"op": "sum", "rows": {**ROWS, "join": [join], "where": where}, "of": "price"}
    _check(P, result, 5.5)
    _check(F, result, 7.5)
    _check(U, result, 5.5, {"/regions.csv": "code,zone\nn,cold\nS,warm\n"})
    _check(
        U, result, 5.5, {"/regions.csv": "code,region2,zone\nN,x,cold\nS,y,warm\n,,\n", "/sales.csv": SALES + ",1,1,\n"}
    )
    _check(P, result, 11, {"/regions.csv": "code,zone\nN,cold\nN,cold\nS,warm\n"})


def test_groups() -> None:
    _check(P, REVENUE, {"N": 7, "S": 6}, by=["region"])
    _check(F, REVENUE, {"N": 7, "S": 6.5}, by=["region"])
    _check(F, REVENUE, {"N": 7}, by=["region"])
    _check(U, REVENUE, {"N": 7, "s": 6}, by=["region"])
    _check(U, REVENUE, {"N": 7, "S": 6, "all": 13}, by=["region"])
    share = {"op": "divide", "left": REVENUE, "right": {**REVENUE, "overall": True}}
    _check(P, share, {"N": 7 / 13, "S": 6 / 13}, by=["region"])


@pytest.mark.parametrize(
    ("table", "outcome"),
    [
        ("region,total\nS,6\nN,7.0\n", P),
        ("region,total\nS,6\nN,7.1\n", F),
        ("region,total\nN,7\n", F),
        ("region,total\nS,6\nN,\n", F),
        ("region,sum\nS,6\nN,7\n", F),
        ("area,total\nS,6\nN,7\n", F),
        ("region,Total\nS,6\nN,7\n", U),
        ("region,total\nS,6\nN,7\nAll,13\n", U),
        ('region,total\nS,6\nN,"7,000"\n', U),
        ("", F),
    ],
)
def test_groups_in_a_table(table: str, outcome: Any) -> None:
    params = {"path": "/o.csv", "field": "total", "calculation": {"result": REVENUE, "by": ["region"]}}
    expect(outcome, "computed", params, {"/sales.csv": SALES, "/o.csv": table})


def test_groups_in_records_and_sheets() -> None:
    calculation_ = {"result": REVENUE, "by": ["region"]}
    params = {"path": "/o.json", "field": "total", "records": "rows[]", "keys": ["name"], "calculation": calculation_}
    rows = [{"name": "N", "total": 7}, {"name": "S", "total": 6}]
    expect(P, "computed", params, {"/sales.csv": SALES, "/o.json": {"rows": rows}})
    expect(F, "computed", params, {"/sales.csv": SALES, "/o.json": {"rows": rows[:1]}})
    sheet = book(Data=sheet_rows(("region", "price", "qty"), ("N", 3, 2), ("S", 2, 3), ("N", 1, 1)))
    by_sheet = {"op": "sum", "rows": {"path": "/s.xlsx"}, "of": {"op": "multiply", "left": "price", "right": "qty"}}
    params = {"path": "/o.csv", "field": "total", "calculation": {"result": by_sheet, "by": ["region"]}}
    expect(P, "computed", params, {"/s.xlsx": sheet, "/o.csv": "region,total\nN,7\nS,6\n"})
    formula = book(Data=sheet_rows(("region", "price", "qty"), ("N", "=1+2", 2), ("S", 2, 3), ("N", 1, 1)))
    expect(U, "computed", params, {"/s.xlsx": formula, "/o.csv": "region,total\nN,7\nS,6\n"})


@pytest.mark.parametrize(
    ("closeness", "value", "outcome"),
    [
        ({}, 4.333333333333333, P),
        ({}, 4.33, U),
        ({}, 4.3, U),
        ({}, 4, F),
        ({}, 4.34, F),
        ({}, 4.32, F),
        ({"decimals": 2}, 4.33, P),
        ({"decimals": 2}, 4.34, U),
        ({"decimals": 2}, 4.35, F),
        ({"decimals": 2}, 4.333333333333333, P),
        ({"tolerance": 0.1}, 4.4, P),
        ({"tolerance": 0.1}, 4.45, F),
        ({"tolerance": "0.1"}, 4.24, P),
        ({"relative": 0.01}, 4.37, P),
        ({"relative": 0.01}, 4.38, F),
    ],
)
def test_closeness(closeness: dict[str, Any], value: float, outcome: Any) -> None:
    mean = {"op": "divide", "left": REVENUE, "right": {"op": "count", "rows": ROWS}}
    _check(outcome, mean, value, **closeness)


def test_kinds_that_are_not_stated() -> None:
    _check(U, _of("percentile", q=25), 1.75)
    _check(U, _of("percentile", q=25), 1.6)
    _check(F, _of("percentile", q=25), 2.1)
    _check(P, _of("percentile", q=50), 2)
    _check(U, _of("variance"), 1.75)
    _check(F, _of("variance"), 2)


def test_whole_numbers_have_no_noise() -> None:
    large = "v\n900000000\n100000001\n"
    total = {"op": "sum", "rows": {"path": "/v.csv"}, "of": "v"}
    _check(P, total, 1000000001, {"/v.csv": large})
    _check(F, total, 1000000002, {"/v.csv": large})


def test_noise_of_cancellation_is_undecided() -> None:
    text = "v\n0.1\n0.2\n1e15\n-1e15\n"
    _check(U, {"op": "sum", "rows": {"path": "/v.csv"}, "of": "v"}, 0.25, {"/v.csv": text})


@pytest.mark.parametrize(
    "text",
    [
        "price\n1\n\n2\n\t\n",
        'price,x\n1,a\n"",b\n',
        "price\n1\nn/a\n",
        "price\n1\nNaN\n",
        'price\n1\n"1,000"\n',
        "price\n1\n5%\n",
        "Price\n1\n",
        "other\n1\n",
        "price,price\n1,1\n",
        "price\n",
    ],
)
def test_doubtful_inputs_leave_it_undecided(text: str) -> None:
    mean = {"op": "mean", "rows": {"path": "/v.csv"}, "of": "price"}
    if text == "price\n1\n\n2\n\t\n":
        text = "price,x\n1,\n,a\n2,\n"
    _check(U, mean, 1, {"/v.csv": text})


def test_blanks_may_be_skipped() -> None:
    mean = {"op": "mean", "rows": {"path": "/v.csv"}, "of": "price", "blanks": "skip"}
    _check(P, mean, 2, {"/v.csv": "price,x\n1,a\n,b\n3,c\n"})


def test_division_by_zero_and_overflow_are_undecided() -> None:
    zero = {"op": "divide", "left": _of("sum"), "right": {"op": "number", "value": 0}}
    _check(U, zero, 0)
    product: Any = {"op": "number", "value": "1e9999"}
    for _ in range(9):
        product = {"op": "multiply", "left": product, "right": product}
    assert "MAX_PARTS" in CALCULATION.problem({"result": product})


def test_inputs_count_as_they_were_handed_over() -> None:
    params = {"path": "/out.json", "field": "total", "calculation": {"result": _of("sum")}}
    after = {"/out.json": {"total": 7.5}, "/sales.csv": SALES}
    expect(P, "computed", params, World(after, before={"/sales.csv": SALES}))
    expect(P, "computed", params, World({"/out.json": {"total": 7.5}}, before={"/sales.csv": SALES}))
    expect(U, "computed", params, World({**after, "/sales.csv": SALES + "N,1,1,\n"}, before={"/sales.csv": SALES}))
    expect(U, "computed", params, World({"/out.json": {"total": 7.5}}, before={}))
    expect(P, "computed", params, World(after, before={}))


@pytest.mark.parametrize(
    "value",
    [
        None,
        {},
        {"result": {"op": "eval", "code": "1"}},
        {"result": {"op": "number", "value": True}},
        {"result": {"op": "number", "value": "ten"}},
        {"result": {"op": "percentile", "rows": ROWS, "of": "price"}},
        {"result": {"op": "mean", "rows": ROWS, "of": "price", "q": 5}},
        {"result": {"op": "weighted_mean", "rows": ROWS, "of": "price"}},
        {"result": {"op": "distinct", "rows": ROWS}},
        {"result": {"op": "sum", "rows": {"path": ""}, "of": "price"}},
        {"result": {"op": "sum", "rows": {**ROWS, "where": [{"column": "a", "test": "is"}]}, "of": "price"}},
        {"result": {"op": "sum", "rows": {**ROWS, "where": [{"column": "a", "test": "above", "values": ["x"]}]}}},
        {"result": _of("sum"), "by": ["a"] * 9},
        {"result": _of("sum"), "extra": 1},
        {"result": {"op": "number", "value": float("nan")}},
    ],
)
def test_what_is_no_calculation_is_refused(value: Any) -> None:
    assert CALCULATION.problem(value)


def test_bounds_of_an_expression() -> None:
    deep: Any = {"op": "number", "value": 1}
    for _ in range(calculation.MAX_DEPTH):
        deep = {"op": "absolute", "of": deep}
    assert "MAX_DEPTH" in CALCULATION.problem({"result": deep})
    values = list(range(calculation.MAX_PARTS + 1))
    rows = {**ROWS, "where": [{"column": "a", "test": "is", "values": values}]}
    assert "MAX_PARTS" in CALCULATION.problem({"result": {"op": "sum", "rows": rows}})


def test_parameters_that_do_not_fit_together() -> None:
    check = BUILT_IN["computed"]
    params = {"path": "/o.json", "field": "a", "calculation": {"result": _of("sum")}, "keys": ["x"]}
    assert "keys" in problem_with(check, params)
    unseen = {"op": "sum", "rows": {"path": "/x.pkl"}, "of": "a"}
    assert "no observer" in problem_with(check, {"path": "/o.json", "field": "a", "calculation": {"result": unseen}})


def test_too_many_groups(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(evaluate, "MAX_GROUPS", 1)
    _check(U, REVENUE, {"N": 7, "S": 6}, by=["region"])


numbers = st.decimals(-1000, 1000, places=3).map(lambda number: format(number, "f"))
tables = st.lists(st.tuples(st.sampled_from("NSW"), numbers, st.integers(1, 9).map(str)), min_size=1, max_size=12)


def _reference(op: str, values: list[Fraction], weights: list[Fraction]) -> Fraction:
    """The textbook, in exact fractions."""
    if op == "weighted_mean":
        return sum((v * w for v, w in zip(values, weights, strict=True)), Fraction(0)) / sum(weights)
    return {
        "sum": lambda: sum(values, Fraction(0)),
        "mean": lambda: sum(values, Fraction(0)) / len(values),
        "min": lambda: min(values),
        "max": lambda: max(values),
        "median": lambda: statistics.median(values),
        "variance": lambda: sum((v - sum(values) / len(values)) ** 2 for v in values) / len(values),
    }[op]()


@given(
    rows=tables,
    op=st.sampled_from(["sum", "mean", "min", "max", "median", "variance", "weighted_mean"]),
    grouped=st.booleans(),
)
def test_the_evaluator_agrees_with_exact_fractions(rows: list[tuple[str, str, str]], op: str, grouped: bool) -> None:
    more = {"variance": {"ddof": 0}, "weighted_mean": {"weight": "w"}}.get(op, {})
    asked = {"op": op, "rows": {"path": "/t.csv"}, "of": "v", **more}
    stated = calculation_of({"result": asked, "by": ["g"] if grouped else []})
    view = TableView(("g", "v", "w"), tuple(rows))
    got = evaluate.evaluate(stated, {key_of(table): records_of(view, "t") for table in tables_of(stated)}, {})
    groups: dict[tuple[str, ...], list[tuple[str, str, str]]] = {}
    for row in rows:
        groups.setdefault((row[0],) if grouped else (), []).append(row)
    assert set(got) == set(groups)
    for key, members in groups.items():
        wanted = _reference(op, [Fraction(row[1]) for row in members], [Fraction(row[2]) for row in members])
        (reading,) = got[key].readings
        assert abs(Fraction(reading) - wanted) <= Fraction(1, 10**50)


@given(rows=tables)
def test_the_order_of_rows_does_not_matter(rows: list[tuple[str, str, str]]) -> None:
    stated = calculation_of(
        {"result": {"op": "percentile", "q": 90, "rows": {"path": "/t.csv"}, "of": "v"}, "by": ["g"]}
    )
    results = []
    for order in (rows, rows[::-1]):
        view = TableView(("g", "v", "w"), tuple(order))
        got = evaluate.evaluate(stated, {key_of(t): records_of(view, "t") for t in tables_of(stated)}, {})
        results.append({key: set(result.readings) for key, result in got.items()})
    assert results[0] == results[1]


@given(st.text(max_size=8))
def test_a_text_in_a_column_of_numbers_is_never_a_number(text: str) -> None:
    view = TableView(("v",), ((text,),))
    stated = calculation_of({"result": {"op": "sum", "rows": {"path": "/t.csv"}, "of": "v"}})
    try:
        got = evaluate.evaluate(stated, {key_of(t): records_of(view, "t") for t in tables_of(stated)}, {})
    except UndecidedError:
        return
    assert got[()].readings == (Decimal(text.strip().replace("−", "-").lstrip("+")),)


def test_what_doubles_lose_in_a_difference_of_exact_ends_is_no_violation() -> None:
    ends = {
        "op": "subtract",
        "left": _of("max", "v", rows={"path": "/v.csv"}),
        "right": _of("min", "v", rows={"path": "/v.csv"}),
    }
    for scaled, value in ((ends, 1), ({"op": "divide", "left": ends, "right": {"op": "number", "value": 2}}, 2)):
        files = {"/v.csv": "v\n1000000000.1\n1000000000\n"}
        _check(U, scaled, (1000000000.1 - 1000000000) / value, files)
        _check(F, scaled, 0.2, files)


def test_a_result_cut_off_to_its_own_digits_is_left_open() -> None:
    files = {"/v.csv": "v\n10.6875\n"}
    for value, outcome in ((10.6875, P), (10.68, U), (10.69, U), (10.6, U), (10.67, F), (10.8, F), (10, F), (11, F)):
        _check(outcome, _of("sum", "v", rows={"path": "/v.csv"}), value, files)
