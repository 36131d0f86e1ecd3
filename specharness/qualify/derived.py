"""Cases that follow from a validator's own ones by rules that hold for every validator.

A passing artifact is taken away, emptied, replaced by stray texts, by a pipe, by a link out of the workspace; observers
fail, stop at a limit, give no answer or the wrong view; relations are applied. None of it needs to be written by hand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from specharness.evidence.views import Failure, ImageView, Observation, Request, Side, ViewKind
from specharness.ir import Outcome
from specharness.qualify.case import (
    FAILED,
    NOT_FAILED,
    NOT_PASSED,
    OPEN,
    PASSED,
    Case,
    Content,
    Definition,
    Kind,
    Link,
    Pipe,
    World,
    as_world,
)
from specharness.qualify.draw import Draw
from specharness.qualify.lay import observed
from specharness.qualify.relations import RELATIONS
from specharness.validators.base import Validator

T = TypeVar("T")

MAX_DERIVED = 12
"""Passing cases that each rule which writes files is applied to; spread over all of them."""

_MAXIMAL = "Zq7 " * 50_000

STRAY_TEXTS: Mapping[str, str] = {
    "empty": "",
    "garbage": "xKq#9 zz%vB ~~ 7f\x01\ufffd wJp{]} \u202e<\u00a4",
    "maximal": _MAXIMAL,
}
"""What is never accepted by a validator that asks for something."""

_STRAY_ENTRIES: Mapping[str, Content] = {
    "pipe": Pipe(),
    "link out": Link("/etc/hostname"),
    "link to itself": Link("."),
}
_NOT_GIVEN: Mapping[Side, Callable[[World], World]] = {
    Side.BEFORE: lambda world: replace(world, before=None),
    Side.RESPONSE: lambda world: replace(world, response=None),
    Side.TRACE: lambda world: replace(world, trace=None),
}
_STRUCTURED = frozenset(ViewKind) - {ViewKind.FILE, ViewKind.TREE}
_UNDECIDED = (Failure.UNAVAILABLE, Failure.UNMAPPED, Failure.LIMIT, Failure.ESCAPE)


@dataclass(frozen=True)
class Trial:
    """A case with what its validator sees."""

    case: Case
    seen: Mapping[Request, Observation]


def worlds_of(definition: Definition, validator: Validator, cases: Sequence[Case]) -> Iterator[Case]:
    """Cases with other artifacts, derived from decided ones."""
    passing = spread([case for case in cases if case.right == PASSED])
    decided = [*passing, *spread([case for case in cases if case.right == FAILED])]
    spoiling = spread([case for case in cases if case.right == PASSED and case.spoils])
    for case in spoiling:
        yield from _without(definition, validator, case)
        yield from _stray(definition, validator, case)
    for name in definition.keeps:
        for case in decided:
            world = RELATIONS[name](case.world)
            if world is not None:
                yield replace(case, kind=Kind.RELATION, world=world, why=f"{case.why}; {name} changed")
    for name in definition.changes:
        for case in passing:
            world = RELATIONS[name](case.world)
            if world is not None:
                yield Case(Kind.RELATION, case.params, world, NOT_PASSED, f"{case.why}; {name} changed")
    for number, broken in enumerate(definition.breaks):
        draw = Draw(f"{definition.validator}/break/{number}")
        for case in spoiling:
            made = broken(case, draw)
            if made is not None and as_world(made) != case.world:
                why = f"{case.why}; then {broken.__name__.strip('_').replace('_', ' ')}"
                yield Case(Kind.MUTATION, case.params, as_world(made), NOT_PASSED, why)


def sights_of(trials: Sequence[Trial]) -> Iterator[Trial]:
    """Trials whose observers fail, from decided ones: all observers at once, and each alone."""
    for trial in trials:
        if trial.case.right not in (PASSED, FAILED) or not trial.seen:
            continue
        never = NOT_FAILED if trial.case.right == PASSED else NOT_PASSED
        for failure in _UNDECIDED:
            kind = Kind.UNAVAILABLE if failure in {Failure.UNAVAILABLE, Failure.UNMAPPED} else Kind.FAILURE
            yield _seen_otherwise(trial, kind, failure, tuple(trial.seen), OPEN)
            if len(trial.seen) > 1:
                for number, request in enumerate(trial.seen, 1):
                    share = f" for {request.kind.value} {number}"
                    yield _seen_otherwise(trial, kind, failure, (request,), never, share)
        silent = replace(trial.case, kind=Kind.FAILURE, right=OPEN, why=f"{trial.case.why}; no answer")
        yield Trial(silent, {})
        odd = {request: Observation(request, ImageView("", 0, 0, "")) for request in trial.seen}
        wrong = replace(trial.case, kind=Kind.FAILURE, right=OPEN, why=f"{trial.case.why}; a view of another kind")
        yield Trial(wrong, odd)


def spread(cases: Sequence[T], most: int = MAX_DERIVED) -> list[T]:
    """At most so many of them, evenly over all."""
    if len(cases) <= most:
        return list(cases)
    return [cases[place * len(cases) // most] for place in range(most)]


def _seen_otherwise(
    trial: Trial,
    kind: Kind,
    failure: Failure,
    requests: tuple[Request, ...],
    right: frozenset[Outcome],
    share: str = "",
) -> Trial:
    changed = {request: Observation(request, None, failure, f"{failure.value}, as asked") for request in requests}
    case = replace(trial.case, kind=kind, right=right, why=f"{trial.case.why}; observer says {failure.value}{share}")
    return Trial(case, {**trial.seen, **changed})


def _without(definition: Definition, validator: Validator, case: Case) -> Iterator[Case]:
    requests = tuple(validator.needs(case.params))
    names = {name for request in requests for name in targets(request, case.world)}
    if names:
        world = replace(case.world, files={name: kept for name, kept in case.world.files.items() if name not in names})
        yield Case(Kind.MISSING, case.params, world, definition.absent, f"{case.why}; then taken away")
    for side in sorted({request.side for request in requests} - {Side.AFTER}):
        world = _NOT_GIVEN[side](case.world)
        yield Case(Kind.UNAVAILABLE, case.params, world, definition.ungiven, f"{case.why}; {side.value} not given")


def _stray(definition: Definition, validator: Validator, case: Case) -> Iterator[Case]:
    requests = [request for request in validator.needs(case.params) if request.kind in _STRUCTURED]
    names = [name for request in requests for name in targets(request, case.world)]
    spoken = any(request.side is Side.RESPONSE for request in requests)
    traced = any(request.side is Side.TRACE for request in requests)
    for stray, text in STRAY_TEXTS.items():
        if stray in definition.may_accept:
            continue
        why = f"{case.why}; {stray} text instead"
        if names:
            yield Case(Kind.HOSTILE, case.params, _with(case.world, names, text), NOT_PASSED, why)
        if spoken:
            yield Case(Kind.HOSTILE, case.params, replace(case.world, response=text), NOT_PASSED, why)
        if traced:
            yield Case(Kind.HOSTILE, case.params, replace(case.world, trace=text), NOT_PASSED, why)
    for stray, content in _STRAY_ENTRIES.items():
        if names:
            why = f"{case.why}; a {stray} instead"
            yield Case(Kind.HOSTILE, case.params, _with(case.world, names, content), NOT_PASSED, why)


def _with(world: World, names: Sequence[str], content: Content) -> World:
    return replace(world, files={**world.files, **dict.fromkeys(names, content)})


def targets(request: Request, world: World) -> tuple[str, ...]:
    """Files of the workspace that a request looks at: the file itself, or all below the folder."""
    if request.side is not Side.AFTER:
        return ()
    path = request.path.rstrip("/")
    for container, folder in world.maps.items():
        if path == container or path.startswith(container + "/"):
            path = folder + path[len(container) :]
            break
    path = path.removeprefix("./").lstrip("/")
    return tuple(name for name in world.files if path in {"", "."} or name == path or name.startswith(path + "/"))


def trial_of(validator: Validator, case: Case) -> Trial:
    """A case with what its validator sees of it on disk; nothing where it must be refused."""
    return Trial(case, {} if case.kind is Kind.REFUSED else observed(validator, case.params, case.world))
