"""Files that a demand is decided against: the data that the agent was given, or another artifact of its own.

Guarantees that an agent can't change the data that its result is measured by: where the former state is known, it
counts, and a file that was changed meanwhile leaves the demand undecided.
"""

from __future__ import annotations

from dataclasses import replace

from specharness.evidence.views import Failure, Observation, Request, Side, View
from specharness.validators.base import DETAIL, Seen
from specharness.validators.records import UndecidedError
from specharness.validators.scan import Table, too_large
from specharness.validators.subject import content_of
from specharness.validators.wording import clip


def input_requests(path: str, sheet: str = "", *, own: bool = False) -> tuple[Request, ...]:
    """What has to be seen of an input, of a database its table `sheet`; `own`: it is the judged artifact itself, as it
    is now. Empty where no observer reads such files."""
    after = content_of(path, sheet)
    if after is None:
        return ()
    return (after,) if own else (replace(after, side=Side.BEFORE), after)


def input_view(seen: Seen, path: str, sheet: str = "", *, own: bool = False) -> View:
    """The view that counts. Raises UndecidedError where it was not observed, or differs from what was handed over."""
    requests = input_requests(path, sheet, own=own)
    if not requests:
        raise UndecidedError(f"no observer reads {clip(path)}")
    after = seen.get(requests[-1])
    before = seen.get(requests[0]) if len(requests) > 1 else None
    if before is not None and before.view is not None:
        if after is not None and after.view is not None and _differ(before, after):
            raise UndecidedError(f"{clip(path)} is not what was handed over: it was changed")
        return before.view
    if before is not None and before.failure in {Failure.LIMIT, Failure.ESCAPE, Failure.MALFORMED}:
        raise UndecidedError(f"{clip(path)}, as it was handed over: {clip(before.detail, DETAIL)}")
    if after is None or after.view is None:
        detail = after.detail or (after.failure.value if after.failure else "") if after else "not observed"
        raise UndecidedError(f"{clip(path)}: {clip(detail, DETAIL)}")
    return after.view


def _differ(before: Observation, after: Observation) -> bool:
    """Other bytes that are read the same (line ends, a byte order mark, spaces in JSON) are no change."""
    if before.sha256 is not None and before.sha256 == after.sha256:
        return False
    return before.view != after.view


def large_input(seen: Seen, path: str, *, own: bool = False) -> Table | None:
    """The table that counts, where it was too large to be held: as it was handed over, if that was seen."""
    for request in input_requests(path, own=own):
        observation = seen.get(request)
        if too_large(observation):
            return Table(request)
        if observation is not None and observation.view is not None:
            return None
    return None


def large_requests(seen: Seen, path: str, *, own: bool = False) -> tuple[Request, ...]:
    """The headers of a large table on both sides: their digests tell whether it was changed."""
    requests = input_requests(path, own=own)
    return tuple(Table(request).header for request in requests if too_large(seen.get(request)))


def refuse_changed(seen: Seen, path: str, *, own: bool = False) -> None:
    """Raises UndecidedError where a large table is not what was handed over."""
    digests = {seen[header].sha256 for header in large_requests(seen, path, own=own) if header in seen}
    if len(digests) > 1:
        raise UndecidedError(f"{clip(path)} is not what was handed over: it was changed")
