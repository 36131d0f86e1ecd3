"""Labels in the annotation guide's format, read as directions.

What an annotator leaves out is filled in the one honest way: a parameter's literal that stands in the text gets a
span there, one that does not stands without. Nothing is judged here.
"""

from __future__ import annotations

import json
import re
from typing import Any

from pydantic import ValidationError

from specharness.errors import SchemaMismatchError
from specharness.ir import Direction, Disposition, Family, Kind, Modality, Param, Reason, Scalar, Source, Span

_CONFIDENCE = {"sure": 0.95, "unsure": 0.6}
_REASONS = {
    Disposition.ADVISORY: Reason.GUIDANCE,
    Disposition.ABSTAIN: Reason.METHOD_UNSTATED,
    Disposition.RESIDUAL: Reason.BACKGROUND,
}


def read_directions(text: str, source: Source, *, any_source: bool = False) -> tuple[Direction, ...]:
    """The directions of one JSON Lines text whose spans lie in `source`; lines about other sources are left out,
    unless `any_source` says that the text is about this one by whatever name.

    Raises SchemaMismatchError, which names the line, for anything that the guide's format does not admit.
    """
    directions = []
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
            if any_source:
                row["spans"] = [{**span, "source": source.id} for span in row["spans"]]
            if _about(row, source):
                directions.append(_direction(row, source))
        except (ValueError, KeyError, TypeError, ValidationError) as error:
            raise SchemaMismatchError(
                f"line {number}: expected a direction in the annotation guide's format, got {line[:80]!r}: {error}"
            ) from error
    return tuple(directions)


def _about(row: dict[str, Any], source: Source) -> bool:
    named = row["spans"][0].get("source")
    return named is None or named == source.id


def _direction(row: dict[str, Any], source: Source) -> Direction:
    disposition = Disposition(row["disposition"])
    reason = row.get("reason")
    spans = tuple(
        Span(source=span.get("source") or source.id, start=span["start"], end=span["end"]) for span in row["spans"]
    )
    return Direction(
        id=str(row["id"]),
        spans=spans,
        disposition=disposition,
        reason=None if disposition is Disposition.HARD else Reason(reason) if reason else _REASONS[disposition],
        modality=Modality(row["modality"]),
        kind=Kind(row["kind"]),
        family=Family(row["family"]) if row.get("family") else None,
        params={name: _param(value, spans, source) for name, value in (row.get("params") or {}).items()},
        condition=row.get("condition"),
        statement=str(row.get("statement") or ""),
        confidence=_CONFIDENCE.get(str(row.get("confidence")), 0.6),
    )


def _param(value: Any, spans: tuple[Span, ...], source: Source) -> Param:
    values: list[Scalar] = list(value) if isinstance(value, list) else [value]
    found = [_where(item, spans, source) for item in values]
    return Param(
        value=tuple(values) if isinstance(value, list) else values[0],
        spans=tuple(span for span in found if span is not None) if all(found) else (),
    )


def _where(value: Scalar, spans: tuple[Span, ...], source: Source) -> Span | None:
    """The place of a literal: inside the direction's spans if it is there, else the one nearest to the main span."""
    if value is None or isinstance(value, bool):
        return None
    literal = str(value)
    places = [match.span() for match in re.finditer(re.escape(literal), source.text)] if literal else []
    if not places and "/" in literal:
        name = literal.rstrip("/").rpartition("/")[2]
        places = [match.span() for match in re.finditer(re.escape(name), source.text)] if name else []
    if not places:
        return None
    main = spans[0]
    inside = [place for place in places if any(span.start <= place[0] and place[1] <= span.end for span in spans)]
    start, end = min(inside or places, key=lambda place: (abs(place[0] - main.start), place))
    return Span(source=source.id, start=start, end=end)
