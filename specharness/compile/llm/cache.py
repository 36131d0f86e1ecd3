"""Answers that were paid for, kept: one SQLite file, addressed by what was asked.

An answer is committed before anybody uses it, so that a run which is killed at any moment asks for nothing twice. The
address (`Request.key`) covers the fingerprint of the asking and the whole question; where the question was sent does
not matter, nor what becomes of an answer, and no key is in it. Several processes share a file: writes wait for one
another, and a question that another process has just put is waited for, as long as that process lives. A file that is
damaged or of another kind is an error that says so; it never answers.
"""

from __future__ import annotations

import asyncio
import os
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path

from pydantic import ValidationError

from specharness.compile.llm.client import Client, Problem, Reply, Request, Spent
from specharness.errors import InputError
from specharness.ir import Model

VARIABLE = "SPECHARNESS_CACHE"
"""Names the file of kept answers, instead of the one in the user's cache folder."""
FORMAT = 1
"""Of the tables below."""
BUSY_SECONDS = 30.0
"""How long a write waits for those of other processes."""
LEASE_SECONDS = 300.0
"""How long a question that another process put is waited for, if that process lives."""
LOOK_AGAIN = 0.05
"""Seconds between looks for an answer that another process waits for."""
PASSING = frozenset({Problem.UNAVAILABLE, Problem.REJECTED, Problem.BUDGET})
"""Problems that say nothing of the question: not kept."""
TEXTLESS = frozenset({Problem.REFUSED, Problem.OVERFLOW})
"""Problems that are as certain as an answer, though there is no text. All else is kept for its text."""

_TABLES = (
    """CREATE TABLE answers (
        key TEXT PRIMARY KEY, fingerprint TEXT NOT NULL, reply TEXT NOT NULL, created REAL NOT NULL
    ) WITHOUT ROWID""",
    "CREATE TABLE asking (key TEXT PRIMARY KEY, process INTEGER NOT NULL, since REAL NOT NULL) WITHOUT ROWID",
)


class Stats(Model):
    """What a file of answers holds."""

    path: str
    answers: int
    bytes: int
    """Of the file and its log."""
    fingerprints: dict[str, int]
    """Answers by how was asked: model, sampling, prompt and schema."""
    oldest: datetime | None
    newest: datetime | None
    input_tokens: int
    output_tokens: int
    """That the kept answers took when they were asked for."""


def default_path() -> Path:
    """The file that VARIABLE names, else `specharness/answers.sqlite` in the user's cache folder."""
    named = os.environ.get(VARIABLE)
    if named:
        return Path(named)
    base = os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path.home() / ".cache") / "specharness" / "answers.sqlite"


class Answers:
    """A file of kept answers; opened when it is first needed. Safe to use from several threads."""

    def __init__(self, path: Path, clock: Callable[[], float] = time.time) -> None:
        self.path = path
        self._clock = clock
        self._lock = threading.Lock()
        self._connection: sqlite3.Connection | None = None

    def get(self, key: str) -> Reply | None:
        """The kept reply. Raises InputError for a file that can't be used."""
        with self._open(write=False) as database:
            row = database.execute("SELECT reply FROM answers WHERE key = ?", (key,)).fetchone()
        if row is None:
            return None
        try:
            return Reply.model_validate_json(row[0])
        except ValidationError as error:
            raise self._unusable("it holds an answer that is none") from error

    def put(self, request: Request, reply: Reply) -> None:
        """Keep a reply; on disk when this returns."""
        row = (request.key, request.fingerprint, reply.model_dump_json(exclude={"stored"}), self._clock())
        with self._open() as database:
            database.execute("INSERT OR IGNORE INTO answers VALUES (?, ?, ?, ?)", row)
            database.execute("DELETE FROM asking WHERE key = ?", (request.key,))

    def claim(self, key: str) -> bool:
        """Whether this process may ask; False while another one that lives does."""
        now, mine = self._clock(), os.getpid()
        with self._open() as database:
            row = database.execute("SELECT process, since FROM asking WHERE key = ?", (key,)).fetchone()
            if row is not None and row[0] != mine and now - row[1] < LEASE_SECONDS and _lives(row[0]):
                return False
            database.execute("INSERT OR REPLACE INTO asking VALUES (?, ?, ?)", (key, mine, now))
        return True

    def release(self, key: str) -> None:
        """Let others ask."""
        with self._open() as database:
            database.execute("DELETE FROM asking WHERE key = ? AND process = ?", (key, os.getpid()))

    def stats(self) -> Stats:
        """What is kept."""
        tokens = [0, 0]
        with self._open() as database:
            by = dict(database.execute("SELECT fingerprint, count(*) FROM answers GROUP BY fingerprint ORDER BY 1"))
            oldest, newest = database.execute("SELECT min(created), max(created) FROM answers").fetchone()
            for (text,) in database.execute("SELECT reply FROM answers"):
                spent = Reply.model_validate_json(text).spent
                tokens[0] += spent.input_tokens or 0
                tokens[1] += spent.output_tokens or 0
        files = [Path(f"{self.path}{end}") for end in ("", "-wal")]
        return Stats(
            path=str(self.path),
            answers=sum(by.values()),
            bytes=sum(file.stat().st_size for file in files if file.exists()),
            fingerprints=by,
            oldest=_time(oldest),
            newest=_time(newest),
            input_tokens=tokens[0],
            output_tokens=tokens[1],
        )

    def prune(self, *, before: float | None = None, fingerprint: str | None = None) -> int:
        """Forget answers that are older, or of an asking whose fingerprint begins so; all without either."""
        where, values = ["1"], list[object]()
        if before is not None:
            where.append("created < ?")
            values.append(before)
        if fingerprint is not None:
            where.append("substr(fingerprint, 1, ?) = ?")
            values += [len(fingerprint), fingerprint]
        with self._open() as database:
            gone = database.execute(f"DELETE FROM answers WHERE {' AND '.join(where)}", values).rowcount
        with self._lock:
            if self._connection is not None:
                self._connection.execute("VACUUM")
                self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        return int(gone)

    @contextmanager
    def _open(self, *, write: bool = True) -> Iterator[sqlite3.Connection]:
        """One transaction, committed on the way out."""
        try:
            with self._lock:
                database = self._connection or self._connected()
                database.execute("BEGIN IMMEDIATE" if write else "BEGIN")
                try:
                    yield database
                except BaseException:
                    database.execute("ROLLBACK")
                    raise
                database.execute("COMMIT")
        except sqlite3.Error as error:
            raise self._unusable(str(error), _place_of(error)) from error
        except OSError as error:
            raise self._unusable(error.strerror or str(error), place=True) from error

    def _connected(self) -> sqlite3.Connection:
        self.path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        database = sqlite3.connect(self.path, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False)
        try:
            database.execute("BEGIN IMMEDIATE")  # whoever is killed here, or opens it too, finds all of this or nothing
            (known,) = database.execute("PRAGMA user_version").fetchone()
            tables = database.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
            if known not in (0, FORMAT) or (known == 0 and tables):
                raise self._unusable("it is a database of something else, or of another version")
            if known == 0:
                for table in _TABLES:
                    database.execute(table)
                database.execute(f"PRAGMA user_version = {FORMAT}")
            database.execute("COMMIT")
            with suppress(sqlite3.OperationalError):  # busy: whoever else opens it just now does it
                database.execute("PRAGMA journal_mode = WAL")
            # a killed process loses nothing; a power cut, the last ones
            database.execute("PRAGMA synchronous = NORMAL")
        except BaseException:
            database.close()
            raise
        self.path.chmod(0o600)
        self._connection = database
        return database

    def _unusable(self, why: str, place: bool = False) -> InputError:
        """`place`: what is wrong is where it is, and not what it holds."""
        advice = "see whether its folder can be written" if place and not self.path.exists() else "move the file away"
        if place and self.path.is_file():
            advice = "see whether it and its folder can be written"
        return InputError(
            f"kept answers: {self.path}: {why}; {advice}, or name another file by {VARIABLE}, or use --no-cache"
        )


class Kept:
    """A client that asks only what is not kept yet."""

    def __init__(self, inner: Client, answers: Answers) -> None:
        self._inner = inner
        self._answers = answers
        self._flying: dict[str, asyncio.Future[Reply]] = {}

    async def ask(self, request: Request) -> Reply:
        """The kept reply, at no cost, or a new one, which is kept before it is given."""
        key = request.key
        flying = self._flying.get(key)
        if flying is not None:
            return _free(await asyncio.shield(flying))
        self._flying[key] = future = asyncio.get_running_loop().create_future()
        try:
            reply = await self._answered(key, request)
        except BaseException as error:
            if not future.done():
                future.set_exception(error)
                future.exception()  # seen, even if nobody else waits
            raise
        finally:
            del self._flying[key]
        future.set_result(reply)
        return reply

    async def _answered(self, key: str, request: Request) -> Reply:
        while True:
            known = self._answers.get(key)
            if known is not None:
                return _free(known)
            if self._answers.claim(key):
                break
            await asyncio.sleep(LOOK_AGAIN)
        known = self._answers.get(key)  # it may have come between the two looks
        if known is not None:
            self._answers.release(key)
            return _free(known)
        try:
            reply = await self._inner.ask(request)
        except BaseException:
            self._answers.release(key)
            raise
        if not _lasting(reply):
            self._answers.release(key)
        else:
            self._answers.put(request, reply)
        return reply


def _lasting(reply: Reply) -> bool:
    """Whether a reply answers its question for good."""
    return reply.problem not in PASSING and (reply.problem in TEXTLESS or bool(reply.text.strip()))


def _free(reply: Reply) -> Reply:
    """A reply that costs nothing now."""
    return reply.model_copy(update={"spent": Spent(attempts=0), "stored": True})


def _place_of(error: sqlite3.Error) -> bool:
    """Whether the file can't be written, filled or opened where it is, whatever it holds."""
    name = getattr(error, "sqlite_errorname", "")
    return name.startswith(("SQLITE_CANTOPEN", "SQLITE_READONLY", "SQLITE_FULL", "SQLITE_IOERR", "SQLITE_PERM"))


def _time(seconds: float | None) -> datetime | None:
    return None if seconds is None else datetime.fromtimestamp(round(seconds), UTC)


def _lives(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True
