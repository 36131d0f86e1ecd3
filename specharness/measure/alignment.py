"""How far directions and a task's official tests speak of the same things. For evaluation after compiling only.

Two relations between a direction and a test function, each by a written rule. They say that both speak of one thing,
not that a check made of the direction would decide what the test decides.

broad   they share a file that the test touches; or a field, column, sheet or other name that it touches; or at least
        MIN_VALUES telling values that the test asserts; or at least MIN_WORDS content words, and at least half of
        those of the test's name and docstring.
fine    they correspond broadly, and one of these holds as well:
        a value that the test asserts stands in the direction;
        they share a name, and the direction's family is one that the test's assertion decides (FAMILIES);
        they share a file, the direction demands that it is there (or not), and the test asserts nothing else;
        they share a file, the direction demands that it stays as it is, and the test asserts that.

A test corresponds if at least one direction of its task does. What the same rules find between tests and the
directions of another task is reported beside it: that much is chance.
No stage that compiles, grounds or decides may import this module (a contract of import-linter holds that).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import ceil
from typing import NamedTuple

import numpy as np

from specharness.ir import Direction, Disposition, Family, ObligationSet, Source
from specharness.measure.figures import ratio
from specharness.measure.intervals import Floats, Interval, bootstrap
from specharness.measure.mentions import Mentions, mentions_of
from specharness.measure.official_tests import OfficialTest

MIN_WORDS = 2
"""Content words that a direction and a test must share at least, where they share no file and no name."""

MIN_VALUES = 2
"""Values that they must share at least, where they share nothing else; those of one character don't count here."""

FAMILIES: Mapping[str, frozenset[Family]] = {
    "equals": frozenset({Family.VALUE_EQUALS, Family.COMPUTED, Family.CROSS_CONSISTENT, Family.CELLS_FILLED}),
    "contains": frozenset({Family.CONTAINS, Family.SCHEMA, Family.DIR_CONTENTS}),
    "lacks": frozenset({Family.NOT_CONTAINS, Family.SCHEMA}),
    "range": frozenset({Family.VALUE_RANGE, Family.RESOURCE_LIMIT}),
    "count": frozenset({Family.COUNT, Family.DIR_CONTENTS}),
    "unique": frozenset({Family.UNIQUE}),
    "type": frozenset({Family.SCHEMA, Family.FORMAT_VALID, Family.CODE_INTERFACE}),
    "pattern": frozenset({Family.PATTERN, Family.FORMULA}),
    "sorted": frozenset({Family.SORTED}),
    "decimals": frozenset({Family.NUMBER_FORMAT}),
    "unchanged": frozenset({Family.UNCHANGED, Family.ONLY_CHANGES}),
}
"""What a test asserts, and the families of directions that such an assertion decides."""


class Side(NamedTuple):
    """One direction as the rules see it."""

    mentions: Mentions
    family: Family | None
    binding: bool
    """It became a hard obligation."""


@dataclass(frozen=True)
class Correspondence:
    """What corresponds to one test."""

    test: str
    broad: bool
    fine: bool
    broad_binding: bool
    """Broadly, to a direction that became a hard obligation."""
    fine_binding: bool


@dataclass(frozen=True)
class TaskAlignment:
    """One task. `tests` counts its official tests, `read` those whose code was there to be read."""

    task: str
    directions: int
    binding: int
    tests: int | None
    """None: nobody says how many there are."""
    read: int
    found: tuple[Correspondence, ...]
    notes: tuple[str, ...] = ()

    def count(self, relation: str) -> int:
        """Tests for which `relation` (a field of Correspondence) holds."""
        return sum(getattr(one, relation) for one in self.found)


RELATIONS = ("broad", "fine", "broad_binding", "fine_binding")


@dataclass(frozen=True)
class Alignment:
    """All tasks, each share of the tests that were read, and what chance gives."""

    tasks: tuple[TaskAlignment, ...]
    shares: Mapping[str, Interval]
    chance: Mapping[str, float | None]
    """None where there are no two tasks with tests."""


def sides_of(obligations: ObligationSet) -> list[Side]:
    """The directions of a compiled task, residual ones left out."""
    binding = {direction for obligation in obligations.hard for direction in obligation.src.directions}
    sources = {source.id: source for source in obligations.sources}
    return [
        Side(_mentions(one, sources), one.family, one.id in binding)
        for one in obligations.directions
        if one.disposition is not Disposition.RESIDUAL
    ]


def labelled_sides(directions: Iterable[Direction], source: Source) -> list[Side]:
    """Directions that were given instead of compiled; a hard one counts as binding."""
    return [
        Side(_mentions(one, {source.id: source}), one.family, one.disposition is Disposition.HARD)
        for one in directions
        if one.disposition is not Disposition.RESIDUAL
    ]


def correspond(sides: Sequence[Side], tests: Sequence[OfficialTest]) -> tuple[Correspondence, ...]:
    """What corresponds to each test, in their order. Time grows with the mentions that are shared."""
    index = _Index(sides)
    found = []
    for test in tests:
        broad = index.broad(test)
        fine = [side for side in broad if is_fine(side, test)]
        found.append(
            Correspondence(
                test.name,
                bool(broad),
                bool(fine),
                any(side.binding for side in broad),
                any(side.binding for side in fine),
            )
        )
    return tuple(found)


def is_broad(side: Side, test: OfficialTest) -> bool:
    """The rule `broad`, for one pair."""
    own, other = side.mentions, test.mentions
    return (
        bool(own.files & other.files or own.names & other.names)
        or _enough_words(len(own.words & other.words), test)
        or len(_telling(own.literals & other.literals)) >= MIN_VALUES
    )


def is_fine(side: Side, test: OfficialTest) -> bool:
    """The rule `fine`, for a pair that corresponds broadly."""
    own, other = side.mentions, test.mentions
    if own.literals & other.literals:
        return True
    if own.names & other.names and any(side.family in FAMILIES.get(name, ()) for name in test.predicates):
        return True
    presence = {frozenset({"exists"}): Family.PATH_EXISTS, frozenset({"absent"}): Family.PATH_ABSENT}
    family = presence.get(test.predicates)
    if "unchanged" in test.predicates and side.family in FAMILIES["unchanged"]:
        family = side.family
    return family is not None and side.family is family and bool(own.files & other.files)


def summarise(tasks: Sequence[tuple[TaskAlignment, Sequence[Side], Sequence[OfficialTest]]]) -> Alignment:
    """Shares over all tests that were read, with intervals over tasks; chance from the next task's directions."""
    read = [one for one in tasks if one[2]]
    counts = np.array(
        [[task.read, *(task.count(relation) for relation in RELATIONS)] for task, _, _ in read], dtype=np.int64
    ).reshape(len(read), 1 + len(RELATIONS))
    shares = bootstrap(counts, _shares) if read else [Interval(None)] * len(RELATIONS)
    chance: dict[str, float | None] = dict.fromkeys(RELATIONS)
    if len(read) > 1:
        moved = [*read[1:], read[0]]
        found = [
            one for (_, _, tests), (_, sides, _) in zip(read, moved, strict=True) for one in correspond(sides, tests)
        ]
        chance = {relation: sum(getattr(one, relation) for one in found) / len(found) for relation in RELATIONS}
    return Alignment(tuple(task for task, _, _ in tasks), dict(zip(RELATIONS, shares, strict=True)), chance)


def _shares(sums: Floats) -> Floats:
    return ratio(sums[:, 1:], sums[:, :1])


def _enough_words(shared: int, test: OfficialTest) -> bool:
    return shared >= max(MIN_WORDS, ceil(len(test.mentions.words) / 2))


def _telling(values: frozenset[str]) -> frozenset[str]:
    return frozenset(value for value in values if len(value) > 1)


def _mentions(direction: Direction, sources: Mapping[str, Source]) -> Mentions:
    texts = [sources[span.source].quote(span) for span in direction.spans if span.source in sources]
    return mentions_of("\n".join(texts), [(name, param.value) for name, param in direction.params.items()])


class _Index:
    """Directions by what they mention."""

    def __init__(self, sides: Sequence[Side]) -> None:
        self._sides = sides
        self._by: tuple[dict[str, list[int]], ...] = ({}, {}, {}, {})
        for number, side in enumerate(sides):
            own = side.mentions
            for postings, mentioned in zip(
                self._by, (own.files, own.names, own.words, _telling(own.literals)), strict=True
            ):
                for item in mentioned:
                    postings.setdefault(item, []).append(number)

    def broad(self, test: OfficialTest) -> list[Side]:
        files, names, words, values = self._by
        other = test.mentions
        found = {number for file in other.files for number in files.get(file, ())}
        found |= {number for name in other.names for number in names.get(name, ())}
        shared = Counter(number for word in other.words for number in words.get(word, ()))
        found |= {number for number, count in shared.items() if _enough_words(count, test)}
        shared = Counter(number for value in _telling(other.literals) for number in values.get(value, ()))
        found |= {number for number, count in shared.items() if count >= MIN_VALUES}
        return [self._sides[number] for number in sorted(found)]
