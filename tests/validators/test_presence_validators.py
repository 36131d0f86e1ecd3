"""Existence, absence, folder contents, formats."""

from __future__ import annotations

from typing import Any

import pytest
from worlds import DIR, E, F, P, U, World, decide, expect

from specharness.evidence.views import Entry, Failure, FormatView
from specharness.ir import Outcome

FILES: dict[str, Any] = {"/root/out.json": "{}", "/root/docs/a.md": "a", "/root/docs/b.md": "b", "/root/empty": DIR}


@pytest.mark.parametrize(
    ("params", "outcome"),
    [
        ({"path": "/root/out.json"}, P),
        ({"path": "/root/out.json", "type": "file"}, P),
        ({"path": "/root/docs", "type": "dir"}, P),
        ({"path": "/root/docs/"}, P),
        ({"path": "/root/empty"}, P),
        ({"path": "/root/out.json", "type": "dir"}, F),
        ({"path": "/root/out.json/"}, F),
        ({"path": "/root/docs", "type": "file"}, F),
        ({"path": "/root/Out.json"}, F),
        ({"path": "/root/out.jso"}, F),
    ],
)
def test_path_exists(params: dict[str, Any], outcome: Outcome) -> None:
    expect(outcome, "path_exists", params, FILES)


@pytest.mark.parametrize(
    ("failure", "outcome"),
    [(Failure.UNMAPPED, U), (Failure.UNAVAILABLE, U), (Failure.ESCAPE, E), (Failure.LIMIT, E)],
)
def test_a_path_that_is_not_observed_is_undecided(failure: Failure, outcome: Outcome) -> None:
    for name in ("path_exists", "path_absent"):
        expect(outcome, name, {"path": "/x"}, {"/x": failure})


@pytest.mark.parametrize(
    ("path", "files", "outcome"),
    [
        ("/root/old.txt", FILES, P),
        ("/root/out.json", FILES, F),
        ("/root/docs/", FILES, F),
        ("/root/docs/c.md", FILES, P),
        ("/nowhere/old.txt", FILES, U),
        ("/root/out.json/x", FILES, U),
        ("/x", FILES, P),
    ],
)
def test_path_absent(path: str, files: dict[str, Any], outcome: Outcome) -> None:
    expect(outcome, "path_absent", {"path": path}, files)


@pytest.mark.parametrize(
    ("params", "outcome"),
    [
        ({"names": ["a.md", "b.md"]}, P),
        ({"names": "a.md"}, P),
        ({"names": ["a.md", "b.md"], "exact": True}, P),
        ({"names": ["a.md"], "exact": False}, P),
        ({"names": ["a.md"], "exact": True}, F),
        ({"names": ["a.md"], "exact": True, "kind": "dir"}, F),
        ({"names": ["a.md", "c.md"]}, F),
        ({"names": ["A.md"]}, U),
        ({"names": ["a.md", "B.md"], "exact": True}, U),
        ({"names": ["a.md/"]}, F),
        ({"names": ["a.md"], "kind": "dir"}, F),
        ({"names": ["./a.md"], "kind": "file"}, P),
    ],
)
def test_dir_contents(params: dict[str, Any], outcome: Outcome) -> None:
    expect(outcome, "dir_contents", {"path": "/root/docs", **params}, FILES)


def test_dir_contents_special_cases() -> None:
    params = {"path": "/d", "names": ["a"], "exact": True}
    expect(U, "dir_contents", params, {"/d/a": "x", "/d/.DS_Store": "x"})
    expect(U, "dir_contents", params, {"/d/a": "x", "/d/__pycache__/a.pyc": "x"})
    expect(F, "dir_contents", params, {"/d/a": "x", "/d/b": "x", "/d/.DS_Store": "x"})
    expect(F, "dir_contents", params, {"/d": "a file"})
    expect(F, "dir_contents", params, {})
    expect(P, "dir_contents", {"path": "/d", "names": ["sub/x"]}, {"/d/sub/x": "x"})
    expect(P, "dir_contents", {"path": "/d", "names": ["caf\u00e9"]}, {"/d/cafe\u0301": "x"})
    expect(P, "dir_contents", {"path": "/d", "names": ["link"]}, {"/d/link": Entry("symlink", 1, "0", 0)})
    expect(F, "dir_contents", {"path": "/d", "names": ["link"], "kind": "file"}, {"/d/link": Entry("other", 1, "", 0)})


@pytest.mark.parametrize(
    ("content", "outcome"),
    [
        (FormatView("json", True), P),
        (FormatView("json", False, "line 1: ':' expected"), F),
        (FormatView("csv", True), U),
        (Failure.ABSENT, F),
        (Failure.MALFORMED, F),
        (Failure.UNAVAILABLE, U),
        (Failure.LIMIT, E),
    ],
)
def test_format_valid(content: Any, outcome: Outcome) -> None:
    expect(outcome, "format_valid", {"path": "/x", "format": "JSON"}, {"/x": content})


@pytest.mark.parametrize(("asked", "seen"), [("jpg", "jpeg"), (".YML", "yaml"), ("Excel", "xlsx"), ("txt", "text")])
def test_format_names(asked: str, seen: str) -> None:
    expect(P, "format_valid", {"path": "/x", "format": asked}, {"/x": FormatView(seen, True)})


def test_findings_name_what_and_where() -> None:
    finding = decide("dir_contents", {"path": "/d", "names": ["a"], "exact": True}, {"/d/a": "x", "/d/b": "x"})
    assert (finding.expected, finding.observed) == ("exactly `a` in /d", "one more entry at b")
    assert finding.where == "b"
    assert decide("path_exists", {"path": "/x"}, World()).observed == "/x does not exist"
