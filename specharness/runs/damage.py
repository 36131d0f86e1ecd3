"""What a reader could not use, counted and named.

Guarantees that nothing is dropped in silence: every line, file or part that could not be read is counted, the first of
them are kept with place and reason, and how many secrets were taken out is known.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

MAX_NAMED = 50
"""Damaged places kept by name; a file of a million broken lines says no more with a million of them."""

MAX_REASON = 200
"""Characters of a reason: a parser's message may quote what it read."""


class Damaged(NamedTuple):
    """One place that could not be used."""

    path: str
    line: int | None
    """1-based line, or place in a list; None: the file as a whole."""
    reason: str

    def __str__(self) -> str:
        place = self.path if self.line is None else f"{self.path}:{self.line}"
        return f"{place}: {self.reason}"


@dataclass
class Damage:
    """Collects over one reading."""

    named: list[Damaged] = field(default_factory=list)
    count: int = 0
    """Damaged places altogether, those that are not named too."""
    secrets: int = 0
    """Values that looked like keys or tokens and were taken out."""
    unknown: list[str] = field(default_factory=list)
    """Files below a folder that are no run records; the first of them."""
    unknown_count: int = 0

    def add(self, path: str, line: int | None, reason: str) -> None:
        """Count one damaged place."""
        self.count += 1
        if len(self.named) < MAX_NAMED:
            flat = " ".join(reason.split())
            self.named.append(Damaged(path, line, flat if len(flat) <= MAX_REASON else f"{flat[:MAX_REASON]}…"))

    def skip(self, path: str) -> None:
        """Count one file that is no run record."""
        self.unknown_count += 1
        if len(self.unknown) < MAX_NAMED:
            self.unknown.append(path)
