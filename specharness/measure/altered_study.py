"""Whether grounding accepts altered quotes, and whether it still accepts the originals.

Each alteration crosses the same border as an engine's answer (`compile.readings`), then is grounded twice: by itself
and among the directions that the engine found in the same specification. It is accepted if an obligation of either
set names it. The pipeline's grounding is handed in; nothing of it is known here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from specharness.compile.engine import Compiled, Engine
from specharness.compile.readings import admit
from specharness.errors import SchemaMismatchError
from specharness.ir import Direction, ObligationSet, Source, Unit
from specharness.measure.alterations import Alteration, reading_of
from specharness.measure.rewordings import Sort
from specharness.segment import segment
from specharness.sources import Specification

Units = Mapping[str, Sequence[Unit]]
Ground = Callable[[Specification, Units, Mapping[str, Compiled]], ObligationSet]

ALTERED = "altered"
"""Id of the claimed direction among the engine's own."""


class Fate(StrEnum):
    """What became of an alteration."""

    NOT_VERBATIM = "not_verbatim"
    """The first key: its words stand nowhere, or it is not said where."""
    REFUSED = "refused"
    """The second key, a parameter, the wording: it is no obligation, and the reason is known."""
    ACCEPTED = "accepted"
    """It obliges: a fault."""


@dataclass(frozen=True)
class Judged:
    """An alteration, its fate and why."""

    alteration: Alteration
    fate: Fate
    detail: str


class World:
    """One specification with the engine's own reading of it."""

    def __init__(self, specification: Specification, engine: Engine, ground: Ground) -> None:
        self.specification = specification
        self._ground = ground
        self.sources: dict[str, Source] = {source.id: source for source in specification.sources}
        self.units = {source.id: segment(source) for source in specification.sources}
        self.compiled = {source.id: engine.compile(source, self.units[source.id]) for source in specification.sources}

    def judge(self, alteration: Alteration) -> Judged:
        """Raises SchemaMismatchError where the source is not the one that was altered."""
        source = self.sources.get(alteration.source)
        if source is None or source.sha256 != alteration.sha256:
            raise SchemaMismatchError(
                f"{alteration.task}: {alteration.source} is not the text that was altered; write the set anew"
            )
        units = self.units[source.id]
        found = admit(source, units, [alteration.reading])
        if found.refused:
            return Judged(alteration, Fate.NOT_VERBATIM, found.refused[0].miss.value)
        claimed = found.directions[0].model_copy(update={"id": ALTERED})
        own = self.compiled[source.id]
        detail = ""
        for others in ((), own.directions):
            result = self._grounded(source, Compiled((*others, claimed), own.meta))
            if any(ALTERED in obligation.src.directions for obligation in result.hard):
                return Judged(alteration, Fate.ACCEPTED, "among others" if others else "by itself")
            known = [one for one in result.abstained + result.advisory if one.direction == ALTERED]
            if known and not detail:
                detail = f"{known[0].reason.value}: {known[0].detail}"
        return Judged(alteration, Fate.REFUSED, detail)

    def _grounded(self, source: Source, compiled: Compiled) -> ObligationSet:
        return self._ground(self.specification, self.units, {**self.compiled, source.id: compiled})

    def originals(self) -> tuple[int, int, tuple[Direction, ...]]:
        """Of the engine's directions that oblige, how many there are, how many still do after they were told in words
        and looked up again, and those that do not."""
        native = self._ground(self.specification, self.units, self.compiled)
        told = {
            source.id: Compiled(
                admit(
                    source,
                    self.units[source.id],
                    [reading_of(one, source, self.units[source.id]) for one in self.compiled[source.id].directions],
                ).directions,
                self.compiled[source.id].meta,
            )
            for source in self.specification.sources
        }
        again = self._ground(self.specification, self.units, told)
        kept = _obliging(again)
        wanted = _obliging(native)
        lost = tuple(
            one
            for one in native.directions
            if (key := (one.spans[0].source, one.spans[0].start, one.family)) in wanted and key not in kept
        )
        return len(wanted), len(wanted & kept), lost


def _obliging(found: ObligationSet) -> set[tuple[str, int, object]]:
    """Place and family of every direction that an obligation names."""
    named = {name for obligation in found.hard for name in obligation.src.directions}
    return {(one.spans[0].source, one.spans[0].start, one.family) for one in found.directions if one.id in named}


def by_sort(judged: Sequence[Judged]) -> dict[Sort, Counter[Fate]]:
    """How often each fate befell each sort, in the order of the sorts."""
    rows: dict[Sort, Counter[Fate]] = {}
    for sort in Sort:
        fates = Counter(one.fate for one in judged if one.alteration.sort is sort)
        if fates:
            rows[sort] = fates
    return rows
