"""Quantities with units: lengths, masses, times, bytes, percent. Exact, in decimals.

Guarantees that only units of one kind are compared and that a word which may be two units (`m`, `M`, `t`) is read only
where its kind is known. Currencies are units of their own: none is converted into another.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal

from specharness.validators import numerals

_D = Decimal
_KINDS: dict[str, dict[str, Decimal]] = {
    "length": {
        "nm": _D("1e-9"), "µm": _D("1e-6"), "um": _D("1e-6"), "mm": _D("0.001"), "cm": _D("0.01"), "dm": _D("0.1"),
        "m": _D(1), "km": _D(1000), "in": _D("0.0254"), "ft": _D("0.3048"), "yd": _D("0.9144"), "mi": _D("1609.344"),
        "inch": _D("0.0254"), "inches": _D("0.0254"), "feet": _D("0.3048"), "foot": _D("0.3048"),
        "mile": _D("1609.344"), "miles": _D("1609.344"), "meter": _D(1), "meters": _D(1), "metre": _D(1),
        "metres": _D(1), "kilometers": _D(1000), "kilometres": _D(1000),
    },
    "mass": {
        "µg": _D("1e-9"), "mg": _D("1e-6"), "g": _D("0.001"), "kg": _D(1), "t": _D(1000), "lb": _D("0.45359237"),
        "lbs": _D("0.45359237"), "oz": _D("0.028349523125"), "gram": _D("0.001"), "grams": _D("0.001"),
        "kilogram": _D(1), "kilograms": _D(1), "pounds": _D("0.45359237"), "tonne": _D(1000), "tonnes": _D(1000),
    },
    "time": {
        "ns": _D("1e-9"), "µs": _D("1e-6"), "us": _D("1e-6"), "ms": _D("0.001"), "s": _D(1), "sec": _D(1),
        "min": _D(60), "h": _D(3600), "hr": _D(3600), "d": _D(86400), "second": _D(1), "seconds": _D(1), "secs": _D(1),
        "minute": _D(60), "minutes": _D(60), "mins": _D(60), "hour": _D(3600), "hours": _D(3600), "hrs": _D(3600),
        "day": _D(86400), "days": _D(86400), "week": _D(604800), "weeks": _D(604800),
        "milliseconds": _D("0.001"), "millisecond": _D("0.001"),
    },
    "bytes": {
        "B": _D(1), "byte": _D(1), "bytes": _D(1), "kB": _D(1000), "KB": _D(1000), "MB": _D(10**6), "GB": _D(10**9),
        "TB": _D(10**12), "KiB": _D(1024), "MiB": _D(1024**2), "GiB": _D(1024**3), "TiB": _D(1024**4),
    },
    "percent": {"%": _D("0.01"), "percent": _D("0.01"), "bp": _D("0.0001"), "bps": _D("0.0001"), "‰": _D("0.001")},
}  # fmt: skip
_CURRENCIES = frozenset("$ € £ ¥ ₹ USD EUR GBP JPY CNY CHF INR AUD CAD RMB SEK NOK DKK".split())

BINARY = {"KB": _D(1024), "MB": _D(1024**2), "GB": _D(1024**3), "TB": _D(1024**4)}
"""Read as powers of 1000 by some and of 1024 by others, which are here."""

_FORM = re.compile(
    r"\s*(?P<before>[$€£¥₹])?\s*(?P<number>[+\-−]?[\d.,]*\d(?:[eE][+-]?\d{1,3})?)\s*(?P<unit>[^\d\s.,]{0,14})\s*"
)


@dataclass(frozen=True)
class Unit:
    kind: str
    """`length`, `mass`, `time`, `bytes`, `percent`, or `currency NAME`."""
    factor: Decimal
    """How many base units (metre, kilogram, second, byte, one) it is."""


ONE = _D(1)
BARE = Unit("", ONE)
"""Of a number without a unit."""


@dataclass(frozen=True)
class Quantity:
    number: Decimal
    unit: Unit = BARE
    binary: Decimal | None = None
    """The factor under the other reading of `KB`, `MB`, …"""

    @property
    def kind(self) -> str:
        """The unit's; empty for a bare number."""
        return self.unit.kind

    def base(self) -> Decimal:
        """The amount in base units; a bare number as it is."""
        return self.number * self.unit.factor

    def bases(self) -> tuple[Decimal, ...]:
        """The amount under every reading of its unit."""
        return (self.base(),) if self.binary is None else (self.base(), self.number * self.binary)


def unit_of(name: str) -> Unit | None:
    """The unit of this name. Capitals count only where they tell two units apart."""
    name = name.strip().removesuffix(".")
    if name in _CURRENCIES:
        return Unit(f"currency {name}", ONE)
    exact = next((Unit(kind, units[name]) for kind, units in _KINDS.items() if name in units), None)
    if exact is not None or len(name) < 3:
        return exact
    lower = name.lower()
    return next((Unit(kind, units[lower]) for kind, units in _KINDS.items() if lower in units), None)


def read(text: str) -> Quantity | None:
    """The quantity that the whole text is; None where it is none, or its unit is not known."""
    if len(text) > numerals.MAX_LITERAL:
        return None
    form = _FORM.fullmatch(text)
    if form is None or (form["unit"] and form["before"]):
        return None
    numeral, name = numerals.parse(form["number"]), form["unit"] or form["before"]
    unit = unit_of(name) if name else BARE
    return None if numeral is None or unit is None else Quantity(numeral.value, unit, BINARY.get(name))
