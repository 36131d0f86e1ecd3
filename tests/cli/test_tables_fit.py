"""Tables of figures are as wide as the terminal at most: names and texts fold, figures never."""

from __future__ import annotations

from pathlib import Path

import pytest

from specharness.cli.main import main
from specharness.cli.score_tables import print_comparison
from specharness.cli.terminal import standard_output
from specharness.ir import Message, Official, Role, Run
from specharness.measure.comparison import COMPARED, Candidate, ComparisonReport
from specharness.measure.score_report import Estimate

WIDTHS = (80, 140)
pytestmark = pytest.mark.parametrize("columns", WIDTHS)


@pytest.fixture(autouse=True)
def _columns(columns: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))


def _printed(capsys: pytest.CaptureFixture[str], columns: int) -> list[str]:
    lines = capsys.readouterr().out.splitlines()
    assert [line for line in lines if len(line) > columns] == []
    return lines


def test_validators(columns: int, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["validators"]) == 0
    rows = [line.split() for line in _printed(capsys, columns) if line.startswith("value_range ")]
    assert len(rows) == 1


def test_runs_with_long_names(columns: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    name = "a-rather-long-name-of-a-" + "benchmark/" * 5 + "task-0001"
    words = "I have written the report, and all of its totals are right now. Nothing else is left to do here."
    run = Run(
        id=name,
        task=name,
        agent="an-agent-of-many-words-and-a-version-1.2.3",
        condition="obligations-strict-and-more",
        trace=(Message(role=Role.USER, text="Write."), Message(role=Role.ASSISTANT, text=words)),
        final_message=words,
        official=Official(passed=False),
    )
    path = tmp_path / "runs.jsonl"
    path.write_text(run.model_dump_json(exclude_none=True) + "\n", encoding="utf-8")
    assert main(["runs", "show", str(path)]) == 0
    lines = _printed(capsys, columns)
    assert "I have" in lines[2 if columns == 140 else 3]
    together = "".join("".join(line.split()) for line in lines)
    assert "claimed" in together
    assert "fail" in together


def test_many_compilers_go_below_each_other(columns: int, capsys: pytest.CaptureFixture[str]) -> None:
    estimate = Estimate(value=0.5, low=0.25, high=0.75)
    candidates = tuple(
        Candidate(name=f"compiler-{n}", figures=dict.fromkeys(COMPARED, estimate), usage=None, changes={}, decisions={})
        for n in range(11)
    )
    report = ComparisonReport(
        documents=3, tasks=3, resamples=100, seed=1, level=0.95, candidates=candidates[:1] + candidates[1:]
    )
    print_comparison(standard_output(), report)
    text = "\n".join(_printed(capsys, columns))
    assert text.count("0.25…0.75" if columns == 80 else "0.50 [0.25, 0.75]") == 11 * len(COMPARED)
    assert all(f"compiler-{n}" in text for n in range(11))
