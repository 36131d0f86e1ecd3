"""Choosing a compiler by a protocol that was written down before any score was looked at.

Guarantees that the protocol alone decides: the same protocol and the same predictions give the same choice. A candidate
that learns is scored on documents that it has not seen. Not its business: files of results, printing.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Annotated, Literal

from pydantic import AfterValidator, Field, model_validator

from specharness.compile.candidates import NAME, Entry
from specharness.compile.engine import Engine
from specharness.compile.engines import EngineKind
from specharness.compile.fingerprint import parts_of
from specharness.compile.frozen import Choice, Frozen, Standing
from specharness.compile.local.train import Example
from specharness.compile.toml_file import parse_toml, read_bounded
from specharness.errors import InputError, NotFoundError, SpecHarnessError, UsageError
from specharness.ir import Direction, Model, SourceKind, digest_of
from specharness.measure.annotations import read_directions
from specharness.measure.compilers import folds_of
from specharness.measure.figures import figures_of
from specharness.measure.score import Tally, score_document

FIGURES = frozenset(figures_of(Tally().row()))
"""What a protocol may name; each is explained in the annotation guide's Scoring section, and more is better."""

DIGITS = 6
"""Digits that figures are compared and stored with: what lies below is rounding, not merit."""

MAX_RECORDED_BYTES = 64 * 2**20
"""Recorded directions of one document."""

Advance = Callable[[str, int, int], None]
Prediction = tuple[int, tuple[Direction, ...] | SpecHarnessError]
"""The number of an example, and what was found in it or why nothing was."""
How = Literal["out of fold", "as it is", "recorded"]


def _known(figure: str) -> str:
    if figure not in FIGURES:
        raise ValueError(f"no figure is called {figure!r}; there are: {', '.join(sorted(FIGURES))}")
    return figure


Figure = Annotated[str, AfterValidator(_known)]


class Exclusion(Model):
    """A candidate with less than this is not chosen, whatever else it does."""

    figure: Figure
    below: float = Field(ge=-1, le=1)
    reason: str = Field(min_length=1, max_length=500)


class Split(Model):
    """Which documents count, and how they are split for candidates that learn."""

    folds: int = Field(ge=2, le=100)
    deal: int = Field(default=0, ge=0)
    """Number of the shuffle that deals documents to folds."""
    kinds: tuple[SourceKind, ...] = tuple(kind for kind in SourceKind if kind is not SourceKind.WORKSPACE)
    """Documents of other kinds are left out."""


class Protocol(Model):
    """The selection file."""

    format: Literal[1]
    candidates: tuple[Annotated[str, Field(pattern=NAME)], ...] = Field(min_length=1, max_length=100)
    criterion: Figure
    margin: float = Field(default=0.0, ge=0, le=1)
    """Candidates within this distance of the best are tied."""
    tie_break: tuple[Figure, ...] = ()
    """Figures that decide between tied candidates, in this order; at last the order in `candidates`."""
    max_failed: int = Field(default=0, ge=0)
    """Documents that a candidate may fail on; such a document counts as one without directions."""
    exclude: tuple[Exclusion, ...] = ()
    split: Split

    @model_validator(mode="after")
    def _no_candidate_twice(self) -> Protocol:
        if len(set(self.candidates)) < len(self.candidates):
            raise ValueError("a candidate is named twice")
        return self


@dataclass(frozen=True)
class ReadProtocol:
    """A protocol and the digest of the file that states it."""

    protocol: Protocol
    sha256: str


@dataclass(frozen=True)
class Verdict:
    """Who was chosen, and by what; `chosen` is None where every candidate is excluded."""

    chosen: str | None
    decided_by: str
    standings: tuple[Standing, ...]
    """In the order of merit, excluded ones last."""


@dataclass(frozen=True)
class Scored:
    """Pooled counts of one candidate."""

    name: str
    how: How
    tallies: tuple[Tally, ...]
    """One a document, in the order of the examples."""
    failed: tuple[str, ...]
    """Documents without an answer, each with the reason."""

    def figures(self) -> dict[str, float]:
        """All figures over all documents, rounded; one without anything to count is left out."""
        total = Tally()
        for tally in self.tallies:
            total += tally
        return {
            name: round(float(value), DIGITS)
            for name, value in figures_of(total.row()).items()
            if not math.isnan(value)
        }


def read_protocol(path: Path) -> ReadProtocol:
    """The protocol in a selection file. Raises NotFoundError, or SchemaMismatchError that names the place."""
    data = read_bounded(path, "selection")
    return ReadProtocol(parse_toml(data, path, "selection", Protocol), sha256(data).hexdigest())


def documents(examples: Sequence[Example], split: Split) -> list[Example]:
    """The examples that count. Raises InputError where too few are left to be split."""
    kept = [example for example in examples if example.source.kind in split.kinds]
    groups = len({example.group for example in kept})
    if groups < split.folds:
        kinds = ", ".join(split.kinds)
        raise InputError(
            f"{groups} labelled groups of documents ({kinds}) can't be split into {split.folds} folds; "
            "check DEV and DOCS, or state fewer folds"
        )
    return kept


def data_digest(examples: Sequence[Example]) -> str:
    """SHA-256 over names, texts and labels, in no particular order of the documents."""
    rows = [
        (example.source.id, example.source.sha256, [one.model_dump(mode="json") for one in example.gold])
        for example in examples
    ]
    return digest_of(sorted(rows, key=lambda row: row[0]))


def score(
    entry: Entry, examples: Sequence[Example], split: Split, advance: Advance, recorded: Path | None = None
) -> Scored:
    """The candidate's counts: from recorded outputs where they are given, out of fold where its engine learns."""
    name = entry.candidate.name
    train = entry.kind.train
    predictions: Iterator[Prediction]
    how: How
    if recorded is not None:
        how, predictions = "recorded", _recorded(recorded, name, examples)
    elif train is not None:
        how, predictions = "out of fold", _out_of_fold(train, examples, split)
    else:
        how, predictions = "as it is", _run(entry.kind.build(entry.candidate), enumerate(examples))
    tallies: list[Tally] = [Tally()] * len(examples)
    failed = []
    advance(name, 0, len(examples))
    for done, (index, found) in enumerate(predictions, start=1):
        example = examples[index]
        if isinstance(found, SpecHarnessError):
            failed.append(f"{example.source.id}: {found}")
        directions = () if isinstance(found, SpecHarnessError) else found
        tallies[index] = score_document(example.source.text, example.gold, directions)
        advance(name, done, len(examples))
    return Scored(name, how, tuple(tallies), tuple(failed))


def choose(protocol: Protocol, scored: Sequence[Scored]) -> Verdict:
    """What the protocol says about these scores. `scored` must hold every candidate of the protocol."""
    figures = {one.name: one.figures() for one in scored}
    excluded = {one.name: _excluded(protocol, one, figures[one.name]) for one in scored}
    rank = {name: number for number, name in enumerate(protocol.candidates)}
    if set(rank) != set(figures):
        raise ValueError(f"the protocol names {sorted(rank)}, scores are there for {sorted(figures)}")
    eligible = [name for name in protocol.candidates if excluded[name] is None]
    best = max((figures[name][protocol.criterion] for name in eligible), default=0.0)
    tied = {name for name in eligible if _at_least(figures[name][protocol.criterion], best - protocol.margin)}

    def merit(name: str) -> tuple[object, ...]:
        own = figures[name]
        broken = [-own.get(figure, -1.0) for figure in protocol.tie_break]
        if excluded[name] is not None:
            return (2, rank[name])
        return (0, *broken, rank[name]) if name in tied else (1, -own[protocol.criterion], *broken, rank[name])

    order = sorted(figures, key=merit)
    how = {one.name: one.how for one in scored}
    return Verdict(
        chosen=order[0] if eligible else None,
        decided_by=_decided_by(protocol, figures, [name for name in order if name in tied]),
        standings=tuple(
            Standing(candidate=name, scored=how[name], figures=figures[name], excluded=excluded[name]) for name in order
        ),
    )


def freeze(
    read: ReadProtocol, verdict: Verdict, entries: Sequence[Entry], examples: Sequence[Example], advance: Advance
) -> Frozen | None:
    """The chosen candidate as it is here and now, with everything the choice rests on; None if none was chosen."""
    entry = next((entry for entry in entries if entry.candidate.name == verdict.chosen), None)
    if entry is None:
        return None
    parts = parts_of(entry)
    advance("weights", 0, 1)
    return Frozen(
        candidate=entry.candidate.name,
        fingerprint=parts.digest,
        parts=parts,
        choice=Choice(
            protocol=read.sha256,
            criterion=read.protocol.criterion,
            decided_by=verdict.decided_by,
            data=data_digest(examples),
            documents=len(examples),
            weights_follow=_weights_follow(entry.kind, examples, parts.weights),
        ),
        standings=verdict.standings,
    )


def _weights_follow(kind: EngineKind, examples: Sequence[Example], weights: str) -> bool | None:
    if kind.retrained is None:
        return None
    try:
        return kind.retrained(examples) == weights
    except SpecHarnessError:  # too little to learn anything from
        return False


def _excluded(protocol: Protocol, scored: Scored, figures: Mapping[str, float]) -> str | None:
    if len(scored.failed) > protocol.max_failed:
        return (
            f"no answer for {len(scored.failed)} documents, at most {protocol.max_failed} allowed; "
            f"the first: {scored.failed[0]}"
        )
    if protocol.criterion not in figures:
        return f"{protocol.criterion} is undefined: there is nothing to count"
    for rule in protocol.exclude:
        value = figures.get(rule.figure)
        if value is None or not _at_least(value, rule.below):
            shown = "undefined" if value is None else f"{value:.3f}"
            return f"{rule.figure} is {shown}, not at least {rule.below:g}: {rule.reason}"
    return None


def _at_least(value: float, bound: float) -> bool:
    return round(value - bound, DIGITS) >= 0


def _decided_by(protocol: Protocol, figures: Mapping[str, Mapping[str, float]], tied: Sequence[str]) -> str:
    """The figure that set the chosen candidate apart from the next of those that are tied with it."""
    if not tied:
        return "nothing: every candidate is excluded"
    if len(tied) == 1:
        return protocol.criterion
    first, second = figures[tied[0]], figures[tied[1]]
    apart = (figure for figure in protocol.tie_break if first.get(figure) != second.get(figure))
    return next(apart, "the order of the candidates")


def _run(engine: Engine, numbered: Iterable[tuple[int, Example]]) -> Iterator[Prediction]:
    for index, example in numbered:
        try:
            yield index, engine.compile(example.source, example.units).directions
        except SpecHarnessError as error:
            yield index, error


def _out_of_fold(
    train: Callable[[Sequence[Example]], Engine], examples: Sequence[Example], split: Split
) -> Iterator[Prediction]:
    """Trains on all folds but one, predicts that one, for each in turn."""
    assigned = folds_of(examples, split.folds, split.deal)
    for fold in range(split.folds):
        engine = train([example for example, number in zip(examples, assigned, strict=True) if number != fold])
        yield from _run(engine, ((i, example) for i, example in enumerate(examples) if assigned[i] == fold))


def _recorded(folder: Path, name: str, examples: Sequence[Example]) -> Iterator[Prediction]:
    """The directions that `folder` holds for each document: `ID.jsonl`, as `specharness compile` writes them."""
    if not folder.is_dir():
        raise NotFoundError(f"recorded outputs of {name}: no such folder: {folder}")
    known = [example.source.id for example in examples if (folder / f"{example.source.id}.jsonl").is_file()]
    if not known:
        raise UsageError(
            f"recorded outputs of {name}: {folder} has none of the {len(examples)} documents, such as "
            f"{examples[0].source.id}.jsonl; write them with `specharness compile --corpus DOCS --out-dir {folder} "
            "--directions`"
        )
    for index, example in enumerate(examples):
        path = folder / f"{example.source.id}.jsonl"
        try:
            data = read_bounded(path, "recorded output", MAX_RECORDED_BYTES)
            directions = read_directions(data.decode("utf-8"), example.source, any_source=True)
            yield index, _inside(directions, example, path)
        except UnicodeDecodeError:
            yield index, InputError(f"{path}: not UTF-8")
        except SpecHarnessError as error:
            yield index, error


def _inside(directions: tuple[Direction, ...], example: Example, path: Path) -> tuple[Direction, ...]:
    for direction in directions:
        for span in direction.spans:
            if span.end > len(example.source.text):
                raise InputError(
                    f"{path}: {direction.id} ends at {span.end}, past the end of the text; recorded of another text?"
                )
    return directions
