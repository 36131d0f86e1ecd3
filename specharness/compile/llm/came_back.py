"""What came back from an endpoint, as a reply: a failure's problem and words, and what a completion took.

The libraries' exceptions and completions are looked at by name and shape, because each provider has its own. Whatever
is secret, and every address, is taken out of a message before it is kept.
"""

from __future__ import annotations

import json
import ssl
import time
from collections.abc import Iterable
from email.utils import parsedate_to_datetime
from typing import Any

from specharness.compile.llm.client import Problem, Reply, Spent
from specharness.compile.llm.withheld import Withheld

MOST_TOKENS = 10**9
"""Of one call; an endpoint that counts more than that does not count."""
MAX_DETAIL = 160
"""Characters of an endpoint's error message that are kept."""
_TOO_LONG = ("context length", "context_length", "maximum context", "context size", "too many tokens", "too long",
             "exceeds the available context", "prompt is too long")  # fmt: skip
_NOT_THERE = frozenset({"APIConnectionError", "ConnectError", "ReadError"})
_FILTERED = ("content_filter", "content filter", "content management", "content policy", "safety")


class TooLongError(Exception):
    """An endpoint sends more than an answer can be."""


class Reading:
    """Reads what came back; what is `withheld` is never repeated."""

    def __init__(self, withheld: Withheld | None = None) -> None:
        self._withheld = withheld or Withheld()

    def answered(self, text: str, completion: object, seconds: float) -> Reply:
        """The reply of an answer that is of the schema."""
        return Reply(text=self._withheld.from_answer(text), spent=spent_by(completion, seconds))

    def failed(self, error: Exception, completion: object, seconds: float) -> Reply:
        """The reply that an exception of instructor's or of an endpoint's library stands for. `completion` is what
        came, if anything did; it counts as an answer only as far as there is a model's text in it."""
        spent = spent_by(completion, seconds)
        chain = _chain(error) if completion is None else []
        if any(isinstance(one, ssl.SSLCertVerificationError) for one in chain):
            detail = "the endpoint's certificate is not one that is trusted here"
            return Reply(problem=Problem.REJECTED, detail=detail, spent=spent)
        if any(isinstance(one, TooLongError) for one in chain):
            return Reply(problem=Problem.UNAVAILABLE, detail="the endpoint's answer has no end", spent=spent)
        for one in chain:
            kind = type(one).__name__
            status = getattr(one, "status_code", None)
            if kind in _NOT_THERE or "Timeout" in kind:
                detail = "no answer in time" if "Timeout" in kind else "the endpoint can't be reached, or hung up"
                return Reply(problem=Problem.UNAVAILABLE, detail=detail, spent=spent)
            if isinstance(status, int):
                return self._status(one, status, spent)
            body = getattr(one, "doc", None) if isinstance(one, ValueError) else None
            if isinstance(body, str):
                detail = (
                    "the endpoint answered with nothing" if not body.strip() else "the endpoint's answer is no JSON"
                )
                return Reply(problem=Problem.UNAVAILABLE, detail=detail, spent=spent)
        text = self._withheld.from_answer(_text_of(completion))
        finish = _finish(completion)
        if finish == "length":
            return Reply(text=text, problem=Problem.TRUNCATED, detail="the answer was cut off", spent=spent)
        if finish in ("content_filter", "refusal") or _refusal(completion):
            return Reply(problem=Problem.REFUSED, detail="the model will not answer", spent=spent)
        if text.strip():
            return Reply(text=text, problem=Problem.MALFORMED, detail="not of the answer schema", spent=spent)
        return Reply(problem=Problem.UNAVAILABLE, detail=self._nothing_in(completion), spent=spent)

    def _nothing_in(self, completion: object) -> str:
        """What is to be said of a body without a text of a model's."""
        told = getattr(completion, "error", None)
        words = told if isinstance(told, str) else _field(told, "message") or _field(told, "code")
        if told:
            message = self.clean(words) if isinstance(words, str) else ""
            return f"the endpoint answered with an error: {message}".rstrip(": ")
        if _listed(getattr(completion, "choices", None)) or _listed(getattr(completion, "output", None)):
            return "the answer holds no text"
        return "the endpoint's answer is none of a model's"

    def _status(self, error: BaseException, status: int, spent: Spent) -> Reply:
        body = getattr(error, "body", None)
        told = body.get("message") if isinstance(body, dict) else None
        message = self.clean(str(told or getattr(error, "message", "") or ""))
        lower = message.lower()
        detail = f"status {status}: {message}" if message else f"status {status}"
        if 300 <= status < 400:
            detail = f"status {status}: the endpoint points to another address, which is not asked"
            return Reply(problem=Problem.REJECTED, detail=detail, spent=spent)
        if status in (400, 413, 422) and any(words in lower for words in _TOO_LONG):
            return Reply(problem=Problem.OVERFLOW, detail=detail, spent=spent)
        if status in (400, 403) and any(words in lower for words in _FILTERED):
            return Reply(problem=Problem.REFUSED, detail=detail, spent=spent)
        if status in (408, 409, 425, 429) or status >= 500:
            return Reply(problem=Problem.UNAVAILABLE, detail=detail, spent=spent, retry_after=_retry_after(error))
        return Reply(problem=Problem.REJECTED, detail=detail, spent=spent)

    def clean(self, message: str) -> str:
        """An endpoint's message without what must not be repeated: it may hold the key, or parts of the text."""
        message = self._withheld.from_message(message)
        message = " ".join(word for word in message.split() if "://" not in word and not _key_like(word))
        return message if len(message) <= MAX_DETAIL else f"{message[:MAX_DETAIL]}…"


def _key_like(word: str) -> bool:
    """Endpoints like to repeat the ends of a wrong key: `sk-ab***yz`."""
    return "sk-" in word or "**" in word


def _chain(error: BaseException | None) -> list[BaseException]:
    """An error and what it came from, instructor's own record of attempts included."""
    found: list[BaseException] = []
    while error is not None and len(found) < 8:
        found.append(error)
        attempts = getattr(error, "failed_attempts", None) or ()
        for attempt in list(attempts)[-1:]:
            cause = getattr(attempt, "exception", None)
            if isinstance(cause, BaseException):
                found.append(cause)
        error = error.__cause__ or error.__context__
    return found


def _retry_after(error: BaseException) -> float | None:
    """Seconds that the endpoint asks to wait, by a number or a date (RFC 9110, 10.2.3); None where it says neither."""
    response = getattr(error, "response", None)
    headers = getattr(response, "headers", None) or {}
    for name, unit in (("retry-after-ms", 0.001), ("retry-after", 1.0)):
        try:
            return max(0.0, float(headers[name]) * unit)
        except (KeyError, ValueError):
            continue
    try:
        return max(0.0, parsedate_to_datetime(headers["retry-after"]).timestamp() - time.time())
    except (KeyError, ValueError, OverflowError, TypeError):
        return None


def spent_by(completion: object, seconds: float) -> Spent:
    """What a completion says it took."""
    usage = getattr(completion, "usage", None)

    def count(*names: str) -> int | None:
        for name in names:
            value = usage
            for part in name.split("."):
                value = _field(value, part)
            if isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= MOST_TOKENS:
                return value
        return None

    kept = count("prompt_tokens_details.cached_tokens", "input_tokens_details.cached_tokens")
    read = count("prompt_tokens", "input_tokens")
    beside = [count("cache_read_input_tokens"), count("cache_creation_input_tokens")]
    if read is not None and any(one is not None for one in beside):  # Anthropic counts these apart from the others
        read += sum(one or 0 for one in beside)
        kept = beside[0]
    return Spent(
        input_tokens=read,
        cached_tokens=kept,
        output_tokens=count("completion_tokens", "output_tokens"),
        seconds=max(0.0, seconds),
    )


def _listed(value: object) -> list[Any]:
    return value if isinstance(value, list) else []


def _field(value: object, name: str) -> Any:
    """A field of an object, or of what a library left as the JSON that it was."""
    return value.get(name) if isinstance(value, dict) else getattr(value, name, None)


def _choice(completion: object) -> Any:
    choices = _listed(getattr(completion, "choices", None))
    return choices[0] if choices else None


def _finish(completion: object) -> str:
    choice = _choice(completion)
    if choice is not None:
        return str(_field(choice, "finish_reason") or "")
    details = getattr(completion, "incomplete_details", None)
    reason = str(_field(details, "reason") or getattr(completion, "stop_reason", "") or "")
    return "length" if reason in ("max_output_tokens", "max_tokens") else reason


def _refusal(completion: object) -> bool:
    if _field(_field(_choice(completion), "message"), "refusal"):
        return True
    items = _listed(getattr(completion, "output", None))
    return any(_field(part, "type") == "refusal" for item in items for part in _listed(_field(item, "content")))


def _text_of(completion: object) -> str:
    """The answer's text as the endpoint sent it, wherever it stands; empty where there is none."""
    message = _field(_choice(completion), "message")
    if message is not None:
        called = [_field(call, "function") for call in _listed(_field(message, "tool_calls"))]
        content = _field(message, "content")
        return _arguments(called) or (content if isinstance(content, str) else "")
    items = _listed(getattr(completion, "output", None))
    blocks = [*_listed(getattr(completion, "content", None)), *(part for item in items for part in _blocks(item))]
    texts = [text for block in blocks if isinstance(text := _field(block, "text"), str)]
    return _arguments([*items, *blocks]) or "".join(texts)


def _blocks(item: object) -> list[Any]:
    return _listed(_field(item, "content"))


def _arguments(calls: Iterable[object]) -> str:
    """What the first call of a tool hands over."""
    for call in calls:
        given = _field(call, "arguments") or _field(call, "input")
        if isinstance(given, str) and given.strip():
            return given
        if isinstance(given, dict):
            return json.dumps(given)
    return ""
