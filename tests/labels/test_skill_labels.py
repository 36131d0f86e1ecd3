"""The labels of public skills: clean, tied to their texts, and without a passage of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from specharness.ir import SourceKind
from specharness.ir.annotation import Offsets
from specharness.labels.documents import LabelFile, label_files, read_labelled
from specharness.labels.lint import lint
from specharness.labels.own_copy import MAX_LITERAL
from specharness.labels.statements import own_statement
from specharness.measure.apart import group_of
from specharness.measure.compilers import load_beside, load_examples

SKILLS = Path(__file__).resolve().parents[2] / "annotations" / "skills"
FILES = label_files([SKILLS])


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_nothing_but_short_literals_is_copied(file: LabelFile) -> None:
    text = read_labelled(file)
    assert f"{text.document}.jsonl" == file.path.relative_to(SKILLS).as_posix()
    for label in text.labels:
        assert label.statement == own_statement(label)
        assert label.note is None
        assert label.condition is None or isinstance(label.condition, Offsets)
        for value in label.params.values():
            for item in value if isinstance(value, tuple) else (value,):
                assert not isinstance(item, str) or len(item) <= MAX_LITERAL


@pytest.mark.data
def test_they_fit_their_texts_and_the_guide(data: Path) -> None:
    found = [item for file in FILES for item in lint(file, data).findings]
    assert [f"{item.document}: {item.rule}" for item in found] == []


@pytest.mark.data
def test_they_stand_beside_the_measured_documents_and_carry_their_task(data: Path, repository: Path) -> None:
    docs = data.parent / "annotation" / "docs"
    if not docs.is_dir():
        pytest.skip(f"no labelled texts at {docs}")
    measured = load_examples(repository / "annotations" / "dev", docs)
    beside = load_beside([(SKILLS, data)], [])
    assert len(beside.also) == len(FILES)
    assert {one.source.kind for one in beside.also} == {SourceKind.SKILL}
    groups = {one.group for one in measured}
    assert {group_of(name) for name in beside.names} <= groups  # so that a fold can leave them out
    assert not {one.source.sha256 for one in beside.also} & {one.source.sha256 for one in measured}
