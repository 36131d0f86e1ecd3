"""Partly labelled documents teach dispositions in their stretches alone, and nothing is measured on them."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest
from local_world import source_of

from specharness.compile.local.train import Example
from specharness.compile.local.train_partly import Beside, Partly, Stretch, stretch_rows
from specharness.errors import InputError, SchemaMismatchError, SpecHarnessError
from specharness.ir import Disposition
from specharness.measure.compilers import cross_validate, load_partly
from specharness.segment import segment

TEXT = "# Rules\n\nKeep `a.txt`, and use tabs.\n\nThe park opened long ago.\n"


def partly(*stretches: Stretch) -> Partly:
    source = source_of(TEXT)
    return Partly(source, segment(source), stretches)


def stretch(words: str, disposition: Disposition) -> Stretch:
    start = TEXT.index(words)
    return Stretch(start, start + len(words), disposition)


def test_a_row_for_each_stretch_and_for_nothing_else() -> None:
    first = stretch("Keep `a.txt`", Disposition.HARD)
    second = stretch("use tabs.", Disposition.ABSTAIN)
    rows = stretch_rows([partly(first, second)], 7)
    assert [(row.label, row.document) for row in rows] == [("hard", 7), ("abstain", 7)]
    assert "w:keep" in rows[0].features
    assert "w:park" not in rows[0].features | rows[1].features


def test_a_stretch_knows_the_borders_that_it_was_cut_at() -> None:
    (row,) = stretch_rows([partly(stretch("use tabs.", Disposition.HARD))], 0)
    assert {"before=andc", "after=end"} <= row.features


def test_a_stretch_that_no_unit_holds_is_left_out() -> None:
    start = TEXT.index("use tabs")
    assert stretch_rows([partly(Stretch(start, len(TEXT), Disposition.HARD))], 0) == []


def line(**changes: object) -> str:
    digest = hashlib.sha256(TEXT.encode()).hexdigest()
    row = {"document": "wild/x__y/AGENTS.md", "sha256": digest, "stretches": [[9, 21, "hard"]]}
    return json.dumps({**row, **changes}) + "\n"


def files(tmp_path: Path, content: str) -> tuple[Path, Path]:
    text = tmp_path / "texts" / "wild" / "x__y" / "AGENTS.md"
    text.parent.mkdir(parents=True)
    text.write_text(TEXT, encoding="utf-8")
    labels = tmp_path / "stretches.jsonl"
    labels.write_text(content, encoding="utf-8")
    return labels, tmp_path / "texts"


def test_they_are_read_with_their_text(tmp_path: Path) -> None:
    (document,) = load_partly(*files(tmp_path, line()))
    assert document.source.text == TEXT
    assert document.source.kind.value == "guideline"
    assert document.stretches == (Stretch(9, 21, Disposition.HARD),)


@pytest.mark.parametrize(
    ("content", "says"),
    [
        ("{\n", "line 1: expected document"),
        (line(stretches=[[9, 21]]), "line 1: expected document"),
        (line(stretches=[[9, 21, "maybe"]]), "line 1: expected document"),
        (line(stretches=[[9, 2000, "hard"]]), "lies outside"),
        (line(document="wild/gone/AGENTS.md"), "no text"),
    ],
)
def test_what_is_wrong_is_told_with_its_line(content: str, says: str, tmp_path: Path) -> None:
    with pytest.raises(SpecHarnessError, match=says):
        load_partly(*files(tmp_path, content))


def test_another_text_than_the_labelled_one_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SchemaMismatchError, match="not the text that was labelled"):
        load_partly(*files(tmp_path, line(sha256="0" * 64)))


def test_what_is_measured_is_not_given_beside(tmp_path: Path) -> None:
    (document,) = load_partly(*files(tmp_path, line()))
    measured = Example(document.source, document.units, (), "wild/x__y")
    with pytest.raises(InputError, match="and is one of them"):
        cross_validate([measured], folds=2, beside=Beside(partly=(document,)))
