"""Every command's help, and every script's, in a terminal of eighty columns."""

from __future__ import annotations

import re
import runpy
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import typer

from specharness.cli.app import app
from specharness.cli.main import main

NARROW = 80
SCRIPTS = sorted(
    path for path in (Path(__file__).parents[2] / "eval").glob("*.py") if "script_parser(" in path.read_text("utf-8")
)


def _commands(command: object = None, path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """The arguments that name each command and group."""
    group = command or typer.main.get_command(app)
    yield path
    for name, below in getattr(group, "commands", {}).items():
        yield from _commands(below, (*path, name))


@pytest.fixture(autouse=True)
def _narrow(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", str(NARROW))


def _wide(text: str) -> list[str]:
    return [line for line in text.splitlines() if len(line) > NARROW]


@pytest.mark.parametrize("command", list(_commands()), ids=" ".join)
def test_help_fits(command: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*command, "--help"]) == 0
    text = capsys.readouterr().out
    assert text.startswith(f"Usage: {' '.join(('specharness', *command))} ")
    assert _wide(text) == []


def test_what_the_commands_do_is_not_cut(capsys: pytest.CaptureFixture[str]) -> None:
    for group in ([], ["runs"], ["cache"], ["annotations"]):
        main([*group, "--help"])
        listed = capsys.readouterr().out.partition("\nCommands:\n")[2]
        assert re.findall(r"^  [a-z]+ +\S.*\.$", listed, re.MULTILINE)
        assert "..." not in listed


def test_every_script_is_asked() -> None:
    with_main = {path for path in SCRIPTS[0].parent.glob("*.py") if "__main__" in path.read_text("utf-8")}
    assert with_main == set(SCRIPTS)


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.stem)
def test_help_of_a_script_fits(
    script: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", [str(script), "--help"])
    monkeypatch.syspath_prepend(script.parent)
    with pytest.raises(SystemExit) as ended:
        runpy.run_path(str(script), run_name="__main__")
    text = capsys.readouterr().out
    assert ended.value.code == 0
    assert text.startswith(f"usage: {script.name} ")
    assert _wide(text) == []


def test_a_script_says_in_one_line_what_it_misses(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    script = SCRIPTS[0].parent / "claims.py"
    monkeypatch.setattr(sys, "argv", [str(script)])
    with pytest.raises(SystemExit) as ended:
        runpy.run_path(str(script), run_name="__main__")
    assert ended.value.code == 2
    assert capsys.readouterr().err == "error: the following arguments are required: RUNS_DIR; see claims.py --help\n"
