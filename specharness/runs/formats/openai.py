"""Lists of messages as OpenAI's chat completions have them: role, content, tool_calls, tool_call_id.

A record is `{"messages": […], …}`, or the bare list. Known beside the messages: `id`, `task` or `task_id`, `agent`,
`model`, `trial`, `usage`, and an outcome as `passed`, `success`, `resolved` or `reward`.
"""

from __future__ import annotations

from pydantic import JsonValue

from specharness.errors import SchemaMismatchError
from specharness.runs.steps import ROLES, Fields, Trace, as_text, count, number, record, records, rest, text, text_of

NAME = "openai"
_MESSAGE = frozenset({"role", "content", "tool_calls", "function_call", "tool_call_id", "name"})
_CALL = frozenset({"id", "type", "function", "name", "arguments", "args"})
_KNOWN = frozenset(
    "messages id task task_id agent model condition trial benchmark domain instruction passed success resolved "
    "reward usage".split()
)
PASSES_AT = 1 - 1e-6
"""A reward from here on is a pass: tau-bench's own tolerance."""


def tells(value: JsonValue) -> bool:
    """Whether a file that begins with this value is of this format."""
    if isinstance(value, list):
        return bool(value) and all(_is_message(item) for item in value[:3])
    return isinstance(value, dict) and isinstance(value.get("messages"), list) and tells(value["messages"])


def fields(value: JsonValue) -> Fields:
    """The fields of one record."""
    whole: Fields = {"messages": value} if isinstance(value, list) else record(value)
    if not isinstance(whole.get("messages"), list):
        raise SchemaMismatchError("expected an object with a list of messages")
    trace = trace_of(records(whole["messages"]))
    result: Fields = {
        "task": text(whole.get("task")) or text(whole.get("task_id")),
        "agent": text(whole.get("agent")) or text(whole.get("model")),
        "model": text(whole.get("model")),
        "instruction": text(whole.get("instruction")) or trace.first_user,
        "trace": trace.steps,
        "final_message": trace.final,
        "usage": usage_of(record(whole.get("usage"))),
        "official": official_of(whole),
        "extra": rest(whole, _KNOWN),
    }
    for name in ("id", "condition", "trial", "benchmark", "domain"):
        if whole.get(name) is not None:
            result[name] = text(whole[name])
    return result


def trace_of(messages: list[Fields]) -> Trace:
    """The trace of a list of messages. An answer whose call is not there becomes a call of its own name."""
    trace = Trace()
    for message in messages:
        role = message.get("role")
        extra = rest(message, _MESSAGE)
        content = message.get("content")
        if role in ("tool", "function"):
            identity = text(message.get("tool_call_id"))
            result = as_text(content)
            if not trace.answer(identity, result, extra=extra):
                step = trace.call(text(message.get("name")) or "unknown", {}, "", {**extra, "unmatched": True})
                step["result"] = result
            continue
        if text(role) not in ROLES:
            raise SchemaMismatchError(f"expected a message's role, got {role!r}")
        said = text_of(content)
        calls = records(message.get("tool_calls"))
        if isinstance(message.get("function_call"), dict):
            calls = [*calls, {"function": message["function_call"]}]
        if said or not calls:
            trace.say(ROLES[str(role)], said, extra)
            extra = {}
        for call in calls:
            function = record(call.get("function")) or call
            trace.call(
                text(function.get("name")) or "unknown",
                function["arguments"] if "arguments" in function else function.get("args"),
                text(call.get("id")),
                {**rest(call, _CALL), **extra},
            )
    return trace


def official_of(whole: Fields) -> Fields | None:
    """An outcome that stands beside the messages."""
    reward = number(whole.get("reward"))
    for name in ("passed", "success", "resolved"):
        if isinstance(whole.get(name), bool):
            return {"passed": whole[name], "reward": reward}
    return None if reward is None else {"passed": reward >= PASSES_AT, "reward": reward}


def usage_of(usage: Fields) -> Fields:
    """Counts under the names of either of OpenAI's interfaces."""
    return {
        "input_tokens": count(usage.get("prompt_tokens", usage.get("input_tokens"))),
        "output_tokens": count(usage.get("completion_tokens", usage.get("output_tokens"))),
        "cached_tokens": count(
            record(usage.get("prompt_tokens_details") or usage.get("input_tokens_details")).get("cached_tokens")
        ),
    }


def _is_message(item: JsonValue) -> bool:
    return (
        isinstance(item, dict)
        and ("content" in item or "tool_calls" in item)
        and text(item.get("role")) in {*ROLES, "tool"}
    )
