"""Runs to gaps: collected one by one, grouped, compared with the raw condition, averaged over agents.

Guarantees: clusters of the bootstrap are tasks; a condition is compared with Raw over the same task, agent and trial
alone; what is not valid is counted apart, never among the others; the order of runs does not matter. Not its business:
printing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from specharness.errors import UsageError
from specharness.ir.run import RAW
from specharness.measure.claim_study import method
from specharness.measure.figures import ratio
from specharness.measure.gaps_collect import Collection
from specharness.measure.gaps_counts import AT, COLUMNS, FIGURES, gap_figures
from specharness.measure.gaps_draws import Asked, Draws, Resampling
from specharness.measure.gaps_pairs import (
    AskedPair,
    Table,
    by_task,
    named_changes,
    paired_values,
    pairs_with_raw,
    valid_pairs,
)
from specharness.measure.gaps_report import GapRow, GapsReport, Macro, Paired, Rates
from specharness.measure.intervals import LEVEL, Floats, difference_of
from specharness.measure.score_report import Estimate
from specharness.measure.significance import holm
from specharness.runs.claim_model import default_model
from specharness.runs.claims import claim_of

__all__ = ["BY", "Collection", "Resampling", "gaps", "grouping", "mean_over_agents"]

BY = ("agent", "condition", "benchmark", "domain", "model")
"""What runs can be grouped by."""
MAX_GROUPS = 2_000
"""Groups of a report; more are a mistake in --by, and a table that nobody reads."""

Key = tuple[str, ...]
"""A group's value for each of what runs are grouped by."""
Pair = tuple[NDArray[np.int64], Floats, Floats]
"""Number of the task, raw row and governed row of valid pairs."""


def grouping(by: str) -> tuple[str, ...]:
    """The names of a list such as `agent,condition`. Raises UsageError for one that is not known, or is there twice."""
    names = tuple(name.strip() for name in by.split(",") if name.strip())
    if not names or len(set(names)) != len(names) or not set(names) <= set(BY):
        raise UsageError(f"--by: expected some of {', '.join(BY)}, each once, got {by!r}")
    return names


def gaps(collected: Collection, by: Sequence[str], how: Resampling = Resampling()) -> GapsReport:
    """The report over everything that was collected, grouped by names out of BY."""
    soft = sorted({name for facts in collected.facts for name in facts.soft})
    rates = {"": _rates(collected, by, how, frozenset())}
    for name in soft:
        rates[name] = _rates(collected, by, how, frozenset({name}))
    if len(soft) > 1:
        rates[",".join(soft)] = _rates(collected, by, how, frozenset(soft))
    return GapsReport(
        by=tuple(by),
        rates=rates.pop(""),
        without=rates,
        labels={label.value: count for label, count in sorted(collected.labels.items())},
        claims=method(default_model()) if collected.claim is claim_of else None,
        duplicates=collected.duplicates,
        surfaces=dict(sorted(collected.surfaces.items())),
        resamples=how.resamples,
        seed=how.seed,
        level=LEVEL,
    )


def _rates(collected: Collection, by: Sequence[str], how: Resampling, without: frozenset[str]) -> Rates:
    kept = [index for index, facts in enumerate(collected.facts) if not without & set(facts.soft)]
    facts = [collected.facts[index] for index in kept]
    rows = np.array([collected.rows[index] for index in kept], dtype=np.float64).reshape(len(kept), len(COLUMNS))
    tasks = _numbered([(item.benchmark, item.task) for item in facts])
    groups: dict[Key, list[int]] = {}
    for index, item in enumerate(facts):
        groups.setdefault(tuple(getattr(item, name) for name in by), []).append(index)
    if len(groups) > MAX_GROUPS:
        raise UsageError(f"--by {','.join(by)} gives {len(groups)} groups, at most {MAX_GROUPS} can be shown")
    draws = Draws(how)
    tables = {key: by_task(tasks[members], rows[members]) for key, members in sorted(groups.items(), key=_order)}
    asked = {key: draws.ask(table.tasks, table.counts, gap_figures) for key, table in tables.items()}
    found = pairs_with_raw(facts, groups, by) if "condition" in by else {}
    pairs = {key: valid_pairs(tasks, rows, first, second) for key, (first, second) in found.items()}
    compared = {key: AskedPair(draws, *pair) for key, pair in pairs.items()}
    means = _asked_means(draws, tables, pairs, by)
    draws.make()
    paired = {key: item.made() for key, item in compared.items()}
    _adjust(paired)
    return Rates(
        rows=tuple(
            _row(dict(zip(by, key, strict=True)), table, asked[key], paired.get(key)) for key, table in tables.items()
        ),
        macro=tuple(mean.made() for mean in means),
    )


def _order(group: tuple[Key, list[int]]) -> Key:
    """By name, Raw before what is compared with it."""
    return tuple("" if value == RAW else value for value in group[0])


def _row(key: dict[str, str], table: Table, asked: Asked, paired: Paired | None) -> GapRow:
    sums = table.counts.sum(0)
    return GapRow(
        key=key,
        tasks=len(table.tasks),
        counts={name: int(sums[AT[name]]) for name in COLUMNS[: AT["input_tokens"]]},
        figures=_estimates(asked),
        paired=paired,
    )


class _AskedMean:
    """The unweighted mean over the agents of one combination of what else runs are grouped by, asked for."""

    def __init__(self, draws: Draws, key: dict[str, str], tables: Sequence[Table], pairs: Sequence[Pair]) -> None:
        """`pairs`: of every agent, or none."""
        whole = _side_by_side(tables)
        self._key, self._agents = key, len(tables)
        self._figures = draws.ask(whole.tasks, whole.counts, mean_over_agents)
        self._sides: tuple[Table, ...] = ()
        if pairs:
            raw = _side_by_side([by_task(numbers, one) for numbers, one, _ in pairs])
            governed = _side_by_side([by_task(numbers, two) for numbers, _, two in pairs])
            self._sides = (raw, governed)
            both = np.concatenate((raw.counts, governed.counts), axis=1)
            difference = difference_of(mean_over_agents, raw.counts.shape[1])
            self._changes = draws.ask(raw.tasks, both, difference, is_difference=True)

    def made(self) -> Macro:
        macro = Macro(key=self._key, agents=self._agents, figures=_estimates(self._figures))
        if not self._sides:
            return macro
        raw, governed = (paired_values(mean_over_agents(side.counts.sum(0))) for side in self._sides)
        return macro.model_copy(update={"raw": raw, "governed": governed, "changes": named_changes(self._changes)})


def _asked_means(
    draws: Draws, tables: Mapping[Key, Table], pairs: Mapping[Key, Pair], by: Sequence[str]
) -> list[_AskedMean]:
    """One for each combination that has two agents or more."""
    if "agent" not in by:
        return []
    place = list(by).index("agent")
    others = [name for name in by if name != "agent"]
    together: dict[Key, list[Key]] = {}
    for key in tables:
        together.setdefault(key[:place] + key[place + 1 :], []).append(key)
    return [
        _AskedMean(
            draws,
            dict(zip(others, rest, strict=True)),
            [tables[key] for key in keys],
            [pairs[key] for key in keys] if all(key in pairs for key in keys) else [],
        )
        for rest, keys in sorted(together.items())
        if len(keys) > 1
    ]


def mean_over_agents(sums: Floats) -> Floats:
    """The mean over agents of each figure; sums are [..., agents * K]. An agent without a figure is left out of it."""
    each = gap_figures(sums.reshape(*sums.shape[:-1], -1, len(COLUMNS)))
    known = ~np.isnan(each)
    return ratio(np.where(known, each, 0.0).sum(-2), known.sum(-2))


def _side_by_side(tables: Sequence[Table]) -> Table:
    """Counts of several agents over the union of their tasks, a row a task: [tasks, agents * K]."""
    union = np.unique(np.concatenate([table.tasks for table in tables]))
    out = np.zeros((len(union), len(tables), len(COLUMNS)))
    for index, table in enumerate(tables):
        out[np.searchsorted(union, table.tasks), index] = table.counts
    return Table(union, out.reshape(len(union), -1))


def _numbered(names: Sequence[tuple[str, str]]) -> NDArray[np.int64]:
    """A number a name, in the order of the names: resamples do not depend on the order of runs."""
    numbers = {name: number for number, name in enumerate(sorted(set(names)))}
    return np.array([numbers[name] for name in names], dtype=np.int64)


def _adjust(compared: dict[tuple[str, ...], Paired]) -> None:
    """Holm's correction over all governed groups, in place."""
    for key, p in zip(compared, holm([item.p for item in compared.values()]), strict=True):
        compared[key] = compared[key].model_copy(update={"p_holm": p})


def _estimates(asked: Asked) -> dict[str, Estimate]:
    return {name: Estimate(**item._asdict()) for name, item in zip(FIGURES, asked.intervals, strict=True)}
