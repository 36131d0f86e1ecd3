"""Labels and predictions meet over the same text and over no other."""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path

import pytest

from specharness.api import compile_specification
from specharness.errors import InputError, NotFoundError, PathEscapeError, SchemaMismatchError
from specharness.ir import Disposition, Source, SourceKind
from specharness.ir.annotation import directions_jsonl
from specharness.ir.schema import json_document
from specharness.labels.scored import Predictions, read_gold, read_predictions
from specharness.sources import SourceRequest, load

TEXT = "Save `out.json`.\nIt has 3 rows.\n"
NONE = Predictions((), {}, {})


def line(start: int = 0, end: int = 16, **fields: object) -> str:
    row: dict[str, object] = {
        "id": "d1",
        "spans": [{"start": start, "end": end}],
        "disposition": "hard",
        "modality": "must",
        "kind": "outcome",
        "family": "path_exists",
        "params": {"path": "out.json"},
        "condition": None,
        "statement": "",
        "confidence": "sure",
    }
    return json.dumps({**row, **fields})


def put(folder: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def source(name: str = "t/instruction.md", text: str = TEXT) -> Source:
    return Source(id=name, kind=SourceKind.PROMPT, sha256=sha256(text.encode()).hexdigest(), text=text)


def test_gold_with_a_folder_of_texts(tmp_path: Path) -> None:
    gold = put(tmp_path / "gold", {"t/instruction.md.jsonl": line(), "t/skills/s/SKILL.md.jsonl": ""})
    docs = put(tmp_path / "docs", {"t/instruction.md": TEXT, "t/skills/s/SKILL.md": "# S\n"})
    first, second = read_gold(gold, docs, NONE)
    assert (first.source.id, first.task, len(first.gold)) == ("t/instruction.md", "t", 1)
    assert (second.source.kind, second.task, second.gold) == (SourceKind.SKILL, "t", ())


def test_gold_without_docs_takes_the_text_beside_it_or_from_the_predictions(tmp_path: Path) -> None:
    gold = put(tmp_path / "gold", {"a.md.jsonl": line(), "a.md": TEXT})
    assert read_gold(gold, None, NONE)[0].source.text == TEXT
    bare = put(tmp_path / "bare", {"a.md.jsonl": line()})
    with pytest.raises(NotFoundError, match="--docs"):
        read_gold(bare, None, NONE)
    compiled = compile_specification(load(SourceRequest(path=str(gold / "a.md"))))
    result = put(tmp_path / "pred", {"a.md.json": json_document(compiled)})
    assert read_gold(bare, None, read_predictions(result))[0].source.text == TEXT


def test_sets_and_lines_say_the_same(tmp_path: Path) -> None:
    put(tmp_path, {"a.md": TEXT})
    compiled = compile_specification(load(SourceRequest(path=str(tmp_path / "a.md"))))
    whole = put(tmp_path / "whole", {"a.md.json": json_document(compiled), "a.md.jsonl": directions_jsonl(compiled)})
    lines = put(tmp_path / "lines", {"a.md.jsonl": directions_jsonl(compiled)})
    one, other = read_predictions(whole).of(source("a.md")), read_predictions(lines).of(source("a.md"))
    assert one is not None
    assert other is not None
    assert one.demotions is not None
    assert other.demotions is None
    assert [item.spans for item in one.directions] == [item.spans for item in other.directions]
    assert [item.confidence for item in one.directions] == [item.confidence for item in other.directions]


def test_a_text_is_found_by_its_hash(tmp_path: Path) -> None:
    put(tmp_path, {"a.md": TEXT})
    compiled = compile_specification(load(SourceRequest(path=str(tmp_path / "a.md"))))
    predictions = read_predictions(put(tmp_path / "pred", {"a.md.json": json_document(compiled)}))
    found = predictions.of(source("skillsbench/t/instruction.md"))
    assert found is not None
    assert {span.source for item in found.directions for span in item.spans} == {"skillsbench/t/instruction.md"}
    assert predictions.of(source("b.md", "Other.")) is None
    with pytest.raises(SchemaMismatchError, match="two versions"):
        predictions.of(source("a.md", "Other."))


def test_lines_of_several_sources_in_one_file(tmp_path: Path) -> None:
    two = [
        line(spans=[{"source": "t/instruction.md", "start": 0, "end": 16}]),
        line(spans=[{"source": "t/AGENTS.md", "start": 0, "end": 4}]),
    ]
    predictions = read_predictions(put(tmp_path, {"t.jsonl": "\n".join(two)}))
    for name in ("t/instruction.md", "t/AGENTS.md"):
        found = predictions.of(source(name))
        assert found is not None
        assert len(found.directions) == 1


def test_a_text_compiled_alone_and_moved(tmp_path: Path) -> None:
    alone = line(spans=[{"source": "instruction.md", "start": 0, "end": 16}])
    predictions = read_predictions(put(tmp_path, {"a/instruction.md.jsonl": alone, "b/instruction.md.jsonl": alone}))
    for name in ("a/instruction.md", "b/instruction.md"):
        found = predictions.of(source(name))
        assert found is not None
        assert found.directions[0].spans[0].source == name


def test_a_compilers_probability_is_its_confidence(tmp_path: Path) -> None:
    found = read_predictions(put(tmp_path, {"a.md.jsonl": line(probability=0.25)})).of(source("a.md"))
    assert found is not None
    assert found.directions[0].confidence == 0.25
    assert found.directions[0].disposition is Disposition.HARD


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("{", "a.md.jsonl:1"),
        ("[1]", "a.md.jsonl:1"),
        (line(disposition="maybe"), "disposition"),
    ],
)
def test_broken_lines_are_named(tmp_path: Path, content: str, message: str) -> None:
    with pytest.raises(SchemaMismatchError, match=message):
        read_predictions(put(tmp_path, {"a.md.jsonl": content}))


@pytest.mark.parametrize(("content", "message"), [(line(end=9999), "9999"), (line(probability=7), "probability|conf")])
def test_lines_that_do_not_fit_the_text(tmp_path: Path, content: str, message: str) -> None:
    with pytest.raises(SchemaMismatchError, match=message):
        read_predictions(put(tmp_path, {"a.md.jsonl": content})).of(source("a.md"))


def test_nothing_to_read(tmp_path: Path) -> None:
    with pytest.raises(NotFoundError):
        read_predictions(tmp_path / "missing")
    with pytest.raises(InputError, match="found none"):
        read_predictions(tmp_path)
    with pytest.raises(InputError):
        read_gold(tmp_path, None, NONE)
    put(tmp_path, {"usage.jsonl": '{"document": "a"}\n'})
    with pytest.raises(InputError, match="found none"):
        read_predictions(tmp_path)
    put(tmp_path, {"a.json": "{}"})
    with pytest.raises(SchemaMismatchError, match="schema_version"):
        read_predictions(tmp_path)


def test_usage_beside_results(tmp_path: Path) -> None:
    put(tmp_path, {"a.md.jsonl": line(), "usage.jsonl": '{"document": "a.md", "seconds": 0.5, "input_tokens": 9}\n\n'})
    assert read_predictions(tmp_path).usage["a.md"].input_tokens == 9
    put(tmp_path, {"usage.jsonl": '{"document": "a.md", "seconds": -1}\n'})
    with pytest.raises(SchemaMismatchError, match=r"usage.jsonl: line 1: seconds"):
        read_predictions(tmp_path)


def test_labels_lead_nowhere_else(tmp_path: Path) -> None:
    header = json.dumps({"document": "../secret.md", "sha256": "0" * 64})
    gold = put(tmp_path / "gold", {"a.md.jsonl": header + "\n" + line()})
    put(tmp_path, {"secret.md": TEXT, "docs/a.md": TEXT})
    with pytest.raises(PathEscapeError):
        read_gold(gold, tmp_path / "docs", NONE)
    with pytest.raises((PathEscapeError, NotFoundError)):
        read_gold(gold, None, NONE)
