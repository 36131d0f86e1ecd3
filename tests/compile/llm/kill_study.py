"""Kills `specharness compile` at random moments and lets it go on, until everything is compiled; again and again.

    python tests/compile/llm/kill_study.py [--kills 200] [--tasks 50] [--seed 1]

The endpoint is this script in another process and answers after a few milliseconds. Every life of the compiler is a
fork that is ended by SIGKILL. Printed as JSON: kills, rounds whose results differ from those of an uninterrupted run,
and questions that were put again although their answer had been sent before the kill. What is in flight at a kill has
to be asked for again by anybody, and is counted apart.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import random
import shutil
import signal
import sys
import tempfile
import time
from multiprocessing.connection import Connection
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

from endpoint import Json, Seen, paths, serving
from model_world import TEXT, candidate_at

from specharness.cli.main import main

DELAY = 0.004
"""Seconds that an answer takes."""
GRACE = 0.05
"""Seconds before a kill in which an answer counts as being in flight: on its way, or being committed."""


def serve(pipe: Connection) -> None:
    """An endpoint that tells what it answered, and when, whenever it is asked to."""
    answered: list[tuple[str, float]] = []

    def script(request: Seen) -> list[Json]:
        found = paths(request)
        answered.append((request.user, time.time()))
        return found

    with serving(script, DELAY) as endpoint:
        pipe.send(endpoint.address)
        while pipe.recv() != "end":
            pipe.send(list(answered))
            answered.clear()


def life(words: list[str], kill_after: float | None) -> bool:
    """Run a command in a fork, kill it after so many seconds; whether it came to its end."""
    child = os.fork()
    if child == 0:
        null = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(null, stream)
        os._exit(main(words))
    if kill_after is None:
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    until = time.monotonic() + kill_after
    while time.monotonic() < until:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            assert os.waitstatus_to_exitcode(status) == 0
            return True
        time.sleep(0.002)
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
    server = multiprocessing.get_context("spawn").Process(target=serve, args=(there,), daemon=True)
    server.start()
    address = here.recv()
    candidate_at(folder, address, asking={"concurrency": 4})
    words = ["compile", "--corpus", str(corpus), "--compiler", str(folder / "scripted.toml"), "--resume", "--out-dir"]

    def answered() -> list[tuple[str, float]]:
        here.send("tell")
        return list(here.recv())

    for name in ("instructor", "openai", "pydantic_core", "specharness.cli.app", "specharness.compile.llm.build",
                 "specharness.ground", "specharness.sources"):  # fmt: skip
        __import__(name)  # before the forks: a life is then work, not imports
    os.environ["SPECHARNESS_CACHE"] = str(folder / "whole.sqlite")
    start = time.monotonic()
    assert life([*words, str(folder / "whole")], None)
    whole_takes = time.monotonic() - start
    expected = contents(folder / "whole")
    assert len(expected) == tasks
    questions = len(answered())
    result = {"kills": 0, "rounds": 0, "differing": 0, "repeated": 0, "in_flight": 0, "questions": 0}
    while result["kills"] < kills:
        out, store = folder / "out", folder / "round.sqlite"
        os.environ["SPECHARNESS_CACHE"] = str(store)
        killed: list[float] = []
        while not life([*words, str(out)], dice.uniform(0.02, 0.6) * whole_takes):
            killed.append(time.time())
            result["kills"] += 1
            if result["kills"] >= kills:
                assert life([*words, str(out)], None)
                break
        times: dict[str, list[float]] = {}
        for question, when in answered():
            times.setdefault(question, []).append(when)
        for several in times.values():
            for first in several[:-1]:
                flying = any(first - GRACE <= moment <= first + GRACE for moment in killed)
                result["in_flight" if flying else "repeated"] += 1
        result["questions"] += questions
        result["rounds"] += 1
        result["differing"] += contents(out) != expected
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
