"""Cases of means, spreads and percentiles, down to what binary arithmetic may err."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from specharness.qualify.case import Case, debatable, satisfying, violating
from specharness.qualify.draw import csv_text, json_text

DEFINITIONS = ()
"""What is yielded here belongs to the definition of `numbers_agree`."""

_SIX = ("10", "20", "30", "40", "50", "60")
_TINY = ("0.000000000001", "0.000000000002", "0.000000000003")
_NEARLY_NONE = ("1000000", "-1000000", "0.5", "0.5")
"""Numbers whose sum is far less than they are."""
_FAR = ("1000000", "1000001", "1000000", "1000001")
"""Numbers that differ by far less than they are."""


def _ask(numbers: Sequence[str], found: float, op: str, **more: object) -> tuple[dict[str, object], dict[str, str]]:
    right: dict[str, Any] = {"op": op, "rows": {"path": "r.csv"}, "of": "v", **more}
    left = {"result": {"op": "value", "path": "o.json", "field": "x"}}
    params: dict[str, object] = {"path": "o.json", "left": left, "right": {"result": right}}
    return params, {"o.json": json_text({"x": found}), "r.csv": csv_text(["v", "w"], [[n, "1"] for n in numbers])}


def spreads() -> Iterator[Case]:
    """Nothing is drawn: each case is there once."""
    for method, value in (
        ("linear", 57.5),
        ("lower", 50),
        ("higher", 60),
        ("nearest", 60),
        ("midpoint", 55),
        ("nearest_rank", 60),
    ):
        yield satisfying(*_ask(_SIX, value, "percentile", q=95, method=method), f"by {method}")
        yield violating(*_ask(_SIX, value + 1, "percentile", q=95, method=method), f"not by {method}")
        yield satisfying(*_ask(_SIX, 10, "percentile", q=0, method=method), f"the least, by {method}")
        yield satisfying(*_ask(_SIX, 60, "percentile", q=100, method=method), f"the most, by {method}")
        yield satisfying(*_ask(_SIX, 20, "percentile", q=20, method=method), f"at a number, by {method}")
        yield violating(*_ask(_TINY, 1.5e-12, "percentile", q=0, method=method), f"half as much again, by {method}")
    yield satisfying(*_ask(_SIX, 10, "percentile", q=0), "the least, by all kinds")
    yield satisfying(*_ask(_SIX, 60, "percentile", q=100), "the most, by all kinds")
    yield debatable(*_ask(_SIX, 14, "percentile", q=20), "by the kind of spreadsheets that leaves out both ends")
    yield debatable(*_ask(_SIX, 56, "percentile", q=80), "by the kind of spreadsheets that leaves out both ends")
    yield violating(*_ask(_SIX, 13, "percentile", q=20), "less than by any kind")
    yield violating(*_ask(_SIX, 57, "percentile", q=80), "more than by any kind")
    yield violating(*_ask(_TINY, 5e-13, "percentile", q=0), "half of the least")
    for op, value in (("min", 1e-12), ("max", 3e-12), ("median", 2e-12), ("mean", 2e-12), ("sum", 6e-12)):
        yield satisfying(*_ask(_TINY, value, op), "tiny numbers")
        yield violating(*_ask(_TINY, float(f"{value + 5e-13:.3g}"), op), "tiny numbers, and more by a tiny one")
    yield violating(*_ask(_TINY[:2], 2e-12, "median"), "the larger of two tiny numbers, not between them")
    yield satisfying(*_ask(_NEARLY_NONE, 0.25, "mean"), "what is left of large numbers")
    yield violating(*_ask(_NEARLY_NONE, 0.250004, "mean"), "more than large numbers let it err")
    yield satisfying(*_ask(_NEARLY_NONE, 0.25, "weighted_mean", weight="w"), "what is left, each counted once")
    yield violating(*_ask(_NEARLY_NONE, 0.250004, "weighted_mean", weight="w"), "more than it may err")
    balanced = {"op": "subtract", "left": "v", "right": "v"}
    yield debatable(*_ask(_SIX, 35, "weighted_mean", weight=balanced), "weights that add up to none")
    yield satisfying(*_ask(_FAR, 0.25, "variance", ddof=0), "far from none, close together")
    yield debatable(*_ask(_FAR, 0.75, "variance", ddof=0), "what binary arithmetic may err")
    yield violating(*_ask(_FAR, 5.25, "variance", ddof=0), "more than it may err")
    yield satisfying(*_ask(("0", "0.000002"), 1e-12, "variance", ddof=0), "a tiny spread")
    yield violating(*_ask(("0", "0.000002"), 1.2e-12, "variance", ddof=0), "another tiny spread")
    yield violating(*_ask(("5",), 5, "variance"), "one value has no spread")
    yield debatable(*_ask(("5",), 0, "variance", ddof=1), "a sample of one")
