"""A trace as it is put together from a format's own pieces: messages, calls, and answers that find their call.

Works on plain data, which the model checks once at the end. Not its business: formats.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from typing import TypeAlias

from pydantic import JsonValue

from specharness.errors import SchemaMismatchError
from specharness.runs.lines import parse

Fields: TypeAlias = dict[str, JsonValue]

ROLES = {
    "system": "system",
    "developer": "system",
    "user": "user",
    "human": "user",
    "assistant": "assistant",
    "agent": "assistant",
    "ai": "assistant",
    "model": "assistant",
}


def text_of(content: JsonValue) -> str:
    """The text of a message's content: a text, or a list of parts of which those that are texts count."""
    if isinstance(content, str):
        return content
    if content is None:
        return ""
    if isinstance(content, dict):
        content = [content]
    if not isinstance(content, list):
        return str(content)
    parts: list[str] = []
    for part in content:
        if isinstance(part, str):
            parts.append(part)
        elif isinstance(part, dict):
            text = part.get("text")
            if isinstance(text, str):
                parts.append(text)
            elif part.get("type") not in (None, "text", "thinking", "reasoning", "redacted_thinking"):
                parts.append(f"[{part['type']}]")
    return "\n".join(parts)


def as_text(value: JsonValue) -> str | None:
    """An answer as text: texts as they are, parts joined, other values as JSON."""
    if value is None or isinstance(value, str):
        return value
    if isinstance(value, list) and value and all(isinstance(part, dict) and "type" in part for part in value):
        return text_of(value)
    return json.dumps(value, ensure_ascii=False)


def rest(record: Mapping[str, JsonValue], known: frozenset[str]) -> Fields:
    """What a record says beyond the fields that are known: it goes to `extra`."""
    return {name: value for name, value in record.items() if name not in known and value is not None}


def strings(value: JsonValue) -> list[str]:
    """The texts of a list; nothing for anything else."""
    return [item for item in value if isinstance(item, str)] if isinstance(value, list) else []


def records(value: JsonValue) -> list[Fields]:
    """The objects of a list; nothing for anything else."""
    return [item for item in value if isinstance(item, dict)] if isinstance(value, list) else []


def record(value: JsonValue) -> Fields:
    """An object, or an empty one for anything else."""
    return value if isinstance(value, dict) else {}


def text(value: JsonValue) -> str:
    """A text or a number as text; empty for anything else."""
    if isinstance(value, str):
        return value
    return str(value) if isinstance(value, (int, float)) and not isinstance(value, bool) else ""


def count(value: JsonValue) -> int | None:
    """A count that is not negative; None for anything else."""
    found = number(value)
    return None if found is None or found < 0 else int(found)


def amount(value: JsonValue) -> float | None:
    """A number that is not negative; None for anything else."""
    found = number(value)
    return None if found is None or found < 0 else found


def number(value: JsonValue) -> float | None:
    """A finite number; None for anything else."""
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return None
    try:
        found = float(value)
    except OverflowError:
        return None
    return found if math.isfinite(found) else None


def shaped(value: JsonValue, what: str) -> Fields:
    """An object, or SchemaMismatchError."""
    if not isinstance(value, dict):
        raise SchemaMismatchError(f"expected {what}, got {type(value).__name__}")
    return value


class Trace:
    """Collects the steps of one run, as plain data."""

    def __init__(self) -> None:
        self.steps: list[JsonValue] = []
        self.final: str | None = None
        """The agent's last words so far."""
        self.first_user: str = ""
        self.calls = 0
        self._open: dict[str, Fields] = {}
        self._last: Fields | None = None

    def say(self, role: str, text: str, extra: Fields | None = None, *, final: bool = True) -> None:
        """Something said. `final`: whether an assistant's text can be the run's last words."""
        step: Fields = {"kind": "message", "role": role, "text": text}
        if extra:
            step["extra"] = extra
        self.steps.append(step)
        if role == "assistant" and final and text.strip():
            self.final = text
        elif role == "user" and not self.first_user:
            self.first_user = text

    def call(self, tool: str, arguments: JsonValue, identity: str = "", extra: Fields | None = None) -> Fields:
        """A call. Arguments that are JSON text are read; what is no object stays as text."""
        step: Fields = {"kind": "call", "tool": tool}
        if isinstance(arguments, str):
            try:
                value = parse(arguments.encode()) if arguments.strip() else {}
            except ValueError:
                value = None
            if isinstance(value, dict):
                step["arguments"] = value
            else:
                step["raw_arguments"] = arguments
        elif isinstance(arguments, dict):
            step["arguments"] = arguments
        elif arguments is not None:
            step["raw_arguments"] = as_text(arguments)
        if identity:
            step["id"] = identity
            self._open[identity] = step
        if extra:
            step["extra"] = extra
        self.steps.append(step)
        self.calls += 1
        self._last = step
        return step

    def answer(
        self, identity: str, result: str | None, *, failed: bool | None = None, extra: Fields | None = None
    ) -> bool:
        """The answer to the call of that id, or to the last call where there is no id. False: no such call is open."""
        step = self._open.pop(identity, None) if identity else self._last
        if step is None or "result" in step:
            return False
        step["result"] = result
        if failed is not None:
            step["failed"] = failed
        if extra:
            old = step.get("extra")
            step["extra"] = {**old, **extra} if isinstance(old, dict) else extra
        return True
