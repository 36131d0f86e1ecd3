"""How labels differ from the compiler's proposal, by the pairing that compilers are scored with."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import NamedTuple

from specharness.ir import Direction, Source, Span
from specharness.measure.overlap import overlap
from specharness.review.labels import Row

FIELDS = ("spans", "disposition", "reason", "modality", "kind", "family", "params", "condition", "statement")
"""What is compared, in the order in which it is shown."""


class Difference(NamedTuple):
    """A label and the proposal that it stands for; either may be missing."""

    label: str | None
    proposal: str | None
    fields: tuple[str, ...]
    """In what the two differ; empty where they agree or one is missing."""


def difference(source: Source, rows: Sequence[Row], proposed: Sequence[Row]) -> list[Difference]:
    """Every label and every proposal once: pairs and additions in the order of the labels, then what was left out."""
    paired = dict(overlap(source.text, _directions(source, rows), _directions(source, proposed)).pairs())
    found = []
    for index, row in enumerate(rows):
        other = proposed[paired[index]] if index in paired else None
        fields = () if other is None else tuple(name for name in FIELDS if _value(row, name) != _value(other, name))
        found.append(Difference(str(row["id"]), None if other is None else str(other["id"]), fields))
    taken = set(paired.values())
    left_out = [str(row["id"]) for index, row in enumerate(proposed) if index not in taken]
    return found + [Difference(None, id, ()) for id in left_out]


def _directions(source: Source, rows: Sequence[Row]) -> list[Direction]:
    """What pairing looks at: spans and dispositions."""
    return [
        Direction(
            id=row["id"],
            spans=tuple(Span(source=source.id, start=span["start"], end=span["end"]) for span in _own(row)),
            disposition=row["disposition"],
            modality=row["modality"],
            kind=row["kind"],
            statement="",
            confidence=1,
        )
        for row in rows
    ]


def _own(row: Row) -> list[Row]:
    """The spans in this document; a label has its main one here."""
    return [span for span in row["spans"] if not span.get("source")] or row["spans"]


def _value(row: Row, name: str) -> str:
    return json.dumps(row.get(name) or None, sort_keys=True)
