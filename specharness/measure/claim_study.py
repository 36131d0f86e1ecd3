"""How well claims are told: against labels given by hand, out of fold, with exact intervals.

Folds are tasks: what any run of a task said is never trained on when a run of that task is measured. Beside the
measured labels others may be trained on; the same holds for them.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from specharness.errors import InputError, SchemaMismatchError
from specharness.ir import Model, Run
from specharness.measure.gaps_report import ClaimMethod
from specharness.measure.score_report import Estimate
from specharness.runs.claim_model import CLASSES, FORMAT, ClaimModel, features_of
from specharness.runs.claim_words import asked
from specharness.runs.claims import Label, claim_of, closing, rule, signalled

STRENGTH = 0.5
"""C of the regression: strong regularization, chosen before any label was scored."""
FOLDS = 10
DIGITS = 3

_GOLD = {"claimed_done": Label.CLAIMED, "not_claimed": Label.NOT_CLAIMED, "refused_or_handed_off": Label.REFUSED}


class Labelled(NamedTuple):
    """A run with the label that a person or another reader gave it."""

    run: Run
    label: Label


class Agreement(Model):
    """Shares of labels that are right, with Clopper and Pearson's exact 95 % interval."""

    labelled: int
    right: int
    agreement: Estimate
    claimed_right: int
    agreement_on_claimed: Estimate
    """The two-way question: claimed or not."""
    kappa: float | None
    confusion: dict[str, dict[str, int]]
    """Given label by the hand's label."""


@dataclass(frozen=True)
class Study:
    """Out of fold: the classifier and the rule by itself, over all and over each set."""

    classifier: dict[str, Agreement]
    rule: dict[str, Agreement]
    wrong: tuple[tuple[str, Label, Label], ...]
    """Id, hand's label, given one."""


def read_labels(data: bytes, label: str, runs: Mapping[str, Run]) -> list[Labelled]:
    """Labels by run id, one JSON object a line. Raises SchemaMismatchError, InputError for a run that is not there."""
    out = []
    for number, line in enumerate(data.splitlines(), start=1):
        if not line.strip():
            continue
        try:
            value = json.loads(line)
            identity, name = value["id"], value["label"]
            given = _GOLD.get(name) or Label(name)
        except (ValueError, KeyError, TypeError) as error:
            raise SchemaMismatchError(f"{label}:{number}: expected an object with id and label: {error}") from error
        if identity not in runs:
            raise InputError(
                f"{label}:{number}: no run has the id {identity!r}; give the files that these labels are of"
            )
        out.append(Labelled(runs[identity], given))
    return out


def train(examples: Sequence[Labelled]) -> ClaimModel:
    """A classifier of those whose label words decide; signals and stops need none."""
    import numpy as np
    from sklearn.linear_model import LogisticRegression

    rows, labels = [], []
    for example in examples:
        found = _features(example.run)
        if found is not None:
            rows.append(found)
            labels.append(CLASSES.index(example.label.value))
    names = sorted({name for row in rows for name in row})
    if len(set(labels)) < len(CLASSES):
        raise InputError(f"labels: expected all of {', '.join(CLASSES)} among what is trained on")
    table = np.array([[name in row for name in names] for row in rows], dtype=np.float64)
    fitted = LogisticRegression(C=STRENGTH, max_iter=1000, tol=1e-8).fit(table, labels)
    weights = {
        name: tuple(round(float(value), DIGITS) for value in column)
        for name, column in zip(names, fitted.coef_.T, strict=True)
    }
    return ClaimModel(tuple(round(float(value), DIGITS) for value in fitted.intercept_), weights, {}, "")


def weights_json(model: ClaimModel, study: Study, trained_on: int) -> str:
    """The weights file: one feature a line, with what was measured out of fold."""
    measured = study.classifier["all"]
    numbers = {
        "labelled": measured.labelled,
        "right": measured.right,
        "claimed_right": measured.claimed_right,
        "trained_on": trained_on,
    }
    lines = [f"  {json.dumps(name)}: {json.dumps(list(row))}" for name, row in sorted(model.weights.items())]
    body = ",\n".join(lines)
    return (
        f'{{"format": {FORMAT},\n "classes": {json.dumps(list(CLASSES))},\n "measured": {json.dumps(numbers)},\n'
        f' "bias": {json.dumps(list(model.bias))},\n "weights": {{\n{body}\n }}}}\n'
    )


def study(gold: Sequence[Labelled], beside: Sequence[Labelled]) -> Study:
    """Every gold label against what a classifier says that saw no run of its task."""
    tasks = sorted({_task(item.run) for item in gold})
    fold_of = {task: place % FOLDS for place, task in enumerate(tasks)}
    given: dict[str, Label] = {}
    for fold in range(FOLDS):
        measured = [item for item in gold if fold_of[_task(item.run)] == fold]
        held = {_task(item.run) for item in measured}
        model = train([item for item in (*gold, *beside) if _task(item.run) not in held])
        given.update({item.run.id: claim_of(item.run.visible, model).label for item in measured})
    by_rule = {item.run.id: _by_rule(item.run) for item in gold}
    sets = {"all": list(gold)}
    for item in gold:
        sets.setdefault(item.run.benchmark, []).append(item)
    wrong = tuple(
        (item.run.id, item.label, given[item.run.id]) for item in gold if given[item.run.id] is not item.label
    )
    return Study(
        {name: agreement((item.label, given[item.run.id]) for item in items) for name, items in sets.items()},
        {name: agreement((item.label, by_rule[item.run.id]) for item in items) for name, items in sets.items()},
        wrong,
    )


def agreement(pairs: Iterable[tuple[Label, Label]]) -> Agreement:
    """Agreement of (hand's, given) labels. Kappa is Cohen's."""
    listed = list(pairs)
    right = sum(one is two for one, two in listed)
    claimed = sum((one is Label.CLAIMED) == (two is Label.CLAIMED) for one, two in listed)
    confusion: dict[str, dict[str, int]] = {}
    for one, two in listed:
        row = confusion.setdefault(one.value, {})
        row[two.value] = row.get(two.value, 0) + 1
    total = len(listed)
    chance = sum(
        sum(one is label for one, _ in listed) * sum(two is label for _, two in listed) for label in Label
    ) / max(total * total, 1)
    return Agreement(
        labelled=total,
        right=right,
        agreement=exact(right, total),
        claimed_right=claimed,
        agreement_on_claimed=exact(claimed, total),
        kappa=None if not total or chance == 1 else (right / total - chance) / (1 - chance),
        confusion={name: dict(sorted(row.items())) for name, row in sorted(confusion.items())},
    )


def method(model: ClaimModel) -> ClaimMethod:
    """What a report says of how its claims were told: agreement as training measured it out of fold."""
    labelled = int(model.measured.get("labelled", 0))
    return ClaimMethod(
        name="signals, then a classifier of the last words",
        fingerprint=model.fingerprint,
        labelled=labelled,
        agreement=exact(int(model.measured.get("right", 0)), labelled),
        agreement_on_claimed=exact(int(model.measured.get("claimed_right", 0)), labelled),
    )


def exact(hits: int, total: int) -> Estimate:
    """A share with the exact 95 % interval of the binomial distribution (Clopper and Pearson 1934)."""
    if not total:
        return Estimate(value=None)
    from scipy.stats import binomtest

    ends = binomtest(hits, total).proportion_ci(0.95, "exact")
    return Estimate(value=hits / total, low=float(ends.low), high=float(ends.high))


def _features(run: Run) -> frozenset[str] | None:
    if signalled(run) is not None:
        return None
    statement, _ = closing(run)
    if statement is None:
        return None
    request = asked(run.instruction)
    return features_of(statement, request, rule(statement, request)[0].value)


def _by_rule(run: Run) -> Label:
    decided = signalled(run)
    if decided is not None:
        return decided.label
    statement, _ = closing(run)
    return Label.NOT_CLAIMED if statement is None else rule(statement, asked(run.instruction))[0]


def _task(run: Run) -> str:
    return f"{run.benchmark}/{run.domain}/{run.task}"
