"""The state of databases, through the real observer."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any

import pytest

from specharness.evidence.observe import Observatory
from specharness.evidence.root import Places
from specharness.ir import Outcome
from specharness.validators.base import problem_with
from specharness.validators.registry import BUILT_IN

P, F, U, E = Outcome.PASSED, Outcome.FAILED, Outcome.UNKNOWN, Outcome.ERROR
ROWS = [(1, "open", 5.0), (2, "open", 7.5), (3, "shipped", 5.0), (4, "Shipped", None), (5, None, 0.0)]


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    base = sqlite3.connect(tmp_path / "shop.db")
    base.execute("CREATE TABLE orders (id INTEGER PRIMARY KEY, status TEXT, price)")
    base.executemany("INSERT INTO orders VALUES (?, ?, ?)", ROWS)
    base.execute("CREATE TABLE [odd name] (a)")
    base.commit()
    base.close()
    return tmp_path


def outcome(folder: Path, **params: Any) -> Outcome:
    check = BUILT_IN["state_query"]
    params = {"path": "shop.db", "table": "orders", **params}
    assert problem_with(check, params) == ""
    return check.decide(params, Observatory(Places(workspace=folder)).observe(check.needs(params))).outcome


@pytest.mark.parametrize(
    ("params", "right"),
    [
        ({"count": 5}, P),
        ({"count": 4}, F),
        ({"min": 5, "max": 5}, P),
        ({"max_exclusive": 5}, F),
        ({"where": {"status": "open"}, "count": 2}, P),
        ({"where": {"status": "open"}, "count": 3}, F),
        ({"where": {"status": "shipped"}, "count": 1}, U),
        ({"where": {"status": "shipped"}, "count": 3}, F),
        ({"where": {"status": "shipped"}, "min": 1}, P),
        ({"where": {"status": ["open", "shipped"]}, "min": 3}, P),
        ({"where": {"status": None}, "count": 1}, P),
        ({"where": {"status": "open", "price": 5}, "count": 1}, P),
        ({"where": {"id": "1"}, "count": 1}, U),
        ({"where": {"id": 3}, "exists": True}, P),
        ({"where": {"id": 9}, "exists": True}, F),
        ({"where": {"id": 9}, "exists": False}, P),
        ({"where": {"id": 3}, "exists": False}, F),
        ({"where": {"id": [1, 2]}, "values": {"status": "open"}}, P),
        ({"where": {"id": [1, 3]}, "values": {"status": "open"}}, F),
        ({"where": {"id": 4}, "values": {"status": "shipped"}}, U),
        ({"where": {"id": 9}, "values": {"status": "open"}}, U),
        ({"values": {"status": ["open", "shipped", "Shipped", None]}}, P),
        ({"table": "odd name", "count": 0}, P),
        ({"table": "odd name", "exists": True}, F),
        ({"table": "nothing", "exists": True}, F),
        ({"where": {"nothing": "x"}, "exists": False}, F),
        ({"where": {"x] = 1 OR [id": 1}, "exists": True}, None),
        ({"path": "none.db", "count": 5}, F),
    ],
)
def test_state(shop: Path, params: dict[str, Any], right: Outcome | None) -> None:
    if right is None:
        assert problem_with(BUILT_IN["state_query"], {"path": "shop.db", "table": "orders", **params})
    else:
        assert outcome(shop, **params) is right


def test_names_are_never_texts(shop: Path) -> None:
    """In double quotation marks SQLite would take a column that is not there for a text."""
    assert outcome(shop, where={"missing": "missing"}, exists=True) is F


def test_what_is_no_database_has_no_state(shop: Path) -> None:
    (shop / "shop.db").write_text("id,status\n1,open\n")
    assert outcome(shop, count=5) is F
    (shop / "shop.db").write_bytes(b"")
    assert outcome(shop, min=1) is not P


@pytest.mark.parametrize(
    "params",
    [
        {}, {"count": 1, "exists": True}, {"where": {}, "count": 1}, {"where": {"a": {}}, "count": 1},
        {"where": {f"c{n}": 1 for n in range(20)}, "count": 1}, {"table": "", "count": 1},
        {"table": "a\nb", "count": 1},
    ],
)  # fmt: skip
def test_questions_that_are_not_admitted(params: dict[str, Any]) -> None:
    assert problem_with(BUILT_IN["state_query"], {"path": "shop.db", "table": "orders", **params})
