"""Cases of the state of databases."""

from __future__ import annotations

import sqlite3
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from specharness.qualify.case import (
    FAILED,
    NOT_PASSED,
    Case,
    Content,
    World,
    cases_for,
    debatable,
    hostile,
    malformed,
    missing,
    near_fail,
    near_pass,
    refused,
    satisfying,
    violating,
)
from specharness.qualify.draw import Draw

_Rows = Sequence[tuple[object, ...]]


def database(tables: Mapping[str, tuple[Sequence[str], _Rows]]) -> bytes:
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


def _emptied(case: Case, draw: Draw) -> World | None:
    """The table loses its rows, where some must be there, and gets many where few may be."""
    table, where = str(case.params["table"]), case.params.get("where")
    columns = list(where) if isinstance(where, dict) else [draw.word()]
    if case.params.get("exists") is False or not any(name in case.params for name in ("exists", "count", "min")):
        return None
    rows = [("x",) * len(columns)] * (0 if where or case.params.get("count") != 0 else 9)
    return World({"s.db": database({table: (columns, rows)})})


@cases_for("state_query", keeps=("other_file",), breaks=(_emptied,))
def state_query(draw: Draw) -> Iterator[Case]:
    table, other, state, key, open_, done = draw.words(6)
    many, few = draw.integer(4, 9), draw.integer(1, 3)
    rows = [(number, open_ if number <= few else done, number * 1.5) for number in range(1, many + 1)]
    data = database({table: ((key, state, "price"), rows), other: ((key,), [(1,)])})
    files: dict[str, Content] = {"s.db": data}

    def ask(**params: object) -> tuple[dict[str, object], dict[str, Content]]:
        return {"path": "s.db", "table": table, **params}, files

    for bound, outside in (("min", 1), ("max", -1)):
        yield near_pass(bound, *ask(**{bound: many}), "at the bound")
        yield near_fail(bound, *ask(**{bound: many + outside}), "just outside")
        yield near_pass(f"{bound}_exclusive", *ask(**{f"{bound}_exclusive": many - outside}), "just inside")
        yield near_fail(f"{bound}_exclusive", *ask(**{f"{bound}_exclusive": many}), "at the bound")
    yield near_pass("count", *ask(count=many), "all rows")
    yield near_fail("count", *ask(count=many + 1), "one more")
    yield near_fail("count", *ask(count=many - 1), "one less")
    yield near_pass("where", *ask(where={state: open_}, count=few), "those of one state")
    yield near_fail("where", *ask(where={state: open_}, count=many), "not all are of it")
    yield near_fail("where", *ask(where={state: f"{open_}s"}, min=1), "one letter more")
    yield near_pass("where", *ask(where={state: [open_, done]}, count=many), "either state")
    yield near_pass("where", *ask(where={state: open_, key: 1}, count=1), "two conditions")
    yield near_fail("where", *ask(where={state: done, key: 1}, min=1), "two conditions that exclude each other")
    yield near_pass("exists", *ask(where={key: many}, exists=True), "it is there")
    yield near_fail("exists", *ask(where={key: many + 1}, exists=True), "it is not there")
    yield near_pass("exists", *ask(where={key: many + 1}, exists=False), "it is not there, as asked")
    yield near_fail("exists", *ask(where={key: many}, exists=False), "it is there, though not asked")
    yield near_pass("values", *ask(where={key: 1}, values={state: open_}), "of one row")
    yield near_fail("values", *ask(where={key: many}, values={state: open_}), "another state")
    yield near_fail("values", *ask(values={state: open_}), "not in all rows")
    yield near_pass("values", *ask(values={state: [open_, done]}), "either, in all rows")
    yield satisfying(*ask(where={"price": many * 1.5}, count=1), "by a number")
    yield violating(*ask(where={"price": many * 1.5 + 0.5}, min=1), "by another number")
    yield near_pass("table", {"path": "s.db", "table": other, "count": 1}, files, "the table named")
    yield near_fail("table", {"path": "s.db", "table": other, "count": many}, files, "another table")
    yield missing({"path": "s.db", "table": f"{table}x", "exists": True}, files, "no such table", FAILED)
    yield missing(*ask(where={f"{state}x": open_}, exists=False), "no such column", FAILED)
    yield missing(*ask(where={open_: open_}, exists=True), "a value is no column", FAILED)
    small = {**files, "t.db": database({table: ((key,), [])})}
    yield near_pass("path", {"path": "s.db", "table": table, "min": 1}, small, "the file named")
    yield near_fail("path", {"path": "t.db", "table": table, "min": 1}, small, "another file")
    yield debatable(*ask(where={state: open_.upper()}, min=1), "another case")
    yield debatable(*ask(where={key: "1"}, count=1), "a number as text")
    yield debatable(*ask(where={key: many + 5}, values={state: open_}), "no row is meant")
    yield debatable(*ask(where={key: 1}, values={state: open_.upper()}), "a value in another case")
    yield malformed(
        {"path": "s.db", "table": table, "count": many}, {"s.db": f"{key},{state}\n1,x\n"}, "a CSV file", FAILED
    )
    yield malformed({"path": "s.db", "table": table, "count": many}, {"s.db": data[:300]}, "cut off", NOT_PASSED)
    yield hostile(
        {"path": "s.db", "table": table, "min": 1}, {"s.db": data[:100] + b"\xff" * 4_000 + data[4_100:]}, "torn"
    )
    yield refused({"path": "s.db", "table": table}, "nothing asked")
    yield refused({"path": "s.db", "table": f"{table}] UNION SELECT 1 --", "count": 1}, "no name")
    yield refused({"path": "s.db", "table": table, "where": {f"{key}] = 1 OR [{key}": 1}, "exists": True}, "no column")
    yield refused({"path": "s.db", "table": table, "count": 1, "exists": True}, "two questions")
    yield refused({"path": "s.db", "table": table, "where": {}, "count": 1}, "no condition")


DEFINITIONS = (state_query,)
