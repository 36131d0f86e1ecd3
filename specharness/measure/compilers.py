"""Measuring a compiler on labelled documents: loading them, folds, out-of-fold predictions."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from specharness.compile.local import LocalEngine
from specharness.compile.local.train import Example, Settings, weights_from
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
    """All labelled documents: `dev/NAME.jsonl` with `docs/NAME`. Documents of one folder form one group."""
    examples = []
    for label_file in sorted(dev.rglob("*.jsonl")):
        name = label_file.relative_to(dev).as_posix().removesuffix(".jsonl")
        raw = (docs / name).read_bytes()
        source = Source(id=name, kind=kind_of(name), sha256=hashlib.sha256(raw).hexdigest(), text=raw.decode("utf-8"))
        gold = read_directions(label_file.read_text(encoding="utf-8"), source)
        group = "/".join(name.split("/")[:2]) if name.count("/") > 1 else name
        examples.append(Example(source, segment(source), gold, group))
    return examples


def folds_of(examples: Sequence[Example], folds: int, deal: int = 0) -> list[int]:
    """The fold of every example; groups stay together and are dealt by the hash of their name and of `deal`."""
    salt = str(deal) if deal else ""
    groups = sorted(
        {example.group for example in examples}, key=lambda name: hashlib.sha256((salt + name).encode()).hexdigest()
    )
    fold = {group: index % folds for index, group in enumerate(groups)}
    return [fold[example.group] for example in examples]


def cross_validate(
    examples: Sequence[Example],
    folds: int = 10,
    settings: Settings | None = None,
    train: Callable[..., LocalEngine] | None = None,
    deal: int = 0,
) -> Validation:
    """Trains on all but one fold, predicts that one; pools the counts over documents. `deal` shuffles the folds."""
    assigned = folds_of(examples, folds, deal)
    predicted: list[tuple[Direction, ...]] = [()] * len(examples)
    for fold in range(folds):
        rest = [example for example, number in zip(examples, assigned, strict=True) if number != fold]
        engine = train(rest) if train else LocalEngine(weights_from(rest, settings))
        for index, example in enumerate(examples):
            if assigned[index] == fold:
                predicted[index] = engine.compile(example.source, example.units).directions
    tallies = tuple(
        score_document(example.source.text, example.gold, found)
        for example, found in zip(examples, predicted, strict=True)
    )
    total = Tally()
    for tally in tallies:
        total += tally
    return Validation(total, tuple(predicted), tallies)
