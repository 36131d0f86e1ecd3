"""Exact tests against scipy, hand-worked values and enumeration."""

from __future__ import annotations

import itertools
from math import comb

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binomtest

from specharness.measure.significance import holm, mcnemar


@given(st.lists(st.tuples(st.booleans(), st.booleans()), max_size=40))
def test_mcnemar_against_enumeration(cases: list[tuple[bool, bool]]) -> None:
    first, second = np.array([case[0] for case in cases], bool), np.array([case[1] for case in cases], bool)
    b = sum(one and not other for one, other in cases)
    c = sum(other and not one for one, other in cases)
    tail = sum(comb(b + c, k) for k in range(min(b, c) + 1)) / 2 ** (b + c)
    result = mcnemar(first, second)
    assert (result.only_first, result.only_second) == (b, c)
    assert result.p == pytest.approx(min(1.0, 2 * tail))


def test_mcnemar_against_scipy() -> None:
    first = np.array([True] * 9 + [False] * 2 + [True] * 50)
    second = np.array([False] * 9 + [True] * 2 + [True] * 50)
    assert mcnemar(first, second) == (9, 2, binomtest(2, 11).pvalue)


def test_mcnemar_needs_the_same_cases() -> None:
    with pytest.raises(ValueError, match="same cases"):
        mcnemar(np.ones(3), np.ones(4))


def test_holm_by_hand() -> None:
    # 0.01 * 4, 0.02 * 3, 0.03 * 2 (raised to nothing), 0.5 * 1
    assert holm([0.03, 0.01, 0.5, 0.02]) == pytest.approx([0.06, 0.04, 0.5, 0.06])
    assert holm([0.4, 0.3]) == pytest.approx([0.6, 0.6])
    assert holm([0.9, None, 0.8]) == [1.0, None, 1.0]
    assert holm([]) == []


@given(st.lists(st.floats(0, 1), min_size=1, max_size=8))
def test_holm_laws(values: list[float]) -> None:
    adjusted = [value for value in holm(values) if value is not None]
    assert len(adjusted) == len(values)
    assert all(old <= new <= 1 for old, new in zip(values, adjusted, strict=True))
    assert min(adjusted) <= min(1.0, min(values) * len(values)) + 1e-12  # never worse than Bonferroni
    order = sorted(range(len(values)), key=values.__getitem__)
    assert all(adjusted[one] <= adjusted[other] for one, other in itertools.pairwise(order))
