"""The run's model: its schema holds for what is written, and what is held out can be left behind."""

from __future__ import annotations

import json

import jsonschema
import pytest
from pydantic import ValidationError

from specharness.ir import (
    Acceptance,
    Message,
    Official,
    OfficialTest,
    Origin,
    Outcome,
    Role,
    Run,
    Support,
    ToolCall,
    Usage,
    Verdict,
    Workspace,
)
from specharness.ir.schema import json_schema

FULL = Run(
    id="r1",
    task="t1",
    agent="a",
    condition="obligations",
    trace=(
        Message(role=Role.USER, text="Make it.", extra={"at": 1}),
        ToolCall(tool="write", arguments={"path": "x", "lines": [1, None]}, result="ok", failed=False, id="c1"),
        ToolCall(tool="finish", raw_arguments="not json"),
    ),
    final_message="Done.",
    workspace=Workspace(path="out"),
    official=Official(passed=False, tests=(OfficialTest(name="t", outcome=Outcome.FAILED),), held_out={"gold": []}),
    acceptance=Acceptance(accepted=True, verdict=Verdict.PASS),
    support=Support(surface="f" * 64, outcomes={"d1": Outcome.PASSED}),
    usage=Usage(input_tokens=3, seconds=0.5),
    origin=Origin(format="runs", path="runs.jsonl", line=1),
    extra={"seed": 7},
)


def test_a_run_is_what_its_schema_says_and_comes_back_the_same() -> None:
    text = FULL.model_dump_json()
    jsonschema.validate(json.loads(text), json_schema("run"))
    assert Run.model_validate_json(text) == FULL


def test_calls_are_the_trace_without_what_was_said() -> None:
    assert [call.tool for call in FULL.calls] == ["write", "finish"]


def test_the_visible_run_holds_nothing_of_the_verdict() -> None:
    assert FULL.visible.official is None
    assert FULL.visible.model_copy(update={"official": FULL.official}) == FULL
    assert FULL.visible.visible == FULL.visible


@pytest.mark.parametrize("broken", [{"task": None}, {"trace": [{"kind": "dance"}]}, {"usage": {"input_tokens": -1}}])
def test_another_shape_is_refused(broken: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        Run.model_validate({"id": "r", "task": "t", "agent": "a", **broken})
