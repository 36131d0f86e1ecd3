"""Many specifications: one result each, resumable, one bad file never stops the rest."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from specharness.cli import batch
from specharness.cli.main import main
from specharness.ir import ObligationSet
from specharness.sources import Specification


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    """Two prompts, a skill, guidelines, and what must not be read."""
    folder = tmp_path / "corpus"
    texts = {
        "a/instruction.md": "Save the result to `/root/out.json`.\n",
        "a/skills/x/SKILL.md": "You can use pandas.\n",
        "a/tests/test.md": "The answer is 42.\n",
        "b/AGENTS.md": "Never edit `LICENSE`.\n",
        "b/node_modules/y/README.md": "Install it.\n",
        "中文.txt": "把结果保存到 `/root/结果.csv`。\n",
    }
    for name, text in texts.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    (folder / "b" / "data.csv").write_text("x\n")
    return folder


INPUTS = ["a/instruction.md", "a/skills/x/SKILL.md", "b/AGENTS.md", "中文.txt"]


def _files(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()
    }


def _compile(*arguments: object) -> int:
    return main(["compile", *map(str, arguments)])


def test_every_specification_of_a_corpus(corpus: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "out"
    assert _compile("--corpus", corpus, "--out-dir", out, "--directions") == 0
    assert sorted(_files(out)) == sorted(f"{name}.{ending}" for name in INPUTS for ending in ("json", "jsonl"))
    for name in INPUTS:
        document = json.loads((out / f"{name}.json").read_text("utf-8"))
        assert [source["id"] for source in document["sources"]] == [name]
        for line in (out / f"{name}.jsonl").read_text("utf-8").splitlines():
            assert json.loads(line)["source"] == name
    kinds = [json.loads((out / f"{name}.json").read_text("utf-8"))["sources"][0]["kind"] for name in INPUTS]
    assert kinds == ["prompt", "skill", "guideline", "prompt"]
    assert capsys.readouterr().err == "held out, never read: a/tests/\n4 compiled\n"


def test_without_the_switch_there_are_no_lines(corpus: Path, tmp_path: Path) -> None:
    assert _compile("--corpus", corpus, "--out-dir", tmp_path / "out") == 0
    assert sorted(_files(tmp_path / "out")) == sorted(f"{name}.json" for name in INPUTS)


def test_the_switch_takes_no_path_away(corpus: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    paths = [corpus / "a" / "instruction.md", corpus / "b" / "AGENTS.md"]
    assert _compile("--directions", *paths, "--out-dir", out) == 0
    assert sorted(_files(out)) == ["AGENTS.md.json", "AGENTS.md.jsonl", "instruction.md.json", "instruction.md.jsonl"]


def test_a_folder_among_paths_is_one_specification(corpus: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    assert _compile(corpus / "a", "--out-dir", out) == 0
    assert list(_files(out)) == ["a.json"]
    ids = [source["id"] for source in json.loads((out / "a.json").read_text())["sources"]]
    assert "a/instruction.md" in ids


def test_processes_change_nothing(corpus: Path, tmp_path: Path) -> None:
    for jobs in (1, 2):
        assert _compile("--corpus", corpus, "--out-dir", tmp_path / f"{jobs}", "--directions", "--jobs", jobs) == 0
    assert _files(tmp_path / "1") == _files(tmp_path / "2")


def test_one_bad_file_is_reported_and_the_rest_go_on(
    corpus: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (corpus / "broken.md").write_bytes(b"Save \xff it")
    (corpus / "empty.md").write_bytes(b"")
    out = tmp_path / "out"
    assert _compile("--corpus", corpus, "--out-dir", out) == 2
    assert sorted(_files(out)) == sorted(f"{name}.json" for name in INPUTS)
    errors = capsys.readouterr().err.splitlines()
    assert [line.split(": ")[:2] for line in errors if line.startswith("error")] == [
        ["error", "broken.md"],
        ["error", "empty.md"],
    ]
    assert errors[-1] == "4 compiled, 2 failed"


def test_a_failure_that_nobody_foresaw_stops_nothing(
    corpus: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    real = batch._do

    def sometimes(job: batch.Job) -> batch.Outcome:
        if job.name == "b/AGENTS.md":
            raise RecursionError("too deep")
        return real(job)

    monkeypatch.setattr(batch, "_do", sometimes)
    assert _compile("--corpus", corpus, "--out-dir", tmp_path / "out") == 2
    err = capsys.readouterr().err
    assert "error: b/AGENTS.md: internal error: RecursionError: too deep" in err
    assert "3 compiled, 1 failed" in err


class _Counted:
    """How often a compiler really ran."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.names: list[str] = []
        real = batch.api.compile_specification

        def counted(specification: Specification, **options: Any) -> ObligationSet:
            self.names += [source.id for source in specification.sources]
            return real(specification, **options)

        monkeypatch.setattr(batch.api, "compile_specification", counted)

    def take(self) -> Sequence[str]:
        names, self.names = self.names, []
        return names


def test_a_second_run_compiles_only_what_changed(
    corpus: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out"
    arguments = ("--corpus", corpus, "--out-dir", out, "--directions")
    counted = _Counted(monkeypatch)
    assert _compile(*arguments) == 0
    assert list(counted.take()) == INPUTS
    first = _files(out)

    assert _compile(*arguments) == 0
    assert counted.take() == []
    assert _files(out) == first

    (corpus / "b" / "AGENTS.md").write_text("Never edit `NOTICE`.\n")
    (out / "a" / "instruction.md.json").write_text('{"cut off')
    (out / "a" / "skills" / "x" / "SKILL.md.jsonl").unlink()
    assert _compile(*arguments) == 0
    assert list(counted.take()) == ["a/instruction.md", "b/AGENTS.md"]
    assert set(_files(out)) == set(first)
    assert _files(out)["a/skills/x/SKILL.md.jsonl"] == first["a/skills/x/SKILL.md.jsonl"]
    assert b"NOTICE" in _files(out)["b/AGENTS.md.json"]

    assert _compile(*arguments, "--kind", "guideline") == 0
    assert "b/AGENTS.md" not in counted.take()
    assert _compile(*arguments, "--kind", "guideline", "--force") == 0
    assert list(counted.take()) == INPUTS
    assert "kept" in capsys.readouterr().err


def test_two_inputs_of_one_name_are_refused(corpus: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (corpus / "b" / "instruction.md").write_text("Do it.\n")
    paths = [corpus / name / "instruction.md" for name in "ab"]
    assert _compile(*paths, "--out-dir", tmp_path / "out") == 2
    assert "would both be written to" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


def test_a_corpus_with_nothing_in_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "empty").mkdir()
    assert _compile("--corpus", tmp_path / "empty", "--out-dir", tmp_path / "out") == 2
    assert "no specification file found" in capsys.readouterr().err
    assert _compile("--corpus", tmp_path / "missing", "--out-dir", tmp_path / "out") == 2
    assert "no such folder" in capsys.readouterr().err


def test_an_output_folder_that_is_a_file(corpus: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "out").write_text("")
    assert _compile("--corpus", corpus, "--out-dir", tmp_path / "out") == 2
    message = "can't be written: it is a file, not a folder; no file was changed"
    assert capsys.readouterr().err == f"error: {tmp_path / 'out'}: {message}\n"


def test_a_full_disk_is_told_once(
    corpus: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def full(_descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    assert _compile("--corpus", corpus, "--out-dir", tmp_path / "out") == 2
    errors = [line for line in capsys.readouterr().err.splitlines() if line.startswith("error: ")]
    assert len(errors) == 2
    assert errors[0].startswith("error: a/instruction.md: ")
    assert errors[1] == "error: 3 more: can't be written: No space left on device"


def test_a_link_out_of_the_corpus_is_refused_and_the_others_go_on(
    corpus: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "secret.md").write_text("Delete `/root/a.txt`.\n")
    (corpus / "link.md").symlink_to(tmp_path / "secret.md")
    out = tmp_path / "out"
    assert _compile("--corpus", corpus, "--out-dir", out) == 2
    assert sorted(_files(out)) == sorted(f"{name}.json" for name in INPUTS)
    err = capsys.readouterr().err
    assert "error: link.md: a link that leads out of the corpus is never followed" in err
    assert "held out, never read: a/tests/\n" in err


def test_a_corpus_of_nothing_but_refused_links(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "corpus").mkdir()
    (tmp_path / "secret.md").write_text("x")
    (tmp_path / "corpus" / "link.md").symlink_to(tmp_path / "secret.md")
    assert _compile("--corpus", tmp_path / "corpus", "--out-dir", tmp_path / "out") == 2
    assert "link.md" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


def test_no_interrupt_reaches_a_process_that_is_still_loading(tmp_path: Path) -> None:
    corpus = tmp_path / "corpus"
    corpus.mkdir()
    for number in range(8):
        (corpus / f"{number}.md").write_text(f"Write `{number}.json`.\n", encoding="utf-8")
    arguments = ["compile", "--corpus", str(corpus), "--out-dir", str(tmp_path / "out"), "--jobs", "2"]
    program = (
        "import multiprocessing.util as util, sys\n"
        "spawn = util.spawnv_passfds\n"
        "def told(*arguments):\n"
        "    child = spawn(*arguments)\n"
        "    if 'spawn_main' in str(arguments[1]):\n"
        "        print(*(line for line in open(f'/proc/{child}/status') if line.startswith('SigBlk')), end='')\n"
        "    return child\n"
        "util.spawnv_passfds = told\n"
        "from specharness.cli.main import main\n"
        f"sys.exit(main({arguments!r}))\n"
    )
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert (run.returncode, run.stderr) == (0, "8 compiled\n")
    masks = [int(line.split()[1], 16) for line in run.stdout.splitlines()]
    assert len(masks) == 2
    assert all(mask & 1 << signal.SIGINT - 1 for mask in masks)
