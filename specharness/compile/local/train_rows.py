"""What the models learn from: labelled documents, and rows of features with a label."""

from __future__ import annotations

from dataclasses import dataclass

from specharness.ir import Direction, Source, Unit

MIN_DOCUMENTS = 3
"""A feature counts only if at least this many documents carry it: no weight describes a single document."""

SLACK = 2
"""Characters by which a labelled span may miss a border and still confirm it."""


@dataclass(frozen=True)
class Example:
    """One labelled document."""

    source: Source
    units: tuple[Unit, ...]
    gold: tuple[Direction, ...]
    group: str
    """Documents of one group are never split between training and testing."""


@dataclass(frozen=True)
class Row:
    features: frozenset[str]
    label: str
    document: int
    weight: float = 1.0
