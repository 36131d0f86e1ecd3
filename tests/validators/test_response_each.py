"""What every part of the message must be like: passed however it is divided, failed however it is divided."""

from __future__ import annotations

from typing import Any

import pytest
from worlds import F, P, U, World, decide

from specharness.ir import Outcome
from specharness.validators import layout, response_each
from specharness.validators.base import problem_with
from specharness.validators.registry import BUILT_IN


@pytest.mark.parametrize(
    ("params", "message", "outcome"),
    [
        ({"of": "sentences", "has": "words", "max": 3}, "One two three. Four five.", P),
        ({"of": "sentences", "has": "words", "max": 3}, "One two three. Four five six seven.", F),
        ({"of": "sentences", "has": "words", "max": 3}, "# One two three four\n\nOne two.", U),
        ({"of": "sentences", "has": "words", "count": 3}, "A well - known. It is so.", U),
        ({"of": "sentences", "has": "words", "min": 3}, "Dr. Lee came in.", U),
        ({"of": "sentences", "letter": "s"}, "Snow. *Sun.*\n\n1. Sand is hot.", P),
        ({"of": "sentences", "letter": "s"}, "Snow. Rain.", F),
        ({"of": "sentences", "last": "!"}, "No! Yes!", P),
        ({"of": "sentences", "last": "!"}, "No! Yes.", F),
        ({"of": "sentences", "last": "!"}, "Title\n\nNo!", U),
        ({"of": "sentences", "first": "And"}, "And so. Andes.", F),
        ({"of": "sentences", "first": "And"}, "And so. and no.", U),
        ({"of": "lines", "has": "words", "count": 2}, "one two\n\nthree four\n", P),
        ({"of": "lines", "has": "words", "count": 2}, "# Head\none two", U),
        ({"of": "paragraphs", "has": "sentences", "count": 1}, "One.\n\nTwo.", P),
        ({"of": "paragraphs", "has": "sentences", "count": 1}, "# H\n\nOne.\n\nTwo.", U),
        ({"of": "paragraphs", "has": "sentences", "count": 2}, "One.\n\nTwo. Three.", F),
        ({"of": "paragraphs", "last": "Over."}, "It is. Over.\n\nNo. Over.", P),
        ({"of": "words", "has": "characters", "max": 4}, "it's a word", P),
        ({"of": "words", "has": "characters", "max": 4}, "it is longer", F),
        ({"of": "words", "letter": "b"}, "Big, bad (bear)!", P),
        ({"of": "words", "letter": "b"}, "Big and bad", F),
        ({"of": "words", "letter": "b"}, "", F),
        ({"of": "sentences", "letter": "b"}, "...", U),
    ],
)
def test_each(params: dict[str, Any], message: str, outcome: Outcome) -> None:
    assert not problem_with(BUILT_IN["response_each"], params)
    assert decide("response_each", params, World(response=message)).outcome is outcome
    assert decide("response_each", params, World()).outcome is U


@pytest.mark.parametrize(
    ("params", "said"),
    [
        ({"of": "sentences"}, "needs one of"),
        ({"of": "sentences", "has": "words"}, "go together"),
        ({"of": "sentences", "first": "a", "max": 3}, "go together"),
        ({"of": "sentences", "first": "a", "last": "b"}, "needs one of"),
        ({"of": "words", "letter": "ab"}, "one letter"),
        ({"of": "words", "letter": "!"}, "one letter"),
        ({"of": "sentences", "last": " "}, "blank"),
    ],
)
def test_senseless_parameters(params: dict[str, Any], said: str) -> None:
    assert said in problem_with(BUILT_IN["response_each"], params)


@pytest.mark.parametrize(
    ("params", "message", "outcome"),
    [
        ({"first_word": "rain"}, "**Rain** falls", P),
        ({"first_word": "rain"}, "Rainy days", F),
        ({"first_word": "rain"}, "Rain-soaked days", U),
        ({"last_word": "rain"}, "I like the rain!", P),
        ({"last_word": "rain"}, "rain is nice", F),
    ],
)
def test_edges(params: dict[str, Any], message: str, outcome: Outcome) -> None:
    assert not problem_with(BUILT_IN["response_edges"], params)
    assert decide("response_edges", params, World(response=message)).outcome is outcome


@pytest.mark.parametrize(
    ("params", "message", "outcome"),
    [
        ({"first": "Sure"}, "It is.", P),
        ({"first": "Sure"}, "Sure, it is.", F),
        ({"first": "Sure"}, "sure, it is.", U),
        ({"last": "Bye."}, "Done.", P),
        ({"last": "Bye."}, "Done. Bye.", F),
        ({"last": "Bye."}, "", U),
    ],
)
def test_not_at_an_edge(params: dict[str, Any], message: str, outcome: Outcome) -> None:
    assert not problem_with(BUILT_IN["response_not_at_edge"], params)
    assert problem_with(BUILT_IN["response_not_at_edge"], {})
    assert decide("response_not_at_edge", params, World(response=message)).outcome is outcome


@pytest.mark.parametrize(
    ("of", "text", "readings"),
    [
        ("emojis", "😀 and 🎉", {2}),
        ("emojis", "👩‍👩‍👧 🇫🇷", {2, 4}),
        ("emojis", "✓ done", {0, 1}),
        ("questions", "Why? So.", {1}),
        ("questions", "See https://a.org/?q=1 now", {0}),
        ("headings", "# A\n\n```\n# no\n```", {1}),
        ("headings", "**A**\n\ntext", {0, 1}),
        ("tables", "| a |\n|---|\n| 1 |", {1}),
        ("table_rows", "| a |\n|---|\n| 1 |", {1, 2}),
        ("code_blocks", "```\nx\n```", {1}),
        ("block_quotes", "> a\n> > b", {1, 2}),
        ("links", "https://a.org and www.b.org", {2}),
        ("links", "[a](b.html)", {0, 1}),
        ("digits", "1. a 23", {2, 3}),
        ("numbers", "3 cats and two dogs", {1, 2}),
        ("list_items", "* a\n* b", {2}),
        ("list_items", "a\nb", {0, 2}),
        ("bold", "**a** and *b*", {1}),
        ("palindromes", "Anna saw Anna", {1, 2}),
        ("punctuation", "it's so", {0, 1}),
        ("repeated_words", "a b A", {0, 1}),
        ("starting", "sun Sand sea", {3}),
    ],
)
def test_layout(of: str, text: str, readings: set[int]) -> None:
    assert set(layout.LAYOUT[of](text, "s")) == readings


@pytest.mark.parametrize("unit", ["*", "[", "> ", "| ", "#", "a. ", "😀", "?", "\n\n", "```\n", "a "])
def test_a_huge_message_of_one_kind_is_read_in_linear_time(unit: str) -> None:
    text = unit * 20_000
    for measure in layout.LAYOUT.values():
        assert all(number >= 0 for number in measure(text, "a"))
    for of in response_each._UNITS:
        decide("response_each", {"of": of, "letter": "a"}, World(response=text))
