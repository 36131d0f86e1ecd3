"""What came back from an endpoint, as a reply: a failure's problem and words, and what a completion took.

The libraries' exceptions and completions are looked at by name and shape, because each provider has its own. Whatever
is secret, and every address, is taken out of a message before it is kept.
"""

from __future__ import annotations

from typing import Any

from specharness.compile.llm.client import Problem, Reply, Spent

MAX_DETAIL = 160
"""Characters of an endpoint's error message that are kept."""
_TOO_LONG = ("context length", "context_length", "maximum context", "context size", "too many tokens", "too long",
             "exceeds the available context", "prompt is too long")  # fmt: skip
_FILTERED = ("content_filter", "content filter", "content management", "content policy", "safety")


class Reading:
    """Reads failures; `secrets` are never repeated."""

    def __init__(self, secrets: tuple[str, ...] = ()) -> None:
        self._secrets = secrets

    def failed(self, error: Exception, seconds: float) -> Reply:
        """The reply that an exception of instructor's or of an endpoint's library stands for."""
        completion = getattr(error, "last_completion", None)
        spent = spent_by(completion, seconds)
        text = _text_of(completion)
        for one in _chain(error):
            kind = type(one).__name__
            status = getattr(one, "status_code", None)
            if kind == "IncompleteOutputException":
                return Reply(text=text, problem=Problem.TRUNCATED, detail="the answer was cut off", spent=spent)
            if kind in (
                "APITimeoutError",
                "APIConnectionError",
                "TimeoutException",
                "TimeoutError",
                "ConnectError",
                "ReadError",
            ):
                timed_out = "Timeout" in kind
                detail = "no answer in time" if timed_out else "the endpoint can't be reached, or hung up"
                return Reply(problem=Problem.UNAVAILABLE, detail=detail, spent=spent)
            if isinstance(status, int):
                return self._status(one, status, spent)
            body = getattr(one, "doc", None) if isinstance(one, ValueError) else None
            if completion is None and isinstance(body, str):
                detail = (
                    "the endpoint answered with nothing" if not body.strip() else "the endpoint's answer is no JSON"
                )
                return Reply(problem=Problem.UNAVAILABLE, detail=detail, spent=spent)
        if _finish(completion) == "length":
            return Reply(text=text, problem=Problem.TRUNCATED, detail="the answer was cut off", spent=spent)
        if _finish(completion) in ("content_filter", "refusal") or _refusal(completion):
            return Reply(problem=Problem.REFUSED, detail="the model will not answer", spent=spent)
        if completion is not None:
            return Reply(text=text, problem=Problem.MALFORMED, detail="not of the answer schema", spent=spent)
        return Reply(
            problem=Problem.UNAVAILABLE, detail=f"no answer that can be read ({type(error).__name__})", spent=spent
        )

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
        for secret in self._secrets:
            message = message.replace(secret, "…")
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
    response = getattr(error, "response", None)
    headers = getattr(response, "headers", None) or {}
    for name, unit in (("retry-after-ms", 0.001), ("retry-after", 1.0)):
        try:
            return max(0.0, float(headers[name]) * unit)
        except (KeyError, ValueError):
            continue
    return None


def spent_by(completion: Any, seconds: float) -> Spent:
    """What a completion says it took."""
    usage = getattr(completion, "usage", None)

    def count(*names: str) -> int | None:
        for name in names:
            value = usage
            for part in name.split("."):
                value = getattr(value, part, None)
            if isinstance(value, int) and value >= 0:
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


def _choice(completion: Any) -> Any:
    choices = getattr(completion, "choices", None)
    return choices[0] if choices else None


def _finish(completion: Any) -> str:
    choice = _choice(completion)
    if choice is not None:
        return str(getattr(choice, "finish_reason", "") or "")
    details = getattr(completion, "incomplete_details", None)
    reason = str(getattr(details, "reason", "") or getattr(completion, "stop_reason", "") or "")
    return "length" if reason in ("max_output_tokens", "max_tokens") else reason


def _refusal(completion: Any) -> bool:
    return bool(getattr(getattr(_choice(completion), "message", None), "refusal", None))


def _text_of(completion: Any) -> str:
    """The answer's text as the endpoint sent it, wherever it stands."""
    message = getattr(_choice(completion), "message", None)
    if message is not None:
        calls = getattr(message, "tool_calls", None) or ()
        for call in calls:
            arguments = getattr(getattr(call, "function", None), "arguments", None)
            if arguments:
                return str(arguments)
        return str(getattr(message, "content", None) or "")
    for item in getattr(completion, "output", None) or ():
        arguments = getattr(item, "arguments", None)
        if arguments:
            return str(arguments)
    return str(getattr(completion, "output_text", "") or "")
