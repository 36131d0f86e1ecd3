"""The labels of the project's own corpus: clean, complete, and at one with the verdicts that the corpus expects."""

from __future__ import annotations

from pathlib import Path

import pytest

from specharness.ir import Direction, Disposition, Family, Verdict
from specharness.labels.documents import LabelFile, label_files, read_labelled
from specharness.labels.lint import lint
from specharness.measure.annotations import read_directions
from specharness.measure.corpus import GUIDELINES, CorpusTask, load_tasks
from specharness.sources import kind_of
from specharness.sources.read import read_source

REPOSITORY = Path(__file__).resolve().parents[2]
OWN = REPOSITORY / "annotations" / "own"
TASKS = load_tasks(REPOSITORY / "annotations" / "tasks")


RUN = {Family.TESTS_PASS, Family.COMMAND_SUCCEEDS}
"""What is decided by running something."""


def documents_of(task: CorpusTask) -> list[Path]:
    """Everything that instructs the agent."""
    environment = task.folder / "environment"
    rules = [path for name in GUIDELINES for path in environment.rglob(name)]
    return [task.folder / "instruction.md", *sorted(environment.glob("skills/*/SKILL.md")), *sorted(rules)]


def labelled(task: CorpusTask, document: Path) -> tuple[str, tuple[Direction, ...]]:
    name = document.relative_to(task.folder.parent).as_posix()
    source = read_source(document, name, kind_of(document))
    return source.text, read_directions((OWN / f"{name}.jsonl").read_text(encoding="utf-8"), source)


@pytest.mark.parametrize("file", label_files([OWN]), ids=lambda file: file.name)
def test_labels_are_clean(file: LabelFile) -> None:
    assert lint(file, REPOSITORY / "annotations" / "tasks").findings == ()


def test_every_document_is_labelled_and_no_other(tasks: Path) -> None:
    expected = {path.relative_to(tasks).as_posix() for task in TASKS for path in documents_of(task)}
    assert {file.name for file in label_files([OWN])} == expected
    assert {read_labelled(file).document for file in label_files([OWN])} == expected


@pytest.mark.parametrize("task", TASKS, ids=lambda task: task.id)
def test_what_a_broken_state_violates_is_labelled_as_binding(task: CorpusTask) -> None:
    """Where the corpus says FAIL, the sentence must be hard; where it can't be decided, it may be open."""
    documents = [labelled(task, document) for document in documents_of(task)]
    for variant in task.variants:
        if variant.violates is None:
            continue
        forces = {
            direction.disposition
            for text, directions in documents
            for direction in directions
            if any(overlaps(text, variant.violates, span.start, span.end) for span in direction.spans)
        }
        allowed = {Disposition.HARD} if variant.verdict is Verdict.FAIL else {Disposition.HARD, Disposition.ABSTAIN}
        assert forces & allowed, f"{variant.name}: {variant.violates!r} is labelled {forces or 'as residual'}"


def overlaps(text: str, quote: str, start: int, end: int) -> bool:
    at = text.find(quote)
    return at >= 0 and at < end and start < at + len(quote)


def test_a_task_that_passes_leaves_nothing_open() -> None:
    """A good state passes just where every binding sentence is decided, by files and not by running them."""
    for task in TASKS:
        verdict = task.variant("good").verdict
        left_open = [
            direction.statement
            for document in documents_of(task)
            for direction in labelled(task, document)[1]
            if direction.disposition is Disposition.ABSTAIN or direction.family in RUN
        ]
        assert bool(left_open) == (verdict is Verdict.UNCERTAIN), f"{task.id}: {verdict}, open: {left_open}"
