"""An edit stays where it is made, and what says the same is judged the same."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from specharness import api
from specharness.ir import Source, SourceKind
from specharness.measure.rewrites import Pair, reordered, reworded, rewrapped
from specharness.measure.stability import (
    ORDER,
    WORDS,
    WRAPS,
    Base,
    base_of,
    block_of,
    crosses,
    keeps,
    locality,
    read_pairs,
    rewrites,
)
from specharness.segment import segment
from specharness.sources import load

ROOT = Path(__file__).resolve().parent.parent.parent
TASKS = ROOT / "annotations" / "tasks"
NAMES = sorted(path.name for path in TASKS.iterdir() if path.is_dir())
PAIRS = read_pairs((ROOT / "annotations" / "paraphrases.jsonl").read_text(encoding="utf-8"))
FLOORS = {WORDS: 0.85, ORDER: 0.9, WRAPS: 0.7}
"""Shares that eval/stability.py measures, less what a retrained model may cost."""
SAMPLE = ("invoice-summary-json", "library-catalog-zh", "sensor-cleaning-csv", "service-config-yaml")


def source_of(text: str) -> Source:
    return Source(id="p", kind=SourceKind.PROMPT, sha256=hashlib.sha256(text.encode()).hexdigest(), text=text)


@cache
def base(task: str) -> Base:
    """A task's prompt, compiled."""
    return base_of(load(api.request_for(TASKS / task)).sources[0], api.default_engine())


SENTENCES = ("The weather was fine.", "Nobody works on Sundays.", "You may take a break.", "图书室周一休息。", "x")


@settings(max_examples=60, deadline=None, derandomize=True)
@given(st.sampled_from(NAMES), st.integers(0, 10_000), st.sampled_from(SENTENCES))
def test_an_edit_changes_only_its_block(task: str, number: int, sentence: str) -> None:
    known = base(task)
    able = [
        unit
        for unit in known.units
        if unit.block.value in {"sentence", "list_item", "table_row"} and not crosses(known, unit, sentence)
    ]
    body = able[number % len(able)].body
    result = locality(known, body.start, body.end, sentence, api.default_engine())
    assert result.moved == ()
    assert 0 <= result.params <= result.others


def test_what_names_a_file_or_introduces_a_list_crosses_blocks() -> None:
    text = "Rest well.\n\nWrite these keys:\n\n- a\n- b\n\nRead `in.csv`.\n"
    known = base_of(source_of(text), api.default_engine())
    quiet = [known.source.quote(unit.body) for unit in known.units if not crosses(known, unit, "x")]
    assert quiet == ["Rest well.", "a", "b"]
    assert all(crosses(known, unit, "See /tmp/x.") for unit in known.units)


def test_the_law_can_fail() -> None:
    """An edit that opens a fence swallows what follows, and that is seen."""
    known = base("invoice-summary-json")
    body = known.units[1].body
    assert locality(known, body.start, body.end, "x\n\n```\n", api.default_engine()).moved


@pytest.mark.parametrize("what", FLOORS)
def test_what_says_the_same_is_judged_the_same(what: str) -> None:
    tried = kept = 0
    for task in SAMPLE:
        known = base(task)
        for sort, rewrite in rewrites(known.source, known.units, PAIRS):
            if sort == what:
                tried, kept = tried + 1, kept + keeps(known, rewrite, api.default_engine())
    assert tried >= 10
    assert kept >= FLOORS[what] * tried


def test_there_are_enough_pairs() -> None:
    assert len(set(PAIRS)) >= 100


def test_rewordings_carry_their_literals_both_ways() -> None:
    text = "Write the sum to `a.csv`. It must contain `x` and `y`."
    pair = Pair("must contain {0}", "has to include {0}")
    (found,) = reworded(text, 0, len(text), [pair])
    assert found.text == "Write the sum to `a.csv`. It has to include `x` and `y`."
    (back,) = reworded(found.text, 0, len(found.text), [pair])
    assert back.text == text


def test_items_are_exchanged_unless_one_leans_on_the_other() -> None:
    text = "Rules:\n\n- Sort the rows.\n- Use two columns.\n- Keep it short.\n"
    assert [one.text for one in reordered(text, segment(source_of(text)))] == [
        "Rules:\n\n- Use two columns.\n- Sort the rows.\n- Keep it short.\n"
    ]


def test_wrapping_changes_white_space_alone() -> None:
    text = "Write the total of all invoices to the file. Then sort the rows by their date, oldest first.\n"
    found = [one for width in (30, 60) for one in rewrapped(text, segment(source_of(text)), width)]
    assert len(found) == 2
    assert all(one.text.split() == text.split() and one.text != text for one in found)
    verse = "INPUT\nThe file holds all invoices of the month of May and June.\n"
    assert list(rewrapped(verse, segment(source_of(verse)), 30)) == []


def test_a_block_is_a_list_or_a_paragraph() -> None:
    text = "One. Two.\n\n- a\n- b\n"
    units = segment(source_of(text))
    assert block_of(units, 0) == (0, 9)
    assert text[slice(*block_of(units, text.index("b")))].split() == ["-", "a", "-", "b"]
