"""The local compiler first, a model only where it is unsure: most of a text costs nothing.

A unit goes to the model if the local compiler gives a direction of it with less confidence than the candidate's
`unsure_below`, or gives none though the unit's words can bind. Directions of all other units are the local ones. The
share that was sent is part of what compiling took (`Use.share_asked`).
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

from specharness.compile.engine import Compiled, Engine
from specharness.compile.llm.answers import numbered
from specharness.compile.llm.engine import ModelEngine
from specharness.compile.llm.second_reader import bounded
from specharness.compile.llm.telemetry import UnitUse, Use
from specharness.compile.local.lexicon import signals
from specharness.ir import Block, CompilerId, Source, Unit

BINDING = frozenset({"must", "exact"})
"""Signals of words that can bind."""
UNSTATED = frozenset({Block.HEADING, Block.CODE, Block.FRONT_MATTER, Block.HTML, Block.TABLE_HEADER})
"""Blocks whose silence means nothing: they bind by what stands around them."""


class CascadeEngine:
    """Two engines, one after the other."""

    def __init__(self, local: Engine, model: ModelEngine, unsure_below: float) -> None:
        self._local = local
        self._model = model
        self._unsure_below = unsure_below

    @property
    def id(self) -> CompilerId:
        """Its identity, fingerprint over both engines and the border between them."""
        return self._model.id

    @property
    def concurrency(self) -> int:
        """Calls in flight."""
        return self._model.concurrency

    def compile(self, source: Source, units: Sequence[Unit]) -> Compiled:
        """The directions of one source."""
        return self.compile_all([(source, units)])[0]

    def compile_all(self, sources: Sequence[tuple[Source, Sequence[Unit]]]) -> list[Compiled]:
        """The directions of several sources; those of the model are asked for at once."""
        local = [self._local.compile(source, units) for source, units in sources]
        unsure = [
            self._unsure(source, self._model.reading(source, units).units, found)
            for (source, units), found in zip(sources, local, strict=True)
        ]
        told = self._model.compile_some(
            [(source, units, sent) for (source, units), sent in zip(sources, unsure, strict=True)]
        )
        return [
            self._joined(source, self._model.reading(source, units).units, sent, mine, theirs)
            for (source, units), sent, mine, theirs in zip(sources, unsure, local, told, strict=True)
        ]

    def take_use(self, sources: Sequence[str]) -> tuple[Use, tuple[UnitUse, ...]]:
        """What the model's part took."""
        return self._model.take_use(sources)

    def stop(self) -> None:
        """Give up every call in flight."""
        self._model.stop()

    def _unsure(self, source: Source, units: Sequence[Unit], found: Compiled) -> frozenset[int]:
        """Numbers of the units that go to the model."""
        starts = [unit.span.start for unit in units]
        least: dict[int, float] = {}
        for one in found.directions:
            for place in range(bisect_right(starts, one.spans[0].start) - 1, len(units)):
                if place >= 0 and units[place].span.start < one.spans[0].end:
                    least[place] = min(least.get(place, 1.0), one.confidence)
                elif place >= 0:
                    break
        sent = set()
        for place, unit in enumerate(units):
            if place in least:
                if least[place] < self._unsure_below:
                    sent.add(int(unit.id[1:]))
            elif unit.block not in UNSTATED and BINDING & signals(source.quote(unit.body)):
                sent.add(int(unit.id[1:]))
        return frozenset(sent)

    def _joined(
        self, source: Source, units: Sequence[Unit], sent: frozenset[int], mine: Compiled, theirs: Compiled
    ) -> Compiled:
        starts = [unit.span.start for unit in units]

        def number(start: int) -> int:
            place = bisect_right(starts, start) - 1
            return int(units[place].id[1:]) if place >= 0 else -1

        kept = [one for one in mine.directions if number(one.spans[0].start) not in sent]
        told = bounded(source, units, theirs, mine, sent)
        return Compiled(numbered([*kept, *told.directions]), mine.meta)
