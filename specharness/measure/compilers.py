"""Measuring a compiler on labelled documents: loading them, folds, out-of-fold predictions."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePath

from specharness.compile.engine import Engine
from specharness.compile.local import LocalEngine
from specharness.compile.local.train import Example, Settings, weights_from
from specharness.compile.local.train_partly import Beside, Partly, Stretch
from specharness.errors import InputError, NotFoundError, SchemaMismatchError, TextDecodingError
from specharness.ir import Direction, Disposition, Source
from specharness.measure.annotations import read_directions
from specharness.measure.apart import NOTHING, Apart, group_of, refuse_measured
from specharness.measure.score import Tally, score_document
from specharness.segment import segment
from specharness.sources import kind_of


@dataclass(frozen=True)
class Validation:
    """Pooled counts and the out-of-fold directions of every document, in the order of the examples."""

    tally: Tally
    predicted: tuple[tuple[Direction, ...], ...]
    tallies: tuple[Tally, ...]


def load_examples(dev: Path, docs: Path) -> list[Example]:
    """All labelled documents: `dev/NAME.jsonl` with `docs/NAME`. Documents of one folder form one group.

    Raises NotFoundError for a text that is not there, TextDecodingError, SchemaMismatchError for labels that are none.
    """
    examples = []
    for label_file in sorted(dev.rglob("*.jsonl")):
        name = label_file.relative_to(dev).as_posix().removesuffix(".jsonl")
        if not (docs / name).is_file():
            raise NotFoundError(f"{docs / name}: no such text, and {label_file} labels it")
        raw = (docs / name).read_bytes()
        text = _decoded(raw, docs / name)
        source = Source(id=name, kind=kind_of(PurePath(name)), sha256=hashlib.sha256(raw).hexdigest(), text=text)
        try:
            gold = read_directions(_decoded(label_file.read_bytes(), label_file), source)
        except SchemaMismatchError as error:
            raise SchemaMismatchError(f"{label_file}: {error}") from error
        examples.append(Example(source, segment(source), gold, group_of(name)))
    return examples


def _decoded(data: bytes, path: Path) -> str:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise TextDecodingError(f"{path}: not UTF-8 at byte {error.start}; save it as UTF-8") from error


def load_partly(labels: Path, texts: Path) -> list[Partly]:
    """Partly labelled documents: one JSON object a line with `document`, the `sha256` of `texts/document` and its
    `stretches`, each `[start, end, disposition]` in code points.

    Raises InputError for a line of another form, NotFoundError for a text that is missing, SchemaMismatchError for a
    text that is not the one that was labelled.
    """
    documents = []
    for number, line in enumerate(_lines(labels), start=1):
        try:
            row = json.loads(line)
            name, digest = str(row["document"]), str(row["sha256"])
            stretches = tuple(
                Stretch(int(start), int(end), Disposition(disposition)) for start, end, disposition in row["stretches"]
            )
        except (ValueError, KeyError, TypeError) as error:
            raise InputError(f"{labels}, line {number}: expected document, sha256 and stretches: {error}") from error
        file = texts / name
        if not file.is_file():
            raise NotFoundError(f"{labels}, line {number}: no text {file}")
        raw = file.read_bytes()
        if hashlib.sha256(raw).hexdigest() != digest:
            raise SchemaMismatchError(f"{labels}, line {number}: {file} is not the text that was labelled")
        source = Source(id=name, kind=kind_of(PurePath(name)), sha256=digest, text=raw.decode("utf-8"))
        if any(not 0 <= stretch.start < stretch.end <= len(source.text) for stretch in stretches):
            raise InputError(f"{labels}, line {number}: a stretch lies outside of {name}")
        documents.append(Partly(source, segment(source), stretches))
    return documents


def _lines(file: Path) -> list[str]:
    try:
        return file.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"{file}: can't be read: {error}") from error


def folds_of(examples: Sequence[Example], folds: int, deal: int = 0) -> list[int]:
    """The fold of every example; groups stay together and are dealt by the hash of their name and of `deal`."""
    salt = str(deal) if deal else ""
    groups = sorted(
        {example.group for example in examples}, key=lambda name: hashlib.sha256((salt + name).encode()).hexdigest()
    )
    fold = {group: index % folds for index, group in enumerate(groups)}
    return [fold[example.group] for example in examples]


def out_of_fold(
    examples: Sequence[Example],
    train: Callable[[Sequence[Example], Beside], Engine],
    folds: int = 10,
    deal: int = 0,
    skip: Container[int] = (),
    beside: Beside = NOTHING,
    too: Sequence[Example] = (),
) -> Iterator[tuple[int, dict[int, tuple[Direction, ...]]]]:
    """Fold by fold: trains on all others and yields the directions of each of the fold's examples by their number.

    `train` is given the other examples, and of `beside` what is of no task or repository of the fold. Folds in `skip`
    are left out, for work that is taken up again. `too` are further documents of the examples' groups: each is read in
    the fold of its group, numbered after the examples, and trained on only where it stands in `beside`.

    Raises what `refuse_measured` raises, and InputError for a document in `too` of a group without an example.
    """
    refuse_measured(examples, beside)
    assigned = folds_of(examples, folds, deal)
    fold_of = {example.group: number for example, number in zip(examples, assigned, strict=True)}
    for one in too:
        if one.group not in fold_of:
            raise InputError(f"{one.source.id} can't be measured: no measured document is of {one.group}")
    every = [*examples, *too]
    assigned = [fold_of[one.group] for one in every]
    apart = Apart(examples, beside)
    for fold in range(folds):
        if fold in skip or fold not in assigned:
            continue
        measured = [index for index, number in enumerate(assigned) if number == fold]
        rest = [example for example in examples if fold_of[example.group] != fold]
        engine = train(rest, apart.beside(index for index in measured if index < len(examples)))
        yield fold, {index: engine.compile(every[index].source, every[index].units).directions for index in measured}


def load_beside(also: Iterable[tuple[Path, Path]], partly: Iterable[tuple[Path, Path]]) -> Beside:
    """Further labels with their texts, and labelled stretches with theirs. Raises what reading them raises."""
    return Beside(
        tuple(example for labels, texts in also for example in load_examples(labels, texts)),
        tuple(document for labels, texts in partly for document in load_partly(labels, texts)),
    )


def cross_validate(
    examples: Sequence[Example],
    folds: int = 10,
    settings: Settings | None = None,
    train: Callable[[Sequence[Example], Beside], Engine] | None = None,
    deal: int = 0,
    beside: Beside = NOTHING,
    too: Sequence[Example] = (),
) -> Validation:
    """Trains on all but one fold, predicts that one; pools the counts over documents. `deal` shuffles the folds.

    `beside` is trained on in every fold that measures no document of the same task or repository. `too` is measured
    after the examples, as `out_of_fold` tells, and raises what that raises.
    """
    chosen = train or (lambda rest, more: LocalEngine(weights_from(rest, settings, more.also, more.partly)))
    every = [*examples, *too]
    predicted: list[tuple[Direction, ...]] = [()] * len(every)
    for _, found in out_of_fold(examples, chosen, folds, deal, beside=beside, too=too):
        for index, directions in found.items():
            predicted[index] = directions
    tallies = tuple(
        score_document(example.source.text, example.gold, directions)
        for example, directions in zip(every, predicted, strict=True)
    )
    total = Tally()
    for tally in tallies:
        total += tally
    return Validation(total, tuple(predicted), tallies)
