"""Example blocks, as people write them, and what they demand."""

from __future__ import annotations

import pytest
from ground_world import source_of
from hypothesis import given
from hypothesis import strategies as st
from pydantic import JsonValue

from specharness.ground.examples import example_at
from specharness.ground.shapes import choices_of, nullable, places_of, shape_of
from specharness.validators.json_shape import shape_problem

ANY = {"type": "any"}
STRING = {"type": "string"}
NUMBER = {"type": "number"}


def shape(text: str, *, null: bool = False) -> JsonValue:
    sample = example_at(text, 0, len(text))
    assert sample is not None, text
    result = shape_of((sample,), nullable=null)
    assert not shape_problem(result)
    return result


def fixed(**keys: JsonValue) -> JsonValue:
    return {"type": "object", "keys": keys, "open": True}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('{"a": 1, "b": "word"}', fixed(a=NUMBER, b=STRING)),
        ('{"a": 1.50, // a remark\n "b": true,}', fixed(a=NUMBER, b={"type": "boolean"})),
        ('{"a": , "b":\n}', fixed(a=ANY, b=ANY)),
        ('{\n "a": ",\n "b": 1\n}', fixed(a=ANY, b=NUMBER)),
        ('{"a": [x, y]}', fixed(a={"type": "array", "items": ANY})),
        ('{"a": ["t1", "t2", ...]}', fixed(a={"type": "array", "items": STRING})),
        ('{"a": true or false}', fixed(a={"type": "boolean"})),
        ('{"a": <int>, "b": <string>, "c": <thing>}', fixed(a=NUMBER, b=STRING, c=ANY)),
        ('{"a": "<number>", "b": "xxx"}', fixed(a=ANY, b=ANY)),
        ('{"a": null}', fixed(a={"type": "null"})),
        ("{'a': 'w', b: 2}", fixed(a=STRING, b=NUMBER)),
        ('{"a": {"R0001": {"t": 1}}}', fixed(a={"type": "map", "values": fixed(t=NUMBER)})),
        ('{"a": {"CAMPUS": 3, "HOLY_SITE": 4}}', fixed(a={"type": "map", "values": NUMBER})),
        ('{"a": {"mean": 3, "max": 4}}', fixed(a=fixed(mean=NUMBER, max=NUMBER))),
        ('{"<name>": {"n": 1}}', {"type": "map", "values": fixed(n=NUMBER)}),
        ('{"q1": {"n": 1}, ...}', {"type": "map", "values": fixed(n=NUMBER)}),
        ('[{"a": 1, "b": 2}, {"a": 2}]', {"type": "array", "items": fixed(a=NUMBER)}),
        ('[{"a": "w"}, {"a": null}]', {"type": "array", "items": fixed(a={"anyOf": [STRING, {"type": "null"}]})}),
        ('{"old_value": 5, "id": "E1"}', fixed(old_value=ANY, id=STRING)),
        ('{"a": {...}}', fixed(a=fixed())),
    ],
)
def test_shape_of_an_example(text: str, expected: JsonValue) -> None:
    assert shape(text) == expected


@pytest.mark.parametrize("text", ["{", '{"a": 1', "[1, 2", "see [the guide](x)", "no braces", '{"a": [1, 2}'])
def test_what_is_no_example(text: str) -> None:
    assert example_at(text, 0, len(text)) is None


def test_a_quote_that_stops_early_is_read_to_the_end_of_its_block() -> None:
    text = '[{"a": 1}, {"a": 2}]'
    sample = example_at(text, 0, 9)
    assert sample is not None
    assert sample.kind == "array"


def test_null_is_admitted_where_the_text_speaks_of_it() -> None:
    text = '{"a": "w", "b": 1}'
    assert shape(text, null=True) == fixed(
        a={"anyOf": [STRING, {"type": "null"}]}, b={"anyOf": [NUMBER, {"type": "null"}]}
    )
    assert nullable(source_of("Set it to `null` if missing."))
    assert not nullable(source_of("Annul it."))


def test_places_of_a_field() -> None:
    known = shape('{"runs": [{"id": "a", "m": {"x": 1}}], "id": "t"}')
    assert isinstance(known, dict)
    assert [place.selector for place in places_of("m.x", known)] == ["runs[].m.x"]
    assert {place.selector for place in places_of("id", known)} == {"runs[].id", "id"}
    assert places_of("nothing", known) == ()


def test_alternatives_are_read() -> None:
    sample = example_at('[{"s": ok or failed, "t": "a" | "b"}]', 0, 40)
    assert sample is not None
    assert choices_of((sample,)) == ((("s",), ("ok", "failed")), (("t",), ("a", "b")))


@given(st.text(alphabet='{}[]",:.ab1 \n<>', max_size=80))
def test_reading_hostile_text_ends(text: str) -> None:
    sample = example_at(text, 0, len(text))
    if sample is not None:
        assert not shape_problem(shape_of((sample,), nullable=False))


def test_deep_nesting_is_refused() -> None:
    text = '{"a":' * 200 + "1" + "}" * 200
    assert example_at(text, 0, len(text)) is None
