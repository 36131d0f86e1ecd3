"""What a program does when it is run is no file that is there; what it was run for is."""

from __future__ import annotations

from pathlib import Path

import pytest

from specharness import api

ON_A_RUN = (
    "Write `tidy.py`: it reads `mess.csv` and logs to `tidy.log`.",
    "Write a script `tidy.py`:\n1. It reads `mess.csv`.\n2. It logs to `tidy.log`.\n",
    "Write `tidy.py` so that running it creates `neat.csv` with exactly 3 rows.",
)
THERE = (
    ("Write `tidy.py` and run it. It logs to `tidy.log`. Write `neat.csv`.", "neat.csv"),
    ("Write `tidy.py` and save its result as `neat.csv`.", "neat.csv"),
    ("Create `neat.csv` with exactly 3 rows.", "neat.csv"),
    ("Write `tidy.py`: it reads `mess.csv`.", "tidy.py"),
)


def _paths(text: str, folder: Path) -> set[object]:
    (folder / "prompt.md").write_text(text + "\n")
    return {item.effect.params.get("path") for item in api.compile(folder / "prompt.md").hard}


@pytest.mark.parametrize("text", ON_A_RUN)
def test_only_the_program_is_there(text: str, tmp_path: Path) -> None:
    assert _paths(text, tmp_path) == {"tidy.py"}


@pytest.mark.parametrize(("text", "path"), THERE)
def test_what_is_ordered_is_there(text: str, path: str, tmp_path: Path) -> None:
    assert path in _paths(text, tmp_path)
