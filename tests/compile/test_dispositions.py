"""When the model's word alone makes a clause hard."""

from __future__ import annotations

from dataclasses import replace

import pytest
from local_world import read

from specharness.compile.local.clause import Clause, Guess
from specharness.compile.local.dispositions import LEAST_HARD, decide
from specharness.compile.local.model import shipped_weights
from specharness.compile.local.sketch import Judged, judge
from specharness.ir import Disposition, Family, SourceKind

_TEXT = "Add a legend to the chart.\n"


def _decided(hard: float, residual: float, found: Guess | None = None, kind: SourceKind = SourceKind.PROMPT) -> str:
    """What becomes of one clause under these probabilities; what is left is an abstention's."""
    source, units, files = read(_TEXT)
    source = source.model_copy(update={"kind": kind})
    judged = next(iter(judge(source, units, shipped_weights())))
    left = 1 - hard - residual
    chances = {
        Disposition.HARD: hard,
        Disposition.RESIDUAL: residual,
        Disposition.ABSTAIN: left,
        Disposition.ADVISORY: 0.0,
    }
    told: Judged = replace(judged, probabilities=chances)
    clause = Clause(source, units[0], units[0].body.start, units[0].body.end, files)
    return decide(clause, found, told, shipped_weights())[0].value


@pytest.mark.parametrize(("hard", "expected"), [(LEAST_HARD + 0.01, "hard"), (LEAST_HARD - 0.01, "abstain")])
def test_a_prompts_clause_that_may_be_background_is_not_hard(hard: float, expected: str) -> None:
    assert _decided(hard, 0.38) == expected


def test_a_rule_or_another_source_needs_no_such_surety() -> None:
    hard = LEAST_HARD - 0.01
    assert _decided(hard, 0.38, Guess(Family.OTHER_CHECKABLE, {}, "some rule")) == "hard"
    assert _decided(hard, 0.38, kind=SourceKind.GUIDELINE) == "hard"
