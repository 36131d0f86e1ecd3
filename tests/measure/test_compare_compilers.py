"""The comparison script: its files, taking work up again, and its errors."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

TEXT = "# Task {n}\n\nThe data come from lake {n}. You must save `out{n}.csv`. You may use any tool.\n"


@pytest.fixture(scope="module")
def laid(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("compare")
    for number in range(6):
        text = TEXT.format(n=number)
        docs, dev = folder / "docs" / f"t{number}", folder / "dev" / f"t{number}"
        docs.mkdir(parents=True)
        dev.mkdir(parents=True)
        (docs / "instruction.md").write_text(text)
        rows = []
        for index, (quote, disposition) in enumerate(
            ((f"You must save `out{number}.csv`.", "hard"), ("You may use any tool.", "advisory"))
        ):
            start = text.index(quote)
            hard = disposition == "hard"
            rows.append(
                {
                    "id": f"d{index + 1}",
                    "spans": [{"start": start, "end": start + len(quote)}],
                    "disposition": disposition,
                    "modality": "must" if hard else "may",
                    "kind": "outcome",
                    "family": ("path_exists", "format_valid")[number % 2] if hard else None,
                    "params": {},
                    "condition": None,
                    "statement": "",
                    "confidence": "sure",
                }
            )
        (dev / "instruction.md.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    return folder


def run(repository: Path, *options: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, str(repository / "eval" / "compare_compilers.py"), *map(str, options)],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": str(repository), "COLUMNS": "80"},
    )


def test_compare_and_take_up_again(laid: Path, repository: Path) -> None:
    out = laid / "out"
    options = [laid / "dev", laid / "docs", "--out", out, "--folds", 3, "--resamples", 100]
    done = run(repository, *options, "--candidates", "floor,all-hard", "--pred", f"again={laid / 'dev'}")
    assert done.returncode == 0, done.stderr
    assert "all-hard minus floor" in done.stdout
    assert "again minus floor" in done.stdout
    assert max(map(len, done.stdout.splitlines())) <= 80
    assert (out / "candidates.svg").is_file() or "no pictures" in done.stderr
    report = json.loads((out / "comparison.json").read_text())
    assert [candidate["name"] for candidate in report["candidates"]] == ["floor", "all-hard", "again"]
    assert (report["documents"], report["tasks"]) == (6, 6)
    _, every, again = report["candidates"]
    assert again["figures"]["hard_f1"]["value"] == 1
    assert again["usage"] is None
    assert every["usage"]["seconds"] > 0
    assert every["figures"]["hard_recall"]["value"] == 1
    assert every["figures"]["hard_precision"]["value"] == pytest.approx(1 / 3)

    made = sorted((out / "predictions").glob("floor-*/t*/*.jsonl"))
    assert len(made) == 6
    before = {path: path.stat().st_mtime_ns for path in made}
    made[0].unlink()
    done = run(repository, *options, "--candidates", "floor", "--pred", f"again={laid / 'dev'}", "--first", "again")
    assert "floor minus again" in done.stdout
    assert run(repository, *options, "--candidates", "all-hard", "--folds", 20).returncode == 0  # more than texts
    after = {path: path.stat().st_mtime_ns for path in made}
    assert sum(after[path] != before[path] for path in made) == 2  # its fold, and no other


def test_errors_are_one_line(laid: Path, repository: Path, tmp_path: Path) -> None:
    base = [laid / "dev", laid / "docs", "--out", tmp_path / "out"]
    for options, message in (
        ([*base, "--candidates", "magic"], "unknown candidate"),
        ([*base, "--pred", "x"], "NAME=DIR"),
        ([*base, "--pred", f"x={tmp_path / 'missing'}"], "no such file"),
        ([*base, "--candidates", "all-hard", "--pred", f"all-hard={laid / 'dev'}"], "one name"),
        ([*base, "--candidates", "all-hard", "--first", "other"], "no such candidate"),
        ([*base, "--candidates", ""], "nothing to compare"),
    ):
        done = run(repository, *options)
        assert done.returncode == 2
        assert message in done.stderr
        assert len(done.stderr.splitlines()) == 1
