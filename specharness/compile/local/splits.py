"""Two requirements that can fail independently are two directions: splitting a clause where rules read both sides."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from specharness.compile.local.chunks import borders
from specharness.compile.local.clause import Clause, Guess
from specharness.compile.local.grammar import settled
from specharness.compile.local.rules import read_family
from specharness.ir import Block

_PLACE = re.compile(r"(?:in|of|on|at|for|from|by|to)\s+(?:the\s+|each\s+|every\s+)?[`\"'“]", re.IGNORECASE)

MAX_TRIES = 24
"""Candidate borders tried in one clause; the rules run twice for each."""


def split_by_rules(clause: Clause) -> Iterator[Clause]:
    """The clause, or the parts of it that rules read as different demands, in order."""
    if clause.unit.block is Block.CODE:
        yield clause
        return
    rest = clause
    while True:
        part = _first_part(rest)
        if part is None:
            yield rest
            return
        left, rest = part
        yield left


def _first_part(clause: Clause) -> tuple[Clause, Clause] | None:
    if read_family(clause) is None:
        return None
    for border in borders(clause.source.text, clause.start, clause.end)[:MAX_TRIES]:
        if border.sort in ("close", "colon"):
            continue
        if border.sort == "prep" and _PLACE.match(clause.source.text, border.right, clause.end):
            continue  # where something is demanded is part of the demand
        if settled(clause.source.text, border, clause.start, clause.end) is False:
            continue
        left = _cut(clause, clause.start, border.left)
        right = _cut(clause, border.right, clause.end)
        one, other = read_family(left), read_family(right)
        if one is not None and other is not None and _different(one, other) and (
            border.sort not in ("prep", "open") or one.family is not other.family
        ):
            return left, right
    return None


def _cut(clause: Clause, start: int, end: int) -> Clause:
    return replace(clause, start=start, end=end)


def _different(one: Guess, other: Guess) -> bool:
    if not one.params or not other.params:
        return False
    if one.family is not other.family:
        return True
    return {k: v.value for k, v in one.params.items()} != {k: v.value for k, v in other.params.items()}
