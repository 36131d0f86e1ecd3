"""From what a user names to a snapshot: a folder, a SQLite database, or a snapshot that was written to a file.

Guarantees that a file is told by its first bytes, and that a written snapshot is read back whole or refused.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

from pydantic import Field, TypeAdapter, ValidationError

from specharness.errors import InputError, LimitExceededError, NotFoundError, SchemaMismatchError
from specharness.evidence.limits import MIB
from specharness.evidence.snapshot import DirectorySnapshot
from specharness.evidence.snapshot_rows import DatabaseSnapshot
from specharness.evidence.snapshot_sqlite import snapshot_database
from specharness.evidence.snapshot_walk import Progress, snapshot_folder
from specharness.evidence.sqlite_access import MAGIC
from specharness.ir.base import SCHEMA_VERSION
from specharness.ir.invalid import wrong

Snapshot = DirectorySnapshot | DatabaseSnapshot

MAX_FILE_BYTES = 2048 * MIB
"""Bytes of a written snapshot: a million entries take about 300 MB, the largest database that is read about 700."""

_DATABASE_ENDINGS = (".db", ".sqlite", ".sqlite3")
"""Of an empty file, which SQLite takes for a database without tables."""
_WRITTEN: TypeAdapter[Snapshot] = TypeAdapter(Annotated[Snapshot, Field(discriminator="snapshot")])


def snapshot_of(path: Path, previous: DirectorySnapshot | None = None, progress: Progress | None = None) -> Snapshot:
    """The state of what stands at `path`, or the state that a file there records.

    Raises what `snapshot_folder` and `snapshot_database` raise, and SchemaMismatchError for a broken record.
    """
    if path.is_dir():
        return snapshot_folder(path, previous, progress=progress)
    if previous is not None:
        raise InputError(f"{path}: expected a folder: an earlier snapshot spares the reading of nothing else")
    return snapshot_database(path) if is_database(path) else written_snapshot(path)


def is_database(path: Path) -> bool:
    """Whether a file is a SQLite database by its first bytes."""
    if not path.is_file():
        there = "a pipe or device does" if path.exists() else "nothing does"
        raise NotFoundError(f"{path}: no folder, SQLite database or written snapshot stands there, {there}")
    with path.open("rb") as stream:
        start = stream.read(len(MAGIC))
    return start == MAGIC or (not start and path.suffix.lower() in _DATABASE_ENDINGS)


def written_snapshot(path: Path) -> Snapshot:
    """The snapshot that a file records."""
    with path.open("rb") as stream:
        size = os.fstat(stream.fileno()).st_size
        if size > MAX_FILE_BYTES:
            raise LimitExceededError(f"{path}: has {size} bytes; a snapshot has {MAX_FILE_BYTES} at most")
        data = stream.read()
    try:
        snapshot = _WRITTEN.validate_json(data)
    except ValidationError as error:
        raise SchemaMismatchError(
            f"{path}: {wrong(error)}; expected a folder, a SQLite database or what `specharness snapshot` wrote"
        ) from error
    if snapshot.schema_version.split(".")[0] != SCHEMA_VERSION.split(".")[0]:
        raise SchemaMismatchError(
            f"{path}: expected schema version {SCHEMA_VERSION}, got {snapshot.schema_version}; take the snapshot again"
        )
    return snapshot
