"""Metamorphic relations: changes of a world that must leave an outcome as it is, or must take a pass away.

Each takes a world to another one, or to None where it has nothing to change. Which relations hold for a validator is
part of its case definition: the order of rows does not matter to a count and does to an order.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Mapping
from dataclasses import replace

from pydantic import JsonValue

from specharness.qualify.case import Files, World
from specharness.qualify.draw import csv_text, json_text

Relation = Callable[[World], World | None]
TextChange = Callable[[str, str], str | None]
"""From a file's ending and text to another text; None where there is nothing to change."""

_DATA = ("json", "jsonl", "csv", "tsv")


def _over_texts(change: TextChange, *, spoken: bool = False) -> Relation:
    """A change of every text file, after the work and as it was handed over; `spoken`: of the response too."""

    def changed_files(files: Files) -> Files:
        changed = {name: change(_ending(name), text) for name, text in files.items() if isinstance(text, str)}
        return {**files, **{name: text for name, text in changed.items() if text is not None}}

    def relation(world: World) -> World | None:
        response = change("", world.response) if spoken and isinstance(world.response, str) else None
        changed_world = replace(
            world,
            files=changed_files(world.files),
            before=None if world.before is None else changed_files(world.before),
            response=world.response if response is None else response,
        )
        return None if changed_world == world else changed_world

    return relation


def _ending(name: str) -> str:
    return name.rsplit(".", 1)[-1].lower()


def _line_ends(ending: str, text: str) -> str | None:
    return text.replace("\n", "\r\n") if "\n" in text and "\r" not in text else None


def _final_newline(ending: str, text: str) -> str | None:
    if not text.strip():
        return None
    return text.removesuffix("\n") if text.endswith("\n") else text + "\n"


def _byte_order_mark(ending: str, text: str) -> str | None:
    return None if text.startswith("\ufeff") or not text else "\ufeff" + text


def _other_file(world: World) -> World | None:
    besides = {"zz-besides/notes.txt": "Nothing to do with it.\n"}
    before = None if world.before is None else {**world.before, **besides}
    return replace(world, files={**world.files, **besides}, before=before)


def _reversed_keys(value: JsonValue) -> JsonValue:
    if isinstance(value, dict):
        return {key: _reversed_keys(value[key]) for key in reversed(value)}
    return [_reversed_keys(item) for item in value] if isinstance(value, list) else value


def _parsed(text: str) -> JsonValue:
    """Plain JSON; None where the text is none, or holds what a rewriting would lose: doubled keys, odd numerals."""
    try:
        value: JsonValue = json.loads(text)
        literal = json.loads(text, parse_float=str, parse_int=str)
    except (ValueError, RecursionError):
        return None
    members: list[str] = []

    def counted(pairs: list[tuple[str, JsonValue]]) -> dict[str, JsonValue]:
        members.extend(name for name, _ in pairs)
        return dict(pairs)

    json.loads(text, object_pairs_hook=counted)
    same = literal == json.loads(json.dumps(value), parse_float=str, parse_int=str)
    return value if same and len(members) == len(_members(value)) else None


def _members(value: JsonValue) -> list[str]:
    if isinstance(value, dict):
        return [*value, *(name for item in value.values() for name in _members(item))]
    return [name for item in value for name in _members(item)] if isinstance(value, list) else []


def _key_order(ending: str, text: str) -> str | None:
    value = _parsed(text) if ending == "json" else None
    return None if value is None else json_text(_reversed_keys(value))


def _indentation(ending: str, text: str) -> str | None:
    value = _parsed(text) if ending == "json" else None
    if value is None:
        return None
    compact = json_text(value, None)
    return json_text(value, 4) if compact == text else compact


def _table(ending: str, text: str) -> list[list[str]] | None:
    if ending not in {"csv", "tsv"}:
        return None
    try:
        rows = list(csv.reader(io.StringIO(text), delimiter="\t" if ending == "tsv" else ",", strict=True))
    except csv.Error:
        return None
    return rows if len(rows) > 1 and all(len(row) == len(rows[0]) for row in rows) else None


def _row_order(ending: str, text: str) -> str | None:
    if ending == "jsonl":
        return "\n".join(reversed(text.splitlines())) + "\n"
    if ending == "json":
        value = _parsed(text)
        return json_text(list(reversed(value))) if isinstance(value, list) else None
    rows = _table(ending, text)
    return None if rows is None else csv_text(rows[0], rows[:0:-1], "\t" if ending == "tsv" else ",")


def _column_order(ending: str, text: str) -> str | None:
    rows = _table(ending, text)
    if rows is None:
        return None
    return csv_text(rows[0][::-1], [row[::-1] for row in rows[1:]], "\t" if ending == "tsv" else ",")


def _line_order(ending: str, text: str) -> str | None:
    return None if ending in _DATA else "\n".join(reversed(text.splitlines())) + "\n"


def _call_order(world: World) -> World | None:
    if not isinstance(world.trace, str):
        return None
    return replace(world, trace="\n".join(reversed(world.trace.splitlines())) + "\n")


def _other_call(world: World) -> World | None:
    if not isinstance(world.trace, str) or not world.trace.strip():
        return None
    call = json.dumps({"tool": "zz_besides", "arguments": {"note": "nothing to do with it"}})
    return replace(world, trace=world.trace.rstrip("\n") + "\n" + call + "\n")


RELATIONS: Mapping[str, Relation] = {
    "line_ends": _over_texts(_line_ends, spoken=True),
    "final_newline": _over_texts(_final_newline, spoken=True),
    "byte_order_mark": _over_texts(_byte_order_mark),
    "other_file": _other_file,
    "key_order": _over_texts(_key_order),
    "indentation": _over_texts(_indentation),
    "row_order": _over_texts(_row_order),
    "column_order": _over_texts(_column_order),
    "line_order": _over_texts(_line_order, spoken=True),
    "call_order": _call_order,
    "other_call": _other_call,
}
