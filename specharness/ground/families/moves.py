"""Moves and renames: what is moved is afterwards what it was.

A short text that is visible beforehand is compared; of anything else whether it is the same stays open. A changed one
breaks nothing, since another sentence may have asked for the change, but it is not moved as it was.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from pydantic import JsonValue

from specharness.ground.clauses import parent_of, touching
from specharness.ground.families.base import Check, Claim
from specharness.ground.paths import normalise

MAX_TEXT = 20_000
"""Bytes of a moved file that an obligation repeats."""
_OPEN = "whether what was moved is what it was"

_MOVED = re.compile(
    r"^\W*(?:(?:please|then|also|finally|first|next)\W+)*(?:move|rename)\s+(?:the\s+)?(?:file\s+|folder\s+|directory\s+)?"
    r"(?:`(?P<a>[^`\n]+)`|\"(?P<b>[^\"\n]+)\"|(?P<c>[\w./~-]+\w))\s+(?:in)?to\b",
    re.I,
)
_MOVES = re.compile(r"\b(?:mov|renam)(?:e|es|ed|ing)\b|移动|移到|移至|重命名|改名", re.I)
_MOVED_FROM = re.compile(
    r"\bmove\b[^.;`]{0,80}\bfrom\s+(?:the\s+)?(?:folder\s+|directory\s+)?`(?P<from>[^`\n]+)`", re.I
)
"""The lead-in of a list of files to be moved."""


def moved_from(claim: Claim) -> str | None:
    """The path that an order to move or to rename one thing names as its old one."""
    order = _MOVED.match(claim.quotes[0])
    return normalise(order["a"] or order["b"] or order["c"]) if order is not None else None


def as_before(claim: Claim, many: re.Pattern[str]) -> tuple[tuple[Check, ...], str]:
    """Checks that what a claim says to be moved is what it was, and what of that they leave open."""
    checks: list[Check] = []
    for origin, goal in _pairs(claim):
        text = _text(claim.visible.resolve(origin)) if not many.search(origin) else None
        if text is None:
            return tuple(checks), _OPEN
        same: JsonValue = {"validator": "whole_text", "params": {"path": goal, "text": text}}
        there: JsonValue = {"validator": "path_exists", "params": {"path": goal}}
        note = f"with the text of {origin}"
        checks.append(Check("combined", {"if": same, "all": [there]}, f"moved {goal}", note))
    open_part = _OPEN if not checks and _spoken(claim) else ""
    return tuple(checks), open_part


def _pairs(claim: Claim) -> Iterator[tuple[str, str]]:
    """Old and new paths."""
    origin = moved_from(claim)
    if origin is not None and origin not in claim.paths and len(claim.paths) == 1:
        yield origin, claim.path
        return
    lead = _MOVED_FROM.search(_lead(claim))
    folder = normalise(lead["from"]) if lead is not None else None
    if folder is not None:
        for goal in claim.paths:
            yield f"{folder.rstrip('/')}/{goal.rstrip('/').rpartition('/')[2]}", goal.rstrip("/")


def _spoken(claim: Claim) -> bool:
    return _MOVES.search(claim.quotes[0]) is not None or _MOVED_FROM.search(_lead(claim)) is not None


def _lead(claim: Claim) -> str:
    """The text that introduces the claim's unit."""
    span = claim.spans[0]
    units = claim.units.get(span.source, ())
    unit = next(iter(touching(units, span.start, span.start + 1)), None)
    lead = parent_of(unit, units) if unit is not None else None
    return claim.source.quote(lead.body) if lead is not None else ""


def _text(host: Path | None) -> str | None:
    """The text of a short file; None if it is none, is blank, or can't be seen."""
    try:
        if host is None or not host.is_file() or host.stat().st_size > MAX_TEXT:
            return None
        text = host.read_bytes().decode("utf-8")
    except (OSError, UnicodeDecodeError):
        return None
    return text if text.strip() and "\0" not in text else None
