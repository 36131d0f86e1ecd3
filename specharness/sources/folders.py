"""Task folders and repositories: which of their files are sources, and what of them the agent sees.

Guarantees ids relative to the folder, prompt before guidelines before skills and each sorted by path, and that a file
that leads out of the folder by a link is an error, not a source.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from specharness.errors import LimitExceededError, NotFoundError, PathEscapeError
from specharness.ir import PathMapping, Source, SourceKind
from specharness.sources.dockerfile import Layout, read_layout
from specharness.sources.held_out import TASK_MARKER, held_out_in
from specharness.sources.kinds import SKILL_NAME, kind_of
from specharness.sources.look import id_of, is_file, is_folder, is_inside, real
from specharness.sources.model import Specification
from specharness.sources.read import decode, is_blank, read_bytes, read_source, source_from_bytes
from specharness.sources.visible import HERE, VisibleWorkspace
from specharness.sources.walk import walk_files

MAX_SOURCES = 5000
"""Instruction files of one folder; the largest public monorepos have some hundreds."""

_ENVIRONMENT = "environment"
_SKILLS = "skills"


def load_folder(folder: Path) -> Specification:
    """A task folder, a repository, or a folder with a SKILL.md.

    Raises NotFoundError if no specification is in it, PathEscapeError for a source that is a link to the outside, and
    what reading a file raises.
    """
    if is_file(folder / TASK_MARKER):
        return _task_folder(folder)
    held_out: list[str] = []
    guidelines = [path for path in walk_files(folder, held_out) if kind_of(path) is SourceKind.GUIDELINE]
    sources = read_all(folder, guidelines)
    if not sources:
        sources = read_all(folder, sorted(path for path in folder.iterdir() if path.name.lower() == SKILL_NAME))
    if not sources:
        raise NotFoundError(
            f"{folder}: no specification in this folder: expected {TASK_MARKER} (a task), AGENTS.md, CLAUDE.md "
            "or their kin (a repository) or SKILL.md; give a file, or --corpus for all text files"
        )
    visible = VisibleWorkspace(hosts=((HERE, folder),))
    return Specification(_label(folder), tuple(sources), tuple(sorted(held_out)), visible=visible)


def _task_folder(folder: Path) -> Specification:
    held_out = list(held_out_in(folder))
    environment = folder / _ENVIRONMENT
    _refuse_escape(folder, environment)
    guidelines: list[Path] = []
    skills: list[Path] = []
    deeper: list[str] = []
    for path in walk_files(environment, deeper) if is_folder(environment) else ():
        kind = kind_of(path)
        if path.relative_to(environment).parts[0] == _SKILLS:
            if kind is SourceKind.SKILL:
                skills.append(path)
        elif kind is SourceKind.GUIDELINE:
            guidelines.append(path)
    held_out += [f"{_ENVIRONMENT}/{name}" for name in deeper]
    _refuse_escape(folder, folder / TASK_MARKER)
    prompt = read_source(folder / TASK_MARKER, TASK_MARKER, SourceKind.PROMPT)
    sources = (prompt, *read_all(folder, guidelines), *read_all(folder, skills))
    layout = _layout(folder)
    if layout is None:
        hosts = ((HERE, environment),) if is_folder(environment) else ()
        return Specification(_label(folder), sources, tuple(sorted(held_out)), visible=VisibleWorkspace(hosts))
    mappings = dict.fromkeys(layout.folders, "Dockerfile COPY")
    if layout.workdir is not None:
        mappings.setdefault(layout.workdir, "Dockerfile WORKDIR")
    return Specification(
        label=_label(folder),
        sources=sources,
        held_out=tuple(sorted(held_out)),
        path_map=tuple(PathMapping(container=key, origin=mappings[key]) for key in sorted(mappings)),
        workdir=layout.workdir,
        visible=VisibleWorkspace(tuple((placed.container, placed.host) for placed in layout.placed), layout.workdir),
    )


def _layout(folder: Path) -> Layout | None:
    for context in (folder / _ENVIRONMENT, folder):
        path = context / "Dockerfile"
        if is_file(path):
            _refuse_escape(folder, path)
            return read_layout(decode(read_bytes(path), str(path)), context)
    return None


def read_all(folder: Path, paths: Iterable[Path]) -> list[Source]:
    """The files that hold any text, one source for several names of one file. Blank files are no error here."""
    sources: list[Source] = []
    seen: set[str] = set()
    for path in paths:
        if real(path) in seen:
            continue
        seen.add(real(path))
        if len(seen) > MAX_SOURCES:
            raise LimitExceededError(
                f"{folder}: more than MAX_SOURCES ({MAX_SOURCES}) instruction files; give a smaller folder"
            )
        _refuse_escape(folder, path)
        data = read_bytes(path)
        if not is_blank(decode(data, str(path))):
            sources.append(source_from_bytes(data, id_of(path.relative_to(folder)), kind_of(path), str(path)))
    return sources


def _refuse_escape(folder: Path, path: Path) -> None:
    if not is_inside(path, folder):
        raise PathEscapeError(
            f"{path}: a link that leads out of {folder}, to {real(path)}; copy the file into the folder"
        )


def _label(folder: Path) -> str:
    return folder.resolve().name or "/"
