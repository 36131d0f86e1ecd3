"""TOML to plain data: dates as ISO 8601 text, literals of floats kept."""

from __future__ import annotations

import datetime
import tomllib

from specharness.evidence.faults import LimitReached
from specharness.evidence.limits import Limits
from specharness.evidence.observers.plain import Members, Number, Plain
from specharness.evidence.observers.text import utf8
from specharness.evidence.views import JsonView

MALFORMED: tuple[type[Exception], ...] = (tomllib.TOMLDecodeError,)


def view(data: bytes, limits: Limits) -> JsonView:
    """The table. Raises MalformedArtifact, LimitReached, tomllib.TOMLDecodeError."""
    if len(data) > limits.slow_bytes:
        raise LimitReached(f"{len(data)} bytes; `slow_bytes` allows {limits.slow_bytes}", "slow_bytes")
    decoded = utf8(data, "TOML")
    if any(line.count(".") > limits.dots for line in decoded.split("\n")):
        raise LimitReached(f"a line with more than the {limits.dots} dots that `dots` allows", "dots")
    parsed = tomllib.loads(decoded, parse_float=Number)
    return Plain(limits, lambda text, _: float(text.replace("_", ""))).view(_members(parsed, limits.depth))


def _members(value: object, depth: int) -> object:
    if depth < 0:
        raise LimitReached("nested deeper than the levels that `depth` allows", "depth")
    if isinstance(value, dict):
        return Members((key, _members(item, depth - 1)) for key, item in value.items())
    if isinstance(value, list):
        return [_members(item, depth - 1) for item in value]
    if isinstance(value, (datetime.datetime, datetime.date, datetime.time)):
        return value.isoformat()
    return value
