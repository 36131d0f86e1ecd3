"""Evaluation of a calculation over records: exact decimal arithmetic, all common readings of what is not stated.

Guarantees that a result is given only where every row that counts has a plain number; a blank, a text, a key in two
spellings or a division by zero raises UndecidedError with its place. Time and memory are linear in the rows. Whether a
found value agrees with a result is `closeness`' business.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from decimal import (
    ROUND_HALF_EVEN,
    ROUND_HALF_UP,
    Context,
    Decimal,
    DivisionByZero,
    InvalidOperation,
    Overflow,
    localcontext,
)
from itertools import product

from specharness.validators.calculation import (
    Absolute,
    Aggregate,
    Binary,
    Calculation,
    Expression,
    Number,
    Round,
    Term,
    Value,
)
from specharness.validators.compare import folded
from specharness.validators.joined import TableKey, Tables, joined
from specharness.validators.params import as_number
from specharness.validators.records import VALUE, Records, UndecidedError
from specharness.validators.statistics import AGGREGATES

PRECISION = 80
"""Digits of intermediate results: doubles have 17, sums of a million of them 23; the rest is for products."""
MAX_GROUPS = 200_000
MAX_READINGS = 64
"""Combinations of readings of one expression; more of them say that too much of it is not stated."""

Key = tuple[str, ...]
_CONTEXT = Context(prec=PRECISION, traps=[Overflow, InvalidOperation, DivisionByZero])


@dataclass(frozen=True)
class Result:
    """What an expression yields: every number that a careful reader could compute."""

    readings: tuple[Decimal, ...]
    scale: Decimal
    """Sum of the magnitudes that went into it: binary arithmetic errs in proportion to that."""
    dense: bool = False
    """Anything between the readings is one, too (percentiles, of which there are many kinds)."""


Results = Mapping[Key, Result]
"""By group; without groups the one key is empty."""


def evaluate(
    calculation: Calculation,
    tables: Tables,
    values: Mapping[TableKey, Decimal],
    known: Callable[[Aggregate], Results | None] = lambda asked: None,
) -> Results:
    """The results by group, in order of first appearance. `known` gives those of aggregates that were computed
    elsewhere. Raises UndecidedError."""
    with localcontext(_CONTEXT):
        try:
            return _Evaluation(calculation.by, tables, values, known).of(calculation.result)
        except DivisionByZero:
            raise UndecidedError("the calculation divides by zero") from None
        except (Overflow, InvalidOperation):
            raise UndecidedError("the calculation has no finite result") from None


class _Evaluation:
    def __init__(
        self,
        by: Sequence[str],
        tables: Tables,
        values: Mapping[TableKey, Decimal],
        known: Callable[[Aggregate], Results | None],
    ) -> None:
        self.by = by
        self.known = known
        self.tables = tables
        self.values = values
        self._joined: dict[str, Records] = {}
        self._groups: dict[str, Mapping[Key, Sequence[int]]] = {}

    def of(self, expression: Expression) -> Results:
        match expression:
            case Number():
                number = as_number(expression.value) or Decimal(0)
                return {(): Result((number,), abs(number))}
            case Value():
                number = self.values[expression.path, expression.field, expression.sheet]
                return {(): Result((number,), abs(number))}
            case Aggregate():
                return self._aggregate(expression)
            case Binary():
                return _combined(expression.op, self.of(expression.left), self.of(expression.right))
            case Round():
                return {key: _rounded(result, expression.decimals) for key, result in self.of(expression.of).items()}
            case Absolute():
                return {
                    key: Result(tuple(map(abs, result.readings)), result.scale, result.dense)
                    for key, result in self.of(expression.of).items()
                }

    def _aggregate(self, asked: Aggregate) -> Results:
        known = self.known(asked)
        if known is not None:
            return known
        name = asked.rows.model_dump_json()
        if name not in self._joined:
            self._joined[name] = joined(asked.rows, self.tables)
        records = self._joined[name]
        groups = {(): range(len(records.rows))} if asked.overall else self._grouped(name, records)
        if asked.op == "count" and asked.of is None:
            return {key: _counted(len(rows)) for key, rows in groups.items()}
        if asked.op in {"count", "distinct"} and isinstance(asked.of, str):
            return {key: _keys(asked, records, rows) for key, rows in groups.items()}
        value = _term(asked.of if asked.of is not None else VALUE, records)
        weight = _term(asked.weight, records) if asked.weight is not None else None
        out: dict[Key, Result] = {}
        for key, rows in groups.items():
            numbers, weights = _numbers(asked, rows, value, weight)
            if asked.op == "count":
                out[key] = _counted(len(numbers))
                continue
            if not numbers and asked.op != "sum":
                raise UndecidedError(f"there is no value whose {asked.op.replace('_', ' ')} could be taken")
            readings, scale = AGGREGATES[asked.op](numbers, weights, asked)
            out[key] = Result(tuple(dict.fromkeys(readings)), scale, asked.op == "percentile" and asked.method is None)
        return out

    def _grouped(self, name: str, records: Records) -> Mapping[Key, Sequence[int]]:
        if not self.by:
            return {(): range(len(records.rows))}
        if name not in self._groups:
            self._groups[name] = _groups(records, self.by)
        return self._groups[name]


def _groups(records: Records, by: Sequence[str]) -> Mapping[Key, Sequence[int]]:
    places = [records.column(name) for name in by]
    groups: dict[Key, list[int]] = {}
    for row in range(len(records.rows)):
        key = tuple(records.text(row, place) for place in places)
        group = groups.get(key)
        if group is None:
            if not all(key):
                raise UndecidedError(f"{records.name}, row {row + 1}: a blank where groups are told apart")
            if len(groups) == MAX_GROUPS:
                raise UndecidedError(f"{records.name} has more than MAX_GROUPS ({MAX_GROUPS}) groups")
            group = groups[key] = []
        group.append(row)
    spelled: dict[Key, Key] = {}
    for key in groups:
        other = spelled.setdefault(tuple(map(folded, key)), key)
        if other != key:
            raise UndecidedError(f"{records.name}: the groups {' / '.join(other)} and {' / '.join(key)} may be one")
    return groups


def _keys(asked: Aggregate, records: Records, rows: Sequence[int]) -> Result:
    """Filled cells, or different ones; different with and without case and spaces are two readings."""
    place = records.column(str(asked.of))
    cells = [text for row in rows if (text := records.text(row, place))]
    if asked.op == "count":
        return _counted(len(cells))
    exact = set(cells)
    readings = dict.fromkeys((Decimal(len(exact)), Decimal(len({folded(text) for text in exact}))))
    return Result(tuple(readings), Decimal(0))


def _counted(number: int) -> Result:
    return Result((Decimal(number),), Decimal(0))


def _numbers(
    asked: Aggregate,
    rows: Sequence[int],
    value: Callable[[int], Decimal | None],
    weight: Callable[[int], Decimal | None] | None,
) -> tuple[list[Decimal], list[Decimal]]:
    numbers: list[Decimal] = []
    weights: list[Decimal] = []
    for row in rows:
        number = value(row)
        weighed = weight(row) if weight is not None else None
        if number is None or (weight is not None and weighed is None):
            if asked.blanks == "refuse" and asked.op != "count":
                raise UndecidedError(f"row {row + 1} of {asked.rows.path} is blank where a number is needed")
            continue
        numbers.append(number)
        if weighed is not None:
            weights.append(weighed)
    return numbers, weights


def _term(term: Term, records: Records) -> Callable[[int], Decimal | None]:
    """Arithmetic of one row as a function of its index; None where a part is blank."""
    if isinstance(term, str):
        place = records.column(term)
        return lambda row: records.number(row, place)
    if isinstance(term, Number):
        number = as_number(term.value)
        return lambda row: number
    left, right, operator = _term(term.left, records), _term(term.right, records), _OPERATORS[term.op]

    def combined(row: int) -> Decimal | None:
        one, other = left(row), right(row)
        return None if one is None or other is None else operator(one, other)

    return combined


_OPERATORS: Mapping[str, Callable[[Decimal, Decimal], Decimal]] = {
    "add": lambda left, right: left + right,
    "subtract": lambda left, right: left - right,
    "multiply": lambda left, right: left * right,
    "divide": lambda left, right: left / right,
}


def _combined(op: str, left: Results, right: Results) -> Results:
    """Group by group; a result without groups stands beside each group of the other."""
    if set(left) == {()}:
        return {key: _arithmetic(op, left[()], result) for key, result in right.items()}
    if set(right) == {()}:
        return {key: _arithmetic(op, result, right[()]) for key, result in left.items()}
    if set(left) != set(right):
        lost = next(iter(set(left) ^ set(right)))
        raise UndecidedError(f"the group {' / '.join(lost)} stands in one of the two parts only")
    return {key: _arithmetic(op, left[key], right[key]) for key in left}


def _arithmetic(op: str, left: Result, right: Result) -> Result:
    if len(left.readings) * len(right.readings) > MAX_READINGS:
        raise UndecidedError(f"more than MAX_READINGS ({MAX_READINGS}) readings of the calculation")
    operator = _OPERATORS[op]
    readings = dict.fromkeys(operator(*pair) for pair in product(left.readings, right.readings))
    one, other = _size(left), _size(right)
    if op in {"add", "subtract"}:
        scale = one + other
    elif op == "multiply":
        scale = one * _most(right) + _most(left) * other
    else:
        divisor = min(map(abs, right.readings))
        scale = (one + _most(left) * other / divisor) / divisor
    return Result(tuple(readings), scale, left.dense or right.dense)


def _most(result: Result) -> Decimal:
    return max(map(abs, result.readings))


def _size(result: Result) -> Decimal:
    """The magnitude in proportion to which binary arithmetic errs here; of exact parts, their own."""
    return max(result.scale, _most(result))


def _rounded(result: Result, decimals: int) -> Result:
    step = Decimal(1).scaleb(-decimals)
    readings = dict.fromkeys(
        reading.quantize(step, rounding) for reading in result.readings for rounding in (ROUND_HALF_UP, ROUND_HALF_EVEN)
    )
    return Result(tuple(readings), result.scale, result.dense)
