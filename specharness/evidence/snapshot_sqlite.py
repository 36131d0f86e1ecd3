"""Reading a SQLite database without a trace: nothing is written beside it, replayed into it or run from it.

Guarantees: the file is opened read-only and as one that nobody changes (`immutable`), and no link in its place is
followed; no extension is loaded, no view is evaluated, no trigger, generated column or virtual table runs, and what a
schema calls is not trusted. Where a write-ahead log stands beside it, a copy of both is read, because only SQLite can
say which pages hold. A rollback journal that is still to be replayed is refused: it may name any file of the machine
as one to be removed with it. The database must be at rest; one that changes meanwhile is an error.
"""

from __future__ import annotations

import os
import sqlite3
import stat
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from specharness.errors import InputError, LimitExceededError, NotFoundError
from specharness.evidence.limits import MIB
from specharness.evidence.snapshot_rows import (
    Column,
    DatabaseSnapshot,
    Row,
    SchemaObject,
    Table,
    spelt_value,
)
from specharness.evidence.sqlite_access import (
    COLUMNS,
    JOURNAL_START,
    OBJECTS,
    connected,
    is_live_journal,
    name_of,
    quoted,
    uri_of,
)

_FILE_FLAGS = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
_CHUNK = MIB


@dataclass(frozen=True)
class DatabaseLimits:
    """Bounds of one snapshot. One that is hit stops it: half a table would show the other half as deleted."""

    file_bytes: int = 4096 * MIB
    """Bytes of the database and of its log: about ten seconds of SHA-256, and the room that a copy takes."""
    objects: int = 10_000
    """Tables, indexes, triggers and views."""
    rows: int = 2_000_000
    """Rows of all tables together: about 500 bytes each."""
    value_bytes: int = 512 * MIB
    """Characters of all spelt values together; they are held in memory."""
    one_value: int = 64 * MIB
    """Bytes of one value, before SQLite allocates it."""
    seconds: float = 300.0
    """Wall-clock time of all queries."""


DEFAULT_DATABASE_LIMITS = DatabaseLimits()


def snapshot_database(path: Path, limits: DatabaseLimits = DEFAULT_DATABASE_LIMITS) -> DatabaseSnapshot:
    """Schema and rows of a database file.

    Raises NotFoundError where no file can be read, InputError where it is no database, is in the midst of a change or
    is a link, LimitExceededError where a limit is hit. A table that can't be read says so in `unread`.
    """
    with _opened(path) as descriptor:
        before = os.fstat(descriptor)
        _check_size(path, before.st_size, limits)
        digest = _digest(descriptor)
        _refuse_journal(path)
        with tempfile.TemporaryDirectory(prefix="specharness-") as folder:
            uri = uri_of(path, "mode=ro&immutable=1")
            if _has_log(path):
                uri = uri_of(_copied(path, descriptor, Path(folder), limits), "mode=rw")
            snapshot = _Reader(path, limits).read(uri, digest)
        after, named = os.fstat(descriptor), _status(path)
    if named is None or {_moment(before)} != {_moment(after), _moment(named)}:
        raise InputError(f"{path}: changed while it was read; take the snapshot when nothing writes to it")
    return snapshot


class _Reader:
    def __init__(self, path: Path, limits: DatabaseLimits) -> None:
        self._path = path
        self._limits = limits
        self._until = time.monotonic() + limits.seconds
        self._rows = 0
        self._characters = 0

    def read(self, uri: str, digest: str) -> DatabaseSnapshot:
        try:
            with connected(uri, self._until, self._limits.one_value) as connection:
                return self._whole(connection, digest)
        except (sqlite3.Error, ValueError) as error:  # ValueError: a schema that contradicts itself
            self._not_interrupted(error)
            raise InputError(f"{self._path}: can't be read as a SQLite database: {error}") from error

    def _whole(self, connection: sqlite3.Connection, digest: str) -> DatabaseSnapshot:
        objects: list[SchemaObject] = []
        stored: list[str] = []
        for kind, name, table, sql, page in connection.execute(OBJECTS):
            objects.append(SchemaObject(type=_word(kind), name=_word(name), table=_word(table), sql=_word(sql)))
            if len(objects) > self._limits.objects:
                raise LimitExceededError(f"{self._path}: more than the {self._limits.objects} that `objects` allows")
            if kind == "table" and page:  # a virtual table has no page; what it holds stands in tables of its own
                stored.append(name_of(name))
        tables = [self._table(connection, name) for name in stored]
        return DatabaseSnapshot(
            sha256=digest,
            encoding=str(_setting(connection, "encoding")),
            user_version=int(_setting(connection, "user_version")),
            application_id=int(_setting(connection, "application_id")),
            objects=tuple(sorted(objects, key=lambda each: (each.type, each.name))),
            tables=tuple(sorted(tables, key=lambda table: table.name)),
        )

    def _table(self, connection: sqlite3.Connection, name: str) -> Table:
        columns: list[Column] = []
        key: dict[int, str] = {}
        rows: list[Row] = []
        unread = ""
        try:
            for column, declared, not_null, default, place, hidden in connection.execute(COLUMNS, (name,)):
                if not hidden:
                    given = None if default is None else _word(default)
                    columns.append(
                        Column(name=name_of(column), type=_word(declared), not_null=bool(not_null), default=given)
                    )
                if place:
                    key[place] = column
            rows = self._all_rows(connection, name, columns)
        except sqlite3.Error as error:
            self._not_interrupted(error)
            rows, unread = [], f"can't be read: {error}"
        return Table(
            name=name,
            columns=tuple(columns),
            key=tuple(key[place] for place in sorted(key)),
            rows=tuple(sorted(rows)),
            unread=unread,
        )

    def _all_rows(self, connection: sqlite3.Connection, table: str, columns: list[Column]) -> list[Row]:
        names = ", ".join(quoted(column.name) for column in columns)
        rows: list[Row] = []
        for values in connection.execute(f"SELECT {names} FROM main.{quoted(table)}"):
            row = tuple(map(spelt_value, values))
            rows.append(row)
            self._rows += 1
            self._characters += sum(map(len, row))
            if self._rows > self._limits.rows:
                raise LimitExceededError(f"{self._path}: more than the {self._limits.rows} rows that `rows` allows")
            if self._characters > self._limits.value_bytes:
                raise LimitExceededError(
                    f"{self._path}: its values are longer than the {self._limits.value_bytes} that `value_bytes` allows"
                )
        return rows

    def _not_interrupted(self, error: Exception) -> None:
        """Tell the two errors that SQLite calls an interrupt apart by the clock. Raises LimitExceededError where time
        is up, KeyboardInterrupt where the user broke off: sqlite3 swallows that one in the handler."""
        if time.monotonic() > self._until:
            raise LimitExceededError(
                f"{self._path}: took longer than the {self._limits.seconds:g} s that `seconds` allows"
            ) from error
        if getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_INTERRUPT:
            raise KeyboardInterrupt from error


def _word(value: object) -> str:
    """A word of the schema; a hostile file may hold anything in its place."""
    return value if isinstance(value, str) else "" if value is None else spelt_value(value)


def _setting(connection: sqlite3.Connection, name: str) -> str | int:
    (value,) = connection.execute(f"PRAGMA main.{name}").fetchone()
    assert isinstance(value, str | int)
    return value


@contextmanager
def _opened(path: Path) -> Iterator[int]:
    try:
        descriptor = os.open(path, _FILE_FLAGS)
    except (OSError, ValueError) as error:
        if path.is_symlink():
            raise InputError(f"{path}: is a link; name the database that it leads to") from error
        reason = (error.strerror if isinstance(error, OSError) else None) or "not a file"
        raise NotFoundError(f"{path}: expected a database file: {reason}") from error
    try:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise InputError(f"{path}: expected a database file, got a folder, pipe or device")
        yield descriptor
    finally:
        os.close(descriptor)


def _digest(descriptor: int) -> str:
    state = sha256()
    while chunk := os.read(descriptor, _CHUNK):
        state.update(chunk)
    return state.hexdigest()


def _beside(path: Path, ending: str) -> Path:
    return path.with_name(path.name + ending)


def _status(path: Path) -> os.stat_result | None:
    try:
        return path.lstat()
    except FileNotFoundError:
        return None


def _moment(status: os.stat_result) -> tuple[int, int, int, int]:
    return status.st_ino, status.st_size, status.st_mtime_ns, status.st_ctime_ns


def _check_size(path: Path, size: int, limits: DatabaseLimits) -> None:
    if size > limits.file_bytes:
        raise LimitExceededError(f"{path}: has {size} bytes; `file_bytes` allows {limits.file_bytes}")


def _refuse_journal(path: Path) -> None:
    journal = _beside(path, "-journal")
    if _status(journal) is None:
        return
    with _opened(journal) as descriptor:
        if is_live_journal(os.read(descriptor, JOURNAL_START)):
            raise InputError(
                f"{path}: a change was broken off and {journal.name} would undo it; open the database once with "
                f"its own program, then take the snapshot"
            )


def _has_log(path: Path) -> bool:
    status = _status(_beside(path, "-wal"))
    return status is not None and status.st_size > 0


def _copied(path: Path, descriptor: int, folder: Path, limits: DatabaseLimits) -> Path:
    """The database and its log, copied; their names say nothing."""
    target = folder / "database"
    os.lseek(descriptor, 0, os.SEEK_SET)
    _copy(descriptor, target)
    with _opened(_beside(path, "-wal")) as log:
        before = os.fstat(log)
        _check_size(_beside(path, "-wal"), before.st_size, limits)
        _copy(log, _beside(target, "-wal"))
        if _moment(os.fstat(log)) != _moment(before):
            raise InputError(f"{path}: changed while it was read; take the snapshot when nothing writes to it")
    return target


def _copy(descriptor: int, target: Path) -> None:
    with target.open("xb") as stream:
        while chunk := os.read(descriptor, _CHUNK):
            stream.write(chunk)
