"""The gap formulas give what was published, from the counts behind it: the paper's Table 1."""

from __future__ import annotations

import numpy as np
import pytest
from published_table import MACRO, TABLE_1, TASKS, counts

from specharness.measure.gaps_counts import FIGURES, Counts, gap_figures
from specharness.measure.gaps_table import ComparedRow, rows_of_counts


@pytest.fixture(scope="module")
def rows() -> dict[str, ComparedRow]:
    return {row.name: row for row in rows_of_counts([(agent, *counts(agent)) for agent in TABLE_1])}


@pytest.mark.parametrize("agent", TABLE_1)
def test_every_row_of_table_1(agent: str, rows: dict[str, ComparedRow]) -> None:
    row = rows[agent]
    assert (*row.raw, *row.governed, *row.change) == TABLE_1[agent][2]


def test_macro_averages_are_unweighted_means(rows: dict[str, ComparedRow]) -> None:
    row = rows["macro average"]
    assert (*row.raw, *row.governed, *row.change) == MACRO


def test_claim_rates_not_finalized_and_governed_failures() -> None:
    rows = {agent: [gap_figures(each.row()) for each in counts(agent)] for agent in TABLE_1}
    claimed = {agent: round(100 * raw[FIGURES.index("claim")], 1) for agent, (raw, _) in rows.items()}
    assert (min(claimed.values()), max(claimed.values())) == (86.2, 100.0)
    stopped = [round(TASKS * governed[FIGURES.index("not_finalized")]) for _, governed in rows.values()]
    assert stopped == [7, 7, 7, 15, 17, 15, 18]
    failing = [governed.accepted_failing for _, governed in map(counts, TABLE_1)]
    assert sum(failing) == 78
    assert sum(TASKS - governed.passed for _, governed in map(counts, TABLE_1)) == 164


def test_satisfied_directions_are_the_published_range() -> None:
    place = FIGURES.index("u_e")
    satisfied = [100 - 100 * float(gap_figures(counts(agent)[0].row())[place]) for agent in TABLE_1]
    assert (round(min(satisfied), 1), round(max(satisfied), 1)) == (79.6, 86.4)


def test_what_is_undefined_is_neither_nought_nor_one() -> None:
    figures = dict(zip(FIGURES, gap_figures(Counts(0, 0, 0, 0).row()), strict=True))
    assert all(np.isnan(value) for value in figures.values())
