"""Four-valued logic over outcomes, with inactive as the neutral element.

Guarantees that neither negation nor aggregation turns error or unknown into passed, and that nothing at all is
inactive, not passed. Strong Kleene logic, where error is the unknown that also says that something broke.
"""

from __future__ import annotations

from collections.abc import Iterable

from specharness.ir import Outcome

_ALL_ORDER = (Outcome.FAILED, Outcome.ERROR, Outcome.UNKNOWN, Outcome.PASSED)
_ANY_ORDER = (Outcome.PASSED, Outcome.ERROR, Outcome.UNKNOWN, Outcome.FAILED)
_NEGATED = {Outcome.PASSED: Outcome.FAILED, Outcome.FAILED: Outcome.PASSED}


def all_of(outcomes: Iterable[Outcome]) -> Outcome:
    """Conjunction: one failure fails, whatever else is unknown; passed only if all that are active passed."""
    return _first(_ALL_ORDER, outcomes)


def any_of(outcomes: Iterable[Outcome]) -> Outcome:
    """Disjunction: one pass passes, whatever else is unknown; failed only if all that are active failed."""
    return _first(_ANY_ORDER, outcomes)


def negated(outcome: Outcome) -> Outcome:
    """Passed and failed change places; error, unknown and inactive stay what they are."""
    return _NEGATED.get(outcome, outcome)


def none_of(outcomes: Iterable[Outcome]) -> Outcome:
    """All of the negations, which is also the negation of any."""
    return all_of(negated(outcome) for outcome in outcomes)


def _first(order: tuple[Outcome, ...], outcomes: Iterable[Outcome]) -> Outcome:
    present = set(outcomes)
    return next((outcome for outcome in order if outcome in present), Outcome.INACTIVE)
