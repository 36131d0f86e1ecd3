"""JSON Schema under bounds: which schemas are run, and how they are run over hostile data.

The keywords are those of the `jsonschema` library (drafts 4 to 2020-12, by `$schema`, 2020-12 without one). Guarantees
on top of it: nothing is ever fetched (references must stay inside of the schema), regular expressions have bounded
cost, `uniqueItems` takes time linear in the items, `multipleOf` is exact in decimals, and the number of steps of one
validation is bounded. Whether an artifact is to keep a schema is not its business.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal, DivisionByZero, InvalidOperation, Overflow, localcontext
from functools import lru_cache
from typing import Any

from pydantic import JsonValue

from specharness.ir.base import canonical_json
from specharness.validators import numerals, patterns
from specharness.validators.wording import clip

MAX_SCHEMA_NODES = 20_000
"""Values of a schema; published ones of whole formats have some thousands."""
MAX_SCHEMA_DEPTH = 60
MAX_STEPS = 1_000_000
"""Keywords tried in one validation: some ten seconds. References can double the work at every level."""
MAX_SHOWN_ERRORS = 20

_ANNOTATIONS = frozenset(
    {
        "$schema",
        "$id",
        "id",
        "$comment",
        "$anchor",
        "$defs",
        "definitions",
        "title",
        "description",
        "examples",
        "default",
    }
    | {"deprecated", "readOnly", "writeOnly", "format", "contentEncoding", "contentMediaType"}
)
"""Keywords that demand nothing by themselves."""
_REFERENCES = ("$ref", "$dynamicRef", "$recursiveRef")
_PLAIN_MAPS = frozenset({"properties", "patternProperties", "$defs", "definitions", "dependentSchemas", "dependencies"})
"""Keywords whose members are names, not keywords."""
_DATA = frozenset({"const", "enum", "default", "examples"})
"""Keywords whose values are data, not schemas."""


class BudgetError(Exception):
    """A validation took more than MAX_STEPS, or a pattern more than its budget."""


@dataclass(frozen=True)
class Violation:
    """A place of the data that breaks the schema."""

    where: str
    message: str
    sure: bool = True
    """False for a `format`, which the standard leaves to its reader."""


def schema_problem(schema: JsonValue) -> str:
    """Why a value is no schema that can be run; empty when it is one that demands something."""
    if not isinstance(schema, dict):
        return "must be a JSON Schema: an object"
    if not schema.keys() - _ANNOTATIONS:
        return "demands nothing"
    problem = _scan(schema)
    if problem:
        return problem
    try:
        return _checked(canonical_json(schema))
    except (ValueError, RecursionError) as error:
        return f"is no JSON Schema: {clip(str(error))}"


@lru_cache(maxsize=32)
def _checked(text: str) -> str:
    import json

    from jsonschema.exceptions import SchemaError
    from jsonschema.validators import Draft202012Validator, validator_for

    schema = json.loads(text)
    draft: Any = validator_for(schema, default=Draft202012Validator)
    if "$schema" in schema and draft.META_SCHEMA.get("$schema", "").rstrip("#") != str(schema["$schema"]).rstrip("#"):
        return f"names a draft that is not known: {clip(str(schema['$schema']))}"
    try:
        draft.check_schema(schema)
    except SchemaError as error:
        place = "/".join(str(part) for part in error.absolute_path) or "the schema"
        return f"is no JSON Schema: {clip(place)}: {clip(error.message, 120)}"
    return ""


def _scan(schema: JsonValue) -> str:
    """Size, depth, references and patterns."""
    level: list[tuple[JsonValue, str]] = [(schema, "schema")]
    seen = 0
    for _ in range(MAX_SCHEMA_DEPTH):
        deeper: list[tuple[JsonValue, str]] = []
        for value, role in level:
            if isinstance(value, list):
                deeper.extend((item, role) for item in value)
            elif isinstance(value, dict):
                problem = _keywords(value) if role == "schema" else _names(value) if role == "patternProperties" else ""
                if problem:
                    return problem
                for key, item in value.items():
                    deeper.append((item, _role(role, key)))
        seen += len(deeper)
        if seen > MAX_SCHEMA_NODES:
            return f"has more than MAX_SCHEMA_NODES ({MAX_SCHEMA_NODES}) values"
        if not deeper:
            return ""
        level = deeper
    return f"is nested deeper than MAX_SCHEMA_DEPTH ({MAX_SCHEMA_DEPTH})"


def _role(outer: str, key: str) -> str:
    """What the value of a member is: a schema, data, or an object whose keys are names."""
    if outer == "data":
        return "data"
    if outer == "schema" and key in _DATA:
        return "data"
    if outer == "schema" and key in _PLAIN_MAPS:
        return "patternProperties" if key == "patternProperties" else "names"
    return "schema"


def _keywords(schema: Mapping[str, JsonValue]) -> str:
    for keyword in _REFERENCES:
        target = schema.get(keyword)
        if target is not None and not (isinstance(target, str) and target.startswith("#")):
            return f"refers outside of itself: {clip(str(target))}"
    pattern = schema.get("pattern")
    if isinstance(pattern, str) and patterns.refusal(pattern):
        return f"`pattern` is not run: {clip(pattern)}: {patterns.refusal(pattern)}"
    return ""


def _names(members: Mapping[str, JsonValue]) -> str:
    refused = next((name for name in members if patterns.refusal(name)), None)
    return "" if refused is None else f"`patternProperties` is not run: {clip(refused)}: {patterns.refusal(refused)}"


def violations(schema: JsonValue, value: JsonValue) -> Iterator[Violation]:
    """What of a value breaks a schema that has no problem, place by place; at most MAX_SHOWN_ERRORS. Raises
    BudgetError, and RecursionError for data or references nested beyond the interpreter's frames."""
    from jsonschema.validators import Draft202012Validator, validator_for
    from referencing import Registry
    from referencing.exceptions import Unresolvable

    draft: Any = validator_for(schema if isinstance(schema, dict) else {}, default=Draft202012Validator)
    run = _Run()
    bounded: Any = run.bounded(draft)
    made = bounded(schema, registry=Registry(), format_checker=draft.FORMAT_CHECKER)
    try:
        for number, error in enumerate(made.iter_errors(value)):
            if number == MAX_SHOWN_ERRORS:
                return
            yield Violation(_place(error.absolute_path), clip(error.message, 160), error.validator != "format")
    except Unresolvable as error:
        raise BudgetError(f"a reference of the schema leads nowhere: {clip(str(error))}") from error


class _Run:
    """The keywords of one validation, with its budget."""

    def __init__(self) -> None:
        self.steps = 0
        self.matchers: dict[str, patterns.Matcher] = {}

    def bounded(self, draft: Any) -> Any:
        """The draft's validator class with counted and bounded keywords."""
        from jsonschema import validators

        extend: Any = validators.extend
        own = {
            "pattern": self._pattern,
            "patternProperties": self._pattern_properties,
            "uniqueItems": self._unique_items,
            "multipleOf": self._multiple_of,
            "additionalProperties": self._additional_properties,
        }
        keywords = {name: own.get(name, check) for name, check in draft.VALIDATORS.items()}
        return extend(draft, {name: self._counted(check) for name, check in keywords.items()})

    def _counted(self, check: Any) -> Any:
        def counted(validator: Any, demanded: Any, value: Any, schema: Any) -> Any:
            self.steps += 1
            if self.steps > MAX_STEPS:
                raise BudgetError(f"the schema takes more than MAX_STEPS ({MAX_STEPS}) steps over this data")
            return check(validator, demanded, value, schema)

        return counted

    def _occurs(self, pattern: str, text: str) -> bool:
        if pattern not in self.matchers:
            self.matchers[pattern] = patterns.Matcher(pattern)
        found = self.matchers[pattern].occurs(text)
        if found is None:
            raise BudgetError(f"a text is longer than the budget (STEP_BUDGET) of the pattern {clip(pattern)}")
        return found

    def _pattern(self, validator: Any, pattern: Any, value: Any, schema: Any) -> Iterator[Any]:
        from jsonschema.exceptions import ValidationError

        if isinstance(value, str) and not self._occurs(pattern, value):
            yield ValidationError(f"{clip(value)!r} does not match {pattern!r}")

    def _pattern_properties(self, validator: Any, properties: Any, value: Any, schema: Any) -> Iterator[Any]:
        for pattern, inner in properties.items() if isinstance(value, dict) else ():
            for name, item in value.items():
                if self._occurs(pattern, name):
                    yield from validator.descend(item, inner, path=name, schema_path=pattern)

    def _additional_properties(self, validator: Any, inner: Any, value: Any, schema: Any) -> Iterator[Any]:
        from jsonschema.exceptions import ValidationError

        known, open_ended = schema.get("properties", {}), schema.get("patternProperties", {})
        for name, item in value.items() if isinstance(value, dict) else ():
            if name in known or any(self._occurs(pattern, name) for pattern in open_ended):
                continue
            if inner is False:
                yield ValidationError(f"one more key {clip(name)!r}")
            elif isinstance(inner, dict):
                yield from validator.descend(item, inner, path=name)

    def _unique_items(self, validator: Any, demanded: Any, value: Any, schema: Any) -> Iterator[Any]:
        from jsonschema.exceptions import ValidationError

        if demanded is True and isinstance(value, list):
            forms = [canonical_json(_by_value(item)) for item in value]
            if len(set(forms)) < len(forms):
                yield ValidationError("an item stands there twice")

    def _multiple_of(self, validator: Any, step: Any, value: Any, schema: Any) -> Iterator[Any]:
        from jsonschema.exceptions import ValidationError

        number, wanted = numerals.exact(value), numerals.exact(step)
        if number is None or wanted is None:
            return
        with localcontext() as context:
            context.prec = 700
            try:
                broken = bool(number % wanted)
            except (InvalidOperation, DivisionByZero, Overflow) as error:
                raise BudgetError(f"{clip(str(value))} is too large for `multipleOf`") from error
        if broken:
            yield ValidationError(f"{value} is not a multiple of {step}")


def _by_value(value: JsonValue) -> JsonValue:
    """Numbers that are equal in one form, so that 1 and 1.0 are one item."""
    if isinstance(value, list):
        return [_by_value(item) for item in value]
    if isinstance(value, dict):
        return {key: _by_value(item) for key, item in value.items()}
    if isinstance(value, float):
        number: Decimal | None = numerals.exact(value)
        if number is not None and number == number.to_integral_value() and number.adjusted() < 400:
            return int(number)
    return value


def _place(parts: Any) -> str:
    where = "$"
    for part in parts:
        where += f"[{part}]" if isinstance(part, int) else f".{part}"
    return clip(where)
