"""GuideBench's tasks, rules, answers, evidence and score."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from guidebench_world import write_guidebench
from hypothesis import given
from hypothesis import strategies as st

from specharness.benchmarks.guidebench.answers import read_answer
from specharness.benchmarks.guidebench.evidence import Active, evidence_of
from specharness.benchmarks.guidebench.prompts import prompt_of
from specharness.benchmarks.guidebench.references import read_references, score, score_all
from specharness.benchmarks.guidebench.rules import condition_of, rules_of
from specharness.benchmarks.guidebench.tasks import Counts, counts, read_tasks
from specharness.errors import NotFoundError, SchemaMismatchError
from specharness.ir import Outcome


def test_counts_are_of_tasks_instances_entries_and_templates(tmp_path: Path) -> None:
    assert counts(read_tasks(write_guidebench(tmp_path))) == Counts(tasks=4, instances=5, entries=4, templates=4)


def test_two_entries_of_one_text_are_one_template(tmp_path: Path) -> None:
    rules = [{"type": "甲", "rule_id": "1", "rule_text": "同文"}, {"type": "乙", "rule_id": "2", "rule_text": "同文"}]
    (tmp_path / "price_tasks.json").write_text(json.dumps([{"Instruction": "x", "Guidelines": rules}]), "utf-8")
    assert counts(read_tasks(tmp_path)) == Counts(tasks=1, instances=2, entries=2, templates=1)


@pytest.mark.data
def test_the_published_sizes(data: Path) -> None:
    tasks = read_tasks(data / "guidebench")
    assert counts(tasks) == Counts(tasks=1_042, instances=5_817, entries=301, templates=297)
    rules = rules_of(tasks)
    assert (len(rules.instances), len(rules.templates)) == (5_817, 297)
    assert sum(map(len, rules.surface(tasks).units.values())) == 5_817


def test_no_task_and_no_prompt_holds_a_reference(tmp_path: Path) -> None:
    tasks = read_tasks(write_guidebench(tmp_path))
    seen = repr(tasks) + "".join(map(prompt_of, tasks))
    for secret in ("Groundtruth", "300 x 0.9", "产地不算", "ReferenceAnswer"):
        assert secret not in seen


@pytest.mark.parametrize(
    ("text", "condition", "unclear"),
    [
        ("如果两个商品颜色不同，则判定不相同", "如果两个商品颜色不同", False),
        ("当用户要退票，且订单存在时，先核对订单；若没有订单，道歉", "当用户要退票，且订单存在时", False),
        ("若两个子项均有口味，认为相同", "若两个子项均有口味", False),
        ("如果一个有描述，另一个没有，忽略该不同，判定为一致", "如果一个有描述，另一个没有", False),
        ("若甲是红的，乙是蓝的，丙是绿的", None, True),
        ("比较时忽略产地的不同", None, False),
        ("满 300 减 50，当天有效", None, False),
    ],
)
def test_conditions_end_where_a_word_says_so(text: str, condition: str | None, unclear: bool) -> None:
    span, found_unclear = condition_of(text)
    assert (text[span.start : span.end] if span else None, found_unclear) == (condition, unclear)


@given(st.text(alphabet="当如果若时，则；。甲乙 ", max_size=40))
def test_a_condition_is_a_stretch_of_its_rule(text: str) -> None:
    span, unclear = condition_of(text)
    if span is not None:
        assert 0 <= span.start < span.end <= len(text)
        assert not unclear
        assert not set(text[span.start : span.end]) & set("；。")


@pytest.mark.parametrize(
    ("subset", "message", "answer"),
    [
        ("chat", "B", "B"),
        ("chat", "B. 不遵循规定", "B"),
        ("chat", "答案是：**C**", "C"),
        ("chat", "A或者B", None),
        ("chat", "Maybe", None),
        ("chat", '{"answer": "D", "rules": []}', "D"),
        ("chat", '先看规则。\n```json\n{"answer": "A"}\n```', "A"),
        ("chat", '{"answer": true}', None),
        ("price", "1", "1"),
        ("price", '{"answer": 0}', "0"),
        ("price", "10", None),
        ("price", "答案：1.5", None),
        ("relevance", "2（强相关）", "2"),
        ("relevance", "弱相关", "1"),
        ("relevance", '{"answer": "不相关"}', "0"),
        ("math", "1,125.50", "1125.5"),
        ("math", '{"answer": 270}', "270"),
        ("math", '{"answer": "270元"}', "270"),
        ("math", "先算300，再算270", None),
        ("math", "", None),
    ],
)
def test_answers_are_read_in_a_stated_order_and_never_guessed(subset: str, message: str, answer: str | None) -> None:
    assert read_answer(subset, message) == answer


@given(st.sampled_from(["chat", "math", "price", "relevance"]), st.text(max_size=60))
def test_reading_an_answer_is_total(subset: str, message: str) -> None:
    answer = read_answer(subset, message)
    assert answer is None or read_answer(subset, answer) == answer


def test_only_a_quote_of_the_case_supports_a_rule(tmp_path: Path) -> None:
    tasks = {task.id: task for task in read_tasks(write_guidebench(tmp_path))}
    task = tasks["price_tasks.json#0"]
    templates = list(rules_of([task]).templates)

    def states(*reports: dict[str, object]) -> list[tuple[Active, Outcome]]:
        found = evidence_of(task, templates, json.dumps({"answer": 0, "rules": list(reports)}, ensure_ascii=False))
        return [(one.active, one.outcome) for one in found]

    shown = {"rule": 1, "applies": True, "quote": "商品B是蓝色的杯子"}
    assert states(shown, {"rule": 2, "applies": True, "quote": "商品A是红色"}) == [
        (Active.SHOWN, Outcome.PASSED),
        (Active.ALWAYS, Outcome.PASSED),
    ]
    assert states({**shown, "quote": "商品B是绿色的杯子"})[0] == (Active.CLAIMED, Outcome.UNKNOWN)
    assert states({**shown, "quote": "商品"})[0] == (Active.CLAIMED, Outcome.UNKNOWN)
    assert states({"rule": 1, "applies": False})[0] == (Active.CLAIMED_INACTIVE, Outcome.UNKNOWN)
    assert states() == [(Active.UNREPORTED, Outcome.UNKNOWN), (Active.ALWAYS, Outcome.UNKNOWN)]
    assert states({"rule": True, "applies": True}, {"rule": 9}, {"rule": "1"})[0][0] is Active.UNREPORTED


def test_a_message_that_is_no_report_supports_nothing(tmp_path: Path) -> None:
    task = read_tasks(write_guidebench(tmp_path))[0]
    templates = list(rules_of([task]).templates)
    for message in ("", "{", "[" * 5_000, '{"rules": 5}', '{"rules": [[], null, 3]}', '{"a":' * 2_000):
        assert all(one.outcome is Outcome.UNKNOWN for one in evidence_of(task, templates, message))


def test_the_official_score() -> None:
    found = score("price", ["0", "0", "1", "1"], ["0", "1", "1", None])
    assert found.unreadable == 1
    assert found.accuracy == 0.5
    # class 0: precision 1, recall .5; class 1: precision .5, recall .5
    assert found.macro_precision == pytest.approx(0.75)
    assert found.macro_recall == pytest.approx(0.5)
    assert found.macro_f1 == pytest.approx((2 / 3 + 0.5) / 2)


def test_numbers_have_an_accuracy_alone() -> None:
    found = score("math", ["270", "12.5"], ["270", "12"])
    assert (found.accuracy, found.macro_f1) == (0.5, None)


def test_references_score_themselves(tmp_path: Path) -> None:
    references = read_references(write_guidebench(tmp_path))
    assert len(references) == 4
    assert all(one.accuracy == 1.0 for one in score_all(references, dict(references)).values())


def test_bad_folders(tmp_path: Path) -> None:
    with pytest.raises(NotFoundError):
        read_tasks(tmp_path / "none")
    with pytest.raises(NotFoundError):
        read_tasks(tmp_path)
    (tmp_path / "price_tasks.json").write_text('[{"Instruction": "x", "Guidelines": 3}]', "utf-8")
    with pytest.raises(SchemaMismatchError):
        read_tasks(tmp_path)


def test_the_fingerprint_changes_with_any_rule(tmp_path: Path) -> None:
    tasks = read_tasks(write_guidebench(tmp_path))
    first = rules_of(tasks).surface(tasks)
    assert first.fingerprint == rules_of(list(tasks)).surface(tasks).fingerprint
    other = [replace(tasks[0], rules=(replace(tasks[0].rules[0], text="别的"), *tasks[0].rules[1:])), *tasks[1:]]
    assert rules_of(other).surface(other).units == first.units
    assert rules_of(other).surface(other).fingerprint != first.fingerprint
