"""Prices of baskets."""

from dataclasses import dataclass

from shop.discounts import discounted


@dataclass(frozen=True)
class Item:
    name: str
    cents: int
    quantity: int = 1


def total(items: list[Item]) -> int:
    return discounted(sum(item.cents * item.quantity for item in items))
