"""Settling the differences of two annotators: a file that a person finishes, and the gold labels that it gives.

Guarantees that what both agree on is taken over without a question, that a choice once made survives a second run as
long as neither label has changed, and that no gold file is made while a difference is open. Who is right is not its
business.

The file is JSON Lines. A document begins with its header; then one line a direction: `agreed` holds the label, or `a`
and `b` stand side by side with what they say of the text, and `choice` waits for `a`, `b` or `own` (then `own` holds
the label or a list of labels). To choose the side that has no label drops the direction.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Literal, NamedTuple

from pydantic import ValidationError

from specharness.errors import InputError, SchemaMismatchError
from specharness.ir import Direction, Model, Source
from specharness.ir.annotation import Label, LabelHeader
from specharness.labels.agree import directions
from specharness.labels.documents import LabelledText, checked_document
from specharness.labels.settled import CASES, likely_case
from specharness.labels.writing import label_file, label_line
from specharness.measure.annotations import MAX_LINE_BYTES
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
    def key(self) -> str:
        """What the choice was made about: both labels, whatever their ids."""
        return json.dumps([_content(self.a), _content(self.b)], sort_keys=True)

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


class Case(NamedTuple):
    """One document's part of the file."""

    header: LabelHeader
    items: tuple[Item, ...]


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
    return Case(LabelHeader(document=source.id, sha256=source.sha256), tuple(item for _, item in keyed))


def with_choices(case: Case, earlier: Mapping[str, Case]) -> Case:
    """The same, with the choices that an earlier file holds for the same two labels."""
    old = earlier.get(case.header.document)
    if old is None or old.header.sha256 != case.header.sha256:
        return case
    chosen = {item.key: item for item in old.items if item.choice is not None}
    return case._replace(
        items=tuple(
            item.model_copy(update={"choice": chosen[item.key].choice, "own": chosen[item.key].own})
            if item.agreed is None and item.key in chosen
            else item
            for item in case.items
        )
    )


def document(cases: Iterable[Case]) -> str:
    """The file's text."""
    lines: list[str] = []
    for case in cases:
        lines.append(case.header.model_dump_json())
        lines += [_line(item) for item in case.items]
    return "".join(f"{line}\n" for line in lines)


def read(path: Path) -> dict[str, Case]:
    """The parts of a file by document. Raises SchemaMismatchError, with the line, for what is none."""
    headers: dict[str, LabelHeader] = {}
    items: dict[str, list[Item]] = {}
    document: str | None = None
    for number, line in _lines(path):
        try:
            row = json.loads(line)
            if isinstance(row, dict) and "document" in row:
                header = LabelHeader.model_validate(row)
                document = header.document
                headers[document], items[document] = header, []
                continue
            item = Item.model_validate(row)
        except (ValueError, RecursionError) as error:
            first = error.errors(include_url=False)[0] if isinstance(error, ValidationError) else None
            reason = f"{'.'.join(map(str, first['loc']))}: {first['msg']}" if first else str(error)
            raise SchemaMismatchError(f"{path}:{number}: not a line of an adjudication: {reason}") from error
        if document is None:
            raise SchemaMismatchError(f"{path}:{number}: expected a document's header first; write the file again")
        items[document].append(item)
    return {name: Case(header, tuple(items[name])) for name, header in headers.items()}


def gold(path: Path, case: Case) -> str:
    """The text of a document's gold label file, ids given anew in the order of the text.

    Raises InputError, with the file and how many, while differences are open or a choice has no label.
    """
    undecided = sum(item.open for item in case.items)
    if undecided:
        raise InputError(f"{path}: {case.header.document} has {undecided} open differences; fill in choice, run again")
    labels: list[Label] = []
    for item in case.items:
        try:
            labels += item.labels()
        except ValueError as error:
            name = next((label.id for label in (item.a, item.b) if label), "")
            raise InputError(f"{path}: {case.header.document}, {name}: {error}") from error
    labels.sort(key=lambda label: (label.spans[0].start, label.spans[0].end))
    return label_file(case.header, labels)


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


def _content(label: Label | None) -> object:
    return label.model_dump(mode="json", exclude=set(_FREE)) if label is not None else None


def _line(item: Item) -> str:
    if item.agreed is not None:
        return json.dumps({"agreed": json.loads(label_line(item.agreed))}, ensure_ascii=False)
    row = item.model_dump(mode="json", exclude={"agreed", "a", "b", "own"})
    own = item.own if isinstance(item.own, tuple) else (item.own,) if item.own else ()
    order = {
        "choice": row.pop("choice"),
        **row,
        "a": json.loads(label_line(item.a)) if item.a else None,
        "b": json.loads(label_line(item.b)) if item.b else None,
        "own": [json.loads(label_line(label)) for label in own] or None,
    }
    return json.dumps(order, ensure_ascii=False)
