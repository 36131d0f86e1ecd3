"""The document that scoring writes: every figure with its interval, and the counts behind it."""

from __future__ import annotations

from pydantic import Field

from specharness.ir.base import Model
from specharness.ir.direction import Reason
from specharness.ir.source import SourceKind
from specharness.measure.evaluation import Lost, Stage
from specharness.measure.usage import UsageSummary

SCORE_VERSION = "1.0"
"""Version of the shape of `ScoreReport` and of `ComparisonReport`."""

ALL = "all"
"""Name of the group of all documents."""


class Estimate(Model):
    """A figure; null where there is nothing to count. Ends are null where tasks are too few for an interval."""

    value: float | None
    low: float | None = None
    high: float | None = None


class Point(Model):
    """The compiler as it would be if it abstained below `threshold`."""

    threshold: float
    coverage: float
    """Share of its directions that it would still state."""
    risk: float
    """Share of those whose disposition is wrong."""


class Bin(Model):
    """Directions of about the same confidence."""

    confidence: float
    """Mean."""
    right: float
    """Share whose disposition is right."""
    directions: int


class Abstention(Model):
    """Does confidence tell right from wrong? Over all predicted directions, or the hard ones alone."""

    directions: int
    error: Estimate
    """Share with a wrong disposition."""
    aurc: Estimate
    """Area under the risk-coverage curve; between 0 and 1, lower is better, `error` without any order."""
    ece: Estimate
    """Expected calibration error; between 0 and 1, lower is better."""
    curve: tuple[Point, ...]
    bins: tuple[Bin, ...]


class Counts(Model):
    """Directions."""

    gold: int
    predicted: int
    matched: int
    gold_hard: int
    predicted_hard: int
    matched_hard: int
    sound_hard: int
    family_right: int
    params_right: int
    matched_lenient: int
    matched_hard_lenient: int


class Group(Model):
    """All documents, or those of one kind."""

    name: str
    documents: int
    tasks: int
    counts: Counts
    characters: tuple[tuple[int, ...], ...]
    """Non-blank characters, gold class (row) by predicted class, in the order of ScoreReport.classes."""
    directions: tuple[tuple[int, ...], ...]
    """Directions likewise; row and column `residual` hold those without a partner."""
    figures: dict[str, Estimate]
    abstention: dict[str, Abstention]
    """`directions` and `hard`."""


class FamilyRow(Model):
    """One check family over all documents."""

    family: str
    tasks: int
    """In which it occurs on either side."""
    gold: int
    predicted: int
    matched: int
    figures: dict[str, Estimate]


class LossRow(Model):
    """Directions that were hard to the compiler and did not become obligations, by reason."""

    how: Lost
    reason: Reason
    directions: int
    sound: int
    """Of those, how many stand in gold hard text, so that the loss costs a check."""


class LossItem(Model):
    """One of them."""

    document: str
    direction: str
    start: int
    end: int
    how: Lost
    reason: Reason
    detail: str
    sound: bool


class Grounding(Model):
    """What grounding did to hard directions."""

    stages: dict[Stage, dict[str, Estimate]]
    """Figures of hard directions at each stage."""
    losses: tuple[LossRow, ...]
    items: tuple[LossItem, ...]


class Stability(Model):
    """Runs of one compiler, each compared with each."""

    runs: int
    identical: Estimate
    """Share of the pairs of runs, over documents, with the same directions in every field but the statement."""
    figures: dict[str, Estimate]


class ScoreReport(Model):
    """What `specharness score -o` writes."""

    schema_version: str = SCORE_VERSION
    gold: str
    predicted: str
    resamples: int = Field(ge=0)
    seed: int
    level: float
    classes: tuple[str, ...]
    missing: tuple[str, ...]
    """Labelled documents without a prediction; each counts as one in which nothing was found."""
    groups: tuple[Group, ...]
    families: tuple[FamilyRow, ...]
    grounding: Grounding | None
    """Null where the predictions are directions alone."""
    stability: Stability | None
    """Null without repeated runs."""
    usage: UsageSummary | None
    """Null where the engine reports none."""

    def group(self, name: SourceKind | str) -> Group | None:
        """The group of that name."""
        return next((group for group in self.groups if group.name == name), None)
