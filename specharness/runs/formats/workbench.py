"""Extracts of WorkBench runs: one object a run, calls as the text of Python calls with literal arguments.

Soft spots of its verdict, as the extract's README names them: `no_change_needed` where the reference asks for no
change, so that doing nothing passes whatever is said, and `end_date` where a plot up to the wrong day counts as wrong.
"""

from __future__ import annotations

import ast

from pydantic import JsonValue

from specharness import trees
from specharness.runs.steps import Fields, Trace, record, rest, shaped, strings, text

NAME = "workbench"
_HELD_OUT = (
    "gold_calls",
    "n_changes",
    "diff",
    "wrong_kind",
    "state_equal",
    "unwanted_side_effects",
    "minor_error",
    "replay",
)
_KNOWN = frozenset(
    {"id", "run", "model", "domain", "task_id", "query", "function_calls", "tool_answers", "calls_recorded"}
    | {"final_message", "error", "correct", *_HELD_OUT}
)
_TRANSCRIPTS = {"all": "complete", "partly": "partial", "none": "absent"}
MAX_CALL = 100_000
"""Characters of one call that is read as Python; the parser's time and stack grow with it."""


def tells(value: JsonValue) -> bool:
    """Whether a file that begins with this value is of this format."""
    return isinstance(value, dict) and {"function_calls", "query", "task_id", "correct"} <= value.keys()


def fields(value: JsonValue) -> Fields:
    """The fields of one record."""
    whole = shaped(value, "a WorkBench run")
    trace = Trace()
    trace.say("user", text(whole.get("query")))
    answers = whole.get("tool_answers")
    for index, call in enumerate(strings(whole.get("function_calls"))):
        name, arguments = read_call(call)
        step = trace.call(name or call, arguments if name else None)
        if not name:
            step["raw_arguments"] = call
        if isinstance(answers, list) and index < len(answers):
            step["result"] = None if answers[index] is None else text(answers[index])
    final = whole.get("final_message")
    if isinstance(final, str):
        trace.say("assistant", final)
    correct = whole.get("correct")
    return {
        "id": text(whole.get("id")),
        "task": text(whole.get("task_id")),
        "agent": text(whole.get("run")),
        "model": text(whole.get("model")),
        "benchmark": "workbench",
        "domain": text(whole.get("domain")),
        "instruction": text(whole.get("query")),
        "trace": trace.steps,
        "final_message": trace.final,
        "transcript": _TRANSCRIPTS.get(text(whole.get("calls_recorded")), "complete"),
        "ended": text(whole.get("error")),
        "official": {
            "passed": correct if isinstance(correct, bool) else None,
            "soft": list(_soft(whole)),
            "held_out": {name: whole[name] for name in _HELD_OUT if whole.get(name) is not None},
        },
        "extra": rest(whole, _KNOWN),
    }


def read_call(call: str) -> tuple[str, Fields]:
    """Name and arguments of `tool.func(key="value", …)`; an empty name where the text is no such call.

    Nothing is evaluated. Line breaks inside of a value stand as they are in the record.
    """
    if len(call) > MAX_CALL:
        return "", {}
    try:
        # of escapes that Python does not know it warns: they stand for themselves
        node = trees.parsed(call.strip().replace("\r", "\\r").replace("\n", "\\n"), mode="eval").body
        if not isinstance(node, ast.Call) or node.args:
            return "", {}
        arguments: Fields = {}
        for keyword in node.keywords:
            if keyword.arg is None:
                return "", {}
            literal = ast.literal_eval(keyword.value)
            arguments[keyword.arg] = literal if _is_json(literal) else str(literal)
        return ast.unparse(node.func).removesuffix(".func"), arguments
    except (SyntaxError, ValueError, RecursionError, MemoryError, TypeError):
        return "", {}


def _soft(whole: Fields) -> list[str]:
    changes = record(whole.get("n_changes"))
    found = ["no_change_needed"] if changes.get("gold") == 0 else []
    if whole.get("minor_error") == "end_date":
        found.append("end_date")
    return found


def _is_json(value: object) -> bool:
    if isinstance(value, list):
        return all(_is_json(item) for item in value)
    if isinstance(value, dict):
        return all(isinstance(name, str) and _is_json(item) for name, item in value.items())
    return value is None or isinstance(value, (str, int, float, bool))
