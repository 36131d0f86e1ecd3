"""A governed condition against Raw: over the runs of the same task, agent, model and trial, and over these alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from specharness.ir.run import RAW
from specharness.measure.figures import ratio
from specharness.measure.gaps_collect import Facts
from specharness.measure.gaps_counts import AT, FIGURES, gap_figures
from specharness.measure.gaps_draws import Asked, Draws
from specharness.measure.gaps_report import Change, Paired
from specharness.measure.intervals import Floats, difference_of
from specharness.measure.score_report import Estimate
from specharness.measure.significance import mcnemar

PAIRED_FIGURES = ("pass", "u_e", "s_a", "accepted", "not_finalized")

_RATIOS = ("tokens", "calls", "model_calls", "seconds")
_EXTRA = 2 + 2 * len(_RATIOS)


class Table(NamedTuple):
    """Runs of a group summed by task: [tasks, K] with the tasks' numbers."""

    tasks: NDArray[np.int64]
    counts: Floats


def pairs_with_raw(
    facts: Sequence[Facts], groups: Mapping[tuple[str, ...], list[int]], by: Sequence[str]
) -> dict[tuple[str, ...], tuple[list[int], list[int]]]:
    """For each group of a governed condition: its runs and the raw runs of the same task, agent and trial, in order.

    Several runs under one name are paired in the order in which they were read.
    """
    raw: dict[tuple[str, ...], list[int]] = {}
    for index, item in enumerate(facts):
        if item.condition == RAW:
            raw.setdefault(_name(item), []).append(index)
    place = list(by).index("condition")
    out: dict[tuple[str, ...], tuple[list[int], list[int]]] = {}
    for key, members in groups.items():
        if key[place] == RAW:
            continue
        taken: dict[tuple[str, ...], int] = {}
        first: list[int] = []
        second: list[int] = []
        for index in members:
            name = _name(facts[index])
            partners, used = raw.get(name, []), taken.get(name, 0)
            if used < len(partners):
                taken[name] = used + 1
                first.append(partners[used])
                second.append(index)
        if first:
            out[key] = first, second
    return dict(sorted(out.items()))


def _name(item: Facts) -> tuple[str, ...]:
    return item.benchmark, item.task, item.agent, item.model, item.trial


class AskedPair:
    """The comparison of one governed group, asked for."""

    def __init__(self, draws: Draws, tasks: NDArray[np.int64], one: Floats, two: Floats) -> None:
        """`one`, `two`: rows of the raw and of the governed runs, pair by pair; `tasks`: the number of each task."""
        self._raw, self._governed = by_task(tasks, one), by_task(tasks, two)
        both = np.concatenate((self._raw.counts, self._governed.counts), axis=1)
        difference = difference_of(gap_figures, self._raw.counts.shape[1])
        self._changes: Asked = draws.ask(self._raw.tasks, both, difference, is_difference=True)
        self._shared: Asked = draws.ask(self._raw.tasks, by_task(tasks, _extra(one, two)).counts, _shared)
        self._test = mcnemar(one[:, AT["passed"]] > 0, two[:, AT["passed"]] > 0)
        self._runs = len(one)

    def made(self) -> Paired:
        """The comparison, once the draws are made."""
        changes = named_changes(self._changes)
        named = [Estimate(**item._asdict()) for item in self._shared.intervals]
        return Paired(
            runs=self._runs,
            tasks=len(self._raw.tasks),
            raw=paired_values(gap_figures(self._raw.counts.sum(0))),
            governed=paired_values(gap_figures(self._governed.counts.sum(0))),
            changes=changes,
            preserved=named[0],
            ratios=dict(zip(_RATIOS, named[1:], strict=True)),
            only_raw=self._test.only_first,
            only_governed=self._test.only_second,
            p=self._test.p,
        )


def named_changes(asked: Asked) -> dict[str, Change]:
    """Changes of the figures that are compared, by name."""
    pairs = zip(FIGURES, asked.differences, strict=True)
    return {name: Change(**item._asdict()) for name, item in pairs if name in PAIRED_FIGURES}


def valid_pairs(
    tasks: NDArray[np.int64], rows: Floats, first: list[int], second: list[int]
) -> tuple[NDArray[np.int64], Floats, Floats]:
    """Task and rows of the pairs of which both are valid."""
    both = (rows[first, AT["runs"]] > 0) & (rows[second, AT["runs"]] > 0)
    return tasks[first][both], rows[first][both], rows[second][both]


def paired_values(figures: Floats) -> dict[str, float | None]:
    """Those that are compared, by name."""
    pairs = zip(FIGURES, figures, strict=True)
    return {name: None if np.isnan(value) else float(value) for name, value in pairs if name in PAIRED_FIGURES}


def _extra(one: Floats, two: Floats) -> Floats:
    """Counts of pairs: raw passes and those kept, then cost under each of both where both state it."""
    out = np.zeros((len(one), _EXTRA))
    out[:, 0] = one[:, AT["passed"]]
    out[:, 1] = one[:, AT["passed"]] * two[:, AT["passed"]]
    for place, name in enumerate(_RATIOS):
        both = np.ones(len(one))
        if name != "calls":
            both = one[:, AT[f"with_{name}"]] * two[:, AT[f"with_{name}"]]
        for side, table in enumerate((one, two)):
            cost = (
                table[:, AT["input_tokens"]] + table[:, AT["output_tokens"]] if name == "tokens" else table[:, AT[name]]
            )
            out[:, 2 + 2 * place + side] = cost * both
    return out


def _shared(sums: Floats) -> Floats:
    """Raw-pass preservation, then the ratios of governed to raw cost: [..., 1 + ratios]."""
    kept = ratio(sums[..., 1], sums[..., 0])
    return np.stack([kept, *(ratio(sums[..., 3 + 2 * i], sums[..., 2 + 2 * i]) for i in range(len(_RATIOS)))], -1)


def by_task(tasks: NDArray[np.int64], rows: Floats) -> Table:
    """Rows summed by task."""
    names, inverse = np.unique(tasks, return_inverse=True)
    out = np.zeros((len(names), rows.shape[1]))
    np.add.at(out, inverse, rows)
    return Table(names, out)
