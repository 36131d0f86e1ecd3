"""From bytes and a request to a view: which observer looks, under which guard.

Observers with heavy readers are imported when first asked for, outside the reader's time budget.
"""

from __future__ import annotations

from specharness.evidence.faults import LimitReached
from specharness.evidence.limits import Limits
from specharness.evidence.observers import json_text, table, text
from specharness.evidence.observers.guard import guarded
from specharness.evidence.views import JsonView, View, ViewKind


def derive(data: bytes, kind: ViewKind, as_format: str, limits: Limits) -> View:
    """The view. Raises MalformedArtifact or LimitReached."""
    if kind is ViewKind.TEXT:
        return guarded("text", lambda: text.view(data), seconds=limits.seconds)
    if kind is ViewKind.JSON:
        return plain_data(data, as_format, limits)
    if kind is ViewKind.TABLE:
        return guarded("csv", lambda: table.view(data, limits, tabs=as_format == "tsv"), seconds=limits.seconds)
    raise LimitReached(f"no observer for {kind.value}")


def plain_data(data: bytes, as_format: str, limits: Limits) -> JsonView:
    """JSON, JSON Lines, YAML or TOML as plain data; anything else is read as JSON."""
    if as_format == "jsonl":
        return guarded("json", lambda: json_text.lines(data, limits), seconds=limits.seconds)
    if as_format == "trace":
        return guarded("json", lambda: json_text.calls(data, limits), seconds=limits.seconds)
    return guarded("json", lambda: json_text.view(data, limits), seconds=limits.seconds)
