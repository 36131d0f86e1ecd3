"""From an ObligationSet, and a Certificate where there is one, to the text of one HTML file.

Guarantees: the same input gives the same text; every source stands in it at full length; every obligation,
direction and result is in it. Not its business: files, and how the browser draws it (the scripts beside this module).
"""

from __future__ import annotations

from specharness.ir import Certificate, Disposition, ObligationSet, Source
from specharness.report.cards import Card, cards_of
from specharness.report.checked import certificate_data, outcomes
from specharness.report.embed import page
from specharness.report.places import Atlas
from specharness.report.segments import Block, Mark, blocks
from specharness.report.words import DISPOSITIONS, KINDS, OUTCOMES

__all__ = ["render"]


_RESIDUAL = "Text that addresses the verifier, or that may demand something and that nothing has read."


def render(obligations: ObligationSet, certificate: Certificate | None = None) -> str:
    """One self-contained HTML file: the sources, their obligations and demoted directions, and the certificate's
    results laid over them. Write it as UTF-8. It fetches nothing and runs only its own script."""
    atlas = Atlas.of(obligations)
    cards = cards_of(obligations, atlas)
    index = _index(cards)
    digest = obligations.digest
    sets: dict[tuple[int, ...], int] = {}
    results = {} if certificate is None else outcomes(certificate, index)
    data = {
        "schema": obligations.schema_version,
        "digest": digest,
        "compiler": obligations.compiler.model_dump(),
        "held_out": list(obligations.held_out),
        "path_map": [[mapping.container, mapping.origin] for mapping in obligations.path_map],
        "workdir": obligations.workdir,
        "residual": len(obligations.residual),
        "words": {
            "dispositions": {**DISPOSITIONS, Disposition.RESIDUAL: _RESIDUAL},
            "kinds": dict(KINDS),
            "outcomes": dict(OUTCOMES),
        },
        "sources": [_source(source, _marks(source, cards, atlas), sets) for source in obligations.sources],
        "sets": list(sets),
        "cards": [_card(card, results.get(number)) for number, card in enumerate(cards)],
        "certificate": None if certificate is None else certificate_data(certificate, index, digest),
    }
    return page(_title(obligations, certificate), data)


def _title(obligations: ObligationSet, certificate: Certificate | None) -> str:
    name = obligations.sources[0].id if obligations.sources else "no sources"
    return f"{name} · SpecHarness" if certificate is None else f"{certificate.verdict} · {name} · SpecHarness"


def _index(cards: tuple[Card, ...]) -> dict[str, int]:
    """Card numbers by every id that leads to them; a card's own id wins over a direction that it grounds."""
    index: dict[str, int] = {}
    for number, card in enumerate(cards):
        for name in card.directions:
            index.setdefault(name, number)
    index.update({card.id: number for number, card in reversed(list(enumerate(cards)))})
    return index


def _marks(source: Source, cards: tuple[Card, ...], atlas: Atlas) -> list[Mark]:
    """Even owners are cards' spans, odd ones the literals of their parameters."""
    marks = []
    for number, card in enumerate(cards):
        spans = dict.fromkeys(card.spans)
        marks += [Mark(s.start, s.end, 2 * number) for s in spans if s.source == source.id and atlas.fits(s)]
        literals = dict.fromkeys(card.literals)
        marks += [Mark(s.start, s.end, 2 * number + 1) for s in literals if s.source == source.id and atlas.fits(s)]
    return marks


def _source(source: Source, marks: list[Mark], sets: dict[tuple[int, ...], int]) -> dict[str, object]:
    return {
        "id": source.id,
        "kind": source.kind,
        "sha256": source.sha256,
        "chars": len(source.text),
        "blocks": [_block(block, sets) for block in blocks(source.text, marks)],
    }


def _block(block: Block, sets: dict[tuple[int, ...], int]) -> list[object]:
    """`[first line, line ends, starts inside a line, [[text, owner set, [opening cards]], …]]`, short ends left out."""
    pieces: list[list[object]] = []
    for piece in block.pieces:
        entry: list[object] = [piece.text]
        if piece.owners:
            entry.append(sets.setdefault(piece.owners, len(sets)))
        opening = [owner // 2 for owner in piece.opens if owner % 2 == 0]
        if opening:
            entry.append(opening)
        pieces.append(entry)
    return [block.line, block.lines, int(block.continued), pieces]


def _card(card: Card, result: dict[str, object] | None) -> dict[str, object]:
    """Empty fields are left out: the page treats an absent field and an empty one alike."""
    fields = {name: value for name, value in card.fields.items() if value not in (None, "", [], False)}
    also = list(card.directions)
    return {"id": card.id, **({"also": also} if also else {}), **fields, **({"result": result} if result else {})}
