"""Validators of the agent's tool calls: a tool was used, or was not, or steps came in order. The trace is a list of
`{tool, arguments}`; what the calls achieved is not their business."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple, cast

from pydantic import JsonValue

from specharness.evidence.views import Failure, JsonView, Request, Side, ViewKind
from specharness.ir import Family, Outcome
from specharness.validators.base import Check, Finding, Params, Seen, view_or_finding
from specharness.validators.compare import Match, composed, match_text
from specharness.validators.occurrences import MAX_HITS, Readable, occurrence
from specharness.validators.params import TEXT, ParamType, text_of, typed
from specharness.validators.subject import passages
from specharness.validators.tally import Tally
from specharness.validators.wording import clip, plural

REACH = 300
"""Characters before a command that tell whether it is one."""
TRACE = Request(ViewKind.JSON, "", Side.TRACE)


@dataclass(frozen=True)
class Call:
    number: int
    tool: str
    texts: tuple[str, ...]
    """All texts among its arguments."""


def calls_of(value: JsonValue) -> list[Call] | str:
    """The calls of a trace; or why it is none."""
    if not isinstance(value, list):
        return "the trace is not a list of calls"
    calls = []
    for number, item in enumerate(value, 1):
        tool = item.get("tool") if isinstance(item, dict) else None
        if not isinstance(item, dict) or not isinstance(tool, str):
            return f"line {number} of the trace has no `tool`"
        texts = tuple(passage.text for passage in passages(JsonView(item.get("arguments"))))
        calls.append(Call(number, tool, texts))
    return calls


class _OverTrace(Check):
    def needs(self, params: Params) -> Sequence[Request]:
        return (TRACE,)

    def _calls(self, seen: Seen, expected: str) -> list[Call] | Finding:
        observation = seen.get(TRACE)
        if observation is not None and observation.failure in {Failure.ABSENT, Failure.MALFORMED}:
            return Finding(
                Outcome.UNKNOWN, expected, "not observed", message=clip(f"the trace: {observation.detail}", 200)
            )
        view = view_or_finding(seen, TRACE, JsonView, expected)
        if isinstance(view, Finding):
            return view
        calls = calls_of(view.value)
        return Finding(Outcome.UNKNOWN, expected, "not observed", message=calls) if isinstance(calls, str) else calls


class _OverCalls(_OverTrace):
    demanded = typed(tool=TEXT)
    admitted = typed(command=TEXT)

    def _judge(self, params: Params, seen: Seen, expected: str, *, called: Outcome, untouched: Outcome) -> Finding:
        """`called` where a call surely is one of the tool, `untouched` where none comes near, else unknown."""
        calls = self._calls(seen, expected)
        if isinstance(calls, Finding):
            return calls
        uses = list(_uses(calls, text_of(params["tool"]), text_of(params.get("command"))))
        best = max((match for match, _ in uses), default=Match.DIFFERENT)
        where = next((f"call {call.number}" for match, call in uses if match is best), "")
        if best is Match.SAME:
            return Finding(called, expected, "called", where)
        if best is Match.VARIANT:
            return Finding(Outcome.UNKNOWN, expected, "undecided", where, "a call that may be one of it")
        if not calls:
            return Finding(Outcome.UNKNOWN, expected, "no call at all", message="vacuous: the trace is empty")
        return Finding(untouched, expected, f"{plural(len(calls), 'call')}, none of it")


def _uses(calls: Sequence[Call], tool: str, command: str) -> Iterator[tuple[Match, Call]]:
    """How surely each call is one of the tool, with the command among its arguments."""
    for call in calls:
        by_name = match_text(tool, call.tool)
        if by_name is Match.DIFFERENT and _last_part(call.tool) == _last_part(tool):
            by_name = Match.VARIANT
        by_command = _runs(command, call) if command else Match.SAME
        yield min(by_name, by_command), call
        if by_name is Match.DIFFERENT and occurrence(tool, Readable(call.texts)) is not Match.DIFFERENT:
            yield min(Match.VARIANT, by_command), call


_AT_START = re.compile(
    r"(?:^|[\n;&|({`]|(?:^|[\s;&|(])(?:sudo|env|time|nohup|xargs|exec|then|do|else|if|while|!|run|npx|-exec|-execdir"
    r"|python[\d.]*\s+-m|(?:ba|z|da)?sh\s+-\w*c)(?:\s+-[\w-]+(?:\s+\d+)?)*\s)[\s\"']*(?:\w+=\S*\s+)*(?:[\w.~-]*/[\w./~-]*)?$"
)
"""What stands before a command that a shell runs; before one that is only named, something else does."""
_PIECES = re.compile(r"[\n;&|]+")


def _runs(command: str, call: Call) -> Match:
    """How surely a call has a command among its arguments: as all of one, or where a shell starts one. A name in
    another command's arguments (`grep -n 'rm'`), or its words with others in between, may be one."""
    best = Match.DIFFERENT
    for text in call.texts:
        match = occurrence(command, Readable((composed(text),)))
        named_only = match is Match.SAME and not _starts_one(composed(command), composed(text))
        if named_only or (match is Match.DIFFERENT and _words_among(command.split(), text)):
            match = Match.VARIANT
        best = max(best, match)
    return best


def _starts_one(command: str, text: str) -> bool:
    """Whether a shell starts a command in a text. What follows the opening of a here-document may be its content."""
    document = text.find("<<")
    end = len(text) if document < 0 else document
    start = text.find(command)
    for _ in range(MAX_HITS):
        if not 0 <= start < end:
            return False
        before = text[max(0, start - REACH) : start]
        if _AT_START.search(before if start <= REACH else f" {before}") is not None:
            return True
        start = text.find(command, start + 1)
    return False


def _words_among(words: Sequence[str], text: str) -> bool:
    """Whether one command of a text begins with the first word and has the others behind it, in order."""
    for piece in _PIECES.split(text) if len(words) > 1 else ():
        left = iter(piece.split())
        if next(left, "") == words[0] and all(word in left for word in words[1:]):
            return True
    return False


def _last_part(tool: str) -> str:
    """`search` of `mcp__web__search` or `web.search`: servers and modules are part of some traces' names."""
    return tool.replace("__", ".").replace("/", ".").replace(":", ".").rsplit(".", 1)[-1]


def _wording(params: Params) -> str:
    command = text_of(params.get("command"))
    return f"`{text_of(params['tool'])}`" + (f" with `{clip(command)}`" if command else "")


class ToolUsed(_OverCalls):
    """A tool was called (with `command` among its arguments, if given).

    Passed: a call has the tool's name, and an argument is the command, or starts it as a shell does.
    Failed: no call of a complete trace comes near.
    Unknown: no trace; the name stands there with a prefix, in another spelling, or inside another call's arguments; the
    command stands among another command's arguments, or has other words in between.
    """

    name = "tool_used"
    families = (Family.TOOL_USED,)

    def decide(self, params: Params, seen: Seen) -> Finding:
        expected = f"a call of {_wording(params)}"
        return self._judge(params, seen, expected, called=Outcome.PASSED, untouched=Outcome.FAILED)


class ToolNotUsed(_OverCalls):
    """A tool was never called (with `command` among its arguments, if given).

    Passed: the trace has calls, and none comes near.
    Failed: a call has the tool's name, and an argument is the command, or starts it as a shell does.
    Unknown: no trace, or an empty one; the name stands there with a prefix, in another spelling, or inside another
    call's arguments; the command stands among another command's arguments, or has other words in between.
    """

    name = "tool_not_used"
    families = (Family.TOOL_NOT_USED,)

    def decide(self, params: Params, seen: Seen) -> Finding:
        expected = f"no call of {_wording(params)}"
        return self._judge(params, seen, expected, called=Outcome.FAILED, untouched=Outcome.PASSED)


_STEPS = "a list of two or more steps, each an object with `tool`, `command` or both"


def _steps_problem(value: JsonValue) -> str:
    fine = isinstance(value, list) and len(value) > 1 and all(_is_step(step) for step in value)
    return "" if fine else f"must be {_STEPS}"


def _is_step(step: JsonValue) -> bool:
    if not isinstance(step, dict) or not step or step.keys() - {"tool", "command"}:
        return False
    return all(isinstance(value, str) and value.strip() for value in step.values())


STEPS = ParamType(_STEPS, _steps_problem)


class OrderedSteps(_OverTrace):
    """Every step was done, and none before the one that precedes it. A step is a call of a `tool`, a call with a
    `command` among its arguments, or both.

    Passed: the first call of each step surely comes after the first call of the step before it.
    Failed: a step has no call in a complete trace, or no choice of calls brings the steps into this order.
    Unknown: no trace, or an empty one; a step was done again after an earlier one that it should follow; a call may be
    one of a step: another spelling, a prefix, inside of other arguments; one call is several of the steps.
    """

    name = "ordered_steps"
    families = (Family.ORDERED_STEPS,)
    demanded = typed(steps=STEPS)

    def decide(self, params: Params, seen: Seen) -> Finding:
        stated = cast(list[dict[str, JsonValue]], params["steps"])
        steps = [(text_of(step.get("tool")), text_of(step.get("command"))) for step in stated]
        expected = f"in this order: {', then '.join(f'`{clip(command or tool)}`' for tool, command in steps[:8])}"
        calls = self._calls(seen, expected)
        if isinstance(calls, Finding):
            return calls
        if not calls:
            return Finding(Outcome.UNKNOWN, expected, "no call at all", message="vacuous: the trace is empty")
        tally = Tally(expected)
        done = [_done(calls, tool, command) for tool, command in steps]
        for step in done:
            if not step.possible:
                tally.violate("", f"no call of `{clip(step.name)}`")
            elif not step.sure:
                tally.doubt("", f"only a call that may be `{clip(step.name)}`")
        if not tally.violated and not _can_follow([step.possible for step in done]):
            tally.violate("", f"the steps came as {_shown(done)}")
        if not tally.violated and not tally.doubted:
            _judge_first(done, tally)
        return tally.finding(_shown(done), nothing="no step")


class _Done(NamedTuple):
    """One step, and the numbers of the calls that surely are it, and that may be it."""

    name: str
    sure: list[int]
    possible: list[int]


def _done(calls: Sequence[Call], tool: str, command: str) -> _Done:
    if tool:
        uses = list(_uses(calls, tool, command))
    else:
        uses = [(_runs(command, call), call) for call in calls]
    sure = sorted({call.number for match, call in uses if match is Match.SAME})
    possible = sorted({call.number for match, call in uses if match is not Match.DIFFERENT})
    return _Done(command or tool, sure, possible)


def _can_follow(steps: Sequence[Sequence[int]]) -> bool:
    """Whether some choice of calls, one a step, is in order; equal numbers are: one call may do several steps."""
    last = 1
    for numbers in steps:
        after = next((number for number in numbers if number >= last), None)
        if after is None:
            return False
        last = after
    return True


def _judge_first(done: Sequence[_Done], tally: Tally) -> None:
    """The first calls of the steps, surely rising, whichever of the calls that may be a step are one."""
    last = 0
    for step in done:
        first = step.possible[0]
        if first < last:
            tally.doubt(
                f"call {first}", f"`{clip(step.name)}` came before, and again after, the step that it should follow"
            )
        elif first == last:
            tally.doubt(f"call {last}", f"one call is `{clip(step.name)}` and the step before it")
        else:
            tally.satisfy()
        last = max(last, step.sure[0])


def _shown(done: Sequence[_Done]) -> str:
    parts = [f"`{clip(step.name, 24)}` at {', '.join(map(str, step.possible[:3])) or 'none'}" for step in done[:6]]
    return "; ".join(parts)
