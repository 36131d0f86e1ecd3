"""What is said of parts of the answer, from the words to the verdict: what keeps it passes, what breaks it fails."""

from __future__ import annotations

import pytest

from specharness.api import compile_text
from specharness.compile.local.responses import read
from specharness.evidence.views import Observation, TextView
from specharness.ir import Outcome, SourceKind
from specharness.validators.occurrences import RESPONSE
from specharness.validators.registry import BUILT_IN

KINDS: dict[str, tuple[tuple[str, ...], str, str]] = {
    "question first": (
        ("The first sentence must be a question.", "Your first sentence must be a question."),
        "Does it rain? It does.",
        "It rains. Does it?",
    ),
    "no question first": (("The first sentence must not be a question.",), "It rains. Does it?", "Does it rain? Yes."),
    "turns": (
        ("Sentences alternate between statement and question, beginning with a statement.",),
        "It rains. Does it? It does.",
        "It rains. It does. Does it?",
    ),
    "prefixes in turn": (
        ('Lines start alternately with "A:" and "B:".', 'Use lines starting alternately with "A:" and "B:".'),
        "A: rain\nB: sun\nA: fog",
        "A: rain\nA: sun\nB: fog",
    ),
    "short words": (
        ("No word may have more than 5 letters.", "Don't use any word with more than five letters."),
        "Rain falls here.",
        "Raindrops fall here.",
    ),
    "long last word": (("The last word must have more than 5 letters.",), "We love thunder.", "We love rain."),
    "nth word": (
        ('The third word must be "rain".', 'The third word is "rain".'),
        "We like rain here.",
        "Rain we like.",
    ),
    "short last sentence": (
        ("The last sentence has to be shorter than five words.",),
        "It rains all day in this town. I stay.",
        "It rains. I stay at home all day.",
    ),
    "endings": (("Use no word ending in -ly.", 'No word may end in "ly".'), "It rains.", "It really rains."),
    "longer words": (
        ("Each word should be longer than the one before it.",),
        "A big storm passes.",
        "A big red storm.",
    ),
    "chain": (
        ("Let each sentence begin with the last word of the sentence before it.",),
        "I saw rain. Rain is wet.",
        "I saw rain. It is wet.",
    ),
    "openings": (
        ("No two sentences may begin with the same word.",),
        "It rains. We stay. They go.",
        "It rains. We stay. It stops.",
    ),
    "alphabet": (
        ("Give the words in alphabetical order.", "Sort them alphabetically.", "Sort them from A to Z."),
        "- fog\n- rain\n- sun",
        "- fog\n- sun\n- rain",
    ),
    "alphabet down": (
        ("Give the words in reverse alphabetical order.", "Sort them from Z to A."),
        "sun, rain, fog",
        "fog, rain, sun",
    ),
    "by length": (("Have them sorted by length, shortest first.",), "fog\nrain\nstorm", "storm\nrain\nfog"),
    "half": (("At least half of all words must begin with r.",), "Rain runs round us.", "Rain falls on the roof here."),
    "title case": (("Every word must begin with a capital letter.",), "Rain Falls Here", "Rain falls here"),
    "text on a line": (
        ('Write the word "rain" on the first line and on the last line.',),
        "rain\nfalls\nrain",
        "falls\nrain\nrain falls",
    ),
    "mark before each": (("Put a 🌧 before every sentence.",), "🌧 It rains. 🌧 I stay.", "🌧 It rains. I stay."),
    "no contractions": (
        ("Avoid contractions.", "Use no contractions (don't, it's and so on)."),
        "It is wet and does not stop.",
        "It's wet and doesn't stop.",
    ),
    "digits": (("Write all numbers as digits, never as words.",), "It rains on 6 days.", "It rains on six days."),
    "ascii": (("Use plain ASCII only.",), "It's raining in the cafe.", "It’s raining in the café."),
    "ellipsis": (("It has to end in an ellipsis.",), "It rains and rains...", "It rains and rains."),
    "number of things": (
        ("Name four cities.", "Please list four cities."),
        "Rome\nOslo\nBern\nBonn",
        "Rome\nOslo\nBern",
    ),
    "number of titles": (("List five titles of novels.",), "A\nB\nC\nD\nE", "A\nB\nC\nD"),
    "long items": (("Each bullet should contain at least 3 words.",), "- rain falls here", "- rain falls here\n- sun"),
    "no opening": (("No sentence should start with the word it.",), "Rain falls. We stay.", "We stay. it rains."),
    "words of one line": (("The first line must have 2 words.",), "rain falls\nall day long", "rain falls here\nso"),
    "number alone": (("Only the number, please.",), "1989", "It was 1989."),
}


def verdicts(text: str, answer: str) -> set[Outcome]:
    seen = {RESPONSE: Observation(RESPONSE, TextView(answer))}
    found = compile_text(text, kind=SourceKind.PROMPT)
    assert found.hard, text
    return {BUILT_IN[one.effect.validator].decide(one.effect.params, seen).outcome for one in found.hard}


@pytest.mark.parametrize("kind", KINDS)
def test_from_words_to_verdict(kind: str) -> None:
    wordings, kept, broken = KINDS[kind]
    for wording in wordings:
        text = f"Tell me about the weather. {wording}"
        assert verdicts(text, kept) == {Outcome.PASSED}, wording
        assert Outcome.FAILED in verdicts(text, broken), wording
        assert Outcome.PASSED not in verdicts(text, ""), wording


@pytest.mark.parametrize(
    "text",
    [
        "Do not list them in alphabetical order.",
        "The last word of the title must be short.",
        "You need not begin every item with a verb.",
        "Explain why no word may have more than five letters in Scrabble.",
        "The number of words has to be a multiple of five.",
        "List the months with 30 days as bullets.",
        "Use single hyphens.",
        "Compare them under two headings.",
        "Write four sentences or so.",
        "Tell me two more things.",
        "If it rains, the first sentence must be a question.",
    ],
)
def test_near_misses(text: str) -> None:
    assert [one.field for one in read(text)] == []


def test_an_adjective_of_some_ending_is_never_surely_there() -> None:
    text = "Tell me about rain. Use no adjective ending in -ous."
    assert verdicts(text, "It rains.") == {Outcome.PASSED}
    assert verdicts(text, "It is dangerous.") == {Outcome.UNKNOWN}
