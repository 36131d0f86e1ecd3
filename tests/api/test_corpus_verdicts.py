"""Every expected verdict of the task corpus holds, and no broken state gets PASS."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import pytest

from specharness import api
from specharness.ir import ObligationSet, Verdict
from specharness.measure.corpus import CorpusTask, lay_out, load_tasks

ROOT = Path(__file__).resolve().parents[2] / "annotations" / "tasks"
TASKS = {task.id: task for task in load_tasks(ROOT)}
STATES = [(task.id, variant.name) for task in TASKS.values() for variant in task.variants]


@lru_cache(maxsize=1)
def compiled(task: str) -> ObligationSet:
    return api.compile(TASKS[task].folder)


@pytest.fixture(scope="module")
def before(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folders = {}
    for task in TASKS.values():
        folder = tmp_path_factory.mktemp("before") / task.id
        lay_out(task, "before", folder)
        folders[task.id] = folder
    return folders


def verdict(task: CorpusTask, state: str, workspace: Path, before: Path) -> Verdict:
    lay_out(task, state, workspace)
    response = task.variant(state).response
    return api.check(compiled(task.id), workspace=workspace, before=before, response=response).verdict


@pytest.mark.parametrize(("task", "state"), STATES, ids=lambda value: str(value))
def test_the_expected_verdict_holds(task: str, state: str, tmp_path: Path, before: dict[str, Path]) -> None:
    expected = TASKS[task].variant(state)
    got = verdict(TASKS[task], state, tmp_path / state, before[task])
    assert not (expected.broken and got is Verdict.PASS)
    assert got is expected.verdict
