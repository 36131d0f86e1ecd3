"""Large tables: a column is judged by queries where its cells can't be held.

A table that is beyond the limits of being held (`table_bytes`, `file_bytes`, `cells`, `rows`) is looked at through the
query engine: first its header, then, in one pass with all other questions to the file, how many cells a condition in
SQL finds surely right, then the cells that it leaves open, each different text once. Those are judged by the very code
that judges a table in memory. Guarantees the same outcome as in memory: the condition is true only of cells that
surely satisfy, and where more stays open than may be taken over, a violation among what was seen still fails and
anything else is an error with the name of the bound. Which condition is right is for the validators.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from specharness.evidence.views import Failure, Observation, QueryView, Request, ViewKind
from specharness.ir import Outcome
from specharness.validators import grid
from specharness.validators.base import Finding, Seen
from specharness.validators.select import Picked
from specharness.validators.tally import Tally
from specharness.validators.wording import clip

OPEN_ROWS = 1_000_000
"""Cells that a condition leaves open and that are looked at, repetitions included."""
OPEN_TEXTS = 50_000
"""Different texts among them that are judged one by one."""
_BEYOND = frozenset({"table_bytes", "file_bytes", "cells", "rows"})
BLANKS = (
    " \t\n\v\f\r\x1c\x1d\x1e\x1f\x85\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a"
    + ("\u2028\u2029\u202f\u205f\u3000")
)
"""What Python strips as white space."""


def too_large(observation: Observation | None) -> bool:
    """Whether a table is there that was too large to be held."""
    return (
        observation is not None
        and observation.request.kind is ViewKind.TABLE
        and observation.failure is Failure.LIMIT
        and observation.limit in _BEYOND
    )


def literal(text: str) -> str:
    """A text in SQL."""
    return "'" + text.replace("'", "''") + "'"


def identifier(name: str) -> str:
    """A column's name in SQL."""
    return '"' + name.replace('"', '""') + '"'


def blank(cell: str) -> str:
    """The condition that nothing stands in a cell, as Python's `strip` sees it. Most cells are told by their first
    character; trimming is slow."""
    return f"CASE WHEN unicode({cell}) BETWEEN 33 AND 126 THEN false ELSE trim({cell}, {literal(BLANKS)}) = '' END"


@dataclass(frozen=True)
class Table:
    """A large table, through queries."""

    request: Request
    """The request that it was too large for."""

    @property
    def header(self) -> Request:
        return replace(self.request, kind=ViewKind.QUERY, argument="SELECT * FROM data LIMIT 0")

    def measures(self, *expressions: str) -> Request:
        """One value for each expression, in one pass."""
        return replace(self.request, kind=ViewKind.QUERY, measures=expressions)

    def query(self, sql: str) -> Request:
        return replace(self.request, kind=ViewKind.QUERY, argument=sql)

    def column(self, name: str, seen: Seen) -> str | None:
        """The column's name in SQL; None where the header is not known yet, or has it not exactly once."""
        view = answer(seen, self.header)
        if view is None:
            return None
        place, _ = grid.find_name(view.columns, name)
        return None if place is None else identifier(view.columns[place])


def answer(seen: Seen, request: Request) -> QueryView | None:
    """The answer to a query, where there is one."""
    observation = seen.get(request)
    return observation.view if observation is not None and isinstance(observation.view, QueryView) else None


def numbers(view: QueryView) -> list[int]:
    """The measures of an answer as whole numbers; NULL, over no rows, is zero."""
    return [int(value) if isinstance(value, int | float | str) and value != "" else 0 for value in view.rows[0]]


def refusal(seen: Seen, request: Request, expected: str) -> Finding:
    """Why a query has no answer, as the finding that it means."""
    observation = seen.get(request)
    if observation is None:
        return Finding(Outcome.ERROR, expected, "not observed", message="the observer gave no answer")
    outcome = Outcome.UNKNOWN if observation.failure is Failure.UNAVAILABLE else Outcome.ERROR
    return Finding(outcome, expected, "not observed", message=clip(observation.detail, 200) or "no answer")


@dataclass(frozen=True)
class Scan:
    """A column of a large table whose cells are judged one by one."""

    table: Table
    name: str
    sure: str
    """SQL over `{cell}`: true only of cells that surely satisfy."""

    def further(self, seen: Seen) -> Sequence[Request]:
        """What is still to be asked."""
        if answer(seen, self.table.header) is None:
            return (self.table.header,)
        column = self.table.column(self.name, seen)
        if column is None:
            return ()
        counted = answer(seen, self._counts(column))
        if counted is None:
            return (self._counts(column),)
        rows, sure = numbers(counted)
        return (self._open(column),) if sure < rows else ()

    def places(self, seen: Seen, tally: Tally) -> Iterator[Picked] | Finding:
        """The open cells, each different text once with how often it stands there; what surely satisfies is counted
        already."""
        header = answer(seen, self.table.header)
        if header is None:
            return refusal(seen, self.table.header, tally.expected)
        _, doubt = grid.find_name(header.columns, self.name)
        column = self.table.column(self.name, seen)
        if column is None and doubt:
            return Finding(Outcome.UNKNOWN, tally.expected, "undecided", message=clip(doubt, 200))
        if column is None:
            missing = f"column `{clip(self.name)}`"
            return Finding(Outcome.FAILED, tally.expected, f"no {missing}", missing)
        counted = answer(seen, self._counts(column))
        if counted is None:
            return refusal(seen, self._counts(column), tally.expected)
        rows, sure = numbers(counted)
        tally.satisfy(sure)
        if sure == rows:
            return iter(())
        left = answer(seen, self._open(column))
        if left is None:
            return refusal(seen, self._open(column), tally.expected)
        found = [(str(text), int(str(number))) for text, number in left.rows[:OPEN_TEXTS]]
        if sum(number for _, number in found) < rows - sure:
            tally.unseen = f"more cells are open than OPEN_ROWS ({OPEN_ROWS}) and OPEN_TEXTS ({OPEN_TEXTS}) allow"
        return (Picked(f"`{self.name}`", text, untyped=True, times=number) for text, number in found)

    def _counts(self, column: str) -> Request:
        return self.table.measures("count(*)", f"count(*) FILTER (WHERE {self.sure.format(cell=column)})")

    def _open(self, column: str) -> Request:
        condition = self.sure.format(cell=column)
        return self.table.query(
            f"SELECT cell, count(*) FROM (SELECT {column} AS cell FROM data WHERE NOT coalesce({condition}, false) "
            f"LIMIT {OPEN_ROWS}) GROUP BY cell ORDER BY cell LIMIT {OPEN_TEXTS + 1}"
        )


PLAIN_NUMBER = "regexp_full_match({cell}, '-?[0-9]{{1,14}}(\\.[0-9]{{1,12}})?')"
"""A number in plain digits, few enough that a double is off by far less than their last one."""


def sure_range(bounds: Mapping[str, Decimal]) -> str:
    """Plain numbers inside of bounds (`min`, `max`, `min_exclusive`, `max_exclusive`) by more than the error of their
    doubles, or at one whose double is told from that of every other plain number."""
    tests = [PLAIN_NUMBER]
    for name, bound in bounds.items():
        value, rises = float(bound), name.startswith("min")
        outward = -math.inf if rises else math.inf
        if not name.endswith("_exclusive") and _exact(bound):
            tests.append(f"try_cast({{cell}} AS DOUBLE) {'>=' if rises else '<='} {value!r}")
        elif value != outward:
            inner = math.nextafter(value, -outward)
            if math.isinf(inner):
                return "false"
            tests.append(f"try_cast({{cell}} AS DOUBLE) {'>' if rises else '<'} {inner!r}")
    return " AND ".join(tests)


def _exact(bound: Decimal) -> bool:
    """Whether a plain number has the double of a bound only if it is the bound: those beside it are at least 1e-12
    away, and up to 10,000 doubles are less than twice that apart."""
    return abs(bound) <= 10_000 and bound == Decimal(float(bound)) and bound == round(bound, 12)


def sure_texts(texts: Sequence[str]) -> str:
    """One of some texts, letter by letter."""
    return f"{{cell}} IN ({', '.join(literal(text).replace('{', '{{').replace('}', '}}') for text in texts)})"


def sure_decimals(decimals: int | None, *, exact: bool) -> str:
    """A plain number with so many digits behind its point, or at most so many."""
    if decimals is None:
        tail = "(\\.[0-9]+)?"
    elif decimals == 0:
        tail = ""
    else:
        tail = f"\\.[0-9]{{{{{decimals}}}}}" if exact else f"(\\.[0-9]{{{{1,{decimals}}}}})?"
    return f"length({{cell}}) <= 100 AND regexp_full_match({{cell}}, '-?[0-9]+{tail}')"
