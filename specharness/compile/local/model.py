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
from itertools import repeat

from specharness.errors import SchemaMismatchError

WEIGHTS_FORMAT = 1

SCALE = 1000
"""Weights are written with three decimals."""


_FIELD = 1 << 32
"""What one class takes of a packed number: room for a million features with a weight of two."""
_HALF = _FIELD >> 1


def _packed(row: Sequence[float]) -> int:
    return sum(round(SCALE * value) * _FIELD**place for place, value in enumerate(row))


@dataclass(frozen=True)
class Linear:
    """Multinomial logistic regression: `softmax(bias + sum of the weights of the features that are there)`."""

    classes: tuple[str, ...]
    bias: tuple[float, ...]
    weights: Mapping[str, tuple[float, ...]]

    @cached_property
    def _rows(self) -> dict[str, int]:
        """The weights in thousandths, the classes side by side in one whole number: a sum is one addition a feature,
        and does not depend on the order of a set."""
        return {feature: _packed(row) for feature, row in self.weights.items()}

    @cached_property
    def _bias(self) -> int:
        return _packed(self.bias)

    def scores(self, features: Iterable[str]) -> int:
        """The summed weights of features, packed. Sums of disjoint features add up."""
        return sum(map(self._rows.get, features, repeat(0)))

    def probabilities(self, features: Iterable[str], shared: int = 0) -> tuple[float, ...]:
        """One probability a class, in the order of `classes`; independent of the order of the features.

        `shared` are the `scores` of further features.
        """
        total = self._bias + self.scores(features) + shared
        scores: list[float] = []
        for _ in self.classes:
            score = (total + _HALF) % _FIELD - _HALF
            scores.append(score / SCALE)
            total = (total - score) // _FIELD
        top = max(scores)
        powers = [math.exp(score - top) for score in scores]
        whole = sum(powers)
        return tuple(power / whole for power in powers)


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
