"""What a SQLite database held at one moment: its schema and every stored row, as plain frozen data.

Guarantees one order and one spelling for equal contents. Reading a file is the business of `snapshot_sqlite`, comparing
that of `diff_rows`.

A value is text with its storage class in front, so that it is exact in every JSON reader and no two values look alike:
`null`, `int:1`, `real:1.0`, `text:one`, `blob:LENGTH:SHA256`; text that is not UTF-8 is `text-bytes:LENGTH:SHA256`.
The integer 1 and the real number 1.0 differ, as they do for SQLite's `typeof`.
"""

from __future__ import annotations

from hashlib import sha256
from typing import Literal, Self

from pydantic import model_validator

from specharness.ir.base import SCHEMA_VERSION, Model

Row = tuple[str, ...]
"""Values in the order of the table's columns."""

NULL = "null"


class Column(Model):
    """A stored column. A generated one is a function of others; its definition stands in the table's SQL."""

    name: str
    type: str
    """As declared; may be empty."""
    not_null: bool
    default: str | None
    """As an SQL expression."""


class SchemaObject(Model):
    """A table, index, trigger or view, by the SQL that made it (empty for SQLite's own indexes)."""

    type: str
    name: str
    table: str
    """The table or view that it belongs to; of a table itself."""
    sql: str


class Table(Model):
    name: str
    columns: tuple[Column, ...]
    key: tuple[str, ...]
    """Columns of the primary key, in its order; empty without one."""
    rows: tuple[Row, ...]
    """Sorted."""
    unread: str = ""
    """Why the rows are not there; empty where they are."""


class DatabaseSnapshot(Model):
    schema_version: str = SCHEMA_VERSION
    snapshot: Literal["sqlite"] = "sqlite"
    sha256: str
    """Of the database file's bytes; the rows of a write-ahead log are not in it."""
    encoding: str
    user_version: int
    application_id: int
    objects: tuple[SchemaObject, ...]
    """In the order of type and name."""
    tables: tuple[Table, ...]
    """In the order of names."""

    @model_validator(mode="after")
    def _whole(self) -> Self:
        last = ""
        for table in self.tables:
            if table.name <= last:
                raise ValueError(f"the table {table.name!r} is there twice or out of order")
            last = table.name
            names = {column.name for column in table.columns}
            if len(names) != len(table.columns) or not names.issuperset(table.key):
                raise ValueError(f"the columns of {last!r} don't agree with each other or with its key")
            if any(len(row) != len(table.columns) for row in table.rows):
                raise ValueError(f"a row of {last!r} has more or fewer values than the table has columns")
        return self


class UndecodedText(bytes):
    """TEXT whose bytes are not in the database's encoding."""


def spelt_value(value: object) -> str:
    """The text that stands for a value as Python's sqlite3 gives it (bytes for a blob). Raises TypeError for others,
    truth values among them: SQLite has none."""
    if value is None:
        return NULL
    if isinstance(value, str):
        return "text:" + value
    if isinstance(value, bool):
        raise TypeError("SQLite has no truth values; write 0 or 1")
    if isinstance(value, int):
        return f"int:{value}"
    if isinstance(value, float):
        return f"real:{value!r}"
    if isinstance(value, bytes):
        sort = "text-bytes" if isinstance(value, UndecodedText) else "blob"
        return f"{sort}:{len(value)}:{sha256(value).hexdigest()}"
    raise TypeError(f"no value of SQLite: {type(value).__name__}")
