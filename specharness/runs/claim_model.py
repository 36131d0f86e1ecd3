"""The small classifier over a closing statement's cues: which label they make most likely.

Multinomial logistic regression; its weights are readable JSON, trained by `eval/claims.py --train`. Features are the
cues themselves, in the whole statement and in its last sentence, what was asked, and what the stated rule says. Pure
arithmetic; nothing is unpickled.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from importlib import resources

from specharness.errors import SchemaMismatchError
from specharness.runs.claim_words import Reading

FORMAT = 1
CLASSES = ("claimed", "not_claimed", "refused")
WEIGHTS = "claim_weights.json"


@dataclass(frozen=True)
class ClaimModel:
    """Weights by feature, a number a class."""

    bias: tuple[float, ...]
    weights: Mapping[str, tuple[float, ...]]
    measured: Mapping[str, float]
    """What training found out of fold: see `specharness.measure.claim_study`."""
    fingerprint: str

    def probabilities(self, features: Iterable[str]) -> tuple[float, ...]:
        """One probability a class, in the order of CLASSES."""
        scores = list(self.bias)
        for name in sorted(features):
            for place, weight in enumerate(self.weights.get(name, ())):
                scores[place] += weight
        top = max(scores)
        raised = [math.exp(score - top) for score in scores]
        return tuple(value / sum(raised) for value in raised)


def features_of(reading: Reading, request: frozenset[str], rule: str) -> frozenset[str]:
    """The features of one statement; `rule` is the stated rule's label."""
    found = {f"rule:{rule}"}
    found.update(f"any:{name}" for name in reading.any)
    found.update(f"last:{name}" for name in reading.last)
    found.update(f"asked:{name}" for name in request)
    if "done" in reading.any and "nothing_found" in reading.any:
        found.add("any:done+nothing_found")
    return frozenset(found)


@lru_cache(maxsize=1)
def default_model() -> ClaimModel:
    """The model that comes with the package."""
    return read_model(resources.files("specharness.runs").joinpath(WEIGHTS).read_bytes())


def read_model(data: bytes) -> ClaimModel:
    """A model out of a weights file's bytes. Raises SchemaMismatchError for another shape."""
    try:
        value = json.loads(data)
        if value["format"] != FORMAT or tuple(value["classes"]) != CLASSES:
            raise SchemaMismatchError(
                f"{WEIGHTS}: expected format {FORMAT} and classes {', '.join(CLASSES)}; train again"
            )
        weights = {name: tuple(map(float, row)) for name, row in value["weights"].items()}
        bias = tuple(map(float, value["bias"]))
        measured = {name: float(number) for name, number in value["measured"].items()}
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise SchemaMismatchError(f"{WEIGHTS}: not a weights file: {error}; train again") from error
    if any(len(row) != len(CLASSES) for row in (bias, *weights.values())):
        raise SchemaMismatchError(f"{WEIGHTS}: expected a number a class; train again")
    return ClaimModel(bias, weights, measured, sha256(data).hexdigest())
