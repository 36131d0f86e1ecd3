"""Observers of third parties: found by format, guarded like ours, never in place of ours."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest
from looking import look, seen

from specharness import installed as offers
from specharness.errors import UsageError
from specharness.evidence import plugins
from specharness.evidence.faults import LimitReached, MalformedArtifact
from specharness.evidence.limits import Limits
from specharness.evidence.views import ExternalView, Failure, TableView, TextView, View, ViewKind


class Lines:
    """Reads `.lines` files as a table of one column."""

    name = "lines"
    version = 1
    kind = ViewKind.TABLE
    endings = (".lines",)

    def view(self, data: bytes, limits: Limits) -> View:
        if data == b"broken":
            raise MalformedArtifact("no lines")
        if data == b"large":
            raise LimitReached("more lines than `rows`", "rows")
        if data == b"odd":
            return TextView("not a table")
        if data == b"bug":
            raise KeyError("x")
        return TableView(("line",), tuple((line,) for line in data.decode().splitlines()))


class Size:
    name = "size"
    version = 1
    kind = ViewKind.EXTERNAL
    endings = ()

    def view(self, data: bytes, limits: Limits) -> View:
        return ExternalView("size", {"bytes": len(data)})


class Json(Lines):
    name = "json"


class Taken(Lines):
    name = "taken"
    endings = (".csv",)


class NoObserver:
    name = "none"


def installed(monkeypatch: pytest.MonkeyPatch, *points: tuple[str, str]) -> None:
    found = [EntryPoint(name, f"{__name__}:{value}", plugins.GROUP) for name, value in points]
    monkeypatch.setattr(offers, "entry_points", lambda group: found if group == plugins.GROUP else [])
    plugins._installed.cache_clear()


@pytest.fixture(autouse=True)
def fresh() -> Iterator[None]:
    yield
    plugins._installed.cache_clear()


def test_a_format_more(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    installed(monkeypatch, ("lines", "Lines"), ("size", "Size"))
    (tmp_path / "x.lines").write_text("a,b\nc\n")
    assert seen(tmp_path / "x.lines", ViewKind.TABLE) == TableView(("line",), (("a,b",), ("c",)))
    (tmp_path / "x.other").write_text("a,b\nc\n")
    assert seen(tmp_path / "x.other", ViewKind.TABLE, as_format="lines") == TableView(("line",), (("a,b",), ("c",)))
    assert seen(tmp_path / "x.other", ViewKind.EXTERNAL, as_format="size") == ExternalView("size", {"bytes": 6})
    assert isinstance(seen(tmp_path / "x.lines", ViewKind.TEXT), TextView)


@pytest.mark.parametrize(
    ("data", "failure", "limit"),
    [
        (b"broken", Failure.MALFORMED, ""),
        (b"large", Failure.LIMIT, "rows"),
        (b"odd", Failure.LIMIT, ""),
        (b"bug", Failure.LIMIT, ""),
    ],
)
def test_it_is_guarded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, data: bytes, failure: Failure, limit: str
) -> None:
    installed(monkeypatch, ("lines", "Lines"))
    (tmp_path / "x.lines").write_bytes(data)
    answer = look(tmp_path / "x.lines", ViewKind.TABLE)
    assert (answer.failure, answer.limit) == (failure, limit)
    assert answer.detail


def test_one_that_is_not_installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    installed(monkeypatch)
    (tmp_path / "x").write_text("")
    answer = look(tmp_path / "x", ViewKind.EXTERNAL, as_format="size")
    assert answer.failure is Failure.UNAVAILABLE
    assert "'size'" in answer.detail


@pytest.mark.parametrize(
    ("points", "word"),
    [
        ([("json", "Json")], "taken"),
        ([("taken", "Taken")], "taken"),
        ([("lines", "Lines"), ("lines", "Lines")], "taken"),
        ([("lines", "Absent")], "imported"),
        ([("other", "Lines")], "none"),
        ([("none", "NoObserver")], "none"),
    ],
)
def test_one_that_can_not_be_used_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, points: list[tuple[str, str]], word: str
) -> None:
    installed(monkeypatch, *points)
    (tmp_path / "x.lines").write_text("")
    with pytest.raises(UsageError, match=word):
        look(tmp_path / "x.lines", ViewKind.TABLE)


def test_what_is_read_here_is_read_without_looking_for_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    installed(monkeypatch, ("json", "Json"))
    (tmp_path / "x.csv").write_text("a\n1\n")
    assert isinstance(seen(tmp_path / "x.csv", ViewKind.TABLE), TableView)
