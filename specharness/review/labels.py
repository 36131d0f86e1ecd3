"""Label files as the page works on them: rows in the annotation guide's format, checked, and nothing of them lost.

Guarantees that what is written can be read again, and that fields which nobody here knows stay as they are. Whether a
label is a good one is not judged here.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError, model_validator

from specharness.errors import LimitExceededError, SchemaMismatchError
from specharness.ir import Disposition, Family, Kind, Modality, Reason, Scalar, Source
from specharness.ir.annotation import DirectionLine

Row = dict[str, Any]
"""One direction as plain JSON, from a file or the page. A span without `source` lies in the document itself."""

MAX_DIRECTIONS = 20_000
"""Directions of one document: more than any text of the size that is reviewed has sentences."""
MAX_SPANS = 200
"""Spans of one direction or parameter; adjudicated labels have at most a dozen."""
MAX_TEXT = 20_000
"""Characters of a statement, a condition or a value."""

_CONFIDENCE = {"sure": 0.95, "unsure": 0.6}
_BREAKS = re.compile("[\x85\u2028\u2029]")
"""Legal inside of JSON, and an end of line for some readers of JSON Lines."""


class _Place(BaseModel):
    model_config = ConfigDict(frozen=True, extra="allow")

    source: str | None = None
    start: int = Field(ge=0)
    end: int = Field(ge=0)

    @model_validator(mode="after")
    def _ordered(self) -> _Place:
        if self.end <= self.start:
            raise ValueError(f"a span must not be empty: start {self.start}, end {self.end}")
        return self


class _Label(BaseModel):
    """What the guide's format admits; further fields are carried along."""

    model_config = ConfigDict(frozen=True, extra="allow")

    id: str = Field(min_length=1, max_length=200)
    source: str | None = None
    spans: tuple[_Place, ...] = Field(min_length=1, max_length=MAX_SPANS)
    disposition: Disposition
    modality: Modality
    kind: Kind
    family: Family | None = None
    params: dict[str, Scalar | _Place | tuple[Scalar | _Place, ...]] | None = None
    param_spans: dict[str, tuple[_Place, ...]] | None = None
    condition: str | _Place | None = None
    statement: str = Field(default="", max_length=MAX_TEXT)
    reason: Reason | None = None
    confidence: Literal["sure", "unsure"] | None = None
    probability: float | None = Field(default=None, ge=0, le=1)

    def places(self) -> list[_Place]:
        """Every span of the row, those of its parameters included."""
        places = list(self.spans)
        for spans in (self.param_spans or {}).values():
            places += spans
        for value in (self.params or {}).values():
            places += [item for item in (value if isinstance(value, tuple) else (value,)) if isinstance(item, _Place)]
        if isinstance(self.condition, _Place):
            places.append(self.condition)
        return places


_LABELS = TypeAdapter(list[_Label])


@dataclass(frozen=True)
class LabelFile:
    """The lines of one file."""

    header: Row | None
    """A first line that is about the document and labels nothing; kept as it is."""
    source: str
    """What the file calls its document; readers compare it, so it is kept."""
    rows: tuple[Row, ...]


def parse(text: str, source: Source, name: str) -> LabelFile:
    """The rows of a label file about the document `name`.

    Raises SchemaMismatchError, which names the line, for what the guide's format does not admit, for spans outside of
    the text and for labels of another document.
    """
    header: Row | None = None
    rows: list[Row] = []
    numbers: list[int] = []
    for number, line in enumerate(text.removeprefix("\ufeff").split("\n"), start=1):
        if not line.strip():
            continue
        row = _loaded(line, number)
        if "spans" not in row and "document" in row and not rows and header is None:
            header = row
            continue
        rows.append(row)
        numbers.append(number)
    called = next((own for own in map(_source_of, rows) if own), name)
    rows = [_own(row, name, number) for row, number in zip(rows, numbers, strict=True)]
    check(rows, source, lambda index: f"line {numbers[index]}")
    return LabelFile(header, called, tuple(rows))


def check(rows: Sequence[Row], source: Source, where: Callable[[int], str] | None = None) -> None:
    """Raise SchemaMismatchError unless every row is a label of `source`, with ids that are there once."""
    where = where or (lambda index: f"direction {index + 1}")
    if len(rows) > MAX_DIRECTIONS:
        raise LimitExceededError(f"{len(rows)} directions, MAX_DIRECTIONS is {MAX_DIRECTIONS}; split the document")
    try:
        labels = _LABELS.validate_python(rows)
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(str(part) for part in first["loc"][1:])
        index = first["loc"][0]
        at = where(index) if isinstance(index, int) else "the labels"
        raise SchemaMismatchError(
            f"{at}: expected a direction in the annotation guide's format; {place or 'it'}: {first['msg']}"
        ) from error
    seen: set[str] = set()
    for index, label in enumerate(labels):
        if label.id in seen:
            raise SchemaMismatchError(f"{where(index)}: the id {label.id!r} is there twice; give each its own")
        seen.add(label.id)
        for span in label.places():
            if span.source is None and span.end > len(source.text):
                raise SchemaMismatchError(
                    f"{where(index)}: {label.id}: a span ends at {span.end}, and the text has {len(source.text)} "
                    f"characters; the labels were made for another version of it"
                )


def dump(file: LabelFile) -> str:
    """The text of a label file: the lines that `compile --directions` writes, then fields that only the file has.

    Raises SchemaMismatchError for what UTF-8 can't express.
    """
    lines = [] if file.header is None else [file.header]
    lines += [_written(row, file.source) for row in file.rows]
    text = "".join(f"{_BREAKS.sub(_escape, json.dumps(line, ensure_ascii=False))}\n" for line in lines)
    try:
        text.encode("utf-8")
    except UnicodeEncodeError as error:
        raise SchemaMismatchError(
            "a label holds half of a surrogate pair, which no file can hold; retype it"
        ) from error
    return text


def row_of(line: DirectionLine) -> Row:
    """A compiler's line as a row."""
    row: Row = line.model_dump(mode="json")
    return _own(row, line.source, 0)


def probability_of(row: Mapping[str, object]) -> float:
    """The row's own, or what its confidence stands for."""
    value = row.get("probability")
    return float(value) if isinstance(value, int | float) else _CONFIDENCE.get(str(row.get("confidence")), 0.6)


def _loaded(line: str, number: int) -> Row:
    try:
        row = json.loads(line, parse_constant=_refuse_constant)
    except (ValueError, RecursionError) as error:
        raise SchemaMismatchError(f"line {number}: expected one JSON object, got {line[:80]!r}: {error}") from error
    if not isinstance(row, dict):
        raise SchemaMismatchError(f"line {number}: expected one JSON object, got {line[:80]!r}")
    return row


def _refuse_constant(text: str) -> None:
    raise ValueError(f"{text} is no number in JSON")


def _own(row: Row, name: str, number: int) -> Row:
    """The row with spans of this document named by nothing, and those of others by their source."""
    spans = row.get("spans")
    named = _source_of(row)
    if named and not _same(named, name):
        raise SchemaMismatchError(
            f"line {number}: a label of {named}, expected labels of {name} alone; keep one file a document"
        )
    own = {key: value for key, value in row.items() if key != "source"}
    own["spans"] = _unnamed(spans, name)
    if isinstance(row.get("param_spans"), dict):
        own["param_spans"] = {key: _unnamed(value, name) for key, value in row["param_spans"].items()}
    return own


def _source_of(row: Row) -> str | None:
    """What a row calls its document."""
    spans = row.get("spans")
    first = spans[0] if isinstance(spans, list) and spans else None
    named = (first.get("source") if isinstance(first, dict) else None) or row.get("source")
    return named if isinstance(named, str) else None


def _unnamed(spans: object, name: str) -> object:
    if not isinstance(spans, list):
        return spans
    return [
        {key: value for key, value in span.items() if key != "source" or not _is_own(value, name)}
        if isinstance(span, dict)
        else span
        for span in spans
    ]


def _is_own(source: object, name: str) -> bool:
    return source is None or (isinstance(source, str) and _same(source, name))


def _same(one: str, other: str) -> bool:
    """Whether two relative names may be one document, seen from folders of different height."""
    return one == other or one.endswith(f"/{other}") or other.endswith(f"/{one}")


def _written(row: Row, name: str) -> Row:
    line: Row = {
        "id": row["id"],
        "source": name,
        "spans": _named(row["spans"], name),
        "disposition": row["disposition"],
        "modality": row["modality"],
        "kind": row["kind"],
        "family": row.get("family"),
        "params": row.get("params") or {},
        "param_spans": {key: _named(value, name) for key, value in (row.get("param_spans") or {}).items()},
        "condition": row.get("condition"),
        "statement": row.get("statement") or "",
        "reason": row.get("reason"),
        "confidence": row.get("confidence") or "unsure",
        "probability": probability_of(row),
    }
    return line | {key: value for key, value in row.items() if key not in line}


def _named(spans: Sequence[Row], name: str) -> list[Row]:
    return [{"source": name, **span} for span in spans]


def _escape(match: re.Match[str]) -> str:
    return f"\\u{ord(match.group()):04x}"
