"""What the studies of verdicts over pairs share: a work that keeps all that is asked, and one that visibly breaks it.

A study reads JSON Lines, has both works of each pair judged, and prints how many got which verdict, with every one that
is judged wrongly or left open, and why.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from pydantic import JsonValue

from specharness.errors import InputError
from specharness.ir import Certificate, Verdict

WANTED = {"kept": Verdict.PASS, "broken": Verdict.FAIL}
"""What is right of each work, by its name in a line."""


@dataclass(frozen=True)
class Judged:
    """The verdict over one work of a pair, and why."""

    key: JsonValue
    asked: str
    work: str
    verdict: Verdict
    reasons: tuple[str, ...]

    @property
    def wrong(self) -> bool:
        """Whether the verdict is the opposite of what is right; an open one is none."""
        return self.verdict not in (WANTED[self.work], Verdict.UNCERTAIN)


def judged(key: JsonValue, asked: str, work: str, certificate: Certificate) -> Judged:
    """What a certificate says of a work."""
    return Judged(key, asked, work, certificate.verdict, certificate.reasons)


def rows(path: Path) -> Iterator[tuple[str, dict[str, JsonValue]]]:
    """The objects of a file of JSON Lines, each with its place for messages. Raises InputError."""
    try:
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise InputError(f"{path}: not UTF-8 at byte {error.start}") from error
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise InputError(f"{path}:{number}: no JSON: {error}") from error
        if not isinstance(row, dict):
            raise InputError(f"{path}:{number}: expected an object")
        yield f"{path}:{number}", row


def table(found: Sequence[Judged]) -> str:
    """Counts of verdicts, then everything that is not as wanted, what is judged wrongly first."""
    return "\n".join(_lines(found))


def _lines(found: Sequence[Judged]) -> Iterator[str]:
    yield f"{'':8s} {'PASS':>5s} {'UNCERTAIN':>10s} {'FAIL':>5s}"
    for name in WANTED:
        counts = Counter(one.verdict for one in found if one.work == name)
        yield f"{name:8s} {counts[Verdict.PASS]:5d} {counts[Verdict.UNCERTAIN]:10d} {counts[Verdict.FAIL]:5d}"
    for wrong in (True, False):
        for one in found:
            if one.verdict is WANTED[one.work] or one.wrong is not wrong:
                continue
            yield f"\n{'WRONG' if wrong else 'open'} {one.key} {one.work}: {one.verdict}\n  {one.asked!r}"
            yield from (f"  - {reason}" for reason in one.reasons)


def figures(found: Sequence[Judged]) -> dict[str, JsonValue]:
    """Counts by work and verdict, and each work's verdict with its reasons."""
    counts: dict[str, JsonValue] = {
        name: {str(verdict): sum(one.work == name and one.verdict is verdict for one in found) for verdict in Verdict}
        for name in WANTED
    }
    return {
        "counts": counts,
        "judged": [
            {"key": one.key, "work": one.work, "verdict": str(one.verdict), "reasons": [*one.reasons]} for one in found
        ],
    }
