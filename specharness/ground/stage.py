"""The stage: directions of all sources to one ObligationSet.

Guarantees a place for everything: a hard direction becomes obligations or a demotion with its reason, text that no
direction covers becomes residue, nothing is dropped. Deterministic: the same input gives the same set, ids included.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol

from specharness.compile.engine import Compiled
from specharness.compile.silence import silenced
from specharness.ground.account import Account
from specharness.ground.admit import authority_flaw, binds, inadmissible
from specharness.ground.alternatives import alternatives_of
from specharness.ground.clauses import parent_of, touching
from specharness.ground.conditions import Undecidable, guard_of
from specharness.ground.conflicts import Candidate, Conflict, conflicts_of, merged
from specharness.ground.doubts import doubt_of
from specharness.ground.families import GROUNDERS, Check, Claim, Grounded, Refusal, checks_of
from specharness.ground.families.columns import header_of
from specharness.ground.families.responses import names_aspect
from specharness.ground.families.shown import examples_of
from specharness.ground.implied import never_blank
from specharness.ground.literals import ungrounded
from specharness.ground.ordered import unordered
from specharness.ground.shapes import Shape, nullable, shape_of
from specharness.ground.two_key import Flaw, complete_spans, unresolved
from specharness.ground.unread import unread, withheld
from specharness.ground.visible import Rooted, Visible
from specharness.ir import (
    AUTHORITY_ORDER,
    Action,
    Block,
    CompilerId,
    Control,
    Demotion,
    Direction,
    Disposition,
    Effect,
    Family,
    Guard,
    Modality,
    Obligation,
    ObligationSet,
    PathMapping,
    Provenance,
    Reason,
    Residue,
    Source,
    SourceKind,
    Span,
    State,
    Unit,
)
from specharness.validators.base import Validator

REACH = 8
"""Directions on either side that may share a clause with one: a sentence seldom makes more demands."""


class Specified(Protocol):
    """What grounding needs of a loaded specification."""

    @property
    def sources(self) -> tuple[Source, ...]: ...
    @property
    def held_out(self) -> tuple[str, ...]: ...
    @property
    def path_map(self) -> tuple[PathMapping, ...]: ...
    @property
    def workdir(self) -> str | None: ...
    @property
    def visible(self) -> Visible: ...


@dataclass
class _Ledger:
    """What has become of each direction so far. Lives for one call."""

    directions: dict[str, Direction]
    kinds: dict[str, SourceKind]
    demotions: dict[str, Demotion] = field(default_factory=dict)
    residues: dict[str, Residue] = field(default_factory=dict)

    def refuse(self, direction: Direction, reason: Reason, detail: str) -> None:
        """Grounding shows a hard direction wrong: it abstains."""
        demoted = direction.model_copy(update={"disposition": Disposition.ABSTAIN, "reason": reason, "detail": detail})
        self.directions[direction.id] = demoted
        self._demote(direction, Disposition.ABSTAIN, reason, detail)

    def undecided(self, direction: Direction, reason: Reason, detail: str) -> None:
        """Hard in principle, and nothing here decides it, or not all of it: hard it stays, and a verdict knows."""
        self._demote(direction, Disposition.ABSTAIN, reason, detail)

    def _demote(self, direction: Direction, disposition: Disposition, reason: Reason, detail: str) -> None:
        if direction.id not in self.demotions:
            self.demotions[direction.id] = Demotion(
                direction=direction.id,
                disposition=disposition,
                reason=reason,
                detail=detail,
                mandatory=binds(direction, self.kinds[direction.spans[0].source]),
            )


def ground(
    specification: Specified,
    units_by_source: Mapping[str, Sequence[Unit]],
    compiled_by_source: Mapping[str, Compiled],
    compiler_id: CompilerId,
    *,
    registry: Mapping[str, Validator] | None = None,
) -> ObligationSet:
    """The obligations of a specification.

    `units_by_source` and `compiled_by_source` go by source id; a source without an entry is residual as a whole.
    `registry` holds the validators that may block, all qualified ones unless given.
    Held-out material that a text names is not visible and grounds nothing.
    """
    if registry is None:
        from specharness.validators.registry import qualified

        registry = qualified()
    sources = {source.id: source for source in specification.sources}
    ordered = _in_order(specification.sources, compiled_by_source)
    ledger = _Ledger(
        {direction.id: direction for direction in ordered}, {source.id: source.kind for source in sources.values()}
    )
    meta = [span for compiled in compiled_by_source.values() for span in compiled.meta]
    visible = Rooted(specification.visible, [mapping.container for mapping in specification.path_map])
    heard = {source.id: silenced(source, units_by_source.get(source.id, ()), meta) for source in specification.sources}
    claims = _claims(ordered, sources, heard, visible, meta, ledger, specification.workdir)
    candidates, whole, further = _candidates(claims, registry, ledger)
    conflicts = {id(conflict.candidate): conflict for conflict in conflicts_of(candidates)}
    for conflict in conflicts.values():
        ledger.refuse(conflict.candidate.direction, Reason.CONFLICT, conflict.detail)
    candidates = [item for item in candidates if id(item) not in conflicts]
    account = Account(ordered, ((item.direction, item.check) for item in candidates))
    candidates = _unnarrowed(candidates, {claim.direction.id: claim for claim in claims}, further, account, ledger)
    _leave_open(whole, account, ledger)
    hard = _obligations(candidates, sources, conflicts)
    directions = tuple(ledger.directions[direction.id] for direction in ordered)
    demotions = _demotions(directions, ledger)
    return ObligationSet(
        compiler=compiler_id,
        sources=specification.sources,
        directions=directions,
        hard=hard,
        advisory=tuple(item for item in demotions if item.disposition is Disposition.ADVISORY),
        abstained=tuple(item for item in demotions if item.disposition is Disposition.ABSTAIN),
        residual=_residue(specification.sources, units_by_source, directions, meta, visible),
        held_out=specification.held_out,
        path_map=specification.path_map,
        workdir=specification.workdir,
    )


def _in_order(sources: Sequence[Source], compiled: Mapping[str, Compiled]) -> tuple[Direction, ...]:
    """All directions in the order of their main spans. Ids are kept in a single source, and renumbered over several,
    where two engines' runs may have used one id twice."""
    places = {source.id: number for number, source in enumerate(sources)}
    found = [
        direction
        for source in sources
        for direction in (compiled[source.id].directions if source.id in compiled else ())
    ]
    found.sort(
        key=lambda direction: (
            places.get(direction.spans[0].source, len(places)),
            direction.spans[0].start,
            direction.spans[0].end,
            direction.id,
        )
    )
    if len({direction.id for direction in found}) == len(found):
        return tuple(found)
    return tuple(direction.model_copy(update={"id": f"d{number}"}) for number, direction in enumerate(found, start=1))


def _claims(
    directions: Sequence[Direction],
    sources: Mapping[str, Source],
    units: Mapping[str, Sequence[Unit]],
    visible: Visible,
    meta: Sequence[Span],
    ledger: _Ledger,
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


def _candidates(
    claims: Sequence[Claim], registry: Mapping[str, Validator], ledger: _Ledger
) -> tuple[list[Candidate], list[tuple[Claim, list[Check]]], dict[str, str]]:
    """The checks of all claims, the claims that they decide as far as the families' own forms tell, and by direction
    the words that only ask for more."""
    candidates: list[Candidate] = []
    whole: list[tuple[Claim, list[Check]]] = []
    further: dict[str, str] = {}
    grouped = alternatives_of(claims)
    for claim in claims:
        direction = claim.direction
        unsure = doubt_of(claim) or unordered(claim)
        if unsure is not None:
            ledger.undecided(direction, unsure.reason, unsure.detail)
            continue
        guard: Guard | None = None
        answer: Grounded | Refusal | None = grouped.get(direction.id)
        if answer is not None:
            ledger.undecided(direction, Reason.CONDITION_UNDECIDABLE, "which of the formats shown for the file holds")
        elif direction.condition:
            decided = guard_of(direction.condition, [source.text for source in claim.sources.values()], claim.visible)
            if isinstance(decided, Undecidable):
                ledger.undecided(direction, Reason.CONDITION_UNDECIDABLE, decided.detail)
                answer = never_blank(claim)
                if answer is None:
                    continue
            else:
                guard = decided
        answer = answer or checks_of(claim)
        if isinstance(answer, Refusal):
            ledger.undecided(direction, answer.reason, answer.detail)
            continue
        if answer.further:
            further[direction.id] = answer.further
        admitted: list[Check] = []
        for check in answer.checks:
            refusal = inadmissible(check, registry)
            if refusal is not None:
                ledger.undecided(direction, refusal.reason, refusal.detail)
                continue
            admitted.append(check)
            spans = (*claim.spans, *(span for span in answer.extra_spans if span not in claim.spans))
            kinds = [claim.sources[span.source].kind for span in claim.spans]
            authority = min(kinds, key=AUTHORITY_ORDER.index)
            candidates.append(Candidate(direction, check, spans, authority, guard))
        if answer.open_part and admitted:
            ledger.undecided(direction, Reason.NO_VALIDATOR, f"decided in part; left open is {answer.open_part}")
        elif admitted:
            whole.append((claim, admitted))
    return candidates, whole, further


def _unnarrowed(
    candidates: Sequence[Candidate],
    claims: Mapping[str, Claim],
    further: Mapping[str, str],
    account: Account,
    ledger: _Ledger,
) -> list[Candidate]:
    """The candidates without the checks of an answer that words of their clause may narrow."""
    checks: dict[str, list[Check]] = {}
    for item in candidates:
        if names_aspect(claims[item.direction.id]):
            checks.setdefault(item.direction.id, []).append(item.check)
    narrowed = {
        name: words
        for name, made in checks.items()
        if (words := account.narrowing(claims[name], made, further.get(name, "")))
    }
    for name, words in narrowed.items():
        detail = f"left open is what it is said of, or how: “{words}”"
        ledger.undecided(claims[name].direction, Reason.NO_VALIDATOR, detail)
    return [item for item in candidates if item.direction.id not in narrowed]


def _leave_open(whole: Sequence[tuple[Claim, Sequence[Check]]], account: Account, ledger: _Ledger) -> None:
    """What a clause says beyond its checks is left open."""
    for claim, checks in whole:
        words = account.left_open(claim, checks)
        if words:
            ledger.undecided(claim.direction, Reason.NO_VALIDATOR, f"decided in part; left open is “{words}”")


def _obligations(
    candidates: Sequence[Candidate], sources: Mapping[str, Source], conflicts: Mapping[int, Conflict]
) -> tuple[Obligation, ...]:
    """One obligation a demand, in the order of the first direction that makes it; none for one in conflict."""
    disputed = {conflict.candidate.direction.id for conflict in conflicts.values()}
    obligations: list[Obligation] = []
    for group in merged([item for item in candidates if item.direction.id not in disputed]):
        first = group[0]
        direction = first.direction
        spans = tuple(dict.fromkeys((span.source, span.start, span.end) for item in group for span in item.spans))
        family = direction.family
        if family is None:
            continue
        note = f" ({first.check.note})" if first.check.note else ""
        params = first.check.params
        obligations.append(
            Obligation(
                id=f"o{len(obligations) + 1}",
                family=family,
                kind=direction.kind,
                src=Provenance(
                    directions=tuple(dict.fromkeys(item.direction.id for item in group)),
                    spans=tuple(Span(source=source, start=start, end=end) for source, start, end in spans),
                    quote=sources[first.spans[0].source].quote(first.spans[0]),
                    authority=min((item.authority for item in group), key=AUTHORITY_ORDER.index),
                    statement=direction.statement + note,
                ),
                auth=_action(first),
                effect=Effect(validator=first.check.validator, params=params),
                state=State(key=first.check.key),
                ctrl=Control(guard=first.guard),
            )
        )
    return tuple(obligations)


def _action(candidate: Candidate) -> Action:
    tool = candidate.check.params.get("tool")
    return Action(tool=tool) if isinstance(tool, str) else Action()


def _demotions(directions: Sequence[Direction], ledger: _Ledger) -> list[Demotion]:
    """Grounding's own demotions and the compiler's, in the order of the directions."""
    found = []
    for direction in directions:
        known = ledger.demotions.get(direction.id)
        if known is not None:
            found.append(known)
        elif direction.disposition in {Disposition.ADVISORY, Disposition.ABSTAIN}:
            kind = ledger.kinds[direction.spans[0].source]
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


def _residue(
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
