"""The border of the JSON documents: their schemas, and reading them back.

Guarantees that a document which is read has this version's shape, that each of its spans lies inside its source and
that each quote is verbatim; anything else is a `SchemaMismatchError` that names the place. Not its business: files.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeVar

from pydantic import JsonValue, ValidationError
from pydantic_core import from_json

from specharness.errors import SchemaMismatchError, UsageError
from specharness.ir.annotation import DirectionLine
from specharness.ir.base import SCHEMA_VERSION, Model
from specharness.ir.certificate import Certificate
from specharness.ir.obligation import ObligationSet
from specharness.ir.source import Span

DOCUMENTS: dict[str, type[Model]] = {
    "obligations": ObligationSet,
    "certificate": Certificate,
    "directions": DirectionLine,
}
"""Everything that is written for others to read, by the name that `specharness schema` knows it under."""

MAX_SHOWN_VALUE = 60
"""Characters of a wrong value that a message repeats: enough to find it, too few to flood a terminal."""

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
    for place in _broken_references(obligations):
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
    if not isinstance(version, str) or version.partition(".")[0] != SCHEMA_VERSION.partition(".")[0]:
        raise SchemaMismatchError(
            f"{label}: expected schema version {SCHEMA_VERSION}, got {_shown(version)}; "
            f"write it again with this version of specharness"
        )
    try:
        return model.model_validate(value)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        place = "/".join(str(part) for part in first["loc"]) or "/"
        more = f" (and {error.error_count() - 1} more)" if error.error_count() > 1 else ""
        raise SchemaMismatchError(
            f"{label}: at {place}: {first['msg']}, got {_shown(first['input'])}{more}; "
            f"`specharness schema` prints the expected shape"
        ) from error


def _broken_references(obligations: ObligationSet) -> Iterator[str]:
    lengths = {source.id: len(source.text) for source in obligations.sources}
    directions = {direction.id for direction in obligations.directions}

    def outside(spans: tuple[Span, ...]) -> Iterator[str]:
        for span in spans:
            if span.end > lengths.get(span.source, -1):
                yield f"span {span.source}[{span.start}:{span.end}] is not inside a source"

    for direction in obligations.directions:
        yield from outside(direction.spans)
        for param in direction.params.values():
            yield from outside(param.spans)
    for residue in obligations.residual:
        yield from outside((residue.span,))
    for obligation in obligations.hard:
        yield from outside(obligation.src.spans)
        main = obligation.src.spans[0]
        if obligations.source(main.source).quote(main) != obligation.src.quote:
            yield f"{obligation.id}: its quote is not the text at {main.source}[{main.start}:{main.end}]"
        missing = [name for name in obligation.src.directions if name not in directions]
        yield from (f"{obligation.id}: no direction {name}" for name in missing)
    for demotion in (*obligations.advisory, *obligations.abstained):
        if demotion.direction not in directions:
            yield f"no direction {demotion.direction}"


def _shown(value: object) -> str:
    text = repr(value)
    return text if len(text) <= MAX_SHOWN_VALUE else f"{text[: MAX_SHOWN_VALUE - 1]}…"
