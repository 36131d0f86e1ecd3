"""Windows never cut what belongs together, ask about every worded unit once, and their size does not show."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from endpoint import UNIT, Json, ask, entry
from hypothesis import given, settings
from hypothesis import strategies as st
from model_world import source_of

from specharness.compile.llm.client import Reply, Request
from specharness.compile.llm.engine import Asked, ModelEngine
from specharness.compile.llm.prompt import Template, mark_for, messages, parse_template
from specharness.compile.llm.schema import MAX_UNITS, Size
from specharness.compile.llm.windows import MAX_SHOWN, Layout
from specharness.errors import SchemaMismatchError
from specharness.ir import Block, CompilerId
from specharness.segment import segment

LONG_LIST = "Each of these files must be there:\n\n" + "\n".join(f"- `out/{n}.csv`" for n in range(60))
TABLE = "| name | limit |\n|---|---|\n" + "\n".join(f"| field{n} | {n} |" for n in range(40))
TEXT = (
    f"# Top\n\nA **batch** is one night's orders.\n\n## Files\n\n{LONG_LIST}\n\n"
    f"## Limits\n\n{TABLE}\n\nEvery batch must be short.\n"
)
BLOCKS = st.sampled_from(
    [
        "# Heading\n",
        "A plain sentence. Another one, which must hold.\n",
        "- one\n- two\n  - deeper\n- three\n",
        "Do this:\n\n1. first\n2. second\n",
        "| a | b |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |\n",
        "```\ncode\n```\n",
        "> quoted words\n",
        "---\n",
    ]
)


def layout_of(text: str, limit: int, most: int = MAX_UNITS) -> Layout:
    source = source_of(text)
    return Layout(source, segment(source), limit, most)


@pytest.mark.parametrize("limit", [1, 50, 200, 1000, 100_000])
def test_a_list_or_a_table_is_never_cut(limit: int) -> None:
    layout = layout_of(TEXT, limit)
    where = {place: number for number, window in enumerate(layout.windows()) for place in window.asked}
    groups: dict[str, set[int]] = {}
    for place, unit in enumerate(layout.units):
        if unit.group and place in where:
            groups.setdefault(unit.group, set()).add(where[place])
    assert all(len(windows) == 1 for windows in groups.values())
    assert len(groups) >= 3


@given(blocks=st.lists(BLOCKS, max_size=12), limit=st.integers(1, 400), most=st.integers(1, 8))
@settings(max_examples=60, deadline=None)
def test_every_worded_unit_is_asked_about_exactly_once(blocks: list[str], limit: int, most: int) -> None:
    layout = layout_of("\n".join(blocks), limit, most)
    windows = layout.windows()
    asked = [place for window in windows for place in window.asked]
    worded = [
        place
        for place, unit in enumerate(layout.units)
        if unit.block is not Block.RULE and any(map(str.isalnum, layout.source.quote(unit.body)))
    ]
    assert asked == worded
    for window in windows:
        assert 0 < len(window.asked) <= most
        assert not set(window.asked) & set(window.context)
        if len(window.asked) > 1:
            first, second = layout.halves(window)
            assert first.asked + second.asked == window.asked
            assert first.asked
            assert second.asked


TEMPLATE = Template("fixed", "{mark} {source} {kind}\n{units}\n{asked} {note}")
HEADINGS = st.builds(lambda level, name: f"{'#' * level} {name}\n", st.integers(1, 4), st.sampled_from("ABC"))


@given(blocks=st.lists(st.one_of(BLOCKS, HEADINGS), max_size=14), limit=st.integers(1, 120))
@settings(max_examples=80, deadline=None)
def test_the_headings_above_each_unit_can_be_told_from_its_window_alone(blocks: list[str], limit: int) -> None:
    layout = layout_of("\n".join(blocks), limit)
    for window in layout.windows():
        shown = {number: place for place, number in window.numbers.items()}
        path: list[str] = []
        told_of: list[int] = []
        for line in messages(TEMPLATE, layout, window, "f")[1]["content"].splitlines():
            if line.startswith("under: "):
                told = line.removeprefix("under: ")
                path = [] if told == "nothing" else told.split(" > ")
            match = UNIT.match(line)
            if match is None:
                continue
            told_of.append(int(match[1]))
            above = list(layout.units[shown[int(match[1])]].heading_path)
            if match[2] is None:
                assert path == above
            else:
                assert path[: len(match[2]) - 1] == above
                path = [*above, line[match.end() :]]
        assert told_of == sorted(shown)


def test_a_unit_is_shown_with_what_it_hangs_on() -> None:
    layout = layout_of(TEXT, 1)
    for window in layout.windows():
        for place in window.asked:
            unit = layout.units[place]
            if unit.parent:
                lead = next(at for at, other in enumerate(layout.units) if other.id == unit.parent)
                assert lead in window.shown
    item = next(place for place, unit in enumerate(layout.units) if "out/30.csv" in layout.source.quote(unit.body))
    alone = layout.about([item])
    assert [layout.source.quote(layout.units[place].body) for place in alone.context] == [
        "Each of these files must be there:"
    ]
    row = next(place for place, unit in enumerate(layout.units) if "field30" in layout.source.quote(unit.body))
    assert any(layout.units[place].block is Block.TABLE_HEADER for place in layout.about([row]).context)
    last = next(place for place, unit in enumerate(layout.units) if "Every batch" in layout.source.quote(unit.body))
    assert [layout.source.quote(layout.units[place].body) for place in layout.about([last]).context] == [
        "A **batch** is one night's orders."
    ]


def test_a_long_unit_is_shown_by_its_ends() -> None:
    layout = layout_of("```\n" + "x" * 50_000 + "end\n```\n", 1000)
    shown = layout.shown(0)
    assert len(shown) < MAX_SHOWN + 100
    assert shown.endswith("end")


class Reading:
    """A client that reads each unit by itself."""

    def __init__(self, script: Callable[[str], list[Json]]) -> None:
        self.script = script
        self.calls = 0

    async def ask(self, request: Request) -> Reply:
        self.calls += 1
        units = [(match, line) for line in request.user.split("\n") if (match := UNIT.match(line))]
        asked = [(match, line) for match, line in units if not match[3].endswith(" context")]
        texts = {int(match[1]): line[match.end() :] for match, line in asked}
        return Reply(text=json.dumps({"units": [entry(one, *self.script(text)) for one, text in texts.items()]}))


def engine_of(client: Reading, window: int) -> ModelEngine:
    template = Template("fixed", "{mark} {source} {kind}\n{units}\n{asked} {note}")
    return ModelEngine(client, Asked("f", template, window), CompilerId(engine="x", version="1", fingerprint="f"), 4)


@pytest.mark.parametrize("window", [1, 60, 300, 2000])
def test_the_result_does_not_depend_on_the_size_of_windows(window: int) -> None:
    """Tolerance: none, for whoever reads units one by one."""
    source = source_of(TEXT)
    client = Reading(lambda text: [ask(text)] if "`" in text or "must" in text else [])
    whole = engine_of(Reading(client.script), 10**6).compile(source, segment(source))
    parts = engine_of(client, window).compile(source, segment(source))
    assert whole == parts
    assert len(whole.directions) > 60
    assert client.calls >= (3 if window < 1000 else 1)


def test_prompts_are_the_same_every_time_and_marks_differ() -> None:
    layout = layout_of(TEXT, 300)
    template = Template("fixed", "{mark} {source} {kind}\n{units}\n{asked} {note}")
    first, second, *_ = layout.windows()
    assert messages(template, layout, first, "f") == messages(template, layout, first, "f")
    assert messages(template, layout, first, "f") != messages(template, layout, first, "g")
    assert messages(template, layout, first, "f") != messages(template, layout, second, "f")


@given(st.text(max_size=40), st.text(max_size=200))
def test_a_mark_does_not_stand_in_the_text(fingerprint: str, units: str) -> None:
    mark = mark_for(fingerprint, units)
    assert mark not in units
    assert mark_for(fingerprint, f"{units}\n{mark}") != mark


@pytest.mark.parametrize(
    "text",
    [
        "no parts",
        "a\n=== per call ===\n{units}",
        "a\n=== per call ===\n{mark}{source}{kind}{units}{asked}{note}{x}",
        "\n=== per call ===\n{mark}{source}{kind}{units}{asked}{note}",
    ],
)
def test_a_broken_template_is_refused(text: str) -> None:
    with pytest.raises(SchemaMismatchError, match="prompt: p"):
        parse_template(text, "p")


def test_fields_in_the_text_are_not_read_again() -> None:
    layout = layout_of("Write `{mark}` and {asked}.", 300)
    template = Template("fixed", "{mark}|{source}|{kind}|{units}|{asked}|{note}")
    (window,) = layout.windows()
    user = messages(template, layout, window, "f")[1]["content"]
    assert "1: Write `{mark}` and {asked}." in user


def test_a_short_answer_asks_about_few_units() -> None:
    source = source_of("\n\n".join(f"Sentence number {n}." for n in range(30)))
    client = Reading(lambda _: [])
    template = Template("fixed", "{mark} {source} {kind}\n{units}\n{asked} {note}")
    asked = Asked("f", template, 10**6, Size.SHORT)
    ModelEngine(client, asked, CompilerId(engine="x", version="1", fingerprint="f"), 4).compile(source, segment(source))
    assert 15 <= client.calls <= 30


@given(st.integers(0, 59), st.sampled_from(["changed", "gone", "new"]))
@settings(max_examples=20)
def test_an_edit_changes_the_questions_near_it_alone(place: int, how: str) -> None:
    paragraphs = [f"Write file number {n} with all that belongs into it, and nothing else." for n in range(60)]
    before = questions("\n\n".join(paragraphs))
    if how == "new":
        paragraphs.insert(place, "Here is a new paragraph that was not there.")
    else:
        paragraphs[place : place + 1] = ["This was changed."] if how == "changed" else []
    after = questions("\n\n".join(paragraphs))
    assert len(before) >= 8
    assert len(after - before) <= 4


def questions(text: str) -> set[str]:
    layout = layout_of(text, 600)
    template = Template("fixed", "{mark} {source} {kind}\n{units}\n{asked} {note}")
    return {messages(template, layout, window, "f")[1]["content"] for window in layout.windows()}
