"""Mutants that no case can notice, each with the reason: they don't count against the cases.

An entry is the definition, the change as `Mutant.label` gives it, and why no outcome can differ. An entry that no
longer fits a mutant is refused by the tests.
"""

from __future__ import annotations

from collections.abc import Mapping

WORDS = "words only: no outcome depends on it"

WORDING: Mapping[str, str] = {
    "specharness.validators.wording": WORDS,
    "specharness.validators.base:target": WORDS,
    "specharness.validators.counts:bounds_in_words": WORDS,
    "specharness.validators.json_shape:_summary": WORDS,
    "specharness.validators.json_shape:_nearest": WORDS,
    "specharness.validators.trace:_wording": WORDS,
    "specharness.validators.locate:shown": WORDS,
    "specharness.validators.numbers:_in_words": WORDS,
}
"""Modules and definitions of which no mutant is made."""

EQUIVALENT: Mapping[tuple[str, str], str] = {}
"""By definition and label."""
