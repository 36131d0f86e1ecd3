"""What becomes of each direction while it is grounded: refused, left undecided, or neither."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from specharness.ground.admit import binds
from specharness.ir import (
    Demotion,
    Direction,
    Disposition,
    Modality,
    Reason,
    SourceKind,
)


@dataclass
class Ledger:
    """What has become of each direction so far. Lives for one call."""

    directions: dict[str, Direction]
    kinds: dict[str, SourceKind]
    demotions: dict[str, Demotion] = field(default_factory=dict)

    def refuse(self, direction: Direction, reason: Reason, detail: str) -> None:
        """Grounding shows a hard direction wrong: it abstains."""
        demoted = direction.model_copy(update={"disposition": Disposition.ABSTAIN, "reason": reason, "detail": detail})
        self.directions[direction.id] = demoted
        self._abstain(direction, reason, detail)

    def undecided(self, direction: Direction, reason: Reason, detail: str) -> None:
        """Hard in principle, and nothing here decides it, or not all of it: hard it stays, and a verdict knows."""
        self._abstain(direction, reason, detail)

    def _abstain(self, direction: Direction, reason: Reason, detail: str) -> None:
        if direction.id not in self.demotions:
            self.demotions[direction.id] = Demotion(
                direction=direction.id,
                disposition=Disposition.ABSTAIN,
                reason=reason,
                detail=detail,
                mandatory=binds(direction, self.kinds[direction.spans[0].source]),
            )

    def all_demotions(self, directions: Sequence[Direction]) -> list[Demotion]:
        """Grounding's own demotions and the compiler's, in the order of the directions."""
        found = []
        for direction in directions:
            known = self.demotions.get(direction.id)
            if known is not None:
                found.append(known)
            elif direction.disposition in {Disposition.ADVISORY, Disposition.ABSTAIN}:
                kind = self.kinds[direction.spans[0].source]
                found.append(
                    Demotion(
                        direction=direction.id,
                        disposition=direction.disposition,
                        reason=direction.reason or _default(direction),
                        detail=direction.detail,
                        mandatory=binds(direction, kind),
                    )
                )
        return found


def _default(direction: Direction) -> Reason:
    if direction.disposition is Disposition.ABSTAIN:
        return Reason.METHOD_UNSTATED
    return Reason.PERMISSION if direction.modality is Modality.MAY else Reason.GUIDANCE
