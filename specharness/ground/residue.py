"""What no direction covers, and what was not read though it may demand something."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from specharness.ground.unread import unread, withheld
from specharness.ground.visible import Visible
from specharness.ir import (
    Direction,
    Disposition,
    Reason,
    Residue,
    Source,
    Span,
    Unit,
)


def residue_of(
    sources: Sequence[Source],
    units: Mapping[str, Sequence[Unit]],
    directions: Sequence[Direction],
    meta: Sequence[Span],
    visible: Visible,
) -> tuple[Residue, ...]:
    """Every unit that no direction touches, every span that addresses the verifier, and every stretch that may demand
    something and was not read."""
    found: list[Residue] = [Residue(span=span, reason=Reason.META_INSTRUCTION) for span in meta]
    silent = [*unread(sources, units, directions, meta, visible.resolve), *withheld(sources, meta)]
    found.extend(Residue(span=span, reason=Reason.UNREAD) for span in silent)
    heard = {(span.source, span.start) for span in silent}
    for source in sources:
        covering = sorted(
            (span.start, span.end)
            for direction in directions
            if direction.disposition is not Disposition.RESIDUAL
            for span in direction.spans
            if span.source == source.id
        )
        taken = [*covering, *((span.start, span.end) for span in meta if span.source == source.id)]
        taken.sort()
        reach, number = 0, 0
        for unit in units.get(source.id, ()):
            while number < len(taken) and taken[number][0] < unit.body.end:
                reach = max(reach, taken[number][1])
                number += 1
            if reach <= unit.body.start and (source.id, unit.body.start) not in heard:
                found.append(Residue(span=unit.span))
    order = {source.id: number for number, source in enumerate(sources)}
    found.sort(key=lambda residue: (order[residue.span.source], residue.span.start, residue.span.end))
    return tuple(found)
