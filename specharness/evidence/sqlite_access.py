"""One way to read a SQLite database that nobody trusts: a connection that can do nothing but read what is stored.

Guarantees: no extension is loaded, nothing can be attached, what a schema calls is not trusted, a corrupted page is an
error, a value is never longer than allowed, and a query ends when its time is up. Where the file lies and whether it
may be opened is the caller's business.
"""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from urllib.parse import quote

from specharness.evidence.snapshot_rows import UndecodedText

MAGIC = b"SQLite format 3\0"
"""The first bytes of a database that holds anything at all."""
_JOURNAL_MAGIC = bytes.fromhex("d9d505f920a163d7")
"""A rollback journal that holds; one that is done with is emptied, overwritten with zeros or removed."""
_STEPS = 20_000
"""Instructions of SQLite's machine between two looks at the clock: about a millisecond."""

OBJECTS = "SELECT type, name, tbl_name, sql, rootpage FROM main.sqlite_schema"
COLUMNS = 'SELECT name, type, "notnull", dflt_value, pk, hidden FROM pragma_table_xinfo(?)'


@contextmanager
def connected(uri: str, until: float, one_value: int) -> Iterator[sqlite3.Connection]:
    """A connection whose queries are interrupted when `time.monotonic()` passes `until`. Raises sqlite3.Error."""
    with closing(sqlite3.connect(uri, uri=True, isolation_level=None)) as connection:
        connection.text_factory = _text
        connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, one_value)
        connection.setlimit(sqlite3.SQLITE_LIMIT_ATTACHED, 0)
        connection.set_progress_handler(lambda: time.monotonic() > until, _STEPS)
        for pragma in ("trusted_schema=OFF", "query_only=ON", "cell_size_check=ON"):
            connection.execute(f"PRAGMA {pragma}")
        yield connection


def is_live_journal(start: bytes) -> bool:
    """Whether a rollback journal that begins so would still be replayed."""
    return start.startswith(_JOURNAL_MAGIC)


JOURNAL_START = len(_JOURNAL_MAGIC)
"""Bytes by which `is_live_journal` tells."""


def uri_of(path: Path, options: str) -> str:
    """The URI by which SQLite opens a file; its name may hold anything."""
    return f"file:{quote(os.fsencode(path.absolute()))}?{options}"


def quoted(name: str) -> str:
    """An identifier for SQL."""
    return '"' + name.replace('"', '""') + '"'


def name_of(value: object) -> str:
    """The name of a table or column. Raises ValueError where a hostile schema holds something else."""
    if isinstance(value, str):
        return value
    raise ValueError("a table or column has a name that is no text")


def _text(raw: bytes) -> str | UndecodedText:
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError:
        return UndecodedText(raw)
