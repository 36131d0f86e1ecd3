"""Looking up and opening entries strictly below a root.

Guarantees: links are followed only to places below a given root; the opening walks folder by folder with O_NOFOLLOW,
so that an entry swapped for a link meanwhile is refused; only regular files are opened, devices, pipes and sockets
never; a file that changes while it is read is refused. A link with an absolute target means the agent's world, as it
did when the agent made it, unless it points below its own root on this host.
"""

from __future__ import annotations

import errno
import hashlib
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from specharness.evidence.faults import FileRefused, Refusal, Unsteady
from specharness.evidence.limits import Limits
from specharness.evidence.root import Located, Places
from specharness.evidence.views import Failure, Side

_FOLDER_FLAGS = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
_FILE_FLAGS = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
"""O_NONBLOCK: a pipe put in the file's place between look-up and opening must not hang the observer."""
_CHUNK = 1024 * 1024
_GONE = frozenset({errno.ENOENT, errno.ENOTDIR, errno.ENAMETOOLONG})


@dataclass(frozen=True)
class Found:
    """An existing entry without links on its way. `status` is that of the look-up."""

    place: Located
    status: os.stat_result

    @property
    def type(self) -> str:
        """`file`, `dir` or `other`."""
        if stat.S_ISREG(self.status.st_mode):
            return "file"
        return "dir" if stat.S_ISDIR(self.status.st_mode) else "other"


@dataclass(frozen=True)
class Content:
    """All bytes of a file and their digest, from one descriptor."""

    data: bytes
    sha256: str


@dataclass
class Held:
    """An open regular file that is streamed, not held in memory."""

    descriptor: int
    size: int
    place: Located
    status: os.stat_result
    known: str = ""
    """Its digest, once it was read."""
    nul: bool = False
    """Whether a NUL byte was read."""

    @property
    def path(self) -> str:
        """By which a library that takes only paths opens this very file, whatever stands at its name by now."""
        return f"/proc/self/fd/{self.descriptor}"

    @property
    def sha256(self) -> str:
        """Of its bytes; reads the file where they were not read yet. Raises OSError."""
        return self.known or self.copy(None)

    def copy(self, target: int | None) -> str:
        """Read the file once from its start, write it to another descriptor if one is given, and keep the digest."""
        state = hashlib.sha256()
        at = 0
        while chunk := os.pread(self.descriptor, _CHUNK, at):
            at += len(chunk)
            if at > self.size:
                raise Unsteady(f"{self.place.shown} grew while it was observed; check again")
            state.update(chunk)
            self.nul = self.nul or b"\0" in chunk
            if target is not None:
                _write(target, chunk)
        self.known = state.hexdigest()
        return self.known

    @contextmanager
    def beside(self, ending: str) -> Iterator[int | None]:
        """A descriptor of the regular file of the same name with an ending more; None where nothing stands there.
        Raises FileRefused, OSError."""
        *above, name = self.place.parts
        with folder(Located(self.place.root, tuple(above))) as parent:
            try:
                descriptor = os.open(name + ending, _FILE_FLAGS, dir_fd=parent)
            except FileNotFoundError:
                yield None
                return
        try:
            if not stat.S_ISREG(os.fstat(descriptor).st_mode):
                raise FileRefused(Refusal(Failure.MALFORMED, f"{self.place.shown}{ending} is no regular file"))
            yield descriptor
        finally:
            os.close(descriptor)


def find(place: Located, places: Places, side: Side, limits: Limits) -> Found | Refusal:
    """Follow the links of a place as far as they stay below a root. ABSENT: nothing stands there; MALFORMED: a link
    that leads nowhere or in circles; ESCAPE: one that leads out."""
    links = 0
    parts: list[str] = []
    pending = list(reversed(place.parts))
    root = place.root
    try:
        status = root.stat()
    except (OSError, ValueError):
        return _rootless(root)
    while pending:
        name = pending.pop()
        if name in ("", "."):
            continue
        if name == "..":
            if not parts:
                return Refusal(Failure.ESCAPE, f"a link on the way to {place.shown} leads out of its folder")
            parts.pop()
            status = root.joinpath(*parts).stat()
            continue
        here = root.joinpath(*parts, name)
        try:
            status = here.lstat()
            target = str(here.readlink()) if stat.S_ISLNK(status.st_mode) else None
        except (OSError, ValueError) as error:
            return _refusal(error, "/".join([*parts, name]), links)
        if target is None:
            parts.append(name)
            continue
        links += 1
        if links > limits.links:
            return Refusal(Failure.MALFORMED, f"{place.shown}: a loop of links, or more than {limits.links} of them")
        if not target.startswith("/"):
            pending.extend(reversed(target.split("/")))
            continue
        real = str(root.resolve())
        if target == real or target.startswith(real.rstrip("/") + "/"):
            parts, status = [], root.stat()
            pending.extend(reversed(target[len(real) :].split("/")))
            continue
        again = Refusal(Failure.ESCAPE, "") if side in (Side.RESPONSE, Side.TRACE) else places.locate(target, side)
        if isinstance(again, Refusal):
            link = "/".join([*parts, name])
            return Refusal(Failure.ESCAPE, f"the link {link} leads to {target}, outside every observed folder")
        root, parts = again.root, []
        try:
            status = root.stat()
        except OSError:
            return _rootless(root)
        pending.extend(reversed(again.parts))
    return Found(Located(root, tuple(parts)), status)


def read(found: Found, limits: Limits) -> Content | Refusal:
    """All bytes of a regular file within `limits.file_bytes`."""
    try:
        with opened(found) as descriptor:
            before = os.fstat(descriptor)
            size = before.st_size
            if size > limits.file_bytes:
                return _too_large(found, size, limits)
            chunks: list[bytes] = []
            total = 0
            while chunk := os.read(descriptor, min(_CHUNK, limits.file_bytes + 1 - total)):
                chunks.append(chunk)
                total += len(chunk)
                if total > limits.file_bytes:
                    return _too_large(found, total, limits)
            data = b"".join(chunks)
            if moment(os.fstat(descriptor)) != moment(before):
                return Refusal(Failure.UNAVAILABLE, f"{found.place.shown} changed while it was read; check again")
            return Content(data, hashlib.sha256(data).hexdigest())
    except FileRefused as refused:
        return refused.refusal
    except OSError as error:
        return _refusal(error, found.place.shown, 0)


@contextmanager
def held(found: Found, limits: Limits) -> Iterator[Held]:
    """A regular file to be streamed. Raises FileRefused, OSError; Unsteady at the end where it changed meanwhile."""
    with opened(found) as descriptor:
        before = os.fstat(descriptor)
        if before.st_size > limits.stream_bytes:
            detail = f"{found.place.shown} has {before.st_size} bytes; `stream_bytes` allows {limits.stream_bytes}"
            raise FileRefused(Refusal(Failure.LIMIT, detail, "stream_bytes"))
        yield Held(descriptor, before.st_size, found.place, before)
        if moment(os.fstat(descriptor)) != moment(before):
            raise Unsteady(f"{found.place.shown} changed while it was observed; check again")


def moment(status: os.stat_result) -> tuple[int, int, int, int, int]:
    """What differs when a file has been written to or replaced."""
    return status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns, status.st_ctime_ns


def _write(descriptor: int, data: bytes) -> None:
    rest = memoryview(data)
    while rest:
        rest = rest[os.write(descriptor, rest) :]


@contextmanager
def opened(found: Found) -> Iterator[int]:
    """A descriptor of a regular file, opened from its root folder by folder without following a link.

    Raises FileRefused for anything but the regular file that was looked up, OSError where the system refuses.
    """
    if found.type != "file":
        what = "a folder" if found.type == "dir" else "a device, pipe or socket, which is never opened"
        raise FileRefused(Refusal(Failure.MALFORMED, f"expected a file, {found.place.shown} is {what}"))
    with folder(Located(found.place.root, found.place.parts[:-1])) as parent:
        try:
            descriptor = os.open(found.place.parts[-1], _FILE_FLAGS, dir_fd=parent)
        except OSError as error:
            raise FileRefused(_refusal(error, found.place.shown, 0)) from error
    try:
        status = os.fstat(descriptor)
        if not stat.S_ISREG(status.st_mode) or status.st_ino != found.status.st_ino:
            raise FileRefused(
                Refusal(Failure.UNAVAILABLE, f"{found.place.shown} changed while it was observed; check again")
            )
        yield descriptor
    finally:
        os.close(descriptor)


@contextmanager
def folder(place: Located) -> Iterator[int]:
    """A descriptor of a folder, opened from its root without following a link. Raises FileRefused."""
    descriptor = -1
    try:
        try:
            descriptor = os.open(place.root, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
            for name in place.parts:
                inner = os.open(name, _FOLDER_FLAGS, dir_fd=descriptor)
                os.close(descriptor)
                descriptor = inner
        except OSError as error:
            raise FileRefused(_refusal(error, place.shown, 0)) from error
        yield descriptor
    finally:
        if descriptor >= 0:
            os.close(descriptor)


def _rootless(root: Path) -> Refusal:
    """A folder that the user named and that is not there says nothing about the work."""
    return Refusal(Failure.UNAVAILABLE, f"the folder {root.name!r} to observe in does not exist or can't be read")


def _too_large(found: Found, size: int, limits: Limits) -> Refusal:
    return Refusal(
        Failure.LIMIT,
        f"{found.place.shown} has {size} bytes or more; `file_bytes` allows {limits.file_bytes}",
        "file_bytes",
    )


def _refusal(error: OSError | ValueError, where: str, links: int) -> Refusal:
    number = error.errno if isinstance(error, OSError) else errno.ENOENT
    if number in _GONE:
        if links:
            return Refusal(Failure.MALFORMED, f"a link leads to {where}, where nothing stands")
        return Refusal(Failure.ABSENT, f"nothing stands at {where}")
    if number == errno.ELOOP:
        return Refusal(Failure.ESCAPE, f"{where} became a link while it was observed")
    reason = error.strerror if isinstance(error, OSError) and error.strerror else type(error).__name__
    return Refusal(Failure.UNAVAILABLE, f"{where} can't be read: {reason}")
