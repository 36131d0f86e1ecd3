"""The page about validators says what is there."""

from __future__ import annotations

from pathlib import Path

from specharness.validators.manual import entries, markdown
from specharness.validators.registry import BUILT_IN

PAGE = Path(__file__).parents[2] / "docs" / "validators.md"


def test_every_validator_and_parameter_is_documented() -> None:
    written = {entry.name: " ".join(entry.params) for entry in entries()}
    assert list(written) == list(BUILT_IN)
    for name, check in BUILT_IN.items():
        assert all(f"`{param}`" in written[name] for param in check.required | check.optional)


def test_the_page_is_up_to_date() -> None:
    assert PAGE.read_text(encoding="utf-8") == markdown(), (
        "docs/validators.md is old; write specharness.validators.manual.markdown() to it"
    )
