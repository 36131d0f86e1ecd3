"""`specharness annotate` as a command: its ends, its messages."""

from __future__ import annotations

import socket
import sys
from pathlib import Path

import pytest

from specharness.cli.main import main


def test_a_missing_text_is_one_line_of_error(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["annotate", str(tmp_path / "none.md")]) == 2
    assert capsys.readouterr().err.startswith("error: ")


def test_help_has_examples(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["annotate", "--help"]) == 0
    assert "specharness annotate specs --labels gold --port 8765 --no-open" in capsys.readouterr().out


def test_without_the_extra_it_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "a.md"
    path.write_text("Write `x`.")
    monkeypatch.setitem(sys.modules, "starlette", None)
    assert main(["annotate", str(path), "--no-open"]) == 2
    assert "pip install 'specharness[review]'" in capsys.readouterr().err


def test_a_port_that_is_taken_is_one_line_of_error(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("uvicorn", reason="the extra `review` is not installed")
    path = tmp_path / "a.md"
    path.write_text("Write `x`.")
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert main(["annotate", str(path), "--port", str(port), "--no-open"]) == 2
    error = capsys.readouterr().err
    assert f"error: port {port} can't be used" in error
    assert not (tmp_path / "a.md.jsonl").exists()
