"""The matrix: exactly once, resumable, one experiment a folder."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from studies import SaysDone, Writer, assignment, claims, verify

from specharness.errors import InputError, SchemaMismatchError, UsageError
from specharness.experiments.agents import Attempt, Turn
from specharness.experiments.conditions import Condition, Raw
from specharness.experiments.matrix import MANIFEST, RUNS, Matrix, run_matrix
from specharness.experiments.session import Budget, Cell
from specharness.ir import Run


def matrix(folder: Path, agent: Writer, trials: int = 3, ceiling: float | None = None) -> Matrix:
    task = assignment(folder) if not (folder / "greet").exists() else assignment(folder, "again")

    def cell(make: Callable[[], Condition], trial: int) -> Callable[[], Cell]:
        return lambda: Cell(task, agent, make(), trial)

    cells = [cell(make, trial) for make in (Raw, SaysDone) for trial in range(trials)]
    return Matrix(cells, Budget(), claims, verify, {"plan": "one"}, ceiling)


def runs(folder: Path) -> list[Run]:
    return [Run.model_validate_json(line) for line in (folder / RUNS).read_text("utf-8").splitlines()]


@pytest.mark.parametrize("jobs", [1, 3])
def test_every_cell_once_in_order(tmp_path: Path, jobs: int) -> None:
    done = run_matrix(matrix(tmp_path, Writer(["half", "done"])), tmp_path / "out", jobs=jobs)
    assert (done.done, done.total, done.stopped) == (6, 6, "")
    ids = [run.id for run in runs(tmp_path / "out")]
    assert ids == [f"writer/{name}/greet/{trial}" for name in ("raw", "says-done") for trial in range(3)]
    for run in runs(tmp_path / "out"):
        assert run.workspace is not None
        assert (tmp_path / "out" / run.workspace.path / "out.txt").is_file()


def test_a_second_run_repeats_nothing(tmp_path: Path) -> None:
    agent = Writer(["done"])
    study = matrix(tmp_path, agent)
    run_matrix(study, tmp_path / "out")
    first = (tmp_path / "out" / RUNS).read_bytes()
    asked = len(agent.prompts)
    again = run_matrix(study, tmp_path / "out")
    assert again.begun_before == 6
    assert len(agent.prompts) == asked
    assert (tmp_path / "out" / RUNS).read_bytes() == first


def test_an_interrupted_matrix_ends_in_the_same_bytes(tmp_path: Path) -> None:
    class Dies(Writer):
        left = 4

        def attempt(self, turn: Turn) -> Attempt:
            self.left -= 1
            if self.left == 0:
                raise KeyboardInterrupt
            return super().attempt(turn)

    whole = matrix(tmp_path, Writer(["done"]))
    run_matrix(whole, tmp_path / "whole")
    study = matrix(tmp_path / "b", Dies(["done"]))
    with pytest.raises(KeyboardInterrupt):
        run_matrix(study, tmp_path / "cut")
    assert not (tmp_path / "cut" / RUNS).exists()
    assert len(list((tmp_path / "cut" / "cells").iterdir())) == 3
    run_matrix(study, tmp_path / "cut")
    assert (tmp_path / "cut" / RUNS).read_bytes() == (tmp_path / "whole" / RUNS).read_bytes()


def test_a_cost_ceiling_begins_no_further_cell(tmp_path: Path) -> None:
    done = run_matrix(matrix(tmp_path, Writer(["done"], cost=1.0), ceiling=2.0), tmp_path / "out")
    assert (done.done, done.cost) == (2, 2.0)
    assert "ceiling" in done.stopped
    assert not (tmp_path / "out" / RUNS).exists()


def test_another_experiment_is_refused_by_what_differs(tmp_path: Path) -> None:
    study = matrix(tmp_path, Writer(["done"]))
    run_matrix(study, tmp_path / "out")
    study.manifest["plan"] = "two"
    with pytest.raises(UsageError, match="differs in plan"):
        run_matrix(study, tmp_path / "out")


def test_a_damaged_cell_is_named(tmp_path: Path) -> None:
    study = matrix(tmp_path, Writer(["done"]))
    run_matrix(study, tmp_path / "out")
    damaged = sorted((tmp_path / "out" / "cells").iterdir())[0]
    damaged.write_text("{", encoding="utf-8")
    with pytest.raises(SchemaMismatchError, match="delete it"):
        run_matrix(study, tmp_path / "out")


def test_two_cells_of_one_name_are_refused(tmp_path: Path) -> None:
    study = matrix(tmp_path, Writer(["done"]))
    twice = Matrix([*study.cells, study.cells[0]], study.budget, claims, verify, study.manifest)
    with pytest.raises(UsageError, match="one name"):
        run_matrix(twice, tmp_path / "out")


def test_the_manifest_is_kept(tmp_path: Path) -> None:
    run_matrix(matrix(tmp_path, Writer(["done"])), tmp_path / "out")
    assert json.loads((tmp_path / "out" / MANIFEST).read_text("utf-8")) == {"plan": "one"}


def test_two_tasks_of_one_id(tmp_path: Path) -> None:
    from specharness.experiments.tasks import load_assignments

    assignment(tmp_path / "a")
    assignment(tmp_path / "b")
    with pytest.raises(InputError, match="second task"):
        load_assignments([tmp_path / "a", tmp_path / "b"])
