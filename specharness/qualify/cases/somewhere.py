"""Cases of fields whose place is not said: at the root, else at the only place there is. Nothing is drawn here."""

from __future__ import annotations

from collections.abc import Iterator

from pydantic import JsonValue

from specharness.qualify.case import FAILED, Case, Definition, debatable, missing, near_fail, near_pass
from specharness.qualify.draw import json_text

DEFINITIONS: tuple[Definition, ...] = ()
"""What is yielded here belongs to the definition of `value_range`."""

_Found = tuple[str, JsonValue, bool | None, str]
_FOUND: tuple[_Found, ...] = (
    ("**.n", {"n": 3}, True, "at the root"),
    ("**.n", {"n": 9}, False, "at the root"),
    ("**.n", {"a": {"n": 3}}, True, "inside"),
    ("**.n", {"a": {"b": {"n": 9}}}, False, "further inside"),
    ("**.n", {"n": 3, "a": {"n": 9}}, True, "at the root, and inside"),
    ("**.n", {"a": {"n": 3}, "n": 9}, False, "at the root, and inside"),
    ("**.n", {"a": {"n": 3}, "b": {"n": 4}}, None, "at two places"),
    ("**.n", {"a": {"n": 3}, "b": {"n": 4}, "c": {"n": 5}}, None, "at three places"),
    ("**.n", [{"n": 3}, {"n": 4}], True, "in a list of records, which is one place"),
    ("**.n", [{"n": 3}, {"n": 9}], False, "in a list of records"),
    ("**.n", {"a": [{"n": 3}, {"n": 9}]}, False, "in a list of records inside"),
    ("**.n", {"a": [{"n": 3}], "b": [{"n": 4}]}, None, "in two lists of records"),
    ("**.n", {"a.b": {"n": 3}}, True, "in a member whose name has a point"),
    ("**.n", {"a.b": {"n": 9}}, False, "in a member whose name has a point"),
    ("**.n", {"N": 3}, None, "in another case"),
    ("**.n", {"m": 3, "a": {"N": 3}, "b": {"N": 4}}, None, "in another case, inside"),
    ("**.n", {"m": 3}, False, "nowhere"),
    ("**.n", {"a": {"m": 3}, "b": [1]}, False, "nowhere, beside other places"),
    ("**.n", {"a": {}}, None, "nothing is there that could hold it"),
    ("**.n", [], None, "nothing is there that could hold it"),
    ("**.n", {"m": 3, "a": []}, None, "an empty list could hold it"),
    ("**.n", {"a": [], "b": {"m": 3}}, None, "an empty list before others could hold it"),
    ("**.n", {"N": 3, "a": {"m": 3}}, None, "in another case, before others"),
    ("**.", {"a": {"m": 3}}, None, "a name is missing"),
    ("**. ", {"a": {"m": 3}}, None, "a name is missing"),
    ("**.[]", {"a": {"m": 3}}, None, "a name is missing"),
    ("**. n", {"a": {"n": 3}}, True, "a blank before the name"),
    ("**. n", {"a": {"n": 9}}, False, "a blank before the name"),
    ("**.n[]", {"n": [3, 4]}, True, "a list"),
    ("**.n[]", {"n": [3, 9]}, False, "a list"),
    ("**.n[]", {"n": 3}, None, "a list is asked for, and one value is there"),
    ("**.n[]", {"m": 3}, None, "a list that is nowhere"),
    ("**.n[]", [{"n": 3}, {"n": 4}], True, "single values of a list of records"),
    ("**.n[]", [{"n": 3}, {"n": 9}], False, "single values of a list of records"),
    ("**.n[]", [{"n": [3]}, {"n": [9]}], False, "lists in a list of records"),
    ("**.n[]", [{"n": [3]}, {"n": [4]}], True, "lists in a list of records"),
    ("**.n[]", {"n": [3], "a": {"n": [4]}}, None, "two lists"),
    ("**.n[]", {"n": 9, "a": {"n": [4]}}, True, "a list beside a single value"),
    ("**.n[]", {"n": 3, "a": {"n": [9]}}, False, "a list beside a single value"),
    ("**.n.x", {"a": {"n": {"x": 3}}}, True, "a member of what is found"),
    ("**.n.x", {"a": {"n": {"x": 9}}}, False, "a member of what is found"),
    ("**.n[].x", {"a": {"n": [{"x": 3}, {"x": 9}]}}, False, "members of the items of what is found"),
    ("**.`n.k`", {"a": {"n.k": 3}}, True, "a name with a point"),
    ("**.`n.k`", {"a": {"n.k": 9}}, False, "a name with a point"),
    ("**.`n.k`", {"a": {"n": 3}}, False, "a name with a point, which is nowhere"),
    ("**.`n.k`.x", {"a": {"n.k": {"x": 9}}}, False, "a member of a name with a point"),
    ("**.`n k`", {"a": {"n k": 3}}, True, "a name with a blank"),
    ("**.`n k`", {"a": {"n k": 9}}, False, "a name with a blank"),
)


def somewhere() -> Iterator[Case]:
    """Cases of `value_range`."""
    for field, document, right, why in _FOUND:
        asked = {"path": "d.json", "field": field, "max": 5}
        world = {"d.json": json_text(document)}
        if right is None:
            yield debatable(asked, world, why)
        elif right:
            yield near_pass("field", asked, world, why)
        elif "nowhere" in why:
            yield missing(asked, world, why, FAILED)
        else:
            yield near_fail("field", asked, world, why)
