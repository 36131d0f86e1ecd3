"""Whether a found number is the demanded result: tolerance, stated rounding, and the noise of binary arithmetic.

Guarantees the rule of all validators: it agrees only if it does under every reading, and disagrees only if it does
under none and no ordinary way of rounding explains it.
"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

from specharness.validators import numerals
from specharness.validators.base import Params
from specharness.validators.compare import COMPUTED_DIGITS, EXACT_DIGITS, Match, noise, significant
from specharness.validators.evaluate import Result
from specharness.validators.params import COUNT, NUMBER, ParamType, as_number
from specharness.validators.wording import figure

ROUNDED_SHARE = Decimal("0.01")
"""A value that is the result rounded or cut off to its own decimals, where no rounding is stated, may be meant as the
result; one that loses more than this share of it is not."""

SCALE_NOISE = Decimal("1e-12")
"""Error of a sum in doubles, as a share of the magnitudes that went into it: a million additions err by far less."""

EXACT_WHOLE = 2**53
"""Whole numbers below are exact in doubles, and so are their sums."""

CLOSENESS: dict[str, ParamType] = {"tolerance": NUMBER, "relative": NUMBER, "decimals": COUNT}
"""Parameters of every validator that compares results."""


@dataclass(frozen=True)
class Closeness:
    """How close is close enough."""

    tolerance: Decimal | None = None
    """Absolute."""
    relative: Decimal | None = None
    """As a share of the result: 0.01 for one per cent."""
    decimals: int | None = None
    """The result is stated to be rounded to so many."""

    @classmethod
    def of(cls, params: Params) -> Closeness:
        tolerance, relative = as_number(params.get("tolerance")), as_number(params.get("relative"))
        decimals = as_number(params.get("decimals"))
        return cls(
            None if tolerance is None else abs(tolerance),
            None if relative is None else abs(relative),
            None if decimals is None else min(int(decimals), 60),
        )

    def words(self) -> str:
        """` ± 0.5`, ` within 0.01 of it`, ` to 2 decimals`, or nothing."""
        parts = []
        if self.tolerance is not None:
            parts.append(f" ± {figure(self.tolerance)}")
        if self.relative is not None:
            parts.append(f" within a share of {figure(self.relative)}")
        if self.decimals is not None:
            parts.append(f" to {self.decimals} decimals")
        return "".join(parts)

    def compare(self, found: Decimal, result: Result) -> Match:
        """SAME: under every reading; DIFFERENT: under none; else VARIANT."""
        found = Decimal(found)
        if all(self._agrees(found, reading) for reading in result.readings):
            return Match.SAME
        if any(self._may_agree(found, reading, result.scale) for reading in result.readings):
            return Match.VARIANT
        if result.dense and min(result.readings) <= found <= max(result.readings):
            return Match.VARIANT
        return Match.DIFFERENT

    def _allowed(self, reading: Decimal) -> Decimal | None:
        """The largest difference that is stated to be fine."""
        stated = []
        if self.tolerance is not None:
            stated.append(self.tolerance)
        if self.relative is not None:
            stated.append(self.relative * abs(reading))
        if self.decimals is not None:
            half = Decimal(5).scaleb(-self.decimals - 1)
            stated = [spread + half for spread in stated] or [half]
        return max(stated) if stated else None

    def _agrees(self, found: Decimal, reading: Decimal) -> bool:
        difference = abs(found - reading)
        allowed = self._allowed(reading)
        if allowed is not None and difference <= allowed:
            return True
        # a result that was written with few digits was rounded, unless they are all that a double keeps
        kept = COMPUTED_DIGITS if significant(found) > EXACT_DIGITS else EXACT_DIGITS
        return not difference or noise(found, reading, kept)

    def _may_agree(self, found: Decimal, reading: Decimal, scale: Decimal) -> bool:
        difference = abs(found - reading)
        allowed = self._allowed(reading)
        exact = scale < EXACT_WHOLE and found == found.to_integral_value() and reading == reading.to_integral_value()
        noise = Decimal(0) if exact else SCALE_NOISE * scale
        if self._agrees(found, reading) or difference <= (allowed or Decimal(0)) + noise:
            return True
        if self.decimals is not None:
            return difference < (allowed or Decimal(0)) + Decimal(5).scaleb(-self.decimals - 1)
        if allowed is not None:
            return False
        unit = Decimal(1).scaleb(-numerals.decimals_of(found))
        cut_off = difference < unit and abs(found) < abs(reading)
        return (cut_off or difference <= unit / 2) and difference <= ROUNDED_SHARE * abs(reading)
