"""Readings in words become directions, or are refused with the words that stand nowhere."""

from __future__ import annotations

import hashlib
from typing import Any

from specharness.compile.align import Miss, Quote
from specharness.compile.readings import Admitted, Literal, Reading, admit
from specharness.ir import Disposition, Family, Kind, Modality, Reason, Source, SourceKind
from specharness.segment import segment

TEXT = """Work in `/data/out`.

If the list is empty, write **nothing**. Save the rows to `rows.csv`.
"""
SOURCE = Source(id="p.md", kind=SourceKind.PROMPT, sha256=hashlib.sha256(TEXT.encode()).hexdigest(), text=TEXT)


def admitted(*readings: Reading) -> Admitted:
    return admit(SOURCE, segment(SOURCE), readings)


def reading(*quotes: str, **changed: Any) -> Reading:
    values: dict[str, Any] = {
        "quotes": tuple(Quote(quote) for quote in quotes),
        "disposition": Disposition.HARD,
        "modality": Modality.MUST,
        "kind": Kind.OUTCOME,
        "statement": "as told",
        "family": Family.PATH_EXISTS,
    }
    return Reading(**{**values, **changed})


def test_a_faithful_reading_becomes_a_direction() -> None:
    place = Literal("/data/out/rows.csv", (Quote("/data/out"), Quote("rows.csv")))
    found = admitted(reading("Save the rows to rows.csv.", params={"path": place}))
    (direction,) = found.directions
    assert SOURCE.quote(direction.spans[0]) == "Save the rows to `rows.csv`."
    assert [SOURCE.quote(span) for span in direction.params["path"].spans] == ["/data/out", "rows.csv"]
    assert (direction.reason, direction.condition, found.refused) == (None, None, ())


def test_the_condition_is_the_sources_own() -> None:
    (direction,) = admitted(reading("write nothing", condition="If the list  is empty")).directions
    assert direction.condition == "If the list is empty"
    assert SOURCE.quote(direction.spans[0]) == "write **nothing"


def test_one_word_that_stands_nowhere_refuses_the_reading() -> None:
    altered = [
        reading("Save the columns to `rows.csv`."),
        reading("write nothing", condition="If the list is full"),
        reading("write nothing", params={"path": Literal("/tmp", (Quote("/tmp"),))}),
        reading("Save the rows to `rows.csv`.", "and sort them"),
        reading(),
    ]
    found = admitted(*altered)
    assert found.directions == ()
    assert [(one.number, one.quote, one.miss) for one in found.refused] == [
        (0, "Save the columns to `rows.csv`.", Miss.NOT_VERBATIM),
        (1, "If the list is full", Miss.NOT_VERBATIM),
        (2, "/tmp", Miss.NOT_VERBATIM),
        (3, "and sort them", Miss.NOT_VERBATIM),
        (4, "", Miss.BLANK),
    ]


def test_directions_come_in_the_order_of_the_text_and_give_a_reason() -> None:
    soft = reading("Work in `/data/out`.", disposition=Disposition.ADVISORY, family=None)
    found = admitted(reading("Save the rows to `rows.csv`."), soft)
    assert [(one.id, one.disposition, one.reason) for one in found.directions] == [
        ("d1", Disposition.ADVISORY, Reason.LOW_CONFIDENCE),
        ("d2", Disposition.HARD, None),
    ]
