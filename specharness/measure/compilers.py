"""Measuring a compiler on labelled documents: loading them, folds, out-of-fold predictions."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Container, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from specharness.compile.engine import Engine
from specharness.compile.local import LocalEngine
from specharness.compile.local.train import Example, Settings, weights_from
from specharness.errors import NotFoundError, SchemaMismatchError, TextDecodingError
from specharness.ir import Direction, Source, SourceKind
from specharness.measure.annotations import read_directions
from specharness.measure.score import Tally, score_document
from specharness.segment import segment

_GUIDELINES = frozenset({"AGENTS.md", "CLAUDE.md", "GEMINI.md", ".cursorrules", "copilot-instructions.md"})


@dataclass(frozen=True)
class Validation:
    """Pooled counts and the out-of-fold directions of every document, in the order of the examples."""

    tally: Tally
    predicted: tuple[tuple[Direction, ...], ...]
    tallies: tuple[Tally, ...]


def kind_of(name: str) -> SourceKind:
    """The kind of a source by its file name, as `specharness compile` takes it."""
    last = name.rsplit("/", 1)[-1]
    if last == "SKILL.md":
        return SourceKind.SKILL
    if last in _GUIDELINES or last.endswith("copilot-instructions.md"):
        return SourceKind.GUIDELINE
    return SourceKind.PROMPT


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
        source = Source(id=name, kind=kind_of(name), sha256=hashlib.sha256(raw).hexdigest(), text=text)
        try:
            gold = read_directions(_decoded(label_file.read_bytes(), label_file), source)
        except SchemaMismatchError as error:
            raise SchemaMismatchError(f"{label_file}: {error}") from error
        group = "/".join(name.split("/")[:2]) if name.count("/") > 1 else name
        examples.append(Example(source, segment(source), gold, group))
    return examples


def _decoded(data: bytes, path: Path) -> str:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise TextDecodingError(f"{path}: not UTF-8 at byte {error.start}; save it as UTF-8") from error


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
    train: Callable[[Sequence[Example]], Engine],
    folds: int = 10,
    deal: int = 0,
    skip: Container[int] = (),
) -> Iterator[tuple[int, dict[int, tuple[Direction, ...]]]]:
    """Fold by fold: trains on all others and yields the directions of each of the fold's examples by their number.

    Folds in `skip` are left out, for work that is taken up again.
    """
    assigned = folds_of(examples, folds, deal)
    for fold in range(folds):
        if fold in skip or fold not in assigned:
            continue
        engine = train([example for example, number in zip(examples, assigned, strict=True) if number != fold])
        yield (
            fold,
            {
                index: engine.compile(example.source, example.units).directions
                for index, example in enumerate(examples)
                if assigned[index] == fold
            },
        )


def cross_validate(
    examples: Sequence[Example],
    folds: int = 10,
    settings: Settings | None = None,
    train: Callable[[Sequence[Example]], Engine] | None = None,
    deal: int = 0,
) -> Validation:
    """Trains on all but one fold, predicts that one; pools the counts over documents. `deal` shuffles the folds."""
    chosen = train or (lambda rest: LocalEngine(weights_from(rest, settings)))
    predicted: list[tuple[Direction, ...]] = [()] * len(examples)
    for _, found in out_of_fold(examples, chosen, folds, deal):
        for index, directions in found.items():
            predicted[index] = directions
    tallies = tuple(
        score_document(example.source.text, example.gold, directions)
        for example, directions in zip(examples, predicted, strict=True)
    )
    total = Tally()
    for tally in tallies:
        total += tally
    return Validation(total, tuple(predicted), tallies)
