"""Readers that go away, closed streams and full disks: a verdict keeps its status, and nothing else looks like one."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from specharness import api
from specharness.ir.schema import json_document

RUN = f"'{sys.executable}' -m specharness"


def _shell(repository: Path, command: str) -> subprocess.CompletedProcess[str]:
    """Run in a shell; `RUN` starts the command, and the status is that of the command, not of its reader."""
    return subprocess.run(
        ["/bin/bash", "-c", f"set -o pipefail; {command}"],
        cwd=repository,
        env={**os.environ, "PYTHONPATH": str(repository)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


@pytest.fixture(scope="module")
def checks(tmp_path_factory: pytest.TempPathFactory) -> dict[int, str]:
    """Commands by the status of their verdict."""
    folder = tmp_path_factory.mktemp("checks")
    (folder / "after").mkdir()
    (folder / "after" / "there.txt").write_text("x\n")
    commands: dict[int, str] = {}
    for status, name in {0: "there.txt", 1: "gone.txt"}.items():
        obligations = api.compile_text(f"Create the file `/root/{name}`.")
        (folder / f"{name}.json").write_text(json_document(obligations), encoding="utf-8")
        commands[status] = f"check '{folder}/{name}.json' --workspace '{folder}/after' --map '/root={folder}/after'"
    return commands


@pytest.mark.parametrize("status", [0, 1])
@pytest.mark.parametrize("reader", ["| true", "| head -c 1", "2>&1 | true", ">&-", ">&- 2>&-", "--format json | true"])
def test_a_verdict_keeps_its_status(checks: dict[int, str], status: int, reader: str, repository: Path) -> None:
    done = _shell(repository, f"{RUN} {checks[status]} {reader}")
    assert (done.returncode, done.stderr) == (status, "")


@pytest.mark.parametrize("command", ["schema", "--help", "--version", "compile --help"])
@pytest.mark.parametrize("reader", ["| true", ">&-"])
def test_nothing_else_exits_with_1(command: str, reader: str, repository: Path) -> None:
    # the reader is gone before the first byte
    done = _shell(repository, f"{RUN} {command} {reader}")
    assert (done.returncode, done.stderr) == (0, "")


def test_a_closed_standard_input_is_one_line(repository: Path) -> None:
    done = _shell(repository, f"{RUN} compile - <&-")
    assert done.returncode == 2
    assert done.stderr.startswith("error: standard input")
    assert done.stderr.count("\n") == 1


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
def test_a_full_disk_is_named(checks: dict[int, str], repository: Path) -> None:
    for command in ("schema", checks[0], checks[1]):
        done = _shell(repository, f"{RUN} {command} >/dev/full")
        assert done.returncode == 2
        assert done.stderr == "error: standard output: can't be written: No space left on device\n"
    assert _shell(repository, f"{RUN} schema poem 2>/dev/full").returncode == 2
