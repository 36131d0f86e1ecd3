"""One compiler against the labels: every document judged once, then only counts are added up.

Guarantees that a document without a prediction counts as one in which nothing was found. Grounding is judged by the
same figures at three stages: what the compiler called hard, what grounding left hard, what became an obligation.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import PurePosixPath
from typing import Any

import numpy as np
from numpy.typing import NDArray

from specharness.ir import Demotion, Direction, Disposition, Reason, Source, SourceKind
from specharness.measure.abstention import Judged
from specharness.measure.score import DocumentScore, judge_document
from specharness.sources import kind_of

Progress = Callable[[str, int, int], None]


@dataclass(frozen=True)
class Document:
    """One labelled text."""

    source: Source
    gold: tuple[Direction, ...]
    task: str
    """The cluster that it is resampled with."""


@dataclass(frozen=True)
class Prediction:
    """What a compiler found in one text."""

    directions: tuple[Direction, ...]
    demotions: Mapping[str, Demotion] | None = None
    """By direction, what did not become an obligation; None where only the directions are known."""


class Stage(StrEnum):
    """How far a hard direction has come."""

    COMPILED = "compiled"
    """Hard to the compiler, whatever grounding said."""
    GROUNDED = "grounded"
    """Hard after grounding, though perhaps nothing here decides it: what `--directions` writes."""
    OBLIGATION = "obligation"
    """Decided by a validator, and so able to fail an agent."""


class Lost(StrEnum):
    """How a direction lost its hard status."""

    REFUSED = "refused"
    """Grounding showed it wrong or unsupported: it abstains."""
    UNDECIDED = "undecided"
    """It is hard, and no validator decides it."""


@dataclass(frozen=True)
class Loss:
    """A direction that the compiler called hard and that did not become an obligation."""

    document: str
    direction: Direction
    how: Lost
    reason: Reason
    detail: str
    sound: bool
    """At least half of its characters are hard in gold: the loss costs a check. Else it spared a wrong one."""


@dataclass(frozen=True)
class Scored:
    """One document, judged."""

    document: Document
    directions: tuple[Direction, ...]
    score: DocumentScore
    stages: Mapping[Stage, DocumentScore] = field(default_factory=dict)
    """Empty where grounding is not known."""
    losses: tuple[Loss, ...] = ()
    missing: bool = False

    @property
    def kind(self) -> SourceKind:
        return self.document.source.kind

    def judged(self, *, hard_only: bool = False) -> Judged:
        """Confidence of each predicted direction, and whether its disposition is wrong."""
        keep = [not hard_only or direction.disposition is Disposition.HARD for direction in self.directions]
        confidence = np.array([direction.confidence for direction in self.directions], dtype=np.float64)
        return Judged(confidence[keep], ~self.score.right[keep]) if keep else Judged(confidence, np.zeros(0, bool))


def task_of(name: str) -> str:
    """The task that a document belongs to, by its path: a prompt called instruction.md, the guidelines and the skills
    of one folder are one task; any other document is a task of its own."""
    path = PurePosixPath(name)
    folders = path.parts[:-1]
    if "skills" in folders:
        folder = PurePosixPath(*folders[: folders.index("skills")])
        return str(folder.parent if folder.name == "environment" else folder)
    if folders and (path.name == "instruction.md" or kind_of(path) is SourceKind.GUIDELINE):
        return str(path.parent)
    return name


def evaluate(
    documents: Sequence[Document],
    predict: Callable[[Source], Prediction | None],
    progress: Progress | None = None,
) -> list[Scored]:
    """Every document judged against its prediction, in the order given."""
    found = []
    for done, document in enumerate(documents):
        if progress:
            progress(document.source.id, done, len(documents))
        found.append(_judge(document, predict(document.source)))
    return found


def by_task(rows: Sequence[NDArray[Any]], tasks: Sequence[str]) -> NDArray[np.float64]:
    """Rows of counts added up by task: [tasks, K], the tasks in sorted order."""
    names = {name: index for index, name in enumerate(sorted(set(tasks)))}
    width = len(rows[0]) if rows else 0
    table = np.zeros((len(names), width))
    for row, task in zip(rows, tasks, strict=True):
        table[names[task]] += row
    return table


def losses_of(scored: Iterable[Scored]) -> list[Loss]:
    """All losses, in the order of the documents."""
    return [loss for item in scored for loss in item.losses]


def _judge(document: Document, prediction: Prediction | None) -> Scored:
    text = document.source.text
    if prediction is None:
        return Scored(document, (), judge_document(text, document.gold, ()), missing=True)
    score = judge_document(text, document.gold, prediction.directions)
    if prediction.demotions is None:
        return Scored(document, prediction.directions, score)
    lost = {
        direction.id: how
        for direction in prediction.directions
        if (how := _lost(direction, prediction.demotions)) is not None
    }
    compiled = tuple(
        direction.model_copy(update={"disposition": Disposition.HARD})
        if lost.get(direction.id) is Lost.REFUSED
        else direction
        for direction in prediction.directions
    )
    decided = tuple(
        direction.model_copy(update={"disposition": Disposition.ABSTAIN})
        if lost.get(direction.id) is Lost.UNDECIDED
        else direction
        for direction in prediction.directions
    )
    before = judge_document(text, document.gold, compiled)
    losses = tuple(
        Loss(
            document.source.id,
            direction,
            lost[direction.id],
            prediction.demotions[direction.id].reason,
            prediction.demotions[direction.id].detail,
            bool(sound),
        )
        for direction, sound in zip(prediction.directions, before.right, strict=True)
        if direction.id in lost
    )
    stages = {
        Stage.COMPILED: before,
        Stage.GROUNDED: score,
        Stage.OBLIGATION: judge_document(text, document.gold, decided),
    }
    return Scored(document, prediction.directions, score, stages, losses)


def _lost(direction: Direction, demotions: Mapping[str, Demotion]) -> Lost | None:
    """A compiler names a family for hard directions alone; so one that abstains and has a family was hard before."""
    if direction.id not in demotions:
        return None
    if direction.disposition is Disposition.HARD:
        return Lost.UNDECIDED
    return Lost.REFUSED if direction.disposition is Disposition.ABSTAIN and direction.family is not None else None
