"""Records that are broken in any way: what can't be read is named, and nothing else happens."""

from __future__ import annotations

import contextlib
import copy
import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import records

from specharness.errors import SpecHarnessError
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


def test_nesting_without_end_is_named(tmp_path: Path) -> None:
    path = tmp_path / "log"
    deep = records.lines(records.plain()).replace('"red"', "[" * 100_000 + "]" * 100_000)
    path.write_text(records.lines(records.plain()) + deep)
    damage = Damage()
    assert len(list(read_runs([path], damage))) == 1
    assert damage.count == 1
