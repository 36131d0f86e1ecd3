"""The observatory: requests in, observations out. The only way from validators to the agent's files.

Guarantees: equal requests are answered once; a file is opened once and its bytes and digest come from that one
descriptor; views are derived from those bytes; a file that was read again and had changed is refused. Nothing is
raised for the artifact's sake: what stands in a file or at a path is always an observation.
"""

from __future__ import annotations

import os
import posixpath
import time
from collections.abc import Iterable
from dataclasses import asdict, replace

from specharness.evidence import beneath
from specharness.evidence.beneath import Content, Found
from specharness.evidence.coverage import counts
from specharness.evidence.faults import SIGNALS, MalformedArtifact, Refusal, refusal_of, signal_of
from specharness.evidence.formats import format_of
from specharness.evidence.limits import DEFAULT_LIMITS, Limits
from specharness.evidence.observers import tree
from specharness.evidence.observers.guard import guarded
from specharness.evidence.observers.reading import Bytes, Reading
from specharness.evidence.observers.streams import Stream, is_streamed
from specharness.evidence.root import Places
from specharness.evidence.sandbox import observe as sandbox
from specharness.evidence.sandbox import recalculate
from specharness.evidence.snapshot import RACY_NS, bytes_of
from specharness.evidence.together import answered_together
from specharness.evidence.views import Coverage, Failure, FileView, Observation, Request, Side, ViewKind
from specharness.ir import digest_of

_CALLS_OF_GIT = 4
"""Each of its three programs ends at `seconds` by itself; the guard is there for the Python around them."""
_Key = tuple[str, tuple[str, ...]]
"""Root and link-free components: one file, however it was named."""


class Observatory:
    """Observes one moment of one set of places. Keep it as long as the places stay as they are."""

    def __init__(self, places: Places, limits: Limits = DEFAULT_LIMITS) -> None:
        self._places = places
        self._limits = limits
        self._answers: dict[Request, Observation] = {}
        self._contents: dict[_Key, Content] = {}
        self._kept = 0
        self._digests: dict[_Key, str] = {}
        self._moments: dict[_Key, tuple[int, tuple[int, ...]]] = {}
        """When a streamed file was last looked at, and what told then that it is the same."""
        self._with_nul: set[_Key] = set()
        """Streamed files that hold a NUL byte: queries over text would not tell."""
        self._views: dict[tuple[_Key, ViewKind, str], Reading | Refusal] = {}
        self.bytes_read = 0
        """Bytes read from disk so far, every reading counted."""

    def observe(self, requests: Iterable[Request]) -> dict[Request, Observation]:
        """An observation for every request."""
        wanted = tuple(dict.fromkeys(requests))
        self._answers.update(
            answered_together([request for request in wanted if request not in self._answers], self._answer)
        )
        for request in wanted:
            if request not in self._answers:
                self._answers[request] = self._answer(request)
        return {request: self._answers[request] for request in wanted}

    def _answer(self, request: Request) -> Observation:
        started = time.monotonic()
        answer = self._command(request) if request.kind is ViewKind.COMMAND else self._looked(request)
        return replace(answer, seconds=time.monotonic() - started)

    def _looked(self, request: Request) -> Observation:
        located = self._places.locate(request.path, request.side)
        found = (
            located if isinstance(located, Refusal) else beneath.find(located, self._places, request.side, self._limits)
        )
        if request.kind is ViewKind.FILE:
            return _file(request, found)
        if isinstance(found, Refusal):
            return _refused(request, found)
        if request.kind is ViewKind.TREE:
            return self._tree(request, found)
        if request.kind is ViewKind.GIT:
            return self._git(request, found)
        as_format = "trace" if request.side is Side.TRACE else format_of(request.path, request.format)
        if request.kind is ViewKind.RECALCULATED:
            return self._recalculated(request, found, as_format)
        if as_format == "parquet" and found.type == "dir":
            detail = f"{found.place.shown} is a folder; a table in several Parquet files is not read"
            return _refused(request, Refusal(Failure.LIMIT, detail))
        if is_streamed(request.kind, as_format):
            return self._streamed(request, found, as_format)
        return self._read_as(request, found, as_format)

    def _command(self, request: Request) -> Observation:
        seen = sandbox.observe(request, self._places, self._limits)
        self.bytes_read += seen.bytes_read
        return seen

    def _tree(self, request: Request, found: Found) -> Observation:
        listing = tree.view(found, self._limits)
        if isinstance(listing, Refusal):
            return _refused(request, listing)
        self.bytes_read += listing.bytes_read
        root, above = _key(found)
        for name, entry in listing.view.entries.items():
            below = () if name == "." else tuple(os.fsdecode(bytes_of(name)).split("/"))
            if entry.type == "file" and self._changed((root, (*above, *below)), entry.sha256):
                return _refused(request, _unsteady(name))
        return _shown(request, Reading(listing.view), listing.sha256, listing.bytes_read)

    def _git(self, request: Request, found: Found) -> Observation:
        """The digest is that of the view: a repository's state is in many files."""
        from specharness.evidence.observers import git

        try:
            seen = guarded("git", lambda: git.view(found, self._limits), seconds=self._limits.seconds * _CALLS_OF_GIT)
        except SIGNALS as signal:
            return _refused(request, refusal_of(signal))
        if isinstance(seen, Refusal):
            return _refused(request, seen)
        return _shown(request, Reading(seen.view, seen.unseen), digest_of(asdict(seen.view)), 0)

    def _read_as(self, request: Request, found: Found, as_format: str) -> Observation:
        most = self._limits.table_bytes
        if request.kind is ViewKind.TABLE and as_format in {"csv", "tsv"} and found.status.st_size > most:
            detail = f"{found.place.shown} has {found.status.st_size} bytes; `table_bytes` allows {most}"
            return _refused(request, Refusal(Failure.LIMIT, detail, "table_bytes"))
        content = self._content(found)
        if isinstance(content, Refusal):
            return _refused(request, content)
        size = len(content.data)
        try:
            seen = self._view(_key(found), content, request.kind, as_format)
        except SIGNALS as signal:
            return _refused(request, refusal_of(signal), content.sha256, size)
        return _shown(request, seen, content.sha256, size)

    def _recalculated(self, request: Request, found: Found, as_format: str) -> Observation:
        """Only what is a workbook within the limits is given to LibreOffice, and what comes back is read like it."""
        if as_format != "xlsx":
            refusal = Refusal(Failure.UNAVAILABLE, "not recalculated: neither an xlsx nor an xlsm file")
            return _refused(request, refusal)
        content = self._content(found)
        if isinstance(content, Refusal):
            return _refused(request, content)
        sha256, size = content.sha256, len(content.data)
        try:
            stored = self._view(_key(found), content, ViewKind.WORKBOOK, as_format)
        except SIGNALS as signal:
            return _refused(request, refusal_of(signal), sha256, size)
        again = recalculate.recalculated(content.data, self._places.sandbox, self._limits)
        if isinstance(again, Refusal):
            return _refused(request, again, sha256, size)
        try:
            seen = Bytes(again, as_format, ".xlsx", self._limits, lambda _: stored.view).workbook()
        except MalformedArtifact as signal:  # LibreOffice's file, not the agent's
            refusal = Refusal(Failure.UNAVAILABLE, f"not recalculated: what LibreOffice wrote can't be read: {signal}")
            return _refused(request, refusal, sha256, size)
        except SIGNALS as signal:
            return _refused(request, refusal_of(signal), sha256, size)
        return _shown(request, Reading(seen, stored.unseen), sha256, size)

    def _view(self, file: _Key, content: Content, kind: ViewKind, as_format: str) -> Reading:
        """The view, derived once. Raises the signals of `faults`."""
        key = (file, kind, as_format)
        if key not in self._views:
            bytes_ = Bytes(
                content.data,
                as_format,
                posixpath.splitext(file[1][-1] if file[1] else "")[1].lower(),
                self._limits,
                lambda other: self._view(file, content, other, as_format).view,
            )
            try:
                self._views[key] = bytes_.view(kind)
            except SIGNALS as signal:
                self._views[key] = refusal_of(signal)
        seen = self._views[key]
        if isinstance(seen, Refusal):
            raise signal_of(seen)
        return seen

    def _streamed(self, request: Request, found: Found, as_format: str) -> Observation:
        """Looked at through one descriptor, which the digest is of too."""
        key = _key(found)
        seen: Reading | Refusal
        try:
            with beneath.held(found, self._limits) as held:
                held.known = self._known_digest(key, held.status)
                fresh = not held.known
                begun = time.time_ns()
                try:
                    seen = Stream(held, as_format, self._limits).view(request)
                except SIGNALS as signal:
                    seen = refusal_of(signal)
                digest = held.sha256
                self.bytes_read += held.size if fresh else 0
                if held.nul:
                    self._with_nul.add(key)
                if as_format in {"csv", "tsv"} and key in self._with_nul:
                    seen = Refusal(Failure.MALFORMED, "NUL character, which no text has")
                if self._changed(key, digest):
                    seen = _unsteady(found.place.shown)
                self._moments[key] = (begun, beneath.moment(held.status))
        except SIGNALS as signal:
            return _refused(request, refusal_of(signal))
        except OSError as error:
            detail = f"{found.place.shown} can't be read: {error.strerror or error}"
            return _refused(request, Refusal(Failure.UNAVAILABLE, detail))
        if isinstance(seen, Refusal):
            return _refused(request, seen, digest, held.size)
        return _shown(request, seen, digest, held.size)

    def _known_digest(self, file: _Key, status: os.stat_result) -> str:
        """The digest of an earlier look, where the times of the file prove that it is still the same."""
        begun, moment = self._moments.get(file, (0, ()))
        settled = max(status.st_ctime_ns, status.st_mtime_ns) < begun - RACY_NS
        return self._digests[file] if settled and moment == beneath.moment(status) else ""

    def _changed(self, file: _Key, sha256: str) -> bool:
        """Whether a file has other bytes than when it was first read, in a listing or for a view."""
        return self._digests.setdefault(file, sha256) != sha256

    def _content(self, found: Found) -> Content | Refusal:
        key = _key(found)
        kept = self._contents.get(key)
        if kept is not None:
            return kept
        content = beneath.read(found, self._limits)
        if isinstance(content, Refusal):
            return content
        self.bytes_read += len(content.data)
        if self._changed(key, content.sha256):
            return _unsteady(found.place.shown)
        self._contents[key] = content
        self._kept += len(content.data)
        while self._kept > self._limits.kept_bytes and len(self._contents) > 1:
            self._kept -= len(self._contents.pop(next(iter(self._contents))).data)
        return content


def _refused(request: Request, refusal: Refusal, sha256: str | None = None, size: int = 0) -> Observation:
    return Observation(request, None, refusal.failure, refusal.detail, sha256, size, refusal.limit)


def _shown(request: Request, seen: Reading, sha256: str, size: int) -> Observation:
    return Observation(request, seen.view, None, "", sha256, size, "", Coverage(counts(seen.view), seen.unseen))


def _unsteady(name: str) -> Refusal:
    return Refusal(Failure.UNAVAILABLE, f"{name} changed while it was observed; check again")


def _key(found: Found) -> _Key:
    return (str(found.place.root), found.place.parts)


def _file(request: Request, found: Found | Refusal) -> Observation:
    if isinstance(found, Found):
        return Observation(request, FileView(True, found.type, found.status.st_size if found.type == "file" else 0))
    if found.failure is Failure.ABSENT:
        return Observation(request, FileView(False))
    return _refused(request, found)
