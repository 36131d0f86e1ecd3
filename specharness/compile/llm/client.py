"""The seam between compiling and models: one call, its messages in, an answer's text and what it took out.

Everything that stands between an engine and an endpoint (retries, a cache, budgets, a batch) is a `Client` round
another `Client`. A reply is data: what went wrong is a `Problem`, never an exception, so that one call that fails
costs no more than its own units.
"""

from __future__ import annotations

import re
from enum import StrEnum
from typing import Annotated, Protocol

from pydantic import BeforeValidator, Field

from specharness.compile.llm.schema import Size
from specharness.ir import Model, digest_of


class Problem(StrEnum):
    """Why a reply can't be used as it is."""

    TRUNCATED = "truncated"
    """It stops in the middle; what is complete still counts."""
    MALFORMED = "malformed"
    """It is not of the schema; entries that are still count."""
    REFUSED = "refused"
    """The model or a filter in front of it will not answer."""
    OVERFLOW = "overflow"
    """The messages are longer than the model takes."""
    UNAVAILABLE = "unavailable"
    """No answer came: network, time-out, overload, a failing server."""
    REJECTED = "rejected"
    """The endpoint does not take such a request, from this key, for this model: asking again won't help."""
    BUDGET = "budget"
    """A ceiling on tokens or money was reached, so the call was not made."""


class Request(Model):
    """One call. All of it decides the answer; nothing of it is secret."""

    fingerprint: str
    """Of how is asked (`AskedParts`), whatever becomes of the answer then."""
    system: str
    user: str
    size: Size = Size.FULL
    sample: int = Field(default=0, ge=0)
    """Which of several answers to the same question this is."""
    units: tuple[int, ...] = ()
    """Numbers of the units that are asked about, in their source; for accounts, as the question has its own."""
    numbers: tuple[int, ...] = ()
    """By which the question knows these units, in the same order."""
    source: str = ""
    """Id of the source, for accounts; no part of the question."""
    task: str = ""
    """What is compiled together with it, for ceilings; no part of the question either."""

    @property
    def key(self) -> str:
        """SHA-256 over what decides the answer: the address of a stored one."""
        return digest_of(self.model_dump(mode="json", exclude={"source", "task", "units", "numbers"}))


class Spent(Model):
    """What a call took, over all of its attempts. None where the endpoint does not say."""

    input_tokens: int | None = Field(default=None, ge=0)
    cached_tokens: int | None = Field(default=None, ge=0)
    """Of the input tokens, those that the endpoint had kept from earlier calls."""
    output_tokens: int | None = Field(default=None, ge=0)
    seconds: float = Field(default=0.0, ge=0)
    """Of wall time, waiting between attempts included."""
    attempts: int = Field(default=1, ge=0)
    """Requests that were sent; 0 where the answer was stored already."""

    def __add__(self, other: Spent) -> Spent:
        return Spent(
            input_tokens=_sum(self.input_tokens, other.input_tokens),
            cached_tokens=_sum(self.cached_tokens, other.cached_tokens),
            output_tokens=_sum(self.output_tokens, other.output_tokens),
            seconds=self.seconds + other.seconds,
            attempts=self.attempts + other.attempts,
        )


_SURROGATES = re.compile("[\ud800-\udfff]")


def _whole_characters(value: object) -> object:
    """A text in which halves of characters, which no file can hold, are replaced."""
    return _SURROGATES.sub("\N{REPLACEMENT CHARACTER}", value) if isinstance(value, str) else value


Text = Annotated[str, BeforeValidator(_whole_characters)]


class Reply(Model):
    """What came of a call."""

    text: Text = ""
    """JSON of the answer schema, or as much of it as came."""
    problem: Problem | None = None
    detail: Text = ""
    """The problem in words; never a key, never an address."""
    retry_after: float | None = Field(default=None, ge=0)
    """Seconds that the endpoint asks to wait."""
    spent: Spent = Spent()
    stored: bool = False
    """It was kept already, or somebody else was just asking: nothing was sent for it."""


class Client(Protocol):
    """Something that answers one request."""

    async def ask(self, request: Request) -> Reply:
        """The reply; raises only what must stop the whole run (UsageError for a client that can't work at all)."""
        ...


def _sum(one: int | None, other: int | None) -> int | None:
    return other if one is None else one if other is None else one + other
