"""Gaps over runs: what is valid, what is apart, pairs with Raw, means over agents, surfaces that never mix."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

import numpy as np
import pytest

from specharness.errors import SchemaMismatchError, UsageError
from specharness.ir import Acceptance, Message, Official, Outcome, Role, Run, Support, ToolCall, Transcript, Usage
from specharness.measure.gaps import Collection, Resampling, gaps, grouping
from specharness.measure.gaps_report import GapRow, GapsReport
from specharness.measure.gaps_surface import Surface, parse_surface, support_of, surface_of
from specharness.measure.significance import mcnemar

DONE, PLAN = "The file has been created.", "I will create the file."
FAST = Resampling(200, 1)


def run(task: str, *, passed: bool | None = True, words: str | None = DONE, **fields: object) -> Run:
    trace = [Message(role=Role.USER, text="Create the file."), ToolCall(tool="write")]
    if words:
        trace.append(Message(role=Role.ASSISTANT, text=words))
    common: dict[str, object] = {"agent": "a", "condition": "raw", "official": Official(passed=passed)}
    common.update(fields)
    identity = f"{common['agent']}/{common['condition']}/{task}/{common.get('trial', 0)}"
    return Run.model_validate({"id": identity, "task": task, "trace": trace, "final_message": words, **common})


def report(runs: Iterable[Run], by: str = "agent,condition", surface: Surface | None = None) -> GapsReport:
    collected = Collection(surface=surface)
    for each in runs:
        collected.add(each)
    return gaps(collected, grouping(by), FAST)


def one(found: GapsReport) -> GapRow:
    (row,) = found.rates.rows
    return row


def test_raw_acceptance_is_the_claim() -> None:
    row = one(report([run("1"), run("2", passed=False), run("3", words=PLAN), run("4", passed=False, words=PLAN)]))
    figures = {name: item.value for name, item in row.figures.items()}
    assert figures["pass"] == 0.5
    assert figures["claim"] == figures["accepted"] == 0.5
    assert figures["s_a"] == 0.25
    assert figures["not_finalized"] == 0.5
    assert figures["false_block"] == 0.5
    assert figures["precision"] == 0.5
    assert figures["u_e"] is None


def test_what_is_not_valid_is_counted_apart() -> None:
    runs = [
        run("1"),
        run("2", passed=None),
        run("3", passed=False, words=None, trace=(), transcript=Transcript.ABSENT),
        run("4", passed=False, transcript=Transcript.PARTIAL),
    ]
    row = one(report(runs))
    assert row.counts["runs"] == 1
    assert row.counts["judged"] == 3
    assert (row.counts["not_judged"], row.counts["no_transcript"], row.counts["partial_transcript"]) == (1, 1, 1)
    assert row.figures["pass"].value == 1
    assert row.figures["pass_of_judged"].value == pytest.approx(1 / 3)


def test_a_governed_run_is_valid_by_its_acceptance_and_vacuous_ones_are_named() -> None:
    governed = {"condition": "gate", "words": None, "transcript": Transcript.ABSENT}
    row = one(
        report(
            [
                run("1", **governed, acceptance=Acceptance(accepted=True, vacuous=True)),
                run("2", passed=False, **governed, acceptance=Acceptance(accepted=False)),
            ]
        )
    )
    assert row.counts["runs"] == 2
    assert row.figures["accepted"].value == 0.5
    assert row.counts["vacuous"] == 1
    assert row.figures["vacuous"].value == 1


def test_the_same_run_twice_counts_once() -> None:
    found = report([run("1"), run("1")])
    assert found.duplicates == 1
    assert one(found).counts["runs"] == 1


def governed(task: str, passed: bool, accepted: bool, **fields: object) -> Run:
    return run(task, passed=passed, condition="gate", acceptance=Acceptance(accepted=accepted), **fields)


def test_a_condition_is_compared_over_the_same_runs_alone() -> None:
    raw_passes = [True, True, False, False, False, True]
    after = [True, False, True, True, False, True]
    runs = [run(str(i), passed=p, usage=Usage(input_tokens=100, output_tokens=0)) for i, p in enumerate(raw_passes)]
    runs += [
        governed(str(i), p, p, usage=Usage(input_tokens=150, output_tokens=0), model="") for i, p in enumerate(after)
    ]
    runs += [run("only raw", passed=True), governed("only governed", True, True)]
    row = next(row for row in report(runs).rates.rows if row.key["condition"] == "gate")
    assert row.paired is not None
    assert row.paired.runs == 6
    assert row.paired.preserved.value == pytest.approx(2 / 3)
    assert row.paired.changes["pass"].value == pytest.approx(1 / 6)
    assert row.paired.changes["s_a"].value == pytest.approx(-0.5)
    assert row.paired.ratios["tokens"].value == pytest.approx(1.5)
    assert row.paired.ratios["seconds"].value is None
    assert (row.paired.only_raw, row.paired.only_governed) == (1, 2)
    expected = mcnemar(np.array(raw_passes), np.array(after))
    assert row.paired.p == row.paired.p_holm == expected.p


def test_trials_are_paired_by_name_and_else_in_order() -> None:
    runs = [run("1", passed=False, trial="0"), run("1", passed=True, trial="1")]
    runs += [governed("1", True, True, trial="1"), governed("1", False, False, trial="0")]
    row = next(row for row in report(runs).rates.rows if row.key["condition"] == "gate")
    assert row.paired is not None
    assert row.paired.only_raw == row.paired.only_governed == 0


def test_macro_averages_are_unweighted_and_paired() -> None:
    runs = [run(str(i), passed=True) for i in range(8)]
    runs += [run(str(i), passed=False, agent="b") for i in range(4)]
    runs += [governed(str(i), True, True) for i in range(8)]
    runs += [governed(str(i), False, False, agent="b") for i in range(4)]
    found = report(runs)
    raw = next(item for item in found.rates.macro if item.key == {"condition": "raw"})
    gate = next(item for item in found.rates.macro if item.key == {"condition": "gate"})
    assert raw.agents == 2
    assert raw.figures["pass"].value == 0.5
    assert raw.figures["s_a"].value == 0.5
    assert gate.changes["s_a"].value == -0.5
    assert not raw.changes


def test_soft_spots_are_left_out_beside_the_whole() -> None:
    runs = [
        run("1", official=Official(passed=True, soft=("x",))),
        run("2", official=Official(passed=False, soft=("y",))),
    ]
    found = report([*runs, run("3")])
    assert set(found.without) == {"x", "y", "x,y"}
    assert one_of(found, "x").counts["runs"] == 2
    assert one_of(found, "x,y").counts["runs"] == 1


def one_of(found: GapsReport, name: str) -> GapRow:
    (row,) = found.without[name].rows
    return row


SURFACE = Surface(benchmark="b", units={"1": ("d1", "d2", "d3"), "2": ("d1",), "3": ()})


def supported(task: str, outcomes: dict[str, str], surface: str = SURFACE.fingerprint) -> Run:
    return run(
        task, support=Support(surface=surface, outcomes={name: Outcome(each) for name, each in outcomes.items()})
    )


def test_u_e_is_over_every_unit_of_the_surface() -> None:
    runs = [
        supported("1", {"d1": "passed", "d2": "failed", "strange": "passed"}),
        supported("2", {"d1": "inactive"}),
        supported("3", {}),
    ]
    row = one(report(runs, surface=SURFACE))
    assert (row.counts["units"], row.counts["unsupported"]) == (3, 2)  # d3 of task 1 has no outcome
    assert row.figures["u_e"].value == pytest.approx(2 / 3)


@pytest.mark.parametrize("outcome", ["failed", "error", "unknown"])
def test_only_what_passed_supports(outcome: str) -> None:
    assert one(report([supported("2", {"d1": outcome})], surface=SURFACE)).figures["u_e"].value == 1


def test_two_surfaces_never_meet() -> None:
    with pytest.raises(UsageError, match="not compared"):
        report([supported("2", {"d1": "passed"}), supported("1", {"d1": "passed"}, surface="0" * 64)])
    with pytest.raises(UsageError, match="not compared"):
        report([supported("2", {}, surface="0" * 64)], surface=SURFACE)
    with pytest.raises(UsageError, match="not on the surface"):
        report([supported("9", {})], surface=SURFACE)


def test_an_edited_surface_is_refused() -> None:
    value = json.loads(SURFACE.model_dump_json())
    assert parse_surface(json.dumps(value).encode(), "s") == SURFACE
    value["units"]["2"] = []
    with pytest.raises(SchemaMismatchError, match="edited"):
        parse_surface(json.dumps(value).encode(), "s")
    for broken in (b"", b"[]", b'{"units": {"1": ["a", "a"]}}'):
        with pytest.raises(SchemaMismatchError):
            parse_surface(broken, "s")


def test_surface_and_support_of_a_compiled_task(tmp_path: Path) -> None:
    from specharness.api import check, compile_text

    compiled = compile_text("Save the report to `/root/out.txt`. It would be nice to be brief.\n")
    surface = surface_of({"t": compiled})
    assert len(surface.units["t"]) >= 1
    support = support_of(surface, compiled, check(compiled, workspace=tmp_path))
    assert set(support.outcomes) <= set(surface.units["t"])
    assert Outcome.PASSED not in support.outcomes.values()


@pytest.mark.parametrize("by", ["", "agent,agent", "colour", ","])
def test_groupings_that_are_none(by: str) -> None:
    with pytest.raises(UsageError, match="--by"):
        grouping(by)


def test_figures_do_not_depend_on_the_order_of_runs() -> None:
    runs = [run(str(i), passed=i % 3 == 0, words=DONE if i % 2 else PLAN) for i in range(30)]
    assert report(runs) == report(reversed(runs))
