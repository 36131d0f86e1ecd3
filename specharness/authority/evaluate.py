"""Deciding a set of obligations over one observed moment: guards first, then each active obligation's validator.

Guarantees one result for every obligation, in their order, whatever a validator does; that all looking goes through
admission, each thing once; and that equal places give equal results. The verdict over the results is not its business.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TypeVar

from specharness.authority import guards
from specharness.authority.admission import Admission
from specharness.authority.guards import Activated, Activation
from specharness.errors import SpecHarnessError
from specharness.evidence.limits import DEFAULT_LIMITS, Limits
from specharness.evidence.observe import Observatory
from specharness.evidence.root import Places
from specharness.evidence.views import Request
from specharness.ir import Evidence, Obligation, ObligationResult, ObligationSet, Outcome
from specharness.validators import registry
from specharness.validators.base import MAX_LOOKS, Check, Finding, Params, Validator, parts_of, problem_with
from specharness.validators.wording import clip

T = TypeVar("T")
Find = Callable[[str], Validator | None]


@dataclass(frozen=True)
class Decided:
    """Results in the order of the obligations, and the evidence that they refer to."""

    results: tuple[ObligationResult, ...]
    evidence: tuple[Evidence, ...]


@dataclass(frozen=True)
class _Plan:
    """What one obligation needs; `problem` says why it can't be asked."""

    obligation: Obligation
    validator: Validator | None = None
    requests: tuple[Request, ...] = ()
    problem: str = ""


def decide(
    obligations: ObligationSet,
    places: Places,
    *,
    find: Find = registry.blocking,
    limits: Limits = DEFAULT_LIMITS,
    timed: bool = False,
) -> Decided:
    """One result for every obligation over the given places. Reads files, runs what obligations name in a sandbox
    alone, changes nothing.

    `find` gives the validator of a name; by default this package's, then third parties', each with a current card.
    `limits` bound the looking. `timed` keeps how long each observation took.
    """
    admission = Admission(Observatory(places, limits), timed=timed)
    guarded = [item.ctrl.guard for item in obligations.hard if item.ctrl.guard is not None]
    admission.admit(request for guard in guarded for request in guards.needs(guard))
    states = {item.id: _activation(item, admission) for item in obligations.hard}
    plans = [_plan(item, find) for item in obligations.hard if states[item.id].activation is not Activation.INACTIVE]
    admission.admit(request for plan in plans for request in plan.requests)
    plans = _looked_further(plans, admission)
    planned = {plan.obligation.id: plan for plan in plans}
    results = {item.id: _result(item, states[item.id], planned.get(item.id), admission) for item in obligations.hard}
    ordered = tuple(_with_dependencies(item, results) for item in obligations.hard)
    return Decided(ordered, admission.evidence)


def _activation(obligation: Obligation, admission: Admission) -> Activated:
    guard = obligation.ctrl.guard
    return Activated(Activation.ACTIVE) if guard is None else guards.activate(guard, admission.seen)


def _plan(obligation: Obligation, find: Find) -> _Plan:
    name, params = obligation.effect.validator, obligation.effect.params
    validator = _guarded(name, lambda: find(name))
    if isinstance(validator, _Raised):
        return _Plan(obligation, problem=validator.message)
    if validator is None:
        return _Plan(obligation, problem=f"no validator is called `{name}`")
    problem = problem_with(validator, params) or _unfit_part(validator, params, find)
    if problem:
        return _Plan(obligation, validator, problem=problem)
    requests = _guarded(name, lambda: tuple(validator.needs(params)))
    if isinstance(requests, _Raised):
        return _Plan(obligation, validator, problem=requests.message)
    return _Plan(obligation, validator, requests)


def _unfit_part(validator: Validator, params: Params, find: Find) -> str:
    """Why one of the validators that an answer rests on can't be asked, or may not block; empty where all may."""
    parts = _guarded(validator.name, lambda: parts_of(validator, params))
    if isinstance(parts, _Raised):
        return parts.message
    for name in parts:
        part = _guarded(name, partial(find, name))
        if isinstance(part, _Raised):
            return part.message
        if part is None:
            return f"no validator is called `{name}`"
    return ""


def _looked_further(plans: Sequence[_Plan], admission: Admission) -> list[_Plan]:
    """The plans with what their validators ask for besides, all of one round together: each file is passed once."""
    every = list(plans)
    for _ in range(MAX_LOOKS):
        wanted = [_further(plan, admission) for plan in every]
        if not any(wanted):
            break
        admission.admit(request for more in wanted for request in more)
        every = [
            replace(plan, requests=(*plan.requests, *more)) if more else plan
            for plan, more in zip(every, wanted, strict=True)
        ]
    return every


def _further(plan: _Plan, admission: Admission) -> tuple[Request, ...]:
    validator = plan.validator
    if plan.problem or not isinstance(validator, Check):
        return ()
    seen = {request: admission.seen[request] for request in plan.requests if request in admission.seen}
    more = _guarded(validator.name, lambda: tuple(validator.further(plan.obligation.effect.params, seen)))
    return () if isinstance(more, _Raised) else tuple(request for request in more if request not in plan.requests)


def _result(obligation: Obligation, state: Activated, plan: _Plan | None, admission: Admission) -> ObligationResult:
    guard = obligation.ctrl.guard
    looked_at = [*(guards.needs(guard) if guard else ()), *(plan.requests if plan else ())]
    expected = obligation.src.statement
    if state.activation is Activation.INACTIVE or plan is None:
        finding = Finding(Outcome.INACTIVE, expected, "not asked for", message=f"the condition is off: {state.message}")
    elif plan.problem or plan.validator is None:
        finding = Finding(Outcome.ERROR, expected, "not decided", message=plan.problem)
    else:
        finding = _ask(plan.validator, obligation.effect.params, admission, plan.requests)
    if state.activation is Activation.UNDECIDED:
        finding = replace(finding, outcome=Outcome.UNKNOWN, message=f"whether it applies is undecided: {state.message}")
    return ObligationResult(
        obligation=obligation.id,
        outcome=finding.outcome,
        expected=finding.expected,
        observed=finding.observed,
        where=finding.where,
        message=finding.message,
        evidence=admission.references(looked_at),
        quote=obligation.src.quote,
        spans=obligation.src.spans,
    )


def _ask(validator: Validator, params: Params, admission: Admission, requests: Sequence[Request]) -> Finding:
    seen = {request: admission.seen[request] for request in requests if request in admission.seen}
    finding = _guarded(validator.name, lambda: validator.decide(params, seen))
    if isinstance(finding, _Raised):
        return Finding(Outcome.ERROR, validator.name, "not decided", message=finding.message)
    if not isinstance(finding, Finding) or finding.outcome is Outcome.INACTIVE:
        return Finding(Outcome.ERROR, validator.name, "not decided", message=f"`{validator.name}` gave no finding")
    return finding


@dataclass(frozen=True)
class _Raised:
    message: str


def _guarded(name: str, call: Callable[[], T]) -> T | _Raised:
    """The one guarded place: whatever a validator raises is an error result, never a pass and never a crash."""
    try:
        return call()
    except SpecHarnessError as error:
        return _Raised(str(error))
    except Exception as error:  # noqa: BLE001 - validators may be third parties' code
        return _Raised(f"validator `{name}` raised {type(error).__name__}: {clip(str(error), 160)}")


def _with_dependencies(obligation: Obligation, results: Mapping[str, ObligationResult]) -> ObligationResult:
    """A result keeps its outcome; that something it depends on has not passed is only noted."""
    result = results[obligation.id]
    open_ones = [
        f"{name} ({results[name].outcome.value})"
        for name in obligation.ctrl.depends_on
        if name in results and results[name].outcome is not Outcome.PASSED
    ]
    if not open_ones or result.outcome in {Outcome.FAILED, Outcome.INACTIVE}:
        return result
    note = f"depends on {', '.join(open_ones)}"
    return result.model_copy(update={"message": f"{result.message}; {note}" if result.message else note})
