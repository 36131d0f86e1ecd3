"""Rules about how the work is done: commands, tools, tests, order."""

from __future__ import annotations

import re

from specharness.compile.local.clause import Clause, Guess
from specharness.compile.local.rules.base import GAP, IGNORE, guess
from specharness.ir import Family

_SUCCEEDS = re.compile(
    r"\b(?:pass(?:es)?|succeeds?|exits?\s+(?:with\s+)?(?:code\s+|status\s+)?(?:0|zero)|without (?:any\s+)?(?:errors?"
    r"|warnings?)|returns?\s+(?:exit\s+code\s+)?0|no errors?|compiles?|builds?)\b|通过|成功"
    r"|(?:不得有|没有|无)(?:任何)?(?:错误|报错)",
    IGNORE,
)
_TESTS = re.compile(
    rf"\b(?:all\s+)?(?:existing\s+|unit\s+|the\s+)*tests?\b{GAP}\b(?:pass|green|succeed)|\bpass(?:es"
    rf"|ing)?\b{GAP}\btests?\b|测试[^。；]{{0,10}}通过",
    IGNORE,
)
_RUN = re.compile(
    r"\b(?:run|execute|invoke|use|install with|build with|call|via|through|using|with)\b|运行|执行|使用|调用", IGNORE
)
_NOT_RUN = re.compile(
    r"\b(?:do\s*(?:not|n['’]t)|don['’]t|never|must not|should not|cannot|avoid|no|forbidden|prohibited)\b|不得|不要"
    r"|禁止|切勿|请勿|不能",
    IGNORE,
)
_SEQUENCE = re.compile(r"\b(?:before|first|then|prior to)\b|之前|首先|然后", IGNORE)
_COMMAND = re.compile(
    r"(?:\./[\w./-]+|npm|npx|pnpm|yarn|bun|make|cargo|go|python3?|pip3?|uv|poetry|pytest|tox|ruff|mypy|black|eslint|prettier"
    r"|git|gh|docker|kubectl|bazel|gradle|"
    r"\./gradlew|mvn|dotnet|bash|sh|cmake|ctest|rustc|node|deno|terraform|helm|curl|wget|apt|brew|sed|awk|grep|rm|mv"
    r"|cp|pre-commit|hatch|nox|vitest|jest|"
    r"tsc|flake8|isort|pyright|hugo|just|task|sqlite3|psql|shellcheck|actionlint)(?:\s+\S.*)?"
)


def is_command(text: str) -> bool:
    """Whether a literal reads as a command line."""
    return _COMMAND.fullmatch(text.strip()) is not None


_INSTEAD = re.compile(r"\b(?:instead of|rather than|in place of|not)\s+(?:\w+\s+)?`$", IGNORE)


def commands(c: Clause) -> Guess | None:
    """Commands that must succeed, be used, or not be used."""
    text = c.source.text
    listed = [item for item in c.quotes() if is_command(item.value)]
    listed = [item for item in listed if not _INSTEAD.search(text, max(c.start, item.start - 40), item.start)] or listed
    around = re.sub(r"`[^`]*`", "`x`", c.text)
    params = {"command": c.listed(listed)} if listed else {}
    if _TESTS.search(around):
        return guess(Family.TESTS_PASS, params, "commands")
    if not listed:
        return None
    if _NOT_RUN.search(c.source.text, c.start, listed[0].start):
        return guess(Family.TOOL_NOT_USED, params, "commands")
    if _SUCCEEDS.search(around):
        return guess(Family.COMMAND_SUCCEEDS, params, "commands")
    if c.search(_SEQUENCE):
        return guess(Family.ORDERED_STEPS, params, "commands")
    if c.search(_RUN):
        return guess(Family.TOOL_USED, params, "commands")
    return None


_INTERFACE = re.compile(
    r"\b(?:implement|function|method|class|endpoint|signature|subcommand|CLI|flag|option)s?\b|函数|类|方法|接口", IGNORE
)
_CALLABLE = re.compile(r"(?:def |class |async def )?[\w.]+\(.*\)(?:\s*->.*)?|(?:def|class)\s+\w+.*", re.DOTALL)


def interface(c: Clause) -> Guess | None:
    """A function, class or endpoint that must be there."""
    listed = [item for item in c.quotes() if _CALLABLE.fullmatch(item.value)]
    if re.search(r"\b(?:contain|include)s?\s+(?:the\s+)?(?:line|text|string)?\s*[`\"“]", c.text, IGNORE):
        return None
    if (
        not listed
        or c.search(_INTERFACE) is None
        or not re.search(
            r"\b(?:implement|add|create|provide|expose|define|need|must|should)\w*\b|实现|提供", c.text, IGNORE
        )
    ):
        return None
    return guess(Family.CODE_INTERFACE, c.about() | {"text": c.listed(listed)}, "interface")
