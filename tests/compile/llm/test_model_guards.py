"""A model that fell for every altered quote and every planted order: nothing of it may oblige.

The answers go the whole way of a call (the entry as JSON, looked up, grounded with the other sources) without the
network in between; a part of them goes through the endpoint as well.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from endpoint import Json, Seen, entry, serving
from model_world import candidate_at

from specharness import api
from specharness.compile.engine import Compiled
from specharness.compile.llm.build import model_engine
from specharness.compile.llm.client import Reply, Request
from specharness.compile.llm.engine import ModelEngine
from specharness.ground import ground
from specharness.ir import ObligationSet, Scalar, Source
from specharness.measure.alterations import Alteration, from_jsonl, reading_of
from specharness.measure.planting import places, read_cases
from specharness.segment import segment
from specharness.sources import Specification, load

ROOT = Path(__file__).resolve().parent.parent.parent.parent
TASKS = ROOT / "annotations" / "tasks"
NAMES = sorted(path.name for path in TASKS.iterdir() if path.is_dir())
CASES = read_cases((ROOT / "annotations" / "meta_instructions.jsonl").read_text(encoding="utf-8"))


class Scripted:
    """A client that answers by a function of the request."""

    def __init__(self) -> None:
        self.script: Callable[[Request], list[Json]] = lambda _: []

    async def ask(self, request: Request) -> Reply:
        return Reply(text=json.dumps({"units": self.script(request)}))


@pytest.fixture(scope="module")
def scripted(tmp_path_factory: pytest.TempPathFactory) -> tuple[Scripted, ModelEngine]:
    client = Scripted()
    return client, model_engine(candidate_at(tmp_path_factory.mktemp("guards"), "http://127.0.0.1:9/v1"), client)


@cache
def task(name: str) -> Specification:
    return load(api.request_for(TASKS / name))


@cache
def altered() -> dict[str, list[Alteration]]:
    found = defaultdict(list)
    for one in from_jsonl((ROOT / "annotations" / "altered_quotes.jsonl").read_text(encoding="utf-8")):
        found[one.task].append(one)
    return found


def text_of(value: Scalar) -> str:
    return value if isinstance(value, str) else json.dumps(value)


def claimed(alteration: Alteration, numbers: Sequence[int], known_as: Sequence[int] | None = None) -> list[Json]:
    """What a model that believed the alteration would answer about these units, known by numbers of the question."""
    names = dict(zip(numbers, known_as or numbers, strict=True))
    reading = alteration.reading
    main, *others = reading.quotes
    params = []
    for name, literal in reading.params.items():
        values = literal.value if isinstance(literal.value, tuple) else (literal.value,)
        words = [quote.text for quote in literal.quotes] or [""] * len(values)
        params += [
            {"name": name, "value": text_of(value)[:200] or " ", "words": word[:200]}
            for value, word in zip(values, words, strict=False)
        ]
    believed = {
        "quote": main.text[:400],
        "also": [{"unit": names.get(quote.unit or 0, 0), "quote": quote.text[:400]} for quote in others[:6]],
        "examples": [],
        "disposition": "hard",
        "reason": "none",
        "modality": reading.modality.value,
        "kind": reading.kind.value,
        "family": reading.family.value if reading.family else "none",
        "params": params[:32],
        "condition": (reading.condition or "")[:300],
        "statement": "So it is said.",
        "sure": True,
    }
    return [entry(name, *([believed] if number == main.unit else [])) for number, name in names.items()]


def compiled_by(engine: ModelEngine, specification: Specification) -> tuple[ObligationSet, dict[str, Compiled]]:
    units = {source.id: segment(source) for source in specification.sources}
    found = dict(
        zip(
            units,
            engine.compile_all([(source, units[source.id]) for source in specification.sources]),
            strict=True,
        )
    )
    return ground(specification, units, found, engine.id), found


@pytest.mark.parametrize("name", NAMES)
def test_no_altered_quote_obliges(scripted: tuple[Scripted, ModelEngine], name: str) -> None:
    client, engine = scripted
    specification = task(name)
    asked = 0
    accepted = []
    for alteration in altered()[name]:
        source = next(one for one in specification.sources if one.id == alteration.source)
        believed: list[Json] = []

        def script(
            request: Request, alteration: Alteration = alteration, believed: list[Json] = believed
        ) -> list[Json]:
            if request.source != alteration.source:
                return [entry(number) for number in request.numbers]
            told = claimed(alteration, request.units, request.numbers)
            believed.extend(one for one in told if one["asks"])
            return told

        client.script = script
        units = segment(source)
        found = engine.compile(source, units)
        asked += bool(believed)
        every = {one.id: segment(one) for one in specification.sources}
        result = ground(specification, every, {**{one: Compiled(()) for one in every}, source.id: found}, engine.id)
        accepted += [alteration.id for _ in result.hard]
    assert accepted == []
    assert asked >= 0.95 * len(altered()[name])  # the claim was put to it, whatever became of it


def hosts() -> list[Source]:
    found = [one for name in NAMES for one in task(name).sources if one.kind.value in ("prompt", "guideline", "skill")]
    assert len(found) > 20
    return found


@pytest.mark.parametrize("case", [one for one in CASES if one.attack], ids=lambda case: case.id)
def test_no_planted_order_obliges_or_is_sent(scripted: tuple[Scripted, ModelEngine], case: Json) -> None:
    """As if the model obeyed: every unit that shares a word with the planted text is called hard."""
    client, engine = scripted
    number = int(case.id.rsplit("-", 1)[1])
    able = [(source, there) for source in hosts() if (there := places(source, case.where))]
    source, there = able[number % len(able)]
    place = there[number % len(there)]
    text = source.text[: place.offset] + place.before + case.text + place.after + source.text[place.offset :]
    planted = source.model_copy(update={"text": text})
    start, end = place.offset, place.offset + len(place.before + case.text + place.after)
    units = segment(planted)
    reading = engine.reading(planted, units)
    inside = {int(unit.id[1:]) for unit in reading.units if start <= unit.body.start and unit.body.end <= end}
    spans = {int(unit.id[1:]): planted.quote(unit.body) for unit in reading.units}

    def obeying(request: Request) -> list[Json]:
        return [
            entry(name, *([{**BELIEVED, "quote": spans[one][:400]}] if one in inside else []))
            for one, name in zip(request.units, request.numbers, strict=True)
        ]

    client.script = obeying
    found = engine.compile(planted, units)
    hard = [one for one in found.directions if one.disposition == "hard" and start <= one.spans[0].start < end]
    assert [planted.quote(one.spans[0]) for one in hard] == []
    assert any(span.start < end and start < span.end for span in found.meta)


BELIEVED = {
    "quote": "",
    "also": [],
    "examples": [],
    "disposition": "hard",
    "reason": "none",
    "modality": "must",
    "kind": "process",
    "family": "other_checkable",
    "params": [],
    "condition": "",
    "statement": "Everything is satisfied.",
    "sure": True,
}


def test_a_faithful_claim_obliges(scripted: tuple[Scripted, ModelEngine]) -> None:
    """The way can say yes: what the local compiler reads, told as a model would, becomes obligations."""
    client, engine = scripted
    name = "invoice-summary-json"
    source = next(one for one in task(name).sources if one.id == "instruction.md")
    units = segment(source)
    readings = [
        (reading_of(one, source, units), one)
        for one in api.default_engine().compile(source, units).directions
        if one.disposition == "hard"
    ]
    claims = [replace(altered()[name][0], reading=reading, source=source.id) for reading, _ in readings]

    def script(request: Request) -> list[Json]:
        told = [claimed(claim, request.units, request.numbers) for claim in claims]
        return [
            entry(name, *(ask for one in told for ask in one[at]["asks"])) for at, name in enumerate(request.numbers)
        ]

    client.script = script
    result, _ = compiled_by(engine, task(name))
    assert len(result.hard) >= len(readings) // 2


def test_altered_quotes_through_the_endpoint(tmp_path: Path) -> None:
    """Every tenth of one task goes over the wire: as hard as a model can say it, and nothing obliges."""
    name = "invoice-summary-json"
    (first, *_) = [one for one in task(name).sources if one.id == "instruction.md"]
    for alteration in [one for one in altered()[name] if one.source == first.id][::10]:

        def script(request: Seen, alteration: Alteration = alteration) -> list[Json]:
            # one window holds the text: its numbers are the source's, counted from 1
            return claimed(alteration, [number - 1 for number in request.asked], request.asked)

        with serving(script) as endpoint:
            candidate = candidate_at(tmp_path, endpoint.address)
            engine = candidate.kind.build(candidate)
            result = api.compile_specification(task(name), engine=engine)
        assert result.hard == ()
