"""The border of the JSON documents: their schemas, and reading them back.

Guarantees that a document which is read has this version's shape and agrees with itself: each span lies inside its
source, each quote is verbatim, each number is the one that stands at its place, no demand has lost its obligation, and
what is referred to exists once. Anything else is a `SchemaMismatchError` that names the place. This finds what was cut
or edited by mistake; it is no seal, and whoever may write the file may write another. Not its business: files.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from typing import TypeVar

from pydantic import JsonValue, ValidationError
from pydantic_core import from_json

from specharness.errors import SchemaMismatchError, UsageError
from specharness.ir.annotation import DirectionLine
from specharness.ir.base import SCHEMA_VERSION, Model
from specharness.ir.certificate import Certificate
from specharness.ir.direction import Disposition
from specharness.ir.invalid import wrong
from specharness.ir.numbers import misread, misstated
from specharness.ir.obligation import Obligation, ObligationSet
from specharness.ir.run import Run

DOCUMENTS: dict[str, type[Model]] = {
    "obligations": ObligationSet,
    "certificate": Certificate,
    "directions": DirectionLine,
    "run": Run,
}
"""Everything that is written for others to read, by the name that `specharness schema` knows it under."""

MAX_SHOWN_VALUE = 60
"""Characters of a wrong value that a message repeats: enough to find it, too few to flood a terminal."""

_VERSION = re.compile(r"([0-9]{1,6})\.([0-9]{1,6})")
_MAJOR, _MINOR = (int(part) for part in SCHEMA_VERSION.split("."))

M = TypeVar("M", bound=Model)


def json_schema(name: str) -> dict[str, JsonValue]:
    """JSON Schema (draft 2020-12) of one document; `directions` describes one line of the JSON Lines file."""
    if name not in DOCUMENTS:
        raise UsageError(f"no schema is called {name!r}; there are: {', '.join(DOCUMENTS)}")
    schema: dict[str, JsonValue] = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"urn:specharness:{name}:{SCHEMA_VERSION}",
    }
    schema.update(DOCUMENTS[name].model_json_schema(mode="serialization"))
    return schema


def json_document(model: Model) -> str:
    """The text that a document is written as: indented JSON in the order of the model, a newline at the end."""
    return model.model_dump_json(indent=2) + "\n"


def parse_obligations(data: bytes, label: str) -> ObligationSet:
    """The obligations in `data`, which messages call `label`."""
    obligations = _parse(data, label, ObligationSet)
    for place in _disagreements(obligations):
        raise SchemaMismatchError(f"{label}: {place}; the file was edited or cut, compile it again")
    return obligations


def parse_certificate(data: bytes, label: str) -> Certificate:
    """The certificate in `data`, which messages call `label`."""
    return _parse(data, label, Certificate)


def _parse(data: bytes, label: str, model: type[M]) -> M:
    try:
        value = from_json(data)
    except ValueError as error:
        raise SchemaMismatchError(f"{label}: broken JSON: {error}; write it again with specharness") from error
    if not isinstance(value, dict) or "schema_version" not in value:
        raise SchemaMismatchError(
            f"{label}: expected a JSON object with schema_version {SCHEMA_VERSION}, got {_shown(value)}; "
            f"is it a file that specharness wrote?"
        )
    version = value["schema_version"]
    match = _VERSION.fullmatch(version) if isinstance(version, str) else None
    if match is None or int(match[1]) != _MAJOR:
        raise SchemaMismatchError(
            f"{label}: expected schema version {SCHEMA_VERSION}, got {_shown(version)}; "
            f"write it again with this version of specharness"
        )
    is_newer = int(match[2]) > _MINOR
    try:
        return model.model_validate(value)
    except ValidationError as error:
        advice = (
            f"schema version {version} is newer than {SCHEMA_VERSION}, use a newer specharness"
            if is_newer
            else "`specharness schema` prints the expected shape"
        )
        raise SchemaMismatchError(f"{label}: {wrong(error, value, show=True)}; {advice}") from error


def _disagreements(obligations: ObligationSet) -> Iterator[str]:
    """Every place where the document does not agree with itself, in words; ids first, as the rest builds on them."""
    yield from _repeated("source", (source.id for source in obligations.sources))
    yield from _repeated("direction", (direction.id for direction in obligations.directions))
    yield from _repeated("obligation", (obligation.id for obligation in obligations.hard))
    for source in obligations.sources:
        if sha256(source.text.encode("utf-8", "surrogatepass")).hexdigest() != source.sha256:
            yield f"source {source.id}: its text is not the one that sha256 was taken of"
    yield from _spans_outside(obligations)
    yield from _wrong_quotes(obligations)
    yield from _wrong_numbers(obligations)
    yield from _lost_directions(obligations)
    yield from _wrong_dependencies(obligations.hard)


def _repeated(what: str, ids: Iterable[str]) -> Iterator[str]:
    for name, count in Counter(ids).items():
        if count > 1:
            yield f"{what} {name} is there {count} times"


def _spans_outside(obligations: ObligationSet) -> Iterator[str]:
    lengths = {source.id: len(source.text) for source in obligations.sources}
    spans = [span for direction in obligations.directions for span in direction.spans]
    spans += [
        span for direction in obligations.directions for param in direction.params.values() for span in param.spans
    ]
    spans += [residue.span for residue in obligations.residual]
    spans += [span for obligation in obligations.hard for span in obligation.src.spans]
    for span in spans:
        if span.end > lengths.get(span.source, -1):
            yield f"span {span.source}[{span.start}:{span.end}] is not inside a source"


def _wrong_quotes(obligations: ObligationSet) -> Iterator[str]:
    sources = {source.id: source for source in obligations.sources}
    for obligation in obligations.hard:
        main = obligation.src.spans[0]
        if sources[main.source].quote(main) != obligation.src.quote:
            yield f"{obligation.id}: its quote is not the text at {main.source}[{main.start}:{main.end}]"


def _wrong_numbers(obligations: ObligationSet) -> Iterator[str]:
    """Numbers of a direction that are not what is written at their span, and numbers of a check that are not those of
    its directions. What is written in words or with a unit is left to the compiler."""
    texts = {source.id: source.text for source in obligations.sources}
    directions = {direction.id: direction for direction in obligations.directions}
    for direction in obligations.directions:
        for name, value, written in misread(direction.params, texts):
            yield f"{direction.id}: {name} is {_shown(value)}, and the text at its span says {written:g}"
    for obligation in obligations.hard:
        stated = [directions[name].params for name in obligation.src.directions if name in directions]
        for name, number, said in misstated(obligation.effect.params, stated):
            yield f"{obligation.id}: {name} is {_shown(number)}, and its direction says {said}"


def _lost_directions(obligations: ObligationSet) -> Iterator[str]:
    """Directions that are named and not there, and those that nothing carries any more."""
    directions = {direction.id: direction for direction in obligations.directions}
    carried: set[str] = set()
    for obligation in obligations.hard:
        for name in obligation.src.directions:
            carried.add(name)
            if name not in directions:
                yield f"{obligation.id}: no direction {name}"
            elif directions[name].disposition is not Disposition.HARD:
                yield f"{obligation.id}: its direction {name} is {directions[name].disposition.value}, not hard"
    lists = ((Disposition.ADVISORY, obligations.advisory), (Disposition.ABSTAIN, obligations.abstained))
    for disposition, demotions in lists:
        for demotion in demotions:
            carried.add(demotion.direction)
            if demotion.direction not in directions:
                yield f"no direction {demotion.direction}"
            elif demotion.disposition is not disposition:
                yield f"{demotion.direction} is listed as {disposition.value}, and is {demotion.disposition.value}"
    for direction in obligations.directions:
        if direction.disposition is not Disposition.RESIDUAL and direction.id not in carried:
            yield f"direction {direction.id} is {direction.disposition.value}, and nothing carries it"


def _wrong_dependencies(hard: Sequence[Obligation]) -> Iterator[str]:
    waiting = {obligation.id: {*obligation.ctrl.depends_on} for obligation in hard}
    for name, others in waiting.items():
        yield from (f"{name}: depends on {other}, which is not there" for other in sorted(others - waiting.keys()))
    while free := [name for name, others in waiting.items() if not others & waiting.keys()]:
        for name in free:
            del waiting[name]
    if waiting:
        yield f"{', '.join(waiting)} depend on each other in a circle"


def _shown(value: object) -> str:
    text = repr(value)
    return text if len(text) <= MAX_SHOWN_VALUE else f"{text[: MAX_SHOWN_VALUE - 1]}…"
