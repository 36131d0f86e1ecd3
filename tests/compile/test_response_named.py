"""Names of tools, commands, fields and files in a prompt: no text that the answer is to hold."""

from __future__ import annotations

import pytest

from specharness.api import compile_text
from specharness.compile.local.literals import names_text, paths
from specharness.compile.local.named import names_a_thing
from specharness.compile.local.responses import Aspect, read
from specharness.ir import SourceKind

THINGS = [
    "Look it up with the `weather` tool and reply in one sentence.",
    "Use the tool `weather` before you reply.",
    "Call `geocode` and `weather` before you answer.",
    "Use the `geocode` and `weather` tools, then answer briefly.",
    'Use the "weather" tool before you answer.',
    "The `weather` tool must be used before you answer.",
    "Run `uptime` and answer with the load.",
    "Write the answer with a script that uses the `numpy` library.",
    "Reply with the `name` of the oldest member only.",
    "Your answer must include the `name` of each member.",
    "Reply with the winner's `name`.",
    "Do not call the `refund` function in your answer.",
    "请使用`weather`工具，再回答。",
    "请调用`weather`，再用一句话回答。",
    "只回答冠军的`name`。",
]
TEXTS = [
    "Mention `NumPy` in your answer.",
    "Use `harbour` twice in your answer.",
    "Use `harbour` somewhere in your reply.",
    "Your answer must contain `CONFIRMED`.",
    "Mention the `git bisect` command in your answer.",
    'Use the word "tool" in your answer.',
    'Your answer must include "the last ferry" at least once.',
    "Include the phrase `of the sea` in your answer.",
    "回答中必须包含“港口”一词。",
    "请在回答中使用“港口”一词。",
]


def literals(text: str) -> list[tuple[int, int]]:
    marks = {"`": "`", '"': '"', "“": "”"}
    found, at = [], 0
    while at < len(text):
        if text[at] in marks:
            end = text.index(marks[text[at]], at + 1)
            found.append((at + 1, end))
            at = end
        at += 1
    return found


def looked_for(text: str) -> list[object]:
    found = compile_text(text, kind=SourceKind.PROMPT)
    return [
        one.effect.params
        for one in found.hard
        if one.effect.validator == "response_text"
        or one.effect.params.get("of") == "occurrences"
        or one.effect.validator == "text_contains"
    ]


@pytest.mark.parametrize("text", THINGS)
def test_the_name_of_a_thing_is_no_text(text: str) -> None:
    assert all(names_a_thing(text, start, end) for start, end in literals(text))
    assert looked_for(text) == []


@pytest.mark.parametrize("text", TEXTS)
def test_a_text_is_asked_for(text: str) -> None:
    assert not any(names_a_thing(text, start, end) for start, end in literals(text))
    assert {one.aspect for one in read(text)} & {Aspect.KEYWORDS, Aspect.OCCURRENCES}


def test_a_library_is_no_content_of_the_file_that_is_written_with_it() -> None:
    assert looked_for("Use the `polars` library to read `sales.csv` and write `totals.csv`.") == []
    asked = looked_for("Write `notes.md`. It must mention the `polars` library.")
    assert asked == [{"path": "notes.md", "texts": ["polars"], "ignore_case": True}]


@pytest.mark.parametrize(
    "text",
    [
        'The file `AUTHORS` must mention "Harbour Trust".',
        '`COPYING` must contain "Harbour Trust".',
        'The document `minutes` must mention "Harbour Trust".',
        "文件`minutes`必须包含“港口”。",
    ],
)
def test_what_a_file_is_to_hold_is_not_asked_of_the_answer(text: str) -> None:
    found = compile_text(text, kind=SourceKind.PROMPT)
    assert not [one for one in found.hard if one.effect.validator.startswith("response")]


def test_files_without_an_ending() -> None:
    text = "Update `NOTICE` and `CODEOWNERS`; `TODO` and `ERROR` are words."
    assert [one.value for one in paths(text, 0, len(text))] == ["NOTICE", "CODEOWNERS"]
    assert all(names_text(name) for name in ("legal/NOTICE", ".gitignore"))
    assert not names_text("model.bin")
    [check] = looked_for('`NOTICE` must contain "Harbour Trust".')
    assert check == {"path": "NOTICE", "texts": ["Harbour Trust"], "ignore_case": True}
