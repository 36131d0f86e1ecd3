"""The clustered bootstrap against a loop, its laws, and its coverage in a world whose truth is known."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from specharness.measure import intervals
from specharness.measure.figures import ratio
from specharness.measure.intervals import bootstrap, paired_bootstrap, replicates, resampled_sums, tails


def share(sums: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.stack([ratio(sums[:, 0], sums[:, 1])], -1)


def counts(clusters: int, seed: int, rate: tuple[float, float] = (6, 2)) -> NDArray[np.float64]:
    """Hits and decisions of each cluster; clusters differ in size and in how hard they are."""
    random = np.random.default_rng(seed)
    size = 1 + random.poisson(8, clusters)
    return np.stack([random.binomial(size, random.beta(*rate, clusters)), size], 1).astype(np.float64)


def test_sums_against_a_loop() -> None:
    table = counts(7, 1)
    drawn = np.random.default_rng(3).integers(0, 7, size=(50, 7), dtype=np.uint32)
    slow = [sum(table[index] for index in line) for line in drawn]
    assert np.array_equal(np.concatenate(list(resampled_sums(table, 50, 3))), np.array(slow))


def test_blocks_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    table = counts(9, 2)
    whole = replicates(table, share, resamples=40)
    monkeypatch.setattr(intervals, "BLOCK_CELLS", 20)  # two draws of nine at a time
    assert np.array_equal(whole, replicates(table, share, resamples=40))


def test_interval_against_a_loop() -> None:
    table = counts(12, 4)
    random = np.random.default_rng(8)
    values = []
    for _ in range(2000):
        total = np.zeros(2)
        for _ in range(12):
            total += table[random.integers(0, 12)]
        values.append(total[0] / total[1])
    slow = np.quantile(values, tails(12, 0.95))
    (found,) = bootstrap(table, share, resamples=20_000)
    assert found.value == pytest.approx(table[:, 0].sum() / table[:, 1].sum())
    assert (found.low, found.high) == pytest.approx(tuple(slow), abs=0.02)


def test_more_resamples_agree_with_fewer_and_seeds_repeat() -> None:
    table = counts(30, 5)
    assert bootstrap(table, share, resamples=500, seed=1) == bootstrap(table, share, resamples=500, seed=1)
    assert bootstrap(table, share, resamples=500, seed=1) != bootstrap(table, share, resamples=500, seed=2)


def test_coverage_in_a_known_world() -> None:
    """With 500 worlds two standard errors are two points."""
    truth = 6 / 8
    inside = 0
    for world in range(500):
        (found,) = bootstrap(counts(40, 1000 + world), share, resamples=400, seed=world)
        assert found.low is not None
        assert found.high is not None
        inside += found.low <= truth <= found.high
    assert 0.93 <= inside / 500 <= 0.97


def test_tails_widen_for_few_clusters() -> None:
    low, high = tails(10**6, 0.95)
    assert (low, high) == pytest.approx((0.025, 0.975), abs=1e-4)
    assert tails(8, 0.95)[0] < tails(80, 0.95)[0] < low


def test_too_few_clusters_have_no_interval() -> None:
    (found,) = bootstrap(counts(4, 1), share)
    assert found.value is not None
    assert (found.low, found.high) == (None, None)
    (difference,) = paired_bootstrap(counts(4, 1), counts(4, 2), share)
    assert difference.value is not None
    assert difference.p is None


def test_undefined_figures_have_none() -> None:
    table = np.zeros((20, 2))
    (found,) = bootstrap(table, share, resamples=50)
    assert found == (None, None, None)
    table[0] = 1, 1  # one cluster of twenty: a figure in two thirds of the resamples
    (found,) = bootstrap(table, share, resamples=200)
    assert found == (1.0, 1.0, 1.0)


def test_pairs_share_their_resamples() -> None:
    table = counts(20, 6)
    (same,) = paired_bootstrap(table, table, share, resamples=300)
    assert same == (0.0, 0.0, 0.0, 1.0)
    better = table.copy()
    better[:, 0] = better[:, 1]
    (found,) = paired_bootstrap(table, better, share, resamples=300)
    (alone,) = bootstrap(table, share, resamples=300)
    assert found.value == pytest.approx(1 - (alone.value or 0))
    assert found.low == pytest.approx(1 - (alone.high or 0))
    assert found.high == pytest.approx(1 - (alone.low or 0))
    assert found.p == pytest.approx(2 / 301)


def test_pairs_need_the_same_clusters() -> None:
    with pytest.raises(ValueError, match="same clusters"):
        paired_bootstrap(counts(5, 1), counts(6, 1), share)


def test_p_values_are_fair_without_a_difference() -> None:
    """Under no difference, p at most 0.05 in about one world of twenty."""
    rejected = 0
    for world in range(300):
        first, second = counts(40, 5000 + world), counts(40, 9000 + world)
        (found,) = paired_bootstrap(first, second, share, resamples=300, seed=world)
        rejected += (found.p or 0) <= 0.05
    assert 0.02 <= rejected / 300 <= 0.09
