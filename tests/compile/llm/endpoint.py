"""A scripted endpoint on loopback: it speaks the Chat and the Responses API and answers by a function of the request.

The function gets what a model would read, taken apart (`Seen`), and returns an answer (the entries of the schema), a
`Fault`, or raw text. Every request is kept, with its headers.
"""

from __future__ import annotations

import json
import re
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Json = Any


@dataclass(frozen=True)
class Seen:
    """One request."""

    path: str
    body: Json
    headers: Mapping[str, str]
    system: str
    user: str
    units: dict[int, str]
    """Texts by number, context included, continuation lines joined again."""
    asked: tuple[int, ...]
    number: int
    """Which request this is, from 0."""


@dataclass(frozen=True)
class Fault:
    """What goes wrong."""

    status: int = 200
    body: str = ""
    headers: Mapping[str, str] = field(default_factory=dict)
    finish: str = "stop"
    """The finish reason; with `text`, of a 200 answer."""
    text: str | None = None
    cut: bool = False
    """The connection closes in the middle of the body."""
    seconds: float = 0.0
    """How long it takes to come."""
    drip: float = 0.0
    """Seconds between single blanks that are sent without end, instead of an answer."""


Script = Callable[[Seen], "list[Json] | Fault | str"]

UNIT = re.compile(r"^(\d+)(?:<\d+)?(?:-|(#+))?((?: [a-z]+)*): ")
"""What stands before a unit's text: its number, a heading's level as marks, words such as `context`."""
_ASKED = re.compile(r"(?:these units|answer for): ([\d, -]+)\.")


def seen(path: str, body: Json, headers: Mapping[str, str], number: int) -> Seen:
    """A request taken apart; the fence must hold."""
    told = body.get("messages") or body.get("input")
    system, user = (message["content"] for message in told)
    fenced = re.search(r"^--- (\w+) ---\n(.*?)\n--- \1 ---$", user, re.S | re.M)
    assert fenced is not None, user
    units: dict[int, str] = {}
    last: int | None = None
    for line in fenced[2].split("\n"):
        match = UNIT.match(line)
        if match is not None:
            last = int(match[1])
            units[last] = line[match.end() :]
        elif line.startswith("under: "):
            last = None
        else:
            assert last is not None
            assert line.startswith(" "), line
            units[last] += f"\n{line[1:]}"
    asked = _ASKED.search(user[fenced.end() :])
    assert asked is not None, user
    numbers: list[int] = []
    for part in asked[1].split(", "):
        first, _, end = part.partition("-")
        numbers.extend(range(int(first), int(end or first) + 1))
    return Seen(path, body, headers, system, user, units, tuple(numbers), number)


class _Server(ThreadingHTTPServer):
    def handle_error(self, request: object, client_address: object) -> None:
        """Nothing: whoever hangs up in the middle is a part of the tests."""


class Endpoint:
    """A running endpoint."""

    def __init__(self, script: Script, seconds: float = 0.0) -> None:
        self.script = script
        self.seconds = seconds
        """How long every answer takes."""
        self.requests: list[Seen] = []
        self.most_at_once = 0
        self._at_once = 0
        self._lock = threading.Lock()
        self._server = _Server(("127.0.0.1", 0), _handler(self))
        self._server.daemon_threads = True
        threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self._server.server_port}/v1"

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()

    def answer(self, path: str, body: Json, headers: Mapping[str, str]) -> Fault:
        with self._lock:
            request = seen(path, body, headers, len(self.requests))
            self.requests.append(request)
            self._at_once += 1
            self.most_at_once = max(self.most_at_once, self._at_once)
        try:
            if self.seconds:
                time.sleep(self.seconds)
            told = self.script(request)
        finally:
            with self._lock:
                self._at_once -= 1
        if isinstance(told, Fault):
            if told.status != 200 or told.body or told.cut or told.drip:
                return told
            text, finish = told.text or "", told.finish
        else:
            text, finish = told if isinstance(told, str) else json.dumps({"units": told}), "stop"
        read, wrote = len(json.dumps(body)) // 4, len(text) // 4
        whole = _responses(text, finish, read, wrote) if path.endswith("/responses") else None
        whole = whole or _chat(body, text, finish, read, wrote)
        return Fault(body=json.dumps(whole), seconds=told.seconds if isinstance(told, Fault) else 0.0)


def _chat(body: Json, text: str, finish: str, read: int, wrote: int) -> Json:
    message: Json = {"role": "assistant", "content": text}
    if body.get("tools") and finish == "stop":
        name = body["tools"][0]["function"]["name"]
        call = {"id": "call-1", "type": "function", "function": {"name": name, "arguments": text}}
        message = {"role": "assistant", "content": None, "tool_calls": [call]}
    return {
        "id": "chat-1",
        "object": "chat.completion",
        "created": 0,
        "model": body["model"],
        "choices": [{"index": 0, "finish_reason": finish, "message": message}],
        "usage": {
            "prompt_tokens": read,
            "completion_tokens": wrote,
            "total_tokens": read + wrote,
            "prompt_tokens_details": {"cached_tokens": read // 2},
        },
    }


def _responses(text: str, finish: str, read: int, wrote: int) -> Json:
    cut = finish == "length"
    call = {"type": "function_call", "id": "f1", "call_id": "c1", "name": "Answer", "arguments": text}
    return {
        "id": "response-1",
        "object": "response",
        "created_at": 0,
        "model": "m",
        "status": "incomplete" if cut else "completed",
        "incomplete_details": {"reason": "max_output_tokens"} if cut else None,
        "output": [{**call, "status": "completed"}],
        "parallel_tool_calls": False,
        "tool_choice": "auto",
        "tools": [],
        "usage": {
            "input_tokens": read,
            "output_tokens": wrote,
            "total_tokens": read + wrote,
            "input_tokens_details": {"cached_tokens": read // 2},
            "output_tokens_details": {"reasoning_tokens": 0},
        },
    }


def _handler(endpoint: Endpoint) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            length = int(self.headers["content-length"])
            try:
                data = self.rfile.read(length)
            except OSError:
                data = b""
            if len(data) < length:  # who asks was killed before the question was out
                self.close_connection = True
                return
            body = json.loads(data)
            told = endpoint.answer(self.path, body, {key.lower(): value for key, value in self.headers.items()})
            if told.seconds:
                time.sleep(told.seconds)
            data = told.body.encode()
            self.send_response(told.status)
            for name, value in {"content-type": "application/json", **told.headers}.items():
                self.send_header(name, value)
            self.send_header("content-length", str(len(data) if not told.drip else 100_000))
            self.end_headers()
            try:
                while told.drip:
                    self.wfile.write(b" ")
                    self.wfile.flush()
                    time.sleep(told.drip)
                self.wfile.write(data[: len(data) // 2] if told.cut else data)
                self.wfile.flush()
            except OSError:
                pass
            if told.cut:
                self.close_connection = True

        def log_message(self, format: str, *args: object) -> None:
            pass

    return Handler


@contextmanager
def serving(script: Script, seconds: float = 0.0) -> Iterator[Endpoint]:
    """An endpoint for the time of a block."""
    endpoint = Endpoint(script, seconds)
    try:
        yield endpoint
    finally:
        endpoint.close()


def ask(quote: str, **changes: Json) -> Json:
    """A requirement as the schema wants it: hard, of a path, unless said otherwise."""
    return {
        "quote": quote,
        "also": [],
        "examples": [],
        "disposition": "hard",
        "reason": "none",
        "modality": "must",
        "kind": "outcome",
        "family": "path_exists",
        "params": [],
        "condition": "",
        "statement": "It is there.",
        "sure": True,
        **changes,
    }


def entry(unit: int, *asks: Json, speaks_to_checker: bool = False) -> Json:
    """What a unit asks for."""
    return {"unit": unit, "speaks_to_checker": speaks_to_checker, "asks": list(asks)}


_PATH = re.compile(r"`([\w./-]+\.\w+)`")


def paths(request: Seen) -> list[Json]:
    """A reader of little wit, unit by unit: whoever says "Write `x.y`" demands that file."""
    found = []
    for number in request.asked:
        text = request.units[number]
        match = _PATH.search(text)
        if match is not None and text.startswith("Write "):
            found.append(entry(number, ask(text, params=[{"name": "path", "value": match[1], "words": ""}])))
        elif "may" in text.split() and len(text) <= 400:
            found.append(entry(number, ask(text, disposition="advisory", reason="permission", family="none")))
        else:
            found.append(entry(number))
    return found
