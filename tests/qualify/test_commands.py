"""`specharness qualify` and `specharness validators`, as somebody else's package meets them: in processes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from strangers import CASES, CODE, POINTS, install

ROOT = Path(__file__).parents[2]


@pytest.fixture
def place(tmp_path: Path) -> Path:
    install(tmp_path)
    return tmp_path


def run(place: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    environment = {
        **os.environ,
        "PYTHONPATH": f"{place}{os.pathsep}{ROOT}",
        "SPECHARNESS_CARDS": str(place / "cards"),
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    command = [sys.executable, "-m", "specharness", *arguments]
    return subprocess.run(command, capture_output=True, text=True, env=environment, check=False, cwd=place)


def test_a_strangers_validator_earns_a_card_keeps_it_and_loses_it(place: Path) -> None:
    first = run(place, "qualify", "begins_with", "--format", "json")
    assert first.returncode == 0, first.stderr
    result = json.loads(first.stdout)[0]
    card = json.loads((place / "cards" / "begins_with.json").read_text())
    assert result["state"] == "earned"
    assert result["card"] == card
    assert card["must_pass"] >= 30
    assert card["must_fail"] >= 30
    assert card["false_pass"]["wrong"] == card["false_block"]["wrong"] == 0
    assert 0 < card["false_pass"]["high"] < 0.05
    assert card["mutation"]["killed"] == card["mutation"]["mutants"] > 5
    assert len(card["settings"]) >= 4
    assert json.loads(run(place, "qualify", "begins_with", "--format", "json").stdout)[0]["state"] == "kept"

    (place / "judging_strangers.py").write_text(CODE.replace("return 1", "return 2  # beside the point"))
    assert run(place, "qualify", "begins_with", "--check").returncode == 0
    (place / "judging_strangers.py").write_text(CODE.replace("words[0] ==", "words[0].lower() =="))
    checked = run(place, "qualify", "begins_with", "--check", "--format", "json")
    assert checked.returncode == 1
    assert "void" in json.loads(checked.stdout)[0]["problems"][0]
    listed = json.loads(run(place, "validators", "begins_with", "--format", "json").stdout)
    assert listed["current"] is False
    assert "void" in listed["problem"]
    install(place, cases=CASES.replace("range(10)", "range(11)"))
    other = run(place, "qualify", "begins_with", "--check", "--format", "json")
    assert "other cases" in json.loads(other.stdout)[0]["problems"][0]


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("words[0] == params", "params['word'] == params", "passed where"),
        ("if words and", "if len(words) > 1 and", "failed where"),
        ("view.text.split()", "view.text.split(',')[99]", "raised IndexError: list index out of range where"),
        ('"it does"', "__import__('os').environ.get('TZ', 'none')", "answers differently under"),
    ],
)
def test_a_validator_that_errs_earns_none(place: Path, old: str, new: str, said: str) -> None:
    assert old in CODE
    install(place, code=CODE.replace(old, new))
    done = run(place, "qualify", "begins_with", "--format", "json")
    assert done.returncode == 1, done.stderr
    assert any(said in problem for problem in json.loads(done.stdout)[0]["problems"])
    assert not (place / "cards" / "begins_with.json").exists()


def test_too_few_cases_and_an_untouched_parameter_are_said(place: Path) -> None:
    install(place, cases=CASES.replace("range(10)", "range(1)").replace('"path", asked', '"word", asked'))
    done = run(place, "qualify", "begins_with")
    assert done.returncode == 1
    assert "18 written cases must pass, fewer than LEAST_CASES (30)" in done.stdout
    assert "no near miss on the parameter `path`" in done.stdout


@pytest.mark.parametrize(
    ("points", "arguments", "said"),
    [
        (POINTS, ["qualify", "nobody"], "no validator is called `nobody`"),
        (POINTS, ["validators", "nobody"], "no validator is called `nobody`"),
        (POINTS.partition("[specharness.validator_cases]")[0], ["qualify", "begins_with"], "has no cases"),
        (POINTS.replace("cases:begins_with", "cases:nothing"), ["qualify", "begins_with"], "can't be imported"),
        (POINTS.replace("cases:begins_with", "cases:near_fail"), ["qualify", "begins_with"], "must be made by"),
        (POINTS, ["qualify", "begins_with", "--check", "--again"], "give one of --check and --again"),
        (POINTS, ["qualify", "begins_with", "--seeds", "0"], "seeds"),
        (POINTS, ["qualify", "begins_with", "--check", "--cards", "there"], "leave --cards out"),
        (POINTS, ["qualify", "begins_with", "count", "--cards", "there"], "the card of `count` goes beside its code"),
        (POINTS, ["qualify", "--cards", "there"], "--cards is for validators of other packages"),
    ],
)
def test_what_can_not_be_asked_is_said_in_one_line(place: Path, points: str, arguments: list[str], said: str) -> None:
    install(place, points=points)
    done = run(place, *arguments)
    assert done.returncode == 2
    assert done.stdout == ""
    assert said in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1
    assert not (place / "there").exists()


def test_every_validator_is_listed(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "120")  # names fold where the table is narrower
    listed = json.loads(run(place, "validators", "--format", "json").stdout)
    names = [entry["validator"] for entry in listed]
    assert "begins_with" in names
    assert "value_range" in names
    table = run(place, "validators").stdout
    assert all(name in table for name in names)
