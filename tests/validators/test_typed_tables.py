"""Parquet files and tables of databases are judged as CSV is, with the types that they have; large and small alike."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any

import pytest

from specharness.evidence.limits import Limits
from specharness.evidence.observe import Observatory
from specharness.evidence.root import Places
from specharness.ir import Outcome
from specharness.validators.base import Finding, looked_further, problem_with
from specharness.validators.registry import BUILT_IN

duckdb = pytest.importorskip("duckdb", reason="Parquet needs the extra `tables`")
P, F, U, E = Outcome.PASSED, Outcome.FAILED, Outcome.UNKNOWN, Outcome.ERROR
ROWS = 20
COLUMNS = {
    "id": "n",
    "neg": "n - 10",
    "code": "n::VARCHAR",
    "price": "n * 1.25::DOUBLE",
    "small": "(n / 10)::FLOAT",
    "cents": "12.50::DECIMAL(10,2)",
    "state": "['open', 'closed'][n::INT % 2 + 1]",
    "day": "DATE '2024-01-01' + n::INT",
    "moment": "TIMESTAMP '2024-01-01' + INTERVAL (n) DAY",
    "flag": "n % 2 = 0",
    "gap": "CASE WHEN n <> 3 THEN n END",
    "nan": "'nan'::DOUBLE",
    "inf": "'inf'::DOUBLE",
    "tags": "[n]",
    "raw": "'x'::BLOB",
    "empty": "CASE WHEN n = 0 THEN '' ELSE 'x' END",
}
ALL = {"id": "integer", "price": "number", "day": "date", "moment": "datetime", "flag": "boolean", "state": "text"}


@pytest.fixture(scope="module")
def parquet(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("typed") / "t.parquet"
    columns = ", ".join(f"{value} AS {name}" for name, value in COLUMNS.items())
    duckdb.connect().execute(f"COPY (SELECT {columns} FROM range({ROWS}) t(n)) TO '{path}' (FORMAT parquet)")
    return path


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("typed") / "s.db"
    connection = sqlite3.connect(path)
    connection.executescript(
        "CREATE TABLE orders (id INTEGER, total REAL, state TEXT, paid BOOLEAN, day TEXT, raw BLOB, code TEXT);"
        "CREATE TABLE other (id INTEGER);"
    )
    rows = [(n, n * 0.5, "open", n % 2, f"2024-01-{n:02}", b"x", str(n)) for n in range(1, 11)]
    connection.executemany("INSERT INTO orders VALUES (?, ?, ?, ?, ?, ?, ?)", rows)
    connection.commit()
    connection.close()
    return path


def ask(path: Path, name: str, params: dict[str, Any], limits: Limits = Limits()) -> Finding:
    asked = {"path": path.name, **params}
    check = BUILT_IN[name]
    assert problem_with(check, asked) == ""
    observatory = Observatory(Places(workspace=path.parent), limits)
    seen = looked_further(check, asked, observatory.observe(check.needs(asked)), observatory.observe)
    return check.decide(asked, seen)


OUTCOMES: list[tuple[Outcome, str, dict[str, Any]]] = [
    (P, "count", {"of": "rows", "count": ROWS}),
    (F, "count", {"of": "rows", "count": ROWS + 1}),
    (P, "count", {"of": "columns", "count": len(COLUMNS)}),
    (P, "value_range", {"field": "price", "min": 0, "max": 23.75}),
    (F, "value_range", {"field": "price", "min": 0, "max": 23.7}),
    (P, "value_range", {"field": "cents", "max": 12.5}),
    (P, "value_range", {"field": "small", "min": 0, "max": 1.9}),
    (U, "value_range", {"field": "code", "min": 0}),
    (U, "value_range", {"field": "gap", "min": 0}),
    (U, "value_range", {"field": "nan", "min": 0}),
    (U, "value_range", {"field": "inf", "min": 0}),
    (U, "value_range", {"field": "tags", "min": 0}),
    (F, "value_range", {"field": "flag", "min": 0}),
    (F, "value_range", {"field": "none", "min": 0}),
    (P, "unique", {"field": "id"}),
    (P, "unique", {"field": "neg"}),
    (P, "unique", {"field": "moment"}),
    (F, "unique", {"field": "state"}),
    (U, "unique", {"field": "gap"}),
    (U, "unique", {"field": "nan"}),
    (U, "unique", {"field": "tags"}),
    (U, "unique", {"field": "raw"}),
    (P, "sorted_by", {"field": "neg", "order": "asc"}),
    (F, "sorted_by", {"field": "neg", "order": "desc"}),
    (P, "sorted_by", {"field": "day", "order": "asc"}),
    (P, "sorted_by", {"field": "small", "order": "asc", "by": "number"}),
    (P, "table_columns", {"columns": ["id", "code"]}),
    (P, "table_columns", {"columns": list(COLUMNS), "exact": True, "ordered": True}),
    (F, "table_columns", {"columns": ["id", "none"]}),
    (U, "table_columns", {"columns": ["ID"]}),
    (P, "column_types", {"types": ALL}),
    (F, "column_types", {"types": {"price": "integer"}}),
    (F, "column_types", {"types": {"state": "integer"}}),
    (F, "column_types", {"types": {"day": "integer"}}),
    (U, "column_types", {"types": {"code": "integer"}}),
    (U, "column_types", {"types": {"cents": "text"}}),
    (U, "column_types", {"types": {"moment": "date"}}),
    (U, "column_types", {"types": {"day": "text"}}),
    (U, "column_types", {"types": {"inf": "number"}}),
    (U, "column_types", {"types": {"tags": "text"}}),
    (U, "column_types", {"types": {"gap": "integer"}}),
    (P, "column_types", {"types": {"gap": "integer"}, "blanks": True}),
    (P, "number_format", {"field": "price", "decimals": 2}),
    (F, "number_format", {"field": "price", "decimals": 1}),
    (P, "number_format", {"field": "small", "decimals": 1}),
    (P, "number_format", {"field": "cents", "decimals": 2, "mode": "exact"}),
    (P, "allowed_values", {"field": "state", "allowed": ["open", "closed"]}),
    (F, "allowed_values", {"field": "state", "allowed": ["open"]}),
    (P, "allowed_values", {"field": "flag", "allowed": [True, False]}),
    (F, "allowed_values", {"field": "day", "allowed": ["2024-01-01"]}),
    (U, "allowed_values", {"field": "day", "allowed": ["01/01/2024"]}),
    (U, "allowed_values", {"field": "id", "allowed": [str(n) for n in range(ROWS)]}),
    (P, "value_equals", {"field": "cents", "value": 12.5}),
    (F, "value_equals", {"field": "cents", "value": 12.6}),
    (U, "value_equals", {"field": "moment", "value": "2024-01-01"}),
    (F, "value_equals", {"field": "empty", "value": "x"}),
]


@pytest.mark.parametrize(("outcome", "name", "params"), OUTCOMES)
def test_parquet_is_decided_alike_in_memory_and_by_queries(
    parquet: Path, outcome: Outcome, name: str, params: dict[str, Any]
) -> None:
    small, large = ask(parquet, name, params), ask(parquet, name, params, Limits(rows=5))
    assert (small.outcome, large.outcome) == (outcome, outcome), (small, large)


@pytest.mark.parametrize(
    ("outcome", "name", "params"),
    [
        (P, "text_pattern", {"field": "state", "pattern": "[a-z]+", "scope": "field"}),
        (F, "text_pattern", {"field": "state", "pattern": "[A-Z]+", "scope": "field"}),
        (U, "text_pattern", {"field": "day", "pattern": r"\d{2}/\d{2}/\d{4}", "scope": "field"}),
        (P, "text_contains", {"texts": ["closed"]}),
        (P, "cells_filled", {"column": "id"}),
        (F, "cells_filled", {"column": "gap"}),
        (P, "format_valid", {"format": "parquet"}),
        (U, "sorted_by", {"field": "code", "order": "asc"}),
        (P, "number_format", {"decimals": 2, "field": "id"}),
        (P, "values_agree", {"field": "id", "other": "t.parquet", "other_field": "id"}),
    ],
)
def test_parquet_in_memory(parquet: Path, outcome: Outcome, name: str, params: dict[str, Any]) -> None:
    assert ask(parquet, name, params).outcome is outcome


def _sum(path: str, of: str, **more: Any) -> dict[str, Any]:
    return {"result": {"op": "sum", "rows": {"path": path, **more}, "of": of}}


@pytest.mark.parametrize(
    ("of", "outcome"), [("id", P), ("price", F), ("code", U), ("gap", U), ("tags", U), ("nan", U), ("day", U)]
)
def test_sums_over_parquet(parquet: Path, tmp_path: Path, of: str, outcome: Outcome) -> None:
    (tmp_path / "t.parquet").write_bytes(parquet.read_bytes())
    (tmp_path / "out.json").write_text(f'{{"total": {sum(range(ROWS))}}}')
    params = {"field": "total", "calculation": _sum("t.parquet", of)}
    for limits in (Limits(), Limits(rows=5)):
        assert ask(tmp_path / "out.json", "computed", params, limits).outcome is outcome


@pytest.mark.parametrize(
    ("outcome", "name", "params"),
    [
        (P, "count", {"of": "rows", "count": 10, "sheet": "orders"}),
        (P, "count", {"of": "rows", "count": 0, "sheet": "other"}),
        (F, "count", {"of": "rows", "count": 9, "sheet": "ORDERS"}),
        (E, "count", {"of": "rows", "count": 10}),  # which of two tables is not said
        (F, "count", {"of": "rows", "count": 10, "sheet": "nowhere"}),
        (E, "count", {"of": "rows", "count": 10, "sheet": "Ord-ers"}),
        (P, "unique", {"field": "id", "sheet": "orders"}),
        (F, "unique", {"field": "state", "sheet": "orders"}),
        (U, "unique", {"field": "raw", "sheet": "orders"}),
        (P, "value_range", {"field": "total", "min": 0.5, "max": 5, "sheet": "orders"}),
        (F, "value_range", {"field": "total", "min": 0.5, "max": 4.5, "sheet": "orders"}),
        (U, "value_range", {"field": "code", "min": 0, "sheet": "orders"}),
        (P, "table_columns", {"columns": ["id", "total"], "sheet": "orders"}),
        (F, "table_columns", {"columns": ["total"], "sheet": "other"}),
        (P, "column_types", {"types": {"id": "integer", "total": "number", "day": "date"}, "sheet": "orders"}),
        (F, "column_types", {"types": {"total": "integer"}, "sheet": "orders"}),
        (U, "column_types", {"types": {"paid": "boolean"}, "sheet": "orders"}),
        (P, "allowed_values", {"field": "paid", "allowed": [True, False], "sheet": "orders"}),
        (F, "value_equals", {"field": "paid", "value": True, "sheet": "orders"}),
        (P, "sorted_by", {"field": "day", "order": "asc", "sheet": "orders"}),
        (P, "cells_filled", {"column": "id", "sheet": "orders"}),
        (P, "text_contains", {"texts": ["open"], "field": "state", "sheet": "orders"}),
        (U, "text_contains", {"texts": ["open"]}),
        (P, "format_valid", {"format": "sqlite"}),
    ],
)
def test_tables_of_a_database(base: Path, outcome: Outcome, name: str, params: dict[str, Any]) -> None:
    assert ask(base, name, params).outcome is outcome


def test_rows_of_a_database_are_counted_whatever_their_number(base: Path) -> None:
    for number, outcome in ((10, P), (11, F)):
        params = {"of": "rows", "count": number, "sheet": "orders"}
        assert ask(base, "count", params, Limits(rows=5)).outcome is outcome
    assert ask(base, "unique", {"field": "id", "sheet": "orders"}, Limits(rows=5)).outcome is E


def test_a_sum_over_a_table_of_a_database(base: Path, tmp_path: Path) -> None:
    (tmp_path / "s.db").write_bytes(base.read_bytes())
    for total, outcome in ((27.5, P), (27, F)):
        (tmp_path / "out.json").write_text(f'{{"total": {total}}}')
        params = {"field": "total", "calculation": _sum("s.db", "total", sheet="orders")}
        assert ask(tmp_path / "out.json", "computed", params).outcome is outcome


def test_another_kind_of_database_is_undecided(tmp_path: Path) -> None:
    duckdb.connect(str(tmp_path / "x.db")).close()
    assert ask(tmp_path / "x.db", "count", {"of": "rows", "count": 1, "sheet": "t"}).outcome is E
    (tmp_path / "y.db").write_bytes(b"id,total\n1,2\n" * 20)
    assert ask(tmp_path / "y.db", "count", {"of": "rows", "count": 1, "sheet": "t"}).outcome is F
