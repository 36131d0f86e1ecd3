"""Regular expressions behind a cheap necessary condition: literals of which every match must hold at least one.

Guarantees the same answer as the plain pattern, faster where most texts hold none of the literals. The literals are
read off the pattern itself, whole words where it has word boundaries; where none can be read off, the pattern is simply
run. What a text can fit is a bit mask that adds up over its words, and a word is looked at once: `traits` of a text,
then one comparison an alternative. Patterns are made when modules are loaded: a mask knows only those that were there
before it.
"""

from __future__ import annotations

import functools
import operator
import re
from collections.abc import Iterable, Sequence
from re import _constants as codes  # type: ignore[attr-defined]
from re import _parser as parser  # type: ignore[attr-defined]
from typing import Any, NamedTuple

MAX_LITERALS = 250
"""Alternatives of one condition; a pattern with more of them fits most texts anyway."""

MAX_CONDITIONS = 3
"""Conditions kept of one pattern, the hardest to meet first."""

MAX_SPELLINGS = 8
"""Spellings followed of one literal with small character classes in it, as in `n['’]t`."""

MAX_WORD, MAX_WORDS = 60, 50_000
"""Characters of a word, and number of words, that are remembered."""


class Needle(NamedTuple):
    """A lower-case literal of a pattern."""

    text: str
    opens: bool = False
    """No letter or digit stands before it in any match."""
    closes: bool = False
    """None stands behind it."""


MAX_TEXT, MAX_TEXTS = 1000, 4096
"""Characters of a text, and number of texts, whose traits are remembered."""


Condition = tuple[Needle, ...]
"""Needles of which any match of a pattern holds at least one."""


_NO_ASCII_DIGIT = re.compile(r"(?![0-9])\d")
"""A digit of another script, which a pattern's `\\d` takes for one."""


class _Lexicon:
    """Which conditions of all patterns a word meets, a bit each."""

    def __init__(self) -> None:
        self._bits: dict[Condition, int] = {}
        self._by_start: dict[str, list[tuple[Needle, int]]] = {}
        self._known: dict[str, int] = {}

    def bits_of(self, conditions: Iterable[Condition]) -> int:
        """The bits of some conditions. A literal of several words is looked for by its longest word."""
        mask = 0
        for condition in conditions:
            if condition not in self._bits:
                bit = self._bits[condition] = 1 << len(self._bits)
                for needle in condition:
                    word = _longest_word(needle)
                    self._by_start.setdefault(word.text[:2], []).append((word, bit))
                self._known.clear()
                _remembered.cache_clear()
            mask |= self._bits[condition]
        return mask

    def traits(self, lower: str) -> int:
        mask = 0
        known = self._known
        for word in lower.split():
            bits = known.get(word)
            if bits is None:
                bits = self._read(word)
            if bits:
                mask |= bits
        return mask

    def _read(self, word: str) -> int:
        mask = 0
        plain = word if word.isascii() else _NO_ASCII_DIGIT.sub("0", word)
        by_start = self._by_start
        for place in range(len(plain)):
            for start in (plain[place : place + 2], plain[place]):
                for (literal, opens, closes), bit in by_start.get(start, ()):
                    if (
                        plain.startswith(literal, place)
                        and not (opens and place and _is_letter(plain[place - 1]))
                        and not (closes and _is_letter(plain[place + len(literal) : place + len(literal) + 1]))
                    ):
                        mask |= bit
        if len(word) <= MAX_WORD:
            if len(self._known) >= MAX_WORDS:
                self._known.clear()
            self._known[word] = mask
        return mask


def _longest_word(needle: Needle) -> Needle:
    text, opens, closes = needle
    words = text.split()
    longest = max(range(len(words)), key=lambda index: len(words[index]))
    return Needle(
        words[longest],
        opens or longest > 0 or text[0].isspace(),
        closes or longest < len(words) - 1 or text[-1].isspace(),
    )


def _is_letter(char: str) -> bool:
    """What a word boundary of a pattern takes for part of a word; not the empty string."""
    return char.isalnum() or char == "_"


_LEXICON = _Lexicon()


def traits(lower: str) -> int:
    """The conditions of all patterns that a text in lower case meets, as a bit mask."""
    return _remembered(lower) if len(lower) <= MAX_TEXT else _LEXICON.traits(lower)


@functools.lru_cache(maxsize=MAX_TEXTS)
def _remembered(lower: str) -> int:
    """A sentence is looked at for its own verdict, for its signals, for its force and by the rules."""
    return _LEXICON.traits(lower)


class Guarded:
    """A case-insensitive pattern with what every match of it meets: all conditions of one of its alternatives."""

    __slots__ = ("_lowered", "alternatives", "keys", "needed", "pattern")

    def __init__(self, pattern: re.Pattern[str]) -> None:
        self.pattern = pattern
        self.alternatives = alternatives_of(pattern)
        masks = [_LEXICON.bits_of(alternative) for alternative in self.alternatives]
        self.needed = () if 0 in masks else tuple(dict.fromkeys(masks))
        """Traits, an alternative each; empty for a pattern that any text may fit."""
        hardest = [_LEXICON.bits_of(alternative[:1]) for alternative in self.alternatives]
        self.keys = dict(zip(masks, hardest, strict=True)) if self.needed else {}
        """The hardest trait of each alternative."""
        self._lowered = _lowered(pattern)

    def possible(self, mask: int) -> bool:
        """Whether the pattern can fit somewhere in a text with these `traits`."""
        for needed in self.needed:
            if mask & needed == needed:
                return True
        return not self.needed

    def fits(self, text: str, lower: str, mask: int) -> bool:
        """Whether the pattern fits; `lower` is the text in lower case and `mask` are its `traits`: the caller has both
        for many patterns."""
        if not self.possible(mask):
            return False
        if self._lowered is not None and len(lower) == len(text):
            return self._lowered.search(lower) is not None
        return self.pattern.search(text) is not None

    def matches(self, text: str, lower: str, mask: int) -> Iterable[re.Match[str]]:
        """Every match, for its place: its groups may hold the letters in lower case."""
        if not self.possible(mask):
            return ()
        if self._lowered is not None and len(lower) == len(text):
            return self._lowered.finditer(lower)
        return self.pattern.finditer(text)


def _lowered(pattern: re.Pattern[str]) -> re.Pattern[str] | None:
    """The pattern for texts in lower case: two to five times as fast, for Python's engine skips no branch where case is
    ignored. None where the pattern has capitals of its own."""
    if not pattern.flags & re.IGNORECASE or re.search(r"[A-Z]", _NO_LETTERS.sub("", pattern.pattern)):
        return None
    return re.compile(pattern.pattern, pattern.flags & ~re.IGNORECASE)


_NO_LETTERS = re.compile(r"\\.|\(\?P")
"""What stands for something else than itself in a pattern."""


class GuardedGroup:
    """Several guarded patterns of which any may fit."""

    def __init__(self, patterns: Sequence[Guarded]) -> None:
        self._free = [guarded for guarded in patterns if not guarded.needed]
        self._by_key: dict[int, list[tuple[int, Guarded]]] = {}
        for guarded in patterns:
            for needed, key in guarded.keys.items():
                self._by_key.setdefault(key, []).append((needed, guarded))
        self._keys = functools.reduce(operator.or_, self._by_key, 0)

    def possible(self, mask: int) -> list[Guarded]:
        """The patterns that can fit somewhere in a text with these `traits`."""
        found = self._free.copy()
        keys = mask & self._keys
        while keys:
            key = keys & -keys
            keys ^= key
            found.extend(guarded for needed, guarded in self._by_key[key] if mask & needed == needed)
        return found


def alternatives_of(pattern: re.Pattern[str]) -> tuple[tuple[Condition, ...], ...]:
    """What a match of a pattern holds: all conditions of one of these; one without any where nothing can be read off.

    The branches of the pattern's broadest choice are alternatives, whatever stands around it is part of each.
    """
    parts = list(parser.parse(pattern.pattern, pattern.flags & ~re.UNICODE))
    choices = [index for index, (code, _) in enumerate(parts) if code is codes.BRANCH]
    if not choices:
        return (_hardest(_sequence(parts, False, False)),)
    chosen = max(choices, key=lambda index: len(parts[index][1][1]))
    before, after = parts[:chosen], parts[chosen + 1 :]
    return tuple(
        dict.fromkeys(_hardest(_sequence([*before, *branch, *after], False, False)) for branch in parts[chosen][1][1])
    )


def _hardest(found: Iterable[frozenset[Needle]]) -> tuple[Condition, ...]:
    short = [kept for kept in map(_fewest, found) if len(kept) <= MAX_LITERALS]
    return tuple(sorted(dict.fromkeys(short), key=_hardness, reverse=True)[:MAX_CONDITIONS])


def _fewest(needles: frozenset[Needle]) -> Condition:
    """Without those that hold another one."""
    kept: list[Needle] = []
    for needle in sorted(needles, key=lambda needle: (len(needle.text), needle)):
        if not any(other.text in needle.text and not (other.opens or other.closes) for other in kept):
            kept.append(needle)
    return tuple(kept)


def _hardness(needles: Iterable[Needle]) -> tuple[int, int]:
    """The condition that fewer texts meet: longer literals and whole words, then fewer of them."""
    sizes = [len(text) + opens + closes for text, opens, closes in needles]
    return min(5, *sizes), -len(sizes)


def _sequence(items: Any, opened: bool, closed: bool) -> list[frozenset[Needle]]:
    """What a sequence holds, each part of it necessary by itself.

    Args:
        opened: whether no letter stands before a match of the sequence.
        closed: whether none stands behind it.
    """
    parts = list(items)
    found: list[frozenset[Needle]] = []
    runs, at_start = [""], opened
    before = opened
    for index, (code, value) in enumerate(parts):
        marks = _spellings(code, value)
        if marks and len(runs) * len(marks) <= MAX_SPELLINGS:
            if runs == [""]:
                at_start = before
            runs = [run + mark for run in runs for mark in marks]
            before = not any(map(_is_letter, marks))
            continue
        if runs != [""]:
            found.append(_needles(runs, at_start, _starts_apart(parts[index:], closed)))
            runs = [""]
        if marks:
            runs, at_start = list(marks), before
            before = not any(map(_is_letter, marks))
            continue
        found.extend(_part(code, value, before, _starts_apart(parts[index + 1 :], closed)))
        before = _ends_apart(code, value, before)
    if runs != [""]:
        found.append(_needles(runs, at_start, closed))
    return [condition for condition in found if condition]


def _needles(runs: Sequence[str], opens: bool, closes: bool) -> frozenset[Needle]:
    """Nothing where one of the spellings is white space alone."""
    if not all(run.strip() for run in runs):
        return frozenset()
    return frozenset(Needle(run, opens and _is_letter(run[0]), closes and _is_letter(run[-1])) for run in runs)


def _part(code: Any, value: Any, opened: bool, closed: bool) -> list[frozenset[Needle]]:
    if code is codes.SUBPATTERN:
        return _sequence(value[-1], opened, closed)
    if code is codes.BRANCH:
        branches = [_sequence(branch, opened, closed) for branch in value[1]]
        if not all(branches):
            return []
        return [frozenset().union(*(max(branch, key=_hardness) for branch in branches))]
    if code in (codes.MAX_REPEAT, codes.MIN_REPEAT) and value[0] >= 1:
        return _sequence(value[2], False, False)
    return []


def _spellings(code: Any, value: Any) -> tuple[str, ...]:
    """The characters that a part may be, where it is one character of a few; any digit reads as an ASCII one."""
    if code is codes.LITERAL:
        chars = chr(value)
    elif code is codes.IN:
        members = [_members(kind, item) for kind, item in value]
        chars = "".join(members) if all(members) else ""
    else:
        return ()
    if any(map(_exotic, chars)) or (len(chars) > 1 and any(map(str.isspace, chars))):
        return ()
    return tuple(dict.fromkeys(chars.lower()))


_DIGITS = "0123456789"


def _members(kind: Any, item: Any) -> str:
    """The characters of a part of a class; none where they are more than ten."""
    if kind is codes.LITERAL:
        return chr(item)
    if kind is codes.CATEGORY:
        return _DIGITS if item is codes.CATEGORY_DIGIT else ""
    if kind is codes.RANGE and item[1] - item[0] < len(_DIGITS):
        return "".join(map(chr, range(item[0], item[1] + 1)))
    return ""


def _starts_apart(parts: Sequence[Any], closed: bool) -> bool:
    """Whether what follows begins where a word may end: at a boundary, at a mark, or at the end of the pattern."""
    for code, value in parts:
        if code is codes.AT:
            return value in _BOUNDARIES or value in (codes.AT_END, codes.AT_END_STRING)
        if code in (codes.ASSERT, codes.ASSERT_NOT):
            continue
        return _is_apart(code, value)
    return closed


def _ends_apart(code: Any, value: Any, before: bool) -> bool:
    """Whether no letter stands before the place behind a part, if `before` says so of the place before it."""
    if code is codes.AT:
        return before or value in _BOUNDARIES or value in (codes.AT_BEGINNING, codes.AT_BEGINNING_STRING)
    if code in (codes.ASSERT, codes.ASSERT_NOT):
        return before
    if code is codes.SUBPATTERN:
        return _behind(value[-1], before)
    if code is codes.BRANCH:
        return all(_behind(branch, before) for branch in value[1])
    if code in (codes.MAX_REPEAT, codes.MIN_REPEAT):
        least, _, body = value
        return (least > 0 or before) and _behind(body, False)
    return _is_apart(code, value)


def _behind(items: Any, before: bool) -> bool:
    for code, value in items:
        before = _ends_apart(code, value, before)
    return before


_BOUNDARIES = (codes.AT_BOUNDARY, codes.AT_UNI_BOUNDARY)


def _is_apart(code: Any, value: Any) -> bool:
    """Whether a part is at least one character, and none of them a letter."""
    if code in (codes.MAX_REPEAT, codes.MIN_REPEAT):
        return value[0] >= 1 and all(_is_apart(*item) for item in value[2])
    if code is codes.LITERAL:
        return not _is_letter(chr(value))
    if code is codes.IN:
        return all(
            (kind is codes.CATEGORY and mark is codes.CATEGORY_SPACE)
            or (kind is codes.LITERAL and not _is_letter(chr(mark)))
            for kind, mark in value
        )
    return False


def _exotic(char: str) -> bool:
    """Letters whose case folding is not plain lower case."""
    return len(char.lower()) != 1 or char in "ſKÅıİ"
