"""Validator of values that follow from visible data by a stated calculation."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from decimal import Context, Decimal

from pydantic import JsonValue

from specharness.evidence.views import Request, View
from specharness.ir import Family, Outcome
from specharness.validators import numerals
from specharness.validators.base import Check, Finding, Params, Seen, view_or_finding
from specharness.validators.calculation import (
    CALCULATION,
    Aggregate,
    Calculation,
    Table,
    aggregates_of,
    calculation_of,
    tables_of,
    values_of,
)
from specharness.validators.closeness import CLOSENESS, Closeness
from specharness.validators.compare import Match, folded, loosely
from specharness.validators.evaluate import Key, Result, Results, evaluate
from specharness.validators.fields import content_request, held, is_blank
from specharness.validators.inputs import input_requests, input_view, large_input, large_requests, refuse_changed
from specharness.validators.joined import key_of
from specharness.validators.locate import shown
from specharness.validators.params import TEXT, TEXTS, text_of, texts_of, typed
from specharness.validators.records import MissingError, UndecidedError, records_of
from specharness.validators.scan import Table as LargeTable
from specharness.validators.scan_aggregate import LargeAggregate
from specharness.validators.select import Picked, select
from specharness.validators.subject import VIEWS
from specharness.validators.tally import Tally
from specharness.validators.wording import clip, figure, plural, said

SHOWN_DIGITS = 12
"""Of a result in a finding."""


def results_of(calculation: Calculation, seen: Seen, own: Collection[str] = ()) -> Results:
    """The results over what was seen; `own` are the judged artifacts, which count as they are now. Raises
    UndecidedError."""
    views: dict[tuple[Request, ...], View] = {}
    records, values = {}, {}
    single = {key_of(part.table) for part in values_of(calculation)}
    large: dict[str, LargeTable] = {}
    for table in tables_of(calculation):
        found = large_input(seen, table.path, own=table.path in own)
        if found is not None:
            refuse_changed(seen, table.path, own=table.path in own)
            large[table.path] = found
            continue
        looked_at = input_requests(table.path, table.sheet, own=table.path in own)
        if looked_at not in views:
            views[looked_at] = input_view(seen, table.path, table.sheet, own=table.path in own)
        if key_of(table) in single:
            values[key_of(table)] = _value(views[looked_at], table)
        else:
            records[key_of(table)] = records_of(views[looked_at], clip(table.path), table.field, table.sheet)

    def known(asked: Aggregate) -> Results | None:
        paths = [table.path for table in (asked.rows, *asked.rows.join) if table.path in large]
        return LargeAggregate(large[paths[0]], asked, calculation.by).results(seen) if paths else None

    return evaluate(calculation, records, values, known)


def further_of(calculation: Calculation, seen: Seen, own: Collection[str] = ()) -> tuple[Request, ...]:
    """What has to be asked besides of the tables that are too large to be held."""
    every: list[Request] = []
    for asked in aggregates_of(calculation):
        for table in (asked.rows, *asked.rows.join):
            found = large_input(seen, table.path, own=table.path in own)
            if found is not None:
                every.extend(large_requests(seen, table.path, own=table.path in own))
                every.extend(LargeAggregate(found, asked, calculation.by).further(seen))
    return tuple(dict.fromkeys(every))


def requests_of(calculation: Calculation, own: str = "") -> tuple[Request, ...]:
    """What has to be seen for a calculation, each once."""
    every = (
        request
        for table in tables_of(calculation)
        for request in input_requests(table.path, table.sheet, own=table.path == own)
    )
    return tuple(dict.fromkeys(every))


def number_at(place: Picked) -> Decimal | None:
    """A found value as a number: of JSON or a workbook, or the plain literal of a text; None for all else."""
    if isinstance(place.value, str):
        numeral = numerals.parse(place.value) if place.untyped else None
        return numeral.value if numeral is not None and numeral.plain else None
    return numerals.exact(place.value)


class Computed(Check):
    """A value follows from visible data by a `calculation` (docs/calculations.md): sums, means, counts, percentiles,
    joins, groups, ratios, differences; up to `tolerance` (absolute), `relative` (a share of it) or rounding to
    `decimals`. With groups, `field` is the column or member that holds each group's result, `keys` the columns
    (default: those of the calculation's `by`) that hold the group, `records` where the records stand in JSON; an
    object in JSON may have the groups as its keys.

    Passed: every selected value is the result, under every common reading of what is not stated (the kind of a
    percentile, of a variance); with groups: for every group, and there are no others.
    Failed: a value is the result under no reading; a group has no value; nothing has the field.
    Unknown: the result can't be computed beyond doubt: an input is not seen or was changed, a blank or a text stands in
    a column of numbers, a key in two spellings, a division by zero; a value that is no plain number; a value that
    agrees with some readings or by rounding that is not stated; a group that the data don't have.
    """

    name = "computed"
    families = (Family.COMPUTED,)
    demanded = typed(path=TEXT, field=TEXT, calculation=CALCULATION)
    admitted = typed(keys=TEXTS, records=TEXT, sheet=TEXT, **CLOSENESS)

    def problem(self, params: Params) -> str:
        calculation = calculation_of(params["calculation"])
        keys = texts_of(params.get("keys"))
        if keys and len(keys) != len(calculation.by):
            return f"`keys` names {plural(len(keys), 'column')}, the calculation goes by {len(calculation.by)}"
        unseen = next((table.path for table in tables_of(calculation) if not input_requests(table.path)), "")
        return f"no observer reads {clip(unseen)}" if unseen else ""

    def needs(self, params: Params) -> Sequence[Request]:
        own = text_of(params["path"])
        return tuple(
            dict.fromkeys((*content_request(params), *requests_of(calculation_of(params["calculation"]), own)))
        )

    def further(self, params: Params, seen: Seen) -> Sequence[Request]:
        return further_of(calculation_of(params["calculation"]), seen, (text_of(params["path"]),))

    def decide(self, params: Params, seen: Seen) -> Finding:
        path, field = text_of(params["path"]), text_of(params["field"])
        calculation, close = calculation_of(params["calculation"]), Closeness.of(params)
        tally = Tally(f"`{shown(field)}` of {path} as computed{close.words()}")
        found = _grouped(params, seen, tally, calculation) if calculation.by else _single(params, seen, tally)
        if isinstance(found, Finding):
            return found
        try:
            results = results_of(calculation, seen, (path,))
        except UndecidedError as error:
            return Finding(Outcome.UNKNOWN, tally.expected, "undecided", message=clip(str(error), 200))
        if not calculation.by and () in results:
            tally.expected = f"`{shown(field)}` = {words_of(results[()])}{close.words()} in {path}"
        _judge(found, results, close, tally)
        return tally.finding(_said(found), nothing=f"there is no item with `{shown(field)}`")


def _judge(found: Mapping[Key, Sequence[Picked]], results: Results, close: Closeness, tally: Tally) -> None:
    for key, result in results.items():
        if not found.get(key):
            _missing(key, found, tally)
        for place in found.get(key, ()):
            number = number_at(place)
            if number is None:
                _no_number(place, tally)
                continue
            match = close.compare(number, result)
            if match is Match.SAME:
                tally.satisfy()
            elif match is Match.VARIANT:
                tally.doubt(
                    place.where, f"{figure(number)}, where the result is {words_of(result)}, by one reading or rounding"
                )
            elif place.number_format and "%" in place.number_format:
                tally.doubt(place.where, f"{figure(number)}, shown as a percentage")
            else:
                tally.violate(place.where, f"{figure(number)}, where {words_of(result)} is the result")
    for key, spots in found.items():
        if key not in results:
            tally.doubt(spots[0].where, f"the data have no group {clip(' / '.join(key))}")


def _no_number(place: Picked, tally: Tally) -> None:
    """A text with digits may be the number with a unit or separators; anything else is none."""
    if isinstance(place.value, str) and any(map(str.isdigit, place.value)):
        tally.doubt(place.where, f"{said(place.value)} is no plain number")
    else:
        tally.violate(place.where, "nothing" if is_blank(place) else f"{said(place.value)}, which is no number")


def _missing(key: Key, found: Mapping[Key, Sequence[Picked]], tally: Tally) -> None:
    loose = tuple(map(loosely, key))
    name = clip(" / ".join(key))
    if any(tuple(map(loosely, other)) == loose for other in found):
        tally.doubt("", f"the group {name} is there in another spelling only")
    else:
        tally.violate("", f"no value for the group {name}")


def _single(params: Params, seen: Seen, tally: Tally) -> Mapping[Key, Sequence[Picked]] | Finding:
    found = held(params, seen, tally, text_of(params["field"]))
    return found if isinstance(found, Finding) else {(): found}


def _grouped(
    params: Params, seen: Seen, tally: Tally, calculation: Calculation
) -> Mapping[Key, Sequence[Picked]] | Finding:
    """The artifact's values by group."""
    requests = content_request(params)
    if not requests:
        return Finding(Outcome.UNKNOWN, tally.expected, "not observed", message="no observer reads such a file")
    view = view_or_finding(seen, requests[0], VIEWS[requests[0].kind], tally.expected)
    if isinstance(view, Finding):
        return view
    field = text_of(params["field"])
    members = _by_member(view, field) if len(calculation.by) == 1 and "records" not in params else None
    if members is not None:
        return members
    try:
        records = records_of(view, "the artifact", text_of(params.get("records")), text_of(params.get("sheet")))
    except UndecidedError as error:
        return Finding(Outcome.UNKNOWN, tally.expected, "undecided", message=clip(str(error), 200))
    for name in (field, *(texts_of(params.get("keys")) or calculation.by)):
        if all(folded(name) != folded(column) for column in records.columns):
            return Finding(Outcome.FAILED, tally.expected, f"no column `{clip(name)}`", clip(name))
    out: dict[Key, list[Picked]] = {}
    try:
        keys = [records.column(name) for name in texts_of(params.get("keys")) or calculation.by]
        value = records.column(field)
        for row in range(len(records.rows)):
            key = tuple(records.text(row, place) for place in keys)
            cells = records.rows[row]
            cell = cells[value] if value < len(cells) else None
            out.setdefault(key, []).append(Picked(f"row {row + 1}", cell, untyped=records.untyped))
    except UndecidedError as error:
        return Finding(Outcome.UNKNOWN, tally.expected, "undecided", message=clip(str(error), 200))
    return out


def _by_member(view: View, field: str) -> Mapping[Key, Sequence[Picked]] | None:
    """An object whose keys are the groups; None where the field is no such thing."""
    selection = select(view, field)
    if selection.doubt or len(selection.picked) != 1 or not isinstance(selection.picked[0].value, dict):
        return None
    place = selection.picked[0]
    return {(key.strip(),): [Picked(f"{place.where}.{key}", item)] for key, item in _items(place.value)}


def _items(value: JsonValue) -> list[tuple[str, JsonValue]]:
    return list(value.items()) if isinstance(value, dict) else []


def _value(view: View, table: Table) -> Decimal:
    selection = select(view, table.field, table.sheet)
    picked = selection.picked
    where = f"`{clip(table.field)}` of {clip(table.path)}"
    if selection.missing and not picked and not selection.doubt:
        raise MissingError(f"{where}: there is no {clip(selection.missing[0])}")
    if selection.doubt or selection.missing or len(picked) != 1:
        raise UndecidedError(f"{where}: {clip(selection.doubt) or 'not one place'}")
    number = None if picked[0].opaque else number_at(picked[0])
    if number is None:
        raise UndecidedError(f"{where}: {said(picked[0].value)} is no plain number")
    return number


def words_of(result: Result) -> str:
    """Its first readings to SHOWN_DIGITS digits."""
    rounding = Context(prec=SHOWN_DIGITS)
    shown_readings = (figure(rounding.create_decimal(reading).normalize()) for reading in result.readings[:3])
    return " or ".join(dict.fromkeys(shown_readings))


def _said(found: Mapping[Key, Sequence[Picked]]) -> str:
    every = [place for spots in found.values() for place in spots]
    return said(every[0].value) if len(every) == 1 else f"{plural(len(every), 'value')}, all as computed"
