"""Validator of the shape of JSON data: keys, nesting and types, as an example block or a list of keys states them.

A shape is `{"type": "object", "keys": {name: shape}, "open": true}`, `{"type": "array", "items": shape, "min": n}`,
`{"type": "map", "values": shape}` (an object with free keys), `{"type": "string" | "number" | "integer" | "boolean" |
"null" | "any"}` (`pattern` for a string), `{"anyOf": [shape, ...]}` or `{"enum": [value, ...]}`. A shape with
`"optional": true` may be missing from its object. Values are not its business.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from pydantic import JsonValue

from specharness.evidence.views import JsonView, Request, ViewKind
from specharness.ir import Family
from specharness.validators import patterns
from specharness.validators.base import Check, Finding, Params, Seen, view_or_finding
from specharness.validators.compare import Match, match_value
from specharness.validators.locate import MAX_NODES, containers
from specharness.validators.numerals import exact
from specharness.validators.params import BOOL, TEXT, ParamType, as_number, text_of, typed
from specharness.validators.tally import Tally
from specharness.validators.wording import clip, figure, listed, said

MAX_DEPTH = 64
"""Deepest shape: example blocks in specifications have less than ten levels."""

_NUMBER = re.compile(r"\[\d+\]")
_SCALARS = ("string", "number", "integer", "boolean", "null", "any")


def shape_problem(shape: JsonValue, depth: int = 0) -> str:
    """Why a value is no shape; empty when it is one."""
    if depth > MAX_DEPTH:
        return f"is nested deeper than MAX_DEPTH ({MAX_DEPTH})"
    if not isinstance(shape, dict):
        return "must be a shape: an object with `type`, `anyOf` or `enum`"
    inner: list[JsonValue] = []
    if "anyOf" in shape:
        options = shape["anyOf"]
        if not isinstance(options, list) or not options:
            return "`anyOf` must be a list of shapes that is not empty"
        inner = options
    elif "enum" in shape:
        return "" if isinstance(shape["enum"], list) and shape["enum"] else "`enum` must be a list that is not empty"
    elif shape.get("type") == "object":
        keys = shape.get("keys", {})
        if not isinstance(keys, dict):
            return "`keys` must be an object of shapes"
        inner = list(keys.values())
    elif shape.get("type") == "array":
        if "min" in shape and as_number(shape["min"]) is None:
            return "`min` must be a number"
        inner = [shape["items"]] if "items" in shape else []
    elif shape.get("type") == "map":
        inner = [shape["values"]] if "values" in shape else []
    elif shape.get("type") not in _SCALARS:
        return f"has no known type: {said(shape.get('type'))}"
    pattern = shape.get("pattern")
    if pattern is not None and (not isinstance(pattern, str) or patterns.refusal(pattern)):
        return f"`pattern` is not run: {said(pattern)}"
    return next((problem for item in inner if (problem := shape_problem(item, depth + 1))), "")


class JsonShape(Check):
    """JSON (also JSON Lines, YAML, TOML) has a shape: keys, nesting, types.

    Passed: every demanded key is there, and everything there has the demanded type.
    Failed: a key is missing, a type is another one (a truth value is no number, a numeric string neither); with
    `exact_keys`, there is a key that is not named.
    Unknown: with `anywhere`, the keys stand in another place than the root; null in the place of a value; 1.0 in the
    place of an integer; arrays that are all empty where the shape of items is stated; a key that
    stands there twice; NaN.
    """

    name = "json_shape"
    families = (Family.SCHEMA,)
    demanded = typed(path=TEXT, shape=ParamType("a shape", shape_problem))
    admitted = typed(exact_keys=BOOL, anywhere=BOOL)

    def needs(self, params: Params) -> Sequence[Request]:
        return (Request(ViewKind.JSON, text_of(params["path"])),)

    def decide(self, params: Params, seen: Seen) -> Finding:
        shape = params["shape"]
        expected = f"{text_of(params['path'])} has the stated shape: {_summary(shape)}"
        view = view_or_finding(seen, self.needs(params)[0], JsonView, expected)
        if isinstance(view, Finding):
            return view
        walk = _Walk(Tally(expected), params.get("exact_keys") is True)
        for pointer in view.duplicate_keys:
            walk.tally.doubt(pointer, "a key stands there twice")
        for pointer in view.nonstandard:
            walk.tally.doubt(pointer, "NaN or Infinity, which is no JSON")
        walk.compare(shape, view.value, "$")
        walk.settle()
        if params.get("anywhere") is True and walk.tally.violated:
            place = _elsewhere(shape, view.value)
            if place:
                tally = Tally(expected)
                tally.doubt(place, "the keys stand there, and where they must stand is not said")
                return tally.finding("", nothing="")
        return walk.tally.finding("as stated", nothing="the shape demands nothing")


def _elsewhere(shape: JsonValue, document: JsonValue) -> str:
    """The first place below the root where a shape fits, or nothing."""
    for selector, value in containers(document, MAX_NODES):
        trial = _Walk(Tally(""), exact_keys=False)
        trial.compare(shape, value, selector)
        if selector != "$" and not trial.tally.violated:
            return selector
    return ""


class _Walk:
    """One comparison of a shape with a value."""

    def __init__(self, tally: Tally, exact_keys: bool) -> None:
        self.tally = tally
        self.exact_keys = exact_keys
        self._empty: dict[str, str] = {}
        """Places, item numbers left out, of containers that are empty, with one full place of each."""
        self._filled: set[str] = set()
        """The same of containers that are not: there the shape of the items is seen."""

    def settle(self) -> None:
        """Doubt the containers that are empty wherever they stand: the shape of what they hold is nowhere seen."""
        for place, where in self._empty.items():
            if place not in self._filled:
                self.tally.doubt(where, "empty, so that the shape of what it holds is not seen")

    def _note(self, where: str, size: int) -> None:
        place = _NUMBER.sub("[]", where)
        if size:
            self._filled.add(place)
        else:
            self._empty.setdefault(place, where)

    def compare(self, shape: JsonValue, value: JsonValue, where: str) -> None:
        if not isinstance(shape, dict):
            return
        if "anyOf" in shape:
            self._any_of(shape["anyOf"], value, where)
        elif "enum" in shape:
            self._enum(shape["enum"], value, where)
        elif shape.get("type") in {"object", "map"}:
            self._object(shape, value, where)
        elif shape.get("type") == "array":
            self._array(shape, value, where)
        else:
            self._scalar(shape, value, where)

    def _any_of(self, options: JsonValue, value: JsonValue, where: str) -> None:
        doubted = False
        for option in options if isinstance(options, list) else []:
            trial = _Walk(Tally(""), self.exact_keys)
            trial.compare(option, value, where)
            trial.settle()
            if not trial.tally.violated and not trial.tally.doubted:
                self.tally.satisfy()
                return
            doubted |= not trial.tally.violated
        if doubted:
            self.tally.doubt(where, f"{said(value)} fits an alternative only nearly")
        else:
            self.tally.violate(where, f"{said(value)} fits no alternative")

    def _enum(self, allowed: JsonValue, value: JsonValue, where: str) -> None:
        listed_values = allowed if isinstance(allowed, list) else []
        best = max((match_value(item, value) for item in listed_values), default=Match.DIFFERENT)
        if best is Match.SAME:
            self.tally.satisfy()
        elif best is Match.VARIANT:
            self.tally.doubt(where, f"{said(value)} is a spelling variant of a listed value")
        else:
            self.tally.violate(where, f"{said(value)} is not listed")

    def _object(self, shape: dict[str, JsonValue], value: JsonValue, where: str) -> None:
        if not isinstance(value, dict):
            self.tally.violate(where, f"{said(value)} in the place of an object")
            return
        self.tally.satisfy()
        keys = shape.get("keys", {}) if shape.get("type") == "object" else {}
        keys = keys if isinstance(keys, dict) else {}
        for name, inner in keys.items():
            if name in value:
                self.compare(inner, value[name], f"{where}.{name}")
            elif not (isinstance(inner, dict) and inner.get("optional") is True):
                self.tally.violate(where, f"no key `{clip(name)}`{_nearest(name, value)}")
        if shape.get("type") == "map" and "values" in shape:
            for name, item in value.items():
                self.compare(shape["values"], item, f"{where}.{name}")
            self._note(where, len(value))
        if self.exact_keys and shape.get("open") is not True:
            for name in value if keys else ():
                if name not in keys:
                    self.tally.violate(where, f"one more key `{clip(name)}`")

    def _array(self, shape: dict[str, JsonValue], value: JsonValue, where: str) -> None:
        if not isinstance(value, list):
            self.tally.violate(where, f"{said(value)} in the place of an array")
            return
        least = as_number(shape["min"]) if "min" in shape else None
        if least is not None and len(value) < least:
            self.tally.violate(where, f"{len(value)} items where {figure(least)} are demanded")
            return
        if least is None and "items" in shape:
            self._note(where, len(value))
        self.tally.satisfy()
        for number, item in enumerate(value if "items" in shape else []):
            self.compare(shape["items"], item, f"{where}[{number}]")

    def _scalar(self, shape: dict[str, JsonValue], value: JsonValue, where: str) -> None:
        wanted = shape.get("type")
        if wanted == "any" or (wanted == "null" and value is None):
            self.tally.satisfy()
        elif value is None:
            self.tally.doubt(where, f"null in the place of a {wanted}")
        elif wanted == "integer" and isinstance(value, float) and value.is_integer():
            self.tally.doubt(where, f"{said(value)}, a whole number written with a decimal point")
        elif not _is_a(value, wanted):
            self.tally.violate(where, f"{said(value)} in the place of a {wanted}")
        elif isinstance(value, str) and isinstance(shape.get("pattern"), str):
            self._pattern(text_of(shape["pattern"]), value, where)
        else:
            self.tally.satisfy()

    def _pattern(self, pattern: str, value: str, where: str) -> None:
        fits = patterns.Matcher(pattern).fits(value)
        if fits:
            self.tally.satisfy()
        elif fits is None:
            self.tally.doubt(where, "longer than the pattern's budget (STEP_BUDGET)")
        else:
            self.tally.violate(where, f"{said(value)} does not have the form {clip(pattern)}")


def _is_a(value: JsonValue, wanted: JsonValue) -> bool:
    if wanted == "string":
        return isinstance(value, str)
    if wanted == "boolean":
        return isinstance(value, bool)
    if wanted == "integer":
        return isinstance(value, int) and not isinstance(value, bool)
    return wanted == "number" and exact(value) is not None


def _nearest(name: str, value: dict[str, JsonValue]) -> str:
    near = next((key for key in value if match_value(name, key) is Match.VARIANT), None)
    return "" if near is None else f" (there is `{clip(near)}`)"


def _summary(shape: JsonValue) -> str:
    keys = shape.get("keys") if isinstance(shape, dict) else None
    if isinstance(keys, dict) and keys:
        return f"keys {listed(keys)}"
    if isinstance(shape, dict) and shape.get("type") == "array":
        return f"an array; each item: {_summary(shape.get('items'))}"
    return f"{shape.get('type') or 'alternatives'}" if isinstance(shape, dict) else "anything"
