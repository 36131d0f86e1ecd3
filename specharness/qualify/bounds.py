"""Exact bounds on the probability of an error that was seen so many times in so many cases."""

from __future__ import annotations

from specharness.validators.cards import Bound

LEVEL = 0.95


def bound(wrong: int, of: int, level: float = LEVEL) -> Bound:
    """The two-sided interval of Clopper and Pearson (1934, Biometrika 26): the quantiles of beta distributions,
    Beta(k, n - k + 1) and Beta(k + 1, n - k). Raises ValueError unless 0 <= wrong <= of."""
    from scipy.special import betaincinv

    if not 0 <= wrong <= of:
        raise ValueError(f"{wrong} of {of} is no share")
    tail = (1 - level) / 2
    low = 0.0 if wrong == 0 else float(betaincinv(wrong, of - wrong + 1, tail))
    high = 1.0 if wrong == of else float(betaincinv(wrong + 1, of - wrong, 1 - tail))
    return Bound(wrong=wrong, of=of, low=round(low, 6), high=round(high, 6))
