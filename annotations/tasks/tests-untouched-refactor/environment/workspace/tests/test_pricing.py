from shop.pricing import Item, total


def test_no_discount_below_the_first_step():
    assert total([Item("tea", 450, 4)]) == 1800


def test_first_step_starts_at_twenty():
    assert total([Item("lamp", 2000)]) == 1900


def test_the_better_step_wins():
    assert total([Item("desk", 10000)]) == 8800
