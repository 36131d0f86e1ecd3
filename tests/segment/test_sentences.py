"""Sentence boundaries, English and Chinese."""

from __future__ import annotations

import pytest

from specharness.segment.sentences import split_sentences


def split(text: str) -> list[str]:
    return [text[piece.start : piece.end] for piece in split_sentences(text)]


@pytest.mark.parametrize(
    "whole",
    [
        "Use e.g. CSV or i.e. text, cf. Fig. 3 and No. 5 vs. No. 6.",
        "Ask Dr. Smith, J. R. Brown et al. (2020) about it.",
        "Save it to /root/out.json and ./a.b/c.d.e with v1.2.3 of pkg.mod at 3.14 or 1.5e-3.",
        "See https://example.org/a.b?c=d. for more",
        "Wait ... then go on",
        "Write `a. B` and ``c. `D. E`` there",
        'It must say "Hello. World." in the log',
        "Keep the order (first A. Then B) as it is",
        "Write the file\nto the folder\nof the run",
        "Use the\nJSON format",
        "1. First",
        "Step 2. Write it",
        "Columns a, b, etc. and more",
        "The file is called\nReport.csv",
        "Round to 2 decimals, i.e.\nKeep zeros",
        '{"a": 1,\n "b": "X. Y"}',
        "$$\na = b.\nC\n$$",
        "他说“好。不要。对”而已",
        "版本 1.2.3 的文件 a.b 在 /root/输出.json",
    ],
)
def test_left_whole(whole: str) -> None:
    assert split(whole) == [whole]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Save it. Then stop.", ["Save it.", "Then stop."]),
        ("save the file. then stop.", ["save the file.", "then stop."]),
        ("Is it? Yes! Go.", ["Is it?", "Yes!", "Go."]),
        ("Use v1.2. The rest is 3.5. Stop.", ["Use v1.2.", "The rest is 3.5.", "Stop."]),
        ("Open `a.json`. `b` is next.", ["Open `a.json`.", "`b` is next."]),
        ('He said "No." Then he left.', ['He said "No."', "Then he left."]),
        ("(Do this.) Then that.", ["(Do this.)", "Then that."]),
        ("**Important.** Do it.", ["**Important.**", "Do it."]),
        ("Files, logs, etc. The report is next.", ["Files, logs, etc.", "The report is next."]),
        ("The answer is no. 5 is wrong", ["The answer is no. 5 is wrong"]),
        ("Wait... Then go.", ["Wait...", "Then go."]),
        ("One.\nTwo wraps\nhere. Three.", ["One.", "Two wraps\nhere.", "Three."]),
        ("STEP 1: collect data\nSTEP 2: clean it", ["STEP 1: collect data", "STEP 2: clean it"]),
        ("Rules:\n• never delete\n• keep all", ["Rules:", "• never delete", "• keep all"]),
        ("name: x\nkind: y", ["name: x", "kind: y"]),
        ("all of these\n(1) one\n(2) two", ["all of these", "(1) one", "(2) two"]),
        ("Line one  \nLine two", ["Line one", "Line two"]),
        ("Graph nodes\nNodes = hosts", ["Graph nodes", "Nodes = hosts"]),
        ("保存文件。不要删除！好吗？可以；结束", ["保存文件。", "不要删除！", "好吗？", "可以；", "结束"]),
        ("他说：“好。”然后走了。完", ["他说：“好。”", "然后走了。", "完"]),
        ("**完成。**注意。", ["**完成。**", "注意。"]),
        ("完成。**注意**：保存", ["完成。", "**注意**：保存"]),
        ("步骤：\n1、读取\n2、保存", ["步骤：", "1、读取", "2、保存"]),
        ("Save it. 不要删除。Then stop.", ["Save it.", "不要删除。", "Then stop."]),
        ("<rules>\nSave it.\n</rules>", ["<rules>", "Save it.", "</rules>"]),
    ],
)
def test_split(text: str, expected: list[str]) -> None:
    assert split(text) == expected


def test_an_unclosed_mark_protects_nothing() -> None:
    assert split('A 5" disk. Then `this. And (that. End') == ['A 5" disk.', "Then `this.", "And (that.", "End"]


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        ('Give it a heading "Summary".\n`out.json` must hold a list.', 2),
        ("It calls\n`load()` first.\n`store()` comes last.", 2),
        ("It is called by e.g.\n`load()` at the start.", 1),
        ("Call the function named\n`load()` first.", 1),
    ],
)
def test_a_line_that_begins_with_a_name_in_code_is_a_sentence_behind_an_ended_one(text: str, pieces: int) -> None:
    assert len(split(text)) == pieces
