"""Validators of order and uniqueness. What counts as alphabetical depends on the reader: only what every sensible
reading finds sorted passes, and only what none does fails."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Sequence
from decimal import Decimal
from itertools import groupby, pairwise

from pydantic import JsonValue

from specharness.evidence.views import Request, ViewKind
from specharness.ir import Family
from specharness.validators import numerals
from specharness.validators.base import Check, Finding, Params, Seen
from specharness.validators.compare import composed, folded
from specharness.validators.fields import content_request, held, is_blank, large_table
from specharness.validators.locate import shown
from specharness.validators.params import TEXT, choice, text_of, typed
from specharness.validators.scan_order import Different, Ordered
from specharness.validators.select import Picked, bare
from specharness.validators.subject import kind_of
from specharness.validators.tally import Tally
from specharness.validators.wording import plural, said

_CHUNKS = re.compile(r"([0-9]+)")
_OTHER_DATE = re.compile(r"\b[0-9]{1,2}[./-][0-9]{1,2}[./-][0-9]{2,4}\b")
_MONTH = re.compile(r"\b(?i:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)")

_LAST_LATIN = 0x24F
"""End of the Latin blocks; beyond, code points are no alphabetical order for readers."""

Key = Decimal | str | tuple[str | int, ...]


def _natural(text: str) -> tuple[str | int, ...]:
    """Runs of digits by value, so that `file2` stands before `file10`; in between letters, always in turn."""
    parts = _CHUNKS.split(composed(text).casefold())
    return tuple(int(part[:400]) if place % 2 else part for place, part in enumerate(parts))


def _without_accents(text: str) -> str:
    parts = unicodedata.normalize("NFD", text.casefold())
    return "".join(part for part in parts if not unicodedata.combining(part))


_READINGS: dict[str, Callable[[str], Key]] = {
    "code points": composed,
    "letters whatever their case": lambda text: composed(text).casefold(),
    "letters whatever their accents": _without_accents,
    "letters alone": folded,
    "natural": _natural,
}
_AS_STATED: dict[str, tuple[str, ...]] = {
    "text": ("code points", "letters whatever their case", "letters whatever their accents"),
    "natural": ("natural",),
    "": tuple(_READINGS),
}


class SortedBy(Check):
    """The values at a field (default: the list's items, the text's lines) are in order: `asc` or `desc`, `by` text,
    number or natural (`file2` before `file10`). Nested lists are ordered each within itself. Ties are in order.

    Passed: in order under every sensible reading (with `by` `text`: with and without case).
    Failed: under none, or nothing has the field.
    Unknown: readings disagree, the order is falling where none was stated, a value is blank or of another type, dates
    are not in ISO form, scripts are not Latin, fewer than two values.
    """

    name = "sorted_by"
    families = (Family.SORTED,)
    demanded = typed(path=TEXT)
    admitted = typed(field=TEXT, order=choice("asc", "desc"), by=choice("text", "number", "natural"), sheet=TEXT)

    def needs(self, params: Params) -> Sequence[Request]:
        return content_request(params)

    def further(self, params: Params, seen: Seen) -> Sequence[Request]:
        ordered = self._large(params, seen)
        return ordered.further(seen) if ordered is not None else ()

    def _large(self, params: Params, seen: Seen) -> Ordered | None:
        table = large_table(params, seen) if params.get("field") else None
        if table is None:
            return None
        by, order = text_of(params.get("by")), text_of(params.get("order"))
        return Ordered(table, bare(text_of(params["field"])), by, order)

    def decide(self, params: Params, seen: Seen) -> Finding:
        field = text_of(params.get("field")) or "$[]"
        order = text_of(params.get("order"))
        by = text_of(params.get("by"))
        direction = "falling" if order == "desc" else "rising"
        tally = Tally(f"`{shown(field)}` in {direction} order{f' by {by}' if by else ''}")
        if not params.get("field") and kind_of(text_of(params["path"])) not in {ViewKind.JSON, ViewKind.TEXT}:
            tally.doubt("", "by which column is not said")
            return tally.finding("", nothing="")
        large = self._large(params, seen)
        if large is not None:
            return large.finding(seen, tally.expected)
        found = held(params, seen, tally, field)
        if isinstance(found, Finding):
            return found
        blank = next((place for place in found if is_blank(place)), None)
        if blank is not None:
            tally.doubt(blank.where, "nothing stands there, which may come first or last")
        total = 0
        for _, members in groupby((place for place in found if not is_blank(place)), key=lambda place: place.group):
            group = list(members)
            if len(group) > 1:
                total += len(group)
                _judge(group, by, order, tally)
        return tally.finding(f"{plural(total, 'value')} in order", nothing="fewer than two values")


def _judge(group: Sequence[Picked], by: str, order: str, tally: Tally) -> None:
    ways = _ways(group, by, tally)
    if not ways:
        return
    down = order == "desc"
    broken = [_broken(keys, down) for keys in ways]
    first = broken[0]
    if all(place is None for place in broken):
        if len(ways) > 1 and any(_collates_otherwise(str(place.value)) for place in group):
            tally.doubt(group[0].where, "dates or scripts whose order is not that of their letters")
        else:
            tally.satisfy(len(group))
    elif first is None or any(place is None for place in broken):
        tally.doubt(group[0].where, "in order or not by how letters, case and digits are compared")
    elif not order and any(_broken(keys, True) is None for keys in ways):
        tally.doubt(group[0].where, "in falling order, where the direction is not said")
    elif len(ways) > 1 and any(
        _collates_otherwise(str(place.value)) or _MONTH.search(str(place.value)) for place in group
    ):
        tally.doubt(group[0].where, "names, dates or scripts whose order is not that of their letters")
    else:
        tally.violate(group[first + 1].where, f"{said(group[first + 1].value)} after {said(group[first].value)}")


def _ways(group: Sequence[Picked], by: str, tally: Tally) -> list[Sequence[Key]]:
    """The values' keys in every sensible reading; none, and a doubt, where they can't be compared."""
    numbers = [_number(place) for place in group]
    known = [number for number in numbers if number is not None]
    if by == "number" or (not by and len(known) == len(group)):
        if len(known) == len(group):
            return [known]
        tally.doubt(group[numbers.index(None)].where, "not a plain number")
        return []
    texts = [place.value for place in group if isinstance(place.value, str)]
    if len(texts) < len(group):
        tally.doubt(group[0].where, "values of several types have no order")
        return []
    return [[_READINGS[reading](text) for text in texts] for reading in _AS_STATED[by]]


def _collates_otherwise(text: str) -> bool:
    """Dates that are not in ISO form, and scripts beyond Latin (Chinese is sorted by sound or by strokes)."""
    return bool(_OTHER_DATE.search(text)) or any(ord(mark) > _LAST_LATIN for mark in text if mark.isalpha())


def _number(place: Picked) -> Decimal | None:
    if isinstance(place.value, str):
        numeral = numerals.parse(place.value) if place.untyped else None
        return numeral.value if numeral is not None and numeral.plain else None
    return numerals.exact(place.value)


def _broken(keys: Sequence[Key], down: bool) -> int | None:
    """Index of the first key whose successor is out of order."""
    for place, (left, right) in enumerate(pairwise(keys)):
        if (left < right) if down else (left > right):  # type: ignore[operator]
            return place
    return None


class Unique(Check):
    """No two values at a field are equal (in nested lists: within each list): numbers by value (1 and 1.0 in JSON, YAML
    or a workbook are one), texts, of which CSV is made, letter by letter in composed form.

    Passed: at least one value, all different even without case and spaces.
    Failed: a value stands there twice, or nothing has the field.
    Unknown: two values differ in spelling only (`1`, `01` and `1.0` as texts, `1` and 1, `true` and true), one is
    blank, no value.
    """

    name = "unique"
    families = (Family.UNIQUE,)
    demanded = typed(path=TEXT, field=TEXT)
    admitted = typed(sheet=TEXT)

    def needs(self, params: Params) -> Sequence[Request]:
        return content_request(params)

    def further(self, params: Params, seen: Seen) -> Sequence[Request]:
        table = large_table(params, seen)
        return Different(table, bare(text_of(params["field"]))).further(seen) if table is not None else ()

    def decide(self, params: Params, seen: Seen) -> Finding:
        field = text_of(params["field"])
        tally = Tally(f"`{shown(field)}` different everywhere in {text_of(params['path'])}")
        table = large_table(params, seen)
        if table is not None:
            return Different(table, bare(field)).finding(seen, tally.expected)
        found = held(params, seen, tally, field)
        if isinstance(found, Finding):
            return found
        first: dict[tuple[str, type, str], Picked] = {}
        spelled: dict[tuple[str, str], Picked] = {}
        for place in found:
            if is_blank(place):
                tally.doubt(place.where, "nothing stands there")
                continue
            identity = (place.group, *_identity(place.value))
            loose = (place.group, _loosely(place.value))
            if identity in first:
                tally.violate(place.where, f"{said(place.value)} again, as at {first[identity].where}")
            elif loose in spelled:
                tally.doubt(
                    place.where, f"{said(place.value)} differs in spelling only from {said(spelled[loose].value)}"
                )
            else:
                tally.satisfy()
            first.setdefault(identity, place)
            spelled.setdefault(loose, place)
        return tally.finding(f"{plural(tally.satisfied, 'value')}, all different", nothing="there is no value")


def _identity(value: JsonValue) -> tuple[type, str]:
    number = numerals.exact(value)
    if number is not None:
        return Decimal, _in_full(number)
    if isinstance(value, str):
        return str, composed(value)
    return type(value), repr(value)


def _in_full(number: Decimal) -> str:
    """One text for one number."""
    text = f"{number:f}"
    text = text.rstrip("0").rstrip(".") if "." in text else text
    return text if number else "0"


_NUMBER = re.compile(r"[+-]?(?:(?:[0-9]+|[0-9]{1,3}(?:,[0-9]{3})+)(?:\.[0-9]*)?|\.[0-9]+)")
"""As `scan_order.canonical_cell` tells numbers."""


def _loosely(value: JsonValue) -> str:
    """What stays of a value, however it is spelt; of a text that is a number, the number."""
    number = numerals.exact(value)
    if isinstance(value, str):
        plain = value.strip()
        number = Decimal(plain.replace(",", "")) if _NUMBER.fullmatch(plain) else None
        return folded(value) if number is None else _in_full(number)
    return folded(str(value)) if number is None else _in_full(number)
