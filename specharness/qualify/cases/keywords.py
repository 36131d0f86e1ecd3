"""Cases of the keywords of JSON Schema that are run with bounds of our own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from specharness.qualify.case import OPEN, Case, hostile, refused, satisfying, violating
from specharness.qualify.draw import json_text
from specharness.validators.schema_rules import MAX_SCHEMA_NODES

DEFINITIONS = ()
"""What is yielded here belongs to the definition of `json_schema`."""

_ELSEWHERE: dict[str, object] = {"$ref": "http://x.org"}
_OPEN_ENDED: dict[str, object] = {"patternProperties": {"^x": {"type": "integer"}, "^y": {"type": "string"}}}
_KEPT: tuple[tuple[Mapping[str, object], list[object], list[object]], ...] = (
    (
        {"patternProperties": {"^x": {"type": "integer"}}},
        [{"x1": 1, "a": "b"}, [1], "x"],
        [{"x1": "1"}, {"a": 1, "x": ""}],
    ),
    (_OPEN_ENDED, [{"x1": 1, "y1": "b"}], [{"x1": 1, "y1": 2}]),
    ({**_OPEN_ENDED, "additionalProperties": False}, [{"x1": 1, "y1": "b"}, {}], [{"x1": 1, "z": 1}, {"z": 1, "x": 1}]),
    ({**_OPEN_ENDED, "additionalProperties": {"type": "boolean"}}, [{"x1": 1, "z": True}], [{"y1": "1", "z": 1}]),
    (
        {"properties": {"a": {"type": "integer"}}, "additionalProperties": False},
        [{"a": 1}, "b", []],
        [{"a": 1, "b": 2}],
    ),
    ({"additionalProperties": {"type": "integer"}}, [{"a": 1, "b": 2}], [{"a": 1, "b": "2"}]),
    ({"additionalProperties": True, "required": ["a"]}, [{"a": 1}], [{"b": 2}]),
    (
        {"uniqueItems": True},
        [[1, 2], [], [True, 1], {"a": 1}, [{"a": 1}, {"a": 2}]],
        [[1, 1], [1, 2, 1.0], [[1.0], [1]]],
    ),
    ({"uniqueItems": True, "minItems": 1}, [[1.5, 1.25], ["1", 1]], [[{"a": 1}, {"a": 1.0}], [1.5, 1.5]]),
    ({"uniqueItems": False, "minItems": 1}, [[1, 1]], [[]]),
    ({"multipleOf": 0.1}, [0.3, 1.1, "x", 5], [0.35, 0.01]),
    ({"multipleOf": 3}, [9, 0, -3, True], [10, 4.5]),
    ({"pattern": "^a+$"}, ["aa", 5, None], ["ab", ""]),
    ({"$defs": {"n": {"type": "integer"}}, "items": {"$ref": "#/$defs/n"}}, [[1, 2]], [[1, "2"]]),
    (
        {"properties": {"pattern": {"type": "string"}}, "required": ["pattern"]},
        [{"pattern": "(a+)+$"}],
        [{"pattern": 1}],
    ),
    ({"properties": {"$ref": {"type": "string"}}, "required": ["$ref"]}, [{"$ref": "http://x.org"}], [{"$ref": 1}]),
    ({"const": {"$ref": "http://x.org"}}, [{"$ref": "http://x.org"}], [{"$ref": "x"}]),
    ({"enum": [{"pattern": "(a+)+$"}, 1]}, [1, {"pattern": "(a+)+$"}], [2]),
    ({"type": "object", "default": {"$ref": "http://x.org"}}, [{}], [[]]),
    ({"type": "object", "examples": [{"pattern": "(a+)+$"}]}, [{}], [1]),
    (
        {"$schema": "http://json-schema.org/draft-07/schema#", "type": "array", "items": [{"type": "string"}]},
        [["a", 1]],
        [[1]],
    ),
    ({"$schema": "https://json-schema.org/draft/2020-12/schema", "type": "integer"}, [1], ["1"]),
    ({"$schema": "http://json-schema.org/draft-07/schema", "type": "integer"}, [1], ["1"]),
    ({"uniqueItems": True, "type": ["string", "array"]}, ["aa", [1, True]], [["a", "a"]]),
    ({"const": {"properties": {"a": _ELSEWHERE}}}, [{"properties": {"a": _ELSEWHERE}}], [{"properties": {}}]),
    ({"enum": [{"items": [_ELSEWHERE]}, 1]}, [1, {"items": [_ELSEWHERE]}], [_ELSEWHERE]),
    ({"properties": {"(a+)+$": {"type": "integer"}}, "type": "object"}, [{"(a+)+$": 1}], [{"(a+)+$": "1"}]),
    ({"properties": {"properties": {"type": "integer"}}}, [{"properties": 1}], [{"properties": "1"}]),
    ({"$defs": {"(a+)+$": {"type": "integer"}}, "$ref": "#/$defs/(a+)+$"}, [1], ["1"]),
    ({"enum": [*range(MAX_SCHEMA_NODES - 1)]}, [0, MAX_SCHEMA_NODES - 2], [MAX_SCHEMA_NODES - 1, "0"]),
    ({"multipleOf": 1e-300, "type": "number"}, [1e300, 1], ["1"]),
)
_OVERLONG: tuple[tuple[Mapping[str, object], object], ...] = (
    ({"pattern": "a*b"}, "z" * 20_000 + "b"),
    ({"pattern": "a*b"}, "z" * 20_000),
    ({"patternProperties": {"a*b": {"type": "integer"}}}, {"z" * 20_000 + "b": 1}),
    ({"patternProperties": {"a*b": {}}, "additionalProperties": False}, {"z" * 20_000 + "b": 1}),
)
"""Texts for which a pattern has no budget."""
_NONE: tuple[object, ...] = (
    {"$ref": "http://x.org/s.json"},
    {"items": {"$ref": "s.json"}},
    {"allOf": [{"type": "string"}, {"$ref": 5}]},
    {"$dynamicRef": "s.json#x"},
    {"properties": {"a": {"pattern": "(a+)+$"}}},
    {"properties": {"default": {"pattern": "(a+)+$"}}},
    {"patternProperties": {"^a": {}, "(a+)+$": {"type": "string"}}},
    {"items": [{"type": "string"}, {"patternProperties": {"(a+)+$": {}}}]},
    {"$defs": {"a": {"$ref": "http://x.org"}}, "type": "object"},
    {"allOf": [{"type": "string"}, _ELSEWHERE]},
    {"properties": {"properties": _ELSEWHERE}},
    {"properties": {"const": _ELSEWHERE}},
    {"enum": [*range(MAX_SCHEMA_NODES)]},
    {"type": "text"},
    {"minimum": "1"},
    {"title": "a name alone", "$comment": "no demand"},
    {"$schema": "https://x.org/unknown", "type": "object"},
    [],
    "object",
    5,
)


def keywords() -> Iterator[Case]:
    """Nothing is drawn: each case is there once."""
    for schema, kept, broken in _KEPT:
        asked: dict[str, object] = {"path": "o.json", "schema": schema}
        for value in kept:
            yield satisfying(asked, {"o.json": json_text(value)}, "it keeps the schema")
        for value in broken:
            yield violating(asked, {"o.json": json_text(value)}, "it breaks the schema")
    for schema, value in _OVERLONG:
        yield hostile({"path": "o.json", "schema": schema}, {"o.json": json_text(value)}, "over too long a text", OPEN)
    for nothing in _NONE:
        yield refused({"path": "o.json", "schema": nothing}, "no schema that is run")
