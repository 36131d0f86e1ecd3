"""Waiting for what a descriptor has to say."""

from __future__ import annotations

import select


def readable(descriptor: int, seconds: float) -> bool:
    """Whether there is something to read, or the other side is gone, within so many seconds. Unlike `select`, it takes
    descriptors of any number: a process with a thousand open files has them above 1,023."""
    poller = select.poll()
    poller.register(descriptor, select.POLLIN)
    return bool(poller.poll(max(seconds, 0.0) * 1000))
