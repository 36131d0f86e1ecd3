"""Equality in three values: the same, a spelling variant, or different.

Guarantees that `VARIANT` is returned wherever two careful readers could disagree (case, spaces, quotes, hyphens,
numbers written as text), so that a validator can leave such a case undecided.
"""

from __future__ import annotations

import re
import unicodedata
from decimal import Context, Decimal
from enum import IntEnum
from functools import cache

from pydantic import JsonValue

from specharness.validators.numerals import Numeral, exact, parse

EXACT_DIGITS = 15
"""Significant digits that every decimal keeps through a double (C's DBL_DIG, IEEE 754): a number of no more of them is
what somebody wrote; what arithmetic in doubles leaves (0.1 + 0.2 is 0.30000000000000004) has 16 or 17."""

COMPUTED_DIGITS = 12
"""Significant digits of a computed double that its noise leaves alone: ten thousand additions err in the 13th."""

COMPUTED_NOISE = Decimal("1e-13")
"""Share by which two numbers that both look computed may differ."""

MAX_DEPTH = 100
"""Deepest nesting that is compared; of deeper data it stays open whether they are equal."""

MAX_UNORDERED = 200
"""Items of a list that are looked for in any order; every one is compared with every other one."""

_MOMENT = re.compile(
    r"([0-9]{4}-[0-9]{2}-[0-9]{2})(?:[T ]([0-9]{2}:[0-9]{2})(?::([0-9]{2})(?:\.([0-9]{1,9}))?)?)?(?:Z|[+-]00(?::?00)?)?"
)
_SPELLING = re.compile(r"[\s\"'`“”‘’„«»_\-‐‑‒–—]+")


class Match(IntEnum):
    """Ordered: the worst of several is their minimum."""

    DIFFERENT = 0
    VARIANT = 1
    SAME = 2


def composed(text: str) -> str:
    """Unicode composed form (NFC): one text typed on two systems is one text."""
    return unicodedata.normalize("NFC", text)


def folded(text: str) -> str:
    """Without case, spaces, quotes, hyphens, underscores and compatibility forms."""
    return _SPELLING.sub("", unicodedata.normalize("NFKC", text).casefold())


def match_text(demanded: str, found: str) -> Match:
    """Texts: composed forms equal, or equal up to spelling, or different."""
    if composed(demanded) == composed(found):
        return Match.SAME
    if folded(demanded) == folded(found):
        return Match.VARIANT
    return Match.DIFFERENT


def moment_of(text: str) -> str | None:
    """A date or moment in ISO 8601 form in one spelling, so that a day is its midnight; None for all else. What a
    writer of a typed file makes of a day is not up to the agent alone."""
    form = _MOMENT.fullmatch(text.strip()) if text[:1].isdigit() or text[:1].isspace() else None
    if form is None:
        return None
    return f"{form[1]}T{form[2] or '00:00'}:{form[3] or '00'}.{(form[4] or '').rstrip('0')}"


def loosely(text: str) -> str:
    """What stays of a text, however it is spelt: `folded`, of a date or moment `moment_of`."""
    return moment_of(text) or folded(text)


def match_value(
    demanded: JsonValue, found: JsonValue, *, untyped: bool = False, tolerance: Decimal | None = None, depth: int = 0
) -> Match:
    """A demanded value against a found one. `untyped` says that the place found holds text only (CSV): there `5` is
    the number 5 and `true` a truth value, while in JSON text in the place of a number is a variant at best."""
    if depth > MAX_DEPTH:
        return Match.VARIANT
    if isinstance(demanded, bool):
        return _match_bool(demanded, found, untyped)
    if isinstance(demanded, int | float):
        return _match_number(demanded, found, untyped, tolerance)
    if isinstance(demanded, str):
        return _match_string(demanded, found)
    if demanded is None:
        return Match.SAME if found is None else Match.VARIANT if found == "" else Match.DIFFERENT
    if isinstance(demanded, list):
        return _match_list(demanded, found, tolerance, depth)
    if not isinstance(found, dict) or demanded.keys() != found.keys():
        return Match.DIFFERENT
    parts = (match_value(value, found[key], tolerance=tolerance, depth=depth + 1) for key, value in demanded.items())
    return min(parts, default=Match.SAME)


def close(left: Decimal, right: Decimal, tolerance: Decimal | None = None) -> bool:
    """Within an absolute tolerance where one is given, else equal up to the noise of binary fractions."""
    if tolerance is not None:
        return abs(left - right) <= tolerance
    return left == right or noise(left, right)


def noise(left: Decimal, right: Decimal, kept: int = COMPUTED_DIGITS) -> bool:
    """Whether two numbers differ by what doubles leave of decimal arithmetic. Numbers that were written (whole ones,
    and those of up to EXACT_DIGITS digits) have none: beside one of them the other has to be long, and be that one when
    it is rounded to `kept` digits (or to as many as it has, if they are more)."""
    longer, other = (left, right) if significant(left) > significant(right) else (right, left)
    if _written(longer):
        return False
    if not _written(other):
        return abs(left - right) <= COMPUTED_NOISE * max(abs(left), abs(right))
    digits = significant(other)
    return digits <= EXACT_DIGITS and Context(prec=max(digits, kept)).plus(longer) == other


def significant(number: Decimal) -> int:
    """Significant digits, without zeros at the end."""
    return len("".join(map(str, number.as_tuple().digits)).strip("0"))


def _written(number: Decimal) -> bool:
    return significant(number) <= EXACT_DIGITS or number == number.to_integral_value()


def _match_bool(demanded: bool, found: JsonValue, untyped: bool) -> Match:
    if isinstance(found, bool):
        return Match.SAME if found is demanded else Match.DIFFERENT
    if not isinstance(found, str):
        return Match.DIFFERENT
    word = found.strip().casefold()
    if word in ({"true"} if demanded else {"false"}):
        return Match.SAME if untyped else Match.VARIANT
    if word in ({"yes", "y", "1", "t", "on", "是"} if demanded else {"no", "n", "0", "f", "off", "否"}):
        return Match.VARIANT
    return Match.DIFFERENT


def _match_number(demanded: float, found: JsonValue, untyped: bool, tolerance: Decimal | None) -> Match:
    wanted = exact(demanded)
    if wanted is None:
        return Match.DIFFERENT
    if isinstance(found, str):
        numeral = parse(found)
        if numeral is None:
            return Match.DIFFERENT
        if close(wanted, numeral.value, tolerance):
            return Match.SAME if untyped and numeral.plain else Match.VARIANT
        return Match.VARIANT if _percent_of(numeral, wanted, tolerance) else Match.DIFFERENT
    value = exact(found)
    return Match.SAME if value is not None and close(wanted, value, tolerance) else Match.DIFFERENT


def _percent_of(numeral: Numeral, wanted: Decimal, tolerance: Decimal | None) -> bool:
    return "%" in numeral.affix and close(wanted, numeral.value.scaleb(-2), tolerance)


def _match_string(demanded: str, found: JsonValue) -> Match:
    if isinstance(found, str):
        by_text = match_text(demanded, found)
        if by_text is not Match.DIFFERENT:
            return by_text
        wanted, numeral = parse(demanded), parse(found)
        same_number = wanted is not None and numeral is not None and wanted.value == numeral.value
        same_moment = moment_of(found) is not None and moment_of(demanded) == moment_of(found)
        return Match.VARIANT if same_number or same_moment else Match.DIFFERENT
    if isinstance(found, bool):
        return Match.VARIANT if demanded.strip().casefold() == str(found).casefold() else Match.DIFFERENT
    value, wanted = exact(found), parse(demanded)
    if value is not None and wanted is not None and close(wanted.value, value):
        return Match.VARIANT
    return Match.DIFFERENT


def _match_list(demanded: list[JsonValue], found: JsonValue, tolerance: Decimal | None, depth: int) -> Match:
    if not isinstance(found, list) or len(demanded) != len(found):
        return Match.DIFFERENT
    match = cache(lambda one, other: match_value(demanded[one], found[other], tolerance=tolerance, depth=depth + 1))
    left = list(range(len(found)))
    in_order = min((match(place, place) for place in left), default=Match.SAME)
    if in_order is not Match.DIFFERENT:
        return in_order
    if len(left) > MAX_UNORDERED:
        return Match.VARIANT
    for one in range(len(demanded)):
        best = max(left, key=lambda other: match(one, other))
        if match(one, best) is Match.DIFFERENT:
            return Match.DIFFERENT
        left.remove(best)
    return Match.VARIANT
