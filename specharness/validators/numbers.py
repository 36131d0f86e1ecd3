"""Validators of how numbers are written: decimals, scientific notation, thousands separators; and of a file that is
one number. Which number is right is not their business."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal

from specharness.evidence.views import JsonView, Request, TableView, TextView, ViewKind
from specharness.ir import Family, Outcome
from specharness.validators import numerals
from specharness.validators.base import Check, Finding, Params, Seen, view_or_finding
from specharness.validators.fields import content_request, further_of, is_blank, places
from specharness.validators.locate import shown
from specharness.validators.params import BOOL, COUNT, TEXT, as_number, choice, text_of, typed
from specharness.validators.scan import Sure, sure_decimals, sure_of
from specharness.validators.select import Picked, item_of, member_of
from specharness.validators.subject import VIEWS
from specharness.validators.tally import Tally
from specharness.validators.wording import clip, plural, said

_NOISE = Decimal("1e-9")
"""A sum of rounded numbers such as 30.299999999999997 is rounded up to binary noise."""


class NumberFormat(Check):
    """Numbers are written with so many decimals, and without scientific notation or thousands separators if asked.

    `mode` `exact`: that many digits after the point (in CSV and plain text; a JSON or workbook number has no trailing
    zeros, so that `max` is used there); `max` (default): no more than that. Without `field`: every number of the file.

    Passed: every number keeps it; blanks are left out.
    Failed: a number surely breaks it, or nothing has the field.
    Unknown: values that are no plain numbers, trailing zeros beyond `decimals` in mode `max`, binary noise, a workbook
    cell whose format shows fewer digits, prose with numbers of other kinds, no number at all.
    """

    name = "number_format"
    families = (Family.NUMBER_FORMAT,)
    demanded = typed(path=TEXT)
    admitted = typed(
        decimals=COUNT,
        field=TEXT,
        sheet=TEXT,
        mode=choice("exact", "max"),
        no_scientific=BOOL,
        no_thousands=BOOL,
    )

    def problem(self, params: Params) -> str:
        asked = params.get("decimals") is not None or params.get("no_scientific") or params.get("no_thousands")
        return "" if asked else "needs one of decimals, no_scientific, no_thousands"

    def needs(self, params: Params) -> Sequence[Request]:
        return content_request(params)

    def further(self, params: Params, seen: Seen) -> Sequence[Request]:
        return further_of(params, seen, _sure(params)) if params.get("field") else ()

    def decide(self, params: Params, seen: Seen) -> Finding:
        field, path = text_of(params.get("field")), text_of(params["path"])
        demand = _Demand(params, Tally(f"{_in_words(params)} in {f'`{shown(field)}` of {path}' if field else path}"))
        found: Iterable[Picked] | Finding
        if field:
            found = places(params, seen, demand.tally, field, _sure(params))
        else:
            found = self._everywhere(params, seen, demand.tally)
        if isinstance(found, Finding):
            return found
        for place in demand.tally.over(found):
            demand.judge(place)
        satisfied = plural(demand.tally.satisfied, "number")
        return demand.tally.finding(f"{satisfied}, all so written", nothing="there is no number")

    def _everywhere(self, params: Params, seen: Seen, tally: Tally) -> Iterator[Picked] | Finding:
        requests = content_request(params)
        if not requests:
            return Finding(Outcome.UNKNOWN, tally.expected, "not observed", message="no observer reads such a file")
        view = view_or_finding(seen, requests[0], VIEWS[requests[0].kind], tally.expected)
        if isinstance(view, Finding):
            return view
        match view:
            case JsonView():
                return _json_numbers(view)
            case TableView():
                return _table_numbers(view)
            case TextView():
                return _text_numbers(view.text, tally)
            case _:
                return Finding(Outcome.UNKNOWN, tally.expected, "undecided", message="which numbers is not said")


def _sure(params: Params) -> Sure:
    decimals = as_number(params.get("decimals"))
    if decimals is not None and decimals > _MAX_SURE:
        return {}
    most = None if decimals is None else int(decimals)
    written = sure_decimals(most, exact=params.get("mode") == "exact")
    return sure_of(written, texts=written, numbers=sure_decimals(most, exact=False))


_MAX_SURE = 60
"""Decimals up to which a condition in SQL is written; more are judged one by one."""


class _Demand:
    """What is asked of every number."""

    def __init__(self, params: Params, tally: Tally) -> None:
        self.decimals = as_number(params.get("decimals"))
        self.exact = params.get("mode") == "exact"
        self.no_scientific = params.get("no_scientific") is True
        self.no_thousands = params.get("no_thousands") is True
        self.tally = tally

    def judge(self, place: Picked) -> None:
        if is_blank(place):
            return
        number = numerals.exact(place.value)
        numeral = numerals.parse(place.value) if isinstance(place.value, str) else None
        if number is not None:
            self._stored(number, place)
        elif numeral is not None:
            self._written(numeral, place)
        elif isinstance(place.value, str | float):
            self.tally.doubt(place.where, f"{said(place.value)} is not a plain number")
        else:
            self.tally.doubt(place.where, f"{said(place.value)} in the place of a number")

    def _stored(self, number: Decimal, place: Picked) -> None:
        """A number of JSON or a workbook: its value, not its digits, is what is there."""
        if self.no_scientific and "e" in (place.literal or repr(place.value)).lower():
            if place.literal:
                self.tally.violate(place.where, clip(place.literal))
            else:
                self.tally.doubt(place.where, f"{said(place.value)}, whose written form is not seen")
            return
        formatted = place.number_format not in {"", "General", "@"}
        if self.decimals is not None and numerals.decimals_of(number) > self.decimals:
            step = Decimal(1).scaleb(-int(self.decimals))
            noise = _NOISE * max(abs(number), Decimal(1))
            distance = abs(number % step)
            if formatted or min(distance, step - distance) <= min(noise, step / 1000):
                self.tally.doubt(place.where, f"{said(place.value)}, which may be shown with fewer decimals")
            else:
                self.tally.violate(place.where, said(place.value))
        elif formatted and (self.no_scientific or self.no_thousands or self.exact):
            self.tally.doubt(place.where, f"{said(place.value)}, shown as its cell's format says")
        else:
            self.tally.satisfy()

    def _written(self, numeral: numerals.Numeral, place: Picked) -> None:
        if (self.no_scientific and numeral.scientific) or (self.no_thousands and numeral.thousands):
            self.tally.violate(place.where, said(place.value))
        elif self.decimals is None:
            self.tally.satisfy()
        elif self.exact and numeral.scientific:
            self.tally.doubt(place.where, f"{said(place.value)}, in scientific notation")
        elif self.exact and numeral.decimals != self.decimals:
            self.tally.violate(place.where, said(place.value))
        elif numeral.decimals <= self.decimals:
            self.tally.satisfy()
        elif numerals.decimals_of(numeral.value) <= self.decimals:
            self.tally.doubt(place.where, f"{said(place.value)}, with zeros beyond")
        else:
            self.tally.violate(place.where, said(place.value))


class SingleNumber(Check):
    """A file's whole content, spaces around it aside, is one number (`decimals` as in number_format).

    Passed: it is one plain number, so written.
    Failed: it is anything else: no number, more than a number, not finite, too many decimals.
    Unknown: a number with a unit sign, percent sign or thousands separators.
    """

    name = "single_number"
    families = (Family.PATTERN, Family.FORMAT_VALID)
    demanded = typed(path=TEXT)
    admitted = typed(decimals=COUNT, mode=choice("exact", "max"))

    def needs(self, params: Params) -> Sequence[Request]:
        return (Request(ViewKind.TEXT, text_of(params["path"])),)

    def decide(self, params: Params, seen: Seen) -> Finding:
        request = self.needs(params)[0]
        words = f", {_in_words(params)}" if params.get("decimals") is not None else ""
        tally = Tally(f"{request.path} is one number{words}")
        view = view_or_finding(seen, request, TextView, tally.expected)
        if isinstance(view, Finding):
            return view
        text = view.text.strip()
        numeral = numerals.parse(text)
        if numeral is None:
            tally.violate("", said(text) if text else "an empty file")
        elif not numeral.plain:
            tally.doubt("", f"{said(text)} is a number with signs or separators")
        else:
            _Demand(params, tally).judge(Picked("", text))
        return tally.finding(said(text), nothing="an empty file")


def _in_words(params: Params) -> str:
    parts = []
    decimals = as_number(params.get("decimals"))
    if decimals is not None:
        parts.append(f"{'' if params.get('mode') == 'exact' else 'at most '}{plural(int(decimals), 'decimal')}")
    if params.get("no_scientific") is True:
        parts.append("no scientific notation")
    if params.get("no_thousands") is True:
        parts.append("no thousands separators")
    return ", ".join(parts)


def _json_numbers(view: JsonView) -> Iterator[Picked]:
    stack: list[Picked] = [Picked("$", view.value)]
    while stack:
        place = stack.pop()
        if isinstance(place.value, list):
            items = enumerate(place.value)
            stack.extend(reversed([item_of(place, number, item) for number, item in items]))
        elif isinstance(place.value, dict):
            stack.extend(reversed([member_of(place, key, item, "") for key, item in place.value.items()]))
        elif numerals.exact(place.value) is not None:
            yield place._replace(literal=view.literals.get(place.pointer, ""))


def _table_numbers(view: TableView) -> Iterator[Picked]:
    """Cells with a decimal point or exponent: integers of a table without a named column may be ids."""
    for number, row in enumerate(view.rows, 1):
        for place, cell in enumerate(row):
            numeral = numerals.parse(cell) if isinstance(cell, str) and place not in view.unclear else None
            written = numeral is not None and ("." in str(cell) or numeral.scientific or numeral.thousands)
            if written or isinstance(cell, float):
                yield Picked(f"`{view.columns[place]}`, row {number}", cell)


def _text_numbers(text: str, tally: Tally) -> Iterator[Picked]:
    """The number that a text is; in prose there are numbers of other kinds (versions, dates), so nothing is sure."""
    if numerals.parse(text) is not None:
        yield Picked("", text)
        return
    tally.doubt("", "which numbers of the text are meant is not said")
