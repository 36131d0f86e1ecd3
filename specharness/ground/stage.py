"""The stage: directions of all sources to one ObligationSet.

Guarantees a place for everything: a hard direction becomes obligations or a demotion with its reason, text that no
direction covers becomes residue, nothing is dropped. Deterministic: the same input gives the same set, ids included.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from specharness.compile.engine import Compiled
from specharness.compile.silence import silenced
from specharness.ground.account import Account
from specharness.ground.admit import inadmissible
from specharness.ground.alternatives import alternatives_of
from specharness.ground.claims import claims_of
from specharness.ground.conditions import Undecidable, guard_of
from specharness.ground.conflicts import Candidate, Conflict, conflicts_of, merged
from specharness.ground.doubts import doubt_of
from specharness.ground.families import Check, Claim, Grounded, Refusal, checks_of
from specharness.ground.families.responses import names_aspect
from specharness.ground.implied import never_blank
from specharness.ground.ledger import Ledger
from specharness.ground.ordered import unordered
from specharness.ground.residue import residue_of
from specharness.ground.visible import Rooted, Visible
from specharness.ir import (
    AUTHORITY_ORDER,
    Action,
    CompilerId,
    Control,
    Direction,
    Disposition,
    Effect,
    Guard,
    Obligation,
    ObligationSet,
    PathMapping,
    Provenance,
    Reason,
    Source,
    Span,
    State,
    Unit,
)
from specharness.validators.base import Validator


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
    ledger = Ledger(
        {direction.id: direction for direction in ordered}, {source.id: source.kind for source in sources.values()}
    )
    meta = [span for compiled in compiled_by_source.values() for span in compiled.meta]
    visible = Rooted(specification.visible, [mapping.container for mapping in specification.path_map])
    heard = {source.id: silenced(source, units_by_source.get(source.id, ()), meta) for source in specification.sources}
    claims = claims_of(ordered, sources, heard, visible, meta, ledger, specification.workdir)
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
    demotions = ledger.all_demotions(directions)
    return ObligationSet(
        compiler=compiler_id,
        sources=specification.sources,
        directions=directions,
        hard=hard,
        advisory=tuple(item for item in demotions if item.disposition is Disposition.ADVISORY),
        abstained=tuple(item for item in demotions if item.disposition is Disposition.ABSTAIN),
        residual=residue_of(specification.sources, units_by_source, directions, meta, visible),
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


def _candidates(
    claims: Sequence[Claim], registry: Mapping[str, Validator], ledger: Ledger
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
    ledger: Ledger,
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


def _leave_open(whole: Sequence[tuple[Claim, Sequence[Check]]], account: Account, ledger: Ledger) -> None:
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
