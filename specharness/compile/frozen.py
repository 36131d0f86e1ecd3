"""The frozen compiler: the file that names it, and the refusal to compile with any other.

Guarantees that an engine which `frozen_engine` returns is the one that was frozen, part by part, and that its results
carry the frozen fingerprint. Not its business: how it was chosen.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from pydantic import Field

from specharness.compile.candidates import FROZEN_FILE, NAME, Entry, compilers_folder, find_candidate
from specharness.compile.engine import Compiled, Engine
from specharness.compile.fingerprint import Parts, drift, parts_of
from specharness.compile.many import compile_all, concurrency_of, stop, use_of
from specharness.compile.toml_file import parse_toml, read_bounded, toml_text
from specharness.errors import DriftError, NotFoundError, SchemaMismatchError
from specharness.ir import CompilerId, Model, Source, Unit

if TYPE_CHECKING:
    from specharness.compile.llm.telemetry import UnitUse, Use

COMMENT = "The compiler in use, chosen and written by `specharness select`. Edit nothing here; docs/selection.md."


How = Literal["out of fold", "as it is", "recorded"]
"""How a candidate was scored."""


class Lead(Model):
    """The chosen candidate's criterion minus another's, with 95 % interval and p, paired bootstrap over tasks."""

    value: float
    low: float
    high: float
    p: float


class Standing(Model):
    """How one candidate did."""

    candidate: str
    scored: How
    figures: dict[str, float]
    interval: tuple[float, float] | None = None
    """95 %, of the criterion, over tasks; None with too few tasks."""
    lead: Lead | None = None
    """None for the chosen one."""
    excluded: str | None = None
    """Why it could not be chosen."""


class Choice(Model):
    """Under which protocol, from which data, and by what the choice was made."""

    protocol: str
    """SHA-256 of the selection file's bytes."""
    criterion: str
    decided_by: str
    data: str
    """SHA-256 over names, texts and labels of the documents."""
    documents: int = Field(ge=1)
    weights_follow: bool | None = None
    """Whether training on these documents gives the weights that are frozen; None where nothing is learned."""


class Frozen(Model):
    """A frozen compiler."""

    format: Literal[1] = 1
    candidate: str = Field(pattern=NAME)
    fingerprint: str
    parts: Parts
    choice: Choice
    standings: tuple[Standing, ...]
    floor: Standing | None = None

    @property
    def text(self) -> str:
        """The file's text."""
        return toml_text(self, COMMENT)


@dataclass(frozen=True)
class FrozenEngine:
    """An engine under its frozen identity."""

    engine: Engine
    id: CompilerId

    def compile(self, source: Source, units: Sequence[Unit]) -> Compiled:
        """What the engine finds."""
        return self.engine.compile(source, units)

    def compile_all(self, sources: Sequence[tuple[Source, Sequence[Unit]]]) -> list[Compiled]:
        """What the engine finds in several sources, asked at once if it can."""
        return compile_all(self.engine, sources)

    def stop(self) -> None:
        """Give up what the engine waits for."""
        stop(self.engine)

    def take_use(self, sources: Sequence[str]) -> tuple[Use, tuple[UnitUse, ...]] | None:
        """What the engine's calls took, where it makes any."""
        return use_of(self.engine, sources)

    @property
    def concurrency(self) -> int:
        """Calls in flight; 0 for an engine that computes."""
        return concurrency_of(self.engine)


def default_frozen() -> Path:
    """The frozen compiler of the folder of compilers."""
    return compilers_folder() / FROZEN_FILE


def read_frozen(path: Path) -> Frozen:
    """The frozen compiler in a file. Raises NotFoundError, and SchemaMismatchError where it contradicts itself."""
    if not path.exists():
        raise NotFoundError(f"no frozen compiler at {path}; `specharness select` chooses one and writes it")
    frozen = parse_toml(read_bounded(path, "frozen compiler"), path, "frozen compiler", Frozen)
    if frozen.fingerprint != frozen.parts.digest:
        raise SchemaMismatchError(
            f"frozen compiler: {path}: its fingerprint is not that of its parts: the file was edited; "
            "write it again with `specharness select`"
        )
    return frozen


def frozen_entry(frozen: Frozen, path: Path) -> Entry:
    """The candidate that was frozen, as its file beside `path`, or else in the folder of compilers, states it now."""
    beside = path.parent / f"{frozen.candidate}.toml"
    return find_candidate(frozen.candidate, path.parent if beside.is_file() else compilers_folder())


def frozen_engine(path: Path, answers: Path | None = None) -> FrozenEngine:
    """The engine that `path` froze. Raises DriftError, which names every part that has changed since.

    `answers` is the file in which a model's answers are kept.
    """
    frozen = read_frozen(path)
    entry = frozen_entry(frozen, path).model_copy(update={"answers": answers})
    changed = drift(frozen.parts, parts_of(entry))
    if changed:
        raise DriftError(
            f"{path}: candidate {frozen.candidate!r} is no longer what was frozen: {'; '.join(map(str, changed))}; "
            "go back to what was frozen, or select and freeze again"
        )
    engine = entry.kind.build(entry)
    identity = engine.id.model_copy(update={"fingerprint": frozen.fingerprint})
    return FrozenEngine(engine, identity)
