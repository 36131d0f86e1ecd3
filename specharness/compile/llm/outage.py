"""Stopping where nobody answers: after so many calls in a row in vain, the run is told instead of each of its units.

It stands round the retries and inside of what is kept: a call in vain has had all of its attempts, and an answer that
is stored already counts neither way. A call that a ceiling stopped was not made. Whoever goes on all the same asks the
endpoint again, one call at a time, and is heard as soon as it answers.
"""

from __future__ import annotations

from specharness.compile.llm.client import Client, Problem, Reply, Request
from specharness.errors import EndpointDownError

IN_VAIN = 5
"""Calls in a row without an answer. Fewer could be chance; each may have waited a minute for the next attempt."""


class Stopping:
    """A client that gives up the run where the endpoint has none of its calls answered. `name` is the candidate's."""

    def __init__(self, inner: Client, name: str) -> None:
        self._inner = inner
        self._name = name
        self._in_vain = 0

    async def ask(self, request: Request) -> Reply:
        """The reply. Raises EndpointDownError for the last of IN_VAIN calls in vain, and for those after it."""
        reply = await self._inner.ask(request)
        if reply.problem in (Problem.UNAVAILABLE, Problem.REJECTED):
            self._in_vain += 1
        elif reply.problem is not Problem.BUDGET:
            self._in_vain = 0
        if self._in_vain >= IN_VAIN and reply.problem is not Problem.BUDGET:
            raise EndpointDownError(
                f"no answer to {self._in_vain} calls of {self._name!r} in a row: {reply.problem}: {reply.detail}; "
                "check the endpoint, the key and the model's name. What is done stays: the same command goes on"
            )
        return reply
