"""Label Studio's JSON: a round trip keeps what it says, and offsets are what their texts say."""

from __future__ import annotations

import copy
import json
from hashlib import sha256
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from test_review_labels import SOURCE, TEXT, line, rows

from specharness.errors import SchemaMismatchError
from specharness.ir import Disposition, Family, Source
from specharness.review.label_studio import config, rows_of, task_of
from specharness.review.labels import Row, check

LOST = ("probability", "note", "workspace")


def kept(row: Row) -> Row:
    """A row without what the format does not carry; a place without a parameter's name has no home there."""
    return {name: value for name, value in row.items() if name not in LOST}


@settings(deadline=None, max_examples=60)
@given(rows())
def test_a_round_trip_keeps_every_field_that_the_format_carries(given_rows: list[Row]) -> None:
    export = json.loads(json.dumps([task_of(SOURCE, "doc.md", given_rows)]))
    back = rows_of(export, SOURCE, "doc.md")
    check(back, SOURCE)
    for got, row in zip(back, given_rows, strict=True):
        wanted = kept(row)
        wanted["param_spans"] = {name: spans for name, spans in wanted["param_spans"].items() if spans}
        wanted["reason"] = None if row["disposition"] == "hard" else row["reason"]
        wanted["condition"] = row["condition"] or None
        wanted["statement"] = got["statement"] if not row["statement"] else row["statement"]
        assert got == wanted


def exported(*found: Row) -> dict[str, Any]:
    return copy.deepcopy(task_of(SOURCE, "doc.md", list(found)))


def spanning(quote: str, **fields: Any) -> Row:
    start = TEXT.index(quote)
    return line(spans=[{"start": start, "end": start + len(quote)}], param_spans={}, reason=None, **fields)


def shifted(task: dict[str, Any], convert: Any) -> dict[str, Any]:
    for region in task["annotations"][0]["result"]:
        value = region.get("value", {})
        for name in ("start", "end"):
            if name in value:
                value[name] = convert(value[name])
    return task


def utf16(offset: int) -> int:
    return len(TEXT[:offset].encode("utf-16-le")) // 2


def joined(offset: int) -> int:
    return len(TEXT[:offset].replace("\r\n", "\n"))


@pytest.mark.parametrize(
    "convert",
    [
        lambda offset: offset,
        utf16,
        joined,
        lambda offset: len(TEXT[:offset].replace("\r\n", "\n").encode("utf-16-le")) // 2,
        str,
    ],
    ids=["code points", "UTF-16", "joined", "joined UTF-16", "as text"],
)
def test_offsets_are_converted_from_whatever_they_count(convert: Any) -> None:
    found = [spanning("a.json"), spanning("Keep é", id="d2"), spanning("请保存", id="d3")]
    back = rows_of([shifted(exported(*found), convert)], SOURCE, "doc.md")
    assert [row["spans"] for row in back] == [row["spans"] for row in found]


def test_a_text_that_is_not_at_its_place_is_refused() -> None:
    task = shifted(exported(spanning("a.json")), lambda offset: offset + 3)
    with pytest.raises(SchemaMismatchError, match="not what stands at its place"):
        rows_of([task], SOURCE, "doc.md")


def test_regions_that_a_person_drew_there_become_directions() -> None:
    task = exported(spanning("a.json", id="d1"))
    start = TEXT.index("as it is")
    region = {"start": start, "end": start + 8, "text": "as it is", "labels": ["advisory"]}
    task["annotations"][0]["result"].append(
        {"id": "Xy1", "from_name": "disposition", "to_name": "text", "type": "labels", "value": region}
    )
    _, drawn = rows_of([task], SOURCE, "doc.md")
    assert drawn["id"] == "d2"
    assert (drawn["disposition"], drawn["statement"], drawn["confidence"]) == ("advisory", "as it is", "unsure")
    check([drawn], SOURCE)


def test_the_task_about_the_document_is_found_among_others() -> None:
    other = Source(id="x", kind="prompt", sha256=sha256(b"x").hexdigest(), text="Another text.")
    tasks = [task_of(other, "x", []), exported(spanning("a.json")), {"data": {"text": 1}}, {"id": 5}]
    assert len(rows_of(tasks, SOURCE, "doc.md")) == 1


def test_a_cancelled_annotation_is_passed_over() -> None:
    task = exported(spanning("a.json"))
    task["annotations"].append({"result": [], "was_cancelled": True})
    assert len(rows_of(task, SOURCE, "doc.md")) == 1


@pytest.mark.parametrize(
    "data",
    [None, 3, "x", [3], {}, [], [{"data": {"text": "other"}}], [{"data": {"text": TEXT}, "annotations": []}],
     [{"data": {"text": TEXT}, "annotations": [{"result": [
         {"type": "labels", "id": "a", "value": {"labels": ["hard"]}}]}]}],
     [{"data": {"text": TEXT}, "annotations": [{"result": [
         {"type": "labels", "id": "a", "value": {"start": 0, "end": 1, "labels": ["hard"]}},
         {"type": "textarea", "id": "a", "from_name": "params", "value": {"text": ["[1"]}}]}]}]],
)  # fmt: skip
def test_what_is_no_export_is_refused_with_a_reason(data: object) -> None:
    with pytest.raises(SchemaMismatchError):
        rows_of(data, SOURCE, "doc.md")


def test_the_configuration_names_every_choice() -> None:
    view = ElementTree.fromstring(config())
    labels = [label.get("value") for label in view.iter("Label")]
    assert labels == [*Disposition, "param"]
    families = view.find("Choices[@name='family']")
    assert families is not None
    assert [choice.get("value") for choice in families] == list(Family)
    assert {each.get("toName") for each in view if each.tag != "Text"} == {"text"}
