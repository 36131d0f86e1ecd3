"""Two requirements that can fail independently are two directions: splitting a clause where rules read both sides."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from specharness.compile.local.chunks import borders
from specharness.compile.local.clause import Clause, Guess
from specharness.compile.local.grammar import settled
from specharness.compile.local.rules import read_family
from specharness.ir import Block, Family

_PLACE = re.compile(r"(?:in|of|on|at|for|from|by|to)\s+(?:the\s+|each\s+|every\s+)?[`\"'“]", re.IGNORECASE)

_OF_A_PATH = frozenset(
    {Family.PATH_EXISTS, Family.PATH_ABSENT, Family.UNCHANGED, Family.ONLY_CHANGES, Family.FORMAT_VALID}
)

MAX_TRIES = 24
"""Candidate borders tried in one clause; the rules run twice for each."""


class Reading(NamedTuple):
    """A clause and what a rule makes of it."""

    clause: Clause
    found: Guess | None


def split_by_rules(clause: Clause) -> Iterator[Reading]:
    """The clause, or the parts of it that rules read as different demands, in order, each with its reading."""
    rest = Reading(clause, read_family(clause))
    while rest.found is not None and rest.clause.unit.block is not Block.CODE:
        parts = _first_part(rest.clause)
        if parts is None:
            break
        yield parts[0]
        rest = parts[1]
    yield rest


def _first_part(clause: Clause) -> tuple[Reading, Reading] | None:
    for border in borders(clause.source.text, clause.start, clause.end)[:MAX_TRIES]:
        if border.sort in ("close", "colon"):
            continue
        if border.sort == "prep" and _PLACE.match(clause.source.text, border.right, clause.end):
            continue  # where something is demanded is part of the demand
        if settled(clause.source.text, border, clause.start, clause.end) is False:
            continue
        left = _cut(clause, clause.start, border.left)
        one = read_family(left)
        if one is None or not one.params:
            continue
        right = _cut(clause, border.right, clause.end)
        other = read_family(right)
        if (
            other is not None
            and _different(one, other)
            and (border.sort not in ("prep", "open") or one.family is not other.family)
        ):
            return Reading(left, one), Reading(right, other)
    return None


def _cut(clause: Clause, start: int, end: int) -> Clause:
    return Clause(clause.source, clause.unit, start, end, clause.files, clause.lead)


def _says_enough(found: Guess) -> bool:
    """Whether a reading names more than the place that it is about."""
    return bool(set(found.params) - {"path", "sheet"}) or (found.family in _OF_A_PATH and bool(found.params))


def _different(one: Guess, other: Guess) -> bool:
    if not _says_enough(one) or not _says_enough(other):
        return False
    if one.family is not other.family:
        return True
    return {k: v.value for k, v in one.params.items()} != {k: v.value for k, v in other.params.items()}
