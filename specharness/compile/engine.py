"""The compiler's contract: units of one source in, directions out.

An engine reads only what it is handed. It decides nothing about validators, workspaces or other sources: that is
grounding's business.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from specharness.ir import CompilerId, Direction, Source, Span, Unit


@dataclass(frozen=True)
class Compiled:
    """What an engine found in one source."""

    directions: tuple[Direction, ...]
    """In the order of their main spans; ids `d1`, `d2`, … are unique within the source."""
    meta: tuple[Span, ...] = ()
    """Text that addresses the compiler or the verifier and so has no authority."""


class Engine(Protocol):
    """Turns the units of a source into directions. Deterministic: same source, same result, byte for byte."""

    @property
    def id(self) -> CompilerId:
        """Name, version and fingerprint over everything that decides the output."""
        ...

    def compile(self, source: Source, units: Sequence[Unit]) -> Compiled:
        """The directions of `source`, whose `units` come from segmentation in the order of the text."""
        ...
