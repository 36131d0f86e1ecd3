"""Records that are broken in any way: what can't be read is named, and nothing else happens."""

from __future__ import annotations

import contextlib
import copy
import json
import os
import random
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from specharness.errors import SpecHarnessError
from specharness.measure import run_seeds as records
from specharness.measure.gaps import Collection
from specharness.runs import lines as line_reading
from specharness.runs.damage import Damage
from specharness.runs.reading import FORMATS, read_runs

ODD: list[Any] = [
    None,
    True,
    -1,
    1e308,
    float("nan"),
    10**30,
    "",
    "\ud800",
    [],
    {},
    [[]],
    [None],
    {"a": None},
    ["a", 1],
]
CASES = 60
BASES: dict[str, Any] = {
    "openai": records.openai(),
    "tau": [records.tau()],
    "workbench": records.workbench(),
    "atif": records.atif(),
    "openhands classic": records.openhands_classic(),
    "openhands harness": {"instance_id": "i", "history": records.openhands_events(), "metadata": {"llm_config": {}}},
    "claude": records.claude_stream(),
    "plain": records.plain(),
}


def _places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    if path:
        yield path
    if isinstance(value, (dict, list)):
        for key in list(value) if isinstance(value, dict) else range(len(value)):
            yield from _places(value[key], (*path, key))


def _broken(value: Any, draw: random.Random) -> Any:
    """The value with one place gone, or something odd there."""
    changed = copy.deepcopy(value)
    *way, last = draw.choice(list(_places(changed)))
    inner = changed
    for key in way:
        inner = inner[key]
    if draw.random() < 0.3:
        del inner[last]
    else:
        inner[last] = copy.deepcopy(draw.choice(ODD))
    return changed


@pytest.mark.parametrize("name", BASES)
def test_odd_values_anywhere(name: str, tmp_path: Path) -> None:
    draw = random.Random(name)
    path = tmp_path / "log"
    for number in range(CASES):
        value = _broken(_broken(BASES[name], draw), draw)
        text = records.lines(*value) if name == "claude" else json.dumps(value)
        path.write_bytes(text[: len(text) if number % 5 else draw.randrange(len(text))].encode())
        collected = Collection()
        with contextlib.suppress(SpecHarnessError):
            for run in read_runs([path], Damage(), format=draw.choice([None, *FORMATS[:-1]])):
                collected.add(run)
                run.model_dump_json().encode()


def test_bytes_of_every_kind(tmp_path: Path) -> None:
    draw = random.Random(1)
    path = tmp_path / "log"
    for start in (b"", b"{", b"[", b"[{", b"PK\x03\x04", b"\x1f\x8b", b"\xef\xbb\xbf{", b'{"messages": ['):
        path.write_bytes(start + draw.randbytes(200))
        damage = Damage()
        try:
            assert not list(read_runs([path], damage))
            assert damage.count
        except SpecHarnessError:
            pass


def test_a_line_beyond_the_limit_is_named_and_passed_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    good = records.lines(records.plain())
    monkeypatch.setattr(line_reading, "MAX_VALUE", len(good) + 5)
    path = tmp_path / "log"
    path.write_text(good + good.replace("red", "red" * 50) + good.replace("r1", "r2"))
    damage = Damage()
    assert [run.id for run in read_runs([path], damage)] == ["r1", "r2"]
    assert [place.line for place in damage.named] == [2]


@pytest.mark.parametrize("sort", ["pipe", "link", "device"])
@pytest.mark.parametrize(
    "name",
    ["result.json", "agent/trajectory.json", "agent/trajectory.cont-1.json", "verifier/ctrf.json",
     "agent/episode-0/prompt.txt", "agent/episode-1", "agent"],
)  # fmt: skip
def test_what_is_no_file_of_a_trial_is_named_and_neither_followed_nor_waited_for(
    sort: str, name: str, tmp_path: Path
) -> None:
    """Found by fuzzing: a pipe in place of a prompt was waited for without end, and a link led out of the records."""
    job = records.write_harbor(tmp_path / "logs", trajectory="episode" not in name)
    trial = next(path for path in job.iterdir() if path.is_dir())
    if "episode" in name:
        records.write_episodes(trial)
    (tmp_path / "outside").mkdir()
    for inner in ("prompt.txt", "response.txt", "trajectory.json"):
        (tmp_path / "outside" / inner).write_text("a secret of somebody else's")
    path = trial / name
    if path.is_dir():
        shutil.rmtree(path)
    path.unlink(missing_ok=True)
    path.parent.mkdir(exist_ok=True)
    if sort == "pipe":
        os.mkfifo(path)
    else:
        outside = tmp_path / "outside" / ("prompt.txt" if path.suffix else "")
        path.symlink_to("/dev/zero" if sort == "device" else outside)
    damage = Damage()
    runs = list(read_runs([tmp_path / "logs"], damage))
    assert "secret" not in "".join(run.model_dump_json() for run in runs)
    assert str(path) in {place.path for place in damage.named}
    assert len(runs) == 1
    assert (runs[0].task == "write-out") == (name != "result.json")  # without it, a trajectory of its own


def test_nesting_without_end_is_named(tmp_path: Path) -> None:
    path = tmp_path / "log"
    deep = records.lines(records.plain()).replace('"red"', "[" * 100_000 + "]" * 100_000)
    path.write_text(records.lines(records.plain()) + deep)
    damage = Damage()
    assert len(list(read_runs([path], damage))) == 1
    assert damage.count == 1
