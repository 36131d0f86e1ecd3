"""Several answers to the same question: what they agree on stays, what they do not abstains.

A model that answers one way and then another does not know. A hard direction stays hard only if every answer holds
it, with the same check and literals and of the same text, give or take half of its words; advice stays if most
answers hold it; everything else that any answer says is hard or undecidable abstains, so that nothing which one
answer saw is lost.
"""

from __future__ import annotations

from collections.abc import Sequence

from specharness.compile.llm.answers import numbered
from specharness.ir import Direction, Disposition, Reason

AGREE = 0.5
"""Two directions speak of the same text if their main spans share this part of their union."""


def agreed(samples: Sequence[Sequence[Direction]]) -> tuple[Direction, ...]:
    """One list of directions from several, independent of the order in which the answers after the first came."""
    if len(samples) == 1:
        return numbered(samples[0])
    kept: list[Direction] = []
    for number, sample in enumerate(samples):
        for one in sample:
            others = [other for at, other in enumerate(samples) if at != number]
            if number and any(_covered(one, known) for known in kept):
                continue
            kept.append(_weighed(one, others))
    return numbered(kept)


def _weighed(one: Direction, others: Sequence[Sequence[Direction]]) -> Direction:
    matches = [_match(one, sample) for sample in others]
    same = sum(match is not None and match.disposition is one.disposition for match in matches)
    total = len(others) + 1
    if one.disposition is Disposition.HARD:
        if all(match is not None and _same(one, match) for match in matches):
            return one
        return _doubted(one, same + 1, total)
    if any(match is not None and match.disposition is Disposition.HARD for match in matches):
        return _doubted(one, same + 1, total)
    if one.disposition is Disposition.ADVISORY and 2 * (same + 1) <= total:
        return _doubted(one, same + 1, total)
    return one


def _doubted(one: Direction, held: int, total: int) -> Direction:
    return one.model_copy(
        update={
            "disposition": Disposition.ABSTAIN,
            "reason": Reason.LOW_CONFIDENCE,
            "detail": f"the answers differ: {held} of {total} say {one.disposition.value}",
            "family": None,
            "params": {},
            "confidence": round(held / total, 4),
        }
    )


def _match(one: Direction, sample: Sequence[Direction]) -> Direction | None:
    """What another answer says of the same text: the same if it does, else whatever it says."""
    alike = [other for other in sample if _alike(one, other)]
    return next((other for other in alike if _same(one, other)), alike[0] if alike else None)


def _covered(one: Direction, known: Direction) -> bool:
    """Whether nothing is lost if `one` is left out beside `known`."""
    return _alike(one, known) and (known.family == one.family or known.disposition is not Disposition.HARD)


def _alike(one: Direction, other: Direction) -> bool:
    a, b = one.spans[0], other.spans[0]
    shared = min(a.end, b.end) - max(a.start, b.start)
    return shared > 0 and shared >= AGREE * (max(a.end, b.end) - min(a.start, b.start))


def _same(one: Direction, other: Direction) -> bool:
    def told(direction: Direction) -> tuple[object, ...]:
        params = {name: (param.value, param.spans) for name, param in direction.params.items()}
        return direction.disposition, direction.modality, direction.family, params, direction.condition

    return told(one) == told(other)
