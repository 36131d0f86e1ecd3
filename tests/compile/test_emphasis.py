"""Emphasis round plain words is read past; everything else keeps its marks, and nothing moves."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from local_world import source_of

from specharness.compile.local.emphasis import unemphasised
from specharness.segment import segment


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("It must **not** hold.", "It must   not   hold."),
        ("Do __not__ touch it.", "Do   not   touch it."),
        ("Do <b>not</b> touch it.", "Do    not     touch it."),
        ("exactly *3* rows", "exactly  3  rows"),
        ("**Note:** keep `a*b*c`", "**Note:** keep `a*b*c`"),
        ("the file **out.json**", "the file **out.json**"),
        ("不得 **不** 写", "不得   不   写"),
    ],
)
def test_marks_become_blanks(text: str, read: str) -> None:
    assert unemphasised(text, segment(source_of(text))) == read


@given(st.text(alphabet="ab *_<>/`not\n", max_size=60))
def test_nothing_moves(text: str) -> None:
    read = unemphasised(text, segment(source_of(text)))
    assert len(read) == len(text)
    assert all(one == other or other == " " for one, other in zip(text, read, strict=True))
