"""From a request to everything that compiling may look at."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path, PurePath

from specharness.errors import InputError, NotFoundError, TextDecodingError, UsageError
from specharness.ir import PathMapping, Source, SourceKind
from specharness.sources.folders import load_folder, read_all
from specharness.sources.guidebench import load_task
from specharness.sources.held_out import refuse_leak
from specharness.sources.kinds import kind_of
from specharness.sources.look import id_of, is_folder, real
from specharness.sources.model import STDIN, SourceRequest, Specification
from specharness.sources.read import read_source, read_standard_input, source_from_bytes
from specharness.sources.visible import HERE, VisibleWorkspace
from specharness.sources.walk import walk_files


def load(request: SourceRequest) -> Specification:
    """The specification that a request names.

    Raises NotFoundError, TextDecodingError, LimitExceededError, PathEscapeError, SchemaMismatchError or another
    InputError for what can't be read; HeldOutLeakError for held-out material; UsageError for options that don't fit.
    """
    specification = _main(request)
    root = Path(request.path)
    sources = list(specification.sources)
    for kind, paths in (
        (SourceKind.PROMPT, request.prompts),
        (SourceKind.GUIDELINE, request.guidelines),
        (SourceKind.SKILL, request.skills),
    ):
        for path in paths:
            sources += _named(_extra(path, kind), sources, root)
    hosts = list(specification.visible.hosts)
    workdir = specification.workdir
    for path in request.workspaces:
        refuse_leak(path)
        place = workdir or HERE
        hosts.append((place if is_folder(path) else f"{place.rstrip('/')}/{path.name}".removeprefix("./"), path))
        sources += _named(_workspace_text(path), sources, root)
    for _, host in request.maps:
        refuse_leak(host)
        if not is_folder(host):
            raise NotFoundError(f"{host}: no such folder to map")
    hosts += request.maps
    given = tuple(PathMapping(container=container, origin="--map") for container, _ in request.maps)
    named = {mapping.container for mapping in given}
    kept = tuple(mapping for mapping in specification.path_map if mapping.container not in named)
    return replace(
        specification,
        sources=tuple(sources),
        path_map=(*given, *kept),
        visible=VisibleWorkspace(tuple(hosts), workdir),
    )


def _main(request: SourceRequest) -> Specification:
    if str(request.path) == STDIN:
        _refuse_task(request)
        data = read_standard_input() if request.text is None else request.text.encode("utf-8", "surrogatepass")
        source = source_from_bytes(data, STDIN, request.kind or SourceKind.PROMPT, "standard input")
        return Specification(label=STDIN, sources=(source,))
    path = Path(request.path)
    refuse_leak(path)
    if is_folder(path):
        _refuse_task(request)
        if request.kind is not None:
            raise UsageError(
                f"{path}: --kind is for a single file; the files of a folder have their kind by their name"
            )
        return load_folder(path)
    if path.suffix.lower() == ".json" and (request.kind is None or request.task is not None):
        return load_task(path, request.task)
    _refuse_task(request)
    source = read_source(path, id_of(PurePath(path.name)), request.kind or kind_of(path))
    return Specification(label=path.name, sources=(source,))


def _refuse_task(request: SourceRequest) -> None:
    if request.task is not None:
        raise UsageError(f"{request.path}: --task is for a GuideBench JSON file")


def _extra(path: Path, kind: SourceKind) -> list[tuple[Path, Source]]:
    """Sources of a further prompt, guideline or skill, with their places."""
    refuse_leak(path)
    if not is_folder(path):
        return [(path, read_source(path, path.name, kind))]
    if kind is SourceKind.PROMPT:
        raise InputError(f"{path}: expected a file for --prompt, got a folder")
    found = read_all(path, [entry for entry in walk_files(path, []) if kind_of(entry) is kind])
    if not found:
        raise NotFoundError(f"{path}: no {kind} file in this folder; give the file itself")
    return [(path / source.id, source) for source in found]


def _workspace_text(path: Path) -> list[tuple[Path, Source]]:
    """A text file of the workspace can be quoted; a folder or a binary file is only looked into."""
    if is_folder(path):
        return []
    try:
        return [(path, read_source(path, path.name, SourceKind.WORKSPACE))]
    except TextDecodingError:
        return []


def _named(found: Iterable[tuple[Path, Source]], taken: list[Source], root: Path) -> list[Source]:
    """The sources under ids that are not taken: relative to the input where they lie in it, else their name."""
    used = {source.id for source in taken}
    named: list[Source] = []
    for path, source in found:
        candidates = [id_of(PurePath(path.name)), id_of(PurePath(path.parent.name, path.name))]
        inside = os.path.relpath(real(path), real(root))
        if not inside.startswith("..") and inside != ".":
            candidates.insert(0, id_of(PurePath(inside)))
        number = 2
        while candidates[0] in used:
            candidates.pop(0)
            if not candidates:
                candidates = [f"{id_of(PurePath(path.name))}#{number}"]
                number += 1
        used.add(candidates[0])
        named.append(source.model_copy(update={"id": candidates[0]}))
    return named
