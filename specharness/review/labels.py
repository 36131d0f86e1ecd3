"""Label files as the page works on them: rows of plain JSON, checked by the format's own model.

Guarantees that what is written can be read again and is tied to the bytes of its text. Whether a label is a good one
is judged by `specharness.labels`.
"""

from __future__ import annotations

import io
import json
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import TypeAdapter, ValidationError

from specharness.errors import LimitExceededError, SchemaMismatchError
from specharness.ir import Source
from specharness.ir.annotation import DirectionLine, Label, LabelHeader, Offsets
from specharness.ir.invalid import said
from specharness.measure.annotations import MAX_LINE_BYTES, named_source, read_labels

Row = dict[str, Any]
"""One direction as plain JSON, from a file or the page. A span without `source` lies in the document itself."""

MAX_DIRECTIONS = 20_000
"""Directions of one document: more than any text of the size that is reviewed has sentences."""

_CONFIDENCE = {"sure": 0.95, "unsure": 0.6}
_BREAKS = re.compile("[\x85\u2028\u2029]")
"""Legal inside of JSON, and an end of line for some readers of JSON Lines."""

_LABELS = TypeAdapter(list[Label])


@dataclass(frozen=True)
class LabelFile:
    """The labels of one document."""

    document: str
    """What the file calls its document; readers compare it, so it is kept."""
    sha256: str | None
    """Of the text that the labels were made for; None where the file does not say it."""
    rows: tuple[Row, ...]


def parse(data: bytes, source: Source, name: str) -> LabelFile:
    """The label file of the document `name`.

    Raises SchemaMismatchError, which names the line, for what is no label, for labels of another document, and for
    spans outside of the text, unless the file says that it was made for another version of it.
    """
    header: LabelHeader | None = None
    labels: list[Label] = []
    numbers: list[int] = []
    for number, content in read_labels(io.BytesIO(data.removeprefix(b"\xef\xbb\xbf"))):
        if isinstance(content, LabelHeader):
            header = header or content
            named: str | None = content.document
        else:
            labels.append(content)
            numbers.append(number)
            named = named_source(content)
        if named is not None and not _same(named, name):
            raise SchemaMismatchError(
                f"line {number}: about {named}, expected labels of {name} alone; keep one file a document"
            )
    document = header.document if header else next((own for own in map(named_source, labels) if own), name)
    stale = header is not None and header.sha256 != source.sha256
    _check(labels, None if stale else source, lambda index: f"line {numbers[index]}")
    return LabelFile(document, header.sha256 if header else None, tuple(_row(label, name) for label in labels))


def check(rows: Sequence[Row], source: Source | None) -> None:
    """Raise SchemaMismatchError unless every row is a label, with an id that is there once and spans in `source`."""
    if len(rows) > MAX_DIRECTIONS:
        raise LimitExceededError(f"{len(rows)} directions, MAX_DIRECTIONS is {MAX_DIRECTIONS}; split the document")
    try:
        labels = _LABELS.validate_python(rows)
    except ValidationError as error:
        first = error.errors()[0]
        index = first["loc"][0] if first["loc"] else None
        at = f"direction {index + 1}" if isinstance(index, int) else "the labels"
        place = ".".join(str(part) for part in first["loc"][1:]) or "it"
        raise SchemaMismatchError(
            f"{at}: expected a direction in the annotation guide's format; {place}: {said([first])}"
        ) from error
    _check(labels, source, lambda index: f"direction {index + 1}")


def dump(file: LabelFile) -> str:
    """The text of a label file: its header, then the lines that `compile --directions` writes.

    Raises SchemaMismatchError for what UTF-8 can't express, LimitExceededError for a line that no reader takes.
    """
    lines: list[Row] = [{"document": file.document, "sha256": file.sha256}] if file.sha256 else []
    lines += [_written(row, file.document) for row in file.rows]
    texts = [_BREAKS.sub(_escape, json.dumps(line, ensure_ascii=False)) for line in lines]
    try:
        longest = max((len(text.encode("utf-8")) for text in texts), default=0)
    except UnicodeEncodeError as error:
        raise SchemaMismatchError(
            "a label holds half of a surrogate pair, which no file can hold; retype it"
        ) from error
    if longest >= MAX_LINE_BYTES:
        raise LimitExceededError(f"a label of {longest} bytes, MAX_LINE_BYTES is {MAX_LINE_BYTES}; shorten it")
    return "".join(f"{text}\n" for text in texts)


def row_of(line: DirectionLine) -> Row:
    """A compiler's line as a row."""
    return _row(Label.model_validate(line.model_dump()), line.source)


def _check(labels: Sequence[Label], source: Source | None, where: Callable[[int], str]) -> None:
    seen: set[str] = set()
    for index, label in enumerate(labels):
        if label.id in seen:
            raise SchemaMismatchError(f"{where(index)}: the id {label.id!r} is there twice; give each its own")
        seen.add(label.id)
        for span in _places(label):
            if source is not None and span.end > len(source.text) and span.source in (None, label.source):
                raise SchemaMismatchError(
                    f"{where(index)}: {label.id}: a span ends at {span.end}, after the end of the text; "
                    f"the labels were made for another version of it"
                )


def _places(label: Label) -> list[Offsets]:
    """Every span of the label, those of its parameters included."""
    places = [*label.spans, *(span for spans in label.param_spans.values() for span in spans)]
    for value in label.params.values():
        places += [item for item in (value if isinstance(value, tuple) else (value,)) if isinstance(item, Offsets)]
    return [*places, label.condition] if isinstance(label.condition, Offsets) else places


def _row(label: Label, name: str) -> Row:
    """A label as plain JSON, with spans of its document named by nothing and empty fields of little use left out."""
    row: Row = label.model_dump(mode="json", exclude={"source"}, exclude_defaults=True)
    row["spans"] = _unnamed(row["spans"], label.source, name)
    row["param_spans"] = {key: _unnamed(spans, label.source, name) for key, spans in row.get("param_spans", {}).items()}
    return {"family": None, "params": {}, "condition": None, "statement": "", "reason": None, "confidence": None} | row


def _unnamed(spans: Sequence[Row], source: str | None, name: str) -> list[Row]:
    return [
        {key: value for key, value in span.items() if key != "source" or not _own(value, source, name)}
        for span in spans
    ]


def _own(value: str | None, source: str | None, name: str) -> bool:
    return value is None or value == source or _same(value, name)


def _same(one: str, other: str) -> bool:
    """Whether two relative names may be one document, seen from folders of different height."""
    return one == other or one.endswith(f"/{other}") or other.endswith(f"/{one}")


def _written(row: Row, document: str) -> Row:
    probability = row.get("probability")
    confidence = row.get("confidence") or "unsure"
    line: Row = {
        "id": row["id"],
        "source": document,
        "spans": _named(row["spans"], document),
        "disposition": row["disposition"],
        "modality": row["modality"],
        "kind": row["kind"],
        "family": row.get("family"),
        "params": row.get("params") or {},
        "param_spans": {key: _named(spans, document) for key, spans in (row.get("param_spans") or {}).items()},
        "condition": row.get("condition"),
        "statement": row.get("statement") or "",
        "reason": row.get("reason"),
        "confidence": confidence,
        "probability": _CONFIDENCE[confidence] if probability is None else probability,
    }
    return line | {key: value for key, value in sorted(row.items()) if key not in line and value not in (None, [])}


def _named(spans: Sequence[Row], document: str) -> list[Row]:
    return [{"source": span.get("source") or document, "start": span["start"], "end": span["end"]} for span in spans]


def _escape(match: re.Match[str]) -> str:
    return f"\\u{ord(match.group()):04x}"
