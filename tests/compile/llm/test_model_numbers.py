"""What a model says of numbers, beside what its words say: a result is never one that a check would refuse."""

from __future__ import annotations

import json
from itertools import product
from pathlib import Path

import pytest
from endpoint import Json, ask, entry
from model_world import candidate_at

from specharness import api
from specharness.compile.llm.build import model_engine
from specharness.compile.llm.client import Reply, Request
from specharness.ir import ObligationSet
from specharness.ir.schema import json_document, parse_obligations

LINES = "The file `out/n.txt` must have at most 7 lines."
BOTH = "The file `out/n.txt` must have at least 4 words and at most 7 lines."
TOTAL = "In `out/a.json` the field `total` must be 5 and the field `rest` must be 12."


class Saying:
    """A model that finds one requirement in whatever it is asked about."""

    def __init__(self, said: Json) -> None:
        self._said = said

    async def ask(self, request: Request) -> Reply:
        return Reply(text=json.dumps([entry(one, self._said) for one in request.numbers]))


def compiled(folder: Path, text: str, family: str, params: dict[str, tuple[str, str]]) -> ObligationSet:
    given = [{"name": name, "value": value, "words": words} for name, (value, words) in params.items()]
    client = Saying(ask(text, family=family, params=given))
    return api.compile_text(text, engine=model_engine(candidate_at(folder, "http://127.0.0.1:9/v1"), client))


PATH = {"path": ("out/n.txt", "")}


def test_a_number_beside_the_one_that_stands_there_obliges_nobody(tmp_path: Path) -> None:
    found = compiled(tmp_path, LINES, "count", {**PATH, "max": ("4", "7")})
    assert found.hard == ()
    (one,) = found.abstained
    assert (one.reason, one.detail) == ("param_ungrounded", "a number is not the one that its words state")


def test_the_number_that_stands_there_obliges(tmp_path: Path) -> None:
    for words in ("7", "", "at most 7"):
        found = compiled(tmp_path, LINES, "count", {**PATH, "max": ("7", words)})
        assert [one.effect.params["max"] for one in found.hard] == [7]


@pytest.mark.parametrize("text", [LINES, BOTH, TOTAL])
def test_no_number_of_a_models_makes_a_result_that_a_check_refuses(tmp_path: Path, text: str) -> None:
    forms = (("count", "max"), ("count", "min"), ("count", "count"), ("value_equals", "value"), ("value_range", "max"))
    where = {"path": ("out/a.json", ""), "field": ("total", "")} if text is TOTAL else PATH
    values, words = ("4", "5", "7", "12"), ("", "4", "5", "7", "12", "at most 7", "must be 5")
    for (family, name), value, said in product(forms, values, words):
        if said not in text:
            continue
        result = compiled(tmp_path, text, family, {**where, name: (value, said)})
        parse_obligations(json_document(result).encode(), "the result")
