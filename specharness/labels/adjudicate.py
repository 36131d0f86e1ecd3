"""The differences of two annotators, as a file that a person finishes.

Guarantees that what both agree on is taken over without a question, and that a file which is no adjudication is refused
with the line. What a second run keeps is `choices`' business, what the gold is `gold`'s, who is right nobody's here.

The file is JSON Lines. A document begins with its header; then one line a direction: `agreed` holds the label, or `a`
and `b` stand side by side with what they say of the text, and `choice` waits for `a`, `b` or `own` (then `own` holds
the label or a list of labels). To choose the side that has no label drops the direction.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Literal, NamedTuple

from pydantic import Field, ValidationError

from specharness.errors import SchemaMismatchError
from specharness.ir import Direction, Model, Source
from specharness.ir.annotation import Label, LabelHeader
from specharness.ir.invalid import said
from specharness.labels.agree import directions
from specharness.labels.documents import LabelledText, checked_document
from specharness.labels.settled import CASES, likely_case
from specharness.labels.writing import label_line
from specharness.measure.annotations import EXPECTED, MAX_LINE_BYTES, strict_json
from specharness.measure.score import judge_document

MAX_ITEM_BYTES = 4 * MAX_LINE_BYTES
"""A line holds two labels, their words and a third one."""

_COMPARED = ("disposition", "modality", "kind", "family", "params", "condition")
"""Fields in which labels agree or not; statement and confidence are each annotator's own, spans are compared apart."""
_FREE = frozenset({"id", "source", "statement", "confidence", "note"})


class Item(Model):
    """One direction of a document: agreed, or to be decided."""

    agreed: Label | None = None
    differs: tuple[str, ...] = ()
    a: Label | None = None
    b: Label | None = None
    text_a: tuple[str, ...] = ()
    text_b: tuple[str, ...] = ()
    settled_case: int | None = None
    hint: str | None = None
    choice: Literal["a", "b", "own"] | None = None
    own: Label | tuple[Label, ...] | None = None

    @property
    def open(self) -> bool:
        return self.agreed is None and self.choice is None

    @property
    def written(self) -> bool:
        """Whether a person has written something here."""
        return self.choice is not None or self.own is not None

    @property
    def key(self) -> tuple[str, str]:
        """What the choice was made about: both labels, whatever their ids."""
        return _content(self.a), _content(self.b)

    def labels(self) -> tuple[Label, ...]:
        """The gold labels; raises ValueError where nothing is chosen, or `own` is chosen and missing."""
        if self.agreed is not None:
            return (self.agreed,)
        if self.choice == "own":
            if self.own is None:
                raise ValueError('choice is "own" and own is missing; write the label there')
            return self.own if isinstance(self.own, tuple) else (self.own,)
        if self.choice is None:
            raise ValueError("no choice yet; write a, b or own")
        chosen = self.a if self.choice == "a" else self.b
        return () if chosen is None else (chosen,)


class CaseHeader(LabelHeader):
    """Begins a document's part of the file."""

    characters: int | None = Field(default=None, ge=0, strict=True)
    """How long the text is, in code points, so that labels can be checked without it."""


class Case(NamedTuple):
    """One document's part of the file."""

    header: CaseHeader
    items: tuple[Item, ...]
    lines: tuple[int, ...] = ()
    """Where in the file each item was read; empty for what was read from none."""


def compare(one: LabelledText, other: LabelledText, docs: Path) -> Case:
    """Both annotators' labels of one document, paired as the scorer pairs them, in the order of the text."""
    source = checked_document(docs, one)
    checked_document(docs, other)
    a, b = directions(one, source), directions(other, source)
    by_id = ({label.id: label for label in one.labels}, {label.id: label for label in other.labels})
    pairs = judge_document(source.text, a, b).pairs
    in_pairs = ({left for left, _ in pairs}, {right for _, right in pairs})
    items = [(a[left], b[right]) for left, right in pairs]
    keyed: list[tuple[int, Item]] = [
        (min(left.spans[0].start, right.spans[0].start), _paired(left, right, by_id, source)) for left, right in items
    ]
    for index, direction in enumerate(a):
        if index not in in_pairs[0]:
            keyed.append((direction.spans[0].start, _single(direction, None, by_id, source, _overlaps(direction, b))))
    for index, direction in enumerate(b):
        if index not in in_pairs[1]:
            keyed.append((direction.spans[0].start, _single(None, direction, by_id, source, _overlaps(direction, a))))
    keyed.sort(key=lambda pair: pair[0])
    header = CaseHeader(document=source.id, sha256=source.sha256, characters=len(source.text))
    return Case(header, tuple(item for _, item in keyed))


def document(cases: Iterable[Case]) -> str:
    """The file's text."""
    lines: list[str] = []
    for case in cases:
        lines.append(case.header.model_dump_json(exclude_none=True))
        lines += [_line(item) for item in case.items]
    return "".join(f"{line}\n" for line in lines)


def read(path: Path) -> dict[str, Case]:
    """The parts of a file by document. Raises SchemaMismatchError, with the line, for what is none."""
    headers: dict[str, CaseHeader] = {}
    items: dict[str, list[tuple[int, Item]]] = {}
    document: str | None = None
    for number, line in _lines(path):
        try:
            row = strict_json(line)
            header = CaseHeader.model_validate(row) if isinstance(row, dict) and "document" in row else None
            item = Item.model_validate(row) if header is None else None
        except (ValueError, RecursionError) as error:
            reason = _reason(error) if isinstance(error, ValidationError) else str(error)
            raise SchemaMismatchError(f"{path}:{number}: not a line of an adjudication: {reason}") from error
        if header is not None:
            document = header.document
            if document in headers:
                raise SchemaMismatchError(f"{path}:{number}: {document} stands in the file twice; keep one of the two")
            headers[document], items[document] = header, []
        elif document is None:
            raise SchemaMismatchError(f"{path}:{number}: expected a document's header first; write the file again")
        elif item is not None:
            items[document].append((number, item))
    return {
        name: Case(header, tuple(item for _, item in items[name]), tuple(number for number, _ in items[name]))
        for name, header in headers.items()
    }


def _reason(error: ValidationError) -> str:
    """The first fault of what was meant: of the shapes that a field admits, the one that went furthest."""
    first = max(error.errors(include_url=False), key=lambda item: len(item["loc"]))
    # names of shapes stand among the names of fields, as in own.Label.spans
    fields = [str(part) for part in first["loc"] if not str(part)[:1].isupper() and "[" not in str(part)]
    if not fields:
        return "expected a JSON object"
    for name, expected in EXPECTED.items():
        if name in fields:
            return f"{'.'.join(fields[: fields.index(name) + 1])}: {expected}"
    return f"{'.'.join(fields)}: {said([first])}"


def _lines(path: Path) -> Iterator[tuple[int, bytes]]:
    """The lines that are not blank, with their numbers, none of more than MAX_ITEM_BYTES."""
    number = 0
    with path.open("rb") as stream:
        while line := stream.readline(MAX_ITEM_BYTES + 1):
            number += 1
            if len(line) > MAX_ITEM_BYTES:
                raise SchemaMismatchError(f"{path}:{number}: longer than MAX_ITEM_BYTES ({MAX_ITEM_BYTES})")
            if line.strip():
                yield number, line


_Sides = tuple[Mapping[str, Label], Mapping[str, Label]]


def _paired(a: Direction, b: Direction, by_id: _Sides, source: Source) -> Item:
    left, right = by_id[0][a.id], by_id[1][b.id]
    differs = tuple(name for name in _COMPARED if _value(a, name) != _value(b, name))
    if _places(a, source) != _places(b, source):
        differs = ("spans", *differs)
    if not differs:
        return Item(agreed=left)
    return _item(differs, left, right, source, likely_case(a, b, source, nested=False))


def _single(a: Direction | None, b: Direction | None, by_id: _Sides, source: Source, nested: bool) -> Item:
    left = by_id[0][a.id] if a is not None else None
    right = by_id[1][b.id] if b is not None else None
    return _item((), left, right, source, likely_case(a, b, source, nested=nested))


def _item(differs: tuple[str, ...], a: Label | None, b: Label | None, source: Source, case: int | None) -> Item:
    return Item(
        differs=differs or (f"only_{'a' if b is None else 'b'}",),
        a=a,
        b=b,
        text_a=_texts(a, source),
        text_b=_texts(b, source),
        settled_case=case,
        hint=CASES[case] if case else None,
    )


_EDGES = " \t\r\n.,;:!?*_`|()\"'。，；：！？、（）"
"""Marks at the ends of a span that change nothing of what it says."""


def _places(direction: Direction, source: Source) -> set[tuple[int, int]]:
    """The spans without the marks at their ends, in no order."""
    places = set()
    for span in direction.spans:
        quote = source.quote(span)
        bare = quote.strip(_EDGES) or quote
        start = span.start + quote.index(bare)
        places.add((start, start + len(bare)))
    return places


def _texts(label: Label | None, source: Source) -> tuple[str, ...]:
    return tuple(source.text[span.start : span.end] for span in label.spans) if label is not None else ()


def _value(direction: Direction, name: str) -> object:
    if name == "params":
        return {key: param.value for key, param in direction.params.items()}
    return getattr(direction, name)


def _overlaps(direction: Direction, others: Sequence[Direction]) -> bool:
    main = direction.spans[0]
    return any(span.start < main.end and main.start < span.end for other in others for span in other.spans)


def _content(label: Label | None) -> str:
    content = label.model_dump(mode="json", exclude=set(_FREE)) if label is not None else None
    return json.dumps(content, sort_keys=True)


def _line(item: Item) -> str:
    if item.agreed is not None:
        return json.dumps({"agreed": json.loads(label_line(item.agreed))}, ensure_ascii=False)
    row = item.model_dump(mode="json", exclude={"agreed", "a", "b", "own"})
    own = (item.own,) if isinstance(item.own, Label) else item.own
    order = {
        "choice": row.pop("choice"),
        **row,
        "a": json.loads(label_line(item.a)) if item.a else None,
        "b": json.loads(label_line(item.b)) if item.b else None,
        "own": None if own is None else [json.loads(label_line(label)) for label in own],
    }
    return json.dumps(order, ensure_ascii=False)
