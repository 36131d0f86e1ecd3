"""What a Chinese prompt says of the answer's form beyond what was read: it stays open, and the rest may pass."""

from __future__ import annotations

import pytest

from specharness.api import compile_text
from specharness.compile.local.responses import read
from specharness.ir import Reason, SourceKind

OPEN = [
    "请用两句话介绍茶，每句话不超过15个字。",
    "请用英文介绍茶，不超过40个词。",
    "介绍茶，不少于30字，用列表。",
    "写一首关于茶的诗，共六行，每行七个字。",
    "用两句话介绍茶，每句以感叹号结尾。",
    "用三段介绍茶，每段不少于40字。",
    "用不超过60字介绍茶，语气要轻松。",
    "用不超过60字介绍茶，再给出三个标题。",
    "用两句话介绍茶。使用表格。",
    "介绍茶，不要使用逗号、句号和引号。",
    "用两句话介绍茶，第一句以“茶”开头。",
    "用两句话介绍茶；最后一行写出来源。",
    "用两句话介绍五种茶。",
    'Answer in two sentences and mention "茶" in the first line.',
]
CLOSED = [
    "请用两句话介绍茶。",
    "介绍茶。请用两句话。",
    "请用不超过60字介绍红茶。",
    "介绍茶，字数不少于30字，不要使用感叹号。",
    "介绍茶，分为两段。",
    "介绍茶，必须包含“清香”。",
    "介绍茶，以“请慢用”结尾。",
    "介绍茶，请用英文回答。",
    "介绍1949年的茶，不要使用逗号。",
    "介绍茶，“茶”字至少出现三次。",
    "介绍茶，请用JSON格式输出。",
]


def left(text: str) -> bool:
    found = compile_text(text, kind=SourceKind.PROMPT)
    return bool(found.abstained or found.residual)


@pytest.mark.parametrize("text", OPEN)
def test_what_was_not_read_stays_open(text: str) -> None:
    assert left(text)


@pytest.mark.parametrize("text", CLOSED)
def test_what_was_read_may_pass(text: str) -> None:
    assert read(text)
    assert not left(text)


@pytest.mark.parametrize("text", ["请用不超过60字介绍四川的茶。", "介绍茶和银行，字数不少于30字。"])
def test_a_topic_is_no_form(text: str) -> None:
    reasons = {one.reason for one in compile_text(text, kind=SourceKind.PROMPT).directions}
    assert Reason.UNREAD not in reasons


@pytest.mark.parametrize(
    "text",
    ["用两句话介绍茶。然后把它发送给我。", "介绍茶，不要使用逗号。保存到桌面。", "用两句话介绍茶，并删除旧的笔记。"],
)
def test_what_an_answer_does_not_do_stays_open(text: str) -> None:
    assert left(text)


def test_what_is_not_allowed_is_forbidden() -> None:
    assert [one.forbids for one in read("介绍茶。不允许使用逗号。")] == [True]
    assert [one.forbids for one in read("介绍茶。不可以使用逗号。")] == [True]
    assert read("介绍茶。允许使用逗号。") == ()
    assert read("介绍茶。可以使用逗号。") == ()


def test_a_quotation_ends_no_sentence() -> None:
    [one] = read("介绍茶，以“请慢用。”结尾。") or [None]
    assert one is None or one.values("text") == ("请慢用。",)
