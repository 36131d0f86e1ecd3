"""From an open file to a view: the observers that stream, and never hold the whole file.

Their readers are imported when first asked for, outside the reader's time budget.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass

from specharness.evidence.beneath import Held
from specharness.evidence.faults import LimitReached, MalformedArtifact
from specharness.evidence.formats import CONTAINERS, STREAMED
from specharness.evidence.limits import Limits
from specharness.evidence.observers.guard import guarded
from specharness.evidence.observers.reading import Reading
from specharness.evidence.views import FormatView, Request, View, ViewKind

_KINDS = frozenset({ViewKind.QUERY, ViewKind.DATABASE, ViewKind.ARCHIVE, ViewKind.MEDIA})


def is_streamed(kind: ViewKind, as_format: str) -> bool:
    """Whether a file is looked at here, rather than read into memory."""
    return kind in _KINDS or (kind in {ViewKind.TABLE, ViewKind.FORMAT} and as_format in STREAMED)


@dataclass(frozen=True)
class Stream:
    """One open file, the format that it is expected in, and the limits to read it under. Raises the signals of
    `faults`, and nothing else."""

    held: Held
    expected: str
    limits: Limits

    def view(self, request: Request) -> Reading:
        if request.kind is ViewKind.FORMAT:
            return Reading(self._format())
        readers: dict[ViewKind, Callable[[], Reading]] = {
            ViewKind.QUERY: lambda: self._query(request.sql),
            ViewKind.TABLE: lambda: self._table(request.argument),
            ViewKind.DATABASE: self._database,
            ViewKind.ARCHIVE: self._archive,
            ViewKind.MEDIA: self._media,
        }
        return readers[request.kind]()

    def _query(self, sql: str) -> Reading:
        if self.expected == "sqlite":
            from specharness.evidence.observers import sqlite

            return self._guarded("sqlite", lambda: sqlite.query(self.held, self.limits, sql))
        if self.expected not in {"csv", "tsv", "parquet"}:
            raise LimitReached(
                f"no queries over the format {self.expected or 'that the name does not say'!r}; undecided"
            )
        from specharness.evidence.observers import tabular

        return self._guarded("duckdb", lambda: tabular.query(self.held, self.limits, self.expected, sql))

    def _table(self, name: str) -> Reading:
        if self.expected == "sqlite":
            from specharness.evidence.observers import sqlite

            return self._guarded("sqlite", lambda: sqlite.table(self.held, self.limits, name))
        from specharness.evidence.observers import tabular

        return self._guarded("duckdb", lambda: tabular.view(self.held, self.limits))

    def _database(self) -> Reading:
        from specharness.evidence.observers import sqlite

        return self._guarded("sqlite", lambda: sqlite.view(self.held, self.limits))

    def _archive(self) -> Reading:
        from specharness.evidence.observers import archive

        def read() -> Reading:
            with os.fdopen(os.dup(self.held.descriptor), "rb") as stream:
                stream.seek(0)
                return Reading(*archive.view(stream, self.held.size, self.limits))

        return guarded("archive", read, seconds=self.limits.seconds)

    def _media(self) -> Reading:
        from specharness.evidence.observers import media

        unseen = ("pictures and sound themselves",)
        return Reading(media.view(self.held, self.limits), unseen)

    def _format(self) -> FormatView:
        try:
            defect = self._defect()
        except MalformedArtifact as fault:
            defect = str(fault)
        return FormatView(self.expected, defect is None, defect or "")

    def _defect(self) -> str | None:
        if self.expected == "sqlite":
            from specharness.evidence.observers import sqlite

            return guarded("sqlite", lambda: sqlite.check(self.held, self.limits), seconds=self.limits.seconds)
        if self.expected == "parquet":
            from specharness.evidence.observers import tabular

            return guarded("duckdb", lambda: tabular.check(self.held, self.limits), seconds=self.limits.seconds)
        if self.expected in {"tar", "tar.gz", "tar.bz2", "tar.xz"}:
            from specharness.evidence.views import ArchiveView

            seen = self._archive().view
            assert isinstance(seen, ArchiveView)
            return None if seen.format == self.expected else f"the archive is {seen.format}"
        from specharness.evidence.observers import media

        return media.check(self.held, self.limits, CONTAINERS[self.expected])

    def _guarded(self, reader: str, work: Callable[[], View]) -> Reading:
        """Both engines stop themselves at `seconds`; the guard is there for the Python around them."""
        return Reading(guarded(reader, work, seconds=self.limits.seconds * 2))
