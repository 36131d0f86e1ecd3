"""What a model may answer: one entry a unit, every string and every list with a limit.

An answer names units by number and repeats their words; it holds no offsets. Two sizes of it exist, because a small
model fills whatever room a schema leaves. What cannot be validated as a whole is read entry by entry, so that an
answer that was cut off, or that is wrong in one place, still counts for the units that it does answer.
Not its business: whether the words stand in the text.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from copy import deepcopy
from enum import StrEnum
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError
from pydantic_core import from_json

from specharness.ir import Family, Kind, Modality, digest_of

MAX_UNITS = 120
"""Units of one answer; a window never asks for more."""
MAX_ANSWER_BYTES = 4 * 2**20
"""Of an answer's text: several times what the limits below allow in practice."""


class ParamName(StrEnum):
    """The one vocabulary of parameters, as the annotation guide lists it."""

    PATH = "path"
    FIELD = "field"
    COLUMN = "column"
    SHEET = "sheet"
    RANGE = "range"
    KEYS = "keys"
    VALUE = "value"
    ALLOWED = "allowed"
    MIN = "min"
    MAX = "max"
    MIN_EXCLUSIVE = "min_exclusive"
    MAX_EXCLUSIVE = "max_exclusive"
    COUNT = "count"
    PATTERN = "pattern"
    DECIMALS = "decimals"
    COMMAND = "command"
    TOOL = "tool"
    ORDER = "order"
    TEXT = "text"


class Reasoned(StrEnum):
    """Why something is not hard: those of the reason codes that a reader of one text can give."""

    NONE = "none"
    PARAM_MISSING = "param_missing"
    CONFLICT = "conflict"
    SUBJECTIVE = "subjective"
    METHOD_UNSTATED = "method_unstated"
    HIDDEN_KNOWLEDGE = "hidden_knowledge"
    UNOBSERVABLE = "unobservable"
    LOW_CONFIDENCE = "low_confidence"
    PERMISSION = "permission"
    PREFERENCE = "preference"
    GUIDANCE = "guidance"


FamilyName = StrEnum("FamilyName", {"NONE": "none", **{family.name: family.value for family in Family}})  # type: ignore[misc]
"""The check families, and `none`."""


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


Number = Annotated[int, Field(ge=0, le=10_000_000)]


class Given(_Part):
    """One literal of a check; a list is several entries of one name."""

    name: ParamName
    value: Annotated[str, Field(min_length=1, max_length=200)]
    words: Annotated[str, Field(max_length=200)]
    """The words that state it, where they differ from the value ("six" for 6); else empty."""


class Place(_Part):
    """Further words that state the same thing."""

    unit: Number
    quote: Annotated[str, Field(min_length=1, max_length=400)]


class Ask(_Part):
    """One requirement."""

    quote: Annotated[str, Field(min_length=1, max_length=400)]
    also: Annotated[list[Place], Field(max_length=6)]
    examples: Annotated[list[Number], Field(max_length=2)]
    """Units (code, tables) that belong to it as a whole."""
    disposition: Literal["hard", "advisory", "abstain"]
    reason: Reasoned
    modality: Modality
    kind: Kind
    family: FamilyName
    params: Annotated[list[Given], Field(max_length=32)]
    condition: Annotated[str, Field(max_length=300)]
    statement: Annotated[str, Field(max_length=240)]
    sure: bool


class Entry(_Part):
    """What one unit asks for: nothing, one thing, several."""

    unit: Number
    speaks_to_checker: bool
    asks: Annotated[list[Ask], Field(max_length=16)]


class Answer(_Part):
    """Extracted requirements, one entry for each unit that was asked about."""

    units: Annotated[list[Entry], Field(max_length=MAX_UNITS)]

    @classmethod
    def model_json_schema(cls, *arguments: Any, **options: Any) -> dict[str, Any]:
        """Without the names and remarks that pydantic adds, and each part in its place, as each is used once or is
        short: all of it costs tokens with every call. The prompt tells what it means. Remembered by name, because
        libraries ask for it with every call, of a class that they make anew."""
        if arguments or options:
            return super().model_json_schema(*arguments, **options)
        if cls.__name__ not in _SCHEMAS:
            whole = super().model_json_schema()
            top: dict[str, Any] = {name: whole[name] for name in ("title", "description") if name in whole}
            parts = whole.pop("$defs")
            _SCHEMAS[cls.__name__] = {**_bare(whole, parts), **top}
        return deepcopy(_SCHEMAS[cls.__name__])


def _bare(schema: dict[str, Any], parts: Mapping[str, dict[str, Any]]) -> dict[str, Any]:
    """A JSON Schema without titles and descriptions, and with its parts where it refers to them."""
    schema = parts[schema["$ref"].rpartition("/")[2]] if "$ref" in schema else schema
    found: dict[str, Any] = {}
    for name, value in schema.items():
        if name == "properties":
            found[name] = {named: _bare(one, parts) for named, one in value.items()}
        elif name not in ("title", "description"):
            found[name] = _bare(value, parts) if isinstance(value, dict) else value
    return found


_SCHEMAS: dict[str, dict[str, Any]] = {}


class _ShortGiven(Given):
    value: Annotated[str, Field(min_length=1, max_length=40)]
    words: Annotated[str, Field(max_length=1)]


class _ShortAsk(Ask):
    quote: Annotated[str, Field(min_length=1, max_length=80)]
    also: Annotated[list[Place], Field(max_length=0)]
    examples: Annotated[list[Number], Field(max_length=0)]
    params: Annotated[list[_ShortGiven], Field(max_length=2)]  # type: ignore[assignment]
    condition: Annotated[str, Field(max_length=1)]
    statement: Annotated[str, Field(max_length=1)]


class _ShortEntry(Entry):
    asks: Annotated[list[_ShortAsk], Field(max_length=1)]  # type: ignore[assignment]


class ShortAnswer(Answer):
    """The same shape with little room, for models that fill all they are given."""

    units: Annotated[list[_ShortEntry], Field(max_length=2)]  # type: ignore[assignment]


class Size(StrEnum):
    """How much room an answer has."""

    FULL = "full"
    SHORT = "short"


ANSWERS: Mapping[Size, type[Answer]] = {Size.FULL: Answer, Size.SHORT: ShortAnswer}
UNITS_AT_MOST: Mapping[Size, int] = {Size.FULL: MAX_UNITS, Size.SHORT: 2}


def schema_digest(size: Size) -> str:
    """SHA-256 of the JSON Schema that a model is held to."""
    return digest_of(ANSWERS[size].model_json_schema())


class Read(BaseModel):
    """What was understood of an answer."""

    entries: dict[int, Entry]
    """By unit, of those that were asked about."""
    unasked: int = 0
    """Entries about units that nobody asked about: dropped."""
    broken: int = 0
    """Entries that don't have the shape."""


_CONTROLS = dict.fromkeys(range(32), " ")
"""Control characters, which some engines that hold answers to a schema let into strings as they are: JSON knows them as
white space between its words alone, so that a whole answer reads the same without them."""

NO_UNIT = 10**9
"""Stands for a number that the question does not have; no unit has it."""


def renumbered(entry: Entry, numbers: Mapping[int, int]) -> Entry:
    """The entry with a source's numbers in place of its question's."""
    asks = [
        ask.model_copy(
            update={
                "also": [place.model_copy(update={"unit": numbers.get(place.unit, NO_UNIT)}) for place in ask.also],
                "examples": [numbers.get(one, NO_UNIT) for one in ask.examples],
            }
        )
        for ask in entry.asks
    ]
    return entry.model_copy(update={"unit": numbers[entry.unit], "asks": asks})


def read_answer(text: str, asked: Collection[int]) -> Read:
    """The entries of an answer's text, which may stand in a Markdown fence or be the list of them alone. Of an answer
    that breaks off, the last entry is not believed; several entries about one unit are one that says it all."""
    found = Read(entries={})
    if len(text) > MAX_ANSWER_BYTES:
        return found
    value, cut = _value_of(text)
    rows = value.get("units") if isinstance(value, dict) else value
    if not isinstance(rows, list):
        return found
    for row in rows[: len(rows) - 1 if cut else len(rows)]:
        try:
            entry = Entry.model_validate(row)
        except ValidationError:
            found.broken += 1
            continue
        if entry.unit not in asked:
            found.unasked += 1
        else:
            known = found.entries.get(entry.unit)
            found.entries[entry.unit] = entry if known is None else _joined(known, entry)
    return found


def _joined(one: Entry, other: Entry) -> Entry:
    asks = [*one.asks, *(ask for ask in other.asks if ask not in one.asks)]
    return one.model_copy(update={"asks": asks, "speaks_to_checker": one.speaks_to_checker or other.speaks_to_checker})


def _value_of(text: str) -> tuple[object, bool]:
    """The JSON of an answer, and whether it breaks off; None where there is none."""
    fences = _FENCED.findall(text)
    bodies = (text, *(fences if len(fences) == 1 else ()))
    read = [_HALVES.sub(_whole, body).translate(_CONTROLS).encode("utf-8", "replace") for body in bodies]
    for partly in (False, True):
        for data in read:
            try:
                value = from_json(data, allow_partial=partly)
            except ValueError:
                continue
            if isinstance(value, dict | list):
                return value, partly
    return None, True


_FENCED = re.compile(r"^ {0,3}```[\w-]*[ \t]*\r?\n(.*?)(?:^ {0,3}```[ \t]*\r?$|\Z)", re.DOTALL | re.MULTILINE)
"""What stands between the lines of a Markdown fence, closed or not. No string of JSON holds such a line."""
_HALVES = re.compile(r"\\\\|\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|\\u[dD][89a-fA-F][0-9a-fA-F]{2}")
"""Escaped backslashes, pairs of surrogates, and surrogates alone: halves of characters, which are no text."""


def _whole(escape: re.Match[str]) -> str:
    return r"\ufffd" if len(escape[0]) == 6 else escape[0]
