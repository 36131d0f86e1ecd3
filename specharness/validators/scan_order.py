"""Large tables: whether a column's values are all different, and whether they are in order.

Guarantees never to say anything else than the comparison in memory would; where that needs readings that no query has
(scripts whose letters SQL folds otherwise, texts in natural order), it is undecided. No column is ever held.
"""

from __future__ import annotations

from collections.abc import Sequence

from specharness.evidence.limits import MIB
from specharness.evidence.stored import DATES, NUMBERS, Holds
from specharness.evidence.views import QueryView, Request
from specharness.ir import Outcome
from specharness.validators.base import Finding, Seen
from specharness.validators.scan import BLANKS, Table, answer, blank, literal, numbers, refusal
from specharness.validators.wording import clip

ORDINARY = (
    "\t\n\r -~À-ÖØ-Þàáâãäåæçèéêëìíîïðñòóôõöøùúûüýþÿ"
    "Ā-įĴ-ľŁ-ňŊ-žЀ-Яабвгдежзийклмнопрстуфхцчшщъыьэюяѐ-џぁ-ゖァ-ヺ一-鿿가-힣"
)
"""Characters, as a class of a regular expression, of which a query's folding is that of `compare.folded`."""
_SPELLING = "\\s\"'`“”‘’„«»_\\-‐‑‒–—"
"""What `compare.folded` leaves out."""


_SIMPLE = "regexp_full_match({cell}, '[A-Za-z0-9.]*')"
"""Nothing to be folded but case: most of what large tables hold."""
_EXACT_DOUBLE = "regexp_full_match({cell}, '-?(?:[0-9]{{1,15}}|[0-9]{{1,9}}\\.[0-9]{{1,6}})')"
"""Numbers of so few digits that their doubles are in the same order, and equal only if they are."""


def folded_cell(cell: str) -> str:
    """`compare.folded` in SQL, for texts of ORDINARY characters."""
    slow = f"lower(nfc_normalize(regexp_replace({cell}, {literal(f'[{_SPELLING}]+')}, '', 'g')))"
    return f"CASE WHEN {_SIMPLE.format(cell=cell)} THEN lower({cell}) ELSE {slow} END"


_NUMBER = "[+-]?(([0-9]+|[0-9]{{1,3}}(,[0-9]{{3}})+)(\\.[0-9]*)?|\\.[0-9]+)"
_SETTLED = "regexp_full_match({cell}, '[1-9][0-9]*|0|[A-Za-z0-9.]*[A-Za-z][A-Za-z0-9.]*')"
"""Cells of _SIMPLE that are no numbers, or are in the one form of theirs: most of what stands in such columns."""


def canonical_cell(cell: str) -> str:
    """What stays of a text however it is spelt, in SQL: of a number in digits its value (`01.50` and `1.5` are one, as
    `order` has it), of all else `folded_cell`."""
    bare = f"trim({cell}, {literal(BLANKS)})"
    digits = f"regexp_replace(replace(ltrim({bare}, '+'), ',', ''), '^(-?)\\.', '\\10.')"
    stripped = f"regexp_replace({digits}, '^(-?)0*([0-9])', '\\1\\2')"
    short = f"CASE WHEN contains({stripped}, '.') THEN rtrim(rtrim({stripped}, '0'), '.') ELSE {stripped} END"
    number = f"CASE WHEN {short} = '-0' THEN '0' ELSE {short} END"
    is_number = f"regexp_full_match({bare}, {literal(_NUMBER.format())})"
    return (
        f"CASE WHEN {_SETTLED.format(cell=cell)} THEN lower({cell}) WHEN {is_number} THEN {number} "
        f"ELSE {folded_cell(cell)} END"
    )


def odd_cell(cell: str) -> str:
    """The condition that a cell has other characters than ORDINARY ones."""
    slow = f"NOT regexp_full_match({cell}, {literal(f'[{ORDINARY}]*')})"
    return f"CASE WHEN {_SIMPLE.format(cell=cell)} THEN false ELSE {slow} END"


_ODD = "letters that are not compared up to spelling in a table of this size"

ORDERED_FROM = 256 * MIB
"""Bytes of a file from which values in strict order are looked for first: about where the hashes of its values no
longer fit into the engine's memory. A smaller one is asked in one pass with the other questions to it."""
_FIRST = 262_144
"""Rows that tell whether that is worth a pass over the file: a twentieth of the rows that such a file has at least, so
that values which only begin in order (counters that run over) are seen for what they are."""


class Different:
    """All values of a column are different. A strict order proves it, in whatever order rows come; without one, their
    hashes are counted."""

    def __init__(self, table: Table, name: str) -> None:
        self.table = table
        self.name = name

    def further(self, seen: Seen) -> Sequence[Request]:
        """What is still to be asked."""
        if answer(seen, self.table.header) is None:
            return (self.table.header,)
        cell = self.table.column(self.name, seen)
        if cell is None or self.table.holds(self.name, seen) is Holds.OTHER:
            return ()
        for request in self._in_order(seen, cell):
            if request not in seen:
                return (request,)
            steps = answer(seen, request)
            if steps is None or not _strict(steps):
                break
        if self._ordered(seen, cell):
            return ()
        loose = answer(seen, self._loosely(cell, number=self.table.holds(self.name, seen) in NUMBERS))
        if loose is None:
            return (self._loosely(cell, number=self.table.holds(self.name, seen) in NUMBERS),)
        filled, blanks, odd, different = numbers(loose)
        return () if different == filled and not blanks and not odd else (self._exactly(cell),)

    def finding(self, seen: Seen, expected: str) -> Finding:
        """The result over the answers."""
        cell = _column(self.table, self.name, seen, expected)
        if isinstance(cell, Finding):
            return cell
        if self.table.holds(self.name, seen) is Holds.OTHER:
            message = f"column `{clip(self.name)}` holds no single plain values"
            return Finding(Outcome.UNKNOWN, expected, "undecided", message=message)
        ordered = self._ordered(seen, cell)
        if ordered:
            return Finding(Outcome.PASSED, expected, f"{ordered} values, all different")
        loose = answer(seen, self._loosely(cell, number=self.table.holds(self.name, seen) in NUMBERS))
        if loose is None:
            return refusal(seen, self._loosely(cell, number=self.table.holds(self.name, seen) in NUMBERS), expected)
        filled, blanks, odd, different = numbers(loose)
        if not filled and not blanks:
            return Finding(Outcome.UNKNOWN, expected, "there is no value", message="vacuous: there is no value")
        if different == filled and not blanks and not odd:
            return Finding(Outcome.PASSED, expected, f"{filled} values, all different")
        exact = answer(seen, self._exactly(cell))
        if exact is None:
            return refusal(seen, self._exactly(cell), expected)
        (same,) = numbers(exact)
        if same < filled:
            return Finding(Outcome.FAILED, expected, f"{same} different values in {filled} cells", f"`{self.name}`")
        message = f"{blanks} cells are blank" if blanks else _ODD if odd else "values differ in spelling only"
        return Finding(Outcome.UNKNOWN, expected, "undecided", message=message)

    def _in_order(self, seen: Seen, cell: str) -> Sequence[Request]:
        if seen[self.table.header].bytes_read < ORDERED_FROM:
            return ()
        return self._steps(cell, f"(SELECT {cell} FROM data LIMIT {_FIRST})"), self._steps(cell, "data")

    def _ordered(self, seen: Seen, cell: str) -> int:
        """How many values there are, where they were seen to be in strict order; else 0."""
        steps = answer(seen, self._steps(cell, "data"))
        return numbers(steps)[0] if steps is not None and _strict(steps) else 0

    def _steps(self, cell: str, source: str) -> Request:
        """Rows, steps up and steps down between neighbours; shorter texts come first, so that numbers rise as such."""
        plain = _SIMPLE if self.table.typed else _SETTLED
        value = f"CASE WHEN {cell} <> '' AND {plain.format(cell=cell)} THEN lower({cell}) END"
        longer, shorter = "strlen(value) > strlen(before)", "strlen(value) < strlen(before)"
        level = "strlen(value) = strlen(before)"
        return self.table.query(
            f"SELECT count(*), count(*) FILTER (WHERE {longer} OR ({level} AND value > before)), "
            f"count(*) FILTER (WHERE {shorter} OR ({level} AND value < before)) FROM (SELECT value, lag(value) OVER () "
            f"AS before FROM (SELECT {value} AS value FROM {source}))"
        )

    def _loosely(self, cell: str, *, number: bool) -> Request:
        """`number`: a typed column of numbers, which are not spelled in several ways."""
        filled = f"NOT {blank(cell)}"
        odd, folded = ("false", cell) if number else (odd_cell(cell), canonical_cell(cell))
        return self.table.measures(
            f"count(*) FILTER (WHERE {filled})",
            f"count(*) FILTER (WHERE {blank(cell)})",
            f"count(*) FILTER (WHERE {odd})",
            f"count(DISTINCT hash({folded})) FILTER (WHERE {filled})",
        )

    def _exactly(self, cell: str) -> Request:
        composed = f"CASE WHEN {_SIMPLE.format(cell=cell)} THEN {cell} ELSE nfc_normalize({cell}) END"
        return self.table.measures(f"count(DISTINCT {composed}) FILTER (WHERE NOT {blank(cell)})")


def _strict(steps: QueryView) -> bool:
    """Whether every row but the first is a step, all of them in one direction."""
    rows, up, down = numbers(steps)
    return rows >= 2 and rows - 1 in {up, down}


class Ordered:
    """The numbers of a column rise, or fall."""

    def __init__(self, table: Table, name: str, by: str, order: str) -> None:
        self.table = table
        self.name = name
        self.by = by
        self.order = order

    def further(self, seen: Seen) -> Sequence[Request]:
        """What is still to be asked."""
        if answer(seen, self.table.header) is None:
            return (self.table.header,)
        cell = self.table.column(self.name, seen)
        return () if cell is None or self._refused(seen) else (self._steps(cell, seen),)

    def _refused(self, seen: Seen) -> bool:
        """Whether texts would have to be compared, or what has no order."""
        held = self.table.holds(self.name, seen)
        if held is not None and held not in NUMBERS:
            return held not in DATES or self.by != ""
        return self.by not in {"", "number"}

    def finding(self, seen: Seen, expected: str) -> Finding:
        """The result over the answers."""
        cell = _column(self.table, self.name, seen, expected)
        if isinstance(cell, Finding):
            return cell
        texts = "texts are not compared in a table of this size"
        if self._refused(seen):
            return Finding(Outcome.ERROR, expected, "not decided", message=texts)
        steps = answer(seen, self._steps(cell, seen))
        if steps is None:
            return refusal(seen, self._steps(cell, seen), expected)
        rows, plain, up, down = numbers(steps)
        if plain < rows:
            return Finding(
                Outcome.ERROR, expected, "not decided", message=f"{rows - plain} are no plain numbers; {texts}"
            )
        if rows < 2:
            return Finding(Outcome.UNKNOWN, expected, "fewer than two values", message="vacuous: fewer than two values")
        wrong = up if self.order == "desc" else down
        if not wrong:
            return Finding(Outcome.PASSED, expected, f"{rows} values in order")
        if not self.order and not up:
            message = "in falling order, where the direction is not said"
            return Finding(Outcome.UNKNOWN, expected, "undecided", message=message)
        return Finding(Outcome.FAILED, expected, f"{wrong} values are out of order", f"`{self.name}`")

    def _steps(self, cell: str, seen: Seen) -> Request:
        value = f"CASE WHEN {_EXACT_DOUBLE.format(cell=cell)} THEN try_cast({cell} AS DOUBLE) END"
        if self.table.typed:
            stored = self.table.stored(self.name, seen)
            value = f"CASE WHEN {cell} <> '' THEN {stored} END"
        return self.table.query(
            "SELECT count(*), count(value), count(*) FILTER (WHERE value > before), "
            "count(*) FILTER (WHERE value < before) FROM (SELECT value, lag(value) OVER () AS before FROM "
            f"(SELECT {value} AS value FROM data))"
        )


def _column(table: Table, name: str, seen: Seen, expected: str) -> str | Finding:
    header = answer(seen, table.header)
    if header is None:
        return refusal(seen, table.header, expected)
    _, doubt = table.find(header, name)
    if doubt:
        return Finding(Outcome.UNKNOWN, expected, "undecided", message=clip(doubt, 200))
    column = table.column(name, seen)
    missing = f"column `{clip(name)}`"
    return Finding(Outcome.FAILED, expected, f"no {missing}", missing) if column is None else column
