"""What compiling took, call by call: tokens, cached tokens, money, time, attempts; by unit and in total.

It never bears on the output and is kept apart from it: the same answers give the same bytes, however long they took.
Safe to write to from several threads.
"""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from pydantic import Field

from specharness.compile.llm.client import Problem, Spent
from specharness.ir import Model

Cost = Callable[[Spent], float | None]
"""What a call cost in US dollars; None where that is not known."""


class Call(NamedTuple):
    """One call that was made, or answered from a store."""

    source: str
    units: tuple[int, ...]
    spent: Spent
    problem: Problem | None
    sample: int = 0
    """Which of several answers to the same question."""
    stored: bool = False
    """Answered from a store."""

    @property
    def asked(self) -> bool:
        """Whether the question was put at all; a ceiling may have kept it back."""
        return self.stored or self.problem is not Problem.BUDGET or self.spent.attempts > 0


class UnitUse(Model):
    """What a unit took: its share of the calls that asked about it, by number of units."""

    source: str
    unit: str
    calls: int
    input_tokens: float | None
    output_tokens: float | None
    seconds: float
    cost_usd: float | None


class Use(Model):
    """What all calls took together. None where the endpoint says nothing, or no price is known."""

    calls: int = 0
    """Questions that were asked, stored answers included."""
    stored: int = 0
    """Of these, answered from the store without a request."""
    kept_back: int = 0
    """Questions that a ceiling kept from being asked; not among `calls`."""
    attempts: int = 0
    """Requests that were sent."""
    retries: int = 0
    """Requests beyond the first of a question."""
    asked_again: int = 0
    """Questions about units that an earlier answer had left open."""
    problems: dict[str, int] = Field(default_factory=dict)
    input_tokens: int | None = None
    cached_tokens: int | None = None
    output_tokens: int | None = None
    cost_usd: float | None = None
    seconds: float = Field(default=0.0, ge=0)
    """Sum over calls; calls overlap, so that less time went by."""
    units: int = 0
    """Units that a model was asked about."""
    answered: int = 0
    """Units about which an answer says something that stands in the text, or that they ask for nothing."""
    units_in_all: int = 0
    """Units with words in them; more than `units` where an engine answers some without a model."""

    @property
    def share_asked(self) -> float | None:
        """Which part of all units went to the model."""
        return self.units / self.units_in_all if self.units_in_all else None


class Telemetry:
    """The calls of one engine since they were last taken."""

    def __init__(self, price: Cost | None = None) -> None:
        self._price = price
        self._lock = threading.Lock()
        self._calls: list[Call] = []
        self._in_all: Counter[str] = Counter()
        self._answered: dict[str, set[int]] = {}

    def record(self, call: Call) -> None:
        """Note a call."""
        with self._lock:
            self._calls.append(call)

    def read(self, source: str, units: int) -> None:
        """Note that a source with so many worded units was compiled."""
        with self._lock:
            self._in_all[source] += units

    def answered(self, source: str, units: Iterable[int]) -> None:
        """Note that these units of a source have a usable answer."""
        with self._lock:
            self._answered.setdefault(source, set()).update(units)

    def take(self, sources: Sequence[str]) -> tuple[Use, tuple[UnitUse, ...]]:
        """What the calls about these sources took, in total and by unit; they are forgotten."""
        wanted = set(sources)
        with self._lock:
            calls = [call for call in self._calls if call.source in wanted]
            self._calls = [call for call in self._calls if call.source not in wanted]
            in_all = sum(self._in_all.pop(source, 0) for source in wanted)
            answered = sum(len(self._answered.pop(source, ())) for source in wanted)
        use = _total(calls, self._price).model_copy(update={"units_in_all": in_all, "answered": answered})
        return use, _by_unit(calls, self._price)


def _total(calls: Sequence[Call], price: Cost | None) -> Use:
    spent = Spent(attempts=0)
    problems: Counter[str] = Counter()
    seen: set[tuple[str, int, int]] = set()
    again = 0
    for call in calls:
        spent = spent + call.spent
        if call.problem is not None:
            problems[call.problem.value] += 1
        if not call.asked:
            continue
        places = {(call.source, unit, call.sample) for unit in call.units}
        again += bool(places) and places <= seen
        seen |= places
    return Use(
        calls=sum(call.asked for call in calls),
        stored=sum(call.stored for call in calls),
        kept_back=sum(not call.asked for call in calls),
        attempts=spent.attempts,
        retries=sum(max(0, call.spent.attempts - 1) for call in calls),
        asked_again=again,
        problems=dict(sorted(problems.items())),
        input_tokens=spent.input_tokens,
        cached_tokens=spent.cached_tokens,
        output_tokens=spent.output_tokens,
        cost_usd=None if price is None else price(spent),
        seconds=round(spent.seconds, 6),
        units=len({(source, unit) for source, unit, _ in seen}),
    )


def _by_unit(calls: Sequence[Call], price: Cost | None) -> tuple[UnitUse, ...]:
    shares: dict[tuple[str, int], list[tuple[Spent, int]]] = {}
    for call in calls:
        for unit in call.units:
            asked = shares.setdefault((call.source, unit), [])
            asked += [(call.spent, len(call.units))] if call.asked else []
    found = []
    for (source, unit), parts in sorted(shares.items()):
        inputs = [spent.input_tokens / many for spent, many in parts if spent.input_tokens is not None]
        outputs = [spent.output_tokens / many for spent, many in parts if spent.output_tokens is not None]
        costs = [price(spent) for spent, _ in parts] if price is not None else []
        known = [cost / many for cost, (_, many) in zip(costs, parts, strict=False) if cost is not None]
        found.append(
            UnitUse(
                source=source,
                unit=f"u{unit}",
                calls=len(parts),
                input_tokens=round(sum(inputs), 3) if inputs else None,
                output_tokens=round(sum(outputs), 3) if outputs else None,
                seconds=round(sum(spent.seconds / many for spent, many in parts), 6),
                cost_usd=round(sum(known), 9) if known else None,
            )
        )
    return tuple(found)
