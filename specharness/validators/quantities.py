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
    _WORDS, lambda value: "" if (found := _quantity(value)) is not None and found.kind else f"must be {_WORDS}"
)
_BYTES = "a number of bytes with its unit, such as `5 MB`"


def _is_bytes(value: JsonValue) -> bool:
    found = _quantity(value)
    return found is not None and found.kind == "bytes" and found.number >= 0


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
        kinds = {found.kind for found in bounds}
        if not kinds:
            return f"needs one of {', '.join(_BOUNDS)}"
        unit = units.unit_of(text_of(params.get("unit")))
        if len(kinds | ({unit.kind} if unit else set())) > 1:
            return "has units of several kinds"
        tolerance = _quantity(params.get("tolerance"))
        if tolerance is None:
            return ""
        if "value" not in params or tolerance.number < 0:
            return "has a tolerance without a value, or one below zero"
        return "" if tolerance.kind in {*kinds, "percent"} else "has a tolerance of another kind"

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
    own = Quantity(number) if number is not None else _quantity(place.value)
    if own is None:
        known = isinstance(place.value, str) and any(mark.isdigit() for mark in place.value)
        (tally.doubt if known else tally.violate)(place.where, f"{said(place.value)} is no known quantity")
        return
    if own.unit is units.BARE:
        shown_as = Unit("percent", units.ONE) if place.number_format.endswith("%") else None
        own = Quantity(own.number, shown_as or units.unit_of(text_of(params.get("unit"))) or units.BARE)
    if own.unit is units.BARE:
        tally.doubt(place.where, f"{said(place.value)}, whose unit is not said")
    elif own.kind != wanted.kind:
        money = own.kind.startswith("currency") and wanted.kind.startswith("currency")
        (tally.doubt if money else tally.violate)(place.where, f"{said(place.value)}, of another kind")
    else:
        answers = {_holds(_base(own, binary), params, binary) for binary in (False, True)}
        if answers == {True}:
            tally.satisfy()
        elif answers == {False}:
            tally.violate(place.where, said(place.value))
        else:
            tally.doubt(place.where, f"{said(place.value)}, by whether K, M and G are powers of 1000 or 1024")


def _base(found: Quantity, binary: bool) -> Decimal:
    """The amount in base units; `binary` takes KB, MB, … as powers of 1024."""
    return found.bases()[-1 if binary else 0]


def _holds(amount: Decimal, params: Params, binary: bool) -> bool:
    """Whether an amount in base units keeps every bound."""
    stated = {name: found for name in _BOUNDS if (found := _quantity(params.get(name)))}
    bound = {name: _base(found, binary) for name, found in stated.items()}
    if "value" in bound and abs(amount - bound["value"]) > _spread(stated["value"], params, binary):
        return False
    return (
        amount >= bound.get("min", amount)
        and amount <= bound.get("max", amount)
        and ("min_exclusive" not in bound or amount > bound["min_exclusive"])
        and ("max_exclusive" not in bound or amount < bound["max_exclusive"])
    )


def _spread(value: Quantity, params: Params, binary: bool) -> Decimal:
    tolerance = _quantity(params.get("tolerance"))
    if tolerance is None:
        return Decimal(0)
    if tolerance.kind == "percent" and value.kind != "percent":
        return abs(_base(value, binary)) * tolerance.base()
    return _base(tolerance, binary)


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
        if view.type != "file":
            return Finding(Outcome.FAILED, expected, f"a {view.type}" if view.exists else "nothing stands there")
        answers = {_holds(Decimal(view.size), params, binary) for binary in (False, True)}
        if len(answers) > 1:
            message = f"{plural(view.size, 'byte')}, by whether K, M and G are powers of 1000 or 1024"
            return Finding(Outcome.UNKNOWN, expected, "undecided", message=message)
        return Finding(Outcome.PASSED if answers == {True} else Outcome.FAILED, expected, plural(view.size, "byte"))
