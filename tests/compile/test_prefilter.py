"""A guarded pattern answers as the plain one does, on any text."""

from __future__ import annotations

import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from specharness.compile.local.clause import _GUARDED
from specharness.compile.local.lexicon import PATTERNS
from specharness.compile.local.meta_wording import PATTERNS as META
from specharness.compile.local.prefilter import Guarded, Needle, alternatives_of, traits

_MINE = tuple(
    Guarded(re.compile(pattern, re.IGNORECASE))
    for pattern in (
        r"\b(?:must|shall)\s+not\b|不得",
        r"no more than\s+\d",
        r"[a-z]+",
        r"(?:a|b)?x",
        r"make sure",
        r"若|\bif\b",
        r"(?:first|last)\s+(?:sheet|row)",
        r"\b(?:no|not)\b.{0,9}\bmay\b",
        r"\b(?:also\s+)?is\b(?!x)n['’]?t",
        r"(?:^|[\s(])on(?:e|ly)?[\s,]",
        r"\b-?in\b",
    )
)
_ALL = (*_MINE, *_GUARDED.values(), *META[0], *META[1])
_CONDITIONS = {condition for guarded in _ALL for alternative in guarded.alternatives for condition in alternative}
_WORDS = sorted({needle.text for condition in _CONDITIONS for needle in condition})


@given(
    st.lists(st.one_of(st.sampled_from(_WORDS), st.text(max_size=6)), max_size=12),
    st.sampled_from([" ", "\n", "", "\t ", "-", "_"]),
)
@example(["sqlite3", "à"], "")
@example(["python", "٣"], "")
def test_the_answer_is_the_same(words: list[str], between: str) -> None:
    text = between.join(words)
    if len(text.lower()) != len(text) or any(mark in text for mark in "ſKÅıİ"):
        return
    lower = text.lower()
    mask = traits(lower)
    for guarded in _ALL:
        plain = [match.span() for match in guarded.pattern.finditer(text)]
        assert [match.span() for match in guarded.matches(text, lower, mask)] == plain, guarded.pattern.pattern
        assert guarded.fits(text, lower, mask) is bool(plain)


@pytest.mark.parametrize("name", sorted(PATTERNS))
def test_every_signal_has_a_condition(name: str) -> None:
    assert Guarded(PATTERNS[name]).needed


def test_conditions_are_read_off_the_pattern() -> None:
    assert alternatives_of(re.compile(r"\bmake sure\b")) == (((Needle("make sure", True, True),),),)
    assert [set(alternative) for alternative in alternatives_of(re.compile(r"(?:first|last)\s+sheet"))] == [
        {(Needle("first", closes=True),), (Needle("sheet", opens=True),)},
        {(Needle("last", closes=True),), (Needle("sheet", opens=True),)},
    ]
    assert alternatives_of(re.compile(r"[a-z]+")) == ((),)
    assert alternatives_of(re.compile(r"(?:must)?x?")) == ((),)


def test_one_alternative_is_met_as_a_whole() -> None:
    guarded = Guarded(re.compile(r"\bkeep\b.*\bunchanged\b|\bleave\b.*\balone\b"))
    assert guarded.possible(traits("keep it unchanged"))
    assert not guarded.possible(traits("keep it alone"))


def test_a_whole_word_of_a_pattern_is_no_part_of_another_word() -> None:
    guarded = Guarded(re.compile(r"\b(?:may|is)(?:\s+not\b|n['’]t)", re.IGNORECASE))
    assert guarded.possible(traits("it is not so"))
    assert guarded.possible(traits("it isn’t"))
    assert not guarded.possible(traits("nothing but a note"))
