"""The 25 instruction types of IFEval as checks: what keeps one passes, and nothing that is no answer does."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from worlds import F, P, U, World, decide

from specharness.errors import InputError
from specharness.ir import Outcome
from specharness.measure.ifeval import Instruction
from specharness.measure.ifeval_checks import TYPES, demands_of
from specharness.measure.ifeval_responses import GARBAGE, MAXIMAL, messages
from specharness.validators.base import problem_with
from specharness.validators.registry import BUILT_IN

ENGLISH = "This is the story of a man and it is not from the book that you have on the table for us."
GERMAN = "Das ist der Bericht und er ist nicht mit den anderen in dem Ordner, wie das auch die Liste zeigt."

CASES: dict[str, tuple[dict[str, Any], str, str]] = {
    "keywords:existence": ({"keywords": ["sun", "moon"]}, "the sun and the moon", "the sun"),
    "keywords:forbidden_words": ({"forbidden_words": ["sun"]}, "the moon", "the sun"),
    "keywords:frequency": ({"relation": "at least", "keyword": "sun", "frequency": 2}, "sun, sun", "sun"),
    "keywords:letter_frequency": ({"let_relation": "at least", "letter": "q", "let_frequency": 2}, "qq", "q"),
    "language:response_language": ({"language": "de"}, GERMAN, "Это не то, что он сказал"),
    "length_constraints:number_sentences": ({"relation": "at least", "num_sentences": 2}, "It is. It was.", "It is."),
    "length_constraints:number_words": (
        {"relation": "at least", "num_words": 4},
        "one two three four",
        "one two three",
    ),
    "length_constraints:number_paragraphs": ({"num_paragraphs": 2}, "one\n***\ntwo", "one\n\ntwo"),
    "length_constraints:nth_paragraph_first_word": (
        {"first_word": "sun", "num_paragraphs": 2, "nth_paragraph": 2},
        "one\n\nSun and moon",
        "one\n\nmoon",
    ),
    "detectable_content:number_placeholders": ({"num_placeholders": 2}, "[name] of [city]", "[name]"),
    "detectable_content:postscript": ({"postscript_marker": "P.S."}, "Bye\n\nP.S. Call me", "Bye"),
    "detectable_format:number_bullet_lists": ({"num_bullets": 2}, "* a\n* b", "* a"),
    "detectable_format:constrained_response": ({}, "My answer is no.", "No."),
    "detectable_format:number_highlighted_sections": ({"num_highlights": 2}, "*a b* and *c*", "*a b*"),
    "detectable_format:multiple_sections": (
        {"section_spliter": "SECTION", "num_sections": 2},
        "SECTION 1\nsun\nSECTION 2\nmoon",
        "SECTION 1\nsun",
    ),
    "detectable_format:json_format": ({}, '{"a": 1}', "{'a': 1}"),
    "detectable_format:title": ({}, "<<The sun>>\nIt shines.", "The sun\nIt shines."),
    "combination:two_responses": ({}, "yes\n******\nno", "yes\n***\nno"),
    "combination:repeat_prompt": ({"prompt_to_repeat": "Tell me."}, "Tell me.\n\nNo.", "No."),
    "startend:end_checker": ({"end_phrase": "Any questions?"}, "Done. Any questions?", "Any questions? Yes."),
    "startend:quotation": ({}, '"all of it"', "all of it"),
    "change_case:capital_word_frequency": (
        {"capital_relation": "at least", "capital_frequency": 2},
        "NASA and ESA met",
        "NASA met",
    ),
    "change_case:english_capital": ({}, ENGLISH.upper(), ENGLISH),
    "change_case:english_lowercase": ({}, ENGLISH.lower(), ENGLISH),
    "punctuation:no_comma": ({}, "no such mark", "one, two"),
}
LIMITS = {"keywords:forbidden_words", "punctuation:no_comma"}
"""What they ask for is that something be absent: short junk keeps that, an empty message leaves it open."""


def verdict(name: str, arguments: dict[str, Any], message: str) -> Outcome:
    found = set()
    for validator, params in demands_of(Instruction(name, arguments)):
        assert not problem_with(BUILT_IN[validator], params)
        found.add(decide(validator, params, World(response=message)).outcome)
    return next(outcome for outcome in (F, Outcome.ERROR, U, P) if outcome in found)


def test_all_types_are_here() -> None:
    assert len(TYPES) == 25
    assert set(CASES) == set(TYPES)


@pytest.mark.parametrize("name", TYPES)
def test_kept_and_broken(name: str) -> None:
    arguments, kept, broken = CASES[name]
    assert verdict(name, arguments, kept) is P
    assert verdict(name, arguments, broken) is F


@pytest.mark.parametrize("name", TYPES)
@pytest.mark.parametrize("junk", ["", " \n", GARBAGE, "x" * 5_000, MAXIMAL * 40, "\x00", "*" * 99, '"'])
def test_no_answer_is_never_accepted(name: str, junk: str) -> None:
    arguments, _, _ = CASES[name]
    if name in LIMITS and junk.strip():
        return
    outcome = verdict(name, arguments, junk)
    asks_less = {  # of these, a line that has something of everything holds enough, and rightly so
        "length_constraints:number_words",
        "length_constraints:number_sentences",
        "detectable_content:number_placeholders",
        "detectable_format:number_highlighted_sections",
        "detectable_format:title",
        "change_case:capital_word_frequency",
    }
    if name in asks_less and len(junk.split()) > 9:
        return
    assert outcome is not P, outcome


@pytest.mark.parametrize("name", TYPES)
def test_made_up_messages_are_the_same_for_a_seed_and_differ_in_verdict(name: str) -> None:
    arguments = CASES[name][0]
    every = list(messages(Instruction(name, arguments), 1))
    assert every == list(messages(Instruction(name, arguments), 1))
    assert {P, F} <= {verdict(name, arguments, message.text) for message in every}


def test_an_unknown_type_is_refused() -> None:
    with pytest.raises(InputError, match="no instruction type"):
        demands_of(Instruction("count:vowels"))
    with pytest.raises(InputError, match="has no argument"):
        demands_of(Instruction("keywords:existence"))


def test_the_comparison_says_why_it_is_skipped(tmp_path: Path, repository: Path) -> None:
    row = {"prompt": "No commas.", "instruction_id_list": ["punctuation:no_comma"], "kwargs": [{}]}
    path = tmp_path / "rows.jsonl"
    path.write_text(json.dumps(row) + "\n", encoding="utf-8")
    script = repository / "eval" / "ifeval_agreement.py"
    done = subprocess.run(
        [sys.executable, str(script), str(path), "--peer", "/no/such/python"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0
    assert "skipped" in done.stdout + done.stderr
    path.write_text("{", encoding="utf-8")
    done = subprocess.run([sys.executable, str(script), str(path)], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
