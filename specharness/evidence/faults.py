"""Why there is no view: the signals that observers raise, and the refusal that a path can meet.

The signals never leave the package: the observatory turns them into observations. They stand outside the error tree
because a broken artifact is a finding, not a failure of the user's input.
"""

from __future__ import annotations

from dataclasses import dataclass

from specharness.evidence.views import Failure


@dataclass(frozen=True)
class Refusal:
    """A path that is not looked at, or can't be."""

    failure: Failure
    detail: str
    limit: str = ""
    """Of LIMIT, as in `LimitReached`."""


class FileRefused(Exception):  # noqa: N818 - carries a refusal out of what opens files
    """Opening met a refusal."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.detail)
        self.refusal = refusal


class MalformedArtifact(Exception):  # noqa: N818 - a finding about the artifact, not an error of ours
    """The bytes are provably not what was asked for."""


class LimitReached(Exception):  # noqa: N818
    """A named limit or a gap of the reader stopped the observation: undecided."""

    def __init__(self, detail: str, limit: str = "") -> None:
        super().__init__(detail)
        self.limit = limit
        """Name of the limit in `limits.Limits`; empty for a gap of the reader."""


class ProviderMissing(Exception):  # noqa: N818
    """A program or library that reads such files is not there, or the file can't be held: undecided."""


class Unsteady(Exception):  # noqa: N818
    """The file changed while it was observed: undecided."""


Signal = FileRefused | MalformedArtifact | LimitReached | ProviderMissing | Unsteady
"""Everything that an observer ends with instead of a view."""
SIGNALS = (FileRefused, MalformedArtifact, LimitReached, ProviderMissing, Unsteady)


def refusal_of(signal: Signal) -> Refusal:
    """A signal as words: the exception itself would keep its frames and the bytes in them."""
    if isinstance(signal, FileRefused):
        return signal.refusal
    if isinstance(signal, LimitReached):
        return Refusal(Failure.LIMIT, str(signal), signal.limit)
    failure = Failure.MALFORMED if isinstance(signal, MalformedArtifact) else Failure.UNAVAILABLE
    return Refusal(failure, str(signal))


def signal_of(refusal: Refusal) -> Signal:
    """The signal that such a refusal was made of."""
    if refusal.failure is Failure.LIMIT:
        return LimitReached(refusal.detail, refusal.limit)
    return (
        MalformedArtifact(refusal.detail) if refusal.failure is Failure.MALFORMED else ProviderMissing(refusal.detail)
    )
