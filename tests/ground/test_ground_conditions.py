"""Guards are read from visible data, or they stay undecidable; they are never dropped."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from ground_world import Folder
from pydantic import JsonValue

from specharness.ground.conditions import Undecidable, guard_of
from specharness.ground.visible import MAX_FACTS, Rooted, fact, header, members
from specharness.ir import Guard

TEXTS = ["The data are in `/root/data.json`."]


def write(folder: Path, value: JsonValue) -> Folder:
    (folder / "data.json").write_text(json.dumps(value))
    return Folder(folder)


@pytest.mark.parametrize(
    ("condition", "data", "values", "negated"),
    [
        ("if MODE is set to Yes", {"MODE": "Yes"}, ("Yes",), False),
        ("If `mode` equals `fast`", {"mode": "slow"}, ("fast",), False),
        ("when mode is not fast", {"mode": "slow"}, ("fast",), True),
        ("if enabled is true", {"enabled": False}, (True,), False),
        ("if enabled is set to Yes", {"enabled": False}, (True,), False),
        ("if n == 3", {"n": 4}, (3,), False),
        ("如果 MODE 为 Yes", {"MODE": "No"}, ("Yes",), False),
    ],
)
def test_guard(tmp_path: Path, condition: str, data: JsonValue, values: tuple[JsonValue, ...], negated: bool) -> None:
    guard = guard_of(condition, TEXTS, write(tmp_path, data))
    assert isinstance(guard, Guard)
    assert (guard.path, guard.values, guard.negated) == ("/root/data.json", values, negated)


@pytest.mark.parametrize(
    ("condition", "data"),
    [
        ("if the work is done", {"MODE": "Yes"}),
        ("if OTHER is set to Yes", {"MODE": "Yes"}),
        ("if MODE is missing", {"MODE": "Yes"}),
        ("if MODE is set to Yes", [{"MODE": "Yes"}]),
        ("if MODE is set to Yes", {"a": {"MODE": "Yes"}, "b": {"MODE": "No"}}),
        ("if n is set to many", {"n": 3}),
        ("if MODE is set to Yes", {"MODE": ["Yes"]}),
        ("", {}),
    ],
)
def test_undecidable(tmp_path: Path, condition: str, data: JsonValue) -> None:
    assert isinstance(guard_of(condition, TEXTS, write(tmp_path, data)), Undecidable)


def test_only_named_files_are_looked_at(tmp_path: Path) -> None:
    folder = write(tmp_path, {"MODE": "Yes"})
    assert isinstance(guard_of("if MODE is set to Yes", ["No file is named."], folder), Undecidable)


def test_broken_and_large_files_hold_no_facts(tmp_path: Path) -> None:
    folder = Folder(tmp_path)
    (tmp_path / "data.json").write_text("{")
    assert members(folder, "/root/data.json", "a") == ()
    (tmp_path / "data.json").write_text(json.dumps([{"a": n} for n in range(MAX_FACTS + 1)]))
    assert members(folder, "/root/data.json", "a") == ()
    (tmp_path / "data.json").write_bytes(b"\xff\xfe{}")
    assert fact(folder, "/root/data.json", "/a") is None
    assert fact(folder, "/root/nowhere.json", "/a") is None


def test_facts_and_headers(tmp_path: Path) -> None:
    (tmp_path / "data.json").write_text(json.dumps({"a/b": [{"~c": 1}]}))
    (tmp_path / "t.csv").write_text('x,"y, z"\n1,2\n')
    folder = Folder(tmp_path)
    found = members(folder, "/root/data.json", "~c")
    assert [item.observed for item in found] == ["/root/data.json#/a~1b/0/~0c"]
    again = fact(folder, "/root/data.json", "/a~1b/0/~0c")
    assert again is not None
    assert again.value == 1
    assert header(folder, "/root/t.csv") == ("x", "y, z")
    assert header(folder, "/root/data.json") is None


def test_relative_paths_below_the_one_root_that_has_them(tmp_path: Path) -> None:
    (tmp_path / "t.json").write_text("{}")
    rooted = Rooted(Folder(tmp_path), ["/root", "/app"])
    assert rooted.resolve("t.json") == tmp_path / "t.json"
    assert rooted.resolve("/app/t.json") is None
    assert Rooted(Folder(tmp_path), ["/root", "/root"]).resolve("t.json") is None
