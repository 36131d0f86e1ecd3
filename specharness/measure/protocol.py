"""The selection file: a protocol that is written down before any score is looked at.

Guarantees that what it names exists: figures, and fields that mean something. Not its business: following it.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from hashlib import sha256
from pathlib import Path
from typing import Annotated, Literal

from pydantic import AfterValidator, Field, model_validator

from specharness.compile.candidates import NAME
from specharness.compile.toml_file import parse_toml, read_bounded
from specharness.ir import Model, SourceKind
from specharness.measure.figures import figures_of
from specharness.measure.score import Tally

FIGURES = frozenset(figures_of(Tally().row()))
"""What a protocol may name; each is explained in the annotation guide's Scoring section, and more is better."""


def _known(figure: str) -> str:
    if figure not in FIGURES:
        raise ValueError(f"no figure is called {figure!r}; there are: {', '.join(sorted(FIGURES))}")
    return figure


Figure = Annotated[str, AfterValidator(_known)]


class Floor(StrEnum):
    """What anyone can build in an afternoon (`baselines`)."""

    TFIDF = "tfidf"
    EVERY_SENTENCE_HARD = "every-sentence-hard"


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
    floor: Floor | None = None
    """A candidate whose criterion is not above this baseline's is not chosen: it is not worth its trouble."""
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


def read_protocol(path: Path) -> ReadProtocol:
    """The protocol in a selection file. Raises NotFoundError, or SchemaMismatchError that names the place."""
    data = read_bounded(path, "selection")
    return ReadProtocol(parse_toml(data, path, "selection", Protocol), sha256(data).hexdigest())
