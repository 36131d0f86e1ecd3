"""Numbers as they are written: value, decimals and notation of one literal.

Guarantees exact decimal arithmetic (never binary rounding) and that text which only resembles a number is no number.
Whether a notation is allowed is for the validators.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from decimal import Decimal

from pydantic import JsonValue

MAX_LITERAL = 400
"""Longest literal read as a number. The longest double written in full has 309 digits before its point."""

_FORM = re.compile(
    r"(?P<before>[$€£¥₹]?)(?P<sign>[+\-−]?)(?P<after>[$€£¥₹]?)"
    r"(?:(?P<grouped>[0-9]{1,3}(?:,[0-9]{3})+)|(?P<whole>[0-9]*))"
    r"(?:\.(?P<fraction>[0-9]*))?(?:[eE](?P<exponent>[+-]?[0-9]{1,4}))?(?P<percent>\s?%)?"
)


@dataclass(frozen=True)
class Numeral:
    value: Decimal
    """As written: `12%` is 12."""
    decimals: int
    """Digits after the decimal point, of the number that the literal denotes: 3 for `0.120` and for `12e-2` 2."""
    scientific: bool = False
    thousands: bool = False
    affix: str = ""
    """A currency sign or `%` that stands with the number."""

    @property
    def plain(self) -> bool:
        """Digits, sign and point only, so that its meaning is beyond doubt."""
        return not (self.thousands or self.affix)


def parse(text: str) -> Numeral | None:
    """The number that the whole text (spaces around it aside) denotes, or None."""
    text = text.strip()
    if len(text) > MAX_LITERAL:
        return None
    form = _FORM.fullmatch(text)
    if form is None:
        return None
    whole = (form["grouped"] or form["whole"] or "").replace(",", "")
    fraction = form["fraction"] or ""
    if not whole and not fraction:
        return None
    exponent = int(form["exponent"] or 0)
    sign = "-" if form["sign"] in {"-", "−"} else ""
    return Numeral(
        value=Decimal(f"{sign}{whole or '0'}.{fraction or '0'}E{exponent}"),
        decimals=max(0, len(fraction) - exponent),
        scientific=form["exponent"] is not None,
        thousands=form["grouped"] is not None,
        affix=form["before"] + form["after"] + (form["percent"] or "").strip(),
    )


def exact(value: JsonValue) -> Decimal | None:
    """A JSON number as the decimal that stands in the file; None for booleans, NaN, infinities and all else."""
    if isinstance(value, bool):
        return None
    if isinstance(value, int):
        return Decimal(value)
    if isinstance(value, float) and math.isfinite(value):
        return Decimal(repr(value))
    return None


def decimals_of(value: Decimal) -> int:
    """Digits after the point without trailing zeros: JSON's 12.50 and 12.5 are one number."""
    _, digits, exponent = value.as_tuple()
    if not isinstance(exponent, int) or exponent >= 0:
        return 0
    trailing = 0
    for digit in reversed(digits):
        if digit or trailing == -exponent:
            break
        trailing += 1
    return -exponent - trailing
