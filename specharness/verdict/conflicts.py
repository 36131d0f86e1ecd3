"""Trusted facts that contradict each other. The definition is narrow: two digests of one target, or one assertion key
found both kept and broken. Demands that merely can't be met together are for grounding to see."""

from __future__ import annotations

from collections.abc import Sequence

from specharness.ir import Evidence, Obligation, ObligationResult, Outcome
from specharness.verdict.reasons import one_line

LISTING = "tree"
"""The observer of folders: its digest is of a listing, not of a file's bytes, and is compared with its own kind."""

KEY_WIDTH = 100
"""Most characters of a target or key in a line."""


def conflicts_among(
    binding: Sequence[tuple[Obligation, ObligationResult]], evidence: Sequence[Evidence]
) -> tuple[str, ...]:
    """One line for each conflict, in a fixed order."""
    return (*_of_evidence(evidence), *_of_keys(binding))


def _of_evidence(evidence: Sequence[Evidence]) -> list[str]:
    digests: dict[tuple[str, bool], set[str]] = {}
    for item in evidence:
        if item.sha256 is not None:
            digests.setdefault((item.target, item.observer == LISTING), set()).add(item.sha256)
    changed = sorted({target for (target, _), found in digests.items() if len(found) > 1})
    names = [one_line(target, KEY_WIDTH) for target in changed]
    return [f"conflict: {name} was seen with two contents; it changed during the check" for name in names]


def _of_keys(binding: Sequence[tuple[Obligation, ObligationResult]]) -> list[str]:
    groups: dict[str, list[ObligationResult]] = {}
    for obligation, result in binding:
        groups.setdefault(obligation.state.key, []).append(result)
    lines = []
    for key, results in groups.items():
        kept = [result.obligation for result in results if result.outcome is Outcome.PASSED]
        broken = [result.obligation for result in results if result.outcome is Outcome.FAILED]
        if kept and broken:
            name = one_line(key, KEY_WIDTH)
            lines.append(f"conflict: {name} is kept by {kept[0]} and broken by {broken[0]}: they exclude each other")
    return lines
