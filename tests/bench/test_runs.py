"""Readers at 50 MB/s of processor time or more; 100,000 runs measured in a minute and two gigabytes."""

from __future__ import annotations

import json
import random
import resource
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from specharness.runs.damage import Damage
from specharness.runs.reading import read_runs

sys.path.insert(0, str(Path(__file__).parents[1] / "runs"))
from specharness.measure import run_seeds as records

pytestmark = pytest.mark.bench

LEAST = 50.0
"""Megabytes a second."""
RUNS, TURNS = 400, 12
WROTE = {"kind": "call", "tool": "write", "result": "ok"}
SECONDS, BYTES = 60.0, 2 * 1024**3


def _words(draw: random.Random, count: int) -> str:
    return " ".join("".join(draw.choices("abcdefghijklmnop", k=draw.randint(2, 9))) for _ in range(count))


def _openai(draw: random.Random, number: int) -> dict[str, Any]:
    record = records.openai()
    messages = record["messages"][:2]
    for turn in range(TURNS):
        function = {"name": "bash", "arguments": json.dumps({"command": _words(draw, 15)})}
        call = {"id": f"c{turn}", "type": "function", "function": function}
        messages.append({"role": "assistant", "content": _words(draw, 20), "tool_calls": [call]})
        messages.append({"role": "tool", "tool_call_id": f"c{turn}", "content": _words(draw, 120)})
    messages.append({"role": "assistant", "content": records.SAID})
    return {**record, "messages": messages, "id": f"r{number}", "task_id": f"t{number}"}


def _tau(draw: random.Random, number: int) -> dict[str, Any]:
    return {**records.tau(), "task_id": number, "traj": _openai(draw, number)["messages"]}


def _atif(draw: random.Random, number: int) -> dict[str, Any]:
    document = records.atif()
    first, again = document["steps"]
    steps = [first]
    for turn in range(TURNS):
        call = {"tool_call_id": f"c{turn}", "function_name": "bash", "arguments": {"command": _words(draw, 15)}}
        answer = {"results": [{"source_call_id": f"c{turn}", "content": _words(draw, 120)}]}
        steps.append({**again, "message": _words(draw, 20), "tool_calls": [call], "observation": answer})
    return {**document, "steps": steps, "session_id": f"s{number}"}


def _openhands(draw: random.Random, number: int) -> dict[str, Any]:
    events = records.openhands_events()
    history = events[:2]
    for turn in range(TURNS):
        action = {"kind": "TerminalAction", "command": _words(draw, 15)}
        seen = {**events[3]["observation"], "content": [{"type": "text", "text": _words(draw, 120)}]}
        history.append({**events[2], "tool_call_id": f"c{turn}", "action": action})
        history.append({**events[3], "tool_call_id": f"c{turn}", "observation": seen})
    return {"instance_id": f"i{number}", "history": history + events[4:]}


def _claude(draw: random.Random, number: int) -> list[dict[str, Any]]:
    init, said, answered, *end = records.claude_stream()
    events = [init]
    for turn in range(TURNS):
        call = {"type": "tool_use", "id": f"c{turn}", "name": "Bash", "input": {"command": _words(draw, 15)}}
        content = [{"type": "text", "text": _words(draw, 20)}, call]
        result = {"type": "tool_result", "tool_use_id": f"c{turn}", "content": _words(draw, 120)}
        events.append({**said, "message": {**said["message"], "id": f"m{turn}", "content": content}})
        events.append({**answered, "message": {"role": "user", "content": [result]}})
    return [{**event, "session_id": f"s{number}"} for event in (*events, *end)]


MADE: dict[str, Callable[[random.Random, int], Any]] = {
    "openai": _openai,
    "tau-bench": _tau,
    "atif": _atif,
    "openhands": _openhands,
    "claude-code": _claude,
}


@pytest.mark.parametrize("name", [*MADE, "runs"])
def test_readers_keep_up(name: str, tmp_path: Path) -> None:
    draw = random.Random(1)
    path = tmp_path / "log"
    values = [MADE.get(name, _openai)(draw, number) for number in range(RUNS)]
    if name == "tau-bench":
        path.write_text(json.dumps(values, indent=1))
    else:
        path.write_text(
            records.lines(*(each for value in values for each in (value if isinstance(value, list) else [value])))
        )
    if name == "runs":
        converted = [run.model_dump_json(exclude_none=True) + "\n" for run in read_runs([path], Damage())]
        path.write_text("".join(converted))
    best = 0.0
    for _ in range(3):
        start = time.process_time()
        damage = Damage()
        assert sum(1 for _ in read_runs([path], damage)) == RUNS
        assert damage.count == 0
        best = max(best, path.stat().st_size / 1e6 / (time.process_time() - start))
    print(f"{name}: {best:.0f} MB/s")
    assert best >= LEAST


def test_a_hundred_thousand_runs(tmp_path: Path) -> None:
    draw = random.Random(1)
    path = tmp_path / "runs.jsonl"
    with path.open("w") as stream:
        for number in range(100_000):
            task, agent, place = number % 1000, number // 1000 % 10, number // 10_000
            said = "I have updated the record." if draw.random() < 0.9 else "I need to find the address first."
            passed = draw.random() < 0.5
            run: dict[str, Any] = {
                "id": str(number), "task": f"t{task}", "agent": f"a{agent}", "trial": str(place // 2),
                "condition": ("raw", "gate")[place % 2], "official": {"passed": passed}, "final_message": said,
                "trace": [WROTE, {"kind": "message", "role": "assistant", "text": said}],
                "usage": {"input_tokens": 1000 + task, "output_tokens": 100, "seconds": 3.5},
            }  # fmt: skip
            if place % 2:
                run["acceptance"] = {"accepted": passed or draw.random() < 0.2}
            stream.write(json.dumps(run) + "\n")
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    command = [sys.executable, "-m", "specharness", "gaps", str(path), "-o", str(tmp_path / "gaps.json")]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    print(f"{used.ru_utime - before:.1f} s, {used.ru_maxrss / 1024:.0f} MiB")
    assert used.ru_utime - before <= SECONDS
    assert used.ru_maxrss * 1024 <= BYTES
