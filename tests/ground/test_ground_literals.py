"""Literals stand where a direction says, numbers and paths compared as what they are."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from ground_world import Folder, direction_of, source_of, span_of
from hypothesis import given
from hypothesis import strategies as st

from specharness.ground.literals import ungrounded
from specharness.ground.numerals import as_number, numbers_in
from specharness.ground.paths import ending, normalise, same_path
from specharness.ir import Direction, Family, Param, Scalar, Source


def _missing(source: Source, direction: Direction, host: Path | None = None) -> str | None:
    return ungrounded(direction, direction.spans, {source.id: source}, Folder(host))


@pytest.mark.parametrize(
    ("text", "name", "value"),
    [
        ("Round to two decimals.", "decimals", 2),
        ("Use the form `X.XX`.", "decimals", 2),
        ("Write twelve rows.", "count", 12),
        ("写十二行。", "count", 12),
        ("At most 1,500 words.", "max", 1500),
        ("Save to `./out/a.csv`.", "path", "out/a.csv"),
        ("Save to “/root/a.csv”.", "path", "/root/a.csv"),
        ("Output 'a.csv' in '/root/out/'.", "path", "/root/out/a.csv"),
        ("The key `user.name` is set.", "keys", "user.name"),
        ("Set it to null.", "value", None),
        ("Set it to true.", "value", True),
        ("Sort alphabetically.", "order", "asc"),
        ("No commas in the text.", "text", ","),
        ("Add the line “Best  regards”.", "text", "Best regards"),
    ],
)
def test_literal_stands_in_the_quote(text: str, name: str, value: Scalar) -> None:
    source = source_of(text)
    direction = direction_of(source, text, family=Family.OTHER_CHECKABLE)
    direction = direction.model_copy(update={"params": {name: Param(value=value)}})
    assert _missing(source, direction) is None


@pytest.mark.parametrize(
    ("text", "name", "value"),
    [
        ("Round to two decimals.", "decimals", 3),
        ("Save to /root/a.csv.", "path", "/root/a.cs"),
        ("Save to /root/a.csv.", "path", "/root"),
        ("Save to /root/a.csv.", "path", "/data/a.csv"),
        ("The key `username` is set.", "keys", "user"),
        ("Write 12 rows.", "count", 1),
        ("Set it to zero.", "value", None),
        ("Add a line.", "text", "Best regards"),
    ],
)
def test_literal_stands_nowhere(text: str, name: str, value: Scalar) -> None:
    source = source_of(text)
    direction = direction_of(source, text, family=Family.OTHER_CHECKABLE)
    direction = direction.model_copy(update={"params": {name: Param(value=value)}})
    assert _missing(source, direction) is not None


def test_a_span_of_its_own_reaches_elsewhere_in_the_source() -> None:
    source = source_of("The file is out.csv. Later: sort the rows by name.")
    direction = direction_of(source, "sort the rows by name", family=Family.SORTED)
    bare = direction.model_copy(update={"params": {"path": Param(value="out.csv")}})
    cited = direction.model_copy(
        update={"params": {"path": Param(value="out.csv", spans=(span_of(source, "out.csv"),))}}
    )
    assert _missing(source, bare) is not None
    assert _missing(source, cited) is None


def test_observed_value_is_read_again(tmp_path: Path) -> None:
    (tmp_path / "t.json").write_text(json.dumps([{"out": "a.csv"}]))
    source = source_of("Write the file that t.json names.")
    direction = direction_of(source, "Write the file that t.json names", family=Family.PATH_EXISTS)
    for value, held in (("a.csv", True), ("b.csv", False)):
        param = Param(value=value, observed="/root/t.json#/0/out")
        observed = direction.model_copy(update={"params": {"path": param}})
        assert (_missing(source, observed, tmp_path) is None) is held


@given(st.integers(min_value=0, max_value=10**9))
def test_a_written_number_is_found(number: int) -> None:
    assert float(number) in numbers_in(f"exactly {number} rows")
    assert float(number) in numbers_in(f"exactly {number:,} rows")
    assert as_number(str(number)) == number


@pytest.mark.parametrize(
    ("word", "value"), [("twelve", 12), ("三百零五", 305), ("二十", 20), ("十", 10), ("1e3", 1000)]
)
def test_numbers_in_words(word: str, value: float) -> None:
    assert value in numbers_in(word)


@pytest.mark.parametrize("word", ["0.1%", "many", "", "2 to 3", True, None])
def test_what_is_no_number(word: Scalar) -> None:
    assert as_number(word) is None


@pytest.mark.parametrize(
    ("written", "path"),
    [
        ("`/root/a.csv`,", "/root/a.csv"),
        ("./a/../b.txt", "b.txt"),
        ("“out/”", "out/"),
        ("//data//x", "/data/x"),
        ("a\\b.txt", "a/b.txt"),
        ("../up.txt", None),
        ("https://x.org/a", None),
        ("a\nb", None),
        ("<name>.csv", None),
        ("", None),
    ],
)
def test_paths_have_one_form(written: str, path: str | None) -> None:
    assert normalise(written) == path


@given(st.text(alphabet="ab./`\"' ~", max_size=12))
def test_normalising_is_idempotent(text: str) -> None:
    once = normalise(text)
    assert once is None or normalise(once) == once


def test_same_path_and_ending() -> None:
    assert same_path("./a.csv", "`a.csv`.")
    assert not same_path("a.csv", "b.csv")
    assert ending("/root/A.JSON") == "json"
    assert ending("/root/.env") == ""
    assert ending("out/") == ""
