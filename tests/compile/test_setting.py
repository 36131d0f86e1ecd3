"""What stands round a clause of a prompt: lead-ins and headings by what they do, places, wordings."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from local_world import source_of

from specharness.compile.local.setting import (
    MAX_LEADS,
    doings,
    heading_features,
    lead_features,
    part_features,
    put_features,
)
from specharness.compile.local.sight import sight_of
from specharness.compile.local.sketch import places
from specharness.ir import SourceKind
from specharness.segment import segment

_TEXT = "The input is given in two files:\n\n- `a.csv`: a row a day\n\nThe report must contain:\n\n- `id`: a name\n"


@pytest.mark.parametrize(
    ("text", "does"),
    [
        ("You are given two tables:", {"given"}),
        ("The report must state:", {"asked"}),
        ("You could look at, for example:", {"offered"}),
        ("Usage", {"run"}),
        ("已有数据位于", {"given"}),
        ("Weather", set()),
    ],
)
def test_what_a_lead_in_does(text: str, does: set[str]) -> None:
    assert set(doings(text)) == does


def _features_of_items(kind: SourceKind) -> list[set[str]]:
    source = source_of(_TEXT, kind)
    return [set(where.features) for where in places(source, segment(source)) if where.unit.block.value == "list_item"]


def test_two_items_alike_differ_by_what_introduces_them() -> None:
    held, asked = _features_of_items(SourceKind.PROMPT)
    assert "led=given" in held
    assert "led:asked" not in held
    assert "led=given+asked" in asked  # "contain" alone does not tell, the modal does


def test_guidelines_and_skills_have_none_of_it() -> None:
    for kind in (SourceKind.GUIDELINE, SourceKind.SKILL):
        found = {name for item in _features_of_items(kind) for name in item}
        assert not any(name.startswith(("led", "over:", "under:")) for name in found)


def test_leads_are_followed_only_so_far() -> None:
    long = [f"Level {number} is given:" for number in range(20)]
    assert set(lead_features(long, "list_item")) == {*lead_features(long[:MAX_LEADS], "list_item")}


def test_a_unit_that_introduces_a_list_says_so() -> None:
    source = source_of(_TEXT)
    found = {where.unit.block.value: where.introduces for where in places(source, segment(source))}
    assert found == {"sentence": True, "list_item": False}


def test_place_in_the_unit() -> None:
    source = source_of("Sort the rows by date, and keep the header.")
    unit = segment(source)[0]
    end = unit.body.end
    assert "part=whole" in set(part_features(unit, 0, end, False))
    assert "part=first" in set(part_features(unit, 0, 21, False))
    assert {"part=later", "introduces&last"} <= set(part_features(unit, 23, end, True))


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("`id`: the number of the order", "put:named"),
        ("it is a table", "put:states"),
        ("we took it from there", "put:ours"),
        ("your table", "put:yours"),
        ("neatly", "put:manner"),
        ("more than that", "put:compares"),
        ("writes a table", "put:third person"),
        ("a table", "put:no verb"),
    ],
)
def test_how_a_clause_is_put(text: str, name: str) -> None:
    assert name in set(put_features(text, sight_of(text).words(0, len(text))))
    assert name not in set(put_features("write it", ["write", "it"]))


@given(st.lists(st.text(max_size=300), max_size=6))
def test_any_text_has_features_and_the_same_ones(texts: list[str]) -> None:
    assert list(lead_features(texts, "sentence")) == list(lead_features(texts, "sentence"))
    assert heading_features(tuple(texts)) == heading_features(tuple(texts))
    for text in texts:
        assert list(put_features(text, text.split())) == list(put_features(text, text.split()))
