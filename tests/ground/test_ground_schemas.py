"""JSON Schemas and types of columns that a text states."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from ground_world import direction_of, grounded, source_of

from specharness.ground.families.schemas import schema_of
from specharness.ir import Family, ObligationSet, Reason

BLOCK = '{"type": "object", "required": ["a"], "properties": {"a": {"type": "integer"}}}'


def _checks(result: ObligationSet) -> list[tuple[str, dict[str, Any]]]:
    return [(item.effect.validator, dict(item.effect.params)) for item in result.hard]


def test_a_schema_in_a_block() -> None:
    text = f"`/root/out.json` must conform to this JSON Schema:\n\n```json\n{BLOCK}\n```\n"
    source = source_of(text)
    lead = text.split("\n")[0]
    result = grounded(source, direction_of(source, lead, BLOCK, family=Family.SCHEMA, path="/root/out.json"))
    (check,) = _checks(result)
    assert check[0] == "json_schema"
    assert check[1]["schema"]["required"] == ["a"]


def test_every_line_of_json_lines_keeps_a_schema() -> None:
    text = f"`/root/out.jsonl` must conform to this JSON Schema:\n\n```json\n{BLOCK}\n```\n"
    source = source_of(text)
    lead = text.split("\n")[0]
    (check,) = _checks(
        grounded(source, direction_of(source, lead, BLOCK, family=Family.SCHEMA, path="/root/out.jsonl"))
    )
    assert check[1]["each"] is True


def test_a_schema_in_a_visible_file(tmp_path: Path) -> None:
    (tmp_path / "out.schema.json").write_text(BLOCK, encoding="utf-8")
    text = "`/root/out.json` must validate against the schema in `/root/out.schema.json`."
    source = source_of(text)
    asked = direction_of(source, text, family=Family.SCHEMA, path=("/root/out.json", "/root/out.schema.json"))
    assert _checks(grounded(source, asked, host=tmp_path)) == [
        ("json_schema", {"path": "/root/out.json", "schema_path": "/root/out.schema.json"})
    ]
    (tmp_path / "out.schema.json").unlink()
    result = grounded(source, asked, host=tmp_path)
    assert _checks(result) == []
    assert result.abstained[0].reason is Reason.PARAM_UNGROUNDED


def test_a_schema_that_is_not_run_obliges_nobody() -> None:
    block = '{"type": "object", "properties": {"a": {"$ref": "https://x.invalid/a"}}}'
    text = f"`/root/out.json` must conform to this JSON Schema:\n\n```json\n{block}\n```\n"
    source = source_of(text)
    result = grounded(
        source, direction_of(source, text.split("\n")[0], block, family=Family.SCHEMA, path="/root/out.json")
    )
    assert _checks(result) == []
    assert result.abstained[0].mandatory


@pytest.mark.parametrize(
    ("words", "kind"),
    [
        ("must be an integer", "integer"),
        ("must contain only numbers", "number"),
        ("must be ISO 8601 dates", "date"),
        ("must be booleans", "boolean"),
    ],
)
def test_types_of_a_column(words: str, kind: str) -> None:
    text = f"Values of the column `age` in `/root/out.csv` {words}."
    source = source_of(text)
    asked = direction_of(source, text, family=Family.SCHEMA, path="/root/out.csv", column="age")
    found = dict(_checks(grounded(source, asked)))
    assert found["column_types"] == {"path": "/root/out.csv", "types": {"age": kind}}


@pytest.mark.parametrize("text", ["", "{", '{"a": 1}', "[1]", '{"type": "object"}', '{"type": 5, "items": []}'])
def test_other_blocks_are_no_schemas(text: str) -> None:
    assert schema_of(text) is None
