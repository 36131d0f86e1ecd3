"""Wrong uses, as anyone makes them: one clear line, exit status 2, nothing written, nothing waited for."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from specharness.cli.main import main

OUT = "out.json"
FILES: dict[str, bytes | None] = {
    "missing": None,
    "binary": bytes(range(256)) * 20,
    "empty": b"",
    "broken.json": b'{"a": ',
    "other.json": b'{"a": 1}',
    "list.json": b"[1]",
}
KINDS = (*FILES, "folder", "dangling", "pipe", "huge", "")
"""What is given in the place of the file or folder that is meant; the last one is an empty text."""

ANY_TEXT = {"broken.json", "other.json", "list.json"}
EVIDENCE = {"binary", "empty", "broken.json", "other.json", "list.json", "huge"}
COMMANDS: dict[str, tuple[Sequence[str], set[str]]] = {
    # the command, with ? for what is given, and the kinds that are no wrong use of it
    "compile": (("compile", "?", "-o", OUT), set()),
    "compile with a task": (("compile", "?", "--task", "0", "-o", OUT), set()),
    "compile a kind": (("compile", "?", "--kind", "prompt", "-o", OUT), ANY_TEXT),
    "compile with a guideline": (("compile", "prompt.md", "--guideline", "?", "-o", OUT), ANY_TEXT),
    "compile by a compiler": (("compile", "prompt.md", "--compiler", "?", "-o", OUT), set()),
    "compile by a frozen one": (("compile", "prompt.md", "--frozen=?", "-o", OUT), set()),
    "compile a corpus": (("compile", "--corpus", "?", "--out-dir", OUT), set()),
    "check": (("check", "?", "--workspace", "folder", "-o", OUT), set()),
    "check a workspace": (("check", "obligations.json", "--workspace", "?", "-o", OUT), {"folder"}),
    "check from before": (("check", "obligations.json", "--workspace", "folder", "--before", "?", "-o", OUT), set()),
    "check a response": (("check", "obligations.json", "--workspace", "folder", "--response", "?"), EVIDENCE),
    "check a trace": (("check", "obligations.json", "--workspace", "folder", "--trace", "?"), EVIDENCE),
    "check with tools": (("check", "obligations.json", "--workspace", "folder", "--toolchain", "?"), set()),
    "score": (("score", "?", "?", "-o", OUT), set()),
    "select": (("select", "--dev", "?", "--docs", "?", "-o", OUT), set()),
    "select by": (("select", "--dev", "folder", "--docs", "folder", "--selection", "?", "-o", OUT), set()),
    "snapshot": (("snapshot", "?", "-o", OUT), {"folder"}),
    "snapshot since": (("snapshot", "folder", "--previous", "?", "-o", OUT), set()),
    "diff": (("diff", "folder", "?", "-o", OUT), {"folder"}),
    "diff by rules": (("diff", "folder", "folder", "--rules", "?", "-o", OUT), set()),
    "experiment": (("experiment", "?", "-o", OUT), set()),
    "gaps": (("gaps", "?", "-o", OUT), set()),
    "gaps over a surface": (("gaps", "runs.jsonl", "--surface", "?", "-o", OUT), set()),
    "runs convert": (("runs", "convert", "?", "-o", OUT), set()),
    "runs show": (("runs", "show", "?"), set()),
    "runs show as": (("runs", "show", "?", "--input-format", "openhands"), set()),
    "agree": (("annotations", "agree", "?", "?", "--docs", "folder"), set()),
    "adjudicate": (("annotations", "adjudicate", "?", "?", "--docs", "folder", "-o", OUT), set()),
    "apply": (("annotations", "apply", "?", "-o", OUT), set()),
    "annotate": (("annotate", "?", "--no-open"), set()),
    "cache stats": (("cache", "stats", "--file", "?"), {"missing", "dangling", "empty"}),
    "cache prune": (("cache", "prune", "--all", "--file", "?"), {"empty"}),
}


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("wrong")
    for name, data in FILES.items():
        if data is not None:
            (place / name).write_bytes(data)
    (place / "folder").mkdir()
    (place / "dangling").symlink_to("nothing")
    os.mkfifo(place / "pipe")
    with (place / "huge").open("wb") as file:
        file.truncate(5 * 2**30)  # a hole: it takes no room
    (place / "prompt.md").write_text("Write `out.json`.\n", encoding="utf-8")
    (place / "runs.jsonl").write_text('{"id": "r", "task": "t", "agent": "a", "final_message": "Done."}\n')
    assert main(["compile", str(place / "prompt.md"), "-o", str(place / "obligations.json")]) == 0
    return place


@pytest.fixture(autouse=True)
def _at(place: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.chdir(place)

    def late(*_: object) -> None:
        raise AssertionError("it waits")

    before = signal.signal(signal.SIGALRM, late)
    signal.alarm(120)
    yield
    signal.alarm(0)
    if Path(OUT).exists():
        Path(OUT).unlink()
    signal.signal(signal.SIGALRM, before)


def _refused(arguments: Sequence[str], capsys: pytest.CaptureFixture[str]) -> str:
    there = sorted(Path().iterdir())
    capsys.readouterr()
    assert main(arguments) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith("error: ")
    assert said.err.count("\n") == 1
    assert "internal error" not in said.err
    assert sorted(Path().iterdir()) == there
    return said.err


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind or "an empty text")
@pytest.mark.parametrize("name", COMMANDS)
def test_another_file_than_what_is_meant(name: str, kind: str, capsys: pytest.CaptureFixture[str]) -> None:
    command, right = COMMANDS[name]
    if kind in right:
        pytest.skip("no wrong use")
    said = _refused([word.replace("?", kind) for word in command], capsys)
    assert kind in said or kind == "folder"  # an empty folder: the message may be about what is missing in it
    assert kind or "is empty; is a variable of the shell not set?" in said


@pytest.mark.parametrize("value", ["-1", "nan", "1.5", "many", "0x10", ""])
@pytest.mark.parametrize(
    "command",
    [
        "compile list.json --task",
        "compile prompt.md --out-dir out --jobs",
        "check obligations.json --workspace folder --limit",
        "gaps runs.jsonl --resamples",
        "gaps runs.jsonl --seed",
        "gaps runs.jsonl --by",
        "gaps runs.jsonl --plot",
        "gaps runs.jsonl --input-format",
        "score folder folder --resamples",
        "score folder folder --by",
        "annotate folder --no-open --port",
        "experiment missing -o out --jobs",
        "runs show runs.jsonl --limit",
        "qualify --check --seeds",
        "check obligations.json --workspace folder --map",
        "check obligations.json --workspace folder --format",
        "select --dev folder --docs folder --recorded",
    ],
)
def test_a_value_that_is_none(command: str, value: str, capsys: pytest.CaptureFixture[str]) -> None:
    _refused([*command.split(), value], capsys)


@pytest.mark.parametrize("limit", ["rows=-1", "rows=nan", "rows=inf", "rows=", "row=1", "=1", "rows"])
def test_a_limit_that_is_none(limit: str, capsys: pytest.CaptureFixture[str]) -> None:
    _refused(["check", "obligations.json", "--workspace", "folder", "--limit", limit], capsys)


@pytest.mark.parametrize("arguments", [["compile", "prompt.md", "--workspace="], [""], ["schema", ""]])
def test_an_empty_argument(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert "empty; is a variable of the shell not set?" in _refused(arguments, capsys)


OUTPUTS = [
    "compile prompt.md -o there",
    "compile prompt.md --html there",
    "compile prompt.md --directions there",
    "check obligations.json --workspace folder -o there",
    "check obligations.json --workspace folder --html there",
    "snapshot folder -o there",
    "diff folder folder -o there",
    "gaps runs.jsonl -o there --resamples 0",
    "runs convert runs.jsonl -o there",
]


@pytest.mark.parametrize("command", OUTPUTS)
def test_a_file_that_is_there_is_replaced_only_by_force(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    there = Path("there")
    there.write_text("mine", encoding="utf-8")
    try:
        assert "there is there already; give another name, or --force" in _refused(command.split(), capsys)
        assert there.read_text(encoding="utf-8") == "mine"
        assert main([*command.split(), "--force"]) in {0, 1}
        assert there.read_text(encoding="utf-8") != "mine"
    finally:
        there.unlink()
