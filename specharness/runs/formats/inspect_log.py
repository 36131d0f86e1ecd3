"""Logs of Inspect AI (`.eval` and `.json`), read with the library itself: one run a sample and epoch.

Needs the extra `inspect`. Samples are read one at a time. The first score is the official outcome, as Inspect's own
value: `C` passes, `I` fails, `P` and `N` fail with what they are worth; numbers pass from 1 on. Targets are held out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pydantic import JsonValue

from specharness.errors import InputError, UsageError
from specharness.runs.formats.openai import PASSES_AT
from specharness.runs.steps import (
    ROLES,
    Fields,
    Trace,
    amount,
    as_text,
    count,
    number,
    record,
    records,
    rest,
    text,
    text_of,
)

if TYPE_CHECKING:
    from inspect_ai.log import EvalSample

NAME = "inspect"
_VALUES = {"C": 1.0, "I": 0.0, "P": 0.5, "N": 0.0}
_SKIPPED = {"events", "attachments", "store", "timelines"}
_SAMPLE = frozenset(
    "id epoch input messages output scores target error limit model_usage total_time working_time choices files "
    "setup metadata sandbox uuid started_at completed_at".split()
)
_MESSAGE = frozenset("id role content tool_calls tool_call_id function error source model internal".split())


def tells(value: JsonValue) -> bool:
    """Whether a JSON document is a log of Inspect; its `.eval` files are told by their archive."""
    return isinstance(value, dict) and isinstance(value.get("eval"), dict) and "task" in record(value["eval"])


def runs(path: Path) -> Iterator[tuple[int, Fields]]:
    """The fields of each sample, with its place in the log.

    Raises UsageError where Inspect AI is not installed, InputError where it can't read the log.
    """
    try:
        from inspect_ai.log import read_eval_log, read_eval_log_samples
    except ImportError as error:
        raise UsageError("logs of Inspect AI need it; install it with: pip install 'specharness[inspect]'") from error
    try:
        header = read_eval_log(str(path), header_only=True)
        spec: Fields = header.eval.model_dump(mode="json", exclude_none=True)
        samples: Iterable[EvalSample]
        if header.eval.dataset.sample_ids is None:  # as older versions wrote it: it can't be read in parts
            samples = read_eval_log(str(path), resolve_attachments=True, exclude_fields=_SKIPPED).samples or []
        else:
            samples = read_eval_log_samples(
                str(path), all_samples_required=False, resolve_attachments=True, exclude_fields=_SKIPPED
            )
        for place, sample in enumerate(samples, start=1):
            yield place, _fields(sample.model_dump(mode="json", exclude_none=True, exclude=_SKIPPED), spec)
    except (OSError, ValueError, KeyError, NotImplementedError, IndexError, RuntimeError) as error:
        raise InputError(f"{path}: Inspect AI can't read it: {' '.join(str(error).split())[:200]}") from error


def _fields(sample: dict[str, Any], spec: Fields) -> Fields:
    trace, handed = Trace(), records(sample.get("messages"))
    if not handed and isinstance(sample.get("input"), str):
        handed = [{"role": "user", "content": sample["input"]}]
    for message in handed:
        _message(trace, message)
    model = text(spec.get("model"))
    usage = [record(item) for item in record(sample.get("model_usage")).values()]
    error = record(sample.get("error"))
    limit = record(sample.get("limit"))
    solver = text(spec.get("solver"))
    metadata = record(sample.get("metadata"))
    extra = rest(sample, _SAMPLE)
    for name in ("metadata", "sandbox", "choices"):
        if sample.get(name):
            extra[name] = sample[name]
    return {
        "id": f"{text(spec.get('task'))}/{text(sample.get('id'))}-{text(sample.get('epoch'))}",
        "task": text(sample.get("id")),
        "trial": text(sample.get("epoch")) or "1",
        "agent": " ".join(name for name in (solver, model) if name),
        "model": model,
        "benchmark": text(spec.get("task")),
        "domain": text(metadata.get("domain")),
        "instruction": trace.first_user,
        "trace": trace.steps,
        "final_message": trace.final,
        "transcript": "complete" if trace.final or trace.calls else "absent",
        "ended": text(error.get("message")) or (f"limit: {text(limit.get('type'))}" if limit else ""),
        "official": _official(sample),
        "usage": {
            "input_tokens": _total(usage, ("input_tokens", "input_tokens_cache_read", "input_tokens_cache_write")),
            "output_tokens": _total(usage, ("output_tokens",)),
            "cached_tokens": _total(usage, ("input_tokens_cache_read",)),
            "seconds": amount(sample.get("working_time", sample.get("total_time"))),
        },
        "extra": extra,
    }


def _message(trace: Trace, message: Fields) -> None:
    role, extra = message.get("role"), rest(message, _MESSAGE)
    if role == "tool":
        failure = record(message.get("error"))
        content = as_text(message.get("content")) or text(failure.get("message"))
        trace.answer(text(message.get("tool_call_id")), content, failed=True if failure else None, extra=extra)
        return
    said, calls = text_of(message.get("content")), records(message.get("tool_calls"))
    if said or not calls:
        trace.say(ROLES.get(str(role), "user"), said, extra)
    for call in calls:
        kept = rest(call, frozenset({"id", "function", "arguments", "type"}))
        trace.call(text(call.get("function")) or "unknown", call.get("arguments"), text(call.get("id")), kept)


def _official(sample: dict[str, Any]) -> Fields:
    scores = record(sample.get("scores"))
    held_out: Fields = {"target": sample.get("target"), "scores": scores}
    for score in scores.values():
        value = record(score).get("value")
        reward = _VALUES.get(value) if isinstance(value, str) else number(value)
        if isinstance(value, bool):
            reward = float(value)
        return {"passed": None if reward is None else reward >= PASSES_AT, "reward": reward, "held_out": held_out}
    return {"passed": None, "error": "no score", "held_out": held_out}


def _total(usage: list[Fields], names: tuple[str, ...]) -> int | None:
    return sum(count(item.get(name)) or 0 for item in usage for name in names) if usage else None
