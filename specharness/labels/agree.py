"""How far two sets of labels for the same texts agree: the figures that are a compiler's ceiling.

The figures are those of `measure.score`, one annotator in the place of the compiler; all four that are given here come
out the same whichever of the two is taken as gold. Intervals are not its business.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from specharness.errors import InputError
from specharness.ir import Direction, Source
from specharness.labels.documents import LabelledText, checked_document, label_files, read_labelled
from specharness.measure.annotations import direction_of, named_source
from specharness.measure.score import Tally, score_document

FIGURES = ("char_kappa", "direction_f1", "hard_f1", "family_accuracy")
"""Symmetric figures, in the order of the table."""

Progress = Callable[[str, int, int], None]


class Pair(NamedTuple):
    """One document, labelled twice."""

    source: Source
    a: tuple[Direction, ...]
    b: tuple[Direction, ...]


class Sides(NamedTuple):
    """Label files of two annotators, by document."""

    both: tuple[tuple[LabelledText, LabelledText], ...]
    only_a: tuple[str, ...]
    only_b: tuple[str, ...]


@dataclass(frozen=True)
class Agreement:
    documents: dict[str, Tally]
    only_a: tuple[str, ...]
    only_b: tuple[str, ...]

    @property
    def total(self) -> Tally:
        total = Tally()
        for tally in self.documents.values():
            total += tally
        return total

    def as_json(self) -> dict[str, Any]:
        """Everything, as plain data."""
        return {
            "total": _row(self.total),
            "documents": {name: _row(tally) for name, tally in self.documents.items()},
            "only_a": list(self.only_a),
            "only_b": list(self.only_b),
        }


def sides(a: Path, b: Path) -> Sides:
    """Both annotators' label files, paired by the document that they are about; two files given alone are a pair.

    Raises InputError where no document is labelled by both, and SchemaMismatchError for what are no labels.
    """
    left, right = _by_document(a), _by_document(b)
    if a.is_file() and b.is_file() and len(left) == len(right) == 1:
        # Copies of one label file may stand in folders of any name; what counts is that they label one text.
        (one,), (other,) = left.values(), right.values()
        if one.document.rsplit("/", 1)[-1] == other.document.rsplit("/", 1)[-1]:
            return Sides(((one, other._replace(document=one.document)),), (), ())
    both = tuple((left[name], right[name]) for name in left if name in right)
    if not both:
        raise InputError(f"{a} and {b} label no document in common; pass two folders of the same layout")
    return Sides(
        both, tuple(name for name in left if name not in right), tuple(name for name in right if name not in left)
    )


def pair(one: LabelledText, other: LabelledText, docs: Path) -> Pair:
    """Both annotators' directions of one document. Raises SchemaMismatchError for labels of another version of it."""
    source = checked_document(docs, one)
    checked_document(docs, other)
    return Pair(source, directions(one, source), directions(other, source))


def agreement(a: Path, b: Path, docs: Path, progress: Progress | None = None) -> Agreement:
    """Figures for every document that both label, one at a time."""
    found = sides(a, b)
    tallies: dict[str, Tally] = {}
    for done, (one, other) in enumerate(found.both):
        if progress is not None:
            progress(one.document, done, len(found.both))
        labelled = pair(one, other, docs)
        tallies[one.document] = score_document(labelled.source.text, labelled.a, labelled.b)
    return Agreement(tallies, found.only_a, found.only_b)


def directions(text: LabelledText, source: Source) -> tuple[Direction, ...]:
    """The directions of a label file over its document; raises InputError for a span outside of it."""
    found = []
    for label in text.labels:
        if named_source(label) not in (None, source.id, text.document):
            continue
        if max(span.end for span in label.spans) > len(source.text):
            raise InputError(f"{text.path}: {label.id} has a span beyond the end of {source.id}; lint the file first")
        try:
            found.append(direction_of(label, source, any_source=True))
        except ValueError as error:
            raise InputError(f"{text.path}: {label.id}: {error}; lint the file first") from error
    return tuple(found)


def _by_document(path: Path) -> dict[str, LabelledText]:
    found: dict[str, LabelledText] = {}
    for file in label_files([path]):
        text = read_labelled(file)
        if text.document in found:
            raise InputError(f"{file.path} and {found[text.document].path} both label {text.document}; keep one")
        found[text.document] = text
    return found


def _row(tally: Tally) -> dict[str, float | int]:
    figures = tally.figures()
    return {
        **{name: figures[name] for name in FIGURES},
        "directions_a": tally.gold,
        "directions_b": tally.predicted,
        "matched": tally.matched,
        "hard_a": tally.gold_hard,
        "hard_b": tally.predicted_hard,
        "matched_hard": tally.matched_hard,
    }


def rows(result: Agreement) -> Sequence[tuple[str, dict[str, float | int]]]:
    """The table: a row a document, the total last."""
    return [*((name, _row(tally)) for name, tally in result.documents.items()), ("all", _row(result.total))]
