"""This project's own format: JSON Lines, one `Run` a line, as `specharness schema run` describes it.

Only `id`, `task` and `agent` must be there. Fields that the schema doesn't know are kept in `extra`.
"""

from __future__ import annotations

from pydantic import JsonValue

from specharness.errors import SchemaMismatchError
from specharness.ir import SCHEMA_VERSION, Run
from specharness.runs.steps import Fields, record, shaped

NAME = "runs"
KNOWN = frozenset(Run.model_fields)
_MARKS = ("trace", "official", "final_message", "acceptance", "transcript", "support")


def tells(value: JsonValue) -> bool:
    """Whether a file that begins with this value is of this format."""
    return may_be(value) and isinstance(value, dict) and any(name in value for name in _MARKS)


def may_be(value: JsonValue) -> bool:
    """Whether a value that is said to be of this format can be: `tells` asks more, to tell it from the others."""
    return isinstance(value, dict) and all(isinstance(value.get(name), str) for name in ("id", "task", "agent"))


def fields(value: JsonValue) -> Fields:
    """The fields of one record."""
    whole = shaped(value, "a run")
    version = whole.get("schema_version", SCHEMA_VERSION)
    if not isinstance(version, str) or version.split(".")[0] != SCHEMA_VERSION.split(".")[0]:
        raise SchemaMismatchError(f"expected schema version {SCHEMA_VERSION}, got {str(version)[:20]!r}")
    strange = whole.keys() - KNOWN
    if strange:
        extra = dict(record(whole.get("extra")))
        extra.update({name: whole[name] for name in sorted(strange)})
        whole = {**{name: item for name, item in whole.items() if name in KNOWN}, "extra": extra}
    return whole
