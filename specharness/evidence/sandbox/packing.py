"""The workspace as one stream of a tar archive: what goes into a sandbox.

Guarantees: entries are opened from their folder's descriptor without following links; links go in as links; devices,
pipes and sockets stay out; one reading gives the bytes and the digest; entries, bytes and depth are bounded. The order
is that of the names, so that equal folders have equal digests.
"""

from __future__ import annotations

import hashlib
import io
import os
import stat
import tarfile
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import IO

from specharness.evidence import beneath
from specharness.evidence.faults import LimitReached
from specharness.evidence.limits import Limits
from specharness.evidence.sandbox.layout import Mount

_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
_FILE = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC


class ChangedWhileRead(Exception):  # noqa: N818 - an observation, not an error of ours
    """A file has other bytes than when it was looked up."""


@dataclass
class Packed:
    """What went in. `skipped` names what did not: devices, pipes, sockets, entries that can't be read."""

    size: int = 0
    """Bytes of all files."""
    entries: int = 0
    skipped: list[str] = field(default_factory=list)
    stems: set[str] = field(default_factory=set)
    """Names of all entries up to their first dot: what a module of the agent's own may be called."""
    _state: hashlib._Hash = field(default_factory=hashlib.sha256)

    @property
    def sha256(self) -> str:
        return self._state.hexdigest()

    def note(self, name: str, kind: str, mode: int, content: bytes) -> None:
        """Take an entry into the digest."""
        encoded = name.encode("utf-8", "surrogateescape")
        self._state.update(b"%d:%s:%s:%o:%d:" % (len(encoded), encoded, kind.encode(), mode, len(content)) + content)


def pack(mounts: tuple[Mount, ...], stream: IO[bytes], limits: Limits) -> Packed:
    """Write the folders of `mounts` as a tar stream whose names start at the sandbox's root.

    Raises LimitReached with the limit's name, ChangedWhileRead, beneath.FileRefused, OSError.
    """
    packed = Packed()
    with tarfile.open(
        fileobj=stream, mode="w|", format=tarfile.GNU_FORMAT, encoding="utf-8", errors="surrogateescape"
    ) as archive:
        for mount in mounts:
            with beneath.folder(mount.place) as descriptor:
                _Packer(archive, packed, limits).folder(descriptor, mount.target.strip("/"), 0)
    return packed


def pack_bytes(files: Mapping[str, bytes], stream: IO[bytes]) -> None:
    """Write files of ours, by absolute path in the sandbox, as such a tar stream."""
    with tarfile.open(fileobj=stream, mode="w|", format=tarfile.GNU_FORMAT) as archive:
        for path, data in files.items():
            info = tarfile.TarInfo(path.lstrip("/"))
            info.size, info.mode = len(data), 0o600
            archive.addfile(info, io.BytesIO(data))


class _Packer:
    def __init__(self, archive: tarfile.TarFile, packed: Packed, limits: Limits) -> None:
        self._archive, self._packed, self._limits = archive, packed, limits

    def folder(self, descriptor: int, name: str, depth: int) -> None:
        """All entries of an open folder."""
        if depth > self._limits.tree_depth:
            raise LimitReached(
                f"{name}: folders nested deeper than tree_depth ({self._limits.tree_depth})", "tree_depth"
            )
        for entry in sorted(os.listdir(descriptor)):
            below = f"{name}/{entry}"
            self._packed.stems.add(entry.partition(".")[0])
            self._packed.entries += 1
            if self._packed.entries > self._limits.run_entries:
                raise LimitReached(
                    f"the workspace has more entries than run_entries ({self._limits.run_entries})", "run_entries"
                )
            status = os.stat(entry, dir_fd=descriptor, follow_symlinks=False)
            info = tarfile.TarInfo(below)
            info.mode = stat.S_IMODE(status.st_mode) & 0o777 | 0o600
            info.mtime = int(status.st_mtime)
            if stat.S_ISDIR(status.st_mode):
                self._inner(descriptor, entry, info, depth)
            elif stat.S_ISLNK(status.st_mode):
                info.type, info.linkname = tarfile.SYMTYPE, os.readlink(entry, dir_fd=descriptor)
                self._packed.note(below, "symlink", 0, info.linkname.encode("utf-8", "surrogateescape"))
                self._archive.addfile(info)
            elif stat.S_ISREG(status.st_mode):
                self._file(descriptor, entry, info, status)
            else:
                self._packed.skipped.append(below)

    def _inner(self, descriptor: int, entry: str, info: tarfile.TarInfo, depth: int) -> None:
        info.type, info.mode = tarfile.DIRTYPE, info.mode | 0o700
        try:
            inner = os.open(entry, _FOLDER, dir_fd=descriptor)
        except PermissionError:
            self._packed.skipped.append(info.name)
            return
        try:
            self._packed.note(info.name, "dir", info.mode, b"")
            self._archive.addfile(info)
            self.folder(inner, info.name, depth + 1)
        finally:
            os.close(inner)

    def _file(self, descriptor: int, entry: str, info: tarfile.TarInfo, looked_up: os.stat_result) -> None:
        try:
            opened = os.open(entry, _FILE, dir_fd=descriptor)
        except PermissionError:
            self._packed.skipped.append(info.name)
            return
        with os.fdopen(opened, "rb") as file:
            status = os.fstat(opened)
            if not stat.S_ISREG(status.st_mode) or status.st_ino != looked_up.st_ino:
                raise ChangedWhileRead(info.name)
            self._packed.size += status.st_size
            if self._packed.size > self._limits.run_disk_bytes // 2:
                raise LimitReached(
                    f"the workspace has more bytes than half of run_disk_bytes ({self._limits.run_disk_bytes})",
                    "run_disk_bytes",
                )
            info.size = status.st_size
            reader = _Hashed(file)
            try:
                self._archive.addfile(info, reader)
            except OSError as error:
                if reader.read_so_far < status.st_size and not isinstance(error, BrokenPipeError):
                    raise ChangedWhileRead(info.name) from error
                raise
            if file.read(1):
                raise ChangedWhileRead(info.name)
            self._packed.note(info.name, "file", info.mode, reader.digest())


class _Hashed:
    """A file that hashes what is read from it."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file
        self._state = hashlib.sha256()
        self.read_so_far = 0

    def read(self, size: int = -1) -> bytes:
        """As of a file."""
        data = self._file.read(size)
        self._state.update(data)
        self.read_so_far += len(data)
        return data

    def digest(self) -> bytes:
        return self._state.digest()
