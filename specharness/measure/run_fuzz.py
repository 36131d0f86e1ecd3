"""Fuzzing of run records: agents' logs of every format, broken at random, give runs or a reason.

Looks demand besides that what a link in a folder of records leads to is not read, and that no run says more than its
model admits.
"""

from __future__ import annotations

import copy
import json
import os
import random
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

from specharness.errors import SpecHarnessError
from specharness.ir import Run
from specharness.measure import run_seeds
from specharness.measure.fuzzing import Answer, Lay, Subject, Wrong, broken
from specharness.runs.claims import claim_of
from specharness.runs.damage import Damage
from specharness.runs.reading import read_runs

SECRET = "what stands outside of the records"
ODD: tuple[Any, ...] = (
    None, True, -1, 0, 1e308, float("nan"), float("-inf"), 10**30, "", "\ud800", "\0", "x" * 5000, [], {}, [[]], [None],
    {"a": None}, ["a", 1], "2024-01-01T00:00:00Z", "{\"a\": 1}",
)  # fmt: skip
_MOST = 200
"""Runs that are looked at of one input."""


def _seeds() -> dict[str, str]:
    """A sound record of every format that is one file, by its name."""
    one: dict[str, Any] = {
        "openai": run_seeds.openai(),
        "tau": [run_seeds.tau()],
        "workbench": run_seeds.workbench(),
        "atif": run_seeds.atif(),
        "openhands-classic": run_seeds.openhands_classic(),
        "openhands": {"instance_id": "i", "history": run_seeds.openhands_events(), "metadata": {"llm_config": {}}},
        "plain": run_seeds.plain(),
    }
    lines = {"claude": run_seeds.claude_stream(), "transcript": run_seeds.claude_transcript()}
    whole = {f"{name}.json": json.dumps(value) for name, value in one.items()}
    return whole | {f"{name}.jsonl": run_seeds.lines(*value) for name, value in lines.items()}


def _lay_file(folder: Path, name: str, text: str, seed: int | None) -> Path:
    chance = random.Random(seed)
    path = folder / name
    if seed is None:
        path.write_text(text, encoding="utf-8")
    elif chance.random() < 0.5:
        path.write_bytes(broken(text.encode(), chance))
    else:
        lines = text.splitlines() if name.endswith("l") else [text]
        path.write_text("\n".join(_odd(line, chance) for line in lines) + "\n", encoding="utf-8")
    return path


def _odd(text: str, chance: random.Random) -> str:
    """JSON with some values gone or odd."""
    value = json.loads(text)
    for _ in range(chance.choice((1, 1, 2, 4))):
        holders = [(inner, key) for inner in _holders(value) for key in _keys(inner)]
        if not holders:
            break
        inner, key = chance.choice(holders)
        if chance.random() < 0.3:
            del inner[key]
        elif chance.random() < 0.2:
            inner[key] = [copy.deepcopy(inner[key])] * chance.choice((2, 50))
        else:
            inner[key] = copy.deepcopy(chance.choice(ODD))
    return json.dumps(value)


def _holders(value: Any) -> Iterator[Any]:
    if isinstance(value, (dict, list)):
        yield value
        for inner in list(value.values()) if isinstance(value, dict) else value:
            yield from _holders(inner)


def _keys(value: Any) -> list[Any]:
    return list(value) if isinstance(value, dict) else list(range(len(value)))


def _lay_trial(folder: Path, seed: int) -> Path:
    """A trial of Harbor whose files are broken, gone, or something else: links out, pipes, folders."""
    chance = random.Random(seed)
    (folder / "outside.json").write_text(json.dumps(run_seeds.plain() | {"final_message": SECRET}), encoding="utf-8")
    (folder / "outside.txt").write_text(SECRET, encoding="utf-8")
    (folder / "logs").mkdir()
    job = run_seeds.write_harbor(folder / "logs", trajectory=chance.random() < 0.7)
    if chance.random() < 0.5:
        run_seeds.write_episodes(next(path for path in job.iterdir() if path.is_dir()))
    files = sorted(path for path in (folder / "logs").rglob("*") if path.is_file())
    for path in chance.sample(files, min(len(files), chance.choice((1, 2, 3)))):
        data = path.read_bytes()
        path.unlink()
        match chance.randrange(6):
            case 0:
                path.symlink_to(os.path.relpath(folder / chance.choice(("outside.json", "outside.txt")), path.parent))
            case 1:
                os.mkfifo(path)
            case 2:
                path.mkdir()
            case 3:
                path.symlink_to("/dev/zero")
            case _:
                path.write_bytes(broken(data, chance))
    return folder / "logs"


def _ask(path: Path) -> Answer:
    damage = Damage()
    runs: list[Run] = []
    labels = []
    try:
        for run in read_runs([path], damage):
            Run.model_validate_json(run.model_dump_json())
            runs.append(run)
            labels.append(claim_of(run).label)
            if len(runs) > _MOST:
                break
    except SpecHarnessError as error:
        return Answer(type(error).__name__, str(error))
    said = [run.model_dump_json() for run in runs]
    if SECRET in "".join(said):
        raise Wrong("what stands outside was read")
    return Answer("runs" if runs else "damage", (said, labels, damage))


def _inputs(chance: random.Random) -> Iterator[Lay]:
    seeds = _seeds()
    for name, text in seeds.items():
        yield partial(_lay_file, name=name, text=text, seed=None)
    while True:
        if chance.random() < 0.3:
            yield partial(_lay_trial, seed=chance.randrange(2**32))
        else:
            name = chance.choice(sorted(seeds))
            yield partial(_lay_file, name=name, text=seeds[name], seed=chance.randrange(2**32))


SUBJECTS = {"runs": Subject(_inputs, {"runs": _ask})}
"""What is fuzzed here, by name."""
