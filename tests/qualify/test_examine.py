"""What a validator is given of a trial: only what it asks for, under the limits that the world names."""

from __future__ import annotations

from typing import cast

import pytest

from specharness.evidence.views import Request, ViewKind
from specharness.ir import Outcome
from specharness.qualify.case import World, near_fail, near_pass
from specharness.qualify.derived import Trial, trial_of
from specharness.qualify.examine import answer
from specharness.validators.base import Params, Validator
from specharness.validators.registry import BUILT_IN
from specharness.validators.values import ValueEquals

ASKED = {"path": "d.json", "field": "v", "value": 1}


class Elsewhere(ValueEquals):
    """Decides as the other, and forgets to ask for the file."""

    def needs(self, params: Params) -> tuple[Request, ...]:
        return (Request(ViewKind.JSON, "e.json"),)


def test_what_is_not_asked_for_is_not_seen() -> None:
    case = near_pass("value", ASKED, {"d.json": '{"v": 1}', "e.json": "{}"}, "it is 1")
    trial = trial_of(BUILT_IN["value_equals"], case)
    assert answer(BUILT_IN["value_equals"], trial).right
    assert answer(cast(Validator, Elsewhere()), trial).outcome == Outcome.ERROR
    assert answer(BUILT_IN["value_equals"], Trial(case, {})).outcome == Outcome.ERROR


@pytest.mark.parametrize(("least", "outcome"), [(1, Outcome.PASSED), (2, Outcome.FAILED)])
def test_limits_of_a_world_make_a_table_too_large_to_be_held(least: int, outcome: Outcome) -> None:
    pytest.importorskip("duckdb", reason="tables beyond memory need the extra `tables`")
    asked = {"path": "t.csv", "field": "v", "min": least}
    case = near_fail("min", asked, World({"t.csv": "k,v\na,1\nb,2\n"}, limits={"table_bytes": 5}), "judged by queries")
    trial = trial_of(BUILT_IN["value_range"], case)
    assert {request.kind for request in trial.seen} == {ViewKind.TABLE, ViewKind.QUERY}
    assert answer(BUILT_IN["value_range"], trial).outcome == outcome
