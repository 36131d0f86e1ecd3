"""Learning the local compiler's weights from labelled documents.

Deterministic: the same documents give the same bytes. Needs scikit-learn, which compiling does not.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from specharness.compile.local.chunks import Border, borders
from specharness.compile.local.features import border_features, chunk_features
from specharness.compile.local.grammar import settled
from specharness.compile.local.model import WEIGHTS_FORMAT, Linear, Weights, parse_weights
from specharness.compile.local.sketch import SPLITTABLE, UNLIKELY, chunk_unit, pieces_between, places
from specharness.compile.local.train_families import family_rows, fit_families
from specharness.compile.local.train_partly import Partly, stretch_rows
from specharness.compile.local.train_rows import MIN_DOCUMENTS, SLACK, Example, Row
from specharness.errors import InputError
from specharness.ir import Direction, Disposition

__all__ = ["MIN_DOCUMENTS", "Example", "Row", "Settings", "train", "weights_from"]

DISPOSITION_DOCUMENTS = 4
"""The disposition model has the most documents and the most features: one more a feature costs no quality."""

PRIORITY = (Disposition.RESIDUAL, Disposition.ADVISORY, Disposition.ABSTAIN, Disposition.HARD)
CLASSES = tuple(disposition.value for disposition in PRIORITY)


def char_classes(text: str, gold: Sequence[Direction]) -> bytearray:
    """The class of every character, as an index into PRIORITY."""
    classes = bytearray(len(text))
    for direction in sorted(gold, key=lambda d: PRIORITY.index(d.disposition)):
        level = PRIORITY.index(direction.disposition)
        for span in direction.spans:
            classes[span.start : span.end] = bytes([level]) * (span.end - span.start)
    return classes


def label_of(text: str, classes: bytearray, start: int, end: int) -> str:
    """The class of most of the solid characters; residual when most ask nothing."""
    counts = Counter(classes[index] for index in range(start, end) if not text[index].isspace())
    total = sum(counts.values())
    if not total or counts[0] * 2 > total:
        return CLASSES[0]
    best = max((level for level in counts if level), key=lambda level: (counts[level], level))
    return CLASSES[best]


def border_rows(examples: Sequence[Example]) -> list[Row]:
    """A row for every candidate border: does a labelled span begin or end there?"""
    rows = []
    for number, example in enumerate(examples):
        text = example.source.text
        starts = {span.start for direction in example.gold for span in direction.spans}
        ends = {span.end for direction in example.gold for span in direction.spans}
        for where in places(example.source, example.units):
            unit = where.unit
            if unit.block not in SPLITTABLE:
                continue
            start = unit.body.start
            for border in borders(text, unit.body.start, unit.body.end):
                if border.sort in UNLIKELY:
                    continue
                label = _confirmed(border, starts, ends)
                if settled(text, border, start, unit.body.end) is None:  # only what grammar leaves open
                    features = border_features(where, border, start, unit.body.end)
                    rows.append(Row(frozenset(features), "split" if label else "join", number))
                if label:
                    start = border.right
    return rows


def _confirmed(border: Border, starts: set[int], ends: set[int]) -> bool:
    return any(border.right + shift in starts for shift in range(-SLACK, SLACK + 1)) or any(
        border.left + shift in ends for shift in range(-SLACK, SLACK + 1)
    )


def chunk_rows(examples: Sequence[Example], border_models: Sequence[Linear], threshold: float) -> list[Row]:
    """A row for every chunk, under labelled borders and, where they differ, under predicted ones."""
    rows = []
    for number, example in enumerate(examples):
        text = example.source.text
        classes = char_classes(text, example.gold)
        starts = {span.start for direction in example.gold for span in direction.spans}
        ends = {span.end for direction in example.gold for span in direction.spans}
        for where in places(example.source, example.units):
            unit = where.unit
            gold_cut = [b for b in borders(text, unit.body.start, unit.body.end) if _confirmed(b, starts, ends)]
            options = [pieces_between(unit, gold_cut)]
            predicted = chunk_unit(where, border_models[number], threshold)
            if predicted != options[0]:
                options.append(predicted)
            for pieces in options:
                for piece in pieces:
                    features = chunk_features(where, piece.start, piece.end, piece.before, piece.after)
                    label = label_of(text, classes, piece.start, piece.end)
                    rows.append(Row(frozenset((*where.features, *features)), label, number, 1.0 / len(options)))
    return rows


def fit(
    rows: Sequence[Row],
    classes: Sequence[str],
    strength: float,
    class_weight: dict[str, float] | None = None,
    least: int = MIN_DOCUMENTS,
) -> Linear:
    """Logistic regression over the features that enough documents carry. `strength` is scikit-learn's C."""
    import numpy as np
    from scipy.sparse import csr_matrix
    from sklearn.linear_model import LogisticRegression
    from threadpoolctl import threadpool_limits

    seen: dict[str, set[int]] = {}
    for row in rows:
        for feature in row.features:
            seen.setdefault(feature, set()).add(row.document)
    vocabulary = sorted(feature for feature, documents in seen.items() if len(documents) >= least)
    column = {feature: index for index, feature in enumerate(vocabulary)}
    indptr, indices = [0], []
    for row in rows:
        indices.extend(sorted(column[feature] for feature in row.features if feature in column))
        indptr.append(len(indices))
    matrix = csr_matrix((np.ones(len(indices)), indices, indptr), shape=(len(rows), len(vocabulary)))
    order = {name: index for index, name in enumerate(classes)}
    target = np.array([order[row.label] for row in rows])
    if len(set(target)) < 2:
        raise InputError(
            f"to tell {' from '.join(classes)} takes examples of two of them, the labels have "
            f"{f'only {rows[0].label}' if rows else 'none'}; label more documents"
        )
    weight = np.array([row.weight * (class_weight or {}).get(row.label, 1.0) for row in rows])
    model = LogisticRegression(C=strength, max_iter=400, tol=1e-4)
    with threadpool_limits(1):  # sums split among threads differ in their last digits, and rounding can show it
        model.fit(matrix, target, sample_weight=weight)
    table = np.zeros((len(classes), len(vocabulary)))
    bias = np.full(len(classes), -20.0)
    if len(model.classes_) == 2:
        low, high = model.classes_
        table[high], table[low] = model.coef_[0] / 2, -model.coef_[0] / 2
        bias[high], bias[low] = model.intercept_[0] / 2, -model.intercept_[0] / 2
    else:
        for position, name in enumerate(model.classes_):
            table[name], bias[name] = model.coef_[position], model.intercept_[position]
    weights = {}
    for feature, index in column.items():
        values = tuple(round(float(value), 3) for value in table[:, index])
        if any(abs(value) >= 0.02 for value in values):
            weights[feature] = values
    return Linear(tuple(classes), tuple(round(float(value), 3) for value in bias), weights)


@dataclass(frozen=True)
class Settings:
    """Everything that is chosen by cross-validation."""

    border_strength: float = 0.3
    disposition_strength: float = 0.1
    family_strength: float = 0.15
    thresholds: tuple[tuple[str, float], ...] = (("border", 0.5), ("hard", 0.65), ("speak", 0.5), ("family", 0.3))


def train(
    examples: Sequence[Example],
    settings: Settings | None = None,
    also: Sequence[Example] = (),
    partly: Sequence[Partly] = (),
) -> str:
    """The weights file, as text.

    `also` are further documents to learn dispositions and families from, `partly` labelled ones to learn dispositions
    from. Borders are learned from `examples` alone: where a direction ends is the guide's habit more than the text's.
    """
    chosen = settings or Settings()
    thresholds = dict(chosen.thresholds)
    border = fit(border_rows(examples), ("join", "split"), chosen.border_strength)
    every = [*examples, *also]
    rows = chunk_rows(every, [border] * len(every), thresholds["border"])
    rows += stretch_rows(partly, len(every))
    disposition = fit(rows, CLASSES, chosen.disposition_strength, least=DISPOSITION_DOCUMENTS)
    family = fit_families(family_rows(every), chosen.family_strength)
    return write_weights(border, disposition, family, thresholds)


def write_weights(border: Linear, disposition: Linear, family: Linear, thresholds: dict[str, float]) -> str:
    """JSON with one feature a line, sorted, so that a change can be read in a diff."""

    def part(model: Linear) -> str:
        lines = ",\n".join(
            f"   {json.dumps(feature, ensure_ascii=False)}: {json.dumps(list(model.weights[feature]))}"
            for feature in sorted(model.weights)
        )
        return (
            f'{{"classes": {json.dumps(list(model.classes))},\n  "bias": {json.dumps(list(model.bias))},\n'
            f'  "weights": {{\n{lines}\n  }}}}'
        )

    return (
        f'{{"format": {WEIGHTS_FORMAT},\n "thresholds": {json.dumps(thresholds, sort_keys=True)},\n'
        f' "border": {part(border)},\n "disposition": {part(disposition)},\n "family": {part(family)}}}\n'
    )


def weights_from(
    examples: Iterable[Example],
    settings: Settings | None = None,
    also: Sequence[Example] = (),
    partly: Sequence[Partly] = (),
) -> Weights:
    """Trained weights, ready to compile with."""
    return parse_weights(train(tuple(examples), settings, also, partly))
