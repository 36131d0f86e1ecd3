"""Cases of tools that were used, or were not."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping

from specharness.qualify.case import (
    NOT_PASSED,
    OPEN,
    Case,
    Kind,
    World,
    cases_for,
    debatable,
    hostile,
    malformed,
    near_fail,
    near_pass,
    refused,
    satisfying,
    violating,
)
from specharness.qualify.cases import borders
from specharness.qualify.draw import Draw

_Call = tuple[str, Mapping[str, object]]


def trace(*calls: _Call) -> World:
    """A world with these tool calls."""
    return World(trace="".join(json.dumps({"tool": tool, "arguments": given}) + "\n" for tool, given in calls))


def _asked(draw: Draw) -> Iterator[tuple[dict[str, str], World, bool | None, str, str]]:
    """Parameters, trace, whether it was surely called (None: debatable), the parameter that it is near, and why."""
    tool, other, third = (f"{draw.word()}_{draw.word()}" for _ in range(3))
    program, option, name = draw.words(3)
    command = f"{program} --{option}"
    busy: list[_Call] = [(other, {"path": f"{name}.txt"}), (third, {"n": draw.integer(1, 9)})]
    for number in range(4):
        calls: list[_Call] = [*busy, *[(tool, {"q": draw.word(), "n": n}) for n in range(number)]]
        yield {"tool": tool}, trace(*draw.shuffled(calls)), number > 0, "", f"{number} calls of it"
    yield {"tool": tool}, trace((tool, {})), True, "tool", "called without arguments"
    yield {"tool": tool}, trace((f"{tool}r", {}), *busy), False, "tool", "one letter more"
    yield {"tool": tool}, trace((tool[:-1], {}), *busy), False, "tool", "one letter less"
    yield {"tool": tool}, trace(*busy), False, "", "others were called"
    yield {"tool": tool}, trace((other, {"note": draw.sentence()})), False, "", "another one was called"
    yield {"tool": f"{tool}2"}, trace((tool, {"n": 2}), *busy), False, "tool", "its number is in the arguments"
    yield (
        {"tool": "bash", "command": command},
        trace(("bash", {"cmd": f"{command} {name}"})),
        True,
        "command",
        "with it",
    )
    nested = {"steps": [{"run": f"cd {name} && {command}"}], "timeout": 5}
    yield {"tool": "bash", "command": command}, trace(("bash", nested)), True, "command", "deep in the arguments"
    yield (
        {"tool": "bash", "command": command},
        trace(("bash", {"cmd": f"{program} {name}"})),
        False,
        "command",
        "without",
    )
    yield {"tool": "bash", "command": command}, trace(("bash", {}), *busy), False, "command", "no argument at all"
    yield (
        {"tool": "bash", "command": program},
        trace(("bash", {"cmd": f"x{program}"})),
        None,
        "",
        "inside a longer word",
    )
    yield {"tool": "bash", "command": program}, trace(("bash", {"cmd": program.upper()})), None, "", "another case"
    yield {"tool": tool}, trace((f"mcp__web__{tool}", {}), *busy), None, "", "behind a server's name"
    yield {"tool": tool}, trace((f"web.{tool}", {}), *busy), None, "", "behind a module's name"
    for mark in ("/", ":", "__", "."):
        yield {"tool": tool}, trace((f"web{mark}{tool}", {}), *busy), None, "", "behind a part of a name"
        yield {"tool": f"{other}{mark}{tool}"}, trace((f"web{mark}{tool}", {})), None, "", "behind another part"
    yield {"tool": tool}, trace((tool.upper(), {}), *busy), None, "", "another case"
    yield {"tool": tool}, trace((tool.replace("_", "-"), {}), *busy), None, "", "a hyphen"
    yield {"tool": tool}, trace(("run", {"cmd": f"{tool} now"})), None, "", "inside another call's arguments"


def _common(draw: Draw) -> Iterator[Case]:
    tool = draw.word()
    yield debatable({"tool": tool}, World(), "no trace was given")
    yield debatable({"tool": tool}, World(trace=""), "an empty trace is vacuous")
    yield debatable({"tool": tool}, World(trace="\n\n"), "a blank trace is vacuous")
    for text, why in (
        (f'{{"name": "{tool}"}}\n', "no `tool`"),
        (f'{{"tool": ["{tool}"]}}\n', "`tool` is a list"),
        (f'"{tool}"\n', "a text in the place of a call"),
        (f'{{"tool": "{tool}", "arg', "cut off"),
        (f"{tool}\n", "no JSON"),
    ):
        yield malformed({"tool": tool}, World(trace=text), why, OPEN)
    yield malformed({"tool": tool}, World(trace=b"\xff\xfe\xfd"), "no text", NOT_PASSED)
    yield hostile({"tool": tool}, World(trace='{"tool": ' + "[" * 50_000 + "\n"), "very deep", OPEN)
    long = json.dumps({"tool": "other", "arguments": {"text": "x" * 200_000}}) + "\n"
    yield hostile({"tool": tool}, World(trace=long + "{"), "a huge line, then half a call", OPEN)
    yield refused({"tool": " "}, "no tool")
    yield refused({"tool": tool, "command": ""}, "an empty command")
    yield refused({"command": tool}, "no tool")
    yield refused({"tool": tool, "times": 1}, "an unknown parameter")


def _cases(draw: Draw, *, used: bool) -> Iterator[Case]:
    for params, world, called, near, why in _asked(draw):
        if called is None:
            yield debatable(params, world, why)
        elif near:
            yield (near_pass if called is used else near_fail)(near, params, world, why)
        else:
            yield (satisfying if called is used else violating)(params, world, why)
    yield from _common(draw)


def _renamed(case: Case, draw: Draw) -> World | None:
    """Every call becomes one of something else."""
    return trace(*((draw.word(), {}) for _ in range(2))) if case.kind is Kind.SATISFYING else None


def _called(case: Case, draw: Draw) -> World | None:
    """One call of it is added."""
    call = {"tool": case.params["tool"], "arguments": {"cmd": case.params.get("command", "")}}
    return World(trace=f"{case.world.trace if isinstance(case.world.trace, str) else ''}{json.dumps(call)}\n")


_KEEPS = ("call_order", "other_call")


@cases_for("tool_used", absent=OPEN, keeps=_KEEPS, breaks=(_renamed,))
def tool_used(draw: Draw) -> Iterator[Case]:
    yield from _cases(draw, used=True)
    yield from borders.commands(used=True)


@cases_for("tool_not_used", absent=OPEN, keeps=_KEEPS, breaks=(_called,))
def tool_not_used(draw: Draw) -> Iterator[Case]:
    yield from _cases(draw, used=False)
    yield from borders.commands(used=False)


DEFINITIONS = (tool_used, tool_not_used)
