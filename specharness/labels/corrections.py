"""Corrections of labels that clash with a settled case of the guide, kept as data apart from what they correct.

Guarantees that a correction names its case, that it changes something, and that it meets a label which is there.
Whether it is right is a person's judgement, which `why` gives.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from pydantic import Field, ValidationError, model_validator

from specharness.errors import NotFoundError, SchemaMismatchError
from specharness.ir import Model
from specharness.ir.annotation import Label
from specharness.ir.invalid import wrong
from specharness.labels.settled import CASES


class Correction(Model):
    """One label of one document: changed, dropped, or replaced by several."""

    document: str
    id: str
    case: int = Field(ge=min(CASES), le=max(CASES))
    """The settled case that the label clashed with."""
    why: str = Field(min_length=8)
    set: dict[str, Any] = Field(default_factory=dict)
    """Fields with their right values."""
    drop: bool = False
    split: tuple[dict[str, Any], ...] = ()
    """The labels that stand in its place, each as the fields in which it differs from it."""

    @model_validator(mode="after")
    def _one_change(self) -> Correction:
        if sum((bool(self.set), self.drop, bool(self.split))) != 1:
            raise ValueError("one of set, drop and split is needed")
        return self


def read_corrections(path: Path) -> tuple[Correction, ...]:
    """All corrections of a file. Raises SchemaMismatchError, with the line, for what is none or stands twice."""
    if not path.is_file():
        raise NotFoundError(f"{path}: expected a file of corrections (JSON Lines), found none")
    found: dict[tuple[str, str], Correction] = {}
    with path.open("rb") as stream:
        for number, line in enumerate(stream, start=1):
            if not line.strip():
                continue
            try:
                correction = Correction.model_validate_json(line)
            except ValidationError as error:
                raise SchemaMismatchError(f"{path}:{number}: {wrong(error)}") from error
            key = (correction.document, correction.id)
            if key in found:
                raise SchemaMismatchError(f"{path}:{number}: {key[0]} {key[1]} is corrected twice; join the two")
            found[key] = correction
    return tuple(found.values())


def corrected(document: str, labels: Sequence[Label], corrections: Iterable[Correction]) -> list[Label]:
    """The labels of a document with its corrections; the others keep their fields and places.

    Raises SchemaMismatchError for a correction whose label is not there, or that changes nothing or makes no label.
    """
    waiting = {item.id: item for item in corrections if item.document == document}
    result: list[Label] = []
    for label in labels:
        correction = waiting.pop(label.id, None)
        result += [label] if correction is None else _apply(correction, label)
    if waiting:
        raise SchemaMismatchError(f"{document}: no label {', '.join(waiting)}; the corrections are for other labels")
    return result


def by_case(corrections: Iterable[Correction]) -> dict[int, int]:
    """How many labels were corrected for each settled case, in the order of the cases."""
    return dict(sorted(Counter(item.case for item in corrections).items()))


def _apply(correction: Correction, label: Label) -> list[Label]:
    if correction.drop:
        return []
    changes = correction.split or (correction.set,)
    made = []
    for index, change in enumerate(changes):
        fields = label.model_dump(mode="json") | change
        if correction.split and "id" not in change:
            fields["id"] = f"{label.id}{_letter(index)}"
        try:
            made.append(Label.model_validate(fields))
        except ValidationError as error:
            fault = wrong(error, fields, show=True)
            raise SchemaMismatchError(f"{correction.document} {label.id}: makes no label: {fault}") from error
    if made == [label]:
        raise SchemaMismatchError(f"{correction.document} {label.id}: the correction changes nothing; delete it")
    return made


def _letter(index: int) -> str:
    """a, b, …, z, aa, ab, …"""
    text = ""
    index += 1
    while index:
        index, digit = divmod(index - 1, 26)
        text = chr(ord("a") + digit) + text
    return text
