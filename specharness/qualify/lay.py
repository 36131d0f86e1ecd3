"""From a case to what its validator sees: artifacts on disk, in a folder of their own, through the real observers."""

from __future__ import annotations

import os
import sys
import tempfile
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from types import FrameType

from specharness.evidence.limits import limits_with
from specharness.evidence.observe import Observatory
from specharness.evidence.root import Places
from specharness.evidence.views import Observation, Request, ViewKind
from specharness.qualify.case import Content, Files, Folder, Link, Params, Pipe, World
from specharness.validators.base import Validator, looked_further

Seen = Mapping[Request, Observation]


def observed(validator: Validator, params: Params, world: World) -> dict[Request, Observation]:
    """The observations of `needs(params)` in a world; the folder is gone afterwards."""
    with observing(world) as observe:
        return dict(looked_further(validator, params, observe(tuple(validator.needs(params))), observe))


@contextmanager
def observing(world: World) -> Iterator[Callable[[Sequence[Request]], Seen]]:
    """What looks at a world, which is on disk meanwhile."""
    with tempfile.TemporaryDirectory(prefix="specharness-case-") as folder:
        yield _observer(world, Path(folder))


def _observer(world: World, folder: Path) -> Callable[[Sequence[Request]], Seen]:
    """What observes a world; workbooks after recalculation are those that the world holds, where it holds any."""
    observatory = Observatory(places_of(world, folder), limits_with(world.limits))
    if world.recalculated is None:
        return observatory.observe
    again = folder / "again"
    again.mkdir()
    calculated = Observatory(places_of(World(files=world.recalculated), again), limits_with(world.limits))

    def observe(requests: Sequence[Request]) -> Seen:
        seen = dict(observatory.observe([one for one in requests if one.kind is not ViewKind.RECALCULATED]))
        for request in (one for one in requests if one.kind is ViewKind.RECALCULATED):
            stored = replace(request, kind=ViewKind.WORKBOOK)
            seen[request] = replace(calculated.observe([stored])[stored], request=request)
        return seen

    return observe


OBSERVERS = "specharness.evidence."
SAME_SIGHT = 3
"""Cases of one sort of request that are watched; more of the same show nothing new."""


def modules_at_work(validator: Validator, cases: Iterable[tuple[Params, World]]) -> frozenset[str]:
    """The observers' modules whose code runs for what a validator asks to see."""
    worked: set[str] = set()
    watched: dict[object, int] = {}
    for params, world in cases:
        sorts = [
            (request.kind, request.format, request.side, _ending(request.path)) for request in validator.needs(params)
        ]
        if all(watched.get(sort, 0) >= SAME_SIGHT for sort in sorts):
            continue
        for sort in sorts:
            watched[sort] = watched.get(sort, 0) + 1
        with _watching(worked):
            observed(validator, params, world)
    return frozenset(worked)


@contextmanager
def _watching(worked: set[str]) -> Iterator[None]:
    def called(frame: FrameType, event: str, argument: object) -> None:
        if event == "call":
            module = frame.f_globals.get("__name__", "")
            if module.startswith(OBSERVERS):
                worked.add(module)

    threading.setprofile(called)
    sys.setprofile(called)
    try:
        yield
    finally:
        sys.setprofile(None)
        threading.setprofile(None)


def _ending(path: str) -> str:
    return path.rpartition("/")[2].rpartition(".")[2]


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
