"""Cases of single values of files with types: truth values of a database, which are numbers there, days of Parquet."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, datetime

from specharness.qualify.case import Case, World, debatable, near_fail, near_pass, satisfying, violating
from specharness.qualify.typed_tables import database, parquet

DEFINITIONS = ()
"""What is yielded here belongs to the definitions of `value_equals`, `allowed_values` and `column_types`."""


def _base(*rows: tuple[object, ...]) -> World:
    return World({"s.db": database({"t": (["v", "w"], rows)})})


def _file(**columns: tuple[str, list[object]]) -> World:
    return World({"t.parquet": parquet(columns)})


def equal() -> Iterator[Case]:
    """Cases of `value_equals`."""
    asked = {"path": "s.db", "sheet": "t", "field": "v"}
    for value, stored, right in (
        (True, 1, True),
        (True, 0, False),
        (False, 0, True),
        (False, 1, False),
        (True, 2, False),
    ):
        make = near_pass if right else near_fail
        yield make("value", {**asked, "value": value}, _base((stored, "x")), f"{stored} for {value}, in a database")
    yield debatable({**asked, "value": True}, _base(("true", "x")), "a text for a truth value, in a database")
    yield near_fail("value", {**asked, "value": 1}, _base((2, "x")), "another number, in a database")
    truth = _file(v=("BOOLEAN", [True, True]), w=("INTEGER", [1, 1]))
    typed = {"path": "t.parquet"}
    yield near_pass("value", {**typed, "field": "v", "value": True}, truth, "a stored truth value")
    yield near_fail("value", {**typed, "field": "w", "value": True}, truth, "a number where truth values are stored")


def allowed() -> Iterator[Case]:
    """Cases of `allowed_values`: a day may be what a text in another form says."""
    day = _file(v=("DATE", [date(2024, 12, 31)]), w=("VARCHAR", ["2024-12-31"]))
    typed = {"path": "t.parquet", "field": "v"}
    yield near_pass("allowed", {**typed, "allowed": ["2024-12-31"]}, day, "a stored day")
    yield near_fail("allowed", {**typed, "allowed": ["2024-12-30", "2023-12-31"]}, day, "other days")
    yield near_fail("allowed", {**typed, "allowed": [20241231, 5]}, day, "numbers for a day")
    yield debatable({**typed, "allowed": ["31.12.2024"]}, day, "a day in another form")
    yield debatable({**typed, "allowed": ["2024-12-30", "31.12.2024"]}, day, "another day, and one in another form")
    yield near_fail("allowed", {**typed, "field": "w", "allowed": ["31.12.2024"]}, day, "a text in another form")
    words = _file(v=("VARCHAR", ["open"]), w=("TIMESTAMP", [datetime(2024, 12, 31)]))
    yield near_fail("allowed", {**typed, "allowed": ["shut"]}, words, "another word")
    yield near_fail(
        "allowed", {"path": "s.db", "sheet": "t", "field": "v", "allowed": [True]}, _base((0, "x")), "false"
    )
    yield near_pass("allowed", {"path": "s.db", "sheet": "t", "field": "v", "allowed": [True, 5]}, _base((1, "x")), "1")


def types() -> Iterator[Case]:
    """Cases of `column_types`."""
    file = _file(
        v=("DOUBLE", [1.0, 2.0]), w=("VARCHAR", ["1", "2"]), b=("BOOLEAN", [True, False]), i=("INTEGER", [0, 1]),
        d=("DATE", [date(2024, 1, 1)] * 2), t=("VARCHAR", ["2024-01-01"] * 2), n=("DECIMAL(9,2)", [1, 2]),
        f=("DOUBLE", [1.5, 2.0]),
    )  # fmt: skip
    asked = {"path": "t.parquet"}
    for column, kind, right in (
        ("v", "number", True), ("v", "integer", None), ("f", "integer", False), ("w", "integer", None),
        ("w", "text", True), ("w", "number", None), ("b", "boolean", True), ("i", "boolean", None),
        ("i", "integer", True), ("i", "text", None), ("d", "date", True), ("t", "date", None), ("d", "text", None),
        ("n", "number", True), ("n", "integer", None), ("b", "integer", False), ("d", "datetime", None),
    ):  # fmt: skip
        params = {**asked, "types": {column: kind}}
        if right is None:
            yield debatable(params, file, f"{column} as {kind}")
        else:
            yield (satisfying if right else violating)(params, file, f"{column} as {kind}")
    base = {"path": "s.db", "sheet": "t"}
    for stored, kind, right in (
        (1, "integer", True), (1.0, "integer", None), (1.5, "integer", False), ("1", "integer", None),
        (1, "boolean", None), (1.5, "number", True), ("x", "number", False), ("x", "text", True),
        ("2024-01-01", "date", True), ("2024-02-30", "date", False),
    ):  # fmt: skip
        params = {**base, "types": {"v": kind}}
        make = debatable if right is None else satisfying if right else violating
        yield make(params, _base((stored, "x")), f"{stored!r} as {kind}, in a database")
