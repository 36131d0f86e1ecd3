"""Start-up: a command line that is asked for its version, and a library that is imported, answer at once."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

import pytest

pytestmark = pytest.mark.bench

RUNS = 7
MAX_VERSION_SECONDS = 0.3
MAX_IMPORT_SECONDS = 0.15


def _fastest(arguments: list[str], folder: Path) -> float:
    """The best of some runs: what the program needs, without what others take from the machine meanwhile."""
    times = []
    for _ in range(RUNS):
        start = time.perf_counter()
        subprocess.run([sys.executable, *arguments], cwd=folder, check=True, capture_output=True)
        times.append(time.perf_counter() - start)
    return min(times)


def test_version(repository: Path) -> None:
    seconds = _fastest(["-m", "specharness", "--version"], repository)
    print(f"\nspecharness --version: {seconds:.3f} s (at most {MAX_VERSION_SECONDS})")
    assert seconds <= MAX_VERSION_SECONDS


def test_import(repository: Path) -> None:
    seconds = _fastest(["-c", "import specharness"], repository)
    print(f"\nimport specharness, start of Python included: {seconds:.3f} s (at most {MAX_IMPORT_SECONDS})")
    assert seconds <= MAX_IMPORT_SECONDS
