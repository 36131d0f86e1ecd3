"""Why there is no view: the two signals that observers raise, and the refusal that a path can meet.

The signals never leave the package: the observatory turns them into observations. They stand outside the error tree
because a broken artifact is a finding, not a failure of the user's input.
"""

from __future__ import annotations

from dataclasses import dataclass

from specharness.evidence.views import Failure


class MalformedArtifact(Exception):  # noqa: N818 - a finding about the artifact, not an error of ours
    """The bytes are provably not what was asked for."""


class LimitReached(Exception):  # noqa: N818
    """A named limit or a gap of the reader stopped the observation: undecided."""


@dataclass(frozen=True)
class Refusal:
    """A path that is not looked at, or can't be."""

    failure: Failure
    detail: str
