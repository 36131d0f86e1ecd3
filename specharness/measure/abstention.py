"""Does a compiler know when it is wrong? Risk against coverage, the area below, and calibration of its confidence.

Everything is a function of sums of counts, so that `intervals.bootstrap` can resample it: each cluster counts, for
every confidence that occurs anywhere, its directions and those of them that are wrong.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from specharness.measure.figures import ratio

BINS = 10
"""Equal bins of confidence for the calibration error."""

Floats = NDArray[np.float64]


class Judged(NamedTuple):
    """The predicted directions of one cluster."""

    confidence: Floats
    """[n], between 0 and 1."""
    wrong: NDArray[np.bool_]
    """[n]"""


class Curve(NamedTuple):
    """The selective classifier at each confidence that occurs, the surest first."""

    threshold: Floats
    coverage: Floats
    """Share of the directions with at least this confidence."""
    risk: Floats
    """Share of those that are wrong."""


class Ladder:
    """The confidences that occur, from the highest down: steps at which coverage can grow."""

    def __init__(self, clusters: Sequence[Judged]) -> None:
        every = np.concatenate([*(cluster.confidence for cluster in clusters), np.empty(0)])
        self.levels: Floats = np.unique(every)[::-1]
        self._bins = np.minimum((self.levels * BINS).astype(np.int64), BINS - 1)

    def counts(self, cluster: Judged) -> Floats:
        """[2 * steps]: directions at each step, then the wrong ones among them."""
        step = np.searchsorted(-self.levels, -cluster.confidence)
        all_of = np.bincount(step, minlength=len(self.levels))
        wrong = np.bincount(step[cluster.wrong], minlength=len(self.levels))
        return np.concatenate((all_of, wrong)).astype(np.float64)

    def aurc(self, sums: NDArray[Any]) -> Floats:
        """Area under the risk-coverage curve (Geifman and El-Yaniv 2017; El-Yaniv and Wiener 2010): lower is better.

        The mean, over k = 1 .. n, of the risk among the k surest. Directions of equal confidence have no order among
        them: each step takes the mean over all their orders, whose inner sums are differences of harmonic numbers.
        `sums`: [..., 2 * steps], result [...]; NaN without directions.
        """
        size, wrong = self._split(sums)
        if not len(self.levels):
            return np.full(sums.shape[:-1], np.nan)
        after = size.cumsum(-1)
        rate = np.divide(wrong, size, out=np.zeros_like(size), where=size > 0)
        steps = np.diff(_harmonic(after), axis=-1, prepend=0.0)
        terms = wrong + (wrong.cumsum(-1) - wrong - rate * (after - size)) * steps
        return ratio(terms.sum(-1), after[..., -1])

    def risk(self, sums: NDArray[Any]) -> Floats:
        """The share of wrong ones without any abstention; result [...]."""
        size, wrong = self._split(sums)
        return ratio(wrong.sum(-1), size.sum(-1))

    def ece(self, sums: NDArray[Any]) -> Floats:
        """Expected calibration error (Naeini, Cooper and Hauskrecht 2015) over BINS equal bins: lower is better.

        The sum over bins of |share right - mean confidence| weighted by the bin's share. `sums`: [..., 2 * steps],
        result [...]; NaN without directions.
        """
        size, wrong = self._split(sums)
        gap = (size - wrong) - size * self.levels
        in_bins = np.stack([gap[..., self._bins == number].sum(-1) for number in range(BINS)], -1)
        return ratio(np.abs(in_bins).sum(-1), size.sum(-1))

    def curve(self, sums: Floats) -> Curve:
        """The curve of one sum [2 * steps]."""
        size, wrong = self._split(sums)
        kept = size.cumsum()
        return Curve(self.levels, ratio(kept, kept[-1:]), ratio(wrong.cumsum(), kept))

    def reliability(self, sums: Floats) -> list[tuple[float, float, int]]:
        """Mean confidence, share right and size of every bin that holds a direction."""
        size, wrong = self._split(sums)
        found = []
        for number in range(BINS):
            inside = self._bins == number
            total = size[inside].sum()
            if total:
                mean = float((size * self.levels)[inside].sum() / total)
                found.append((mean, float((size - wrong)[inside].sum() / total), int(total)))
        return found

    def _split(self, sums: NDArray[Any]) -> tuple[Floats, Floats]:
        steps = len(self.levels)
        every: Floats = np.asarray(sums, dtype=np.float64)
        return every[..., :steps], every[..., steps:]


def _harmonic(numbers: Floats) -> Floats:
    """1 + 1/2 + ... + 1/n, elementwise for whole numbers; 0 for n = 0."""
    most = int(numbers.max(initial=0))
    table = np.concatenate(([0.0], np.cumsum(1 / np.arange(1, most + 1))))
    return table[numbers.astype(np.intp)]
