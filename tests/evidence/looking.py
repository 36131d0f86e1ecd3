"""One look at one file, for tests."""

from __future__ import annotations

from pathlib import Path

from specharness.evidence.limits import DEFAULT_LIMITS, Limits
from specharness.evidence.observe import Observatory
from specharness.evidence.root import Places
from specharness.evidence.views import Observation, Request, View, ViewKind


def look(
    path: Path, kind: ViewKind, argument: str = "", limits: Limits = DEFAULT_LIMITS, as_format: str = ""
) -> Observation:
    request = Request(kind, path.name, format=as_format, argument=argument)
    return Observatory(Places(workspace=path.parent), limits).observe([request])[request]


def seen(path: Path, kind: ViewKind, argument: str = "", as_format: str = "") -> View:
    answer = look(path, kind, argument, as_format=as_format)
    assert answer.view is not None, answer.detail
    return answer.view
