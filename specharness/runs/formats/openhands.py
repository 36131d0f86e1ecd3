"""OpenHands: event logs of both generations, and the lines that its evaluation harness writes.

First generation: a list of events with `action` and `args`, or `observation` and `content` with the `cause` they
answer. Software-agent SDK: events with a `kind` (`ActionEvent`, `ObservationEvent`, `MessageEvent`, …), a file each in
`events/` beside `base_state.json`. The harness writes one object a run, with the events of either in `history`.
"""

from __future__ import annotations

from pydantic import JsonValue

from specharness.errors import SchemaMismatchError
from specharness.runs.steps import ROLES, Fields, Trace, amount, as_text, count, record, rest, text, text_of

NAME = "openhands"
_EVENT = frozenset(
    "id timestamp source message action args observation content extras cause tool_call_metadata llm_metrics".split()
)
_KINDED = frozenset(
    "id timestamp source kind action tool_name tool_call_id tool_call observation action_id llm_message thought".split()
)
_LINE = frozenset("instance_id instruction metadata history metrics error test_result report instance".split())
_SILENT = frozenset(
    {"null", "change_agent_state", "agent_state_changed", "recall", "condensation", "condensation_request"}
)


def tells(value: JsonValue) -> bool:
    """Whether a file that begins with this value is of this format."""
    if isinstance(value, list):
        return bool(value) and _is_event(value[0])
    if not isinstance(value, dict):
        return False
    return _is_event(value) or ("instance_id" in value and isinstance(value.get("history"), list))


def fields(value: JsonValue) -> Fields:
    """The fields of one line of the harness."""
    whole = record(value)
    if not isinstance(whole.get("history"), list):
        raise SchemaMismatchError("expected an object with a history")
    history = [event for entry in _flat(whole["history"]) for event in [record(entry)] if event]
    result = session(history)
    metadata, metrics = record(whole.get("metadata")), record(whole.get("metrics"))
    config = record(metadata.get("llm_config") or metadata.get("llm"))
    model = text(config.get("model"))
    result["id"] = result["task"] = text(whole.get("instance_id"))
    result["instruction"] = text(whole.get("instruction")) or result["instruction"]
    result["model"] = model
    result["agent"] = " ".join(name for name in (text(metadata.get("agent_class")) or "openhands", model) if name)
    result["ended"] = text(whole.get("error"))
    result["official"] = _official(whole)
    usage = record(result["usage"])
    usage.update({name: item for name, item in _usage(metrics).items() if item is not None})
    extra = rest(whole, _LINE)
    extra.update(record(result["extra"]))
    if metadata:
        extra["metadata"] = metadata
    result["extra"] = extra
    return result


def session(events: list[Fields], state: Fields | None = None) -> Fields:
    """The fields of one event log. `state`: what `base_state.json` holds."""
    trace, others = Trace(), _Others()
    metrics: Fields = {}
    for event in events:
        if "kind" in event:
            _kinded(trace, event, others)
        else:
            _classic(trace, event, others)
            metrics = record(event.get("llm_metrics")) or metrics
    state = state or {}
    agent = record(state.get("agent"))
    model = text(record(agent.get("llm")).get("model"))
    stats = record(record(state.get("stats")).get("usage_to_metrics"))
    metrics = metrics or next((record(item) for item in stats.values()), {})
    folder = text(record(state.get("workspace")).get("working_dir"))
    extra: Fields = dict(others.counts)
    return {
        "id": text(state.get("id")),
        "task": "",
        "agent": " ".join(name for name in ("openhands", model) if name),
        "model": model,
        "instruction": trace.first_user,
        "trace": trace.steps,
        "final_message": others.finish or trace.final,
        "transcript": "complete" if trace.steps else "absent",
        "ended": others.ended,
        "workspace": {"path": folder} if folder else None,
        "usage": _usage(metrics),
        "extra": {"other_events": extra} if extra else {},
    }


class _Others:
    """What a log says beside its steps."""

    def __init__(self) -> None:
        self.counts: dict[str, JsonValue] = {}
        self.finish: str | None = None
        self.ended = ""

    def see(self, name: str) -> None:
        seen = self.counts.get(name, 0)
        self.counts[name] = seen + 1 if isinstance(seen, int) else 1


def _classic(trace: Trace, event: Fields, others: _Others) -> None:
    """One event of the first generation."""
    identity, called = text(event.get("id")), record(event.get("tool_call_metadata"))
    extra = rest(event, _EVENT)
    action, observation = event.get("action"), event.get("observation")
    arguments = record(event.get("args"))
    if isinstance(action, str):
        if action in _SILENT:
            others.see(action)
        elif action in ("message", "system"):
            role = "system" if action == "system" else "user" if event.get("source") == "user" else "assistant"
            trace.say(role, text(arguments.get("content")), extra)
        else:
            trace.call(text(called.get("function_name")) or action, arguments, identity, extra)
            if action == "finish":
                others.finish = text(arguments.get("final_thought") or arguments.get("thought")) or None
    elif isinstance(observation, str):
        if observation in _SILENT:
            others.see(observation)
            return
        kept = {**extra, **record(event.get("extras"))}
        failed = True if observation == "error" else None
        content = text(event.get("content"))
        if not trace.answer(text(event.get("cause")), content, failed=failed, extra=kept):
            trace.say("system", content, {**kept, "observation": observation})
    else:
        others.see("unknown")


def _kinded(trace: Trace, event: Fields, others: _Others) -> None:
    """One event of the software-agent SDK."""
    kind, identity = text(event.get("kind")), text(event.get("tool_call_id")) or text(event.get("id"))
    extra = rest(event, _KINDED)
    if kind == "MessageEvent":
        message = record(event.get("llm_message"))
        role = "user" if event.get("source") == "user" else ROLES.get(text(message.get("role")), "assistant")
        if event.get("source") == "environment":
            role = "system"
        trace.say(role, text_of(message.get("content")), extra)
    elif kind == "SystemPromptEvent":
        trace.say("system", text_of(event.get("system_prompt")), extra)
    elif kind == "ActionEvent":
        thought = text_of(event.get("thought"))
        if thought:
            trace.say("assistant", thought, {"thought": True}, final=False)
        action = record(event.get("action"))
        arguments: JsonValue = {name: item for name, item in action.items() if name != "kind"}
        if not action:
            arguments = record(event.get("tool_call")).get("arguments")
        tool = text(event.get("tool_name")) or text(action.get("kind")).removesuffix("Action").lower() or "unknown"
        trace.call(tool, arguments, identity, extra)
        if tool == "finish":
            others.finish = text(action.get("message")) or None
    elif kind in ("ObservationEvent", "AgentErrorEvent", "UserRejectObservation"):
        seen = record(event.get("observation"))
        content = (
            as_text(seen.get("content"))
            or as_text(seen.get("output"))
            or as_text(event.get("error") or event.get("rejection_reason"))
        )
        failed = seen.get("is_error") if isinstance(seen.get("is_error"), bool) else kind != "ObservationEvent" or None
        kept = rest(seen, frozenset({"kind", "content", "output", "is_error"}))
        trace.answer(identity, content, failed=failed if isinstance(failed, bool) else None, extra=kept)
    elif kind == "ConversationErrorEvent":
        others.ended = ": ".join(part for part in (text(event.get("code")), text(event.get("detail"))) if part)
    else:
        others.see(kind)


def _usage(metrics: Fields) -> Fields:
    tokens = record(metrics.get("accumulated_token_usage"))
    return {
        "input_tokens": count(tokens.get("prompt_tokens")),
        "output_tokens": count(tokens.get("completion_tokens")),
        "cached_tokens": count(tokens.get("cache_read_tokens")),
        "cost_usd": amount(metrics.get("accumulated_cost")),
    }


def _official(whole: Fields) -> Fields | None:
    report = record(whole.get("report")) or record(record(whole.get("test_result")).get("report"))
    resolved = report.get("resolved")
    held_out: Fields = {
        name: whole[name] for name in ("test_result", "report", "instance") if whole.get(name) is not None
    }
    if not held_out and not isinstance(resolved, bool):
        return None
    return {"passed": resolved if isinstance(resolved, bool) else None, "held_out": held_out}


def _is_event(value: JsonValue) -> bool:
    if not isinstance(value, dict) or "source" not in value:
        return isinstance(value, dict) and str(value.get("kind", "")).endswith(("Event", "Observation"))
    if str(value.get("kind", "")).endswith(("Event", "Observation")):
        return True
    return (isinstance(value.get("action"), str) and "args" in value) or isinstance(value.get("observation"), str)


def _flat(history: JsonValue) -> list[JsonValue]:
    """Events in order; old logs pair an action with its observation in a list of two."""
    if not isinstance(history, list):
        return []
    return [event for entry in history for event in (entry if isinstance(entry, list) else [entry])]
