"""Samples to demands: the shape that an example block asks for, and where a named field stands in it.

Asked for: keys, nesting and types. Not asked for: sample values, the number of items, keys that are data ("R0000"),
the absence of further keys. Null is admitted only where it is shown or where the text speaks of null.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pydantic import JsonValue

from specharness.ground.examples import Sample
from specharness.ir import Source

Shape = dict[str, JsonValue]

_SAMPLE_KEY = re.compile(
    r"<.*>|\{.*\}|\$.*|\.\.\.|[A-Z]{1,6}[-_]?\d+|\d.*|.*[/\\.].*|(?:key|name|item|id|example|sample|foo|bar|some|your|my)[-_]?\w*\d"
    r"|(?:example|sample|foo|bar|some|your|my)(?:[-_ ].*)?|key|.*_(?:id|name)_?\d+",
    re.I | re.S,
)
_VARYING = re.compile(r"(?:.*_)?(?:value|val|data|payload|content|before|after|old|new|default|params?|args?)", re.I)
"""Names of members whose type differs from record to record, so that one sample's type proves nothing."""
_CONSTANT = re.compile(r"[A-Z][A-Z0-9_\- ]*")
_PLAIN = re.compile(r"[a-z_][A-Za-z_]*(?:\d*[A-Za-z_]+)*\d*")


_NULL = re.compile(r"\b(?:null|None|NaN|N/A|nullable)\b|空值|为空")


def nullable(source: Source) -> bool:
    """Whether a text speaks of null: then any scalar may be null, because it rarely says which."""
    return _NULL.search(source.text) is not None


def shape_of(samples: Sequence[Sample], *, nullable: bool) -> Shape:
    """The shape of all samples together: a key is asked for when every sample object has it."""
    return _merge(samples, nullable=nullable, depth=0)


_PLACEHOLDER = re.compile(
    r"x{2,}|\.{2,}|…|<.*>|\{.*\}|\[.*\]|(?:your|the|some|an?)\b.*|string|text|value|placeholder|todo|tbd", re.I | re.S
)
_SCALARS: tuple[Shape, ...] = ({"type": "string"}, {"type": "number"}, {"type": "boolean"}, {"type": "null"})


def _merge(samples: Sequence[Sample], *, nullable: bool, depth: int) -> Shape:
    known = [sample for sample in samples if sample.kind != "ellipsis"]
    if not known or any(sample.kind == "any" for sample in known):
        return {"type": "any"}
    shapes: list[Shape] = []
    for kind in dict.fromkeys(sample.kind for sample in known):
        group = [sample for sample in known if sample.kind == kind]
        shapes.append(_of_kind(kind, group, nullable=nullable, depth=depth))
    if nullable and depth > 0 and all(shape.get("type") in {"string", "number", "boolean"} for shape in shapes):
        shapes.append({"type": "null"})
    if any(shape == {"type": "any"} for shape in shapes):
        return {"type": "any"}
    unique = list({str(shape): shape for shape in shapes}.values())
    return unique[0] if len(unique) == 1 else {"anyOf": list(unique)}


def _of_kind(kind: str, group: Sequence[Sample], *, nullable: bool, depth: int) -> Shape:
    if kind == "object":
        return _object(group, nullable=nullable, depth=depth)
    if kind == "array":
        items = [item for sample in group for item in sample.items]
        inner: Shape = _merge(items, nullable=nullable, depth=depth + 1) if items else {"type": "any"}
        return {"type": "array", "items": inner}
    if kind == "choice":
        return {"type": "string"}
    if kind == "string" and any(sample.stated for sample in group):
        return {"type": "string"}
    if kind == "string" and any(_PLACEHOLDER.fullmatch(sample.text.strip()) for sample in group):
        return {"type": "any"}
    if kind == "string" and not any(sample.text.strip() for sample in group):
        # `""` leaves the value to be filled in; that it is one value, no list or object, is all that it shows.
        return {"anyOf": [*_SCALARS]}
    return {"type": kind}


def _object(group: Sequence[Sample], *, nullable: bool, depth: int) -> Shape:
    names = list(dict.fromkeys(name for sample in group for name, _ in sample.members))
    values = {name: [value for sample in group for key, value in sample.members if key == name] for name in names}
    if names and _free(names, values, elided=any(sample.elided for sample in group), depth=depth):
        merged = [value for name in names for value in values[name]]
        return {"type": "map", "values": _merge(merged, nullable=nullable, depth=depth + 1)}
    required = [name for name in names if len(values[name]) >= len(group)]
    keys: dict[str, JsonValue] = {
        name: {"type": "any"}
        if _VARYING.fullmatch(name) and all(value.kind in {"string", "number"} for value in values[name])
        else _merge(values[name], nullable=nullable, depth=depth + 1)
        for name in required
    }
    return {"type": "object", "keys": keys, "open": True}


def _free(names: Sequence[str], values: dict[str, list[Sample]], *, elided: bool, depth: int) -> bool:
    """Whether an object's keys are data rather than names: sample ids, placeholders, or a nested list of constants."""
    if any(_SAMPLE_KEY.fullmatch(name) for name in names):
        # One sample id among ordinary names is a name after all ("step_1" beside "summary").
        return all(_SAMPLE_KEY.fullmatch(name) for name in names)
    alike = len({sample.kind for group in values.values() for sample in group}) == 1
    if elided and alike:
        return True
    if depth == 0 or not alike:
        return False
    return not all(_PLAIN.fullmatch(name) and not _CONSTANT.fullmatch(name) for name in names)


def leaves_of(shape: Shape, selector: str = "$") -> Iterator[tuple[str, Shape]]:
    """Every place of a shape that holds a single value, with its selector."""
    parts = [(f"{selector}.{escape(name)}", sub) for name, sub in _mapping(shape.get("keys")).items()]
    parts += [(f"{selector}[]", shape["items"])] if "items" in shape else []
    parts += [(f"{selector}.*", shape["values"])] if "values" in shape else []
    for place, sub in parts:
        if isinstance(sub, dict):
            yield from leaves_of(sub, place)
    if not parts and shape:
        yield _short(selector), shape


def _mapping(value: JsonValue) -> Shape:
    return value if isinstance(value, dict) else {}


class Place(NamedTuple):
    """A field in a shape."""

    selector: str
    shape: Shape


def places_of(field: str, shape: Shape) -> tuple[Place, ...]:
    """Every place of a shape whose path ends with the (dotted) field."""
    wanted = [
        part for part in re.split(r"\.", field.replace("[]", "").replace("$.", "")) if part and part not in {"$", "*"}
    ]
    found = []
    for selector, names, sub in _walk(shape, "$", ()):
        if wanted and list(names[-len(wanted) :]) == wanted:
            found.append(Place(_short(selector), sub))
    return tuple(found)


def choices_of(samples: Sequence[Sample]) -> tuple[tuple[tuple[str, ...], tuple[str, ...]], ...]:
    """Alternatives that an example spells out (`"status": ok or failed`): (names of the path, choices)."""
    found: list[tuple[tuple[str, ...], tuple[str, ...]]] = []

    def walk(sample: Sample, names: tuple[str, ...]) -> None:
        if sample.kind == "choice" and names:
            found.append((names, sample.choices))
        for name, member in sample.members:
            walk(member, (*names, name))
        for item in sample.items:
            walk(item, names)

    for sample in samples:
        walk(sample, ())
    return tuple(dict.fromkeys(found))


def _walk(shape: Shape, selector: str, names: tuple[str, ...]) -> Iterator[tuple[str, tuple[str, ...], Shape]]:
    keys, items, values, options = shape.get("keys"), shape.get("items"), shape.get("values"), shape.get("anyOf")
    if isinstance(keys, dict):
        for name, sub in keys.items():
            if isinstance(sub, dict):
                place = f"{selector}.{escape(name)}"
                yield place, (*names, name), sub
                yield from _walk(sub, place, (*names, name))
    if isinstance(items, dict):
        yield from _walk(items, f"{selector}[]", names)
    if isinstance(values, dict):
        yield from _walk(values, f"{selector}.*", names)
    if isinstance(options, list):
        for option in options:
            if isinstance(option, dict):
                yield from _walk(option, selector, names)


def escape(name: str) -> str:
    """A key as a selector part: backticks round anything but a plain name."""
    return name if re.fullmatch(r"[A-Za-z_][\w\-]*", name) else f"`{name}`"


def _short(selector: str) -> str:
    return selector[2:] if selector.startswith("$.") else selector
