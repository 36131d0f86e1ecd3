"""Reference answers and the official score. For scoring alone: nothing that compiles, grounds, checks or gates may
import this module, and an import contract sees to it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from specharness.benchmarks.guidebench.answers import FORMS, read_answer
from specharness.benchmarks.guidebench.tasks import SUFFIX
from specharness.errors import NotFoundError, SchemaMismatchError

UNREADABLE = "unreadable"
"""The label of an answer that could not be read; it is wrong and belongs to no class."""


@dataclass(frozen=True)
class Score:
    """Official figures of one subset, as shares; `macro_*` over the classes of the references."""

    tasks: int
    unreadable: int
    accuracy: float
    macro_precision: float | None
    """None for numbers, which are no classes."""
    macro_recall: float | None
    macro_f1: float | None


def read_references(folder: Path) -> dict[str, str]:
    """The reference answers by task id, in the short form of the subset's answers.

    Raises NotFoundError, and SchemaMismatchError for a reference of another form.
    """
    found: dict[str, str] = {}
    for path in sorted(folder.glob(f"*{SUFFIX}")):
        subset = path.name.removesuffix(SUFFIX)
        try:
            tasks = json.loads(path.read_text(encoding="utf-8"))
        except (OSError, ValueError) as error:
            raise SchemaMismatchError(f"{path}: can't be read as JSON: {error}") from error
        for number, task in enumerate(tasks):
            truth = task.get("Groundtruth", {})
            raw = truth.get("OptimalOption", truth.get("ReferenceAnswer"))
            answer = None if raw is None else read_answer(subset, str(raw))
            if answer is None:
                raise SchemaMismatchError(f"{path}#{number}: no reference answer of the form {FORMS[subset].name!r}")
            found[f"{path.name}#{number}"] = answer
    if not found:
        raise NotFoundError(f"{folder}: no *{SUFFIX} in it; give GuideBench's folder")
    return found


def score(subset: str, references: Sequence[str], answers: Sequence[str | None]) -> Score:
    """The score of one subset's answers, in the order of their references."""
    from sklearn.metrics import accuracy_score, precision_recall_fscore_support

    given = [UNREADABLE if answer is None else answer for answer in answers]
    unreadable = sum(answer is None for answer in answers)
    accuracy = float(accuracy_score(references, given))
    if not FORMS[subset].allowed:
        return Score(len(references), unreadable, accuracy, None, None, None)
    classes = sorted(set(references))
    precision, recall, f1, _ = precision_recall_fscore_support(
        references, given, labels=classes, average="macro", zero_division=0
    )
    return Score(len(references), unreadable, accuracy, float(precision), float(recall), float(f1))


def score_all(references: Mapping[str, str], answers: Mapping[str, str | None]) -> dict[str, Score]:
    """The score of each subset that has answers; tasks without one are left out, not counted as wrong."""
    by_subset: dict[str, list[str]] = {}
    for task in answers:
        if task in references:
            by_subset.setdefault(task.split(SUFFIX)[0], []).append(task)
    return {
        subset: score(subset, [references[task] for task in tasks], [answers[task] for task in tasks])
        for subset, tasks in sorted(by_subset.items())
    }
