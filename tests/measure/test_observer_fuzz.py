"""Fuzzing finds what it is made to find, and the same inputs again for the same seed."""

from __future__ import annotations

import itertools
import json
import os
import random
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from specharness.evidence.observe import Observatory
from specharness.evidence.views import Failure, Observation, Request, ViewKind
from specharness.measure import folder_fuzz, fuzzing, git_fuzz, observer_fuzz, run_fuzz, run_seeds
from specharness.measure.fuzzing import Answer, Lay, Subject, fuzz
from specharness.measure.observer_fuzz import TARGETS, subject
from specharness.measure.observer_seeds import SEEDS

QUICK = 0.0005
"""Minutes: a few looks, the first of them at sound files."""


def quiet(looks: int, seconds: float) -> None:
    pass


@pytest.mark.parametrize("target", ["json", "archive", "sqlite", "xlsx"])
def test_observers_stand_it(target: str, tmp_path: Path) -> None:
    outcome = fuzz(target, subject(target), QUICK, 1, tmp_path, quiet)
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
    outcome = fuzz("xml", subject("xml"), QUICK, 1, tmp_path, quiet)
    assert words in outcome.crashers[0]
    assert (tmp_path / "crasher-xml-0" / "x.xml").read_bytes() == SEEDS["x.xml"]()
    assert ViewKind.XML.value in outcome.crashers[0]


NEEDS = {"git": "git"}
FOLDERS = git_fuzz.SUBJECTS | folder_fuzz.SUBJECTS | run_fuzz.SUBJECTS


@pytest.mark.parametrize("name", sorted(FOLDERS))
def test_folders_and_logs_stand_it(name: str, tmp_path: Path) -> None:
    if name in NEEDS and shutil.which(NEEDS[name]) is None:
        pytest.skip(f"the program {NEEDS[name]} is not installed")
    outcome = fuzz(name, FOLDERS[name], 10 * QUICK, 1, tmp_path, quiet)
    assert outcome.looks
    assert outcome.crashers == []
    assert list(tmp_path.iterdir()) == []


def test_a_repository_that_is_executed_or_written_to_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The traps are live: git itself, run in such a repository as it is, falls into one."""
    if shutil.which("git") is None:
        pytest.skip("the program git is not installed")
    work = next(git_fuzz.SUBJECTS["git"].inputs(random.Random(1)))(tmp_path)

    def by_git(workspace: Path, request: Request) -> Answer:
        subprocess.run(["git", "-c", "safe.directory=*", "status"], cwd=workspace, capture_output=True, check=False)
        return Answer("view", None)

    monkeypatch.setattr(git_fuzz, "answer_of", by_git)
    with pytest.raises(fuzzing.Wrong, match="executed"):
        git_fuzz.SUBJECTS["git"].looks["git"](work)


def test_what_stands_outside_is_found_where_it_was_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "work").mkdir()
    (tmp_path / "work" / "copy").write_bytes(folder_fuzz.SECRET)
    for name in ("tree", "snapshot", "text"):
        with pytest.raises(fuzzing.Wrong, match="outside was read"):
            folder_fuzz.SUBJECTS["tree"].looks[name](tmp_path / "work")
    (tmp_path / "log.json").write_text(json.dumps(run_seeds.plain() | {"final_message": run_fuzz.SECRET}))
    with pytest.raises(fuzzing.Wrong, match="outside was read"):
        run_fuzz.SUBJECTS["runs"].looks["runs"](tmp_path / "log.json")


@pytest.mark.parametrize("name", sorted(FOLDERS))
def test_equal_seeds_lay_equal_folders(name: str, tmp_path: Path) -> None:
    if name in NEEDS and shutil.which(NEEDS[name]) is None:
        pytest.skip(f"the program {NEEDS[name]} is not installed")
    one = FOLDERS[name]

    def laid(seed: int, folder: Path) -> list[tuple[str, int]]:
        lays = list(itertools.islice(one.inputs(random.Random(seed)), 12))
        for number, lay in enumerate(lays):
            (folder / str(number)).mkdir(parents=True)
            lay(folder / str(number))
        found = [
            (f"{above}/{name}", os.stat(name, dir_fd=descriptor, follow_symlinks=False).st_mode)
            for above, folders, files, descriptor in os.fwalk(folder)
            for name in (*folders, *files)
        ]
        fuzzing.clear(folder)
        return sorted(found)

    folder = tmp_path / "x"
    assert laid(1, folder) == laid(1, folder) != laid(2, folder)


def test_a_look_that_takes_too_long_or_too_much_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def lay(folder: Path) -> Path:
        (folder / "x").write_text("x")
        return folder / "x"

    def inputs(chance: random.Random) -> Iterator[Lay]:
        while True:
            yield lay

    idle = Subject(inputs, {"look": lambda path: Answer("view", path.read_text())})
    ticks = itertools.count(0, 100)
    monkeypatch.setattr(fuzzing.time, "monotonic", lambda: float(next(ticks)))
    slow = fuzz("slow", idle, 10, 1, tmp_path, quiet)
    assert "look: took 50.0 s" in slow.crashers[0]
    grown = itertools.count(0, fuzzing.MEMORY + 1)
    monkeypatch.setattr(fuzzing, "SECONDS", 1_000.0)
    monkeypatch.setattr(fuzzing, "_peak", lambda: next(grown))
    large = fuzz("large", idle, 10, 1, tmp_path, quiet)
    assert "memory grew" in large.crashers[0]
