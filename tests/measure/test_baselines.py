"""Baselines and out-of-fold predictions: each does what it is named for, and none sees what it is tested on."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256

import pytest

from specharness.compile.engine import Compiled, Engine
from specharness.compile.local.train import Example
from specharness.ir import (
    CompilerId,
    Direction,
    Disposition,
    Family,
    Kind,
    Modality,
    Reason,
    Source,
    SourceKind,
    Span,
    Unit,
)
from specharness.measure.baselines import every_sentence_hard, rules_alone, tfidf_floor
from specharness.measure.compilers import cross_validate, out_of_fold
from specharness.segment import segment

DEMAND, FACT, ADVICE = "You must save the table to `out.csv`.", "The data come from a lake.", "You may use any tool."
TEXT = f"# Task\n\n{FACT} {DEMAND} {ADVICE}\n"


def example(number: int) -> Example:
    name = f"t{number}/instruction.md"
    source = Source(id=name, kind=SourceKind.PROMPT, sha256=sha256(TEXT.encode()).hexdigest(), text=TEXT)

    def direction(quote: str, disposition: Disposition, reason: Reason | None) -> Direction:
        start = TEXT.index(quote)
        return Direction(
            id="d",
            spans=(Span(source=name, start=start, end=start + len(quote)),),
            disposition=disposition,
            reason=reason,
            modality=Modality.MUST,
            kind=Kind.OUTCOME,
            family=(Family.PATH_EXISTS if number % 4 else Family.FORMAT_VALID) if reason is None else None,
            statement="",
            confidence=1,
        )

    gold = (direction(DEMAND, Disposition.HARD, None), direction(ADVICE, Disposition.ADVISORY, Reason.PERMISSION))
    return Example(source, segment(source), gold, f"t{number}")


@pytest.fixture(scope="module")
def examples() -> list[Example]:
    return [example(number) for number in range(8)]


def quotes(engine: Engine, one: Example) -> dict[str, Disposition]:
    found = engine.compile(one.source, one.units).directions
    assert [item.id for item in found] == [f"d{number}" for number in range(1, len(found) + 1)]
    return {one.source.quote(item.spans[0]): item.disposition for item in found}


def test_every_sentence_hard(examples: list[Example]) -> None:
    found = quotes(every_sentence_hard([]), examples[0])
    assert found == {FACT: Disposition.HARD, DEMAND: Disposition.HARD, ADVICE: Disposition.HARD}


def test_the_floor_learns_from_what_it_is_given(examples: list[Example]) -> None:
    floor = tfidf_floor(examples[1:])
    assert quotes(floor, examples[0]) == {DEMAND: Disposition.HARD, ADVICE: Disposition.ADVISORY}
    found = floor.compile(examples[0].source, examples[0].units)
    assert found == tfidf_floor(examples[1:]).compile(examples[0].source, examples[0].units)
    assert all(0 < item.confidence <= 1 for item in found.directions)
    assert found.directions[0].family is Family.PATH_EXISTS
    assert floor.id != tfidf_floor(examples[2:]).id
    assert floor.compile(examples[0].source, ()) == Compiled(())


def test_rules_alone_know_no_example(examples: list[Example]) -> None:
    assert quotes(rules_alone([]), examples[0])[DEMAND] is Disposition.HARD


def test_workspace_texts_have_no_directions(examples: list[Example]) -> None:
    source = examples[0].source.model_copy(update={"kind": SourceKind.WORKSPACE})
    for engine in (every_sentence_hard([]), tfidf_floor(examples), rules_alone([])):
        assert engine.compile(source, examples[0].units).directions == ()


class Nosy:
    """Notes which documents it was trained on, and refuses to be tested on them."""

    def __init__(self, examples: Sequence[Example]) -> None:
        self._seen = {one.source.id for one in examples}

    @property
    def id(self) -> CompilerId:
        return CompilerId(engine="nosy", version="1", fingerprint="0")

    def compile(self, source: Source, units: Sequence[Unit]) -> Compiled:
        assert source.id not in self._seen
        assert len(self._seen) == 6
        return Compiled(())


def test_out_of_fold(examples: list[Example]) -> None:
    found = dict(out_of_fold(examples, lambda rest, _: Nosy(rest), folds=4))
    assert sorted(found) == [0, 1, 2, 3]
    assert sorted(index for part in found.values() for index in part) == list(range(8))
    assert sorted(dict(out_of_fold(examples, lambda rest, _: Nosy(rest), folds=4, skip={1, 3}))) == [0, 2]
    assert cross_validate(examples, folds=4, train=lambda rest, _: Nosy(rest)).tally.predicted == 0
