"""Linear models over string features: reading the weights file, scores, probabilities.

The weights are readable JSON, trained by eval/train_local.py; nothing is unpickled. Pure arithmetic, no third party.
"""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from importlib import resources

from specharness.errors import SchemaMismatchError

WEIGHTS_FORMAT = 1

SCALE = 1000
"""Weights are written with three decimals."""


@dataclass(frozen=True)
class Linear:
    """Multinomial logistic regression: `softmax(bias + sum of the weights of the features that are there)`."""

    classes: tuple[str, ...]
    bias: tuple[float, ...]
    weights: Mapping[str, tuple[float, ...]]

    @cached_property
    def _rows(self) -> dict[str, tuple[int, ...]]:
        """The weights in thousandths, as whole numbers: their sum does not depend on the order of a set."""
        return {feature: tuple(round(SCALE * value) for value in row) for feature, row in self.weights.items()}

    @cached_property
    def _bias(self) -> tuple[int, ...]:
        return tuple(round(SCALE * value) for value in self.bias)

    def scores(self, features: Iterable[str]) -> tuple[int, ...]:
        """The summed weights of features, a class each, in thousandths. Sums of disjoint features add up."""
        rows = [row for row in map(self._rows.get, features) if row is not None]
        return tuple(map(sum, zip(*rows, strict=True))) if rows else (0,) * len(self.classes)

    def probabilities(self, features: Iterable[str], shared: Sequence[int] = ()) -> tuple[float, ...]:
        """One probability a class, in the order of `classes`; independent of the order of the features.

        `shared` are the `scores` of further features.
        """
        parts = (self._bias, self.scores(features), shared or (0,) * len(self.classes))
        scores = [total / SCALE for total in map(sum, zip(*parts, strict=True))]
        top = max(scores)
        powers = [math.exp(score - top) for score in scores]
        total = sum(powers)
        return tuple(power / total for power in powers)


@dataclass(frozen=True)
class Weights:
    """All that was learned."""

    border: Linear
    disposition: Linear
    family: Linear
    thresholds: Mapping[str, float]
    sha256: str


def parse_weights(text: str) -> Weights:
    """Weights from their JSON text. Raises SchemaMismatchError for another format."""
    data = json.loads(text)
    if data.get("format") != WEIGHTS_FORMAT:
        raise SchemaMismatchError(
            f"weights of format {data.get('format')!r}, expected {WEIGHTS_FORMAT}; run eval/train_local.py"
        )

    def linear(name: str) -> Linear:
        part = data[name]
        return Linear(
            tuple(part["classes"]),
            tuple(part["bias"]),
            {feature: tuple(row) for feature, row in part["weights"].items()},
        )

    digest = hashlib.sha256(text.encode()).hexdigest()
    return Weights(linear("border"), linear("disposition"), linear("family"), dict(data["thresholds"]), digest)


@lru_cache(maxsize=1)
def shipped_weights() -> Weights:
    """The weights that the package ships."""
    return parse_weights(resources.files(__package__).joinpath("weights.json").read_text(encoding="utf-8"))
