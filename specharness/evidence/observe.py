"""The observatory: requests in, observations out. The only way from validators to the agent's files.

Guarantees: equal requests are answered once; a file is opened once and its bytes and digest come from that one
descriptor; views are derived from those bytes; a file that was read again and had changed is refused. Nothing is
raised for the artifact's sake: what stands in a file or at a path is always an observation.
"""

from __future__ import annotations

from collections.abc import Iterable

from specharness.evidence import beneath
from specharness.evidence.beneath import Content, Found
from specharness.evidence.faults import LimitReached, MalformedArtifact, Refusal
from specharness.evidence.formats import format_of
from specharness.evidence.limits import DEFAULT_LIMITS, Limits
from specharness.evidence.observers import tree
from specharness.evidence.observers.reading import Bytes
from specharness.evidence.root import Places
from specharness.evidence.sandbox import observe as sandbox
from specharness.evidence.views import Failure, FileView, Observation, Request, Side, View, ViewKind

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
        self._views: dict[tuple[_Key, ViewKind, str], View | Refusal] = {}
        self.bytes_read = 0
        """Bytes read from disk so far, every reading counted."""

    def observe(self, requests: Iterable[Request]) -> dict[Request, Observation]:
        """An observation for every request."""
        answers: dict[Request, Observation] = {}
        for request in requests:
            if request not in self._answers:
                self._answers[request] = self._answer(request)
            answers[request] = self._answers[request]
        return answers

    def _answer(self, request: Request) -> Observation:
        if request.kind is ViewKind.COMMAND:
            return self._command(request)
        located = self._places.locate(request.path, request.side)
        found = (
            located if isinstance(located, Refusal) else beneath.find(located, self._places, request.side, self._limits)
        )
        if request.kind is ViewKind.FILE:
            return _file(request, found)
        if isinstance(found, Refusal):
            return Observation(request, None, found.failure, found.detail)
        if request.kind is ViewKind.TREE:
            return self._tree(request, found)
        return self._read_as(request, found)

    def _command(self, request: Request) -> Observation:
        seen = sandbox.observe(request, self._places, self._limits)
        self.bytes_read += seen.bytes_read
        return seen

    def _tree(self, request: Request, found: Found) -> Observation:
        listing = tree.view(found, self._limits)
        if isinstance(listing, Refusal):
            return Observation(request, None, listing.failure, listing.detail)
        self.bytes_read += listing.bytes_read
        root, above = _key(found)
        for name, entry in listing.view.entries.items():
            below = () if name == "." else tuple(name.split("/"))
            if entry.type == "file" and self._changed((root, (*above, *below)), entry.sha256):
                refusal = _unsteady(name)
                return Observation(request, None, refusal.failure, refusal.detail)
        return Observation(request, listing.view, sha256=listing.sha256, bytes_read=listing.bytes_read)

    def _read_as(self, request: Request, found: Found) -> Observation:
        content = self._content(found)
        if isinstance(content, Refusal):
            return Observation(request, None, content.failure, content.detail)
        if request.side is Side.TRACE:
            as_format = "trace"
        else:
            as_format = format_of(request.path, request.format)
        size = len(content.data)
        try:
            seen = self._view(_key(found), content, request.kind, as_format)
        except MalformedArtifact as fault:
            return Observation(request, None, Failure.MALFORMED, str(fault), content.sha256, size)
        except LimitReached as fault:
            return Observation(request, None, Failure.LIMIT, str(fault), content.sha256, size)
        return Observation(request, seen, sha256=content.sha256, bytes_read=size)

    def _view(self, file: _Key, content: Content, kind: ViewKind, as_format: str) -> View:
        """The view, derived once. Raises MalformedArtifact, LimitReached."""
        key = (file, kind, as_format)
        if key not in self._views:
            bytes_ = Bytes(
                content.data, as_format, self._limits, lambda other: self._view(file, content, other, as_format)
            )
            try:
                self._views[key] = bytes_.view(kind)
            except MalformedArtifact as fault:  # kept as words: the exception would keep its frames and their bytes
                self._views[key] = Refusal(Failure.MALFORMED, str(fault))
            except LimitReached as fault:
                self._views[key] = Refusal(Failure.LIMIT, str(fault))
        seen = self._views[key]
        if isinstance(seen, Refusal):
            raise MalformedArtifact(seen.detail) if seen.failure is Failure.MALFORMED else LimitReached(seen.detail)
        return seen

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


def _unsteady(name: str) -> Refusal:
    return Refusal(Failure.UNAVAILABLE, f"{name} changed while it was observed; check again")


def _key(found: Found) -> _Key:
    return (str(found.place.root), found.place.parts)


def _file(request: Request, found: Found | Refusal) -> Observation:
    if isinstance(found, Found):
        return Observation(request, FileView(True, found.type, found.status.st_size if found.type == "file" else 0))
    if found.failure is Failure.ABSENT:
        return Observation(request, FileView(False))
    return Observation(request, None, found.failure, found.detail)
