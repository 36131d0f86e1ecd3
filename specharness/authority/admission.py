"""Admission of observations as evidence: the only door between what observers saw and what counts.

Guarantees that an observation is admitted only when our observatory made it for that very request, and that every
admitted one has a reference with an id. A ledger that records admissions can stand behind `admit`.
"""

from __future__ import annotations

from collections.abc import Iterable

from specharness.evidence.observe import Observatory
from specharness.evidence.views import Failure, Observation, Request
from specharness.ir import Evidence
from specharness.validators.base import target

_NOT_AN_ERROR = frozenset({Failure.ABSENT})
"""That nothing stands at a path is a fact that was observed, not a failure to observe."""


class Admission:
    """Observes on demand and keeps what was admitted, in the order of first use."""

    def __init__(self, observatory: Observatory) -> None:
        self._observatory = observatory
        self.seen: dict[Request, Observation] = {}
        self._references: dict[Request, Evidence] = {}

    def admit(self, requests: Iterable[Request]) -> None:
        """Observe what was not observed yet, and admit it."""
        wanted = [request for request in dict.fromkeys(requests) if request not in self.seen]
        for request, observation in self._observatory.observe(wanted).items():
            if observation.request != request:
                continue
            self.seen[request] = observation
            self._references[request] = _reference(f"e{len(self._references) + 1}", request, observation)

    def references(self, requests: Iterable[Request]) -> tuple[str, ...]:
        """Ids of the evidence for some requests."""
        return tuple(self._references[item].id for item in dict.fromkeys(requests) if item in self._references)

    @property
    def evidence(self) -> tuple[Evidence, ...]:
        return tuple(self._references.values())


def _reference(evidence_id: str, request: Request, observation: Observation) -> Evidence:
    error = None
    if observation.failure is not None and observation.failure not in _NOT_AN_ERROR:
        detail = " ".join(observation.detail.split())[:300]
        error = f"{observation.failure.value}: {detail}" if detail else observation.failure.value
    return Evidence(
        id=evidence_id,
        observer=request.kind.value,
        target=target(request),
        sha256=observation.sha256,
        bytes_read=observation.bytes_read,
        error=error,
    )
