"""How the directions of two annotations of one text lie over each other: characters by class, sizes, pairs.

The text is cut at every border of every span; a direction is then a set of such stretches, and everything is counted
in stretches weighted by their non-blank characters. So the cost goes with the number of spans, not with the length of
the text. What a pair or a class means for a compiler is not its business.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from specharness.errors import LimitExceededError
from specharness.ir import Direction, Disposition

if TYPE_CHECKING:
    from scipy.sparse import csr_array

PRIORITY: tuple[Disposition, ...] = (
    Disposition.RESIDUAL,
    Disposition.ADVISORY,
    Disposition.ABSTAIN,
    Disposition.HARD,
)
"""Where directions overlap the later one wins; the index is the class number in confusion matrices."""

MAX_STRETCHES = 20_000_000
"""Stretches over all directions of one document. Real annotations have a few thousand; nested spans multiply them."""

MAX_ASSIGNMENT = 25_000_000
"""Cells of one assignment problem, 200 MB as floats; only thousands of nearly equal directions come near it."""

Ints = NDArray[np.int64]


@dataclass(frozen=True)
class Side:
    """One annotation over the stretches of a text."""

    covers: csr_array
    """Directions by stretches, 1 where a span covers one."""
    sizes: Ints
    """Non-blank characters of each direction."""
    levels: Ints
    """Class number of each direction's disposition."""
    classes: Ints
    """Class number of each stretch: the strongest direction over it, else residual."""


@dataclass(frozen=True)
class Overlap:
    """Two annotations of one text, over common stretches."""

    weights: Ints
    """Non-blank characters of each stretch."""
    outside: int
    """Non-blank characters that no span of either side covers."""
    gold: Side
    predicted: Side

    def confusion(self) -> Ints:
        """Non-blank characters by gold class (rows) and predicted class (columns), in the order of PRIORITY."""
        table = np.zeros((len(PRIORITY), len(PRIORITY)), dtype=np.int64)
        np.add.at(table, (self.gold.classes, self.predicted.classes), self.weights)
        table[0, 0] += self.outside
        return table

    def pairs(self, *, lenient: bool = False) -> list[tuple[int, int]]:
        """The one-to-one assignment (gold, predicted) with the largest total IoU among pairs of IoU 0.5 and more.

        `lenient` admits every pair of which one holds at least half of the other's characters, however much larger it
        is. Solved apart for each set of directions that are linked by admitted pairs.
        """
        from scipy.optimize import linear_sum_assignment
        from scipy.sparse import coo_array
        from scipy.sparse.csgraph import connected_components

        both = coo_array(self.gold.covers.multiply(self.weights[None, :]) @ self.predicted.covers.T)
        rows, columns, common = both.row, both.col, both.data
        union = self.gold.sizes[rows] + self.predicted.sizes[columns] - common
        bound = np.minimum(self.gold.sizes[rows], self.predicted.sizes[columns]) if lenient else union
        near = (common > 0) & (2 * common >= bound)
        rows, columns, iou = rows[near], columns[near], common[near] / union[near]
        left, right = len(self.gold.sizes), len(self.predicted.sizes)
        graph = coo_array((iou, (rows, columns + left)), shape=(left + right, left + right))
        _, component = connected_components(graph, directed=False)
        order = np.argsort(component[rows], kind="stable")
        starts = np.flatnonzero(np.diff(component[rows][order], prepend=-1))
        found = []
        for edges in np.split(order, starts[1:]) if len(order) else ():
            upper, row = np.unique(rows[edges], return_inverse=True)
            lower, column = np.unique(columns[edges], return_inverse=True)
            if len(upper) * len(lower) > MAX_ASSIGNMENT:
                raise LimitExceededError(
                    f"{len(upper)} and {len(lower)} directions over the same text are more than can be matched "
                    f"(MAX_ASSIGNMENT, {MAX_ASSIGNMENT} pairs); remove the repeated ones"
                )
            gain = np.zeros((len(upper), len(lower)))
            gain[row, column] = iou[edges]
            chosen = zip(*linear_sum_assignment(gain, maximize=True), strict=True)
            found += [(int(upper[one]), int(lower[other])) for one, other in chosen if gain[one, other] > 0]
        return sorted(found)

    def agreed(self) -> Ints:
        """For each predicted direction, how many of its non-blank characters are of its own class in gold."""
        covers, levels = self.predicted.covers, self.predicted.levels
        shares = np.zeros(len(levels), dtype=np.int64)
        for level in np.unique(levels):
            shares[levels == level] = (covers @ (self.weights * (self.gold.classes == level)))[levels == level]
        return shares


def overlap(text: str, gold: Sequence[Direction], predicted: Sequence[Direction]) -> Overlap:
    """Both annotations of `text`, cut at all borders. Every span is taken to lie in this text.

    Raises LimitExceededError for spans nested so deeply that they can't be compared in memory.
    """
    solid = np.fromiter((not char.isspace() for char in text), dtype=np.int64, count=len(text))
    before = np.concatenate(([0], np.cumsum(solid)))
    spans = [(span.start, span.end) for direction in (*gold, *predicted) for span in direction.spans]
    borders = np.unique(np.array([*spans, (0, 0)], dtype=np.int64).clip(0, len(text)))
    weights = np.diff(before[borders])
    one, other = _side(gold, borders), _side(predicted, borders)
    covered = np.zeros(len(weights), dtype=bool)
    for side in (one, other):
        covered[side.covers.indices] = True
    outside = int(before[-1] - weights[covered].sum())
    one, other = _sized(one, weights), _sized(other, weights)
    return Overlap(np.where(covered, weights, 0), outside, one, other)


def _side(directions: Sequence[Direction], borders: Ints) -> Side:
    from scipy.sparse import csr_array

    starts = [np.searchsorted(borders, [span.start for span in direction.spans]) for direction in directions]
    ends = [np.searchsorted(borders, [span.end for span in direction.spans]) for direction in directions]
    total = sum(int((end - start).clip(0).sum()) for start, end in zip(starts, ends, strict=True))
    if total > MAX_STRETCHES:
        raise LimitExceededError(
            f"the spans of {len(directions)} directions overlap in {total} stretches, more than MAX_STRETCHES "
            f"({MAX_STRETCHES}); remove directions that cover the whole text"
        )
    stretches = [
        np.unique(np.concatenate([np.arange(start, end) for start, end in zip(some, ends[number], strict=True)]))
        for number, some in enumerate(starts)
    ]
    levels = np.array([PRIORITY.index(direction.disposition) for direction in directions], dtype=np.int64)
    lengths = np.array([len(some) for some in stretches], dtype=np.int64)
    columns = np.concatenate([*stretches, np.empty(0, np.int64)]).astype(np.int64)
    count = len(borders) - 1
    covers = csr_array(
        (np.ones(len(columns), np.int64), columns, np.concatenate(([0], np.cumsum(lengths)))),
        shape=(len(directions), count),
    )
    classes = np.zeros(count, dtype=np.int64)
    np.maximum.at(classes, columns, np.repeat(levels, lengths))
    return Side(covers, np.zeros(len(directions), np.int64), levels, classes)


def _sized(side: Side, weights: Ints) -> Side:
    return Side(side.covers, side.covers @ weights, side.levels, side.classes)
