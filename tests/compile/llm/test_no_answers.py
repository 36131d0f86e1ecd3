"""Bodies that hold no answer, answers in the wrong clothes, and what no answer may repeat: by every way of asking."""

from __future__ import annotations

import asyncio
import json
from base64 import b64encode
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from pathlib import Path

import pytest
from endpoint import Fault, Json, Seen, ask, entry, paths, serving
from hypothesis import given
from hypothesis import strategies as st
from model_world import TEXT, candidate_at, source_of, told

from specharness import api
from specharness.compile.candidates import Entry
from specharness.compile.llm import retries
from specharness.compile.llm.client import Problem, Reply, Request
from specharness.compile.llm.openai_client import ProviderClient
from specharness.compile.llm.schema import read_answer
from specharness.compile.llm.withheld import GONE, STRETCH, Withheld
from specharness.ir.schema import json_document
from specharness.segment import segment

SOURCE = source_of(TEXT)
UNITS = segment(SOURCE)
WAYS: dict[str, dict[str, str]] = {"schema": {}, "tools": {"mode": "tools"}, "responses": {"api": "responses"}}
QUESTION = Request(fingerprint="f", system="s", user="--- a ---\n1: x\n--- a ---\nanswer for: 1.")
Script = Callable[[Seen], "list[Json] | Fault | str"]


@pytest.fixture(autouse=True)
def no_pauses(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Pauses between attempts are noted, not waited for."""
    noted: list[float] = []

    async def sleep(seconds: float) -> None:
        noted.append(seconds)
        await asyncio.sleep(0)

    monkeypatch.setattr(retries.Retrying.__init__, "__defaults__", (sleep,))
    return noted


def chat(message: Json, finish: str = "stop") -> str:
    choice = {"index": 0, "finish_reason": finish, "message": message}
    return json.dumps({"id": "c", "object": "chat.completion", "created": 0, "model": "m", "choices": [choice]})


def response(*output: Json, **changes: Json) -> str:
    whole = {"id": "r", "object": "response", "created_at": 0, "model": "m", "status": "completed", "output": output}
    return json.dumps({**whole, "parallel_tool_calls": False, "tool_choice": "auto", "tools": [], **changes})


def says(content: Json) -> Json:
    return {"role": "assistant", "content": content}


def called(arguments: Json) -> Json:
    call = {"id": "1", "type": "function", "function": {"name": "Answer", "arguments": arguments}}
    return {"role": "assistant", "content": None, "tool_calls": [call]}


OVER_QUOTA = {"error": {"message": "over quota, says sk-0123456789", "type": "t", "code": "c"}}
NOTHING: dict[str, str] = {
    "a page": "<html>log in</html>",
    "a string": '"<html>"',
    "null": "null",
    "a list": "[]",
    "an empty object": "{}",
    "an error": json.dumps(OVER_QUOTA),
    "an error in words": '{"error": "over quota"}',
    "an error beside nothing": json.dumps({**OVER_QUOTA, "choices": None}),
    "no choices": '{"id": "x", "choices": []}',
    "null choices": '{"id": "x", "choices": null}',
    "a null choice": '{"choices": [null]}',
    "a choice in words": '{"choices": ["x"]}',
    "a null message": chat(None),
    "a message in words": chat("hello"),
    "null content": chat(says(None)),
    "a list as content": chat(says([{"type": "text", "text": '{"units": []}'}])),
    "a number as content": chat(says(3)),
    "empty content": chat(says("")),
    "blank content": chat(says(" \n")),
    "a null call": chat({**says(None), "tool_calls": [None]}),
    "a call without arguments": chat(called(None)),
    "no output": response(),
    "null output": response(output=None),
    "output without content": response({"type": "message", "id": "m", "role": "assistant", "content": None}),
    "thoughts alone": response({"type": "reasoning", "id": "q", "summary": []}),
    "a failure": response(status="failed", error={"code": "server_error", "message": "boom"}),
}


def asked_once(folder: Path, script: Script, **asking: Json) -> Reply:
    with serving(script) as endpoint:
        client = ProviderClient(candidate_at(folder, endpoint.address, asking=asking).candidate)
        return asyncio.run(client.ask(QUESTION))


@pytest.mark.parametrize("way", WAYS)
def test_a_body_without_a_models_text_is_no_answer(tmp_path: Path, way: str) -> None:
    bodies = iter(NOTHING.values())
    with serving(lambda _: Fault(body=next(bodies))) as endpoint:
        candidate = candidate_at(tmp_path, endpoint.address, asking=WAYS[way]).candidate

        async def all_of_them() -> list[Reply]:
            client = ProviderClient(candidate)
            return [await client.ask(QUESTION) for _ in NOTHING]

        replies = dict(zip(NOTHING, asyncio.run(all_of_them()), strict=True))
    assert {name for name, reply in replies.items() if reply.problem is not Problem.UNAVAILABLE} == set()
    assert {reply.text for reply in replies.values()} == {""}
    assert replies["an error"].detail == "the endpoint answered with an error: over quota, says"
    for reply in replies.values():
        assert "Error" not in reply.detail
        assert "Exception" not in reply.detail


@pytest.mark.parametrize("way", WAYS)
def test_a_page_of_another_kind_is_no_answer(tmp_path: Path, way: str) -> None:
    page = Fault(body="<html>log in</html>", headers={"content-type": "text/html"})
    assert asked_once(tmp_path, lambda _: page, **WAYS[way]).problem is Problem.UNAVAILABLE


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(
    ("body", "problem"),
    [
        (chat({**says(None), "refusal": "I will not"}), Problem.REFUSED),
        (chat(says(""), "content_filter"), Problem.REFUSED),
        (chat(None, "content_filter"), Problem.REFUSED),
        (response({"type": "message", "content": [{"type": "refusal", "refusal": "no"}]}), Problem.REFUSED),
        (response(status="incomplete", incomplete_details={"reason": "content_filter"}), Problem.REFUSED),
        (chat(says(None), "length"), Problem.TRUNCATED),
        (chat(says("Of course!")), Problem.MALFORMED),
        (chat(called("Of course!")), Problem.MALFORMED),
    ],
)
def test_refusals_cuts_and_prose_are_told_apart_from_it(tmp_path: Path, way: str, body: str, problem: Problem) -> None:
    assert asked_once(tmp_path, lambda _: Fault(body=body), **WAYS[way]).problem is problem


@pytest.mark.parametrize("way", WAYS)
def test_no_answer_is_asked_for_again_and_not_kept(tmp_path: Path, way: str) -> None:
    turns = iter([Fault(body=NOTHING["an error"])] * 4)
    with serving(lambda request: next(turns, None) or paths(request)) as endpoint:
        found = candidate_at(tmp_path, endpoint.address, asking={**WAYS[way], "attempts": 2})
        found = Entry(candidate=found.candidate, folder=found.folder, answers=tmp_path / "answers.sqlite")
        hard = []
        for _ in range(4):
            directions = found.kind.build(found).compile(SOURCE, UNITS).directions
            hard.append([row[1] for row in told(SOURCE, directions)].count("hard"))
        assert hard == [0, 0, 2, 2]
        assert len(endpoint.requests) == 5


FENCED = "Sure! Here it is:\n\n```json\n{}\n```\nAnything else?"


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("form", ["{}", FENCED, "```\n{}\n```", "```json\n{}"])
@pytest.mark.parametrize("alone", [False, True])
def test_a_whole_answer_in_other_clothes_is_read(tmp_path: Path, way: str, form: str, alone: bool) -> None:
    def clothed(request: Seen) -> str:
        rows = paths(request)
        return form.format(json.dumps(rows if alone else {"units": rows}, indent=1))

    with serving(clothed) as endpoint:
        found = candidate_at(tmp_path, endpoint.address, asking=WAYS[way])
        directions = found.kind.build(found).compile(SOURCE, UNITS).directions
        assert len(endpoint.requests) == 1
    kinds = [row[1] for row in told(SOURCE, directions)]
    assert kinds == ["hard", "advisory", "hard", "abstain"]  # the last is what the model passes over


def test_several_fences_leave_open_which_is_meant() -> None:
    one = f"```json\n{json.dumps([entry(1, ask('words'))])}\n```\n"
    assert set(read_answer(one, {1}).entries) == {1}
    assert read_answer(one + one, {1}).entries == {}
    quoted = json.dumps([entry(1, ask("```\nwords\n```"))])
    assert read_answer(quoted, {1}).entries[1].asks[0].quote == "```\nwords\n```"


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(
    "spoilt",
    [
        lambda one: entry(one, ask("x", statement="s" * 300)),
        lambda one: entry(one, *[ask("x")] * 17),
        lambda one: entry(one, ask("x", params=[{"name": "path", "value": "p" * 201, "words": ""}])),
    ],
    ids=["statement", "asks", "value"],
)
def test_an_entry_that_is_too_long_costs_its_unit_alone(
    tmp_path: Path, way: str, spoilt: Callable[[int], Json]
) -> None:
    def long(request: Seen) -> list[Json]:
        rows = {row["unit"]: row for row in paths(request)}
        return [spoilt(one) if "chart" in request.units[one] else rows[one] for one in request.asked]

    with serving(long) as endpoint:
        found = candidate_at(tmp_path, endpoint.address, asking=WAYS[way])
        directions = found.kind.build(found).compile(SOURCE, UNITS).directions
        assert [len(request.asked) for request in endpoint.requests[1:]] == [1, 1]
    assert [row[1:] for row in told(SOURCE, directions)] == [
        ("hard", ""),
        ("abstain", "no_answer"),
        ("hard", ""),
        ("abstain", "unread"),  # what the model passes over
    ]


HALF = "\ud800"


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("escaped", [1, 2], ids=["in the answer", "in the body"])
@pytest.mark.parametrize("where", ["quote", "statement", "condition", "value", "words", "also", "key"])
def test_half_a_character_loses_no_more_than_its_unit(tmp_path: Path, way: str, escaped: int, where: str) -> None:
    def halved(request: Seen) -> str:
        rows = paths(request)
        one = next(row for row in rows if row["asks"])["asks"][0]
        if where in ("quote", "statement", "condition"):
            one[where] += HALF
        elif where in ("value", "words"):
            one["params"][0][where] += HALF
        elif where == "also":
            one["also"] = [{"unit": request.asked[0], "quote": HALF}]
        else:
            one[HALF] = HALF
        return json.dumps({"units": rows}, ensure_ascii=escaped == 1)

    with serving(halved) as endpoint:
        found = candidate_at(tmp_path, endpoint.address, asking=WAYS[way])
        found = found.model_copy(update={"answers": tmp_path / "answers.sqlite"})
        result = api.compile_text(TEXT, engine=found.kind.build(found))
    json_document(result).encode()
    assert [one.src.quote for one in result.hard if "summary" in one.src.quote]
    if where != "statement":
        assert not [one for one in result.hard if "report" in one.src.quote]


@given(st.text(alphabet="\\ud8Dc0fF\"'a9", max_size=40))
def test_halves_of_characters_are_found_as_escapes_are_read(text: str) -> None:
    """As Python's own reader does, which keeps halves of characters; and what is no JSON is no answer."""
    whole = json.dumps({"units": [entry(1, ask("the words", statement="x@@"))]}).replace("@@", text)
    try:
        read = json.loads(whole)["units"][0]["asks"][0]["statement"]
    except ValueError:
        assert not read_answer(whole, {1}).entries
        return
    (one,) = read_answer(whole, {1}).entries[1].asks
    assert one.statement == "".join("\ufffd" if 0xD800 <= ord(sign) <= 0xDFFF else sign for sign in read)


KEY = "sk-Secret-ABCDEF0123456789abcdef"
ALTERED = {
    "whole": KEY,
    "second half": KEY[16:],
    "its end": KEY[-12:],
    "upper case": KEY.upper(),
    "split": f"{KEY[:10]} {KEY[10:]}",
    "base64": b64encode(KEY.encode()).decode(),
    "base64 of a header": b64encode(f"Bearer {KEY}".encode()).decode(),
    "percent signs": KEY.replace("-", "%2D"),
}


def holds(text: str) -> bool:
    low = text.lower()
    forms = (KEY.lower(), b64encode(KEY.encode()).decode().lower())
    return any(form[at : at + STRETCH] in low for form in forms for at in range(len(form) - STRETCH + 1))


@pytest.mark.parametrize("name", ALTERED)
def test_no_stretch_of_a_key_stays_in_a_message(name: str) -> None:
    message = Withheld([KEY], ["127.0.0.1:80"]).from_message(f"wrong key {ALTERED[name]}! at 127.0.0.1:80, again")
    assert GONE in message.removesuffix(f"! at {GONE}, again")
    assert message.endswith(f"! at {GONE}, again")
    assert not holds(message)


def test_what_is_no_secret_stays() -> None:
    hidden = Withheld(["sk-Secret-ABCDEF0123456789abcdef", "EMPTY"], ["localhost:8000"])
    answer = '{"quote": "Serve on localhost:8000, leave EMPTY what is secret.", "path": "C:\\\\u0041\\n\\u0022"}'
    assert hidden.from_answer(answer) == answer
    assert Withheld().from_message("İstanbul sk") == "İstanbul sk"
    assert hidden.from_message(f"İİ {KEY} İ") == f"İİ {GONE} İ"


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("form", ["plain", "escaped", "malformed"])
def test_a_key_that_a_model_repeats_is_neither_kept_nor_written(
    tmp_path: Path, way: str, form: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SCRIPTED_KEY", KEY)
    monkeypatch.setenv("OPENAI_CUSTOM_HEADERS", "X-Gateway: hush-hush-0123")
    sent: list[str] = []

    def telling(request: Seen) -> str:
        sent.append(request.headers["x-gateway"])
        rows = paths(request)
        for row in rows:
            for one in row["asks"]:
                one["statement"] = f"It is there, {request.headers['authorization']}, {request.headers['x-gateway']}."
        text = json.dumps({"units": rows})
        if form == "escaped":
            return text.replace("Secret", r"\u0053ecret").replace("0123", r"\u00301\u00323")
        return text[:-1] + (', "more": 1}' if form == "malformed" else "}")

    with serving(telling) as endpoint:
        found = candidate_at(tmp_path, endpoint.address, asking={**WAYS[way], "key_variable": "SCRIPTED_KEY"})
        found = found.model_copy(update={"answers": tmp_path / "answers.sqlite"})
        result = api.compile_text(TEXT, engine=found.kind.build(found))
    assert sent == ["hush-hush-0123"]
    assert len(result.hard) >= 2
    kept = b"".join(file.read_bytes() for file in tmp_path.iterdir() if file.name.startswith("answers"))
    for text in (json_document(result), kept.decode("latin-1")):
        assert "It is there" in text
        assert not holds(text)
        assert "hush-hush" not in text


@pytest.mark.parametrize(
    ("asked_for", "seconds"),
    [
        ({"retry-after": "2"}, 2.0),
        ({"retry-after": "99999999"}, 20.0),
        ({"retry-after": "1e400"}, 20.0),
        ({"retry-after": "-5"}, 0.0),
        ({"retry-after-ms": "1500"}, 1.5),
        ({"retry-after": format_datetime(datetime.now(UTC) + timedelta(days=9), usegmt=True)}, 20.0),
        ({"retry-after": "Thu, 01 Jan 1970 00:00:00 GMT"}, 0.0),
    ],
)
def test_a_pause_is_what_the_endpoint_asks_for_and_no_longer_than_a_call_may_take(
    tmp_path: Path, asked_for: dict[str, str], seconds: float, no_pauses: list[float]
) -> None:
    turns = iter([Fault(429, "{}", asked_for)])
    with serving(lambda request: next(turns, None) or paths(request)) as endpoint:
        found = candidate_at(tmp_path, endpoint.address, asking={"timeout_seconds": 20.0})
        found.kind.build(found).compile(SOURCE, UNITS)
    assert no_pauses == [seconds]


@pytest.mark.parametrize("words", ["nan", "soon", "Thu, 01 Jan 99999 00:00:00 GMT", ""])
def test_a_pause_that_is_none_is_chosen_here(tmp_path: Path, words: str, no_pauses: list[float]) -> None:
    turns = iter([Fault(429, "{}", {"retry-after": words})])
    with serving(lambda request: next(turns, None) or paths(request)) as endpoint:
        found = candidate_at(tmp_path, endpoint.address, asking={"timeout_seconds": 20.0})
        found.kind.build(found).compile(SOURCE, UNITS)
    assert len(no_pauses) == 1
    assert 0 <= no_pauses[0] <= retries.FIRST_PAUSE
