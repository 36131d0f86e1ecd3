"""Regular expressions over hostile text: only those, and only so much text, that matching surely ends soon.

Guarantees an upper bound on backtracking: nested repetition and back references are refused beforehand, and a text is
matched only while (its length) ^ (number of open repetitions) stays inside a budget. Patterns come from obligations,
texts from the agent; neither is trusted to be kind.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from specharness.validators import dates

MAX_PATTERN = 1_000
"""Longest pattern; those of grounding have at most some hundred characters."""

MAX_CHOICES = 12
"""Most `?` and `|` together: each may double the work."""

MAX_REPEAT = 1_000
"""Largest bound in `{n}`; larger ones cost memory in the compiled program."""

STEP_BUDGET = 200_000_000
"""Backtracking steps for one obligation in the worst case: some seconds."""

_SET_OPERATORS = frozenset({"--", "&&", "||", "~~"})
"""Reserved in classes: their meaning will change in a later version of the language."""

_COUNTED = re.compile(r"\{(\d*)(,?)(\d*)\}")


@dataclass(frozen=True)
class Cost:
    """Worst-case work: `length ** power * factor`."""

    power: int
    factor: int

    def steps(self, length: int, *, search: bool) -> int:
        """Steps over a text of this length; searching tries every start."""
        return int((length + 1) ** (self.power + search)) * self.factor


@lru_cache(maxsize=512)
def refusal(pattern: str) -> str:
    """Why a pattern is not run; empty when it may be."""
    if not pattern:
        return "must not be empty"
    if len(pattern) > MAX_PATTERN:
        return f"has {len(pattern)} characters, more than MAX_PATTERN ({MAX_PATTERN})"
    try:
        cost_of(pattern)
        re.compile(pattern)
    except (re.error, OverflowError, RecursionError) as error:
        return f"is no regular expression: {error}"
    except ValueError as error:
        return str(error)
    return ""


@lru_cache(maxsize=512)
def cost_of(pattern: str) -> Cost:
    """The worst case of a pattern that compiles; ValueError where it is not bounded by a small power."""
    power = choices = 0
    groups: list[bool] = [False]
    """For each open group, whether what it matches can vary in length or kind."""
    last_varies = False
    position = 0
    while position < len(pattern):
        character = pattern[position]
        if character in "*+?{":
            kind, length = _repetition(pattern, position)
            position += length
            if kind in {"open", "fixed"} and last_varies:
                raise ValueError("repeats a group that varies inside, which can't be bounded")
            power += kind == "open"
            choices += kind == "choice"
            groups[-1] |= kind in {"open", "choice"}
            last_varies = False
        elif character == ")":
            last_varies = groups.pop() if len(groups) > 1 else False
            groups[-1] |= last_varies
            position += 1
        else:
            choices += character == "|"
            groups[-1] |= character == "|"
            if character == "(":
                groups.append(False)
            last_varies = False
            position = _after_atom(pattern, position)
    if choices > MAX_CHOICES:
        raise ValueError(f"has {choices} alternatives, more than MAX_CHOICES ({MAX_CHOICES})")
    return Cost(power, 2**choices)


class Matcher:
    """A pattern with its budget of work, shared by all texts of one obligation."""

    def __init__(self, pattern: str, *, ignore_case: bool = False, date: str = "") -> None:
        self._compiled = re.compile(pattern, re.IGNORECASE if ignore_case else 0)
        self._cost = cost_of(pattern)
        self._left = STEP_BUDGET
        self._date = date
        """The form of a date that a whole text has besides; empty where it need be none."""

    def fits(self, text: str) -> bool | None:
        """Whether the whole text matches; None when the budget is used up."""
        if not self._pay(text, search=False):
            return None
        return self._compiled.fullmatch(text) is not None and (not self._date or dates.exist(self._date, text))

    def occurs(self, text: str) -> bool | None:
        """Whether it matches somewhere in the text; None when the budget is used up."""
        return self._compiled.search(text) is not None if self._pay(text, search=True) else None

    def _pay(self, text: str, *, search: bool) -> bool:
        steps = self._cost.steps(len(text), search=search)
        if steps > self._left:
            return False
        self._left -= steps
        return True


def _after_atom(pattern: str, start: int) -> int:
    character = pattern[start]
    if character == "\\":
        if pattern[start + 1 : start + 2] in set("123456789"):
            raise ValueError("has a back reference, which can't be bounded")
        return start + 2
    if character == "[":
        return _after_class(pattern, start)
    if character == "(":
        return _after_group_opening(pattern, start)
    return start + 1


def _after_class(pattern: str, start: int) -> int:
    position = start + 1
    if pattern[position : position + 1] == "^":
        position += 1
    if pattern[position : position + 1] == "]":
        position += 1
    while position < len(pattern) and pattern[position] != "]":
        if pattern[position : position + 2] in _SET_OPERATORS or pattern[position] == "[":
            raise ValueError("has a class that may be read as nested sets; escape its `[`, `-`, `&`, `|` or `~`")
        position += 2 if pattern[position] == "\\" else 1
    return position + 1


def _after_group_opening(pattern: str, start: int) -> int:
    if not pattern.startswith("(?", start):
        return start + 1
    if pattern[start + 2 : start + 3] in {":", "=", "!"}:
        return start + 3
    raise ValueError(f"has a group of a kind that is not needed here: {pattern[start : start + 4]}")


def _repetition(pattern: str, start: int) -> tuple[str, int]:
    """What a quantifier does (`open`, `choice`, `fixed`, or `literal` for a brace that is none) and its length,
    laziness included."""
    character = pattern[start]
    if character == "{":
        counted = _COUNTED.match(pattern, start)
        if counted is None or counted[0] == "{}":
            return "literal", 1
        if max(int(bound) if bound else 0 for bound in (counted[1], counted[3])) > MAX_REPEAT:
            raise ValueError(f"counts beyond MAX_REPEAT ({MAX_REPEAT})")
        kind = "fixed" if not counted[2] or counted[1] == counted[3] else "open"
        length = len(counted[0])
    else:
        kind = "choice" if character == "?" else "open"
        length = 1
    if pattern[start + length : start + length + 1] in {"?", "+"}:
        length += 1
    return kind, length
