"""Episodes of Terminus, the agent that comes with Terminal-Bench and Harbor: a folder an episode, `response.txt` in it.

An answer is a JSON object (or XML, of which only `task_complete` is read) with `analysis`, `plan`, `commands` and
`task_complete`. The screen that the agent saw after its commands is the next episode's prompt.
"""

from __future__ import annotations

import re
from pathlib import Path

from specharness.runs.damage import Damage
from specharness.runs.lines import MIB, parse, stands
from specharness.runs.steps import Fields, Trace, amount, record, records, text

NAME = "terminus"
COMPLETE = "task_complete"
"""The call that stands for the flag in an answer."""
MAX_EPISODES = 10_000
MAX_TEXT = 16 * MIB
"""Bytes of one prompt or answer."""

_EPISODE = re.compile(r"episode-([0-9]{1,6})")
_FLAG = re.compile(r"<task_complete>\s*true\s*</task_complete>", re.IGNORECASE)
_OBJECT = re.compile(r"\{.*\}", re.DOTALL)


def episodes(folder: Path, damage: Damage) -> list[Path]:
    """The episodes' folders in order; none where there are none."""
    found = [(int(match[1]), path) for path in folder.glob("episode-*") if (match := _EPISODE.fullmatch(path.name))]
    return [path for _, path in sorted(found)[:MAX_EPISODES] if stands(path, damage, folder=True)]


def fields(folders: list[Path], damage: Damage) -> Fields:
    """The fields that the episodes give."""
    trace = Trace()
    for number, folder in enumerate(folders):
        prompt, answer = _read(folder / "prompt.txt", damage), _read(folder / "response.txt", damage)
        if prompt is not None and (number == 0 or not trace.answer("", prompt)):
            trace.say("user", prompt)
        if answer is None:
            continue
        said = _object(answer)
        if not said:
            trace.say("assistant", answer)
            if _FLAG.search(answer):
                trace.call(COMPLETE, {})
            continue
        trace.say("assistant", "\n".join(part for part in (text(said.get("analysis")), text(said.get("plan"))) if part))
        for command in records(said.get("commands")):
            trace.call(
                "terminal", {"keystrokes": text(command.get("keystrokes")), "duration": amount(command.get("duration"))}
            )
        if said.get(COMPLETE) is True or str(said.get(COMPLETE)).lower() == "true":
            trace.call(COMPLETE, {})
    return {
        "instruction": trace.first_user,
        "trace": trace.steps,
        "final_message": trace.final,
        "transcript": "complete" if trace.steps else "absent",
        "usage": {"model_calls": len(folders)},
    }


def _object(answer: str) -> Fields:
    match = _OBJECT.search(answer)
    if match is None:
        return {}
    try:
        return record(parse(match.group().encode()))
    except ValueError:
        return {}


def _read(path: Path, damage: Damage) -> str | None:
    if not stands(path, damage):
        return None
    try:
        with path.open("rb") as stream:
            data = stream.read(MAX_TEXT + 1)
    except OSError as error:
        damage.add(str(path), None, f"can't be read: {error.strerror or error}")
        return None
    if len(data) > MAX_TEXT:
        damage.add(str(path), None, f"longer than {MAX_TEXT // MIB} MiB")
        return None
    return data.decode("utf-8", "replace")
