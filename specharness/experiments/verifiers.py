"""Official verdicts: what a benchmark's own check says of a finished workspace. Held out from agents and conditions."""

from __future__ import annotations

import hashlib
import os
import stat
import tempfile
import threading
from dataclasses import dataclass, field
from pathlib import Path

from specharness.experiments import enclosure
from specharness.experiments.enclosure import Enclosure
from specharness.experiments.tasks import Assignment
from specharness.ir import Official
from specharness.measure.corpus import lay_out, load_task


@dataclass(frozen=True)
class SameState:
    """Our own tasks: passed where the workspace holds the same files as the task's good state."""

    def __call__(self, task: Assignment, workspace: Path) -> Official:
        with tempfile.TemporaryDirectory() as folder:
            good = lay_out(load_task(task.folder), "good", Path(folder) / "good")
            same = _digests(good) == _digests(workspace)
        return Official(passed=same, reward=float(same))


@dataclass(frozen=True)
class TestCommand:
    """A command in the enclosure, with the task's `tests` folder beside the workspace: passed at exit status 0."""

    command: tuple[str, ...]
    seconds: float = 600.0
    enclosure: Enclosure = field(default_factory=Enclosure)

    def __call__(self, task: Assignment, workspace: Path) -> Official:
        world = task.world(workspace) or {enclosure.DEFAULT_WORKSPACE: workspace}
        tests = task.folder / "tests"
        if tests.is_dir():
            world = world | {"/tests": tests}
        done = enclosure.run(self.command, "", workspace, world, self.enclosure, self.seconds, threading.Event())
        if done.ended:
            return Official(error=done.ended)
        return Official(passed=done.code == 0, reward=float(done.code == 0))


def _digests(root: Path) -> dict[str, str]:
    """What stands at each path: the digest of a file's bytes, a link's target, or that it is a folder."""
    found: dict[str, str] = {}
    for folder, names, files in os.walk(root):
        for name in (*names, *files):
            path = Path(folder) / name
            mode = path.lstat().st_mode
            if stat.S_ISREG(mode):
                with path.open("rb") as file:
                    held = hashlib.file_digest(file, "sha256").hexdigest()
            else:
                held = f"link {path.readlink()}" if stat.S_ISLNK(mode) else f"{stat.S_IFMT(mode):o}"
            found[str(path.relative_to(root))] = held
    return found
