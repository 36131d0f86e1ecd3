"""Filled cells, formulas, and what must stay as it was."""

from __future__ import annotations

from typing import Any

import pytest
from worlds import DIR, E, F, P, U, World, book, decide, expect, sheet_rows

from specharness.evidence.globs import covers
from specharness.evidence.views import CellView, Entry, Failure, WorkbookView
from specharness.ir import Outcome

DATA = book(
    Data=sheet_rows(("id", "city", "sum"), (1, "x", "=A2*2"), (2, "y", (4, "=A3*2")), (3, None, 6)),
    Notes=sheet_rows(("TBD",)),
)


@pytest.mark.parametrize(
    ("params", "outcome"),
    [
        ({"sheet": "Data", "range": "A2:A4"}, P),
        ({"sheet": "Data", "range": "C2:C4"}, P),
        ({"sheet": "Data", "range": "B2:B4"}, F),
        ({"sheet": "Data", "range": "A2:A5"}, F),
        ({"range": "Data!A2:A4"}, P),
        ({"range": "A2:A4"}, U),
        ({"sheet": "Data", "range": "A:A"}, P),
        ({"column": "id"}, P),
        ({"column": "city"}, F),
        ({"column": "City"}, U),
        ({"sheet": "Data", "column": "country"}, F),
        ({"sheet": "Data", "column": "B"}, U),
        ({"sheet": "data", "column": "id"}, U),
        ({"sheet": "Other", "column": "id"}, F),
        ({"sheet": "Notes", "range": "A1"}, U),
        ({"sheet": "Data"}, F),
        ({"sheet": "Data", "range": "A1:XFD1000000"}, U),
    ],
)
def test_cells_filled(params: dict[str, Any], outcome: Outcome) -> None:
    expect(outcome, "cells_filled", {"path": "/x.xlsx", **params}, {"/x.xlsx": DATA})


@pytest.mark.parametrize(
    ("text", "outcome"),
    [
        ("id,v\n1,a\n2,b\n", P),
        ("id,v\n1,a\n2,\n", F),
        ("id,v\n1,a\n2, \n", F),
        ("id,v\n1,a\n2\n", F),
        ("id,v\n1,N/A\n", U),
        ("id,v,w,x\n1,a,b,c\n,,,d\n", U),
        ("id,v\n", U),
        ("id,V\n1,a\n", U),
        ("id\n1\n", F),
        ("", F),
    ],
)
def test_cells_filled_in_tables(text: str, outcome: Outcome) -> None:
    expect(outcome, "cells_filled", {"path": "/t.csv", "column": "v"}, {"/t.csv": text})


FORMULAS = book(
    S={
        "A1": "Total",
        "B1": "=SUM(A2:A9)",
        "B2": '=SUMIF(A:A,"SUM(x)")',
        "B3": 5,
        "B5": (3, "=_xlfn.XLOOKUP(1,A:A,B:B)"),
    },
    T={"A1": 1},
)


@pytest.mark.parametrize(
    ("params", "outcome"),
    [
        ({"sheet": "S", "range": "B1"}, P),
        ({"sheet": "S", "range": "B1", "function": "SUM"}, P),
        ({"sheet": "S", "range": "B1", "function": "sum()"}, P),
        ({"sheet": "S", "range": "B2", "function": "SUM"}, F),
        ({"sheet": "S", "range": "B2", "function": "SUMIF"}, P),
        ({"sheet": "S", "range": "B5", "function": "XLOOKUP"}, P),
        ({"sheet": "S", "range": "B5", "function": "LOOKUP"}, F),
        ({"sheet": "S", "range": "B1:B2"}, P),
        ({"sheet": "S", "range": "B1:B3"}, F),
        ({"sheet": "S", "range": "B4"}, F),
        ({"sheet": "S", "range": "A1:B1"}, U),
        ({"sheet": "X", "range": "A1"}, F),
        ({"sheet": "S", "function": "SUM"}, P),
        ({"function": "SUM"}, P),
        ({"function": "AVERAGE"}, F),
        ({"sheet": "T"}, F),
        ({"range": "B1"}, U),
    ],
)
def test_formula_cells(params: dict[str, Any], outcome: Outcome) -> None:
    expect(outcome, "formula_cells", {"path": "/x.xlsx", **params}, {"/x.xlsx": FORMULAS})


@pytest.mark.parametrize("name", ["cells_filled", "formula_cells"])
@pytest.mark.parametrize(
    ("content", "outcome"), [(Failure.ABSENT, F), (Failure.MALFORMED, F), (Failure.LIMIT, E), (Failure.UNMAPPED, U)]
)
def test_workbooks_that_are_not_seen(name: str, content: Failure, outcome: Outcome) -> None:
    expect(outcome, name, {"path": "/x.xlsx", "range": "A1"}, {"/x.xlsx": content})


def test_array_formulas_may_fill_their_neighbours() -> None:
    params = {"path": "/x.xlsx", "sheet": "S", "range": "A1:A3"}
    expect(U, "formula_cells", params, {"/x.xlsx": book(S={"A1": "=_xlws.SORT(B1:B3)", "A2": 2, "A3": 3})})
    expect(F, "formula_cells", params, {"/x.xlsx": book(S={"A1": "=SUM(B1:B3)", "A2": 2, "A3": 3})})


def test_odd_cells() -> None:
    params = {"path": "/x.xlsx", "sheet": "S", "range": "A1"}
    for value, outcome in [("", F), (" ", F), (0, P), (False, P), ("#REF!", U), (CellView("", "=B1"), U), ("=B1", P)]:
        expect(outcome, "cells_filled", params, {"/x.xlsx": book(S={"A1": value})})
    expect(F, "cells_filled", params, {"/x.xlsx": WorkbookView(())})


@pytest.mark.parametrize(
    ("after", "outcome"),
    [
        ({"/a.txt": "x"}, P),
        ({"/a.txt": "y"}, F),
        ({"/a.txt": "x\n"}, F),
        ({}, F),
        ({"/a.txt/b": "x"}, F),
        ({"/a.txt": Entry("file", 3, "0" * 64, 0o644)}, F),
    ],
)
def test_unchanged_file(after: dict[str, Any], outcome: Outcome) -> None:
    expect(outcome, "unchanged", {"path": "/a.txt"}, World(after, before={"/a.txt": "x"}))
    expect(U, "unchanged", {"path": "/a.txt"}, World(after))
    expect(U, "unchanged", {"path": "/a.txt"}, World(after, before={}))


@pytest.mark.parametrize(
    ("after", "outcome"),
    [
        ({"/d/a": "1", "/d/b": "2"}, P),
        ({"/d/a": "1", "/d/b": "3"}, F),
        ({"/d/a": "1"}, F),
        ({"/d/a": "1", "/d/b": "2", "/d/c": "3"}, F),
        ({"/d/a": "1", "/d/b": "2", "/d/__pycache__/x.pyc": "3"}, U),
        ({"/d/a": "1", "/d/b": "2", "/d/__pycache__/x.pyc": "3", "/d/c": "3"}, F),
        ({}, F),
    ],
)
def test_unchanged_folder(after: dict[str, Any], outcome: Outcome) -> None:
    expect(outcome, "unchanged", {"path": "/d"}, World(after, before={"/d/a": "1", "/d/b": "2"}))


def test_permissions_alone_are_a_doubt() -> None:
    before, after = Entry("file", 1, "0", 0o644), Entry("file", 1, "0", 0o755)
    expect(U, "unchanged", {"path": "/d"}, World({"/d/a": after}, before={"/d/a": before}))


BEFORE = {"/app/a.py": "1", "/app/b.md": "2"}


@pytest.mark.parametrize(
    ("allowed", "after", "outcome"),
    [
        (["/app/b.md"], BEFORE, P),
        ([], BEFORE, P),
        (["/app/b.md"], {**BEFORE, "/app/b.md": "3"}, P),
        (["/app/b.md"], {**BEFORE, "/app/a.py": "3"}, F),
        (["/app/b.md"], {"/app/b.md": "2"}, F),
        (["/app/*.md"], {**BEFORE, "/app/c.md": "3"}, P),
        (["/app/*.md"], {**BEFORE, "/app/docs/c.md": "3"}, F),
        (["/app/**/*.md"], {**BEFORE, "/app/docs/c.md": "3"}, P),
        (["/app/docs"], {**BEFORE, "/app/docs/c.md": "3"}, P),
        (["/app/docs/"], {**BEFORE, "/app/docs/x/c.md": "3"}, P),
        (["/app/docs/c.md"], {**BEFORE, "/app/docs/c.md": "3"}, P),
        (["/app/b.md"], {**BEFORE, "/app/empty": DIR}, F),
        ([], {**BEFORE, "/app/c.md": "3"}, F),
        (["app/b.md"], {**BEFORE, "/app/b.md": "3"}, P),
        (["b.md"], {**BEFORE, "/app/b.md": "3"}, U),
        (["/app/b.md"], {**BEFORE, "/app/__pycache__/a.pyc": "3"}, U),
        (["/b.md"], {**BEFORE, "/app/b.md": "3"}, F),
        (["/app"], {**BEFORE, "/app/b.md": "3"}, P),
        (["/work"], {**BEFORE, "/app/b.md": "3"}, U),
        (["/app/app/b.md"], {**BEFORE, "/app/b.md": "3"}, U),
        ([], {**BEFORE, "/app/__pycache__/a.pyc": "3"}, U),
    ],
)
def test_only_changes(allowed: list[str], after: dict[str, Any], outcome: Outcome) -> None:
    expect(outcome, "only_changes", {"allowed": allowed}, World(after, before=BEFORE))
    expect(U, "only_changes", {"allowed": allowed}, World(after))


@pytest.mark.parametrize(
    ("kinds", "after", "outcome"),
    [
        ("added", {**BEFORE, "/app/b.md": "3"}, P),
        ("added", {"/app/b.md": "2"}, P),
        ("added", {**BEFORE, "/app/new.py": "3"}, P),
        ("added", {**BEFORE, "/app/other.py": "3"}, F),
        (["edited", "removed"], {**BEFORE, "/app/other.py": "3"}, P),
        (["edited", "removed"], {**BEFORE, "/app/b.md": "3"}, F),
        (["edited", "removed"], {"/app/b.md": "2"}, F),
    ],
)
def test_only_changes_of_some_kinds(kinds: Any, after: dict[str, Any], outcome: Outcome) -> None:
    params = {"allowed": ["/app/new.py"], "kinds": kinds}
    expect(outcome, "only_changes", params, World(after, before=BEFORE))


@pytest.mark.parametrize(
    ("allowed", "root", "outcome"),
    [
        ("/app/out.json", "", P),
        ("/app/sub/out.json", "", U),
        ("/home/user/work/out.json", "", U),
        ("/home/user/work/out.json", "/home/user/work", P),
        ("/home/user/work/sub/out.json", "/home/user/work", F),
        ("/app/other.json", "", F),
    ],
)
def test_only_changes_where_the_workspace_is_one_container_folder(allowed: str, root: str, outcome: Outcome) -> None:
    params = {"allowed": allowed, **({"root": root} if root else {})}
    expect(outcome, "only_changes", params, World({"/in.csv": "1", "/out.json": "2"}, before={"/in.csv": "1"}))


@pytest.mark.parametrize(
    ("glob", "path", "covered"),
    [
        ("a", "a", True),
        ("a", "a/b", True),
        ("a/b", "a", False),
        ("*", "a/b", True),
        ("*.md", "a.md", True),
        ("*.md", "d/a.md", False),
        ("**/*.md", "d/e/a.md", True),
        ("**/*.md", "a.md", True),
        ("**", "a/b/c", True),
        ("a/**", "a/b/c", True),
        ("a/**", "a", True),
        ("a/**", "b/a", False),
        ("a/**/c", "a/b/b/c", True),
        ("a/**/c", "a/b/b/d", False),
        ("a?", "ab", True),
        ("[ab]", "b", True),
    ],
)
def test_globs(glob: str, path: str, covered: bool) -> None:
    assert covers(glob.split("/"), path.split("/")) is covered


def test_wording() -> None:
    finding = decide(
        "only_changes", {"allowed": ["/app/b.md"]}, World({"/app/b.md": "2", "/app/c": "1"}, before=BEFORE)
    )
    assert finding.expected == "no changes but `/app/b.md`"
    assert finding.observed == "removed at app/a.py (1 of 2 places)"
    assert finding.where == "app/a.py, app/c"
