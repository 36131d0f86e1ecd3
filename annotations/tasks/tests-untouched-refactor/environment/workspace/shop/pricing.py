"""Prices of baskets."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Item:
    name: str
    cents: int
    quantity: int = 1


@dataclass(frozen=True)
class DiscountRule:
    name: str
    min_cents: int
    percent: int


RULES = (
    DiscountRule("small basket", 2_000, 5),
    DiscountRule("big basket", 10_000, 12),
)


def apply_discounts(cents, rules=RULES):
    best = 0
    for rule in rules:
        if cents >= rule.min_cents:
            best = max(best, rule.percent)
    print("discount", best)  # noqa: T201
    return cents - cents * best // 100


def total(items):
    return apply_discounts(sum(item.cents * item.quantity for item in items))
