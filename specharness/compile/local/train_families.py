"""Learning the family model: multinomial logistic regression that starts from what the hints say.

Labelled documents are few and families many, so the weights are drawn towards the guide's own words (`hints`) and not
towards zero: the most likely weights under a Gaussian prior whose mean is the hints' (ridge regression towards a
target). Deterministic. Needs scipy, which compiling does not.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from specharness.compile.local.artifacts import Files
from specharness.compile.local.clause import Clause
from specharness.compile.local.emphasis import unemphasised
from specharness.compile.local.families import family_features
from specharness.compile.local.hints import start_of
from specharness.compile.local.model import Linear
from specharness.compile.local.sketch import places
from specharness.compile.local.train_rows import MIN_DOCUMENTS, Example, Row
from specharness.errors import InputError
from specharness.ir import Disposition

BIAS_SPREAD = 10.0
"""Variance of the prior of a class's bias: nearly free."""

MAX_STEPS = 150
"""Of the optimiser; it has converged long before."""


def family_rows(examples: Sequence[Example]) -> list[Row]:
    """A row for every hard direction's main span, labelled with its family."""
    rows = []
    for number, example in enumerate(examples):
        read = example.source.model_copy(update={"text": unemphasised(example.source.text, example.units)})
        files = Files(read, example.units)
        by_id = {unit.id: unit for unit in example.units}
        by_start = sorted(places(example.source, example.units), key=lambda where: where.unit.span.start)
        for direction in example.gold:
            if direction.disposition is not Disposition.HARD or direction.family is None:
                continue
            span = direction.spans[0]
            host = next((w for w in reversed(by_start) if w.unit.span.start <= span.start), None)
            if host is None:
                continue
            end = max(span.start + 1, min(span.end, host.unit.body.end))
            clause = Clause(read, host.unit, span.start, end, files, by_id.get(host.unit.parent or ""))
            rows.append(Row(frozenset(family_features(host, clause)), direction.family.value, number))
    return rows


def start_weight(feature: str) -> tuple[str, float] | None:
    """The family that a feature speaks for before any document is seen, and how strongly."""
    if feature.startswith("hint:"):
        return start_of(feature.removeprefix("hint:"))
    return None


def fit_families(rows: Sequence[Row], strength: float) -> Linear:
    """The family model. `strength` is the variance of the weights round where they start.

    Raises InputError where there is no row to learn from.
    """
    from scipy.optimize import minimize
    from scipy.sparse import csr_matrix
    from threadpoolctl import threadpool_limits

    if not rows:
        raise InputError(
            "the labels show no hard direction with a family: nothing can be learned; label more documents"
        )
    classes = tuple(sorted({row.label for row in rows}))
    order = {name: index for index, name in enumerate(classes)}
    seen: dict[str, set[int]] = {}
    for row in rows:
        for feature in row.features:
            seen.setdefault(feature, set()).add(row.document)
    vocabulary = sorted(f for f, docs in seen.items() if len(docs) >= MIN_DOCUMENTS or start_weight(f) is not None)
    column = {feature: index for index, feature in enumerate(vocabulary)}
    start = np.zeros((len(vocabulary) + 1, len(classes)))
    for feature, index in column.items():
        told = start_weight(feature)
        if told is not None and told[0] in order:
            start[index, order[told[0]]] = told[1]
    indptr, indices = [0], []
    for row in rows:
        indices.extend(sorted(column[feature] for feature in row.features if feature in column))
        indices.append(len(vocabulary))  # the bias
        indptr.append(len(indices))
    matrix = csr_matrix((np.ones(len(indices)), indices, indptr), shape=(len(rows), len(vocabulary) + 1))
    transposed = matrix.T.tocsr()
    target = np.zeros((len(rows), len(classes)))
    target[np.arange(len(rows)), [order[row.label] for row in rows]] = 1.0
    precision = np.full((len(vocabulary) + 1, 1), 1.0 / strength)
    precision[-1] = 1.0 / BIAS_SPREAD

    def loss(flat: NDArray[np.float64]) -> tuple[float, NDArray[np.float64]]:
        weights = flat.reshape(start.shape)
        scores = np.asarray(matrix @ weights)
        scores -= scores.max(axis=1, keepdims=True)
        logs = scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))
        away = weights - start
        value = -float((target * logs).sum()) + 0.5 * float((precision * away * away).sum())
        return value, (transposed @ (np.exp(logs) - target) + precision * away).ravel()

    with threadpool_limits(1):  # sums split among threads differ in their last digits, and rounding can show it
        found = minimize(loss, start.ravel(), jac=True, method="L-BFGS-B", options={"maxiter": MAX_STEPS})
    table = np.asarray(found.x).reshape(start.shape)
    weights = {}
    for feature, index in column.items():
        values = tuple(round(float(value), 3) for value in table[index])
        if any(abs(value) >= 0.02 for value in values):
            weights[feature] = values
    return Linear(classes, tuple(round(float(value), 3) for value in table[-1]), weights)
