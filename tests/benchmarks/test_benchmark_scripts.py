"""The runnable scripts of the benchmarks, from the command line's point of view."""

from __future__ import annotations

import json
import runpy
import sys
from pathlib import Path

import pytest
from guidebench_world import write_guidebench

from specharness.ir import Run
from specharness.measure.gaps_surface import parse_surface

EVAL = Path(__file__).parents[2] / "eval"
CORPUS = Path(__file__).parents[2] / "annotations" / "tasks"


def script(monkeypatch: pytest.MonkeyPatch, name: str, *arguments: object) -> int:
    """The exit status of `python eval/NAME ARGUMENTS`."""
    monkeypatch.setattr(sys, "argv", [name, *map(str, arguments)])
    with pytest.raises(SystemExit) as ended:
        runpy.run_path(str(EVAL / name), run_name="__main__")
    return int(ended.value.code or 0)


def test_guidebench_counts_as_json(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    write_guidebench(tmp_path)
    assert script(monkeypatch, "guidebench.py", "--counts", "--format", "json", tmp_path) == 0
    assert json.loads(capsys.readouterr().out)["total"] == {"tasks": 4, "instances": 5, "entries": 4, "templates": 4}


def test_guidebench_runs_are_scored_and_supported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "bench"
    folder.mkdir()
    write_guidebench(folder)
    reply = {"answer": 0, "rules": [{"rule": 1, "applies": True, "quote": "商品B是蓝色的杯子"}]}
    runs = [
        Run(id="1", task="price_tasks.json#0", agent="a", final_message=json.dumps(reply, ensure_ascii=False)),
        Run(id="2", task="math_tasks.json#0", agent="a", final_message="答案：300"),
    ]
    given, measured, frozen = tmp_path / "runs.jsonl", tmp_path / "measured.jsonl", tmp_path / "surface.json"
    given.write_text("".join(one.model_dump_json(exclude_none=True) + "\n" for one in runs), encoding="utf-8")
    assert script(monkeypatch, "guidebench.py", folder, "--surface", frozen) == 0
    capsys.readouterr()
    assert script(monkeypatch, "guidebench.py", folder, "--runs", given, "-o", measured, "--format", "json") == 0
    shown = json.loads(capsys.readouterr().out)
    assert (shown["scores"]["price"]["accuracy"], shown["scores"]["math"]["accuracy"]) == (1.0, 0.0)
    assert shown["rules"]["shown"] == 1
    done = [Run.model_validate_json(line) for line in measured.read_text("utf-8").splitlines()]
    assert [one.official.passed for one in done if one.official] == [True, False]
    assert done[0].support is not None
    assert done[0].support.surface == parse_surface(frozen.read_bytes(), "").fingerprint


@pytest.mark.parametrize(
    ("line", "says"),
    [("{", "no run"), ('{"id": "1", "task": "price_tasks.json#99", "agent": "a"}', "no task")],
)
def test_guidebench_names_the_line_that_is_wrong(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], line: str, says: str
) -> None:
    write_guidebench(tmp_path)
    (tmp_path / "runs.jsonl").write_text(line + "\n", encoding="utf-8")
    assert script(monkeypatch, "guidebench.py", tmp_path, "--runs", tmp_path / "runs.jsonl") == 2
    assert f"runs.jsonl:1: {says}" in capsys.readouterr().err


def test_skillsbench_surface_and_support(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    task = "expense-totals-json"
    tasks = tmp_path / "tasks"
    tasks.mkdir()
    (tasks / task).symlink_to(CORPUS / task)
    surface, runs, out = tmp_path / "surface.json", tmp_path / "runs.jsonl", tmp_path / "out.jsonl"
    assert script(monkeypatch, "skillsbench.py", "surface", tasks, "-o", surface) == 0
    (tmp_path / "left").mkdir()
    record = {"id": "1", "task": task, "agent": "a", "final_message": "Done.", "workspace": {"path": "left"}}
    runs.write_text(json.dumps(record) + "\n", encoding="utf-8")
    given = ("support", runs, "--tasks", tasks, "--surface", surface, "-o", out)
    assert script(monkeypatch, "skillsbench.py", *given) == 0
    done = Run.model_validate_json(out.read_text("utf-8"))
    assert done.support is not None
    assert set(done.support.outcomes) <= set(parse_surface(surface.read_bytes(), "").units[task])
    assert "failed" in done.support.outcomes.values()
    record["workspace"] = {"path": "../elsewhere"}
    runs.write_text(json.dumps(record) + "\n", encoding="utf-8")
    assert script(monkeypatch, "skillsbench.py", *given) == 2
