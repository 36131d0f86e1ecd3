"""Keys, nesting and types of a document, from example blocks and from names alone."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pydantic import JsonValue

from specharness.ground.clauses import parent_of, touching
from specharness.ground.examples import Sample
from specharness.ground.families.base import Answer, Check, Claim, Grounded, Refusal, key_of
from specharness.ground.families.schemas import stated_schema
from specharness.ground.families.shown import blocks, examples_of
from specharness.ground.shapes import Shape, choices_of, nullable, places_of, shape_of
from specharness.ir import Reason

_MANY = re.compile(
    r"\b(?:list|array|each|every|per|records?|entries|rows|items|objects|elements|jsonl|lines)\b|列表|数组|每", re.I
)


def document(claim: Claim) -> Answer:
    """A document's shape: by a schema, by example blocks, or by the names of its keys."""
    by_schema = stated_schema(claim, blocks(claim))
    if by_schema is not None:
        return by_schema
    samples, places = examples_of(claim)
    keys = claim.words("keys", "field", "column")
    if samples:
        shapes = [shape_of((sample,), nullable=nullable(claim.source)) for sample in samples]
        if len(shapes) > 1 and not all(_same_root(shapes[0], shape) for shape in shapes):
            return Refusal(Reason.PARAM_MISSING, "several example blocks are quoted, and which one holds is not said")
        shape = shapes[0] if len(shapes) == 1 else shape_of(samples, nullable=nullable(claim.source))
        shape, sampled = _without_sample_data(shape)
        params: dict[str, JsonValue] = {"path": claim.path, "shape": shape}
        if _EXACT_KEYS.search(_around(claim)):
            params = {"path": claim.path, "shape": _closed(shape), "exact_keys": True}
        checks = [Check("json_shape", params, _shape_key(claim.path, shape))]
        checks.extend(_choices(claim, samples, shape))
        open_part = f"whether the key {sampled} is a name or sample data" if sampled else ""
        return Grounded(tuple(checks), open_part, extra_spans=places)
    if not keys:
        return Refusal(Reason.PARAM_MISSING, "neither keys nor a readable example block")
    known = claim.shapes.get(claim.path)
    if known is not None:
        missing = [key for key in keys if not places_of(key, known)]
        if not missing:
            return Grounded((Check("json_shape", {"path": claim.path, "shape": known}, _shape_key(claim.path, known)),))
        if not _FURTHER.search(claim.text):
            return Refusal(Reason.PARAM_MISSING, f"the example of {claim.path} has no key {missing[0]}")
    shape = _from_keys(keys)
    if claim.ending in {"jsonl", "ndjson"}:
        shape = {"type": "array", "items": shape}
    elif _MANY.search(_around(claim)):
        shape = {"anyOf": [shape, {"type": "array", "items": shape}, {"type": "map", "values": shape}]}
    # keys are named, how deep they stand is not
    params = {"path": claim.path, "shape": shape, "anywhere": True}
    if _CLOSED_LIST.search(claim.text) and not any("." in key for key in keys):
        params = {"path": claim.path, "shape": _closed(shape), "anywhere": True, "exact_keys": True}
    return Grounded((Check("json_shape", params, _shape_key(claim.path, shape)),))


_DATA_KEY = re.compile(r"[A-ZÀ-Þ][\w .'-]*|.*\s.*")
"""A key that may be a person's, a place's or a thing's name."""


def _without_sample_data(shape: Shape) -> tuple[Shape, str]:
    """The shape without what a sample alone can't demand, and the key in doubt if there is one.

    No sample says that a value is always null, nor that the only key at the top, worded as a proper name and with a
    record behind it, is no data.
    """
    shape = _freed(shape, top=True)
    keys = shape.get("keys")
    if not isinstance(keys, dict) or len(keys) != 1:
        return shape, ""
    name, inner = next(iter(keys.items()))
    if not _DATA_KEY.fullmatch(name) or not isinstance(inner, dict) or inner.get("type") != "object":
        return shape, ""
    return {"type": "map", "values": inner}, name


def _freed(shape: Shape, *, top: bool) -> Shape:
    if not top and shape == {"type": "null"}:
        return {"type": "any"}
    return {name: _freed_part(value) for name, value in shape.items()}


def _freed_part(value: JsonValue) -> JsonValue:
    if not isinstance(value, dict):
        return value
    if "type" in value or "anyOf" in value:
        return _freed(value, top=False)
    return {name: _freed(sub, top=False) if isinstance(sub, dict) else sub for name, sub in value.items()}


def _closed(shape: JsonValue) -> JsonValue:
    """The shape with every object closed to further keys."""
    if isinstance(shape, dict):
        return {name: False if name == "open" else _closed(value) for name, value in shape.items()}
    return [_closed(item) for item in shape] if isinstance(shape, list) else shape


def _shape_key(path: str, shape: Shape) -> str:
    """Two demands on one document's shape add up, so the shape itself belongs to the key."""
    return f"shape {path}#{shape}"


def _same_root(one_shape: Shape, other: Shape) -> bool:
    return one_shape == other


def _around(claim: Claim) -> str:
    """The quotes and the lines that introduce them: where "a list of records" would stand."""
    parts = [claim.text]
    for span in claim.spans:
        units = claim.units.get(span.source, ())
        for unit in touching(units, span.start, span.end)[:1]:
            parent = parent_of(unit, units)
            if parent is not None:
                parts.append(claim.sources[span.source].quote(parent.span))
    return "\n".join(parts)


def _from_keys(keys: Sequence[str]) -> Shape:
    """Keys without an example: nothing is said about types, nor about what holds a nested key."""
    root: dict[str, JsonValue] = {}
    for key in keys:
        parts = [part.strip() for part in key.replace("[]", "").removeprefix("$.").split(".") if part.strip()]
        if not parts:
            continue
        inner: Shape = {"type": "any"}
        for part in reversed(parts[1:]):
            held: Shape = {"type": "object", "keys": {part: inner}, "open": True}
            inner = {"anyOf": [held, {"type": "array", "items": held}, {"type": "map", "values": held}]}
        if parts[0] not in root or inner != {"type": "any"}:
            root[parts[0]] = inner
    return {"type": "object", "keys": root, "open": True}


def _choices(claim: Claim, samples: Sequence[Sample], shape: Shape) -> list[Check]:
    """`"status": compliant or non-compliant`: each alternative that an example spells out."""
    checks = []
    for names, choices in choices_of(samples):
        places = places_of(".".join(names), shape)
        if len(places) == 1:
            allowed: list[JsonValue] = [*choices, *([None] if nullable(claim.source) else [])]
            params: dict[str, JsonValue] = {"path": claim.path, "field": places[0].selector, "allowed": allowed}
            checks.append(Check("allowed_values", params, key_of("allowed", params, places[0].selector)))
    return checks


_FURTHER = re.compile(r"\b(?:also|additional(?:ly)?|further|top-level|besides)\b|另外|还", re.I)
"""A key beyond those that the example shows."""
_CLOSED_LIST = re.compile(
    r"\b(?:with|has|have|having|contain(?:s|ing)?|hold(?:s|ing)?|includ(?:e|es|ing))\s+(?:exactly|only|just"
    r"|precisely)\s+(?:the\s+|these\s+)?"
    r"(?:following\s+)?(?:\w+\s+)?(?:keys|fields|properties|attributes|members)\b"
    r"|\b(?:and|but) no (?:others?|other (?:keys|fields)|more)\b|\band nothing else\b|\bno (?:other|further"
    r"|additional|extra) (?:keys|fields)\b"
    r"|(?:只|仅|恰好)(?:能|可)?(?:包含|有|含有?)[^，。；]{0,6}(?:键|字段)|(?:没有|不得有|无)其他(?:键|字段)",
    re.I,
)
"""A list of keys beside which there may be none."""
_EXACT_KEYS = re.compile(
    r"\b(?:exactly|only) (?:these|the following|those|the) (?:\w+ )?(?:keys|fields)\b"
    r"|\bno (?:other|further|additional|extra) (?:keys|fields)\b|\bthese (?:keys|fields) and no others?\b"
    r"|不得有其他(?:键|字段)",
    re.I,
)
