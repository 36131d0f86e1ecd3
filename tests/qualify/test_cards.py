"""Every validator of this package may block: its card is current."""

from __future__ import annotations

from specharness.validators import registry


def test_every_validator_has_a_current_card() -> None:
    withheld = {name: registry.withheld(validator) for name, validator in registry.BUILT_IN.items()}
    void = {name: problem for name, problem in withheld.items() if problem}
    assert void == {}, "what decides has changed: run `make cards` and commit the cards"
