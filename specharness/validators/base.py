"""The validator protocol: a small pure class that says what it must see and decides over it.

A validator is total: for any parameters that its schema admits and any observations, it returns a finding and never
raises for the artifact's sake. It passes only on positive evidence. What it can't see is `unknown`, never passed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar

from pydantic import JsonValue

from specharness.evidence.views import Failure, Observation, Request, View
from specharness.ir import Family, Outcome

Params = Mapping[str, JsonValue]
Seen = Mapping[Request, Observation]


@dataclass(frozen=True)
class Finding:
    outcome: Outcome
    expected: str
    observed: str
    where: str = ""
    message: str = ""


class Validator(Protocol):
    """One way to decide an obligation."""

    name: str
    """Stable id, `snake_case`."""
    version: int
    families: tuple[Family, ...]
    """The families of directions that it can decide."""
    required: frozenset[str]
    """Parameters that must be there."""
    optional: frozenset[str]
    """Parameters that may be there; any other is a programming error of the grounding stage."""

    def needs(self, params: Params) -> Sequence[Request]:
        """What it has to see, at most one request for a thing."""
        ...

    def decide(self, params: Params, seen: Seen) -> Finding:
        """The result over the observations of `needs(params)`."""
        ...


V = TypeVar("V", bound=View)

_UNDECIDED: Mapping[Failure, Outcome] = {
    Failure.LIMIT: Outcome.ERROR,
    Failure.UNAVAILABLE: Outcome.UNKNOWN,
    Failure.UNMAPPED: Outcome.UNKNOWN,
    Failure.ESCAPE: Outcome.ERROR,
}


def view_or_finding(seen: Seen, request: Request, view_type: type[V], expected: str) -> V | Finding:
    """The view asked for, or the finding that its absence means: an absent or malformed artifact fails the demand
    on it; a limit, a missing provider or an unmapped path leaves it undecided."""
    observation = seen.get(request)
    if observation is None:
        return Finding(Outcome.ERROR, expected, "not observed", message="the observer gave no answer")
    if isinstance(observation.view, view_type):
        return observation.view
    if observation.failure is Failure.ABSENT:
        return Finding(Outcome.FAILED, expected, f"{request.path or request.side.value} does not exist")
    if observation.failure is Failure.MALFORMED:
        return Finding(Outcome.FAILED, expected, f"{request.path or request.side.value}: {observation.detail}")
    if observation.failure is None:
        return Finding(Outcome.ERROR, expected, "unexpected view", message=f"got {type(observation.view).__name__}")
    return Finding(_UNDECIDED[observation.failure], expected, "not observed", message=observation.detail)
