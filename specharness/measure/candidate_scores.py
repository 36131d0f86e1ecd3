"""Counts of a candidate over the labelled documents, as the protocol's split asks for them.

Guarantees that a candidate which learns is never scored on a document, or on one of the same group, that it was
trained on; that a document without an answer counts as one without directions; and that recorded outputs are counted
as the compiler left them, before grounding. Not its business: comparing candidates.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from specharness.compile.candidates import Entry
from specharness.compile.engine import Compiled, Engine
from specharness.compile.frozen import How
from specharness.compile.local.train import Example
from specharness.compile.local.train_partly import Beside
from specharness.errors import InputError, NotFoundError, SpecHarnessError
from specharness.ir import CompilerId, Source, Unit, digest_of
from specharness.measure.apart import NOTHING
from specharness.measure.baselines import every_sentence_hard, tfidf_floor
from specharness.measure.compilers import out_of_fold
from specharness.measure.evaluation import Document, Prediction, Stage, by_task, evaluate, task_of
from specharness.measure.figures import figures_of
from specharness.measure.protocol import Floor, Split
from specharness.measure.score import Tally

DIGITS = 6
"""Digits that figures are compared and stored with: what lies below is rounding, not merit."""

Advance = Callable[[str, int, int], None]
Recorded = Callable[[Source], Prediction | None]
Answer = tuple[int, Prediction | SpecHarnessError]
"""The number of an example, and what was found in it or why nothing was."""


@dataclass(frozen=True)
class CandidateScore:
    """Counts of one candidate."""

    name: str
    how: How
    tallies: tuple[Tally, ...]
    """One a document, in the order of the examples."""
    tasks: tuple[str, ...]
    """The task of each document: what is resampled."""
    failed: tuple[str, ...] = ()
    """Documents without an answer, each with the reason."""

    def figures(self) -> dict[str, float]:
        """All figures over all documents, rounded; one without anything to count is left out."""
        row = np.sum([tally.row() for tally in self.tallies], axis=0)
        return {name: round(float(value), DIGITS) for name, value in figures_of(row).items() if not math.isnan(value)}

    def table(self) -> NDArray[np.float64]:
        """Counts by task, [tasks, K]: rows of `Tally.row()` added up."""
        return by_task([tally.row() for tally in self.tallies], self.tasks)


def documents(examples: Sequence[Example], split: Split) -> list[Example]:
    """The examples that count. Raises InputError where too few are left to be split."""
    kept = [example for example in examples if example.source.kind in split.kinds]
    groups = len({example.group for example in kept})
    if groups < split.folds:
        kinds = ", ".join(split.kinds)
        raise InputError(
            f"labelled documents ({kinds}) of {groups} {'task' if groups == 1 else 'tasks'} can't be split into "
            f"{split.folds} folds; "
            "check DEV and DOCS, or state fewer folds"
        )
    return kept


def data_digest(examples: Sequence[Example], beside: Beside = NOTHING) -> str:
    """SHA-256 over names, texts and labels, in no particular order of the documents."""
    labelled = [
        sorted((one.source.id, one.source.sha256, [label.model_dump_json() for label in one.gold]) for one in some)
        for some in (examples, beside.also)
    ]
    partly = sorted((one.source.id, one.source.sha256, [list(part) for part in one.stretches]) for one in beside.partly)
    return digest_of([*labelled, partly])


def score(
    entry: Entry,
    examples: Sequence[Example],
    split: Split,
    advance: Advance,
    recorded: Recorded | None = None,
    beside: Beside = NOTHING,
) -> CandidateScore:
    """The candidate's counts: from recorded outputs where they are given, out of fold where its engine learns."""
    train = entry.kind.train
    how: How
    answers: Iterator[Answer]
    if recorded is not None:
        how, answers = "recorded", _recorded(recorded, examples)
    elif train is not None:
        candidate, learn = entry.candidate, train
        how = "out of fold"
        answers = _out_of_fold(lambda rest, more: learn(candidate, rest, more), examples, split, beside)
    else:
        how, answers = "as it is", _run(entry.kind.build(entry), examples)
    return _counted(entry.candidate.name, how, answers, examples, advance)


def _counted(
    name: str, how: How, answers: Iterator[Answer], examples: Sequence[Example], advance: Advance
) -> CandidateScore:
    tallies = [Tally()] * len(examples)
    failed = []
    advance(name, 0, len(examples))
    for done, (index, answer) in enumerate(answers, start=1):
        source = examples[index].source
        prediction = None if isinstance(answer, SpecHarnessError) else answer
        if isinstance(answer, SpecHarnessError):
            failed.append(f"{source.id}: {answer}")
        tallies[index] = _tally(examples[index], prediction)
        advance(name, done, len(examples))
    return CandidateScore(
        name, how, tuple(tallies), tuple(task_of(example.source.id) for example in examples), tuple(failed)
    )


def _tally(example: Example, prediction: Prediction | None) -> Tally:
    document = Document(example.source, example.gold, task_of(example.source.id))
    (judged,) = evaluate([document], lambda _: prediction)
    return judged.stages.get(Stage.COMPILED, judged.score).tally


def score_floor(floor: Floor, examples: Sequence[Example], split: Split, advance: Advance) -> CandidateScore:
    """The floor's counts, out of fold. Raises InputError where the labels are too few to train it."""
    try:
        answers = _out_of_fold(lambda rest, _: _FLOORS[floor](rest), examples, split)
        return _counted(floor.value, "out of fold", answers, examples, advance)
    except ValueError as error:
        raise InputError(f"floor {floor.value}: can't be trained on these labels: {error}") from error


_FLOORS = {Floor.TFIDF: tfidf_floor, Floor.EVERY_SENTENCE_HARD: every_sentence_hard}


@dataclass(frozen=True)
class _Guarded:
    """An engine whose failures on single texts are kept instead of raised."""

    engine: Engine
    failed: dict[str, SpecHarnessError]

    @property
    def id(self) -> CompilerId:
        return self.engine.id

    def compile(self, source: Source, units: Sequence[Unit]) -> Compiled:
        try:
            return self.engine.compile(source, units)
        except SpecHarnessError as error:
            self.failed[source.id] = error
            return Compiled(())


def _run(engine: Engine, examples: Sequence[Example]) -> Iterator[Answer]:
    failed: dict[str, SpecHarnessError] = {}
    guarded = _Guarded(engine, failed)
    for index, example in enumerate(examples):
        directions = guarded.compile(example.source, example.units).directions
        yield index, failed.get(example.source.id) or Prediction(directions)


def _out_of_fold(
    train: Callable[[Sequence[Example], Beside], Engine],
    examples: Sequence[Example],
    split: Split,
    beside: Beside = NOTHING,
) -> Iterator[Answer]:
    failed: dict[str, SpecHarnessError] = {}

    def guarded(rest: Sequence[Example], more: Beside) -> Engine:
        return _Guarded(train(rest, more), failed)

    for _, found in out_of_fold(examples, guarded, split.folds, split.deal, beside=beside):
        for index, directions in found.items():
            yield index, failed.get(examples[index].source.id) or Prediction(directions)


def _recorded(recorded: Recorded, examples: Sequence[Example]) -> Iterator[Answer]:
    for index, example in enumerate(examples):
        try:
            yield index, recorded(example.source) or NotFoundError("nothing is recorded for it")
        except SpecHarnessError as error:
            yield index, error
