"""What a prompt demands without a word of force: denied permissions, statements of the file it orders, what stays."""

from __future__ import annotations

import pytest
from local_world import compiled

from specharness.compile.local.lexicon import denies, force_of
from specharness.ir import Disposition

_ORDER = "Create `plan.csv` with the columns `day` and `task`. "
_ZH_ORDER = "创建 `plan.csv`，列为 `day` 和 `task`。"


def _open(text: str, sentence: str) -> bool:
    """Whether a sentence of a prompt is hard or an abstention."""
    source, _, result = compiled(text)
    at = source.text.rindex(sentence)
    return any(
        direction.disposition in (Disposition.HARD, Disposition.ABSTAIN)
        and any(at <= span.start < at + len(sentence) for span in direction.spans)
        for direction in result.directions
    )


DENIED = [
    "You are not allowed to edit `NOTICE`.",
    "You aren't permitted to rename `NOTICE`.",
    "You can't touch `NOTICE`.",
    "You can not delete `NOTICE`.",
    "External services are not permitted.",
    "Editing `NOTICE` is forbidden.",
    "Tabs are strictly prohibited.",
    "No further packages are allowed.",
    "Only `a.py` is allowed to change.",
    "You are only permitted to use the standard library.",
    "`NOTICE` can't be changed.",
    "不允许修改 `NOTICE`。",
    "`NOTICE` 不可以修改。",
    "不准新增依赖。",
    "严禁改动 `NOTICE`。",
    "只允许修改 `a.py`。",
]


@pytest.mark.parametrize("sentence", DENIED)
def test_a_denied_permission_is_a_demand(sentence: str) -> None:
    assert denies(sentence)
    assert force_of(sentence) is Disposition.HARD
    order = _ZH_ORDER if sentence.endswith("。") else _ORDER
    assert _open(order + sentence, sentence)


@pytest.mark.parametrize(
    "sentence",
    [
        "You are allowed to edit `NOTICE`.",
        "You can edit `NOTICE`.",
        "New packages are allowed.",
        "It is not forbidden to edit `NOTICE`.",
        "You may add comments.",
        "You can use any editor.",
        "允许修改 `NOTICE`。",
        "可以使用任何工具。",
        "并不禁止修改 `NOTICE`。",
    ],
)
def test_a_permission_stays_one(sentence: str) -> None:
    assert not denies(sentence)
    order = _ZH_ORDER if sentence.endswith("。") else _ORDER
    assert not _open(order + sentence, sentence)


def test_a_denial_beside_a_permission_settles_nothing_by_its_words() -> None:
    assert force_of("You may edit `a.py`, but you are not allowed to edit `b.py`") is None


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("用两句话介绍长城。不允许使用逗号。", "不允许使用逗号。"),
        ("Describe tea in two sentences. You can't use commas.", "You can't use commas."),
        ("Describe tea in two sentences. You are not allowed to be dull.", "You are not allowed to be dull."),
    ],
)
def test_a_denied_permission_of_the_answer_is_no_advice(text: str, sentence: str) -> None:
    assert _open(text, sentence)


STATED = [
    "The first day is Monday.",
    "It has seven rows.",
    "It's sorted by day.",
    "They are both filled in for every row.",
    "Both are written in capitals.",
    "Each holds one word.",
    "The header line is blue.",
    "The last row's task is Rest.",
    "Its encoding is Latin-1.",
    "Days are written out in full.",
    "`day` starts with a capital.",
    "The value of task is never empty.",
    "The rows are numbered.",
    "We expect seven rows in it.",
    "It doesn't hold any weekend.",
    "It is used by the board and has exactly seven rows.",
]


@pytest.mark.parametrize("sentence", STATED)
def test_a_statement_of_the_file_that_is_ordered_is_never_background(sentence: str) -> None:
    assert _open(_ORDER + sentence, sentence)


@pytest.mark.parametrize("sentence", ["内容为“一周计划”。", "第一行是表头。", "它有七行。", "每行都有任务。"])
def test_so_in_chinese(sentence: str) -> None:
    assert _open(_ZH_ORDER + sentence, sentence)


@pytest.mark.parametrize(
    ("order", "sentence"),
    [
        ("Make a poster `poster.png`. ", "It is 800 pixels wide."),
        ("Save the photo as `small.png`. ", "It is 32x32 pixels."),
        ("Build a deck `talk.pptx` with 3 slides. ", "The second slide's title is Costs."),
        ("Create `site.json` with the keys `host` and `port`. ", "The value of port is 8080."),
        ("Create `site.json` with the keys `host` and `port`. ", "Ports are integers."),
        ("Write `tool.py`. ", "The function `scale` takes two numbers."),
        ("Write `tool.py`. ", "Its class `Scale` has a method `by`."),
    ],
)
def test_so_for_other_kinds_of_files(order: str, sentence: str) -> None:
    assert _open(order + sentence, sentence)


@pytest.mark.parametrize(
    "sentence",
    [
        "It is used by the front desk.",
        "The file is read by the nightly job.",
        "The table feeds our dashboard.",
        "It goes straight to the printer.",
        "The old plan was lost.",
        "Our office has two floors.",
        "The rows come from our archive.",
        "We are a small bakery.",
        "The values above are made up.",
    ],
)
def test_what_only_tells_stays_background(sentence: str) -> None:
    assert not _open(_ORDER + sentence, sentence)


@pytest.mark.parametrize(
    ("before", "sentence"),
    [
        ("The visits are in `visits.csv`. ", "Each row is one visit."),
        ("Repair the parser in `parse.py`. ", "It is broken since March."),
    ],
)
def test_what_is_said_of_files_that_are_there_stays_background(before: str, sentence: str) -> None:
    text = before + sentence + " Create `plan.csv` with the columns `day` and `task`."
    assert not _open(text, sentence)


@pytest.mark.parametrize(
    "sentence",
    [
        "Everything else stays as it is.",
        "Existing files are not modified.",
        "The rest remains untouched.",
        "All other files keep their content.",
        "The remaining files do not change.",
        "Other folders aren't touched.",
        "Nothing else changes.",
        "其他文件保持不变。",
    ],
)
def test_what_stays_is_never_advice(sentence: str) -> None:
    order = _ZH_ORDER if sentence.endswith("。") else _ORDER
    assert _open(order + sentence, sentence)


@pytest.mark.parametrize("sentence", ["The other team works on the tests.", "Existing users like the plan."])
def test_others_who_do_not_stay_are_background(sentence: str) -> None:
    assert not _open(_ORDER + sentence, sentence)
