"""Constraints of many kinds, from the words to the verdict: what keeps one passes, what breaks it fails."""

from __future__ import annotations

import pytest

from specharness.api import compile_text
from specharness.compile.local.responses import read
from specharness.evidence.views import Observation, TextView
from specharness.ir import Outcome, SourceKind
from specharness.ir.obligation import ObligationSet
from specharness.validators.occurrences import RESPONSE
from specharness.validators.registry import BUILT_IN

TABLE = "| A | B |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |"

KINDS: dict[str, tuple[tuple[str, ...], str, str]] = {
    "emojis": (("Use exactly 2 emojis.", "Your reply must have precisely two emojis."), "Hi 😀 there 🎉", "Hi 😀"),
    "no emojis": (("Don't use any emojis.", "No emojis, please.", "Write it without emojis."), "Hi there", "Hi 😀"),
    "sentence lengths": (
        (
            "Every sentence must have at most 4 words.",
            "No sentence may be longer than 4 words.",
            "Use at most four words per sentence.",
        ),
        "It rains a lot. I stay home.",
        "It rains. I stay at home because of it.",
    ),
    "short sentences": (("Keep each sentence under 5 words.",), "It rains a lot.", "It rains a lot here."),
    "equal sentences": (
        ("Write 2 sentences of exactly 3 words each.",),
        "It rains here. I like it.",
        "It rains here. I like it much.",
    ),
    "sentence starts": (
        (
            "Every sentence must start with the letter S.",
            'Start each sentence with the letter "S".',
            "All sentences should begin with the letter s.",
        ),
        "Snow falls. Streets are white.",
        "Snow falls. All is white.",
    ),
    "line starts": (
        ('Each line must begin with the word "Rain".',),
        "Rain falls.\nRain stops.",
        "Rain falls.\nIt stops.",
    ),
    "paragraph ends": (
        ('End each paragraph with "Over."',),
        "It rains. Over.\n\nIt snows. Over.",
        "It rains. Over.\n\nIt snows.",
    ),
    "sentence marks": (("End every sentence with an exclamation mark.",), "It rains! I stay!", "It rains! I stay."),
    "only questions": (("Every sentence must be a question.",), "Does it rain? Do I stay?", "Does it rain? I stay."),
    "words of lines": (
        ("Each line must contain exactly 3 words.", "Use three words per line."),
        "It rains today\nWe all stay",
        "It rains today\nWe stay",
    ),
    "sentences of paragraphs": (
        ("Each paragraph must have exactly 2 sentences.",),
        "It rains. We stay.\n\nIt stops. We go.",
        "It rains. We stay.\n\nIt stops.",
    ),
    "paragraph lengths": (
        ("No paragraph may be longer than 5 words.",),
        "It rains a lot.\n\nWe stay.",
        "It rains a lot here today.\n\nWe stay.",
    ),
    "word lengths": (
        ("No word may be longer than 5 letters.", "Every word must have at most five letters."),
        "It rains a lot",
        "It rained today",
    ),
    "alliteration": (("Every word must start with the letter B.",), "Big bears bite", "Big bears eat"),
    "characters": (
        ("Answer in at most 20 characters.", "The reply must not be longer than 20 characters."),
        "It rains a lot.",
        "It rains a lot here today.",
    ),
    "questions": (("Include exactly two questions.",), "Why? It rains. And how?", "Why? It rains."),
    "no questions": (("Don't ask any questions.",), "It rains.", "Does it rain?"),
    "table": (("Use a table.", "Your answer must contain exactly one table."), f"Here:\n\n{TABLE}", "Here: 1, 2"),
    "table rows": (("Answer with one table with at least 2 rows.",), TABLE, "It rains."),
    "no tables": (("Do not use tables.",), "It rains.", TABLE),
    "code block": (
        ("Include a code block.", "Include at least one code block."),
        "So:\n\n```\nx = 1\n```",
        "So: x = 1",
    ),
    "no code blocks": (("Do not use code blocks.",), "x = 1", "```\nx = 1\n```"),
    "headings": (("Include at least 2 headings.", "Use two or more headings."), "# A\n\nx\n\n# B\n\ny", "# A\n\nx"),
    "no headings": (("Use no headings.", "Write it without any headings."), "It rains.", "# Rain\n\nIt rains."),
    "hashtags": (("Use exactly 2 hashtags.",), "Rain #wet #cold", "Rain #wet"),
    "no hashtags": (("Do not use hashtags.",), "Rain", "Rain #wet"),
    "links": (("Include at least one link.", "Add a link."), "See https://example.org/a", "See it"),
    "no links": (("Don't include any URLs.", "Write it without links."), "See it", "See https://example.org/a"),
    "block quotes": (("Use exactly one block quote.",), "> It rains.\n\nSo he said.", "It rains, he said."),
    "first word": (('The first word of your response must be "Rain".',), "Rain falls.", "It rains."),
    "last word": (
        ('The last word must be "rain".', 'The final word of your answer should be "rain".'),
        "We like the rain.",
        "The rain is nice.",
    ),
    "beginning": (('Begin your answer with "Sure".',), "Sure, it rains.", "It rains."),
    "not beginning": (
        ('Do not begin your answer with "Sure".', 'Never start your reply with "Sure".'),
        "It rains.",
        "Sure, it rains.",
    ),
    "ending": (('End your answer with "Bye."',), "It rains. Bye.", "Bye. It rains."),
    "no digits": (
        ("Do not use any digits.", "Spell out all numbers.", "Write all numbers as words."),
        "Two cats",
        "2 cats",
    ),
    "digits": (("Use exactly 3 digits.",), "It is 1 of 23", "It is 1 of 2"),
    "palindromes": (("Include at least two palindromes.",), "Anna saw a kayak", "Anna saw it"),
    "no pronoun": (('Do not use the pronoun "she".',), "He sings.", "She sings."),
    "lines": (("Write exactly 2 lines.",), "It rains\nWe stay", "It rains"),
    "one paragraph": (("Answer in a single paragraph.",), "It rains. We stay.", "It rains.\n\nWe stay.\n\nIt stops."),
    "one word": (("Answer in a single word.",), "Rain", "It rains"),
    "one sentence": (("Answer in exactly one sentence.",), "It rains.", "It rains. We stay."),
    "numbered list": (("Answer with a numbered list of exactly 2 items.",), "1. rain\n2. snow", "1. rain"),
    "bulleted list": (("Reply with a bulleted list of 2 items.",), "* rain\n* snow", "* rain"),
    "list items": (("Your list must have at least two items.",), "* rain\n* snow", "* rain"),
    "no bullets": (("Don't use bullet points.",), "It rains.", "* rain\n* snow"),
    "no exclamation marks": (("Don't use exclamation marks.", "No exclamation marks."), "It rains.", "It rains!"),
    "no periods": (("Write it without any periods.",), "It rains", "It rains."),
    "semicolons": (("Use at least 2 semicolons.",), "It rains; it snows; it stops", "It rains; it stops"),
    "no parentheses": (("No parentheses.",), "It rains", "It rains (a lot)"),
    "no em dashes": (("Avoid em dashes.",), "It rains", "It rains — a lot"),
    "no quotation marks": (("Write it without quotation marks.",), "It rains", "It “rains”"),
    "no punctuation": (("Use no punctuation at all.",), "It rains", "It rains."),
    "commas": (("Use at least 2 commas.",), "rain, snow, hail", "rain, snow"),
    "no word twice": (
        ("Don't use the same word twice.", "No word may be repeated.", "All words must be unique."),
        "it rains here",
        "it rains and rains",
    ),
    "words that begin": (('Include at least 2 words that start with "s".',), "snow and sun", "snow and rain"),
    "no letter": (("Write it without the letter e.",), "It rains", "We see it"),
    "bold": (("Bold at least one word.",), "It *rains*", "It rains"),
}


def compiled(prompt: str) -> ObligationSet:
    return compile_text(prompt, kind=SourceKind.PROMPT)


def verdicts(found: ObligationSet, answer: str) -> set[Outcome]:
    seen = {RESPONSE: Observation(RESPONSE, TextView(answer))}
    return {BUILT_IN[one.effect.validator].decide(one.effect.params, seen).outcome for one in found.hard}


@pytest.mark.parametrize("kind", KINDS)
def test_from_words_to_verdict(kind: str) -> None:
    wordings, kept, broken = KINDS[kind]
    for wording in wordings:
        found = compiled(f"Tell me about the weather. {wording}")
        assert found.hard, wording
        assert verdicts(found, kept) == {Outcome.PASSED}, wording
        assert Outcome.FAILED in verdicts(found, broken), wording
        assert Outcome.PASSED not in verdicts(found, ""), wording


@pytest.mark.parametrize(
    "text",
    [
        "Feel free to use emojis.",
        "Use emojis if you like.",
        "Include at least 2 level-2 headings.",
        "Write 5 questions about rain.",
        "Put the book on the table of the kitchen.",
        "You need not end each sentence with an exclamation mark.",
        "Why do all his sentences start with the letter s?",
        "Use commas freely.",
        "Spell out numbers below ten.",
        "Use 3-digit codes.",
        "Write a story about a man whose every sentence must have three words.",
        "Mention the table of contents.",
        "How many headings does a report need?",
        'Do not begin a sentence with "And".',
    ],
)
def test_near_misses(text: str) -> None:
    assert [one.field for one in read(text)] == []


@pytest.mark.parametrize(
    "text",
    [
        'Mention "sun", "rain" and "snow" in that order.',
        'Use the word "rain" in every sentence.',
        "Answer with a table with the columns Day and Rain.",
        "Answer with a code block only.",
        "Write about rain and end it with two hashtags.",
        'Reply with a JSON object with the keys "day" and "rain".',
    ],
)
def test_what_a_check_leaves_of_its_sentence_stays_open(text: str) -> None:
    found = compiled(text)
    assert found.hard
    asked = {name for one in found.hard for name in one.src.directions}
    assert any(one.direction in asked and one.mandatory for one in found.abstained)
