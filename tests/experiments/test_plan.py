"""Plans that are refused: one line by the plan's own keys, and nothing written."""

from __future__ import annotations

from pathlib import Path

import pytest

from specharness.cli.main import main
from specharness.experiments import chat

AGENT = '[[agent]]\nname = "a"\nkind = "simulated"\n'
CHAT = '[[agent]]\nname = "a"\nkind = "chat"\nmodel = "m"\nendpoint = "NO_SUCH_ENDPOINT"\n'
RAW = '[[condition]]\nkind = "raw"\n'
REPLAY = '[[agent]]\nname = "a"\nkind = "replay"\nruns = "runs.jsonl"\n'


@pytest.fixture
def place(tmp_path: Path, tasks: Path) -> Path:
    (tmp_path / "bare").mkdir()
    (tmp_path / "bare" / "instruction.md").write_text("Write `out.json`.\n", encoding="utf-8")
    (tmp_path / "tasks").symlink_to(tasks)
    (tmp_path / "runs.jsonl").write_text("", encoding="utf-8")
    return tmp_path


def _refused(place: Path, plan: str, capsys: pytest.CaptureFixture[str], task: str = "tasks/env-file-migration") -> str:
    path = place / "plan.toml"
    path.write_text(f'tasks = ["{task}"]\n{plan}', encoding="utf-8")
    assert main(["experiment", str(path), "-o", str(place / "out")]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith("error: ")
    assert said.err.count("\n") == 1
    assert not (place / "out").exists()
    return said.err


@pytest.mark.parametrize(
    ("plan", "said"),
    [
        (AGENT, "condition: is missing"),
        (AGENT + "skill = 1.5\n" + RAW, "agent.0.skill: expected a number of 1 or less, got 1.5"),
        (AGENT + "skil = 1\n" + RAW, "agent.0.skil: is no key that is known here"),
        (AGENT.replace("simulated", "made up") + RAW, "agent.0.kind: expected 'simulated' or 'command' or 'replay'"),
        (AGENT + '[[condition]]\nkind = "rule"\n', "condition.0.kind: expected 'raw', 'rubric', 'gate'"),
        ("verify = 5\n" + AGENT + RAW, "verify: expected 'same-state' or a list, got 5"),
        ("verify = []\n" + AGENT + RAW, "verify: expected"),
        ("trials = 0\n" + AGENT + RAW, "trials: expected a number of 1 or more, got 0"),
        ("trials = nan\n" + AGENT + RAW, "trials: expected a finite number, got NaN"),
        ("[budget]\nseconds = -1\n" + AGENT + RAW, "budget.seconds: expected a number above 0, got -1"),
        ("tasks = []\n" + AGENT + RAW, "broken TOML"),
        (AGENT + AGENT + RAW, "two cells of the matrix have one name"),
        (CHAT + RAW, "set the variable NO_SUCH_ENDPOINT"),
        (REPLAY + RAW, "no recorded run of a at env-file-migration, trial 0"),
        (REPLAY.replace("runs.jsonl", "none.jsonl") + RAW, "none.jsonl: can't be read"),
    ],
)
def test_it_is_refused_before_anything_is_written(
    place: Path, plan: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert said in _refused(place, plan, capsys)


def test_states_and_official_verdicts_are_looked_for_before_the_first_run(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command = '[[agent]]\nname = "a"\nkind = "command"\ncommand = ["true"]\nunenclosed = true\n'
    for plan in (AGENT + RAW, 'verify = "same-state"\n' + command + RAW):
        assert "expected.json: missing" in _refused(place, plan, capsys, task="bare")


def test_a_chat_agent_that_would_have_no_sandbox_is_refused(
    place: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NO_SUCH_ENDPOINT", "http://127.0.0.1:9/v1")
    monkeypatch.setattr(chat.enclosure, "PROGRAM", "no-such-sandbox")
    assert "bubblewrap" in _refused(place, CHAT + RAW, capsys)


@pytest.mark.parametrize(
    "data", [b"\xff\xfe\x00", b"a = [", b"x" * 2**21, b""], ids=["binary", "broken", "huge", "empty"]
)
def test_a_file_that_is_no_plan(place: Path, data: bytes, capsys: pytest.CaptureFixture[str]) -> None:
    path = place / "other.toml"
    path.write_bytes(data)
    for given in (path, place, place / "nothing.toml"):
        assert main(["experiment", str(given), "-o", str(place / "out")]) == 2
        err = capsys.readouterr().err
        assert err.startswith("error: plan: ")
        assert err.count("\n") == 1
        assert not (place / "out").exists()
