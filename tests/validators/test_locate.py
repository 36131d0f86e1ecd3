"""Fields whose place is not said: the root, else the only place, else a doubt."""

from __future__ import annotations

import pytest
from pydantic import JsonValue

from specharness.validators import locate as module
from specharness.validators.locate import Located, locate, shown


@pytest.mark.parametrize(
    ("document", "field", "selector"),
    [
        ({"a": 1}, "**.a", "$.a"),
        ({"a": 1, "inner": {"a": 2}}, "**.a", "$.a"),
        ({"inner": {"a": 2}}, "**.a", "$.inner.a"),
        ([{"a": 1}, {"a": 2}], "**.a", "$[].a"),
        ([{"a": 1}, {"b": 2}], "**.a", "$[].a"),
        ({"users": [{"a": 1}]}, "**.a[]", "$.users[].a"),
        ({"a": [1, 2]}, "**.a[]", "$.a[]"),
        ({"a": "title", "users": [{"a": 1}]}, "**.a[]", "$.users[].a"),
        ({"odd key.x": {"a": 1}}, "**.a", "$.`odd key.x`.a"),
        ({"outer": {"a": {"b": 1}}}, "**.a.b", "$.outer.a.b"),
        ({}, "**.a[].b", ""),
    ],
)
def test_one_place(document: JsonValue, field: str, selector: str) -> None:
    found = locate(document, field)
    assert found.selector == selector
    assert bool(found.doubt) is not bool(selector)


def test_nowhere() -> None:
    assert locate({"b": 1}, "**.a") == Located()
    assert locate([{"b": 1}, {"c": [1]}], "**.a") == Located()


@pytest.mark.parametrize(
    ("document", "field"),
    [
        ({"x": {"a": 1}, "y": {"a": 2}}, "**.a"),  # two places
        ([], "**.a"),  # nothing that could have it
        ({"rows": []}, "**.a"),
        ({"A": 1}, "**.a"),  # spelled otherwise
        ({"a": 1}, "**.a[]"),  # one value where a list is meant
        ({"x": [{"a": 1}], "y": [{"a": 1}]}, "**.a[]"),
    ],
)
def test_doubt(document: JsonValue, field: str) -> None:
    found = locate(document, field)
    assert found.doubt
    assert not found.selector


def test_large_documents_are_a_doubt(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MAX_NODES", 3)
    assert locate([{"a": 1}] * 2, "**.a").selector == "$[].a"
    assert "MAX_NODES" in locate([{"a": 1}] * 3, "**.a").doubt


def test_deep_documents_do_not_recurse() -> None:
    document: JsonValue = {"a": 1}
    for _ in range(5_000):
        document = {"x": document}
    assert locate(document, "**.a").selector.endswith(".x.a")


def test_shown() -> None:
    assert shown("**.a[]") == "a"
    assert shown("$.a[]") == "$.a[]"
