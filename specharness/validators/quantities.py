"""Validators of quantities: values with a unit, up to a tolerance; sizes of files."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

from pydantic import JsonValue

from specharness.evidence.views import FileView, Request, ViewKind
from specharness.ir import Family, Outcome
from specharness.validators import numerals, units
from specharness.validators.base import Check, Finding, Params, Seen, view_or_finding
from specharness.validators.fields import content_request, is_blank, places
from specharness.validators.locate import shown
from specharness.validators.params import TEXT, ParamType, text_of, typed
from specharness.validators.select import Picked
from specharness.validators.tally import Tally
from specharness.validators.units import Quantity, Unit
from specharness.validators.wording import clip, plural, said

_WORDS = "a number with its unit, such as `5 km`, `20 %`, `1.5 h`, `10 MB`"


def _quantity(value: JsonValue) -> Quantity | None:
    return units.read(value) if isinstance(value, str) else None


QUANTITY = ParamType(
    _WORDS, lambda value: "" if (found := _quantity(value)) is not None and found.unit else f"must be {_WORDS}"
)
_BYTES = "a number of bytes with its unit, such as `5 MB`"


def _is_bytes(value: JsonValue) -> bool:
    found = _quantity(value)
    return found is not None and found.unit is not None and found.unit.kind == "bytes" and found.number >= 0


BYTES = ParamType(_BYTES, lambda value: "" if _is_bytes(value) else f"must be {_BYTES}")
_UNIT = "the name of a unit: `km`, `g`, `s`, `%`, `USD`"
UNIT = ParamType(
    _UNIT, lambda value: "" if isinstance(value, str) and units.unit_of(value) is not None else f"must be {_UNIT}"
)
_BOUNDS = ("value", "min", "max", "min_exclusive", "max_exclusive")


class QuantityIs(Check):
    """Every value at a field is a quantity: equal to `value` up to `tolerance` (of the same kind, or in percent of the
    value), or inside `min`, `max`, `min_exclusive`, `max_exclusive`. Units of one kind are converted, currencies are
    not. `unit` says which unit a bare number at the field has.

    Passed: every value is a quantity of that kind, equal up to the tolerance, or inside.
    Failed: a value is another amount, of another kind, or no quantity; nothing has the field.
    Unknown: a bare number where no `unit` is stated; KB, MB and GB where the reading (1000 or 1024) decides; blanks;
    another currency; a unit that is not known; no value.
    """

    name = "quantity"
    families = (Family.VALUE_EQUALS, Family.VALUE_RANGE)
    demanded = typed(path=TEXT, field=TEXT)
    admitted = typed(
        value=QUANTITY,
        tolerance=QUANTITY,
        min=QUANTITY,
        max=QUANTITY,
        min_exclusive=QUANTITY,
        max_exclusive=QUANTITY,
        unit=UNIT,
        sheet=TEXT,
    )

    def problem(self, params: Params) -> str:
        bounds = [found for name in _BOUNDS if (found := _quantity(params.get(name)))]
        kinds = {found.unit.kind for found in bounds if found.unit}
        if not kinds:
            return f"needs one of {', '.join(_BOUNDS)}"
        unit = units.unit_of(text_of(params.get("unit")))
        if len(kinds | ({unit.kind} if unit else set())) > 1:
            return "has units of several kinds"
        tolerance = _quantity(params.get("tolerance"))
        if tolerance is None or tolerance.unit is None:
            return ""
        if "value" not in params or tolerance.number < 0:
            return "has a tolerance without a value, or one below zero"
        return "" if tolerance.unit.kind in {*kinds, "percent"} else "has a tolerance of another kind"

    def needs(self, params: Params) -> Sequence[Request]:
        return content_request(params)

    def decide(self, params: Params, seen: Seen) -> Finding:
        field = text_of(params["field"])
        tally = Tally(f"`{shown(field)}` {_in_words(params)} in {text_of(params['path'])}")
        found = places(params, seen, tally, field)
        if isinstance(found, Finding):
            return found
        for place in found:
            if is_blank(place):
                tally.doubt(place.where, "nothing stands there")
            else:
                _judge(place, params, tally)
        return tally.finding(plural(tally.satisfied, "quantity"), nothing=f"there is no item with `{shown(field)}`")


def _in_words(params: Params) -> str:
    words = {
        "value": "=",
        "min": "at least",
        "max": "at most",
        "min_exclusive": "more than",
        "max_exclusive": "less than",
    }
    parts = [f"{words[name]} {params[name]}" for name in _BOUNDS if params.get(name)]
    spread = f" ± {params['tolerance']}" if params.get("tolerance") else ""
    return clip(" and ".join(parts) + spread)


def _judge(place: Picked, params: Params, tally: Tally) -> None:
    wanted = next(found for name in _BOUNDS if (found := _quantity(params.get(name))))
    number = numerals.exact(place.value)
    own = Quantity(number, None) if number is not None else _quantity(place.value)
    if own is None:
        known = isinstance(place.value, str) and any(mark.isdigit() for mark in place.value)
        (tally.doubt if known else tally.violate)(place.where, f"{said(place.value)} is no known quantity")
        return
    if own.unit is None:
        if place.number_format.endswith("%") and wanted.unit is not None and wanted.unit.kind == "percent":
            own = Quantity(own.number, Unit("percent", Decimal(1)))
        else:
            own = Quantity(own.number, units.unit_of(text_of(params.get("unit"))))
    if own.unit is None:
        tally.doubt(place.where, f"{said(place.value)}, whose unit is not said")
    elif wanted.unit is None or own.unit.kind != wanted.unit.kind:
        money = own.unit.kind.startswith("currency") and str(wanted.unit and wanted.unit.kind).startswith("currency")
        (tally.doubt if money else tally.violate)(place.where, f"{said(place.value)}, of another kind")
    else:
        answers = {_holds(own.bases()[min(reading, len(own.bases()) - 1)], params, reading) for reading in (0, 1)}
        if answers == {True}:
            tally.satisfy()
        elif answers == {False}:
            tally.violate(place.where, said(place.value))
        else:
            tally.doubt(place.where, f"{said(place.value)}, by whether K, M and G are powers of 1000 or 1024")


def _holds(amount: Decimal, params: Params, reading: int) -> bool:
    """Whether an amount in base units keeps every bound; `reading` 1 takes KB, MB, … as powers of 1024."""
    bound = {
        name: found.bases()[min(reading, len(found.bases()) - 1)]
        for name in _BOUNDS
        if (found := _quantity(params.get(name)))
    }
    if "value" in bound and abs(amount - bound["value"]) > _spread(bound["value"], params, reading):
        return False
    tests = (
        ("min", amount >= bound.get("min", amount)),
        ("max", amount <= bound.get("max", amount)),
        ("min_exclusive", "min_exclusive" not in bound or amount > bound["min_exclusive"]),
        ("max_exclusive", "max_exclusive" not in bound or amount < bound["max_exclusive"]),
    )
    return all(holds for _, holds in tests)


def _spread(value: Decimal, params: Params, reading: int) -> Decimal:
    tolerance = _quantity(params.get("tolerance"))
    if tolerance is None or tolerance.unit is None:
        return Decimal(0)
    if tolerance.unit.kind == "percent" and _kind(params) != "percent":
        return abs(value) * tolerance.base()
    return tolerance.bases()[min(reading, len(tolerance.bases()) - 1)]


def _kind(params: Params) -> str:
    value = _quantity(params.get("value"))
    return value.unit.kind if value is not None and value.unit is not None else ""


class FileSize(Check):
    """A file has `min`, `max`, `min_exclusive`, `max_exclusive` bytes, given with a unit.

    Passed: its size is inside under both readings of KB, MB and GB.
    Failed: outside under both; nothing stands at the path, or a folder.
    Unknown: the reading (1000 or 1024) decides.
    """

    name = "file_size"
    families = (Family.RESOURCE_LIMIT,)
    demanded = typed(path=TEXT)
    admitted = typed(min=BYTES, max=BYTES, min_exclusive=BYTES, max_exclusive=BYTES)

    def problem(self, params: Params) -> str:
        return "" if any(params.get(name) for name in _BOUNDS) else f"needs one of {', '.join(_BOUNDS[1:])}"

    def needs(self, params: Params) -> Sequence[Request]:
        return (Request(ViewKind.FILE, text_of(params["path"])),)

    def decide(self, params: Params, seen: Seen) -> Finding:
        expected = f"the size of {text_of(params['path'])} {_in_words(params)}"
        view = view_or_finding(seen, self.needs(params)[0], FileView, expected)
        if isinstance(view, Finding):
            return view
        if not view.exists or view.type != "file":
            return Finding(Outcome.FAILED, expected, f"a {view.type}" if view.exists else "nothing stands there")
        answers = {_holds(Decimal(view.size), params, reading) for reading in (0, 1)}
        if len(answers) > 1:
            message = f"{plural(view.size, 'byte')}, by whether K, M and G are powers of 1000 or 1024"
            return Finding(Outcome.UNKNOWN, expected, "undecided", message=message)
        return Finding(Outcome.PASSED if answers == {True} else Outcome.FAILED, expected, plural(view.size, "byte"))
