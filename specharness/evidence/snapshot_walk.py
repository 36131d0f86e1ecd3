"""Taking a snapshot of a folder: walked by descriptors without following a link, each file read once at most.

Guarantees: nothing outside the folder is opened; pipes, sockets and devices are recorded and never opened; a file's
digest, size and times come from one descriptor, and one that changes meanwhile has an error in place of a digest. What
can't be read is an entry with an error, never an exception.

An earlier snapshot of the same folder spares the reading: an entry whose device, inode, size and times are the same is
taken over as it is, unless it was changed so shortly before that snapshot began that a further change could have left
the times as they are (`RACY_NS`; git calls such entries racily clean). Who can set the machine's clock, or edit the
earlier snapshot, can deceive this; a snapshot without `previous` trusts neither.
"""

from __future__ import annotations

import os
import stat
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack
from hashlib import sha256
from pathlib import Path

from specharness.errors import LimitExceededError, NotFoundError
from specharness.evidence.snapshot import (
    DEFAULT_SNAPSHOT_LIMITS,
    RACY_NS,
    DirectorySnapshot,
    Entry,
    SnapshotLimits,
    spelt,
)
from specharness.evidence.snapshot_entry import entry_of, is_same, unlisted, unread, unseen

_FOLDER_FLAGS = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
_FILE_FLAGS = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
"""O_NONBLOCK: a pipe put in a file's place must not hang the walk."""

_AT_ONCE = 256 * 1024
"""Bytes of a file that is read and hashed on the spot; handing it to a thread would take longer."""
_CHUNK = 1024 * 1024
_WAITING = 64
"""Large files, and so descriptors, open at a time."""
_SHOWN = 60
"""Characters of a path whose length is the complaint."""
_CHANGED = "changed while it was read"
_Inner = tuple[str, str, os.stat_result]
"""A folder that is still to be opened: its name in its parent, its path, and what it was when the parent was listed."""
_Level = tuple[int, list[_Inner]]
"""An open folder, and the folders in it that come next."""

Progress = Callable[[str, int], None]
"""Told the folder that comes next and how many entries are known so far."""


def snapshot_folder(
    root: Path,
    previous: DirectorySnapshot | None = None,
    limits: SnapshotLimits = DEFAULT_SNAPSHOT_LIMITS,
    progress: Progress | None = None,
) -> DirectorySnapshot:
    """Every entry below `root`, which may itself be named by a link.

    Raises NotFoundError where `root` is no readable folder, LimitExceededError where a limit is hit.
    """
    started = time.time_ns()
    try:
        descriptor = os.open(root, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    except (OSError, ValueError) as error:
        reason = (error.strerror if isinstance(error, OSError) else None) or "not a folder"
        raise NotFoundError(f"{root}: expected a folder to take a snapshot of: {reason}") from error
    walk = _Walk(_reusable(previous), limits, progress)
    entries = walk.run(descriptor)
    entries.sort(key=lambda entry: entry.path)
    return DirectorySnapshot(started_ns=started, entries=tuple(entries))


def _reusable(previous: DirectorySnapshot | None) -> dict[str, Entry]:
    if previous is None:
        return {}
    before = previous.started_ns - RACY_NS
    return {
        entry.path: entry
        for entry in previous.entries
        if entry.ctime_ns < before and entry.mtime_ns < before and not entry.error
    }


class _Walk:
    def __init__(self, reusable: dict[str, Entry], limits: SnapshotLimits, progress: Progress | None) -> None:
        self._reusable = reusable
        self._limits = limits
        self._progress = progress
        self._until = time.monotonic() + limits.seconds
        self._entries: list[Entry] = []
        self._known = 0
        """Entries seen so far, those included that are still to be read or opened."""
        self._bytes = 0
        self._waiting: list[Future[Entry]] = []
        self._pool: ThreadPoolExecutor | None = None
        self._stopped = False

    def run(self, root: int) -> list[Entry]:
        """All entries below the folder of a descriptor, which is closed."""
        with ExitStack() as cleanup:
            cleanup.callback(self._close)
            levels: list[_Level] = []
            cleanup.callback(_close_all, levels)
            levels.append((root, []))
            self._list(root, "", levels[-1][1], None)
            while levels:
                descriptor, inner = levels[-1]
                if not inner:
                    levels.pop()
                    os.close(descriptor)
                    continue
                name, path, status = inner.pop()
                try:
                    deeper = os.open(name, _FOLDER_FLAGS, dir_fd=descriptor)
                except OSError as error:
                    self._entries.append(entry_of(path, status, error=unlisted(error)))
                    continue
                levels.append((deeper, []))
                if len(levels) > self._limits.depth:
                    raise LimitExceededError(
                        f"{path[:_SHOWN]}…: folders are nested deeper than the {self._limits.depth} that `depth` allows"
                    )
                self._list(deeper, path + "/", levels[-1][1], (path, status))
            self._collect(leave=0)
        return self._entries

    def _list(
        self,
        descriptor: int,
        prefix: str,
        inner: list[_Inner],
        itself: tuple[str, os.stat_result] | None,
    ) -> None:
        """Record a folder and what stands directly in it; its folders are left in `inner` to be opened."""
        reusable, entries, most = self._reusable, self._entries, self._limits.entries
        failure = ""
        if self._progress is not None:
            self._progress(prefix, len(self._entries))
        try:
            with os.scandir(descriptor) as listing:
                for found in listing:
                    self._known += 1
                    if self._known > most:
                        raise LimitExceededError(f"more than the {most} entries that `entries` allows")
                    name = found.name
                    path = prefix + (name if name.isascii() and "\\" not in name else spelt(name))
                    try:
                        status = found.stat(follow_symlinks=False)
                    except OSError as error:
                        self._entries.append(unseen(path, error))
                        continue
                    if found.is_dir(follow_symlinks=False):
                        inner.append((name, path, status))
                    elif (kept := reusable.get(path)) is not None and is_same(kept, status):
                        entries.append(kept)
                    else:
                        self._look(descriptor, name, path, status)
        except OSError as error:
            failure = unlisted(error)
        if itself is not None:
            path, status = itself
            kept = reusable.get(path)
            same = kept is not None and not failure and is_same(kept, status)
            entries.append(kept if same and kept is not None else entry_of(path, status, error=failure))
        elif failure:
            raise NotFoundError(f"the folder to take a snapshot of {failure}")

    def _look(self, folder: int, name: str, path: str, status: os.stat_result) -> None:
        if stat.S_ISREG(status.st_mode):
            self._file(folder, name, path, status)
        elif stat.S_ISLNK(status.st_mode):
            try:
                self._entries.append(entry_of(path, status, target=spelt(os.readlink(name, dir_fd=folder))))
            except OSError as error:
                self._entries.append(entry_of(path, status, error=unread(error)))
        elif stat.S_ISCHR(status.st_mode) or stat.S_ISBLK(status.st_mode):
            sort = "char" if stat.S_ISCHR(status.st_mode) else "block"
            numbers = f"{sort} {os.major(status.st_rdev)}:{os.minor(status.st_rdev)}"
            self._entries.append(entry_of(path, status, target=numbers))
        else:
            swapped = "became a folder while it was looked at" if stat.S_ISDIR(status.st_mode) else ""
            self._entries.append(entry_of(path, status, error=swapped))

    def _file(self, folder: int, name: str, path: str, looked: os.stat_result) -> None:
        self._in_time()
        try:
            descriptor = os.open(name, _FILE_FLAGS, dir_fd=folder)
        except OSError as error:
            self._entries.append(entry_of(path, looked, error=unread(error)))
            return
        handed_over = False
        try:
            status = os.fstat(descriptor)
            size = status.st_size
            if not stat.S_ISREG(status.st_mode):
                self._entries.append(entry_of(path, looked, error=_CHANGED))
            elif size > self._limits.file_bytes:
                error_text = f"has {size} bytes, `file_bytes` allows {self._limits.file_bytes}"
                self._entries.append(entry_of(path, status, error=error_text))
            else:
                self._bytes += size
                if self._bytes > self._limits.bytes:
                    raise LimitExceededError(f"{path}: more than the {self._limits.bytes} bytes that `bytes` allows")
                if size <= _AT_ONCE:
                    self._entries.append(_read(descriptor, path, status))
                else:
                    self._hand_over(descriptor, path, status)
                    handed_over = True
        except OSError as error:
            self._entries.append(entry_of(path, looked, error=unread(error)))
        finally:
            if not handed_over:
                os.close(descriptor)

    def _hand_over(self, descriptor: int, path: str, status: os.stat_result) -> None:
        if self._pool is None:
            self._pool = ThreadPoolExecutor(min(8, os.cpu_count() or 1), thread_name_prefix="snapshot")
        self._collect(leave=_WAITING - 1)
        self._waiting.append(self._pool.submit(self._stream, descriptor, path, status))

    def _collect(self, leave: int) -> None:
        while len(self._waiting) > leave:
            self._entries.append(self._waiting.pop(0).result())

    def _stream(self, descriptor: int, path: str, status: os.stat_result) -> Entry:
        """The entry of a large file, in a thread: reading and hashing both run without the interpreter's lock."""
        try:
            state = sha256()
            buffer = bytearray(_CHUNK)
            view = memoryview(buffer)
            total = 0
            while not self._stopped and (got := os.readv(descriptor, (buffer,))):
                self._in_time()
                total += got
                if total > status.st_size:
                    break
                state.update(view[:got])
            return _finished(descriptor, path, status, total, state.hexdigest())
        except OSError as error:
            return entry_of(path, status, error=unread(error))
        finally:
            os.close(descriptor)

    def _in_time(self) -> None:
        if time.monotonic() > self._until:
            raise LimitExceededError(f"took longer than the {self._limits.seconds:g} s that `seconds` allows")

    def _close(self) -> None:
        """Threads end at their next chunk and close what they were given."""
        self._stopped = True
        if self._pool is not None:
            self._pool.shutdown(wait=True)


def _close_all(levels: list[_Level]) -> None:
    for descriptor, _ in levels:
        os.close(descriptor)


def _read(descriptor: int, path: str, status: os.stat_result) -> Entry:
    data = os.read(descriptor, status.st_size + 1)
    return _finished(descriptor, path, status, len(data), sha256(data).hexdigest())


def _finished(descriptor: int, path: str, before: os.stat_result, total: int, digest: str) -> Entry:
    after = os.fstat(descriptor)
    steady = (
        total == before.st_size == after.st_size
        and before.st_mtime_ns == after.st_mtime_ns
        and before.st_ctime_ns == after.st_ctime_ns
    )
    return entry_of(path, before, digest=digest) if steady else entry_of(path, before, error=_CHANGED)
