"""Only a validator with a current card becomes an obligation's, and only such a one decides."""

from __future__ import annotations

from pathlib import Path

import pytest
from ground_world import direction_of, grounded, source_of
from pydantic import JsonValue

from specharness import api
from specharness.ir import Family, ObligationSet, Outcome, Reason
from specharness.validators import registry
from specharness.validators.base import Validator
from specharness.validators.cards import State

TEXT = "Create `out.json`.\nThe file `out.json` must contain `done`.\n"


def withhold(monkeypatch: pytest.MonkeyPatch, name: str, problem: str) -> None:
    def state_of(validator: Validator) -> State:
        return State(None, problem if validator.name == name else "")

    monkeypatch.setattr(registry, "state_of", state_of)


def used(obligations: ObligationSet) -> set[str]:
    return {item.effect.validator for item in obligations.hard}


@pytest.mark.parametrize("problem", ["has no card", "has a card that is void: what decides has changed since, in x"])
def test_a_demand_is_undecided_while_its_validator_has_no_current_card(
    monkeypatch: pytest.MonkeyPatch, problem: str
) -> None:
    assert used(api.compile_text(TEXT)) >= {"text_contains"}
    withhold(monkeypatch, "text_contains", problem)
    obligations = api.compile_text(TEXT)
    assert "text_contains" not in used(obligations)
    details = [(item.reason, item.detail) for item in (*obligations.advisory, *obligations.abstained)]
    assert (Reason.NO_VALIDATOR, f"validator text_contains may not block: it {problem}") in details


def joined() -> ObligationSet:
    source = source_of("Either `a.txt` or `b.txt` must exist.")
    return grounded(source, direction_of(source, source.text, family=Family.PATH_EXISTS, path=("a.txt", "b.txt")))


def test_a_check_of_several_needs_the_cards_of_all(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    obligations = joined()
    assert used(obligations) == {"combined"}
    (tmp_path / "a.txt").write_text("x")
    assert [result.outcome for result in api.check(obligations, workspace=tmp_path).results] == [Outcome.PASSED]
    withhold(monkeypatch, "path_exists", "has no card")
    (result,) = api.check(obligations, workspace=tmp_path).results
    assert result.outcome is Outcome.ERROR
    assert "`path_exists` has no card" in result.message
    later = joined()
    assert used(later) == set()
    assert "validator path_exists may not block: it has no card" in [item.detail for item in later.abstained]


def test_parts_of_parts_are_asked_for_as_well() -> None:
    inner: JsonValue = {"validator": "path_exists", "params": {"path": "a"}}
    several: dict[str, JsonValue] = {"any": [inner, {"validator": "count", "params": {}}]}
    outer: dict[str, JsonValue] = {"none": [{"validator": "combined", "params": several}]}
    found = registry.BUILT_IN["combined"].rests_on({**outer, "if": {"validator": "tool_used", "params": {}}})
    assert set(found) == {"combined", "path_exists", "count", "tool_used"}


def test_what_was_compiled_before_is_not_decided_either(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    obligations = api.compile_text(TEXT)
    (tmp_path / "out.json").write_text('"done"')
    kept = {result.obligation: result.outcome for result in api.check(obligations, workspace=tmp_path).results}
    assert set(kept.values()) == {Outcome.PASSED}
    withhold(monkeypatch, "text_contains", "has no card")
    certificate = api.check(obligations, workspace=tmp_path)
    for item, result in zip(obligations.hard, certificate.results, strict=True):
        if item.effect.validator == "text_contains":
            assert result.outcome is Outcome.ERROR
            assert "has no card" in result.message
        else:
            assert result.outcome is Outcome.PASSED
