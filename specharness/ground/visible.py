"""Facts of the visible workspace: one JSON value with the place it was read from.

Only files that the agent was given, through a resolver that keeps held-out material out; read under limits, never
run. Workspace facts ground a parameter or a guard, they never oblige by themselves.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple, Protocol

from pydantic import JsonValue

from specharness.evidence.observe import Observatory
from specharness.evidence.root import Places
from specharness.evidence.views import QueryView, Request, ViewKind

MAX_FACT_BYTES = 4 * 2**20
"""Inputs that a specification points into are settings and task lists; larger files are data."""
MAX_HEADER = 100_000
"""Characters of a table's first line; a longer one is no header."""
MAX_FACTS = 200
"""Values read through one pointer: more than this is data, and one obligation each would bury the reader."""


class Visible(Protocol):
    """What the sources stage knows of the workspace that the agent was given."""

    def resolve(self, path: str) -> Path | None:
        """The host file of a path in the agent's world; None if it is not visible, as held-out material
        never is: a text that names it grounds nothing there."""
        ...


class Fact(NamedTuple):
    """A value and where it stands: `path#pointer`."""

    value: JsonValue
    observed: str


class Rooted:
    """A visible workspace in which a relative path that stands below one known root only is found there."""

    def __init__(self, visible: Visible, roots: Sequence[str]) -> None:
        self._visible = visible
        self._roots = tuple(roots)

    def resolve(self, path: str) -> Path | None:
        """As `Visible.resolve`; a relative path that several roots have is ambiguous and stays unresolved."""
        found = self._visible.resolve(path)
        if found is not None or path.startswith(("/", "~")):
            return found
        below = [host for root in self._roots if (host := self._visible.resolve(f"{root.rstrip('/')}/{path}"))]
        there = [host for host in below if host.exists()]
        return there[0] if len(there) == 1 else None


def document(visible: Visible, path: str) -> JsonValue | None:
    """The JSON document at a visible path; None if there is none, it is too large or it is broken."""
    host = visible.resolve(path)
    if host is None or host.suffix.lower() != ".json":
        return None
    try:
        if not host.is_file() or host.stat().st_size > MAX_FACT_BYTES:
            return None
        parsed: JsonValue = json.loads(host.read_text(encoding="utf-8-sig"))
    except (OSError, ValueError, RecursionError):
        return None
    return parsed


def header(visible: Visible, path: str) -> tuple[str, ...] | None:
    """The column names of a visible CSV, TSV or Parquet file; None if there is none."""
    host = visible.resolve(path)
    if host is not None and host.suffix.lower() in {".parquet", ".pq"}:
        return _stored_header(host)
    if host is None or host.suffix.lower() not in {".csv", ".tsv"}:
        return None
    try:
        if not host.is_file():
            return None
        with host.open(encoding="utf-8-sig", newline="") as file:
            line = file.readline(MAX_HEADER)
        rows = list(csv.reader([line], delimiter="\t" if host.suffix.lower() == ".tsv" else ","))
    except (OSError, ValueError, csv.Error):
        return None
    return tuple(name.strip() for name in rows[0]) if rows else None


def _stored_header(host: Path) -> tuple[str, ...] | None:
    request = Request(ViewKind.QUERY, f"/data/{host.name}", argument="SELECT * FROM data LIMIT 0")
    view = Observatory(Places(maps=(("/data", host.parent),))).observe([request])[request].view
    return view.columns if isinstance(view, QueryView) else None


def fact(visible: Visible, path: str, pointer: str) -> Fact | None:
    """The value at a JSON pointer of a visible file."""
    value = document(visible, path)
    for part in pointer.split("/")[1:]:
        key = part.replace("~1", "/").replace("~0", "~")
        if isinstance(value, dict) and key in value:
            value = value[key]
        elif isinstance(value, list) and key.isdigit() and int(key) < len(value):
            value = value[int(key)]
        else:
            return None
    return None if value is None else Fact(value, f"{path}#{pointer}")


def members(visible: Visible, path: str, key: str) -> tuple[Fact, ...]:
    """Every value of `key` in a visible JSON file, at any depth, in the order of the document; at most MAX_FACTS."""
    found: list[Fact] = []
    for pointer, value in _walk(document(visible, path), "", key, 0):
        found.append(Fact(value, f"{path}#{pointer}"))
        if len(found) > MAX_FACTS:
            return ()
    return tuple(found)


_MAX_DEPTH = 16
"""Settings are shallow; a deeper document is left alone."""


def _walk(value: JsonValue, pointer: str, key: str, depth: int) -> Iterator[tuple[str, JsonValue]]:
    if depth > _MAX_DEPTH:
        return
    if isinstance(value, dict):
        for name, member in value.items():
            place = f"{pointer}/{name.replace('~', '~0').replace('/', '~1')}"
            if name == key:
                yield place, member
            yield from _walk(member, place, key, depth + 1)
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from _walk(item, f"{pointer}/{index}", key, depth + 1)
