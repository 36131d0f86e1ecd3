"""The certificate: one verdict over all results, with the reasons that decide it first.

Guarantees the order of docs/adr/0003-verdicts.md: facts in conflict leave it uncertain; else a violated mandatory
obligation fails it; else whatever is unknown, in error or uncovered leaves it uncertain; else it passes. Without one
active mandatory obligation it is vacuous, and never passes. Equal input gives equal bytes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from specharness.errors import UsageError
from specharness.ir import (
    Certificate,
    Demotion,
    Evidence,
    Mode,
    Obligation,
    ObligationResult,
    ObligationSet,
    Outcome,
    Reason,
    Uncovered,
    Verdict,
)
from specharness.logic import all_of
from specharness.verdict.conflicts import conflicts_among
from specharness.verdict.reasons import of_result, of_uncovered
from specharness.verdict.trust import taken_for_granted

_SHOWN_UNCOVERED = 20
"""Uncovered directions named in the reasons; all of them are in `uncovered`."""


def certify(
    obligations: ObligationSet, results: Sequence[ObligationResult], evidence: Sequence[Evidence]
) -> Certificate:
    """The verdict over one result for each obligation. An obligation without a result is unknown.

    Raises UsageError for a result of an obligation that is not in the set, or for two results of one.
    """
    by_id = {obligation.id: obligation for obligation in obligations.hard}
    decided = _in_order(obligations, results)
    binding = [(by_id[result.obligation], result) for result in decided if _binds(by_id[result.obligation])]
    active = [result for _, result in binding if result.outcome is not Outcome.INACTIVE]
    conflicts = conflicts_among(binding, evidence)
    uncovered = [_uncovered(obligations, demotion) for demotion in _demotions(obligations) if demotion.mandatory]
    uncovered.extend(_unread(obligations))
    vacuous = not active
    return Certificate(
        contract=obligations.digest,
        verdict=_verdict(bool(conflicts), active, bool(uncovered)),
        reasons=tuple(_reasons(conflicts, active, uncovered)),
        results=decided,
        evidence=tuple(evidence),
        uncovered=tuple(uncovered),
        vacuous=vacuous,
        bytes_read=sum(item.bytes_read for item in evidence),
        trust=taken_for_granted(obligations, decided, evidence),
        details={"outcomes": dict(sorted(Counter(result.outcome.value for result in decided).items()))},
    )


def _verdict(conflict: bool, active: Sequence[ObligationResult], uncovered: bool) -> Verdict:
    together = all_of(result.outcome for result in active)
    if conflict:
        return Verdict.UNCERTAIN
    if together is Outcome.FAILED:
        return Verdict.FAIL
    if together is Outcome.PASSED and not uncovered:
        return Verdict.PASS
    return Verdict.UNCERTAIN


def _binds(obligation: Obligation) -> bool:
    """Only mandatory obligations in blocking mode bear on the verdict; the others are reported."""
    return obligation.ctrl.mandatory and obligation.ctrl.mode is Mode.BLOCK


def _in_order(obligations: ObligationSet, results: Sequence[ObligationResult]) -> tuple[ObligationResult, ...]:
    given: dict[str, ObligationResult] = {}
    known = {obligation.id for obligation in obligations.hard}
    for result in results:
        if result.obligation not in known:
            raise UsageError(f"there is a result for `{result.obligation}`, which is no obligation of this set")
        if result.obligation in given:
            raise UsageError(f"there are two results for `{result.obligation}`; one is expected")
        given[result.obligation] = result
    return tuple(given.get(obligation.id) or _undecided(obligation) for obligation in obligations.hard)


def _undecided(obligation: Obligation) -> ObligationResult:
    return ObligationResult(
        obligation=obligation.id,
        outcome=Outcome.UNKNOWN,
        expected=obligation.src.statement,
        observed="not observed",
        message="there is no result for it",
        quote=obligation.src.quote,
        spans=obligation.src.spans,
    )


def _demotions(obligations: ObligationSet) -> tuple[Demotion, ...]:
    return (*obligations.abstained, *obligations.advisory)


def _uncovered(obligations: ObligationSet, demotion: Demotion) -> Uncovered:
    direction = obligations.direction(demotion.direction)
    main = direction.spans[0]
    return Uncovered(
        direction=direction.id,
        reason=demotion.reason,
        detail=demotion.detail,
        quote=obligations.source(main.source).quote(main),
        spans=direction.spans,
    )


def _unread(obligations: ObligationSet) -> Iterator[Uncovered]:
    for residue in obligations.residual:
        if residue.reason is Reason.UNREAD:
            span = residue.span
            quote = obligations.source(span.source).quote(span)
            yield Uncovered(direction="", reason=Reason.UNREAD, quote=quote, spans=(span,))


def _reasons(conflicts: Sequence[str], active: Sequence[ObligationResult], uncovered: Sequence[Uncovered]) -> list[str]:
    reasons = [*conflicts]
    for outcome in (Outcome.FAILED, Outcome.ERROR, Outcome.UNKNOWN):
        reasons.extend(of_result(result) for result in active if result.outcome is outcome)
    reasons.extend(of_uncovered(item) for item in uncovered[:_SHOWN_UNCOVERED])
    if len(uncovered) > _SHOWN_UNCOVERED:
        reasons.append(f"{len(uncovered) - _SHOWN_UNCOVERED} more mandatory directions are decided by nothing here")
    if not active:
        reasons.insert(len(conflicts), "vacuous: no active mandatory obligation was there to decide")
    if not reasons:
        reasons.append(f"every active mandatory obligation passed: {len(active)}")
    return reasons
