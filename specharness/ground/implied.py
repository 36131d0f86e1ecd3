"""What a guarded demand surely means although its guard can't be decided.

"If the number is missing, set it to null": where it is missing there is null, where it is not there is a value; a
blank text is neither. The guarded demand itself stays undecided beside such a check.
"""

from __future__ import annotations

import re

from specharness.ground.families.base import TREES, Check, Claim, Grounded
from specharness.ground.shapes import Shape, places_of
from specharness.ir import Family

_MISSING = re.compile(
    r"\b(?:missing|absent|empty|blank|unknown|unavailable|not (?:available|found|present|given|known|provided)|"
    r"no(?:ne)?)\b|n['’]t (?:exist|available|found|present)|缺失|为空|没有|不存在",
    re.I,
)
_FILLED: Shape = {
    "anyOf": [
        {"type": "string", "pattern": r"\s*\S[\s\S]*"},
        {"type": "number"},
        {"type": "boolean"},
        {"type": "null"},
        {"type": "array"},
        {"type": "object"},
    ]
}


def never_blank(claim: Claim) -> Grounded | None:
    """The check behind "if … is missing, set it to null"; None for any other demand."""
    direction = claim.direction
    if direction.family is not Family.VALUE_EQUALS or not direction.condition or claim.ending not in TREES:
        return None
    name = claim.word("field", "keys")
    if claim.values("value") != (None,) or not name or not _MISSING.search(direction.condition):
        return None
    known = claim.shapes.get(claim.path)
    if known is None or len(places_of(name, known)) != 1:
        return None
    shape = _only(known, name)
    if shape is None:
        return None
    return Grounded((Check("json_shape", {"path": claim.path, "shape": shape}, f"shape {claim.path}#blank {name}"),))


def _only(shape: Shape, name: str) -> Shape | None:
    """The shape cut down to the way to one field, which may stand there or not."""
    keys, items, values = shape.get("keys"), shape.get("items"), shape.get("values")
    last = name.rpartition(".")[2]
    if isinstance(keys, dict):
        if last in keys:
            return {"type": "object", "keys": {last: {**_FILLED, "optional": True}}, "open": True}
        for key, sub in keys.items():
            inner = _only(sub, name) if isinstance(sub, dict) else None
            if inner is not None:
                return {"type": "object", "keys": {key: {**inner, "optional": True}}, "open": True}
    if isinstance(items, dict) and (inner := _only(items, name)) is not None:
        return {"type": "array", "items": inner, "min": 0}
    if isinstance(values, dict) and (inner := _only(values, name)) is not None:
        return {"type": "map", "values": inner}
    return None
