"""What makes a paid answer worthless, and what does not: the fingerprint of the asking, and that of the compiler."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from endpoint import Endpoint, paths, serving
from model_world import TEXT, candidate_at, source_of
from test_model_candidates import frozen_at

from specharness import api
from specharness.cli.main import main
from specharness.compile import fingerprint
from specharness.compile.fingerprint import asked_of, parts_of
from specharness.compile.llm import schema
from specharness.compile.llm.cache import Answers
from specharness.compile.local.model import shipped_weights
from specharness.errors import DriftError
from specharness.segment import segment

SOURCE = source_of(TEXT)
UNITS = segment(SOURCE)
PROMPT = Path(__file__).resolve().parents[3] / "specharness" / "prompts" / "obligations-2.md"
SHIPPED = shipped_weights()
COLD = {"temperature": 0.0, "max_tokens": 2000, "seed": 1}


def asked(folder: Path, endpoint: Endpoint, **changes: Any) -> tuple[str, int]:
    """The fingerprint that the output carries, and how many questions were put for it."""
    before = len(endpoint.requests)
    entry = candidate_at(folder, endpoint.address, **changes)
    entry = entry.model_copy(update={"answers": folder / "answers.sqlite"})
    result = api.compile_text(TEXT, engine=entry.kind.build(entry))
    assert len(result.hard) == 3
    assert result.compiler.fingerprint == parts_of(entry).digest
    return result.compiler.fingerprint, len(endpoint.requests) - before


def other_code(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if the local compiler, which reads second, had been edited."""
    told = fingerprint.code_digest
    monkeypatch.setattr(
        fingerprint,
        "code_digest",
        lambda code: f"{told(code)[:-1]}x" if any("local" in one for one in code) else told(code),
    )


def test_another_second_reader_is_another_compiler_and_asks_nothing_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with serving(paths) as endpoint:
        first, questions = asked(tmp_path, endpoint)
        assert questions == 1
        other_code(monkeypatch)
        second, questions = asked(tmp_path, endpoint)
        assert (second != first, questions) == (True, 0)
        monkeypatch.setattr("specharness.compile.local.model.shipped_weights", lambda: Weights())
        third, questions = asked(tmp_path, endpoint)
    assert (third not in (first, second), questions) == (True, 0)
    assert len(Answers(tmp_path / "answers.sqlite").stats().fingerprints) == 1


class Weights:
    """Weights that were trained anew, as far as a fingerprint sees of them."""

    sha256 = "0" * 64

    def __getattr__(self, name: str) -> Any:
        return getattr(SHIPPED, name)


@pytest.mark.parametrize(
    "changes",
    [
        {"asking": {"window": 900}},
        {"asking": {"concurrency": 1, "attempts": 9}},
        {"alignment": "verbatim"},
        {"description": "another"},
    ],
    ids=str,
)
def test_what_leaves_the_question_as_it_was_asks_nothing_again(tmp_path: Path, changes: dict[str, Any]) -> None:
    with serving(paths) as endpoint:
        asked(tmp_path, endpoint)
        assert asked(tmp_path, endpoint, **changes)[1] == 0


@pytest.mark.parametrize(
    "changes",
    [
        {"model": "scripted-2"},
        {"revision": "2026-11-02"},
        {"decoding": {**COLD, "temperature": 0.5}},
        {"decoding": {**COLD, "top_p": 0.9}},
        {"decoding": {**COLD, "max_tokens": 1999}},
        {"decoding": {**COLD, "seed": 2}},
        {"asking": {"mode": "tools"}},
        {"asking": {"api": "responses"}},
        {"asking": {"size": "short"}},
    ],
    ids=str,
)
def test_another_model_sampling_or_schema_asks_again(tmp_path: Path, changes: dict[str, Any]) -> None:
    with serving(paths) as endpoint:
        first, _ = asked(tmp_path, endpoint)
        second, questions = asked(tmp_path, endpoint, **changes)
    assert second != first
    assert questions >= 1


def test_another_template_asks_again_wherever_it_differs(tmp_path: Path) -> None:
    text = PROMPT.read_text(encoding="utf-8")
    with serving(paths) as endpoint:
        asked(tmp_path, endpoint)
        for number, edited in enumerate((text.replace("In doubt abstain", "In doubt, abstain"), f"{text}\n")):
            (tmp_path / f"{number}.md").write_text(edited, encoding="utf-8")
            assert asked(tmp_path, endpoint, prompt=f"{number}.md")[1] == 1


def test_a_schema_with_more_room_asks_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with serving(paths) as endpoint:
        asked(tmp_path, endpoint)
        told = schema.schema_digest
        monkeypatch.setattr(schema, "schema_digest", lambda size: f"{told(size)[:-1]}x")
        assert asked(tmp_path, endpoint)[1] == 1


def test_another_layout_of_units_asks_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with serving(paths) as endpoint:
        asked(tmp_path, endpoint)
        monkeypatch.setattr("specharness.compile.llm.prompt._sign", lambda block: f" a {block.value.replace('_', ' ')}")
        assert asked(tmp_path, endpoint)[1] == 1


def test_a_mark_is_that_of_the_asking(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with serving(paths) as endpoint:
        found = candidate_at(tmp_path, endpoint.address)
        found.kind.build(found).compile(SOURCE, UNITS)
        other_code(monkeypatch)
        found.kind.build(found).compile(SOURCE, UNITS)
        found = candidate_at(tmp_path, endpoint.address, model="scripted-2")
        found.kind.build(found).compile(SOURCE, UNITS)
    first, second, third = (request.user for request in endpoint.requests)
    assert first == second != third


def test_an_endpoint_and_a_model_in_this_process_are_two(tmp_path: Path) -> None:
    entry = candidate_at(tmp_path, "http://127.0.0.1:9/v1")
    here = entry.model_copy(update={"candidate": entry.candidate.model_copy(update={"engine": "vllm"})})
    assert asked_of(entry).digest != asked_of(here).digest


def test_a_frozen_compiler_refuses_what_the_answers_survive(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = frozen_at(tmp_path)
    frozen = api.frozen_engine(path).id.fingerprint
    assert frozen == parts_of(candidate_at(tmp_path, "http://127.0.0.1:9/v1")).digest
    other_code(monkeypatch)
    with pytest.raises(DriftError, match="engine_code: "):
        api.frozen_engine(path)


def test_the_command_line_tells_of_the_asking(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SPECHARNESS_CACHE", str(tmp_path / "answers.sqlite"))
    (tmp_path / "prompt.md").write_text(TEXT, encoding="utf-8")
    with serving(paths) as endpoint:
        entry = candidate_at(tmp_path, endpoint.address)
        words = ["compile", str(tmp_path / "prompt.md"), "--compiler", str(tmp_path / "scripted.toml")]
        assert main(words) == 0
        other_code(monkeypatch)
        assert main([*words, "--resume"]) == 0
    assert len(endpoint.requests) == 1
    capsys.readouterr()
    assert main(["cache", "stats", "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out)["fingerprints"] == {asked_of(entry).digest: 1}
    assert main(["cache", "prune", "--fingerprint", parts_of(entry).digest]) == 0
    assert "0 answers forgotten" in capsys.readouterr().err
    assert main(["cache", "prune", "--fingerprint", asked_of(entry).digest]) == 0
    assert "1 answers forgotten" in capsys.readouterr().err
