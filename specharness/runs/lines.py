"""JSON values out of files of any length: a line, or an element of a list, at a time.

Guarantees bounded memory (one value, of at most MAX_VALUE bytes), that gzip is read as what it holds, and that what
can't be read is named and passed over where the format allows. Not its business: what the values mean.
"""

from __future__ import annotations

import gzip
import io
import json
import os
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO, NamedTuple, cast

from pydantic import JsonValue
from pydantic_core import from_json

from specharness.errors import InputError, LimitExceededError, NotFoundError
from specharness.runs.damage import Damage

MIB = 1024 * 1024
MAX_VALUE = 256 * MIB
"""Bytes of one line or element: a run with screenshots in it may have tens of megabytes."""
MAX_WHOLE = 512 * MIB
"""Bytes of a file that must be read as a whole."""
CHUNK = 4 * MIB
"""Bytes read at once from a list; an element that is longer doubles it."""
HEAD = 1 * MIB
"""Bytes looked at to tell a format."""

_GZIP = b"\x1f\x8b"
_BLANK = " \t\r\n"
_BOM = b"\xef\xbb\xbf"


class Item(NamedTuple):
    """One value with its place."""

    line: int
    """1-based line, or place in the list."""
    value: JsonValue


def stands(path: Path, damage: Damage, *, folder: bool = False) -> bool:
    """Whether a file (or folder) stands there itself. Below a folder that was given, a link may lead out of it, and
    opening a pipe may wait for ever: they are named, and passed over."""
    try:
        mode = path.lstat().st_mode
    except OSError:
        return False
    if not stat.S_ISREG(mode) and not stat.S_ISDIR(mode):
        damage.add(str(path), None, "a link, pipe or device, which is not followed")
    return stat.S_ISDIR(mode) if folder else stat.S_ISREG(mode)


def open_file(path: Path) -> BinaryIO:
    """The file's bytes, decompressed. Raises NotFoundError where it can't be read, InputError for a pipe."""
    try:
        # O_NONBLOCK: opening a pipe must not wait for a writer.
        handle = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError as error:
        raise NotFoundError(f"{path}: can't be read: {error.strerror or error}") from error
    if not stat.S_ISREG(os.fstat(handle).st_mode):
        os.close(handle)
        raise InputError(f"{path}: is a pipe or a device, and is read more than once; write it to a file first")
    stream = os.fdopen(handle, "rb")
    if stream.peek(2)[:2] == _GZIP:
        return cast("BinaryIO", io.BufferedReader(gzip.GzipFile(fileobj=stream), CHUNK))
    return stream


def read_whole(path: Path) -> bytes:
    """All bytes of a file. Raises LimitExceededError above MAX_WHOLE, NotFoundError where it can't be read."""
    with open_file(path) as stream:
        try:
            data = stream.read(MAX_WHOLE + 1)
        except (OSError, EOFError) as error:
            raise NotFoundError(f"{path}: can't be read: {error}") from error
    if len(data) > MAX_WHOLE:
        raise LimitExceededError(f"{path}: more than {MAX_WHOLE // MIB} MiB; give its runs a file each")
    return data


def parse(data: bytes) -> JsonValue:
    """One JSON value. Raises ValueError. Halves of a surrogate pair, as cut texts have them, become U+FFFD."""
    try:
        return cast("JsonValue", from_json(data))
    except ValueError as error:
        if b"\\u" not in data:
            raise
        try:
            return _whole_characters(json.loads(data))
        except (RecursionError, ValueError):
            raise error from None


def json_lines(path: Path, damage: Damage) -> Iterator[Item]:
    """The values of a JSON Lines file; blank lines are passed over, broken ones named."""
    with open_file(path) as stream:
        number = 0
        while True:
            number += 1
            try:
                line = stream.readline(MAX_VALUE + 1)
            except (OSError, EOFError) as error:
                damage.add(str(path), number, f"the file ends here: {error}")
                return
            if not line:
                return
            if len(line) > MAX_VALUE:
                damage.add(str(path), number, f"longer than {MAX_VALUE // MIB} MiB")
                _pass_line(stream)
                continue
            if number == 1 and line.startswith(_BOM):
                line = line[len(_BOM) :]
            if line.isspace():
                continue
            try:
                value = parse(line)
            except ValueError as error:
                damage.add(str(path), number, f"broken JSON: {error}")
                continue
            yield Item(number, value)


def json_list(path: Path, damage: Damage) -> Iterator[Item]:
    """The elements of one JSON list, each as soon as it is read. After broken JSON the rest can't be found again."""
    decoder = json.JSONDecoder()
    with open_file(path) as stream:
        text = io.TextIOWrapper(stream, encoding="utf-8-sig", errors="replace")
        buffer, place, number, step, ended = "", 0, 0, CHUNK, False
        began = False
        while True:
            while place < len(buffer) and (buffer[place] in _BLANK or (began and buffer[place] == ",")):
                place += 1
            if place < len(buffer) and not began:
                place, began = place + 1, True  # the opening bracket, which the format was told by
                continue
            if place < len(buffer) and buffer[place] == "]":
                return
            if place < len(buffer):
                try:
                    value, end = decoder.raw_decode(buffer, place)
                except RecursionError:
                    damage.add(str(path), number + 1, "nested too deeply; the rest of the file is not read")
                    return
                except json.JSONDecodeError as error:
                    if ended or len(buffer) - place > MAX_VALUE:
                        damage.add(str(path), number + 1, f"broken JSON: {error.msg}; the rest of the file is not read")
                        return
                else:
                    if end < len(buffer) or ended:
                        number += 1
                        yield Item(number, _whole_characters(value) if "\\u" in buffer[place:end] else value)
                        place, step = end, CHUNK
                        continue
            elif ended:
                damage.add(str(path), number + 1, "the file ends inside of the list")
                return
            try:
                more = text.read(step)
            except (OSError, EOFError) as error:
                damage.add(str(path), number + 1, f"the file ends here: {error}")
                more = ""
            ended = not more
            buffer, place, step = buffer[place:] + more, 0, step * 2


def _pass_line(stream: BinaryIO) -> None:
    while True:
        part = stream.readline(CHUNK)
        if not part or part.endswith(b"\n"):
            return


def _whole_characters(value: JsonValue) -> JsonValue:
    """The same value without halves of surrogate pairs, which no UTF-8 can hold."""
    if isinstance(value, str):
        try:
            value.encode()
        except UnicodeEncodeError:
            return value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
        return value
    if isinstance(value, list):
        return [_whole_characters(item) for item in value]
    if isinstance(value, dict):
        return {str(_whole_characters(name)): _whole_characters(item) for name, item in value.items()}
    return value
