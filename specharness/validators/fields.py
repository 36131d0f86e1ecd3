"""From the parameters `path`, `field` and `sheet` to the places to be judged.

Guarantees one treatment of what is not there for all validators of values: a demanded field that nothing has fails,
one that some items lack is a doubt, an artifact without any item is vacuous.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from specharness.evidence.views import Request
from specharness.ir import Outcome
from specharness.validators.base import Finding, Params, Seen, view_or_finding
from specharness.validators.params import text_of
from specharness.validators.scan import Scan, Sure, Table, too_large
from specharness.validators.select import Picked, bare, overlong, select
from specharness.validators.subject import VIEWS, content_of
from specharness.validators.tally import Tally
from specharness.validators.wording import clip

Places = Iterable[Picked]


def content_request(params: Params) -> tuple[Request, ...]:
    """The content at `path` as its ending says; nothing where no observer reads such files."""
    request = content_of(text_of(params["path"]), text_of(params.get("sheet")))
    return () if request is None else (request,)


def large_table(params: Params, seen: Seen) -> Table | None:
    """The table at `path` where it was too large to be held."""
    requests = content_request(params)
    return Table(requests[0]) if requests and too_large(seen.get(requests[0])) else None


def scan_of(params: Params, seen: Seen, sure: Sure) -> Scan | None:
    """The column of a table too large to be held; None for everything else."""
    table = large_table(params, seen)
    return None if table is None else Scan(table, bare(text_of(params.get("field"))), sure)


def further_of(params: Params, seen: Seen, sure: Sure) -> Sequence[Request]:
    """What a validator of single values asks besides its needs."""
    scan = scan_of(params, seen, sure)
    return scan.further(seen) if scan is not None else ()


def places(params: Params, seen: Seen, tally: Tally, field: str, sure: Sure | None = None) -> Places | Finding:
    """The selected places as `held` gives them; with `sure`, of a table too large to be held those that it leaves
    open, the others being counted."""
    scan = scan_of(params, seen, sure) if sure is not None else None
    return held(params, seen, tally, field) if scan is None else scan.places(seen, tally)


def held(params: Params, seen: Seen, tally: Tally, field: str, *, forbids: bool = False) -> Sequence[Picked] | Finding:
    """The selected places. Cells whose value is not stored are counted as doubts and left out."""
    requests = content_request(params)
    if not requests:
        message = "no observer reads the values of such a file"
        return Finding(Outcome.UNKNOWN, tally.expected, "not observed", message=message)
    view = view_or_finding(seen, requests[0], VIEWS[requests[0].kind], tally.expected, forbids=forbids)
    if isinstance(view, Finding):
        return view
    selection = select(view, field, text_of(params.get("sheet")))
    if selection.doubt:
        return Finding(Outcome.UNKNOWN, tally.expected, "undecided", message=clip(selection.doubt, 200))
    if selection.missing and not selection.picked:
        return Finding(Outcome.FAILED, tally.expected, f"no {clip(selection.missing[0])}", clip(selection.missing[0]))
    for place in selection.missing:
        tally.doubt(place, "there is no such field")
    row = overlong(view)
    if row:
        tally.doubt(row, "more fields than the header has")
    for found in selection.picked:
        if found.opaque:
            tally.doubt(found.where, "a formula without a stored value")
    return [found for found in selection.picked if not found.opaque]


def is_blank(place: Picked) -> bool:
    """Nothing stands there: null, or no text in a place that can hold text only."""
    return place.value is None or (isinstance(place.value, str) and not place.value.strip())
