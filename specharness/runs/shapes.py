"""What a file of run records is, told by the first value that it holds and never by its name."""

from __future__ import annotations

import zipfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from pydantic import JsonValue

from specharness.errors import NotFoundError
from specharness.runs.damage import Damage
from specharness.runs.formats import atif, claude_code, harbor, inspect_log, openai, openhands, plain, tau, workbench
from specharness.runs.lines import HEAD, json_lines, json_list, open_file, parse, read_whole

_Tellers = Sequence[tuple[str, Callable[[JsonValue], bool]]]

_TELLS: _Tellers = (
    (atif.NAME, atif.tells),
    (workbench.NAME, workbench.tells),
    (tau.NAME, tau.tells),
    (harbor.NAME, harbor.tells),
    (inspect_log.NAME, inspect_log.tells),
    (openhands.NAME, openhands.tells),
    (claude_code.NAME, claude_code.tells),
    (plain.NAME, plain.tells),
    (openai.NAME, openai.tells),
)
_ZIP = b"PK\x03\x04"
_LINES = 200
"""Lines looked at for one that tells the format: the first ones may be damaged."""


class Shape(NamedTuple):
    """What a file is."""

    format: str
    layout: str
    """`lines`, `list` (of records), `value` (one record, or a list that is one), `archive`."""


def shape_of(path: Path) -> Shape | None:
    """What a file is by its first value; None where it is no run record.

    Raises NotFoundError where it can't be read.
    """
    with open_file(path) as stream:
        try:
            head = stream.read(HEAD)
        except (OSError, EOFError) as error:
            raise NotFoundError(f"{path}: can't be read: {error}") from error
    if head.startswith(_ZIP):
        return Shape(inspect_log.NAME, "archive") if _is_eval(path) else None
    text = head.removeprefix(b"\xef\xbb\xbf").lstrip()
    if text.startswith(b"["):
        return _list_shape(path)
    if not text.startswith(b"{"):
        return None
    for line in text.split(b"\n", _LINES)[:_LINES]:
        value = _parsed(line)
        name = None if value is None else _told(value)
        if name is not None:
            return Shape(name, "lines" if name != harbor.NAME else "value")
        if value is None and not line.startswith(b"{"):
            break
    whole = _parsed(head) if len(head) < HEAD else _parsed(read_whole(path))
    name = None if whole is None else _told(whole)
    return None if name is None else Shape(name, "value")


def shape_as(path: Path, format: str) -> Shape | None:
    """The layout of a file that is said to be of a format; None where no value in it is.

    Every value is looked at: where others tell a format by the first ones, these may be damaged or of another kind.
    Raises NotFoundError where it can't be read, LimitExceededError.
    """
    told = shape_of(path)
    if told is not None and told.format == format:
        return told
    tells = {**dict(_TELLS), plain.NAME: plain.may_be}[format]
    with open_file(path) as stream:
        begin = stream.read(64).removeprefix(b"\xef\xbb\xbf").lstrip()
    if begin.startswith(b"["):
        return _list_shape(path, ((format, tells),), throughout=True)
    if not begin.startswith(b"{"):
        return None
    if format != harbor.NAME and any(tells(item.value) for item in json_lines(path, Damage())):
        return Shape(format, "lines")
    return Shape(format, "value") if tells(_parsed(read_whole(path))) else None


def _told(value: JsonValue, tellers: _Tellers = _TELLS) -> str | None:
    return next((name for name, tells in tellers if tells(value)), None)


def _parsed(data: bytes) -> JsonValue:
    try:
        return parse(data)
    except ValueError:
        return None


def _list_shape(path: Path, tellers: _Tellers = _TELLS, *, throughout: bool = False) -> Shape | None:
    """A list is one run where its elements are messages or events, else a run an element. Its first element tells, or
    `throughout` it the first that does."""
    messages = openai.NAME in dict(tellers)
    for item in json_list(path, Damage()):
        if messages and openai.tells([item.value]) and not openai.tells(item.value):
            return Shape(openai.NAME, "value")
        name = _told(item.value, tellers)
        if name is None:
            if throughout:
                continue
            return None
        if name == openhands.NAME and not (isinstance(item.value, dict) and "history" in item.value):
            return Shape(name, "value")
        return None if name == harbor.NAME else Shape(name, "list")
    return None


def _is_eval(path: Path) -> bool:
    try:
        with zipfile.ZipFile(path) as archive:
            names = set(archive.namelist())
    except (OSError, zipfile.BadZipFile):
        return False
    return "header.json" in names or "_journal/start.json" in names
