"""`specharness compile`: what it writes and prints, and how it refuses bad input."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import jsonschema
import pytest

from specharness.cli.main import main
from specharness.ir.schema import json_schema, parse_obligations

PROMPT = """# Task

Save the result to `/root/out.json`.
You can use any tool.
把结果保存到 `/root/结果.csv`。
"""


@pytest.fixture
def prompt(tmp_path: Path) -> Path:
    path = tmp_path / "prompt.md"
    path.write_text(PROMPT, encoding="utf-8")
    return path


def _names(folder: Path) -> list[str]:
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())


def test_writes_everything_that_is_asked_for(prompt: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "out"
    out.mkdir()
    arguments = ["-o", f"{out}/o.json", "--directions", f"{out}/d.jsonl", "--html", f"{out}/p.html"]
    assert main(["compile", str(prompt), *arguments]) == 0
    assert _names(out) == ["d.jsonl", "o.json", "p.html"]
    document = json.loads((out / "o.json").read_text("utf-8"))
    jsonschema.validate(document, json_schema("obligations"))
    assert document["sources"][0]["id"] == "prompt.md"
    lines = [json.loads(line) for line in (out / "d.jsonl").read_text("utf-8").splitlines()]
    for line in lines:
        jsonschema.validate(line, json_schema("directions"))
        assert line["source"] == "prompt.md"
        for span in line["spans"]:
            assert PROMPT[span["start"] : span["end"]].strip()
    assert "<html" in (out / "p.html").read_text("utf-8")
    printed = capsys.readouterr()
    assert "/root/out.json" in printed.out
    assert printed.err.splitlines() == [f"wrote {out}/{name}" for name in ("o.json", "d.jsonl", "p.html")]


def test_json_on_standard_output_is_the_same_document(
    prompt: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["compile", str(prompt), "-o", str(tmp_path / "o.json"), "--format", "json"]) == 0
    printed = capsys.readouterr().out
    assert parse_obligations(printed.encode(), "out") == parse_obligations((tmp_path / "o.json").read_bytes(), "file")


def test_kind_and_further_sources(prompt: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rules = tmp_path / "rules.md"
    rules.write_text("Never delete `/root/data.csv`.\n")
    arguments = ["--kind", "guideline", "--guideline", str(rules), "--skill", str(rules), "--format", "json"]
    assert main(["compile", str(prompt), *arguments]) == 0
    document = json.loads(capsys.readouterr().out)
    assert [source["kind"] for source in document["sources"]].count("guideline") == 2
    assert [source["kind"] for source in document["sources"]].count("skill") == 1
    assert len({source["id"] for source in document["sources"]}) == 3


def test_a_task_folder(tasks: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["compile", str(tasks / "invoice-summary-json"), "--format", "json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert "instruction.md" in {source["id"] for source in document["sources"]}
    assert document["workdir"] == "/root"
    assert any("tests" in path for path in document["held_out"])
    assert any("solution" in path for path in document["held_out"])
    assert document["hard"]


@pytest.mark.parametrize(
    ("option", "beginning"), [("-o", "{\n"), ("--directions", '{"id":'), ("--html", "<!doctype html>")]
)
def test_a_dash_is_standard_output(
    option: str, beginning: str, prompt: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    monkeypatch.chdir(tmp_path)
    before = sorted(tmp_path.iterdir())
    assert main(["compile", str(prompt), option, "-"]) == 0
    printed = capsys.readouterr()
    assert printed.out.lower().startswith(beginning)
    assert printed.err == ""
    assert sorted(tmp_path.iterdir()) == before


def test_plain_in_a_pipe(prompt: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["compile", str(prompt)]) == 0
    printed = capsys.readouterr()
    assert "\x1b" not in printed.out
    assert printed.err == ""
    assert "结果.csv" in printed.out


def test_standard_input(repository: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "specharness", "compile", "-", "--format", "json"],
        cwd=repository,
        input=PROMPT.encode(),
        capture_output=True,
        check=True,
    )
    document = json.loads(done.stdout)
    assert [source["id"] for source in document["sources"]] == ["-"]
    assert document["sources"][0]["kind"] == "prompt"


def test_the_same_bytes_in_any_process(tasks: Path, repository: Path) -> None:
    outputs = set()
    for seed in ("0", "1", "4242"):
        done = subprocess.run(
            [sys.executable, "-m", "specharness", "compile", str(tasks / "invoice-summary-json"), "--format", "json"],
            cwd=repository,
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
        )
        outputs.add(done.stdout)
    assert len(outputs) == 1


def _link_loop(folder: Path) -> str:
    (folder / "loop.md").symlink_to("loop.md")
    return "loop.md"


def _outside(folder: Path) -> str:
    secret = folder.parent / "secret.md"
    secret.write_text("Save it to `/root/x`.\n")
    task = folder / "task"
    task.mkdir()
    (task / "instruction.md").symlink_to(secret)
    return "task"


def _file(name: str, data: bytes) -> Callable[[Path], str]:
    def make(folder: Path) -> str:
        (folder / name).write_bytes(data)
        return name

    return make


def _empty_folder(folder: Path) -> str:
    (folder / "nothing").mkdir()
    (folder / "nothing" / "image.png").write_bytes(b"\x89PNG")
    return "nothing"


def _huge(folder: Path) -> str:
    with (folder / "huge.md").open("wb") as stream:
        stream.truncate(50 * 2**20)
    return "huge.md"


def _pipe(folder: Path) -> str:
    os.mkfifo(folder / "pipe.md")
    return "pipe.md"


def _held_out(folder: Path) -> str:
    (folder / "task" / "tests").mkdir(parents=True)
    (folder / "task" / "instruction.md").write_text("Do it.\n")
    (folder / "task" / "tests" / "test_outputs.md").write_text("secret\n")
    return "task/tests/test_outputs.md"


@pytest.mark.parametrize(
    ("make", "message"),
    [
        pytest.param(_file("empty.md", b""), "empty", id="empty file"),
        pytest.param(_file("blank.md", b" \n\n\t"), "blank|empty|nothing", id="blank file"),
        pytest.param(_file("binary.md", b"Save\x00\x01\x02 it"), "binary|NUL", id="binary file"),
        pytest.param(_file("latin.md", "Save it to `é`.".encode("latin-1")), "12", id="invalid UTF-8, offset named"),
        pytest.param(_huge, "LIMIT|limit|MAX|MiB|bytes", id="50 MB file, limit named"),
        pytest.param(lambda _folder: "missing.md", "missing.md", id="missing path"),
        pytest.param(_empty_folder, "no specification|instruction.md", id="folder with no specification"),
        pytest.param(_link_loop, "loop.md", id="symlink loop"),
        pytest.param(_outside, "instruction.md", id="link that leaves the folder"),
        pytest.param(_pipe, "pipe.md", id="pipe"),
        pytest.param(_held_out, "held.out|tests", id="held out"),
    ],
)
def test_bad_input_is_one_clear_line(
    make: Callable[[Path], str],
    message: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    folder = tmp_path / "input"
    folder.mkdir()
    path = folder / make(folder)
    out = tmp_path / "out"
    out.mkdir()
    assert main(["compile", str(path), "-o", str(out / "o.json"), "--html", str(out / "p.html")]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("error: ")
    assert captured.err.count("\n") == 1
    assert "internal error" not in captured.err
    assert re.search(message, captured.err)
    assert _names(out) == []


def test_an_unreadable_file(prompt: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    real = os.open

    def refuse(path: str | Path, flags: int) -> int:
        """As the system does for a file without read permission; tests may run as root, who reads everything."""
        if str(path) == str(prompt):
            raise PermissionError(13, "Permission denied", str(path))
        return real(path, flags)

    monkeypatch.setattr(os, "open", refuse)
    assert main(["compile", str(prompt)]) == 2
    assert capsys.readouterr().err == f"error: {prompt}: can't be read: permission denied\n"


def test_an_output_never_replaces_the_prompt(prompt: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["compile", str(prompt), "-o", str(prompt)]) == 2
    assert "is an input" in capsys.readouterr().err
    assert prompt.read_text("utf-8") == PROMPT


def test_hostile_text_reaches_no_terminal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "prompt.md"
    path.write_text("Save it to `/root/a\x1b[2J\u202etxt.json`. You must not stop.\n", encoding="utf-8")
    for form in ("table", "json"):
        assert main(["compile", str(path), "--format", form]) == 0
        printed = capsys.readouterr().out
        assert "\x1b" not in printed
        assert "\u202e" not in printed
