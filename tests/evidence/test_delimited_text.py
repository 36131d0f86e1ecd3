"""Delimited text that is held: its lines, and what is refused before any field of it is made."""

from __future__ import annotations

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from specharness.evidence.faults import LimitReached
from specharness.evidence.limits import Limits
from specharness.evidence.observers import table

TEXT = st.text(st.sampled_from('ab,;"\n\r\v\x85\u2028é'), max_size=40)


@given(text=TEXT, part=st.integers(0, 5))
def test_lines_are_those_of_the_whole_text(text: str, part: int) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(table, "_PART", part)
        assert list(table._pieces(text)) == list(io.StringIO(text, newline=""))


@given(rows=st.lists(st.lists(st.sampled_from(["a", "", 'q"', "x,y"]), min_size=1, max_size=4), max_size=8))
def test_too_many_fields_are_told_from_their_delimiters_only_where_they_are_too_many(rows: list[list[str]]) -> None:
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows([["k", "v"], *rows])
    cells = sum(map(len, csv.reader(io.StringIO(out.getvalue(), newline=""))))
    assert table.view(out.getvalue().encode(), Limits(cells=cells)).columns == ("k", "v")
    with pytest.raises(LimitReached) as refused:
        table.view(out.getvalue().encode(), Limits(cells=cells - 1))
    assert refused.value.limit == "cells"


def test_what_is_surely_too_much_is_refused_before_it_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table, "_rows", lambda *_: pytest.fail("fields were made"))
    with pytest.raises(LimitReached, match="`cells`"):
        table.view(b"a,b,c\n" * 50, Limits(cells=60))
