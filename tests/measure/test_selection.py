"""Selection: the protocol alone decides, and what learns is never scored on what it has seen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from specharness.cli.main import main
from specharness.compile import engines
from specharness.compile.candidates import SELECTION_FILE, Candidate, Entry, compilers_folder, find_candidate
from specharness.compile.engine import Compiled
from specharness.compile.engines import EngineKind
from specharness.compile.local.train import Example
from specharness.compile.local.train_partly import Beside
from specharness.errors import InputError, SchemaMismatchError
from specharness.ir import CompilerId, Source, SourceKind, Unit
from specharness.labels.scored import read_predictions
from specharness.measure.candidate_scores import CandidateScore, data_digest, documents, score, score_floor
from specharness.measure.compilers import load_examples
from specharness.measure.protocol import Exclusion, Floor, Protocol, Split, read_protocol
from specharness.measure.score import Tally
from specharness.measure.selection import choose

SPLIT = Split(folds=3)


def silent(_name: str, _done: int, _total: int) -> None:
    """No progress."""


def tally(matched: int, predicted: int, gold: int, sound: int = 0) -> Tally:
    """Hard counts; every direction is hard."""
    counts = Tally(gold=gold, predicted=predicted, matched=matched)
    counts.gold_hard, counts.predicted_hard, counts.matched_hard, counts.sound_hard = gold, predicted, matched, sound
    counts.confusion = np.eye(4, dtype=np.int64)
    return counts


def scored(name: str, *counts: Tally, failed: tuple[str, ...] = ()) -> CandidateScore:
    tasks = tuple(f"task{number}" for number in range(len(counts)))
    return CandidateScore(name, "as it is", counts, tasks, failed)


def protocol(*names: str, **fields: object) -> Protocol:
    values = {"format": 1, "candidates": names, "criterion": "hard_f1", "split": {"folds": 3}, **fields}
    return Protocol.model_validate(values)


def test_the_criterion_decides() -> None:
    verdict = choose(protocol("a", "b"), [scored("a", tally(5, 10, 10)), scored("b", tally(6, 10, 10))])
    assert (verdict.chosen, verdict.decided_by) == ("b", "hard_f1")
    assert [one.candidate for one in verdict.standings] == ["b", "a"]
    assert verdict.standings[0].figures["hard_f1"] == 0.6


def test_counts_are_pooled_over_documents() -> None:
    verdict = choose(protocol("a"), [scored("a", tally(1, 1, 1), tally(0, 9, 9))])
    assert verdict.standings[0].figures["hard_f1"] == 0.1


def test_within_the_margin_the_tie_break_decides() -> None:
    both = [scored("a", tally(60, 100, 100, 70)), scored("b", tally(59, 100, 100, 90))]
    assert choose(protocol("a", "b"), both).chosen == "a"
    tied = choose(protocol("a", "b", margin=0.01, tie_break=("hard_soundness",)), both)
    assert (tied.chosen, tied.decided_by) == ("b", "hard_soundness")
    assert choose(protocol("a", "b", margin=0.009, tie_break=("hard_soundness",)), both).chosen == "a"


def test_intervals_are_over_tasks_and_need_some() -> None:
    few = choose(protocol("a"), [scored("a", *[tally(5, 10, 10)] * 3)])
    assert few.standings[0].interval is None
    better, worse = [tally(6, 10, 10), tally(8, 10, 10)] * 4, [tally(5, 10, 10), tally(7, 10, 10)] * 4
    verdict = choose(protocol("a", "b"), [scored("a", *worse), scored("b", *better)], resamples=500)
    first, second = verdict.standings
    assert (first.candidate, first.lead) == ("b", None)
    assert first.interval is not None
    assert first.interval[0] < first.figures["hard_f1"] < first.interval[1]
    assert second.lead is not None
    assert (second.lead.value, second.lead.low, second.lead.high) == (0.1, 0.1, 0.1)


def test_at_last_the_order_of_the_candidates_decides() -> None:
    same = [scored("a", tally(1, 2, 2)), scored("b", tally(1, 2, 2))]
    verdict = choose(protocol("b", "a", tie_break=("hard_soundness",)), same)
    assert (verdict.chosen, verdict.decided_by) == ("b", "the order of the candidates")


def test_an_excluded_candidate_is_not_chosen_however_good() -> None:
    rule = Exclusion(figure="hard_soundness", below=0.5, reason="unfounded")
    both = [scored("a", tally(9, 10, 10, 4)), scored("b", tally(1, 10, 10, 5))]
    verdict = choose(protocol("a", "b", exclude=(rule,)), both)
    assert verdict.chosen == "b"
    assert verdict.standings[1].excluded == "hard_soundness is 0.400, not at least 0.5: unfounded"


def test_who_is_not_above_the_floor_is_not_chosen() -> None:
    both = [scored("a", tally(5, 10, 10)), scored("b", tally(4, 10, 10))]
    rules = protocol("a", "b", floor="tfidf")
    verdict = choose(rules, both, scored("tfidf", tally(4, 10, 10)))
    assert verdict.chosen == "a"
    assert verdict.standings[1].excluded == "hard_f1 0.400 is not above the 0.400 of tfidf, the floor"
    assert verdict.floor is not None
    assert verdict.floor.figures["hard_f1"] == 0.4
    assert choose(rules, both, scored("tfidf", tally(5, 10, 10))).chosen is None
    with pytest.raises(ValueError, match="names floor"):
        choose(rules, both)


@pytest.mark.parametrize("floor", Floor)
def test_floors_are_trained_out_of_fold(floor: Floor, labelled: tuple[Path, Path]) -> None:
    result = score_floor(floor, load_examples(*labelled), SPLIT, silent)
    assert (result.name, result.how, result.failed) == (floor.value, "out of fold", ())
    assert result.figures()["direction_precision"] > 0


def test_a_floor_that_nothing_can_train_is_told(labelled: tuple[Path, Path]) -> None:
    for file in labelled[0].rglob("*.jsonl"):
        file.write_text("", encoding="utf-8")
    with pytest.raises(InputError, match="floor tfidf: can't be trained"):
        score_floor(Floor.TFIDF, load_examples(*labelled), SPLIT, silent)


def test_a_candidate_that_leaves_out_documents_is_excluded() -> None:
    one = scored("a", tally(9, 10, 10), failed=("x.md: no answer",))
    assert choose(protocol("a"), [one]).chosen is None
    assert "x.md" in (choose(protocol("a"), [one]).standings[0].excluded or "")
    assert choose(protocol("a", max_failed=1), [one]).chosen == "a"


def test_scores_of_other_candidates_are_refused() -> None:
    with pytest.raises(ValueError, match="names"):
        choose(protocol("a", "b"), [scored("a", tally(1, 1, 1))])


_COUNTS = st.tuples(st.integers(0, 20), st.integers(0, 20), st.integers(0, 20)).map(
    lambda three: tally(min(three), three[0], max(three[1], min(three)), min(three))
)


@settings(max_examples=60, deadline=None)
@given(st.lists(_COUNTS, min_size=1, max_size=5), st.randoms(), st.floats(0, 0.2))
def test_the_order_of_the_scores_does_not_matter_and_nobody_within_the_rules_is_better(
    counts: list[Tally], rng: object, margin: float
) -> None:
    names = [f"c{number}" for number in range(len(counts))]
    rule = Exclusion(figure="hard_precision", below=0.3, reason="noise")
    rules = protocol(*names, margin=margin, tie_break=("hard_precision",), exclude=(rule,))
    all_scored = [scored(name, one) for name, one in zip(names, counts, strict=True)]
    verdict = choose(rules, all_scored)
    shuffled = list(all_scored)
    rng.shuffle(shuffled)  # type: ignore[attr-defined]
    assert choose(rules, shuffled) == verdict
    admitted = {one.candidate: one.figures for one in verdict.standings if one.excluded is None}
    assert (verdict.chosen is None) == (not admitted)
    if verdict.chosen:
        best = max(figures["hard_f1"] for figures in admitted.values())
        own = admitted[verdict.chosen]
        assert own["hard_f1"] >= best - margin - 1e-6
        assert all(
            own["hard_precision"] >= other["hard_precision"]
            for other in admitted.values()
            if other["hard_f1"] >= best - margin + 1e-6
        )


class Remembering:
    """An engine that can tell what it was trained on."""

    def __init__(self, seen: frozenset[str]) -> None:
        self.seen = seen

    @property
    def id(self) -> CompilerId:
        return CompilerId(engine="remembering", version="1", fingerprint="0" * 64)

    def compile(self, source: Source, units: Sequence[Unit]) -> Compiled:
        assert source.id not in self.seen, "scored on what it has seen"
        assert len(self.seen) == 4
        if source.id.startswith("set/task5"):
            raise InputError("too hard")
        return Compiled(())


def test_what_learns_is_scored_out_of_fold_and_a_failure_is_counted(
    labelled: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    def train(candidate: Candidate, examples: Sequence[Example], _beside: Beside) -> Remembering:
        assert candidate.name == "x"
        return Remembering(frozenset(example.source.id for example in examples))

    kind = EngineKind(
        "remembering", frozenset(), lambda: "1", (), lambda: "", lambda _: Remembering(frozenset()), train
    )
    monkeypatch.setitem(engines.ENGINES, "remembering", kind)  # type: ignore[arg-type]
    entry = Entry(candidate=Candidate(name="x", engine="remembering"), folder=labelled[0])
    result = score(entry, load_examples(*labelled), SPLIT, silent)
    assert result.how == "out of fold"
    assert result.failed == ("set/task5/instruction.md: too hard",)
    assert sum(one.gold for one in result.tallies) == 24
    assert result.figures()["hard_recall"] == 0


def local() -> Entry:
    return find_candidate("local", compilers_folder())


def test_recorded_outputs_score_as_they_are(labelled: tuple[Path, Path]) -> None:
    dev, docs = labelled
    examples = load_examples(dev, docs)
    result = score(local(), examples, SPLIT, silent, read_predictions(dev).of)
    assert (result.how, result.failed) == ("recorded", ())
    assert result.figures()["hard_f1"] == 1
    (dev / "set/task3/instruction.md.jsonl").unlink()
    poorer = score(local(), examples, SPLIT, silent, read_predictions(dev).of)
    assert poorer.failed == ("set/task3/instruction.md: nothing is recorded for it",)
    assert poorer.figures()["hard_recall"] == pytest.approx(5 / 6, abs=1e-6)


def test_recordings_of_another_text_are_told(labelled: tuple[Path, Path]) -> None:
    examples = load_examples(*labelled)
    file = labelled[0] / "set/task0/instruction.md.jsonl"
    file.write_text(file.read_text().replace('"end": ', '"end": 9'), encoding="utf-8")
    (failed,) = score(local(), examples, SPLIT, silent, read_predictions(labelled[0]).of).failed
    assert "another version" in failed


def test_recorded_or_run_a_compiler_has_the_same_figures(
    labelled: tuple[Path, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Recordings were grounded, which takes the hard status of some; what is compared is the compiler."""
    dev, docs = labelled
    text = docs / "set/task0/instruction.md"
    text.write_text(text.read_text() + "\nThe file must be tidy and hold exactly 3 rows.\n", encoding="utf-8")
    hidden = "set/rules/.github_copilot-instructions.md"
    (docs / hidden).parent.mkdir()
    (docs / hidden).write_text(text.read_text(), encoding="utf-8")
    labels = (dev / "set/task0/instruction.md.jsonl").read_text().replace("set/task0/instruction.md", hidden)
    (dev / hidden).parent.mkdir()
    (dev / f"{hidden}.jsonl").write_text(labels, encoding="utf-8")
    assert main(["compile", "--corpus", str(docs), "--out-dir", str(tmp_path / "out")]) == 0
    kind = replace(engines.ENGINES["local"], train=None)
    monkeypatch.setitem(engines.ENGINES, "local", kind)  # type: ignore[arg-type]
    examples = load_examples(dev, docs)
    ran = score(local(), examples, SPLIT, silent)
    recorded = score(local(), examples, SPLIT, silent, read_predictions(tmp_path / "out").of)
    assert (ran.how, recorded.how) == ("as it is", "recorded")
    assert ran.failed == recorded.failed == ()
    assert ran.figures() == recorded.figures()


def test_data_are_told_apart_by_text_and_by_label(labelled: tuple[Path, Path]) -> None:
    dev, docs = labelled
    before = load_examples(dev, docs)
    assert data_digest(before) == data_digest(before[::-1])
    file = dev / "set/task0/instruction.md.jsonl"
    file.write_text(file.read_text().replace('"outcome"', '"process"'), encoding="utf-8")
    assert data_digest(load_examples(dev, docs)) != data_digest(before)


def test_documents_of_other_kinds_are_left_out(labelled: tuple[Path, Path]) -> None:
    examples = load_examples(*labelled)
    assert len(documents(examples, SPLIT)) == 6
    with pytest.raises(InputError, match="of 0 tasks"):
        documents(examples, Split(folds=2, kinds=(SourceKind.SKILL,)))
    with pytest.raises(InputError, match="split into 7 folds"):
        documents(examples, Split(folds=7))


BAD = {
    "an unknown figure": ('criterion = "beauty"', "no figure is called 'beauty'"),
    "a candidate twice": ('candidates = ["local", "local"]', "named twice"),
    "no candidates": ("candidates = []", "candidates"),
    "a name with a path": ('candidates = ["../local"]', "candidates"),
    "another format": ("format = 2", "format"),
}


@pytest.mark.parametrize(("line", "message"), BAD.values(), ids=BAD)
def test_a_bad_protocol_is_refused(tmp_path: Path, line: str, message: str) -> None:
    lines = {"format": "format = 1", "candidates": 'candidates = ["local"]', "criterion": 'criterion = "hard_f1"'}
    lines[line.split(" ")[0]] = line
    path = tmp_path / "selection.toml"
    path.write_text("\n".join([*lines.values(), "[split]", "folds = 3", ""]), encoding="utf-8")
    with pytest.raises(SchemaMismatchError, match=message):
        read_protocol(path)


def test_the_protocol_of_the_package_names_candidates_that_are_there() -> None:
    read = read_protocol(compilers_folder() / SELECTION_FILE)
    for name in read.protocol.candidates:
        assert find_candidate(name, compilers_folder()).candidate.name == name
    assert len(read.sha256) == 64
