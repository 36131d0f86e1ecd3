"""What a clause holds beyond its checks stays open, or makes no check: no pass hides it, no agent is blamed for it."""

from __future__ import annotations

import pytest

from specharness import api

OPEN = (
    "`answer.txt` must contain only the word `yes`.",
    "`out.txt` must contain nothing but the number `42`.",
    "The file `state.txt` has to consist of the single line `READY`.",
    "`out.txt` 只能包含 `是`。",
    'Reply with exactly "OK".',
    'Your reply must be just the word "done".',
    "`a.txt` must contain the word `ok` on every line.",
    "`log.txt` 的每一行都必须包含 `ok`。",
    "`a.txt` must contain `begin` before `end`.",
    "`a.txt` must contain `id` followed by a number.",
    "`a.md` must contain `Warning` in bold.",
    "`a.txt` must mention `red` and `blue` in the same sentence.",
    'Include "cat" before "dog".',
    "`m.py` must define an async function `load(url)`.",
    'Your `page.html` must contain a section titled "Summary".',
    "`notes.md` must mention the section `Limits` of the manual.",
    "`notes.md` must start with the heading `# Title`.",
    "`m.py` must contain a class `Queue` with a method `take`.",
)
UNCHECKED = (
    "`m.py` must define the methods `push(item)` and `pop()` of the class `Stack`.",
    "In `m.py`, the class `Shelf` must have the method `lift(box)`.",
    "In `s.csv`, the rows must be sorted by the column `a`, then by the column `b` in descending order.",
    "In `s.csv`, the rows must be sorted by the column `day` and then by the column `hour`.",
    "In `s.csv`, every value in the column `p` that is not blank must be at least 10.",
    "`m.py` must not import `os`.",
    "Do not use `eval` in `m.py`.",
    "`a.json` must have the key `x` nested under `y`.",
    "`a.json` must have the key `port` inside `server`.",
    "`a.txt` must not contain `ok` on the first line.",
    "`a.txt` must not contain both `x` and `y`.",
)
DECIDED = (
    "`a.txt` must contain `ok`.",
    'Mention "cat" in your answer.',
    "Only `a.py` may be changed.",
    "`m.py` must define a function `load(url)`.",
    "`m.py` must define the class `Stack` and the method `Stack.pop()`.",
    "In `s.csv`, the rows must be sorted by the column `a`.",
    "`a.txt` must not contain `ok`.",
    "`a.json` must have the keys `x` and `y`.",
    "`s.csv` must have the header `name,price`.",
    'Your `notes.md` must contain a section titled "Summary".',
    "`notes.md` must have these sections: `## A`, `## B`, and `## C`.",
    "`notes.md` must have a section `## Usage` and mention `pip`.",
    "`notes.md` 必须包含章节 `用法`。",
    "`a.md` must not contain the heading `## Draft`.",
)


@pytest.mark.parametrize("text", OPEN)
def test_what_a_check_passes_over_is_left_open(text: str) -> None:
    found = api.compile_text(text)
    assert found.hard
    assert any("left open" in one.detail and one.mandatory for one in found.abstained)


FRAMES = (
    "Do not modify any file except `README.md`.",
    "不要修改除 `config.json` 以外的任何文件。",
    "只修改 `a.py`，不要改动其他文件。",
    "Change only `config.json`.",
)


@pytest.mark.parametrize("text", FRAMES)
def test_the_changes_that_a_frame_does_not_name_are_looked_at(text: str) -> None:
    """Not open by themselves, but where such a change was made the order is not kept."""
    bounded, doubted = api.compile_text(text).hard
    kinds = bounded.effect.params["kinds"]
    condition = doubted.effect.params["if"]
    assert isinstance(kinds, list)
    assert isinstance(condition, dict)
    assert isinstance(condition["params"], dict)
    assert isinstance(condition["params"]["kinds"], list)
    assert sorted([*map(str, kinds), *map(str, condition["params"]["kinds"])]) == ["added", "edited", "removed"]


@pytest.mark.parametrize("text", UNCHECKED)
def test_what_a_check_would_read_wrongly_is_not_checked(text: str) -> None:
    found = api.compile_text(text)
    assert not found.hard
    assert any(one.mandatory for one in found.abstained)


HEADINGS = (
    ("`README.md` must contain the heading `## Usage`.", {"headings": ["## Usage"]}),
    ("`README.md` must contain `## Usage`.", {"headings": ["## Usage"], "loose": True}),
    ("Add a section `Usage` to `README.md`.", {"headings": ["Usage"], "filled": True}),
    ("`notes.md` must have a level-2 heading `Usage`.", {"headings": ["## Usage"]}),
    ("`notes.md` 必须包含标题 `## 用法`。", {"headings": ["## 用法"]}),
    ("`report.docx` must have a heading `Summary`.", {"headings": ["Summary"]}),
    ("Keep the heading `## Unreleased` in `CHANGELOG.md`.", {"headings": ["## Unreleased"]}),
)


@pytest.mark.parametrize(("text", "expected"), HEADINGS)
def test_a_heading_is_looked_for_as_one(text: str, expected: dict[str, object]) -> None:
    (effect,) = [one.effect for one in api.compile_text(text).hard]
    assert effect.validator == "headings_present"
    assert {name: value for name, value in effect.params.items() if name != "path"} == expected


@pytest.mark.parametrize(
    ("text", "delimiter"),
    [
        ("`s.csv` must have the header `name,price`.", "comma"),
        ("`s.csv` must have the header `name;price`.", "semicolon"),
        ("`s.csv` must have the header `name, price`.", None),
        ("`s.tsv` must have the header `name,price`.", None),
        ("Write a semicolon-separated file `s.csv`. It must have the header `name,price`.", None),
        ("`s.csv` must have the columns `name` and `price`.", None),
    ],
)
def test_a_header_says_its_separator(text: str, delimiter: str | None) -> None:
    (params,) = [
        dict(one.effect.params) for one in api.compile_text(text).hard if one.effect.validator == "table_columns"
    ]
    assert params["columns"] == ["name", "price"]
    assert params.get("delimiter") == delimiter


@pytest.mark.parametrize("text", DECIDED)
def test_what_is_decided_as_a_whole_is_not_left_open(text: str) -> None:
    found = api.compile_text(text)
    assert found.hard
    assert not found.abstained


@pytest.mark.parametrize(
    "text",
    [
        "/root/r.csv must have the header `name,price`.",
        "Save it as /root/r.csv. It must have the header name,price.",
        "Create /root/r.csv with the header row `name,price`.",
    ],
)
def test_a_header_given_letter_by_letter_is_the_whole_header(text: str) -> None:
    (params,) = [
        dict(one.effect.params) for one in api.compile_text(text).hard if one.effect.validator == "table_columns"
    ]
    assert params["exact"] is True
    assert params["ordered"] is True


def test_files_that_a_folder_must_hold_are_files() -> None:
    found = api.compile_text("The folder /root/out must contain exactly the files a.txt and b.csv.")
    files = [one.effect.params["path"] for one in found.hard if one.effect.params.get("type") == "file"]
    assert files == ["/root/out/a.txt", "/root/out/b.csv"]


@pytest.mark.parametrize(
    ("text", "field"),
    [
        ("Cell B2 of `x.xlsx` must be 5.", "B2"),
        ("Cell `B2` in `x.xlsx` must equal 5.", "B2"),
        ("In `x.xlsx`, cell `B2` must be 5.", "B2"),
        ("Cell `B2` of sheet `Sums` in `x.xlsx` must equal 5.", "Sums!B2"),
        ("Cell C10 of the worksheet `Q 1` in `x.xlsx` must be 5.", "Q 1!C10"),
    ],
)
def test_a_cell_is_no_column_and_its_file_no_sheet(text: str, field: str) -> None:
    (made,) = api.compile_text(text).hard
    assert made.effect.validator == "value_equals"
    assert made.effect.params == {"path": "x.xlsx", "field": field, "value": 5}
