"""Where the observed folders stand in a sandbox: at the agent's own paths, so that a command finds what it names.

Guarantees that a folder of the system is never covered. Copying is `packing`'s business.
"""

from __future__ import annotations

import posixpath
from dataclasses import dataclass

from specharness.evidence.faults import Refusal
from specharness.evidence.root import Located, Places
from specharness.evidence.views import Failure

DEFAULT_FOLDER = "/workspace"
"""Where a workspace stands whose specification names no folder."""

MAX_FOLDERS = 16
"""Folders put into one sandbox; each is a file system of its own."""

_SYSTEM = frozenset("usr bin sbin lib lib32 lib64 libx32 proc sys dev etc run boot".split())


@dataclass(frozen=True)
class Mount:
    target: str
    """Absolute path in the sandbox."""
    place: Located


@dataclass(frozen=True)
class Layout:
    mounts: tuple[Mount, ...]
    """Outer folders before inner ones."""
    workdir: str
    """Where the command starts."""


def layout(places: Places, start: str) -> Layout | Refusal:
    """The mounts of the judged workspace, and the folder that a command starts in: `start` as the agent would name it,
    or the working folder of the specification where it is empty."""
    mounts: dict[str, Located] = {}
    anchors = [places.workdir] if places.workdir else _roots(places)
    home = ""
    for container, host in places.maps:
        mounts[_normal(container)] = Located(host, ())
    if places.workspace is not None:
        base = Located(places.workspace, ())
        tops = [anchor for anchor in anchors if (places.workspace / _first(anchor)).is_dir()]
        if tops:
            for entry in sorted(places.workspace.iterdir()):
                if entry.name not in _SYSTEM and entry.is_dir() and not entry.is_symlink():
                    mounts.setdefault(f"/{entry.name}", base.below((entry.name,)))
        else:
            home = _normal(anchors[0]) if len(anchors) == 1 else DEFAULT_FOLDER
            mounts.setdefault(home, base)
    workdir = _normal(places.workdir or home or (anchors[0] if anchors else "") or next(iter(mounts), ""))
    if start:
        workdir = _normal(posixpath.join(workdir, start))
    if not mounts:
        return Refusal(Failure.UNAVAILABLE, "no folder was given to run a command in; pass --workspace DIR")
    if len(mounts) > MAX_FOLDERS:
        return Refusal(Failure.LIMIT, f"{len(mounts)} folders to put into a sandbox; MAX_FOLDERS allows {MAX_FOLDERS}")
    for target in mounts:
        if target == "/" or _first(target) in _SYSTEM:
            return Refusal(Failure.REFUSED, f"the folder {target} can't be put into a sandbox, which has its own")
    if workdir != "/" and not any(workdir == target or workdir.startswith(target + "/") for target in mounts):
        return Refusal(Failure.UNMAPPED, f"no folder is mapped for {workdir!r}, where the command starts")
    ordered = sorted(mounts.items(), key=lambda pair: (pair[0].count("/"), pair[0]))
    return Layout(tuple(Mount(target, place) for target, place in ordered), workdir)


def _roots(places: Places) -> list[str]:
    """The container folders that lie below no other one."""
    every = sorted({_normal(mapping.container) for mapping in places.path_map})
    return [one for one in every if not any(one != other and one.startswith(other + "/") for other in every)]


def _normal(path: str) -> str:
    return "/" + posixpath.normpath("/" + path).lstrip("/")


def _first(path: str) -> str:
    return _normal(path).split("/")[1]
