"""Every public specification at hand compiles: no crash, valid output, spans that resolve."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema
import pytest

import specharness
from specharness.errors import NotFoundError
from specharness.ir import ObligationSet
from specharness.ir.schema import json_document, json_schema, parse_obligations

pytestmark = pytest.mark.data

DISTINCT_RULES = 297
"""Of the six files together, by text."""

GUIDEBENCH_FILES = (
    "chat_tasks.json",
    "hallu_tasks.json",
    "math_tasks.json",
    "price_tasks.json",
    "relevance_tasks.json",
    "summary_tasks.json",
)


@pytest.fixture(scope="session")
def validator() -> jsonschema.Draft202012Validator:
    return jsonschema.Draft202012Validator(json_schema("obligations"))


def _holds(obligations: ObligationSet, validator: jsonschema.Draft202012Validator) -> None:
    text = json_document(obligations)
    validator.validate(json.loads(text))
    assert parse_obligations(text.encode(), "again") == obligations  # and with that, spans and quotes
    for line in specharness.directions_jsonl(obligations).splitlines():
        direction: dict[str, Any] = json.loads(line)
        for span in direction["spans"]:
            assert obligations.source(span["source"]).text[span["start"] : span["end"]].strip()


def _folders(parent: Path) -> list[Path]:
    folders = [path for path in sorted(parent.iterdir()) if path.is_dir()]
    assert len(folders) > 50
    return folders


@pytest.mark.parametrize("name", ["skillsbench", "wild"])
def test_every_folder_compiles(name: str, data: Path, validator: jsonschema.Draft202012Validator) -> None:
    for folder in _folders(data / name):
        if any(folder.rglob("*.md")):
            _holds(specharness.compile(folder), validator)
        else:  # one of them holds only a note about itself
            with pytest.raises(NotFoundError, match="no specification"):
                specharness.compile(folder)


def _tasks_that_cover_all_rules(file: Path) -> Iterator[int]:
    seen: set[str] = set()
    for number, task in enumerate(json.loads(file.read_text("utf-8"))):
        rules = {rule["rule_text"] for rule in task["Guidelines"]}
        if not rules <= seen:
            seen |= rules
            yield number


def test_every_rule_of_guidebench_compiles(data: Path, validator: jsonschema.Draft202012Validator) -> None:
    rules: set[str] = set()
    for name in GUIDEBENCH_FILES:
        for number in _tasks_that_cover_all_rules(data / "guidebench" / name):
            obligations = specharness.compile(data / "guidebench" / name, task=number)
            _holds(obligations, validator)
            rules |= {source.text for source in obligations.sources if source.kind == "guideline"}
            assert any("Groundtruth" in held for held in obligations.held_out)
    assert len(rules) == DISTINCT_RULES
