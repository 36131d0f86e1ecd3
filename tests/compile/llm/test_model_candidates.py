"""The candidates that are shipped, what freezes them, and what a candidate's file must not hold."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import tomli_w
from endpoint import paths, serving
from model_world import TEXT, candidate_at

from specharness import api
from specharness.compile.candidates import candidate_names, compilers_folder, find_candidate, load_candidate
from specharness.compile.fingerprint import parts_of
from specharness.compile.frozen import Choice, Frozen, Standing
from specharness.compile.llm.prices import price_of
from specharness.compile.llm.prompt import parse_template
from specharness.compile.llm.schema import ParamName, Reasoned
from specharness.errors import DriftError, SchemaMismatchError, UsageError
from specharness.ir import Family, Kind, Modality
from specharness.ir.schema import json_document

MODELS = [name for name in candidate_names(compilers_folder()) if name != "local"]


def test_the_families_of_the_study_and_open_ones_are_there() -> None:
    hosted = {"gpt-5.6-sol", "claude-fable-5", "gemini-3.1-pro", "kimi-k3", "glm-5.2", "qwen3.7-max", "deepseek-v4-pro"}
    assert hosted <= set(MODELS)
    assert sum(find_candidate(name, compilers_folder()).kind.name == "vllm" for name in MODELS) == 3


@pytest.mark.parametrize("name", MODELS)
def test_a_shipped_candidate_builds_without_a_key_or_a_network(name: str) -> None:
    entry = find_candidate(name, compilers_folder())
    engine = entry.kind.build(entry)
    assert engine.id.fingerprint == parts_of(entry).digest
    assert engine.id.engine == name


PROMPTS = sorted(Path(__file__).parents[3].glob("specharness/prompts/*.md"))


@pytest.mark.parametrize("file", PROMPTS, ids=lambda file: file.stem)
def test_prompts_parse(file: Path) -> None:
    assert "{units}" in parse_template(file.read_text(encoding="utf-8"), file.name).changing


def test_the_prompt_names_everything_that_the_schema_allows() -> None:
    text = (Path(__file__).parents[3] / "specharness/prompts/obligations-2.md").read_text(encoding="utf-8")
    for word in [*Family, *ParamName, *Reasoned, *Kind, *Modality, "hard", "advisory", "abstain"]:
        assert word in text, word


def frozen_at(folder: Path, **changes: Any) -> Path:
    entry = candidate_at(folder, "http://127.0.0.1:9/v1", **changes)
    parts = parts_of(entry)
    choice = Choice(protocol="p", criterion="hard_f1", decided_by="hard_f1", data="d", documents=1)
    standing = Standing(candidate="scripted", scored="as it is", figures={"hard_f1": 0.5})
    frozen = Frozen(candidate="scripted", fingerprint=parts.digest, parts=parts, choice=choice, standings=(standing,))
    path = folder / "frozen.toml"
    path.write_text(frozen.text, encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("part", "changes"),
    [
        ("model", {"model": "scripted-2"}),
        ("revision", {"revision": "2026-11-02"}),
        ("decoding", {"decoding": {"temperature": 0.5, "max_tokens": 2000, "seed": 1}}),
        ("decoding", {"asking": {"window": 900}}),
        ("decoding", {"asking": {"mode": "tools"}}),
        ("output_schema", {"asking": {"size": "short"}}),
        ("alignment", {"alignment": "verbatim"}),
        ("samples", {"samples": 3}),
        ("prompt", {"prompt": str(Path(__file__).parents[3] / "specharness/prompts/short-2.md")}),
    ],
)
def test_drift_is_refused_with_the_name_of_the_part(tmp_path: Path, part: str, changes: dict[str, Any]) -> None:
    path = frozen_at(tmp_path)
    api.frozen_engine(path)
    candidate_at(tmp_path, "http://127.0.0.1:9/v1", **changes)
    with pytest.raises(DriftError, match=f"{part}: "):
        api.frozen_engine(path)


def test_where_a_model_runs_and_how_often_it_is_asked_is_no_drift(tmp_path: Path) -> None:
    path = frozen_at(tmp_path)
    candidate_at(tmp_path, "http://127.0.0.1:7/v1", asking={"concurrency": 2, "attempts": 9, "timeout_seconds": 1.0})
    assert api.frozen_engine(path).id.engine == "scripted"


def test_frozen_results_are_the_same_bytes_given_the_same_answers(tmp_path: Path) -> None:
    text = tmp_path / "prompt.md"
    text.write_text(TEXT, encoding="utf-8")
    found = []
    for turn in range(2):
        folder = tmp_path / str(turn)
        folder.mkdir()
        with serving(paths, seconds=0.01 * turn) as endpoint:
            path = frozen_at(folder)
            candidate_at(folder, endpoint.address, asking={"concurrency": 1 + turn})
            found.append(json_document(api.compile(text, engine=api.frozen_engine(path))))
    assert found[0] == found[1]
    assert '"fingerprint"' in found[0]


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"alignment": "offsets"}, "gives no offsets"),
        ({"samples": 3, "decoding": {"max_tokens": 100}}, "need a temperature"),
        ({"samples": 3, "decoding": {"temperature": 0.0, "seed": 1}}, "need a temperature"),
        ({"samples": 3, "decoding": {"seed": 1}}, "need a temperature"),
        ({"unsure_below": 0.5}, "has no use for unsure_below"),
        ({"serving": {"dtype": "float16"}}, "has no use for serving"),
    ],
)
def test_a_candidate_that_does_not_fit_is_refused(tmp_path: Path, changes: dict[str, Any], message: str) -> None:
    def built() -> None:
        entry = candidate_at(tmp_path, "http://127.0.0.1:9/v1", **changes)
        entry.kind.build(entry)

    with pytest.raises(UsageError, match=message):
        built()


@pytest.mark.parametrize(
    ("field", "secret"),
    [
        ("key_variable", "sk-very-secret-1234"),
        ("endpoint", "https://user:very-secret-1234@host/v1"),
        ("endpoint", "https://host/v1?api_key=very-secret-1234"),
        ("endpoint", "https://host/v1#very-secret-1234"),
    ],
)
def test_a_key_has_no_place_in_a_candidate_and_is_not_repeated(tmp_path: Path, field: str, secret: str) -> None:
    path = tmp_path / "x.toml"
    path.write_text(tomli_w.dumps({"name": "x", "engine": "openai", "model": "m", "asking": {field: secret}}))
    with pytest.raises(SchemaMismatchError) as caught:
        load_candidate(path)
    assert "very-secret" not in str(caught.value)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"decoding": {"temperature": True}}, "decoding.temperature: expected a number, got true; docs/selection.md"),
        ({"decoding": {"temperature": float("nan")}}, "decoding.temperature: expected a finite number, got NaN"),
        ({"decoding": {"max_tokens": True}}, "decoding.max_tokens: expected a whole number, got true"),
        ({"decoding": {"max_tokens": 10**20}}, "decoding.max_tokens: expected a number of 10000000 or less"),
        ({"decoding": {"seed": 10**20}}, "decoding.seed: expected a number of 10*0 or less"),
        ({"samples": True}, "samples: expected a whole number, got true; docs/llm-compilers.md tells the keys"),
        ({"asking": {"window": 10}}, "asking.window: .*; docs/llm-compilers.md tells the keys"),
        ({"asking": {"concurrency": True}}, "asking.concurrency: expected a whole number, got true"),
        ({"asking": {"timeout_seconds": True}}, "asking.timeout_seconds: expected a number, got true"),
        ({"asking": {"task_usd": float("inf")}}, "asking.task_usd: expected a finite number"),
        ({"asking": {"cache": 1}}, "asking.cache: is no key that is known here; docs/llm-compilers.md"),
    ],
)
def test_a_number_is_a_number(tmp_path: Path, changes: dict[str, Any], message: str) -> None:
    with pytest.raises(SchemaMismatchError, match=message):
        candidate_at(tmp_path, "http://127.0.0.1:9/v1", **changes)


def test_a_whole_number_is_a_temperature(tmp_path: Path) -> None:
    found = candidate_at(tmp_path, "http://127.0.0.1:9/v1", decoding={"temperature": 1}, asking={"timeout_seconds": 9})
    assert (found.candidate.decoding.temperature, found.candidate.asking.timeout_seconds) == (1.0, 9.0)


def test_a_candidate_says_whom_it_asks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:9/v1")
    path = tmp_path / "mine.toml"
    words = 'name = "mine"\nengine = "openai"\nmodel = "m"\nprompt = "obligations-2"\nalignment = "folded"\n'
    path.write_text(words, encoding="utf-8")
    with pytest.raises(UsageError, match="says nobody to ask: it needs an endpoint"):
        api.candidate_engine(path)
    path.write_text(f'{words}endpoint_variable = "NO_SUCH_ENDPOINT_HERE"\n', encoding="utf-8")
    with pytest.raises(UsageError, match="NO_SUCH_ENDPOINT_HERE, which is not set, and names no endpoint"):
        api.compile_text(TEXT, engine=api.candidate_engine(path))


def test_a_price_is_taken_from_the_users_table(tmp_path: Path) -> None:
    (tmp_path / "prices.toml").write_text('[models."m"]\ninput = 2.0\noutput = 8.0\ncached = 0.5\n', encoding="utf-8")
    assert price_of("other", tmp_path) is None
    price = price_of("m", tmp_path)
    assert price is not None
    assert (price.input, price.output, price.cached) == (2, 8, 0.5)
    (tmp_path / "prices.toml").write_text('[models."m"]\ninput = -1\n', encoding="utf-8")
    with pytest.raises(SchemaMismatchError, match="prices"):
        price_of("m", tmp_path)
