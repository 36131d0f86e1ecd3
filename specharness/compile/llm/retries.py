"""Asking again where no answer came: what the endpoint says to wait, else growing pauses with chance in them.

Only what is wrong on the way is tried again here; an answer that came and is no good is the engine's business. What a
reply says it took counts every attempt.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from specharness.compile.llm.client import Client, Problem, Reply, Request, Spent

MAX_PAUSE = 60.0
"""Seconds; an endpoint that asks for more is asked again after this, or sooner where a call has less time."""
FIRST_PAUSE = 0.5
"""Seconds before the second attempt, at most; doubled with every further one."""


class Retrying:
    """A client that asks `attempts` times, with pauses of at most `longest` seconds."""

    def __init__(
        self,
        inner: Client,
        attempts: int,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        *,
        longest: float = MAX_PAUSE,
    ) -> None:
        self._inner = inner
        self._attempts = attempts
        self._longest = min(longest, MAX_PAUSE)
        self._sleep = sleep

    async def ask(self, request: Request) -> Reply:
        """The first reply that came, or the last failure."""
        from tenacity import AsyncRetrying, RetryCallState, retry_if_result, stop_after_attempt
        from tenacity.wait import wait_random_exponential

        growing = wait_random_exponential(multiplier=FIRST_PAUSE, max=self._longest)
        spent = Spent(attempts=0)

        def pause(state: RetryCallState) -> float:
            reply = state.outcome.result() if state.outcome is not None else None
            asked = reply.retry_after if isinstance(reply, Reply) else None
            seconds = growing(state) if asked is None else min(asked, self._longest)
            nonlocal spent
            spent = spent + Spent(seconds=seconds, attempts=0)
            return seconds

        async def once() -> Reply:
            nonlocal spent
            reply = await self._inner.ask(request)
            spent = spent + reply.spent
            return reply

        retrying = AsyncRetrying(
            stop=stop_after_attempt(self._attempts),
            wait=pause,
            retry=retry_if_result(lambda reply: reply.problem is Problem.UNAVAILABLE),
            retry_error_callback=lambda state: state.outcome.result() if state.outcome is not None else None,
            sleep=self._sleep,
        )
        reply: Reply = await retrying(once)
        return reply.model_copy(update={"spent": spent})
