"""What a folder held at one moment: every entry with its kind, permissions and digest, as plain frozen data.

Guarantees that each entry has one record and one spelling, in the order of paths, and that a file has a digest or the
reason why there is none. Taking a snapshot is the business of `snapshot_walk`, comparing two that of `diff_tree`.

A path is text with `/`. File names are bytes: one that is not UTF-8 has `\\xNN` for each byte that does not decode, and
a backslash that would read as such an escape is written `\\x5c` itself. So no two names share one spelling.
"""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from enum import StrEnum
from typing import Literal, Self

from pydantic import Field, model_validator

from specharness.evidence.limits import MIB
from specharness.ir.base import SCHEMA_VERSION, Model

RACY_NS = 2_000_000_000
"""Coarsest time stamp of a file system in use (FAT: two seconds). A file that was modified within this time before its
snapshot began could be modified again without a change of its times, so its digest is never reused."""

_ESCAPABLE = re.compile(rb"\\(?=x[0-9a-f]{2})")
_ESCAPE = re.compile(rb"\\x([0-9a-f]{2})")


@dataclass(frozen=True)
class SnapshotLimits:
    """Bounds of one snapshot. One that is hit stops it: half a listing would show the other half as deleted."""

    entries: int = 1_000_000
    """About 1 KB of memory each."""
    bytes: int = 1024 * 1024 * MIB
    """Bytes hashed: half an hour to an hour, or one file that is nothing but a hole."""
    file_bytes: int = 64 * 1024 * MIB
    """Bytes of one file; a larger one is recorded with an error instead of a digest."""
    depth: int = 200
    """Folders in folders; each level holds a descriptor open."""
    seconds: float = 3600.0
    """Wall-clock time, looked at between files and between the chunks of a large one."""


DEFAULT_SNAPSHOT_LIMITS = SnapshotLimits()


class EntryKind(StrEnum):
    FILE = "file"
    DIR = "dir"
    SYMLINK = "symlink"
    FIFO = "fifo"
    SOCKET = "socket"
    DEVICE = "device"
    UNKNOWN = "unknown"
    """It could not even be looked at."""


class Facts(Model):
    """What an entry is, and what a difference is told by; times are none of it."""

    kind: EntryKind
    mode: int = Field(ge=0, le=0o7777)
    """Permission bits, with set-uid, set-gid and sticky."""
    size: int = Field(default=0, ge=0)
    """Bytes of a file, else 0."""
    sha256: str | None = Field(default=None, pattern=r"^[0-9a-f]{64}$")
    """Of a file's bytes (hex)."""
    target: str | None = None
    """Where a link leads, spelt as paths are; of a device its kind and numbers, such as `char 1:3`."""


class Entry(Facts):
    """One entry, and what tells whether it is still the same without reading it."""

    path: str = Field(min_length=1)
    mtime_ns: int
    ctime_ns: int
    inode: int
    device: int
    error: str = ""
    """Why there is no digest or no listing of it; empty where all is known."""

    @property
    def facts(self) -> Facts:
        return Facts(kind=self.kind, mode=self.mode, size=self.size, sha256=self.sha256, target=self.target)


class DirectorySnapshot(Model):
    """Every entry below one folder, the folder itself not included."""

    schema_version: str = SCHEMA_VERSION
    snapshot: Literal["directory"] = "directory"
    started_ns: int
    """Clock of the machine before the first entry was looked at (nanoseconds since 1970)."""
    entries: tuple[Entry, ...]
    """In the order of `path`, by code points."""

    @model_validator(mode="after")
    def _whole(self) -> Self:
        last = ""
        for entry in self.entries:
            if entry.path <= last:
                raise ValueError(f"{entry.path!r} is listed twice or out of order")
            last = entry.path
            if entry.kind is EntryKind.FILE and (entry.sha256 is None) == (not entry.error):
                raise ValueError(f"the file {last!r} needs a digest or an error, and not both")
        return self

    @property
    def errors(self) -> tuple[Entry, ...]:
        """The entries that are not wholly known."""
        return tuple(entry for entry in self.entries if entry.error)


def spelt(name: str | bytes) -> str:
    """A file name or path of the system as the text that stands for it alone."""
    if isinstance(name, str) and "\\" not in name and name.isascii():
        return name
    raw = _ESCAPABLE.sub(rb"\\x5c", os.fsencode(name))
    return raw.decode("utf-8", "backslashreplace")


def bytes_of(spelling: str) -> bytes:
    """The file name that `spelt` made this text of."""
    return _ESCAPE.sub(lambda match: bytes([int(match[1], 16)]), spelling.encode("utf-8"))
