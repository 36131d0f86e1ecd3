"""Activation conditions: whether an obligation applies, from a file that was there before the agent worked.

Guarantees that a condition is never decided by what the agent itself wrote where the former state is known, and that
doubt is doubt. Not its business: what the obligation demands.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from specharness.evidence.views import Failure, Observation, Request, Side
from specharness.ir import Guard
from specharness.validators.base import Seen
from specharness.validators.compare import Match, match_value
from specharness.validators.select import Picked, select
from specharness.validators.subject import VIEWS, kind_of
from specharness.validators.wording import said


class Activation(StrEnum):
    ACTIVE = "active"
    INACTIVE = "inactive"
    UNDECIDED = "undecided"


@dataclass(frozen=True)
class Activated:
    activation: Activation
    message: str = ""


def needs(guard: Guard) -> Sequence[Request]:
    """The guard's file before and after the agent's work; nothing where no observer reads such files."""
    kind = kind_of(guard.path)
    if kind not in VIEWS:
        return ()
    return (Request(kind, guard.path, Side.BEFORE), Request(kind, guard.path))


def activate(guard: Guard, seen: Seen) -> Activated:
    """Whether the guard is on: surely, surely not, or undecided with the reason."""
    requests = needs(guard)
    if not requests:
        return Activated(Activation.UNDECIDED, f"no observer reads {guard.path}")
    before, after = (seen.get(request) for request in requests)
    former = _value(guard, before)
    present = _value(guard, after)
    if before is not None and before.failure is Failure.ABSENT:
        return Activated(Activation.UNDECIDED, f"{guard.path} was not there before; the agent may have made it")
    if isinstance(former, str):
        unavailable = before is None or before.failure in {Failure.UNAVAILABLE, Failure.UNMAPPED}
        return _compare(guard, present) if unavailable else Activated(Activation.UNDECIDED, former)
    if isinstance(present, Picked) and present.value != former.value:
        return Activated(Activation.UNDECIDED, f"`{guard.field}` of {guard.path} was changed since it was handed over")
    return _compare(guard, former)


def _value(guard: Guard, observation: Observation | None) -> Picked | str:
    """The one value at the guard's field, or why there is none."""
    if observation is None or observation.view is None:
        detail = observation.detail if observation is not None else ""
        return f"{guard.path} is not seen{f': {detail}' if detail else ''}"
    selection = select(observation.view, guard.field)
    if selection.doubt:
        return selection.doubt
    if not selection.picked or selection.missing:
        return f"{guard.path} has no `{guard.field}`"
    first = selection.picked[0]
    if first.opaque or any(place.value != first.value for place in selection.picked):
        return f"`{guard.field}` of {guard.path} has no single value"
    return first


def _compare(guard: Guard, found: Picked | str) -> Activated:
    if isinstance(found, str):
        return Activated(Activation.UNDECIDED, found)
    best = max(
        (match_value(value, found.value, untyped=found.untyped) for value in guard.values), default=Match.DIFFERENT
    )
    shown = f"`{guard.field}` of {guard.path} is {said(found.value)}"
    if best is Match.VARIANT:
        return Activated(Activation.UNDECIDED, f"{shown}, a spelling variant of the condition's value")
    holds = (best is Match.SAME) is not guard.negated
    return Activated(Activation.ACTIVE if holds else Activation.INACTIVE, shown)
