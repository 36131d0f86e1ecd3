"""Results of tau-bench: one object a run with `task_id`, `trial`, `reward` and the messages.

The project's own result files are lists of `{task_id, reward, info, traj, trial}`; extracts have `messages` beside
`instruction`, `gold_actions` and `required_outputs`. What the simulated user was told is not what the agent was told:
`instruction` stays empty, and reference actions are held out.
"""

from __future__ import annotations

from pydantic import JsonValue

from specharness.runs.formats.openai import PASSES_AT, trace_of
from specharness.runs.steps import Fields, number, record, records, rest, shaped, text

NAME = "tau-bench"
_KNOWN = frozenset(
    "id task_id trial reward traj messages info final_message gold_actions required_outputs ground_truth "
    "instruction".split()
)
_HELD_OUT = ("gold_actions", "required_outputs", "ground_truth", "instruction")


def tells(value: JsonValue) -> bool:
    """Whether a file that begins with this value is of this format."""
    if not isinstance(value, dict) or not {"task_id", "reward"} <= value.keys():
        return False
    return isinstance(value.get("traj"), list) or {"messages", "gold_actions"} <= value.keys()


def fields(value: JsonValue) -> Fields:
    """The fields of one record."""
    whole = shaped(value, "a result of tau-bench")
    trace = trace_of(records(whole.get("traj", whole.get("messages"))))
    task, trial = text(whole.get("task_id")), text(whole.get("trial"))
    identity = text(whole.get("id"))
    domain = identity.partition("/")[0].removeprefix("tau_") if "/" in identity else ""
    info = record(whole.get("info"))
    reward = number(whole.get("reward"))
    held_out: Fields = {name: whole[name] for name in _HELD_OUT if whole.get(name) is not None}
    if info:
        held_out["info"] = {name: item for name, item in info.items() if name not in ("error", "traceback")}
    error = text(info.get("error"))
    return {
        "id": identity or f"tau/{task}-{trial}",
        "task": task,
        "agent": "",
        "trial": trial or "0",
        "benchmark": "tau-bench",
        "domain": domain,
        "trace": trace.steps,
        "final_message": trace.final,
        "ended": error,
        "transcript": "complete" if trace.steps else "absent",
        "official": {
            "passed": None if reward is None else reward >= PASSES_AT,
            "reward": reward,
            "held_out": held_out,
        },
        "extra": rest(whole, _KNOWN),
    }
