"""Several compilers over the same labels: each against the first, task by task.

A difference is judged by the paired bootstrap over tasks, decisions on gold directions by the exact McNemar test, and
several candidates by Holm's correction, figure by figure. Better figures are those of `score`; here is only whether a
difference is more than chance.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from pydantic import Field

from specharness.errors import UsageError
from specharness.ir import Disposition
from specharness.ir.base import Model
from specharness.measure.abstention import Ladder
from specharness.measure.evaluation import Scored, by_task
from specharness.measure.figures import CLASSES, SCALARS, figures_of
from specharness.measure.intervals import Floats, bootstrap, paired_bootstrap
from specharness.measure.score_report import SCORE_VERSION, Estimate
from specharness.measure.significance import holm, mcnemar
from specharness.measure.summary import Resampling
from specharness.measure.usage import Usage, UsageSummary, summary_of

COMPARED = (
    "hard_soundness",
    "hard_precision",
    "hard_recall",
    "hard_f1",
    "direction_precision",
    "direction_recall",
    "direction_f1",
    "direction_f1_lenient",
    "char_macro_f1",
    "char_kappa",
    "family_accuracy",
    "params_accuracy",
    "hard_aurc",
    "hard_ece",
)
"""Of the last two less is better."""

_TALLY = CLASSES * CLASSES + len(SCALARS)


class Change(Model):
    """A candidate's figure minus the first one's."""

    value: float | None
    low: float | None = None
    high: float | None = None
    p: float | None = None
    """Two-sided, by the paired bootstrap."""
    p_holm: float | None = None
    """Adjusted for the number of candidates that are compared with the first."""


class Decisions(Model):
    """Gold directions that a compiler found with their disposition, and the other did not."""

    only_first: int
    only_this: int
    p: float
    p_holm: float | None = None


class Candidate(Model):
    """One compiler; `changes` and `decisions` are empty for the first, which the others are compared with."""

    name: str
    figures: dict[str, Estimate]
    usage: UsageSummary | None
    changes: dict[str, Change]
    decisions: dict[str, Decisions]
    """`directions`, all gold directions, and `hard`, the hard ones alone."""


class ComparisonReport(Model):
    """What `eval/compare_compilers.py` writes."""

    schema_version: str = SCORE_VERSION
    documents: int
    tasks: int
    resamples: int = Field(ge=0)
    seed: int
    level: float
    candidates: tuple[Candidate, ...]


@dataclass(frozen=True)
class Entrant:
    """A compiler's judged documents."""

    name: str
    scored: Sequence[Scored]
    usage: Mapping[str, Usage]


def compare(entrants: Sequence[Entrant], how: Resampling) -> ComparisonReport:
    """All compilers, the first being the one that the others are compared with.

    Raises UsageError where they were not judged on the same documents, or two have one name.
    """
    first = entrants[0]
    documents = [item.document for item in first.scored]
    names = [item.source.id for item in documents]
    for entrant in entrants:
        if [item.document.source.id for item in entrant.scored] != names:
            raise UsageError(f"{entrant.name} and {first.name} were not judged on the same documents")
    if len({entrant.name for entrant in entrants}) < len(entrants):
        raise UsageError(f"two candidates have one name: {', '.join(entrant.name for entrant in entrants)}")
    ladder = Ladder([item.judged(hard_only=True) for entrant in entrants for item in entrant.scored])
    tasks = [document.task for document in documents]
    tables = [by_task([_row(item, ladder) for item in entrant.scored], tasks) for entrant in entrants]

    def statistic(sums: Floats) -> Floats:
        named = dict(figures_of(sums[..., :_TALLY]))
        named |= {"hard_aurc": ladder.aurc(sums[..., _TALLY:]), "hard_ece": ladder.ece(sums[..., _TALLY:])}
        return np.stack([named[name] for name in COMPARED], -1)

    candidates = []
    for entrant, table in zip(entrants, tables, strict=True):
        drawn = bootstrap(table, statistic, resamples=how.resamples, seed=how.seed, level=how.level)
        changes: dict[str, Change] = {}
        decisions: dict[str, Decisions] = {}
        if entrant is not first:
            found = paired_bootstrap(
                tables[0], table, statistic, resamples=how.resamples, seed=how.seed, level=how.level
            )
            changes = {name: Change(**change._asdict()) for name, change in zip(COMPARED, found, strict=True)}
            decisions = {name: _decisions(first, entrant, name == "hard") for name in ("directions", "hard")}
        candidates.append(
            Candidate(
                name=entrant.name,
                figures={name: Estimate(**interval._asdict()) for name, interval in zip(COMPARED, drawn, strict=True)},
                usage=summary_of(entrant.usage, names, tasks),
                changes=changes,
                decisions=decisions,
            )
        )
    return ComparisonReport(
        documents=len(documents),
        tasks=len(tables[0]),
        resamples=how.resamples,
        seed=how.seed,
        level=how.level,
        candidates=(candidates[0], *_adjusted(candidates[1:])),
    )


def _row(item: Scored, ladder: Ladder) -> NDArray[Any]:
    return np.concatenate((item.score.tally.row(), ladder.counts(item.judged(hard_only=True))))


def _decisions(first: Entrant, other: Entrant, hard_only: bool) -> Decisions:
    keep = np.array(
        [
            not hard_only or direction.disposition is Disposition.HARD
            for item in first.scored
            for direction in item.document.gold
        ],
        dtype=bool,
    )
    one, two = (np.concatenate([item.score.found for item in entrant.scored])[keep] for entrant in (first, other))
    result = mcnemar(one, two)
    return Decisions(only_first=result.only_first, only_this=result.only_second, p=result.p)


def _adjusted(candidates: Sequence[Candidate]) -> list[Candidate]:
    changes: list[dict[str, Change]] = [{} for _ in candidates]
    for name in COMPARED:
        adjusted = holm([candidate.changes[name].p for candidate in candidates])
        for target, candidate, p_value in zip(changes, candidates, adjusted, strict=True):
            target[name] = candidate.changes[name].model_copy(update={"p_holm": p_value})
    judged: list[dict[str, Decisions]] = [{} for _ in candidates]
    for name in ("directions", "hard"):
        adjusted = holm([candidate.decisions[name].p for candidate in candidates])
        for place, candidate, p_value in zip(judged, candidates, adjusted, strict=True):
            place[name] = candidate.decisions[name].model_copy(update={"p_holm": p_value})
    return [
        candidate.model_copy(update={"changes": change, "decisions": decision})
        for candidate, change, decision in zip(candidates, changes, judged, strict=True)
    ]
