"""Scores predicted directions against labelled ones, as the annotation guide's Scoring section defines them.

Characters: every non-blank character carries one disposition. Directions: one-to-one assignment that maximises total
character IoU. Not its business: reading files, intervals, comparing compilers.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from specharness.ir import Direction, Disposition

PRIORITY: tuple[Disposition, ...] = (
    Disposition.RESIDUAL,
    Disposition.ADVISORY,
    Disposition.ABSTAIN,
    Disposition.HARD,
)
"""Where directions overlap the later one wins; the index is the class number in confusion matrices."""

MATCH_IOU = 0.5
CONTAINMENT = 0.5


class Rate(NamedTuple):
    """A precision or recall as counts, so that documents add up."""

    hits: int
    total: int

    @property
    def value(self) -> float:
        """hits / total; 0 where there is nothing to count."""
        return self.hits / self.total if self.total else 0.0


@dataclass
class Tally:
    """Counts over one or more documents; `+=` another to pool them."""

    confusion: NDArray[np.int64] = field(default_factory=lambda: np.zeros((4, 4), dtype=np.int64))
    """Characters, gold class by predicted class, in the order of PRIORITY."""
    gold: int = 0
    predicted: int = 0
    matched: int = 0
    gold_hard: int = 0
    predicted_hard: int = 0
    matched_hard: int = 0
    sound_hard: int = 0
    family_right: int = 0
    params_right: int = 0

    def __iadd__(self, other: Tally) -> Tally:
        self.confusion = self.confusion + other.confusion
        for name in self.__dataclass_fields__:
            if name != "confusion":
                setattr(self, name, getattr(self, name) + getattr(other, name))
        return self

    def figures(self) -> dict[str, float]:
        """All figures of points 1 to 3 of the guide's Scoring section, each between 0 and 1 (kappa from -1)."""
        total = int(self.confusion.sum())
        out: dict[str, float] = {}
        f1s = []
        for index, disposition in enumerate(PRIORITY):
            hit = int(self.confusion[index, index])
            precision = Rate(hit, int(self.confusion[:, index].sum())).value
            recall = Rate(hit, int(self.confusion[index, :].sum())).value
            f1 = _f1(precision, recall)
            out[f"char_{disposition.value}_f1"] = f1
            f1s.append(f1)
        out["char_macro_f1"] = sum(f1s) / len(f1s)
        agree = float(np.trace(self.confusion)) / total if total else 0.0
        chance = float((self.confusion.sum(0) * self.confusion.sum(1)).sum()) / total**2 if total else 0.0
        out["char_kappa"] = (agree - chance) / (1 - chance) if chance < 1 else 0.0
        precision, recall = Rate(self.matched, self.predicted).value, Rate(self.matched, self.gold).value
        out |= {"direction_precision": precision, "direction_recall": recall, "direction_f1": _f1(precision, recall)}
        precision = Rate(self.matched_hard, self.predicted_hard).value
        recall = Rate(self.matched_hard, self.gold_hard).value
        out |= {"hard_precision": precision, "hard_recall": recall, "hard_f1": _f1(precision, recall)}
        out["hard_soundness"] = Rate(self.sound_hard, self.predicted_hard).value
        out["family_accuracy"] = Rate(self.family_right, self.matched_hard).value
        out["params_accuracy"] = Rate(self.params_right, self.matched_hard).value
        return out


def score_document(text: str, gold: Sequence[Direction], predicted: Sequence[Direction]) -> Tally:
    """Counts for one source. Spans of other sources must have been left out by the caller."""
    solid = np.array([not char.isspace() for char in text], dtype=bool)
    gold_classes, predicted_classes = _classes(len(text), gold), _classes(len(text), predicted)
    tally = Tally(gold=len(gold), predicted=len(predicted))
    np.add.at(tally.confusion, (gold_classes[solid], predicted_classes[solid]), 1)

    gold_masks = [_mask(len(text), direction) & solid for direction in gold]
    predicted_masks = [_mask(len(text), direction) & solid for direction in predicted]
    for left, right in _assign(gold_masks, predicted_masks):
        tally.matched += 1
        one, other = gold[left], predicted[right]
        if one.disposition is Disposition.HARD and other.disposition is Disposition.HARD:
            tally.matched_hard += 1
            tally.family_right += one.family == other.family
            tally.params_right += _same_params(one, other)
    tally.gold_hard = sum(direction.disposition is Disposition.HARD for direction in gold)
    hard_class = PRIORITY.index(Disposition.HARD)
    for direction, mask in zip(predicted, predicted_masks, strict=True):
        if direction.disposition is Disposition.HARD:
            tally.predicted_hard += 1
            size = int(mask.sum())
            tally.sound_hard += bool(size) and int((gold_classes[mask] == hard_class).sum()) * 2 >= size
    return tally


def _f1(precision: float, recall: float) -> float:
    return 2 * precision * recall / (precision + recall) if precision + recall else 0.0


def _mask(length: int, direction: Direction) -> NDArray[np.bool_]:
    mask = np.zeros(length, dtype=bool)
    for span in direction.spans:
        mask[span.start : span.end] = True
    return mask


def _classes(length: int, directions: Sequence[Direction]) -> NDArray[np.int64]:
    classes = np.zeros(length, dtype=np.int64)
    for direction in directions:
        level = PRIORITY.index(direction.disposition)
        for span in direction.spans:
            part = classes[span.start : span.end]
            np.maximum(part, level, out=part)
    return classes


def _assign(gold: Sequence[NDArray[np.bool_]], predicted: Sequence[NDArray[np.bool_]]) -> list[tuple[int, int]]:
    """Pairs of the assignment with the largest total IoU, among pairs that may count at all."""
    if not gold or not predicted:
        return []
    from scipy.optimize import linear_sum_assignment

    left = np.stack(gold).astype(np.float32)
    right = np.stack(predicted).astype(np.float32)
    both = left @ right.T
    sizes_left, sizes_right = left.sum(1)[:, None], right.sum(1)[None, :]
    union = sizes_left + sizes_right - both
    iou = np.divide(both, union, out=np.zeros_like(both), where=union > 0)
    larger = np.maximum(sizes_left, sizes_right)
    contained = (both >= np.minimum(sizes_left, sizes_right)) & (both >= CONTAINMENT * larger) & (both > 0)
    admissible = (iou >= MATCH_IOU) | contained
    rows, columns = linear_sum_assignment(np.where(admissible, iou, 0.0), maximize=True)
    return [(int(row), int(column)) for row, column in zip(rows, columns, strict=True) if admissible[row, column]]


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
