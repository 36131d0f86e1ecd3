"""The workspace as it was handed to the agent: container paths to files on this host.

Guarantees that `resolve` never answers with a file outside of the host folder that the path falls into, and never
with held-out material. Nothing is opened.
"""

from __future__ import annotations

import os
import posixpath
from dataclasses import dataclass
from pathlib import Path

from specharness.sources.held_out import leak
from specharness.sources.look import is_inside

HERE = "."
"""The container folder that stands for the working folder where its absolute path is not known."""


@dataclass(frozen=True)
class VisibleWorkspace:
    """What is known of the agent's file system before its work."""

    hosts: tuple[tuple[str, Path], ...] = ()
    """`(container path, host file or folder)`, the first absolute or relative to the working folder; of several for
    one container path the last wins, as layers do."""
    workdir: str | None = None
    """Absolute container folder that relative paths start from."""

    def resolve(self, path: str) -> Path | None:
        """The host file or folder of a path in the agent's world; None if it is not visible."""
        if "\0" in path or "$" in path:
            return None
        if path == "~" or path.startswith("~/"):
            path = "/root" + path[1:]
        if path.startswith("/") or self.workdir is not None:
            wanted = _normal(posixpath.join(self.workdir or "/", path))
        else:
            wanted = posixpath.normpath(path)
            if wanted == ".." or wanted.startswith("../"):
                return None
        layers = sorted(self.hosts, key=lambda pair: len(pair[0]))
        for container, host in reversed(layers):  # the longest container first, and the later of equal ones
            rest = _rest(wanted, container)
            if rest is not None and (found := _inside(host, rest)) is not None:
                return found
        return None


def _normal(path: str) -> str:
    return "/" + posixpath.normpath("/" + path).lstrip("/")


def _rest(path: str, container: str) -> str | None:
    """What is left of `path` below `container`; None if it is not below."""
    if container == HERE:
        return None if path.startswith("/") else path
    if container.startswith("/"):
        container = _normal(container)
    if path == container:
        return ""
    prefix = container.rstrip("/") + "/"
    return path[len(prefix) :] if path.startswith(prefix) else None


def _inside(host: Path, rest: str) -> Path | None:
    try:
        found = Path(os.path.realpath(host / rest if rest else host, strict=True))
    except (OSError, ValueError):
        return None
    return found if is_inside(found, host) and leak(found) is None else None
