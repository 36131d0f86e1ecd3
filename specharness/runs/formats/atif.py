"""ATIF, the Agent Trajectory Interchange Format of Harbor (RFC 0001, versions 1.x): one JSON document a run.

Steps come from `system`, `user` or `agent`; an agent's step has its calls and the answers to them in `observation`.
Trajectories of delegated agents are kept as references in `extra`; their own steps are other documents.
"""

from __future__ import annotations

from pydantic import JsonValue

from specharness.errors import SchemaMismatchError
from specharness.runs.steps import (
    ROLES,
    Fields,
    Trace,
    amount,
    as_text,
    count,
    record,
    records,
    rest,
    shaped,
    text,
    text_of,
)

NAME = "atif"
_KNOWN = frozenset({"schema_version", "session_id", "agent", "steps", "final_metrics", "extra"})
_STEP = frozenset({"step_id", "source", "message", "tool_calls", "observation", "extra"})
_CALL = frozenset({"tool_call_id", "function_name", "arguments", "extra"})
_RESULT = frozenset({"source_call_id", "content", "is_error", "extra"})


def tells(value: JsonValue) -> bool:
    """Whether a document is of this format."""
    return isinstance(value, dict) and str(value.get("schema_version", "")).startswith("ATIF-") and "steps" in value


def fields(value: JsonValue) -> Fields:
    """The fields of one document."""
    whole = shaped(value, "an ATIF trajectory")
    agent = record(whole.get("agent"))
    trace, totals = Trace(), _Totals()
    for step in records(whole.get("steps")):
        _step(trace, step)
        totals.add(record(step.get("metrics")), step.get("source"))
    metrics = record(whole.get("final_metrics"))
    model = text(agent.get("model_name"))
    extra = rest(whole, _KNOWN)
    extra.update(record(whole.get("extra")))
    kept = rest(agent, frozenset({"name", "model_name"}))
    if kept:
        extra["agent"] = kept
    left = rest(
        metrics, frozenset({"total_prompt_tokens", "total_completion_tokens", "total_cached_tokens", "total_cost_usd"})
    )
    if left:
        extra["final_metrics"] = left
    return {
        "id": text(whole.get("session_id")),
        "task": "",
        "agent": " ".join(name for name in (text(agent.get("name")), model) if name),
        "model": model,
        "instruction": trace.first_user,
        "trace": trace.steps,
        "final_message": trace.final,
        "transcript": "complete" if trace.steps else "absent",
        "usage": {
            "input_tokens": count(metrics.get("total_prompt_tokens")) if metrics else totals.tokens("prompt_tokens"),
            "output_tokens": count(metrics.get("total_completion_tokens"))
            if metrics
            else totals.tokens("completion_tokens"),
            "cached_tokens": count(metrics.get("total_cached_tokens")) if metrics else totals.tokens("cached_tokens"),
            "cost_usd": amount(metrics.get("total_cost_usd")),
            "model_calls": totals.calls,
        },
        "extra": extra,
    }


def _step(trace: Trace, step: Fields) -> None:
    role = ROLES.get(str(step.get("source")))
    if role is None:
        raise SchemaMismatchError(f"expected a step's source, got {step.get('source')!r}")
    said, calls = text_of(step.get("message")), records(step.get("tool_calls"))
    extra = {**rest(step, _STEP), **record(step.get("extra"))}
    if said or not calls:
        trace.say(role, said, extra)
        extra = {}
    for call in calls:
        kept = {**rest(call, _CALL), **record(call.get("extra")), **extra}
        trace.call(
            text(call.get("function_name")) or "unknown", call.get("arguments"), text(call.get("tool_call_id")), kept
        )
    for result in records(record(step.get("observation")).get("results")):
        failed = result.get("is_error")
        kept = {**rest(result, _RESULT), **record(result.get("extra"))}
        content = as_text(result.get("content"))
        found = trace.answer(
            text(result.get("source_call_id")), content, failed=failed if isinstance(failed, bool) else None, extra=kept
        )
        if not found and content:
            trace.say("system", content, {**kept, "observation": True})


class _Totals:
    def __init__(self) -> None:
        self._sums: dict[str, int] = {}
        self.calls = 0

    def add(self, metrics: Fields, source: JsonValue) -> None:
        self.calls += source == "agent"
        for name, value in metrics.items():
            number = count(value)
            if name.endswith("_tokens") and number is not None:
                self._sums[name] = self._sums.get(name, 0) + number

    def tokens(self, name: str) -> int | None:
        return self._sums.get(name)
