"""Cases of the validators of tables over files whose values have types: Parquet, held and too large to be held, and a
table of a database. Each is judged as CSV is; what a type leaves open is debatable."""

from __future__ import annotations

import sqlite3
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from datetime import date, timedelta
from pathlib import Path

from specharness.qualify.case import FAILED, Asked, Case, World, debatable, missing, near_fail, near_pass
from specharness.qualify.draw import Draw

_TYPES = {
    "key": "BIGINT",
    "price": "DOUBLE",
    "state": "VARCHAR",
    "day": "DATE",
    "digits": "VARCHAR",
    "gap": "BIGINT",
    "list": "INTEGER[]",
}
_LARGE = {"rows": 2.0}
"""Limits under which the table is looked at by queries."""


def parquet(columns: Mapping[str, tuple[str, Sequence[object]]]) -> bytes:
    """A Parquet file: columns by name, each with its type in DuckDB's SQL and its values."""
    import duckdb

    with tempfile.TemporaryDirectory(prefix="specharness-base-") as folder:
        file = Path(folder) / "x"
        rows = list(zip(*(values for _, values in columns.values()), strict=True))
        made = ", ".join(f'"{name}" {kind}' for name, (kind, _) in columns.items())
        with duckdb.connect() as connection:
            connection.execute(f"CREATE TABLE t ({made})")
            connection.executemany(f"INSERT INTO t VALUES ({', '.join('?' * len(columns))})", rows)
            connection.execute(f"COPY t TO '{file}' (FORMAT parquet)")
        return file.read_bytes()


def database(tables: Mapping[str, tuple[Sequence[str], Sequence[tuple[object, ...]]]]) -> bytes:
    """A SQLite file: tables by name, with columns and rows."""
    with tempfile.TemporaryDirectory(prefix="specharness-base-") as folder:
        file = Path(folder) / "x.db"
        base = sqlite3.connect(file)
        for name, (columns, rows) in tables.items():
            base.execute(f"CREATE TABLE [{name}] ({', '.join(f'[{column}]' for column in columns)})")
            base.executemany(f"INSERT INTO [{name}] VALUES ({', '.join('?' * len(columns))})", rows)
        base.commit()
        base.close()
        return file.read_bytes()


def over_typed_tables(draw: Draw, validator: str) -> Iterator[Case]:
    """The cases of one validator; the draws of its other cases stay as they are."""
    draw = deepcopy(draw)
    names = dict(zip(_TYPES, draw.words(len(_TYPES)), strict=True))
    table, other = draw.words(9)[-2:]
    number = draw.integer(4, 9)
    values: dict[str, list[object]] = {
        "key": list(range(1, number + 1)),
        "price": [place + 0.25 for place in range(number)],
        "state": [*(draw.pick(("open", "closed")) for _ in range(number - 2)), "open", "closed"],
        "day": [date(2024, 1, 1) + timedelta(days=place) for place in range(number)],
        "digits": [str(place) for place in range(number)],
        "gap": [None, *range(1, number)],
        "list": [[place] for place in range(number)],
    }
    file = parquet({names[name]: (kind, values[name]) for name, kind in _TYPES.items()})
    stored = [name for name in _TYPES if name != "list"]
    rows = list(zip(*([str(item) if name == "day" else item for item in values[name]] for name in stored), strict=True))
    base = database({table: ([names[name] for name in stored], rows), other: ([other], [])})
    for param, params, right, why in _asked(validator, names, number):
        for place, world in (
            ({"path": "t.parquet"}, World({"t.parquet": file})),
            ({"path": "t.parquet"}, World({"t.parquet": file}, limits=_LARGE)),
            ({"path": "s.db", "sheet": table}, World({"s.db": base})),
        ):
            if names["list"] in str(params) and place["path"] == "s.db":
                continue
            asked = {**place, **params}
            if right is None:
                yield debatable(asked, world, why)
            else:
                yield (near_pass if right else near_fail)(param, asked, world, why)
    some = next(params for _, params, right, _ in _asked(validator, names, number) if right)
    yield debatable({"path": "s.db", **some}, {"s.db": base}, "two tables, and none is named")
    yield near_pass("sheet", {"path": "s.db", "sheet": table, **some}, {"s.db": base}, "the table named")
    yield missing({"path": "s.db", "sheet": f"{table}x", **some}, {"s.db": base}, "no such table", FAILED)


_Asked = tuple[str, Asked, bool | None, str]


def _asked(validator: str, names: Mapping[str, str], number: int) -> Sequence[_Asked]:
    """The parameter that a question is about, the question, whether it must pass (None: debatable), and why."""
    key, price, state, day = (names[name] for name in ("key", "price", "state", "day"))
    digits, gap, several = (names[name] for name in ("digits", "gap", "list"))
    last = number - 0.75
    questions: dict[str, Sequence[_Asked]] = {
        "count": (
            ("count", {"of": "rows", "count": number}, True, "all rows"),
            ("count", {"of": "rows", "count": number + 1}, False, "one more"),
            ("max", {"of": "rows", "max": number - 1}, False, "one less"),
        ),
        "table_columns": (
            ("columns", {"columns": [key, price]}, True, "two of them"),
            ("columns", {"columns": [key, f"{price}{price}"]}, False, "one that is not there"),
            ("columns", {"columns": [key.upper()]}, None, "another case"),
        ),
        "column_types": (
            ("types", {"types": {key: "integer", price: "number", state: "text"}}, True, "as stored"),
            ("types", {"types": {price: "integer"}}, False, "numbers with digits behind the point"),
            ("types", {"types": {state: "number"}}, False, "words"),
            ("types", {"types": {digits: "integer"}}, None, "digits in a column of texts"),
            ("blanks", {"types": {gap: "integer"}, "blanks": True}, True, "nothing in one row"),
            ("types", {"types": {gap: "integer"}}, None, "nothing in one row, where that is not admitted"),
            ("types", {"types": {several: "integer"}}, None, "lists"),
        ),
        "value_range": (
            ("max", {"field": price, "max": last}, True, "the greatest at the bound"),
            ("max", {"field": price, "max": last - 0.25}, False, "the greatest beyond it"),
            ("min", {"field": digits, "min": 0}, None, "digits in a column of texts"),
            ("min", {"field": gap, "min": 0}, None, "nothing in one row"),
            ("min", {"field": several, "min": 0}, None, "lists"),
        ),
        "value_equals": (
            ("value", {"field": price, "value": last}, False, "in one row only"),
            ("tolerance", {"field": price, "value": last, "tolerance": number}, True, "all within the tolerance"),
            ("value", {"field": several, "value": 1}, None, "lists"),
        ),
        "allowed_values": (
            ("allowed", {"field": state, "allowed": ["open", "closed"]}, True, "both states"),
            ("allowed", {"field": state, "allowed": ["open"]}, False, "one of them"),
            ("allowed", {"field": key, "allowed": [str(n) for n in range(1, number + 1)]}, None, "numbers as texts"),
        ),
        "number_format": (
            ("decimals", {"field": price, "decimals": 2}, True, "two digits behind the point"),
            ("decimals", {"field": price, "decimals": 1}, False, "one digit more"),
        ),
        "unique": (
            ("field", {"field": key}, True, "all different"),
            ("field", {"field": day}, True, "all different days"),
            ("field", {"field": state}, False, "some twice"),
            ("field", {"field": gap}, None, "nothing in one row"),
            ("field", {"field": several}, None, "lists"),
        ),
        "sorted_by": (
            ("order", {"field": key, "order": "asc"}, True, "rising"),
            ("order", {"field": key, "order": "desc"}, False, "rising, not falling"),
            ("field", {"field": day, "order": "asc"}, True, "rising days"),
        ),
    }
    return questions[validator]
