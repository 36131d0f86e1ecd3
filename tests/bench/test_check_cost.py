"""Deciding all obligations of the corpus costs at most as much again as reading its files through the observers."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from specharness import api
from specharness.authority.admission import Admission
from specharness.authority.evaluate import decide
from specharness.evidence.observe import Observatory
from specharness.evidence.root import Places
from specharness.ir import ObligationSet
from specharness.measure.corpus import lay_out, load_tasks
from specharness.validators.registry import BUILT_IN

pytestmark = pytest.mark.bench
MAX_RATIO = 2.0
ROUNDS = 3


def test_checking_against_reading(tasks: Path, tmp_path: Path) -> None:
    worlds: list[tuple[ObligationSet, Places]] = []
    for task in load_tasks(tasks):
        obligations = api.compile(task.folder)
        sides = {name: tmp_path / f"{task.id}-{name}" for name in ("before", task.variants[0].name)}
        for name, folder in sides.items():
            lay_out(task, name, folder)
        before, workspace = sides.values()
        worlds.append((obligations, Places(workspace=workspace, before=before)))

    def read() -> None:
        for obligations, places in worlds:
            admission = Admission(Observatory(places))
            for item in obligations.hard:
                admission.admit(BUILT_IN[item.effect.validator].needs(item.effect.params))

    def check() -> None:
        for obligations, places in worlds:
            decide(obligations, places)

    reading, checking = (_best(work) for work in (read, check))
    number = sum(len(obligations.hard) for obligations, _ in worlds)
    print(f"\n{number} obligations of {len(worlds)} tasks: reading {reading:.3f} s, checking {checking:.3f} s", end="")
    print(f" ({checking / reading:.2f} times, at most {MAX_RATIO})")
    assert number
    assert checking <= MAX_RATIO * reading


def _best(work: object) -> float:
    assert callable(work)
    times = []
    for _ in range(ROUNDS):
        begun = time.process_time()
        work()
        times.append(time.process_time() - begun)
    return min(times)
