"""Documents judged and summed up: tasks, stages of grounding, stability, comparison."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from labelled_world import answer, answer_of, documents, word

from specharness.errors import UsageError
from specharness.ir import Demotion, Disposition, Family, Reason, Source
from specharness.measure.comparison import COMPARED, Entrant, compare
from specharness.measure.evaluation import Lost, Prediction, Stage, by_task, evaluate, task_of
from specharness.measure.score import Tally
from specharness.measure.score_report import Estimate
from specharness.measure.summary import Resampling, families_of, grounding_of, groups_of, stability_of
from specharness.measure.usage import Usage, UsageSummary, summary_of, usage_jsonl

QUICK = Resampling(resamples=200)


@pytest.mark.parametrize(
    ("name", "task"),
    [
        ("skillsbench/t/instruction.md", "skillsbench/t"),
        ("skillsbench/t/skills/s/SKILL.md", "skillsbench/t"),
        ("t/environment/skills/s/SKILL.md", "t"),
        ("wild/owner__repo/AGENTS.md", "wild/owner__repo"),
        ("wild/owner__repo/.github_copilot-instructions.md", "wild/owner__repo"),
        ("swe/batch1/fix.md", "swe/batch1/fix.md"),
        ("instruction.md", "instruction.md"),
    ],
)
def test_tasks(name: str, task: str) -> None:
    assert task_of(name) == task


def test_rows_by_task() -> None:
    table = by_task([np.array([1, 2]), np.array([3, 4]), np.array([5, 6])], ["b", "a", "b"])
    assert table.tolist() == [[3, 4], [6, 8]]


def test_groups_add_up_and_missing_counts_as_nothing() -> None:
    given = documents()
    scored = evaluate(given, lambda source: None if source.id.startswith("t0") else answer_of(given, source, (0, 3)))
    assert [item.missing for item in scored] == [True, *[False] * 7]
    whole, prompt, guideline = groups_of(scored, QUICK)
    assert (whole.name, prompt.name, guideline.name) == ("all", "prompt", "guideline")
    assert whole.counts.gold == prompt.counts.gold + guideline.counts.gold == 24
    assert (whole.counts.predicted_hard, whole.counts.matched_hard) == (14, 7)
    assert whole.figures["hard_precision"].value == 0.5
    assert prompt.figures["hard_recall"].value == 0.5
    assert guideline.figures["hard_recall"].value == pytest.approx(3 / 8)
    assert guideline.figures["hard_recall"] == Estimate(value=3 / 8)  # four tasks are too few for an interval
    low, high = whole.figures["hard_recall"].low, whole.figures["hard_recall"].high
    assert low is not None
    assert high is not None
    assert low < 7 / 16 < high
    assert whole.abstention["hard"].error.value == 0.5
    assert whole.abstention["hard"].ece.value == pytest.approx(0.4)
    total = Tally()
    for item in scored:
        total += item.score.tally
    assert whole.figures["direction_f1"].value == pytest.approx(total.figures()["direction_f1"])


def test_families() -> None:
    given = documents()
    schema = Family.SCHEMA
    scored = evaluate(
        given,
        lambda source: Prediction((word(0, source=source.id), word(1, source=source.id, family=schema))),
    )
    count, other = families_of(scored, QUICK)
    assert (count.family, count.gold, count.predicted, count.matched) == ("count", 16, 8, 16)
    assert count.figures["recall"].value == 0.5
    assert count.figures["precision"].value == 1
    assert count.figures["hard_recall"].value == 1
    assert (other.family, other.gold, other.predicted) == ("schema", 0, 8)
    assert other.figures["precision"].value == 0
    assert other.figures["recall"].value is None


def test_stages_of_grounding() -> None:
    given = documents()
    demoted = {
        "d1": Demotion(direction="d1", disposition=Disposition.ABSTAIN, reason=Reason.NO_VALIDATOR, mandatory=True),
        "d2": Demotion(direction="d2", disposition=Disposition.ABSTAIN, reason=Reason.CONFLICT, mandatory=True),
        "d4": Demotion(direction="d4", disposition=Disposition.ADVISORY, reason=Reason.GUIDANCE, mandatory=False),
    }

    def predict(source: Source) -> Prediction:
        refused = word(2, Disposition.ABSTAIN, source=source.id, family=Family.COUNT)
        advice = word(4, Disposition.ADVISORY, source=source.id)
        return Prediction((word(0, source=source.id), word(1, source=source.id), refused, advice), demoted)

    scored = evaluate(given, predict)
    first = scored[0]
    assert [(loss.direction.id, loss.how, loss.reason, loss.sound) for loss in first.losses] == [
        ("d1", Lost.UNDECIDED, Reason.NO_VALIDATOR, True),
        ("d2", Lost.REFUSED, Reason.CONFLICT, False),  # gold abstains there, too
    ]
    hard = {stage: first.stages[stage].tally.predicted_hard for stage in Stage}
    assert hard == {Stage.COMPILED: 3, Stage.GROUNDED: 2, Stage.OBLIGATION: 1}
    grounding = grounding_of(scored, QUICK)
    assert grounding is not None
    assert grounding.stages[Stage.COMPILED]["hard_precision"].value == pytest.approx(2 / 3)
    assert grounding.stages[Stage.GROUNDED]["hard_precision"].value == 1
    assert grounding.stages[Stage.OBLIGATION]["hard_recall"].value == 0.5
    assert {(row.reason, row.directions, row.sound) for row in grounding.losses} == {
        (Reason.NO_VALIDATOR, 8, 8),
        (Reason.CONFLICT, 8, 0),
    }
    assert len(grounding.items) == 16
    assert grounding_of(evaluate(given, lambda source: None), QUICK) is None


def test_stability() -> None:
    given = documents()
    steady = [answer(item, (0, 1)) for item in given]
    assert stability_of(given, [steady], QUICK) is None
    same = stability_of(given, [steady, steady, steady], QUICK)
    assert same is not None
    assert (same.runs, same.identical.value, same.figures["direction_f1"].value) == (3, 1, 1)
    shaky = [answer(item, (0, 3)) for item in given[:4]] + steady[4:]
    found = stability_of(given, [steady, shaky], QUICK)
    assert found is not None
    assert found.identical.value == 0.5
    assert found.figures["direction_f1"].value == pytest.approx((4 * 2 + 4 * 4) / 32)
    silent: list[Prediction | None] = [None] * len(given)
    none = stability_of(given, [steady, silent], QUICK)
    assert none is not None
    assert none.identical.value == 0


def test_comparison() -> None:
    given = documents(30)

    def entrant(name: str, numbers: Sequence[int]) -> Entrant:
        return Entrant(name, evaluate(given, lambda source: answer_of(given, source, numbers)), {})

    report = compare([entrant("good", (0, 1)), entrant("same", (0, 1)), entrant("poor", (0, 3))], QUICK)
    first, same, poor = report.candidates
    assert (report.documents, report.tasks) == (30, 30)
    assert set(first.figures) == set(COMPARED)
    assert first.changes == {}
    change = same.changes["hard_recall"]
    assert (change.value, change.low, change.high, change.p, change.p_holm) == (0, 0, 0, 1, 1)
    worse = poor.changes["hard_recall"]
    assert worse.value == -0.5
    assert worse.p is not None
    assert worse.p_holm == pytest.approx(2 * worse.p)
    split = poor.decisions["hard"]
    assert (split.only_first, split.only_this) == (30, 0)
    assert split.p == pytest.approx(2 * 0.5**30)
    assert split.p_holm == pytest.approx(2 * split.p)
    assert same.decisions["directions"].p == 1


def test_comparison_needs_the_same_documents() -> None:
    given = documents()
    scored = evaluate(given, lambda source: None)
    with pytest.raises(UsageError, match="same documents"):
        compare([Entrant("a", scored, {}), Entrant("b", scored[1:], {})], QUICK)
    with pytest.raises(UsageError, match="one name"):
        compare([Entrant("a", scored, {}), Entrant("a", scored, {})], QUICK)


def test_usage_leaves_blanks_for_what_is_not_reported() -> None:
    usage = {
        "a": Usage(document="a", seconds=1.0, input_tokens=10),
        "b": Usage(document="b", seconds=3.0),
        "elsewhere": Usage(document="elsewhere", cost_usd=1.0),
    }
    assert summary_of(usage, ["a", "c"], ["b", "b"]) == UsageSummary(
        documents=2,
        input_tokens=10,
        output_tokens=None,
        cost_usd=None,
        seconds=4.0,
        seconds_median=2.0,
        seconds_most=3.0,
    )
    assert summary_of({}, ["a"], []) is None
    assert usage_jsonl([usage["b"]]) == '{"document":"b","seconds":3.0}\n'
