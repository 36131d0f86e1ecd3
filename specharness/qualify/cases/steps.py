"""Cases of steps in their order."""

from __future__ import annotations

import json
from collections.abc import Iterator

from specharness.qualify.case import (
    OPEN,
    Case,
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
from specharness.qualify.cases.calls import trace
from specharness.qualify.draw import Draw


def _turned(case: Case, draw: Draw) -> World | None:
    """The calls come in the opposite order; where one comes twice, they may be in order both ways."""
    if not isinstance(case.world.trace, str):
        return None
    lines = case.world.trace.splitlines()
    tools = {json.loads(line)["tool"] for line in lines}
    return World(trace="\n".join(reversed(lines)) + "\n") if len(tools) == len(lines) > 1 else None


@cases_for("ordered_steps", absent=OPEN, keeps=("other_call",), breaks=(_turned,))
def ordered_steps(draw: Draw) -> Iterator[Case]:
    one, two, three, other = (f"{word}_{draw.word()}" for word in draw.words(4))
    asked: dict[str, object] = {"steps": [{"tool": one}, {"tool": two}]}
    all_three: dict[str, object] = {"steps": [{"tool": one}, {"tool": two}, {"tool": three}]}

    def came(*tools: str) -> World:
        return trace(*((tool, {"n": draw.integer(1, 99)}) for tool in tools))

    yield satisfying(asked, came(one, two), "in order")
    yield satisfying(asked, came(other, one, other, two), "others between them")
    yield satisfying(asked, came(one, one, two, one), "the first one again later")
    yield satisfying(all_three, came(one, two, two, three), "three of them")
    yield satisfying(all_three, came(one, other, two, one, three), "three, one of them again")
    yield violating(asked, came(two, one), "turned round")
    yield violating(asked, came(one, other), "the second one is missing")
    yield violating(asked, came(other, two), "the first one is missing")
    yield violating(asked, came(other, other), "both are missing")
    yield violating(all_three, came(one, three, two), "the last two turned round")
    yield violating(all_three, came(one, two), "the last one is missing")
    yield violating(all_three, came(two, three, one), "the first one last")
    yield near_pass("steps", all_three, came(one, two, three), "all three")
    yield near_fail("steps", all_three, came(two, one, three), "the first two turned round")
    yield near_fail("steps", {"steps": [{"tool": one}, {"tool": two + "s"}]}, came(one, two), "one letter more")

    program, first, second = draw.words(3)
    runs: dict[str, object] = {
        "steps": [{"command": f"{program} {first}"}, {"tool": "bash", "command": f"{program} {second}"}]
    }
    shell = [("bash", {"cmd": f"cd {other} && {program} {what}"}) for what in (first, second)]
    yield satisfying(runs, trace(*shell), "two commands")
    yield satisfying(runs, trace((other, {"x": f"{program} {first}"}), shell[1]), "the first one by any tool")
    yield violating(runs, trace(*shell[::-1]), "two commands turned round")
    yield violating(runs, trace(shell[0], ("bash", {"cmd": f"{program} {first}x"})), "another command")
    yield violating(runs, trace(shell[0], (other, {"cmd": second})), "half of the command, by another tool")

    yield debatable(asked, came(two, one, two), "the second one too early, and again")
    yield satisfying(asked, came(one, f"web.{two}", two), "perhaps twice, behind the first one both times")
    yield debatable(all_three, came(one, f"web.{two}", three, two), "perhaps in order")
    yield satisfying(all_three, came(one, f"web.{one}", two, three), "the first one perhaps again")
    yield debatable(all_three, came(one, three, two, three), "the last one too early, and again")
    many = [f"{other}_{number}" for number in range(8)]
    yield satisfying({"steps": [{"tool": tool} for tool in many]}, came(*many), "eight steps")
    yield violating({"steps": [{"tool": tool} for tool in many]}, came(*many[1:], many[0]), "the first of eight last")
    yield debatable(asked, came(one, two.upper()), "another case")
    yield from borders.steps()
    yield debatable(asked, came(one, f"mcp__{other}__{two}"), "behind a server's name")
    yield debatable(asked, came(f"web.{two}", one, two), "perhaps too early")
    yield debatable(runs, trace(("bash", {"cmd": f"{program} {first} && {program} {second}"})), "both in one call")
    yield debatable(asked, World(), "no trace was given")
    yield debatable(asked, World(trace=""), "an empty trace is vacuous")
    yield malformed(asked, World(trace=f'{{"name": "{one}"}}\n'), "no `tool`", OPEN)
    yield malformed(asked, World(trace=f'{{"tool": "{one}"}}\n{{"tool": "{two}'), "cut off", OPEN)
    yield hostile(asked, World(trace='{"tool": ' + "[" * 50_000 + f"{one}\n"), "very deep", OPEN)
    yield refused({"steps": [{"tool": one}]}, "one step has no order")
    yield refused({"steps": [{"tool": one}, {}]}, "a step without a name")
    yield refused({"steps": [{"tool": one}, {"name": two}]}, "an unknown member")
    yield refused({"steps": f"{one}, {two}"}, "a text")
    yield refused({"steps": 5}, "a number")
    yield refused({"steps": [{"tool": one}, two]}, "a text for a step")
    yield refused({"steps": [{"tool": one}, {"tool": 5}]}, "a number for a tool")
    yield refused({"steps": [{"tool": one}, {"tool": " "}]}, "a blank for a tool")
    yield refused({"steps": [{"tool": one}, {"tool": two, "command": " "}]}, "a blank for a command")
    yield refused({"steps": [{"tool": one}, {"command": 5, "tool": two}]}, "a number for a command")


DEFINITIONS = (ordered_steps,)
