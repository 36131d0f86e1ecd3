"""The loop of an engine ends with the engine."""

from __future__ import annotations

import gc
import threading

from specharness.compile.llm.loop import Loop


async def _one() -> int:
    return 1


def test_nothing_is_left_of_a_loop_that_nobody_has_any_more() -> None:
    before = set(threading.enumerate())
    loop = Loop()
    assert loop.run(_one()) == 1
    (thread,) = set(threading.enumerate()) - before
    del loop
    gc.collect()
    thread.join(timeout=30)
    assert not thread.is_alive()
