"""Parquet, and queries over Parquet, CSV and TSV files of any size, by DuckDB (extra `tables`).

Guarantees: the engine reads the observed descriptor and nothing else of this machine, loads no extension, can't be
reconfigured by a query, answers one SELECT, and ends at its limits of time, memory and disk. Delimited text is read
with the delimiter and the header that the table view would have; where the two could differ (ragged rows, names that
SQL can't tell apart, other encodings) the query is undecided.
"""

from __future__ import annotations

import os
import re
import tempfile
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from specharness.evidence.beneath import Held
from specharness.evidence.faults import LimitReached, MalformedArtifact, ProviderMissing
from specharness.evidence.limits import MIB, Limits
from specharness.evidence.observers import table as delimited
from specharness.evidence.observers import text
from specharness.evidence.observers.answers import Answer
from specharness.evidence.stored import Holds, holds, value_of
from specharness.evidence.views import QueryView, TableView

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

MISSING = "reading it needs DuckDB, which is not installed; pip install 'specharness[tables]'"
_PARQUET = b"PAR1"
_PLACE = re.compile(r"file '?/proc/self/fd/\d+'?|'?/proc/self/fd/\d+'?")
"""How the engine calls the file: the number differs from one look to the next."""
_RENAMED = re.compile(r"(.+)_\d+", re.DOTALL)
_SAMPLE = MIB
"""Bytes that hold the header and the records which decide the delimiter."""
_THREADS = 4
_BUFFER = 8 * MIB
"""Bytes of text that the engine holds at a time, several times over: with its own 32 MB too little of `query_memory` is
left for counting different values, which then go to disk. A record has at most 2 MB."""
_NOT_BLANK = r"[^\s\pZ\x0b\x1c-\x1f\x85]"
"""A character that Python does not strip: a record of one blank field is a blank line."""
_THREADS_OF_TEXT = 1
"""Which of several faults of a file is told is the same in every run. Digesting takes the other core meanwhile."""
_BATCH = 2048
"""Rows taken over at a time: one vector of the engine."""


def view(held: Held, limits: Limits) -> TableView:
    """A Parquet file. Raises MalformedArtifact, LimitReached, ProviderMissing."""
    with _engine(held, limits, "parquet") as engine:
        columns, types = engine.described("SELECT * FROM data")
        if len(columns) > limits.columns:
            raise LimitReached(f"{len(columns)} columns; `columns` allows {limits.columns}", "columns")
        ((rows,),) = engine.rows("SELECT count(*) FROM data")
        if int(str(rows)) > limits.rows:
            raise LimitReached(f"{rows} rows; `rows` allows {limits.rows}", "rows")
        if int(str(rows)) * len(columns) > limits.cells:
            raise LimitReached(f"{rows} rows of {len(columns)} columns; `cells` allows {limits.cells}", "cells")
        # a few repeated long values make a small file and a large table: measured before anything is taken over
        lengths = " + ".join(f"coalesce(sum(strlen({name}::VARCHAR)), 0)" for name in map(_name, columns))
        ((length,),) = engine.rows(f"SELECT {lengths} FROM data")
        if int(str(length)) > limits.table_text:
            raise LimitReached(f"{length} bytes as text; `table_text` allows {limits.table_text}", "table_text")
        answer = Answer(limits, limits.rows)
        kinds = [holds(declared) for declared in types]
        spelt = ", ".join(f"{name}::VARCHAR" for name in map(_name, columns))
        found = engine.rows(f"SELECT {spelt} FROM data")
        taken = tuple(
            tuple(
                value_of(None if value is None else str(value), kind)
                for value, kind in zip(answer.row(row), kinds, strict=True)
            )
            for row in found
        )
    unclear = frozenset(place for place, kind in enumerate(kinds) if kind is Holds.OTHER)
    return TableView(tuple(map(text.clean, columns)), taken, "", types, unclear)


def query(held: Held, limits: Limits, as_format: str, sql: str) -> QueryView:
    """The answer to one SELECT over the view `data`."""
    with _digested_meanwhile(held), _engine(held, limits, as_format, asked_by_us=False) as engine:
        kinds = [str(statement.type).rpartition(".")[2] for statement in engine.connection.extract_statements(sql)]
        if kinds != ["SELECT"]:
            raise LimitReached(f"expected one SELECT, got {', '.join(kinds) or 'nothing'}; undecided")
        columns, types = engine.described(sql)
        answer = Answer(limits, limits.query_rows, "query_rows")
        rows = tuple(answer.row(row) for row in engine.rows(sql))
        delimiter = "" if as_format == "parquet" else _dialect(held, limits, tabs=as_format == "tsv")[1]
        return QueryView(tuple(map(text.clean, columns)), types, rows, delimiter)


@contextmanager
def _digested_meanwhile(held: Held) -> Iterator[None]:
    """The digest is made in a thread beside the engine; both release the interpreter's lock. Raises what it raises."""
    with ThreadPoolExecutor(1) as pool:
        made = pool.submit(lambda: held.sha256)
        yield
        made.result()


def check(held: Held, limits: Limits) -> str | None:
    """Whether every value of a Parquet file can be read. Raises MalformedArtifact where one can't."""
    with _engine(held, limits, "parquet") as engine:
        columns, _ = engine.described("SELECT * FROM data")
        lengths = ", ".join(f"sum(strlen({name}::VARCHAR))" for name in map(_name, columns))
        for _ in engine.rows(f"SELECT {lengths} FROM data"):
            pass
    return None


@dataclass(frozen=True)
class _Engine:
    connection: DuckDBPyConnection

    def described(self, sql: str) -> tuple[list[str], tuple[str, ...]]:
        """Names and types of a query's columns."""
        found = self.connection.sql(f"DESCRIBE {sql}").fetchall()
        return [str(row[0]) for row in found], tuple(str(row[1]) for row in found)

    def rows(self, sql: str) -> Iterator[tuple[object, ...]]:
        cursor = self.connection.execute(sql)
        while batch := cursor.fetchmany(_BATCH):
            yield from batch


@contextmanager
def _engine(held: Held, limits: Limits, as_format: str, *, asked_by_us: bool = True) -> Iterator[_Engine]:
    """An engine whose view `data` is the file. What fails under a query that is not ours proves nothing of the file."""
    try:
        import duckdb
    except ImportError as error:
        raise ProviderMissing(MISSING) from error
    source = _parquet(held) if as_format == "parquet" else _delimited(held, limits, tabs=as_format == "tsv")
    expired = threading.Event()
    with tempfile.TemporaryDirectory(prefix="specharness-") as folder:
        connection = duckdb.connect(":memory:", config=_settings(limits, folder, as_format))

        def expire() -> None:
            expired.set()
            connection.interrupt()

        timer = threading.Timer(limits.seconds, expire)
        timer.daemon = True
        timer.start()
        ours = True
        try:
            connection.execute("SET enable_progress_bar=false")  # it would go into the command's own output
            connection.execute("SET TimeZone='UTC'")  # moments are the same text on every machine
            connection.execute(f"CREATE VIEW data AS SELECT * FROM {source}")
            connection.execute(f"SET allowed_paths=[{_literal(held.path)}]")
            connection.execute("SET enable_external_access=false")
            connection.execute("SET lock_configuration=true")
            if as_format == "parquet":
                _refuse_renamed(_Engine(connection), held)
            ours = asked_by_us
            yield _Engine(connection)
        except duckdb.Error as error:
            if expired.is_set():
                raise LimitReached(f"took longer than the {limits.seconds:g} s of `seconds`", "seconds") from error
            raise _signal(error, limits, proves=ours and as_format == "parquet") from error
        finally:
            timer.cancel()
            connection.close()


def _signal(error: Exception, limits: Limits, *, proves: bool) -> Exception:
    """What an error of the engine means; `proves`: it may show that the file is broken."""
    words = _PLACE.sub("it", " ".join(str(error).split(" LINE ")[0].split("\nLINE ")[0].split()))[:200]
    kind = type(error).__name__
    if kind == "OutOfMemoryException":
        return LimitReached(f"needs more than the {limits.query_memory} bytes of `query_memory`", "query_memory")
    if proves and kind in {"InvalidInputException", "IOException", "SerializationException"}:
        return MalformedArtifact(f"not a whole Parquet file: {words}")
    return LimitReached(f"the query engine could not read it ({kind}: {words}); undecided")


def _settings(limits: Limits, folder: str, as_format: str) -> dict[str, str | bool | int | float | list[str]]:
    return {
        "memory_limit": f"{max(limits.query_memory // MIB, 1)}MiB",
        "temp_directory": folder,
        "max_temp_directory_size": f"{max(limits.query_spill // MIB, 1)}MiB",
        "threads": str(min(os.cpu_count() or 1, _THREADS) if as_format == "parquet" else _THREADS_OF_TEXT),
        "autoinstall_known_extensions": "false",
        "autoload_known_extensions": "false",
        "python_enable_replacements": "false",
    }


def _parquet(held: Held) -> str:
    ends = os.pread(held.descriptor, 4, 0), os.pread(held.descriptor, 4, max(held.size - 4, 0))
    if held.size < 12 or ends != (_PARQUET, _PARQUET):
        raise MalformedArtifact("not a Parquet file: it does not begin and end as one")
    return f"read_parquet({_literal(held.path)})"


def _refuse_renamed(engine: _Engine, held: Held) -> None:
    """The engine gives a column another name where two differ in case only; nothing is said of such a file."""
    columns, _ = engine.described("SELECT * FROM data")
    known = {name.lower() for name in columns}
    doubtful = [name for name in columns if (stem := _RENAMED.fullmatch(name)) and stem[1].lower() in known]
    if doubtful:
        names = {str(name) for (name,) in engine.rows(f"SELECT name FROM parquet_schema({_literal(held.path)})")}
        if not names.issuperset(doubtful):
            raise _odd(f"two columns are called {doubtful[0][:60]!r} but for its end in SQL, which knows no case")


def _dialect(held: Held, limits: Limits, *, tabs: bool) -> tuple[tuple[str, ...], str]:
    """Column names and delimiter of delimited text."""
    sample = os.pread(held.descriptor, _SAMPLE, 0)
    if text.encoding_of(sample) not in ("utf-8", "utf-8-sig"):
        raise LimitReached("queries are answered over UTF-8 text only; undecided")
    whole = len(sample) == held.size
    if not whole:
        sample = sample[: sample.rfind(b"\n") + 1]
    if not sample.strip():
        raise (
            MalformedArtifact("no header row: the file is empty or blank") if whole else _odd("a very long first line")
        )
    return delimited.header(text.view(sample).text, limits, tabs=tabs, whole=whole)


def _delimited(held: Held, limits: Limits, *, tabs: bool) -> str:
    header, delimiter = _dialect(held, limits, tabs=tabs)
    names: list[str] = []
    for number, name in enumerate(header, 1):
        chosen = name or f"column{number}"
        if chosen.lower() in {other.lower() for other in names}:
            raise _odd(f"two columns are called {name[:60]!r} in SQL, which knows no case")
        names.append(chosen)
    columns = ", ".join(f"{_literal(name)}: 'VARCHAR'" for name in names)
    filled = "[" + ", ".join(map(_literal, names)) + "]"
    # of one column an empty line is NULL, a quoted empty field an empty text
    single = len(names) == 1
    empty = "allow_quoted_nulls=false" if single else f"force_not_null={filled}"
    kept = ""
    if single:
        only = _name(names[0])
        kept = f" WHERE {only} = '' OR regexp_matches({only}, {_literal(_NOT_BLANK)})"
    elif _doubles_quotes(held):
        kept = f" WHERE coalesce({', '.join(map(_name, names))}) IS NOT NULL"
    return (
        f"read_csv({_literal(held.path)}, auto_detect=false, header=true, delim={_literal(delimiter)}, quote='\"', "
        f"escape='\"', columns={{{columns}}}, compression='none', strict_mode=true, {empty}, "
        f"buffer_size={_BUFFER}){kept}"
    )


def _doubles_quotes(held: Held) -> bool:
    """Whether a quote may stand in a quoted field. Of such a field past the last column, the engine (1.5) asks whether
    a query wants its column, and where the query doesn't want all of them, it reads past its list of answers:
    now the record has a field too many, now it hasn't. So all columns are read, as the view's condition makes it do."""
    at, open_end = 0, False
    while block := os.pread(held.descriptor, MIB, at):
        if b'"' in block:  # most files have none, and one byte is found many times faster than two
            if b'""' in block or (open_end and block.startswith(b'"')):
                return True
            open_end = block.endswith(b'"')
        else:
            open_end = False
        at += len(block)
    return False


def _odd(what: str) -> LimitReached:
    return LimitReached(f"{what}; queries are not answered over such data; undecided")


def _literal(value: str) -> str:
    return "'" + value.replace("'", "''") + "'"


def _name(value: str) -> str:
    return '"' + value.replace('"', '""') + '"'
