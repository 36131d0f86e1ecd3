"""Scores predicted directions against labelled ones, as the annotation guide's Scoring section defines them.

One document becomes counts that add up over documents; every figure is a function of such sums (see `figures`). Not
its business: reading files, intervals, comparing compilers.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields

import numpy as np
from numpy.typing import NDArray

from specharness.ir import Direction, Disposition, Family
from specharness.measure.figures import FAMILY_COUNTS, SCALARS, figures_of
from specharness.measure.overlap import PRIORITY, overlap

FAMILIES: tuple[Family, ...] = tuple(Family)
_FAMILY_INDEX = {family: index for index, family in enumerate(FAMILIES)}
_HARD = PRIORITY.index(Disposition.HARD)

Ints = NDArray[np.int64]


@dataclass
class Tally:
    """Counts over one or more documents; `+=` another to pool them."""

    confusion: Ints = field(default_factory=lambda: np.zeros((len(PRIORITY), len(PRIORITY)), dtype=np.int64))
    """Non-blank characters, gold class by predicted class, in the order of PRIORITY."""
    gold: int = 0
    predicted: int = 0
    matched: int = 0
    gold_hard: int = 0
    predicted_hard: int = 0
    matched_hard: int = 0
    sound_hard: int = 0
    family_right: int = 0
    params_right: int = 0
    matched_lenient: int = 0
    """Pairs of which one holds half of the other; such pairs count nowhere else."""
    matched_hard_lenient: int = 0

    def __iadd__(self, other: Tally) -> Tally:
        self.confusion = self.confusion + other.confusion
        for name in SCALARS:
            setattr(self, name, getattr(self, name) + getattr(other, name))
        return self

    def row(self) -> Ints:
        """All counts in one line, in the order that `figures_of` takes."""
        return np.concatenate((self.confusion.ravel(), [getattr(self, name) for name in SCALARS]))

    def figures(self) -> dict[str, float]:
        """All figures of points 1 to 3 of the guide's Scoring section, each between 0 and 1 (kappa from -1).

        0 where there is nothing to count; `figures_of` tells such cases apart.
        """
        return {name: float(np.nan_to_num(value)) for name, value in figures_of(self.row()).items()}


assert tuple(item.name for item in fields(Tally))[1:] == SCALARS


@dataclass(frozen=True)
class DocumentScore:
    """Everything that is counted in one document."""

    tally: Tally
    families: Ints
    """FAMILIES by FAMILY_COUNTS."""
    directions: Ints
    """Directions by gold and predicted disposition in the order of PRIORITY; row and column 0 (residual) hold those
    without a partner on that side."""
    pairs: tuple[tuple[int, int], ...]
    """Matched directions: index in gold, index in predicted."""
    found: NDArray[np.bool_]
    """For each gold direction: it has a partner of the same disposition."""
    right: NDArray[np.bool_]
    """For each predicted direction: at least half of its characters have its disposition in gold."""


def score_document(text: str, gold: Sequence[Direction], predicted: Sequence[Direction]) -> Tally:
    """Counts for one source. Spans of other sources must have been left out by the caller."""
    return judge_document(text, gold, predicted).tally


def judge_document(text: str, gold: Sequence[Direction], predicted: Sequence[Direction]) -> DocumentScore:
    """Counts for one source, with its pairs and with what each direction contributes.

    Spans of other sources must have been left out by the caller. Raises LimitExceededError.
    """
    both = overlap(text, gold, predicted)
    pairs = both.pairs()
    right = (both.predicted.sizes > 0) & (2 * both.agreed() >= both.predicted.sizes)
    hard_pairs = [
        (gold[left], predicted[other])
        for left, other in pairs
        if gold[left].disposition is Disposition.HARD and predicted[other].disposition is Disposition.HARD
    ]
    hard = both.predicted.levels == _HARD
    lenient = both.pairs(lenient=True)
    tally = Tally(
        confusion=both.confusion(),
        gold=len(gold),
        predicted=len(predicted),
        matched=len(pairs),
        gold_hard=int((both.gold.levels == _HARD).sum()),
        predicted_hard=int(hard.sum()),
        matched_hard=len(hard_pairs),
        sound_hard=int((hard & right).sum()),
        family_right=sum(one.family == other.family for one, other in hard_pairs),
        params_right=sum(_same_params(one, other) for one, other in hard_pairs),
        matched_lenient=len(lenient),
        matched_hard_lenient=sum(
            both.gold.levels[left] == _HARD and both.predicted.levels[other] == _HARD for left, other in lenient
        ),
    )
    directions = np.zeros((len(PRIORITY), len(PRIORITY)), dtype=np.int64)
    lone_gold, lone_predicted = np.ones(len(gold), bool), np.ones(len(predicted), bool)
    found = np.zeros(len(gold), bool)
    for left, other in pairs:
        lone_gold[left] = lone_predicted[other] = False
        directions[both.gold.levels[left], both.predicted.levels[other]] += 1
        found[left] = both.gold.levels[left] == both.predicted.levels[other]
    directions[:, 0] += np.bincount(both.gold.levels[lone_gold], minlength=len(PRIORITY))
    directions[0, :] += np.bincount(both.predicted.levels[lone_predicted], minlength=len(PRIORITY))
    families = _families(gold, predicted, hard_pairs, right)
    return DocumentScore(tally, families, directions, tuple(pairs), found, right)


def _families(
    gold: Sequence[Direction],
    predicted: Sequence[Direction],
    hard_pairs: Sequence[tuple[Direction, Direction]],
    right: NDArray[np.bool_],
) -> Ints:
    table = np.zeros((len(FAMILIES), len(FAMILY_COUNTS)), dtype=np.int64)

    def count(direction: Direction, name: str, times: int = 1) -> None:
        if direction.disposition is Disposition.HARD and direction.family is not None:
            table[_FAMILY_INDEX[direction.family], FAMILY_COUNTS.index(name)] += times

    for direction in gold:
        count(direction, "gold")
    for direction, sound in zip(predicted, right, strict=True):
        count(direction, "predicted")
        count(direction, "sound", int(sound))
    for one, other in hard_pairs:
        count(one, "matched")
        count(one, "family_right", int(one.family == other.family))
        count(one, "params_right", int(_same_params(one, other)))
    return table


def _same_params(gold: Direction, predicted: Direction) -> bool:
    return _normalised(gold) == _normalised(predicted)


def _normalised(direction: Direction) -> Mapping[str, object]:
    return {name: _value(param.value) for name, param in direction.params.items()}


def _value(value: object) -> object:
    if isinstance(value, (list, tuple)):
        items = [_value(item) for item in value]
        return items[0] if len(items) == 1 else tuple(items)
    if isinstance(value, bool) or value is None:
        return value
    if isinstance(value, (int, float)):
        return float(value)
    text = str(value).strip().strip("`'\"")
    if re.fullmatch(r"[-+]?\d+(\.\d+)?", text):
        return float(text)
    return re.sub(r"/+", "/", text.removeprefix("./")).rstrip("/") or text
