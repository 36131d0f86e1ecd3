"""Tests that two compilers differ: exact McNemar on paired decisions, Holm over several of them.

Not its business: differences of figures over tasks, which `intervals.paired_bootstrap` tests.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray


class McNemar(NamedTuple):
    """Decisions that only one of two made rightly, and how surprising that split is if neither is better."""

    only_first: int
    only_second: int
    p: float


def mcnemar(first: NDArray[Any], second: NDArray[Any]) -> McNemar:
    """The exact two-sided test (McNemar 1947 with the binomial distribution).

    `first`, `second`: [n], true where the decision was right, case by case the same. With b and c the cases that only
    one got right, p is the probability of a split as uneven as b to c in b + c fair tosses; 1 without such cases. Cases
    of one document are treated as independent, which makes p smaller than it should be: read the paired bootstrap
    first.
    """
    from scipy.stats import binomtest

    one, other = np.asarray(first, dtype=bool), np.asarray(second, dtype=bool)
    if one.shape != other.shape:
        raise ValueError(f"expected the same cases for both, got {one.shape} and {other.shape}")
    b, c = int((one & ~other).sum()), int((other & ~one).sum())
    return McNemar(b, c, float(binomtest(b, b + c, 0.5).pvalue) if b + c else 1.0)


def holm(p_values: Sequence[float | None]) -> list[float | None]:
    """The p values adjusted for being several (Holm 1979, step down): reject where the adjusted one is at most alpha.

    The k-th smallest of m is multiplied by m - k + 1, never below a smaller one's result, at most 1. None, a test that
    could not be made, stays None and does not count.
    """
    known = sorted((value, index) for index, value in enumerate(p_values) if value is not None)
    adjusted: list[float | None] = [None] * len(p_values)
    reached = 0.0
    for rank, (value, index) in enumerate(known):
        reached = max(reached, min(1.0, (len(known) - rank) * value))
        adjusted[index] = reached
    return adjusted
