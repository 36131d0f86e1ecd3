"""Counting what was seen: how single places add up to one finding.

Guarantees the precision rule for every validator that looks at several places: one sure violation fails; else one
doubt leaves it unknown; else at least one place that satisfies passes; nothing seen is unknown (vacuous), never passed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from specharness.ir import Outcome
from specharness.validators.base import Finding
from specharness.validators.select import Picked
from specharness.validators.wording import clip, plural

SHOWN = 5
"""Places named in a finding; the rest are counted."""


class Tally:
    """Collects the places of one obligation. Memory is bounded: only the first places are kept."""

    def __init__(self, expected: str) -> None:
        self.expected = expected
        self.satisfied = 0
        self._violations = 0
        self._doubts = 0
        self._violation = ""
        self._doubt = ""
        self._violated_at: list[str] = []
        self._doubted_at: list[str] = []
        self._times = 1
        self.unseen = ""
        """The bound that kept some places from being looked at: without a violation nothing is decided."""

    def over(self, found: Iterable[Picked]) -> Iterator[Picked]:
        """The places to be judged one after the other; what is said of one counts as often as it stands there."""
        for place in found:
            self._times = place.times
            yield place
        self._times = 1

    def satisfy(self, places: int = 1) -> None:
        """Places that surely keep the demand."""
        self.satisfied += places * self._times

    def violate(self, where: str, observed: str) -> None:
        """A place that surely breaks the demand."""
        self._violations += self._times
        self._violation = self._violation or _at(observed, where)
        if len(self._violated_at) < SHOWN and where:
            self._violated_at.append(clip(where))

    def doubt(self, where: str, reason: str) -> None:
        """A place where careful readers could disagree."""
        self._doubts += self._times
        self._doubt = self._doubt or _at(reason, where)
        if len(self._doubted_at) < SHOWN and where:
            self._doubted_at.append(clip(where))

    @property
    def violated(self) -> bool:
        return self._violations > 0

    @property
    def doubted(self) -> bool:
        return self._doubts > 0

    def finding(self, observed: str, *, nothing: str) -> Finding:
        """The result; `observed` words a pass, `nothing` says why there was nothing to look at."""
        if self._violations:
            more = f" (1 of {plural(self._violations, 'place')})" if self._violations > 1 else ""
            return Finding(Outcome.FAILED, self.expected, self._violation + more, ", ".join(self._violated_at))
        if self.unseen:
            return Finding(Outcome.ERROR, self.expected, "not all was seen", message=self.unseen)
        if self._doubts:
            more = f" (1 of {plural(self._doubts, 'place')})" if self._doubts > 1 else ""
            where = ", ".join(self._doubted_at)
            return Finding(Outcome.UNKNOWN, self.expected, "undecided", where, self._doubt + more)
        if not self.satisfied:
            return Finding(Outcome.UNKNOWN, self.expected, nothing, message=f"vacuous: {nothing}")
        return Finding(Outcome.PASSED, self.expected, observed)


def _at(text: str, where: str) -> str:
    return f"{text} at {clip(where)}" if where else text


def joined(findings: Iterable[Finding]) -> Finding:
    """Several demands at once, at least one: a failure decides, then an error, then a doubt; else all have passed."""
    every = list(findings)
    for outcome in (Outcome.FAILED, Outcome.ERROR, Outcome.UNKNOWN):
        for finding in every:
            if finding.outcome is outcome:
                return finding
    expected = "; ".join(finding.expected for finding in every)
    return Finding(Outcome.PASSED, expected, "; ".join(finding.observed for finding in every))
