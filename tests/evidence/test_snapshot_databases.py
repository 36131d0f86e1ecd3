"""Snapshots of SQLite databases and their differences: hostile files, row identity, and the laws of a difference."""

from __future__ import annotations

import os
import sqlite3
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, suppress
from itertools import count
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pydantic import TypeAdapter, ValidationError

from specharness.errors import InputError, LimitExceededError, NotFoundError
from specharness.evidence.diff_rows import DatabaseDiff, diff_databases
from specharness.evidence.diff_rules import Predicate, RowAllowance, RowChangeKind
from specharness.evidence.snapshot_rows import Column, DatabaseSnapshot, SchemaObject, Table, spelt_value
from specharness.evidence.snapshot_sqlite import DatabaseLimits, snapshot_database

PEOPLE = """
CREATE TABLE people (id INTEGER PRIMARY KEY, name TEXT, pay REAL, photo BLOB);
CREATE TABLE log (line TEXT);
CREATE TABLE seats (room TEXT, seat INTEGER, who TEXT, PRIMARY KEY (seat, room)) WITHOUT ROWID;
CREATE INDEX by_name ON people (name);
INSERT INTO people VALUES (1, 'Ann', 10.0, x'00ff'), (2, 'Bob', 20.0, NULL);
INSERT INTO log VALUES ('a'), ('a'), ('b');
INSERT INTO seats VALUES ('x', 1, 'Ann'), ('y', 1, 'Bob');
"""


def made(path: Path, script: str) -> Path:
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.executescript(script)
    return path


def taken(path: Path) -> DatabaseSnapshot:
    snapshot = snapshot_database(path)
    assert DatabaseSnapshot.model_validate_json(snapshot.model_dump_json()) == snapshot
    return snapshot


def rows(snapshot: DatabaseSnapshot, name: str) -> tuple[tuple[str, ...], ...]:
    return next(table for table in snapshot.tables if table.name == name).rows


def changed(folder: Path, script: str, *allowances: RowAllowance, first: str = PEOPLE) -> DatabaseDiff:
    path = folder / "data.db"
    path.unlink(missing_ok=True)
    before = taken(made(path, first))
    return diff_databases(before, taken(made(path, script)), allowances)


def test_schema_and_rows(tmp_path: Path) -> None:
    snapshot = taken(made(tmp_path / "a ?#%.db", PEOPLE))
    assert [table.name for table in snapshot.tables] == ["log", "people", "seats"]
    assert [table.key for table in snapshot.tables] == [(), ("id",), ("seat", "room")]
    assert snapshot.objects[0].type == "index"
    assert rows(snapshot, "log") == (("text:a",), ("text:a",), ("text:b",))
    digest = "06eb7d6a69ee19e5fbdf749018d3d2abfa04bcbd1365db312eb86dc7169389b8"
    assert rows(snapshot, "people")[0] == ("int:1", "text:Ann", "real:10.0", f"blob:2:{digest}")
    assert [file.name for file in tmp_path.iterdir()] == ["a ?#%.db"]


def test_values_that_are_hard_to_write(tmp_path: Path) -> None:
    script = """CREATE TABLE v (x);
    INSERT INTO v VALUES (1), (1.0), ('1'), (x'31'), (NULL), (9e999), (-9e999), ('a' || char(0) || 'b'),
    (cast(x'ff' AS TEXT)), (9223372036854775807), ('null');"""
    found = {row[0] for row in rows(taken(made(tmp_path / "v.db", script)), "v")}
    assert len(found) == 11
    assert {"int:1", "real:1.0", "text:1", "null", "text:null", "real:inf", "real:-inf", "text:a\0b"} < found
    assert "int:9223372036854775807" in found
    assert sum(value.startswith(("blob:1:", "text-bytes:1:")) for value in found) == 2


def test_what_stands_in_the_log_is_read_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "wal.db"
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.executescript("PRAGMA journal_mode=WAL; CREATE TABLE t (x); INSERT INTO t VALUES (1);")
        contents = {file.name: file.read_bytes() for file in tmp_path.iterdir()}
        assert len(contents["wal.db-wal"]) > 0
        assert rows(taken(path), "t") == (("int:1",),)
        assert {file.name: file.read_bytes() for file in tmp_path.iterdir()} == contents
    assert rows(taken(path), "t") == (("int:1",),)
    assert [file.name for file in tmp_path.iterdir()] == ["wal.db"]


def test_a_change_that_was_broken_off_is_refused_and_not_replayed(tmp_path: Path) -> None:
    path = made(tmp_path / "a.db", PEOPLE)
    journal = tmp_path / "a.db-journal"
    journal.write_bytes(b"\0" * 512)  # one that is done with
    assert taken(path).tables
    journal.write_bytes(bytes.fromhex("d9d505f920a163d7") + b"\0" * 504)
    with pytest.raises(InputError, match="broken off"):
        snapshot_database(path)
    assert journal.stat().st_size == 512


def test_nothing_of_the_schema_runs(tmp_path: Path) -> None:
    script = """
    CREATE TABLE t (x, y GENERATED ALWAYS AS (x + 1), z GENERATED ALWAYS AS (x * 2) STORED);
    INSERT INTO t (x) VALUES (1);
    CREATE VIEW forever AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n;
    """
    snapshot = taken(made(tmp_path / "a.db", script))
    assert [column.name for column in snapshot.tables[0].columns] == ["x"]
    assert snapshot.tables[0].rows == (("int:1",),)
    assert [one.type for one in snapshot.objects] == ["table", "view"]


def test_a_virtual_table_is_seen_through_the_tables_that_hold_it(tmp_path: Path) -> None:
    first = "CREATE VIRTUAL TABLE f USING rtree(id, a, b); INSERT INTO f VALUES (1, 0, 1)"
    diff = changed(tmp_path, "UPDATE f SET b = 2", first=first)
    assert {change.table for change in diff.row_changes} == {"f_node"}
    assert diff.undecided == ()


@pytest.mark.parametrize("data", [b"", b"x" * 100, b"SQLite format 3\0" + b"\xff" * 4096])
def test_what_is_no_database(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "a.db"
    path.write_bytes(data)
    if data:
        with pytest.raises(InputError, match="SQLite database"):
            snapshot_database(path)
    else:
        assert snapshot_database(path).tables == ()  # what SQLite makes of an empty file, too


def test_a_broken_page_is_an_error_of_its_table(tmp_path: Path) -> None:
    path = made(
        tmp_path / "a.db", "PRAGMA page_size=512; CREATE TABLE a (x); CREATE TABLE b (x); INSERT INTO a VALUES (1)"
    )
    before = taken(path)
    data = bytearray(path.read_bytes())
    data[512:1024] = b"\xff" * 512
    path.write_bytes(data)
    after = taken(path)
    assert after.tables[0].unread.startswith("can't be read")
    assert after.tables[1].unread == ""
    for diff in (diff_databases(before, after), diff_databases(after, before), diff_databases(after, after)):
        assert diff.row_changes == ()
        assert [one.table for one in diff.undecided] == ["a"]


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    return made(tmp_path_factory.mktemp("sound") / "a.db", "PRAGMA page_size=512;" + PEOPLE).read_bytes()


@settings(max_examples=50, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_broken_bytes_never_crash(sound: bytes, tmp_path: Path, data: st.DataObject) -> None:
    content = bytearray(sound)
    for place in data.draw(st.lists(st.integers(16, len(content) - 1), min_size=1, max_size=20)):
        content[place] = data.draw(st.integers(0, 255))
    (tmp_path / "a.db").write_bytes(content)
    with suppress(InputError):
        snapshot_database(tmp_path / "a.db")


def test_links_folders_and_pipes_are_refused(tmp_path: Path) -> None:
    made(tmp_path / "real.db", PEOPLE)
    (tmp_path / "link.db").symlink_to("real.db")
    os.mkfifo(tmp_path / "pipe.db")
    (tmp_path / "folder.db").mkdir()
    for name, error in (("link", InputError), ("pipe", InputError), ("folder", InputError), ("absent", NotFoundError)):
        with pytest.raises(error):
            snapshot_database(tmp_path / f"{name}.db")
    (tmp_path / "real.db-wal").symlink_to("/etc/passwd")
    with pytest.raises(InputError, match="link"):
        snapshot_database(tmp_path / "real.db")


def test_limits_are_named(tmp_path: Path) -> None:
    path = made(tmp_path / "a.db", PEOPLE)
    big = {"file_bytes": 10, "objects": 2, "rows": 6, "value_bytes": 20}
    for name, value in big.items():
        with pytest.raises(LimitExceededError, match=f"`{name}`"):
            snapshot_database(path, DatabaseLimits(**{name: value}))
    assert snapshot_database(path, DatabaseLimits(rows=7)).tables
    many = """CREATE TABLE n (x); WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c LIMIT 30000)
    INSERT INTO n SELECT i FROM c"""
    with pytest.raises(LimitExceededError, match="`seconds`"):
        snapshot_database(made(tmp_path / "b.db", many), DatabaseLimits(seconds=-1))


def test_an_interrupt_of_the_user_stays_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    many = """CREATE TABLE n (x); WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c LIMIT 30000)
    INSERT INTO n SELECT i FROM c"""
    path = made(tmp_path / "a.db", many)
    asked = count()

    def clock() -> float:
        if next(asked) == 1:  # in the middle of a query
            raise KeyboardInterrupt
        return 0.0

    monkeypatch.setattr(time, "monotonic", clock)
    with pytest.raises(KeyboardInterrupt):
        snapshot_database(path)


def test_a_database_that_changes_meanwhile_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = made(tmp_path / "a.db", PEOPLE)
    real = os.read
    asked = count()

    def meddling(descriptor: int, size: int) -> bytes:
        if next(asked) == 0:
            os.utime(path, ns=(1, 1))
        return real(descriptor, size)

    monkeypatch.setattr(os, "read", meddling)
    with pytest.raises(InputError, match="changed while"):
        snapshot_database(path)


def test_rows_are_known_by_their_key(tmp_path: Path) -> None:
    diff = changed(
        tmp_path,
        """UPDATE people SET pay = 11 WHERE id = 1; DELETE FROM people WHERE id = 2;
        INSERT INTO people VALUES (3, 'Cy', 1, NULL); UPDATE seats SET who = 'Cy' WHERE room = 'y';""",
    )
    assert [(one.change.value, one.table, one.key) for one in diff.row_changes] == [
        ("updated", "people", {"id": "int:1"}),
        ("deleted", "people", {"id": "int:2"}),
        ("inserted", "people", {"id": "int:3"}),
        ("updated", "seats", {"seat": "int:1", "room": "text:y"}),
    ]
    assert diff.row_changes[0].before == {"pay": "real:10.0"}
    assert diff.row_changes[0].after == {"pay": "real:11.0"}
    assert diff.unaccounted == diff.row_changes


def test_rows_without_a_key_are_never_updated(tmp_path: Path) -> None:
    diff = changed(tmp_path, "UPDATE log SET line = 'c' WHERE line = 'a'")
    assert [(one.change.value, one.count) for one in diff.row_changes] == [("deleted", 2), ("inserted", 2)]


def test_null_in_a_key_tells_nothing_apart(tmp_path: Path) -> None:
    first = "CREATE TABLE t (k TEXT PRIMARY KEY, v); INSERT INTO t VALUES (NULL, 1), (NULL, 1), ('a', 1)"
    diff = changed(tmp_path, "UPDATE t SET v = 2 WHERE v = 1", first=first)
    assert [(one.change.value, one.key, one.count) for one in diff.row_changes] == [
        ("updated", {"k": "text:a"}, 1),
        ("deleted", {}, 2),
        ("inserted", {}, 2),
    ]


def test_schema_changes(tmp_path: Path) -> None:
    script = """ALTER TABLE log ADD COLUMN level; DROP INDEX by_name; DROP TABLE seats; CREATE VIEW v AS SELECT 1;
    PRAGMA user_version = 7"""
    diff = changed(tmp_path, script)
    assert [(one.change.value, one.type, one.name) for one in diff.schema_changes] == [
        ("deleted", "index", "by_name"),
        ("altered", "setting", "user_version"),
        ("altered", "table", "log"),
        ("deleted", "table", "seats"),
        ("added", "view", "v"),
    ]
    assert [(one.change.value, one.table) for one in diff.row_changes] == [("deleted", "seats")] * 2
    left = changed(tmp_path, script, RowAllowance(table="seats", schema_too=True)).unaccounted
    assert len(left) == 4
    assert changed(tmp_path, script, RowAllowance(table="*", schema_too=True)).unaccounted == ()


def test_a_new_column_changes_the_rows_that_it_fills(tmp_path: Path) -> None:
    diff = changed(tmp_path, "ALTER TABLE people ADD COLUMN x; UPDATE people SET x = 5 WHERE id = 1")
    assert [(one.key, one.before, one.after) for one in diff.row_changes] == [
        ({"id": "int:1"}, {"x": "null"}, {"x": "int:5"})
    ]


def predicate(value: object) -> Predicate:
    return TypeAdapter(Predicate).validate_python(value)


RAISES = "UPDATE people SET pay = pay + 1"


@pytest.mark.parametrize(
    ("allowance", "left"),
    [
        (RowAllowance(table="people"), 0),
        (RowAllowance(table="People"), 2),
        (RowAllowance(table="people", kinds=(RowChangeKind.INSERTED,)), 2),
        (RowAllowance(table="people", columns=("pay",)), 0),
        (RowAllowance(table="people", columns=("name",)), 2),
        (RowAllowance(table="*", before=predicate({"column": "id", "op": "=", "value": 1})), 1),
        (RowAllowance(table="*", after=predicate({"column": "pay", "op": "<=", "value": 11})), 1),
        (RowAllowance(table="*", before=predicate({"column": "photo", "op": "null"})), 1),
        (RowAllowance(table="*", before=predicate({"column": "photo", "op": "!=", "value": 1})), 2),
        (RowAllowance(table="*", before=predicate({"column": "name", "op": "!=", "value": 1})), 2),
        (RowAllowance(table="*", before=predicate({"column": "name", "op": "in", "value": ["Bob", "Cy"]})), 1),
        (RowAllowance(table="*", before=predicate({"column": "absent", "op": "null"})), 2),
    ],
)
def test_allowances(tmp_path: Path, allowance: RowAllowance, left: int) -> None:
    assert len(changed(tmp_path, RAISES, allowance).unaccounted) == left


def test_predicates_combine() -> None:
    both = {"all": [{"column": "a", "op": ">", "value": 1}, {"any": [{"column": "b", "op": "null"}]}]}
    assert predicate(both).holds({"a": "real:1.5", "b": "null"})
    assert not predicate(both).holds({"a": "int:1", "b": "null"})
    assert not predicate(both).holds({"a": "int:2", "b": "int:0"})
    assert not predicate(both).holds({"a": "int:x", "b": "null"})


@pytest.mark.parametrize(
    "broken",
    [
        {"column": "a", "op": "=", "value": True},
        {"column": "a", "op": "=", "value": None},
        {"column": "a", "op": "null", "value": 1},
        {"column": "a", "op": "in", "value": 1},
        {"column": "a", "op": "<", "value": float("nan")},
        {"column": "a", "op": "LIKE", "value": "x"},
        {"all": []},
        {"not": {"column": "a", "op": "null"}},
        {"sql": "1 = 1"},
    ],
)
def test_what_is_no_predicate_is_refused(broken: object) -> None:
    with pytest.raises(ValidationError):
        predicate(broken)


def test_two_allowances_of_columns_add_up(tmp_path: Path) -> None:
    script = "UPDATE people SET pay = 1, name = 'x' WHERE id = 1"
    one, other = RowAllowance(table="people", columns=("pay",)), RowAllowance(table="people", columns=("name",))
    assert len(changed(tmp_path, script, one).unaccounted) == 1
    assert changed(tmp_path, script, one, other).unaccounted == ()


_VALUE = st.one_of(st.none(), st.integers(0, 2), st.sampled_from([1.0, "a", b"a"])).map(spelt_value)
_ROWS = st.lists(st.tuples(_VALUE, _VALUE), max_size=6)
_KEYS = st.sampled_from([(), ("a",), ("b", "a")])


@st.composite
def databases(draw: st.DrawFn) -> DatabaseSnapshot:
    """Tables of one or two columns, with keys that hold twice and NULL: also what no honest file has."""
    tables = []
    for name in draw(st.lists(st.sampled_from(["t", "u"]), unique=True)):
        names = draw(st.sampled_from([("a", "b"), ("b", "a"), ("a", "c")]))
        key = tuple(column for column in draw(_KEYS) if column in names)
        columns = tuple(Column(name=column, type="", not_null=False, default=None) for column in names)
        tables.append(Table(name=name, columns=columns, key=key, rows=tuple(sorted(draw(_ROWS)))))
    tables.sort(key=lambda table: table.name)
    objects = tuple(SchemaObject(type="table", name=table.name, table=table.name, sql="") for table in tables)
    return DatabaseSnapshot(
        sha256="0" * 64, encoding="UTF-8", user_version=0, application_id=0, objects=objects, tables=tuple(tables)
    )


def contents(snapshot: DatabaseSnapshot) -> dict[str, Counter[tuple[tuple[str, str], ...]]]:
    """Rows as sets of their fields that are not NULL, a multiset for each table."""
    found: dict[str, Counter[tuple[tuple[str, str], ...]]] = {}
    for table in snapshot.tables:
        names = [column.name for column in table.columns]
        found[table.name] = Counter(fields(dict(zip(names, row, strict=True))) for row in table.rows)
    return found


def fields(row: dict[str, str]) -> tuple[tuple[str, str], ...]:
    return tuple(sorted((column, value) for column, value in row.items() if value != "null"))


def applied(diff: DatabaseDiff, before: DatabaseSnapshot) -> Iterator[tuple[str, Counter[tuple[tuple[str, str], ...]]]]:
    """Every table's rows after the changes; each change must find the rows that it speaks of."""
    found = contents(before)
    for change in diff.row_changes:
        held = found.setdefault(change.table, Counter())
        if change.change is RowChangeKind.UPDATED:
            assert change.before is not None
            assert change.after is not None
            wanted = {*fields({**change.key, **change.before})}
            (row,) = [row for row in held if held[row] and wanted <= {*row} and dict(row).keys() >= change.key.keys()]
            held[row] -= 1
            held[fields({**dict(row), **change.after})] += 1
            continue
        if change.before is not None:
            held[fields(change.before)] -= change.count
        if change.after is not None:
            held[fields(change.after)] += change.count
        assert min(held.values()) >= 0
    yield from ((name, +rows) for name, rows in found.items() if +rows)


@given(databases(), databases())
def test_the_difference_leads_from_one_database_to_the_other(first: DatabaseSnapshot, second: DatabaseSnapshot) -> None:
    diff = diff_databases(first, second)
    assert dict(applied(diff, first)) == {name: held for name, held in contents(second).items() if held}
    assert DatabaseDiff.model_validate_json(diff.model_dump_json()) == diff
    assert diff_databases(first, second, [RowAllowance(table="*", schema_too=True)]).unaccounted == ()


@given(databases())
def test_a_database_does_not_differ_from_itself(snapshot: DatabaseSnapshot) -> None:
    assert diff_databases(snapshot, snapshot) == DatabaseDiff()
