"""Two annotators: figures, differences, choices, gold."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

from specharness.cli.main import main
from specharness.errors import InputError, SchemaMismatchError
from specharness.labels.adjudicate import compare, document, read
from specharness.labels.agree import agreement, pair, sides
from specharness.labels.choices import carry
from specharness.labels.gold import gold
from specharness.measure.annotations import read_directions
from specharness.measure.compilers import load_examples
from specharness.measure.score import score_document

NAME = "t/instruction.md"
TEXT = """Write `out.csv` with 5 rows.

Compute the mean of `x`. You should be brief.
Then sort the rows by `id`.
"""


def line(number: int, quote: str, disposition: str = "hard", **changes: Any) -> dict[str, Any]:
    start = TEXT.index(quote)
    return {
        "id": f"d{number}",
        "spans": [{"start": start, "end": start + len(quote)}],
        "disposition": disposition,
        "modality": "must",
        "kind": "outcome",
        "family": "path_exists" if disposition == "hard" else None,
        "params": {},
        "condition": None,
        "statement": f"sentence {number}",
        "confidence": "sure",
        **changes,
    }


FIRST = [
    line(1, "Write `out.csv`", params={"path": "out.csv"}),
    line(2, "with 5 rows", family="count", params={"path": "out.csv", "count": 5}),
    line(3, "Compute the mean of `x`.", family="computed"),
    line(4, "You should be brief.", "advisory"),
    line(5, "Then sort the rows by `id`.", family="ordered_steps"),
]
SECOND = [
    line(7, "Write `out.csv`", params={"path": "out.csv"}, statement="in other words"),
    line(2, "Compute the mean of `x`.", "abstain"),
    line(3, "You should be brief.", "advisory"),
    line(4, "Then sort the rows by `id`.", family="sorted", params={"column": "id"}),
]


@pytest.fixture
def world(tmp_path: Path) -> Path:
    (tmp_path / "docs" / "t").mkdir(parents=True)
    (tmp_path / "docs" / NAME).write_text(TEXT)
    head = {"document": NAME, "sha256": hashlib.sha256(TEXT.encode()).hexdigest()}
    for side, rows in (("a", FIRST), ("b", SECOND)):
        path = tmp_path / side / f"{NAME}.jsonl"
        path.parent.mkdir(parents=True)
        path.write_text("".join(json.dumps(row) + "\n" for row in (head, *rows)))
    return tmp_path


def test_figures_are_those_of_the_scorer_and_symmetric(world: Path) -> None:
    one = agreement(world / "a", world / "b", world / "docs")
    other = agreement(world / "b", world / "a", world / "docs")
    row = one.as_json()["total"]
    assert row["direction_f1"] == pytest.approx(2 * 4 / (5 + 4))
    assert row["hard_f1"] == pytest.approx(2 * 2 / (4 + 2))
    assert row["family_accuracy"] == pytest.approx(1 / 2)
    assert row["char_kappa"] == pytest.approx(kappa_by_hand())
    back = other.as_json()["total"]
    for figure in ("char_kappa", "direction_f1", "hard_f1", "family_accuracy"):
        assert back[figure] == pytest.approx(row[figure])


def kappa_by_hand() -> float:
    """Cohen's kappa, character by character."""

    def classes(rows: list[dict[str, Any]]) -> list[str]:
        found = ["residual"] * len(TEXT)
        for row in rows:  # no two of them overlap
            for span in row["spans"]:
                found[span["start"] : span["end"]] = [row["disposition"]] * (span["end"] - span["start"])
        return [force for force, character in zip(found, TEXT, strict=True) if not character.isspace()]

    a, b = classes(FIRST), classes(SECOND)
    agree = sum(x == y for x, y in zip(a, b, strict=True)) / len(a)
    chance = sum(a.count(force) * b.count(force) for force in set(a)) / len(a) ** 2
    return (agree - chance) / (1 - chance)


def test_an_annotator_agrees_with_himself(world: Path) -> None:
    row = agreement(world / "a", world / "a", world / "docs").as_json()["total"]
    assert [row[name] for name in ("char_kappa", "direction_f1", "hard_f1", "family_accuracy")] == [1, 1, 1, 1]


def test_differences_stand_side_by_side(world: Path) -> None:
    (both,) = sides(world / "a", world / "b").both
    items = compare(*both, world / "docs").items
    assert [(item.agreed is not None, item.differs, item.settled_case) for item in items] == [
        (True, (), None),
        (False, ("only_a",), 7),
        (False, ("disposition", "family"), 3),
        (True, (), None),
        (False, ("family", "params"), 5),
    ]
    assert items[2].text_a == ("Compute the mean of `x`.",)


def finish(path: Path, choices: list[object]) -> None:
    rows = [json.loads(text) for text in path.read_text().splitlines()]
    waiting = [row for row in rows if "choice" in row]
    for row, choice in zip(waiting, choices, strict=False):
        if isinstance(choice, dict):
            row["choice"], row["own"] = "own", choice
        else:
            row["choice"] = choice
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))


def test_from_differences_to_gold(world: Path, capsys: pytest.CaptureFixture[str]) -> None:
    settle, out = world / "settle.jsonl", world / "gold"
    arguments = ["annotations", "adjudicate", f"{world / 'a'}", f"{world / 'b'}", "--docs", f"{world / 'docs'}"]
    assert main([*arguments, "-o", str(settle)]) == 0
    assert main(["annotations", "apply", str(settle), "-o", str(out)]) == 2
    assert "3 open differences" in capsys.readouterr().err
    assert not out.exists()

    finish(settle, ["a", "b"])
    assert main([*arguments, "-o", str(settle)]) == 0
    assert "kept 2 of 2 choices" in capsys.readouterr().err
    own = line(1, "Then sort the rows by `id`.", family="sorted", params={"column": "id"}, statement="own words")
    finish(settle, ["a", "b", own])
    assert main(["annotations", "apply", str(settle), "-o", str(out)]) == 0
    (example,) = load_examples(out, world / "docs")
    assert [(item.id, item.disposition.value, item.family and item.family.value) for item in example.gold] == [
        ("d1", "hard", "path_exists"),
        ("d2", "hard", "count"),
        ("d3", "abstain", None),
        ("d4", "advisory", None),
        ("d5", "hard", "sorted"),
    ]
    assert main(["annotations", "lint", str(out), "--docs", str(world / "docs")]) == 0


def test_a_choice_about_a_label_that_changed_is_asked_again(world: Path) -> None:
    (both,) = sides(world / "a", world / "b").both
    settle = world / "settle.jsonl"
    settle.write_text(document([compare(*both, world / "docs")]))
    finish(settle, ["b", "a", "a"])
    path = world / "b" / f"{NAME}.jsonl"
    path.write_text(path.read_text().replace('"abstain"', '"advisory"'))
    (changed,) = sides(world / "a", world / "b").both
    carried = carry([compare(*changed, world / "docs")], read(settle))
    assert [item.choice for item in carried.cases[0].items if item.agreed is None] == ["b", None, "a"]
    assert [(lost.document, lost.line, lost.why) for lost in carried.lost] == [(NAME, 4, "a label has changed")]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"choice": "a"}', "header"),
        ("{", "not a line"),
        ('{"document": "x", "sha256": "0"}', "sha256"),
        ("[1, 2]", "not a line"),
    ],
)
def test_a_broken_adjudication_names_its_line(world: Path, text: str, message: str) -> None:
    path = world / "settle.jsonl"
    path.write_text(text + "\n")
    with pytest.raises(SchemaMismatchError, match=f":1: .*{message}"):
        read(path)


def test_choosing_the_side_without_a_label_drops_the_direction(world: Path) -> None:
    (both,) = sides(world / "a", world / "b").both
    settle = world / "settle.jsonl"
    settle.write_text(document([compare(*both, world / "docs")]))
    finish(settle, ["b", "a", "a"])
    (case,) = read(settle).values()
    rows = [json.loads(text) for text in gold(settle, case).splitlines()[1:]]
    assert [row["family"] for row in rows] == ["path_exists", "computed", None, "ordered_steps"]


def test_own_needs_a_label(world: Path) -> None:
    (both,) = sides(world / "a", world / "b").both
    settle = world / "settle.jsonl"
    settle.write_text(document([compare(*both, world / "docs")]))
    finish(settle, ["own", "a", "a"])
    (case,) = read(settle).values()
    with pytest.raises(InputError, match="own is missing"):
        gold(settle, case)


def test_labels_of_another_version_are_refused(world: Path) -> None:
    (world / "docs" / NAME).write_text(TEXT + "More.\n")
    (both,) = sides(world / "a", world / "b").both
    with pytest.raises(SchemaMismatchError, match="sha256"):
        pair(*both, world / "docs")


def test_gold_paths_stay_below_their_folder(world: Path) -> None:
    settle = world / "settle.jsonl"
    settle.write_text(json.dumps({"document": "../../x", "sha256": "0" * 64}) + "\n")
    assert main(["annotations", "apply", str(settle), "-o", str(world / "gold")]) == 2
    assert not (world.parent / "x.jsonl").exists()


def test_what_only_one_labelled_is_named(world: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (world / "docs" / "more.md").write_text("Be brief.\n")
    (world / "a" / "more.md.jsonl").write_text("")
    arguments = ["annotations", "agree", str(world / "a"), str(world / "b"), "--docs", str(world / "docs")]
    assert main([*arguments, "--format", "json"]) == 0
    printed = capsys.readouterr()
    assert json.loads(printed.out)["only_a"] == ["more.md"]
    assert "not in B, left out: more.md" in printed.err


def test_the_pairs_are_those_that_are_counted(world: Path) -> None:
    (both,) = sides(world / "a", world / "b").both
    labelled = pair(*both, world / "docs")
    items = compare(*both, world / "docs").items
    tally = score_document(TEXT, labelled.a, labelled.b)
    assert (
        sum(item.agreed is not None or (item.a is not None and item.b is not None) for item in items) == tally.matched
    )


def test_a_header_ties_labels_to_bytes(world: Path) -> None:
    (example,) = load_examples(world / "a", world / "docs")
    text = (world / "a" / f"{NAME}.jsonl").read_text()
    assert len(read_directions(text, example.source)) == 5
    other = example.source.model_copy(update={"sha256": "f" * 64})
    with pytest.raises(SchemaMismatchError, match="line 1"):
        read_directions(text, other)


def test_a_full_stop_more_is_no_difference(world: Path) -> None:
    path = world / "b" / f"{NAME}.jsonl"
    rows = [json.loads(text) for text in path.read_text().splitlines()]
    rows[3]["spans"][0]["end"] -= 1  # "You should be brief" without its full stop
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    (both,) = sides(world / "a", world / "b").both
    items = compare(*both, world / "docs").items
    assert [item.agreed.id for item in items if item.agreed is not None] == ["d1", "d4"]
    rows[3]["spans"][0]["start"] += 4  # "should be brief" is another span
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    (both,) = sides(world / "a", world / "b").both
    items = compare(*both, world / "docs").items
    assert ("spans",) in [item.differs for item in items]
