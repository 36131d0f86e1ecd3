"""The format of qualification cases: parameters, the artifacts to judge, and which outcomes are right.

A provider is a generator function under `@cases_for("validator_name")`. It is called once for every seed with its own
`Draw` and yields cases; cases that come out equal count once. Artifacts are plain texts and bytes (see `artifacts` for
workbooks, documents, slides, PDF, images); they are written to a temporary folder and seen through the real observers.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import cast

from pydantic import JsonValue

from specharness.ir import Outcome
from specharness.qualify.draw import Draw

Params = Mapping[str, JsonValue]
Asked = Mapping[str, object]
"""Parameters as they are written in a case: plain JSON data, which the type checker needn't be told."""


class Kind(StrEnum):
    """What a case is there to show."""

    SATISFYING = "satisfying"
    VIOLATING = "violating"
    NEAR_MISS = "near_miss"
    """Just inside or just outside of what one parameter demands."""
    DEBATABLE = "debatable"
    """Careful readers could disagree: neither passed nor failed."""
    REFUSED = "refused"
    """Parameters with which the validator can't be asked."""
    MALFORMED = "malformed"
    MISSING = "missing"
    UNAVAILABLE = "unavailable"
    """The place was not given, or can't be seen."""
    FAILURE = "failure"
    """An observer that hits a limit, gives no answer or the wrong one."""
    HOSTILE = "hostile"
    RELATION = "relation"
    """A change that must not matter, or must."""
    MUTATION = "mutation"
    """A passing artifact that was broken."""


@dataclass(frozen=True)
class Folder:
    """An empty folder; folders that hold something need not be named."""


@dataclass(frozen=True)
class Link:
    """A symbolic link."""

    target: str


@dataclass(frozen=True)
class Pipe:
    """A FIFO: reading it would wait for ever."""


Content = str | bytes | Folder | Link | Pipe
Files = Mapping[str, Content]
"""Content by path relative to the workspace, with `/`."""


@dataclass(frozen=True)
class World:
    """What can be observed. A side that is None was not given."""

    files: Files = field(default_factory=dict)
    before: Files | None = None
    response: str | bytes | None = None
    trace: str | bytes | None = None
    """Tool calls as JSON Lines."""
    maps: Mapping[str, str] = field(default_factory=dict)
    """Folder of the agent's world to folder of the workspace: `{"/root": "root"}`."""
    modes: Mapping[str, int] = field(default_factory=dict)
    """Permissions of files after the work, where they matter."""
    recalculated: Files | None = None
    """What LibreOffice makes of the workbooks, in its place: cases hold where there is none, too."""
    limits: Mapping[str, float] = field(default_factory=dict)
    """Limits of the observers that are others than the defaults, by name: `{"table_bytes": 5}` makes every table too
    large to be held."""


Anything = World | Mapping[str, object] | str
"""A world; or its files (`Files`; a dict of mixed contents needn't be annotated); or the agent's last message."""

PASSED = frozenset({Outcome.PASSED})
FAILED = frozenset({Outcome.FAILED})
OPEN = frozenset({Outcome.UNKNOWN, Outcome.ERROR})
"""Neither passed nor failed."""
NOT_PASSED = frozenset(Outcome) - PASSED - {Outcome.INACTIVE}
NOT_FAILED = frozenset(Outcome) - FAILED - {Outcome.INACTIVE}


@dataclass(frozen=True)
class Case:
    """One question to a validator with its right answers."""

    kind: Kind
    params: Params
    world: World
    right: frozenset[Outcome]
    """Outcomes that are right; none where the parameters must be refused."""
    why: str
    near: str = ""
    """The parameter that a near miss is about."""
    spoils: bool = True
    """Whether what a definition breaks in its artifact, or takes away of it, surely is wrong then."""

    def unspoiled(self) -> Case:
        """The same case; none is derived of it whose artifact is broken or gone, since that could be right, too."""
        return replace(self, spoils=False)

    @property
    def key(self) -> str:
        """Digest of the question: equal questions are one case."""
        return hashlib.sha256(_canonical((self.params, self.world, self.kind is Kind.REFUSED)).encode()).hexdigest()


def satisfying(params: Asked, world: Anything, why: str) -> Case:
    """An artifact that surely keeps the demand."""
    return Case(Kind.SATISFYING, _plain_data(params), as_world(world), PASSED, why)


def violating(params: Asked, world: Anything, why: str) -> Case:
    """An artifact that surely breaks the demand, in one way."""
    return Case(Kind.VIOLATING, _plain_data(params), as_world(world), FAILED, why)


def near_pass(param: str, params: Asked, world: Anything, why: str) -> Case:
    """Just inside of what a parameter demands."""
    return Case(Kind.NEAR_MISS, _plain_data(params), as_world(world), PASSED, why, param)


def near_fail(param: str, params: Asked, world: Anything, why: str) -> Case:
    """Just outside of what a parameter demands."""
    return Case(Kind.NEAR_MISS, _plain_data(params), as_world(world), FAILED, why, param)


def debatable(params: Asked, world: Anything, why: str) -> Case:
    """Careful readers could disagree."""
    return Case(Kind.DEBATABLE, _plain_data(params), as_world(world), OPEN, why)


def refused(params: Asked, why: str) -> Case:
    """Parameters that must not be admitted."""
    return Case(Kind.REFUSED, _plain_data(params), World(), frozenset(), why)


def malformed(params: Asked, world: Anything, why: str, right: frozenset[Outcome] = NOT_PASSED) -> Case:
    """Content that is not what its name or the demand says."""
    return Case(Kind.MALFORMED, _plain_data(params), as_world(world), right, why)


def missing(params: Asked, world: Anything, why: str, right: frozenset[Outcome] = NOT_PASSED) -> Case:
    """Something that has to be there is not."""
    return Case(Kind.MISSING, _plain_data(params), as_world(world), right, why)


def hostile(params: Asked, world: Anything, why: str, right: frozenset[Outcome] = NOT_PASSED) -> Case:
    """Content made to be misread, or to exhaust the reader."""
    return Case(Kind.HOSTILE, _plain_data(params), as_world(world), right, why)


def as_world(world: Anything) -> World:
    """The world that a shorthand stands for."""
    if isinstance(world, World):
        return world
    return World(response=world) if isinstance(world, str) else World(files=cast(Files, world))


Provider = Callable[[Draw], Iterator[Case]]
Break = Callable[[Case, Draw], "Anything | None"]
"""From a passing case to a world that must not pass; None where it does not apply."""


@dataclass(frozen=True)
class Definition:
    """The cases of one validator and the laws that it keeps."""

    validator: str
    provider: Provider
    absent: frozenset[Outcome]
    """What is right where the artifact of a passing case is taken away."""
    may_accept: tuple[str, ...]
    """Names of `derived.STRAY_TEXTS` that may rightly be accepted in the place of the artifact; none, where the
    validator asks for something that they don't have."""
    keeps: tuple[str, ...]
    """Names of `relations.RELATIONS` that must not change an outcome."""
    changes: tuple[str, ...]
    """Names of relations after which nothing passes any more."""
    breaks: tuple[Break, ...]
    ungiven: frozenset[Outcome] = OPEN
    """What is right where a side that a passing case looks at (the former state) was not given."""

    def cases(self, seeds: int) -> tuple[Case, ...]:
        """The cases of so many seeds, equal ones once, in a fixed order."""
        found: dict[str, Case] = {}
        for seed in range(seeds):
            for case in self.provider(Draw(f"{self.validator}/{seed}")):
                found.setdefault(case.key, case)
        return tuple(found.values())


TEXT_LAWS = ("line_ends", "final_newline", "byte_order_mark", "other_file")
"""Relations that hold for nearly every validator of one file's content."""


def cases_for(
    validator: str,
    *,
    absent: frozenset[Outcome] = FAILED,
    may_accept: tuple[str, ...] = (),
    keeps: tuple[str, ...] = TEXT_LAWS,
    changes: tuple[str, ...] = (),
    breaks: tuple[Break, ...] = (),
    ungiven: frozenset[Outcome] = OPEN,
) -> Callable[[Provider], Definition]:
    """Declares a generator function as the provider of a validator's cases."""
    return lambda provider: Definition(validator, provider, absent, may_accept, keeps, changes, breaks, ungiven)


def with_files(case: Case, files: Files) -> World:
    """The case's world with some files in place of, or besides, its own."""
    return replace(case.world, files={**case.world.files, **files})


def _plain_data(params: Asked) -> Params:
    return cast(Params, params)


_SIDES = ("files", "before", "response", "trace", "maps", "modes", "recalculated", "limits")


def _canonical(value: object) -> str:
    return json.dumps(value, sort_keys=True, default=_plain)


def _plain(value: object) -> object:
    if isinstance(value, World):
        return {name: getattr(value, name) for name in _SIDES}
    if isinstance(value, bytes):
        return {"bytes": hashlib.sha256(value).hexdigest()}
    return repr(value)
