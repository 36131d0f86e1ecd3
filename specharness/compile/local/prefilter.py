"""Regular expressions behind a cheap necessary condition: literals of which every match must hold at least one.

Guarantees the same answer as the plain pattern, faster where most texts hold none of the literals. The literals are
read off the pattern itself; where none can be read off, the pattern is simply run. What a text can fit is a bit mask
that adds up over its words, and a word is looked at once: `traits` of a text, then one comparison a pattern. Patterns
are made when modules are loaded: a mask knows only those that were there before it.
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

MAX_WORD, MAX_WORDS = 60, 100_000
"""Characters of a word, and number of words, that are remembered."""

Condition = tuple[str, ...]
"""Lower-case literals of which any match of a pattern holds at least one."""


class _Lexicon:
    """Which conditions of all patterns a word meets, a bit each."""

    def __init__(self) -> None:
        self._bits = 0
        self._by_start: dict[str, list[tuple[str, int]]] = {}
        self._known: dict[str, int] = {}

    def bit_of(self, condition: Condition) -> int:
        """A new bit for a condition. A literal of several words is looked for by its longest word."""
        bit = 1 << self._bits
        self._bits += 1
        for literal in condition:
            word = max(literal.split(), key=len)
            self._by_start.setdefault(word[:2], []).append((word, bit))
        self._known.clear()
        return bit

    def traits(self, lower: str) -> int:
        mask = 0
        known = self._known
        for word in lower.split():
            bits = known.get(word)
            mask |= self._read(word) if bits is None else bits
        return mask

    def _read(self, word: str) -> int:
        mask = 0
        by_start = self._by_start
        for place in range(len(word)):
            for start in (word[place : place + 2], word[place]):
                for literal, bit in by_start.get(start, ()):
                    if word.startswith(literal, place):
                        mask |= bit
        if len(word) <= MAX_WORD:
            if len(self._known) >= MAX_WORDS:
                self._known.clear()
            self._known[word] = mask
        return mask


_LEXICON = _Lexicon()


def traits(lower: str) -> int:
    """The conditions of all patterns that a text in lower case meets, as a bit mask: computed once a text."""
    return _LEXICON.traits(lower)


class Guarded:
    """A case-insensitive pattern with the conditions that every match of it meets."""

    __slots__ = ("conditions", "needed", "pattern")

    def __init__(self, pattern: re.Pattern[str]) -> None:
        self.pattern = pattern
        self.conditions = conditions_of(pattern)
        self.needed = 0
        for condition in self.conditions:
            if all(literal.strip() for literal in condition):
                self.needed |= _LEXICON.bit_of(condition)

    def possible(self, mask: int) -> bool:
        """Whether the pattern can fit somewhere in a text with these `traits`."""
        return mask & self.needed == self.needed

    def search(self, text: str, mask: int) -> re.Match[str] | None:
        """As `pattern.search(text)`; `mask` are the text's `traits`, which the caller has for many patterns."""
        return self.pattern.search(text) if mask & self.needed == self.needed else None


class GuardedGroup:
    """Several guarded patterns of which any may fit."""

    def __init__(self, patterns: Sequence[Guarded]) -> None:
        self._patterns = tuple(patterns)

    def any(self, text: str, mask: int) -> bool:
        """Whether one of the patterns fits; `mask` are the text's `traits`."""
        for guarded in self._patterns:
            needed = guarded.needed
            if mask & needed == needed and guarded.pattern.search(text):
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
    if code is codes.IN and all(kind is codes.LITERAL for kind, _ in value):
        marks = frozenset(chr(mark).lower() for _, mark in value)
        return [] if any(mark.isspace() or _exotic(mark) for mark in marks) else [marks]
    if code in (codes.MAX_REPEAT, codes.MIN_REPEAT) and value[0] >= 1:
        return _sequence(value[2])
    return []


def _exotic(char: str) -> bool:
    """Letters whose case folding is not plain lower case."""
    return len(char.lower()) != 1 or char in "ſKÅıİ"
