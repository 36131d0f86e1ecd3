"""A demand for a share of what it names makes no check of all of it, and half a sentence hides no other half."""

from __future__ import annotations

import pytest

from specharness import api

SHARES = (
    'Mention at least one of the words "maple", "oak" or "birch" in your reply.',
    'Your response must include two of these keywords: "north", "south", "east".',
    'Use any of the words "maple" and "oak" in your answer.',
    "回答中必须使用“红”、“绿”、“蓝”中的两个词。",
    'Your reply must not contain both "maple" and "oak".',
    'Never use both "left" and "right" in your answer.',
    "Most of your response must be in lowercase.",
    "At least half of your answer should be in capital letters.",
    'At most 2 sentences should contain the word "we".',
    'Exactly two paragraphs should mention the word "river".',
    'Use the word "oak" less often than the word "maple".',
    "Your answer must have at least 4 sentences or 60 words.",
    "Your answer must have at most 4 paragraphs and 60 words.",
)
SHARES_OF_VALUES = (
    "It must have at least one of the columns `id`, `key` and `name`.",
    "Most values in the column `age` must be between 18 and 99.",
    "Almost every value in the column `age` must be at least 18.",
    "Half of the values in the column `age` must be at most 40.",
    "Only a few values in the column `age` may be above 90.",
    "The values in the column `age` are normally between 18 and 99.",
    "The values in the column `age` must be between 30 and 50 on average.",
    "The lowest value in the column `age` must be at most 20.",
    "For new customers the column `price` must be at least 10.",
    "On Sundays the column `price` must be 0.",
    "The column `price` must be at least 10 on holidays.",
    "Some of the values in the column `id` must be unique.",
    "At most two values in the column `age` should be above 90.",
    "At least 5 rows must have an `age` of at least 40.",
    "`age` 列的大多数值必须在 18 到 99 之间。",
)
WHOLE = (
    ('Your reply must contain the words "maple" and "oak".', "response_text"),
    ('Do not use the words "left" or "right" in your answer.', "response_text"),
    ('Answer with one of the following options: "yes", "no".', "response_choice"),
    ("Your whole response must be in lowercase.", "response_case"),
    ("Your answer must have at least 4 sentences.", "response_count"),
)
SHARES_OF_TESTS = (
    "At least 3 tests in `tests/` must pass.",
    "Most tests in `checks/` must pass.",
    "Half of the tests in `tests/` must pass.",
    "Exactly two of the unit tests in `tests/` have to pass.",
)
WHOLE_VALUES = (
    ("All tests in `tests/` must pass.", "tests_pass"),
    ("Every value in the column `age` must be between 18 and 99.", "value_range"),
    ("The column `age` must be at least 18 in all rows.", "value_range"),
    ("The column `age` must be at most 99.", "value_range"),
    ("All values in the column `id` must be unique.", "unique"),
)
HALVES = (
    ('Use the word "maple" but never in a sentence with "oak".', 'never in a sentence with "oak"'),
    ('Begin your answer with "Dear" and never close it with "bye".', 'never close it with "bye"'),
    ('Your reply must contain the word "maple" and at least one number.', "at least one number"),
    ("Write 4 paragraphs, each with at most 30 words.", "at most 30 words"),
    ("Reply with a JSON object only.", "object"),
    ("Your response must be a valid JSON list.", "list"),
)


def _checks(text: str) -> set[str]:
    return {one.effect.validator for one in api.compile_text(text).hard} - {"path_exists", "format_valid"}


@pytest.mark.parametrize("text", [*SHARES, *SHARES_OF_TESTS, *(f"Write `o.csv`. {text}" for text in SHARES_OF_VALUES)])
def test_a_share_is_not_made_the_whole(text: str) -> None:
    assert _checks(text) == set()
    assert any(one.mandatory for one in api.compile_text(text).abstained)


@pytest.mark.parametrize(
    ("text", "validator"), [*WHOLE, *((f"Write `o.csv`. {text}", name) for text, name in WHOLE_VALUES)]
)
def test_the_whole_is_checked(text: str, validator: str) -> None:
    assert _checks(text) == {validator}
    assert not api.compile_text(text).abstained


@pytest.mark.parametrize(("text", "left"), HALVES)
def test_the_half_that_nothing_reads_is_left_open(text: str, left: str) -> None:
    found = api.compile_text(text)
    assert found.hard
    assert any(left in one.detail and one.mandatory for one in found.abstained)


def test_a_denied_half_is_checked_too() -> None:
    found = api.compile_text('Use the word "maple" but not "oak".')
    assert [one.effect.params.get("texts") for one in found.hard] == [["maple"], None]
    assert [one.effect.params.get("absent") for one in found.hard] == [None, ["oak"]]


@pytest.mark.parametrize("text", ['The last must not be "bye".', 'The end of your answer must never be "bye".'])
def test_a_forbidden_ending_is_no_ending(text: str) -> None:
    found = api.compile_text(f'The first word of your answer must be "Hi". {text}')
    assert all(one.effect.params.get("last") is None for one in found.hard if one.effect.validator == "response_edges")
    assert any(one.mandatory for one in found.abstained) or len(found.hard) > 1
