"""The entry point: exit statuses, one line of error, nothing heavy loaded too early."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

import specharness
from specharness.cli import app
from specharness.cli import main as command_line
from specharness.cli.main import main
from specharness.cli.options import parse_maps
from specharness.errors import UsageError
from specharness.ir.schema import DOCUMENTS


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == f"specharness {specharness.__version__}\n"


def test_no_arguments_show_the_help(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 0
    assert "specharness compile PATH" in capsys.readouterr().out


@pytest.mark.parametrize("command", ["compile", "check", "snapshot", "diff", "schema"])
def test_help_has_examples(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([command, "--help"]) == 0
    out = capsys.readouterr().out
    assert "Examples:" in out
    assert f"\n    specharness {command} " in out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["frobnicate"], "No such command 'frobnicate'"),
        (["compile", "--frobnicate"], "No such option: --frobnicate"),
        (["compile", "x", "--kind", "poem"], "poem"),
        (["compile", "x", "--jobs", "0"], "--jobs"),
        (["compile"], "nothing to compile"),
        (["compile", "a", "b"], "--out-dir"),
        (["compile", "--corpus", "a"], "--out-dir"),
        (["compile", "a", "--out-dir", "o", "-o", "x"], "-o names one file"),
        (["compile", "a", "--map", "root=x"], "--map takes /root=DIR"),
        (["compile", "-", "--out-dir", "o"], "standard input"),
        (["check"], "Missing"),
        (["check", "x"], "--workspace"),
        (["schema", "poem"], "no schema is called 'poem'"),
    ],
)
def test_usage_errors_are_one_line_and_exit_2(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("error: ")
    assert captured.err.count("\n") == 1
    assert message in captured.err


@pytest.mark.parametrize(
    ("arguments", "command"),
    [(["frobnicate"], "specharness"), (["check"], "specharness check"), (["compile", "--x"], "specharness compile")],
)
def test_a_usage_error_names_the_help_of_its_command(
    arguments: list[str], command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 2
    assert capsys.readouterr().err.endswith(f"; see {command} --help\n")


@pytest.mark.parametrize("name", DOCUMENTS)
def test_schema_prints_one(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["schema", name]) == 0
    assert json.loads(capsys.readouterr().out)["$id"].startswith(f"urn:specharness:{name}:")


def test_schema_prints_all(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["schema"]) == 0
    assert set(json.loads(capsys.readouterr().out)) == set(DOCUMENTS)


def _fail_with(error: BaseException, monkeypatch: pytest.MonkeyPatch) -> int:
    def broken(*_arguments: object, **_options: object) -> int:
        raise error

    monkeypatch.setattr(app, "app", broken)
    return main(["schema"])


@pytest.mark.parametrize(
    ("error", "message"),
    [
        (ValueError("a\nb"), "internal error: ValueError: a b"),
        (RecursionError("deep"), "internal error: RecursionError"),
        (MemoryError(), "out of memory"),
        (PermissionError(13, "Permission denied", "/x"), "/x: Permission denied"),
        (specharness.SpecHarnessError("bad \x1b[31m name"), "bad \\x1b[31m name"),
    ],
)
def test_no_failure_looks_like_a_verdict(
    error: BaseException, message: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert _fail_with(error, monkeypatch) == 2
    err = capsys.readouterr().err
    assert err.startswith("error: ")
    assert message in err
    assert err.count("\n") == 1


def test_an_interrupt_while_commands_are_loading_exits_130(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(_arguments: list[str]) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(command_line, "_run", interrupted)
    assert main(["schema"]) == 130
    assert capsys.readouterr().err == "error: interrupted\n"


INTERRUPTS = """
import sys

class Interrupting:
    def find_spec(self, name, path=None, target=None):
        if name == {module!r}:
            raise KeyboardInterrupt

sys.meta_path.insert(0, Interrupting())
sys.argv = ["specharness", "schema"]
"""
AS_MODULE = "import runpy; runpy.run_module('specharness', run_name='__main__', alter_sys=True)"
AS_SCRIPT = "from specharness.cli.main import main; sys.exit(main())"


@pytest.mark.parametrize(
    ("start", "module"),
    [
        (AS_MODULE, "specharness.cli.main"),
        (AS_MODULE, "specharness.cli.streams"),
        (AS_MODULE, "typer"),
        (AS_SCRIPT, "specharness.cli.streams"),
        (AS_SCRIPT, "typer"),
        (AS_SCRIPT, "specharness.api"),
    ],
)
def test_an_interrupt_while_a_module_is_imported_shows_no_traceback(start: str, module: str) -> None:
    program = INTERRUPTS.format(module=module) + start
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 130
    assert done.stderr.startswith("error: interrupted")
    assert done.stderr.count("\n") == 1
    assert done.stdout == ""


def test_an_interrupt_exits_130(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    assert _fail_with(KeyboardInterrupt(), monkeypatch) == 130
    assert capsys.readouterr().err == "error: interrupted; nothing was left half-written\n"


def test_debugging_shows_the_traceback_and_is_no_verdict(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("SPECHARNESS_DEBUG", "1")
    assert _fail_with(ZeroDivisionError(), monkeypatch) == 2
    assert "Traceback" in capsys.readouterr().err


def test_a_library_that_exits_is_no_verdict(monkeypatch: pytest.MonkeyPatch) -> None:
    assert _fail_with(SystemExit(1), monkeypatch) == 2


_HEAVY = (
    "sklearn",
    "numpy",
    "openpyxl",
    "docx",
    "pptx",
    "pypdf",
    "PIL",
    "rich",
    "typer",
    "pydantic",
    "markdown_it",
    "yaml",
)


@pytest.mark.parametrize(
    ("code", "allowed"),
    [
        ("import specharness", set()),
        ("from specharness.cli.main import main; main(['--version'])", set()),
        ("from specharness.cli.main import main; main(['--help'])", {"typer", "pydantic", "rich"}),
    ],
)
def test_nothing_heavy_is_loaded_early(code: str, allowed: set[str], repository: Path) -> None:
    report = f"{code}\nimport sys; print(sorted(m for m in {_HEAVY!r} if m in sys.modules), file=sys.stderr)"
    done = subprocess.run([sys.executable, "-c", report], cwd=repository, capture_output=True, text=True, check=True)
    assert set(json.loads(done.stderr.replace("'", '"'))) <= allowed


def test_maps() -> None:
    assert parse_maps(["/root/=a", "/app=b=c"]) == {"/root": Path("a"), "/app": Path("b=c")}
    for wrong in ("root=a", "/root", "/root=", "=a"):
        with pytest.raises(UsageError, match="--map takes"):
            parse_maps([wrong])
    with pytest.raises(UsageError, match="twice"):
        parse_maps(["/root=a", "/root/=b"])
