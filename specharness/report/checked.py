"""A certificate as plain data for the page: the verdict, the result of each card, what stays undecided, the evidence.

Guarantees that nothing of a certificate is dropped: a result or gap that belongs to no card is listed apart, and a
certificate of another set is said to be one. Not its business: deciding anything.
"""

from __future__ import annotations

from collections.abc import Mapping

from specharness.ir import Certificate, Evidence, ObligationResult, Uncovered
from specharness.report.cards import shown
from specharness.report.places import shortened
from specharness.report.words import OUTCOMES, REASONS, VERDICTS

__all__ = ["certificate_data", "outcomes"]


def outcomes(certificate: Certificate, index: Mapping[str, int]) -> dict[int, dict[str, object]]:
    """What to lay over each card, by the card's number. A gap never hides a result."""
    found: dict[int, dict[str, object]] = {
        index[gap.direction]: {"outcome": "uncovered", "message": _why(gap)}
        for gap in certificate.uncovered
        if gap.direction in index
    }
    for result in certificate.results:
        if result.obligation in index:
            found[index[result.obligation]] = _result(result)
    return found


def certificate_data(certificate: Certificate, index: Mapping[str, int], digest: str) -> dict[str, object]:
    """The certificate apart from the results that are on cards. `digest` is that of the set on the page."""
    return {
        "verdict": certificate.verdict,
        "meaning": VERDICTS[certificate.verdict],
        "reasons": [shortened(reason) for reason in certificate.reasons],
        "vacuous": certificate.vacuous,
        "contract": certificate.contract,
        "matches": certificate.contract == digest,
        "epoch": certificate.epoch,
        "schema": certificate.schema_version,
        "bytes": certificate.bytes_read,
        "trust": [shortened(line) for line in certificate.trust],
        "details": [[name, shown(value)] for name, value in certificate.details.items()],
        "evidence": [_evidence(item) for item in certificate.evidence],
        "uncovered": [_gap(gap, index) for gap in certificate.uncovered],
        "strays": [_stray(result) for result in certificate.results if result.obligation not in index],
    }


def _why(gap: Uncovered) -> str:
    return shortened(f"{REASONS[gap.reason]} {gap.detail}".strip())


def _result(result: ObligationResult) -> dict[str, object]:
    return {
        "outcome": result.outcome,
        "meaning": OUTCOMES[result.outcome],
        "expected": shortened(result.expected),
        "observed": shortened(result.observed),
        "where": shortened(result.where),
        "message": shortened(result.message),
        "evidence": list(result.evidence),
    }


def _stray(result: ObligationResult) -> dict[str, object]:
    return {"obligation": result.obligation, "quote": shortened(result.quote), **_result(result)}


def _gap(gap: Uncovered, index: Mapping[str, int]) -> dict[str, object]:
    return {
        "direction": gap.direction,
        "card": index.get(gap.direction),
        "reason": gap.reason,
        "why": _why(gap),
        "quote": shortened(gap.quote),
    }


def _evidence(item: Evidence) -> dict[str, object]:
    return {
        "id": item.id,
        "observer": item.observer,
        "target": item.target,
        "sha256": item.sha256,
        "bytes": item.bytes_read,
        "error": item.error,
        "limit": item.limit,
        "seen": ", ".join(f"{number:,} {what}" for what, number in item.seen.items()),
        "unseen": list(item.unseen),
        "seconds": item.seconds,
    }
