"""Prices of baskets."""

from dataclasses import dataclass

from shop.discounts import apply_discounts


@dataclass(frozen=True)
class Item:
    name: str
    cents: int
    quantity: int = 1


def total(items: list[Item]) -> int:
    return apply_discounts(sum(item.cents * item.quantity for item in items))


def total_present(items: list[Item]) -> int:
    return total([item for item in items if item.quantity > 0])


def total_repeated(items: list[Item]) -> int:
    return total([item for item in items if item.quantity > 1])


def total_bulk(items: list[Item]) -> int:
    return total([item for item in items if item.quantity > 2])


def total_pallet(items: list[Item]) -> int:
    return total([item for item in items if item.quantity > 3])
