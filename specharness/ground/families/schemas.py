"""JSON Schemas that a text gives: in a block of its own, or as a visible file that it names.

Guarantees that a block is taken for a schema only where it says so (`$schema`, or `type` with `properties` or `items`),
and a file only where the quote tells to conform to it. What a schema demands is the validator's business.
"""

from __future__ import annotations

import json
import re

from pydantic import JsonValue

from specharness.ground.families.base import Answer, Claim, Refusal, one
from specharness.ground.paths import ending, same_path
from specharness.ground.visible import document
from specharness.ir import Reason

MAX_SCHEMA = 60_000
"""Characters of a schema in a text."""

_CONFORMS = re.compile(
    r"\b(?:conform\w*|valid\w*|match\w*|compl(?:y|ies|iant)|adher\w*|follow\w*|accord\w*|satisf\w*|against|per)\b"
    r"|符合|遵循|通过[^。；]{0,10}校验",
    re.I,
)
_SCHEMA_WORD = re.compile(r"\bschema\b|模式", re.I)
_FENCE = re.compile(r"^\s*(?:```|~~~)[^\n]*\n|\n?\s*(?:```|~~~)\s*$")


def schema_of(text: str) -> dict[str, JsonValue] | None:
    """The JSON Schema that a block is; None for any other text."""
    body = _FENCE.sub("", text.strip()).strip()
    if not body.startswith("{") or len(body) > MAX_SCHEMA:
        return None
    try:
        parsed = json.loads(body)
    except (ValueError, RecursionError):
        return None
    if not isinstance(parsed, dict):
        return None
    shaped = isinstance(parsed.get("type"), str | list) and ("properties" in parsed or "items" in parsed)
    return parsed if "$schema" in parsed or shaped else None


def stated_schema(claim: Claim, blocks: list[str]) -> Answer | None:
    """The check against a JSON Schema; None where the direction gives none."""
    for block in blocks:
        schema = schema_of(block)
        if schema is not None:
            return _check(claim, {"schema": schema}, "stated")
    others = [path for path in claim.paths[1:] if not same_path(path, claim.path) and ending(path) == "json"]
    if len(others) != 1 or not _CONFORMS.search(claim.text) or not _SCHEMA_WORD.search(f"{claim.text} {others[0]}"):
        return None
    if not isinstance(document(claim.visible, others[0]), dict):
        return Refusal(Reason.PARAM_UNGROUNDED, f"no schema stands at {others[0]} among the visible data")
    return _check(claim, {"schema_path": others[0]}, others[0])


def _check(claim: Claim, schema: dict[str, JsonValue], subject: str) -> Answer:
    params: dict[str, JsonValue] = {"path": claim.path, **schema}
    stated = schema.get("schema")
    root = stated.get("type") if isinstance(stated, dict) else None
    if claim.ending in {"jsonl", "ndjson"} and root != "array":
        params["each"] = True
    return one("json_schema", params, f"schema {subject}")
