"""Guards: a condition's text becomes decidable when it names a field and a value of a visible JSON file.

"if RELOCATION_PACKAGE is set to Yes" with `{"RELOCATION_PACKAGE": …}` in a file that the source names. Everything else
stays undecidable; a guard is never dropped.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from pydantic import JsonValue

from specharness.ground.lexicon import PATH
from specharness.ground.paths import normalise
from specharness.ground.visible import Visible, document, members
from specharness.ir import Guard

_FORM = re.compile(
    r"^\W*(?:(?:only\s+)?(?:if|when)\s+)?(?:the\s+)?(?:field\s+|value\s+of\s+)?[`\"'“]?(?P<field>[A-Za-z_][\w.\-]*)[`\"'”]?\s+"
    r"(?:field\s+|value\s+)?(?:is|are|equals?|==?|has)\s*(?P<not>not\s+)?(?:set\s+to\s+|equal\s+to\s+|the\s+value\s+)?"
    r"[`\"'“]?(?P<value>[^`\"'”,;]+?)[`\"'”]?\W*$",
    re.I,
)
_LOCATED = re.compile(
    r"^\W*(?:(?:only\s+)?(?:if|when)\s+)?(?:the\s+)?(?:field\s+|value\s+of\s+)?[`\"'“](?P<field>[A-Za-z_][\w.\-]*)[`\"'”]\s+(?:in|of)\s+[`\"'“](?P<path>[^`\"'”]+\.json)[`\"'”]\s+"
    r"(?:is|are|equals?|==?|has)\s*(?P<not>not\s+)?(?:set\s+to\s+|equal\s+to\s+|the\s+value\s+)?[`\"'“]?(?P<value>[^`\"'”,;]+?)[`\"'”]?\W*$",
    re.I,
)
"""The form that also names the file."""
_CHINESE = re.compile(
    r"^\W*(?:如果|若|当)?\s*[`\"'“]?(?P<field>[A-Za-z_][\w.\-]*)[`\"'”]?\s*(?P<not>不)?(?:为|是|等于|设为)\s*"
    r"[`\"'“]?(?P<value>[^`\"'”，,;；]+?)[`\"'”]?(?:时|的话)?\W*$"
)
_LITERALS: dict[str, JsonValue] = {"true": True, "false": False, "null": None, "none": None}
_EMPTINESS = frozenset(
    {
        "missing",
        "empty",
        "blank",
        "present",
        "given",
        "provided",
        "available",
        "unknown",
        "needed",
        "necessary",
        "valid",
    }
)


@dataclass(frozen=True)
class Undecidable:
    """Why a condition has no guard."""

    detail: str


def guard_of(condition: str, texts: Sequence[str], visible: Visible) -> Guard | Undecidable:
    """The guard that a condition means, read against the JSON files that the source texts name."""
    text = condition.strip()
    match = _LOCATED.match(text) or _FORM.match(text) or _CHINESE.match(text)
    if match is None:
        return Undecidable(f"no field and value in {condition!r}")
    field, literal = match["field"], match["value"].strip()
    if literal.lower() in _EMPTINESS:
        return Undecidable(f"{literal!r} in {condition!r} is no value to compare with")
    named = match.groupdict().get("path")
    paths = [normalise(named)] if named else _json_paths(texts)
    holders = [path for path in paths if path is not None and _has(visible, path, field)]
    if not holders:
        return Undecidable(f"no visible JSON file has one field {field}")
    if len(holders) > 1:
        return Undecidable(f"{field} is in several visible files: {', '.join(holders)}")
    document_ = document(visible, holders[0])
    if not isinstance(document_, dict) or field not in document_:
        return Undecidable(f"{field} of {holders[0]} is not at the top level, so it may differ from record to record")
    values = _values(literal, document_[field])
    if values is None:
        return Undecidable(f"{field} of {holders[0]} is no single value")
    return Guard(text=condition, path=holders[0], field=field, values=values, negated=match["not"] is not None)


def _json_paths(texts: Sequence[str]) -> list[str]:
    found: dict[str, None] = {}
    for text in texts:
        for match in PATH.finditer(text):
            path = normalise(match.group())
            if path is not None and path.lower().endswith(".json"):
                found.setdefault(path)
    return list(found)


def _has(visible: Visible, path: str, field: str) -> bool:
    return len(members(visible, path, field)) == 1


def _values(literal: str, there: JsonValue) -> tuple[JsonValue, ...] | None:
    """The values that count as the literal: as written, and as the type that the visible field has."""
    if isinstance(there, (dict, list)):
        return None
    values: list[JsonValue] = [literal]
    lower = literal.lower()
    if isinstance(there, bool) or there is None:
        named = {"yes": True, "no": False, **_LITERALS}.get(lower, literal)
        values = [named]
    elif isinstance(there, (int, float)):
        try:
            values = [float(literal) if "." in literal else int(literal)]
        except ValueError:
            return None
    return tuple(values)
