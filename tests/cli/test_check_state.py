"""What an agent left, handed to `check` for experiments and benchmarks: message and calls only where there are some."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from specharness.cli.experiment import check_state
from specharness.experiments.conditions import State
from specharness.ir import Effect, ObligationSet, Outcome, ToolCall

WORDS = ("response_count", {"of": "words", "min": 2})
USED = ("tool_used", {"tool": "write"})
CALLS = (ToolCall(tool="write", arguments={"path": "a"}),)


@pytest.mark.parametrize(
    ("asked", "message", "calls", "outcome"),
    [
        (WORDS, "All done.", (), Outcome.PASSED),
        (WORDS, "Done", (), Outcome.FAILED),
        (WORDS, "", (), Outcome.UNKNOWN),
        (USED, "", CALLS, Outcome.PASSED),
        (USED, "", (), Outcome.UNKNOWN),
    ],
)
def test_message_and_calls(
    asked: tuple[str, dict[str, Any]],
    message: str,
    calls: tuple[ToolCall, ...],
    outcome: Outcome,
    sample: ObligationSet,
    tmp_path: Path,
) -> None:
    name, params = asked
    one = sample.hard[0].model_copy(update={"effect": Effect(validator=name, params=params)})
    contract = sample.model_copy(update={"hard": (one,)})
    for folder in ("workspace", "before"):
        (tmp_path / folder).mkdir()
    certificate = check_state(contract, State(tmp_path / "workspace", tmp_path / "before", message, calls, {}))
    assert [result.outcome for result in certificate.results] == [outcome], certificate.results
    assert sorted(path.name for path in tmp_path.rglob("*")) == ["before", "workspace"]
