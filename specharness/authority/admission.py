"""Admission of observations as evidence: the only door between what observers saw and what counts.

Guarantees that an observation is admitted only when our observatory made it for that very request, and that every
admitted one has a reference with an id. A ledger that records admissions can stand behind `admit`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from specharness.evidence.observe import Observatory
from specharness.evidence.views import Failure, Observation, Request
from specharness.ir import Evidence
from specharness.validators.base import DETAIL, target
from specharness.validators.wording import clip

MAX_UNSEEN = 20
"""Parts of a file that were not seen and are told one by one."""
_NOT_AN_ERROR = frozenset({Failure.ABSENT})
"""That nothing stands at a path is a fact that was observed, not a failure to observe."""


class Admission:
    """Observes on demand and keeps what was admitted, in the order of first use; `timed`: with how long each took."""

    def __init__(self, observatory: Observatory, *, timed: bool = False) -> None:
        self._observatory = observatory
        self._timed = timed
        self.seen: dict[Request, Observation] = {}
        self._references: dict[Request, Evidence] = {}

    def admit(self, requests: Iterable[Request]) -> None:
        """Observe what was not observed yet, and admit it."""
        wanted = [request for request in dict.fromkeys(requests) if request not in self.seen]
        for request, observation in self._observatory.observe(wanted).items():
            if observation.request != request:
                continue
            self.seen[request] = observation
            self._references[request] = self._reference(request, observation)

    def references(self, requests: Iterable[Request]) -> tuple[str, ...]:
        """Ids of the evidence for some requests."""
        return tuple(self._references[item].id for item in dict.fromkeys(requests) if item in self._references)

    @property
    def evidence(self) -> tuple[Evidence, ...]:
        return tuple(self._references.values())

    def _reference(self, request: Request, observation: Observation) -> Evidence:
        error = None
        if observation.failure is not None and observation.failure not in _NOT_AN_ERROR:
            detail = " ".join(observation.detail.split())[:300]
            error = f"{observation.failure.value}: {detail}" if detail else observation.failure.value
        return Evidence(
            id=f"e{len(self._references) + 1}",
            observer=request.kind.value,
            target=target(request),
            sha256=observation.sha256,
            bytes_read=observation.bytes_read,
            error=error,
            limit=observation.limit,
            seen=dict(observation.coverage.seen),
            unseen=_words(observation.coverage.unseen),
            seconds=round(observation.seconds, 6) if self._timed else None,
        )


def _words(unseen: Sequence[str]) -> tuple[str, ...]:
    """The first of what was not seen, as what the artifact calls its parts may be long, and how many more there are."""
    shown = tuple(clip(" ".join(words.split()), DETAIL) for words in unseen[:MAX_UNSEEN])
    more = len(unseen) - len(shown)
    return (*shown, f"{more} more") if more else shown
