"""Claude Code: what `--output-format stream-json` prints, and the transcripts it keeps, both JSON Lines of events.

A file is one run a session. Events of subagents stay in the trace, marked `sidechain`, and their words are never the
run's last. The closing `result` event gives the last message, the cost and why the session ended.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pydantic import JsonValue

from specharness.runs.lines import Item
from specharness.runs.steps import Fields, Trace, amount, as_text, count, record, records, rest, text, text_of

NAME = "claude-code"
_TYPES = frozenset({"system", "user", "assistant", "result", "summary", "queue-operation", "file-history-snapshot"})
_ENVELOPE = frozenset(
    "type message session_id sessionId uuid parentUuid parent_tool_use_id isSidechain timestamp cwd version gitBranch "
    "userType requestId toolUseResult".split()
)
_RESULT = frozenset({"type", "session_id", "result", "total_cost_usd", "usage", "duration_ms", "uuid"})
MAX_SESSIONS = 10_000
"""Sessions in one file: all of them are held until the file ends."""


def tells(value: JsonValue) -> bool:
    """Whether a file that begins with this value is of this format."""
    if not isinstance(value, dict) or text(value.get("type")) not in _TYPES:
        return False
    return any(name in value for name in ("session_id", "sessionId", "leafUuid", "messageId")) or (
        isinstance(value.get("message"), dict) and "uuid" in value
    )


def sessions(items: Iterable[Item]) -> Iterator[tuple[int, Fields]]:
    """The fields of each session with the line where it begins, in the order in which they begin."""
    open_sessions: dict[str, _Session] = {}
    last = ""
    for item in items:
        event = record(item.value)
        identity = text(event.get("session_id") or event.get("sessionId")) or last
        if not event or not identity:
            continue
        if identity not in open_sessions:
            if len(open_sessions) >= MAX_SESSIONS:
                continue
            open_sessions[identity] = _Session(identity, item.line)
        open_sessions[identity].add(event)
        last = identity
    for session in open_sessions.values():
        yield session.line, session.fields()


class _Session:
    def __init__(self, identity: str, line: int) -> None:
        self.identity, self.line = identity, line
        self.trace = Trace()
        self.model = self.version = self.cwd = ""
        self.ended = ""
        self.result: Fields = {}
        self.final: str | None = None
        self.extra: Fields = {}
        self._usage: dict[str, Fields] = {}
        self._others: dict[str, int] = {}

    def add(self, event: Fields) -> None:
        kind = event.get("type")
        self.version = self.version or text(event.get("version") or event.get("claude_code_version"))
        self.cwd = self.cwd or text(event.get("cwd"))
        if kind == "assistant":
            self._assistant(event)
        elif kind == "user":
            self._user(event)
        elif kind == "result":
            self._ended(event)
        elif kind == "system" and event.get("subtype") == "init":
            self.model = text(event.get("model"))
            self.extra["init"] = rest(event, _ENVELOPE | {"subtype", "model"})
        else:
            name = text(kind) or "unknown"
            self._others[name] = self._others.get(name, 0) + 1

    def _assistant(self, event: Fields) -> None:
        message, aside = record(event.get("message")), _aside(event)
        model = text(message.get("model"))
        if model and model != "<synthetic>":
            self.model = self.model or model
        usage = record(message.get("usage"))
        if usage:
            self._usage[text(message.get("id")) or f"#{len(self._usage)}"] = usage
        content = message.get("content")
        parts: list[JsonValue] = content if isinstance(content, list) else [{"type": "text", "text": text_of(content)}]
        for part in records(parts):
            if part.get("type") == "tool_use":
                kept = {**rest(part, frozenset({"type", "id", "name", "input"})), **aside}
                self.trace.call(text(part.get("name")) or "unknown", part.get("input"), text(part.get("id")), kept)
            elif part.get("type") == "text":
                self.trace.say(
                    "assistant", text(part.get("text")), {**rest(event, _ENVELOPE), **aside}, final=not aside
                )

    def _user(self, event: Fields) -> None:
        content, aside = record(event.get("message")).get("content"), _aside(event)
        said: list[JsonValue] = []
        for part in content if isinstance(content, list) else [content]:
            if isinstance(part, dict) and part.get("type") == "tool_result":
                failed = part.get("is_error")
                self.trace.answer(
                    text(part.get("tool_use_id")),
                    as_text(part.get("content")),
                    failed=failed if isinstance(failed, bool) else None,
                )
            else:
                said.append(part)
        words = text_of(said)
        if words:
            self.trace.say("user", words, {**rest(event, _ENVELOPE), **aside})

    def _ended(self, event: Fields) -> None:
        self.result = event
        if isinstance(event.get("result"), str):
            self.final = str(event["result"])
        subtype = text(event.get("subtype"))
        if event.get("is_error") is True or subtype.startswith("error"):
            self.ended = subtype if subtype.startswith("error") else "error"

    def fields(self) -> Fields:
        extra = dict(self.extra)
        if self.result:
            extra["result"] = rest(self.result, _RESULT)
        if self._others:
            extra["other_events"] = dict(self._others)
        if self.version:
            extra["version"] = self.version
        final = self.final if self.final and not self.ended else self.trace.final
        return {
            "id": self.identity,
            "task": "",
            "agent": " ".join(name for name in ("claude-code", self.model) if name),
            "model": self.model,
            "instruction": self.trace.first_user,
            "trace": self.trace.steps,
            "final_message": final,
            "transcript": "complete" if self.trace.steps or final else "absent",
            "ended": self.ended,
            "workspace": {"path": self.cwd} if self.cwd else None,
            "usage": self._usage_fields(),
            "extra": extra,
        }

    def _usage_fields(self) -> Fields:
        """Totals of the result event, else the sum over messages; input counts exclude what was cached."""
        total = record(self.result.get("usage"))
        each = [total] if total else list(self._usage.values())
        milliseconds = amount(self.result.get("duration_ms"))
        names = ("input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens")
        return {
            "input_tokens": sum(count(usage.get(name)) or 0 for usage in each for name in names) if each else None,
            "cached_tokens": sum(count(usage.get("cache_read_input_tokens")) or 0 for usage in each) if each else None,
            "output_tokens": sum(count(usage.get("output_tokens")) or 0 for usage in each) if each else None,
            "model_calls": len(self._usage) or None,
            "seconds": None if milliseconds is None else milliseconds / 1000,
            "cost_usd": amount(self.result.get("total_cost_usd")),
        }


def _aside(event: Fields) -> Fields:
    parent = event.get("parent_tool_use_id")
    if event.get("isSidechain") is True or parent is not None:
        return {"sidechain": parent if isinstance(parent, str) else True}
    return {}
