"""A folder's entries with digests: a snapshot of it, in the words of views, under the limits of observers."""

from __future__ import annotations

import hashlib
import re
import stat
from dataclasses import dataclass
from pathlib import Path

from specharness.errors import LimitExceededError, NotFoundError
from specharness.evidence import beneath
from specharness.evidence.beneath import Found
from specharness.evidence.faults import SIGNALS, Refusal, refusal_of
from specharness.evidence.limits import Limits
from specharness.evidence.snapshot import Entry as Recorded
from specharness.evidence.snapshot import EntryKind, SnapshotLimits, bytes_of
from specharness.evidence.snapshot_walk import snapshot_folder
from specharness.evidence.views import Entry, Failure, TreeView
from specharness.ir import digest_of

_LIMIT = re.compile(r"`(entries|bytes|depth|seconds)`")
_NAMED = {"entries": "tree_entries", "bytes": "tree_bytes", "depth": "tree_depth", "seconds": "seconds"}
"""What the limits of snapshots are called among those of observers."""
_TYPES = {EntryKind.FILE: "file", EntryKind.DIR: "dir", EntryKind.SYMLINK: "symlink"}


@dataclass(frozen=True)
class Listing:
    """A tree view and what it cost."""

    view: TreeView
    sha256: str
    """Of the listing."""
    bytes_read: int


def view(found: Found, limits: Limits) -> Listing | Refusal:
    """All entries below a folder, or the one entry `.` of a file."""
    try:
        if found.type == "file":
            return _listing({".": _file(found, limits)})
        with beneath.folder(found.place) as descriptor:
            return _below(Path(f"/proc/self/fd/{descriptor}"), limits)
    except SIGNALS as signal:
        return refusal_of(signal)
    except LimitExceededError as error:
        named = _LIMIT.search(str(error))
        name = _NAMED[named[1]] if named else ""
        return Refusal(Failure.LIMIT, _LIMIT.sub(f"`{name}`", str(error)), name)
    except (NotFoundError, OSError) as error:
        words = error.strerror if isinstance(error, OSError) else None
        return Refusal(Failure.UNAVAILABLE, f"{found.place.shown} can't be listed: {words or error}")


def _below(folder: Path, limits: Limits) -> Listing | Refusal:
    bounds = SnapshotLimits(
        entries=limits.tree_entries,
        bytes=limits.tree_bytes,
        file_bytes=limits.tree_bytes + 1,  # a file past all that may be hashed is past the sum
        depth=limits.tree_depth,
        seconds=limits.seconds,
    )
    snapshot = snapshot_folder(folder, limits=bounds)
    if snapshot.errors:
        first = snapshot.errors[0]
        return Refusal(Failure.UNAVAILABLE, f"{first.path} {first.error}")
    return _listing({entry.path: _entry(entry) for entry in snapshot.entries})


def _entry(recorded: Recorded) -> Entry:
    if recorded.kind is EntryKind.SYMLINK:
        target = bytes_of(recorded.target or "")
        return Entry("symlink", len(target), hashlib.sha256(target).hexdigest(), recorded.mode)
    return Entry(_TYPES.get(recorded.kind, "other"), recorded.size, recorded.sha256 or "", recorded.mode)


def _file(found: Found, limits: Limits) -> Entry:
    with beneath.held(found, limits) as held:
        return Entry("file", held.size, held.sha256, stat.S_IMODE(held.status.st_mode))


def _listing(entries: dict[str, Entry]) -> Listing:
    listed = {name: [entry.type, entry.size, entry.sha256, entry.mode] for name, entry in entries.items()}
    read = sum(entry.size for entry in entries.values() if entry.type == "file")
    return Listing(TreeView(entries), digest_of(listed), read)
