"""Mutants: what is changed, what is left alone, and which ones are noticed."""

from __future__ import annotations

import ast
import importlib
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from specharness.evidence.views import Request, ViewKind
from specharness.ir import Family, Outcome
from specharness.qualify import equivalents, mutation
from specharness.qualify.case import FAILED, PASSED, Case, Kind, World
from specharness.qualify.derived import Trial
from specharness.qualify.mutants import mutants_of
from specharness.qualify.mutation import ModuleReport, mutate, operations, witness
from specharness.validators import digest
from specharness.validators.base import Finding, Params, Seen
from specharness.validators.digest import Name

MODULE = "judging_mutants_of_a_test"


def labels(code: str) -> list[str]:
    return [mutant.label for mutant in mutants_of(ast.parse(code).body[0])]


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("def f(x):\n    return x < 3", ["x < 3 -> x <= 3", "x < 3 -> x >= 3", "3 -> 4"]),
        ("def f(x, y):\n    return x and y", ["x and y -> x or y", "x and y -> y", "x and y -> x"]),
        ("def f(x):\n    return not x", ["not x -> x"]),
        ("def f(x):\n    return any(x)", ["any(x) -> all(x)"]),
        ("def f(x):\n    if x:\n        go()", ["if x -> if True", "if x -> if False", "go() -> pass"]),
        ("def f(x):\n    return [y for y in x if y]", ["for y in x if y -> for y in x"]),
        ("def f(x):\n    return x == x", ["x == x -> x != x"]),
        ("def f(x):\n    return Outcome.PASSED", ["Outcome.PASSED -> Outcome.FAILED"]),
        ("def f(x):\n    return x.strip()", ["x.strip() -> x"]),
        ("def f(x=1):\n    '''Words.'''\n    return Finding(x, 'a b c', f'{x + 1}', message='d')", []),
        (
            "def f(x: int) -> int:\n    expected = 'words' + x\n    tally.doubt(x, 'w' * 2)",
            ["tally.doubt(x, 'w' * 2) -> pass"],
        ),
        ("def f(x):\n    raise ValueError(x + 1)", []),
        ("def f(x):\n    return x + 1 < x + 1", ["x + 1 < x + 1 -> x + 1 <= x + 1"]),
    ],
)
def test_what_decides_is_changed_and_words_are_not(code: str, expected: list[str]) -> None:
    found = labels(code)
    assert set(expected) <= set(found)
    if not expected:
        assert found == []


def test_equal_changes_of_one_definition_are_told_apart_and_the_original_stays() -> None:
    statement = ast.parse("def f(x):\n    return x + 1 + 1").body[0]
    before = ast.unparse(statement)
    found = [mutant.label for mutant in mutants_of(statement)]
    assert len(found) == len(set(found))
    assert ast.unparse(statement) == before


RULES = """
from functools import lru_cache

def allowed(number):
    return number > 2

@lru_cache
def doubled(number):
    return number * 2

def unused_part(number):
    return number + 1

class Rule:
    @property
    def limit(self):
        return 4

    def inside(self, number):
        steps = 0
        while steps < number:
            steps += 1
        return steps == number and allowed(number) and doubled(number) <= 2 * self.limit
"""


class Judge:
    """Asks the module of this test."""

    name = "judge"
    version = 1
    families = (Family.COUNT,)
    required = frozenset({"number"})
    optional: frozenset[str] = frozenset()

    def needs(self, params: Params) -> Sequence[Request]:
        return (Request(ViewKind.TEXT, "x"),)

    def decide(self, params: Params, seen: Seen) -> Finding:
        kept = importlib.import_module(MODULE).Rule().inside(params["number"])
        return Finding(Outcome.PASSED if kept else Outcome.FAILED, "", "")


@pytest.fixture(autouse=True)
def module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    (tmp_path / f"{MODULE}.py").write_text(RULES)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(mutation, "LEAST_SECONDS", 0.3)
    for found in (digest.source_of, digest.sha256_of, digest._parsed):
        found.cache_clear()
    yield
    sys.modules.pop(MODULE, None)


def report(numbers: Sequence[int], most: int = 400) -> ModuleReport:
    trials = [Case(Kind.SATISFYING, {"number": n}, World(), PASSED if 2 < n <= 4 else FAILED, "") for n in numbers]
    witnesses = [witness(f"{MODULE}.", Judge(), Trial(case, {})) for case in trials]
    names = ["Rule", "allowed", "doubled"]
    return mutate(MODULE, names, dict.fromkeys(names, witnesses), "key", most=most)


_SAME = (
    "steps == number and allowed(number) and (doubled(number) <= 2 * self.limit) -> "
    "allowed(number) and doubled(number) <= 2 * self.limit",
    "0 -> 1",
)
"""The loop always ends at the number, and 0, where it would not, is not allowed anyway."""


def test_cases_at_the_bounds_notice_every_mutant_but_those_that_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    full = report([0, 1, 2, 3, 4, 5])
    assert {found.change for found in full.survivors} == set(_SAME)
    assert full.over().tried == full.over().of > 10
    assert "unused_part" not in full.definitions
    assert importlib.import_module(MODULE).Rule().inside(3)  # nothing stays changed
    argued = {(f"{MODULE}:Rule.inside", label): "as _SAME says" for label in _SAME}
    monkeypatch.setattr(mutation, "EQUIVALENT", argued)
    rest = report([0, 1, 2, 3, 4, 5])
    assert rest.survivors == ()
    assert rest.over().equivalent == len(_SAME)
    assert rest.over().killed == rest.over().tried == full.over().tried - len(_SAME)


def test_cases_far_from_the_bounds_notice_less() -> None:
    far = report([0, 3, 100])
    assert {"number > 2 -> number >= 2", "4 -> 5"} <= {found.change for found in far.survivors}
    assert far.over().killed < report([0, 1, 2, 3, 4, 5]).over().killed
    assert all(found.line > 0 for found in far.survivors)


def test_another_finding_that_is_no_wrong_answer_is_counted_apart() -> None:
    debated = [Case(Kind.DEBATABLE, {"number": n}, World(), frozenset(Outcome), "") for n in (2, 3)]
    witnesses = [witness(f"{MODULE}.", Judge(), Trial(case, {})) for case in debated]
    found = mutate(MODULE, ["allowed"], {"allowed": witnesses}, "key")
    at_the_bound = found.over()
    assert at_the_bound.killed == 0
    assert at_the_bound.changed == at_the_bound.tried - len(found.survivors) > 0
    assert "number > 2 -> number >= 2" not in {survivor.change for survivor in found.survivors}


def test_a_sample_says_of_how_many() -> None:
    some = report([0, 1, 2, 3, 4, 5], most=5).over()
    assert some.tried == 5
    assert some.of > 10
    assert report([2, 3], most=5) == report([2, 3], most=5)


def test_every_mutant_that_is_argued_away_is_one() -> None:
    made: dict[str, set[str]] = {}
    for definition, _ in equivalents.EQUIVALENT:
        if definition not in made:
            module, _, name = definition.partition(":")
            found = [item for item in operations(module, name.partition(".")[0]) if item.definition == name]
            made[definition] = {item.mutant.label for item in found}
    lost = [(definition, label) for definition, label in equivalents.EQUIVALENT if label not in made[definition]]
    assert lost == []
    for definition in equivalents.WORDING:
        module, _, name = definition.partition(":")
        top, _, method = name.partition(".")
        found = digest.statement_of(Name(module, top)) if top else []
        methods = {item.name for made in found for item in ast.walk(made) if isinstance(item, ast.FunctionDef)}
        assert not name or (method in methods if method else found), definition
