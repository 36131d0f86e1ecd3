"""Several sources at once, for engines that wait for others more than they work.

An engine that only computes is asked one source after another; processes make it faster. One that waits for a model
says how many calls it keeps in flight, and takes all sources of a specification together.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from specharness.compile.engine import Compiled, Engine
from specharness.ir import Source, Unit

if TYPE_CHECKING:
    from specharness.compile.llm.telemetry import UnitUse, Use


@runtime_checkable
class AtOnce(Protocol):
    """An engine that waits, and is safe to call from several threads."""

    @property
    def concurrency(self) -> int:
        """Calls in flight, so many specifications are worth compiling at once; 0 for an engine that computes."""
        ...

    def compile_all(self, sources: Sequence[tuple[Source, Sequence[Unit]]]) -> list[Compiled]:
        """What it finds in each source, in their order."""
        ...


def compile_all(
    engine: Engine, sources: Sequence[tuple[Source, Sequence[Unit]]], step: Callable[[str, int], None] | None = None
) -> list[Compiled]:
    """What the engine finds in each source, in their order. `step` is told a source's id and how many are done."""
    if concurrency_of(engine) and isinstance(engine, AtOnce):
        if step is not None and sources:
            step(sources[0][0].id, 0)
        return engine.compile_all(sources)
    found = []
    for done, (source, units) in enumerate(sources):
        if step is not None:
            step(source.id, done)
        found.append(engine.compile(source, units))
    return found


@runtime_checkable
class Stoppable(Protocol):
    """An engine whose waiting calls can be given up."""

    def stop(self) -> None:
        """Give up every call in flight; who waits for one gets an error."""
        ...


def stop(engine: Engine) -> None:
    """Give up what the engine waits for."""
    if isinstance(engine, Stoppable):
        engine.stop()


@runtime_checkable
class Accounted(Protocol):
    """An engine that knows what it took."""

    def take_use(self, sources: Sequence[str]) -> tuple[Use, tuple[UnitUse, ...]] | None:
        """What compiling these sources took since this was last asked, in total and by unit; None where it is free."""
        ...


def use_of(engine: Engine, sources: Sequence[str]) -> tuple[Use, tuple[UnitUse, ...]] | None:
    """What the engine's calls about these sources took; None for one that makes none."""
    return engine.take_use(sources) if isinstance(engine, Accounted) else None


def concurrency_of(engine: Engine) -> int:
    """How many calls of a model the engine keeps in flight; 0 for one that makes none."""
    return engine.concurrency if isinstance(engine, AtOnce) else 0
