"""Large tables: a column is judged by queries where its cells can't be held.

A table that is beyond the limits of being held (`table_bytes`, `file_bytes`, `cells`, `rows`, `table_text`) is looked
at through the query engine: CSV and TSV as text, Parquet with the types of its columns. First its header is asked for,
then, in one pass with all other questions to the file, how many cells a condition in SQL finds surely right, then the
cells that it leaves open, each different text once. Those are judged by the very code that judges a table in memory.
Guarantees the same outcome as in memory: the condition is true only of cells that surely satisfy, and where more stays
open than may be taken over, a violation among what was seen still fails and anything else is an error with the name of
the bound. Which condition is right is for the validators.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from specharness.evidence.stored import DATES, NUMBERS, Holds, holds, value_of
from specharness.evidence.views import Failure, Observation, QueryView, Request, Scalar, ViewKind
from specharness.ir import Outcome
from specharness.validators import grid
from specharness.validators.base import Finding, Seen
from specharness.validators.select import Picked
from specharness.validators.subject import has_types, is_database
from specharness.validators.tally import Tally
from specharness.validators.wording import clip

OPEN_ROWS = 1_000_000
"""Cells that a condition leaves open and that are looked at, repetitions included."""
OPEN_TEXTS = 50_000
"""Different texts among them that are judged one by one."""
_BEYOND = frozenset({"table_bytes", "file_bytes", "cells", "rows", "table_text"})
BLANKS = (
    " \t\n\v\f\r\x1c\x1d\x1e\x1f\x85\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a"
    + ("\u2028\u2029\u202f\u205f\u3000")
)
"""What Python strips as white space."""


def too_large(observation: Observation | None) -> bool:
    """Whether a table is there that was too large to be held, and that queries of ours can be put to."""
    return (
        observation is not None
        and observation.request.kind is ViewKind.TABLE
        and not is_database(observation.request.path)
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

    def names(self, seen: Seen) -> tuple[str, ...] | None:
        """The header, as the table in memory would have it, with nothing for a column that may have no name."""
        view = answer(seen, self.header)
        if view is None:
            return None
        return tuple("" if place in self.nameless(view) else name for place, name in enumerate(view.columns))

    def nameless(self, header: QueryView) -> frozenset[int]:
        """Columns of text that may have no name: SQL calls those by their number, and others may be called so."""
        names = () if self.typed else header.columns
        return frozenset(place for place, name in enumerate(names) if name == f"column{place + 1}")

    def find(self, header: QueryView, name: str) -> tuple[int | None, str]:
        """The place of a column, or why it is in doubt; neither where the header surely lacks it."""
        place, doubt = grid.find_name(header.columns, name)
        if place in self.nameless(header):
            return None, f"whether column {name[len('column') :]} is named so, or has no name, is not seen"
        return place, doubt

    @property
    def typed(self) -> bool:
        """Whether its columns have types; else every cell is a text, and an empty one is a blank."""
        return has_types(self.request.path)

    def stored(self, name: str, seen: Seen) -> str | None:
        """The column's name in SQL; None where the header is not known yet, or has it not exactly once."""
        view = answer(seen, self.header)
        if view is None:
            return None
        place, _ = self.find(view, name)
        return None if place is None else identifier(view.columns[place])

    def holds(self, name: str, seen: Seen) -> Holds | None:
        """What the column holds; None where nobody says it: in CSV, or where it is not there."""
        view = answer(seen, self.header)
        place = None if view is None else grid.find_name(view.columns, name)[0]
        return None if view is None or place is None or not self.typed else holds(view.types[place])

    def text(self, name: str, seen: Seen) -> str | None:
        """The column's cells as text, in SQL, as `stored.value_of` reads them; NULL where nothing is stored."""
        stored = self.stored(name, seen)
        if stored is None or not self.typed:
            return stored
        text = f"CAST({stored} AS VARCHAR)"
        return f"nullif({text}, 'nan')" if self.holds(name, seen) is Holds.FLOAT else text

    def empty(self, name: str, seen: Seen) -> str:
        """The condition that nothing stands in a cell of a column, in SQL."""
        column = identifier(name)
        if not self.typed:
            return blank(column)
        there_is_text = self.holds(name, seen) is Holds.TEXT
        return f"({column} IS NULL OR {blank(column)})" if there_is_text else f"{column} IS NULL"

    def column(self, name: str, seen: Seen) -> str | None:
        """The column's cells as text, in SQL; an empty text where nothing is stored."""
        text = self.text(name, seen)
        return f"coalesce({text}, '')" if text is not None and self.typed else text


def answer(seen: Seen, request: Request) -> QueryView | None:
    """The answer to a query, where there is one."""
    observation = seen.get(request)
    return observation.view if observation is not None and isinstance(observation.view, QueryView) else None


def numbers(view: QueryView) -> list[int]:
    """The measures of an answer, all of which count something."""
    return [int(str(value)) for value in view.rows[0]]


def refusal(seen: Seen, request: Request, expected: str) -> Finding:
    """Why a query has no answer, as the finding that it means."""
    observation = seen.get(request, Observation(request, None, detail="the observer gave no answer"))
    outcome = Outcome.UNKNOWN if observation.failure is Failure.UNAVAILABLE else Outcome.ERROR
    return Finding(outcome, expected, "not observed", message=clip(observation.detail, 200) or "no answer")


Sure = Mapping[Holds | None, str]
"""SQL over `{cell}`, a cell as text: true only of cells that surely satisfy, by what the column holds; of CSV under
None. Where a kind has none, every cell is open."""


def sure_of(untyped: str, *, numbers: str = "", texts: str = "", **others: str) -> Sure:
    """Conditions for CSV, for columns of numbers and of texts, and for other kinds by their names."""
    named: dict[Holds | None, str] = {None: untyped, **dict.fromkeys(NUMBERS, numbers), Holds.TEXT: texts}
    named.update({Holds(kind): condition for kind, condition in others.items()})
    return {kind: condition for kind, condition in named.items() if condition}


@dataclass(frozen=True)
class Scan:
    """A column of a large table whose cells are judged one by one."""

    table: Table
    name: str
    sure: Sure

    def further(self, seen: Seen) -> Sequence[Request]:
        """What is still to be asked."""
        if answer(seen, self.table.header) is None:
            return (self.table.header,)
        column, kind = self.table.text(self.name, seen), self.table.holds(self.name, seen)
        if column is None or kind is Holds.OTHER:
            return ()
        counted = answer(seen, self._counts(column, kind))
        if counted is None:
            return (self._counts(column, kind),)
        rows, sure = numbers(counted)
        return (self._open(column, kind),) if sure < rows else ()

    def places(self, seen: Seen, tally: Tally) -> Iterator[Picked] | Finding:
        """The open cells, each different text once with how often it stands there; what surely satisfies is counted
        already."""
        header = answer(seen, self.table.header)
        if header is None:
            return refusal(seen, self.table.header, tally.expected)
        _, doubt = self.table.find(header, self.name)
        column, kind = self.table.text(self.name, seen), self.table.holds(self.name, seen)
        if kind is Holds.OTHER:
            doubt = f"column `{clip(self.name)}` holds no single plain values"
        if doubt:
            return Finding(Outcome.UNKNOWN, tally.expected, "undecided", message=clip(doubt, 200))
        if column is None:
            missing = f"column `{clip(self.name)}`"
            return Finding(Outcome.FAILED, tally.expected, f"no {missing}", missing)
        counted = answer(seen, self._counts(column, kind))
        if counted is None:
            return refusal(seen, self._counts(column, kind), tally.expected)
        rows, sure = numbers(counted)
        tally.satisfy(sure)
        if sure == rows:
            return iter(())
        left = answer(seen, self._open(column, kind))
        if left is None:
            return refusal(seen, self._open(column, kind), tally.expected)
        found = [(text, int(str(number))) for text, number in left.rows[:OPEN_TEXTS]]
        if sum(number for _, number in found) < rows - sure:
            tally.unseen = f"more cells are open than OPEN_ROWS ({OPEN_ROWS}) and OPEN_TEXTS ({OPEN_TEXTS}) allow"
        return (self._place(text, kind, number) for text, number in found)

    def _place(self, cell: Scalar, kind: Holds | None, times: int) -> Picked:
        """As `select` gives it of a table that is held."""
        text = None if cell is None else str(cell)
        if kind is None:
            return Picked(f"`{self.name}`", text, untyped=True, times=times)
        form = kind.value if kind in DATES else ""
        return Picked(f"`{self.name}`", value_of(text, kind), number_format=form, times=times)

    def _sure(self, column: str, kind: Holds | None) -> str:
        return self.sure.get(kind, "false").format(cell=column)

    def _counts(self, column: str, kind: Holds | None) -> Request:
        return self.table.measures("count(*)", f"count(*) FILTER (WHERE {self._sure(column, kind)})")

    def _open(self, column: str, kind: Holds | None) -> Request:
        condition = self._sure(column, kind)
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
        else:
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
    """One of some texts, letter by letter; empty without any."""
    if not texts:
        return ""
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
