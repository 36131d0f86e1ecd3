"""From judged documents to the report: counts by task, figures, intervals.

Every figure is computed from sums over tasks, and its interval by resampling the tasks that hold anything of its
group; nothing is judged twice.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from specharness.ir import Direction, SourceKind
from specharness.measure.abstention import Judged, Ladder
from specharness.measure.evaluation import Document, Prediction, Scored, Stage, by_task, losses_of
from specharness.measure.figures import FAMILY_COUNTS, SCALARS, family_figures_of, figures_of
from specharness.measure.intervals import LEVEL, RESAMPLES, SEED, Floats, bootstrap
from specharness.measure.overlap import PRIORITY
from specharness.measure.score import FAMILIES, Tally, judge_document
from specharness.measure.score_report import (
    ALL,
    Abstention,
    Bin,
    Counts,
    Estimate,
    FamilyRow,
    Grounding,
    Group,
    LossItem,
    LossRow,
    Point,
    Stability,
)

CLASS_NAMES = tuple(disposition.value for disposition in PRIORITY)
"""In the order of confusion matrices."""

STAGE_FIGURES = ("hard_soundness", "hard_precision", "hard_recall")
STABILITY_FIGURES = ("direction_f1", "hard_f1", "char_kappa")
"""Those that come out the same whichever of two runs is taken for gold."""

Named = Callable[[NDArray[Any]], Mapping[str, Floats]]


@dataclass(frozen=True)
class Resampling:
    """How intervals are made. `resamples` 0: none."""

    resamples: int = RESAMPLES
    seed: int = SEED
    level: float = LEVEL

    def estimates(self, counts: Floats, figures: Named) -> dict[str, Estimate]:
        """Each figure with its interval; `counts`: [tasks, K], tasks without any count left out of the draw."""
        names = tuple(figures(counts[:1] if len(counts) else np.zeros((1, counts.shape[1]))))
        present = counts[counts.any(axis=1)]
        drawn = bootstrap(
            present,
            lambda sums: np.stack(list(figures(sums).values()), -1),
            resamples=self.resamples,
            seed=self.seed,
            level=self.level,
        )
        return {name: Estimate(**interval._asdict()) for name, interval in zip(names, drawn, strict=True)}


def groups_of(scored: Sequence[Scored], how: Resampling, *, by_kind: bool = True) -> list[Group]:
    """All documents, then those of each kind that occurs."""
    groups = [group_of(ALL, scored, how)]
    for kind in SourceKind if by_kind else ():
        mine = [item for item in scored if item.kind is kind]
        if mine:
            groups.append(group_of(kind.value, mine, how))
    return groups


def group_of(name: str, scored: Sequence[Scored], how: Resampling) -> Group:
    """The figures of points 1 to 3 of the guide's Scoring section, and how well abstaining is judged."""
    tasks = [item.document.task for item in scored]
    total = Tally()
    for item in scored:
        total += item.score.tally
    counts = by_task([item.score.tally.row() for item in scored], tasks)
    directions = np.sum([item.score.directions for item in scored], axis=0)
    return Group(
        name=name,
        documents=len(scored),
        tasks=len(counts),
        counts=Counts(**{field: getattr(total, field) for field in SCALARS}),
        characters=_rows(total.confusion),
        directions=_rows(directions),
        figures=how.estimates(counts, figures_of),
        abstention={
            "directions": _abstention([item.judged() for item in scored], tasks, how),
            "hard": _abstention([item.judged(hard_only=True) for item in scored], tasks, how),
        },
    )


def families_of(scored: Sequence[Scored], how: Resampling) -> list[FamilyRow]:
    """Every family that occurs in gold or prediction, the most frequent in gold first."""
    tasks = [item.document.task for item in scored]
    rows = []
    for index, family in enumerate(FAMILIES):
        counts = by_task([item.score.families[index] for item in scored], tasks)
        total = dict(zip(FAMILY_COUNTS, counts.sum(0).astype(int), strict=True))
        if not counts.any():
            continue
        rows.append(
            FamilyRow(
                family=family.value,
                tasks=int(counts.any(axis=1).sum()),
                gold=int(total["gold"]),
                predicted=int(total["predicted"]),
                matched=int(total["matched"]),
                figures=how.estimates(counts, family_figures_of),
            )
        )
    return sorted(rows, key=lambda row: (-row.gold, -row.predicted, row.family))


def grounding_of(scored: Sequence[Scored], how: Resampling) -> Grounding | None:
    """Figures at each stage, and the directions that were lost on the way; None where no document was grounded."""
    known = [item for item in scored if item.stages]
    if not known:
        return None
    tasks = [item.document.task for item in known]
    stages = {}
    for stage in Stage:
        counts = by_task([item.stages[stage].tally.row() for item in known], tasks)
        figures = how.estimates(counts, lambda sums: _chosen(figures_of(sums), STAGE_FIGURES))
        stages[stage] = figures
    losses = losses_of(known)
    number = Counter((loss.how, loss.reason) for loss in losses)
    sound = Counter((loss.how, loss.reason) for loss in losses if loss.sound)
    return Grounding(
        stages=stages,
        losses=tuple(
            LossRow(how=key[0], reason=key[1], directions=count, sound=sound[key])
            for key, count in sorted(number.items(), key=lambda item: (-item[1], item[0]))
        ),
        items=tuple(
            LossItem(
                document=loss.document,
                direction=loss.direction.id,
                start=loss.direction.spans[0].start,
                end=loss.direction.spans[0].end,
                how=loss.how,
                reason=loss.reason,
                detail=loss.detail,
                sound=loss.sound,
            )
            for loss in losses
        ),
    )


def stability_of(
    documents: Sequence[Document], runs: Sequence[Sequence[Prediction | None]], how: Resampling
) -> Stability | None:
    """Agreement of repeated runs. `runs`: one sequence a run, in the order of `documents`; None with fewer than two."""
    if len(runs) < 2:
        return None
    same, rows = [], []
    for index, document in enumerate(documents):
        answers = [found.directions if found is not None else () for found in (run[index] for run in runs)]
        pairs = list(combinations(answers, 2))
        total = Tally()
        for one, other in pairs:
            total += judge_document(document.source.text, one, other).tally
        rows.append(total.row())
        same.append(np.array([sum(_plain(one) == _plain(other) for one, other in pairs), len(pairs)]))
    tasks = [document.task for document in documents]
    identical = how.estimates(by_task(same, tasks), lambda sums: {"identical": sums[..., 0] / sums[..., 1]})
    return Stability(
        runs=len(runs),
        identical=identical["identical"],
        figures=how.estimates(by_task(rows, tasks), lambda sums: _chosen(figures_of(sums), STABILITY_FIGURES)),
    )


def _abstention(judged: Sequence[Judged], tasks: Sequence[str], how: Resampling) -> Abstention:
    ladder = Ladder(judged)
    counts = by_task([ladder.counts(item) for item in judged], tasks)
    total = counts.sum(0)
    figures = how.estimates(
        counts, lambda sums: {"error": ladder.risk(sums), "aurc": ladder.aurc(sums), "ece": ladder.ece(sums)}
    )
    curve = ladder.curve(total)
    return Abstention(
        directions=sum(len(item.confidence) for item in judged),
        **figures,
        curve=tuple(
            Point(threshold=float(threshold), coverage=float(coverage), risk=float(risk))
            for threshold, coverage, risk in zip(*curve, strict=True)
        ),
        bins=tuple(
            Bin(confidence=confidence, right=right, directions=size)
            for confidence, right, size in ladder.reliability(total)
        ),
    )


def _chosen(figures: Mapping[str, Floats], names: Sequence[str]) -> dict[str, Floats]:
    return {name: figures[name] for name in names}


def _plain(directions: Sequence[Direction]) -> list[dict[str, Any]]:
    return [direction.model_dump(exclude={"statement"}) for direction in directions]


def _rows(table: NDArray[np.int64]) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(int(cell) for cell in row) for row in table)
