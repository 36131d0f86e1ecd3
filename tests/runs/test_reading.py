"""Every format tells the same story; what is broken is named, what is unknown is kept, what is secret is gone."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from specharness.errors import InputError, NotFoundError, UsageError
from specharness.ir import Outcome, Run, Transcript
from specharness.measure import run_seeds as records
from specharness.measure.run_seeds import ANSWER, ARGUMENTS, ASKED, SAID
from specharness.runs import lines as line_reading
from specharness.runs.claims import Label, claim_of
from specharness.runs.damage import MAX_NAMED, Damage
from specharness.runs.reading import FORMATS, Defaults, read_runs
from specharness.runs.shapes import shape_of


def read(path: Path, damage: Damage | None = None, **options: Any) -> list[Run]:
    return list(read_runs([path], damage or Damage(), **options))


def written(folder: Path, text: str, name: str = "log.txt") -> Path:
    path = folder / name
    path.write_text(text)
    return path


FILES: dict[str, tuple[str, Callable[[], str]]] = {
    "openai line": ("openai", lambda: records.lines(records.openai())),
    "openai bare list": ("openai", lambda: json.dumps(records.openai()["messages"])),
    "openai document": ("openai", lambda: json.dumps(records.openai(), indent=1)),
    "tau list": ("tau-bench", lambda: json.dumps([records.tau()])),
    "workbench": ("workbench", lambda: records.lines(records.workbench())),
    "atif": ("atif", lambda: json.dumps(records.atif(), indent=2)),
    "openhands list": ("openhands", lambda: json.dumps(records.openhands_classic())),
    "openhands event lines": ("openhands", lambda: records.lines(*records.openhands_events())),
    "openhands harness": (
        "openhands",
        lambda: records.lines({"instance_id": "i1", "history": records.openhands_classic(), "metadata": {}}),
    ),
    "claude stream": ("claude-code", lambda: records.lines(*records.claude_stream())),
    "claude transcript": ("claude-code", lambda: records.lines(*records.claude_transcript())),
    "plain": ("runs", lambda: records.lines(records.plain())),
}


@pytest.mark.parametrize("name", FILES)
def test_a_format_is_told_by_content_and_tells_the_story(name: str, tmp_path: Path) -> None:
    expected, text = FILES[name]
    path = written(tmp_path, text())
    shape = shape_of(path)
    assert shape is not None
    assert shape.format == expected
    damage = Damage()
    (run,) = read(path, damage)
    assert damage.count == 0
    first = run.calls[0]
    assert first.arguments == ARGUMENTS
    assert first.result == ANSWER
    assert run.final_message == SAID
    assert run.transcript is Transcript.COMPLETE
    assert claim_of(run).label is Label.CLAIMED
    if name != "claude stream":  # it does not repeat the prompt
        assert ASKED in [step.text for step in run.trace if step.kind == "message"]


def test_gzip_is_read_as_what_it_holds(tmp_path: Path) -> None:
    path = tmp_path / "log.bin"
    path.write_bytes(gzip.compress(records.lines(records.openai()).encode()))
    assert len(read(path)) == 1


def test_usage_and_outcome_of_each_format(tmp_path: Path) -> None:
    (run,) = read(written(tmp_path, json.dumps(records.openai())))
    assert (run.usage.input_tokens, run.usage.output_tokens, run.usage.cached_tokens) == (10, 5, 4)
    assert run.official is not None
    assert run.official.passed is False
    (run,) = read(written(tmp_path, records.lines(*records.claude_stream())))
    assert (run.usage.input_tokens, run.usage.cached_tokens, run.usage.output_tokens) == (10, 4, 5)
    assert (run.usage.seconds, run.usage.cost_usd) == (1.5, 0.01)
    (run,) = read(written(tmp_path, json.dumps([records.tau()])))
    assert run.official is not None
    assert (run.task, run.trial, run.official.passed, run.official.reward) == ("3", "1", True, 1.0)
    assert run.instruction == ""
    (run,) = read(written(tmp_path, records.lines(records.workbench())))
    assert run.official is not None
    assert run.official.soft == ("no_change_needed",)
    assert "gold_calls" in run.official.held_out
    assert run.calls[1].raw_arguments == "files.write.func(broken"
    assert run.calls[1].tool.startswith("files.write.func(broken")


def test_a_harbor_job(tmp_path: Path) -> None:
    damage = Damage()
    (run,) = read(records.write_harbor(tmp_path), damage)
    assert (run.task, run.trial, run.agent, run.benchmark) == ("write-out", "Ab12", "terminus-2 m-1", "bench")
    assert run.official is not None
    assert run.official.passed is True
    assert [(test.name, test.outcome) for test in run.official.tests] == [
        ("test_out", Outcome.PASSED),
        ("test_x", Outcome.INACTIVE),
    ]
    assert (run.usage.seconds, run.usage.input_tokens) == (90.0, 10)
    assert run.final_message == SAID
    assert damage.secrets == 1
    assert "sk-a" not in run.model_dump_json()
    assert damage.unknown_count == 0  # the job's own sum is none


def test_a_trial_without_a_verdict_has_none(tmp_path: Path) -> None:
    (run,) = read(records.write_harbor(tmp_path, trajectory=False, reward=None))
    assert run.official is not None
    assert (run.official.passed, run.official.error) == (None, "AgentTimeoutError")
    assert run.ended == "AgentTimeoutError: too long"
    assert run.transcript is Transcript.ABSENT
    assert claim_of(run).label is Label.NO_TRANSCRIPT


def test_terminus_episodes_and_their_flag(tmp_path: Path) -> None:
    job = records.write_harbor(tmp_path, trajectory=False)
    records.write_episodes(next(path for path in job.iterdir() if path.is_dir()))
    (run,) = read(job)
    assert [call.tool for call in run.calls] == ["terminal", "task_complete"]
    assert run.calls[0].result == ANSWER
    assert claim_of(run)[:3] == (Label.CLAIMED, "signal", "task_complete")


def test_a_trials_trajectory_in_another_format(tmp_path: Path) -> None:
    job = records.write_harbor(tmp_path, trajectory=False)
    trial = next(path for path in job.iterdir() if path.is_dir())
    (trial / "agent" / "claude-code.txt").write_text(records.lines(*records.claude_stream()))
    (run,) = read(job)
    assert run.origin is not None
    assert run.origin.format == "harbor"
    assert run.final_message == SAID


def test_a_conversation_of_the_sdk(tmp_path: Path) -> None:
    folder = tmp_path / "c1"
    (folder / "events").mkdir(parents=True)
    (folder / "base_state.json").write_text(json.dumps({"id": "c1", "agent": {"llm": {"model": "m-1"}}}))
    for number, event in enumerate(records.openhands_events()):
        (folder / "events" / f"event-{number:05}-{event['id']}.json").write_text(json.dumps(event))
    (run,) = read(tmp_path)
    assert (run.id, run.model, run.final_message) == ("c1", "m-1", SAID)
    assert run.extra == {"other_events": {"ConversationStateUpdateEvent": 1}}


def test_events_of_subagents_are_never_the_last_words(tmp_path: Path) -> None:
    aside = {
        "type": "assistant",
        "session_id": "s1",
        "parent_tool_use_id": "c1",
        "message": {"id": "m9", "content": [{"type": "text", "text": "I could not do it."}]},
    }
    events = records.claude_stream()[:-1]
    (run,) = read(written(tmp_path, records.lines(*events, aside)))
    assert run.final_message == SAID
    assert claim_of(run).label is Label.CLAIMED


def test_sessions_of_one_file_are_runs_of_their_own(tmp_path: Path) -> None:
    other = [{**event, "session_id": "s2"} for event in records.claude_stream()]
    mixed = [event for pair in zip(records.claude_stream(), other, strict=True) for event in pair]
    assert [run.id for run in read(written(tmp_path, records.lines(*mixed)))] == ["s1", "s2"]


def test_unknown_fields_survive_and_come_back_the_same(tmp_path: Path) -> None:
    (run,) = read(written(tmp_path, records.lines(records.plain())))
    assert run.extra == {"seed": 7, "colour": "red"}
    again = written(tmp_path, run.model_dump_json(exclude_none=True) + "\n", "again.jsonl")
    assert read(again) == [run]
    (run,) = read(written(tmp_path, json.dumps(records.atif())))
    assert run.extra["notes"] == "kept"
    assert run.extra["agent"] == {"version": "2.0", "extra": {"parser": "json"}}
    (run,) = read(written(tmp_path, json.dumps(records.openai())))
    assert run.extra == {"seed": 7}
    assert run.trace[-1].extra == {"annotations": []}


def test_damaged_lines_are_counted_and_named_and_the_rest_is_read(tmp_path: Path) -> None:
    good = records.lines(records.plain())
    text = (
        good
        + '{"broken\n'
        + "\n"
        + '{"id": 5}\n'
        + good.replace("r1", "r2")
        + '{"id": "x", "task": "t", "agent": "a", "trace": 3}\n'
    )
    damage = Damage()
    runs = read(written(tmp_path, text), damage)
    assert [run.id for run in runs] == ["r1", "r2"]
    assert damage.count == 3
    assert [place.line for place in damage.named] == [2, 4, 6]
    assert "trace" in damage.named[2].reason


def test_no_more_damage_is_named_than_is_read(tmp_path: Path) -> None:
    damage = Damage()
    read(written(tmp_path, records.lines(records.plain()) + "{\n" * 500), damage)
    assert damage.count == 500
    assert len(damage.named) == MAX_NAMED


def test_a_list_that_is_cut_keeps_what_came_before(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(line_reading, "CHUNK", 100)  # many refills of the buffer
    whole = json.dumps([records.tau(), records.tau()], indent=1)
    assert len(read(written(tmp_path, whole))) == 2
    damage = Damage()
    assert len(read(written(tmp_path, whole[: len(whole) * 3 // 4]), damage)) == 1
    assert damage.count == 1


@pytest.mark.parametrize("text", ["", "hello", "[]", "{}", "[1, 2]", '{"a": 1}\n{"b": 2}\n', "\x00\x01", "[" * 5000])
def test_what_is_no_record_is_refused(text: str, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no known format"):
        read(written(tmp_path, text))


def test_a_folder_passes_over_what_is_no_record(tmp_path: Path) -> None:
    written(tmp_path, "hello", "readme.md")
    written(tmp_path, records.lines(records.plain()), "b.jsonl")
    (tmp_path / "loop").symlink_to(tmp_path)
    damage = Damage()
    assert len(read(tmp_path, damage)) == 1
    assert damage.unknown_count == 1
    (tmp_path / "b.jsonl").unlink()
    with pytest.raises(InputError, match="no run records"):
        read(tmp_path)


def test_paths_and_formats_that_are_not_there(tmp_path: Path) -> None:
    with pytest.raises(NotFoundError):
        read(tmp_path / "none")
    with pytest.raises(UsageError, match="no format is called"):
        read(tmp_path, format="xml")


def test_lone_surrogates_of_cut_texts_are_replaced(tmp_path: Path) -> None:
    text = records.lines(records.plain()).replace("abc", "\\ud83d")
    (run,) = read(written(tmp_path, text))
    assert run.calls[0].arguments["text"] == "�"
    run.model_dump_json().encode()


def test_defaults_fill_what_the_record_does_not_say(tmp_path: Path) -> None:
    (run,) = read(written(tmp_path, json.dumps(records.openai())), defaults=Defaults(agent="x", benchmark="b"))
    assert (run.agent, run.benchmark) == ("m-1", "b")


def test_a_link_that_is_given_itself_is_followed(tmp_path: Path) -> None:
    target = written(tmp_path, records.lines(records.plain()))
    (tmp_path / "link").symlink_to(target)
    assert len(read(tmp_path / "link")) == 1


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("format", FORMATS)
def test_a_format_that_is_forced_must_be_that_of_the_file(name: str, format: str, tmp_path: Path) -> None:
    told, text = FILES[name]
    path = written(tmp_path, text())
    damage = Damage()
    if told == format:
        assert read(path, damage, format=format) == read(path)
    else:
        with pytest.raises(InputError, match=f"holds no record of the format {format}"):
            read(path, damage, format=format)
        below = written(tmp_path, records.lines(records.plain()), "other.jsonl")
        if format == "runs":
            assert [run.id for run in read(tmp_path, damage, format=format)] == [run.id for run in read(below)]
            assert damage.unknown_count == 1
    assert damage.count == 0


def test_a_format_can_be_forced_where_the_first_values_do_not_tell_it(tmp_path: Path) -> None:
    bare = {"id": "r", "task": "t", "agent": "a"}
    path = written(tmp_path, records.lines(bare))
    with pytest.raises(InputError, match="no known format"):
        read(path)
    assert [run.id for run in read(path, format="runs")] == ["r"]
    late = written(tmp_path, json.dumps([{"about": "the runs below"}, records.tau()]), "late.json")
    with pytest.raises(InputError, match="no known format"):
        read(late)
    assert [run.task for run in read(late, format="tau-bench") if run.trace] == [
        read(written(tmp_path, json.dumps([records.tau()])))[0].task
    ]


def test_a_forced_format_passes_over_trials_and_conversations_of_others(tmp_path: Path) -> None:
    records.write_harbor(tmp_path)
    assert [run.origin.format for run in read(tmp_path, format="harbor") if run.origin] == ["harbor"]
    assert [run.origin.format for run in read(tmp_path, format="atif") if run.origin] == ["atif"]
    with pytest.raises(InputError, match="no run records below it"):
        read(tmp_path, format="tau-bench")


@pytest.mark.parametrize("text", ["", "words\n", "{}\n", '{"a": 1}\n', "[]", "[1, 2]", "\x00\x01", '[{"a": 1}]', "{"])
@pytest.mark.parametrize("format", FORMATS)
def test_a_forced_format_accepts_no_other_file(text: str, format: str, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="holds no record of the format"):
        read(written(tmp_path, text), format=format)
