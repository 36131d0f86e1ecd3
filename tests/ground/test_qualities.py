"""What a clause names beside what its checks decide stays open: no pass hides it."""

from __future__ import annotations

import pytest

from specharness import api


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("Create `report.md` with at least 200 words, three sections and no tables.", "no tables"),
        ("Write `x.json` with a sorted list `names` of unique strings.", "unique"),
        ("Add a section `## Usage` to `README.md` with an example, after the introduction.", "with an example"),
        ("Write `x.json` with a list of objects, each with the keys `id` (integer) and `ok` (boolean).", "integer"),
        ("Write `o.csv` with columns `a` (integer), `b` (unique) and `c`.", "unique"),
        ("Write `o.csv` sorted by `a` without duplicates or header.", "or header"),
        ("Write `t.json`, each value must be a non-empty string of at most 8 characters.", "string"),
    ],
)
def test_a_quality_that_nothing_decides_is_left_open(text: str, left: str) -> None:
    found = api.compile_text(text)
    assert found.hard
    assert any("left open is “" in one.detail and left in one.detail and one.mandatory for one in found.abstained)


@pytest.mark.parametrize(
    "text",
    [
        "Write `o.csv` with the columns `id` and `day`, sorted by `day` in ascending order.",
        "No two rows of `o.csv` may have the same `id`; the values of `id` must be unique.",
        "`notes.md` must contain the heading `## Decisions`.",
        "`notes.md` must not contain the word `duplicate`.",
    ],
)
def test_a_quality_that_is_decided_is_not_left_open(text: str) -> None:
    assert not any("left open" in one.detail for one in api.compile_text(text).abstained)


def test_characters_of_each_value_are_no_count_of_the_file() -> None:
    found = api.compile_text("Write `t.json`, each value must be a non-empty string of at most 8 characters.")
    assert "count" not in {one.effect.validator for one in found.hard}
