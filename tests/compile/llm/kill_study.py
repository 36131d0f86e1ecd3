"""Kills `specharness compile` at random moments and lets it go on, until everything is compiled; again and again.

    python tests/compile/llm/kill_study.py [--kills 200] [--tasks 50] [--seed 1]

The endpoint is this script in another process and answers after a few milliseconds. Every life of the compiler is a
fork that is ended by SIGKILL. Printed as JSON: kills, rounds whose results differ from those of an uninterrupted run,
and questions that were put again (`repeated`) although their answer was on disk when the process was killed. What was
on its way at a kill has to be asked for again by anybody, and is counted apart (`in_flight`). Runs with other seeds can
go on beside one another; their counts add up.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import random
import shutil
import signal
import sqlite3
import sys
import tempfile
import time
from contextlib import closing
from multiprocessing.connection import Connection
from multiprocessing.sharedctypes import Synchronized
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent))

from endpoint import Json, Seen, paths, serving
from model_world import TEXT, candidate_at

from specharness.cli.main import main
from specharness.compile.fingerprint import asked_of
from specharness.compile.llm.client import Request

DELAY = 0.004
"""Seconds that an answer takes."""
MOST_PUT = 30
"""A life is ended after at most so many questions, however slow the machine is."""
MOST_LATER = 5 * DELAY
"""Seconds after its last question until a life is ended, at most."""


class Question(NamedTuple):
    """What decides the address of an answer, beside the way of asking."""

    system: str
    user: str
    units: tuple[int, ...]

    def key(self, fingerprint: str) -> str:
        """The address under which its answer is kept."""
        return Request(fingerprint=fingerprint, system=self.system, user=self.user, units=self.units).key


def kept(store: Path) -> set[str]:
    """The addresses of all answers on disk."""
    if not store.exists():
        return set()
    with closing(sqlite3.connect(store)) as database:
        if not database.execute("SELECT 1 FROM sqlite_master WHERE name = 'answers'").fetchone():
            return set()
        return {key for (key,) in database.execute("SELECT key FROM answers")}


def serve(pipe: Connection, put: Synchronized[int]) -> None:
    """An endpoint that counts what it is asked, and tells it whenever somebody wants to know."""
    answered: list[Question] = []

    def script(request: Seen) -> list[Json]:
        found = paths(request)
        answered.append(Question(request.system, request.user, request.asked))
        put.value += 1
        return found

    with serving(script, DELAY) as endpoint:
        pipe.send(endpoint.address)
        while pipe.recv() != "end":
            pipe.send(list(answered))
            answered.clear()


class End(NamedTuple):
    """When a life is ended."""

    questions: int
    """So many were put in this life …"""
    later: float
    """… and so many seconds have gone by since."""


def life(words: list[str], end: End | None, put: Synchronized[int], said: Path) -> bool:
    """Run a command in a fork and kill it at its end; whether it came to its own. What it said is left in a file."""
    before = put.value
    child = os.fork()
    if child == 0:
        null = os.open(os.devnull, os.O_RDWR)
        told = os.open(said, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        for stream, place in ((0, null), (1, null), (2, told)):
            os.dup2(place, stream)
        os._exit(main(words))
    if end is None:
        status = os.waitpid(child, 0)[1]
        assert os.waitstatus_to_exitcode(status) == 0, said.read_text(encoding="utf-8")
        return True
    until = None
    while until is None or time.monotonic() < until:
        if until is None and put.value - before >= end.questions:
            until = time.monotonic() + end.later
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            assert os.waitstatus_to_exitcode(status) == 0, said.read_text(encoding="utf-8")
            return True
        time.sleep(0.001)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return False


def contents(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in sorted(folder.rglob("*.json"))}


def study(kills: int, tasks: int, seed: int, folder: Path) -> dict[str, int]:
    """Rounds until so many kills were made."""
    dice = random.Random(seed)
    corpus = folder / "specs"
    for number in range(tasks):
        (corpus / f"t{number:02}").mkdir(parents=True)
        text = TEXT.replace("report", f"report{number}")
        (corpus / f"t{number:02}" / "instruction.md").write_text(text, encoding="utf-8")
    here, there = multiprocessing.get_context("spawn").Pipe()
    put_so_far = multiprocessing.get_context("spawn").Value("i", 0)
    server = multiprocessing.get_context("spawn").Process(target=serve, args=(there, put_so_far), daemon=True)
    server.start()
    address = here.recv()
    fingerprint = asked_of(candidate_at(folder, address, asking={"concurrency": 4})).digest
    words = ["compile", "--corpus", str(corpus), "--compiler", str(folder / "scripted.toml"), "--resume", "--out-dir"]

    def asked() -> list[str]:
        here.send("tell")
        return [question.key(fingerprint) for question in here.recv()]

    for name in ("instructor", "openai", "pydantic_core", "specharness.cli.app", "specharness.compile.llm.build",
                 "specharness.ground", "specharness.sources"):  # fmt: skip
        __import__(name)  # before the forks: a life is then work, not imports
    os.environ["SPECHARNESS_CACHE"] = str(folder / "whole.sqlite")
    assert life([*words, str(folder / "whole")], None, put_so_far, folder / "said")
    expected = contents(folder / "whole")
    assert len(expected) == tasks
    questions = len(asked())
    result = {"kills": 0, "rounds": 0, "differing": 0, "repeated": 0, "in_flight": 0, "questions": 0}
    while result["kills"] < kills:
        out, store = folder / "out", folder / "round.sqlite"
        os.environ["SPECHARNESS_CACHE"] = str(store)
        done = False
        on_disk: set[str] = set()
        put: set[str] = set()
        while not done:
            last = result["kills"] >= kills
            moment = End(dice.randint(0, MOST_PUT), dice.uniform(0, MOST_LATER))
            done = life([*words, str(out)], None if last else moment, put_so_far, folder / "said")
            for question in asked():
                result["repeated"] += question in on_disk
                result["in_flight"] += question in put and question not in on_disk
                put.add(question)
            on_disk = kept(store)
            result["kills"] += not done
        assert put == on_disk  # the addresses are the ones that are used
        result["questions"] += questions
        result["rounds"] += 1
        result["differing"] += contents(out) != expected
        print(json.dumps(result), file=sys.stderr, flush=True)  # noqa: T201  how far it is, in case that it is stopped
        shutil.rmtree(out)
        for end in ("", "-wal", "-shm"):
            Path(f"{store}{end}").unlink(missing_ok=True)
    here.send("end")
    server.join(5)
    return result


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--tasks", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        print(json.dumps(study(given.kills, given.tasks, given.seed, Path(folder))))  # noqa: T201
