"""Constraints on the answer in Chinese: read, grounded, decided; lengths in characters, as 字 means them."""

from __future__ import annotations

from typing import Any

import pytest

from specharness.api import compile_text
from specharness.compile.local.responses import read
from specharness.compile.local.responses.chinese_numbers import number
from specharness.evidence.views import Observation, TextView
from specharness.ir import Outcome, SourceKind
from specharness.validators.occurrences import RESPONSE
from specharness.validators.registry import BUILT_IN


def said(text: str) -> list[dict[str, Any]]:
    """The constraints of a prompt as plain data."""
    found = []
    for one in read(text):
        params = {name: values[0] if len(values := one.values(name)) == 1 else list(values) for name in one.params}
        found.append({"aspect": one.aspect.value, **params} | ({"forbids": True} if one.forbids else {}))
    return found


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("写一篇关于秋天的短文，不少于260字。", {"aspect": "words", "min": 260}),
        ("全文至少要有两百字。", {"aspect": "words", "min": 200}),
        ("请用不超过60个字回答。", {"aspect": "words", "max": 60}),
        ("字数不得超过120。", {"aspect": "words", "max": 120}),
        ("字数在150到250字之间。", {"aspect": "words", "min": 150, "max": 250}),
        ("请控制在九十字以内。", {"aspect": "words", "max": 90}),
        ("请写300字以上。", {"aspect": "words", "min": 300}),
        ("用恰好12个字描述雪。", {"aspect": "words", "count": 12}),
        ("不能少于400字。", {"aspect": "words", "min": 400}),
        ("长度不超过140个字符。", {"aspect": "characters", "max": 140}),
        ("请用三句话总结。", {"aspect": "sentences", "count": 3}),
        ("不少于6句话。", {"aspect": "sentences", "min": 6}),
        ("请分为四段。", {"aspect": "paragraphs", "count": 4}),
        ("分成3个段落，段落之间用***隔开。", {"aspect": "paragraphs", "count": 3, "text": "***"}),
        ("写3个段落，第三段以“总之”开头。", {"aspect": "paragraphs", "count": 3, "order": 3, "value": "总之"}),
        ("给出两个不同的回答，中间用六个星号分隔。", {"aspect": "responses", "count": 2, "text": "******"}),
        ("请用4个项目符号要点回答。", {"aspect": "bullets", "count": 4}),
        ("至少用斜体强调3处，例如*这样*。", {"aspect": "highlights", "min": 3}),
        ("至少包含两个占位符，例如[姓名]。", {"aspect": "placeholders", "min": 2}),
        ("至少出现5个大写单词。", {"aspect": "capital words", "min": 5}),
        ("请用JSON格式输出结果。", {"aspect": "format", "value": "json"}),
        ("回答里不要使用逗号。", {"aspect": "commas", "text": "，", "forbids": True}),
        ("禁止出现感叹号。", {"aspect": "letters", "text": "!", "forbids": True}),
        ("字母k至少出现4次。", {"aspect": "letters", "min": 4, "text": "k"}),
        ("请以“就这样吧”结尾。", {"aspect": "ending", "text": "就这样吧"}),
        ("文章应以「很久以前」开头。", {"aspect": "beginning", "text": "很久以前"}),
        ("文中必须包含关键词“河流”、“桥梁”和“渡口”。", {"aspect": "keywords", "text": ["河流", "桥梁", "渡口"]}),
        ("不得出现“然而”这个词。", {"aspect": "keywords", "text": "然而", "forbids": True}),
        ("“河流”一词不少于2次。", {"aspect": "occurrences", "min": 2, "text": "河流"}),
        ("请用法语回答。", {"aspect": "language", "value": "法语"}),
        ("所有字母都用小写。", {"aspect": "case", "value": "lowercase"}),
        ("不要使用小写字母。", {"aspect": "case", "value": "uppercase"}),
        ("加上标题，放在双尖括号里，如<<我的标题>>。", {"aspect": "title"}),
        ("整个回答放在双引号中。", {"aspect": "quotation"}),
        ("最后加一段附言，以P.P.S开头。", {"aspect": "postscript", "text": "P.P.S"}),
        (
            "从下列选项中选一个：“是的。”、“不是。”、“不知道。”",
            {"aspect": "choice", "allowed": ["是的。", "不是。", "不知道。"]},
        ),
        ("说说长江。\n请先重复上面的请求，再回答。", {"aspect": "repetition", "text": "说说长江。"}),
    ],
)
def test_read(text: str, expected: dict[str, Any]) -> None:
    assert expected in said(text)


@pytest.mark.parametrize(
    "text",
    [
        "可以使用逗号。",
        "不需要超过300字。",
        "写500字左右的短文吗？",
        "写一个提示词，要求模型用不少于300字回答。",
        "写一个函数，检查密码不少于8个字符。",
        "如何写一篇不少于800字的作文？",
        "每段不少于100字。",
        "每句话不超过20个字。",
        "标题不超过10个字。",
        "第一段不要使用逗号。",
        "如果可以，请不少于300字。",
        "老师要求我们写不少于600字的作文。",
        "概括下面的要求：\n作文不少于500字，不要使用逗号，以“完”结尾。",
        "翻译这句话：“请用不超过50个字回答。”",
        "尽量不要使用“非常”。",
        "前三段写得很好。",
        "答えは300字以内で書いてください。",
        "请不要以“你好”开头。",
        "把这段话翻译成英文。",
        "首字母大写。",
    ],
)
def test_what_binds_no_answer(text: str) -> None:
    assert said(text) == []


def verdicts(prompt: str, answer: str) -> set[Outcome]:
    """What the checks of a prompt find in an answer."""
    found = compile_text(prompt, kind=SourceKind.PROMPT)
    assert found.hard
    seen = {RESPONSE: Observation(RESPONSE, TextView(answer))}
    return {BUILT_IN[one.effect.validator].decide(one.effect.params, seen).outcome for one in found.hard}


@pytest.mark.parametrize(
    ("prompt", "kept", "broken"),
    [
        ("请用不少于10字介绍雪。", "雪是从天上落下来的白色晶体。", "雪是白的。"),
        ("请用不超过8个字介绍雪。", "雪是白的。", "雪是从天上落下来的白色晶体。"),
        ("介绍雪，不要使用逗号。", "雪是白的。", "雪，是白的。"),
        ("介绍雪，以“就这样吧”结尾。", "雪是白的。就这样吧", "就这样吧，雪是白的。"),
        ("介绍雪，请用两句话。", "雪是白的。它会化。", "雪是白的。它会化。它很冷。"),
        ("介绍雪，分为两段。", "雪是白的。\n\n它会化。", "雪是白的。\n\n它会化。\n\n完。"),
        ("介绍雪，必须包含“冬天”。", "冬天会下雪。", "雪是白的。"),
        ("介绍雪，不要出现“冷”这个词。", "雪是白的。", "雪很冷。"),
        ("介绍雪，“雪”字至少出现三次。", "雪，雪，雪。", "雪是白的。"),
        ("介绍雪，请用英文回答。", "This is the snow and it is white for all of us that have it.", "雪是白的。"),
        ("介绍雪，不要使用感叹号。", "雪是白的。", "雪是白的！"),
        ("介绍雪，请用JSON格式输出。", '{"雪": "白"}', "雪是白的。"),
    ],
)
def test_decided(prompt: str, kept: str, broken: str) -> None:
    assert verdicts(prompt, kept) == {Outcome.PASSED}
    assert Outcome.FAILED in verdicts(prompt, broken)
    assert Outcome.PASSED not in verdicts(prompt, "") or "不要" in prompt


@pytest.mark.parametrize(
    ("word", "value"), [("三百零五", 305), ("两千", 2000), ("十二", 12), ("一百", 100), ("40", 40)]
)
def test_numbers(word: str, value: int) -> None:
    assert number(word) == value
