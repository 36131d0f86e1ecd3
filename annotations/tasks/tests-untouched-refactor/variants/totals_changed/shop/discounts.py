"""Discounts on a basket: the best rule that applies wins."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class DiscountRule:
    name: str
    min_cents: int
    percent: int


RULES = (
    DiscountRule("small basket", 2_000, 5),
    DiscountRule("big basket", 10_000, 12),
)


def apply_discounts(cents: int, rules: Sequence[DiscountRule] = RULES) -> int:
    best = 0
    for rule in rules:
        if cents > rule.min_cents:
            best = max(best, rule.percent)
    return cents - cents * best // 100
