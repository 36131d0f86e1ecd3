"""Calls of OpenAI-compatible endpoints, and of other providers that instructor knows.

instructor asks for an object of the answer schema and validates it; JSON-schema mode unless the candidate says tools.
It does not ask again: what is wrong with an answer is repaired for the units concerned (`engine`), not for all of
them. The key is read from an environment variable that the candidate names, when the first call is made; neither it
nor the address gets into a message, and nothing of instructor's or openai's is logged.
"""

from __future__ import annotations

import logging
import os
import time
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from specharness.compile.llm.client import Problem, Reply, Request, Spent
from specharness.compile.llm.schema import ANSWERS
from specharness.errors import UsageError

if TYPE_CHECKING:
    from specharness.compile.candidates import Candidate

_SILENT = logging.CRITICAL + 1
NO_KEY = "none"
"""Sent where no key is wanted, as endpoints of one's own take any."""
MAX_DETAIL = 160
"""Characters of an endpoint's error message that are kept."""
_LIBRARIES = ("instructor", "openai", "httpx", "httpcore", "httpx2", "httpcore2")
_TOO_LONG = ("context length", "context_length", "maximum context", "context size", "too many tokens", "too long",
             "exceeds the available context", "prompt is too long")  # fmt: skip
_FILTERED = ("content_filter", "content filter", "content management", "content policy", "safety")


class ProviderClient:
    """One endpoint and one model of it. Connections are opened by the first call, in the loop that makes it."""

    def __init__(self, candidate: Candidate, environ: Mapping[str, str] | None = None) -> None:
        self._candidate = candidate
        self._environ = os.environ if environ is None else environ
        self._secrets: tuple[str, ...] = ()
        self._create: Callable[..., Any] | None = None
        self._call: dict[str, Any] = {}

    async def ask(self, request: Request) -> Reply:
        """One attempt. Raises UsageError where a package or an environment variable is missing."""
        create = self._create or self._connect()
        call = dict(self._call)
        seed = self._candidate.decoding.seed
        if seed is not None and "seed" in call:
            call["seed"] = seed + request.sample
        start = time.perf_counter()
        try:
            answer, completion = await create(
                response_model=ANSWERS[request.size],
                messages=[{"role": "system", "content": request.system}, {"role": "user", "content": request.user}],
                max_retries=0,
                **call,
            )
        except Exception as error:  # noqa: BLE001  the edge to other people's software: every failure becomes data
            return self._failed(error, time.perf_counter() - start)
        return Reply(text=answer.model_dump_json(), spent=_spent(completion, time.perf_counter() - start))

    def _connect(self) -> Callable[..., Any]:
        for library in _LIBRARIES:
            logging.getLogger(library).setLevel(_SILENT)  # they log requests, answers and what endpoints say of keys
        try:
            import instructor
            import openai
        except ImportError as error:
            raise UsageError(
                f"candidate {self._candidate.name!r} needs the packages of the extra `llm`: "
                "pip install 'specharness[llm]'"
            ) from error
        asking, decoding = self._candidate.asking, self._candidate.decoding
        responses = asking.api == "responses"
        key = self._variable(asking.key_variable, optional=False) or NO_KEY
        self._secrets = tuple(text for text in (key,) if text != NO_KEY and len(text) >= 4)
        call: dict[str, Any] = {"model": self._candidate.model, "timeout": asking.timeout_seconds}
        if decoding.temperature is not None:
            call["temperature"] = decoding.temperature
        if decoding.top_p is not None:
            call["top_p"] = decoding.top_p
        if decoding.max_tokens is not None:
            call["max_output_tokens" if responses else asking.max_tokens_name] = decoding.max_tokens
        if decoding.seed is not None and not responses and asking.provider is None:
            call["seed"] = decoding.seed
        if asking.provider is not None:
            call.pop("model")
            named = f"{asking.provider}/{self._candidate.model}"
            try:
                client = instructor.from_provider(named, async_client=True, api_key=key)
            except Exception as error:  # noqa: BLE001  instructor has many ways to say that a package is missing
                raise UsageError(
                    f"candidate {self._candidate.name!r}: instructor has no provider {asking.provider!r} here: "
                    f"{self._clean(str(error))}"
                ) from None  # the cause may hold the key
        else:
            base = openai.AsyncOpenAI(
                base_url=self._variable(self._candidate.endpoint_variable, optional=True) or asking.endpoint,
                api_key=key,
                max_retries=0,
            )
            mode = instructor.Mode.TOOLS if asking.mode == "tools" else instructor.Mode.JSON_SCHEMA
            client = instructor.from_openai(base, mode=instructor.Mode.RESPONSES_TOOLS if responses else mode)
        self._call = call
        self._create = client.create_with_completion
        return self._create

    def _variable(self, name: str | None, *, optional: bool) -> str | None:
        value = self._environ.get(name, "").strip() if name else ""
        if not value and name and not optional:
            raise UsageError(f"candidate {self._candidate.name!r} reads {name}, which is not set")
        return value or None

    def _failed(self, error: Exception, seconds: float) -> Reply:
        completion = getattr(error, "last_completion", None)
        spent = _spent(completion, seconds)
        text = _text_of(completion)
        for one in _chain(error):
            kind = type(one).__name__
            status = getattr(one, "status_code", None)
            if kind == "IncompleteOutputException":
                return Reply(text=text, problem=Problem.TRUNCATED, detail="the answer was cut off", spent=spent)
            if kind in ("APITimeoutError", "APIConnectionError", "TimeoutException", "ConnectError", "ReadError"):
                timed_out = "Timeout" in kind
                detail = "no answer in time" if timed_out else "the endpoint can't be reached, or hung up"
                return Reply(problem=Problem.UNAVAILABLE, detail=detail, spent=spent)
            if isinstance(status, int):
                return self._status(one, status, spent)
        if _finish(completion) == "length":
            return Reply(text=text, problem=Problem.TRUNCATED, detail="the answer was cut off", spent=spent)
        if _finish(completion) in ("content_filter", "refusal") or _refusal(completion):
            return Reply(problem=Problem.REFUSED, detail="the model will not answer", spent=spent)
        if completion is not None:
            return Reply(text=text, problem=Problem.MALFORMED, detail="not of the answer schema", spent=spent)
        return Reply(problem=Problem.UNAVAILABLE, detail=f"{type(error).__name__} before an answer", spent=spent)

    def _status(self, error: BaseException, status: int, spent: Spent) -> Reply:
        body = getattr(error, "body", None)
        told = body.get("message") if isinstance(body, dict) else None
        message = self._clean(str(told or getattr(error, "message", "") or ""))
        lower = message.lower()
        detail = f"status {status}: {message}" if message else f"status {status}"
        if status in (400, 413, 422) and any(words in lower for words in _TOO_LONG):
            return Reply(problem=Problem.OVERFLOW, detail=detail, spent=spent)
        if status in (400, 403) and any(words in lower for words in _FILTERED):
            return Reply(problem=Problem.REFUSED, detail=detail, spent=spent)
        if status in (408, 409, 425, 429) or status >= 500:
            return Reply(problem=Problem.UNAVAILABLE, detail=detail, spent=spent, retry_after=_retry_after(error))
        return Reply(problem=Problem.REJECTED, detail=detail, spent=spent)

    def _clean(self, message: str) -> str:
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


def _spent(completion: Any, seconds: float) -> Spent:
    usage = getattr(completion, "usage", None)

    def count(*names: str) -> int | None:
        for name in names:
            value = usage
            for part in name.split("."):
                value = getattr(value, part, None)
            if isinstance(value, int) and value >= 0:
                return value
        return None

    return Spent(
        input_tokens=count("prompt_tokens", "input_tokens"),
        cached_tokens=count("prompt_tokens_details.cached_tokens", "input_tokens_details.cached_tokens",
                            "cache_read_input_tokens"),
        output_tokens=count("completion_tokens", "output_tokens"),
        seconds=max(0.0, seconds),
    )  # fmt: skip


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
