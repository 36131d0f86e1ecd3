"""Aggregates of a table too large to be held, by one query each.

Sums are exact: cells are added as decimals with 6 digits behind the point, and one with more leaves it undecided.
Guarantees the rule of `evaluate`: a blank, a text, a group or a condition in two spellings leaves the result undecided.
What no query here has (joins, percentiles, arithmetic of one row) is undecided, too.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from decimal import Decimal

from specharness.evidence.stored import NUMBERS, Holds
from specharness.evidence.views import QueryView, Request
from specharness.validators.base import Seen
from specharness.validators.calculation import Aggregate, Condition
from specharness.validators.compare import composed, folded
from specharness.validators.evaluate import Key, Result, Results
from specharness.validators.params import as_number
from specharness.validators.records import UndecidedError
from specharness.validators.scan import BLANKS, Table, answer, blank, literal
from specharness.validators.scan_order import folded_cell, odd_cell
from specharness.validators.wording import clip

MAX_LARGE_GROUPS = 20_000
"""Groups of one query: each has its state in the engine."""
_PLAIN = "regexp_full_match({cell}, '-?[0-9]{{1,12}}(\\.[0-9]{{1,6}})?')"
"""Numbers that fit a decimal of 64 bits; wider ones take the engine a hundred times as long."""
SUPPORTED = frozenset({"sum", "mean", "min", "max", "count"})
_KEYS = frozenset({None, Holds.TEXT, Holds.INTEGER, Holds.DAY, Holds.TRUTH})
"""What columns of keys may hold: the text of one is the key that a table in memory has."""
_OPERATORS = {"above": ">", "at_least": ">=", "below": "<", "at_most": "<="}


class LargeAggregate:
    """An aggregate of one large table, by groups or as a whole."""

    def __init__(self, table: Table, asked: Aggregate, by: Sequence[str]) -> None:
        self.table = table
        self.asked = asked
        self.by = () if asked.overall else tuple(by)

    def further(self, seen: Seen) -> Sequence[Request]:
        """What is still to be asked; the header is (`inputs.large_requests`)."""
        try:
            return (self._query(seen),)
        except UndecidedError:
            return ()

    def results(self, seen: Seen) -> Results:
        """The results by group. Raises UndecidedError."""
        path = clip(self.table.request.path)
        if answer(seen, self.table.header) is None:
            raise UndecidedError(f"{path}: {_why(seen, self.table.header)}")
        view = answer(seen, self._query(seen))
        if view is None:
            raise UndecidedError(f"{path}: {_why(seen, self._query(seen))}")
        if len(view.rows) > MAX_LARGE_GROUPS:
            raise UndecidedError(f"{path} has more than MAX_LARGE_GROUPS ({MAX_LARGE_GROUPS}) groups")
        return self._results(view, path)

    def _results(self, view: QueryView, path: str) -> Results:
        out: dict[Key, Result] = {}
        spelled: dict[Key, Key] = {}
        for row in view.rows:
            key = tuple(composed(str(part)) for part in row[: len(self.by)])
            other = spelled.setdefault(tuple(map(folded, key)), key)
            if other != key or not all(key):
                raise UndecidedError(f"{path}: a group is blank, or stands there in two spellings")
            out[key] = self._result(row[len(self.by) :], path)
        return out

    def _result(self, row: Sequence[object], path: str) -> Result:
        rows, blanks, texts, doubtful = (int(str(value)) for value in row[:4])
        total, least, most, scale = (None if value is None else Decimal(str(value)) for value in row[4:])
        if doubtful:
            raise UndecidedError(
                f"{path}: {doubtful} cells of a condition are a stated value up to spelling, or no number"
            )
        if self.asked.op == "count":
            return Result((Decimal(rows - blanks),), Decimal(0))
        if texts or (blanks and self.asked.blanks == "refuse"):
            raise UndecidedError(f"{path}: {texts} cells of `{self.asked.of}` are no plain numbers, {blanks} are blank")
        filled = rows - blanks
        if self.asked.op == "sum":
            return Result((total or Decimal(0),), scale or Decimal(0))
        value = {"mean": total, "min": least, "max": most}[self.asked.op]
        if value is None:
            raise UndecidedError(f"{path}: there is no value whose {self.asked.op} could be taken")
        if self.asked.op == "mean":
            return Result((value / filled,), (scale or Decimal(0)) / filled)
        return Result((value,), Decimal(0))

    def _query(self, seen: Seen) -> Request:
        """Raises UndecidedError where a column is not there, or no query here has the aggregate."""
        asked, of = self.asked, self.asked.of
        if asked.op not in SUPPORTED or asked.rows.join or not (of is None or isinstance(of, str)):
            raise UndecidedError(f"{asked.op} over a table of this size is not computed")
        if of is None and asked.op != "count":
            raise UndecidedError(f"of which column the {asked.op} is taken is not said")
        if any(self.table.holds(name, seen) not in _KEYS for name in self.by):
            raise UndecidedError("groups by fractions or moments, over a table of this size")
        by = [f"trim({self._column(name, seen)}, {literal(BLANKS)})" for name in self.by]
        cell = self._column(of, seen) if of is not None else "'0'"
        held = None if of is None else self.table.holds(of, seen)
        if held is not None and held not in NUMBERS and asked.op != "count":
            raise UndecidedError(f"{clip(self.table.request.path)}: the column `{clip(str(of))}` holds no numbers")
        tests = [self._test(condition, seen) for condition in asked.rows.where]
        kept = " AND ".join(f"({test})" for test, _ in tests) or "true"
        doubt = " OR ".join(f"({doubtful})" for _, doubtful in tests) or "false"
        plain = _PLAIN.format(cell="cell")
        groups = "".join(f"{expression} AS g{number}, " for number, expression in enumerate(by))
        names = "".join(f"g{number}, " for number in range(len(by)))
        grouped = f" GROUP BY {', '.join(f'g{number}' for number in range(len(by)))}" if by else ""
        kept_only = " HAVING count(*) FILTER (WHERE kept OR doubtful) > 0" if by else ""
        return self.table.query(
            f"SELECT {names}count(*) FILTER (WHERE kept), count(*) FILTER (WHERE kept AND {blank('cell')}), "
            f"count(*) FILTER (WHERE kept AND value IS NULL AND NOT {blank('cell')}), "
            "count(*) FILTER (WHERE doubtful), "
            "sum(value) FILTER (WHERE kept), min(value) FILTER (WHERE kept), max(value) FILTER (WHERE kept), "
            "sum(abs(value)) FILTER (WHERE kept) FROM (SELECT *, CASE WHEN "
            f"{plain} THEN CAST(cell AS DECIMAL(18, 6)) END AS value FROM (SELECT {groups}{cell} AS cell, "
            f"coalesce({kept}, false) AS kept, coalesce({doubt}, true) AS doubtful FROM data))"
            f"{grouped}{kept_only} LIMIT {MAX_LARGE_GROUPS + 1}"
        )

    def _column(self, name: str, seen: Seen) -> str:
        column = self.table.column(name, seen)
        if self.table.holds(name, seen) is Holds.OTHER:
            raise UndecidedError(f"{clip(self.table.request.path)}: `{clip(name)}` holds no single plain values")
        if column is None:
            raise UndecidedError(f"{clip(self.table.request.path)}: the column `{clip(name)}` is not there once")
        return column

    def _test(self, condition: Condition, seen: Seen) -> tuple[str, str]:
        """A condition in SQL, and when it is doubtful."""
        cell = self._column(condition.column, seen)
        if condition.test in {"filled", "blank"}:
            return f"{'NOT ' if condition.test == 'filled' else ''}{blank(cell)}", "false"
        held = self.table.holds(condition.column, seen)
        if held not in ({None} | NUMBERS if condition.test in _OPERATORS else {None, Holds.TEXT}):
            raise UndecidedError(f"a condition on `{clip(condition.column)}`, over a table of this size")
        plain = _PLAIN.format(cell=cell)
        if condition.test in _OPERATORS:
            bound = as_number(condition.values[0])
            if bound is None or abs(bound.adjusted()) > 11 or bound != round(bound, 6):
                raise UndecidedError("a bound of a condition has too many digits for a table of this size")
            number = f"TRY_CAST({cell} AS DECIMAL(18, 6))"
            return f"{plain} AND {number} {_OPERATORS[condition.test]} {bound:f}", f"NOT {plain}"
        if not all(isinstance(value, str) and value.strip() for value in condition.values):
            raise UndecidedError("a condition on values that are no texts, over a table of this size")
        texts = [composed(str(value)) for value in condition.values]
        trimmed = f"nfc_normalize(trim({cell}, {literal(BLANKS)}))"
        same = f"{trimmed} IN ({', '.join(map(literal, texts))})"
        loose = f"{folded_cell(cell)} IN ({', '.join(literal(folded(text)) for text in texts)})"
        odd = odd_cell(cell)
        numeric = f"TRY_CAST({cell} AS DOUBLE) IN ({', '.join(_doubles(texts))})" if _doubles(texts) else "false"
        doubtful = f"NOT ({same}) AND ({loose} OR {odd} OR coalesce({numeric}, false))"
        return (same if condition.test == "is" else f"NOT ({same})"), doubtful


def _doubles(texts: Sequence[str]) -> list[str]:
    """Stated texts that are numbers: a cell may be the same number in other digits."""
    values = [float(value) for value in map(as_number, texts) if value is not None]
    return [repr(value) for value in values if math.isfinite(value)]


def _why(seen: Seen, request: Request) -> str:
    observation = seen.get(request)
    return clip(observation.detail, 120) if observation is not None and observation.detail else "no answer"
