"""Label files: what is written can be read again, nothing is lost, and what is no label file is refused."""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path, PurePath
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from specharness.errors import SchemaMismatchError
from specharness.ir import Disposition, Family, Kind, Modality, Reason, Source
from specharness.measure.annotations import read_directions
from specharness.review import labels
from specharness.review.labels import LabelFile, Row, check, dump, parse
from specharness.sources import kind_of
from specharness.sources.read import read_source

TEXT = "Save 🎉 `a.json`.\r\nKeep é as it is.\n请保存。"
SOURCE = Source(id="doc.md", kind="prompt", sha256=sha256(TEXT.encode()).hexdigest(), text=TEXT)

words = st.text(st.characters(exclude_categories=("Cs",)), max_size=20)
places = st.tuples(st.integers(0, len(TEXT) - 1), st.integers(1, len(TEXT))).filter(lambda pair: pair[0] < pair[1])
spans = places.map(lambda pair: {"start": pair[0], "end": pair[1]})
scalars = st.one_of(words, st.integers(-(2**50), 2**50), st.booleans(), st.none(), st.floats(-1e9, 1e9))


@st.composite
def rows(draw: st.DrawFn) -> list[Row]:
    """Labels with ids that differ."""
    found = draw(
        st.lists(
            st.fixed_dictionaries(
                {
                    "spans": st.lists(spans, min_size=1, max_size=3),
                    "disposition": st.sampled_from(list(map(str, Disposition))),
                    "modality": st.sampled_from(list(map(str, Modality))),
                    "kind": st.sampled_from(list(map(str, Kind))),
                    "family": st.sampled_from([None, *map(str, Family)]),
                    "params": st.dictionaries(st.sampled_from(["path", "min", "keys"]), scalars | st.lists(scalars)),
                    "param_spans": st.dictionaries(st.sampled_from(["path", "keys"]), st.lists(spans, max_size=2)),
                    "condition": st.none() | words,
                    "statement": words,
                    "reason": st.sampled_from([None, *map(str, Reason)]),
                    "confidence": st.sampled_from(["sure", "unsure"]),
                },
                optional={"note": words.filter(bool), "workspace": st.just(["path"]), "probability": st.floats(0, 1)},
            ),
            max_size=4,
        )
    )
    return [{"id": f"d{number}", **row} for number, row in enumerate(found)]


@settings(deadline=None, max_examples=60)
@given(rows())
def test_what_is_written_is_read_again(written: list[Row]) -> None:
    check(written, SOURCE)
    text = dump(LabelFile("doc.md", SOURCE.sha256, tuple(written)))
    file = parse(text.encode("utf-8"), SOURCE, "doc.md")
    assert (file.document, file.sha256) == ("doc.md", SOURCE.sha256)
    assert len(file.rows) == len(written)
    for got, given_row in zip(file.rows, written, strict=True):
        assert {name: got.get(name) for name in given_row} == given_row
    assert dump(file) == text
    assert [direction.id for direction in read_directions(text, SOURCE)] == [row["id"] for row in written]


def line(**changes: Any) -> dict[str, Any]:
    row = {
        "id": "d1",
        "spans": [{"start": 0, "end": 4}],
        "disposition": "hard",
        "modality": "must",
        "kind": "outcome",
        "family": "path_exists",
        "params": {},
        "condition": None,
        "statement": "It is saved.",
        "confidence": "sure",
    }
    return {**row, **changes}


def file_of(*lines: dict[str, Any]) -> bytes:
    return "".join(json.dumps(each) + "\n" for each in lines).encode()


def test_the_name_that_a_file_gives_its_document_is_kept() -> None:
    file = parse(file_of(line(source="folder/doc.md")), SOURCE, "doc.md")
    assert file.document == "folder/doc.md"
    header, first = map(json.loads, dump(LabelFile(file.document, SOURCE.sha256, file.rows)).splitlines())
    assert header == {"document": "folder/doc.md", "sha256": SOURCE.sha256}
    assert (first["source"], first["spans"]) == ("folder/doc.md", [{"source": "folder/doc.md", "start": 0, "end": 4}])


@pytest.mark.parametrize(
    "broken",
    [
        file_of(line(source="other.md")),
        file_of(line(spans=[{"source": "other.md", "start": 0, "end": 4}])),
        file_of({"document": "other.md", "sha256": "0" * 64}, line()),
    ],
)
def test_labels_of_another_document_are_refused(broken: bytes) -> None:
    with pytest.raises(SchemaMismatchError, match=r"about other\.md, expected labels of doc\.md alone"):
        parse(broken, SOURCE, "doc.md")


def test_places_in_other_documents_stay_what_they_are() -> None:
    elsewhere = {"source": "AGENTS.md", "start": 500, "end": 600}
    file = parse(file_of(line(param_spans={"path": [elsewhere]}, params={"path": "x"})), SOURCE, "doc.md")
    check(file.rows, SOURCE)
    assert file.rows[0]["param_spans"] == {"path": [elsewhere]}
    assert json.loads(dump(file).splitlines()[-1])["param_spans"] == {"path": [elsewhere]}


@pytest.mark.parametrize(
    ("broken", "message"),
    [
        (b'{"id": "d1"}\n', "line 1"),
        (file_of(line()) + b"\n\nnot json\n", "line 4"),
        (file_of(line(), line()), "line 2: the id 'd1' is there twice"),
        (file_of(line(spans=[{"start": 0, "end": 999}])), "line 1: d1: a span ends at 999"),
        (file_of(line(condition={"start": 0, "end": 999})), "line 1: d1: a span ends at 999"),
        (file_of(line(params={"path": {"start": 0, "end": 999}})), "line 1: d1: a span ends at 999"),
        (b"\xff\xfe", "line 1"),
    ],
)
def test_the_wrong_line_is_named(broken: bytes, message: str) -> None:
    with pytest.raises(SchemaMismatchError, match=message):
        parse(broken, SOURCE, "doc.md")


def test_labels_of_an_older_text_are_still_read() -> None:
    header = {"document": "doc.md", "sha256": "0" * 64}
    file = parse(file_of(header, line(spans=[{"start": 0, "end": 999}])), SOURCE, "doc.md")
    assert file.sha256 == "0" * 64
    with pytest.raises(SchemaMismatchError, match="direction 1"):
        check(file.rows, SOURCE)


def test_separators_inside_of_texts_end_no_line() -> None:
    text = dump(LabelFile("doc.md", None, (line(statement="a\u2028b\x85c\u2029d", param_spans={}),)))
    assert len(text.splitlines()) == 1
    assert parse(text.encode(), SOURCE, "doc.md").rows[0]["statement"] == "a\u2028b\x85c\u2029d"


def test_a_byte_order_mark_of_an_editor_is_no_part_of_a_line() -> None:
    assert len(parse(b"\xef\xbb\xbf" + file_of(line()), SOURCE, "doc.md").rows) == 1


@pytest.mark.data
def test_every_development_label_survives(repository: Path, data: Path) -> None:
    dev, docs = repository / "annotations" / "dev", data.parent / "annotation" / "docs"
    if not docs.is_dir():
        pytest.skip(f"no labelled texts at {docs}")
    count = 0
    for path in sorted(dev.rglob("*.jsonl")):
        name = path.relative_to(dev).as_posix().removesuffix(".jsonl")
        source = read_source(docs / name, name, kind_of(PurePath(name)))
        file = parse(path.read_bytes(), source, name)
        check(file.rows, source)
        again = dump(file)
        assert read_directions(again, source) == read_directions(path.read_text(encoding="utf-8"), source)
        count += 1
    assert count > 100


def test_too_many_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(labels, "MAX_DIRECTIONS", 1)
    with pytest.raises(Exception, match="MAX_DIRECTIONS"):
        check([line(), line(id="d2")], SOURCE)
