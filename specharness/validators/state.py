"""Validator of the state of a SQLite database, asked declaratively: a table, conditions on columns, and how many rows
there are or what stands in them. No SQL comes from a specification: names are quoted, values are compared here."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import cast

from pydantic import JsonValue

from specharness.evidence.views import Failure, QueryView, Request, ViewKind
from specharness.ir import Family, Outcome
from specharness.validators.base import Check, Finding, Params, Seen, view_or_finding
from specharness.validators.compare import Match, match_value
from specharness.validators.counts import BOUNDS, bounds_in_words, within
from specharness.validators.params import BOOL, COUNT, NAME, NUMBER, TEXT, ParamType, as_number, text_of, typed
from specharness.validators.tally import Tally
from specharness.validators.wording import clip, plural, said

MAX_CONDITIONS = 12
"""Columns that one question may speak of."""

_WHERE = (
    "an object from column names to the values that they have: texts, numbers, truth values, null; or lists of them"
)


def _is_value(value: JsonValue) -> bool:
    if isinstance(value, list):
        return bool(value) and all(not isinstance(item, list) and _is_value(item) for item in value)
    return not isinstance(value, dict) and value == value


def _where_problem(value: JsonValue) -> str:
    conditions = _object(value)
    fine = 0 < len(conditions) <= MAX_CONDITIONS
    fine = fine and all(not NAME.problem(name) and _is_value(item) for name, item in conditions.items())
    return "" if fine else f"must be {_WHERE}"


WHERE = ParamType(_WHERE, _where_problem)


_ABSENT = re.compile(r"\bno such (?:table|column): ")
"""How SQLite says that a question speaks of what the database does not have."""


class StateQuery(Check):
    """A table of a SQLite database has so many rows (`count`, `min`, `max`, `min_exclusive`, `max_exclusive`, or
    `exists`), of those where columns have the values of `where` (a list: any of them); or, with `values`, all those
    rows have these values in these columns.

    Passed: under every reading of which rows are meant, the bounds hold; every such row surely has the values.
    Failed: under none; a row surely has another value; there is no such table or column; no database.
    Unknown: a spelling variant or another type of a value decides (`5` and `'5'`, another case); with `values`, no row
    is meant.
    """

    name = "state_query"
    families = (Family.STATE_QUERY,)
    demanded = typed(path=TEXT, table=NAME)
    admitted = typed(
        where=WHERE,
        values=WHERE,
        exists=BOOL,
        count=COUNT,
        min=NUMBER,
        max=NUMBER,
        min_exclusive=NUMBER,
        max_exclusive=NUMBER,
    )

    def problem(self, params: Params) -> str:
        bounded = any(params.get(name) is not None for name in BOUNDS)
        asked = [bounded, params.get("exists") is not None, params.get("values") is not None]
        if sum(asked) != 1:
            return "needs either a bound on the number of rows, or exists, or values"
        names = [*_object(params.get("where")), *_object(params.get("values"))]
        return "" if len(names) <= MAX_CONDITIONS else f"speaks of more than MAX_CONDITIONS ({MAX_CONDITIONS}) columns"

    def needs(self, params: Params) -> Sequence[Request]:
        names = _columns(params)
        listed = "".join(f"[{name}], " for name in names)
        grouped = f" GROUP BY {', '.join(f'[{name}]' for name in names)}" if names else ""
        sql = f"SELECT {listed}COUNT(*) FROM main.[{text_of(params['table'])}]{grouped}"
        return (Request(ViewKind.QUERY, text_of(params["path"]), argument=sql),)

    def decide(self, params: Params, seen: Seen) -> Finding:
        tally = Tally(f"{_in_words(params)} in {text_of(params['path'])}")
        request = self.needs(params)[0]
        observation = seen.get(request)
        if observation is not None and observation.failure is Failure.LIMIT and _ABSENT.search(observation.detail):
            return Finding(Outcome.FAILED, tally.expected, clip(observation.detail, 200))
        view = view_or_finding(seen, request, QueryView, tally.expected)
        if isinstance(view, Finding):
            return view
        where = _object(params.get("where"))
        meant = [(_meant(row, where), row, number) for row, number in _counted(view, _columns(params))]
        if params.get("values") is not None:
            _judge_values(meant, _object(params["values"]), tally)
        else:
            _judge_number(meant, params, tally)
        return tally.finding(_shown(meant), nothing="no row is meant")


def _object(value: JsonValue) -> Mapping[str, JsonValue]:
    return value if isinstance(value, dict) else {}


def _columns(params: Params) -> list[str]:
    return list(dict.fromkeys([*_object(params.get("where")), *_object(params.get("values"))]))


def _in_words(params: Params) -> str:
    table = f"`{clip(text_of(params['table']))}`"
    conditions = [f"{name} = {_alternatives(value)}" for name, value in _object(params.get("where")).items()]
    where = f" where {clip(' and '.join(conditions), 120)}" if conditions else ""
    if params.get("values") is not None:
        values = [f"{name} = {_alternatives(value)}" for name, value in _object(params["values"]).items()]
        return f"{clip(' and '.join(values), 120)} in all rows of {table}{where}"
    if params.get("exists") is not None:
        return f"{'a row' if params['exists'] else 'no row'} of {table}{where}"
    return f"{bounds_in_words(params, 'rows')} of {table}{where}"


def _alternatives(value: JsonValue) -> str:
    return " or ".join(map(said, value)) if isinstance(value, list) else said(value)


Row = Mapping[str, JsonValue]


def _counted(view: QueryView, names: Sequence[str]) -> Iterator[tuple[Row, int]]:
    for row in view.rows:
        yield {name: row[place] for place, name in enumerate(names)}, cast(int, row[-1])


def _meant(row: Row, where: Mapping[str, JsonValue]) -> Match:
    return min((_match(wanted, row.get(name)) for name, wanted in where.items()), default=Match.SAME)


def _match(wanted: JsonValue, found: JsonValue) -> Match:
    options = wanted if isinstance(wanted, list) else [wanted]
    return max(_match_one(option, found) for option in options)


def _match_one(wanted: JsonValue, found: JsonValue) -> Match:
    """SQLite has no truth values: 1 and 0 stand for them."""
    if isinstance(wanted, bool) and isinstance(found, int):
        return Match.SAME if found == int(wanted) else Match.DIFFERENT
    return match_value(wanted, found)


def _judge_number(meant: Sequence[tuple[Match, Row, int]], params: Params, tally: Tally) -> None:
    surely = sum(number for match, _, number in meant if match is Match.SAME)
    possibly = surely + sum(number for match, _, number in meant if match is Match.VARIANT)
    if params.get("exists") is not None:
        kept = [(amount > 0) is params["exists"] for amount in (surely, possibly)]
    else:
        inner = [amount for amount in _next_to_bounds(params) if amount in range(surely, possibly)]
        kept = [within(params, amount) for amount in (surely, possibly, *inner)]
    if all(kept):
        tally.satisfy()
    elif any(kept):
        row = next(row for match, row, _ in meant if match is Match.VARIANT)
        tally.doubt("", f"{_row(row)} may be meant, and decides")
    else:
        tally.violate("", f"{plural(surely, 'row')}")


def _next_to_bounds(params: Params) -> list[int]:
    """Numbers of rows of which one keeps all bounds, if any below the largest number of rows does."""
    bounds = [bound for name in BOUNDS if (bound := as_number(params.get(name))) is not None]
    return [int(bound) + step for bound in bounds for step in range(2)]


def _judge_values(meant: Sequence[tuple[Match, Row, int]], values: Mapping[str, JsonValue], tally: Tally) -> None:
    for match, row, number in meant:
        if match is Match.DIFFERENT:
            continue
        for name, wanted in values.items():
            holds = _match(wanted, row.get(name))
            if holds is Match.SAME and match is Match.SAME:
                tally.satisfy(number)
            elif holds is Match.DIFFERENT and match is Match.SAME:
                tally.violate(clip(_row(row)), f"{name} = {said(row.get(name))} in {plural(number, 'row')}")
            elif holds is not Match.SAME:
                tally.doubt(clip(_row(row)), f"{name} = {said(row.get(name))}, which may be meant")


def _row(row: Row) -> str:
    return ", ".join(f"{name} = {said(value)}" for name, value in row.items())


def _shown(meant: Sequence[tuple[Match, Row, int]]) -> str:
    return plural(sum(number for match, _, number in meant if match is Match.SAME), "row")
