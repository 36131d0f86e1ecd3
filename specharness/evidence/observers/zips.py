"""Zip archives: what must hold before a member is read.

Guarantees: the directory is within limits before it is parsed, sizes and ratios as it declares them are within limits
(zipfile never reads past what is declared), names are unique, nothing is encrypted.
"""

from __future__ import annotations

import io
import struct
import zipfile
import zlib
from typing import IO

from specharness.evidence.faults import LimitReached, MalformedArtifact
from specharness.evidence.limits import Limits

BROKEN_MEMBER: tuple[type[Exception], ...] = (zipfile.BadZipFile, zlib.error)
"""By which office readers, which open the archive again, meet a member that is not what the directory says."""
BROKEN = (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, UnicodeError, ValueError, OverflowError)
"""What zipfile raises on broken archives; NotImplementedError is an unknown compression method."""
_END = b"PK\x05\x06"
_TAIL = 22 + 0xFFFF
"""Bytes at the end in which the end record stands, its comment included."""
_ENTRY = 1024
"""Bytes that one entry of the directory may take on average."""


def open_zip(stream: IO[bytes], size: int, limits: Limits) -> zipfile.ZipFile:
    """The archive of `size` bytes, its directory within limits. Raises MalformedArtifact, LimitReached."""
    _check_directory(stream, size, limits)
    try:
        archive = zipfile.ZipFile(stream)
    except BROKEN as error:
        raise MalformedArtifact(f"not a zip archive: {error}") from error
    infos = archive.infolist()
    if len(infos) > limits.zip_members:
        raise LimitReached(f"{len(infos)} members; `zip_members` allows {limits.zip_members}", "zip_members")
    names = archive.namelist()
    if len(set(names)) != len(names):
        raise MalformedArtifact("a zip archive with two members of one name")
    total = sum(info.file_size for info in infos)
    if total > limits.zip_bytes:
        raise LimitReached(f"{total} bytes when decompressed; `zip_bytes` allows {limits.zip_bytes}", "zip_bytes")
    for info in infos:
        if info.file_size > limits.zip_ratio_from and info.file_size > limits.zip_ratio * max(info.compress_size, 1):
            detail = f"member {info.filename!r} expands past the {limits.zip_ratio} times of `zip_ratio`"
            raise LimitReached(detail, "zip_ratio")
        if info.flag_bits & 0x1:
            raise LimitReached(f"member {info.filename!r} is encrypted; undecided")
    if total > limits.zip_ratio_from and total > limits.zip_ratio * size:
        raise LimitReached(f"it expands more than the {limits.zip_ratio} times that `zip_ratio` allows", "zip_ratio")
    return archive


def check_zip(data: bytes, limits: Limits) -> str | None:
    """The first member that can't be read back, if any."""
    archive = open_zip(io.BytesIO(data), len(data), limits)
    for name in archive.namelist():
        member(archive, name)
    return None


def member(archive: zipfile.ZipFile, name: str) -> bytes:
    """All bytes of a member, its checksum verified. Raises MalformedArtifact."""
    try:
        return archive.read(name)
    except (*BROKEN, KeyError, RuntimeError, OSError) as error:
        raise MalformedArtifact(f"broken zip member {name!r}: {error}") from error


def _check_directory(stream: IO[bytes], size: int, limits: Limits) -> None:
    """zipfile holds the whole directory, as long as the end record says that it is."""
    stream.seek(max(size - _TAIL, 0))
    tail = stream.read(_TAIL)
    at = tail.rfind(_END)
    if at < 0 or len(tail) - at < 22:
        return  # zipfile will say that it is none
    members, length = struct.unpack_from("<HL", tail, at + 10)
    if length == 0xFFFFFFFF or members == 0xFFFF:  # the record for large archives counts
        length = max(size - 22, 0)
        record = tail.rfind(b"PK\x06\x06", 0, at)
        if record >= 0 and at - record >= 56:
            (length,) = struct.unpack_from("<Q", tail, record + 40)
    if length > limits.zip_members * _ENTRY:
        detail = f"a directory of {length} bytes; `zip_members` allows {limits.zip_members} members of {_ENTRY}"
        raise LimitReached(detail, "zip_members")
