"""The deterministic stand-ins for what the rivals ask a model for: rubric items and a plan with checks.

Both are read from the task's own directions, so that all conditions are paired on what the task says; what a model
would add is named in `docs/conditions.md`. An obligation's own result is the judgement; what it leaves unknown is left
out of a score and lets a sub-task through.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from specharness.experiments.conditions import Check, Compile, Item, State, SubTask
from specharness.experiments.tasks import Assignment
from specharness.ir import Certificate, Obligation, ObligationSet, Outcome

_SCORES: Mapping[Outcome, float] = {Outcome.PASSED: 1.0, Outcome.FAILED: 0.0}


def rubric_of(compile: Compile, check: Check) -> Callable[[Assignment], Sequence[Item]]:
    """An item for each obligation, judged by its validator; all of one weight."""

    def items(task: Assignment) -> Sequence[Item]:
        contract = compile(task)
        results = _Once(contract, check)

        def judge(obligation: Obligation) -> Callable[[State], float | None]:
            return lambda state: _SCORES.get(results.outcome(obligation, state))

        return [Item(one.src.quote, 1.0, judge(one)) for one in contract.hard]

    return items


def plan_of(compile: Compile, check: Check) -> Callable[[Assignment, Sequence[str]], Sequence[SubTask]]:
    """A sub-task for each artifact that the prompt speaks of, verified by the obligations about it."""

    def plan(task: Assignment, failed: Sequence[str]) -> Sequence[SubTask]:
        contract = compile(task)
        results = _Once(contract, check)
        by_artifact: dict[str, list[Obligation]] = {}
        for one in contract.hard:
            by_artifact.setdefault(str(one.effect.params.get("path") or "the answer"), []).append(one)

        def verify(held: Sequence[Obligation]) -> Callable[[State], str]:
            def problems(state: State) -> str:
                broken = [one for one in held if results.outcome(one, state) is Outcome.FAILED]
                return "; ".join(one.src.quote for one in broken)

            return problems

        return [SubTask(artifact, verify(held)) for artifact, held in by_artifact.items()]

    return plan


class _Once:
    """One check a state, however many judges look at it."""

    def __init__(self, contract: ObligationSet, check: Check) -> None:
        self._contract, self._check = contract, check
        self._seen: tuple[State, Certificate] | None = None

    def outcome(self, obligation: Obligation, state: State) -> Outcome:
        if self._seen is None or self._seen[0] is not state:
            self._seen = state, self._check(self._contract, state)
        found = {result.obligation: result.outcome for result in self._seen[1].results}
        return found.get(obligation.id, Outcome.UNKNOWN)
