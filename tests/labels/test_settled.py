"""Which settled case is named for which sort of difference."""

from __future__ import annotations

from typing import Any

import pytest

from specharness.ir import Direction, Disposition, Family, Kind, Modality, Source, SourceKind, Span
from specharness.labels.settled import CASES, likely_case

HARD, SOFT, OPEN = Disposition.HARD, Disposition.ADVISORY, Disposition.ABSTAIN


def source_of(text: str, kind: SourceKind) -> Source:
    return Source(id="x.md", kind=kind, sha256="0", text=text)


def direction(text: str, *quotes: str, **fields: Any) -> Direction:
    spans = tuple(Span(source="x.md", start=text.index(q), end=text.index(q) + len(q)) for q in quotes or (text,))
    values = {"disposition": HARD, "modality": Modality.MUST, "kind": Kind.OUTCOME, "statement": "s", "confidence": 1}
    return Direction.model_validate({"id": "d1", "spans": spans, **values, **fields})


@pytest.mark.parametrize(
    ("text", "one", "other", "case"),
    [
        ("Compute the growth rate.", HARD, OPEN, 3),
        ("Count the birds in the video.", HARD, OPEN, 10),
        ("Use either of the two.", HARD, SOFT, 9),
        ("Keep the normal behaviour.", HARD, OPEN, 11),
        ("First load it, then sort it.", HARD, OPEN, 5),
        ("It should be neat.", HARD, SOFT, 2),
        ("Use a radius of 2.", HARD, OPEN, 4),
        ("Be brief.", OPEN, SOFT, None),
    ],
)
def test_force(text: str, one: Disposition, other: Disposition, case: int | None) -> None:
    a, b = direction(text, disposition=one), direction(text, disposition=other)
    source = source_of(text, SourceKind.PROMPT)
    assert likely_case(a, b, source, nested=False) == likely_case(b, a, source, nested=False) == case
    assert likely_case(a, b, source_of(text, SourceKind.SKILL), nested=False) == 2


def test_family_condition_and_spans() -> None:
    text = "Write two files: a and b, if asked."
    source = source_of(text, SourceKind.PROMPT)
    plain = direction(text, "a", family=Family.VALUE_EQUALS)
    for changed, case in (
        (direction(text, "a", family=Family.VALUE_RANGE), 12),
        (direction(text, "a", family=Family.ORDERED_STEPS), 5),
        (direction(text, "a", family=Family.VALUE_EQUALS, condition="if asked"), 6),
        (direction(text, "a", "Write two files:", family=Family.VALUE_EQUALS), 6),
        (direction(text, "a", "b", family=Family.VALUE_EQUALS), 7),
        (direction(text, "files", family=Family.VALUE_EQUALS), None),
    ):
        assert likely_case(plain, changed, source, nested=False) == case


@pytest.mark.parametrize(
    ("text", "kind", "nested", "case"),
    [
        ("name and age", SourceKind.PROMPT, True, 1),
        ("For example `x`.", SourceKind.PROMPT, False, 8),
        ("Make three files:", SourceKind.PROMPT, False, 6),
        ("Plot it.", SourceKind.SKILL, False, 2),
        ("All of this must hold.", SourceKind.PROMPT, False, 7),
    ],
)
def test_only_one_has_it(text: str, kind: SourceKind, nested: bool, case: int) -> None:
    only = direction(text)
    assert likely_case(only, None, source_of(text, kind), nested=nested) == case
    assert likely_case(None, only, source_of(text, kind), nested=nested) == case


def test_every_case_can_be_named() -> None:
    assert sorted(CASES) == list(range(1, 13))
