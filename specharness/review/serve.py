"""The server as a process: one loopback socket, one address with its token, until it is interrupted."""

from __future__ import annotations

import importlib
import os
import secrets
import socket
import sys
from typing import TYPE_CHECKING

from specharness.errors import InputError, UsageError
from specharness.review.documents import Documents
from specharness.review.proposals import Compile
from specharness.review.store import Write

if TYPE_CHECKING:
    import uvicorn
    from starlette.types import ASGIApp

LOOPBACK = "127.0.0.1"
_TOKEN_BYTES = 32
_LAST_ANSWERS = 5
"""Seconds for answers under way when the server is interrupted: a label file is written in milliseconds."""


def require_packages() -> None:
    """Raise UsageError where the packages of the review are missing."""
    try:
        importlib.import_module("starlette")
        importlib.import_module("uvicorn")
    except ImportError as error:
        raise UsageError(
            f"the review needs {error.name}, which is not installed; pip install 'specharness[review]' brings it"
        ) from error


def bind(port: int) -> socket.socket:
    """A socket on this machine alone; port 0 takes a free one. Raises InputError where the port is taken."""
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    if sys.platform != "win32":  # there it would let a second server take the port
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((LOOPBACK, port))
        listener.listen()
    except OSError as error:
        listener.close()
        raise InputError(f"port {port} can't be used: {error.strerror}; give another --port, or none") from error
    return listener


def prepare(
    listener: socket.socket, documents: Documents, *, compile: Compile, write: Write
) -> tuple[uvicorn.Server, str]:
    """The server of a bound socket, and the address with its token; `run(sockets=[listener])` starts it."""
    import uvicorn

    from specharness.review.server import build

    port = listener.getsockname()[1]
    token = secrets.token_urlsafe(_TOKEN_BYTES)
    hosts = frozenset({f"{LOOPBACK}:{port}", f"localhost:{port}"})
    app = build(documents, compile=compile, write=write, token=token, hosts=hosts)
    return uvicorn.Server(_config(app)), f"http://{LOOPBACK}:{port}/{token}/"


def serve(server: uvicorn.Server, listener: socket.socket) -> None:
    """Answer until interrupted. Returns when the answers under way are finished, so that all is written."""
    try:
        server.run(sockets=[listener])
    except KeyboardInterrupt:
        pass  # how a server is ended
    finally:
        listener.close()


def has_screen() -> bool:
    """Whether a browser that is started here would show a window."""
    return sys.platform in ("win32", "darwin") or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def _config(app: ASGIApp) -> uvicorn.Config:
    import uvicorn

    # No access log: it would hold the token; no warnings of requests that no page makes. No lifespan, no proxy here.
    return uvicorn.Config(
        app,
        log_config=None,
        log_level="error",
        access_log=False,
        lifespan="off",
        proxy_headers=False,
        server_header=False,
        date_header=False,
        http="h11",
        ws="none",
        loop="asyncio",
        timeout_graceful_shutdown=_LAST_ANSWERS,
    )
