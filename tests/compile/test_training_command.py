"""`make train`: the same bytes whatever the process, and nothing half-written."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from specharness.compile.local.model import parse_weights


def train(repository: Path, *arguments: object, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, str(repository / "eval" / "train_local.py"), *map(str, arguments)],
        env={**os.environ, "PYTHONPATH": str(repository), **environment},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )


def test_hash_seed_and_threads_change_no_byte(repository: Path, labelled: tuple[Path, Path], tmp_path: Path) -> None:
    written = []
    for seed, threads in (("1", "1"), ("77", "3")):
        target = tmp_path / f"weights{seed}.json"
        run = train(
            repository,
            *labelled,
            "-o",
            target,
            PYTHONHASHSEED=seed,
            OMP_NUM_THREADS=threads,
            OPENBLAS_NUM_THREADS=threads,
        )
        assert run.returncode == 0, run.stderr
        written.append(target.read_bytes())
    assert written[0] == written[1]
    assert parse_weights(written[0].decode()).family.classes == ("path_exists", "sorted")


def test_a_check_writes_nothing(repository: Path, labelled: tuple[Path, Path], tmp_path: Path) -> None:
    target = tmp_path / "weights.json"
    target.write_text("other\n", encoding="utf-8")
    run = train(repository, *labelled, "-o", target, "--check")
    assert run.returncode == 2
    assert "is not what training on 6 documents gives" in run.stderr
    assert target.read_text(encoding="utf-8") == "other\n"


@pytest.mark.parametrize("broken", ["nothing there", "no text", "bad label", "no UTF-8"])
def test_bad_input_gets_one_line_and_leaves_the_weights(
    broken: str, repository: Path, labelled: tuple[Path, Path], tmp_path: Path
) -> None:
    dev, docs = labelled
    target = tmp_path / "weights.json"
    target.write_text("old\n", encoding="utf-8")
    if broken == "nothing there":
        dev = tmp_path / "nowhere"
    elif broken == "no text":
        (docs / "set/task0/instruction.md").unlink()
    elif broken == "bad label":
        (dev / "set/task0/instruction.md.jsonl").write_text("{\n", encoding="utf-8")
    else:
        (docs / "set/task0/instruction.md").write_bytes(b"\xff")
    run = train(repository, dev, docs, "-o", target)
    assert run.returncode == 2
    assert run.stderr.startswith("error: ")
    assert run.stderr.count("\n") == 1
    assert broken == "nothing there" or "set/task0/instruction.md" in run.stderr
    assert target.read_text(encoding="utf-8") == "old\n"


def test_make_takes_the_folders_as_variables(repository: Path) -> None:
    run = subprocess.run(
        ["make", "-n", "train", "DEV_DIR=labels", "DOCS_DIR=texts"],
        cwd=repository,
        capture_output=True,
        text=True,
        check=True,
    )
    assert 'eval/train_local.py "labels" "texts"' in run.stdout


@pytest.mark.parametrize("target", ["train", "select"])
def test_make_without_texts_says_what_to_set(repository: Path, target: str) -> None:
    inherited = {"SPECHARNESS_DATA", "MAKEFLAGS", "MAKELEVEL", "MFLAGS"}  # these tests run below make, too
    environment = {name: value for name, value in os.environ.items() if name not in inherited}
    run = subprocess.run(
        ["make", target], cwd=repository, env=environment, capture_output=True, text=True, check=False, timeout=60
    )
    assert run.returncode == 2
    assert "export SPECHARNESS_DATA" in run.stderr.splitlines()[0]
    assert run.stdout == ""


def test_other_weights_than_before_are_announced(repository: Path, labelled: tuple[Path, Path], tmp_path: Path) -> None:
    target = tmp_path / "weights.json"
    target.write_text("other\n", encoding="utf-8")
    announced = ["frozen" in train(repository, *labelled, "-o", target).stderr for _ in range(2)]
    assert announced == [True, False]
