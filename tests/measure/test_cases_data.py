"""The script over real workspaces: no violation passes, nobody who follows the prompt fails."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
CASES = Path(os.environ.get("SPECHARNESS_DATA", ROOT.parent / "shared" / "data")) / "cases"
TASKS = ("3d-scan-calc", "citation-check", "civ6-adjacency-optimizer", "jax-computing-basics", "pddl-tpp-planning")

pytestmark = [
    pytest.mark.data,
    pytest.mark.skipif(not (CASES / "cases.json").is_file(), reason=f"no cases in {CASES}; set SPECHARNESS_DATA"),
]


def run(*options: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, str(ROOT / "eval" / "cases.py"), *options],
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )


def test_musts_hold_on_real_tasks(tmp_path: Path) -> None:
    out = tmp_path / "study.json"
    named = [option for task in TASKS for option in ("--task", task)]
    done = run(str(CASES), *named, "--json", str(out), "--quiet")
    assert done.returncode == 0, done.stdout + done.stderr
    result = json.loads(out.read_text())
    assert result["holds"] is True
    assert result["pass_on_violating"] == 0
    assert result["fail_on_following"] == 0
    assert result["fail_on_violating"] >= 15
    assert {case["task"] for case in result["cases"]} == set(TASKS)


def test_a_folder_without_cases_is_bad_input(tmp_path: Path) -> None:
    done = run(str(tmp_path))
    assert done.returncode == 2
    assert "cases.json" in done.stderr
    assert "Traceback" not in done.stderr
