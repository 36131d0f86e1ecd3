"""Of whose text a constraint is said: only what binds the whole answer is one."""

from __future__ import annotations

import pytest

from specharness.api import compile_text
from specharness.compile.local.responses import Aspect, read
from specharness.compile.local.responses.material import handed_over
from specharness.ir import SourceKind


def aspects(text: str) -> list[Aspect]:
    """What is said of the whole answer."""
    return [one.aspect for one in read(text) if not one.each]


@pytest.mark.parametrize(
    "text",
    [
        # of another text
        "Write a prompt that asks for 300 words.",
        "Write a prompt for a chatbot that makes it answer in at least 300 words and without commas.",
        "Draft a job posting which requires a cover letter of at most 400 words.",
        "Write an email asking my assistant to write in all lowercase letters.",
        "Generate a system prompt that tells the model to respond only in JSON.",
        "Create a game in which players may not say the word 'blue'.",
        "Explain how to write a 1000-word essay in an hour.",
        "My professor wants an essay of at least 300 words. How do I start?",
        "Write instructions for pupils: they must use at least 3 bullet points.",
        "Write a story about a king who must speak in only three words.",
        "Write a dialogue in which one friend asks the other to reply in German.",
        "The password must be at least 8 characters long. Why?",
        'Write a song with the title "Ten words or less".',
        'Translate into French: "Do not use more than 50 words."',
        "Write about a village whose signs are all in English and in capital letters.",
        "Someone said to me that no one should use 'utilise'. What do you think?",
        # as many would do
        "Twenty-five sentences are plenty.",
        # no names of things
        "Write a poem in which no two consecutive words begin with the same letter.",
        "The number of sentences per paragraph goes 1, 2, 3.",
        # questions about it
        "Is a text message limited to 160 characters?",
        "Why do people avoid commas in messages?",
        "Tell me why I should not use commas in addresses.",
        # permitted, not needed
        "You don't need to write at least 300 words.",
        'You are not required to include the word "rain".',
        "Feel free to use more than 3 sentences.",
        "There is no limit of 100 words.",
        "If you can, use at least 3 bullet points.",
        "Use at least 3 bullet points where appropriate.",
        # of a part
        "No sentence should be longer than 12 words.",
        "Use sentences with no more than 20 words.",
        "No paragraph may be longer than 50 words.",
        "The title must be at most 5 words.",
        "The introduction should have at least 90 words and the conclusion at least 50 words.",
        "Your summary must be shorter than the text, which has 500 words.",
        "Write the first paragraph in lowercase.",
        "Do not use the word rain in the first paragraph.",
        "Do not use commas in the title.",
        "Use no more than 3 sentences per paragraph.",
        "Use at least 3 words longer than ten letters.",
        # in some way only
        "Answer in lowercase except for proper names.",
        "Start every sentence with a lowercase letter.",
        "Alternate between uppercase and lowercase words.",
        "Do not answer in German.",
        "Write half in English and half in Spanish.",
        "Say hello in Japanese, then go on in Korean.",
    ],
)
def test_what_binds_no_answer(text: str) -> None:
    assert aspects(text) == []


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Can you write a poem of at least 30 words?", [Aspect.WORDS]),
        ("What are good names for a cat, in at most 50 words?", [Aspect.WORDS]),
        ("Explain how tides work in fewer than 60 words.", [Aspect.WORDS]),
        ("You are not allowed to use any commas.", [Aspect.COMMAS]),
        ("Every sentence must be in lowercase.", [Aspect.CASE]),
        ("No paragraph may contain a comma.", [Aspect.COMMAS]),
        ("Write a résumé for them to get a job and do not use commas.", [Aspect.COMMAS]),
        ("Write a fable. The fable should have at least 90 words.", [Aspect.WORDS]),
        (
            "Use at least 9 sentences with exactly 2 bullet points and no commas.",
            [Aspect.SENTENCES, Aspect.BULLETS, Aspect.COMMAS],
        ),
        ("Avoid the word rain and write in German.", [Aspect.KEYWORDS]),
        ("Answer in no language other than German.", [Aspect.LANGUAGE]),
        ("Answer in Hindi, not in English.", [Aspect.LANGUAGE]),
        (
            'Write a story that begins with "It was night." and has at least 100 words.',
            [Aspect.BEGINNING, Aspect.WORDS],
        ),
    ],
)
def test_what_binds_the_answer(text: str, found: list[Aspect]) -> None:
    assert sorted(aspects(text)) == sorted(found)


RULES = "Entries must have at least 500 words.\n- No commas are allowed.\n- Entries must be in lowercase."


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (f"Read the following contest rules and tell me whether I may take part.\n\n- {RULES}", []),
        (f"Summarize the text below in 2 sentences.\n\n{RULES}", [Aspect.SENTENCES]),
        (f"Summarize the article below.\n\n{RULES}\n\nYour answer must not contain commas.", [Aspect.COMMAS]),
        (f"Summarise this in two sentences.\n```\n{RULES}\n```", [Aspect.SENTENCES]),
        (f"<document>\n{RULES}\n</document>\nSummarise it in two sentences.", [Aspect.SENTENCES]),
        ("> Use at least 40 words.\n\nWhat do you think of that?", []),
        ('Rewrite the following text: "It rains, and it pours. Use no commas." Use at least 30 words.', [Aspect.WORDS]),
        ("Your answer must follow these rules:\n- at least 50 words\n- no commas", [Aspect.WORDS, Aspect.COMMAS]),
    ],
)
def test_what_is_handed_over_asks_nothing(text: str, found: list[Aspect]) -> None:
    assert aspects(text) == found


@pytest.mark.parametrize(
    "unit",
    [
        "```\n",
        "```x\n",
        '"""',
        "<text>",
        "</text><text>",
        "> a\n",
        "the text below:\n",
        "summarize the following text ",
    ],
)
def test_a_huge_prompt_is_read_in_linear_time(unit: str) -> None:
    text = unit * 3_000
    assert all(0 <= one.start <= one.end <= len(text) for one in handed_over(text))
    read(text)


def test_what_the_readers_leave_no_other_rule_takes_for_a_bound() -> None:
    found = compile_text(
        "Write a prompt for a chatbot that makes it answer in at least 300 words.", kind=SourceKind.PROMPT
    )
    assert not found.hard


def test_the_letter_that_never_stands_is_not_counted_with_its_neighbour() -> None:
    found = {one.value("text"): one for one in read("The letter t should appear at least 5 times, the letter q never.")}
    assert found["t"].value("min") == 5
    assert found["q"].forbids
