"""Intervals that many groups ask for, drawn together where they are over the same tasks.

Guarantees the same intervals as a bootstrap for each alone, as draws depend on the number of clusters and the seed and
not on what is counted, in a fraction of the time. Memory is bounded: what was drawn is let go once its intervals stand.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from specharness.measure.intervals import (
    MIN_CLUSTERS,
    RESAMPLES,
    SEED,
    Difference,
    Floats,
    Interval,
    Statistic,
    differences_of,
    intervals_of,
    joint_replicates,
)

MAX_COLUMNS = 1_000
"""Counts side by side in one pass: with 10,000 resamples their figures take under 100 MB."""


class Resampling(NamedTuple):
    """How intervals are made; `resamples` 0 for none."""

    resamples: int = RESAMPLES
    seed: int = SEED


class Asked:
    """One table whose figures are asked for; the answers are there after `Draws.make`."""

    def __init__(self, counts: NDArray[Any], statistic: Statistic, *, is_difference: bool) -> None:
        self.counts, self.statistic, self.is_difference = counts, statistic, is_difference
        self.values: Floats = statistic(counts.sum(0, dtype=np.float64)[None, :])[0]
        self.intervals: list[Interval] = [Interval(_number(value)) for value in self.values]
        self.differences: list[Difference] = [Difference(_number(value)) for value in self.values]

    def answer(self, drawn: Floats) -> None:
        """Take the resamples [B, F] and keep the intervals."""
        clusters = len(self.counts)
        if self.is_difference:
            self.differences = differences_of(self.values, drawn, clusters)
        else:
            self.intervals = intervals_of(self.values, drawn, clusters)


class Draws:
    """Collects what is asked for, then draws once for all that are over the same tasks."""

    def __init__(self, how: Resampling) -> None:
        self._how = how
        self._asked: dict[bytes, list[Asked]] = {}

    def ask(
        self, tasks: NDArray[np.int64], counts: NDArray[Any], statistic: Statistic, *, is_difference: bool = False
    ) -> Asked:
        """`tasks`: the number of each row's task, ascending; `counts`: [tasks, K]."""
        asked = Asked(counts, statistic, is_difference=is_difference)
        if len(counts) >= MIN_CLUSTERS and self._how.resamples:
            self._asked.setdefault(tasks.tobytes(), []).append(asked)
        return asked

    def make(self) -> None:
        """Answer everything that was asked."""
        for group in self._asked.values():
            batch: list[Asked] = []
            for asked in group:
                if batch and sum(each.counts.shape[1] for each in (*batch, asked)) > MAX_COLUMNS:
                    self._make(batch)
                    batch = []
                batch.append(asked)
            self._make(batch)
        self._asked.clear()

    def _make(self, batch: list[Asked]) -> None:
        parts = [(asked.counts, asked.statistic) for asked in batch]
        for asked, drawn in zip(batch, joint_replicates(parts, **self._how._asdict()), strict=True):
            asked.answer(drawn)


def _number(value: float) -> float | None:
    return None if np.isnan(value) else float(value)
