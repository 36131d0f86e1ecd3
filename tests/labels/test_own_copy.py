"""What the project keeps of labels from elsewhere, and how they are corrected."""

from __future__ import annotations

import hashlib
import json
import runpy
import sys
from pathlib import Path
from typing import Any

import pytest

from specharness.errors import NotFoundError, SchemaMismatchError
from specharness.ir import Source, SourceKind
from specharness.ir.annotation import Label
from specharness.labels.corrections import Correction, by_case, corrected, read_corrections
from specharness.labels.documents import LabelledText
from specharness.labels.own_copy import MAX_LITERAL, own_copy
from specharness.labels.statements import own_statement
from specharness.measure.annotations import read_directions

TEXT = """If the  draft
flag is set, write `a.csv` with the columns `id` and `name`, and begin it with this sentence, which is rather longer
than any literal that a label should copy.
"""
LONG = TEXT[TEXT.index("this sentence") : TEXT.index(".\n")]
SOURCE = Source(
    id="t/instruction.md", kind=SourceKind.PROMPT, sha256=hashlib.sha256(TEXT.encode()).hexdigest(), text=TEXT
)


def label(number: int, quote: str, **changes: Any) -> Label:
    start = TEXT.index(quote)
    return Label.model_validate(
        {
            "id": f"d{number}",
            "source": SOURCE.id,
            "spans": [{"start": start, "end": start + len(quote)}],
            "disposition": "hard",
            "modality": "must",
            "kind": "outcome",
            "family": "schema",
            "statement": "a sentence that someone else wrote",
            "confidence": "sure",
            "note": "a remark that someone else wrote",
            **changes,
        }
    )


LABELS = (
    label(1, "write `a.csv`", family="path_exists", params={"path": "a.csv"}, condition="the draft flag is set"),
    label(2, "with the columns `id` and `name`", params={"column": ["id", "name"]}),
    label(3, LONG, family="contains", params={"text": LONG}, condition="somebody asks"),
)


def copied(*corrections: Correction) -> list[dict[str, Any]]:
    text = own_copy(LabelledText(SOURCE.id, None, LABELS, Path("x.jsonl")), SOURCE, corrections)
    return [json.loads(line) for line in text.splitlines()]


def test_no_text_of_the_document_is_copied_but_short_literals() -> None:
    header, *rows = copied()
    assert header == {"document": SOURCE.id, "sha256": SOURCE.sha256}
    assert [row["id"] for row in rows] == ["d1", "d2", "d3"]
    written = json.dumps(rows)
    assert "someone else" not in written
    assert LONG[:MAX_LITERAL] not in written
    condition = rows[0]["condition"]
    assert TEXT[condition["start"] : condition["end"]] == "the  draft\nflag is set"
    assert rows[2]["condition"] == "somebody asks"  # the annotator's, since no text says it


def test_the_copy_reads_as_the_labels_did() -> None:
    text = own_copy(LabelledText(SOURCE.id, None, LABELS, Path("x.jsonl")), SOURCE, ())
    given = read_directions("".join(item.model_dump_json() + "\n" for item in LABELS), SOURCE)
    for one, other in zip(given, read_directions(text, SOURCE), strict=True):
        fields = {"spans", "disposition", "modality", "kind", "family", "reason", "confidence"}
        assert one.model_dump(include=fields) == other.model_dump(include=fields)
        assert {name: param.value for name, param in one.params.items()} == {
            name: param.value for name, param in other.params.items()
        }


def correction(**changes: Any) -> Correction:
    values: dict[str, Any] = {"document": SOURCE.id, "id": "d2", "case": 1, "why": "because it is so"}
    return Correction.model_validate({**values, **changes})


def test_a_list_is_split_and_the_others_stay() -> None:
    start = TEXT.index("with the columns")
    pieces = [
        {"spans": [{"start": start, "end": start + 21}], "params": {"column": "id"}},
        {"spans": [{"start": start + 26, "end": start + 32}], "params": {"column": "name"}},
    ]
    _, *rows = copied(correction(split=pieces))
    assert [row["id"] for row in rows] == ["d1", "d2a", "d2b", "d3"]
    assert [row["params"] for row in rows[1:3]] == [{"column": "id"}, {"column": "name"}]
    assert {row["family"] for row in rows[1:3]} == {"schema"}


def test_a_label_is_changed_or_dropped() -> None:
    (changed,) = corrected(SOURCE.id, LABELS[:1], [correction(id="d1", case=12, set={"family": "dir_contents"})])
    assert changed == LABELS[0].model_copy(update={"family": "dir_contents"})
    assert corrected(SOURCE.id, LABELS[:1], [correction(id="d1", case=7, drop=True)]) == []


@pytest.mark.parametrize(
    ("item", "message"),
    [
        (correction(id="d9", drop=True), "no label d9"),
        (correction(set={"family": "schema"}), "changes nothing"),
        (correction(set={"family": "shape"}), "makes no label"),
    ],
)
def test_a_correction_that_does_not_fit_is_an_error(item: Correction, message: str) -> None:
    with pytest.raises(SchemaMismatchError, match=message):
        corrected(SOURCE.id, LABELS, [item])


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({}, "one of set, drop and split"),
        ({"drop": True, "set": {"family": "count"}}, "one of set, drop and split"),
        ({"drop": True, "case": 13}, "case"),
        ({"drop": True, "why": ""}, "why"),
    ],
)
def test_a_broken_correction_names_its_line(tmp_path: Path, changes: dict[str, Any], message: str) -> None:
    path = tmp_path / "corrections.jsonl"
    row = {"document": "x", "id": "d1", "case": 1, "why": "because it is so", **changes}
    path.write_text(json.dumps(row) + "\n")
    with pytest.raises(SchemaMismatchError, match=f":1: .*{message}"):
        read_corrections(path)
    with pytest.raises(NotFoundError):
        read_corrections(tmp_path / "none.jsonl")


def test_no_label_is_corrected_twice(tmp_path: Path) -> None:
    path = tmp_path / "corrections.jsonl"
    path.write_text((correction(drop=True).model_dump_json() + "\n") * 2)
    with pytest.raises(SchemaMismatchError, match=r":2: .*twice"):
        read_corrections(path)


def test_statements_follow_from_labels_alone() -> None:
    assert own_statement(LABELS[0]) == "The path exists (path a.csv), demanded under a condition."
    assert own_statement(LABELS[2]) == "The text contains what is stated, demanded under a condition."
    soft = label(4, "write `a.csv`", disposition="advisory", family=None, modality="may")
    assert own_statement(soft) == "Advice on the outcome, which blocks nothing, permitted."


@pytest.mark.data
def test_the_kept_copy_follows_from_the_given_labels(repository: Path, data: Path, tmp_path: Path) -> None:
    """The files in the repository are what the script makes; nobody has edited them by hand."""
    given = data.parent / "annotation"
    if not (given / "dev").is_dir():
        pytest.skip(f"no given labels at {given / 'dev'}")
    kept = repository / "annotations"
    run_import(repository, given / "dev", given / "docs", "-o", tmp_path, "--corrections", kept / "corrections.jsonl")
    made = {path.relative_to(tmp_path): path.read_bytes() for path in tmp_path.rglob("*.jsonl")}
    assert made == {path.relative_to(kept / "dev"): path.read_bytes() for path in (kept / "dev").rglob("*.jsonl")}


def run_import(repository: Path, *arguments: object, status: int = 0) -> None:
    script = repository / "eval" / "import_labels.py"
    before = sys.argv
    sys.argv = [str(script), *map(str, arguments)]
    try:
        with pytest.raises(SystemExit) as ended:
            runpy.run_path(str(script), run_name="__main__")
    finally:
        sys.argv = before
    assert ended.value.code == status


def test_corrections_are_counted_by_a_command(repository: Path, capsys: pytest.CaptureFixture[str]) -> None:
    kept = repository / "annotations" / "corrections.jsonl"
    run_import(repository, "--count", kept)
    printed = json.loads(capsys.readouterr().out)
    assert printed["labels"] == sum(1 for line in kept.read_text().splitlines() if line)
    assert {int(case): count for case, count in printed["by_case"].items()} == by_case(read_corrections(kept))


def test_the_import_script_explains_bad_input(
    repository: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run_import(repository, tmp_path, tmp_path, "-o", tmp_path / "out", status=2)
    assert capsys.readouterr().err.startswith("error: ")
    assert not (tmp_path / "out").exists()
