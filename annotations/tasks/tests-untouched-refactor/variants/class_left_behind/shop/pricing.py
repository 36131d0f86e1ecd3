"""Prices of baskets."""

from dataclasses import dataclass

from shop.discounts import apply_discounts


@dataclass(frozen=True)
class Item:
    name: str
    cents: int
    quantity: int = 1


class DiscountRule:
    pass


def total(items: list[Item]) -> int:
    return apply_discounts(sum(item.cents * item.quantity for item in items))
