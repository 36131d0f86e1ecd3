"""No altered quote obliges, and every original still does when it is told in words."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from specharness import api
from specharness.errors import SchemaMismatchError
from specharness.ground import ground
from specharness.measure.alterations import Alteration, alterations, from_jsonl, reading_of, to_jsonl
from specharness.measure.altered_study import Fate, World, by_sort
from specharness.measure.rewordings import Sort, edits, fragments
from specharness.sources import load

ROOT = Path(__file__).resolve().parent.parent.parent
TASKS = ROOT / "annotations" / "tasks"
NAMES = sorted(path.name for path in TASKS.iterdir() if path.is_dir())
FLOOR = 0.98
"""Share of the originals that must survive being told in words."""


@cache
def committed() -> dict[str, list[Alteration]]:
    """The committed set by task."""
    found = defaultdict(list)
    for one in from_jsonl((ROOT / "annotations" / "altered_quotes.jsonl").read_text(encoding="utf-8")):
        found[one.task].append(one)
    return found


@cache
def world(task: str) -> World:
    engine = api.default_engine()
    return World(
        load(api.request_for(TASKS / task)),
        engine,
        lambda specification, units, compiled: ground(specification, units, compiled, engine.id),
    )


def test_the_set_is_large_and_broad() -> None:
    every = [one for found in committed().values() for one in found]
    assert len(every) >= 500
    assert len({one.id for one in every}) == len(every)
    assert set(committed()) == set(NAMES)
    sorts = Counter(one.sort for one in every)
    assert set(sorts) == set(Sort)
    languages = Counter(one.language for one in every)
    assert languages["zh"] >= 50
    for one in every:
        source = world(one.task).sources[one.source]
        clause = source.text[one.start : one.end]
        quote = one.reading.quotes[0].text
        if one.sort.value.startswith("claim_"):
            assert quote in source.text
        else:
            assert quote != clause


@pytest.mark.parametrize("task", NAMES)
def test_no_alteration_obliges(task: str) -> None:
    judged = [world(task).judge(one) for one in committed()[task]]
    assert [one.alteration.id for one in judged if one.fate is Fate.ACCEPTED] == []
    assert all(one.detail for one in judged)


def test_the_originals_still_oblige() -> None:
    wanted = kept = 0
    for task in NAMES:
        native, again, _ = world(task).originals()
        wanted, kept = wanted + native, kept + again
    assert wanted > 300
    assert kept >= FLOOR * wanted


def test_a_faithful_claim_counts_as_accepted() -> None:
    """The judge can say yes: a true reading in place of an altered one is accepted."""
    own = world("invoice-summary-json")
    source = own.sources["instruction.md"]
    alteration = committed()["invoice-summary-json"][0]
    direction = next(one for one in own.compiled[source.id].directions if one.family == "path_exists")
    faithful = replace(alteration, reading=reading_of(direction, source, own.units[source.id]))
    assert own.judge(faithful).fate is Fate.ACCEPTED
    assert by_sort([own.judge(faithful)]) == {alteration.sort: Counter({Fate.ACCEPTED: 1})}


def test_an_edited_document_needs_a_new_set() -> None:
    alteration = committed()["invoice-summary-json"][0]
    with pytest.raises(SchemaMismatchError, match="write the set anew"):
        world("invoice-summary-json").judge(replace(alteration, sha256="0" * 64))


def test_writing_is_deterministic_and_reads_back() -> None:
    own = world("library-catalog-zh")
    sources = tuple(own.sources.values())
    once = to_jsonl(alterations("library-catalog-zh", sources, api.default_engine()))
    assert once == to_jsonl(alterations("library-catalog-zh", sources, api.default_engine()))
    assert to_jsonl(from_jsonl(once)) == once
    with pytest.raises(SchemaMismatchError, match="line 1"):
        from_jsonl("{}\n")


@pytest.mark.parametrize(
    ("clause", "sort", "text"),
    [
        ("Do not edit it.", Sort.NEGATION_DROPPED, "edit it."),
        ("It must be short.", Sort.NEGATION_ADDED, "It must not be short."),
        ("You may add rows.", Sort.MODAL_SWAPPED, "You must add rows."),
        ("Keep 12 files.", Sort.NUMBER_CHANGED, "Keep 13 files."),
        ("Write `/a/b.csv`.", Sort.PATH_CHANGED, "Write `/a/b_2.csv`."),
        ("If it rains, go.", Sort.CONDITION_CHANGED, "unless it rains, go."),
        ("至少 3 行", Sort.BOUND_CHANGED, "至多 3 行"),
    ],
)
def test_an_edit_changes_the_meaning(clause: str, sort: Sort, text: str) -> None:
    assert (sort, text) in {(one.sort, one.text) for one in edits(clause)}


@pytest.mark.parametrize(
    ("clause", "sort", "text"),
    [
        ("Do not edit the file.", Sort.FRAGMENT_NEGATION, "edit the file."),
        ("If it rains today, go home.", Sort.FRAGMENT_CONDITION, "go home."),
        ("Keep all except the first.", Sort.FRAGMENT_EXCEPTION, "Keep all"),
        ("Write at least 30 lines.", Sort.FRAGMENT_BOUND, "30 lines."),
        ("Write at least 30 lines.", Sort.FRAGMENT_UNIT, "Write at least 30"),
        ("Write to /root/out/a.csv.", Sort.FRAGMENT_PATH, "Write to /root/out"),
        ("不得修改原始数据文件", Sort.FRAGMENT_NEGATION, "修改原始数据文件"),
    ],
)
def test_a_fragment_is_a_part(clause: str, sort: Sort, text: str) -> None:
    assert (sort, text) in {(one.sort, one.text) for one in fragments(clause)}
    assert all(one.text in clause for one in fragments(clause))
