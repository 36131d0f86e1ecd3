"""Kept answers: nothing is paid for twice, and a file that is not what it should be never answers."""

from __future__ import annotations

import asyncio
import json
import os
import re
import sqlite3
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest
from endpoint import Fault, paths, serving
from model_world import TEXT, candidate_at, source_of

from specharness.cli.main import main
from specharness.compile.candidates import Entry
from specharness.compile.llm.cache import LEASE_SECONDS, Answers, Kept
from specharness.compile.llm.client import Problem, Reply, Request, Spent
from specharness.errors import InputError
from specharness.segment import segment

REQUEST = Request(fingerprint="f", system="s", user="u")


class Counting:
    def __init__(self, reply: Reply | None = None) -> None:
        self.calls = 0
        self.reply = reply or Reply(text="x", spent=Spent(input_tokens=5, output_tokens=2))

    async def ask(self, request: Request) -> Reply:
        self.calls += 1
        await asyncio.sleep(0)
        return self.reply


def asked(client: Kept, *requests: Request) -> list[Reply]:
    async def together() -> list[Reply]:
        return list(await asyncio.gather(*(client.ask(request) for request in requests)))

    return asyncio.run(together())


def test_a_question_is_asked_once_at_a_time_and_over_time(tmp_path: Path) -> None:
    path, inner = tmp_path / "a" / "answers.sqlite", Counting()
    first = asked(Kept(inner, Answers(path)), REQUEST, REQUEST, REQUEST)
    assert inner.calls == 1
    assert sorted(reply.spent.attempts for reply in first) == [0, 0, 1]
    elsewhere = REQUEST.model_copy(update={"source": "other", "task": "t", "units": (1,)})
    again = asked(Kept(inner, Answers(path)), REQUEST, elsewhere)
    assert inner.calls == 1
    assert [reply.text for reply in again] == ["x", "x"]
    asked(Kept(inner, Answers(path)), *(REQUEST.model_copy(update=change) for change in (
        {"user": "v"}, {"system": "t"}, {"fingerprint": "g"}, {"sample": 1})))  # fmt: skip
    assert inner.calls == 5
    assert path.stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("problem", Problem)
def test_what_was_paid_for_is_kept_and_what_passes_is_not(tmp_path: Path, problem: Problem) -> None:
    inner = Counting(Reply(text="as far as it came", problem=problem))
    kept = Kept(inner, Answers(tmp_path / "answers.sqlite"))
    asked(kept, REQUEST)
    asked(kept, REQUEST)
    passing = problem in (Problem.UNAVAILABLE, Problem.REJECTED, Problem.BUDGET)
    assert inner.calls == (2 if passing else 1)


@pytest.mark.parametrize("problem", [None, *Problem])
@pytest.mark.parametrize("text", ["", " \n"])
def test_only_what_a_model_wrote_is_kept(tmp_path: Path, problem: Problem | None, text: str) -> None:
    inner = Counting(Reply(text=text, problem=problem))
    kept = Kept(inner, Answers(tmp_path / "answers.sqlite"))
    asked(kept, REQUEST)
    asked(kept, REQUEST)
    assert inner.calls == (1 if problem in (Problem.REFUSED, Problem.OVERFLOW) else 2)


def test_an_edited_text_is_asked_about_where_it_changed(tmp_path: Path) -> None:
    text = "\n\n".join(f"Write `out/{number}.txt` as number {number}." for number in range(100))
    with serving(paths) as endpoint:
        entry = candidate_at(tmp_path, endpoint.address, asking={"window": 300})
        entry = Entry(candidate=entry.candidate, folder=entry.folder, answers=tmp_path / "answers.sqlite")
        asked = []
        edited = text.replace("as number 50.", "as number fifty.")
        for version in (text, text, edited, f"A new first line.\n\n{text}"):
            source = source_of(version)
            compiled = entry.kind.build(entry).compile(source, segment(source))
            assert len(compiled.directions) == 100
            asked.append(len(endpoint.requests))
    assert asked[1] == asked[0]
    assert asked[2] - asked[1] <= 3
    assert asked[3] - asked[2] <= 4  # numbers and borders do not move with what stands before them
    assert len([one for one in endpoint.requests if "number fifty" in one.user]) == 1
    assert len(endpoint.requests) == len({request.user for request in endpoint.requests})


def test_another_process_that_lives_is_waited_for_and_a_dead_one_is_not(tmp_path: Path) -> None:
    path = tmp_path / "answers.sqlite"
    now = [1000.0]
    answers = Answers(path, lambda: now[0])
    assert answers.claim("k")
    child = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    with sqlite3.connect(path) as database:
        database.execute("UPDATE asking SET process = ?", (child.pid,))
    assert not answers.claim("k")
    now[0] += LEASE_SECONDS + 1
    assert answers.claim("k")
    now[0] = 1000.0
    with sqlite3.connect(path) as database:
        database.execute("UPDATE asking SET process = ?, since = 1000", (child.pid,))
    assert not answers.claim("k")
    child.communicate(b"\n")
    assert answers.claim("k")
    answers.release("k")
    with sqlite3.connect(path) as database:
        assert database.execute("SELECT count(*) FROM asking").fetchone() == (0,)


@pytest.mark.parametrize("damage", ["text", "other database", "version", "answer", "folder"])
def test_a_file_that_is_not_what_it_should_be_is_an_error(tmp_path: Path, damage: str) -> None:
    path = tmp_path / "answers.sqlite"
    if damage == "text":
        path.write_text("this is no database, however long it is " * 100)
    elif damage == "folder":
        path.mkdir()
    elif damage == "other database":
        with sqlite3.connect(path) as database:
            database.execute("CREATE TABLE mine (x)")
    else:
        asked(Kept(Counting(), Answers(path)), REQUEST)
        with sqlite3.connect(path) as database:
            database.execute("PRAGMA user_version = 9" if damage == "version" else "UPDATE answers SET reply = '{'")
    inner = Counting()
    with pytest.raises(InputError, match=r"kept answers: .*move the file away"):
        asked(Kept(inner, Answers(path)), REQUEST)
    assert inner.calls == 0


def test_a_database_of_somebody_else_is_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "answers.sqlite"
    with sqlite3.connect(path) as database:
        database.execute("CREATE TABLE mine (x)")
    before = path.read_bytes()
    with pytest.raises(InputError, match="a database of something else"):
        Answers(path).get("k")
    assert path.read_bytes() == before


def test_whoever_dies_while_the_file_is_made_leaves_none_that_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    steps = 0
    opened: list[sqlite3.Connection] = []

    class Dying(sqlite3.Connection):
        """Dies before its step of a number, whatever it does."""

        left = 0

        def __init__(self, *words: object, **named: object) -> None:
            super().__init__(*words, **named)  # type: ignore[arg-type]
            opened.append(self)

        def execute(self, *words: object) -> sqlite3.Cursor:
            nonlocal steps
            if not self.left:
                raise KeyboardInterrupt
            self.left -= 1
            steps += 1
            return super().execute(*words)  # type: ignore[arg-type]

    for last in range(100):
        path = tmp_path / f"{last}.sqlite"
        Dying.left, steps = last, 0
        with monkeypatch.context() as dying:
            dying.setattr("specharness.compile.llm.cache.sqlite3.connect", partial(sqlite3.connect, factory=Dying))
            try:
                Answers(path).put(REQUEST, Reply(text="x"))
                break
            except KeyboardInterrupt:
                assert steps == last
                opened.pop().close()  # as the system does for the dead
        assert Answers(path).get(REQUEST.key) is None
        Answers(path).put(REQUEST, Reply(text="y"))
        assert Answers(path).get(REQUEST.key) is not None
    assert last > 8


def test_stats_and_prune_at_the_command_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SPECHARNESS_CACHE", str(tmp_path / "answers.sqlite"))
    assert main(["cache", "stats", "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out)["answers"] == 0
    task = tmp_path / "prompt.md"
    task.write_text(TEXT, encoding="utf-8")
    with serving(paths) as endpoint:
        candidate_at(tmp_path, endpoint.address)
        words = ["compile", str(task), "--compiler", str(tmp_path / "scripted.toml")]
        for extra in ([], ["--resume"], ["--no-cache"]):
            assert main([*words, *extra]) == 0
    assert len(endpoint.requests) == 2
    capsys.readouterr()
    assert main(["cache", "stats", "--format", "json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["answers"] == 1
    assert found["input_tokens"] > 0
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", found["newest"])
    assert found["oldest"] == found["newest"]
    assert main(["cache", "stats"]) == 0
    assert "1 answers in" in capsys.readouterr().out
    assert main(["cache", "prune"]) == 2
    assert main(["cache", "prune", "--older-than", "1", "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out) == {"forgotten": 0}
    (fingerprint,) = found["fingerprints"]
    assert main(["cache", "prune", "--fingerprint", fingerprint[:8]]) == 0
    assert "1 answers forgotten" in capsys.readouterr().err
    assert main([*words, "--resume", "--no-cache"]) == 2


@pytest.mark.parametrize("digits", ["zz", "0x12", "f" * 65, "%"])
def test_what_is_no_fingerprint_forgets_nothing(
    tmp_path: Path, digits: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SPECHARNESS_CACHE", str(tmp_path / "answers.sqlite"))
    assert main(["cache", "prune", "--fingerprint", digits]) == 2
    assert "hexadecimal digits" in capsys.readouterr().err
    assert main(["cache", "prune", "--fingerprint", "0AF"]) == 0


@pytest.mark.parametrize("command", [["stats"], ["prune", "--all"]])
def test_a_file_that_is_not_there_is_an_error(
    tmp_path: Path, command: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["cache", *command, "--file", str(tmp_path / "none.sqlite")]) == 2
    assert "no such file of answers" in capsys.readouterr().err


def test_a_place_that_cannot_be_written_is_told_as_that(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    with pytest.raises(InputError, match=r"see whether its folder can be written") as caught:
        asked(Kept(Counting(), Answers(tmp_path / "file" / "answers.sqlite")), REQUEST)
    assert "move the file away" not in str(caught.value)


def test_no_key_gets_into_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    secret = "sk-canary-0123456789"
    monkeypatch.setenv("SCRIPTED_KEY", secret)
    path = tmp_path / "answers.sqlite"
    source = source_of(TEXT)
    faults = iter([Fault(500, secret), Fault(400, json.dumps({"error": {"message": f"maximum context {secret}"}}))])
    with serving(lambda request: next(faults, None) or paths(request)) as endpoint:
        entry = candidate_at(tmp_path, endpoint.address, asking={"key_variable": "SCRIPTED_KEY", "attempts": 1})
        entry = Entry(candidate=entry.candidate, folder=entry.folder, answers=path)
        for _ in range(3):
            entry.kind.build(entry).compile(source, segment(source))
    kept = b"".join(file.read_bytes() for file in tmp_path.iterdir() if file.name.startswith("answers"))
    assert len(kept) > 1000
    assert secret.encode() not in kept
    assert b"127.0.0.1" not in kept


@pytest.mark.skipif(not hasattr(os, "fork"), reason="lives are forks")
def test_kills_lose_nothing_and_repeat_nothing(tmp_path: Path) -> None:
    """A small one of the study that `kill_study.py` runs, in a process of its own: forks want a single thread."""
    script = Path(__file__).parent / "kill_study.py"
    done = subprocess.run(
        [sys.executable, str(script), "--kills", "4", "--tasks", "6", "--seed", "3"],
        capture_output=True, text=True, timeout=300, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found["kills"] == 4
    assert found["differing"] == 0
    assert found["repeated"] == 0
