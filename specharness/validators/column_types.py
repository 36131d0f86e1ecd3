"""Validator of the types of a table's columns."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from pydantic import JsonValue

from specharness.evidence.stored import Holds, holds
from specharness.evidence.views import Request, TableView, View
from specharness.ir import Family, Outcome
from specharness.validators import grid
from specharness.validators.base import Check, Finding, Params, Seen, view_or_finding
from specharness.validators.cell_types import TYPES, match_loosely_stored, match_stored
from specharness.validators.compare import Match
from specharness.validators.fields import is_blank
from specharness.validators.params import BOOL, TEXT, ParamType, text_of, typed
from specharness.validators.scan import Scan, Sure, Table, sure_of, too_large
from specharness.validators.select import Picked, overlong, select
from specharness.validators.subject import VIEWS
from specharness.validators.tables import table_request
from specharness.validators.tally import Tally
from specharness.validators.wording import clip, listed, plural, said

MAX_COLUMNS = 1_000
"""Columns that one obligation names."""


def _problem(value: JsonValue) -> str:
    if not isinstance(value, dict) or not value:
        return "must be an object of column names and types, at least one"
    if len(value) > MAX_COLUMNS:
        return f"names more than MAX_COLUMNS ({MAX_COLUMNS}) columns"
    if not all(name.strip() for name in value):
        return "names a column by a blank"
    unknown = [kind for kind in value.values() if not (isinstance(kind, str) and kind in TYPES)]
    return f"has a type that is none of {', '.join(TYPES)}: {said(unknown[0])}" if unknown else ""


_ISO_DATE = "regexp_full_match({cell}, '[0-9]{{4}}-[0-9]{{2}}-[0-9]{{2}}') AND {cell} >= '0001'"
_THERE = "{cell} IS NOT NULL"
_FINITE = "{cell} NOT IN ('inf', '-inf')"
_WORD = "regexp_matches({cell}, '[A-Za-z0-9]')"
SURE: Mapping[str, Sure] = {
    "integer": sure_of(
        "regexp_full_match({cell}, '[+-]?[0-9]{{1,300}}')",
        integer=_THERE,
        decimal="regexp_full_match({cell}, '-?[0-9]+')",
    ),
    "number": sure_of(
        "length({cell}) <= 100 AND regexp_full_match({cell}, '-?[0-9]+(\\.[0-9]+)?')", numbers=_THERE, float=_FINITE
    ),
    "boolean": sure_of("{cell} IN ('true', 'false', 'True', 'False', 'TRUE', 'FALSE')", truth=_THERE),
    "date": sure_of(_ISO_DATE + " AND try_cast({cell} AS DATE) IS NOT NULL", day=_THERE),
    "datetime": sure_of("false", moment=_THERE),
    "text": sure_of(_WORD, texts=_WORD),
}
"""Cells of a large table that are surely of a type."""

COLUMN_TYPES = ParamType(f"an object of column names and types ({', '.join(TYPES)})", _problem)


class ColumnTypes(Check):
    """The named columns of a table have values of the given types in every row; with `blanks`, or nothing.

    Passed: every column is there, and every value is of its type: numbers in digits, dates in ISO form and in the
    calendar, `true` and `false`.
    Failed: a column is missing, or a value is surely of another type.
    Unknown: blanks, unless `blanks` is true; 5.0 for an integer, thousands separators, percent signs, dates in other
    forms, `yes` for a truth value; a column's name in another spelling; no row.
    """

    name = "column_types"
    families = (Family.SCHEMA,)
    demanded = typed(path=TEXT, types=COLUMN_TYPES)
    admitted = typed(blanks=BOOL, sheet=TEXT)

    def needs(self, params: Params) -> Sequence[Request]:
        return (table_request(text_of(params["path"]), text_of(params.get("sheet"))),)

    def further(self, params: Params, seen: Seen) -> Sequence[Request]:
        request = self.needs(params)[0]
        if not too_large(seen.get(request)):
            return ()
        scans = [Scan(Table(request), name, SURE[kind]) for name, kind in _types(params).items()]
        return tuple(dict.fromkeys(more for scan in scans for more in scan.further(seen)))

    def decide(self, params: Params, seen: Seen) -> Finding:
        types = _types(params)
        words = ", ".join(f"{clip(name, 30)}: {kind}" for name, kind in list(types.items())[:4])
        tally = Tally(f"{text_of(params['path'])} has the column types {words}{', …' if len(types) > 4 else ''}")
        request = self.needs(params)[0]
        if too_large(seen.get(request)):
            return self._large(Table(request), types, params, seen, tally)
        view = view_or_finding(seen, request, VIEWS[request.kind], tally.expected)
        if isinstance(view, Finding):
            return view
        row = overlong(view)
        if row:
            tally.doubt(row, "more fields than the header has")
        for name, kind in types.items():
            self._column(view, name, kind, params, tally)
        return tally.finding(f"{plural(tally.satisfied, 'value')} of {listed(types)}", nothing="there is no value")

    def _large(self, table: Table, types: Mapping[str, str], params: Params, seen: Seen, tally: Tally) -> Finding:
        for name, kind in types.items():
            before = tally.satisfied
            found = Scan(table, name, SURE[kind]).places(seen, tally)
            if not isinstance(found, Finding):
                _judge(tally.over(found), name, _matching(kind, table.holds(name, seen)), kind, params, tally, before)
            elif found.outcome is Outcome.UNKNOWN:
                tally.doubt("", found.message)
            else:
                return found
        return tally.finding(f"{plural(tally.satisfied, 'value')} of {listed(types)}", nothing="there is no value")

    def _column(self, view: View, name: str, kind: str, params: Params, tally: Tally) -> None:
        selection = select(view, f"`{name}`", text_of(params.get("sheet")))
        if selection.doubt:
            tally.doubt("", selection.doubt)
        elif selection.missing:
            tally.violate("", f"no {selection.missing[0]}")
        match = _matching(kind, None)
        if isinstance(view, TableView) and view.typed:
            place, _ = grid.find_name(view.columns, name)
            held = holds(view.types[place]) if view.strict and place is not None else None
            match = _matching(kind, held) if view.strict else lambda found: match_loosely_stored(kind, found.value)
        _judge(selection.picked, name, match, kind, params, tally, tally.satisfied)


def _types(params: Params) -> Mapping[str, str]:
    types = params["types"]
    return {name: text_of(kind) for name, kind in types.items()} if isinstance(types, Mapping) else {}


def _matching(kind: str, held: Holds | None) -> Callable[[Picked], Match]:
    """How the cells of a column are told; `held` is what a typed file says that it holds."""
    if held is None:
        return lambda place: TYPES[kind](place.value, place.untyped)
    return lambda place: match_stored(kind, place.value, held)


def _judge(
    found: Iterable[Picked],
    name: str,
    matching: Callable[[Picked], Match],
    kind: str,
    params: Params,
    tally: Tally,
    before: int,
) -> None:
    """The cells of one column; `before` is how many places were fine before its own were looked at."""
    for place in found:
        if place.opaque:
            tally.doubt(place.where, "a formula without a stored value")
        elif is_blank(place):
            if params.get("blanks") is not True:
                tally.doubt(place.where, "nothing stands there")
        else:
            match = matching(place)
            if match is Match.SAME:
                tally.satisfy()
            elif match is Match.VARIANT:
                tally.doubt(place.where, f"{said(place.value)} may be meant as {kind}")
            else:
                tally.violate(place.where, f"{said(place.value)} in the place of {kind}")
    if tally.satisfied == before and not tally.doubted:
        tally.doubt("", f"column `{clip(name)}` holds no value")
