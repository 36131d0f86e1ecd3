"""Compiling many tasks with a model takes hardly longer than its answers do.

A scripted endpoint answers every question after 0.3 s; the ideal is all questions, so many at once as are allowed.
"""

from __future__ import annotations

import json
import os
import sys
import time
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "compile" / "llm"))

from endpoint import paths, serving
from model_world import candidate_at

from specharness.cli.main import main

pytestmark = [pytest.mark.bench, pytest.mark.data]

SECONDS = 0.3
AT_ONCE = 4
MAX_RATIO = 1.3
"""Of wall time to the ideal, on a machine that does nothing else."""


def test_wall_time_of_the_public_tasks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root = os.environ.get("SPECHARNESS_DATA", "")
    if not (Path(root) / "skillsbench").is_dir():
        pytest.skip("SPECHARNESS_DATA names no folder with skillsbench/")
    tasks = sorted(str(path) for path in (Path(root) / "skillsbench").iterdir() if path.is_dir())
    monkeypatch.setenv("SPECHARNESS_CACHE", str(tmp_path / "answers.sqlite"))
    with serving(paths, SECONDS) as endpoint:
        candidate_at(tmp_path, endpoint.address, asking={"concurrency": AT_ONCE})
        warm = tmp_path / "warm.md"
        warm.write_text("Write `x.txt`.", encoding="utf-8")
        named = ["--compiler", str(tmp_path / "scripted.toml"), "--out-dir", str(tmp_path / "out"), "--usage"]
        assert main(["compile", str(warm), *named]) == 0  # packages are loaded
        endpoint.requests.clear()
        before, start = time.process_time(), time.perf_counter()
        assert main(["compile", *tasks, *named]) == 0
        took, work = time.perf_counter() - start, time.process_time() - before
        ideal = len(endpoint.requests) * SECONDS / AT_ONCE
        tokens = sum(len(json.dumps(request.body)) // 4 for request in endpoint.requests)
    print(
        f"\n{len(tasks)} tasks, {len(endpoint.requests)} requests, {tokens} input tokens (characters / 4, schema too): "
        f"{took:.1f} s, ideal {ideal:.1f} s, ratio {took / ideal:.2f}, processor {work:.1f} s"
    )
    assert took <= MAX_RATIO * ideal
