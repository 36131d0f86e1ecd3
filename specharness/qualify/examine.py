"""All cases of a validator, decided: what is right, what is wrong, and which bounds on its errors follow."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from specharness.evidence.views import Request
from specharness.ir import Outcome
from specharness.ir.base import digest_of
from specharness.qualify.case import FAILED, PASSED, Case, Definition, Kind
from specharness.qualify.derived import Trial, sights_of, trial_of, worlds_of
from specharness.qualify.lay import observing
from specharness.validators.base import Finding, Seen, Validator, looked_further, problem_with
from specharness.validators.wording import clip

REFUSED = "refused"
RAISED = "raised"
"""What a validator did instead of giving an outcome."""

LEAST_CASES = 30
"""Cases in each direction, written by hand and different, below which nothing is said about a validator."""


@dataclass(frozen=True)
class Answer:
    """What a validator did with one trial."""

    case: Case
    outcome: str
    """An `Outcome`, `refused` or `raised`."""
    said: str = ""
    finding: Finding | None = None

    @property
    def right(self) -> bool:
        if self.case.kind is Kind.REFUSED:
            return self.outcome == REFUSED
        return self.outcome in self.case.right

    @property
    def false_pass(self) -> bool:
        return self.outcome == Outcome.PASSED and Outcome.PASSED not in self.case.right

    @property
    def false_block(self) -> bool:
        return self.outcome == Outcome.FAILED and Outcome.FAILED not in self.case.right


@dataclass(frozen=True)
class Examination:
    """All answers of one validator."""

    validator: str
    answers: tuple[Answer, ...]
    parameters: tuple[str, ...]
    """All that the validator knows."""
    flaws: tuple[str, ...] = ()
    """What speaks against it besides wrong answers."""

    def wrong(self) -> list[Answer]:
        """Answers that are not right, in the order of the cases."""
        return [answer for answer in self.answers if not answer.right]

    def written(self) -> list[Answer]:
        """Answers to cases that were written by hand, which are drawn independently of each other."""
        derived = {Kind.UNAVAILABLE, Kind.FAILURE, Kind.RELATION, Kind.MUTATION, Kind.REFUSED}
        return [answer for answer in self.answers if answer.case.kind not in derived]

    def digest(self) -> str:
        """Over every finding, word for word."""
        return digest_of([[answer.outcome, answer.said, str(answer.finding)] for answer in self.answers])

    def by_kind(self) -> dict[str, dict[str, int]]:
        """Numbers of cases by kind and outcome."""
        table: dict[str, Counter[str]] = {}
        for answer in self.answers:
            table.setdefault(answer.case.kind.value, Counter())[answer.outcome] += 1
        return {kind.value: dict(sorted(table[kind.value].items())) for kind in Kind if kind.value in table}

    def directions(self) -> tuple[int, int]:
        """How many written cases must pass, and how many must fail."""
        written = [answer.case for answer in self.answers if answer.case.kind in WRITTEN]
        return sum(case.right == PASSED for case in written), sum(case.right == FAILED for case in written)


WRITTEN = frozenset({Kind.SATISFYING, Kind.VIOLATING, Kind.NEAR_MISS, Kind.MALFORMED, Kind.MISSING, Kind.HOSTILE})
"""Kinds that count for a direction when written by hand; derived ones expect more than one outcome or none."""


def prepare(definition: Definition, validator: Validator, seeds: int) -> list[Trial]:
    """Every case with what is seen of it: the written ones, then those derived from them."""
    written = definition.cases(seeds)
    askable = [case for case in written if case.kind is not Kind.REFUSED and not problem_with(validator, case.params)]
    trials = [trial_of(validator, case) for case in written if case.kind is Kind.REFUSED or case in askable]
    trials += [Trial(case, {}) for case in written if case.kind is not Kind.REFUSED and case not in askable]
    others = [trial_of(validator, case) for case in worlds_of(definition, validator, askable)]
    return [*trials, *others, *sights_of(trials)]


def answer(validator: Validator, trial: Trial) -> Answer:
    """One trial, decided; whatever the validator raises is an answer too."""
    try:
        if problem_with(validator, trial.case.params):
            return Answer(trial.case, REFUSED)
        finding = validator.decide(trial.case.params, _asked_for(validator, trial))
    except Exception as error:  # noqa: BLE001 - the validator is what is examined, and may be a mutant
        return Answer(trial.case, RAISED, clip(f"{type(error).__name__}: {error}", 200))
    if not isinstance(finding, Finding):
        return Answer(trial.case, RAISED, "gave no finding")
    return Answer(trial.case, finding.outcome.value, finding.message or finding.observed, finding)


def _asked_for(validator: Validator, trial: Trial) -> Seen:
    """What the validator gets to see: of what was observed for the trial, only what it asks for. A mutant that asks
    for something else sees that."""

    def look(requests: Sequence[Request]) -> Seen:
        known = {request: trial.seen[request] for request in requests if request in trial.seen}
        others = [request for request in requests if request not in trial.seen]
        if not others or not trial.seen:
            return known
        with observing(trial.case.world) as observe:
            return {**known, **observe(others)}

    params = trial.case.params
    return looked_further(validator, params, look(validator.needs(params)), look)


def examine(definition: Definition, validator: Validator, trials: Sequence[Trial]) -> Examination:
    """All trials decided, and what is lacking in the cases themselves."""
    parameters = tuple(sorted(validator.required | validator.optional))
    answers = tuple(answer(validator, trial) for trial in trials)
    found = Examination(definition.validator, answers, parameters)
    return Examination(definition.validator, answers, parameters, tuple(_flaws(found)))


def _flaws(examination: Examination) -> Iterable[str]:
    must_pass, must_fail = examination.directions()
    if must_pass < LEAST_CASES:
        yield f"{must_pass} written cases must pass, fewer than LEAST_CASES ({LEAST_CASES})"
    if must_fail < LEAST_CASES:
        yield f"{must_fail} written cases must fail, fewer than LEAST_CASES ({LEAST_CASES})"
    near = {answer.case.near for answer in examination.answers if answer.case.kind is Kind.NEAR_MISS}
    for name in examination.parameters:
        if name not in near:
            yield f"no near miss on the parameter `{name}`"
    for name in sorted(near - set(examination.parameters)):
        yield f"a near miss on `{name}`, which is no parameter"
