"""The cases of this package's validators, decided: every answer is right. How many they are is asked by the card."""

from __future__ import annotations

import sys

import pytest

from specharness.qualify import find
from specharness.qualify.earn import holds
from specharness.qualify.examine import Kind, examine, prepare
from specharness.validators.cards import state_of

SEEDS = 1
"""One draw of every case keeps this quick; cards rest on more."""
PYTHON = f"{sys.version_info[0]}.{sys.version_info[1]}"
MACHINES = frozenset({"command_succeeds", "tests_pass", "code_interface"})
"""Their findings quote what the machine's own programs print, or Python's reader says, which words a NUL otherwise from
3.11.4 on."""


@pytest.mark.parametrize("name", find.own())
def test_a_validator_passes_nothing_wrong_and_blocks_nothing_right(name: str) -> None:
    validator, definition = find.definition_of(name)
    found = examine(definition, validator, prepare(definition, validator, SEEDS))
    wrong = [(answer.case.why, answer.outcome, dict(answer.case.params), answer.said) for answer in found.wrong()]
    assert wrong == []
    assert {Kind.HOSTILE, Kind.UNAVAILABLE, Kind.FAILURE, Kind.REFUSED} <= {
        answer.case.kind for answer in found.answers
    }
    near = {answer.case.near for answer in found.answers if answer.case.kind is Kind.NEAR_MISS}
    assert near == set(found.parameters)
    assert found.digest() == _said(name, found.digest()), "findings are not those on the card, word for word"


def _said(name: str, otherwise: str) -> str:
    """What the card says of the findings; one that is void, was earned by other cases or under another Python, which
    words its errors otherwise, says nothing."""
    validator, _ = find.definition_of(name)
    card = state_of(validator).card
    if name in MACHINES or card is None or not holds(name, card.seeds) or card.python != PYTHON:
        return otherwise
    return card.said or otherwise
