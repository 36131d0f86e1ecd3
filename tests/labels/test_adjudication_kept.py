"""What a person wrote into an adjudication survives a second run, or is named before anything is lost."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

from specharness.cli.main import main

NAMES = ("s/one.md", "s/two.md")
TEXT = "Write `out.csv` with 5 rows.\nYou should be brief.\n"


def row(quote: str, disposition: str, **changes: Any) -> dict[str, Any]:
    start = TEXT.index(quote)
    return {
        "id": "d1",
        "spans": [{"start": start, "end": start + len(quote)}],
        "disposition": disposition,
        "modality": "must",
        "kind": "outcome",
        "family": "path_exists" if disposition == "hard" else None,
        "params": {},
        "condition": None,
        "statement": "The file is there.",
        "confidence": "sure",
        **changes,
    }


OWN = row("You should be brief.", "advisory", statement="Brevity is asked for.")


def write(path: Path, name: str, rows: list[dict[str, Any]], text: str = TEXT) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    head = {"document": name, "sha256": hashlib.sha256(text.encode()).hexdigest()}
    path.write_text("".join(json.dumps(item) + "\n" for item in (head, *rows)))


class World:
    """Two annotators who differ twice in each of two documents, and what was written of it."""

    def __init__(self, root: Path) -> None:
        self.root, self.settle, self.gold = root, root / "settle.jsonl", root / "gold"
        for name in NAMES:
            (root / "docs" / name).parent.mkdir(parents=True, exist_ok=True)
            (root / "docs" / name).write_text(TEXT)
            write(root / "a" / f"{name}.jsonl", name, [row("Write `out.csv`", "hard")])
            write(
                root / "b" / f"{name}.jsonl",
                name,
                [row("Write `out.csv`", "advisory"), row("You should be brief.", "abstain", id="d2")],
            )

    def adjudicate(self, *more: str, a: str = "a", b: str = "b") -> int:
        folders = [str(self.root / a), str(self.root / b), "--docs", str(self.root / "docs")]
        return main(["annotations", "adjudicate", *folders, "-o", str(self.settle), *more])

    def apply(self) -> int:
        return main(["annotations", "apply", str(self.settle), "-o", str(self.gold)])

    def rows(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.settle.read_text().splitlines()]

    def choose(self, *written: dict[str, Any]) -> None:
        rows = self.rows()
        for item, changes in zip([item for item in rows if "choice" in item], written, strict=True):
            item.update(changes)
        self.settle.write_text("".join(json.dumps(item) + "\n" for item in rows))

    def chosen(self) -> list[tuple[str | None, bool]]:
        return [(item["choice"], item["own"] is not None) for item in self.rows() if "choice" in item]

    def gold_rows(self, name: str) -> list[dict[str, Any]]:
        return [json.loads(line) for line in (self.gold / f"{name}.jsonl").read_text().splitlines()[1:]]


CHOICES: list[dict[str, Any]] = [{"choice": "a"}, {"choice": "own", "own": OWN}, {"choice": "b"}, {"own": OWN}]


@pytest.fixture
def world(tmp_path: Path) -> World:
    world = World(tmp_path)
    assert world.adjudicate() == 0
    world.choose(*CHOICES)
    return world


def test_a_second_run_changes_nothing(world: World) -> None:
    assert world.adjudicate() == 0
    first = world.settle.read_bytes()
    assert world.chosen() == [("a", False), ("own", True), ("b", False), (None, True)]
    assert world.adjudicate() == 0
    assert world.settle.read_bytes() == first


def test_annotators_in_the_other_order_keep_their_choices(world: World, capsys: pytest.CaptureFixture[str]) -> None:
    assert world.adjudicate(a="b", b="a") == 0
    assert "kept 4 of 4 choices" in capsys.readouterr().err
    assert world.chosen() == [("b", False), ("own", True), ("a", False), (None, True)]
    world.choose({}, {}, {}, {"choice": "own"})
    assert world.apply() == 0
    assert [[item["disposition"] for item in world.gold_rows(name)] for name in NAMES] == [
        ["hard", "advisory"],
        ["advisory", "advisory"],
    ]


def test_documents_of_another_run_are_taken_over(world: World, capsys: pytest.CaptureFixture[str]) -> None:
    (world.root / "a" / f"{NAMES[0]}.jsonl").unlink()
    assert world.adjudicate() == 0
    assert "kept as they were: s/one.md" in capsys.readouterr().err
    assert sorted(item["document"] for item in world.rows() if "document" in item) == list(NAMES)
    assert sorted(world.chosen(), key=str) == sorted([("a", False), ("own", True), ("b", False), (None, True)], key=str)


@pytest.mark.parametrize("what", ["label", "text"])
def test_what_would_be_lost_is_named_and_the_file_stays(
    world: World, capsys: pytest.CaptureFixture[str], what: str
) -> None:
    before = world.settle.read_bytes()
    if what == "label":
        write(world.root / "b" / f"{NAMES[0]}.jsonl", NAMES[0], [row("You should be brief.", "residual")])
    else:
        text = f"{TEXT}More.\n"
        (world.root / "docs" / NAMES[0]).write_text(text)
        for side in "ab":
            write(world.root / side / f"{NAMES[0]}.jsonl", NAMES[0], [row("Write `out.csv`", "hard")], text)
    assert world.adjudicate() == 2
    (line,) = capsys.readouterr().err.splitlines()
    for said in (f"line 2 (s/one.md: a {what}" if what == "label" else "line 2 (s/one.md: the text", "--backup"):
        assert said in line
    assert world.settle.read_bytes() == before
    assert world.adjudicate("--backup") == 0
    backup = world.root / "settle.jsonl.bak"
    assert backup.read_bytes() == before
    assert world.adjudicate("--backup") == 2
    assert "is there already" in capsys.readouterr().err
    assert backup.read_bytes() == before


def test_an_empty_own_drops_what_both_have(world: World) -> None:
    world.choose({"choice": "own", "own": []}, {"choice": "a", "own": None}, {"choice": "b"}, {"choice": "own"})
    assert world.adjudicate() == 0
    assert world.apply() == 0
    assert world.gold_rows(NAMES[0]) == []


FAULTS: list[tuple[dict[str, Any], str]] = [
    ({"choice": "own", "own": {**OWN, "spans": [{"start": 0, "end": 99_999}]}}, "0:99999 ends after the text"),
    ({"choice": "own", "own": {**OWN, "condition": {"start": 3, "end": 500}}}, "condition 3:500 ends after"),
    ({"choice": "own", "own": {**OWN, "params": {"text": {"start": 3, "end": 500}}}}, "text 3:500 ends after"),
    ({"choice": "own", "own": {**OWN, "params": {"count": float("nan")}}}, "NaN is no number"),
    ({"choice": "own", "own": {**OWN, "statement": ""}}, "statement: is missing"),
    ({"choice": "own", "own": [OWN, {**OWN, "family": "count"}]}, "family_unexpected"),
    ({"choice": "own", "own": {**OWN, "kind": "thing"}}, "adjudication: own.kind: expected "),
    ({"choice": "own", "own": {**OWN, "params": {"a": {"b": 1}}}}, "own.params: expected literals"),
    ({"choice": "own", "own": [{**OWN, "spans": []}]}, "own.0.spans: "),
    ({"choice": "own", "own": {**OWN, "statement": "\ud83d"}}, "half a character"),
    ({"choice": "own", "own": None}, "own is missing"),
    ({"choice": "a", "own": OWN}, 'own is filled in and the choice is "a"'),
]


@pytest.mark.parametrize(("written", "message"), FAULTS)
def test_gold_that_the_linter_refuses_is_not_written(
    world: World, capsys: pytest.CaptureFixture[str], written: dict[str, Any], message: str
) -> None:
    world.choose({"choice": "a"}, {"choice": "a", "own": None}, {"choice": "b"}, written)
    assert world.apply() == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert f"{world.settle}:6: " in line
    assert message in line
    assert not world.gold.exists()


def test_a_document_that_stands_there_twice_is_refused(world: World, capsys: pytest.CaptureFixture[str]) -> None:
    world.settle.write_text(world.settle.read_text() * 2)
    for status in (world.apply(), world.adjudicate()):
        assert status == 2
    for line in capsys.readouterr().err.splitlines()[-2:]:
        assert ":7: s/one.md stands in the file twice" in line


@pytest.mark.parametrize(
    ("name", "message"),
    [("a\x00b", "control character"), ("a\nb", "control character"), ("n" * 300, "can't be written")],
)
def test_names_that_no_file_can_have(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str, message: str
) -> None:
    settle = tmp_path / "settle.jsonl"
    settle.write_text(json.dumps({"document": name, "sha256": "0" * 64}) + "\n")
    assert main(["annotations", "apply", str(settle), "-o", str(tmp_path / "g" / "gold")]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert message in line
    assert "internal" not in line
    assert not (tmp_path / "g").exists()


def test_two_names_of_one_file_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    settle = tmp_path / "settle.jsonl"
    lines = [json.dumps({"document": name, "sha256": "0" * 64}) for name in ("a.md", "./a.md")]
    settle.write_text("\n".join(lines) + "\n")
    assert main(["annotations", "apply", str(settle), "-o", str(tmp_path / "gold")]) == 2
    assert "two documents" in capsys.readouterr().err
    assert not (tmp_path / "gold").exists()
