"""One entry of a snapshot, from what the system says of it."""

from __future__ import annotations

import os
import stat

from specharness.evidence.snapshot import Entry, EntryKind

_KINDS = {
    stat.S_IFREG: EntryKind.FILE,
    stat.S_IFDIR: EntryKind.DIR,
    stat.S_IFLNK: EntryKind.SYMLINK,
    stat.S_IFIFO: EntryKind.FIFO,
    stat.S_IFSOCK: EntryKind.SOCKET,
    stat.S_IFCHR: EntryKind.DEVICE,
    stat.S_IFBLK: EntryKind.DEVICE,
}


def is_same(kept: Entry, status: os.stat_result) -> bool:
    """Whether an earlier entry needs no further look. Kind, permissions and a link's target can't change
    without the inode or its change time."""
    return (
        kept.ctime_ns == status.st_ctime_ns
        and kept.mtime_ns == status.st_mtime_ns
        and kept.inode == status.st_ino
        and kept.device == status.st_dev
        and (kept.size == status.st_size or kept.kind is not EntryKind.FILE)
    )


def entry_of(
    path: str, status: os.stat_result, *, digest: str | None = None, target: str | None = None, error: str = ""
) -> Entry:
    kind = _KINDS.get(stat.S_IFMT(status.st_mode), EntryKind.UNKNOWN)
    return Entry(
        path=path,
        kind=kind,
        mode=status.st_mode & 0o7777,
        size=status.st_size if kind is EntryKind.FILE else 0,
        mtime_ns=status.st_mtime_ns,
        ctime_ns=status.st_ctime_ns,
        inode=status.st_ino,
        device=status.st_dev,
        sha256=digest,
        target=target,
        error=error,
    )


def unseen(path: str, error: OSError) -> Entry:
    return Entry(
        path=path,
        kind=EntryKind.UNKNOWN,
        mode=0,
        mtime_ns=0,
        ctime_ns=0,
        inode=0,
        device=0,
        error=f"can't be looked at: {error.strerror or error}",
    )


def unread(error: OSError) -> str:
    return f"can't be read: {error.strerror or error}"


def unlisted(error: OSError) -> str:
    return f"can't be listed: {error.strerror or error}"
