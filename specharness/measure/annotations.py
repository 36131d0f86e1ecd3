"""Label files: lines in the annotation guide's format, read one by one, and read as directions.

Guarantees bounded memory, and that whatever is wrong with a line is told with its number. What an annotator leaves
out is filled in the one honest way: a parameter's literal that stands in the text gets a span there, one that does not
stands without. Whether labels are good ones is judged by `specharness.labels`.
"""

from __future__ import annotations

import io
import json
import math
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any, NamedTuple, NoReturn

from pydantic import ValidationError

from specharness.errors import InputError, NotFoundError, SchemaMismatchError
from specharness.ir import Direction, Disposition, Param, Reason, Scalar, Source, Span
from specharness.ir.annotation import Label, LabelHeader, Offsets
from specharness.ir.invalid import said

MAX_LINE_BYTES = 2**20
"""A direction is a few hundred bytes; a longer line is no label."""
MAX_LABELS = 100_000
"""Labels in one file: more than any document has sentences."""

ENDING = ".jsonl"
"""A label file is called as its document, with this behind it."""

_CONFIDENCE = {"sure": 0.95, "unsure": 0.6, None: 0.6}
_REASONS = {
    Disposition.ADVISORY: Reason.GUIDANCE,
    Disposition.ABSTAIN: Reason.METHOD_UNSTATED,
    Disposition.RESIDUAL: Reason.BACKGROUND,
}
_SHOWN = 80


class Fault(NamedTuple):
    """What keeps a line from being a label."""

    rule: str
    """`not_json`, `missing_field`, `unknown_field` or `bad_value`."""
    message: str


class LabelLine(NamedTuple):
    """One line that is not blank: a header, a label, or what is wrong with it."""

    number: int
    content: LabelHeader | Label | None
    faults: tuple[Fault, ...] = ()


def scan(stream: IO[bytes]) -> Iterator[LabelLine]:
    """Every line of a label file that is not blank, read as it is asked for; what is wrong is told and goes on."""
    number = labels = 0
    while raw := stream.readline(MAX_LINE_BYTES + 1):
        number += 1
        if len(raw) > MAX_LINE_BYTES:
            yield _cut(number, f"longer than MAX_LINE_BYTES ({MAX_LINE_BYTES})")
            return
        if not raw.strip():
            continue
        line = _parsed(number, raw)
        labels += 1
        if labels > MAX_LABELS:
            yield _cut(number, f"more than MAX_LABELS ({MAX_LABELS}) lines")
            return
        yield line


def _cut(number: int, why: str) -> LabelLine:
    return LabelLine(number, None, (Fault("not_json", f"{why}; the rest of the file is not read"),))


def scan_file(path: Path) -> Iterator[LabelLine]:
    """`scan` of a file. Raises NotFoundError or InputError where it can't be read."""
    if not path.exists():
        raise NotFoundError(f"{path}: no such file or folder")
    if not path.is_file():
        raise InputError(f"{path}: expected a file of labels (JSON Lines), got none")
    with path.open("rb") as stream:
        yield from scan(stream)


def read_labels(stream: IO[bytes]) -> Iterator[tuple[int, LabelHeader | Label]]:
    """The lines of a label file with their numbers; raises SchemaMismatchError at the first that is none."""
    for line in scan(stream):
        if line.content is None:
            raise SchemaMismatchError(
                f"line {line.number}: expected a direction in the annotation guide's format: "
                + "; ".join(fault.message for fault in line.faults)
            )
        yield line.number, line.content


def read_directions(text: str, source: Source, *, any_source: bool = False) -> tuple[Direction, ...]:
    """The directions of one label file whose spans lie in `source`; lines about other sources are left out,
    unless `any_source` says that the text is about this one by whatever name.

    Raises SchemaMismatchError, which names the line, for anything that the guide's format does not admit, and where
    the header was written for other bytes than those of `source`.
    """
    directions = []
    for number, content in read_labels(io.BytesIO(text.encode("utf-8", "surrogatepass"))):
        if isinstance(content, LabelHeader):
            if content.sha256 != source.sha256:
                raise SchemaMismatchError(
                    f"line {number}: the labels are for {content.document} with sha256 {content.sha256[:12]}…, "
                    f"{source.id} has {source.sha256[:12]}…; label this version, or read the one that was labelled"
                )
            continue
        if any_source or named_source(content) in (None, source.id):
            try:
                directions.append(direction_of(content, source, any_source=any_source))
            except ValueError as error:
                raise SchemaMismatchError(f"line {number}: {content.id}: {error}") from error
    return tuple(directions)


def named_source(label: Label) -> str | None:
    """The document that a label says it is about, if it says so."""
    return label.spans[0].source or label.source


def direction_of(label: Label, source: Source, *, any_source: bool = False) -> Direction:
    """A label as a direction over `source`; its spans in other sources are left out, unless `any_source`.

    Raises ValueError for a text given by a place outside of the source.
    """
    spans = tuple(
        Span(source=source.id, start=span.start, end=span.end)
        for span in label.spans
        if any_source or (span.source or label.source or source.id) == source.id
    )
    hard = label.disposition is Disposition.HARD
    return Direction(
        id=label.id,
        spans=spans,
        disposition=label.disposition,
        reason=None if hard else label.reason or _REASONS[label.disposition],
        modality=label.modality,
        kind=label.kind,
        family=label.family,
        params={name: _param(value, spans, source) for name, value in label.params.items()},
        condition=_text_at(label.condition, source) if isinstance(label.condition, Offsets) else label.condition,
        statement=label.statement,
        confidence=_CONFIDENCE[label.confidence] if label.probability is None else label.probability,
    )


def _text_at(place: Offsets, source: Source) -> str:
    return source.quote(Span(source=source.id, start=place.start, end=place.end))


def strict_json(raw: bytes) -> Any:
    """One line of JSON; raises ValueError, in words, for what readers of JSON don't agree on.

    That is a key that stands twice in one object, a number that is none or has no end, and half a surrogate pair.
    """
    value = json.loads(raw, object_pairs_hook=_object, parse_constant=_no_number, parse_float=_finite)
    if _SURROGATE.search(raw):
        try:
            json.dumps(value, ensure_ascii=False).encode()
        except UnicodeEncodeError as error:
            half = f"\\u{ord(error.object[error.start]):04x}"
            raise ValueError(f"{half} is half a character; write the whole one or leave it out") from error
    return value


_SURROGATE = re.compile(rb"\\u[dD][89a-fA-F]|\xed[\xa0-\xbf]")
"""What can be half a surrogate pair: its escape, or its bytes."""


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    row = dict(pairs)
    if len(row) < len(pairs):
        twice = Counter(key for key, _ in pairs).most_common(1)[0][0]
        raise ValueError(f"the key {twice[:_SHOWN]!r} stands twice; keep one")
    return row


def _no_number(name: str) -> NoReturn:
    raise ValueError(f"{name} is no number in JSON")


def _finite(digits: str) -> float:
    number = float(digits)
    if not math.isfinite(number):
        raise ValueError(f"{digits[:_SHOWN]} is too large a number")
    return number


def _parsed(number: int, raw: bytes) -> LabelLine:
    try:
        row = strict_json(raw)
    except (ValueError, RecursionError) as error:
        return LabelLine(number, None, (Fault("not_json", f"not JSON ({error}): {_start_of(raw)}"),))
    if not isinstance(row, dict):
        return LabelLine(number, None, (Fault("not_json", f"expected a JSON object, got {_start_of(raw)}"),))
    model = LabelHeader if "document" in row else Label
    try:
        return LabelLine(number, model.model_validate(row))
    except ValidationError as error:
        return LabelLine(number, None, _faults(error))


def _start_of(raw: bytes) -> str:
    return repr(raw[:_SHOWN].decode("utf-8", "backslashreplace"))


_FAULT_RULES = {"missing": "missing_field", "extra_forbidden": "unknown_field"}
EXPECTED = {
    "params": 'expected literals, lists of literals, or places such as {"start": 3, "end": 9}',
    "condition": 'expected a text, a place such as {"start": 3, "end": 9}, or null',
}
"""Fields that admit several shapes: which of them was meant, and missed by how much, nobody can tell."""


def _faults(error: ValidationError) -> tuple[Fault, ...]:
    """One fault a field."""
    faults: dict[str, Fault] = {}
    for item in error.errors(include_url=False):
        field = str(item["loc"][0]) if item["loc"] else "the line"
        if field in EXPECTED:
            fault = Fault("bad_value", f"{field}: {EXPECTED[field]}")
        else:
            rule = _FAULT_RULES.get(item["type"], "bad_value")
            text = "is no field of the format" if rule == "unknown_field" else said([item], show=True)
            fault = Fault(rule, f"{'.'.join(map(str, item['loc'])) or field}: {text}")
        faults.setdefault(field, fault)
    return tuple(faults.values())


def _param(value: Scalar | Offsets | tuple[Scalar | Offsets, ...], spans: tuple[Span, ...], source: Source) -> Param:
    given = value if isinstance(value, tuple) else (value,)
    values = tuple(_text_at(item, source) if isinstance(item, Offsets) else item for item in given)
    found = [
        Span(source=source.id, start=item.start, end=item.end)
        if isinstance(item, Offsets)
        else place_of(item, spans, source)
        for item in given
    ]
    return Param(
        value=values if isinstance(value, tuple) else values[0],
        spans=tuple(span for span in found if span is not None) if all(found) else (),
    )


def place_of(value: Scalar, spans: tuple[Span, ...], source: Source) -> Span | None:
    """The place of a literal: inside the direction's spans if it is there, else the one nearest to the main span."""
    if value is None or isinstance(value, bool):
        return None
    literal = str(value)
    pattern = re.escape(literal)
    if not isinstance(value, str):
        pattern = rf"(?<!\d)(?<!\d\.){pattern}(?!\.?\d)"  # 5 stands in "5 rows", not in "15" or "0.5"
    places = [match.span() for match in re.finditer(pattern, source.text)] if literal else []
    if not places and "/" in literal:
        name = literal.rstrip("/").rpartition("/")[2]
        places = [match.span() for match in re.finditer(re.escape(name), source.text)] if name else []
    if not places:
        return None
    main = spans[0]
    inside = [place for place in places if any(span.start <= place[0] and place[1] <= span.end for span in spans)]
    start, end = min(inside or places, key=lambda place: (abs(place[0] - main.start), place))
    return Span(source=source.id, start=start, end=end)
