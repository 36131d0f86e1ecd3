"""Number formats, allowed values and names that a clause says of one thing: what they bind, and what not."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from pydantic import JsonValue

from specharness import api


def _checks(text: str) -> list[tuple[str, dict[str, JsonValue]]]:
    """Validator and parameters of every obligation that a prompt becomes."""
    with TemporaryDirectory() as folder:
        task = Path(folder) / "task.md"
        task.write_text(text)
        made = api.compile(task)
    return [(one.effect.validator, dict(one.effect.params)) for one in made.hard]


def _of(text: str, validator: str) -> list[dict[str, JsonValue]]:
    return [params for name, params in _checks(text) if name == validator]


@pytest.mark.parametrize(
    "text",
    [
        "In `fees.csv` the column `fee` must be less than 90 and have at most 3 decimals.\n",
        "Save `fees.csv` with the columns `id`, `share`, `fee`. Round fees to 2 decimals.\n",
        "Make sure that all fees in `fees.csv` have at most two decimals.\n",
        "Make sure that the fee values in `fees.csv` have two decimals.\n",
        "`fees.json` must state the weight with two decimals.\n",
    ],
)
def test_a_format_said_of_one_field_is_not_the_whole_files(text: str) -> None:
    assert all("field" in params for params in _of(text, "number_format"))


@pytest.mark.parametrize(
    "text",
    [
        "All numbers in `fees.csv` must be rounded to 2 decimals.\n",
        "Every value in `fees.csv` must be rounded to 2 decimals.\n",
        "All numeric values in `fees.json` must have at most 2 decimals.\n",
    ],
)
def test_all_numbers_are_all_numbers(text: str) -> None:
    (params,) = _of(text, "number_format")
    assert (params["decimals"], params["mode"]) == (2, "max")
    assert "field" not in params


@pytest.mark.parametrize(
    ("said", "mode"),
    [
        ("must be a number with two decimals", "exact"),
        ("must have two decimals", "exact"),
        ("must be rounded to two decimals", "max"),
        ("must have at most two decimals", "max"),
        ("must be given to two decimal places", "max"),
        ("must be rounded to exactly two decimals", "exact"),
    ],
)
def test_only_who_rounds_or_bounds_admits_fewer_decimals(said: str, mode: str) -> None:
    (params,) = _of(f"The number in `mean.txt` {said}.\n", "number_format")
    assert params["mode"] == mode


def test_a_least_number_of_decimals_is_no_greatest_one() -> None:
    assert not _of("The number in `mean.txt` must have at least two decimals.\n", "number_format")


@pytest.mark.parametrize(
    "text",
    [
        'Write `moods.json`, a list with `nr` and `mood`; mood is one of "calm", "busy", "torn".\n',
        "Write `moods.json` with `nr` and `mood`, where mood must be one of `calm`, `busy`, `torn`.\n",
        "The `mood` in `moods.json` must be one of `calm`, `busy`, `torn`.\n",
    ],
)
def test_the_name_before_the_list_is_the_field_and_no_value_is(text: str) -> None:
    found = _of(text, "allowed_values")
    assert [params["allowed"] for params in found] in ([], [["calm", "busy", "torn"]])
    assert all(str(params["field"]).endswith("mood") for params in found)
    assert found or "where" in text


@pytest.mark.parametrize(
    "text",
    [
        'Write `moods.json` with `nr` and `tag`; weather is one of "calm", "busy".\n',
        "`moods.json` has the key `mood`. It must be one of `calm`, `busy`.\n",
    ],
)
def test_no_value_becomes_the_field(text: str) -> None:
    assert not any(str(params["field"]).endswith(("calm", "busy", "tag")) for params in _of(text, "allowed_values"))


@pytest.mark.parametrize(
    "said",
    [
        "All rows stay, only the column `memo` goes.",
        "The column `memo` is dropped.",
        "The column `memo` must disappear.",
        "The header `memo` gets removed.",
    ],
)
def test_a_column_that_goes_is_not_demanded(said: str) -> None:
    text = f"Create `short.csv` from `long.csv`. {said}\n"
    assert all("memo" not in str(params.get("columns")) for _, params in _checks(text))


def test_a_column_that_stays_is_demanded() -> None:
    (params,) = _of("Create `short.csv` with the column `memo`.\n", "table_columns")
    assert params["columns"] == ["memo"]


@pytest.mark.parametrize(
    "text",
    [
        "Use the `polars` library to read `long.csv` and write `short.csv`.\n",
        "Run `tidy` to read `long.csv` and write `short.csv`.\n",
        "Call the `flatten` function and write `short.csv`; mention nothing else.\n",
        "Use the `jq` command and add the result to `short.csv`.\n",
    ],
)
def test_what_the_agent_works_with_is_no_text_of_the_file(text: str) -> None:
    assert not _of(text, "text_contains")


@pytest.mark.parametrize(
    "said", ["must contain `polars`", "must mention the word `polars`", "must not contain `polars`"]
)
def test_a_text_stays_one(said: str) -> None:
    found = _checks(f"`notes.md` {said}.\n")
    assert any("polars" in str(params) for _, params in found)
