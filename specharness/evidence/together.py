"""Questions to one file that are answered in one pass.

A query by measures asks for single values over all rows of a table; those of several requests to one file become one
query. Guarantees that each request gets its own values, as if it had been asked alone; where the joint query meets a
limit, each is asked alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace

from specharness.evidence.views import Observation, QueryView, Request

MAX_TOGETHER = 64
"""Measures of one query: each has its state in the engine."""


def answered_together(
    requests: Iterable[Request], answer: Callable[[Request], Observation]
) -> Mapping[Request, Observation]:
    """Observations of the requests by measures that share a file with another one; the others are left to be asked
    alone."""
    groups: dict[Request, list[Request]] = {}
    for request in requests:
        if request.measures:
            groups.setdefault(replace(request, measures=()), []).append(request)
    out: dict[Request, Observation] = {}
    for bare, members in groups.items():
        measures = tuple(dict.fromkeys(measure for member in members for measure in member.measures))
        if len(members) < 2 or len(measures) > MAX_TOGETHER:
            continue
        joint = answer(replace(bare, measures=measures))
        if isinstance(joint.view, QueryView):
            out.update((member, _share(joint, joint.view, measures, member)) for member in members)
    return out


def _share(joint: Observation, view: QueryView, measures: tuple[str, ...], member: Request) -> Observation:
    places = [measures.index(measure) for measure in member.measures]
    own = QueryView(
        tuple(view.columns[place] for place in places),
        tuple(view.types[place] for place in places),
        tuple(tuple(row[place] for place in places) for row in view.rows),
    )
    return replace(joint, request=member, view=own)
