"""Possible borders: strictly inside, in order, never inside a literal; judged chunks cover what they are cut from."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from local_world import source_of

from specharness.compile.local.chunks import Border, borders
from specharness.compile.local.grammar import settled
from specharness.compile.local.model import shipped_weights
from specharness.compile.local.sketch import judge
from specharness.ir import SourceKind
from specharness.segment import segment

_PIECES = st.sampled_from(
    [
        *("Save", "the table", "must", "必须", "不得", "1,000", "`a, b; c`", '"x, y"', "https://x.org/a,b", "{{A, B}}"),
        *(" ", ", ", ",", "，", "；", "; ", " and ", ", and ", " - ", " — ", ": ", "：", "(", ")", " (", ". ", "。"),
        *("\n", "if ", " with ", "`", '"'),
    ]
)
_TEXT = st.lists(_PIECES, max_size=30).map("".join)


@given(_TEXT, st.integers(0, 10), st.integers(0, 10))
def test_borders_lie_strictly_inside_and_in_order(text: str, before: int, after: int) -> None:
    start, end = min(before, len(text)), max(min(before, len(text)), len(text) - after)
    found = borders(text, start, end)
    for border in found:
        assert start < border.left <= border.right < end
    for one, other in pairwise(found):
        assert one.right <= other.left or one.left < other.left


@given(_TEXT)
def test_the_text_around_does_not_move_borders(text: str) -> None:
    inside = [(b.left, b.right, b.sort) for b in borders(text, 0, len(text))]
    shifted = [(b.left - 3, b.right - 3, b.sort) for b in borders("\n\n\n" + text + "\n\n\n", 3, 3 + len(text))]
    assert inside == shifted


@pytest.mark.parametrize(
    ("text", "literal"),
    [
        ("Write `a, b; c` there, then stop", "`a, b; c`"),
        ('Write "x, y and z" there, then stop', '"x, y and z"'),
        ("See https://example.org/a,b;c there, then stop", "https://example.org/a,b;c"),
        ("Fill {{FIRST, LAST}} there, then stop", "{{FIRST, LAST}}"),
        ("在 `甲, 乙` 处写入，然后停止", "`甲, 乙`"),
    ],
)
def test_a_literal_is_never_cut(text: str, literal: str) -> None:
    start = text.index(literal)
    found = borders(text, 0, len(text))
    assert found
    assert not [border for border in found if start < border.left < start + len(literal)]


def test_a_number_with_thousands_is_not_cut() -> None:
    assert not borders("at most 12,500 rows", 0, 19)


def test_two_modal_clauses_are_two() -> None:
    text = "The file must have a header and each row must have an id"
    border = next(b for b in borders(text, 0, len(text)) if b.sort == "and")
    assert settled(text, border, 0, len(text)) is True


def test_an_enumeration_of_literals_is_one() -> None:
    text = "The header has `a`, `b` and `c`"
    assert [settled(text, border, 0, len(text)) for border in borders(text, 0, len(text))] == [False, False]


@settings(deadline=None)
@given(_TEXT, st.sampled_from([SourceKind.PROMPT, SourceKind.SKILL, SourceKind.GUIDELINE]))
def test_judged_chunks_are_inside_their_units_and_do_not_overlap(text: str, kind: SourceKind) -> None:
    source = source_of(text, kind)
    judged = judge(source, segment(source), shipped_weights())
    for item in judged:
        assert item.where.unit.body.start <= item.piece.start < item.piece.end <= item.where.unit.body.end
        assert abs(sum(item.probabilities.values()) - 1) < 1e-9
    for one, other in pairwise(judged):
        if one.where.unit is other.where.unit:
            assert one.piece.end <= other.piece.start


def test_a_border_knows_its_sort() -> None:
    assert borders("Save it; then stop", 0, 18) == [Border(7, 9, "semi")]
