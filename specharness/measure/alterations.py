"""Altered quotes: what a careless or a hostile engine might claim of a specification that says something else.

An alteration names a clause of a task, the words that are claimed to stand there, and a reading of them as a hard
requirement. The reading of an edit or a fragment is what the given engine makes of the document if that text stood
in it; where it makes nothing, the reading of the clause itself. The set is a function of documents and engine;
whether grounding accepts any of it is `altered_study`'s business.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from specharness.compile.align import Quote
from specharness.compile.engine import Engine
from specharness.compile.readings import Literal, Reading
from specharness.errors import SchemaMismatchError
from specharness.ir import Direction, Disposition, Family, Kind, Modality, Param, Scalar, Source, SourceKind, Span, Unit
from specharness.measure.rewordings import Sort, edits, fragments
from specharness.segment import segment

MAX_PER_CLAUSE = 2
"""Alterations of one sort that are kept of a clause: the third of a kind teaches nothing."""


@dataclass(frozen=True)
class Alteration:
    """One claim that no faithful reader would make."""

    id: str
    task: str
    source: str
    sha256: str
    """Of the source's bytes: a document that was edited since needs a new set."""
    start: int
    end: int
    """The clause that was altered, in code points of the source."""
    sort: Sort
    reading: Reading

    @property
    def language(self) -> str:
        """`zh` where the quote holds Chinese, else `en`."""
        return "zh" if any("\u4e00" <= character <= "\u9fff" for character in self.reading.quotes[0].text) else "en"


def reading_of(direction: Direction, source: Source, units: Sequence[Unit]) -> Reading:
    """A direction as an engine that answers in text would have told it."""

    def quoted(span: Span) -> Quote:
        return Quote(source.quote(span), unit_at(units, span.start))

    return Reading(
        quotes=tuple(quoted(span) for span in direction.spans),
        disposition=direction.disposition,
        modality=direction.modality,
        kind=direction.kind,
        statement=direction.statement,
        reason=direction.reason,
        family=direction.family,
        params={
            name: Literal(param.value, tuple(quoted(span) for span in param.spans))
            for name, param in direction.params.items()
        },
        condition=direction.condition,
        confidence=direction.confidence,
    )


def unit_at(units: Sequence[Unit], offset: int) -> int | None:
    """The number of the unit in which an offset lies."""
    return next((int(unit.id[1:]) for unit in units if unit.span.start <= offset < unit.span.end), None)


def alterations(task: str, sources: Sequence[Source], engine: Engine) -> Iterator[Alteration]:
    """Every alteration of one task's texts, in the order of the text; the same for the same input and engine."""
    for source in sources:
        if source.kind is SourceKind.WORKSPACE:
            continue
        units = segment(source)
        directions = engine.compile(source, units).directions
        for number, (span, known) in enumerate(_clauses(source, units, directions)):
            seen: set[str] = set()
            kept: dict[Sort, int] = {}
            for sort, reading in _readings(source, units, engine, span, known):
                key = json.dumps(_claim(sort, reading), sort_keys=True)
                if kept.get(sort, 0) >= MAX_PER_CLAUSE or key in seen:
                    continue
                seen.add(key)
                kept[sort] = kept.get(sort, 0) + 1
                name = f"{task}/{source.id}#{number}-{sort.value}-{kept[sort]}"
                yield Alteration(name, task, source.id, source.sha256, span.start, span.end, sort, reading)


def _clauses(
    source: Source, units: Sequence[Unit], directions: Sequence[Direction]
) -> list[tuple[Span, Direction | None]]:
    """What may be altered: the main span of each direction, and each unit that holds more or other text than one."""
    found: dict[tuple[int, int], tuple[Span, Direction | None]] = {}
    for direction in directions:
        span = direction.spans[0]
        found.setdefault((span.start, span.end), (span, direction))
    for unit in units:
        body = unit.body
        inside = [one for one in directions if body.start <= one.spans[0].start < body.end]
        if unit.block.value in {"sentence", "list_item", "table_row"} and "\n\n" not in source.quote(body):
            found.setdefault((body.start, body.end), (body, inside[0] if len(inside) == 1 else None))
    return [found[key] for key in sorted(found)]


def _readings(
    source: Source, units: Sequence[Unit], engine: Engine, span: Span, known: Direction | None
) -> Iterator[tuple[Sort, Reading]]:
    clause = source.quote(span)
    for sort, text in [*edits(clause), *fragments(clause)]:
        claimed = _as_if(source, units, engine, span, text)
        if claimed is None and known is not None:
            claimed = reading_of(known, source, units)
        if claimed is None or claimed.family is None:
            continue
        at = span.start + clause.find(text) if text in clause else span.start
        yield sort, _hard(claimed, Quote(text, unit_at(units, at)))
    if known is not None and known.family is not None and known.disposition is Disposition.HARD:
        yield from _false_claims(reading_of(known, source, units))
    elif known is not None and known.modality is Modality.MAY:
        words = clause
        for permitted, demanded in (("may ", "must "), ("can ", "must "), ("可以", "必须")):
            words = words.replace(permitted, demanded)
        claimed = _as_if(source, units, engine, span, words)
        if claimed is not None and claimed.family is not None:
            yield Sort.CLAIM_MODAL, _hard(claimed, Quote(clause, unit_at(units, span.start)))


def _hard(claimed: Reading, quote: Quote) -> Reading:
    """The claim that a quote makes a hard demand."""
    modality = claimed.modality if claimed.modality in {Modality.MUST, Modality.MUST_NOT} else Modality.MUST
    return Reading(
        quotes=(quote,),
        disposition=Disposition.HARD,
        modality=modality,
        kind=claimed.kind,
        statement=quote.text[:200],
        family=claimed.family,
        params=claimed.params,
        confidence=0.99,
    )


def _as_if(source: Source, units: Sequence[Unit], engine: Engine, span: Span, text: str) -> Reading | None:
    """What the engine reads off `text` if it stood in the place of `span`; the literals of the stretch itself are
    left to the quote, those around it keep their own."""
    changed = source.text[: span.start] + text + source.text[span.end :]
    altered = source.model_copy(update={"text": changed, "sha256": sha256(changed.encode()).hexdigest()})
    end, shift = span.start + len(text), span.end - span.start - len(text)
    for direction in engine.compile(altered, segment(altered)).directions:
        main = direction.spans[0]
        if direction.family is None or not (main.start < end and span.start < main.end):
            continue

        def outside(param: Param) -> tuple[Quote, ...]:
            quotes = []
            for one in param.spans:
                if one.end <= span.start or one.start >= end:
                    at = one.start if one.end <= span.start else one.start + shift
                    quotes.append(Quote(altered.quote(one), unit_at(units, at)))
            return tuple(quotes) if len(quotes) == len(param.spans) else ()

        return Reading(
            quotes=(Quote(text),),
            disposition=Disposition.HARD,
            modality=direction.modality,
            kind=direction.kind,
            statement=direction.statement,
            family=direction.family,
            params={name: Literal(param.value, outside(param)) for name, param in direction.params.items()},
        )
    return None


_REVERSED = {
    Family.NOT_CONTAINS: Family.CONTAINS,
    Family.CONTAINS: Family.NOT_CONTAINS,
    Family.UNCHANGED: Family.PATH_ABSENT,
    Family.PATH_ABSENT: Family.PATH_EXISTS,
    Family.PATH_EXISTS: Family.PATH_ABSENT,
}
_OTHER_BOUND = {"min": "max", "max": "min", "min_exclusive": "max_exclusive", "max_exclusive": "min_exclusive"}


def _false_claims(told: Reading) -> Iterator[tuple[Sort, Reading]]:
    """The same faithful quote under other parameters, the other family, or without its condition."""

    def claim(**changed: Any) -> Reading:
        return Reading(**{**vars(told), "confidence": 0.99, **changed})

    if told.family in _REVERSED:
        modality = Modality.MUST if told.modality is Modality.MUST_NOT else Modality.MUST_NOT
        reverse = _REVERSED[told.family]
        for force in (modality, told.modality):
            yield Sort.CLAIM_NEGATION, claim(family=reverse, modality=force)
    for name, literal in sorted(told.params.items()):
        value = literal.value
        if name in _NUMBERS and isinstance(value, (int, float)):
            yield Sort.CLAIM_NUMBER, claim(params=_with(told, name, value + 1))
            other = _OTHER_BOUND.get(name) or ("min" if name == "count" else "")
            if other and told.family in {Family.COUNT, Family.VALUE_RANGE, Family.RESPONSE_CONSTRAINT}:
                yield Sort.CLAIM_BOUND, claim(params=_as(told, name, other))
        elif name == "path" and isinstance(value, str) and "/" in value.strip("/"):
            for half in (value.rstrip("/").rpartition("/")[0], value.rpartition(".")[0] or value.rstrip("/")[:-1]):
                cited = Quote(half, told.quotes[0].unit) if half in told.quotes[0].text else None
                yield Sort.CLAIM_PATH, claim(params=_with(told, name, half, *([cited] if cited else [])))
        elif name in {"value", "text"} and told.family in _LITERAL and isinstance(value, str) and len(value) > 1:
            cut = value[:-1]
            yield Sort.CLAIM_VALUE, claim(params=_with(told, name, cut, Quote(cut, told.quotes[0].unit)))
            yield Sort.CLAIM_VALUE, claim(params=_with(told, name, cut))
    if told.condition is not None:
        yield Sort.CLAIM_CONDITION, claim(condition=None)


_NUMBERS = frozenset({"count", "min", "max", "min_exclusive", "max_exclusive", "decimals"})
_LITERAL = frozenset({Family.CONTAINS, Family.NOT_CONTAINS, Family.VALUE_EQUALS, Family.CELLS_FILLED})


def _with(told: Reading, name: str, value: Scalar, *quotes: Quote) -> dict[str, Literal]:
    return {**told.params, name: Literal(value, quotes or told.params[name].quotes)}


def _as(told: Reading, name: str, other: str) -> dict[str, Literal]:
    names = {name: other, other: name}
    return {names.get(one, one): literal for one, literal in told.params.items()}


def to_jsonl(found: Iterable[Alteration]) -> str:
    """One alteration a line, keys in a fixed order."""
    return "".join(json.dumps(_row(one), ensure_ascii=False) + "\n" for one in found)


def from_jsonl(text: str) -> tuple[Alteration, ...]:
    """The alterations of a file that `to_jsonl` wrote; raises SchemaMismatchError, which names the line."""
    found = []
    for number, line in enumerate(text.splitlines(), start=1):
        try:
            found.append(_alteration(json.loads(line)))
        except (ValueError, KeyError, TypeError) as error:
            raise SchemaMismatchError(f"line {number}: expected an alteration, got {line[:80]!r}: {error!r}") from error
    return tuple(found)


def _row(one: Alteration) -> dict[str, Any]:
    place = {"id": one.id, "task": one.task, "source": one.source, "sha256": one.sha256}
    return {**place, "start": one.start, "end": one.end, **_claim(one.sort, one.reading)}


def _claim(sort: Sort, reading: Reading) -> dict[str, Any]:
    return {
        "sort": sort.value,
        "quotes": [_quote_row(quote) for quote in reading.quotes],
        "family": reading.family and reading.family.value,
        "modality": reading.modality.value,
        "kind": reading.kind.value,
        "params": {
            name: {"value": literal.value, "quotes": [_quote_row(quote) for quote in literal.quotes]}
            for name, literal in sorted(reading.params.items())
        },
        "condition": reading.condition,
    }


def _quote_row(quote: Quote) -> dict[str, Any]:
    return {"text": quote.text, "unit": quote.unit}


def _alteration(row: Mapping[str, Any]) -> Alteration:
    quotes = tuple(Quote(quote["text"], quote["unit"]) for quote in row["quotes"])
    reading = Reading(
        quotes=quotes,
        disposition=Disposition.HARD,
        modality=Modality(row["modality"]),
        kind=Kind(row["kind"]),
        statement=quotes[0].text[:200],
        family=Family(row["family"]),
        params={name: _literal(one) for name, one in row["params"].items()},
        condition=row["condition"],
        confidence=0.99,
    )
    return Alteration(
        row["id"], row["task"], row["source"], row["sha256"], row["start"], row["end"], Sort(row["sort"]), reading
    )


def _literal(row: Mapping[str, Any]) -> Literal:
    value = row["value"]
    return Literal(
        tuple(value) if isinstance(value, list) else value,
        tuple(Quote(quote["text"], quote["unit"]) for quote in row["quotes"]),
    )
