"""Runs, looked at one by one: what each is, and what is counted of it.

Guarantees: a run is looked at once and let go; the same run twice counts once; what is not valid is marked, never left
out; support for two surfaces is refused. Not its business: grouping, figures.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from specharness.errors import UsageError
from specharness.ir import Outcome, Run, Transcript
from specharness.measure.gaps_counts import AT, COLUMNS
from specharness.measure.gaps_surface import Surface
from specharness.runs.claims import Claim, Label, claim_of


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
