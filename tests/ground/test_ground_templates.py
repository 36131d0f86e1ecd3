"""Filling a visible template from visible data: the values that must stand in the finished file."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from ground_world import Folder, direction_of, grounded, source_of
from pydantic import JsonValue

from specharness.ground.templates import filled_values
from specharness.ir import Family

TEXT = "Fill in the placeholders of /root/letter.md from /root/data.json and save it as /root/out.md."
TEMPLATE = "Dear {{NAME}},\n{{IF_BONUS}}You get {{AMOUNT}}.{{END_IF_BONUS}}\nfrom {{START_DATE}}, {{DAYS}} days\n"
DATA: dict[str, JsonValue] = {
    "NAME": "Ada Byron",
    "START_DATE": "May 2, 2024",
    "AMOUNT": "5,000",
    "DAYS": 20,
    "OTHER": "not in the template",
}


def world(folder: Path, template: str = TEMPLATE, data: JsonValue = None) -> Folder:
    (folder / "letter.md").write_text(template)
    (folder / "data.json").write_text(json.dumps(DATA if data is None else data))
    return Folder(folder)


def test_values_of_placeholders_outside_of_conditional_sections(tmp_path: Path) -> None:
    filled = filled_values([TEXT], "/root/out.md", world(tmp_path))
    assert filled is not None
    assert filled.template == "/root/letter.md"
    assert [(fact.value, fact.observed) for fact in filled.values] == [
        ("Ada Byron", "/root/data.json#/NAME"),
        ("May 2, 2024", "/root/data.json#/START_DATE"),
    ]


@pytest.mark.parametrize(
    ("template", "data"),
    [
        ("No placeholders here.\n", DATA),
        (TEMPLATE, {"NAME": "Ada Byron"}),
        (TEMPLATE, [DATA]),
        (TEMPLATE, {}),
    ],
)
def test_what_is_no_template_or_no_data(tmp_path: Path, template: str, data: JsonValue) -> None:
    assert filled_values([TEXT], "/root/out.md", world(tmp_path, template, data)) is None


def test_two_templates_are_ambiguous(tmp_path: Path) -> None:
    folder = world(tmp_path)
    (tmp_path / "other.md").write_text("{{NAME}}")
    assert filled_values([TEXT, "See /root/other.md."], "/root/out.md", folder) is None


def test_the_finished_file_must_hold_them(tmp_path: Path) -> None:
    world(tmp_path)
    source = source_of(TEXT)
    quote = "Fill in the placeholders of /root/letter.md from /root/data.json"
    result = grounded(
        source, direction_of(source, quote, family=Family.CROSS_CONSISTENT, path="/root/out.md"), host=tmp_path
    )
    found = [(item.effect.validator, item.effect.params.get("texts")) for item in result.hard]
    assert found == [
        ("placeholders_gone", None),
        ("text_contains", ["Ada Byron"]),
        ("text_contains", ["May 2, 2024"]),
    ]
    assert "/root/data.json#/NAME" in result.hard[1].src.statement
