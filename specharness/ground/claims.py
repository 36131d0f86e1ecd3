"""The hard directions that hold both keys, each with what the others say of its artifact."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from specharness.ground.admit import authority_flaw
from specharness.ground.clauses import parent_of, touching
from specharness.ground.families import GROUNDERS, Claim
from specharness.ground.families.columns import header_of
from specharness.ground.families.shown import examples_of
from specharness.ground.ledger import Ledger
from specharness.ground.literals import ungrounded
from specharness.ground.shapes import Shape, nullable, shape_of
from specharness.ground.two_key import Flaw, complete_spans, unresolved
from specharness.ground.visible import Visible
from specharness.ir import (
    Block,
    Direction,
    Disposition,
    Family,
    Reason,
    Source,
    Span,
    Unit,
)

REACH = 8
"""Directions on either side that may share a clause with one: a sentence seldom makes more demands."""


def claims_of(
    directions: Sequence[Direction],
    sources: Mapping[str, Source],
    units: Mapping[str, Sequence[Unit]],
    visible: Visible,
    meta: Sequence[Span],
    ledger: Ledger,
    workdir: str | None,
) -> list[Claim]:
    """The hard directions that hold both keys."""
    claims = []
    quoted = [direction for direction in directions if direction.disposition is Disposition.HARD]
    order = {direction.id: number for number, direction in enumerate(quoted)}
    for direction in directions:
        broken = unresolved(direction, sources)
        if broken is not None:
            raise ValueError(f"direction {direction.id}: {broken.detail}")
        if any(_inside(direction.spans[0], span) for span in meta):
            ledger.directions[direction.id] = direction.model_copy(
                update={"disposition": Disposition.RESIDUAL, "reason": Reason.META_INSTRUCTION}
            )
            continue
        if direction.disposition is not Disposition.HARD:
            continue
        flaw = authority_flaw(direction, [sources[span.source].kind for span in direction.spans])
        if flaw is not None:
            weak = {"disposition": Disposition.ADVISORY, "reason": Reason.WEAK_AUTHORITY, "detail": flaw}
            ledger.directions[direction.id] = direction.model_copy(update=weak)
            continue
        spans = complete_spans(direction, sources, units, _nearby(order[direction.id], quoted))
        if isinstance(spans, Flaw):
            reason = Reason.PERMISSION if spans.permission else Reason.QUOTE_INCOMPLETE
            ledger.refuse(direction, reason, spans.detail)
            continue
        missing = ungrounded(direction, spans, sources, visible)
        if missing is not None and direction.family in GROUNDERS:
            ledger.refuse(direction, Reason.PARAM_UNGROUNDED, missing)
            continue
        claims.append(Claim(direction, spans, sources, units, visible, workdir=workdir))
    made = [claim for claim in claims if claim.direction.family is Family.PATH_EXISTS]
    written = [path.rstrip("/") or "/" for claim in made for path in claim.paths]
    outputs = tuple(dict.fromkeys(written))
    claims = [replace(claim, outputs=outputs) for claim in claims]
    shapes, names = _shapes(claims), _names(claims)
    return [replace(claim, shapes=shapes, names=names) for claim in claims]


def _nearby(at: int, quoted: Sequence[Direction]) -> tuple[Span, ...]:
    """Main spans of the other hard directions close to the one at `at`; `quoted` is in the order of the text."""
    around = (*quoted[max(0, at - REACH) : at], *quoted[at + 1 : at + 1 + REACH])
    return tuple(other.spans[0] for other in around)


def _inside(span: Span, outer: Span) -> bool:
    return span.source == outer.source and outer.start < span.end and span.start < outer.end


def _shapes(claims: Sequence[Claim]) -> dict[str, Shape]:
    """What the example blocks show of each artifact; alternatives where there are several."""
    found: dict[str, list[Shape]] = {}
    for claim in claims:
        if claim.direction.family is Family.SCHEMA and claim.path:
            samples, _ = examples_of(claim)
            shapes = [shape_of((sample,), nullable=nullable(claim.source)) for sample in samples]
            known = found.setdefault(claim.path, [])
            known.extend(shape for shape in shapes if shape not in known)
    return {path: shapes[0] if len(shapes) == 1 else {"anyOf": [*shapes]} for path, shapes in found.items() if shapes}


def _names(claims: Sequence[Claim]) -> dict[str, frozenset[str]]:
    """The keys and columns that schema directions state of each artifact."""
    found: dict[str, set[str]] = {}
    for claim in claims:
        if claim.direction.family is Family.SCHEMA and claim.path:
            stated = {name.strip().strip("`'\"“”") for name in claim.words("keys", "column", "field")}
            if not stated:
                stated = set(header_of(claim))
            found.setdefault(claim.path, set()).update(stated)
        elif claim.path and (row := _row_label(claim)):
            found.setdefault(claim.path, set()).add(row)
    return {path: frozenset(names) for path, names in found.items()}


_ROW_LABEL = re.compile(r"\s*`([^`|]+)`\s*\|")
_COLUMN_HEAD = re.compile(r"\W*(?:columns?|fields?|keys?|names?|列名?|字段)\b", re.IGNORECASE)


def _row_label(claim: Claim) -> str:
    """The column that a row of a table of columns describes: its first cell, under a header that says so."""
    span = claim.spans[0]
    units = claim.units.get(span.source, ())
    unit = next(iter(touching(units, span.start, span.start + 1)), None)
    if unit is None or unit.block is not Block.TABLE_ROW:
        return ""
    head = parent_of(unit, units)
    label = _ROW_LABEL.match(claim.source.quote(unit.body))
    if head is None or label is None or not _COLUMN_HEAD.match(claim.source.quote(head.body)):
        return ""
    return label[1].strip()
