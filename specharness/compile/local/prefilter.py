"""Regular expressions behind a cheap necessary condition: literals of which every match must hold at least one.

Guarantees the same answer as the plain pattern, faster where most texts hold none of the literals. The literals are
read off the pattern itself; where none can be read off, the pattern is simply run.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from re import _constants as codes  # type: ignore[attr-defined]
from re import _parser as parser  # type: ignore[attr-defined]
from typing import Any

MAX_LITERALS = 60
"""With more alternatives than this the condition costs as much as the pattern."""


class Guarded:
    """A case-insensitive pattern with its literals."""

    __slots__ = ("literals", "pattern")

    def __init__(self, pattern: re.Pattern[str]) -> None:
        self.pattern = pattern
        found = literals_of(pattern)
        self.literals = found if found is not None and len(found) <= MAX_LITERALS else None

    def search(self, text: str, lower: str) -> re.Match[str] | None:
        """As `pattern.search(text)`; `lower` is `text.lower()`, which the caller has for many patterns."""
        literals = self.literals
        if literals is not None:
            for literal in literals:
                if literal in lower:
                    break
            else:
                return None
        return self.pattern.search(text)


class GuardedGroup:
    """Several guarded patterns of which any may fit: each literal is looked for once, however many patterns need it."""

    def __init__(self, patterns: Sequence[Guarded]) -> None:
        self._always = tuple(guarded for guarded in patterns if guarded.literals is None)
        self._literals: dict[str, list[Guarded]] = {}
        for guarded in patterns:
            for literal in guarded.literals or ():
                self._literals.setdefault(literal, []).append(guarded)

    def any(self, text: str, lower: str) -> bool:
        """Whether one of the patterns fits; `lower` is `text.lower()`."""
        if any(guarded.pattern.search(text) for guarded in self._always):
            return True
        tried: set[int] = set()
        for literal, patterns in self._literals.items():
            if literal in lower:
                for guarded in patterns:
                    if id(guarded) not in tried:
                        tried.add(id(guarded))
                        if guarded.pattern.search(text):
                            return True
        return False


def literals_of(pattern: re.Pattern[str]) -> tuple[str, ...] | None:
    """Lower-case literals of which any match holds at least one; None where the pattern admits matches without."""
    needed = _sequence(parser.parse(pattern.pattern, pattern.flags & ~re.UNICODE))
    if needed is None:
        return None
    shortest = sorted(needed, key=lambda literal: (len(literal), literal))
    kept: list[str] = []
    for literal in shortest:
        if not any(other in literal for other in kept):
            kept.append(literal)
    return tuple(kept)


def _sequence(items: Any) -> frozenset[str] | None:
    """The best condition among the parts of a sequence: each part is necessary by itself."""
    best: frozenset[str] | None = None
    run = ""
    for code, value in [*items, (None, None)]:
        if code is codes.LITERAL and not _exotic(chr(value)):
            run += chr(value).lower()
            continue
        if run:
            best = _better(best, frozenset({run}))
            run = ""
        if code is not None:
            best = _better(best, _part(code, value))
    return best


def _part(code: Any, value: Any) -> frozenset[str] | None:
    if code is codes.SUBPATTERN:
        return _sequence(value[-1])
    if code is codes.BRANCH:
        return _union([_sequence(branch) for branch in value[1]])
    if code in (codes.MAX_REPEAT, codes.MIN_REPEAT) and value[0] >= 1:
        return _sequence(value[2])
    return None


def _union(parts: Sequence[frozenset[str] | None]) -> frozenset[str] | None:
    out: set[str] = set()
    for part in parts:
        if part is None:
            return None
        out |= part
    return frozenset(out)


def _better(one: frozenset[str] | None, other: frozenset[str] | None) -> frozenset[str] | None:
    """The condition that fewer texts meet: longer literals, then fewer of them."""
    if one is None or other is None:
        return one if other is None else other
    return max(one, other, key=lambda literals: (min(4, min(map(len, literals))), -len(literals)))


def _exotic(char: str) -> bool:
    """Letters whose case folding is not plain lower case."""
    return len(char.lower()) != 1 or char in "ſKÅıİ"
