"""The office's state: five tables, and what differs between two states.

Row order, row index and new ids belong to the state, as they do in the official comparison.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from specharness.errors import NotFoundError, SchemaMismatchError, TextDecodingError

MAX_TABLE_BYTES = 64 * 2**20
"""Of one table's file; the published ones have less than 200 kB."""

Row = dict[str, str]
Rows = dict[int, Row]
"""Rows by their index, in order."""


class Table(StrEnum):
    CALENDAR = "calendar"
    EMAIL = "email"
    CUSTOMERS = "customers"
    TASKS = "tasks"
    PLOTS = "plots"


FILES: Mapping[Table, str] = {
    Table.CALENDAR: "calendar_events.csv",
    Table.EMAIL: "emails.csv",
    Table.CUSTOMERS: "customer_relationship_manager_data.csv",
    Table.TASKS: "project_tasks.csv",
}
KEYS: Mapping[Table, str] = {
    Table.CALENDAR: "event_id",
    Table.EMAIL: "email_id",
    Table.CUSTOMERS: "customer_id",
    Table.TASKS: "task_id",
    Table.PLOTS: "file_path",
}
DIRECTORY = "email_addresses.csv"

EXACT_COLUMNS = frozenset({"status", "list_name", "board"})
"""Compared letter by letter; all other columns without regard to case, as officially."""


@dataclass(frozen=True)
class Office:
    """The state before any call."""

    tables: Mapping[Table, Rows]
    directory: frozenset[str]
    """The addresses of the staff, in lower case."""

    def copy(self) -> dict[Table, Rows]:
        """Tables that calls may change."""
        return {table: {index: dict(row) for index, row in rows.items()} for table, rows in self.tables.items()}


class Kind(StrEnum):
    ADD = "add"
    SET = "set"
    DELETE = "delete"


@dataclass(frozen=True)
class Change:
    """One row that was added or deleted, or one column of a row that was set."""

    table: Table
    kind: Kind
    key: str
    column: str = ""
    before: Mapping[str, str] | None = None
    """The whole row; None for an added one."""
    after: Mapping[str, str] | None = None
    """The whole row; None for a deleted one."""


def load_office(folder: Path) -> Office:
    """The published tables. Raises NotFoundError, TextDecodingError, SchemaMismatchError."""
    tables: dict[Table, Rows] = {}
    for table, name in FILES.items():
        rows = list(csv.DictReader(io.StringIO(_text(folder / name), newline="")))
        if not rows or KEYS[table] not in rows[0] or None in rows[0]:
            raise SchemaMismatchError(f"{folder / name}: expected a table with a column {KEYS[table]!r}")
        if any(None in row or None in row.values() for row in rows):
            raise SchemaMismatchError(f"{folder / name}: a row has more or fewer cells than the header")
        tables[table] = dict(enumerate(rows))
    tables[Table.PLOTS] = {}
    addresses = frozenset(line.strip().lower() for line in _text(folder / DIRECTORY).splitlines() if line.strip())
    return Office(tables, addresses)


def same_state(one: Mapping[Table, Rows], other: Mapping[Table, Rows]) -> bool:
    """Whether the official comparison finds no difference."""
    return all(
        len(rows) == len(other[table])
        and all(
            index == index_2 and _folded(row) == _folded(row_2)
            for (index, row), (index_2, row_2) in zip(rows.items(), other[table].items(), strict=True)
        )
        for table, rows in one.items()
    )


def changes(before: Mapping[Table, Rows], after: Mapping[Table, Rows]) -> Iterator[Change]:
    """What differs, by the key of each table; texts that differ in case alone are no change."""
    for table, rows in before.items():
        old = {row[KEYS[table]]: row for row in rows.values()}
        if table is Table.PLOTS:
            # two plots of one name are two rows: they have no key of their own
            known = list(old)
            for row in after[table].values():
                name = row[KEYS[table]]
                if name in known:
                    known.remove(name)
                else:
                    yield Change(table, Kind.ADD, name, after=row)
            continue
        new = {row[KEYS[table]]: row for row in after[table].values()}
        for key, row in new.items():
            was = old.get(key)
            if was is None:
                yield Change(table, Kind.ADD, key, after=row)
                continue
            for column, value in row.items():
                if value.lower() != was.get(column, "").lower():
                    yield Change(table, Kind.SET, key, column, was, row)
        for key, row in old.items():
            if key not in new:
                yield Change(table, Kind.DELETE, key, before=row)


def _folded(row: Row) -> Row:
    return {column: value if column in EXACT_COLUMNS else value.lower() for column, value in row.items()}


def _text(path: Path) -> str:
    try:
        with path.open("rb") as file:
            data = file.read(MAX_TABLE_BYTES + 1)
    except OSError as error:
        raise NotFoundError(
            f"{path}: can't be read: {error.strerror}; give the folder of WorkBench's tables"
        ) from error
    if len(data) > MAX_TABLE_BYTES:
        raise SchemaMismatchError(f"{path}: more than MAX_TABLE_BYTES ({MAX_TABLE_BYTES})")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise TextDecodingError(f"{path}: not UTF-8 at byte {error.start}") from error
