"""Values with a unit, and numbers with a tolerance: what `values` leaves to a check of quantities."""

from __future__ import annotations

import re

from pydantic import JsonValue

from specharness.ground.families import values
from specharness.ground.families.base import Answer, Claim, one
from specharness.validators import units

_BOUNDS = ("value", "min", "max", "min_exclusive", "max_exclusive")
_AMOUNT = r"[\d.,]*\d\s*(?:%|[A-Za-zµ]{1,12})"
_TOLERANCE = re.compile(
    rf"(?:±|\+/-)\s*({_AMOUNT})|\b(?:within|tolerance of|up to)\s+({_AMOUNT})(?:\s+tolerance)?", re.I
)
_LOOSE = re.compile(r"±|\+/-|\btolerance\b|\bwithin \d|\b(?:approximately|roughly|about|around|circa|ca\.)\s", re.I)


def quantities(claim: Claim) -> dict[str, JsonValue]:
    """The bounds of a claim, if each is a number with a unit and a tolerance, if there is one, is stated; else none."""
    given = {name: claim.values(name) for name in (*_BOUNDS, "allowed") if claim.values(name)}
    if not given or "allowed" in given or any(len(found) != 1 for found in given.values()):
        return {}
    params: dict[str, JsonValue] = {}
    for name, (value,) in given.items():
        found = units.read(value) if isinstance(value, str) else None
        if found is None or not found.kind:
            return {}
        params[name] = str(value).strip()
    if _LOOSE.search(claim.text):
        stated = _TOLERANCE.search(claim.text)
        spread = units.read(stated[1] or stated[2]) if stated and "value" in params else None
        if stated is None or spread is None or not spread.kind:
            return {}
        params["tolerance"] = (stated[1] or stated[2]).strip()
    return params


def value_equals(claim: Claim) -> Answer:
    """A quantity, or else as `values.value_equals`."""
    return _checked(claim) or values.value_equals(claim)


def value_range(claim: Claim) -> Answer:
    """Bounds with units, or else as `values.value_range`."""
    return _checked(claim) or values.value_range(claim)


def _checked(claim: Claim) -> Answer | None:
    params = quantities(claim)
    if not params or not claim.path:
        return None
    field = values.field_of(claim)
    if not isinstance(field, str):
        return field
    return one("quantity", {"path": claim.path, "field": field, **params}, field)
