"""The runnable scripts take bad input as the command line does: one line and 2."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

SCRIPTS = sorted(path for path in (Path(__file__).parents[2] / "eval").glob("*.py") if "__main__" in path.read_text())


@pytest.mark.parametrize(
    "arguments",
    [
        ("coverage.py", "--worlds", "0"),
        ("coverage.py", "--seed", "-1"),
        ("coverage.py", "--resamples", "many"),
        ("compare_compilers.py", "no", "no", "--out", "{empty}", "--resamples", "1000000000"),
        ("compare_compilers.py", "no", "no", "--out", "{empty}", "--seed", "-1"),
        ("compare_compilers.py", "no", "no", "--out", "{empty}", "--folds", "1"),
        ("cross_validate.py", "no", "no", "--folds", "1"),
        ("cross_validate.py", "no", "no"),
        ("planted.py", "--every", "0"),
        ("stability.py", "--tasks", "no"),
        ("stability.py", "--tasks", "{empty}"),
        ("stability.py", "--pairs", "{empty}"),
        ("train_local.py", "no", "no"),
    ],
    ids=" ".join,
)
def test_bad_input_is_one_line(arguments: tuple[str, ...], tmp_path: Path, repository: Path) -> None:
    script, *options = (word.replace("{empty}", str(tmp_path)) for word in arguments)
    run = subprocess.run(
        [sys.executable, str(repository / "eval" / script), *options], capture_output=True, text=True, check=False
    )
    assert run.returncode == 2, run.stderr
    assert run.stdout == ""
    assert "error:" in run.stderr.splitlines()[-1]
    assert "Traceback" not in run.stderr
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.name)
def test_every_script_is_run_the_same_way(script: Path) -> None:
    assert "sys.exit(run(main))" in script.read_text(encoding="utf-8")
