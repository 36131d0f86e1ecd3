"""What asking a model about specifications takes, in tokens, without asking one.

Questions are the real ones: the engine cuts windows and writes prompts as it would. Answers are what the local
compiler reads, told in the schema, so that they are as long as answers to these texts are; a model that says more or
less differs in its output tokens, not in its input. Tokens are characters divided by CHARACTERS_A_TOKEN, because each
model counts its own: for a bill, multiply with what one's own tokenizer says of one's own texts.
"""

from __future__ import annotations

import json
from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from specharness.compile.engine import Engine
from specharness.compile.llm.client import Reply, Request, Spent
from specharness.compile.llm.engine import ModelEngine
from specharness.compile.many import compile_all
from specharness.ir import Direction, Disposition, Model, Source, SourceKind, Unit
from specharness.segment import segment
from specharness.sources import Specification

CHARACTERS_A_TOKEN = 4
"""A common rule of thumb for English."""


class Cost(Model):
    """What one specification takes."""

    name: str
    characters: int
    """Of text that is compiled."""
    calls: int
    input_tokens: int
    kept_tokens: int
    """Of these, the fixed first message of the calls: what a prompt cache keeps once it has seen it."""
    output_tokens: int

    def dollars(self, price_in: float, price_kept: float, price_out: float) -> float:
        """US dollars at prices a million tokens."""
        fresh = self.input_tokens - self.kept_tokens
        return (fresh * price_in + self.kept_tokens * price_kept + self.output_tokens * price_out) / 1_000_000


@dataclass
class Reader:
    """A client that answers with what is already known of the sources, and counts."""

    known: Mapping[str, Mapping[int, Sequence[Direction]]]
    texts: Mapping[str, Source]

    async def ask(self, request: Request) -> Reply:
        """The answer, with tokens as characters have them."""
        source = self.texts[request.source]
        told = self.known[request.source]
        entries = [
            {
                "unit": known_as,
                "speaks_to_checker": False,
                "asks": [_ask(source, one) for one in list(told.get(number, ()))[:16]],
            }
            for number, known_as in zip(request.units, request.numbers, strict=True)
        ]
        text = json.dumps({"units": entries}, ensure_ascii=False, separators=(",", ":"))
        return Reply(
            text=text,
            spent=Spent(
                input_tokens=_tokens(request.system) + _tokens(request.user),
                cached_tokens=_tokens(request.system),
                output_tokens=_tokens(text),
            ),
        )


def costs(specifications: Iterable[tuple[str, Specification]], engine: ModelEngine, reader: Reader) -> list[Cost]:
    """What each named specification takes; `engine` asks `reader`."""
    found = []
    for name, specification in specifications:
        sources = [source for source in specification.sources if source.kind is not SourceKind.WORKSPACE]
        compile_all(engine, [(source, segment(source)) for source in sources])
        use, _ = engine.take_use([source.id for source in sources])
        found.append(
            Cost(
                name=name,
                characters=sum(len(source.text) for source in sources),
                calls=use.calls,
                input_tokens=use.input_tokens or 0,
                kept_tokens=use.cached_tokens or 0,
                output_tokens=use.output_tokens or 0,
            )
        )
    return found


def read_by(engine: Engine, sources: Iterable[Source]) -> Reader:
    """A reader that knows what `engine` finds in these sources."""
    known: dict[str, dict[int, list[Direction]]] = {}
    texts: dict[str, Source] = {}
    for source in sources:
        units = segment(source)
        texts[source.id] = source
        known[source.id] = _by_unit(units, engine.compile(source, units).directions)
    return Reader(known, texts)


def _by_unit(units: Sequence[Unit], directions: Sequence[Direction]) -> dict[int, list[Direction]]:
    starts = [unit.span.start for unit in units]
    found: dict[int, list[Direction]] = {}
    for one in directions:
        place = max(0, bisect_right(starts, one.spans[0].start) - 1)
        found.setdefault(int(units[place].id[1:]), []).append(one)
    return found


def _ask(source: Source, one: Direction) -> dict[str, object]:
    params = [
        {"name": name, "value": str(value)[:200] or "-", "words": ""}
        for name, param in one.params.items()
        for value in param.values
    ]
    hard = one.disposition is Disposition.HARD
    return {
        "quote": source.quote(one.spans[0])[:400],
        "also": [],
        "examples": [],
        "disposition": one.disposition.value,
        "reason": "none" if hard else "low_confidence",
        "modality": one.modality.value,
        "kind": one.kind.value,
        "family": one.family.value if one.family else "none",
        "params": params[:32],
        "condition": (one.condition or "")[:300],
        "statement": one.statement[:240],
        "sure": one.confidence >= 0.6,
    }


def _tokens(text: str) -> int:
    return -(-len(text) // CHARACTERS_A_TOKEN)
