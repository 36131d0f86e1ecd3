"""Every rule of the linter is broken once, and nothing else with it."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from specharness.ir.annotation import Label
from specharness.labels.documents import LabelFile, label_files
from specharness.labels.lint import Linted, lint
from specharness.labels.overlaps import overlap_findings
from specharness.labels.rules import RULES

TEXT = """# Report

Save the result to `/root/out.json`. If `draft` is set, do not use more than 40 words.
Files to write:
- a chart
You should use short words, and `total` must be between 2 and 9.
"""

DOCUMENT = "task/instruction.md"


def span(quote: str, text: str = TEXT) -> dict[str, int]:
    start = text.index(quote)
    return {"start": start, "end": start + len(quote)}


def label(quote: str = "Save the result to `/root/out.json`.", **changes: Any) -> dict[str, Any]:
    return {
        "id": "d1",
        "spans": [span(quote)],
        "disposition": "hard",
        "modality": "must",
        "kind": "outcome",
        "family": "path_exists",
        "params": {"path": "/root/out.json"},
        "condition": None,
        "statement": "The result is there.",
        "confidence": "sure",
        **changes,
    }


def header(**changes: str) -> dict[str, str]:
    return {"document": DOCUMENT, "sha256": hashlib.sha256(TEXT.encode()).hexdigest(), **changes}


def linted(tmp_path: Path, *lines: object, text: str = TEXT, name: str = DOCUMENT) -> Linted:
    document = tmp_path / "docs" / name
    document.parent.mkdir(parents=True)
    document.write_bytes(text.encode())
    path = tmp_path / "labels" / f"{name}.jsonl"
    path.parent.mkdir(parents=True)
    path.write_text("".join(f"{line if isinstance(line, str) else json.dumps(line)}\n" for line in lines))
    (file,) = label_files([tmp_path / "labels"])
    return lint(file, tmp_path / "docs")


def rules_of(result: Linted) -> list[str]:
    return [finding.rule for finding in result.findings]


def test_a_clean_file_has_no_findings(tmp_path: Path) -> None:
    words = label(
        "do not use more than 40 words",
        id="d2",
        spans=[span("do not use more than 40 words"), span("If `draft` is set")],
        modality="must_not",
        family="count",
        params={"max": 40},
        condition="`draft` is set",
    )
    result = linted(tmp_path, header(), label(), words)
    assert rules_of(result) == []
    assert (result.document, result.labels) == (DOCUMENT, 2)


ADVICE = {"disposition": "advisory", "family": None, "params": {}}
BROKEN: list[tuple[str, list[object]]] = [
    ("not_json", [header(), "{"]),
    ("not_json", [header(), "[1]"]),
    ("not_json", [header(), "[" * 100_000]),
    ("missing_field", [header(), {key: value for key, value in label().items() if key != "kind"}]),
    ("missing_field", [header(), label(statement=" ")]),
    ("missing_field", [header(), label(confidence=None)]),
    ("unknown_field", [header(), label(strength="high")]),
    ("bad_value", [header(), label(disposition="firm")]),
    ("bad_value", [header(), label(family="path_exist")]),
    ("bad_value", [header(), label(spans=[])]),
    ("bad_value", [header(), label(spans=[{"start": 4, "end": 4}])]),
    ("bad_value", [header(), label(params={"path": {"deep": 1}})]),
    ("bad_value", [header(), label(spans=[{"start": True, "end": 9}])]),
    ("bad_value", [header(), label(spans=[{"start": 2.0, "end": 34}])]),
    ("bad_value", [header(), label(probability=2)]),
    ("bad_value", [header(), label(probability=-0.5)]),
    ("bad_value", [header(), label(id="d1\x1b[31m")]),
    ("bad_value", [header(), label(id="d1\nd2")]),
    ("not_json", [header(), label(probability=float("nan"))]),
    ("not_json", [header(), json.dumps(label(params={"count": 12345})).replace("12345", "1e999")]),
    ("not_json", [header(), label(statement="half \ud83d")]),
    ("not_json", [header(), json.dumps(label())[:-1] + ', "id": "d2"}']),
    ("not_json", [header(), json.dumps(label(spans=[{"start": 8, "end": 9}])).replace('"end": 9', '"start": 7')]),
    ("header_place", [header(), label(), header()]),
    ("hash_missing", [label()]),
    ("hash_differs", [header(sha256="0" * 64), label()]),
    ("other_document", [header(), label(source="other.md")]),
    ("duplicate_id", [header(), label(), label("a chart", **ADVICE)]),
    ("span_outside", [header(), label(spans=[{"start": 0, "end": 10_000}])]),
    ("span_ragged", [header(), label("a chart\n", **ADVICE)]),
    ("span_repeated", [header(), label("a chart", spans=[span("a chart"), span("chart")], **ADVICE)]),
    ("family_missing", [header(), label(family=None)]),
    ("family_unexpected", [header(), label(disposition="abstain")]),
    ("residual_label", [header(), label("a chart", disposition="residual", family=None, params={})]),
    ("unknown_param", [header(), label(params={"file": "/root/out.json"})]),
    ("unknown_param", [header(), label(workspace=["column"])]),
    ("literal_ungrounded", [header(), label(params={"path": "/root/other.json"})]),
    ("literal_ungrounded", [header(), label(params={"path": "/root/out.json", "count": 77})]),
    ("condition_ungrounded", [header(), label("a chart", condition="the moon is full", **ADVICE)]),
    (
        "second_key",
        [header(), label("use more than 40 words", family="count", params={"min": 40}, condition="`draft` is set")],
    ),
    ("case_6", [header(), label("Files to write:", spans=[span("Files to write:"), span("a chart")], **ADVICE)]),
    ("case_6", [header(), label("Report", params={})]),
    (
        "case_12",
        [
            header(),
            label(
                "`total` must be between 2 and 9", family="value_equals", params={"field": "total", "min": 2, "max": 9}
            ),
        ],
    ),
    ("crossing", [header(), label("You should use short", **ADVICE), label("use short words", id="d2", **ADVICE)]),
    ("same_requirement", [header(), label(), label(id="d2", statement="It is said twice.")]),
    ("bound_and_advised", [header(), label(), label(id="d2", **ADVICE)]),
]


@pytest.mark.parametrize(("rule", "lines"), BROKEN)
def test_each_rule_finds_what_it_is_for_and_nothing_else(tmp_path: Path, rule: str, lines: list[object]) -> None:
    assert rules_of(linted(tmp_path, *lines)) == [rule]


def test_what_is_wrong_is_said_in_words(tmp_path: Path) -> None:
    twice = json.dumps(label())[:-1] + ', "kind": "frame"}'
    result = linted(tmp_path, header(), label(probability=2), twice, label(statement="\ud83d"))
    messages = [finding.message for finding in result.findings]
    for said, message in zip(
        ("probability: ", "the key 'kind' stands twice", "\\ud83d is half"), messages, strict=True
    ):
        assert said in message


def test_a_whole_pair_of_surrogates_is_a_character(tmp_path: Path) -> None:
    line = json.dumps(label(statement="It is there \U0001f600."))
    assert "\\ud83d" in line
    assert rules_of(linted(tmp_path, header(), line)) == []


@pytest.mark.parametrize("name", ["a\x00b.md", "a\x1bb.md"])
def test_a_name_with_a_control_character_is_a_finding(tmp_path: Path, name: str) -> None:
    path = tmp_path / "x.jsonl"
    path.write_text(json.dumps(header(document=name)) + "\n")
    found = lint(LabelFile(path, None), tmp_path).findings
    assert [(item.rule, item.line) for item in found] == [("bad_value", 1), ("no_document", 1)]


def test_should_in_a_skill_advises(tmp_path: Path) -> None:
    text = "# Skill\n\nThe file should have `x`.\n"
    line = label("", spans=[span("The file should have `x`.", text)], family="contains", params={"text": "x"})
    name = "skills/s/SKILL.md"
    head = {"document": name, "sha256": hashlib.sha256(text.encode()).hexdigest()}
    assert rules_of(linted(tmp_path, head, line, text=text, name=name)) == ["case_2"]


def test_every_rule_is_tested() -> None:
    elsewhere = {"case_2", "misplaced", "no_document"}
    assert {rule for rule, _ in BROKEN} | elsewhere == set(RULES)


def test_the_line_is_the_one_to_correct(tmp_path: Path) -> None:
    result = linted(tmp_path, header(), "", label(), "", label(id="d2", family="nothing"))
    assert [(finding.line, finding.label) for finding in result.findings] == [(5, "")]


def test_a_text_may_be_given_by_its_place(tmp_path: Path) -> None:
    words = label(
        "do not use more than 40 words",
        spans=[span("do not use more than 40 words"), span("If `draft` is set")],
        modality="must_not",
        family="count",
        params={"max": 40, "text": span("words")},
        condition=span("`draft` is set"),
    )
    assert rules_of(linted(tmp_path, header(), words)) == []


@pytest.mark.parametrize("place", ["../outside.md", "/etc/hostname"])
def test_no_document_outside_of_the_folder_is_read(tmp_path: Path, place: str) -> None:
    (tmp_path / "outside.md").write_text(TEXT)
    result = linted(tmp_path, header(document=place), label())
    assert rules_of(result) == ["misplaced", "no_document"]
    assert "leads out of" in result.findings[1].message


def test_held_out_material_is_not_read(tmp_path: Path) -> None:
    task = tmp_path / "task"
    (task / "tests").mkdir(parents=True)
    (task / "instruction.md").write_text("Do it.")
    (task / "tests" / "notes.md").write_text(TEXT)
    path = tmp_path / "x.jsonl"
    path.write_text(json.dumps(header(document="task/tests/notes.md")) + "\n")
    from specharness.errors import HeldOutLeakError

    with pytest.raises(HeldOutLeakError):
        lint(LabelFile(path, None), tmp_path)


def test_long_lines_end_the_reading(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("specharness.measure.annotations.MAX_LINE_BYTES", 600)
    result = linted(tmp_path, header(), label(note="x" * 600), label())
    assert rules_of(result) == ["not_json"]
    assert "MAX_LINE_BYTES" in result.findings[0].message


places = st.tuples(st.integers(0, 12), st.integers(1, 6)).map(lambda pair: (pair[0], pair[0] + pair[1]))


@given(st.lists(st.tuples(places, st.sampled_from(["hard", "advisory", "abstain"])), max_size=8))
def test_overlaps_are_those_that_all_pairs_show(given_labels: list[tuple[tuple[int, int], str]]) -> None:
    """The sweep over sorted spans against the definition, pair by pair."""
    labels = [
        Label.model_validate(
            label("a chart", spans=[{"start": start, "end": end}], disposition=force, family=None, params={})
        )
        for (start, end), force in given_labels
    ]
    expected = set()
    for i, ((a, b), force) in enumerate(given_labels):
        for j, ((c, d), other) in enumerate(given_labels[:i]):
            if a < c < b < d or c < a < d < b:
                expected.add((j, i, "crossing"))
            elif (a, b) == (c, d) and force == other:
                expected.add((j, i, "same_requirement"))
            elif (a, b) == (c, d) and "advisory" in (force, other):
                expected.add((j, i, "bound_and_advised"))
    assert {(first, second, found.rule) for first, second, found in overlap_findings(labels)} == expected
