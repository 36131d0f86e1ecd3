"""A folder's entries with digests: walked without following links, hashed without being held.

Names that are not UTF-8 are written with backslash escapes, so that a listing can always be written as JSON.
"""

from __future__ import annotations

import hashlib
import os
import stat
import time
from dataclasses import dataclass

from specharness.evidence import beneath
from specharness.evidence.beneath import Found
from specharness.evidence.faults import FileRefused, Refusal
from specharness.evidence.limits import Limits
from specharness.evidence.root import Located
from specharness.evidence.views import Entry, Failure, TreeView
from specharness.ir import digest_of


@dataclass(frozen=True)
class Listing:
    """A tree view and what it cost."""

    view: TreeView
    sha256: str
    """Of the listing."""
    bytes_read: int


def view(found: Found, limits: Limits) -> Listing | Refusal:
    """All entries below a folder, or the one entry `.` of a file."""
    walk = _Walk(limits)
    try:
        refusal = walk.single(found) if found.type == "file" else walk.below(found.place)
    except FileRefused as refused:
        return refused.refusal
    except OSError as error:
        return Refusal(Failure.UNAVAILABLE, f"{found.place.shown} can't be listed: {error.strerror or error}")
    if refusal is not None:
        return refusal
    entries = dict(sorted(walk.entries.items()))
    listing = {name: [entry.type, entry.size, entry.sha256, entry.mode] for name, entry in entries.items()}
    return Listing(TreeView(entries), digest_of(listing), walk.bytes_read)


class _Walk:
    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._until = time.monotonic() + limits.seconds
        self.entries: dict[str, Entry] = {}
        self.bytes_read = 0

    def single(self, found: Found) -> Refusal | None:
        return self._add(found.place, ".", found.status)

    def below(self, top: Located) -> Refusal | None:
        pending: list[tuple[str, ...]] = [()]
        while pending:
            inner = pending.pop()
            if len(inner) > self._limits.tree_depth:
                return _limit(f"folders nested deeper than the {self._limits.tree_depth} that `tree_depth` allows")
            place = Located(top.root, (*top.parts, *inner))
            with beneath.folder(place) as descriptor:
                names = sorted(os.listdir(descriptor))  # noqa: PTH208 - of the descriptor, not of a path
                if len(self.entries) + len(names) > self._limits.tree_entries:
                    return _limit(f"more than {self._limits.tree_entries} entries, which `tree_entries` allows")
                for name in names:
                    parts = (*inner, name)
                    status = os.stat(name, dir_fd=descriptor, follow_symlinks=False)
                    if stat.S_ISLNK(status.st_mode):
                        target = os.readlink(name, dir_fd=descriptor)
                        self._link(_name(parts), target, status)
                        continue
                    refusal = self._add(Located(top.root, (*top.parts, *parts)), _name(parts), status)
                    if refusal is not None:
                        return refusal
                    if stat.S_ISDIR(status.st_mode):
                        pending.append(parts)
        return None

    def _link(self, name: str, target: str, status: os.stat_result) -> None:
        raw = os.fsencode(target)
        self.entries[name] = Entry("symlink", len(raw), hashlib.sha256(raw).hexdigest(), stat.S_IMODE(status.st_mode))

    def _add(self, place: Located, name: str, status: os.stat_result) -> Refusal | None:
        mode = stat.S_IMODE(status.st_mode)
        if stat.S_ISDIR(status.st_mode):
            self.entries[name] = Entry("dir", 0, "", mode)
        elif not stat.S_ISREG(status.st_mode):
            self.entries[name] = Entry("other", 0, "", mode)
        else:
            if time.monotonic() > self._until:
                return _limit(f"listing took longer than the {self._limits.seconds:g} s that `seconds` allows")
            with beneath.opened(Found(place, status)) as descriptor:
                hashed = beneath.digest(descriptor, self._limits.tree_bytes - self.bytes_read)
            if hashed is None:
                return _limit(f"more than {self._limits.tree_bytes} bytes below the folder, which `tree_bytes` allows")
            self.bytes_read += hashed[1]
            self.entries[name] = Entry("file", hashed[1], hashed[0], mode)
        return None


def _limit(detail: str) -> Refusal:
    return Refusal(Failure.LIMIT, detail)


def _name(parts: tuple[str, ...]) -> str:
    return "/".join(os.fsencode(part).decode("utf-8", "backslashreplace") for part in parts)
