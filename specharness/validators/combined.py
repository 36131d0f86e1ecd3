"""Validator that joins others: all of several checks, any, none, and a condition before them, in four-valued logic.

Guarantees that what can't be decided in a part is never a pass of the whole unless another part decides it, that
nothing at all is vacuous and no pass, and that a condition that is off makes the whole vacuous.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import ClassVar

from pydantic import JsonValue

from specharness.errors import SpecHarnessError
from specharness.evidence.views import Failure, Request
from specharness.ir import Family, Outcome
from specharness.logic import all_of, any_of, negated, none_of
from specharness.validators.base import Check, Finding, Params, Seen, Validator, problem_with
from specharness.validators.params import ParamType, text_of
from specharness.validators.wording import clip

MAX_DEPTH = 8
"""Checks in checks; specifications nest two."""
MAX_PARTS = 200
"""Checks of one combination, at all depths together."""

_WORDS = "a list of checks, each an object with `validator` and `params`, at least one"
_ONE = "a check: an object with `validator` and `params`"


def _problem(value: JsonValue) -> str:
    if not isinstance(value, list) or not value:
        return f"must be {_WORDS}"
    return next((problem for item in value if (problem := _problem_of_one(item))), "")


def _problem_of_one(value: JsonValue) -> str:
    if not isinstance(value, dict) or value.keys() != {"validator", "params"}:
        return f"must hold {_ONE}"
    return "" if isinstance(value["params"], dict) else f"must hold {_ONE}"


CHECKS = ParamType(_WORDS, _problem)
CHECK = ParamType(_ONE, _problem_of_one)
_JOINING = {"all": all_of, "any": any_of, "none": none_of}


class Combined(Check):
    """Several checks joined: `all`, `any` or `none` of them hold; with `if`, only where that check holds. A check is
    any other validator with its parameters; they can be nested.

    Passed: by strong Kleene logic over the parts: all passed; one of any passed; all of none failed.
    Failed: one of all failed; all of any failed; one of none passed; the condition holding, where there is one.
    Unknown: parts that are not decided decide the whole; the condition is off (vacuous), or it is not decided and the
    rest does not pass anyway.
    """

    name = "combined"
    families = (Family.OTHER_CHECKABLE,)
    admitted: ClassVar[Mapping[str, ParamType]] = {"all": CHECKS, "any": CHECKS, "none": CHECKS, "if": CHECK}

    def problem(self, params: Params) -> str:
        if not any(name in params for name in _JOINING):
            return "needs one of all, any, none"
        return _deep_problem(params)

    def rests_on(self, params: Params) -> Sequence[str]:
        """The validators of all parts, at any depth that parameters may have."""
        found: list[str] = []
        pending = [(part, 1) for part in _of(params)]
        while pending and len(found) < MAX_PARTS:
            part, depth = pending.pop()
            found.append(text_of(_object(part).get("validator")))
            if found[-1] == self.name and depth < MAX_DEPTH:
                pending += [(inner, depth + 1) for inner in _of(_object(_object(part).get("params")))]
        return found

    def needs(self, params: Params) -> Sequence[Request]:
        found: dict[Request, None] = {}
        for validator, given in _parts(params):
            found.update(dict.fromkeys(validator.needs(given)))
        return tuple(found)

    def decide(self, params: Params, seen: Seen) -> Finding:
        joined = [(name, _asked(name, params, seen)) for name in _JOINING if name in params]
        outcome = all_of(_JOINING[name](finding.outcome for finding in findings) for name, findings in joined)
        expected = " and ".join(_in_words(name, findings) for name, findings in joined)
        deciding = _deciding(outcome, joined)
        if "if" not in params:
            return Finding(outcome, clip(expected, 300), deciding.observed, deciding.where, deciding.message)
        condition = _ask(params["if"], seen)
        expected = clip(f"if {condition.expected}: {expected}", 300)
        if condition.outcome is Outcome.FAILED:
            message = f"vacuous: the condition is off, {condition.observed}"
            return Finding(Outcome.UNKNOWN, expected, "not asked for", condition.where, message)
        if condition.outcome is Outcome.PASSED or outcome is Outcome.PASSED:
            return Finding(outcome, expected, deciding.observed, deciding.where, deciding.message)
        message = f"whether it applies is undecided: {condition.message or condition.observed}"
        return Finding(condition.outcome, expected, "undecided", condition.where, message)


def _list(value: JsonValue) -> list[JsonValue]:
    return value if isinstance(value, list) else []


def _asked(name: str, params: Params, seen: Seen) -> list[Finding]:
    return [_ask(part, seen, denied=name == "none") for part in _list(params[name])]


def _object(value: JsonValue) -> Mapping[str, JsonValue]:
    return value if isinstance(value, dict) else {}


def _validator(part: JsonValue) -> tuple[Validator | None, Params]:
    from specharness.validators.registry import find

    given = _object(_object(part).get("params"))
    try:
        return find(text_of(_object(part).get("validator"))), given
    except SpecHarnessError:  # a third party's that can't be used
        return None, {}


def _of(params: Params) -> Iterator[JsonValue]:
    for name in _JOINING:
        yield from _list(params.get(name))
    if "if" in params:
        yield params["if"]


def _parts(params: Params) -> Iterator[tuple[Validator, Params]]:
    for part in _of(params):
        validator, given = _validator(part)
        if validator is not None:
            yield validator, given


def _deep_problem(params: Params) -> str:
    """What is wrong with a part at any depth; counted without recursion through the validators themselves."""
    pending: list[tuple[JsonValue, int]] = [(part, 1) for part in _of(params)]
    number = 0
    while pending:
        part, depth = pending.pop()
        number += 1
        if depth > MAX_DEPTH or number > MAX_PARTS:
            return f"has more parts than MAX_PARTS ({MAX_PARTS}) or MAX_DEPTH ({MAX_DEPTH}) allow"
        validator, given = _validator(part)
        if validator is None:
            return f"no validator is called `{clip(text_of(_object(part).get('validator')))}`"
        if isinstance(validator, Combined):
            listed = [given[name] for name in _JOINING if name in given]
            if not listed:
                return "needs one of all, any, none"
            if problem := next(filter(None, map(_problem, listed)), ""):
                return problem
            pending += [(inner, depth + 1) for inner in _of(given)]
        elif problem := problem_with(validator, given):
            return problem
    return ""


def _ask(part: JsonValue, seen: Seen, *, denied: bool = False) -> Finding:
    """What a part finds. Of a part that is `denied`, a failure for want of the artifact shows nothing."""
    validator, given = _validator(part)
    if validator is None:
        return Finding(Outcome.ERROR, "a check", "not decided", message="no such validator")
    wanted = {request: seen[request] for request in validator.needs(given) if request in seen}
    finding = validator.decide(given, wanted)
    unseen = any(observation.failure in {Failure.ABSENT, Failure.MALFORMED} for observation in wanted.values())
    if denied and unseen:
        return replace(finding, outcome=Outcome.UNKNOWN, message=f"there is nothing to look at: {finding.observed}")
    return finding


def _in_words(name: str, findings: Sequence[Finding]) -> str:
    joint = {"all": " and ", "any": " or ", "none": " nor "}[name]
    return f"{'neither ' if name == 'none' else ''}{joint.join(finding.expected for finding in findings)}"


def _deciding(outcome: Outcome, joined: Sequence[tuple[str, Sequence[Finding]]]) -> Finding:
    """The first part that gives the whole its outcome."""
    return next(
        finding
        for name, findings in joined
        for finding in findings
        if (negated(finding.outcome) if name == "none" else finding.outcome) is outcome
    )
