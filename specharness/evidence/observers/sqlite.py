"""SQLite databases: schema and rows, and queries that can do nothing but read.

The file and its write-ahead log are copied to a private folder while the digest is made, so that what is looked at is
what was digested, and nothing is written beside the artifact. A rollback journal that is still to be replayed is
refused: it may name any file of the machine as one to be removed with it.
"""

from __future__ import annotations

import os
import sqlite3
import tempfile
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from specharness.evidence.beneath import Held, moment
from specharness.evidence.faults import LimitReached, MalformedArtifact, Unsteady
from specharness.evidence.limits import MIB, Limits
from specharness.evidence.observers.answers import Answer, scalar
from specharness.evidence.sqlite_access import (
    COLUMNS,
    JOURNAL_START,
    MAGIC,
    OBJECTS,
    connected,
    is_live_journal,
    name_of,
    quoted,
    uri_of,
)
from specharness.evidence.views import (
    ColumnView,
    DatabaseObject,
    DatabaseTable,
    DatabaseView,
    QueryView,
    Scalar,
    TableView,
)

_CHUNK = MIB
_ALLOWED = frozenset({sqlite3.SQLITE_SELECT, sqlite3.SQLITE_READ, sqlite3.SQLITE_FUNCTION, sqlite3.SQLITE_RECURSIVE})
_DUCKDB = b"DUCK"
"""From the eighth byte on: a database of another engine, under the same endings."""
_BYTES = ("blob:", "text-bytes:")
"""How values that are no text begin, as `snapshot_rows.spelt_value` has them."""
_BROKEN = frozenset({sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB})


def view(held: Held, limits: Limits) -> DatabaseView:
    """Schema and rows. Raises MalformedArtifact, LimitReached."""
    with _opened(held, limits) as base:
        objects, stored = base.schema()
        answer = Answer(limits, limits.rows)
        tables = [base.table(name, answer) for name in stored]
        (version,) = base.connection.execute("PRAGMA main.user_version").fetchone()
        return DatabaseView(
            {table.name: table for table in sorted(tables, key=lambda table: table.name)}, objects, version
        )


def table(held: Held, limits: Limits, name: str) -> TableView:
    """One table, or view of the database. Raises MalformedArtifact where it is not there."""
    with _opened(held, limits) as base:
        objects, stored = base.schema()
        shown = [*stored, *(each.name for each in objects if each.type == "view")]
        if not name:
            if len(stored) != 1:
                raise LimitReached(f"the database has {len(stored)} tables, expected the name of one; undecided")
            name = stored[0]
        found = next((each for each in shown if each.lower() == name.lower()), None)
        if found is None and any(_letters(each) == _letters(name) for each in shown):
            raise LimitReached(
                f"the database has no table {name!r}, but one whose name is spelled otherwise; undecided"
            )
        if found is None:
            raise MalformedArtifact(f"the database has no table {name!r}; it has {', '.join(sorted(shown)) or 'none'}")
        seen = base.table(found, Answer(limits, limits.rows))
        if seen.unread:
            raise LimitReached(f"table {found!r} {seen.unread}; undecided")
        blobs = {
            place
            for row in seen.rows
            for place, value in enumerate(row)
            if isinstance(value, str) and value.startswith(_BYTES)
        }
        columns, types = tuple(c.name for c in seen.columns), tuple(c.type for c in seen.columns)
        return TableView(columns, seen.rows, "", types, frozenset(blobs), strict=False)


def query(held: Held, limits: Limits, sql: str) -> QueryView:
    """The answer to one SELECT."""
    with _opened(held, limits) as base:
        base.connection.set_authorizer(
            lambda action, *_: sqlite3.SQLITE_OK if action in _ALLOWED else sqlite3.SQLITE_DENY
        )
        cursor = base.connection.execute(sql)
        if cursor.description is None:
            raise LimitReached("the query is no SELECT; undecided")
        columns = tuple(str(column[0]) for column in cursor.description)
        answer = Answer(limits, limits.query_rows, "query_rows")
        return QueryView(columns, ("",) * len(columns), tuple(answer.row(row) for row in cursor))


def check(held: Held, limits: Limits) -> str | None:
    """The first inconsistency that SQLite itself finds, if any. SQLite takes an empty file for a database."""
    if held.size == 0:
        return "empty: no database was ever written to it"
    with _opened(held, limits) as base:
        (found,) = base.connection.execute("PRAGMA main.integrity_check(1)").fetchone()
        return None if found == "ok" else str(found)


@dataclass(frozen=True)
class _Base:
    connection: sqlite3.Connection
    limits: Limits

    def schema(self) -> tuple[tuple[DatabaseObject, ...], list[str]]:
        """All objects, in the order of type and name, and the names of the tables that store rows."""
        objects: list[DatabaseObject] = []
        stored: list[str] = []
        for kind, name, owner, sql, page in self.connection.execute(OBJECTS):
            objects.append(DatabaseObject(_word(kind), _word(name), _word(owner), _word(sql)))
            if len(objects) > self.limits.objects:
                raise LimitReached(f"more than the {self.limits.objects} objects that `objects` allows", "objects")
            if kind == "table" and page and not str(name).startswith("sqlite_"):
                stored.append(name_of(name))
        return tuple(sorted(objects, key=lambda each: (each.type, each.name))), stored

    def table(self, name: str, answer: Answer) -> DatabaseTable:
        columns: list[ColumnView] = []
        key: dict[int, str] = {}
        for column, declared, not_null, default, place, hidden in self.connection.execute(COLUMNS, (name,)):
            if place:
                key[place] = name_of(column)
            if not hidden:  # a generated column is a function of others and runs what the schema says
                given = None if default is None else _word(default)
                columns.append(ColumnView(name_of(column), _word(declared), bool(not_null), given))
        selected = ", ".join(quoted(column.name) for column in columns)
        rows: tuple[tuple[Scalar, ...], ...] = ()
        unread = ""
        try:
            found: Iterable[tuple[object, ...]] = self.connection.execute(f"SELECT {selected} FROM main.{quoted(name)}")
            rows = tuple(answer.row(row) for row in found)
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode in {sqlite3.SQLITE_INTERRUPT, sqlite3.SQLITE_NOMEM}:
                raise
            unread = f"can't be read: {error}"
        return DatabaseTable(name, tuple(columns), tuple(key[place] for place in sorted(key)), rows, unread)


@contextmanager
def _opened(held: Held, limits: Limits) -> Iterator[_Base]:
    until = time.monotonic() + limits.seconds
    with tempfile.TemporaryDirectory(prefix="specharness-") as folder:
        uri = _copied(held, Path(folder), limits)
        try:
            with connected(uri, until, limits.part_bytes) as connection:
                yield _Base(connection, limits)
        except sqlite3.Error as error:
            code = getattr(error, "sqlite_errorcode", 0) & 0xFF
            if code == sqlite3.SQLITE_INTERRUPT:
                if time.monotonic() > until:
                    raise LimitReached(f"took longer than the {limits.seconds:g} s of `seconds`", "seconds") from error
                raise KeyboardInterrupt from error  # sqlite3 swallows that one in its handler
            if code in _BROKEN:
                raise MalformedArtifact(f"not a whole SQLite database: {error}") from error
            if code == sqlite3.SQLITE_TOOBIG:
                detail = f"a value is longer than the {limits.part_bytes} bytes of `part_bytes`"
                raise LimitReached(detail, "part_bytes") from error
            raise LimitReached(f"SQLite: {error}; undecided") from error


def _copied(held: Held, folder: Path, limits: Limits) -> str:
    """The URI of a private copy of the database and its log."""
    with held.beside("-journal") as journal:
        if journal is not None and is_live_journal(os.read(journal, JOURNAL_START)):
            raise LimitReached("a change to the database was broken off and its journal would undo it; undecided")
    target = folder / "database"
    with target.open("xb") as stream:
        held.copy(stream.fileno())
    if os.pread(held.descriptor, len(_DUCKDB), 8) == _DUCKDB:
        raise LimitReached("a DuckDB database, which is not read; undecided")
    if held.size and os.pread(held.descriptor, len(MAGIC), 0) != MAGIC:
        raise MalformedArtifact("not a SQLite database: it does not begin as one")
    with held.beside("-wal") as log:
        before = None if log is None else os.fstat(log)
        size = 0 if before is None else before.st_size
        if log is None or before is None or size == 0:
            return uri_of(target, "mode=ro&immutable=1")
        if size > limits.stream_bytes:
            raise LimitReached(f"its log has {size} bytes; `stream_bytes` allows {limits.stream_bytes}", "stream_bytes")
        with target.with_name("database-wal").open("xb") as stream:
            while chunk := os.read(log, _CHUNK):
                stream.write(chunk)
        if moment(os.fstat(log)) != moment(before):
            raise Unsteady(f"{held.place.shown}-wal changed while it was observed; check again")
    return uri_of(target, "mode=rw")


def _letters(name: str) -> str:
    """A name without what spellings of it differ in."""
    return "".join(filter(str.isalnum, name.casefold()))


def _word(value: object) -> str:
    """A word of the schema; a hostile file may hold anything in its place."""
    return value if isinstance(value, str) else "" if value is None else str(scalar(value))
