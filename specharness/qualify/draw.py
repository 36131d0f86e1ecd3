"""Seeded material for cases: words, names, numbers, dates, tables. The same seed gives the same draws everywhere."""

from __future__ import annotations

import csv
import io
import json
import random
from collections.abc import Sequence
from decimal import Decimal
from typing import TypeVar

T = TypeVar("T")

_WORDS = (
    "amber basin cedar delta ember fjord grove harbor island juniper kettle lagoon meadow nectar orchard pebble quarry "
    "river summit timber upland valley willow yonder zephyr anchor beacon canyon dune estuary falcon glacier heron "
    "inlet jetty kiln lantern marsh nickel otter prairie quartz ridge saddle thicket umbra vessel wharf yarrow"
).split()


class Draw:
    """Draws of one seed. Not thread-safe; order matters."""

    def __init__(self, seed: str) -> None:
        self.random = random.Random(seed)  # text seeds don't depend on the hash seed
        self._fresh = list(_WORDS)
        self.random.shuffle(self._fresh)

    def integer(self, low: int, high: int) -> int:
        """Both ends included."""
        return self.random.randint(low, high)

    def decimal(self, low: int, high: int, places: int = 2) -> Decimal:
        """A number with exactly so many decimals whose last one is not 0, strictly between the two."""
        scale = 10**places
        number = self.random.randint(low * scale + 1, high * scale - 1)
        if places and number % 10 == 0:
            number += 1
        return Decimal(number).scaleb(-places)

    def pick(self, options: Sequence[T]) -> T:
        """One of them."""
        return self.random.choice(options)

    def sample(self, options: Sequence[T], number: int) -> list[T]:
        """So many different ones, in random order."""
        return self.random.sample(list(options), number)

    def shuffled(self, items: Sequence[T]) -> list[T]:
        """All of them in another order, where there are two different ones."""
        mixed = list(items)
        while mixed == list(items) and any(item != items[0] for item in items):
            self.random.shuffle(mixed)
        return mixed

    def word(self) -> str:
        """A word that this seed has not drawn before (with a number once all are used), inside of no other one."""
        return self._fresh.pop() if self._fresh else f"w{self.random.randrange(10**6):06d}"

    def words(self, number: int) -> list[str]:
        """So many words, each as `word`."""
        return [self.word() for _ in range(number)]

    def sentence(self, words: int = 8) -> str:
        """A sentence of so many words, repetitions allowed, with a full stop."""
        text = " ".join(self.random.choice(_WORDS) for _ in range(words))
        return text[0].upper() + text[1:] + "."

    def date(self) -> str:
        """ISO 8601; day above 12, so that day and month can't be mistaken."""
        return f"{self.integer(2001, 2029)}-{self.integer(1, 12):02d}-{self.integer(13, 28)}"

    def rows(self, number: int) -> list[list[str]]:
        """Rows `id, name, amount`: ids rise from 1, names repeat seldom, amounts have two decimals."""
        return [[str(n), self.random.choice(_WORDS), f"{self.decimal(1, 900)}"] for n in range(1, number + 1)]


def csv_text(columns: Sequence[str], rows: Sequence[Sequence[object]], delimiter: str = ",") -> str:
    """A table as CSV."""
    stream = io.StringIO()
    csv.writer(stream, delimiter=delimiter, lineterminator="\n").writerows([columns, *rows])
    return stream.getvalue()


def json_text(value: object, indent: int | None = 2) -> str:
    """A value as JSON."""
    return json.dumps(value, indent=indent, ensure_ascii=False) + "\n"
