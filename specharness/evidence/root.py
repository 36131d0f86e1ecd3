"""From a path in the agent's world to a place below a root on this host.

Guarantees that every answer is a root that the caller gave, and path components without `..` below it; anything else
is a refusal that says what to pass. Nothing is opened here: entries are only looked up to choose between candidates.
Links are the business of `beneath`.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from specharness.evidence.faults import Refusal
from specharness.evidence.sandbox.policy import DEFAULT, Sandbox
from specharness.evidence.views import Failure, Side
from specharness.ir import PathMapping

_VARIABLE = re.compile(r"\$[A-Za-z_{(]|%[A-Za-z_]+%")


@dataclass(frozen=True)
class Located:
    """A place to look at: `root` as the caller gave it, and components below it."""

    root: Path
    parts: tuple[str, ...]

    def below(self, parts: tuple[str, ...]) -> Located:
        """The place at some components below this one."""
        return Located(self.root, (*self.parts, *parts))

    @property
    def lexical(self) -> Path:
        """The path on the host with links not yet followed; for look-ups only, never to be opened."""
        return self.root.joinpath(*self.parts)

    @property
    def shown(self) -> str:
        """For messages: the same on every host."""
        return "/".join(self.parts) or "."


HOMES = frozenset({"root", "app", "home", "workspace", "testbed", "srv", "opt", "mnt"})
"""Folders at the root of containers in which agents work."""


@dataclass(frozen=True)
class Places:
    """The folders and files that may be observed, and how the agent's paths fall into them."""

    workspace: Path | None = None
    """The folder to be judged."""
    before: Path | None = None
    """The same folder as it was handed to the agent."""
    response: Path | None = None
    """File with the agent's last message."""
    trace: Path | None = None
    """File with the agent's tool calls."""
    maps: tuple[tuple[str, Path], ...] = ()
    """Explicit `/container=HOST` pairs; they speak of the workspace after the work."""
    path_map: tuple[PathMapping, ...] = ()
    """What the specification's own environment says."""
    workdir: str | None = None
    """Where relative paths start, in the agent's world."""
    sandbox: Sandbox = DEFAULT
    """Whether and with which toolchains commands are run."""

    def locate(self, path: str, side: Side = Side.AFTER) -> Located | Refusal:
        """Where to look for an agent-world path.

        Absolute paths: the longest explicit map; else the workspace's folder of the same first name; else below the
        working folder; else below the only container root. Relative paths: from the working folder where one is
        known; else from the only explicit map; else from the workspace, or from the one mapped root or first-level
        folder where they exist.
        """
        if side in (Side.RESPONSE, Side.TRACE):
            return self._file_of(side)
        base = self.workspace if side is Side.AFTER else self.before
        maps = self._maps_of(side)
        if base is None and not maps:
            option = "--workspace" if side is Side.AFTER else "--before"
            return Refusal(Failure.UNAVAILABLE, f"no folder was given to observe {path!r} in; pass {option} DIR")
        if "\0" in path or _VARIABLE.search(path):
            return Refusal(Failure.UNMAPPED, f"{path!r} is not a plain path; variables are not expanded")
        if path.strip() in ("", "."):
            return self._whole(base, maps)
        if path == "~" or path.startswith("~/"):
            home = self._absolute("/root" + path[1:], base, maps)
            if isinstance(home, Refusal):
                return Refusal(Failure.UNMAPPED, f"the home folder of {path!r} is not mapped; pass --map /root=DIR")
            return home
        if path.startswith("~"):
            return Refusal(Failure.UNMAPPED, f"the home folder of {path!r} is not mapped; write the path out")
        if path.startswith("/"):
            return self._absolute(path, base, maps)
        if self.workdir is not None:
            return self._absolute(posixpath.join("/", self.workdir, path), base, maps)
        return self._relative(path, base, maps)

    def _file_of(self, side: Side) -> Located | Refusal:
        file = self.response if side is Side.RESPONSE else self.trace
        if file is None:
            return Refusal(Failure.UNAVAILABLE, f"no {side.value} was given; pass --{side.value} FILE")
        return Located(file.parent, (file.name,))

    def _maps_of(self, side: Side) -> _Maps:
        """Explicit maps, longest prefix first. Those inside the workspace are places in it, so that links between
        its folders hold; for BEFORE only they count, as the same places in the before folder."""
        pairs: list[tuple[str, Located]] = []
        for container, host in self.maps:
            prefix = _normal("/" + container)
            inside = None if self.workspace is None else _below(host, self.workspace)
            base = self.workspace if side is Side.AFTER else self.before
            if inside is not None and base is not None:
                pairs.append((prefix, Located(base, inside)))
            elif side is Side.AFTER:
                pairs.append((prefix, Located(host, ())))
        return tuple(sorted(pairs, key=lambda pair: (-len(pair[0]), pair[0])))

    def _whole(self, base: Path | None, maps: _Maps) -> Located | Refusal:
        if base is not None:
            return Located(base, ())
        if len(maps) == 1:
            return maps[0][1]
        return Refusal(Failure.UNMAPPED, "several folders are mapped and none is the workspace; pass --workspace DIR")

    def _absolute(self, path: str, base: Path | None, maps: _Maps) -> Located | Refusal:
        normal = _normal(path)
        for container, host in maps:
            rest = _rest(normal, container)
            if rest is not None:
                return host.below(rest)
        parts = tuple(normal.split("/")[1:]) if normal != "/" else ()
        if base is not None:
            if parts and _is_folder(base / parts[0]):
                return Located(base, parts)
            if self.workdir is not None:
                rest = _rest(normal, _normal("/" + self.workdir))
                if rest is not None:
                    return Located(base, rest)
            roots = _outermost(_normal("/" + mapping.container) for mapping in self.path_map)
            if len(roots) == 1:
                rest = _rest(normal, roots[0])
                if rest is not None:
                    return Located(base, rest)
        if ".." in path.split("/"):
            return Refusal(Failure.ESCAPE, f"{path!r} leads to {normal!r}, outside every mapped folder")
        folder = "/" + parts[0] if len(parts) > 1 else posixpath.dirname(normal)
        return Refusal(Failure.UNMAPPED, f"no folder is mapped for {normal!r}; pass --map {folder}=DIR")

    def _homes(self) -> frozenset[str]:
        """Names of folders at the root of the agent's world in which its work may stand: a workspace that holds one
        may be that root. Any other folder is the task's own, and what stands in it stands just there."""
        said = [mapping.container for mapping in self.path_map] + ([self.workdir] if self.workdir else [])
        return HOMES | {_normal("/" + container).split("/")[1] for container in said}

    def _relative(self, path: str, base: Path | None, maps: _Maps) -> Located | Refusal:
        normal = posixpath.normpath(path)
        if normal == ".." or normal.startswith("../"):
            return Refusal(Failure.ESCAPE, f"{path!r} leads out of the workspace")
        parts = () if normal == "." else tuple(normal.split("/"))
        whole = None if base is None else Located(base, ())
        start = maps[0][1] if len(maps) == 1 else whole
        if start is not None and _stands(start.below(parts).lexical):
            return start.below(parts)
        elsewhere: dict[Path, Located] = {}
        for one in [host for _, host in maps] + _folders(base, self._homes()):
            if one != start and _stands(one.below(parts).lexical):
                elsewhere.setdefault(one.below(parts).lexical, one.below(parts))
        if len(elsewhere) == 1:
            return next(iter(elsewhere.values()))
        if elsewhere:
            names = ", ".join(sorted(one.shown for one in elsewhere.values()))
            return Refusal(Failure.UNMAPPED, f"{path!r} is ambiguous: it stands at {names}; name it by its full path")
        if start is None:
            return Refusal(Failure.UNMAPPED, f"{path!r} has no folder to start from; pass --workspace DIR")
        return start.below(parts)


_Maps = tuple[tuple[str, Located], ...]


def _normal(path: str) -> str:
    """An absolute path without `.`, `..`, doubled or trailing slashes (posixpath keeps two leading ones)."""
    return "/" + posixpath.normpath("/" + path).lstrip("/")


def _rest(path: str, container: str) -> tuple[str, ...] | None:
    """Components of `path` below `container`; None where it is not below."""
    if path == container:
        return ()
    prefix = container.rstrip("/") + "/"
    return tuple(path[len(prefix) :].split("/")) if path.startswith(prefix) else None


def _outermost(containers: Iterable[str]) -> list[str]:
    """The containers that lie below no other one."""
    unique = sorted(set(containers))
    return [one for one in unique if not any(other != one and _rest(one, other) is not None for other in unique)]


def _below(path: Path, root: Path) -> tuple[str, ...] | None:
    """Components of a host path below a host root, links of both resolved (the caller chose them); None if outside."""
    resolved, base = path.resolve(), root.resolve()
    return resolved.relative_to(base).parts if resolved.is_relative_to(base) else None


def _is_folder(path: Path) -> bool:
    try:
        return path.is_dir() and not path.is_symlink()
    except (OSError, ValueError):
        return False


def _stands(path: Path) -> bool:
    """Whether an entry stands there, a dangling link included."""
    try:
        path.lstat()
    except (OSError, ValueError):
        return False
    return True


def _folders(base: Path | None, names: Iterable[str]) -> list[Located]:
    """The folders of some names that stand directly in the workspace; links are not followed."""
    if base is None:
        return []
    return [Located(base, (name,)) for name in sorted(names) if name and _is_folder(base / name)]
