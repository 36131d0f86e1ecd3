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

MAX_CONDITIONS = 3
"""Conditions kept of one pattern, the hardest to meet first."""

Condition = tuple[str, ...]
"""Lower-case literals of which any match of a pattern holds at least one."""


class Guarded:
    """A case-insensitive pattern with the conditions that every match of it meets."""

    __slots__ = ("conditions", "pattern")

    def __init__(self, pattern: re.Pattern[str]) -> None:
        self.pattern = pattern
        self.conditions = conditions_of(pattern)

    def possible(self, lower: str) -> bool:
        """Whether the pattern can fit somewhere in a text given in lower case."""
        for condition in self.conditions:
            for literal in condition:
                if literal in lower:
                    break
            else:
                return False
        return True

    def search(self, text: str, lower: str) -> re.Match[str] | None:
        """As `pattern.search(text)`; `lower` is `text.lower()`, which the caller has for many patterns."""
        return self.pattern.search(text) if self.possible(lower) else None


class GuardedGroup:
    """Several guarded patterns of which any may fit: each literal is looked for once, however many patterns need it."""

    def __init__(self, patterns: Sequence[Guarded]) -> None:
        self._always = tuple(guarded for guarded in patterns if not guarded.conditions)
        self._literals: dict[str, list[Guarded]] = {}
        for guarded in patterns:
            for literal in guarded.conditions[0] if guarded.conditions else ():
                self._literals.setdefault(literal, []).append(guarded)

    def within(self, lower: str) -> GuardedGroup:
        """The patterns that can fit in parts of a larger text, given in lower case."""
        narrowed = GuardedGroup(self._always)
        for literal, patterns in self._literals.items():
            if literal in lower:
                kept = [guarded for guarded in patterns if guarded.possible(lower)]
                if kept:
                    narrowed._literals[literal] = kept
        return narrowed

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
                        if guarded.search(text, lower):
                            return True
        return False


def conditions_of(pattern: re.Pattern[str]) -> tuple[Condition, ...]:
    """What every match of a pattern holds; empty where nothing can be read off."""
    found = _sequence(parser.parse(pattern.pattern, pattern.flags & ~re.UNICODE))
    short = [kept for kept in map(_shortest, found) if len(kept) <= MAX_LITERALS]
    return tuple(sorted(dict.fromkeys(short), key=_hardness, reverse=True)[:MAX_CONDITIONS])


def _shortest(literals: frozenset[str]) -> Condition:
    """Without those that hold another one."""
    kept: list[str] = []
    for literal in sorted(literals, key=lambda literal: (len(literal), literal)):
        if not any(other in literal for other in kept):
            kept.append(literal)
    return tuple(kept)


def _hardness(literals: Condition | frozenset[str]) -> tuple[int, int]:
    """The condition that fewer texts meet: longer literals, then fewer of them."""
    return min(4, min(map(len, literals))), -len(literals)


def _sequence(items: Any) -> list[frozenset[str]]:
    """Each part of a sequence is necessary by itself."""
    found: list[frozenset[str]] = []
    run = ""
    for code, value in [*items, (None, None)]:
        if code is codes.LITERAL and not _exotic(chr(value)):
            run += chr(value).lower()
            continue
        if run:
            found.append(frozenset({run}))
            run = ""
        if code is not None:
            found.extend(_part(code, value))
    return found


def _part(code: Any, value: Any) -> list[frozenset[str]]:
    if code is codes.SUBPATTERN:
        return _sequence(value[-1])
    if code is codes.BRANCH:
        branches = [_sequence(branch) for branch in value[1]]
        if not all(branches):
            return []
        return [frozenset().union(*(max(branch, key=_hardness) for branch in branches))]
    if code in (codes.MAX_REPEAT, codes.MIN_REPEAT) and value[0] >= 1:
        return _sequence(value[2])
    return []


def _exotic(char: str) -> bool:
    """Letters whose case folding is not plain lower case."""
    return len(char.lower()) != 1 or char in "ſKÅıİ"
