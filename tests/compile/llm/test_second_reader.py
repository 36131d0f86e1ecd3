"""Whatever a model claims of words that stand in the text: honest work is not failed, broken work does not pass.

And what is claimed rightly obliges as before.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pytest
from hostile import DATA, KEPT, LEFT_OUT, Case, Files, Json, ask, cases
from hypothesis import given
from hypothesis import strategies as st
from model_world import candidate_at, source_of

from specharness import api
from specharness.compile.llm.build import model_engine
from specharness.compile.llm.client import Reply, Request
from specharness.compile.llm.engine import ModelEngine
from specharness.compile.llm.second_reader import ByPlace, bounded
from specharness.ir import Direction, Disposition, Family, ObligationSet, Reason, SourceKind, Span, Verdict
from specharness.segment import segment


class Claiming:
    """A client that makes the same claims of every text, each for the units that its quote stands in."""

    asks: Sequence[Json] = ()
    source: str = ""

    async def ask(self, request: Request) -> Reply:
        source = source_of(self.source)
        bodies = {int(unit.id[1:]): source.quote(unit.body) for unit in segment(source)}
        told = [
            {
                "unit": name,
                "speaks_to_checker": False,
                "asks": [one for one in self.asks if one["quote"] in bodies.get(number, "")],
            }
            for number, name in zip(request.units, request.numbers, strict=True)
        ]
        return Reply(text=json.dumps({"units": told}))


@pytest.fixture(scope="module")
def claiming(tmp_path_factory: pytest.TempPathFactory) -> tuple[Claiming, ModelEngine]:
    client = Claiming()
    return client, model_engine(candidate_at(tmp_path_factory.mktemp("second"), "http://127.0.0.1:9/v1"), client)


def compiled(claiming: tuple[Claiming, ModelEngine], text: str, asks: Sequence[Json]) -> ObligationSet:
    client, engine = claiming
    client.asks, client.source = asks, text
    return api.compile_text(text, engine=engine, name="instruction.md")


def verdict(contract: ObligationSet, files: Files, before: Files, folder: Path) -> Verdict:
    for name, held in (("work", files), ("before", before)):
        (folder / name).mkdir(parents=True)
        for path, text in held.items():
            (folder / name / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / name / path).write_text(text, encoding="utf-8")
    return api.check(contract, workspace=folder / "work", before=folder / "before", run=False).verdict


CASES = list(cases())


def test_there_are_enough_of_them() -> None:
    assert len(CASES) >= 120
    assert len({case.id for case in CASES}) == len(CASES)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_no_claim_turns_a_verdict(claiming: tuple[Claiming, ModelEngine], case: Case, tmp_path: Path) -> None:
    contract = compiled(claiming, case.text, case.asks)
    assert verdict(contract, case.honest, case.before, tmp_path / "honest") is not Verdict.FAIL
    assert verdict(contract, case.broken, case.before, tmp_path / "broken") is not Verdict.PASS


RIGHT = [
    ("Write `res/a.txt`.", Family.PATH_EXISTS, {"path": "res/a.txt"}, {"res/a.txt": ""}, {}),
    ("Please create the file `res/a.txt`.", Family.PATH_EXISTS, {"path": "res/a.txt"}, {"res/a.txt": ""}, {}),
    ("You must write `res/a.txt`.", Family.PATH_EXISTS, {"path": "res/a.txt"}, {"res/a.txt": ""}, {}),
    (
        "The file `res/n.txt` must have at most 7 lines.",
        Family.COUNT,
        {"path": "res/n.txt", "max": 7, "field": "lines"},
        {"res/n.txt": "a\n" * 7},
        {"res/n.txt": "a\n" * 9},
    ),
    (
        "The file `res/n.txt` must contain the word `END`.",
        Family.CONTAINS,
        {"path": "res/n.txt", "text": "END"},
        {"res/n.txt": "END\n"},
        {"res/n.txt": "a\n"},
    ),
    (
        "`res/n.txt` must not contain `TODO`.",
        Family.NOT_CONTAINS,
        {"path": "res/n.txt", "text": "TODO"},
        {"res/n.txt": "a\n"},
        {"res/n.txt": "TODO\n"},
    ),
    (
        "The field `price` in `res/a.json` must be between 1 and 10.",
        Family.VALUE_RANGE,
        {"path": "res/a.json", "field": "price", "min": 1, "max": 10},
        {"res/a.json": '{"price": 5}'},
        {"res/a.json": '{"price": 50}'},
    ),
    ("创建文件 `res/a.txt`。", Family.PATH_EXISTS, {"path": "res/a.txt"}, {"res/a.txt": ""}, {}),
]


@pytest.mark.parametrize(("words", "family", "params", "honest", "broken"), RIGHT, ids=[row[0] for row in RIGHT])
def test_what_is_claimed_rightly_obliges(
    claiming: tuple[Claiming, ModelEngine],
    words: str,
    family: Family,
    params: dict[str, object],
    honest: Files,
    broken: Files,
    tmp_path: Path,
) -> None:
    forbids = family in (Family.PATH_ABSENT, Family.NOT_CONTAINS)
    claim = ask(words, family, **params, modality_="must_not" if forbids else "must")
    contract = compiled(claiming, words + "\n", [claim])
    assert verdict(contract, honest, {}, tmp_path / "honest") is Verdict.PASS
    assert verdict(contract, broken, {}, tmp_path / "broken") is Verdict.FAIL


def test_the_local_readings_own_words_are_left_as_they_are() -> None:
    text = "Write `res/a.csv` with the columns `id` and `name`, sorted by `id`.\n\nIt must have at most 9 rows.\n"
    source = source_of(text)
    units = segment(source)
    local = api.default_engine().compile(source, units)
    assert bounded(source, units, local, local).directions == local.directions


def test_what_is_passed_over_is_said_and_obliging() -> None:
    source = source_of("Write `res/a.txt`.\n\nDo not touch `in/rows.csv`.\n")
    units = segment(source)
    local = api.default_engine().compile(source, units)
    nothing = type(local)((), ())
    told = bounded(source, units, nothing, local).directions
    assert [(one.disposition, one.reason, one.modality.value) for one in told] == [
        (Disposition.ABSTAIN, Reason.UNREAD, "must"),
        (Disposition.ABSTAIN, Reason.UNREAD, "must_not"),
    ]
    only = bounded(source, units, nothing, local, frozenset({int(units[0].id[1:])})).directions
    assert [source.quote(one.spans[0]) for one in only] == ["Write `res/a.txt`."]


@pytest.mark.parametrize(
    ("disposition", "modality"), [("advisory", "should"), ("advisory", "may"), ("abstain", "should")]
)
@pytest.mark.parametrize("words", LEFT_OUT[:24:3])
def test_what_a_model_only_advises_stays_open(
    claiming: tuple[Claiming, ModelEngine], words: str, disposition: str, modality: str, tmp_path: Path
) -> None:
    weak = {**ask(words, Family.PATH_EXISTS), "disposition": disposition, "reason": "guidance", "modality": modality}
    text = f"Leave `in/rows.csv` as it is.\n\n{words}\n"
    contract = compiled(claiming, text, [KEPT, {**weak, "family": "none"}])
    assert verdict(contract, DATA, DATA, tmp_path) is not Verdict.PASS


def test_texts_of_the_workspace_are_not_read() -> None:
    source = source_of("Write `res/a.txt`.\n", SourceKind.WORKSPACE)
    local = api.default_engine().compile(source, segment(source))
    assert bounded(source, segment(source), local) == local


_SPANS = st.tuples(st.integers(0, 12), st.integers(1, 6)).map(
    lambda drawn: Span(source="s", start=drawn[0], end=sum(drawn))
)


@given(st.lists(st.tuples(_SPANS, st.integers(0, 3)), max_size=12), _SPANS)
def test_those_at_a_place_are_found_as_by_looking_at_all(placed: list[tuple[Span, int]], sought: Span) -> None:
    source = source_of("Write `res/a.txt`.\n\nWrite `res/b.txt`.\n\nWrite `res/c.txt`.\n\nWrite `res/d.txt`.\n")
    told: Sequence[Direction] = api.default_engine().compile(source, segment(source)).directions[:4]
    given_at = [(span, told[which]) for span, which in placed]
    expected = [
        one
        for span, one in sorted(given_at, key=lambda item: item[0].start)
        if span.start < sought.end and sought.start < span.end
    ]
    found = ByPlace(given_at).over(sought)
    assert [id(one) for one in found] == list(dict.fromkeys(id(one) for one in expected))
