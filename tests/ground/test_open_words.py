"""A constraint on the answer blocks only where every word of its clause is accounted for."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from specharness.api import compile_text
from specharness.ground.orders import clauses, content
from specharness.ir import Disposition, Reason


def blocking(text: str) -> list[str]:
    """The validators that may fail an answer."""
    return [one.effect.validator for one in compile_text(text).hard]


def opened(text: str) -> str:
    """What is named as left open."""
    return " ".join(one.detail for one in compile_text(text).abstained)


PLAIN = (
    "Write exactly three sentences about the sea.",
    "Tell me about foxes in two paragraphs.",
    "Your story about a lamp must be at most 50 words long.",
    "Draft a letter to my aunt, in five lines.",
    "No commas, please.",
    "Use the word 'rain' at most twice.",
    "Every line must have at most 6 words.",
    "Each sentence has to start with the letter B.",
    "Give me a four-line poem about fog.",
    "Answer in one word: is a tomato a fruit?",
    "Do not use any digits.",
    "All in capital letters, please.",
    "介绍雪，请用两句话。",
)
"""Clauses that say nothing beside what their checks decide and what to write about."""
NARROWED = (
    ("Write {} lines by the first speaker.", "by the first speaker"),
    ("Use exactly {} sentences of dialogue.", "dialogue"),
    ("Write {} lines for each of the speakers and {} for the chorus.", "speakers"),
    ("Give me a script with exactly {} speaker lines by ANN.", "speaker"),
    ("Show the sum on {} lines and put the result below it.", "result"),
    ("Write {} sentences, leaving the greeting aside.", "aside"),
    ("Use {} lines for the verse.", "verse"),
    ("Use exactly {} paragraphs on weekdays.", "weekdays"),
)
QUALIFIERS = (
    "save for the greeting",
    "bar the refrain",
    "on odd days",
    "in the verses",
    "by the narrator",
    "for the younger readers",
    "within brackets",
    "where Anna speaks",
    "when a number is meant",
    "as long as nobody asks",
    "the heading aside",
    "or a dash in their place",
    "in the German half",
    "after the refrain",
)


@pytest.mark.parametrize("text", PLAIN)
def test_what_is_accounted_for_blocks(text: str) -> None:
    assert blocking(text), opened(text)


@pytest.mark.parametrize(("text", "word"), NARROWED)
@pytest.mark.parametrize("number", ["2", "three", "7"])
def test_what_narrows_a_count_does_not_block(text: str, word: str, number: str) -> None:
    text = text.format(*[number] * text.count("{}"))
    assert "response_count" not in blocking(text)


@pytest.mark.parametrize("qualifier", QUALIFIERS)
@pytest.mark.parametrize(
    "text",
    [
        "Use no commas",
        "Use at most 40 words",
        "Every line must have at most 6 words",
        "Do not use any digits",
        'Do not use the word "rain"',
        "Each sentence has to start with the letter B",
    ],
)
def test_a_qualifier_keeps_a_check_from_blocking(text: str, qualifier: str) -> None:
    assert blocking(f"{text}.")
    assert not blocking(f"{text}, {qualifier}.")
    assert not blocking(f"{text} {qualifier}.")


def test_the_open_words_are_named() -> None:
    found = compile_text('The word "vote" may come up at most twice in the part about money.')
    assert not found.hard
    (one,) = [item for item in found.abstained if item.mandatory and "part about money" in item.detail]
    assert one.disposition is Disposition.ABSTAIN
    assert one.reason is Reason.NO_VALIDATOR


def test_a_clause_beside_does_not_keep_a_check_from_blocking() -> None:
    text = "Tell me about your breakfast in four sentences or so, but each sentence has to start with the letter B."
    assert blocking(text) == ["response_each"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Write about rain and end it with two hashtags.", {"min": 2}),
        ("Answer with a table with the columns Day and Rain.", {"min": 1}),
    ],
)
def test_of_certain_ones_only_a_lower_bound_blocks(text: str, expected: dict[str, int]) -> None:
    (one,) = compile_text(text).hard
    assert {name: one.effect.params[name] for name in ("min", "max", "count") if name in one.effect.params} == expected


def test_none_of_certain_ones_does_not_block() -> None:
    assert not blocking("Ask no questions at the end.")


@given(st.text(alphabet=" abcdefghi,.;:?¤-'\"()的写一，", max_size=80))
def test_clauses_cover_a_sentence_and_content_stays_inside(text: str) -> None:
    found = clauses(text)
    assert found[0][0] == 0
    assert found[-1][1] == len(text)
    assert all(one[1] == other[0] for one, other in pairwise(found))
    assert all(0 <= start <= end <= len(text) for start, end in content(text))
