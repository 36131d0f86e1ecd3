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

# 1: kept for later
# 2: kept for later
# 3: kept for later
# 4: kept for later
# 5: kept for later
# 6: kept for later
# 7: kept for later
# 8: kept for later
# 9: kept for later
# 10: kept for later
# 11: kept for later
# 12: kept for later
# 13: kept for later
# 14: kept for later
# 15: kept for later
# 16: kept for later
# 17: kept for later
# 18: kept for later
# 19: kept for later
# 20: kept for later
