"""An in-memory world to decide over: files as plain data, seen the way the observers see them."""

from __future__ import annotations

import csv
import hashlib
import io
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from specharness.evidence.views import (
    CellView,
    Entry,
    Failure,
    FileView,
    FormatView,
    JsonView,
    Observation,
    Request,
    SheetView,
    Side,
    TableView,
    TextView,
    TreeView,
    View,
    ViewKind,
    WorkbookView,
)
from specharness.ir import Outcome
from specharness.validators import registry
from specharness.validators.base import Finding, problem_with
from specharness.validators.grid import split_coordinate

DIR = object()
"""An empty folder."""


@dataclass
class World:
    """Files by absolute path. A value is text, a view, a Failure, DIR, or plain data that stands for JSON."""

    files: Mapping[str, Any] = field(default_factory=dict)
    before: Mapping[str, Any] | None = None
    response: str | None = None
    trace: Any = None
    commands: Mapping[str, Any] = field(default_factory=dict)
    """What commands do, by their text: a CommandView or a Failure."""
    recalculated: Mapping[str, Any] = field(default_factory=dict)
    """Workbooks after recalculation, by their paths: a WorkbookView or a Failure."""

    def observe(self, request: Request) -> Observation:
        if request.side is Side.RESPONSE:
            return self._given(request, self.response)
        if request.side is Side.TRACE:
            return self._given(request, self.trace)
        if request.kind is ViewKind.COMMAND:
            return self._given(request, self.commands.get(request.argument))
        if request.kind is ViewKind.RECALCULATED:
            return self._given(request, self.recalculated.get(request.path))
        side = self.files if request.side is Side.AFTER else self.before
        if side is None:
            return Observation(request, None, Failure.UNAVAILABLE, "pass --before DIR")
        if request.kind is ViewKind.FILE:
            return self._file(request, side)
        if request.kind is ViewKind.TREE:
            return self._tree(request, side)
        if request.path not in side:
            return Observation(request, None, Failure.ABSENT)
        return self._seen(request, side[request.path])

    def _given(self, request: Request, content: Any) -> Observation:
        if content is None:
            return Observation(request, None, Failure.UNAVAILABLE, f"pass --{request.side.value} FILE")
        return self._seen(request, content)

    def _file(self, request: Request, side: Mapping[str, Any]) -> Observation:
        found = side.get(request.path)
        if isinstance(found, Failure):
            return Observation(request, None, found, found.value)
        inside = any(name.startswith(request.path.rstrip("/") + "/") for name in side)
        if found is DIR or inside or request.path == "/":
            return Observation(request, FileView(True, "dir"))
        return Observation(request, FileView(True, "file", 1) if found is not None else FileView(False))

    def _tree(self, request: Request, side: Mapping[str, Any]) -> Observation:
        top = "" if request.path == "." else request.path.rstrip("/")
        if isinstance(side.get(top), Failure):
            return Observation(request, None, side[top], side[top].value)
        if top in side and side[top] is not DIR:
            return Observation(request, TreeView({".": _entry(side[top])}))
        entries: dict[str, Entry] = {}
        for name, content in side.items():
            if name.startswith(top + "/"):
                parts = name[len(top) + 1 :].split("/")
                for depth in range(1, len(parts)):
                    entries["/".join(parts[:depth])] = Entry("dir", 0, "", 0o755)
                entries["/".join(parts)] = _entry(content)
        if not entries and top not in side and top:
            return Observation(request, None, Failure.ABSENT)
        return Observation(request, TreeView(dict(sorted(entries.items()))))

    def _seen(self, request: Request, content: Any) -> Observation:
        if isinstance(content, Failure):
            return Observation(request, None, content, content.value)
        view = _as(request, content)
        if view is None:
            return Observation(request, None, Failure.MALFORMED, f"no {request.kind.value}")
        return Observation(request, view)


def _entry(content: Any) -> Entry:
    if isinstance(content, Entry):
        return content
    if content is DIR:
        return Entry("dir", 0, "", 0o755)
    return Entry("file", len(repr(content)), hashlib.sha256(repr(content).encode()).hexdigest(), 0o644)


def _as(request: Request, content: Any) -> View | None:
    kind = request.kind
    if kind is ViewKind.FORMAT:
        return content if isinstance(content, FormatView) else FormatView(request.format, True)
    if isinstance(content, str):
        if kind is ViewKind.TEXT:
            return TextView(content)
        if kind is ViewKind.TABLE:
            rows = [tuple(row) for row in csv.reader(io.StringIO(content)) if row]
            return TableView(rows[0] if rows else (), tuple(rows[1:]))
        if kind is ViewKind.JSON:
            try:
                return json_view(content)
            except ValueError:
                return None
        return None
    if isinstance(content, JsonView | TextView | TableView | WorkbookView) or hasattr(content, "__dataclass_fields__"):
        if isinstance(content, JsonView) and kind is ViewKind.TEXT:
            return TextView(json.dumps(content.value))
        return content
    if kind is ViewKind.JSON:
        return JsonView(content)
    return TextView(json.dumps(content)) if kind is ViewKind.TEXT else None


class _Number(str):
    __slots__ = ()


def json_view(text: str) -> JsonView:
    """JSON text as the observer sees it: values, and the literals of numbers by pointer."""
    literals: dict[str, str] = {}

    def plain(value: Any, pointer: str) -> Any:
        if isinstance(value, _Number):
            literals[pointer] = str(value)
            return json.loads(value)
        if isinstance(value, list):
            return [plain(item, f"{pointer}/{number}") for number, item in enumerate(value)]
        if isinstance(value, dict):
            return {
                key: plain(item, f"{pointer}/{key.replace('~', '~0').replace('/', '~1')}")
                for key, item in value.items()
            }
        return value

    parsed = json.loads(text, parse_float=_Number, parse_int=_Number)
    return JsonView(plain(parsed, ""), literals=literals)


def book(**sheets: Mapping[str, Any]) -> WorkbookView:
    """A workbook: sheet name to coordinate to value, `=FORMULA`, (value, formula) or CellView."""
    made = []
    for name, cells in sheets.items():
        views = {place: _cell(value) for place, value in cells.items()}
        places = [split_coordinate(place) or (1, 1) for place in views] or [(0, 0)]
        rows, columns = max(row for _, row in places), max(column for column, _ in places)
        made.append(SheetView(name, views, rows, columns))
    return WorkbookView(tuple(made))


def _cell(value: Any) -> CellView:
    if isinstance(value, CellView):
        return value
    if isinstance(value, tuple):
        return CellView(value[0], value[1])
    if isinstance(value, str) and value.startswith("="):
        return CellView(None, value)
    return CellView(value)


def sheet_rows(*rows: tuple[Any, ...]) -> dict[str, Any]:
    """Cells of a sheet from rows; None leaves a cell out."""
    letters = "ABCDEFGHIJKLMNOP"
    return {
        f"{letters[column]}{number}": value
        for number, row in enumerate(rows, 1)
        for column, value in enumerate(row)
        if value is not None
    }


def decide(name: str, params: Mapping[str, Any], world: World | Mapping[str, Any]) -> Finding:
    """What a validator finds in a world. The parameters must be admitted."""
    validator = registry.BUILT_IN[name]
    assert problem_with(validator, params) == ""
    world = world if isinstance(world, World) else World(world)
    return validator.decide(params, {request: world.observe(request) for request in validator.needs(params)})


P, F, U, E = Outcome.PASSED, Outcome.FAILED, Outcome.UNKNOWN, Outcome.ERROR


def expect(outcome: Outcome, name: str, params: Mapping[str, Any], world: World | Mapping[str, Any]) -> None:
    """Assert an outcome, and that the finding is worded for people."""
    finding = decide(name, params, world)
    assert finding.outcome is outcome, finding
    assert finding.expected
    assert finding.observed
    assert "\n" not in finding.expected + finding.observed + finding.where + finding.message
    assert len(finding.observed) < 400
    if outcome in {U, E}:
        assert finding.message
