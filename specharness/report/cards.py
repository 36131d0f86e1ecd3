"""Cards: obligations, directions that did not become one, and text without authority, each as plain data.

Guarantees that every obligation, direction and demotion of the set is on exactly one card (or, for a direction that
grounds several obligations, on each of theirs), in the order of the text.
Not its business: results of a check, and HTML.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass

from pydantic import JsonValue

from specharness.ir import (
    Demotion,
    Direction,
    Disposition,
    Obligation,
    ObligationSet,
    Param,
    Reason,
    Residue,
    Span,
    plain,
)
from specharness.report.places import Atlas, shortened
from specharness.report.words import REASONS

__all__ = ["Card", "cards_of", "shown"]


@dataclass(frozen=True)
class Card:
    """One card: what it is about, and what the page shows of it."""

    id: str
    """`o3`, `d12`; `m1` for a text without authority."""
    directions: tuple[str, ...]
    """Other ids by which the card is found."""
    spans: tuple[Span, ...]
    literals: tuple[Span, ...]
    """Spans of the parameters' literals."""
    fields: dict[str, object]


def shown(value: JsonValue) -> str:
    """A parameter's value as text: strings as they are, everything else as JSON."""
    return shortened(value if isinstance(value, str) else json.dumps(value, ensure_ascii=False))


def cards_of(obligations: ObligationSet, atlas: Atlas) -> tuple[Card, ...]:
    """All cards of a set, ordered by source, position and kind of card."""
    directions = {direction.id: direction for direction in obligations.directions}
    demotions = (*obligations.advisory, *obligations.abstained)
    cards = [_obligation(obligation, directions, atlas) for obligation in obligations.hard]
    cards += [_demotion(demotion, directions.get(demotion.direction), atlas) for demotion in demotions]
    covered = {name for card in cards for name in (card.id, *card.directions)}
    cards += [_loose(direction, atlas) for direction in obligations.directions if direction.id not in covered]
    told = [residue for residue in obligations.residual if residue.reason in _RESIDUES]
    cards += [_residue(f"m{number}", residue, atlas) for number, residue in enumerate(told, 1)]
    return tuple(sorted(cards, key=lambda card: _order(card, atlas)))


def _order(card: Card, atlas: Atlas) -> tuple[int, int, int]:
    if not card.spans:
        return (1 << 31, 0, 0)
    main = card.spans[0]
    return (atlas.sheet(main), main.start, -main.end)


def _obligation(obligation: Obligation, directions: dict[str, Direction], atlas: Atlas) -> Card:
    sources = [directions[name] for name in obligation.src.directions if name in directions]
    quote = atlas.quote(obligation.src.spans[0])
    control = obligation.ctrl
    fields: dict[str, object] = {
        "type": "obligation",
        "disposition": Disposition.HARD,
        "kind": obligation.kind,
        "family": obligation.family,
        "statement": shortened(obligation.src.statement),
        "quote": shortened(quote or obligation.src.quote),
        "misquoted": quote != obligation.src.quote,
        "places": [atlas.place(span) for span in obligation.src.spans],
        "validator": obligation.effect.validator,
        "params": [[name, shown(value)] for name, value in obligation.effect.params.items()],
        "grounds": _grounds(sources, atlas),
        "mandatory": control.mandatory,
        "facts": _facts(obligation),
    }
    if control.guard is not None:
        wanted = ", ".join(shown(value) for value in control.guard.values)
        relation = "is none of" if control.guard.negated else "is one of"
        fields["condition"] = shortened(control.guard.text)
        fields["guard"] = f"active if {control.guard.field} in {control.guard.path} {relation}: {wanted}"
    literals = tuple(span for source in sources for param in source.params.values() for span in param.spans)
    return Card(obligation.id, obligation.src.directions, obligation.src.spans, literals, fields)


def _facts(obligation: Obligation) -> list[list[str]]:
    control = obligation.ctrl
    facts = [
        ["directions", ", ".join(obligation.src.directions)],
        ["authority", obligation.src.authority],
        ["mode", f"{control.mode}, {'mandatory' if control.mandatory else 'not mandatory'}"],
        ["state key", shortened(obligation.state.key)],
        ["repair budget", str(control.repair_budget)],
    ]
    if obligation.auth.tool is not None:
        facts.append(["tool", f"{obligation.auth.tool} {shown(obligation.auth.arguments)}"])
    if control.depends_on:
        facts.append(["depends on", ", ".join(control.depends_on)])
    return facts


def _grounds(directions: Iterable[Direction], atlas: Atlas) -> list[dict[str, object]]:
    return [_ground(name, param, atlas) for direction in directions for name, param in direction.params.items()]


def _ground(name: str, param: Param, atlas: Atlas) -> dict[str, object]:
    places = [atlas.place(span) for span in param.spans]
    return {"name": name, "value": shown(plain(param.value)), "places": places, "observed": param.observed}


def _direction_fields(direction: Direction, atlas: Atlas) -> dict[str, object]:
    return {
        "type": "direction",
        "disposition": direction.disposition,
        "kind": direction.kind,
        "family": direction.family,
        "modality": direction.modality.replace("_", " "),
        "statement": shortened(direction.statement),
        "quote": shortened(atlas.quote(direction.spans[0])),
        "places": [atlas.place(span) for span in direction.spans],
        "condition": None if direction.condition is None else shortened(direction.condition),
        "confidence": f"{direction.confidence:.2f}",
        "grounds": _grounds([direction], atlas),
        "reason": direction.reason,
        "why": None if direction.reason is None else REASONS[direction.reason],
        "detail": shortened(direction.detail),
    }


def _direction_card(direction: Direction, fields: dict[str, object]) -> Card:
    literals = tuple(span for param in direction.params.values() for span in param.spans)
    return Card(direction.id, (), direction.spans, literals, fields)


def _demotion(demotion: Demotion, direction: Direction | None, atlas: Atlas) -> Card:
    demoted: dict[str, object] = {
        "disposition": demotion.disposition,
        "reason": demotion.reason,
        "why": REASONS[demotion.reason],
        "detail": shortened(demotion.detail),
        "mandatory": demotion.mandatory,
    }
    if direction is None:
        demoted |= {"type": "direction", "statement": "The set has no direction with this id."}
        return Card(demotion.direction, (), (), (), demoted)
    fields = {**_direction_fields(direction, atlas), **demoted}
    if direction.disposition is not demotion.disposition:
        fields["was"] = direction.disposition
        if direction.reason is not None and direction.reason is not demotion.reason:
            fields["detail"] = shortened(" ".join(filter(None, (demotion.detail, direction.detail))))
    return _direction_card(direction, fields)


def _loose(direction: Direction, atlas: Atlas) -> Card:
    fields = _direction_fields(direction, atlas)
    fields["loose"] = "No obligation and no demotion of the set names this direction."
    return _direction_card(direction, fields)


_RESIDUES = {
    Reason.META_INSTRUCTION: "Text that addresses the compiler or the verifier.",
    Reason.UNREAD: "Text that may demand something and that nothing has read.",
}
"""Residual text that a reader should see, and what it is."""


def _residue(name: str, residue: Residue, atlas: Atlas) -> Card:
    fields: dict[str, object] = {
        "type": "meta",
        "disposition": Disposition.RESIDUAL,
        "statement": _RESIDUES[residue.reason],
        "quote": shortened(atlas.quote(residue.span)),
        "places": [atlas.place(residue.span)],
        "reason": residue.reason,
        "why": REASONS[residue.reason],
    }
    return Card(name, (), (residue.span,), (), fields)
