"""Answers read piecemeal, samples weighed, cascades, batches, accounts and retries: each by itself."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from endpoint import ask, entry, paths, serving
from hypothesis import given, settings
from hypothesis import strategies as st
from model_world import TEXT, candidate_at, source_of, told

from specharness import api
from specharness.compile.llm.batches import BatchClient, Messages, Output, Question
from specharness.compile.llm.cascade import CascadeEngine
from specharness.compile.llm.client import Problem, Reply, Request, Spent
from specharness.compile.llm.consistency import agreed
from specharness.compile.llm.prices import Price
from specharness.compile.llm.retries import MAX_PAUSE, Retrying
from specharness.compile.llm.schema import ANSWERS, MAX_UNITS, Size, read_answer
from specharness.compile.llm.telemetry import Call, Telemetry
from specharness.compile.llm.vllm_client import VllmRunner
from specharness.errors import UsageError
from specharness.ir import Direction, Disposition, Family, Kind, Modality, Span
from specharness.segment import segment

REQUEST = Request(fingerprint="f", system="s", user="u", units=(1, 2))


def bounded(schema: Any, path: str = "") -> list[str]:
    """Strings and lists of a JSON Schema without a limit."""
    found = []
    if isinstance(schema, dict):
        if schema.get("type") == "string" and not {"maxLength", "enum", "const"} & schema.keys():
            found.append(path)
        if schema.get("type") == "array" and "maxItems" not in schema:
            found.append(path)
        if schema.get("type") == "integer" and "maximum" not in schema:
            found.append(path)
        for key, value in schema.items():
            found += bounded(value, f"{path}/{key}")
    if isinstance(schema, list):
        for value in schema:
            found += bounded(value, path)
    return found


@pytest.mark.parametrize("size", Size)
def test_every_string_list_and_number_of_the_schema_has_a_limit(size: Size) -> None:
    schema = ANSWERS[size].model_json_schema()
    assert bounded(schema) == []
    assert "offset" not in json.dumps(schema)
    assert '"start"' not in json.dumps(schema)


@given(cut=st.integers(0, 2000), asked=st.sets(st.integers(0, 5)))
@settings(max_examples=80, deadline=None)
def test_of_a_cut_answer_no_entry_differs_from_the_whole_one(cut: int, asked: set[int]) -> None:
    whole = json.dumps({"units": [entry(one, ask(f"words {one}"), ask("more")) for one in range(5)]})
    found = read_answer(whole[:cut], asked).entries
    for number, one in read_answer(whole, asked).entries.items():
        if number in found:
            assert found[number] == one
    assert found.keys() <= asked


@given(st.text(max_size=200) | st.binary(max_size=50).map(lambda data: data.decode("latin-1")))
def test_any_text_can_be_read(text: str) -> None:
    assert read_answer(text, {0, 1}).entries == {}


def test_a_raw_control_character_in_a_string_spoils_no_answer() -> None:
    whole = json.dumps({"units": [entry(0, ask("a b")), entry(1, ask("c"))]}, indent=2)
    found = read_answer(whole.replace('"a b"', '"a\tb"'), {0, 1}).entries
    assert [one.asks[0].quote for one in found.values()] == ["a b", "c"]


def test_what_is_not_of_the_shape_is_left_out_and_counted() -> None:
    good, wrong = entry(0, ask("words")), entry(1, ask("x" * 500))
    found = read_answer(json.dumps({"units": [good, wrong, entry(7), {"unit": 2}, good]}), {0, 1, 2})
    assert set(found.entries) == {0}
    assert (found.broken, found.unasked) == (2, 1)
    many = json.dumps({"units": [entry(number) for number in range(MAX_UNITS)]})
    assert len(read_answer(many, range(999)).entries) == MAX_UNITS


def direction(start: int, end: int, disposition: str = "hard", family: str | None = "count") -> Direction:
    return Direction(
        id="d1",
        spans=(Span(source="p", start=start, end=end),),
        disposition=Disposition(disposition),
        modality=Modality.MUST,
        kind=Kind.OUTCOME,
        family=Family(family) if family else None,
        statement="s",
        confidence=0.9,
    )


def test_answers_that_agree_stay_and_what_one_saw_is_never_lost() -> None:
    one, other = direction(0, 10), direction(20, 30)
    assert [each.disposition for each in agreed([[one, other], [one, other]])] == ["hard", "hard"]
    mixed = agreed([[one], [other], [one]])
    assert [(each.spans[0].start, each.disposition) for each in mixed] == [(0, "abstain"), (20, "abstain")]
    assert [each.disposition for each in agreed([[one], [direction(0, 10, "advisory", None)]])] == ["abstain"]
    assert [each.disposition for each in agreed([[one], [direction(0, 10, family="sorted")]])] == ["abstain"]
    both = [direction(0, 10), direction(0, 10, family="sorted")]
    assert [each.disposition for each in agreed([both, both])] == ["hard", "hard"]


@given(st.lists(st.lists(st.tuples(st.integers(0, 40), st.sampled_from(["hard", "advisory", "abstain"])), max_size=4),
                min_size=2, max_size=4))  # fmt: skip
def test_nothing_is_hard_that_is_not_in_every_answer(samples: list[list[tuple[int, str]]]) -> None:
    told_ = [[direction(at, at + 8, what) for at, what in sample] for sample in samples]
    for one in agreed(told_):
        if one.disposition is Disposition.HARD:
            assert all(
                any(
                    abs(each.spans[0].start - one.spans[0].start) <= 2 and each.disposition == "hard" for each in sample
                )
                for sample in told_
            )


def test_a_cascade_asks_only_about_what_the_local_compiler_is_unsure_of(tmp_path: Path) -> None:
    source = source_of(TEXT)
    units = segment(source)
    local = api.default_engine()
    with serving(paths) as endpoint:
        found = candidate_at(tmp_path, endpoint.address)
        never = CascadeEngine(local, found.kind.build(found), 0.0)  # type: ignore[arg-type]
        known = never.compile(source, units)
        sent = [number for request in endpoint.requests for number in request.asked]
        assert [one.spans for one in known.directions][:1] == [local.compile(source, units).directions[0].spans]
        always = CascadeEngine(local, found.kind.build(found), 1.0)  # type: ignore[arg-type]
        result = always.compile(source, units)
        use, _ = always.take_use([source.id])
    assert len(sent) < len(units)
    assert ("Write `out/report.json`, with one object a customer.", "hard", "") in told(source, result.directions)
    assert use.share_asked is not None
    assert 0 < use.share_asked <= 1
    assert use.units < use.units_in_all


class Echo:
    """In vLLM's place: it remembers batches."""

    def __init__(self, room: int = 100) -> None:
        self.batches: list[int] = []
        self.rooms: set[int] = set()
        self._room = room

    def room(self, messages: Messages) -> int:
        return -1 if "long" in messages[1]["content"] else self._room

    def chat(self, batch: Sequence[Question]) -> list[Output]:
        self.batches.append(len(batch))
        self.rooms |= {question.room for question in batch}
        words = [question.messages[1]["content"] for question in batch]
        if "dies" in words:
            raise RuntimeError("the engine core died\nof something long")
        return [Output(text, "cut" in text, 5, 2, 3) for text in words]


def test_calls_that_wait_together_are_one_batch_and_none_spoils_it() -> None:
    echo = Echo()
    client = BatchClient(lambda: echo)

    async def together() -> list[Reply]:
        words = [f"one {n}" for n in range(20)] + ["too long", "cut short"]
        return await asyncio.gather(*(client.ask(REQUEST.model_copy(update={"user": word})) for word in words))

    *plain, long, cut = asyncio.run(together())
    assert [reply.text for reply in plain] == [f"one {n}" for n in range(20)]
    assert (long.problem, long.spent.attempts) == (Problem.OVERFLOW, 0)
    assert cut.problem is Problem.TRUNCATED
    assert echo.batches == [21]
    assert echo.rooms == {100}
    assert (plain[0].spent.input_tokens, plain[0].spent.cached_tokens, plain[0].spent.output_tokens) == (5, 2, 3)


def test_an_engine_that_cannot_start_fails_every_call_and_is_started_once() -> None:
    starts: list[int] = []

    def broken() -> Echo:
        starts.append(1)
        raise RuntimeError("no device")

    async def three() -> list[object]:
        client = BatchClient(broken)
        both = await asyncio.gather(client.ask(REQUEST), client.ask(REQUEST), return_exceptions=True)
        return [*both, *await asyncio.gather(client.ask(REQUEST), return_exceptions=True)]

    assert [str(one) for one in asyncio.run(three())] == ["no device"] * 3
    assert starts == [1]


def test_an_engine_that_dies_under_a_batch_is_no_answer() -> None:
    async def asked() -> list[Reply]:
        client = BatchClient(Echo)
        words = ("dies", "well")
        return await asyncio.gather(*(client.ask(REQUEST.model_copy(update={"user": word})) for word in words))

    replies = asyncio.run(asked())
    assert {(one.problem, one.detail) for one in replies} == {
        (Problem.UNAVAILABLE, "RuntimeError: the engine core died")
    }


def test_where_vllm_is_not_installed_that_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "vllm", None)
    found = candidate_at(tmp_path, "http://127.0.0.1:9/v1").candidate
    with pytest.raises(UsageError, match="'scripted' needs vLLM in this environment"):
        VllmRunner(found)


class Flaky:
    def __init__(self, replies: list[Reply]) -> None:
        self.replies = replies

    async def ask(self, request: Request) -> Reply:
        return self.replies.pop(0)


def test_the_pause_that_an_endpoint_asks_for_is_kept_and_all_attempts_count() -> None:
    pauses: list[float] = []

    async def sleep(seconds: float) -> None:
        pauses.append(seconds)

    bad = Reply(problem=Problem.UNAVAILABLE, retry_after=7.0, spent=Spent(input_tokens=2))
    long = bad.model_copy(update={"retry_after": 9e9})
    none = bad.model_copy(update={"retry_after": None})
    client = Retrying(Flaky([bad, long, none, Reply(text="x", spent=Spent(input_tokens=3))]), 5, sleep)
    reply = asyncio.run(client.ask(REQUEST))
    assert reply.text == "x"
    assert pauses[:2] == [7.0, MAX_PAUSE]
    assert 0 <= pauses[2] <= MAX_PAUSE
    assert (reply.spent.attempts, reply.spent.input_tokens) == (4, 9)
    worn = asyncio.run(Retrying(Flaky([bad] * 3), 3, sleep).ask(REQUEST))
    assert worn.problem is Problem.UNAVAILABLE
    once = asyncio.run(Retrying(Flaky([Reply(problem=Problem.REJECTED)]), 3, sleep).ask(REQUEST))
    assert once.spent.attempts == 1


def test_accounts_add_up_and_shares_are_by_unit() -> None:
    price = Price(input=2.0, output=8.0, cached=0.5)
    telemetry = Telemetry(price.cost)
    spent = Spent(input_tokens=1000, cached_tokens=400, output_tokens=100, seconds=2.0, attempts=2)
    telemetry.read("a", 4)
    telemetry.record(Call("a", (1, 2), spent, Problem.TRUNCATED))
    telemetry.record(Call("a", (2,), Spent(attempts=0), None, stored=True))
    telemetry.record(Call("a", (1, 2), Spent(attempts=0), None, sample=1, stored=True))
    telemetry.record(Call("a", (3,), Spent(attempts=0), Problem.BUDGET))
    telemetry.record(Call("b", (1,), spent, None))
    use, units = telemetry.take(["a"])
    assert (use.calls, use.stored, use.attempts, use.retries, use.asked_again) == (3, 2, 2, 1, 1)
    assert use.cost_usd == pytest.approx((600 * 2 + 400 * 0.5 + 100 * 8) / 1e6)
    assert use.share_asked == 0.5
    assert use.problems == {"budget": 1, "truncated": 1}
    assert use.kept_back == 1
    took = {unit.unit: (unit.calls, unit.input_tokens) for unit in units}
    assert took == {"u1": (2, 500), "u2": (3, 500), "u3": (0, None)}
    assert telemetry.take(["a"])[0].calls == 0
    assert telemetry.take(["b"])[0].calls == 1
