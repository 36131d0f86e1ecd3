"""Logs of Inspect AI, written by the library itself and read through it."""

from __future__ import annotations

from pathlib import Path

import pytest

from specharness.errors import InputError
from specharness.ir import Run
from specharness.runs.claims import Label, claim_of
from specharness.runs.damage import Damage
from specharness.runs.reading import read_runs
from specharness.runs.shapes import shape_of

pytest.importorskip("inspect_ai")


def write_log(path: Path, *, listed: bool = True) -> None:
    """Two samples: one that submits, one that ran into a limit and has no score."""
    from inspect_ai.log import EvalConfig, EvalDataset, EvalLog, EvalSample, EvalSampleLimit, EvalSpec, write_eval_log
    from inspect_ai.model import (
        ChatMessageAssistant,
        ChatMessageSystem,
        ChatMessageTool,
        ChatMessageUser,
        ModelOutput,
        ModelUsage,
    )
    from inspect_ai.scorer import Score
    from inspect_ai.tool import ToolCall

    spec = EvalSpec(
        created="2026-01-01T00:00:00+00:00",
        task="files",
        dataset=EvalDataset(sample_ids=["t1", "t2"] if listed else None),
        model="m-1",
        config=EvalConfig(),
    )
    wrote = ToolCall(id="c1", function="bash", arguments={"cmd": "echo abc > out.txt"})
    submitted = ToolCall(id="c2", function="submit", arguments={"answer": "out.txt"})
    done = EvalSample(
        id="t1",
        epoch=1,
        input="Write out.txt.",
        target="abc",
        messages=[
            ChatMessageSystem(content="Be brief."),
            ChatMessageUser(content="Write out.txt."),
            ChatMessageAssistant(content="", tool_calls=[wrote]),
            ChatMessageTool(content="ok", tool_call_id="c1", function="bash"),
            ChatMessageAssistant(content="I have written it.", tool_calls=[submitted]),
        ],
        output=ModelOutput.from_content("m-1", "I have written it."),
        scores={"match": Score(value="I", explanation="wrong")},
        model_usage={"m-1": ModelUsage(input_tokens=10, output_tokens=5, total_tokens=15)},
        total_time=3.0,
    )
    cut = EvalSample(
        id="t2",
        epoch=1,
        input="Write out.txt.",
        target="abc",
        messages=[ChatMessageUser(content="Write out.txt.")],
        limit=EvalSampleLimit(type="message", limit=1),
    )
    write_eval_log(EvalLog(eval=spec, status="success", samples=[done, cut]), str(path))


@pytest.mark.parametrize("listed", [True, False])
@pytest.mark.parametrize("ending", ["eval", "json"])
def test_a_log_gives_a_run_a_sample(ending: str, listed: bool, tmp_path: Path) -> None:
    path = tmp_path / f"log.{ending}"
    write_log(path, listed=listed)
    shape = shape_of(path)
    assert shape is not None
    assert shape.format == "inspect"
    damage = Damage()
    runs: dict[str, Run] = {run.task: run for run in read_runs([path], damage)}
    assert damage.count == 0
    first, second = runs["t1"], runs["t2"]
    assert [(call.tool, call.result) for call in first.calls] == [("bash", "ok"), ("submit", None)]
    assert (first.benchmark, first.model, first.trial) == ("files", "m-1", "1")
    assert first.official is not None
    assert first.official.passed is False
    assert first.official.held_out["target"] == "abc"
    assert (first.usage.input_tokens, first.usage.output_tokens) == (10, 5)
    assert claim_of(first).label is Label.CLAIMED
    assert second.official is not None
    assert second.official.passed is None
    assert second.ended == "limit: message"


def test_a_broken_archive_is_no_log(tmp_path: Path) -> None:
    path = tmp_path / "log.eval"
    write_log(path)
    path.write_bytes(path.read_bytes()[:200])
    with pytest.raises(InputError):
        list(read_runs([path], Damage()))
