"""Choosing a compiler by a protocol, and freezing it.

Guarantees that the protocol alone decides: the same protocol and the same counts give the same choice. Intervals and
differences are stated beside the figures and decide nothing, so that they can't be bent to. Not its business: files
of results, printing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from specharness.compile.candidates import Entry
from specharness.compile.fingerprint import parts_of
from specharness.compile.frozen import Choice, Frozen, Lead, Standing
from specharness.compile.local.train import Example
from specharness.compile.local.train_partly import Beside
from specharness.errors import SpecHarnessError
from specharness.measure.apart import NOTHING
from specharness.measure.candidate_scores import DIGITS, Advance, CandidateScore, data_digest
from specharness.measure.figures import figures_of
from specharness.measure.intervals import RESAMPLES, Floats, Statistic, bootstrap, paired_bootstrap
from specharness.measure.protocol import Protocol, ReadProtocol


@dataclass(frozen=True)
class Verdict:
    """Who was chosen, and by what; `chosen` is None where every candidate is excluded."""

    chosen: str | None
    decided_by: str
    standings: tuple[Standing, ...]
    """In the order of merit, excluded ones last."""
    floor: Standing | None = None
    """What every candidate had to be above."""


def choose(
    protocol: Protocol,
    scored: Sequence[CandidateScore],
    floor: CandidateScore | None = None,
    resamples: int = RESAMPLES,
) -> Verdict:
    """What the protocol says about these scores. `scored` must hold every candidate of the protocol, `floor` the
    counts of the floor that it names."""
    if (floor.name if floor else None) != protocol.floor:
        raise ValueError(f"the protocol names floor {protocol.floor}, the score is that of {floor and floor.name}")
    scores = {one.name: one for one in scored}
    if set(scores) != set(protocol.candidates):
        raise ValueError(f"the protocol names {sorted(protocol.candidates)}, scores are there for {sorted(scores)}")
    figures = {name: scores[name].figures() for name in protocol.candidates}
    least = floor.figures() if floor else {}
    excluded = {name: _excluded(protocol, scores[name], figures[name], least) for name in protocol.candidates}
    eligible = [name for name in protocol.candidates if excluded[name] is None]
    best = max((figures[name][protocol.criterion] for name in eligible), default=0.0)
    tied = {name for name in eligible if _at_least(figures[name][protocol.criterion], best - protocol.margin)}

    def merit(name: str) -> tuple[float, ...]:
        own = figures[name]
        broken = [-own.get(figure, -np.inf) for figure in protocol.tie_break]
        rank = protocol.candidates.index(name)
        if name in tied:
            return (0, *broken, rank)
        return (1, -own[protocol.criterion], *broken, rank) if name in eligible else (2, rank)

    order = sorted(protocol.candidates, key=merit)
    chosen = order[0] if eligible else None
    statistic = _statistic(protocol.criterion)

    def standing(one: CandidateScore, own: dict[str, float], why_not: str | None) -> Standing:
        return Standing(
            candidate=one.name,
            scored=one.how,
            figures=own,
            interval=_interval(one, statistic, resamples),
            lead=None if chosen in (None, one.name) else _lead(scores[order[0]], one, statistic, resamples),
            excluded=why_not,
        )

    return Verdict(
        chosen=chosen,
        decided_by=_decided_by(protocol, figures, [name for name in order if name in tied]),
        standings=tuple(standing(scores[name], figures[name], excluded[name]) for name in order),
        floor=None if floor is None else standing(floor, least, None),
    )


def _statistic(figure: str) -> Statistic:
    def values(sums: Floats) -> Floats:
        return figures_of(sums)[figure][:, None]

    return values


def _interval(score: CandidateScore, statistic: Statistic, resamples: int) -> tuple[float, float] | None:
    (interval,) = bootstrap(score.table(), statistic, resamples=resamples)
    return None if interval.low is None or interval.high is None else _rounded(interval.low, interval.high)


def _lead(first: CandidateScore, other: CandidateScore, statistic: Statistic, resamples: int) -> Lead | None:
    (ahead,) = paired_bootstrap(other.table(), first.table(), statistic, resamples=resamples)
    if ahead.value is None or ahead.low is None or ahead.high is None or ahead.p is None:
        return None
    low, high = _rounded(ahead.low, ahead.high)
    return Lead(value=round(ahead.value, DIGITS), low=low, high=high, p=round(ahead.p, DIGITS))


def _rounded(low: float, high: float) -> tuple[float, float]:
    return round(low, DIGITS), round(high, DIGITS)


def freeze(
    read: ReadProtocol,
    verdict: Verdict,
    entries: Sequence[Entry],
    examples: Sequence[Example],
    advance: Advance,
    beside: Beside = NOTHING,
) -> Frozen | None:
    """The chosen candidate as it is here and now, with everything the choice rests on; None if none was chosen."""
    entry = next((entry for entry in entries if entry.candidate.name == verdict.chosen), None)
    if entry is None:
        return None
    parts = parts_of(entry)
    advance("weights", 0, 1)
    return Frozen(
        candidate=entry.candidate.name,
        fingerprint=parts.digest,
        parts=parts,
        choice=Choice(
            protocol=read.sha256,
            criterion=read.protocol.criterion,
            decided_by=verdict.decided_by,
            data=data_digest(examples, beside),
            documents=len(examples),
            weights_follow=_weights_follow(entry, examples, beside, parts.weights),
        ),
        standings=verdict.standings,
        floor=verdict.floor,
    )


def _weights_follow(entry: Entry, examples: Sequence[Example], beside: Beside, weights: str) -> bool | None:
    retrained = entry.kind.retrained
    if retrained is None:
        return None
    try:
        return retrained(entry.candidate, examples, beside) == weights
    except SpecHarnessError:  # too little to learn anything from
        return False


def _excluded(
    protocol: Protocol, scored: CandidateScore, figures: Mapping[str, float], floor: Mapping[str, float]
) -> str | None:
    if len(scored.failed) > protocol.max_failed:
        return (
            f"no answer for {len(scored.failed)} documents, at most {protocol.max_failed} allowed; "
            f"the first: {scored.failed[0]}"
        )
    if protocol.criterion not in figures:
        return f"{protocol.criterion} is undefined: there is nothing to count"
    own, least = figures[protocol.criterion], floor.get(protocol.criterion)
    if least is not None and own <= least:
        return f"{protocol.criterion} {own:.3f} is not above the {least:.3f} of {protocol.floor}, the floor"
    for rule in protocol.exclude:
        value = figures.get(rule.figure)
        if value is None or not _at_least(value, rule.below):
            shown = "undefined" if value is None else f"{value:.3f}"
            return f"{rule.figure} is {shown}, not at least {rule.below:g}: {rule.reason}"
    return None


def _at_least(value: float, bound: float) -> bool:
    return round(value - bound, DIGITS) >= 0


def _decided_by(protocol: Protocol, figures: Mapping[str, Mapping[str, float]], tied: Sequence[str]) -> str:
    """The figure that set the chosen candidate apart from the next of those that are tied with it."""
    if not tied:
        return "nothing: every candidate is excluded"
    if len(tied) == 1:
        return protocol.criterion
    first, second = figures[tied[0]], figures[tied[1]]
    apart = (figure for figure in protocol.tie_break if first.get(figure) != second.get(figure))
    return next(apart, "the order of the candidates")
