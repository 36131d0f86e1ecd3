"""What is not read of a prompt's constraints stays open; what only says what the answer is about does not."""

from __future__ import annotations

import pytest

from specharness.api import compile_text
from specharness.compile.local.responses import reading
from specharness.compile.local.responses.remainder import asks_for_content, remainder
from specharness.ir import Disposition, Reason, SourceKind

READ = "Use at most 3 sentences."


def words(text: str) -> list[str]:
    found = reading(text)
    return [one.word for one in remainder(found.prompt, found.constraints)]


@pytest.mark.parametrize(
    "text",
    [
        "Tell me about rain. Use at most 3 sentences.",
        "Describe a harbour in exactly three sentences.",
        "What should I check before buying a canoe? Use at most 3 sentences.",
        "Write a letter to the mayor. Do not use any commas.",
        'Tell me about tea. Include the words "leaf" and "cup".',
        "Write a note to a nurse. It must have a title in double angular brackets, such as <<Thanks>>.",
        "Explain to my nine year old why it rains. Use at most 3 sentences.",
        "What happened in 1989? Use at most 3 sentences.",
        "Tell me about rain. Your answer must have 3 paragraphs, separated with ***.",
    ],
)
def test_what_is_accounted_for_leaves_nothing_open(text: str) -> None:
    assert reading(text).constraints
    assert words(text) == []


@pytest.mark.parametrize(
    "rest",
    [
        "Each word must rhyme with the one before it.",
        "Sentences alternate between statement and question.",
        "Think of four cities.",
        "Greet me first in English and then in French.",
        "Sort them by distance.",
        "Give a palindrome.",
        "Put a 🐝 before it.",
        "Say nothing else.",
        "It must rhyme.",
        "The third word is never the same.",
        "Plain ASCII, please.",
        "Write a haiku about rain.",
        "Do not be rude.",
        "Use words ending in -ly.",
        "Join them with ->.",
        'Call it "Rain".',
    ],
)
def test_words_of_form_that_nothing_read_stay_open(rest: str) -> None:
    assert words(f"{READ} {rest}")
    found = compile_text(f"Tell me about rain. {READ} {rest}", kind=SourceKind.PROMPT)
    assert [one for one in found.abstained if one.reason is Reason.UNREAD and one.mandatory]


def test_a_constraint_accounts_for_its_own_words_alone() -> None:
    text = "Tell me a story of exactly six sentences in which sentences alternate between statement and question."
    assert words(text) == ["sentences", "question"]


def test_content_advises_and_hides_no_other_act() -> None:
    found = compile_text(f"Describe your ideal library. {READ}", kind=SourceKind.PROMPT)
    assert not [one for one in found.abstained if one.mandatory]
    assert any(one.disposition is Disposition.ADVISORY for one in found.directions)
    found = compile_text(f"Draft a note to Bob and send it. {READ}", kind=SourceKind.PROMPT)
    assert [one for one in found.abstained if one.mandatory]


@pytest.mark.parametrize("text", ["Describe a harbour.", "Could you explain rain?", "poem about a broken umbrella."])
def test_requests_for_content(text: str) -> None:
    assert asks_for_content(text)


@pytest.mark.parametrize(
    "text", ["Cancel my meeting with Bob.", "Draft an answer and send it.", "Beschreibe den Hafen."]
)
def test_no_requests_for_content(text: str) -> None:
    assert not asks_for_content(text)


def test_a_prompt_of_which_nothing_is_read_has_nothing_to_pass() -> None:
    assert compile_text("Each line shall mirror the one above it.", kind=SourceKind.PROMPT).hard == ()
