"""Zip and tar archives: their members with digests, archives within them included. Nothing is unpacked to disk.

Members are decompressed once, in pieces, within one budget of members, bytes and ratio for the archive and all in it.
"""

from __future__ import annotations

import bz2
import gzip
import hashlib
import io
import lzma
import posixpath
import stat
import tarfile
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import IO, Protocol

from specharness.evidence.faults import LimitReached, MalformedArtifact
from specharness.evidence.limits import MIB, Limits
from specharness.evidence.observers.text import clean
from specharness.evidence.observers.zips import BROKEN, open_zip
from specharness.evidence.snapshot import spelt
from specharness.evidence.views import ArchiveView, MemberView

_CHUNK = MIB
_ENDINGS = (".zip", ".tar", ".tar.gz", ".tgz", ".tar.bz2", ".tbz2", ".tar.xz", ".txz")
"""Of members that are archives themselves. Office packages are documents, not archives."""
_BROKEN_TAR = (tarfile.TarError, EOFError, zlib.error, lzma.LZMAError, OSError, ValueError)
"""What the readers of tar and of its compressions raise on broken input; gzip and bz2 raise bare OSErrors."""


def view(stream: IO[bytes], size: int, limits: Limits) -> tuple[ArchiveView, tuple[str, ...]]:
    """The archive of `size` bytes, and what was not looked into. Raises MalformedArtifact, LimitReached."""
    listing = _Listing(limits)
    return listing.view(stream, size, 0), tuple(listing.unseen)


class _Xz:
    """The decompressed bytes of an xz file, within `unpack_memory`."""

    def __init__(self, stream: IO[bytes], limits: Limits) -> None:
        self._stream = stream
        self._most = limits.unpack_memory
        self._reader = self._started()

    def _started(self) -> lzma.LZMADecompressor:
        return lzma.LZMADecompressor(lzma.FORMAT_XZ, memlimit=self._most)

    def read(self, size: int) -> bytes:
        while True:
            if self._reader.eof:  # another stream may follow, after padding
                given = (self._reader.unused_data + self._stream.read(_CHUNK)).lstrip(b"\0")
                if not given:
                    return b""
                self._reader = self._started()
            else:
                given = self._stream.read(_CHUNK) if self._reader.needs_input else b""
                if self._reader.needs_input and not given:
                    raise EOFError("the compressed stream ends early")
            try:
                piece = self._reader.decompress(given, size)
            except lzma.LZMAError as error:
                if "memory" in str(error).lower():
                    detail = f"its dictionary needs more than the {self._most} bytes of `unpack_memory`"
                    raise LimitReached(detail, "unpack_memory") from error
                raise
            if piece:
                return piece


class _Unpacked(Protocol):
    def read(self, size: int, /) -> bytes: ...


_PACKED: tuple[tuple[bytes, str, Callable[[IO[bytes], Limits], _Unpacked]], ...] = (
    (b"\x1f\x8b", "tar.gz", lambda stream, _: gzip.GzipFile(fileobj=stream)),
    (b"BZh", "tar.bz2", lambda stream, _: bz2.BZ2File(stream)),
    (b"\xfd7zXZ\x00", "tar.xz", _Xz),
)


class _Counted(io.RawIOBase):
    """A decompressed stream that ends at its limits instead of filling memory or time."""

    def __init__(self, inner: _Unpacked, packed: int, listing: _Listing) -> None:
        self._inner = inner
        self._packed = packed
        self._listing = listing
        self._total = 0

    def readable(self) -> bool:
        return True

    def read(self, size: int = -1) -> bytes:
        limits = self._listing.limits
        piece = self._inner.read(size if 0 <= size <= limits.zip_bytes else limits.zip_bytes + 1)
        self._total += len(piece)
        if self._total > limits.zip_bytes:
            raise LimitReached(f"more than {limits.zip_bytes} bytes unpacked, which `zip_bytes` allows", "zip_bytes")
        if self._total > limits.zip_ratio_from and self._total > limits.zip_ratio * max(self._packed, 1):
            raise LimitReached(f"it expands more than the {limits.zip_ratio} times of `zip_ratio`", "zip_ratio")
        return piece


@dataclass
class _Found:
    """A member before its digest is known, and how to read it."""

    name: str
    type: str
    size: int
    packed: int
    mode: int
    target: str
    open: Callable[[], IO[bytes] | None]


class _Listing:
    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.unseen: list[str] = []
        self._members = 0
        self._bytes = 0

    def view(self, stream: IO[bytes], size: int, depth: int) -> ArchiveView:
        if depth > self.limits.archive_depth:
            detail = f"archives in archives, deeper than the {self.limits.archive_depth} of `archive_depth`"
            raise LimitReached(detail, "archive_depth")
        start = stream.read(8)
        stream.seek(0)
        if start.startswith(b"PK"):
            return self._zip(stream, size, depth)
        for magic, name, unpacked in _PACKED:
            if start.startswith(magic):
                return self._tar(_Counted(unpacked(stream, self.limits), size, self), name, size, depth)
        return self._tar(stream, "tar", size, depth)

    def _zip(self, stream: IO[bytes], size: int, depth: int) -> ArchiveView:
        archive = open_zip(stream, size, self.limits)
        members: list[MemberView] = []
        nested: dict[str, ArchiveView] = {}
        for info in archive.infolist():
            mode = info.external_attr >> 16
            kind = "dir" if info.is_dir() else "symlink" if stat.S_ISLNK(mode) else "file"
            found = _Found(
                info.filename, kind, info.file_size, info.compress_size, stat.S_IMODE(mode), "",
                lambda info=info: archive.open(info),  # type: ignore[misc]
            )  # fmt: skip
            try:
                self._take(found, members, nested, depth)
            except (*BROKEN, RuntimeError, OSError) as error:
                raise MalformedArtifact(f"broken zip member {info.filename!r}: {error}") from error
        return _view("zip", members, nested, size)

    def _tar(self, stream: IO[bytes] | _Counted, name: str, size: int, depth: int) -> ArchiveView:
        members: list[MemberView] = []
        nested: dict[str, ArchiveView] = {}
        try:
            with tarfile.open(fileobj=stream, mode="r|") as archive:
                for info in archive:
                    archive.members = []  # type: ignore[attr-defined]  # it would keep all of them
                    kind = _tar_type(info)
                    found = _Found(
                        info.name, kind, info.size if kind == "file" else 0, -1, info.mode & 0o7777, info.linkname,
                        lambda info=info: archive.extractfile(info),  # type: ignore[misc]
                    )  # fmt: skip
                    self._take(found, members, nested, depth)
        except _BROKEN_TAR as error:
            raise MalformedArtifact(f"not a whole {name} archive: {clean(str(error))}") from error
        return _view(name, members, nested, size)

    def _take(self, found: _Found, members: list[MemberView], nested: dict[str, ArchiveView], depth: int) -> None:
        self._members += 1
        if self._members > self.limits.zip_members:
            raise LimitReached(f"more than the {self.limits.zip_members} members of `zip_members`", "zip_members")
        name = spelt(found.name).rstrip("/")
        digest = target = ""
        if found.type == "file":
            self._bytes += found.size
            if self._bytes > self.limits.zip_bytes:
                detail = f"more than the {self.limits.zip_bytes} bytes unpacked that `zip_bytes` allows"
                raise LimitReached(detail, "zip_bytes")
            digest = self._file(found, name, nested, depth)
        elif found.type in {"symlink", "hardlink"}:
            target = spelt(found.target or self._link(found))
        members.append(MemberView(name, found.type, found.size, found.packed, found.mode, digest, target))

    def _file(self, found: _Found, name: str, nested: dict[str, ArchiveView], depth: int) -> str:
        is_archive = found.name.lower().endswith(_ENDINGS)
        held = is_archive and found.size <= self.limits.part_bytes
        if is_archive and not held:
            self.unseen.append(
                f"what is in {name}, an archive of more than the {self.limits.part_bytes} of `part_bytes`"
            )
        state = hashlib.sha256()
        kept: list[bytes] = []
        stream = found.open()
        while stream is not None and (piece := stream.read(_CHUNK)):
            state.update(piece)
            if held:
                kept.append(piece)
        if held:
            data = b"".join(kept)
            try:
                nested[name] = self.view(io.BytesIO(data), len(data), depth + 1)
            except MalformedArtifact as fault:
                self.unseen.append(f"what is in {name}: {fault}")
        return state.hexdigest()

    def _link(self, found: _Found) -> str:
        stream = found.open()
        return "" if stream is None else stream.read(_CHUNK).decode("utf-8", "surrogateescape")


def _tar_type(info: tarfile.TarInfo) -> str:
    if info.isreg():
        return "file"
    if info.isdir():
        return "dir"
    return "symlink" if info.issym() else "hardlink" if info.islnk() else "other"


def _view(name: str, members: list[MemberView], nested: dict[str, ArchiveView], size: int) -> ArchiveView:
    total = sum(member.size for member in members)
    unsafe = tuple(member.name for member in members if _leads_out(member))
    return ArchiveView(name, tuple(members), unsafe, nested, round(total / max(size, 1), 3))


def _leads_out(member: MemberView) -> bool:
    """Whether unpacking it could write outside the folder, now or through a link that it leaves behind."""
    name = member.name.replace("\\", "/")
    if name.startswith("/") or ".." in name.split("/") or name[1:2] == ":":
        return True
    if not member.target:
        return False
    target = member.target.replace("\\", "/")
    base = posixpath.dirname(name) if member.type == "symlink" else ""
    reached = posixpath.normpath(posixpath.join(base, target))
    return target.startswith("/") or reached == ".." or reached.startswith("../")
