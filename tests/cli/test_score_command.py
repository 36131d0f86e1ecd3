"""`specharness score`: from files to a table, to JSON and to pictures, and its errors."""

from __future__ import annotations

import json
import re
import shutil
import sys
from inspect import signature
from pathlib import Path

import pytest

from specharness.cli.main import main
from specharness.cli.score import score as score_command
from specharness.measure.intervals import RESAMPLES, SEED
from specharness.measure.score_report import ScoreReport

TASKS = ("invoice-summary-json", "cli-readme-update", "orders-cleaning-zh", "price-list-xlsx", "env-file-migration")


@pytest.fixture(scope="module")
def laid(tmp_path_factory: pytest.TempPathFactory, tasks: Path) -> Path:
    """Texts, what the compiler makes of them, and labels: the same but for the last direction of each text."""
    folder = tmp_path_factory.mktemp("score")
    for name in TASKS:
        (folder / "docs" / name).mkdir(parents=True)
        shutil.copy(tasks / name / "instruction.md", folder / "docs" / name)
    assert main(["compile", "--corpus", str(folder / "docs"), "--out-dir", str(folder / "pred"), "--directions"]) == 0
    for file in (folder / "pred").rglob("*.jsonl"):
        target = folder / "gold" / file.relative_to(folder / "pred")
        target.parent.mkdir(parents=True)
        target.write_text("".join(file.read_text().splitlines(keepends=True)[:-1]))
    return folder


def score(laid: Path, *options: object) -> int:
    arguments = [laid / "gold", laid / "pred", "--docs", laid / "docs", "--resamples", 200, *options]
    return main(["score", *map(str, arguments)])


def test_table(laid: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert score(laid) == 0
    out = capsys.readouterr().out
    assert re.search(r"documents / tasks\s+5 / 5", out)
    for words in ("hard soundness", "characters kappa", "all AURC", "family", "lost by grounding", "200 resamples"):
        assert words in out


@pytest.mark.parametrize("columns", [80, 140])
def test_tables_fit(
    laid: Path, columns: int, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    assert score(laid) == 0
    lines = capsys.readouterr().out.splitlines()
    assert max(map(len, lines)) <= columns
    assert any("[" in line for line in lines) or columns == 80


def test_json_and_file_are_one_document(laid: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "score.json"
    assert score(laid, "-o", out, "--format", "json") == 0
    printed = capsys.readouterr()
    assert json.loads(printed.out) == json.loads(out.read_text())
    assert f"wrote {out}" in printed.err
    report = ScoreReport.model_validate_json(out.read_text())
    assert report.schema_version == "1.0"
    whole = report.group("all")
    assert whole is not None
    assert whole.counts.predicted - whole.counts.gold == 5  # one was taken out of each
    assert whole.figures["direction_recall"].value == 1
    assert report.grounding is not None
    assert report.usage is None
    first = out.read_bytes()
    assert score(laid, "-o", out, "--format", "json") == 2
    assert f"{out} is there already" in capsys.readouterr().err
    assert score(laid, "-o", out, "--format", "json", "--force") == 0
    assert out.read_bytes() == first


def test_defaults_are_those_of_the_library() -> None:
    """They stand twice, because the command must not load numpy before it runs."""
    defaults = {name: item.default for name, item in signature(score_command).parameters.items()}
    assert (defaults["resamples"], defaults["seed"]) == (RESAMPLES, SEED)


def test_by(laid: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for by, groups, families in (("kind", 2, 0), ("family", 1, 1), ("all", 1, 0), ("kind,family", 2, 1)):
        assert score(laid, "--by", by, "--format", "json") == 0
        report = json.loads(capsys.readouterr().out)
        assert len(report["groups"]) == groups
        assert bool(report["families"]) == bool(families)
    assert score(laid, "--by", "size") == 2
    assert "--by takes" in capsys.readouterr().err


def test_repeated_runs(laid: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    again = tmp_path / "again"
    shutil.copytree(laid / "pred", again)
    assert score(laid, "--run", again, "--format", "json") == 0
    report = json.loads(capsys.readouterr().out)
    assert report["stability"]["runs"] == 2
    assert report["stability"]["identical"]["value"] == 1
    assert score(laid, "--run", again) == 0
    assert "each with each" in capsys.readouterr().out


def test_usage_is_shown_where_it_is_reported(laid: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "pred"
    shutil.copytree(laid / "pred", folder)
    rows = [{"document": f"{name}/instruction.md", "seconds": 0.25, "cost_usd": 0.01} for name in TASKS]
    (folder / "usage.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    arguments = [laid / "gold", folder, "--docs", laid / "docs", "--resamples", 0]
    assert main(["score", *map(str, arguments)]) == 0
    out = capsys.readouterr().out
    assert "5 documents; 1.25 s; median 250.0 ms, most 250.0 ms; 0.0500 USD" in out
    assert "no intervals" in out


def test_compile_writes_what_it_took(laid: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pred = tmp_path / "pred"
    compile_it = ["compile", "--corpus", str(laid / "docs"), "--out-dir", str(pred), "--usage"]
    assert main(compile_it) == 0
    rows = (pred / "usage.jsonl").read_text()
    assert len(rows.splitlines()) == 5
    assert main(compile_it) == 0  # all are kept, and so are their rows
    assert (pred / "usage.jsonl").read_text() == rows
    capsys.readouterr()
    arguments = [laid / "gold", pred, "--docs", laid / "docs", "--resamples", 0, "--format", "json"]
    assert main(["score", *map(str, arguments)]) == 0
    usage = json.loads(capsys.readouterr().out)["usage"]
    assert usage["documents"] == 5
    assert usage["seconds"] > 0
    assert usage["input_tokens"] is None
    assert main(["compile", str(laid / "docs" / TASKS[0] / "instruction.md"), "--usage"]) == 2
    assert "--out-dir" in capsys.readouterr().err


def test_missing_predictions_are_named(laid: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    part = tmp_path / "pred"
    shutil.copytree(laid / "pred" / TASKS[0], part / TASKS[0])
    arguments = [laid / "gold", part, "--docs", laid / "docs", "--resamples", 50]
    assert main(["score", *map(str, arguments)]) == 0
    printed = capsys.readouterr()
    assert "4 labelled texts have no prediction" in printed.err
    assert f"{TASKS[1]}/instruction.md" in printed.out


def test_one_file_against_one(laid: Path, capsys: pytest.CaptureFixture[str]) -> None:
    gold = laid / "gold" / TASKS[0] / "instruction.md.jsonl"
    pred = laid / "pred" / TASKS[0] / "instruction.md.json"
    assert main(["score", str(gold), str(pred), "--resamples", "50"]) == 0
    printed = capsys.readouterr()
    assert re.search(r"documents / tasks\s+1 / 1", printed.out)
    assert "(few)" in printed.out


def test_plots(laid: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("matplotlib")
    assert score(laid, "--plots", tmp_path / "plots") == 0
    assert len(list((tmp_path / "plots").iterdir())) == 8
    assert "confusion.svg" in capsys.readouterr().err


def test_errors_are_one_line(
    laid: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*arguments: object) -> str:
        assert main(["score", *map(str, arguments)]) == 2
        error = capsys.readouterr().err
        assert error.startswith("error: ")
        assert len(error.splitlines()) == 1
        return error

    gold, pred, docs = laid / "gold", laid / "pred", laid / "docs"
    assert "no such file" in fails(gold, tmp_path / "missing")
    assert "no such file" in fails(tmp_path / "missing", pred)
    assert "expected a compiler's results" in fails(gold, tmp_path)
    (tmp_path / "other").mkdir()
    shutil.copy(pred / TASKS[0] / "instruction.md.json", tmp_path / "other" / "x.json")
    assert "--docs" in fails(gold, tmp_path / "other")
    assert "is an input" in fails(
        gold / TASKS[0] / "instruction.md.jsonl", pred, "-o", gold / TASKS[0] / "instruction.md.jsonl"
    )
    assert "lies in" in fails(gold, pred, "-o", pred / "score.json")
    changed = tmp_path / "docs"
    shutil.copytree(docs, changed)
    (changed / TASKS[0] / "instruction.md").write_text("Something else.\n" * 200)
    assert "two versions" in fails(gold, pred, "--docs", changed)
    assert "resamples" in fails(gold, pred, "--resamples", "-1")
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    assert "specharness[plots]" in fails(gold, pred, "--docs", docs, "--plots", tmp_path / "plots")


def test_an_interval_that_was_not_asked_for_is_not_missed(laid: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert score(laid, "--resamples", 0) == 0
    out = capsys.readouterr().out
    assert "(few)" not in out
    assert "(flat)" not in out
    assert "no intervals (--resamples 0)" in out
