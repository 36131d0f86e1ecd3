"""Keys and tokens never reach a run; what only looks alike stays."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from specharness.measure import run_seeds as records
from specharness.runs.damage import Damage
from specharness.runs.reading import read_runs
from specharness.runs.secrets import REMOVED, Scrubber, names_secret

BODY = "a1B2" * 10
SECRETS = (
    f"sk-{BODY}",
    f"sk-proj-{BODY}",
    f"ghp_{BODY}",
    f"github_pat_{BODY}",
    f"glpat-{BODY}",
    "AKIA" + "A1B2" * 4,
    f"AIza{BODY}",
    f"xoxb-{BODY}",
    f"hf_{BODY}",
    f"eyJ{BODY}.eyJ{BODY}.{BODY}",
    f"-----BEGIN RSA PRIVATE KEY-----\n{BODY}\n-----END RSA PRIVATE KEY-----",
)


@pytest.mark.parametrize("secret", SECRETS)
@pytest.mark.parametrize(
    "around", ["{}", "export X='{}'", "curl -H 'Authorization: Bearer {}' https://x.org", "a\n{}\nb"]
)
def test_a_known_shape_is_taken_out_wherever_it_stands(secret: str, around: str) -> None:
    scrubber = Scrubber()
    text = scrubber.text(around.format(secret))
    assert BODY not in text
    assert REMOVED in text
    assert scrubber.count >= 1


@pytest.mark.parametrize(
    "text",
    [
        "OPENAI_API_KEY=abcdef123456",
        "export DB_PASSWORD='hunter2hunter2'",
        "AWS_SECRET_ACCESS_KEY = abcdef/123456",
        "tool --api-key abcdef123456 run",
        "postgres://user:hunter2hunter2@db/x",
        "Authorization: Bearer abcdefghijklmnop",
    ],
)
def test_an_assignment_loses_its_value_and_keeps_its_name(text: str) -> None:
    scrubber = Scrubber()
    found = scrubber.text(text)
    assert scrubber.count == 1
    assert "123456" not in found
    assert "hunter2" not in found
    assert "ghijklmnop" not in found
    assert found[:6] == text[:6]


@pytest.mark.parametrize(
    "text",
    [
        "task-completion-of-the-whole-list",
        "the TOKEN budget is 4096",
        "API_KEY=os.environ['X']",
        "PASSWORD=$SECRET",
        "risk-assessment-for-the-quarter",
        "https://example.org/a:b",
        "skill sk-short",
        "xox",
    ],
)
def test_what_only_looks_alike_stays(text: str) -> None:
    scrubber = Scrubber()
    assert scrubber.text(text) == text
    assert scrubber.count == 0


@pytest.mark.parametrize(
    "name",
    "api_key apiKey x-api-key Authorization GITHUB_TOKEN token password client_secret accessToken refresh_token "
    "OPENROUTER_KEY private_key Set-Cookie credentials".split(),
)
def test_names_of_secrets(name: str) -> None:
    assert names_secret(name)


@pytest.mark.parametrize(
    "name",
    [
        "key",
        "n_input_tokens",
        "max_tokens",
        "tokens",
        "next_page_token",
        "eos_token",
        "author",
        "keys",
        "monkey",
        "text",
    ],
)
def test_names_of_none(name: str) -> None:
    assert not names_secret(name)


def test_a_named_secret_goes_whole_and_counts_stay() -> None:
    scrubber = Scrubber()
    value = {
        "llm": {"api_key": "plain-word", "token": 5, "max_tokens": 10},
        "env": [{"GITHUB_TOKEN": "abc"}],
        "credentials": {"user": "u", "parts": ["p", 1]},
    }
    assert scrubber.scrub(json.loads(json.dumps(value))) == {
        "llm": {"api_key": REMOVED, "token": 5, "max_tokens": 10},
        "env": [{"GITHUB_TOKEN": REMOVED}],
        "credentials": {"user": REMOVED, "parts": [REMOVED, 1]},
    }
    assert scrubber.count == 4


@given(
    st.recursive(
        st.none() | st.integers() | st.text(),
        lambda each: st.lists(each) | st.dictionaries(st.text(), each),
        max_leaves=20,
    )
)
def test_a_second_time_changes_nothing(value: object) -> None:
    once = Scrubber().scrub(json.loads(json.dumps(value)))
    again = Scrubber()
    assert again.scrub(json.loads(json.dumps(once))) == once
    assert again.count == 0


@given(st.text(alphabet="-_AJB/KSTPskghp:oyxEY abN1.=\"'", max_size=80))
def test_the_quick_look_never_misses_what_the_close_one_finds(text: str) -> None:
    """`scrub` looks closely only where it sees a sign; `text` always does."""
    assert Scrubber().scrub(text) == Scrubber().text(text)


@pytest.mark.parametrize("name", ["openai", "tau", "workbench", "atif", "openhands", "claude", "plain"])
def test_no_format_lets_a_secret_through(name: str, tmp_path: Path) -> None:
    secret = f"sk-{BODY}"
    texts = {
        "openai": json.dumps({**records.openai(), "config": {"api_key": BODY}}),
        "tau": json.dumps([records.tau()]),
        "workbench": records.lines({**records.workbench(), "config": {"api_key": BODY}}),
        "atif": json.dumps({**records.atif(), "extra": {"api_key": BODY}}),
        "openhands": records.lines(
            {
                "instance_id": "i",
                "history": records.openhands_events(),
                "metadata": {"llm_config": {"model": "m", "api_key": BODY}},
            }
        ),
        "claude": records.lines(*records.claude_stream()),
        "plain": records.lines({**records.plain(), "extra": {"api_key": BODY}}),
    }
    path = tmp_path / "log"
    path.write_text(texts[name].replace("abc", secret))
    damage = Damage()
    (run,) = read_runs([path], damage)
    assert damage.count == 0
    assert damage.secrets >= 1
    assert BODY not in run.model_dump_json()
