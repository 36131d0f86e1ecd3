"""Every constraint that IFEval has is read in many grammatical forms, and nothing else with it."""

from __future__ import annotations

import pytest
from response_wordings import TOPIC, WORDINGS, expected

from specharness.measure.ifeval import score
from specharness.measure.ifeval_file import predicted


@pytest.mark.parametrize(("wording", "gold"), WORDINGS, ids=[wording[:60] for wording, _ in WORDINGS])
def test_a_wording_states_its_constraint_and_no_other(wording: str, gold: tuple[tuple[object, ...], ...]) -> None:
    prompt = (
        wording[1:] if wording.startswith("^") else f"{TOPIC}\n{wording}" if wording[0] == "-" else f"{TOPIC} {wording}"
    )
    wanted = [expected(*one) for one in gold]  # type: ignore[arg-type]
    found = predicted(prompt)
    tallies = score(found, wanted)
    assert all(one.exact == one.gold == one.predicted for one in tallies.values()), found
