"""What is wrong with a document, in our words and by its own keys."""

from __future__ import annotations

from typing import Annotated, Literal

import pytest
from pydantic import Field, JsonValue, TypeAdapter, ValidationError, field_validator

from specharness.ir import Model
from specharness.ir.invalid import wrong


class _Walk(Model):
    kind: Literal["walk"]
    walk: tuple[str, ...] = ()
    steps: int = Field(default=1, ge=1, le=9)


class _Rest(Model):
    kind: Literal["rest"]
    seconds: float


class _Plan(Model):
    name: str = Field(min_length=1, max_length=5)
    moves: tuple[Annotated[_Walk | _Rest, Field(discriminator="kind")], ...] = Field(min_length=1)
    verify: Literal["same"] | tuple[str, ...] | None = None
    sizes: dict[str, int | str] = {}
    key: str | None = Field(default=None, pattern="^[A-Z]+$")
    loud: bool = False

    @field_validator("name")
    @classmethod
    def _no_blank(cls, value: str) -> str:
        if " " in value:
            raise ValueError("a name has no blank")
        return value


GOOD: dict[str, JsonValue] = {"name": "a", "moves": [{"kind": "walk"}]}


def _said(changes: dict[str, JsonValue], *, at_hand: bool = True) -> str:
    value = {**GOOD, **changes}
    with pytest.raises(ValidationError) as raised:
        _Plan.model_validate(value)
    return str(wrong(raised.value, value, show=True) if at_hand else wrong(raised.value))


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"name": 5}, "name: expected a text, got 5"),
        ({"name": ""}, "name: expected a text of 1 or more characters"),
        ({"name": "abcdef"}, "name: expected a text of 5 characters or less"),
        ({"name": "a b"}, "name: a name has no blank"),
        ({"moves": []}, "moves: expected a list of 1 or more, got []"),
        ({"moves": {}}, "moves: expected a list, got {}"),
        ({"moves": ["walk"]}, 'moves.0: expected keys with values, got "walk"'),
        ({"moves": [{}]}, "moves.0.kind: is missing"),
        ({"moves": [{"kind": "fly"}]}, "moves.0.kind: expected 'walk' or 'rest', got \"fly\""),
        ({"moves": [{"kind": "walk", "steps": 0}]}, "moves.0.steps: expected a number of 1 or more, got 0"),
        ({"moves": [{"kind": "walk", "steps": 1.5}]}, "moves.0.steps: expected a whole number, got 1.5"),
        (
            {"moves": [{"kind": "walk", "walk": [], "steps": 10}]},
            "moves.0.steps: expected a number of 9 or less, got 10",
        ),
        ({"moves": [{"kind": "walk", "walk": [1]}]}, "moves.0.walk.0: expected a text, got 1"),
        ({"moves": [{"kind": "rest"}]}, "moves.0.seconds: is missing"),
        ({"moves": [{"kind": "rest", "seconds": "long"}]}, 'moves.0.seconds: expected a number, got "long"'),
        ({"verify": 5}, "verify: expected 'same' or a list, got 5"),
        ({"verify": "other"}, "verify: expected 'same' or a list, got \"other\""),
        ({"verify": ["a", 1]}, "verify.1: expected a text, got 1"),
        ({"sizes": {"a": []}}, "sizes.a: expected a whole number or a text, got []"),
        ({"key": "sk-1"}, "key: expected a text of the form ^[A-Z]+$"),
        ({"loud": "x" * 90}, f'loud: expected true or false, got "{"x" * 59}…'),
        ({"speed": 1}, "speed: is no key that is known here"),
        ({"name": 5, "speed": 1, "loud": 3}, "name: expected a text, got 5 (and 2 more)"),
    ],
)
def test_a_fault_is_said_by_its_keys(changes: dict[str, JsonValue], said: str) -> None:
    assert _said(changes) == said


def test_names_of_shapes_are_no_keys_even_without_the_value() -> None:
    assert _said({"verify": ["a", 1]}, at_hand=False) == "verify.1: expected a text"
    assert _said({"sizes": {"a": []}}, at_hand=False) == "sizes.a: expected a whole number or a text"


def test_the_whole() -> None:
    with pytest.raises(ValidationError) as raised:
        _Plan.model_validate([])
    assert str(wrong(raised.value, [], show=True)) == "expected keys with values, got []"
    with pytest.raises(ValidationError) as raised:
        TypeAdapter(list[int]).validate_json(b"[1")
    assert str(wrong(raised.value)).startswith("broken JSON: EOF")
