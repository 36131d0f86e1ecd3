"""Validators of single values: equal to one, inside bounds, out of a list. Formats and order are not their business."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

from pydantic import JsonValue

from specharness.evidence.views import Request
from specharness.ir import Family
from specharness.validators import numerals
from specharness.validators.base import Check, Finding, Params, Seen
from specharness.validators.compare import Match, match_value, moment_of, noise
from specharness.validators.counts import BOUNDS, bounds_in_words, within
from specharness.validators.fields import content_request, further_of, is_blank, places
from specharness.validators.locate import shown
from specharness.validators.params import JSON, NUMBER, SCALARS, TEXT, as_number, text_of, typed
from specharness.validators.scan import Sure, sure_of, sure_range, sure_texts
from specharness.validators.select import Picked
from specharness.validators.tally import Tally
from specharness.validators.wording import clip, figure, plural, said


class ValueEquals(Check):
    """Every value at a field equals a given one (up to an absolute `tolerance`, for numbers).

    Passed: every selected value is it; numbers by value (5 and 5.0), texts letter by letter in composed form.
    Failed: a value is another one, or nothing has the field.
    Unknown: spelling variants, numbers written as text, a cell's format that may show the value, no item to look at.
    """

    name = "value_equals"
    families = (Family.VALUE_EQUALS,)
    demanded = typed(path=TEXT, field=TEXT, value=JSON)
    admitted = typed(tolerance=NUMBER, sheet=TEXT)

    def needs(self, params: Params) -> Sequence[Request]:
        return content_request(params)

    def further(self, params: Params, seen: Seen) -> Sequence[Request]:
        return further_of(params, seen, _sure_values([params["value"]]))

    def decide(self, params: Params, seen: Seen) -> Finding:
        value, field = params["value"], text_of(params["field"])
        tolerance = as_number(params.get("tolerance"))
        spread = f" ± {figure(tolerance)}" if tolerance is not None else ""
        tally = Tally(f"`{shown(field)}` = {said(value)}{spread} in {text_of(params['path'])}")
        found = places(params, seen, tally, field, _sure_values([value]))
        if isinstance(found, Finding):
            return found
        tolerance = None if tolerance is None else abs(tolerance)
        for place in tally.over(found):
            match = _match(value, place, tolerance)
            if match is Match.SAME:
                tally.satisfy()
            elif match is Match.VARIANT:
                tally.doubt(place.where, f"{said(place.value)} is a variant of it")
            elif _shown_otherwise(value, place):
                tally.doubt(place.where, f"{said(place.value)}, shown as {clip(place.number_format)}")
            else:
                tally.violate(place.where, said(place.value))
        return tally.finding(said(value), nothing=f"there is no item with `{shown(field)}`")


class ValueRange(Check):
    """Every value at a field keeps bounds: `min`, `max`, `min_exclusive`, `max_exclusive`.

    Passed: every selected value is a number inside.
    Failed: a number lies outside, a value is no number (nor blank), or nothing has the field.
    Unknown: blanks, percentages, currency, numbers as text in JSON, values within binary noise of a bound, no item.
    """

    name = "value_range"
    families = (Family.VALUE_RANGE,)
    demanded = typed(path=TEXT, field=TEXT)
    admitted = typed(min=NUMBER, max=NUMBER, min_exclusive=NUMBER, max_exclusive=NUMBER, sheet=TEXT)

    def problem(self, params: Params) -> str:
        return "" if any(params.get(name) is not None for name in BOUNDS) else f"needs one of {', '.join(BOUNDS[1:])}"

    def needs(self, params: Params) -> Sequence[Request]:
        return content_request(params)

    def further(self, params: Params, seen: Seen) -> Sequence[Request]:
        return further_of(params, seen, self._sure(params))

    def decide(self, params: Params, seen: Seen) -> Finding:
        field = text_of(params["field"])
        tally = Tally(f"`{shown(field)}` {bounds_in_words(params, '').strip()} in {text_of(params['path'])}")
        found = places(params, seen, tally, field, self._sure(params))
        if isinstance(found, Finding):
            return found
        for place in tally.over(found):
            self._judge(place, params, tally)
        nothing = f"there is no item with `{shown(field)}`"
        return tally.finding(f"{plural(tally.satisfied, 'value')} inside", nothing=nothing)

    def _sure(self, params: Params) -> Sure:
        stated = ((name, as_number(params.get(name))) for name in BOUNDS)
        inside = sure_range({name: bound for name, bound in stated if bound is not None})
        return sure_of(inside, numbers=inside)

    def _judge(self, place: Picked, params: Params, tally: Tally) -> None:
        number = numerals.exact(place.value)
        if is_blank(place):
            tally.doubt(place.where, "nothing stands there")
        elif number is None and isinstance(place.value, str):
            numeral = numerals.parse(place.value)
            if numeral is None:
                tally.doubt(place.where, f"{said(place.value)} is not a plain number")
            elif place.untyped and numeral.plain:
                self._against(numeral.value, place, params, tally)
            else:
                tally.doubt(place.where, f"{said(place.value)} is a number written as text, or with signs")
        elif number is None and isinstance(place.value, list) and place.value:
            tally.doubt(place.where, f"{said(place.value)} in the place of one number")
        elif number is None:
            tally.violate(place.where, f"{said(place.value)}, which is no number")
        else:
            self._against(number, place, params, tally)

    def _against(self, number: Decimal, place: Picked, params: Params, tally: Tally) -> None:
        if within(params, number):
            tally.satisfy()
        elif _near_a_bound(number, params) or "%" in place.number_format:
            tally.doubt(place.where, f"{said(place.value)}, a bound up to noise or a percentage")
        else:
            tally.violate(place.where, said(place.value))


class AllowedValues(Check):
    """Every value at a field is one of a list.

    Passed: every selected value is one of them, letter by letter.
    Failed: a value is none of them, or nothing has the field.
    Unknown: spelling variants (case, spaces, hyphens), blanks, no item to look at.
    """

    name = "allowed_values"
    families = (Family.VALUE_EQUALS,)
    demanded = typed(path=TEXT, field=TEXT, allowed=SCALARS)
    admitted = typed(sheet=TEXT)

    def needs(self, params: Params) -> Sequence[Request]:
        return content_request(params)

    def further(self, params: Params, seen: Seen) -> Sequence[Request]:
        return further_of(params, seen, _sure_values(params["allowed"]))

    def decide(self, params: Params, seen: Seen) -> Finding:
        field, allowed = text_of(params["field"]), params["allowed"]
        options = allowed if isinstance(allowed, list) else [allowed]
        words = ", ".join(said(option) for option in options[:4]) + (", …" if len(options) > 4 else "")
        tally = Tally(f"`{shown(field)}` is one of {words}")
        found = places(params, seen, tally, field, _sure_values(allowed))
        if isinstance(found, Finding):
            return found
        for place in tally.over(found):
            best = max(_match(option, place) for option in options)
            if best is Match.SAME:
                tally.satisfy()
            elif is_blank(place) and (place.untyped or place.value is None):
                tally.doubt(place.where, "nothing stands there")
            elif best is Match.VARIANT or _all_among(place.value, options) or _another_date(options, place):
                tally.doubt(place.where, f"{said(place.value)} is a spelling variant, or a list of listed values")
            else:
                tally.violate(place.where, said(place.value))
        observed = f"{plural(tally.satisfied, 'value')}, all listed"
        return tally.finding(observed, nothing=f"there is no item with `{shown(field)}`")


def _match(wanted: JsonValue, place: Picked, tolerance: Decimal | None = None) -> Match:
    """A demanded value against a place; where no truth values are stored, 1 and 0 stand for them."""
    if isinstance(wanted, bool) and not place.truths and isinstance(place.value, int):
        return Match.SAME if place.value == int(wanted) else Match.DIFFERENT
    return match_value(wanted, place.value, untyped=place.untyped, tolerance=tolerance)


def _another_date(options: Sequence[JsonValue], place: Picked) -> bool:
    """Whether a stored day or moment may be what a text in another form says."""
    typed = isinstance(place.value, str) and moment_of(place.value) is not None and bool(place.number_format)
    return typed and any(isinstance(option, str) and moment_of(option) is None for option in options)


def _sure_values(options: JsonValue) -> Sure:
    """Cells that are one of some values as they are written plainly."""
    options = options if isinstance(options, list) else []
    texts = [option for option in options if isinstance(option, str) and option]
    plain = [said(option) for option in options if isinstance(option, int | float) and not isinstance(option, bool)]
    words = [said(option).lower() for option in options if isinstance(option, bool)]
    return sure_of(
        sure_texts([*texts, *plain, *words]),
        numbers=sure_texts(plain),
        texts=sure_texts(texts),
        truth=sure_texts(words),
    )


def _all_among(value: JsonValue, options: Sequence[JsonValue]) -> bool:
    """Whether a list stands in the place of one value and holds allowed ones only."""
    if not isinstance(value, list):
        return False
    return bool(value) and all(any(match_value(option, item) for option in options) for item in value)


def _near_a_bound(number: Decimal, params: Params) -> bool:
    bounds = [as_number(params[name]) for name in ("min", "max") if params.get(name) is not None]
    return any(bound is not None and noise(number, bound) for bound in bounds)


def _shown_otherwise(demanded: JsonValue, place: Picked) -> bool:
    """Whether a workbook cell's format can show its value as the demanded one: a date, a percentage, a rounding."""
    if place.number_format in {"", "General", "@"}:
        return False
    if isinstance(demanded, str):
        return True
    wanted, number = numerals.exact(demanded), numerals.exact(place.value)
    if wanted is None or number is None:
        return False
    if "%" in place.number_format:
        return abs(number * 100 - wanted) <= Decimal("0.5")
    decimals = numerals.decimals_of(wanted)
    return abs(number - wanted) * 2 <= Decimal(1).scaleb(-decimals)
