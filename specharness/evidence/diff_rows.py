"""What changed between two snapshots of a database, and what of it nobody allowed.

Guarantees: linear in the number of rows; a row is the same row where its primary key is, and only there: rows without a
key, with NULL in it, or with a key that is there twice are compared as a multiset, so that an update is never invented.
Where the columns of a table changed, rows are compared over the columns of both, with NULL for one that is not there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum
from typing import Literal, NamedTuple

from pydantic import Field

from specharness.evidence.diff_rules import RowAllowance, RowChangeKind, allowed, schema_allowed
from specharness.evidence.snapshot_rows import NULL, DatabaseSnapshot, Row, SchemaObject, Table
from specharness.ir.base import SCHEMA_VERSION, Model


class SchemaChangeKind(StrEnum):
    ADDED = "added"
    DELETED = "deleted"
    ALTERED = "altered"


class SchemaChange(Model):
    change: SchemaChangeKind
    type: str
    """`table`, `index`, `trigger`, `view`, or `setting`: encoding, user_version and application_id."""
    name: str
    table: str
    """The table that it belongs to; empty for a setting."""
    before: str | None = None
    """SQL, or the value of a setting."""
    after: str | None = None
    accounted: bool = False


class RowChange(Model):
    """Values are spelt as in the snapshot."""

    change: RowChangeKind
    table: str
    key: dict[str, str] = Field(default_factory=dict)
    """The primary key of a row that is known by it."""
    before: dict[str, str] | None = None
    """The whole row that was deleted, or the fields that were updated."""
    after: dict[str, str] | None = None
    """The whole row that was inserted, or the fields that were updated."""
    count: int = Field(default=1, ge=1)
    """How many equal rows, where rows have no key."""
    accounted: bool = False


class UndecidedTable(Model):
    """A table of which nobody can say whether its rows changed."""

    table: str
    reason: str
    accounted: bool = False
    """Whether every change of its rows is allowed."""


class DatabaseDiff(Model):
    schema_version: str = SCHEMA_VERSION
    diff: Literal["sqlite"] = "sqlite"
    schema_changes: tuple[SchemaChange, ...] = ()
    """In the order of type and name."""
    row_changes: tuple[RowChange, ...] = ()
    """In the order of tables, then of rows."""
    undecided: tuple[UndecidedTable, ...] = ()

    @property
    def unaccounted(self) -> tuple[SchemaChange | RowChange, ...]:
        schema = tuple(change for change in self.schema_changes if not change.accounted)
        return schema + tuple(change for change in self.row_changes if not change.accounted)


def diff_databases(
    before: DatabaseSnapshot, after: DatabaseSnapshot, allowances: Sequence[RowAllowance] = ()
) -> DatabaseDiff:
    """Every difference of two snapshots of one database, each with whether the allowances cover it."""
    old = {table.name: table for table in before.tables}
    new = {table.name: table for table in after.tables}
    rows: list[RowChange] = []
    undecided: list[UndecidedTable] = []
    for name in sorted(old.keys() | new.keys()):
        tables = [table for table in (old.get(name), new.get(name)) if table is not None]
        unread = [table.unread for table in tables if table.unread]
        if unread:
            free = any(each.allows_all(name) for each in allowances)
            undecided.append(UndecidedTable(table=name, reason=unread[0], accounted=free))
        else:
            rows += _Tables(old.get(name), new.get(name)).changes(allowances)
    return DatabaseDiff(
        schema_changes=tuple(_schema_changes(before, after, allowances)),
        row_changes=tuple(rows),
        undecided=tuple(undecided),
    )


def _schema_changes(
    before: DatabaseSnapshot, after: DatabaseSnapshot, allowances: Sequence[RowAllowance]
) -> Iterator[SchemaChange]:
    old, new = _objects(before), _objects(after)
    for place in sorted(old.keys() | new.keys()):
        first, second = old.get(place), new.get(place)
        if first == second:
            continue
        one = second or first
        assert one is not None
        kind = SchemaChangeKind.ALTERED
        if first is None or second is None:
            kind = SchemaChangeKind.ADDED if first is None else SchemaChangeKind.DELETED
        yield SchemaChange(
            change=kind,
            type=one.type,
            name=one.name,
            table=one.table,
            before=None if first is None else first.sql,
            after=None if second is None else second.sql,
            accounted=all(schema_allowed(allowances, each.table) for each in (first, second) if each is not None),
        )


def _objects(snapshot: DatabaseSnapshot) -> dict[tuple[str, str], SchemaObject]:
    settings = {
        "encoding": snapshot.encoding,
        "user_version": str(snapshot.user_version),
        "application_id": str(snapshot.application_id),
    }
    listed = [SchemaObject(type="setting", name=name, table="", sql=value) for name, value in settings.items()]
    return {(each.type, each.name): each for each in (*listed, *snapshot.objects)}


class _Split(NamedTuple):
    """The rows of a table by whether a key tells them apart."""

    known: dict[Row, Row]
    others: Counter[Row]


class _Tables:
    """One table before and after, its rows over the columns of both."""

    def __init__(self, before: Table | None, after: Table | None) -> None:
        sides = [side for side in (after, before) if side is not None]
        self.name = sides[0].name
        self.columns = tuple(dict.fromkeys(column.name for side in sides for column in side.columns))
        self._key = sides[0].key if sides[0].key == sides[-1].key else ()
        self._places = tuple(self.columns.index(column) for column in self._key)
        self._before = self._split(self._rows(before))
        self._after = self._split(self._rows(after))
        self._settle()

    def changes(self, allowances: Sequence[RowAllowance]) -> Iterator[RowChange]:
        """In the order of keys, then of rows without one."""
        old, new = self._before, self._after
        for key in sorted(old.known.keys() | new.known.keys()):
            first, second = old.known.get(key), new.known.get(key)
            if first != second:
                yield self._change(first, second, dict(zip(self._key, key, strict=True)), 1, allowances)
        for row in sorted(old.others.keys() | new.others.keys()):
            more = new.others[row] - old.others[row]
            if more:
                yield self._change(row if more < 0 else None, row if more > 0 else None, {}, abs(more), allowances)

    def _change(
        self,
        first: Row | None,
        second: Row | None,
        key: dict[str, str],
        count: int,
        allowances: Sequence[RowAllowance],
    ) -> RowChange:
        before = None if first is None else dict(zip(self.columns, first, strict=True))
        after = None if second is None else dict(zip(self.columns, second, strict=True))
        kind = RowChangeKind.UPDATED
        if before is None or after is None:
            kind = RowChangeKind.INSERTED if before is None else RowChangeKind.DELETED
            changed = frozenset(self.columns)
        else:
            changed = frozenset(column for column in self.columns if before[column] != after[column])
        return RowChange(
            change=kind,
            table=self.name,
            key=key,
            before=_only(before, changed),
            after=_only(after, changed),
            count=count,
            accounted=allowed(allowances, self.name, kind, before, after, changed),
        )

    def _rows(self, table: Table | None) -> Iterable[Row]:
        if table is None:
            return ()
        own = {column.name: place for place, column in enumerate(table.columns)}
        places = [own.get(column) for column in self.columns]
        if places == list(range(len(table.columns))):
            return table.rows
        return [tuple(NULL if place is None else row[place] for place in places) for row in table.rows]

    def _split(self, rows: Iterable[Row]) -> _Split:
        if not self._places:
            return _Split({}, Counter(rows))
        known: dict[Row, Row] = {}
        others: Counter[Row] = Counter()
        for row in rows:
            key = tuple(row[place] for place in self._places)
            if NULL in key or key in known:
                others[row] += 1
            else:
                known[key] = row
        return _Split(known, others)

    def _settle(self) -> None:
        """A key that is there twice on one side tells no row apart on either."""
        if not self._places:
            return
        doubted = {
            tuple(row[place] for place in self._places) for side in (self._before, self._after) for row in side.others
        }
        for side in (self._before, self._after):
            for key in doubted & side.known.keys():
                side.others[side.known.pop(key)] += 1


def _only(row: dict[str, str] | None, columns: frozenset[str]) -> dict[str, str] | None:
    return None if row is None else {column: value for column, value in row.items() if column in columns}
