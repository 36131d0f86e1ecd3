"""The pages' example of a validator of one's own, run as it stands there."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "extending.md").read_text("utf-8")
PROMPT = "The `total` of `invoice.json` must be the sum of quantity times price over its `lines`.\n"
LINES = [{"quantity": 2, "price": 3.5}, {"quantity": 1, "price": 0.25}]


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The package of the page, installed, and its card earned."""
    folder = tmp_path_factory.mktemp("extending")
    for block in re.findall(r"^```python\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL):
        name = re.match(r"# (\w+\.py)\n", block)
        assert name is not None
        (folder / name[1]).write_text(block)
    points = re.search(r"^```toml\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
    assert points is not None
    info = folder / "invoices-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: invoices\nVersion: 1.0\n")
    written = re.sub(r'\[project\.entry-points\."([^"]+)"\]', r"[\1]", points[1]).replace('"', "")
    (info / "entry_points.txt").write_text(written)
    (folder / "prompt.md").write_text(PROMPT)
    done = run(folder, "-m", "specharness", "qualify", "invoice_total", "--cards", "cards")
    assert done.returncode == 0, done.stdout + done.stderr
    for words in (["-m", "specharness", "compile", "prompt.md", "-o", "compiled.json"], ["oblige.py"]):
        done = run(folder, *words)
        assert done.returncode == 0, done.stderr
    return folder


def run(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    environment = {
        **os.environ,
        "PYTHONPATH": f"{folder}{os.pathsep}{ROOT}",
        "SPECHARNESS_CARDS": str(folder / "cards"),
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    return subprocess.run(
        [sys.executable, *words], capture_output=True, text=True, env=environment, check=False, cwd=folder
    )


@pytest.mark.parametrize(("total", "verdict"), [(7.25, "PASS"), (7.5, "FAIL"), ("7.25", "FAIL"), (None, "FAIL")])
def test_a_check_by_the_validator_of_the_page(place: Path, total: object, verdict: str) -> None:
    work = place / "work"
    work.mkdir(exist_ok=True)
    (work / "invoice.json").write_text(json.dumps({"lines": LINES, "total": total}))
    done = run(place, "-m", "specharness", "check", "obliged.json", "--workspace", "work", "--format", "json")
    assert json.loads(done.stdout)["verdict"] == verdict


def test_without_its_card_it_decides_nothing(place: Path) -> None:
    (place / "work").mkdir(exist_ok=True)
    (place / "work" / "invoice.json").write_text(json.dumps({"lines": LINES, "total": 7.25}))
    (place / "cards").rename(place / "elsewhere")
    try:
        done = run(place, "-m", "specharness", "check", "obliged.json", "--workspace", "work", "--format", "json")
    finally:
        (place / "elsewhere").rename(place / "cards")
    assert json.loads(done.stdout)["verdict"] == "UNCERTAIN"
