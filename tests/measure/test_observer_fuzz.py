"""Fuzzing finds what it is made to find, and the same inputs again for the same seed."""

from __future__ import annotations

import itertools
import random
from pathlib import Path

import pytest

from specharness.evidence.observe import Observatory
from specharness.evidence.views import Failure, Observation, Request, ViewKind
from specharness.measure import observer_fuzz
from specharness.measure.observer_fuzz import TARGETS, fuzz
from specharness.measure.observer_seeds import SEEDS

QUICK = 0.0005
"""Minutes: a few looks, the first of them at sound files."""


def quiet(looks: int, seconds: float) -> None:
    pass


@pytest.mark.parametrize("target", ["json", "archive", "sqlite", "xlsx"])
def test_observers_stand_it(target: str, tmp_path: Path) -> None:
    outcome = fuzz(target, QUICK, 1, tmp_path, quiet)
    assert outcome.looks
    assert outcome.crashers == []
    assert list(tmp_path.iterdir()) == []


def test_targets_are_fed_with_files_that_are_there() -> None:
    assert {name for names, _ in TARGETS.values() for name in names} <= SEEDS.keys()


def test_equal_seeds_feed_equal_inputs() -> None:
    data = SEEDS["x.zip"]()

    def inputs(seed: int) -> list[bytes]:
        found = observer_fuzz._inputs([("x.zip", data)], random.Random(seed))
        return [content for _, content in itertools.islice(found, 30)]

    assert inputs(1) == inputs(1) != inputs(2)
    assert len(set(inputs(1))) > 10


def raises(request: Request) -> Observation:
    raise KeyError("x")


def wordless(request: Request) -> Observation:
    return Observation(request, None, Failure.LIMIT)


def undecided(request: Request) -> Observation:
    return Observation(request, None)


counted = itertools.count()


def changing(request: Request) -> Observation:
    return Observation(request, None, Failure.LIMIT, f"at {next(counted)}")


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (raises, "raised KeyError"),
        (wordless, "without a word"),
        (undecided, "neither a view"),
        (changing, "two looks differ"),
    ],
)
def test_what_is_wrong_is_kept(answer: object, words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Observatory, "_answer", lambda self, request: answer(request))  # type: ignore[operator]
    outcome = fuzz("xml", QUICK, 1, tmp_path, quiet)
    assert words in outcome.crashers[0]
    assert (tmp_path / "crasher-xml-0.xml").read_bytes() == SEEDS["x.xml"]()
    assert ViewKind.XML.value in outcome.crashers[0]
