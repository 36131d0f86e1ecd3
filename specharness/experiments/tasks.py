"""What an agent is assigned: a specification, the workspace it starts from, and where that stands in its world."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from specharness.errors import InputError, NotFoundError
from specharness.measure.corpus import load_task
from specharness.sources.held_out import is_held_out

PROMPTS = ("instruction.md", "prompt.md")
"""Files of a task folder that are its prompt, the first that is there."""
WORKSPACES = ("environment/workspace", "environment")
"""Folders of a task folder that are its initial workspace."""
NO_WORKSPACE = frozenset({"skills", "Dockerfile"})
"""Entries of an `environment` that are no part of the workspace, beside what is held out."""


@dataclass(frozen=True)
class Assignment:
    """One task. The agent sees `prompt` and a copy of `before`; nothing held out is in either."""

    id: str
    folder: Path
    """What is compiled."""
    prompt: str
    before: Path | None
    """The initial workspace; None for an empty one."""
    maps: Mapping[str, str] = field(default_factory=dict)
    """Folder of the agent's world → its place below the run's workspace (`.` for all of it)."""

    def world(self, root: Path) -> dict[str, Path]:
        """Where the folders of the agent's world stand, for a workspace at `root`."""
        return {container: root / place for container, place in self.maps.items()}

    def lay_out(self, root: Path) -> None:
        """Copy the initial workspace to `root`, which must be absent. Links are kept as links and never followed."""
        if self.before is None:
            root.mkdir(parents=True)
            return
        before = self.before

        def ignored(folder: str, names: list[str]) -> set[str]:
            if before.name != "environment" or Path(folder) != before:
                return set()
            return {name for name in names if name in NO_WORKSPACE or is_held_out(name)}

        shutil.copytree(before, root, symlinks=True, ignore=ignored)


def load_assignments(paths: list[Path]) -> list[Assignment]:
    """The tasks of each path: a task folder, or a folder of task folders; in the order of their ids.

    Raises NotFoundError where a path holds no task, InputError where two tasks have one id.
    """
    found: dict[str, Assignment] = {}
    for path in paths:
        folders = [path] if _prompt(path) else sorted(child for child in _children(path) if _prompt(child))
        if not folders:
            raise NotFoundError(f"{path}: no task in it: expected a folder with {' or '.join(PROMPTS)}")
        for folder in folders:
            one = _assignment(folder)
            if one.id in found:
                raise InputError(f"{folder}: a second task {one.id!r}; the first is {found[one.id].folder}")
            found[one.id] = one
    return list(found.values())


def _assignment(folder: Path) -> Assignment:
    prompt = _prompt(folder)
    if prompt is None:
        raise NotFoundError(f"{folder}: no prompt; expected {' or '.join(PROMPTS)}")
    before = next((folder / name for name in WORKSPACES if (folder / name).is_dir()), None)
    maps: dict[str, str] = {}
    if (folder / "expected.json").is_file():
        maps = {one.container: str(one.host) for one in load_task(folder).maps}
    try:
        text = prompt.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise NotFoundError(f"{prompt}: can't be read as UTF-8: {error}") from error
    return Assignment(folder.name, folder, text, before, maps)


def _prompt(folder: Path) -> Path | None:
    return next((folder / name for name in PROMPTS if (folder / name).is_file()), None)


def _children(path: Path) -> list[Path]:
    try:
        return [child for child in path.iterdir() if child.is_dir()]
    except OSError as error:
        raise NotFoundError(f"{path}: can't be read: {error.strerror}") from error
