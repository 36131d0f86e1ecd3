"""Verdicts against known cases: laid out, compared, counted. The pipeline is a stand-in here."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from specharness.errors import NotFoundError, PathEscapeError, SchemaMismatchError
from specharness.ir import (
    Certificate,
    CompilerId,
    ObligationResult,
    ObligationSet,
    Outcome,
    Reason,
    Span,
    Uncovered,
    Verdict,
)
from specharness.measure.annotations import read_directions
from specharness.measure.cases import Study, disagreements, laid_out, read_cases, study
from specharness.measure.cases_table import print_study

CONTRACT = ObligationSet(
    compiler=CompilerId(engine="none", version="1", fingerprint="0"),
    sources=(),
    directions=(),
    hard=(),
    advisory=(),
    abstained=(),
    residual=(),
)
SPAN = Span(source="p", start=0, end=4)


def certificate(verdict: Verdict) -> Certificate:
    outcome = {Verdict.FAIL: Outcome.FAILED, Verdict.PASS: Outcome.PASSED}.get(verdict, Outcome.UNKNOWN)
    result = ObligationResult(
        obligation="o1", outcome=outcome, expected="x", observed="y", quote="Save it", spans=(SPAN,)
    )
    uncovered = Uncovered(direction="d2", reason=Reason.NO_VALIDATOR, quote="Be right", spans=(SPAN,))
    return Certificate(
        contract="0",
        verdict=verdict,
        reasons=(),
        results=(result,),
        evidence=(),
        uncovered=(uncovered,) if verdict is Verdict.UNCERTAIN else (),
        vacuous=False,
        bytes_read=0,
        trust=(),
    )


def folder_of(root: Path, *rows: dict[str, object]) -> Path:
    listed = []
    for row in rows:
        full = {
            "task": "t",
            "root_map": {"/root": "root"},
            "official": "PASS",
            "violates_prompt": False,
            "violated_quote": "",
            "note": "",
            **row,
        }
        listed.append(full)
        (root / "t" / str(full["variant"]) / "root").mkdir(parents=True, exist_ok=True)
    (root / "t" / "instruction.md").write_text("Save it.")
    (root / "cases.json").write_text(json.dumps(listed))
    return root


def study_of(folder: Path, **verdicts: Verdict) -> Study:
    seen = iter(read_cases(folder))
    compiled: list[dict[str, Path]] = []

    def compile_task(task: str, prompt: Path, maps: dict[str, Path]) -> ObligationSet:
        assert prompt.is_file()
        compiled.append(maps)
        return CONTRACT

    def check(contract: ObligationSet, workspace: Path, before: Path | None, maps: dict[str, Path]) -> Certificate:
        assert all(host.is_dir() for host in maps.values())
        return certificate(verdicts[next(seen).variant])

    result = study(folder, compile_task, check)
    assert len(compiled) == 1
    return result


def test_musts_and_counts(tmp_path: Path) -> None:
    folder = folder_of(
        tmp_path,
        {"variant": "before", "official": "FAIL", "violates_prompt": True},
        {"variant": "good"},
        {"variant": "bad", "violates_prompt": True, "violated_quote": "Save it to the file"},
        {"variant": "odd", "violates_prompt": True, "label_debatable": True},
    )
    held = study_of(folder, before=Verdict.FAIL, good=Verdict.UNCERTAIN, bad=Verdict.UNCERTAIN, odd=Verdict.PASS)
    assert held.holds
    assert held.count(Verdict.FAIL, violates=True) == 1
    assert held.count(Verdict.PASS, violates=True) == 0
    assert held.reasons() == {"unknown": 2, "no_validator": 2}
    assert [item.case.variant for item in disagreements(held)] == ["bad"]
    missed = study_of(folder, before=Verdict.PASS, good=Verdict.PASS, bad=Verdict.FAIL, odd=Verdict.FAIL)
    assert not missed.holds
    assert [item.case.variant for item in missed.judged if item.missed] == ["before"]
    wronged = study_of(folder, before=Verdict.FAIL, good=Verdict.FAIL, bad=Verdict.FAIL, odd=Verdict.FAIL)
    assert not wronged.holds
    assert next(disagreements(wronged)).case.variant == "good"


def test_the_table_names_the_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from rich.console import Console

    folder = folder_of(
        tmp_path,
        {"variant": "before", "official": "FAIL", "violates_prompt": True},
        {"variant": "good", "note": "as [asked]"},
    )
    result = study_of(folder, before=Verdict.FAIL, good=Verdict.FAIL)
    print_study(result, Console(width=140))
    shown = capsys.readouterr().out
    assert "t/good: FAIL, official PASS, follows the prompt: as [asked]" in shown
    assert "failed: «Save it» expected x; y" in shown
    assert json.dumps(result.as_json())


def test_files_of_before_are_put_back(tmp_path: Path) -> None:
    folder = folder_of(tmp_path, {"variant": "before"}, {"variant": "good", "same_as_before": ["/root/big/in.csv"]})
    (folder / "t/before/root/big").mkdir()
    (folder / "t/before/root/big/in.csv").write_text("a,b\n")
    case = read_cases(folder)[1]
    with laid_out(case, folder) as workspace:
        assert (workspace / "root/big/in.csv").read_text() == "a,b\n"
        assert workspace != folder / "t/good"
    assert not workspace.exists()
    assert not (folder / "t/good/root/big").exists()


def test_an_empty_mapped_folder_is_there_again(tmp_path: Path) -> None:
    folder = folder_of(tmp_path, {"variant": "good", "root_map": {"/root": "root", "/output": "output"}})
    with laid_out(read_cases(folder)[0], folder) as workspace:
        assert (workspace / "output").is_dir()
    assert not (folder / "t/good/output").exists()


@pytest.mark.parametrize(
    ("change", "error"),
    [
        ({"task": "../up"}, SchemaMismatchError),
        ({"root_map": []}, SchemaMismatchError),
        ({"same_as_before": ["/root/../../x"]}, PathEscapeError),
    ],
)
def test_hostile_cases_are_refused(tmp_path: Path, change: dict[str, object], error: type[Exception]) -> None:
    folder = folder_of(tmp_path, {"variant": "good"})
    rows = json.loads((folder / "cases.json").read_text())
    rows[0].update(change)
    (folder / "cases.json").write_text(json.dumps(rows))

    def lay() -> None:
        with laid_out(read_cases(folder)[0], folder):
            pass

    with pytest.raises(error):
        lay()


def test_no_cases(tmp_path: Path) -> None:
    with pytest.raises(NotFoundError, match=r"cases\.json"):
        read_cases(tmp_path)
    (tmp_path / "cases.json").write_text("{")
    with pytest.raises(SchemaMismatchError):
        read_cases(tmp_path)


def test_annotations_become_directions() -> None:
    from specharness.ir import Disposition, Source, SourceKind

    text = "Later. Save 'a.csv' in '/out/'. Be nice."
    source = Source(id="t/p.md", kind=SourceKind.PROMPT, sha256="0", text=text)
    line = {
        "id": "d1",
        "spans": [{"start": 7, "end": 30}],
        "disposition": "hard",
        "modality": "must",
        "kind": "outcome",
        "family": "path_exists",
        "params": {"path": "/out/a.csv", "keys": ["Save", "nowhere"]},
        "condition": None,
        "statement": "s",
        "confidence": "sure",
    }
    soft = {**line, "id": "d2", "disposition": "advisory", "family": None, "params": {}, "confidence": "unsure"}
    first, second = read_directions("\n".join(map(json.dumps, (line, soft))) + "\n", source)
    assert source.quote(first.params["path"].spans[0]) == "a.csv"
    assert first.params["keys"].spans == ()
    assert first.reason is None
    assert (second.disposition, second.reason) == (Disposition.ADVISORY, Reason.GUIDANCE)
    assert second.confidence < first.confidence
    elsewhere = {**line, "spans": [{"source": "other.md", "start": 0, "end": 3}]}
    assert read_directions(json.dumps(elsewhere), source) == ()
    assert len(read_directions(json.dumps(elsewhere), source, any_source=True)) == 1
    for broken in ("{", json.dumps({**line, "disposition": "firm"}), json.dumps({"id": "d1"})):
        with pytest.raises(SchemaMismatchError, match="line 1"):
            read_directions(broken, source)
