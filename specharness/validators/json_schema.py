"""Validator of JSON data against a JSON Schema, stated in the text or in a file that the agent was given."""

from __future__ import annotations

from collections.abc import Sequence

from pydantic import JsonValue

from specharness.evidence.views import JsonView, Request, ViewKind
from specharness.ir import Family, Outcome
from specharness.validators.base import Check, Finding, Params, Seen, view_or_finding
from specharness.validators.inputs import input_requests, input_view
from specharness.validators.params import BOOL, TEXT, ParamType, text_of, typed
from specharness.validators.records import UndecidedError
from specharness.validators.schema_rules import BudgetError, schema_problem, violations
from specharness.validators.subject import kind_of
from specharness.validators.tally import Tally
from specharness.validators.wording import clip

SCHEMA = ParamType("a JSON Schema that refers to nothing outside of itself", schema_problem)


class JsonSchema(Check):
    """JSON (also JSON Lines, YAML, TOML) is valid against a JSON Schema: the `schema` itself, or the one in the file
    `schema_path`. With `each`, every item of the list at the root is. Nothing is fetched; `format` is only a doubt.

    Passed: every keyword of the schema holds.
    Failed: one does not.
    Unknown: the schema's file can't be seen, was changed or is no schema that is run (references to other documents,
    patterns of unbounded cost); only a `format` is broken; a key that stands there twice; NaN; no item with `each`.
    """

    name = "json_schema"
    families = (Family.SCHEMA,)
    demanded = typed(path=TEXT)
    admitted = typed(schema=SCHEMA, schema_path=TEXT, each=BOOL)

    def problem(self, params: Params) -> str:
        if ("schema" in params) == ("schema_path" in params):
            return "needs either `schema` or `schema_path`"
        path = text_of(params.get("schema_path"))
        if path and kind_of(path) is not ViewKind.JSON:
            return f"no schema can be read from {clip(path)}"
        return ""

    def needs(self, params: Params) -> Sequence[Request]:
        own = Request(ViewKind.JSON, text_of(params["path"]))
        path = text_of(params.get("schema_path"))
        return tuple(dict.fromkeys((own, *(input_requests(path) if path else ()))))

    def decide(self, params: Params, seen: Seen) -> Finding:
        path, source = text_of(params["path"]), text_of(params.get("schema_path"))
        each = params.get("each") is True
        expected = f"{'every item of ' if each else ''}{path} valid against the schema{f' {source}' if source else ''}"
        view = view_or_finding(seen, self.needs(params)[0], JsonView, expected)
        if isinstance(view, Finding):
            return view
        schema = params.get("schema")
        if source:
            try:
                schema = _schema_of(seen, source)
            except UndecidedError as error:
                return Finding(Outcome.UNKNOWN, expected, "not observed", message=clip(str(error), 200))
        tally = Tally(expected)
        for pointer in (*view.duplicate_keys, *view.nonstandard):
            tally.doubt(pointer, "a key that stands there twice, or NaN or Infinity, which is no JSON")
        if each and not isinstance(view.value, list):
            tally.violate("$", "no list")
            return tally.finding("", nothing="")
        items = view.value if each and isinstance(view.value, list) else [view.value]
        try:
            for number, item in enumerate(items):
                _judge(schema, item, f"[{number}]" if each else "", tally)
        except (BudgetError, RecursionError) as error:
            message = str(error) if isinstance(error, BudgetError) else "nested too deeply for the schema"
            return Finding(Outcome.ERROR, expected, "not decided", message=clip(message, 200))
        return tally.finding("valid", nothing="there is no item")


def _judge(schema: JsonValue, value: JsonValue, place: str, tally: Tally) -> None:
    tally.satisfy()
    for found in violations(schema, value):
        where = f"${place}{found.where[1:]}"
        if found.sure:
            tally.violate(where, found.message)
        else:
            tally.doubt(where, f"{found.message}; a format is not binding in every reader")


def _schema_of(seen: Seen, path: str) -> JsonValue:
    view = input_view(seen, path)
    if not isinstance(view, JsonView):
        raise UndecidedError(f"{path} can't be read as a schema")
    if view.duplicate_keys or view.nonstandard:
        raise UndecidedError(f"{path} is no strict JSON")
    problem = schema_problem(view.value)
    if problem:
        raise UndecidedError(f"{path} {problem}")
    return view.value
