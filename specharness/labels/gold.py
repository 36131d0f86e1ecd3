"""The gold labels of a finished adjudication.

Guarantees that no gold file is made while a difference is open, and none that the linter refuses for its format or for
a span beyond the text. Whether the labels are right is not its business.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from specharness.errors import InputError, SchemaMismatchError
from specharness.ir.annotation import Label, LabelHeader, Offsets
from specharness.labels.adjudicate import Case, Item
from specharness.labels.rules import label_findings
from specharness.labels.writing import label_file

_GUIDE = "case_"
"""Rules about the guide's settled cases: a person who adjudicates may decide otherwise."""


def gold(path: Path, case: Case) -> str:
    """The text of a document's gold label file, ids given anew in the order of the text.

    Raises InputError, with the file and how many, while differences are open, and SchemaMismatchError, with the line,
    for a choice without a label, a label of one's own that is not chosen, and a label that the linter refuses.
    """
    undecided = sum(item.open for item in case.items)
    if undecided:
        differences = "difference" if undecided == 1 else "differences"
        raise InputError(
            f"{path}: {case.header.document} has {undecided} open {differences}; fill in choice, run again"
        )
    labels: list[Label] = []
    for number, item in zip(case.lines or range(1, len(case.items) + 1), case.items, strict=True):
        where = f"{path}:{number}: {case.header.document}"
        try:
            chosen = item.labels()
        except ValueError as error:
            raise SchemaMismatchError(f"{where}: {error}") from error
        if item.agreed is not None and item.written:
            raise SchemaMismatchError(f"{where}: what both agree on has a choice or own, too; delete these, or agreed")
        if item.own is not None and item.choice != "own":
            raise SchemaMismatchError(
                f'{where}: own is filled in and the choice is "{item.choice}"; choose "own", or write null as own'
            )
        for label in chosen:
            fault = next(_faults(label, case.header.characters), None)
            if fault is not None:
                raise SchemaMismatchError(f"{where}, {label.id}: {fault}; {_advice(item)}")
        labels += chosen
    labels.sort(key=lambda label: (label.spans[0].start, label.spans[0].end))
    return label_file(LabelHeader(document=case.header.document, sha256=case.header.sha256), labels)


def _advice(item: Item) -> str:
    if item.choice == "own":
        return "nothing was written"
    return "correct the annotator's file and adjudicate again; nothing was written"


def _faults(label: Label, characters: int | None) -> Iterator[str]:
    for found in label_findings(label, None):
        if not found.rule.startswith(_GUIDE):
            yield f"{found.rule}: {found.message}"
    if characters is None:
        return
    for name, place in _places(label):
        if place.end > characters:
            yield f"span_outside: {name} {place.start}:{place.end} ends after the text ({characters} characters)"


def _places(label: Label) -> Iterator[tuple[str, Offsets]]:
    """Everything that a label gives by its place."""
    yield from (("the span", span) for span in label.spans)
    if isinstance(label.condition, Offsets):
        yield "condition", label.condition
    for name, value in label.params.items():
        for one in value if isinstance(value, tuple) else (value,):
            if isinstance(one, Offsets):
                yield name, one
    for name, spans in label.param_spans.items():
        yield from ((name, span) for span in spans)
