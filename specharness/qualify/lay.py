"""From a case to what its validator sees: artifacts on disk, in a folder of their own, through the real observers."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Mapping
from pathlib import Path

from specharness.evidence.observe import Observatory
from specharness.evidence.root import Places
from specharness.evidence.views import Observation, Request
from specharness.qualify.case import Content, Files, Folder, Link, Params, Pipe, World
from specharness.validators.base import Validator

Seen = Mapping[Request, Observation]


def observed(validator: Validator, params: Params, world: World) -> dict[Request, Observation]:
    """The observations of `needs(params)` in a world; the folder is gone afterwards."""
    requests = tuple(validator.needs(params))
    with tempfile.TemporaryDirectory(prefix="specharness-case-") as folder:
        return Observatory(places_of(world, Path(folder))).observe(requests)


def places_of(world: World, folder: Path) -> Places:
    """The world's sides below a folder that is empty."""
    workspace = folder / "after"
    _lay(world.files, workspace)
    for name, mode in world.modes.items():
        (workspace / name).chmod(mode)
    before = None
    if world.before is not None:
        before = folder / "before"
        _lay(world.before, before)
    return Places(
        workspace=workspace,
        before=before,
        response=_given(world.response, folder / "response.txt"),
        trace=_given(world.trace, folder / "trace.jsonl"),
        maps=tuple(sorted((name, workspace / target) for name, target in world.maps.items())),
    )


def _given(content: str | bytes | None, file: Path) -> Path | None:
    if content is None:
        return None
    _write(file, content)
    return file


def _lay(files: Files, root: Path) -> None:
    root.mkdir()
    for name, content in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        _write(path, content)


def _write(path: Path, content: Content) -> None:
    match content:
        case str():
            path.write_bytes(content.encode("utf-8", "surrogatepass"))
        case bytes():
            path.write_bytes(content)
        case Folder():
            path.mkdir(exist_ok=True)
        case Link():
            path.symlink_to(content.target)
        case Pipe():
            os.mkfifo(path)
