"""The document that measuring gaps writes: every figure with its interval, and the counts behind it."""

from __future__ import annotations

from pydantic import Field

from specharness.ir.base import Model
from specharness.measure.score_report import Estimate

GAPS_VERSION = "1.0"
"""Version of the shape of `GapsReport`."""


class Change(Model):
    """Governed minus raw over the same runs."""

    value: float | None
    low: float | None = None
    high: float | None = None
    p: float | None = None
    """Two-sided, by the paired bootstrap over tasks."""


class Paired(Model):
    """A governed condition against Raw, over the runs of the same task, agent and trial."""

    runs: int
    tasks: int
    raw: dict[str, float | None]
    """Figures of the raw runs of the pairs."""
    governed: dict[str, float | None]
    changes: dict[str, Change]
    preserved: Estimate
    """Raw passes that pass under the condition, too, as a share of raw passes."""
    ratios: dict[str, Estimate]
    """Governed over raw: tokens, calls (of tools), model_calls, seconds; over pairs that state both."""
    only_raw: int
    """Pairs that pass under Raw alone."""
    only_governed: int
    p: float
    """McNemar's exact test on passing."""
    p_holm: float | None = None
    """Adjusted for the number of governed groups."""


class GapRow(Model):
    """One group."""

    key: dict[str, str]
    tasks: int
    counts: dict[str, int]
    figures: dict[str, Estimate]
    paired: Paired | None = None


class Macro(Model):
    """The unweighted mean over agents."""

    key: dict[str, str]
    """What else runs are grouped by."""
    agents: int
    figures: dict[str, Estimate]
    raw: dict[str, float | None] = Field(default_factory=dict)
    """Figures over the pairs of all agents, as the next; empty unless every agent has runs under Raw."""
    governed: dict[str, float | None] = Field(default_factory=dict)
    changes: dict[str, Change] = Field(default_factory=dict)


class Rates(Model):
    rows: tuple[GapRow, ...]
    macro: tuple[Macro, ...]


class ClaimMethod(Model):
    """How claims were told, and how far that can be trusted."""

    name: str
    fingerprint: str
    labelled: int
    agreement: Estimate
    """Share of hand-labelled messages whose label it gives, out of fold, with an exact 95 % interval."""
    agreement_on_claimed: Estimate
    """The same for the two-way question: claimed or not."""


class GapsReport(Model):
    gaps_version: str = GAPS_VERSION
    by: tuple[str, ...]
    rates: Rates
    without: dict[str, Rates] = Field(default_factory=dict)
    """The same without the runs of a soft spot of the official verdict, by its name."""
    labels: dict[str, int]
    """Runs by what they claimed."""
    claims: ClaimMethod | None = None
    duplicates: int = 0
    surfaces: dict[str, str] = Field(default_factory=dict)
    """Fingerprint of the surface by benchmark; empty where no run states support."""
    resamples: int
    seed: int
    level: float
