"""`specharness compile --compiler`: results, accounts, and what is said when a model can't be used."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "compile" / "llm"))

from endpoint import Fault, Json, Seen, paths, serving
from model_world import TEXT, candidate_at

from specharness.cli.batch import engine_of
from specharness.cli.main import main
from specharness.compile.llm.outage import IN_VAIN


@pytest.fixture(autouse=True)
def own_answers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SPECHARNESS_CACHE", str(tmp_path / "cache" / "answers.sqlite"))


@pytest.fixture
def task(tmp_path: Path) -> Path:
    path = tmp_path / "prompt.md"
    path.write_text(TEXT, encoding="utf-8")
    return path


def run(*words: object) -> int:
    return main([str(word) for word in words])


def test_one_text_with_its_account(task: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "out.json"
    with serving(paths) as endpoint:
        candidate_at(tmp_path, endpoint.address)
        assert run("compile", task, "--compiler", tmp_path / "scripted.toml", "-o", out, "--usage") == 0
    found = json.loads(out.read_text())
    assert found["compiler"]["engine"] == "scripted"
    assert {one["quote"] if "quote" in one else one["id"] for one in found["hard"]}
    assert [span["start"] for span in found["directions"][0]["spans"]] == [TEXT.index("Write `out/report")]
    account = json.loads((tmp_path / "out.json.usage.json").read_text())
    assert account["total"]["calls"] == 1
    assert account["total"]["share_asked"] == 1.0
    assert {unit["unit"] for unit in account["units"]} >= {"u1", "u2"}
    shares = sum(unit["input_tokens"] for unit in account["units"])
    assert shares == pytest.approx(account["total"]["input_tokens"], 0.01)
    assert "1 call of a model" in capsys.readouterr().err


def test_many_texts_and_the_second_time_none_is_asked_about(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    corpus = tmp_path / "specs"
    for number in range(5):
        folder = corpus / f"t{number}"
        folder.mkdir(parents=True)
        (folder / "instruction.md").write_text(TEXT.replace("report", f"report{number}"), encoding="utf-8")
    words = ["compile", "--corpus", corpus, "--out-dir", tmp_path / "out", "--usage"]
    with serving(paths) as endpoint:
        candidate_at(tmp_path, endpoint.address)
        assert run(*words, "--compiler", tmp_path / "scripted.toml") == 0
        sent = len(endpoint.requests)
        assert run(*words, "--compiler", tmp_path / "scripted.toml") == 0
        assert len(endpoint.requests) == sent == 5
    rows = [json.loads(line) for line in (tmp_path / "out" / "usage.jsonl").read_text().splitlines()]
    assert [row["calls"] for row in rows] == [1] * 5
    assert "5 kept" in capsys.readouterr().err


def test_a_missing_key_is_one_line(task: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    candidate_at(tmp_path, "http://127.0.0.1:9/v1", endpoint_variable="SCRIPTED_ENDPOINT_FOR_TESTS")
    text = (tmp_path / "scripted.toml").read_text().replace("[asking]", '[asking]\nkey_variable = "NO_SUCH_KEY_HERE"')
    (tmp_path / "scripted.toml").write_text(text)
    assert run("compile", task, "--compiler", tmp_path / "scripted.toml") == 2
    error = capsys.readouterr().err
    assert error.count("\n") == 1
    assert "NO_SUCH_KEY_HERE, which is not set" in error


def test_a_key_is_sent_and_never_told(
    task: Path,
    tmp_path: Path,
    capfd: pytest.CaptureFixture[str],
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    secret = "sk-test-0123456789abcdef"
    monkeypatch.setenv("SCRIPTED_KEY", secret)
    told = json.dumps({"error": {"message": f"Incorrect API key provided: {secret}. See http://x/keys"}})
    out = tmp_path / "out.json"
    with serving(lambda _: Fault(401, told)) as endpoint:
        candidate_at(tmp_path, endpoint.address, asking={"key_variable": "SCRIPTED_KEY"})
        assert run("compile", task, "--compiler", tmp_path / "scripted.toml", "-o", out, "--usage") == 2
        assert endpoint.requests[0].headers["authorization"] == f"Bearer {secret}"
    written = "".join(file.read_text() for file in tmp_path.iterdir() if file.is_file())
    captured = capfd.readouterr()
    assert not caplog.records
    for text in (written, captured.out, captured.err):
        assert secret not in text
        assert secret[-6:] not in text
    assert "status 401" in captured.err
    assert not out.exists()


LONG = TEXT + "\n".join(f"\nParagraph {number} tells about the customers of the team." for number in range(12))
"""More than one window of the smallest size."""


def shy(request: Seen) -> list[Json] | Fault:
    """Takes no question about what a file must hold."""
    if any("out/report" in request.units[number] for number in request.asked):
        return Fault(400, '{"error": {"message": "no such question, please"}}')
    return paths(request)


def test_units_without_an_answer_are_said_and_asked_about_again(
    task: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["compile", task, "--out-dir", tmp_path / "out", "--compiler", tmp_path / "scripted.toml"]
    task.write_text(LONG, encoding="utf-8")
    small = {"window": 200}
    with serving(shy) as endpoint:
        candidate_at(tmp_path, endpoint.address, asking=small)
        assert run("compile", task, "--compiler", tmp_path / "scripted.toml") == 0
        error = capsys.readouterr().err
        assert re.search(r"no usable answer about \d of the units.*no such question, please", error)
        assert run(*words) == 0
    engine_of.cache_clear()  # the candidate has another address now
    with serving(paths) as endpoint:
        candidate_at(tmp_path, endpoint.address, asking=small)
        assert run(*words) == 0
        assert "1 compiled" in capsys.readouterr().err
        assert run(*words) == 0
        assert "1 kept" in capsys.readouterr().err


NO_ANSWER = {
    "key": (Fault(401, '{"error": {"message": "no such key"}}'), "rejected: status 401: no such key"),
    "model": (Fault(404, "{}"), "rejected: status 404"),
    "overload": (Fault(503, "{}", {"retry-after": "0"}), "unavailable: status 503"),
    "hangs up": (Fault(body="x" * 100, cut=True, headers={"retry-after": "0"}), "unavailable: the endpoint can't be"),
}


@pytest.mark.parametrize("name", NO_ANSWER)
def test_an_endpoint_that_answers_nothing_is_an_error_and_touches_no_file(
    name: str, task: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    fault, why = NO_ANSWER[name]
    task.write_text(LONG, encoding="utf-8")
    out = tmp_path / "out.json"
    out.write_text("an earlier result", encoding="utf-8")
    with serving(lambda _: fault) as endpoint:
        candidate_at(tmp_path, endpoint.address, asking={"attempts": 1, "window": 500})
        assert run("compile", task, "--compiler", tmp_path / "scripted.toml", "-o", out, "--usage", "--force") == 2
        assert 1 < len(endpoint.requests) < IN_VAIN
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.count("\n") == 1
    assert f"no answer at all for 'scripted': {why}" in told.err
    assert out.read_text() == "an earlier result"
    assert not (tmp_path / "out.json.usage.json").exists()


def test_nobody_listens_is_an_error(task: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    candidate_at(tmp_path, "http://127.0.0.1:9/v1", asking={"attempts": 1})
    assert run("compile", task, "--compiler", tmp_path / "scripted.toml", "--format", "json") == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert "the endpoint can't be reached" in told.err


def test_of_many_texts_those_that_were_answered_are_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    corpus, out = tmp_path / "specs", tmp_path / "out"
    for number, name in enumerate(("answered", "silent", "mute")):
        (corpus / name).mkdir(parents=True)
        text = TEXT if name == "answered" else f"Write `x{number}.txt`, {name}."
        (corpus / name / "instruction.md").write_text(text, encoding="utf-8")
    earlier = out / "silent" / "instruction.md.json"
    earlier.parent.mkdir(parents=True)
    earlier.write_text("{}", encoding="utf-8")

    def script(request: Seen) -> list[Json] | Fault:
        return paths(request) if "data.csv" in request.user else Fault(403, '{"error": {"message": "not you"}}')

    with serving(script) as endpoint:
        candidate_at(tmp_path, endpoint.address, asking={"attempts": 1})
        assert run("compile", "--corpus", corpus, "--out-dir", out, "--compiler", tmp_path / "scripted.toml") == 2
    error = capsys.readouterr().err
    assert error.count("status 403: not you") == 2  # the second line says how many more
    assert "1 more: no answer at all" in error
    assert "1 compiled, 2 unanswered" in error
    assert earlier.read_text() == "{}"
    assert [path.relative_to(out).as_posix() for path in sorted(out.rglob("*.json"))] == [
        "answered/instruction.md.json",
        "silent/instruction.md.json",
    ]


def test_many_texts_without_any_answer_leave_the_folder_as_it_was(tmp_path: Path) -> None:
    corpus, out = tmp_path / "specs", tmp_path / "out"
    for number in range(3):
        (corpus / f"t{number}").mkdir(parents=True)
        (corpus / f"t{number}" / "instruction.md").write_text(f"Write `x{number}.txt`.", encoding="utf-8")
    candidate_at(tmp_path, "http://127.0.0.1:9/v1", asking={"attempts": 1})
    words = ["compile", "--corpus", corpus, "--out-dir", out, "--compiler", tmp_path / "scripted.toml", "--usage"]
    assert run(*words) == 2
    assert [path for path in out.rglob("*") if path.is_file()] == []


def many(corpus: Path, count: int) -> Path:
    for number in range(count):
        folder = corpus / f"t{number:02}"
        folder.mkdir(parents=True)
        (folder / "instruction.md").write_text(f"Write `x{number}.txt`.", encoding="utf-8")
    return corpus


def fates(error: str) -> tuple[int, int]:
    """How many texts were asked about in vain, and how many were not tried."""
    told = re.search(r"(\d+) unanswered, (\d+) untried", error)
    assert told is not None, error
    return int(told[1]), int(told[2])


def test_a_batch_stops_where_nobody_listens(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "out"
    candidate_at(tmp_path, "http://127.0.0.1:9/v1", asking={"attempts": 1, "concurrency": 2})
    words = ["compile", "--corpus", many(tmp_path / "specs", 40), "--out-dir", out]
    assert run(*words, "--compiler", tmp_path / "scripted.toml", "--usage") == 2
    error = capsys.readouterr().err
    (line,) = [line for line in error.splitlines() if line.startswith("error: ")]
    assert line.startswith("error: no answer to ")
    assert "'scripted' in a row: unavailable: the endpoint can't be reached" in line
    in_vain, untried = fates(error)
    assert in_vain >= IN_VAIN
    assert in_vain + untried == 40
    assert untried > 0
    assert [path for path in out.rglob("*") if path.is_file()] == []


def test_a_batch_whose_endpoint_goes_down_stops_and_goes_on_later_without_paying_twice(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def dying(request: Seen) -> list[Json] | Fault:
        return paths(request) if request.number < 10 else Fault(503, "{}", {"retry-after": "0"})

    out = tmp_path / "out"
    words = ["compile", "--corpus", many(tmp_path / "specs", 40), "--out-dir", out, "--usage"]
    words += ["--compiler", tmp_path / "scripted.toml"]
    with serving(dying) as endpoint:
        candidate_at(tmp_path, endpoint.address, asking={"attempts": 1, "concurrency": 2})
        assert run(*words) == 2
        assert 10 + IN_VAIN <= len(endpoint.requests) < 40
    error = capsys.readouterr().err
    assert len([line for line in error.splitlines() if line.startswith("error: ")]) == 1
    assert error.splitlines()[-1].startswith("10 compiled, ")
    assert sum(fates(error)) == 30
    assert len(list(out.rglob("*.json"))) == 10
    engine_of.cache_clear()  # the candidate has another address now
    with serving(paths) as endpoint:
        candidate_at(tmp_path, endpoint.address, asking={"concurrency": 2})
        assert run(*words) == 0
        assert len(endpoint.requests) == 30
    assert "30 compiled, 10 kept" in capsys.readouterr().err
    assert len((out / "usage.jsonl").read_text().splitlines()) == 40


def test_one_call_at_a_time_is_one_call_at_a_time_in_a_batch(tmp_path: Path) -> None:
    with serving(paths, seconds=0.01) as endpoint:
        candidate_at(tmp_path, endpoint.address, asking={"concurrency": 1})
        words = ["compile", "--corpus", many(tmp_path / "specs", 12), "--out-dir", tmp_path / "out", "--jobs", "4"]
        assert run(*words, "--compiler", tmp_path / "scripted.toml") == 0
    assert (len(endpoint.requests), endpoint.most_at_once) == (12, 1)


def test_workers_of_a_cluster_ask_no_model(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    candidate_at(tmp_path, "http://127.0.0.1:9/v1")
    out = tmp_path / "out"
    words = ["compile", "--corpus", many(tmp_path / "specs", 2), "--out-dir", out, "--engine", "ray"]
    assert run(*words, "--compiler", tmp_path / "scripted.toml") == 2
    error = capsys.readouterr().err
    assert error.count("\n") == 1
    assert "'scripted' waits for a model" in error
    assert not out.exists()


def test_what_is_kept_already_counts_as_an_answer(
    task: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["compile", task, "--compiler", tmp_path / "scripted.toml"]
    with serving(paths) as endpoint:
        candidate_at(tmp_path, endpoint.address, asking={"attempts": 1})
        assert run(*words) == 0
    engine_of.cache_clear()
    candidate_at(tmp_path, "http://127.0.0.1:9/v1", asking={"attempts": 1})
    assert run(*words) == 0
    assert "answered from the cache" in capsys.readouterr().err


def test_frozen_and_compiler_exclude_each_other(task: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("compile", task, "--compiler", "local", "--frozen") == 2
    assert "doesn't go with --compiler" in capsys.readouterr().err


def test_an_unknown_compiler_lists_the_known_ones(task: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("compile", task, "--compiler", "gpt-0") == 2
    assert "local" in capsys.readouterr().err


PROSE = "I will not."
USELESS: dict[str, tuple[Fault | str, dict[str, int], str]] = {
    "malformed": (PROSE, {}, "malformed: not of the answer schema"),
    "refused": (Fault(finish="content_filter", text=""), {}, "refused: the model will not answer"),
    "overflow": (Fault(400, '{"error": {"message": "too many tokens"}}'), {}, "overflow: status 400: too many tokens"),
    "budget": (PROSE, {"call_tokens": 10}, "budget: the question could take more than call_tokens (10)"),
}


@pytest.mark.parametrize("name", USELESS)
def test_no_usable_answer_about_any_unit_is_written_and_an_error(
    name: str, task: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    fault, ceilings, why = USELESS[name]
    out = tmp_path / "out"
    words = ["compile", task, "--compiler", tmp_path / "scripted.toml", "--no-cache"]
    with serving(lambda _: fault) as endpoint:
        candidate_at(tmp_path, endpoint.address, asking={"attempts": 1, **ceilings})
        assert run(*words, "-o", tmp_path / "one.json") == 2
        error = capsys.readouterr().err
        assert f"error: no usable answer about any unit for 'scripted': {why}; " in error
        assert error.count("no usable answer") == 1
        assert run(*words, "--out-dir", out) == 2
        assert "1 without a usable answer" in capsys.readouterr().err
    for path in (tmp_path / "one.json", out / "prompt.md.json"):
        found = json.loads(path.read_text())
        assert (found["hard"], bool(found["abstained"])) == ([], True)


def test_one_usable_answer_is_enough(task: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with serving(lambda request: paths(request)[:1]) as endpoint:
        candidate_at(tmp_path, endpoint.address)
        assert run("compile", task, "--compiler", tmp_path / "scripted.toml") == 0
    assert "no usable answer about" in capsys.readouterr().err


def test_what_a_ceiling_keeps_back_is_no_call(task: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    candidate_at(tmp_path, "http://127.0.0.1:9/v1", asking={"call_tokens": 10})
    assert run("compile", task, "--compiler", tmp_path / "scripted.toml", "--no-cache") == 2
    line = capsys.readouterr().err.splitlines()[0]
    assert line.startswith("0 calls of a model; 1 kept back by a ceiling; ")
    assert "cache" not in line


@pytest.mark.parametrize("compiler", [[], ["--compiler", "local"]])
@pytest.mark.parametrize("option", ["--resume", "--no-cache"])
def test_options_about_answers_say_where_no_model_is_asked(
    compiler: list[str], option: str, task: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("compile", task, *compiler, option) == 0
    assert f"{option} does nothing here: this compiler asks no model" in capsys.readouterr().err
