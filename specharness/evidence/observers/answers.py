"""Rows that an engine gives, as plain values within limits."""

from __future__ import annotations

import datetime
import json
import math
from collections.abc import Iterable
from decimal import Decimal

from specharness.evidence.faults import LimitReached
from specharness.evidence.limits import Limits
from specharness.evidence.observers.text import clean
from specharness.evidence.snapshot_rows import spelt_value
from specharness.evidence.views import Scalar


class Answer:
    """Counts what is taken over, so that no answer grows past its limits."""

    def __init__(self, limits: Limits, rows: int, named: str = "rows") -> None:
        self._limits = limits
        self._most = rows
        self._named = named
        self._rows = self._cells = self._characters = 0

    def row(self, values: Iterable[object]) -> tuple[Scalar, ...]:
        """One row. Raises LimitReached."""
        made = tuple(map(scalar, values))
        self._rows += 1
        self._cells += len(made)
        self._characters += sum(len(value) for value in made if isinstance(value, str))
        if self._rows > self._most:
            raise LimitReached(f"more than the {self._most} rows that `{self._named}` allows", self._named)
        if self._cells > self._limits.cells:
            raise LimitReached(f"more than the {self._limits.cells} values that `cells` allows", "cells")
        if self._characters > self._limits.table_text:
            detail = f"more than the {self._limits.table_text} characters that `table_text` allows"
            raise LimitReached(detail, "table_text")
        return made


def scalar(value: object) -> Scalar:
    """A value as `views.Scalar` describes it."""
    if value is None or isinstance(value, (bool, int)):
        return value
    if isinstance(value, float):
        return value if math.isfinite(value) else str(value)
    if isinstance(value, str):
        return clean(value)
    if isinstance(value, (bytes, bytearray, memoryview)):
        return spelt_value(value if isinstance(value, bytes) else bytes(value))
    if isinstance(value, Decimal):
        return format(value, "f") if value.is_finite() else str(value).lower()
    if isinstance(value, (datetime.datetime, datetime.date, datetime.time)):
        return value.isoformat()
    if isinstance(value, datetime.timedelta):
        return f"PT{value.total_seconds():.15g}S"
    if isinstance(value, (list, tuple, dict)):
        return clean(json.dumps(value, ensure_ascii=False, default=lambda other: str(scalar(other))))
    return clean(str(value))
