"""Aggregates of numbers, exactly; where a kind is not stated, every common one.

Formulas: sample and population variance as in any textbook; percentiles by the position `q / 100 * (n - 1)` among the
sorted values (Hyndman and Fan's seventh kind, numpy's default) and its neighbours, by nearest rank `ceil(q / 100 * n)`,
and by `q / 100 * (n + 1)` (the sixth kind, spreadsheets' exclusive one). All run inside the caller's decimal context.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from decimal import ROUND_CEILING, ROUND_FLOOR, ROUND_HALF_EVEN, Decimal
from operator import mul
from typing import NamedTuple

from specharness.validators.calculation import Aggregate
from specharness.validators.records import UndecidedError

Numbers = Sequence[Decimal]


class Computed(NamedTuple):
    readings: list[Decimal]
    scale: Decimal
    """Sum of the magnitudes that went into it, divided as the result was."""


def _sum(numbers: Numbers, weights: Numbers, asked: Aggregate) -> Computed:
    return Computed([sum(numbers, Decimal(0))], _magnitude(numbers))


def _mean(numbers: Numbers, weights: Numbers, asked: Aggregate) -> Computed:
    return Computed([sum(numbers, Decimal(0)) / len(numbers)], _magnitude(numbers) / len(numbers))


def _weighted_mean(numbers: Numbers, weights: Numbers, asked: Aggregate) -> Computed:
    total = sum(weights, Decimal(0))
    if not total:
        raise UndecidedError("the weights add up to zero")
    products = list(map(mul, numbers, weights))
    return Computed([sum(products, Decimal(0)) / total], _magnitude(products) / abs(total))


def _min(numbers: Numbers, weights: Numbers, asked: Aggregate) -> Computed:
    return Computed([min(numbers)], Decimal(0))


def _max(numbers: Numbers, weights: Numbers, asked: Aggregate) -> Computed:
    return Computed([max(numbers)], Decimal(0))


def _median(numbers: Numbers, weights: Numbers, asked: Aggregate) -> Computed:
    ordered = sorted(numbers)
    middle = len(ordered) // 2
    if len(ordered) % 2:
        return Computed([ordered[middle]], Decimal(0))
    return Computed([(ordered[middle - 1] + ordered[middle]) / 2], Decimal(0))


def _variance(numbers: Numbers, weights: Numbers, asked: Aggregate) -> Computed:
    mean = sum(numbers, Decimal(0)) / len(numbers)
    squares = sum(((number - mean) ** 2 for number in numbers), Decimal(0))
    kinds = (0, 1) if asked.ddof is None else (asked.ddof,)
    readings = [squares / (len(numbers) - kind) for kind in kinds if len(numbers) > kind]
    if not readings:
        raise UndecidedError("one value has no sample variance")
    return Computed(readings, sum((number * number for number in numbers), Decimal(0)) / len(numbers))


def _deviation(numbers: Numbers, weights: Numbers, asked: Aggregate) -> Computed:
    readings, scale = _variance(numbers, weights, asked)
    return Computed([reading.sqrt() for reading in readings], scale.sqrt())


def _percentile(numbers: Numbers, weights: Numbers, asked: Aggregate) -> Computed:
    ordered, share = sorted(numbers), Decimal(repr(asked.q)) / 100
    count = len(ordered)
    position = share * (count - 1)
    low = int(position.to_integral_value(ROUND_FLOOR))
    high = int(position.to_integral_value(ROUND_CEILING))
    near = int(position.to_integral_value(ROUND_HALF_EVEN))
    rank = max(1, int((share * count).to_integral_value(ROUND_CEILING)))
    kinds = {
        "linear": _between(ordered, position),
        "lower": ordered[low],
        "higher": ordered[high],
        "nearest": ordered[near],
        "midpoint": (ordered[low] + ordered[high]) / 2,
        "nearest_rank": ordered[rank - 1],
    }
    if asked.method is not None:
        return Computed([kinds[asked.method]], Decimal(0))
    exclusive = _between(ordered, min(max(share * (count + 1) - 1, Decimal(0)), Decimal(count - 1)))
    return Computed([*kinds.values(), exclusive], Decimal(0))


def _between(ordered: Numbers, position: Decimal) -> Decimal:
    low = int(position.to_integral_value(ROUND_FLOOR))
    high = min(low + 1, len(ordered) - 1)
    return ordered[low] + (ordered[high] - ordered[low]) * (position - low)


def _magnitude(numbers: Numbers) -> Decimal:
    return sum(map(abs, numbers), Decimal(0))


AGGREGATES: Mapping[str, Callable[[Numbers, Numbers, Aggregate], Computed]] = {
    "sum": _sum,
    "mean": _mean,
    "weighted_mean": _weighted_mean,
    "min": _min,
    "max": _max,
    "median": _median,
    "variance": _variance,
    "deviation": _deviation,
    "percentile": _percentile,
}
"""By the name of the operation: of the numbers, their weights, and what was asked. Counting needs no arithmetic."""
