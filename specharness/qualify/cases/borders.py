"""Cases of borders: where a word, a number, a name or a command ends, and where code is no text."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from specharness.qualify.case import Asked, Case, World, debatable, near_fail, near_pass, satisfying, violating
from specharness.qualify.draw import Draw, json_text

DEFINITIONS = ()
"""What is yielded here belongs to the definitions of several validators."""


def _stand() -> Iterator[tuple[str, str, bool | None, str]]:
    """A text, another one, whether it stands there by itself (None: debatable), and why."""
    for text, where, alone in (
        ("caf", "café", None), ("ber", "über", None), ("Ünde", "Sünden", None), ("мир", "мира", None),
        ("über", "über alles", True), ("мир", "мир, труд", True), ("表格", "一个表格在", True),
        ("API", "使用API接口", True),        ("é", "café", None), ("กข", "กขค", True), ("5", "-5", None),
        ("5", "−5", None), ("5", "(-5)", None),
        ("5", "3-5", True), ("5", "a-5", True), ("-5", "10-5", None), ("-5", "f(x)-5", None), ("-5", "at -5 C", True),
        ("-x", "a-x", None), ("-5", "-5", True), ("5", "- 5", True), ("5", "x=-5", None), ("5", "2024-5", True),
        ("a.csv", "old-a.csv", None), ("a.csv", "a.csv.bak", None), ("a.csv", "a.csv-old", None),
        ("a.csv", "x.a.csv", None), ("a.csv", "out/a.csv", True), ("a.csv", "Read a.csv.", True),
        ("a.csv", "a.csv - new", True), ("a.csv", "./a.csv", True), ("3.5", "1-3.5", True), ("a.csv", "a.csv-", True),
        ("a b.c", "x-a b.c", True), ("3.5", "3.5-4", True),
        ("## A", "### A", None), ("## A", "## A", True), ("A ##", "A ###", None), ("**a**", "***a***", None),
        ("## A", "= ## A", True), ("==", "===", True), ("-", "a-b", True), ("(a)", "((a))", True),
        ("--go", "---go", None),
    ):  # fmt: skip
        yield text, where, alone, f"{text!r} in {where!r}"


def texts(*, demanded: bool) -> Iterator[Case]:
    """Cases of `text_contains`, or of `text_absent`."""
    for text, where, alone, why in _stand():
        for written in (where, f"one {where}\ntwo"):
            asked: dict[str, Any] = {"path": "a.txt", "texts": [text]}
            if alone is None:
                yield debatable(asked, {"a.txt": written}, why)
            else:
                yield (satisfying if demanded else violating)(asked, {"a.txt": written}, why)


_COMMANDS: tuple[tuple[str, str, bool | None], ...] = (
    ("rm", "rm -rf x", True), ("rm", "/bin/rm x", True), ("rm", "cd x && rm y", True), ("rm", "sudo rm y", True),
    ("rm", "ls; rm y", True), ("rm", "ls | xargs rm", True), ("rm", "ls | xargs -n 1 rm", True),
    ("rm", "(rm y)", True),
    ("rm", "A=1 rm y", True), ("rm", "if true; then rm y; fi", True), ("rm", "bash -c 'rm y'", True),
    ("rm", "echo $(rm y)", True), ("rm", "find . -exec rm {} +", True), ("rm", "ls\nrm y", True),
    ("rm", "sudo -E rm y", True), ("rm", "bash -lc \"rm y\"", True), ("rm", "./tools/rm y", True),
    ("rm", " rm y", True),    ("pytest", "python -m pytest -q", True), ("pytest", "uv run pytest", True),
    ("pytest", "python3.12 -m pytest", True),    ("rm", "grep -rn 'rm' .", None), ("rm", "echo rm", None),
    ("rm", "git commit -m 'rm x'", None),
    ("rm", "man rm", None), ("rm", "cat <<E\nrm x\nE", None), ("pytest", "pip install pytest", None),
    ("rm", "ls form", None), ("rm", "# rm x", None), ("rm", "a -m rm", None), ("rm", "ls a/b rm", None),
    ("git push", "git -C x push", None), ("git push", "git pull && git push", True),
    ("git push", "ls; git -q push", None),    ("git push", "git pull; ls push", False),
    ("git push", "git pull", False), ("git push", "push git", False),
    ("git push -f", "git push x -f", None), ("git push", "hub -C x push", False), ("rm", "ls", False),
)  # fmt: skip
"""A command, an argument, and whether it runs there (None: debatable)."""


def commands(*, used: bool) -> Iterator[Case]:
    """Cases of `tool_used`, or of `tool_not_used`."""
    for command, argument, runs in _COMMANDS:
        asked: Asked = {"tool": "bash", "command": command}
        world = World(trace=json_text({"tool": "bash", "arguments": {"cmd": argument}}, None))
        why = f"{command!r} in {argument!r}"
        if runs is None:
            yield debatable(asked, world, why)
        else:
            yield (near_pass if runs is used else near_fail)("command", asked, world, why)
    long = f"ls {'x' * 3000}; rm y"
    world = World(trace=json_text({"tool": "bash", "arguments": [long, "echo"]}, None))
    asked = {"tool": "bash", "command": "rm"}
    yield (near_pass if used else near_fail)("command", asked, world, "behind a long command")


def steps() -> Iterator[Case]:
    """Cases of `ordered_steps`."""
    asked: Asked = {"steps": [{"command": "make build"}, {"command": "make test"}]}
    for second, right in (("cd x && make test", True), ("echo make test", None), ("make -s test", None)):
        calls = [{"tool": "bash", "arguments": {"cmd": text}} for text in ("make build", second)]
        world = World(trace="".join(json_text(call, None) for call in calls))
        yield near_pass("steps", asked, world, second) if right else debatable(asked, world, second)


def stated() -> Iterator[Case]:
    """Cases of `text_states`: numbers that are parts of something else."""
    asked: Asked = {"path": "o.md", "other": "r.json", "other_field": "v"}
    source = {"r.json": json_text({"v": 1234.5}), "s.json": json_text({"v": 1234})}
    for text, right in (
        ("1234.5 EUR", True), ("1234.5 million", None), ("1,234.5 Billion", None), ("1234.5-thousand", None),
        ("1234.5万", None), ("共1234.5元", True), ("1234.5 millions", True), ("1234.5 mio.", None),
        ("(1234.5)", True), ("x: 1234.5", True),
        ("1234.5 trillion; 1234.5 EUR", True), ("- 1234.5", True),
    ):  # fmt: skip
        make = debatable if right is None else satisfying
        yield make(asked, {**source, "o.md": f"It is {text}"}, text)
    for text, right in (("2024-1234", None), ("a/1234", None), ("A-1234", None), ("1234", True), ("/1234", True)):
        make = debatable if right is None else satisfying
        yield make({**asked, "other": "s.json"}, {**source, "o.md": f"It is {text}"}, text)


def counts(draw: Draw) -> Iterator[Case]:
    """Cases of `response_count`: what stands in a block of code counts or not."""
    word, other = draw.words(2)
    code = f"```\n- {word}\n- {other}\n```\n"
    asked: Asked = {"of": "bullets", "count": 2}
    yield debatable(asked, f"- {word}\n- {other}\n\n{code}", "two points, and two in code")
    yield debatable({**asked, "count": 4}, f"- {word}\n- {other}\n\n{code}", "two points and two in code")
    yield near_fail("count", {**asked, "count": 3}, f"- {word}\n- {other}\n\n{code}", "neither two nor four")
    yield near_pass("min", {"of": "bullets", "min": 2}, f"- {word}\n- {other}\n\n{code}", "enough without code")
    yield debatable(asked, f"- {word}\n- {other}\n\n~~~~ sh\n- {word}\n", "code to the end")
    yield near_pass("count", asked, f"- {word}\n- {other}\n\nUse `{word}` and ```{other}```.", "code in a line")
    yield debatable({"of": "words", "count": 2}, f"{word} {other}\n\n```\n{word} = {other}\n```", "words of code")
    yield near_fail("count", {"of": "code_blocks", "count": 0}, f"{word}\n\n{code}", "a block of code")


def overlong() -> Iterator[tuple[str, bool, str]]:
    """A table of a column `v`, whether what stands there is sure, and why."""
    yield "v,w\n1,2\n3,4\n", True, "as many fields as columns"
    yield "v,w\n1,2,\n3,4\n", True, "an empty field at the end"
    yield "v,w\n1,2,\n3,4, \n", True, "a blank field at the end"
    yield "v,w\n1,2\n3\n", True, "a field less"
    yield "v,w\n1,2\n3,4,5\n", False, "a field more"


def rows(params: Asked, wrong: Asked) -> Iterator[Case]:
    """Cases of a validator of the column `v` of a table: what keeps the demand, and what breaks it."""
    for text, sure, why in overlong():
        world = {"t.csv": text}
        yield (satisfying if sure else debatable)({"path": "t.csv", **params}, world, why)
        yield violating({"path": "t.csv", **wrong}, world, f"{why}, and a value that is not so")
