"""Harbor's trial folders: `result.json`, `verifier/ctrf.json`, and under `agent/` a trajectory in whatever format.

A trial is a folder with a `result.json` that names a trial; a job is a folder of them. The trajectory is read from
`agent/trajectory.json` (ATIF) and its continuations, from Terminus' episodes, or from the first file under `agent/`
whose format is known. A reward from 1 on passes.
"""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

from pydantic import JsonValue

from specharness.errors import InputError
from specharness.runs.damage import Damage
from specharness.runs.formats.openai import PASSES_AT
from specharness.runs.lines import parse, read_whole, stands
from specharness.runs.steps import Fields, amount, count, number, record, records, rest, text

NAME = "harbor"
RESULT = "result.json"
_KNOWN = frozenset(
    "id task_name trial_name agent_info agent_result verifier_result exception_info started_at finished_at "
    "agent_execution".split()
)
_STATUS = {"passed": "passed", "failed": "failed", "skipped": "inactive", "pending": "unknown", "other": "unknown"}


def tells(value: JsonValue) -> bool:
    """Whether a `result.json` is a trial's."""
    return isinstance(value, dict) and isinstance(value.get("trial_name"), str) and "task_name" in value


def is_job(value: JsonValue) -> bool:
    """Whether a `result.json` is a job's: the sum of its trials, which are read each from its own folder."""
    return isinstance(value, dict) and "n_total_trials" in value


def fields(value: JsonValue, folder: Path, damage: Damage) -> Fields:
    """What the result and the tests say; the trace is another's to add."""
    whole = record(value)
    info, outcome = record(whole.get("agent_info")), record(whole.get("agent_result"))
    configured = record(record(whole.get("config")).get("agent"))
    model = text(record(info.get("model_info")).get("name")) or text(configured.get("model_name"))
    name = text(info.get("name")) or text(configured.get("name"))
    trial = text(whole.get("trial_name"))
    raised = record(whole.get("exception_info"))
    artifacts = folder / "artifacts"
    extra = rest(whole, _KNOWN)
    if outcome.get("metadata"):
        extra["agent_metadata"] = outcome["metadata"]
    return {
        "id": trial,
        "task": text(whole.get("task_name")),
        "agent": " ".join(part for part in (name, model) if part),
        "model": model,
        "trial": trial.rpartition("__")[2] or "0",
        "benchmark": text(whole.get("source")),
        "ended": ": ".join(
            part for part in (text(raised.get("exception_type")), text(raised.get("exception_message"))) if part
        ),
        "workspace": {"path": str(artifacts)} if stands(artifacts, damage, folder=True) else None,
        "official": _official(record(whole.get("verifier_result")), folder, raised, damage),
        "usage": {
            "input_tokens": count(outcome.get("n_input_tokens")),
            "cached_tokens": count(outcome.get("n_cache_tokens")),
            "output_tokens": count(outcome.get("n_output_tokens")),
            "cost_usd": amount(outcome.get("cost_usd")),
            "seconds": _seconds(record(whole.get("agent_execution"))),
        },
        "extra": extra,
    }


def _official(verified: Fields, folder: Path, raised: Fields, damage: Damage) -> Fields:
    rewards = record(verified.get("rewards")) or {"reward": verified.get("reward")}
    chosen = rewards.get("reward", next(iter(rewards.values()), None) if len(rewards) == 1 else None)
    reward = float(chosen) if isinstance(chosen, bool) else number(chosen)
    error = ""
    if reward is None:
        error = text(raised.get("exception_type")) or "no reward"
    return {
        "passed": None if reward is None else reward >= PASSES_AT,
        "reward": reward,
        "tests": _tests(folder / "verifier" / "ctrf.json", damage),
        "error": error,
        "held_out": {"rewards": rewards} if len(rewards) > 1 else {},
    }


def _tests(path: Path, damage: Damage) -> list[JsonValue]:
    """Outcomes by test, as the Common Test Report Format has them."""
    if not stands(path, damage):
        return []
    try:
        report = record(record(parse(read_whole(path))).get("results"))
    except (ValueError, InputError) as error:
        damage.add(str(path), None, f"broken test report: {error}")
        return []
    return [
        {"name": text(test.get("name")), "outcome": _STATUS.get(text(test.get("status")), "unknown")}
        for test in records(report.get("tests"))
    ]


def _seconds(timing: Fields) -> float | None:
    try:
        begun = datetime.fromisoformat(text(timing.get("started_at")))
        ended = datetime.fromisoformat(text(timing.get("finished_at")))
        return max(0.0, (ended - begun).total_seconds())
    except (ValueError, TypeError, OverflowError):
        return None
