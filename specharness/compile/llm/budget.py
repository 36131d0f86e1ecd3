"""Ceilings on tokens and money: a call is made only if what it can take at most still fits.

Each call sets aside its prompt and the longest answer that the candidate allows, and settles for what it took, all
attempts counted. So calls in flight together can't go over a ceiling either, as far as endpoints keep to `max_tokens`
and a prompt has no more tokens than a third of its characters. A call that does not fit is answered with the problem
`budget`, and its units abstain.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from specharness.compile.llm.client import Client, Problem, Reply, Request, Spent

CHARACTERS_A_TOKEN = 3
"""Fewer than texts have, so that too much is set aside rather than too little."""
LONGEST_ANSWER = 16_000
"""Tokens that are set aside for an answer where the candidate sets no max_tokens."""


@dataclass(frozen=True)
class Ceilings:
    """What may be spent; None: as much as it takes."""

    call_tokens: int | None = None
    """On one question, all attempts counted."""
    task_tokens: int | None = None
    task_usd: float | None = None
    """On all questions about one specification."""

    @property
    def any(self) -> bool:
        """Whether there is a ceiling at all."""
        return (self.call_tokens, self.task_tokens, self.task_usd) != (None, None, None)


@dataclass
class Purse:
    """What one specification has taken, and what is set aside for calls in flight."""

    spent: Spent = field(default_factory=lambda: Spent(attempts=0))
    aside: Spent = field(default_factory=lambda: Spent(attempts=0))


class Budgeted:
    """A client that keeps to ceilings. It stands inside of retries, so that every attempt is looked at."""

    def __init__(
        self,
        inner: Client,
        ceilings: Ceilings,
        answer_tokens: int | None,
        cost: Callable[[Spent], float | None] | None,
    ) -> None:
        self._inner = inner
        self._ceilings = ceilings
        self._answer = answer_tokens or LONGEST_ANSWER
        self._cost = cost
        self._purses: dict[str, Purse] = {}
        self._calls: dict[str, int] = {}

    async def ask(self, request: Request) -> Reply:
        """One attempt, if it fits."""
        purse = self._purses.setdefault(request.task, Purse())
        most = Spent(input_tokens=_tokens(request), output_tokens=self._answer, attempts=0)
        why = self._refused(purse, most, self._calls.get(request.key, 0))
        if why:
            return Reply(problem=Problem.BUDGET, detail=why, spent=Spent(attempts=0))
        purse.aside = purse.aside + most
        reply: Reply | None = None
        try:
            reply = await self._inner.ask(request)
            return reply
        finally:
            purse.aside = _less(purse.aside, most)
            took = most if reply is None or _unknown(reply.spent) else reply.spent
            purse.spent = purse.spent + took
            self._calls[request.key] = self._calls.get(request.key, 0) + _sum(took)

    def _refused(self, purse: Purse, most: Spent, call: int) -> str:
        limits = self._ceilings
        total = purse.spent + purse.aside + most
        if limits.call_tokens is not None and call + _sum(most) > limits.call_tokens:
            return f"the question could take more than call_tokens ({limits.call_tokens})"
        if limits.task_tokens is not None and _sum(total) > limits.task_tokens:
            return f"the specification could take more than task_tokens ({limits.task_tokens})"
        if limits.task_usd is not None:
            dollars = self._cost(total) if self._cost is not None else None
            if dollars is None:
                return "task_usd is set, and prices.toml has no price for the model"
            if dollars > limits.task_usd:
                return f"the specification could cost more than task_usd ({limits.task_usd})"
        return ""


def _unknown(spent: Spent) -> bool:
    return spent.input_tokens is None and spent.output_tokens is None and spent.attempts > 0


def _tokens(request: Request) -> int:
    return -(-(len(request.system) + len(request.user)) // CHARACTERS_A_TOKEN)


def _sum(spent: Spent) -> int:
    return (spent.input_tokens or 0) + (spent.output_tokens or 0)


def _less(one: Spent, other: Spent) -> Spent:
    return Spent(
        input_tokens=max(0, (one.input_tokens or 0) - (other.input_tokens or 0)),
        output_tokens=max(0, (one.output_tokens or 0) - (other.output_tokens or 0)),
        attempts=0,
    )
