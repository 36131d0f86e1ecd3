"""One task of a GuideBench file as sources: the instruction is the prompt, each rule is a guideline, and the case to
be judged is workspace text, which never obliges.

Guarantees that `Groundtruth` is dropped while the JSON is read, so that nothing later can hold it.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

from pydantic import JsonValue

from specharness.errors import InputError, SchemaMismatchError, UsageError
from specharness.ir import Source, SourceKind
from specharness.sources.held_out import HELD_OUT_FIELDS
from specharness.sources.model import Specification
from specharness.sources.read import decode, is_blank, read_bytes

MAX_TASK_FILE_BYTES = 64 * 2**20
"""The largest subset has one megabyte; a file holds many specifications."""

_DATA_FIELDS = ("Context", "MultipleOptions")


def load_task(path: Path, number: int | None) -> Specification:
    """Task `number` (from 0) of the file.

    Raises SchemaMismatchError for JSON of another shape, UsageError for a number that is missing or not there.
    """
    tasks = visible_tasks(path)
    if number is None:
        raise UsageError(
            f"{path}: holds {len(tasks)} GuideBench tasks; choose one with --task N (0 to {len(tasks) - 1})"
        )
    if not 0 <= number < len(tasks):
        raise UsageError(f"{path}: --task is 0 to {len(tasks) - 1}; got {number}")
    task = tasks[number]
    prefix = f"{path.name}#{number}"
    if not isinstance(task, dict):
        raise SchemaMismatchError(f"{prefix}: expected an object, got {type(task).__name__}")
    sources = [_source(f"{prefix}/Instruction", SourceKind.PROMPT, task.get("Instruction"))]
    rules = task.get("Guidelines", [])
    if not isinstance(rules, list):
        raise SchemaMismatchError(f"{prefix}/Guidelines: expected a list, got {type(rules).__name__}")
    for index, rule in enumerate(rules):
        text = rule.get("rule_text") if isinstance(rule, dict) else rule
        sources.append(_source(f"{prefix}/Guidelines/{index}", SourceKind.GUIDELINE, text))
    sources += [
        _source(f"{prefix}/{name}", SourceKind.WORKSPACE, task[name]) for name in _DATA_FIELDS if task.get(name)
    ]
    kept = tuple(source for source in sources if source is not None)
    if not kept:
        raise InputError(f"{prefix}: expected an instruction or rules, got none")
    held_out = tuple(f"{prefix}/{name}" for name in sorted(HELD_OUT_FIELDS))
    return Specification(label=prefix, sources=kept, held_out=held_out)


def visible_tasks(path: Path) -> list[JsonValue]:
    """The tasks of the file without their reference answers. Raises SchemaMismatchError for JSON of another shape."""
    text = decode(read_bytes(path, MAX_TASK_FILE_BYTES, "MAX_TASK_FILE_BYTES"), str(path))
    try:
        parsed: JsonValue = json.loads(text.removeprefix("\ufeff"), object_pairs_hook=_visible_members)
    except ValueError as error:
        raise SchemaMismatchError(f"{path}: not valid JSON: {error}") from error
    except RecursionError as error:
        raise SchemaMismatchError(f"{path}: JSON is nested too deeply") from error
    if not isinstance(parsed, list) or not any(isinstance(item, dict) and "Instruction" in item for item in parsed):
        raise SchemaMismatchError(
            f"{path}: expected a GuideBench list of tasks with Instruction and Guidelines; "
            "for a JSON text that is itself a prompt, pass --kind prompt"
        )
    return parsed


def _visible_members(pairs: list[tuple[str, JsonValue]]) -> dict[str, JsonValue]:
    return {key: value for key, value in pairs if key not in HELD_OUT_FIELDS}


def _source(source_id: str, kind: SourceKind, text: JsonValue) -> Source | None:
    if text is None:
        return None
    if not isinstance(text, str):
        raise SchemaMismatchError(f"{source_id}: expected text, got {type(text).__name__}")
    if is_blank(text):
        return None
    try:
        data = text.encode("utf-8")
    except UnicodeEncodeError as error:
        raise SchemaMismatchError(f"{source_id}: half of a surrogate pair at character {error.start}") from error
    return Source(id=source_id, kind=kind, sha256=hashlib.sha256(data).hexdigest(), text=text)
