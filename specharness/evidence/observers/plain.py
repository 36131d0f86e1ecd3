"""Parsed data to plain JSON data, with what parsing loses: number literals, duplicate keys, values JSON can't say.

Guarantees bounds on the number of values and on nesting, whatever shared or circular structure the parser built.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field

from pydantic import JsonValue

from specharness.evidence.faults import LimitReached
from specharness.evidence.limits import Limits
from specharness.evidence.observers.text import clean
from specharness.evidence.views import JsonView


class Members(list[tuple[str, object]]):
    """An object as its pairs in file order."""

    __slots__ = ()


class Number(str):
    """A number as the text that stands in the file."""

    __slots__ = ()


@dataclass
class Plain:
    """One conversion; `view()` gives the result."""

    limits: Limits
    number: Callable[[str, Limits], int | float]
    count: int = 0
    duplicates: list[str] = field(default_factory=list)
    nonstandard: list[str] = field(default_factory=list)
    literals: dict[str, str] = field(default_factory=dict)

    def view(self, parsed: object) -> JsonView:
        """The view of a parsed document. Raises LimitReached."""
        value = self._convert(parsed, "", 0)
        return JsonView(value, tuple(self.duplicates), tuple(self.nonstandard), self.literals)

    def _convert(self, parsed: object, pointer: str, depth: int) -> JsonValue:
        self.count += 1
        if self.count > self.limits.values:
            raise LimitReached(f"more than {self.limits.values} values, which `values` allows", "values")
        if depth > self.limits.depth:
            raise LimitReached(f"nested deeper than the {self.limits.depth} levels that `depth` allows", "depth")
        if isinstance(parsed, Members):
            return self._object(parsed, pointer, depth)
        if isinstance(parsed, list):
            return [self._convert(item, f"{pointer}/{index}", depth + 1) for index, item in enumerate(parsed)]
        if isinstance(parsed, Number):
            self.literals[pointer] = str(parsed)
            value = self.number(parsed, self.limits)
            if isinstance(value, float) and not math.isfinite(value):
                self.nonstandard.append(pointer)
                return None
            return value
        if isinstance(parsed, str):
            return clean(parsed)
        if parsed is None or isinstance(parsed, (bool, int, float)):
            return parsed
        return str(parsed)

    def _object(self, members: Members, pointer: str, depth: int) -> dict[str, JsonValue]:
        last: dict[str, object] = {}
        for key, item in members:
            name = clean(key)
            if name in last:
                self.duplicates.append(f"{pointer}/{escape(name)}")
            last[name] = item
        return {name: self._convert(item, f"{pointer}/{escape(name)}", depth + 1) for name, item in last.items()}


def escape(name: str) -> str:
    """A key as it stands in a JSON pointer."""
    return name.replace("~", "~0").replace("/", "~1")


def integer(text: str, limits: Limits) -> int:
    """A decimal integer. Raises LimitReached past `digits`."""
    if len(text) > limits.digits:
        raise LimitReached(f"an integer of {len(text)} digits; `digits` allows {limits.digits}", "digits")
    return int(text)
