"""Directions in the annotation guide's format."""

from __future__ import annotations

import json

from specharness.ir import Disposition, Family, ObligationSet
from specharness.ir.annotation import SURE_AT, directions_jsonl, line_of

GUIDE_FIELDS = {
    "id",
    "spans",
    "disposition",
    "modality",
    "kind",
    "family",
    "params",
    "condition",
    "statement",
    "confidence",
}


def test_every_direction_is_a_line_with_the_guides_fields(sample: ObligationSet) -> None:
    lines = [json.loads(line) for line in directions_jsonl(sample).splitlines()]
    assert [line["id"] for line in lines] == ["d1", "d2", "d3", "d4"]
    assert all(set(line) >= GUIDE_FIELDS for line in lines)
    first = lines[0]
    assert first["source"] == "prompt.md"
    assert first["params"] == {"path": "/root/out.json"}
    (place,) = first["param_spans"]["path"]
    text = sample.sources[0].text
    assert text[place["start"] : place["end"]] == "/root/out.json"
    assert lines[3]["statement"] == "你可以使用任何工具。"


def test_family_only_where_hard(sample: ObligationSet) -> None:
    soft = sample.directions[2].model_copy(update={"family": Family.PATTERN})
    assert line_of(soft).family is None
    assert line_of(sample.directions[0]).family is Family.PATH_EXISTS


def test_confidence_is_sure_from_the_threshold_on(sample: ObligationSet) -> None:
    direction = sample.directions[0]
    assert line_of(direction.model_copy(update={"confidence": SURE_AT})).confidence == "sure"
    assert line_of(direction.model_copy(update={"confidence": SURE_AT - 0.01})).confidence == "unsure"


def test_residual_directions_have_no_line(sample: ObligationSet) -> None:
    background = sample.directions[0].model_copy(update={"disposition": Disposition.RESIDUAL})
    only = sample.model_copy(update={"directions": (background,)})
    assert directions_jsonl(only) == ""
