"""Delimited text that is held: its lines, and what is refused before any field of it is made."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from looking import seen

from specharness.evidence.faults import LimitReached
from specharness.evidence.limits import Limits
from specharness.evidence.observers import table
from specharness.evidence.views import ViewKind

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


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ('v\n""\na\n', [("",), ("a",)]),
        ("v\n\na\n\n", [("a",)]),
        ('v\r\n""\r\n\r\n""', [("",), ("",)]),
        ("v\n  \na\n", [("a",)]),
        ('v,w\n""\n', [("",)]),
        ("v,w\n,\n\n", [("", "")]),
    ],
)
def test_a_quoted_empty_field_is_a_row_and_an_empty_line_is_none(text: str, rows: list[tuple[str, ...]]) -> None:
    assert list(table.view(text.encode(), Limits()).rows) == rows


@given(
    lines=st.lists(st.sampled_from(['""', "", "a", "  ", '" "', '"a""b"']), max_size=6),
    end=st.sampled_from(["\n", "\r\n"]),
)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None, max_examples=30)
def test_the_engine_reads_the_same_rows_of_one_column(tmp_path: Path, lines: list[str], end: str) -> None:
    pytest.importorskip("duckdb")
    path = tmp_path / "x.csv"
    path.write_bytes(end.join(["v", *lines, ""]).encode())
    kept = seen(path, ViewKind.TABLE)
    asked = seen(path, ViewKind.QUERY, "SELECT * FROM data")
    assert asked.rows == kept.rows
    assert asked.delimiter == kept.delimiter == ","
