"""Instructions with an honest and a broken workspace: none is judged wrongly, and a wrong verdict is told of."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROW = {
    "key": 1,
    "instruction": "Write `a.json`. `n` must be 5 in a.json.",
    "before": {"old.txt": "x\n"},
    "kept": {"a.json": '{"n": 5}\n'},
    "broken": {"a.json": '{"n": 6}\n'},
}


def told(repository: Path, file: Path, *options: str) -> subprocess.CompletedProcess[str]:
    """What the script says of a file."""
    script = str(repository / "eval" / "workspace_verdicts.py")
    return subprocess.run([sys.executable, script, str(file), *options], capture_output=True, text=True, check=False)


def written(folder: Path, *rows: object) -> Path:
    file = folder / "pairs.jsonl"
    file.write_text("".join(f"{json.dumps(row)}\n" for row in rows), encoding="utf-8")
    return file


def test_no_workspace_is_judged_wrongly(repository: Path) -> None:
    run = told(repository, repository / "eval" / "workspace_pairs.jsonl", "--json", "-")
    assert run.returncode == 0, run.stderr
    counts = json.loads(run.stdout)["counts"]
    assert (counts["kept"]["FAIL"], counts["broken"]["PASS"]) == (0, 0)
    assert sum(counts["kept"].values()) == sum(counts["broken"].values()) == 50
    assert counts["broken"]["FAIL"] > 0


def test_a_pair_is_judged_and_counted(repository: Path, tmp_path: Path) -> None:
    run = told(repository, written(tmp_path, ROW))
    assert run.returncode == 0, run.stderr
    lines = [line.split() for line in run.stdout.splitlines()[:3]]
    assert lines[1][0] == "kept"
    assert lines[1][3] == "0"
    assert lines[2] == ["broken", "0", "0", "1"]


def test_a_wrong_verdict_is_the_exit_status(repository: Path, tmp_path: Path) -> None:
    run = told(repository, written(tmp_path, {**ROW, "kept": ROW["broken"], "broken": {}}))
    assert run.returncode == 1
    assert "WRONG 1 kept: FAIL" in run.stdout


@pytest.mark.parametrize(
    "changed",
    [{"instruction": 5}, {"before": []}, {"kept": {"../a": "x"}}, {"kept": {"/a": "x"}}, {"broken": {"a": 1}}],
    ids=str,
)
def test_bad_input_is_one_line(repository: Path, tmp_path: Path, changed: dict[str, object]) -> None:
    run = told(repository, written(tmp_path, {**ROW, **changed}))
    assert run.returncode == 2
    assert run.stdout == ""
    assert "pairs.jsonl:1" in run.stderr.splitlines()[-1]
