"""One event loop in a thread of its own, for an engine whose callers are not asynchronous.

Several threads may wait for it at once, and so share its connections and its bound on calls in flight. A caller that
is interrupted takes its calls with it.
"""

from __future__ import annotations

import asyncio
import contextlib
import threading
import weakref
from collections.abc import Coroutine, Iterable
from typing import Any, TypeVar

T = TypeVar("T")


async def together(works: Iterable[Coroutine[Any, Any, T]]) -> list[T]:
    """What all of them return, in their order. The first that raises takes the others with it."""
    tasks = [asyncio.ensure_future(work) for work in works]
    try:
        return await asyncio.gather(*tasks)
    except BaseException:
        for task in tasks:
            task.cancel()
        raise


class Loop:
    """Starts with its first task; a daemon, so that it never keeps a process alive. It ends with its last reference, so
    that a process that makes many engines keeps neither their threads nor their connections."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._loop: asyncio.AbstractEventLoop | None = None

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """What `work` returns. Raises what it raises."""
        future = asyncio.run_coroutine_threadsafe(work, self._started())
        try:
            return future.result()
        except BaseException:
            future.cancel()
            raise

    def stop(self) -> None:
        """Cancel every task; who waits for one gets `concurrent.futures.CancelledError`."""
        with self._lock:
            loop = self._loop
        if loop is not None:
            loop.call_soon_threadsafe(lambda: [task.cancel() for task in asyncio.all_tasks(loop)])

    def _started(self) -> asyncio.AbstractEventLoop:
        with self._lock:
            if self._loop is None:
                self._loop = asyncio.new_event_loop()
                threading.Thread(target=_forever, args=(self._loop,), name="specharness-llm", daemon=True).start()
                weakref.finalize(self, _end, self._loop).atexit = False
            return self._loop


def _forever(loop: asyncio.AbstractEventLoop) -> None:
    """Run until it is ended; then nothing of it is left open."""
    try:
        loop.run_forever()
    finally:
        loop.close()


def _end(loop: asyncio.AbstractEventLoop) -> None:
    with contextlib.suppress(RuntimeError):  # it is closed already
        loop.call_soon_threadsafe(loop.stop)
