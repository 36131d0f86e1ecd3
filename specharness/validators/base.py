"""The validator protocol: a small pure class that says what it must see and decides over it.

A validator is total: for any parameters that its schema admits and any observations, it returns a finding and never
raises for the artifact's sake. It passes only on positive evidence. What it can't see is `unknown`, never passed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Protocol, TypeVar

from pydantic import JsonValue

from specharness.evidence.views import Failure, Observation, Request, Side, View, ViewKind
from specharness.ir import Family, Outcome
from specharness.validators.params import ParamType
from specharness.validators.wording import clip

Params = Mapping[str, JsonValue]
Seen = Mapping[Request, Observation]

DETAIL = 200
"""Most characters taken over from an observer's account, which may quote the artifact."""


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


class Check:
    """What the validators of this package share: typed parameters. Third parties need only the protocol."""

    name: str = ""
    version: int = 1
    families: tuple[Family, ...] = ()
    demanded: ClassVar[Mapping[str, ParamType]] = {}
    """Parameters that must be there, and their types."""
    admitted: ClassVar[Mapping[str, ParamType]] = {}
    """Parameters that may be there, and their types."""
    required: frozenset[str] = frozenset()
    optional: frozenset[str] = frozenset()

    def __init_subclass__(cls) -> None:
        cls.required = frozenset(cls.demanded)
        cls.optional = frozenset(cls.admitted)

    def problem(self, params: Params) -> str:
        """What is wrong with well-typed parameters taken together; empty when nothing is."""
        return ""

    def rests_on(self, params: Params) -> Sequence[str]:
        """Names of the validators whose answers its own is made of: where one of them may not block, it may not."""
        return ()

    def needs(self, params: Params) -> Sequence[Request]:
        """What it has to see, at most one request for a thing."""
        raise NotImplementedError

    def further(self, params: Params, seen: Seen) -> Sequence[Request]:
        """What it has to see besides, now that it knows that: of a table too large to be held, the answers to
        queries. Asked again until there is nothing new, at most `MAX_LOOKS` times."""
        return ()

    def decide(self, params: Params, seen: Seen) -> Finding:
        """The result over the observations of `needs(params)`, and of `further`."""
        raise NotImplementedError


MAX_LOOKS = 8
"""Times that a validator may ask for more: a header, up to five questions that build on each other, and some to
spare."""


def looked_further(
    validator: Validator, params: Params, seen: Seen, observe: Callable[[Sequence[Request]], Seen]
) -> Seen:
    """All that a validator has to see, given the observations of its needs and a way to observe more."""
    if not isinstance(validator, Check):
        return seen
    for _ in range(MAX_LOOKS):
        more = [request for request in validator.further(params, seen) if request not in seen]
        if not more:
            break
        seen = {**seen, **observe(more)}
    return seen


def problem_with(validator: Validator, params: Params) -> str:
    """Why a validator can't be asked with these parameters; empty when it can."""
    missing = sorted(validator.required - params.keys())
    if missing:
        return f"{validator.name} needs the parameter `{missing[0]}`"
    unknown = sorted(params.keys() - validator.required - validator.optional)
    if unknown:
        return f"{validator.name} knows no parameter `{unknown[0]}`"
    if not isinstance(validator, Check):
        return ""
    for name, param_type in {**validator.demanded, **validator.admitted}.items():
        problem = param_type.problem(params[name]) if name in params else ""
        if problem:
            return f"{validator.name}: `{name}` {problem}"
    problem = validator.problem(params)
    return f"{validator.name}: {problem}" if problem else ""


def parts_of(validator: Validator, params: Params) -> tuple[str, ...]:
    """The validators that an answer to these parameters rests on besides the one asked."""
    return tuple(dict.fromkeys(validator.rests_on(params))) if isinstance(validator, Check) else ()


V = TypeVar("V", bound=View)

_UNDECIDED: Mapping[Failure, Outcome] = {
    Failure.LIMIT: Outcome.ERROR,
    Failure.UNAVAILABLE: Outcome.UNKNOWN,
    Failure.UNMAPPED: Outcome.UNKNOWN,
    Failure.ESCAPE: Outcome.ERROR,
    Failure.REFUSED: Outcome.ERROR,
}


def view_or_finding(
    seen: Seen, request: Request, view_type: type[V], expected: str, *, forbids: bool = False
) -> V | Finding:
    """The view asked for, or the finding that its absence means: an absent or malformed artifact fails the demand
    on it; a limit, a missing provider or an unmapped path leaves it undecided.

    With `forbids`, the demand is that something does not occur: a file that is absent or can't be read neither keeps
    nor breaks it, and the demand for the file itself is another obligation's."""
    observation = seen.get(request)
    if observation is None:
        return Finding(Outcome.ERROR, expected, "not observed", message="the observer gave no answer")
    if isinstance(observation.view, view_type):
        return observation.view
    name = target(request)
    broken = Outcome.UNKNOWN if forbids else Outcome.FAILED
    if observation.failure is Failure.ABSENT:
        message = "there is nothing to look at" if forbids else ""
        return Finding(broken, expected, f"{name} does not exist", message=message)
    if observation.failure is Failure.MALFORMED:
        message = "the content can't be read" if forbids else ""
        return Finding(broken, expected, f"{name}: {clip(observation.detail, DETAIL)}", message=message)
    if observation.failure is None:
        return Finding(Outcome.ERROR, expected, "unexpected view", message=f"got {type(observation.view).__name__}")
    message = clip(observation.detail, DETAIL) or observation.failure.value
    return Finding(_UNDECIDED[observation.failure], expected, "not observed", message=message)


def target(request: Request) -> str:
    """What a request looks at, in words for people and for evidence: `/x`, `before:/x`, `response`, `trace`."""
    if request.side in {Side.RESPONSE, Side.TRACE}:
        return request.side.value
    if request.kind is ViewKind.COMMAND:
        return f"command: {clip(request.argument, DETAIL)}"
    path = request.path or "."
    return f"before:{path}" if request.side is Side.BEFORE else path
