"""Qualification cards: what a validator has shown, and whether the code that showed it is still the code that decides.

A card is current while the validator's version and the code that its decisions rest on are those that earned it. That
is first asked of whole source files, which costs a hash each; only where a file differs is it asked of the definitions
that decide, so that a comment, or a function beside them, voids nothing. How a card is earned is the business of
`specharness.qualify`.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple

from pydantic import Field, ValidationError

from specharness.ir.base import Model
from specharness.validators.base import Validator
from specharness.validators.digest import Inside, Name, code_digest, reached, sha256_of

FOLDERS_VARIABLE = "SPECHARNESS_CARDS"
"""Folders with cards of third parties' validators, separated as in PATH."""

OWN = "specharness.validators"
MAX_CARD_BYTES = 1_000_000
"""A card has some kilobytes."""


class Bound(Model):
    """How often something went wrong, with the exact (Clopper-Pearson) 95 % interval of its probability."""

    wrong: int
    of: int
    low: float
    high: float


class Mutation(Model):
    """How many changes of the validator's own code the cases noticed."""

    mutants: int
    """Tried; those argued to be equivalent are not among them."""
    killed: int
    """By a wrong answer."""
    changed: int = 0
    """Under which every answer stayed right, and some finding was another one: what `Card.said` notices."""
    equivalent: int
    of: int
    """All that there are; more than were tried where a sample was drawn."""

    @property
    def score(self) -> float | None:
        """Share of the tried ones that were noticed."""
        return (self.killed + self.changed) / self.mutants if self.mutants else None


class Cost(Model):
    """Medians over the cases on the machine that ran them."""

    observe_ms: float
    decide_ms: float


class Card(Model):
    """What a validator has shown. Only a validator without a wrong answer earns one."""

    validator: str
    version: int
    code: str
    """SHA-256 over the code that decides (`digest.code_digest`)."""
    starts: tuple[str, ...]
    """`module:name` of the definitions from which that code is reached."""
    inside: tuple[str, ...]
    """Modules, or packages with a final `.`, whose definitions belong to it."""
    sources: dict[str, str]
    """SHA-256 of every source file that holds some of it, by module."""
    asked: str
    """SHA-256 over the questions: the cases, and the code that derives others from them."""
    python: str
    seeds: int
    said: str = ""
    """SHA-256 over every finding, word for word, in the cases of one seed."""
    cases: dict[str, dict[str, int]]
    """Number of cases by kind and outcome; all of them right."""
    must_pass: int
    must_fail: int
    false_pass: Bound
    false_block: Bound
    mutation: Mutation | None = None
    settings: tuple[str, ...] = ()
    """Time zones, locales and hash seeds under which every answer was the same, word for word."""
    cost: Cost = Field(default=Cost(observe_ms=0, decide_ms=0))


class State(NamedTuple):
    """A validator's card, and why it may not block; empty where it may."""

    card: Card | None
    problem: str

    @property
    def current(self) -> bool:
        return self.card is not None and not self.problem


_STATES: dict[tuple[str, str, int], State] = {}


def state_of(validator: Validator) -> State:
    """The card of a validator and whether it is current; found out once in a process."""
    key = (f"{type(validator).__module__}:{type(validator).__qualname__}", validator.name, validator.version)
    if key not in _STATES:
        card = read(validator.name)
        _STATES[key] = State(None, "has no card") if card is None else State(card, drift(card, validator))
    return _STATES[key]


def forget() -> None:
    """Look at cards and sources again: they were just written."""
    _STATES.clear()


def drift(card: Card, validator: Validator) -> str:
    """How a validator differs from the one that earned the card; empty where nothing that decides does."""
    if card.validator != validator.name or card.version != validator.version:
        return f"has the card of {card.validator} version {card.version}, and is version {validator.version}"
    if starts_of(validator) != names_of(card.starts)[: len(starts_of(validator))]:
        return "has a card that was earned by other code"
    changed = [module for module, digest in card.sources.items() if sha256_of(module) != digest]
    if not changed or code_digest(reached(names_of(card.starts), inside_of(card.inside))) == card.code:
        return ""
    return f"has a card that is void: what decides has changed since, in {', '.join(sorted(changed))}"


def starts_of(validator: Validator) -> tuple[Name, ...]:
    """The definitions from which all that a validator decides by is reached, observers aside."""
    kind = type(validator)
    return (
        Name(kind.__module__, kind.__qualname__.partition(".")[0]),
        Name("specharness.validators.base", "problem_with"),
    )


def names_of(written: tuple[str, ...]) -> tuple[Name, ...]:
    """`module:name`, read."""
    return tuple(Name(*text.split(":", 1)) for text in written if ":" in text)


def inside_of(inside: tuple[str, ...]) -> Inside:
    """Whether a module is one of some modules and packages (these with a final `.`)."""
    modules = frozenset(inside)
    packages = tuple(name for name in inside if name.endswith("."))
    return lambda module: module in modules or f"{module}.".startswith(packages)


def read(name: str) -> Card | None:
    """The card of this name: the package's own, or one from the folders of SPECHARNESS_CARDS. A file that is no card
    is none."""
    for data in _found(name):
        try:
            return Card.model_validate_json(data)
        except ValidationError:
            continue
    return None


def _found(name: str) -> Iterator[bytes]:
    if not name.isidentifier():
        return
    own = files(OWN) / "cards" / f"{name}.json"
    if own.is_file():
        yield own.read_bytes()
    for folder in os.environ.get(FOLDERS_VARIABLE, "").split(os.pathsep):
        path = Path(folder, f"{name}.json")
        if folder and path.is_file() and path.stat().st_size <= MAX_CARD_BYTES:
            yield path.read_bytes()
