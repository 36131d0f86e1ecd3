"""Several spans, one direction: an example block takes its lead-in, repeated demands become one.

Order-preserving; the first span stays the main one.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from specharness.ir import Block, Direction, Disposition, Family, Source, Span, Unit, canonical_json

_OF_A_PATH = frozenset({Family.PATH_EXISTS, Family.PATH_ABSENT, Family.UNCHANGED, Family.ONLY_CHANGES})
"""Families whose path says all."""
_VERB = re.compile(
    r"\b(?:must|should|shall|may|is|are|be|has|have|need|do|make|use|write|keep|add|create|run|set|follow|ensure)\b"
    r"|必须|应|不|请|是|有",
    re.IGNORECASE,
)
_FORMAT_LEAD = re.compile(
    r"\b(?:format|structure|schema|layout|shape|like this|as follows|look like|looks like|example)\b|格式|结构|如下"
    r"|示例",
    re.IGNORECASE,
)


def merge(source: Source, units: Sequence[Unit], directions: Sequence[Direction]) -> list[Direction]:
    """Directions with lead-ins and repetitions folded in."""
    kept = _without_bare_leads(source, units, directions)
    return _repeats(_leads(source, units, _without_restatements(source, units, kept)))


_OF_THE_TABLE = re.compile(r"\b(?:in|of|from)\s+(?:the|this)\s+table\b|表格?中", re.IGNORECASE)


def _without_restatements(source: Source, units: Sequence[Unit], directions: Sequence[Direction]) -> list[Direction]:
    """A sentence about "the table" says again what its rows say: a further span of each, no direction of its own."""
    rows = {unit.body.start for unit in units if unit.block is Block.TABLE_ROW}
    told = [d for d in directions if d.spans[0].start in rows and d.family is Family.VALUE_EQUALS]
    again = [
        d
        for d in directions
        if d.spans[0].start not in rows
        and not (set(d.params) - {"path"})
        and _OF_THE_TABLE.search(source.text, d.spans[0].start, d.spans[0].end)
    ]
    if not told or not again:
        return list(directions)
    spans = tuple(d.spans[0] for d in again)
    return [
        d.model_copy(update={"spans": (*d.spans, *spans)}) if d in told else d for d in directions if d not in again
    ]


def _without_bare_leads(source: Source, units: Sequence[Unit], directions: Sequence[Direction]) -> list[Direction]:
    """A lead-in that says nothing by itself ("You need to:") goes, if something it introduces is a direction."""
    parents = {unit.id: unit for unit in units}
    starts = {unit.body.start: unit for unit in units}
    led = {
        parents[unit.parent].body.start
        for direction in directions
        if (unit := starts.get(direction.spans[0].start)) is not None and unit.parent in parents
    }
    out = []
    for direction in directions:
        span = direction.spans[0]
        lead = starts.get(span.start)
        bare = lead is not None and lead.body.start in led and not (set(direction.params) - {"path"})
        bare = bare and direction.family not in _OF_A_PATH
        quote = source.text[span.start : span.end].rstrip()
        if not (bare and (quote.endswith((":", "：")) or not _VERB.search(quote))):
            out.append(direction)
    return out


def _leads(source: Source, units: Sequence[Unit], directions: Sequence[Direction]) -> list[Direction]:
    blocks = {unit.body.start: unit for unit in units if unit.block is Block.CODE}
    by_id = {unit.id: unit for unit in units}
    out: list[Direction] = []
    for direction in directions:
        unit = blocks.get(direction.spans[0].start)
        lead = by_id.get(unit.parent or "") if unit is not None else None
        if unit is None or lead is None or direction.family is not Family.SCHEMA or not out:
            out.append(direction)
            continue
        last = out[-1]
        span = last.spans[0]
        inside = lead.body.start <= span.start and span.end <= lead.body.end + 1
        if (
            inside
            and last.family
            in (None, Family.SCHEMA, Family.OTHER_CHECKABLE, Family.COMPUTED, Family.FORMAT_VALID, Family.PATTERN)
            and (
                source.text[span.start : span.end].rstrip().endswith((":", "："))
                or _FORMAT_LEAD.search(source.text, span.start, span.end)
            )
        ):
            out[-1] = direction.model_copy(update={"spans": (*direction.spans, span)})
        else:
            out.append(direction)
    return out


def _repeats(directions: Sequence[Direction]) -> list[Direction]:
    out: list[Direction] = []
    seen: dict[str, int] = {}
    more: dict[int, list[Span]] = {}
    for direction in directions:
        key = _key(direction)
        if key is None or key not in seen:
            if key is not None:
                seen[key] = len(out)
            out.append(direction)
            continue
        index = seen[key]
        more.setdefault(index, []).extend(direction.spans)
    for index, spans in more.items():
        every = {(span.source, span.start, span.end): span for span in (*out[index].spans, *spans)}
        out[index] = out[index].model_copy(update={"spans": tuple(every.values())})
    return out


def _key(direction: Direction) -> str | None:
    """Two directions with one key demand the same thing; None where too little is known to say so."""
    if direction.disposition is not Disposition.HARD or direction.family is None:
        return None
    if direction.family in (Family.COMPUTED, Family.OTHER_CHECKABLE) or not direction.params:
        return None
    values = {name: param.model_dump(mode="json")["value"] for name, param in direction.params.items()}
    return canonical_json([direction.family.value, values, direction.condition or "", direction.modality.value[:6]])
