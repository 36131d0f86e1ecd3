"""Run records out of files and folders, whatever format they are in.

Guarantees: the format is told by what a file holds, not by its name; one run is held at a time (one file where a format
has a run a file); what can't be read is named in a `Damage` and the rest is read; keys and tokens are gone before a run
exists; files of a folder are read in the order of their names. A path that is given itself and is no run record is an
error; a file found below a folder that is none is counted and passed over.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from itertools import chain, islice
from pathlib import Path
from typing import NamedTuple

from pydantic import JsonValue, ValidationError

from specharness.errors import InputError, NotFoundError, SpecHarnessError, UsageError
from specharness.ir import Run
from specharness.ir.invalid import wrong
from specharness.runs.damage import Damage
from specharness.runs.formats import (
    atif,
    claude_code,
    harbor,
    inspect_log,
    openai,
    openhands,
    plain,
    tau,
    terminus,
    workbench,
)
from specharness.runs.lines import Item, json_lines, json_list, parse, read_whole, stands
from specharness.runs.secrets import Scrubber
from specharness.runs.shapes import Shape, shape_as, shape_of
from specharness.runs.steps import Fields, record

MAX_FILES = 1_000_000
"""Files below one folder."""
MAX_DEPTH = 64
"""Folders in folders."""
FORMATS = (
    plain.NAME, workbench.NAME, tau.NAME, openai.NAME, atif.NAME, harbor.NAME, openhands.NAME, claude_code.NAME,
    inspect_log.NAME,
)  # fmt: skip
"""Names that `origin.format` can have; Terminus' episodes come as part of a trial of Harbor."""

_RECORDS: dict[str, Callable[[JsonValue], Fields]] = {
    plain.NAME: plain.fields,
    workbench.NAME: workbench.fields,
    tau.NAME: tau.fields,
    openai.NAME: openai.fields,
    atif.NAME: atif.fields,
    openhands.NAME: openhands.fields,
}
"""Formats in which one value is one run."""
_HELD_ITEMS = 200
_NOTHING: Fields = {"trace": [], "transcript": "absent", "instruction": ""}


class Defaults(NamedTuple):
    """What every run gets where its record does not say."""

    agent: str = ""
    benchmark: str = ""
    condition: str = ""
    domain: str = ""


def read_runs(
    paths: Sequence[Path], damage: Damage, *, format: str | None = None, defaults: Defaults = Defaults()
) -> Iterator[Run]:
    """The runs of files and folders, in their order.

    Raises NotFoundError for a path that is not there, InputError for one that is no run record, UsageError for a format
    that is not known or needs an extra.
    """
    if format is not None and format not in FORMATS:
        raise UsageError(f"no format is called {format!r}; there are: {', '.join(FORMATS)}")
    for path in paths:
        if not path.exists():
            raise NotFoundError(f"{path}: no such file or folder")
        reader = _Reader(damage, format, defaults)
        if path.is_dir():
            found = reader.folder(path, 0)
            first = next(found, None)
            if first is None and not damage.count:
                raise InputError(f"{path}: no run records below it; `specharness runs --help` lists the formats")
            yield from chain([] if first is None else [first], found)
        else:
            yield from reader.file(path, given=True)


class _Reader:
    def __init__(self, damage: Damage, format: str | None, defaults: Defaults) -> None:
        self._damage, self._format, self._defaults = damage, format, defaults
        self._scrubber = Scrubber()
        self._files = 0

    def folder(self, folder: Path, depth: int) -> Iterator[Run]:
        """Every run below a folder."""
        if depth > MAX_DEPTH:
            self._damage.add(str(folder), None, f"more than {MAX_DEPTH} folders deep")
            return
        if (
            self._wanted(openhands.NAME)
            and stands(folder / "events", self._damage, folder=True)
            and stands(folder / "base_state.json", self._damage)
        ):
            yield from self._conversation(folder)
            return
        result, is_job = folder / harbor.RESULT, False
        if stands(result, self._damage):
            value = self._value(result)
            if self._wanted(harbor.NAME) and harbor.tells(value):
                yield from self._trial(folder, value)
                return
            is_job = harbor.is_job(value)
        try:
            entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
        except OSError as error:
            self._damage.add(str(folder), None, f"can't be read: {error.strerror or error}")
            return
        for entry in entries:
            path = Path(entry.path)
            if entry.is_symlink() or (is_job and path == result):
                continue  # what a link leads to is read where it stands, or was not given; a job's sum is no run
            if entry.is_dir():
                yield from self.folder(path, depth + 1)
            elif entry.is_file():
                self._files += 1
                if self._files > MAX_FILES:
                    self._damage.add(str(folder), None, f"more than {MAX_FILES} files; the rest is not read")
                    return
                yield from self.file(path, given=False)

    def _wanted(self, format: str) -> bool:
        return self._format is None or self._format == format

    def file(self, path: Path, *, given: bool) -> Iterator[Run]:
        """Every run of a file."""
        try:
            shape = shape_of(path) if self._format is None else shape_as(path, self._format)
        except InputError as error:
            if given:
                raise
            self._damage.add(str(path), None, str(error))
            return
        if shape is None:
            if given and self._format is not None:
                raise InputError(f"{path}: holds no record of the format {self._format}; leave --input-format out")
            if given:
                raise InputError(f"{path}: no known format of run records; `specharness runs --help` lists them")
            self._damage.skip(str(path))
            return
        if shape.format == harbor.NAME:
            yield from self._trial(path.parent, self._value(path))
            return
        name = shape.format
        try:
            for line, fields in self._fields(path, shape):
                run = self._run(fields, name, path, line)
                if run is not None:
                    yield run
        except UsageError:
            raise
        except InputError as error:
            if given and name == inspect_log.NAME:
                raise
            self._damage.add(str(path), None, str(error))

    def _fields(self, path: Path, shape: Shape) -> Iterator[tuple[int | None, Fields]]:
        name, layout = shape
        if name == inspect_log.NAME:
            for number, fields in inspect_log.runs(path):
                yield number, fields
            return
        items: Iterator[Item]
        if layout == "value":
            data = read_whole(path)
            try:
                items = iter([Item(1, parse(data))])
            except ValueError as error:
                self._damage.add(str(path), None, f"broken JSON: {error}")
                return
        else:
            items = json_lines(path, self._damage) if layout == "lines" else json_list(path, self._damage)
        if name == claude_code.NAME:
            for line, fields in claude_code.sessions(items):
                yield line, fields
        elif name == openhands.NAME and layout == "lines":
            yield from self._openhands(path, items)
        else:
            for item in items:
                read = self._record(name, item.value, path, item.line)
                if read is not None:
                    yield (None if layout == "value" else item.line), read

    def _openhands(self, path: Path, items: Iterator[Item]) -> Iterator[tuple[int | None, Fields]]:
        events: list[JsonValue] = []
        for item in items:
            if isinstance(item.value, dict) and "history" in item.value:
                fields = self._record(openhands.NAME, item.value, path, item.line)
                if fields is not None:
                    yield item.line, fields
            else:
                events.append(item.value)
        if events:
            yield None, self._session(openhands.NAME, events)

    def _session(self, name: str, values: list[JsonValue]) -> Fields:
        """One run out of a list that is its events or messages."""
        if name == openhands.NAME:
            return openhands.session([record(value) for value in values if isinstance(value, dict)])
        return openai.fields(values)

    def _record(self, name: str, value: JsonValue, path: Path, line: int) -> Fields | None:
        try:
            if name == openhands.NAME and not (isinstance(value, dict) and "history" in value):
                return self._session(name, value if isinstance(value, list) else [value])
            return _RECORDS[name](value)
        except (SpecHarnessError, KeyError, TypeError, AttributeError) as error:
            reason = str(error) if isinstance(error, SpecHarnessError) else f"not of the format {name}"
            self._damage.add(str(path), line, reason)
            return None

    def _conversation(self, folder: Path) -> Iterator[Run]:
        """A conversation of OpenHands' SDK: a file an event."""
        state = self._value(folder / "base_state.json")
        events: list[Fields] = []
        for path in sorted((folder / "events").glob("*.json")):
            value = self._value(path) if stands(path, self._damage) else None
            if isinstance(value, dict):
                events.append(value)
        fields = openhands.session(events, record(state))
        fields["id"] = fields["id"] or folder.name
        run = self._run(fields, openhands.NAME, folder, None)
        if run is not None:
            yield run

    def _trial(self, folder: Path, value: JsonValue) -> Iterator[Run]:
        """A trial of Harbor, with the trajectory that its agent left."""
        fields = harbor.fields(value, folder, self._damage)
        trajectory = self._trajectory(folder / "agent")
        usage = record(fields["usage"])
        known = {name: item for name, item in usage.items() if item is not None}
        fields["usage"] = {**record(trajectory.get("usage")), **known}
        for name in ("trace", "final_message", "transcript", "instruction"):
            fields[name] = trajectory.get(name) or _NOTHING.get(name)
        for name in ("agent", "model", "ended"):
            fields[name] = fields[name] or trajectory.get(name) or ""
        if record(trajectory.get("extra")):
            fields["extra"] = {**record(fields["extra"]), "trajectory": trajectory["extra"]}
        run = self._run(fields, harbor.NAME, folder, None)
        if run is not None:
            yield run

    def _trajectory(self, agent: Path) -> Fields:
        if not stands(agent, self._damage, folder=True):
            return {}
        main = agent / "trajectory.json"
        if stands(main, self._damage):
            parts = [main, *sorted(path for path in agent.glob("trajectory.cont-*.json") if stands(path, self._damage))]
            read = [
                self._record(atif.NAME, value, path, 1) for path in parts if (value := self._value(path)) is not None
            ]
            found = [fields for fields in read if fields is not None]
            if found:
                return _joined(found)
        episodes = terminus.episodes(agent, self._damage)
        if episodes:
            return terminus.fields(episodes, self._damage)
        for path in sorted(islice((path for path in agent.rglob("*") if stands(path, self._damage)), _HELD_ITEMS)):
            try:
                shape = shape_of(path)
            except InputError:
                continue
            if shape is not None and shape.format != harbor.NAME:
                for _, fields in self._fields(path, shape):
                    return fields
        return {}

    def _value(self, path: Path) -> JsonValue:
        try:
            return parse(read_whole(path))
        except InputError as error:
            self._damage.add(str(path), None, str(error))
        except ValueError as error:
            self._damage.add(str(path), None, f"broken JSON: {error}")
        return None

    def _run(self, fields: Fields, name: str, path: Path, line: int | None) -> Run | None:
        before = self._scrubber.count
        self._scrubber.scrub(fields)
        self._damage.secrets += self._scrubber.count - before
        if name != plain.NAME:
            fields["origin"] = {"format": name, "path": str(path), "line": line}
            if not fields.get("id"):
                fields["id"] = path.name if line is None else f"{path.name}:{line}"
            if not fields.get("task"):
                fields["task"] = fields["id"]
        for field in Defaults._fields:
            if not fields.get(field) and getattr(self._defaults, field):
                fields[field] = getattr(self._defaults, field)
        if not fields.get("agent"):
            fields["agent"] = "unknown"
        try:
            return Run.model_validate(fields)
        except ValidationError as error:
            self._damage.add(str(path), line, str(wrong(error, fields)))
            return None


def _joined(parts: list[Fields]) -> Fields:
    """One trajectory out of one and its continuations."""
    first, trace, final = dict(parts[0]), [], parts[0].get("final_message")
    for part in parts:
        steps = part.get("trace")
        trace += steps if isinstance(steps, list) else []
        final = part.get("final_message") or final
    return {**first, "trace": trace, "final_message": final}
