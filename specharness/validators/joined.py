"""Rows that count: tables joined on equal keys, then filtered by stated conditions.

Guarantees an inner join in the order of the first table's rows, in time linear in what it yields, and that keys which
are equal up to spelling only are a doubt, never a match and never a silent miss.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from pydantic import JsonValue

from specharness.validators.calculation import Condition, Join, Rows, Table
from specharness.validators.compare import Match, folded, match_value
from specharness.validators.params import as_number
from specharness.validators.records import Records, UndecidedError

MAX_JOINED = 2_000_000
"""Rows of a join: two small tables can yield their product."""

TableKey = tuple[str, str, str]
Tables = Mapping[TableKey, Records]


def key_of(table: Table) -> TableKey:
    """What tells tables apart: path, field and sheet."""
    return (table.path, table.field, table.sheet)


def joined(rows: Rows, tables: Tables) -> Records:
    """The rows of an expression. Raises UndecidedError."""
    records = tables[key_of(rows)]
    for join in rows.join:
        records = _join(records, tables[key_of(join)], join)
    if not rows.where:
        return records
    tests = [_test(condition, records) for condition in rows.where]
    kept = [row for row in range(len(records.rows)) if all(test(row) for test in tests)]
    numbers = {row: number for number, row in enumerate(kept)}
    opaque = frozenset((numbers[row], column) for row, column in records.opaque if row in numbers)
    return Records(records.name, records.columns, [records.rows[row] for row in kept], records.untyped, opaque)


def _join(left: Records, right: Records, join: Join) -> Records:
    if left.opaque or right.opaque:
        raise UndecidedError(f"{join.path}: formulas without stored values in a table to be joined")
    if left.untyped != right.untyped:
        left, right = _as_numbers(left), _as_numbers(right)
    mine = [left.column(name) for name in join.on]
    theirs = [right.column(name) for name in join.on.values()]
    index: dict[tuple[str, ...], list[int]] = {}
    spelled: set[tuple[str, ...]] = set()
    for row in range(len(right.rows)):
        key = tuple(right.text(row, place) for place in theirs)
        index.setdefault(key, []).append(row)
        spelled.add(tuple(map(folded, key)))
    kept = [place for place in range(len(right.columns)) if place not in theirs]
    out: list[Sequence[JsonValue]] = []
    for row in range(len(left.rows)):
        key = tuple(left.text(row, place) for place in mine)
        partners = index.get(key, ())
        if not partners and all(key) and tuple(map(folded, key)) in spelled:
            raise UndecidedError(f"{left.name}, row {row + 1}: the key {' / '.join(key)} has a partner up to spelling")
        if not all(key):
            raise UndecidedError(f"{left.name}, row {row + 1}: a blank key")
        cells = [*left.rows[row], *([None] * (len(left.columns) - len(left.rows[row])))][: len(left.columns)]
        for partner in partners:
            other = right.rows[partner]
            out.append([*cells, *(other[place] if place < len(other) else None for place in kept)])
        if len(out) > MAX_JOINED:
            raise UndecidedError(f"the join yields more than MAX_JOINED ({MAX_JOINED}) rows")
    columns = (*left.columns, *(right.columns[place] for place in kept))
    return Records(f"{left.name} with {right.name}", columns, out, left.untyped)


def _as_numbers(records: Records) -> Records:
    """Text cells that are plain numbers as numbers, so that one rule holds for typed and untyped cells together.
    Literals with leading zeros stay texts: they are names."""
    if not records.untyped:
        return records
    rows = [[_typed(cell) for cell in row] for row in records.rows]
    return Records(records.name, records.columns, rows)


def _typed(cell: JsonValue) -> JsonValue:
    number = as_number(cell) if isinstance(cell, str) else None
    if number is None or not isinstance(cell, str):
        return cell
    text = cell.strip()
    whole = text.lstrip("+-").partition(".")[0]
    if len(whole) > 1 and whole.startswith("0"):
        return cell
    value = int(number) if number == number.to_integral_value() and number.adjusted() < 60 else float(text)
    return value if str(value) == text or isinstance(value, float) else cell


def _test(condition: Condition, records: Records) -> Callable[[int], bool]:
    place = records.column(condition.column)
    if condition.test in {"filled", "blank"}:
        return lambda row: bool(records.text(row, place)) == (condition.test == "filled")
    if condition.test in {"is", "is_not"}:
        return lambda row: _among(condition, records, row, place) == (condition.test == "is")
    bound = as_number(condition.values[0])
    if bound is None:
        raise UndecidedError(f"`{condition.test}` needs a number")

    def bounded(row: int) -> bool:
        number = records.number(row, place)
        if number is None:
            raise UndecidedError(f"{records.name}, row {row + 1}: `{condition.column}` is blank")
        if condition.test in {"above", "at_most"}:
            return (number > bound) == (condition.test == "above")
        return (number < bound) == (condition.test == "below")

    return bounded


def _among(condition: Condition, records: Records, row: int, place: int) -> bool:
    """Whether a cell is one of the values. Raises UndecidedError for a spelling variant."""
    cells = records.rows[row]
    cell = cells[place] if place < len(cells) else None
    opaque = (row, place) in records.opaque
    found = cell.strip() if isinstance(cell, str) else cell
    if not opaque and (found is None or found == ""):
        return None in condition.values or "" in condition.values
    best = max(match_value(value, found, untyped=records.untyped) for value in condition.values)
    if opaque or best is Match.VARIANT:
        raise UndecidedError(
            f"{records.name}, row {row + 1}: `{condition.column}` is a stated value up to spelling, or not stored"
        )
    return best is Match.SAME
