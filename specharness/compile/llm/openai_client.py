"""Calls of OpenAI-compatible endpoints, and of other providers that instructor knows.

instructor asks for an object of the answer schema and validates it; JSON-schema mode unless the candidate says tools.
Neither it nor a provider's own library asks again: what is wrong with an answer is repaired for the units concerned
(`engine`), not for all of them, and attempts are counted where they are made (`retries`). The key is read from an
environment variable that the candidate names, when the first call is made; neither it nor the address gets into a
message, and nothing of instructor's or openai's is logged.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import sys
import time
import warnings
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote, urlsplit

from specharness.compile.llm.came_back import Reading, TooLongError
from specharness.compile.llm.client import Reply, Request
from specharness.compile.llm.schema import ANSWERS
from specharness.compile.llm.withheld import STRETCH, Withheld
from specharness.errors import UsageError

if TYPE_CHECKING:
    from specharness.compile.candidates import Candidate

MAX_BODY = 16 * 2**20
"""Bytes of an answer as it is sent: several times what `MAX_ANSWER_BYTES` takes with every character escaped."""
MAX_PACKED = 2**18
"""The same where it is packed, which nobody asked for: unpacked it may be a thousand times as long."""
_SILENT = logging.CRITICAL + 1
NO_KEY = "none"
"""Sent where no key is wanted, as endpoints of one's own take any."""
_EVERYBODYS = frozenset({"accept", "content-type", "user-agent", "anthropic-version"})
"""Headers that tell nothing of who asks."""
_LIBRARIES = ("instructor", "openai", "anthropic", "google_genai", "httpx", "httpcore", "httpx2", "httpcore2")


class ProviderClient:
    """One endpoint and one model of it. Connections are opened by the first call, in the loop that makes it."""

    def __init__(self, candidate: Candidate, environ: Mapping[str, str] | None = None) -> None:
        self._candidate = candidate
        self._environ = os.environ if environ is None else environ
        self._reading = Reading()
        self._create: Callable[..., Any] | None = None
        self._call: dict[str, Any] = {}

    async def ask(self, request: Request) -> Reply:
        """One attempt. Raises UsageError where a package or an environment variable is missing."""
        create = self._create or self._connect()
        call = dict(self._call)
        seed = self._candidate.decoding.seed
        if seed is not None and "seed" in call:
            call["seed"] = seed + request.sample
        came: list[Any] = []
        start = time.perf_counter()
        try:
            async with asyncio.timeout(self._candidate.asking.timeout_seconds):
                answer, completion = await create(
                    hooks=_keeping(came),
                    response_model=ANSWERS[request.size],
                    messages=[{"role": "system", "content": request.system}, {"role": "user", "content": request.user}],
                    max_retries=0,
                    **call,
                )
        except Exception as error:  # noqa: BLE001  the edge to other people's software: every failure becomes data
            return self._reading.failed(error, came[-1] if came else None, time.perf_counter() - start)
        text = json.dumps(answer.model_dump(), ensure_ascii=False, separators=(",", ":"))
        return self._reading.answered(text, completion, time.perf_counter() - start)

    def _connect(self) -> Callable[..., Any]:
        for library in _LIBRARIES:
            logging.getLogger(library).setLevel(_SILENT)  # they log requests, answers and what endpoints say of keys
        warnings.filterwarnings("ignore", message="Pydantic serializer warnings")  # which repeat answers
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
        address = self._variable(self._candidate.endpoint_variable, optional=True) or asking.endpoint
        if address is None and asking.provider is None:
            raise UsageError(
                f"candidate {self._candidate.name!r} reads {self._candidate.endpoint_variable}, which is not set, and "
                "names no endpoint"
            )
        if address is not None and not _is_address(address):
            named = self._candidate.endpoint_variable if address != asking.endpoint else "asking.endpoint"
            raise UsageError(  # the address is not repeated: a password may stand in it
                f"candidate {self._candidate.name!r}: {named} holds no address such as https://host/v1; a name and a "
                "password in it are written with %40 for @, %2F for / and so on"
            )
        self._withhold(address, key)
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
                _ask_once(client)
                self._withhold(address, key, _sent_by(getattr(client, "client", None)))
            except Exception as error:  # noqa: BLE001  instructor has many ways to say that a package is missing
                raise UsageError(
                    f"candidate {self._candidate.name!r}: instructor has no provider {asking.provider!r} here: "
                    f"{self._reading.clean(str(error))}"
                ) from None  # the cause may hold the key
        else:
            plain = openai.DefaultAsyncHttpxClient(follow_redirects=False)  # text and key go where the user said
            plain.event_hooks = {"response": [_bounded]}
            plain.headers["accept-encoding"] = "identity"
            base = openai.AsyncOpenAI(base_url=address, api_key=key, max_retries=0, http_client=plain)
            self._withhold(address, key, _sent_by(base))
            mode = instructor.Mode.TOOLS if asking.mode == "tools" else instructor.Mode.JSON_SCHEMA
            client = instructor.from_openai(base, mode=instructor.Mode.RESPONSES_TOOLS if responses else mode)
        self._call = call
        self._create = client.create_with_completion
        return self._create

    def _withhold(self, address: str | None, key: str, sent: Sequence[str] = ()) -> None:
        """Never repeat the key, what else is `sent` in headers, and the address."""
        parts = urlsplit(address or "")
        named = [one for one in (parts.username, parts.password) if one]
        plain = [unquote(one) for one in named]
        own = (*named, *plain, ":".join(named), ":".join(plain), parts.query, *sent, *({key} - {NO_KEY}))
        places = (parts.netloc.rpartition("@")[2], parts.hostname)
        self._reading = Reading(Withheld((one for one in own if one), (one for one in places if one)))

    def _variable(self, name: str | None, *, optional: bool) -> str | None:
        value = self._environ.get(name, "").strip() if name else ""
        if not value and name and not optional:
            raise UsageError(f"candidate {self._candidate.name!r} reads {name}, which is not set")
        return value or None


def _is_address(text: str) -> bool:
    try:
        parts = urlsplit(text)
        cut = "@" in parts.netloc and "@" in parts.path + parts.query  # a password goes on where a host was read
        return parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0 and not cut
    except ValueError:
        return False


async def _bounded(response: Any) -> None:
    """Let no more of an answer in than there can be of one."""
    web: Any = sys.modules[type(response).__module__.partition(".")[0]]
    packed = response.headers.get("content-encoding", "identity").strip().lower() not in ("", "identity")
    inner, most = response.stream, MAX_PACKED if packed else MAX_BODY

    class Bounded(web.AsyncByteStream):  # type: ignore[misc]
        async def __aiter__(self) -> AsyncIterator[bytes]:
            size = 0
            async for part in inner:
                size += len(part)
                if size > most:
                    raise TooLongError
                yield part

        async def aclose(self) -> None:
            await inner.aclose()

    response.stream = Bounded()


def _ask_once(client: Any) -> None:
    """Switch off what a provider's library does by itself, of which nobody would know: attempts, and redirects."""
    inner: Any = getattr(client, "client", None)
    if isinstance(getattr(inner, "max_retries", None), int):
        inner.max_retries = 0
    web: Any = getattr(inner, "_client", None)
    if isinstance(getattr(web, "follow_redirects", None), bool):
        web.follow_redirects = False


def _keeping(came: list[Any]) -> Any:
    """Hooks of instructor's that keep what an endpoint sent, which its errors do not always hold."""
    from instructor.core.hooks import HookName, Hooks

    hooks = Hooks()
    hooks.on(HookName.COMPLETION_RESPONSE, came.append)
    return hooks


def _sent_by(client: object) -> tuple[str, ...]:
    """The words of a library's headers that are not the same for everybody: keys, organizations, the user's own."""
    headers = getattr(client, "default_headers", None) or {}
    own = (
        value
        for name, value in headers.items()
        if isinstance(value, str) and name.lower() not in _EVERYBODYS and not name.lower().startswith("x-stainless")
    )
    return tuple(word for value in own for word in value.split() if len(word) >= STRETCH)
