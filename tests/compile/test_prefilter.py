"""A guarded pattern answers as the plain one does, on any text."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from specharness.compile.local.clause import _GUARDED
from specharness.compile.local.lexicon import PATTERNS
from specharness.compile.local.meta_wording import LATIN, OTHER
from specharness.compile.local.prefilter import Guarded, conditions_of, traits

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
    )
)
_ALL = (*_MINE, *_GUARDED.values(), *LATIN._patterns, *OTHER._patterns)
_WORDS = sorted({literal for guarded in _ALL for condition in guarded.conditions for literal in condition})


@given(
    st.lists(st.one_of(st.sampled_from(_WORDS), st.text(max_size=6)), max_size=12),
    st.sampled_from([" ", "\n", "", "\t "]),
)
def test_the_answer_is_the_same(words: list[str], between: str) -> None:
    text = between.join(words)
    if len(text.lower()) != len(text) or any(mark in text for mark in "ſKÅıİ"):
        return
    mask = traits(text.lower())
    for guarded in _ALL:
        plain = guarded.pattern.search(text)
        assert (plain is None) is (guarded.search(text, mask) is None), guarded.pattern.pattern


@pytest.mark.parametrize("name", sorted(PATTERNS))
def test_every_signal_has_a_condition(name: str) -> None:
    assert conditions_of(PATTERNS[name]) or name == "exact"


def test_conditions_are_read_off_the_pattern() -> None:
    assert conditions_of(re.compile(r"\bmake sure\b")) == (("make sure",),)
    assert set(conditions_of(re.compile(r"(?:first|last)\s+sheet"))) == {("sheet",), ("last", "first")}
    assert conditions_of(re.compile(r"[a-z]+")) == ()
    assert conditions_of(re.compile(r"(?:must)?x?")) == ()
