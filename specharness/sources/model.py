"""The request for a specification, and the specification that loading gives."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from specharness.ir import PathMapping, Source, SourceKind
from specharness.sources.visible import VisibleWorkspace

STDIN = "-"


@dataclass(frozen=True)
class SourceRequest:
    """What to load. Paths may be relative to the current folder."""

    path: str | Path
    """A task folder, a repository, a text file, a GuideBench JSON file, or `-`."""
    kind: SourceKind | None = None
    """Of a single file or `-`, instead of what its name says."""
    prompts: tuple[Path, ...] = ()
    guidelines: tuple[Path, ...] = ()
    skills: tuple[Path, ...] = ()
    """Files; a folder stands for the SKILL.md files (of guidelines: the AGENTS.md files and their kin) in it."""
    workspaces: tuple[Path, ...] = ()
    """Folders or files that the agent finds in its working folder."""
    maps: tuple[tuple[str, Path], ...] = ()
    """`(container folder, host folder)`."""
    task: int | None = None
    """Which task of a GuideBench file, from 0."""
    text: str | None = None
    """The text for `-`; None reads standard input."""


@dataclass(frozen=True)
class Specification:
    """Everything that compiling may look at."""

    label: str
    """For people: the input's own name."""
    sources: tuple[Source, ...]
    held_out: tuple[str, ...] = ()
    """What lies beside the sources and was not read, relative to the input, with `/`."""
    path_map: tuple[PathMapping, ...] = ()
    workdir: str | None = None
    visible: VisibleWorkspace = field(default_factory=VisibleWorkspace)
