"""Constraints in IFEval's vocabulary, and the figures on its development part."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from specharness.ir import Direction, Param, Span
from specharness.measure.ifeval import Instruction, Tally, instructions_of, score


def direction(field: str, forbids: bool = False, **params: Any) -> Direction:
    return Direction(
        id="d1",
        spans=(Span(source="p", start=0, end=1),),
        disposition="hard",
        modality="must_not" if forbids else "must",
        kind="response",
        family="response_constraint",
        params={name: Param(value=value) for name, value in {"field": field, **params}.items()},
        statement="x",
        confidence=1,
    )


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        (direction("words", max=50), [("length_constraints:number_words", {"relation": "less than", "num_words": 51})]),
        (
            direction("sentences", count=4),
            [
                ("length_constraints:number_sentences", {"relation": "at least", "num_sentences": 4}),
                ("length_constraints:number_sentences", {"relation": "less than", "num_sentences": 5}),
            ],
        ),
        (
            direction("letters", True, text="q"),
            [("keywords:letter_frequency", {"let_relation": "less than", "letter": "q", "let_frequency": 1})],
        ),
        (direction("keywords", True, text=("a", "b")), [("keywords:forbidden_words", {"forbidden_words": ["a", "b"]})]),
        (direction("highlights"), [("detectable_format:number_highlighted_sections", {"num_highlights": 1})]),
        (direction("language", value="Hindi"), [("language:response_language", {"language": "hi"})]),
        (direction("paragraphs", count=3), []),
        (
            direction("paragraphs", count=3, text="***"),
            [("length_constraints:number_paragraphs", {"num_paragraphs": 3})],
        ),
        (direction("postscript", text="P.P.S."), [("detectable_content:postscript", {"postscript_marker": "P.P.S"})]),
        (direction("beginning", text="Dear"), []),
        (direction("responses", count=3, text="******"), []),
    ],
)
def test_mapping(given: Direction, expected: list[tuple[str, dict[str, Any]]]) -> None:
    assert [(one.id, one.arguments) for one in instructions_of([given])] == expected


def test_some_beside_a_number_is_no_second_demand() -> None:
    found = instructions_of([direction("capital words"), direction("capital words", min=5)])
    assert [one.arguments["capital_frequency"] for one in found] == [5]


def test_only_hard_constraints_count() -> None:
    soft = direction("commas", True).model_copy(update={"disposition": "advisory"})
    assert instructions_of([soft]) == ()


def test_score_matches_by_type_and_compares_arguments() -> None:
    gold = [Instruction("a", {"x": "One "}), Instruction("a", {"x": "two"}), Instruction("b")]
    ours = [Instruction("a", {"x": "TWO"}), Instruction("a", {"x": "three"}), Instruction("a"), Instruction("c")]
    tallies = score(ours, gold)
    assert tallies == {"a": Tally(2, 3, 2, 1), "b": Tally(1, 0, 0, 0), "c": Tally(0, 1, 0, 0)}
    assert Tally().precision is None


@pytest.mark.data
def test_development_part(data: Path) -> None:
    from specharness.measure.ifeval_file import predicted, read_rows

    path = data / "ifeval" / "ifeval_dev.jsonl"
    total = Tally()
    for row in read_rows(path.read_text(encoding="utf-8"), str(path)):
        assert row.gold is not None
        for tally in score(predicted(row.prompt), row.gold).values():
            total += tally
    assert total.precision is not None
    assert total.recall is not None
    assert total.arguments is not None
    assert total.precision >= 0.97
    assert total.recall >= 0.98
    assert total.arguments >= 0.99
    assert json.dumps(vars(total))
