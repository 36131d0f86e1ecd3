"""Forms of dates and times (`YYYY-MM-DD`, `DD/MM/YYYY HH:MM`): their parts, and whether a text of such a form names
days that the calendar has. Whether a text has the form is a pattern's business."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date
from typing import NamedTuple

MAX_FORM = 40
"""Characters of a form; a span of two moments has about as many."""

_TOKEN = re.compile(r"YYYY|yyyy|YY|MM|mm|DD|dd|HH|hh|SS|ss|[-/.: TZ_]")
_KINDS = {"YY": "short_year", "DD": "day", "HH": "hour", "SS": "second", "YYYY": "year"}
_PATTERNS = {
    "year": r"\d{4}",
    "short_year": r"\d{2}",
    "month": r"(?:0[1-9]|1[0-2])",
    "day": r"(?:0[1-9]|[12]\d|3[01])",
    "hour": r"(?:[01]\d|2[0-4])",
    "minute": r"[0-5]\d",
    "second": r"[0-6]\d",
}


class Part(NamedTuple):
    """A piece of a form: what it stands for (empty for a mark), and the regular expression of what stands there."""

    kind: str
    pattern: str


def parts_of(form: str) -> Sequence[Part]:
    """The pieces of a form; none where it is no form. `MM` and `mm` are months before the hour and minutes after it."""
    if len(form) > MAX_FORM:
        return ()
    parts: list[Part] = []
    place, timed = 0, False
    while place < len(form):
        token = _TOKEN.match(form, place)
        if token is None:
            return ()
        text = token.group().upper()
        kind = ("minute" if timed else "month") if text == "MM" else _KINDS.get(text, "")
        timed = timed or kind == "hour"
        parts.append(Part(kind, _PATTERNS[kind] if kind else re.escape(token.group())))
        place = token.end()
    return parts


def days_in(form: str) -> int:
    """How many whole days a form has: 1 in `YYYY-MM-DD`, 0 in `YYYY-MM` and `HH:MM`."""
    kinds = [part.kind for part in parts_of(form)]
    years = sum(kind in {"year", "short_year"} for kind in kinds)
    return years if years == kinds.count("month") == kinds.count("day") else 0


def exist(form: str, text: str) -> bool:
    """Whether a text of a form names days of the calendar. Of a short year, one century in which it does is enough."""
    parts = parts_of(form)
    found = re.fullmatch("".join(f"({part.pattern})" for part in parts), text)
    if found is None or not text.isascii():  # digits of other scripts
        return False
    values: dict[str, list[str]] = {}
    for part, value in zip(parts, found.groups(), strict=True):
        values.setdefault(part.kind.removeprefix("short_"), []).append(value)
    days = zip(values["year"], values["month"], values["day"], strict=True)
    return all(_exists(*day) for day in days)


def _exists(year: str, month: str, day: str) -> bool:
    years = [int(year)] if len(year) > 2 else [1900 + int(year), 2000 + int(year)]
    return any(_is_day(one, int(month), int(day)) for one in years)


def _is_day(year: int, month: int, day: int) -> bool:
    try:
        date(year, month, day)
    except ValueError:
        return False
    return True
