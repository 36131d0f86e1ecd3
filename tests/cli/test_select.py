"""`specharness select` and `specharness compile --frozen`: from labels to a frozen compiler, and its refusal."""

from __future__ import annotations

import json
import shutil
import tomllib
from pathlib import Path

import pytest

from specharness.cli.main import main
from specharness.compile.candidates import FOLDER_VARIABLE, compilers_folder

PROTOCOL = """format = 1
candidates = ["local", "other"]
criterion = "hard_f1"
[split]
folds = 3
"""


@pytest.fixture
def study(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of two candidates, both the local engine, and their protocol."""
    folder = tmp_path / "study"
    folder.mkdir()
    shutil.copy(compilers_folder() / "local.toml", folder / "local.toml")
    other = (folder / "local.toml").read_text(encoding="utf-8").replace('name = "local"', 'name = "other"')
    (folder / "other.toml").write_text(other, encoding="utf-8")
    (folder / "selection.toml").write_text(PROTOCOL, encoding="utf-8")
    monkeypatch.setenv(FOLDER_VARIABLE, str(folder))
    return folder


def select(labelled: tuple[Path, Path], *options: object) -> int:
    dev, docs = labelled
    recorded = [word for name in ("local", "other") for word in ("--recorded", f"{name}={dev}")]
    return main(["select", "--dev", str(dev), "--docs", str(docs), *recorded, *map(str, options)])


def test_it_trains_out_of_fold_freezes_and_compiles(
    study: Path, labelled: tuple[Path, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    dev, docs = labelled
    (study / "selection.toml").write_text(
        PROTOCOL.replace(', "other"', "").replace("[split]", 'floor = "every-sentence-hard"\n[split]'), encoding="utf-8"
    )
    assert main(["select", "--dev", str(dev), "--docs", str(docs)]) == 0
    printed = capsys.readouterr()
    assert "out of fold" in printed.out
    assert "(every-sentence-hard)" in printed.out
    assert "every-sentence-hard is behind by" in printed.out
    assert "local is chosen by hard_f1, over 6 documents" in printed.out
    assert "does not give the weights" in printed.err
    prompt = tmp_path / "prompt.md"
    prompt.write_text("Write `out.json`.\n", encoding="utf-8")
    assert main(["compile", "--frozen", str(prompt), "--format", "json"]) == 0
    frozen = tomllib.loads((study / "frozen.toml").read_text(encoding="utf-8"))
    assert json.loads(capsys.readouterr().out)["compiler"]["fingerprint"] == frozen["fingerprint"]
    assert frozen["choice"]["documents"] == 6


def test_json_says_what_the_file_says(
    study: Path, labelled: tuple[Path, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    assert select(labelled, "--format", "json") == 0
    printed = json.loads(capsys.readouterr().out)
    frozen = tomllib.loads((study / "frozen.toml").read_text(encoding="utf-8"))
    assert printed["fingerprint"] == frozen["fingerprint"]
    assert printed["choice"]["decided_by"] == "the order of the candidates"
    assert [one["candidate"] for one in printed["standings"]] == ["local", "other"]


def test_another_protocol_does_not_replace_a_result_silently(
    study: Path, labelled: tuple[Path, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    assert select(labelled) == 0
    first = (study / "frozen.toml").read_bytes()
    assert select(labelled) == 0, "the same protocol may be run again"
    (study / "selection.toml").write_text(PROTOCOL.replace("hard_f1", "hard_recall"), encoding="utf-8")
    capsys.readouterr()
    assert select(labelled) == 2
    assert "another protocol" in capsys.readouterr().err
    assert (study / "frozen.toml").read_bytes() == first
    assert select(labelled, "--force") == 0
    assert (study / "frozen.toml").read_bytes() != first


def test_a_file_that_is_none_of_its_results_is_not_replaced(
    study: Path, labelled: tuple[Path, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    target = study / "notes.toml"
    target.write_text("mine = true\n", encoding="utf-8")
    assert select(labelled, "-o", target) == 2
    assert "not a frozen compiler" in capsys.readouterr().err
    assert target.read_text(encoding="utf-8") == "mine = true\n"
    assert select(labelled, "-o", study / "local.toml", "--force") == 2
    assert "is an input" in capsys.readouterr().err


def test_if_nobody_is_admitted_nothing_is_frozen(
    study: Path, labelled: tuple[Path, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    rule = '[[exclude]]\nfigure = "hard_f1"\nbelow = 1.0\nreason = "perfection"\n'
    (study / "selection.toml").write_text(PROTOCOL + rule, encoding="utf-8")
    (labelled[0] / "set/task0/instruction.md.jsonl").write_text("", encoding="utf-8")
    recorded = study / "recorded"
    shutil.copytree(labelled[0], recorded)
    (recorded / "set/task1/instruction.md.jsonl").write_text("", encoding="utf-8")
    dev, docs = labelled
    given = ["--recorded", f"local={recorded}", "--recorded", f"other={recorded}"]
    assert main(["select", "--dev", str(dev), "--docs", str(docs), *given]) == 2
    printed = capsys.readouterr()
    assert "perfection" in printed.err
    assert not (study / "frozen.toml").exists()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--recorded", "local"], "NAME=DIR"),
        (["--recorded", "oracle=here"], "no such candidate"),
        (["--recorded", "local=elsewhere"], "given twice"),
        (["--selection", "nowhere.toml"], "no such file"),
        (["--selection", "."], "no regular file"),
        (["-o", "nowhere/frozen.toml"], "result: no such folder: nowhere"),
        (["--dev", "nowhere"], "labels: no such folder"),
        (["--docs", "nowhere"], "texts: no such folder"),
    ],
)
def test_bad_options_get_one_line(
    study: Path, labelled: tuple[Path, Path], options: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert select(labelled, *options) == 2
    error = capsys.readouterr().err
    assert message in error
    assert error.count("\n") == 1


def test_no_labels_are_an_error(study: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["select", "--dev", str(tmp_path / "nowhere"), "--docs", str(tmp_path)]) == 2
    assert capsys.readouterr().err.startswith("error: ")


def test_a_drifted_compiler_compiles_nothing(
    study: Path, labelled: tuple[Path, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert select(labelled) == 0
    prompt = tmp_path / "prompt.md"
    prompt.write_text("Write `out.json`.\n", encoding="utf-8")
    frozen = study / "frozen.toml"
    parts = tomllib.loads(frozen.read_text(encoding="utf-8"))["parts"]
    from specharness.compile.fingerprint import Parts

    older = Parts.model_validate(parts | {"package": "0.0.9"})
    text = frozen.read_text(encoding="utf-8").replace(Parts.model_validate(parts).digest, older.digest)
    frozen.write_text(text.replace('package = "0.1.0"', 'package = "0.0.9"'), encoding="utf-8")
    capsys.readouterr()
    for words in (["--frozen", str(prompt)], [str(prompt), "--frozen"], [str(prompt), "--frozen", str(frozen)]):
        target = tmp_path / "obligations.json"
        assert main(["compile", *words, "-o", str(target)]) == 2
        printed = capsys.readouterr()
        assert "package: 0.0.9 → 0.1.0" in printed.err
        assert printed.err.count("\n") == 1
        assert not target.exists()


def test_a_result_does_not_replace_the_frozen_compiler(
    study: Path, labelled: tuple[Path, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    assert select(labelled) == 0
    frozen = study / "frozen.toml"
    before = frozen.read_bytes()
    prompt = labelled[1] / "set/task0/instruction.md"
    assert main(["compile", str(prompt), "--frozen", str(frozen), "-o", str(frozen)]) == 2
    assert "is an input" in capsys.readouterr().err
    assert frozen.read_bytes() == before


def test_many_are_compiled_frozen_and_kept(
    study: Path, labelled: tuple[Path, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert select(labelled) == 0
    words = ["compile", "--corpus", str(labelled[1]), "--out-dir", str(tmp_path / "out"), "--directions"]
    assert main([*words, "--frozen"]) == 0
    fingerprint = tomllib.loads((study / "frozen.toml").read_text(encoding="utf-8"))["fingerprint"]
    results = sorted((tmp_path / "out").rglob("*.json"))
    assert {json.loads(file.read_text())["compiler"]["fingerprint"] for file in results} == {fingerprint}
    capsys.readouterr()
    assert main([*words, "--frozen"]) == 0
    assert "6 kept" in capsys.readouterr().err
    assert main(words) == 0
    assert "6 compiled" in capsys.readouterr().err


def test_further_labels_come_with_their_texts(
    study: Path, labelled: tuple[Path, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    assert select(labelled, "--also", labelled[0]) == 2
    assert "--also takes labels and their texts, with = between" in capsys.readouterr().err
    assert not (study / "frozen.toml").exists()


def test_what_is_measured_is_not_trained_on_beside(
    study: Path, labelled: tuple[Path, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    dev, docs = labelled
    assert select(labelled, "--also", f"{dev}={docs}") == 2
    assert "is to be trained on beside the measured documents, and is one of them" in capsys.readouterr().err
    assert not (study / "frozen.toml").exists()
