"""Who may speak to the server: only a page that was opened with the token, on this machine, under its own name.

Guarantees that a request without the token, for another host (a name that was rebound to this machine), or sent by
another site reaches nothing; that no body above the limit is read; and that every answer forbids the browser to load,
run, frame or remember anything else.
"""

from __future__ import annotations

import hmac
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

MAX_BODY_BYTES = 32 * 2**20
"""Of one request; the labels of twenty thousand directions are smaller."""

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; "
    "require-trusted-types-for 'script'; trusted-types 'none'"
)

HEADERS = {
    "content-security-policy": POLICY,
    "cache-control": "no-store",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "clipboard-read=(), camera=(), microphone=(), geolocation=()",
}

_READING = ("GET", "HEAD")


class Guard:
    """ASGI middleware: the first part of every path is the token."""

    def __init__(self, app: ASGIApp, token: str, hosts: frozenset[str]) -> None:
        self._app = app
        self._token = token.encode("ascii")
        self._hosts = hosts
        self._origins = frozenset(f"http://{host}" for host in hosts)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            if scope["type"] == "websocket":
                await send({"type": "websocket.close", "code": 1008})
            return
        answer = _Answer(send)
        headers: dict[str, str] = {}
        for name, value in scope["headers"]:
            headers.setdefault(name.decode("latin-1"), value.decode("latin-1"))
        given, slash, rest = scope["path"].removeprefix("/").partition("/")
        refusal = self._refusal(scope["method"], headers, given, slash)
        if refusal is not None:
            await answer.plain(*refusal)
            return
        inner = {**scope, "path": f"/{rest}", "raw_path": f"/{rest}".encode(), "root_path": ""}
        await self._app(inner, _Limited(receive), answer)

    def _refusal(self, method: str, headers: dict[str, str], given: str, slash: str) -> tuple[int, str] | None:
        if headers.get("host", "") not in self._hosts:
            return 403, "this server answers to 127.0.0.1 alone; open the address that it printed"
        if not hmac.compare_digest(given.encode("utf-8", "surrogateescape"), self._token) or not slash:
            return 403, "the token is missing or wrong; open the whole address that `specharness annotate` printed"
        if "origin" in headers and headers["origin"] not in self._origins:
            return 403, "a request from another site"
        if headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
            return 403, "a request from another site"
        if method not in _READING:
            kind = headers.get("content-type", "").partition(";")[0].strip().lower()
            if kind != "application/json":
                return 415, "expected application/json"
            length = headers.get("content-length", "0")
            if not length.isdecimal() or int(length) > MAX_BODY_BYTES:
                return 413, str(BodyTooLargeError())
        return None


class BodyTooLargeError(Exception):
    """A body went on beyond the limit."""

    def __init__(self) -> None:
        super().__init__(f"the body is larger than MAX_BODY_BYTES ({MAX_BODY_BYTES})")


class _Limited:
    def __init__(self, receive: Receive) -> None:
        self._receive = receive
        self._size = 0

    async def __call__(self) -> Message:
        message = await self._receive()
        self._size += len(message.get("body", b""))
        if self._size > MAX_BODY_BYTES:
            raise BodyTooLargeError
        return message


class _Answer:
    """Sends with the headers that every answer carries."""

    def __init__(self, send: Send) -> None:
        self._send = send

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            kept = [(name, value) for name, value in message["headers"] if name.decode("latin-1") not in HEADERS]
            added = [(name.encode("latin-1"), value.encode("latin-1")) for name, value in HEADERS.items()]
            message = {**message, "headers": [*kept, *added]}
        await self._send(message)

    async def plain(self, status: int, text: str) -> None:
        body = f"{text}\n".encode()
        headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"content-length", str(len(body)).encode())]
        await self({"type": "http.response.start", "status": status, "headers": headers})
        await self._send({"type": "http.response.body", "body": body})
