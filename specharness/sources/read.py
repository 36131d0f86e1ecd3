"""One file to one source.

Guarantees UTF-8 text with newlines and byte order mark untouched, the SHA-256 of its bytes, bounded memory, and that
only regular files are opened. Errors name the file, what was found and what to do.
"""

from __future__ import annotations

import errno
import hashlib
import os
import stat
import sys
from pathlib import Path

from specharness.errors import InputError, LimitExceededError, NotFoundError, TextDecodingError
from specharness.ir import Source, SourceKind
from specharness.sources.held_out import refuse_leak

MAX_SOURCE_BYTES = 16 * 2**20
"""A specification of ten megabytes is already longer than any model reads; what is longer is data, not instructions."""

_MAGIC = (
    (b"%PDF-", "a PDF file"),
    (b"PK\x03\x04", "a ZIP archive (docx, xlsx, pptx, zip)"),
    (b"\x89PNG", "a PNG image"),
    (b"\xff\xd8\xff", "a JPEG image"),
    (b"GIF8", "a GIF image"),
    (b"\x7fELF", "an ELF program"),
    (b"\x1f\x8b", "gzip data"),
    (b"\xff\xfe\x00\x00", "UTF-32 text"),
    (b"\x00\x00\xfe\xff", "UTF-32 text"),
    (b"\xff\xfe", "UTF-16 text"),
    (b"\xfe\xff", "UTF-16 text"),
)


def read_bytes(path: Path, limit: int = MAX_SOURCE_BYTES, limit_name: str = "MAX_SOURCE_BYTES") -> bytes:
    """The bytes of a regular file of at most `limit` bytes.

    Raises HeldOutLeakError, NotFoundError, LimitExceededError, or InputError for what is not a regular file.
    """
    refuse_leak(path)
    try:
        # O_NONBLOCK: opening a FIFO must not wait for a writer.
        handle = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError as error:
        raise NotFoundError(f"{path}: {_reason(error)}") from error
    except ValueError as error:
        raise NotFoundError(f"{path!r}: not a path: {error}") from error
    status = os.fstat(handle)
    if not stat.S_ISREG(status.st_mode):
        os.close(handle)
        what = "a folder" if stat.S_ISDIR(status.st_mode) else "a pipe or a device"
        raise InputError(f"{path}: expected a file, got {what}")
    with os.fdopen(handle, "rb") as file:
        if status.st_size > limit:
            raise LimitExceededError(_too_large(str(path), status.st_size, limit, limit_name))
        try:
            data = file.read(limit + 1)
        except OSError as error:
            raise NotFoundError(f"{path}: {_reason(error)}") from error
    if len(data) > limit:
        raise LimitExceededError(_too_large(str(path), len(data), limit, limit_name))
    return data


def read_source(path: Path, source_id: str, kind: SourceKind) -> Source:
    """The file as a source. Raises what `read_bytes` and `source_from_bytes` raise."""
    return source_from_bytes(read_bytes(path), source_id, kind, str(path))


def read_standard_input() -> bytes:
    """All of standard input, under the limit of a file."""
    if sys.stdin is None:
        raise NotFoundError("standard input is closed; give a file, or send the text to standard input")
    data = sys.stdin.buffer.read(MAX_SOURCE_BYTES + 1)
    if len(data) > MAX_SOURCE_BYTES:
        raise LimitExceededError(_too_large("standard input", len(data), MAX_SOURCE_BYTES, "MAX_SOURCE_BYTES"))
    return data


def source_from_bytes(data: bytes, source_id: str, kind: SourceKind, where: str) -> Source:
    """Decode; `where` names the input in messages. Raises TextDecodingError, or InputError for a blank text."""
    text = decode(data, where)
    if is_blank(text):
        raise InputError(f"{where}: expected instructions, got {'an empty' if not data else 'a blank'} text")
    return Source(id=source_id, kind=kind, sha256=hashlib.sha256(data).hexdigest(), text=text)


def decode(data: bytes, where: str) -> str:
    """UTF-8 text; raises TextDecodingError that names what else it is and the byte offset."""
    for magic, name in _MAGIC:
        if data.startswith(magic):
            advice = "convert it to UTF-8" if "UTF" in name else "extract its text first"
            raise TextDecodingError(f"{where}: expected UTF-8 text, got {name} (byte offset 0); {advice}")
    zero = data.find(b"\0")
    if zero >= 0:
        raise TextDecodingError(f"{where}: expected UTF-8 text, got binary data (NUL at byte offset {zero})")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise TextDecodingError(
            f"{where}: invalid UTF-8 at byte offset {error.start} (0x{data[error.start]:02x}: {error.reason}); "
            "convert the file to UTF-8"
        ) from error


def is_blank(text: str) -> bool:
    """Whether there is nothing to compile."""
    return not text.removeprefix("\ufeff").strip()


def _reason(error: OSError) -> str:
    if error.errno == errno.ENOENT:
        return "no such file or folder"
    if error.errno == errno.ELOOP:
        return "a loop of symbolic links"
    if error.errno in (errno.EACCES, errno.EPERM):
        return "can't be read: permission denied"
    return f"can't be read: {error.strerror}"


def _too_large(where: str, size: int, limit: int, limit_name: str) -> str:
    return f"{where}: {size} bytes or more, {limit_name} is {limit}; split the file and compile its parts"
