"""Runs to gaps: collected one by one, grouped, compared with the raw condition, averaged over agents.

Guarantees: a run is looked at once and let go; clusters of the bootstrap are tasks; a condition is compared with Raw
over the same task, agent and trial alone; what is not valid is counted apart, never among the others; two surfaces are
never mixed. Not its business: printing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from specharness.errors import UsageError
from specharness.ir import Outcome, Run, Transcript
from specharness.ir.run import RAW
from specharness.measure.claim_study import method
from specharness.measure.figures import ratio
from specharness.measure.gaps_counts import AT, COLUMNS, FIGURES, gap_figures
from specharness.measure.gaps_report import Change, GapRow, GapsReport, Macro, Paired, Rates
from specharness.measure.gaps_surface import Surface
from specharness.measure.intervals import LEVEL, RESAMPLES, SEED, Floats, Interval, bootstrap, paired_bootstrap
from specharness.measure.score_report import Estimate
from specharness.measure.significance import holm, mcnemar
from specharness.runs.claim_model import default_model
from specharness.runs.claims import Claim, Label, claim_of

BY = ("agent", "condition", "benchmark", "domain", "model")
"""What runs can be grouped by."""
PAIRED_FIGURES = ("pass", "u_e", "s_a", "accepted", "not_finalized")
MAX_GROUPS = 2_000
"""Groups of a report; more are a mistake in --by, and a table that nobody reads."""

_RATIOS = ("tokens", "calls", "model_calls", "seconds")
_EXTRA = 2 + 2 * len(_RATIOS)


class Facts(NamedTuple):
    """What is kept of a run."""

    agent: str
    condition: str
    benchmark: str
    domain: str
    model: str
    task: str
    trial: str
    soft: tuple[str, ...]


class Resampling(NamedTuple):
    """How intervals are made; `resamples` 0 for none."""

    resamples: int = RESAMPLES
    seed: int = SEED


@dataclass
class Collection:
    """The runs that were looked at: facts and counts, run by run."""

    surface: Surface | None = None
    claim: Callable[[Run], Claim] = claim_of
    facts: list[Facts] = field(default_factory=list)
    rows: list[list[float]] = field(default_factory=list)
    duplicates: int = 0
    """Runs that were there already, with the same id, agent, condition, task and trial."""
    surfaces: dict[str, str] = field(default_factory=dict)
    """Fingerprint of the surface that support is stated for, by benchmark."""
    labels: dict[Label, int] = field(default_factory=dict)
    _seen: set[tuple[str, ...]] = field(default_factory=set)

    def add(self, run: Run) -> None:
        """Look at one run. Raises UsageError where its support is stated for another surface."""
        key = (run.id, run.agent, run.condition, run.benchmark, run.task, run.trial)
        if key in self._seen:
            self.duplicates += 1
            return
        self._seen.add(key)
        soft = run.official.soft if run.official else ()
        self.facts.append(
            Facts(run.agent, run.condition, run.benchmark, run.domain, run.model, run.task, run.trial, soft)
        )
        self.rows.append(self._row(run))

    def _row(self, run: Run) -> list[float]:
        row = [0.0] * len(COLUMNS)
        claim = self.claim(run.visible)
        self.labels[claim.label] = self.labels.get(claim.label, 0) + 1
        passed = run.official.passed if run.official else None
        absent = claim.label is Label.NO_TRANSCRIPT
        partial = run.transcript is Transcript.PARTIAL
        row[AT["judged"]] = passed is not None
        row[AT["judged_passed"]] = passed is True
        row[AT["not_judged"]] = passed is None
        row[AT["no_transcript"]] = absent
        row[AT["partial_transcript"]] = partial
        if passed is None or (run.acceptance is None and (absent or partial)):
            return row
        accepted = claim.label is Label.CLAIMED if run.acceptance is None else run.acceptance.accepted
        row[AT["runs"]] = 1
        row[AT["passed"]] = passed
        row[AT["claimed"]] = claim.label is Label.CLAIMED
        row[AT["refused"]] = claim.label is Label.REFUSED
        row[AT["accepted"]] = accepted
        row[AT["accepted_failing"]] = accepted and not passed
        row[AT["blocked_passing"]] = passed and not accepted
        row[AT["vacuous"]] = accepted and run.acceptance is not None and run.acceptance.vacuous
        row[AT["units"]], row[AT["unsupported"]] = self._units(run)
        usage = run.usage
        if usage.input_tokens is not None or usage.output_tokens is not None:
            row[AT["input_tokens"]], row[AT["output_tokens"]] = usage.input_tokens or 0, usage.output_tokens or 0
            row[AT["with_tokens"]] = 1
        row[AT["calls"]] = len(run.calls)
        if usage.model_calls is not None:
            row[AT["model_calls"]], row[AT["with_model_calls"]] = usage.model_calls, 1
        if usage.seconds is not None:
            row[AT["seconds"]], row[AT["with_seconds"]] = usage.seconds, 1
        return row

    def _units(self, run: Run) -> tuple[int, int]:
        """Units of the run's task and how many of them its evidence does not support."""
        if run.support is None:
            return 0, 0
        stated = self.surfaces.setdefault(run.benchmark, run.support.surface)
        expected = self.surface.fingerprint if self.surface else stated
        if run.support.surface != expected:
            raise UsageError(
                f"run {run.id}: its support is stated for surface {run.support.surface[:12]}…, not {expected[:12]}…; "
                "figures over two surfaces are not compared: measure them apart, or state the support anew"
            )
        outcomes = run.support.outcomes
        units: Iterable[str] = outcomes
        if self.surface is not None:
            if run.task not in self.surface.units:
                raise UsageError(f"run {run.id}: task {run.task} is not on the surface {expected[:12]}…")
            units = self.surface.units[run.task]
        active = [outcomes.get(unit, Outcome.UNKNOWN) for unit in units]
        counted = [outcome for outcome in active if outcome is not Outcome.INACTIVE]
        return len(counted), sum(outcome is not Outcome.PASSED for outcome in counted)


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


class _Table(NamedTuple):
    """Runs of a group summed by task: [tasks, K] with the tasks' numbers."""

    tasks: NDArray[np.int64]
    counts: Floats


def _rates(collected: Collection, by: Sequence[str], how: Resampling, without: frozenset[str]) -> Rates:
    kept = [index for index, facts in enumerate(collected.facts) if not without & set(facts.soft)]
    facts = [collected.facts[index] for index in kept]
    rows = np.array([collected.rows[index] for index in kept], dtype=np.float64).reshape(len(kept), len(COLUMNS))
    tasks = _numbered([(item.benchmark, item.task) for item in facts])
    groups: dict[tuple[str, ...], list[int]] = {}
    for index, item in enumerate(facts):
        groups.setdefault(tuple(getattr(item, name) for name in by), []).append(index)
    if len(groups) > MAX_GROUPS:
        raise UsageError(f"--by {','.join(by)} gives {len(groups)} groups, at most {MAX_GROUPS} can be shown")
    tables = {key: _by_task(tasks[members], rows[members]) for key, members in sorted(groups.items())}
    pairs = _pairs(facts, groups, by) if "condition" in by else {}
    made = {key: _row(dict(zip(by, key, strict=True)), table, how) for key, table in tables.items()}
    compared = {key: _paired(tasks, rows, first, second, how) for key, (first, second) in pairs.items()}
    _adjust(compared)
    return Rates(
        rows=tuple(row.model_copy(update={"paired": compared.get(key)}) for key, row in made.items()),
        macro=_macro(tables, pairs, tasks, rows, by, how),
    )


def _row(key: dict[str, str], table: _Table, how: Resampling) -> GapRow:
    sums = table.counts.sum(0)
    found = bootstrap(table.counts, gap_figures, resamples=how.resamples, seed=how.seed)
    return GapRow(
        key=key,
        tasks=len(table.tasks),
        counts={name: int(sums[AT[name]]) for name in COLUMNS[: AT["input_tokens"]]},
        figures=_estimates(found),
    )


def _pairs(
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


def _paired(tasks: NDArray[np.int64], rows: Floats, first: list[int], second: list[int], how: Resampling) -> Paired:
    """The governed runs against their raw partners; pairs of which either is not valid are left out."""
    numbers, one, two = _valid(tasks, rows, first, second)
    raw, governed = _by_task(numbers, one), _by_task(numbers, two)
    changes: dict[str, Change] = {}
    if len(raw.counts):
        differences = paired_bootstrap(raw.counts, governed.counts, gap_figures, resamples=how.resamples, seed=how.seed)
        changes = {name: Change(**item._asdict()) for name, item in zip(FIGURES, differences, strict=True)}
    extra = _by_task(numbers, _extra(one, two)).counts
    found = bootstrap(extra, _shared, resamples=how.resamples, seed=how.seed) if len(extra) else []
    named = [_estimate(item) for item in found] or [Estimate(value=None)] * (1 + len(_RATIOS))
    test = mcnemar(one[:, AT["passed"]] > 0, two[:, AT["passed"]] > 0)
    return Paired(
        runs=len(one),
        tasks=len(raw.tasks),
        raw=_values(gap_figures(raw.counts.sum(0))),
        governed=_values(gap_figures(governed.counts.sum(0))),
        changes={name: changes[name] for name in PAIRED_FIGURES if name in changes},
        preserved=named[0],
        ratios=dict(zip(_RATIOS, named[1:], strict=True)),
        only_raw=test.only_first,
        only_governed=test.only_second,
        p=test.p,
    )


def _valid(
    tasks: NDArray[np.int64], rows: Floats, first: list[int], second: list[int]
) -> tuple[NDArray[np.int64], Floats, Floats]:
    """Task and rows of the pairs of which both are valid."""
    both = (rows[first, AT["runs"]] > 0) & (rows[second, AT["runs"]] > 0)
    return tasks[first][both], rows[first][both], rows[second][both]


def _values(figures: Floats) -> dict[str, float | None]:
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


def _macro(
    tables: Mapping[tuple[str, ...], _Table],
    pairs: Mapping[tuple[str, ...], tuple[list[int], list[int]]],
    tasks: NDArray[np.int64],
    rows: Floats,
    by: Sequence[str],
    how: Resampling,
) -> tuple[Macro, ...]:
    """Unweighted means over agents, one for each combination of what else runs are grouped by."""
    if "agent" not in by:
        return ()
    place = list(by).index("agent")
    together: dict[tuple[str, ...], list[tuple[str, ...]]] = {}
    for key in tables:
        together.setdefault(key[:place] + key[place + 1 :], []).append(key)
    others = [name for name in by if name != "agent"]
    out: list[Macro] = []
    for rest, keys in sorted(together.items()):
        if len(keys) < 2:
            continue
        found = bootstrap(_side_by_side([tables[key] for key in keys]), _mean, resamples=how.resamples, seed=how.seed)
        changes: dict[str, Change] = {}
        sides: tuple[dict[str, float | None], ...] = ({}, {})
        compared = [pairs[key] for key in keys if key in pairs]
        if len(compared) == len(keys):
            numbers = [_valid(tasks, rows, first, second) for first, second in compared]
            raw = _side_by_side([_by_task(number, one) for number, one, _ in numbers])
            governed = _side_by_side([_by_task(number, two) for number, _, two in numbers])
            differences = paired_bootstrap(raw, governed, _mean, resamples=how.resamples, seed=how.seed)
            named = dict(zip(FIGURES, differences, strict=True))
            changes = {name: Change(**named[name]._asdict()) for name in PAIRED_FIGURES}
            sides = tuple(_values(_mean(side.sum(0))) for side in (raw, governed))
        named_key = dict(zip(others, rest, strict=True))
        out.append(
            Macro(
                key=named_key,
                agents=len(keys),
                figures=_estimates(found),
                raw=sides[0],
                governed=sides[1],
                changes=changes,
            )
        )
    return tuple(out)


def _mean(sums: Floats) -> Floats:
    """The mean over agents of each figure; sums are [..., agents * K]. An agent without a figure is left out of it."""
    each = gap_figures(sums.reshape(*sums.shape[:-1], -1, len(COLUMNS)))
    known = ~np.isnan(each)
    return ratio(np.where(known, each, 0.0).sum(-2), known.sum(-2))


def _side_by_side(tables: Sequence[_Table]) -> Floats:
    """Counts of several agents over the union of their tasks, a row a task: [tasks, agents * K]."""
    union = np.unique(np.concatenate([table.tasks for table in tables]))
    out = np.zeros((len(union), len(tables), len(COLUMNS)))
    for index, table in enumerate(tables):
        out[np.searchsorted(union, table.tasks), index] = table.counts
    return out.reshape(len(union), -1)


def _by_task(tasks: NDArray[np.int64], rows: Floats) -> _Table:
    """Rows summed by task."""
    names, inverse = np.unique(tasks, return_inverse=True)
    out = np.zeros((len(names), rows.shape[1]))
    np.add.at(out, inverse, rows)
    return _Table(names, out)


def _numbered(names: Sequence[tuple[str, str]]) -> NDArray[np.int64]:
    """A number a name, in the order of the names: resamples do not depend on the order of runs."""
    numbers = {name: number for number, name in enumerate(sorted(set(names)))}
    return np.array([numbers[name] for name in names], dtype=np.int64)


def _adjust(compared: dict[tuple[str, ...], Paired]) -> None:
    """Holm's correction over all governed groups, in place."""
    for key, p in zip(compared, holm([item.p for item in compared.values()]), strict=True):
        compared[key] = compared[key].model_copy(update={"p_holm": p})


def _estimates(found: Sequence[Interval]) -> dict[str, Estimate]:
    return {name: _estimate(item) for name, item in zip(FIGURES, found, strict=True)}


def _estimate(item: Interval) -> Estimate:
    return Estimate(value=item.value, low=item.low, high=item.high)
