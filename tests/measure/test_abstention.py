"""Risk-coverage and calibration against loops that follow the textbook."""

from __future__ import annotations

from itertools import pairwise, permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from specharness.measure.abstention import BINS, Judged, Ladder
from specharness.measure.intervals import bootstrap

ITEMS = st.lists(
    st.tuples(st.sampled_from([0.0, 0.1, 0.35, 0.5, 0.7, 0.95, 1.0]), st.booleans()), min_size=1, max_size=6
)


def judged(items: list[tuple[float, bool]]) -> Judged:
    return Judged(np.array([item[0] for item in items]), np.array([item[1] for item in items], dtype=bool))


def slow_aurc(items: list[tuple[float, bool]]) -> float:
    """The mean risk of the k surest, over every order that sorts by confidence."""
    areas = []
    for order in permutations(items):
        if any(one[0] < other[0] for one, other in pairwise(order)):
            continue
        risks = [sum(wrong for _, wrong in order[:k]) / k for k in range(1, len(order) + 1)]
        areas.append(sum(risks) / len(risks))
    return sum(areas) / len(areas)


def slow_ece(items: list[tuple[float, bool]]) -> float:
    total = 0.0
    for number in range(BINS):
        low, high = number / BINS, (number + 1) / BINS
        inside = [item for item in items if low <= item[0] < high or (item[0] == 1 and number == BINS - 1)]
        if inside:
            right = sum(not wrong for _, wrong in inside) / len(inside)
            mean = sum(confidence for confidence, _ in inside) / len(inside)
            total += len(inside) / len(items) * abs(right - mean)
    return total


@given(ITEMS)
def test_against_loops(items: list[tuple[float, bool]]) -> None:
    ladder = Ladder([judged(items)])
    sums = ladder.counts(judged(items))
    assert float(ladder.aurc(sums)) == pytest.approx(slow_aurc(items), abs=1e-9)
    assert float(ladder.ece(sums)) == pytest.approx(slow_ece(items), abs=1e-9)
    assert float(ladder.risk(sums)) == pytest.approx(sum(wrong for _, wrong in items) / len(items))


@given(st.lists(ITEMS, min_size=1, max_size=4))
def test_counts_of_clusters_add_up(clusters: list[list[tuple[float, bool]]]) -> None:
    parts = [judged(items) for items in clusters]
    ladder = Ladder(parts)
    summed = np.sum([ladder.counts(part) for part in parts], axis=0)
    whole = judged([item for items in clusters for item in items])
    assert np.array_equal(summed, ladder.counts(whole))


def test_curve_and_reliability() -> None:
    items = judged([(0.9, False), (0.9, True), (0.4, True), (0.2, True)])
    ladder = Ladder([items])
    sums = ladder.counts(items)
    curve = ladder.curve(sums)
    assert curve.threshold.tolist() == [0.9, 0.4, 0.2]
    assert curve.coverage.tolist() == [0.5, 0.75, 1.0]
    assert curve.risk.tolist() == pytest.approx([0.5, 2 / 3, 0.75])
    assert ladder.reliability(sums) == [(0.2, 0.0, 1), (0.4, 0.0, 1), (0.9, 0.5, 2)]


def test_a_perfect_order_has_the_smaller_area() -> None:
    good = judged([(0.9, False), (0.8, False), (0.2, True), (0.1, True)])
    bad = judged([(0.1, False), (0.2, False), (0.8, True), (0.9, True)])
    areas = [float(Ladder([items]).aurc(Ladder([items]).counts(items))) for items in (good, bad)]
    assert areas[0] == pytest.approx((0 + 0 + 1 / 3 + 1 / 2) / 4)
    assert areas[1] == pytest.approx((1 + 1 + 2 / 3 + 1 / 2) / 4)


def test_nothing_predicted_is_undefined() -> None:
    nothing = judged([])
    ladder = Ladder([nothing])
    sums = np.stack([ladder.counts(nothing)] * 8)
    values = [ladder.aurc(sums), ladder.ece(sums), ladder.risk(sums)]
    assert all(np.isnan(value).all() for value in values)
    assert len(ladder.curve(sums[0]).risk) == 0
    intervals = bootstrap(sums, lambda rows: np.stack([ladder.aurc(rows)], -1), resamples=10)
    assert intervals[0].value is None
    assert intervals[0].low is None
