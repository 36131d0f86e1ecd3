"""The commands as a stranger meets them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from specharness.cli.main import main


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["lint"], "nothing to lint"),
        (["lint", "nowhere"], "no such file or folder"),
        (["lint", "{empty}"], "found none"),
        (["lint", "{labels}", "--docs", "nowhere"], "correct --docs"),
        (["lint", "{labels}", "--ignore", "all"], "no rule is called all"),
        (["agree", "{labels}", "{labels}", "--docs", "nowhere"], "correct --docs"),
        (["agree", "{labels}", "{other}", "--docs", "{docs}"], "no document in common"),
        (["agree", "{broken}", "{labels}", "--docs", "{docs}"], ":1: not JSON"),
        (["adjudicate", "{labels}", "{labels}", "--docs", "{docs}"], "--output"),
        (["adjudicate", "{file}", "{file}", "--docs", "{docs}", "-o", "{file}"], "is an input"),
        (["adjudicate", "{labels}", "{other}", "--docs", "{docs}", "-o", "{labels}/x.jsonl"], "inside of a folder"),
        (["apply", "nowhere", "-o", "out"], "found none"),
        (["apply", "{empty_file}", "-o", "out"], "holds no document"),
    ],
)
def test_bad_input_is_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], message: str
) -> None:
    for folder, text in (("labels", ""), ("other", ""), ("broken", "{\n")):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / f"{'b' if folder == 'other' else 'a'}.md.jsonl").write_text(text)
    for folder in ("docs", "empty"):
        (tmp_path / folder).mkdir()
    (tmp_path / "empty_file").write_text("")
    names = {path.name: path for path in tmp_path.iterdir()} | {"file": tmp_path / "labels" / "a.md.jsonl"}
    assert main(["annotations", *(argument.format(**names) for argument in arguments)]) == 2
    lines = capsys.readouterr().err.strip().splitlines()
    assert len(lines) == 1
    assert message in lines[0]


def test_findings_exit_with_bad_input_and_are_json_on_request(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "x.md.jsonl"
    path.write_text('{"id": "d1\\u001b[31m"}\n')
    assert main(["annotations", "lint", str(path), "--format", "json"]) == 2
    found = json.loads(capsys.readouterr().out)
    assert found["by_rule"] == {"missing_field": 4, "hash_missing": 1}
    assert main(["annotations", "lint", str(path)]) == 2
    assert "\x1b[31m" not in capsys.readouterr().out
    assert main(["annotations", "lint", str(path), "--ignore", "missing_field", "--ignore", "hash_missing"]) == 0


def test_help_is_printed_without_a_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["annotations"]) == 0
    assert "adjudicate" in capsys.readouterr().out
    assert main(["annotations", "lint", "--rules"]) == 0
    assert "second_key" in capsys.readouterr().out
