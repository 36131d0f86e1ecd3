"""A true quote under another family's name: no check, whatever a compiler says that it is about."""

from __future__ import annotations

from typing import Any

import pytest
from ground_world import direction_of, grounded, source_of

from specharness.ir import Family, Modality

_F = Family
WORD = "`a.txt` must contain the word `ok`."
KEY = "`out.json` must have the key `total` equal to 42."
ROWS = "`t.csv` should have at least 3 rows."
TOLD = "The report is read by 3 people, and `notes.txt` lists the `id` of each."
MISTAKEN: tuple[tuple[str, Family, dict[str, Any]], ...] = (
    (WORD, _F.RESPONSE_CONSTRAINT, {"text": "ok"}),
    (WORD, _F.RESPONSE_CONSTRAINT, {"field": "keywords", "text": "ok"}),
    (WORD, _F.DIR_CONTENTS, {"path": "a.txt", "allowed": "ok"}),
    (WORD, _F.FORMAT_VALID, {"path": "a.txt", "value": "word"}),
    (WORD, _F.TOOL_USED, {"tool": "ok"}),
    (WORD, _F.TOOL_NOT_USED, {"tool": "ok"}),
    (ROWS, _F.SCHEMA, {"path": "t.csv", "column": "rows"}),
    (ROWS, _F.COUNT, {"path": "t.csv", "field": "lines", "min": 3}),
    (KEY, _F.COUNT, {"path": "out.json", "field": "total", "count": 42}),
    (KEY, _F.COUNT, {"path": "out.json", "field": "items", "count": 42}),
    (KEY, _F.RESPONSE_CONSTRAINT, {"text": "total"}),
    (KEY, _F.SCHEMA, {"path": "out.json", "keys": "key"}),
    (KEY, _F.DIR_CONTENTS, {"path": "out.json", "allowed": "total"}),
    (KEY, _F.TOOL_USED, {"tool": "total"}),
    (KEY, _F.TOOL_NOT_USED, {"tool": "total"}),
    (TOLD, _F.RESPONSE_CONSTRAINT, {"text": "id"}),
    (TOLD, _F.TOOL_USED, {"tool": "id"}),
    (TOLD, _F.PATH_EXISTS, {"path": "notes.txt"}),
    (TOLD, _F.CONTAINS, {"path": "notes.txt", "text": "id"}),
    (TOLD, _F.COUNT, {"path": "notes.txt", "field": "lines", "count": 3}),
    ("Save `plan.md`. The first line must be `# Plan`.", _F.RESPONSE_CONSTRAINT, {"text": "# Plan"}),
    ("`menu.json` must set the field `price` to 9.", _F.COUNT, {"path": "menu.json", "field": "price", "count": 9}),
    ("`log.md` must name the key `excel`.", _F.FORMAT_VALID, {"path": "log.md", "value": "excel"}),
    ("Write `to.py` that returns valid JSON.", _F.FORMAT_VALID, {"path": "to.py", "value": "json"}),
    ("Write `put.sql`, which loads a CSV file.", _F.FORMAT_VALID, {"path": "put.sql", "value": "csv"}),
    ("Write a `Makefile` that produces valid JSON.", _F.FORMAT_VALID, {"path": "Makefile", "value": "json"}),
    ("Write `spec.txt` for a tool that reads a CSV file.", _F.FORMAT_VALID, {"path": "spec.txt", "value": "csv"}),
    ("Replace `a.json` by a YAML file `a.yaml`.", _F.FORMAT_VALID, {"path": "a.json", "value": "yaml"}),
    ("Every title ends with `done`.", _F.TOOL_USED, {"tool": "done"}),
    ("Use `grep` to look for errors.", _F.TOOL_NOT_USED, {"tool": "grep"}),
    ("The team is small and `who.md` names its people.", _F.PATH_EXISTS, {"path": "who.md"}),
)
MEANT: tuple[tuple[str, Family, Modality, dict[str, Any]], ...] = (
    ("Your answer must contain the word `ok`.", _F.RESPONSE_CONSTRAINT, Modality.MUST, {"text": "ok"}),
    ("Reply with `done` and save `a.txt`.", _F.RESPONSE_CONSTRAINT, Modality.MUST, {"text": "done"}),
    ("Include the word `ok`.", _F.RESPONSE_CONSTRAINT, Modality.MUST, {"text": "ok"}),
    ("The folder `out` must contain `a.txt`.", _F.DIR_CONTENTS, Modality.MUST, {"path": "out", "allowed": "a.txt"}),
    ("`a.ipynb` must be valid JSON.", _F.FORMAT_VALID, Modality.MUST, {"path": "a.ipynb", "value": "json"}),
    (
        "Write `t.dat`; it must parse as a JSON document.",
        _F.FORMAT_VALID,
        Modality.MUST,
        {"path": "t.dat", "value": "json"},
    ),
    ("Save the table as a CSV file `t.dat`.", _F.FORMAT_VALID, Modality.MUST, {"path": "t.dat", "value": "csv"}),
    ("Save `letter.bin` as a Word document.", _F.FORMAT_VALID, Modality.MUST, {"path": "letter.bin", "value": "word"}),
    ("`notes.txt` must be valid JSON.", _F.FORMAT_VALID, Modality.MUST, {"path": "notes.txt", "value": "json"}),
    ("Look it up with the `search` tool.", _F.TOOL_USED, Modality.MUST, {"tool": "search"}),
    ("Never call `delete_order`.", _F.TOOL_NOT_USED, Modality.MUST_NOT, {"tool": "delete_order"}),
    ("`t.csv` must have 3 rows.", _F.COUNT, Modality.MUST, {"path": "t.csv", "field": "rows", "count": 3}),
    ("`o.json` must hold 3 `tags`.", _F.COUNT, Modality.MUST, {"path": "o.json", "field": "tags", "count": 3}),
    ("`o.json` must have the key `key`.", _F.SCHEMA, Modality.MUST, {"path": "o.json", "keys": "key"}),
    ("`notes.txt` must exist and list the ids.", _F.PATH_EXISTS, Modality.MUST, {"path": "notes.txt"}),
)


@pytest.mark.parametrize(("text", "family", "params"), MISTAKEN)
@pytest.mark.parametrize("modality", [Modality.MUST, Modality.MUST_NOT])
def test_words_about_something_else_ground_nothing(
    text: str, family: Family, params: dict[str, Any], modality: Modality
) -> None:
    source = source_of(text)
    quote = text.partition(". ")[2] or text
    result = grounded(source, direction_of(source, quote, family=family, modality=modality, **params))
    assert result.hard == ()


@pytest.mark.parametrize(("text", "family", "modality", "params"), MEANT)
def test_words_about_the_family_are_checked(
    text: str, family: Family, modality: Modality, params: dict[str, Any]
) -> None:
    source = source_of(text)
    result = grounded(source, direction_of(source, text, family=family, modality=modality, **params))
    assert result.hard, result.abstained
