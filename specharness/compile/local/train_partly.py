"""Documents of which only stretches are labelled: they teach dispositions, but neither borders nor families."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from specharness.compile.local.chunks import borders
from specharness.compile.local.features import Place, chunk_features
from specharness.compile.local.sketch import places
from specharness.compile.local.train_rows import SLACK, Example, Row
from specharness.ir import Disposition, Source, Unit


class Stretch(NamedTuple):
    """A stretch of a text and its disposition; what lies between stretches is not labelled at all."""

    start: int
    end: int
    disposition: Disposition


@dataclass(frozen=True)
class Partly:
    """A document and its labelled stretches."""

    source: Source
    units: tuple[Unit, ...]
    stretches: tuple[Stretch, ...]


@dataclass(frozen=True)
class Beside:
    """What is trained on beside the measured documents, and never measured on."""

    also: tuple[Example, ...] = ()
    partly: tuple[Partly, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """The documents' names."""
        return (*(one.source.id for one in self.also), *(one.source.id for one in self.partly))


def stretch_rows(documents: Sequence[Partly], first: int) -> list[Row]:
    """A row for every labelled stretch; the documents are numbered from `first` on."""
    rows = []
    for number, document in enumerate(documents, first):
        text = document.source.text
        hosts = sorted(places(document.source, document.units), key=lambda where: where.unit.body.start)
        starts = [where.unit.body.start for where in hosts]
        for stretch in document.stretches:
            place = bisect_right(starts, stretch.start) - 1
            if place < 0 or stretch.end > hosts[place].unit.body.end:
                continue  # the text is cut into other units than when it was labelled
            where = hosts[place]
            before, after = _sorts_around(where, text, stretch)
            features = chunk_features(where, stretch.start, stretch.end, before, after)
            rows.append(Row(frozenset((*where.features, *features)), stretch.disposition.value, number))
    return rows


def _sorts_around(where: Place, text: str, stretch: Stretch) -> tuple[str, str]:
    """The sorts of the borders at which a stretch begins and ends."""
    before, after = "start", "end"
    for border in borders(text, where.unit.body.start, where.unit.body.end):
        if abs(border.right - stretch.start) <= SLACK:
            before = border.sort
        if abs(border.left - stretch.end) <= SLACK:
            after = border.sort
    return before, after
