"""One key, two demands: identical demands merge into one obligation, contradicting ones abstain, both of them.

A stronger source does not silently win: the agent was told both, and which it should follow is for the author to say.
What a key asserts is the families' business.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from specharness.ground.families.base import Check
from specharness.ground.numerals import as_number
from specharness.ir import AUTHORITY_ORDER, Direction, Guard, SourceKind, Span, canonical_json


@dataclass(frozen=True)
class Candidate:
    """One check of one direction, ready to become an obligation."""

    direction: Direction
    check: Check
    spans: tuple[Span, ...]
    authority: SourceKind
    guard: Guard | None

    @property
    def identity(self) -> str:
        """Equal for demands that are the same."""
        guard = self.guard.model_dump(mode="json", exclude={"text"}) if self.guard else None
        return canonical_json([self.check.validator, self.check.params, guard])


@dataclass(frozen=True)
class Conflict:
    """A candidate that another one contradicts."""

    candidate: Candidate
    others: tuple[Candidate, ...]

    @property
    def detail(self) -> str:
        """Names the others with their sources, and says which side is stronger."""
        named = ", ".join(f"{other.direction.id} ({other.direction.spans[0].source})" for other in self.others)
        own = AUTHORITY_ORDER.index(self.candidate.authority)
        best = min(AUTHORITY_ORDER.index(other.authority) for other in self.others)
        if own < best:
            strength = f"this {self.candidate.authority} is the stronger source"
        elif best < own:
            strength = f"the {AUTHORITY_ORDER[best]} is the stronger source"
        else:
            strength = "both sources are equally strong"
        return f"contradicts {named} about {self.candidate.check.key}; {strength}"


def merged(candidates: Sequence[Candidate]) -> list[list[Candidate]]:
    """Candidates with one and the same demand, together; in the order of their first member."""
    groups: dict[str, list[Candidate]] = {}
    for candidate in candidates:
        groups.setdefault(candidate.identity, []).append(candidate)
    return list(groups.values())


def conflicts_of(candidates: Sequence[Candidate]) -> list[Conflict]:
    """Every candidate that at least one other contradicts, with those others."""
    by_key: dict[str, list[Candidate]] = {}
    for candidate in candidates:
        by_key.setdefault(candidate.check.key, []).append(candidate)
    found = []
    for candidate in candidates:
        rivals = tuple(
            other
            for other in by_key[candidate.check.key]
            if other is not candidate
            and other.direction.id != candidate.direction.id
            and _may_meet(candidate.guard, other.guard)
            and _contradict(candidate.check, other.check)
        )
        if rivals:
            found.append(Conflict(candidate, rivals))
    return found


def _may_meet(one: Guard | None, other: Guard | None) -> bool:
    """Whether both can be active at once: guards over one field with different values can't."""
    if one is None or other is None:
        return True
    if (one.path, one.field) != (other.path, other.field):
        return True
    if one.negated == other.negated:
        return one.negated or bool(set(map(str, one.values)) & set(map(str, other.values)))
    return set(map(str, one.values)) != set(map(str, other.values))


_OPPOSITES = frozenset(
    {
        frozenset({"path_exists", "path_absent"}),
        frozenset({"text_contains", "text_absent"}),
        frozenset({"headings_present", "text_absent"}),
        frozenset({"headings_present", "headings_absent"}),
        frozenset({"tool_used", "tool_not_used"}),
    }
)
_ONE_VALUE = frozenset({"value_equals", "allowed_values", "format_valid", "number_format", "sorted_by", "text_pattern"})
"""Validators whose demands on one key can hold together only if they are the same."""
_BOUNDED = frozenset({"count", "value_range"})


def _contradict(one: Check, other: Check) -> bool:
    names = frozenset({one.validator, other.validator})
    if names in _OPPOSITES:
        return True
    if len(names) > 1:
        return names == frozenset({"value_equals", "allowed_values"}) and not _shared(one, other)
    if one.params == other.params:
        return False
    if one.validator in _BOUNDED:
        return _bounds_contradict(one, other)
    if one.validator == "allowed_values":
        return not _shared(one, other)
    if one.validator == "number_format":
        return any(one.params.get(name) != other.params.get(name) for name in ("decimals",))
    if one.validator == "path_exists":
        return {str(one.params.get("type", "")), str(other.params.get("type", ""))} == {"file", "dir"}
    if one.validator == "response_text":
        return set(one.params) != set(other.params) or one.params.keys() & {"language"} != set()
    return one.validator in _ONE_VALUE


def _values(check: Check) -> set[str]:
    allowed = check.params.get("allowed")
    return {canonical_json(value) for value in (allowed if isinstance(allowed, list) else [check.params.get("value")])}


def _shared(one: Check, other: Check) -> bool:
    return bool(_values(one) & _values(other))


def _bounds_contradict(one: Check, other: Check) -> bool:
    low, high = float("-inf"), float("inf")
    open_low = open_high = False
    for check in (one, other):
        for name, value in check.params.items():
            number = as_number(value)
            if number is None:
                continue
            if name in {"count", "min", "min_exclusive"} and number >= low:
                open_low = name == "min_exclusive" if number > low else open_low or name == "min_exclusive"
                low = number
            if name in {"count", "max", "max_exclusive"} and number <= high:
                open_high = name == "max_exclusive" if number < high else open_high or name == "max_exclusive"
                high = number
    return low > high or (low == high and (open_low or open_high))
