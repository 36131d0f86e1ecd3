"""Separators, things of more than a line, parts one after the other, hashtags: what is counted otherwise."""

from __future__ import annotations

import pytest

from specharness.compile.local.responses import Aspect, read
from specharness.validators.measures import MEASURES


def fields(text: str) -> list[str]:
    return [one.field for one in read(text)]


@pytest.mark.parametrize(
    "text",
    [
        "Give me four comma-separated verbs.",
        "List three semicolon separated names.",
        "Answer with two colon-delimited values.",
        "Do not write comma-separated lists.",
        "Explain two comma rules to me.",
        "Describe three hyphen habits of writers.",
        "Write two emoji-free sentences.",
    ],
)
def test_a_mark_that_says_of_what_kind_a_thing_is_is_not_counted(text: str) -> None:
    assert {"letters", "commas", "emojis"}.isdisjoint(fields(text))


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Use exactly three commas.", "letters"),
        ("Use at most one semicolon.", "letters"),
        ("Do not use commas.", "commas"),
        ("Use two emojis in your reply.", "emojis"),
        ("Write an essay that is 300 words-long.", "words"),
    ],
)
def test_a_mark_is_counted(text: str, found: str) -> None:
    assert found in fields(text)


@pytest.mark.parametrize(
    "text",
    [
        "Write two limericks.",
        "Give me three jokes.",
        "Write four e-mails to the tenants.",
        "Name three trees. Each gets two sentences.",
        "Suggest five walks, with two lines for each.",
    ],
)
def test_things_of_more_than_a_line_are_not_counted_by_line(text: str) -> None:
    assert "amount: each item" not in fields(text)


def test_things_of_a_line_are_counted() -> None:
    assert "amount: each item" in fields("Name three trees.")


@pytest.mark.parametrize(
    "text",
    [
        "First the verdict in one sentence, then the reasons in at most 80 words.",
        "Give the verdict in one sentence, then give the reasons in at most 80 words.",
        "Give the verdict in one line, followed by a reason of at most 20 words.",
        "First, give the verdict in one sentence. Then explain it in at most 80 words.",
        "First an overview in one paragraph, then two paragraphs of detail.",
        "Firstly, state the verdict in 5 words. Finally, add the reasons in 80 words.",
    ],
)
def test_what_is_said_of_one_part_after_another_bounds_no_whole_answer(text: str) -> None:
    assert {"sentences", "words", "lines", "paragraphs"}.isdisjoint(fields(text))


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Read the story, then answer in one sentence.", [Aspect.SENTENCES]),
        ("Think about it first, then reply in at most 80 words.", [Aspect.WORDS]),
        ("The first thing I want is a poem of four lines.", [Aspect.LINES]),
        ("Answer in at most 80 words and then stop.", [Aspect.WORDS]),
    ],
)
def test_what_is_done_before_the_answer_is_no_part_of_it(text: str, found: list[Aspect]) -> None:
    assert [one.aspect for one in read(text) if not one.part] == found


def test_a_number_sign_is_no_hashtag_for_sure() -> None:
    assert set(MEASURES["letters"]("The #1 bakery! #bread #rolls", "#")) == {2, 3}
    assert set(MEASURES["letters"]("#bread #2024rolls", "#")) == {2}
    assert set(MEASURES["letters"]("# # bread", "#")) == {0, 2}
