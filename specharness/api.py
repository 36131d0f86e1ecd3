"""The public interface: compile a specification, check a workspace, read and write what lies between.

Guarantees that the same input and the same engine give the same result, byte for byte, and that nothing is written.
Every failure that a caller can act on is a `SpecHarnessError`. What the stages decide is theirs; this joins them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING

from specharness.errors import InputError, LimitExceededError, NotFoundError, UsageError
from specharness.ir.annotation import directions_jsonl
from specharness.ir.certificate import Certificate
from specharness.ir.obligation import ObligationSet
from specharness.ir.schema import parse_obligations
from specharness.ir.source import SourceKind

if TYPE_CHECKING:
    from specharness.compile.engine import Engine
    from specharness.sources import SourceRequest, Specification

__all__ = [
    "Progress",
    "candidate_engine",
    "check",
    "compile",
    "compile_specification",
    "compile_text",
    "default_engine",
    "directions_jsonl",
    "frozen_engine",
    "load_obligations",
    "request_for",
]

AnyPath = str | PathLike[str]
Progress = Callable[[str, int, int], None]
"""Called with what is being done, how many steps are done, and how many there are."""

MAX_OBLIGATIONS_BYTES = 512 * 2**20
"""Obligations repeat their sources and quotes; the largest specification that is read (see `sources`) stays below."""


def compile(
    path: AnyPath,
    *,
    kind: SourceKind | str | None = None,
    prompts: Sequence[AnyPath] = (),
    guidelines: Sequence[AnyPath] = (),
    skills: Sequence[AnyPath] = (),
    workspaces: Sequence[AnyPath] = (),
    maps: Mapping[str, AnyPath] | None = None,
    task: int | None = None,
    engine: Engine | None = None,
    progress: Progress | None = None,
) -> ObligationSet:
    """The obligations that the specification at `path` states.

    `path` is a task folder, a repository with agent instructions, one text file, a GuideBench file (with `task`), or
    `-` for standard input. `kind` overrides what a single file's name says. `maps` tells where the folders of the
    agent's world (`/root`) are on this machine. `engine` is the local, offline compiler unless given.
    Raises InputError (and its kinds), HeldOutLeakError for tests, solutions and reference answers, UsageError.
    """
    from specharness.sources import load

    request = request_for(
        path,
        kind=kind,
        prompts=prompts,
        guidelines=guidelines,
        skills=skills,
        workspaces=workspaces,
        maps=maps,
        task=task,
    )
    return compile_specification(load(request), engine=engine, progress=progress)


def compile_text(
    text: str,
    *,
    kind: SourceKind | str = SourceKind.PROMPT,
    name: str = "-",
    maps: Mapping[str, AnyPath] | None = None,
    engine: Engine | None = None,
) -> ObligationSet:
    """The obligations that a text in memory states; `name` is the source's id in the result."""
    from specharness.sources import SourceRequest, load

    specification = load(SourceRequest(path="-", text=text, kind=_kind(kind), maps=_maps(maps)))
    sources = tuple(source.model_copy(update={"id": name}) for source in specification.sources)
    return compile_specification(replace(specification, label=name, sources=sources), engine=engine)


def check(
    obligations: ObligationSet | AnyPath,
    *,
    workspace: AnyPath,
    before: AnyPath | None = None,
    response: AnyPath | None = None,
    trace: AnyPath | None = None,
    maps: Mapping[str, AnyPath] | None = None,
    run: bool = True,
    toolchains: Sequence[AnyPath] = (),
    limits: Mapping[str, float] | None = None,
    timed: bool = False,
) -> Certificate:
    """The verdict over what the agent left behind, with one result for each obligation.

    `workspace` holds the agent's files after its work; `before`, the same folder as it was handed over; `response`,
    its last message as text; `trace`, its tool calls as JSON Lines. What is not given can't be decided and leaves
    the obligations about it unknown. What the agent left is executed only where an obligation names a command, only
    inside a sandbox (docs/commands.md), and not at all unless `run`. `toolchains` are folders, such as a virtual
    environment, that commands find there besides the system's programs. `limits` are bounds of the looking by their
    names, in place of the defaults (docs/observers.md). `timed` keeps how long each
    observation took; without it equal files give equal certificates, byte for byte. Raises InputError and its kinds.
    """
    from specharness.authority import decide
    from specharness.evidence.limits import limits_with
    from specharness.evidence.root import Places
    from specharness.evidence.sandbox.policy import Sandbox
    from specharness.verdict import certify

    contract = obligations if isinstance(obligations, ObligationSet) else load_obligations(obligations)
    places = Places(
        workspace=_folder(workspace, "workspace"),
        before=None if before is None else _folder(before, "before"),
        response=None if response is None else _file(response, "response"),
        trace=None if trace is None else _trace(trace),
        maps=_maps(maps),
        path_map=contract.path_map,
        workdir=contract.workdir,
        sandbox=Sandbox(run, tuple(_toolchain(folder) for folder in toolchains)),
    )
    decided = decide(contract, places, limits=limits_with(limits or {}), timed=timed)
    return certify(contract, decided.results, decided.evidence)


def load_obligations(path: AnyPath) -> ObligationSet:
    """Obligations from a file that `specharness compile -o` wrote.

    Raises NotFoundError, LimitExceededError, and SchemaMismatchError for broken JSON, another shape or version.
    """
    file = _file(path, "obligations")
    size = file.stat().st_size
    if size > MAX_OBLIGATIONS_BYTES:
        raise LimitExceededError(
            f"{file}: {size} bytes of obligations, more than MAX_OBLIGATIONS_BYTES ({MAX_OBLIGATIONS_BYTES}); "
            f"compile the specification in parts"
        )
    try:
        data = file.read_bytes()
    except OSError as error:
        raise NotFoundError(f"{file}: can't be read: {error.strerror}; check its permissions") from error
    return parse_obligations(data, str(file))


def request_for(
    path: AnyPath,
    *,
    kind: SourceKind | str | None = None,
    prompts: Sequence[AnyPath] = (),
    guidelines: Sequence[AnyPath] = (),
    skills: Sequence[AnyPath] = (),
    workspaces: Sequence[AnyPath] = (),
    maps: Mapping[str, AnyPath] | None = None,
    task: int | None = None,
) -> SourceRequest:
    """The arguments of `compile`, checked, in the form that the sources stage takes."""
    from specharness.sources import SourceRequest

    return SourceRequest(
        path=str(path),
        kind=None if kind is None else _kind(kind),
        prompts=tuple(Path(item) for item in prompts),
        guidelines=tuple(Path(item) for item in guidelines),
        skills=tuple(Path(item) for item in skills),
        workspaces=tuple(Path(item) for item in workspaces),
        maps=_maps(maps),
        task=task,
    )


def compile_specification(
    specification: Specification, *, engine: Engine | None = None, progress: Progress | None = None
) -> ObligationSet:
    """The obligations of a specification that was loaded already."""
    from specharness.compile.many import compile_all
    from specharness.ground import ground
    from specharness.segment import segment

    chosen = engine or default_engine()
    sources = specification.sources
    units = {source.id: segment(source) for source in sources}
    told = progress or (lambda _step, _done, _total: None)
    found = compile_all(
        chosen, [(source, units[source.id]) for source in sources], lambda name, done: told(name, done, len(sources))
    )
    told("grounding", len(sources), len(sources))
    compiled = {source.id: one for source, one in zip(sources, found, strict=True)}
    return ground(specification, units, compiled, chosen.id)


@lru_cache(maxsize=1)
def default_engine() -> Engine:
    """The local compiler; built once in a process, because its model takes longer to load than a page to compile."""
    from specharness.compile.local import LocalEngine

    return LocalEngine()


def frozen_engine(path: AnyPath | None = None, *, answers: AnyPath | None = None) -> Engine:
    """The compiler that the file at `path` froze; by default the one that the folder of compilers freezes.

    Raises NotFoundError, SchemaMismatchError, and DriftError where it is no longer what was frozen: each part that
    differs is named with its frozen and its present value.
    """
    from specharness.compile.frozen import default_frozen, frozen_engine

    return frozen_engine(default_frozen() if path is None else Path(path), None if answers is None else Path(answers))


def candidate_engine(compiler: AnyPath, *, answers: AnyPath | None = None) -> Engine:
    """The engine of a candidate: a name in the folder of compilers, or a file that ends in `.toml`.

    A model's answers are kept in the file `answers` and asked for only once; nowhere, if it is None.
    Raises NotFoundError, SchemaMismatchError, UsageError for a candidate that does not say enough.
    """
    from specharness.compile.candidates import compilers_folder, find_candidate, load_candidate

    name = str(compiler)
    entry = load_candidate(Path(name)) if name.endswith(".toml") else find_candidate(name, compilers_folder())
    return entry.kind.build(entry.model_copy(update={"answers": None if answers is None else Path(answers)}))


def _kind(kind: SourceKind | str) -> SourceKind:
    try:
        return SourceKind(kind)
    except ValueError as error:
        raise UsageError(f"kind must be one of {', '.join(SourceKind)}; got {kind!r}") from error


def _maps(maps: Mapping[str, AnyPath] | None) -> tuple[tuple[str, Path], ...]:
    pairs: list[tuple[str, Path]] = []
    for container, host in (maps or {}).items():
        if not container.startswith("/"):
            raise UsageError(f"a mapped folder must be absolute, such as /root; got {container!r}")
        pairs.append((container.rstrip("/") or "/", _folder(host, f"map {container}")))
    return tuple(sorted(pairs))


def _toolchain(path: AnyPath) -> Path:
    folder = _folder(path, "toolchain")
    if not (folder / "bin").is_dir():
        raise InputError(f"toolchain: {folder} has no bin; give a folder whose programs are in bin, such as .venv")
    return folder


def _folder(path: AnyPath, role: str) -> Path:
    folder = Path(path)
    try:
        if folder.is_dir():
            return folder
        exists = folder.exists()
    except OSError as error:  # a loop of links, a name that is too long
        raise NotFoundError(f"{role}: {folder}: {error.strerror}") from error
    if exists:
        raise InputError(f"{role}: expected a folder, got a file: {folder}")
    raise NotFoundError(f"{role}: no such folder: {folder}")


def _trace(path: AnyPath) -> Path:
    """The file of an agent's tool calls; InputError where it surely holds something else. One that goes beyond a limit
    is left to the observers, which name the limit."""
    from specharness.evidence.faults import LimitReached, MalformedArtifact
    from specharness.evidence.limits import Limits
    from specharness.evidence.observers import json_text
    from specharness.validators.trace import calls_of

    file, limits = _file(path, "trace"), Limits()
    problem = ""
    try:
        if not 0 < file.stat().st_size <= limits.file_bytes:
            return file
        calls = calls_of(json_text.calls(file.read_bytes(), limits).value)
        problem = calls if isinstance(calls, str) else ""
    except MalformedArtifact as error:
        problem = str(error)
    except (LimitReached, RecursionError):
        return file
    except OSError as error:
        raise NotFoundError(f"trace: {file}: can't be read: {error.strerror}; check its permissions") from error
    if problem:
        form = '{"tool": "read", "arguments": {...}}'
        raise InputError(f"trace: {file}: is no trace of tool calls, one JSON object a line such as {form}: {problem}")
    return file


def _file(path: AnyPath, role: str) -> Path:
    file = Path(path)
    try:
        if file.is_file():
            return file
        exists = file.exists()
    except OSError as error:
        raise NotFoundError(f"{role}: {file}: {error.strerror}") from error
    if exists:
        raise InputError(f"{role}: expected a regular file, got something else: {file}")
    raise NotFoundError(f"{role}: no such file: {file}")
