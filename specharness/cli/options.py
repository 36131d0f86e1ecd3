"""Options that several commands share."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from specharness.errors import UsageError

MAP_HELP = "Where a folder of the agent's world is on this machine: /root=DIR. Repeatable; the longest match wins."


class Spread(StrEnum):
    """What many inputs are spread over."""

    PROCESSES = "processes"
    """Those of this machine."""
    RAY = "ray"
    """A Ray cluster, or Ray on this machine."""


class Format(StrEnum):
    """How results are printed."""

    TABLE = "table"
    JSON = "json"


Force = Annotated[bool, typer.Option("--force", help="Replace files that are there.")]


def parse_limits(given: Iterable[str]) -> dict[str, float]:
    """Limits by their names, from `NAME=NUMBER`. Raises UsageError."""
    limits: dict[str, float] = {}
    for text in given:
        name, _, value = text.partition("=")
        try:
            limits[name.strip()] = float(value)
        except ValueError:
            raise UsageError(f"--limit {text!r}: expected NAME=NUMBER, such as rows=5000000") from None
    return limits


def notes_on_maps(maps: Mapping[str, Path], workspaces: Sequence[Path]) -> Iterator[str]:
    """A note for each folder that is mapped to outside of every workspace: most often a slip of the pen."""
    inside = [os.path.realpath(workspace) for workspace in workspaces]
    for container, host in maps.items():
        place = os.path.realpath(host)
        if inside and host.exists() and not any(os.path.commonpath((place, root)) == root for root in inside):
            given = ", ".join(map(str, workspaces))
            yield f"note: --map {container}={host} leads outside of --workspace {given}; is it the folder you mean?"


def parse_maps(values: Iterable[str]) -> dict[str, Path]:
    """`/root=DIR` options by container folder. Raises UsageError for another form or a folder mapped twice."""
    maps: dict[str, Path] = {}
    for value in values:
        container, separator, host = value.partition("=")
        if not separator or not container.startswith("/") or not host:
            raise UsageError(f"--map takes /root=DIR, an absolute folder and where it is; got {value!r}")
        container = container.rstrip("/") or "/"
        if container in maps:
            raise UsageError(f"--map {container} is given twice; keep one of {maps[container]} and {host}")
        maps[container] = Path(host)
    return maps
