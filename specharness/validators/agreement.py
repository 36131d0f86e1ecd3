"""Validators of two places that must agree: numbers that two calculations yield, and values that two places hold."""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal

from pydantic import JsonValue

from specharness.evidence.views import PdfView, Request, View
from specharness.ir import Family, Outcome
from specharness.validators import numerals
from specharness.validators.base import Check, Finding, Params, Seen, view_or_finding
from specharness.validators.calculation import CALCULATION, calculation_of, tables_of
from specharness.validators.closeness import CLOSENESS, Closeness
from specharness.validators.compare import Match, composed, folded, loosely
from specharness.validators.computed import further_of, results_of, words_of
from specharness.validators.evaluate import Result, Results
from specharness.validators.fields import content_request, held, is_blank
from specharness.validators.inputs import input_requests, input_view
from specharness.validators.locate import shown
from specharness.validators.occurrences import Readable, occurrence
from specharness.validators.params import BOOL, NUMBER, TEXT, TEXTS, as_number, choice, text_of, texts_of, typed
from specharness.validators.records import MissingError, UndecidedError
from specharness.validators.scan import too_large
from specharness.validators.select import Picked, Selection, select
from specharness.validators.subject import VIEWS, passages
from specharness.validators.tally import Tally
from specharness.validators.wording import clip, plural, said

_LETTER = r"[^\W\u3005-\u30ff\u3400-\u9fff\uac00-\ud7af]"
"""What continues a number to something else; scripts without spaces between words stand beside it."""
_NUMERAL = re.compile(
    f"(?<!{_LETTER})(?<![.,])"
    r"[$€£¥₹]?[+\-−]?[$€£¥₹]?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?:[eE][+-]?\d{1,3})?\s?%?"
    rf"(?!{_LETTER}|%|[.,]\d)"
)
_MULTIPLIED = re.compile(
    r"[\s-]*(?:hundred|thousand|million|billion|trillion|mn|bn|mio|mrd)\b|\s*[十百千万亿]", re.IGNORECASE
)
"""Behind a number: what stands there is another one."""
_JOINED = re.compile(r"\w[-/]")
"""Before a number: it is a part of a date, a range or a name."""
TELLING_DIGITS = 3
"""Digits from which a number in a text is hardly there by chance."""


class NumbersAgree(Check):
    """Two calculations (docs/calculations.md) yield the same: `left`, over the judged artifacts as they are now, times
    `factor` (for units), and `right`, over what they must agree with; group by group where both have groups. `own`
    names further artifacts that the agent makes, which count as they are now.

    Passed: they are equal, up to `tolerance`, `relative` or rounding to `decimals`, under every reading.
    Failed: they are not, under any reading; a group of one is missing in the other; an artifact of the left side is
    absent, malformed, or has not the column or field.
    Unknown: one of them can't be computed beyond doubt; they agree under some readings.
    """

    name = "numbers_agree"
    families = (Family.CROSS_CONSISTENT,)
    demanded = typed(path=TEXT, left=CALCULATION, right=CALCULATION)
    admitted = typed(factor=NUMBER, own=TEXTS, **CLOSENESS)

    def problem(self, params: Params) -> str:
        left, right = calculation_of(params["left"]), calculation_of(params["right"])
        if bool(left.by) != bool(right.by):
            return "both sides have groups, or none has"
        if not any(table.path == params["path"] for table in tables_of(left)):
            return "`left` looks at the judged artifact, which `path` names"
        if not tables_of(right) or left == right:
            return "`right` looks at another place than `left`"
        unseen = [table.path for side in (left, right) for table in tables_of(side) if not input_requests(table.path)]
        return f"no observer reads {clip(unseen[0])}" if unseen else ""

    def needs(self, params: Params) -> Sequence[Request]:
        own = _own(params)
        tables = [table for side in ("left", "right") for table in tables_of(calculation_of(params[side]))]
        every = [
            request for table in tables for request in input_requests(table.path, table.sheet, own=table.path in own)
        ]
        return tuple(dict.fromkeys(every))

    def further(self, params: Params, seen: Seen) -> Sequence[Request]:
        own = _own(params)
        sides = (calculation_of(params["left"]), calculation_of(params["right"]))
        return tuple(dict.fromkeys(request for side in sides for request in further_of(side, seen, own)))

    def decide(self, params: Params, seen: Seen) -> Finding:
        left, right = calculation_of(params["left"]), calculation_of(params["right"])
        close, path = Closeness.of(params), text_of(params["path"])
        others = list(dict.fromkeys(table.path for table in tables_of(right)))
        tally = Tally(f"{path} agrees with {', '.join(clip(other) for other in others)}{close.words()}")
        artifacts = (input_requests(table.path, table.sheet, own=True)[0] for table in tables_of(left))
        for request in dict.fromkeys(artifacts):
            if too_large(seen.get(request)):
                continue
            view = view_or_finding(seen, request, VIEWS[request.kind], tally.expected)
            if isinstance(view, Finding):
                return view
        own = _own(params)
        try:
            mine = results_of(left, seen, own)
        except MissingError as error:
            return Finding(Outcome.FAILED, tally.expected, clip(str(error), 200))
        except UndecidedError as error:
            return Finding(Outcome.UNKNOWN, tally.expected, "undecided", message=clip(str(error), 200))
        try:
            theirs = results_of(right, seen, own)
        except UndecidedError as error:
            return Finding(Outcome.UNKNOWN, tally.expected, "undecided", message=clip(str(error), 200))
        factor = as_number(params.get("factor"))
        _compare(mine, theirs, Decimal(1) if factor is None else factor, close, tally)
        return tally.finding(f"{plural(tally.satisfied, 'number')}, equal on both sides", nothing="there is no group")


def _own(params: Params) -> frozenset[str]:
    left = (table.path for table in tables_of(calculation_of(params["left"])))
    return frozenset((*left, *texts_of(params.get("own"))))


def _compare(mine: Results, theirs: Results, factor: Decimal, close: Closeness, tally: Tally) -> None:
    for key in dict.fromkeys((*mine, *theirs)):
        where = clip(" / ".join(key))
        left, right = mine.get(key), theirs.get(key)
        if left is None or right is None:
            loose, there = tuple(map(loosely, key)), theirs if right is None else mine
            if any(tuple(map(loosely, other)) == loose for other in there):
                tally.doubt(where, "the group is there in another spelling only")
            else:
                tally.violate(where, "the group stands on one side only")
            continue
        matches = [close.compare(reading * factor, right) for reading in left.readings]
        if min(matches) is Match.SAME:
            tally.satisfy()
        elif max(matches) is Match.DIFFERENT and not _overlap(left, right, factor):
            tally.violate(where, f"{words_of(left)} here, {words_of(right)} there")
        else:
            tally.doubt(where, f"{words_of(left)} here, {words_of(right)} there, by one reading of several")


def _overlap(left: Result, right: Result, factor: Decimal) -> bool:
    """Whether what the right side yields lies between percentiles of unstated kinds on the left; `Closeness.compare`
    says the same of the right side's."""
    if not left.dense:
        return False
    scaled = [reading * factor for reading in left.readings]
    return any(min(scaled) <= reading <= max(scaled) for reading in right.readings)


class ValuesAgree(Check):
    """The values at `field` of `path` and those at `other_field` of `other` agree: each of the first is among the
    second (`within`), each of the second among the first (`covers`), or both (`same`, the default; how often does not
    matter). `ignore` are texts that don't count. `own`: the other file is an artifact of the agent, too, and counts as
    it is now.

    Passed: at least one value, and all that must be found are, letter by letter; numbers by value.
    Failed: one that must be found is not, or nothing has the field in `path`.
    Unknown: a value is found in another spelling only, or as a text that is a number; blanks; the other place can't be
    seen, was changed, or has no value.
    """

    name = "values_agree"
    families = (Family.CROSS_CONSISTENT,)
    demanded = typed(path=TEXT, field=TEXT, other=TEXT, other_field=TEXT)
    admitted = typed(how=choice("within", "covers", "same"), sheet=TEXT, other_sheet=TEXT, own=BOOL, ignore=TEXTS)

    def problem(self, params: Params) -> str:
        other = text_of(params["other"])
        return "" if input_requests(other) else f"no observer reads {clip(other)}"

    def needs(self, params: Params) -> Sequence[Request]:
        return tuple(dict.fromkeys((*content_request(params), *_other_requests(params))))

    def decide(self, params: Params, seen: Seen) -> Finding:
        path, other, how = text_of(params["path"]), text_of(params["other"]), text_of(params.get("how")) or "same"
        field, theirs = text_of(params["field"]), text_of(params["other_field"])
        relation = {"within": "all among", "covers": "including all of", "same": "the same as"}[how]
        tally = Tally(f"`{shown(field)}` of {path} {relation} `{shown(theirs)}` of {other}")
        mine = held(params, seen, tally, field)
        if isinstance(mine, Finding):
            return mine
        try:
            view = input_view(seen, other, text_of(params.get("other_sheet")), own=_is_own(params))
        except UndecidedError as error:
            return Finding(Outcome.UNKNOWN, tally.expected, "not observed", message=clip(str(error), 200))
        selection = select(view, theirs, text_of(params.get("other_sheet")))
        if selection.missing or not selection.picked:
            message = f"{clip(other)}: {_unselected(selection)}"
            return Finding(Outcome.UNKNOWN, tally.expected, "undecided", message=message)
        ignored = {composed(text) for text in texts_of(params.get("ignore"))}
        here, there = _Values(mine, ignored), _Values(selection.picked, ignored)
        if here.blank:
            tally.doubt(here.blank, "nothing stands there")
        if there.blank:
            tally.doubt(f"{other}: {there.blank}", "nothing stands there")
        if how != "covers":
            _among(here, there, f"not in {clip(other)}", tally)
        if how != "within":
            _among(there, here, f"of {clip(other)}, not in {clip(path)}", tally)
        return tally.finding(f"{plural(len(here.exact), 'different value')}, in agreement", nothing="there is no value")


def _unselected(selection: Selection) -> str:
    """Why it is not known what the other place holds."""
    every = [selection.doubt, *(f"no {place}" for place in selection.missing), "not one value"]
    return clip(next(filter(None, every)), 120)


def _is_own(params: Params) -> bool:
    return params.get("own") is True or params["other"] == params["path"]


def _other_requests(params: Params) -> tuple[Request, ...]:
    return input_requests(text_of(params["other"]), text_of(params.get("other_sheet")), own=_is_own(params))


class _Values:
    """The different values of some places: as they are, and up to spelling."""

    def __init__(self, found: Sequence[Picked], ignored: set[str]) -> None:
        self.exact: dict[tuple[type, str | Decimal], Picked] = {}
        self.loose: set[str | Decimal] = set()
        self.texts: set[str] = set()
        self.untyped: set[str] = set()
        self.blank = ""
        for place in found:
            if is_blank(place):
                self.blank = self.blank or place.where
                continue
            text = _written(place.value)
            if text in ignored:
                continue
            self.exact.setdefault(_identity(place.value), place)
            self.loose.add(_loosely(place.value))
            self.texts.add(text)
            if place.untyped:
                self.untyped.add(text)


def _among(some: _Values, every: _Values, absent: str, tally: Tally) -> None:
    for identity, place in some.exact.items():
        text = _written(place.value)
        if identity in every.exact or (place.untyped and text in every.texts) or text in every.untyped:
            tally.satisfy()
        elif _loosely(place.value) in every.loose:
            tally.doubt(place.where, f"{said(place.value)} is there in another spelling only")
        else:
            tally.violate(place.where, f"{said(place.value)} {absent}")


def _identity(value: JsonValue) -> tuple[type, str | Decimal]:
    number = numerals.exact(value)
    return (type(value), _written(value)) if number is None else (Decimal, number)


def _written(value: JsonValue) -> str:
    """As a file that holds texts only has it."""
    if isinstance(value, str):
        return composed(value.strip())
    number = numerals.exact(value)
    return str(value) if number is None else str(number).removesuffix(".0")


def _loosely(value: JsonValue) -> str | Decimal:
    numeral = numerals.parse(value) if isinstance(value, str) else None
    number = numerals.exact(value) if numeral is None else numeral.value
    return loosely(str(value)) if number is None else number


class TextStates(Check):
    """The text of a file states a value of another file: the one value at `other_field` of `other`, a number or a text,
    in digits or letter by letter; a number up to `tolerance`, `relative` or rounding to `decimals`. `near` is a text
    that must stand in the same line or cell. `own`: the other file is an artifact of the agent, too.

    Passed: it stands there; a number of less than three digits only beside `near`.
    Failed: neither it nor anything that may be meant by it stands there; with `near`, in no line that has that text.
    Unknown: it stands there rounded where no rounding is stated, with a percent sign, in other spelling, or a short
    number stands somewhere; the other value can't be seen or was changed; PDF text does not show it.
    """

    name = "text_states"
    families = (Family.CROSS_CONSISTENT,)
    demanded = typed(path=TEXT, other=TEXT, other_field=TEXT)
    admitted = typed(other_sheet=TEXT, near=TEXT, own=BOOL, **CLOSENESS)

    def problem(self, params: Params) -> str:
        other = text_of(params["other"])
        return "" if input_requests(other) else f"no observer reads {clip(other)}"

    def needs(self, params: Params) -> Sequence[Request]:
        return tuple(dict.fromkeys((*content_request(params), *_other_requests(params))))

    def decide(self, params: Params, seen: Seen) -> Finding:
        path, other, near = text_of(params["path"]), text_of(params["other"]), text_of(params.get("near"))
        expected = f"{path} states `{shown(text_of(params['other_field']))}` of {other}"
        requests = content_request(params)
        if not requests:
            return Finding(Outcome.UNKNOWN, expected, "not observed", message="no observer reads such a file")
        view = view_or_finding(seen, requests[0], VIEWS[requests[0].kind], expected)
        if isinstance(view, Finding):
            return view
        try:
            wanted = self._wanted(params, seen)
        except UndecidedError as error:
            return Finding(Outcome.UNKNOWN, expected, "undecided", message=clip(str(error), 200))
        expected = f"{path} states {said(wanted)}{f' beside {clip(near)!r}' if near else ''}"
        every = (line for passage in passages(view) for line in passage.text.splitlines())
        lines = [line for line in every if near.casefold() in line.casefold()]
        match = _stated(wanted, lines, Closeness.of(params), bool(near))
        if match is Match.SAME:
            return Finding(Outcome.PASSED, expected, "it stands there")
        if match is Match.VARIANT or isinstance(view, PdfView):
            message = "it is not seen, or only something that may be meant by it"
            return Finding(Outcome.UNKNOWN, expected, "undecided", message=message)
        return Finding(Outcome.FAILED, expected, "it stands nowhere there" if lines else "no such line")

    def _wanted(self, params: Params, seen: Seen) -> JsonValue:
        other = text_of(params["other"])
        view: View = input_view(seen, other, text_of(params.get("other_sheet")), own=_is_own(params))
        selection = select(view, text_of(params["other_field"]), text_of(params.get("other_sheet")))
        if selection.missing or len(selection.picked) != 1:
            raise UndecidedError(f"{clip(other)}: {_unselected(selection)}")
        place = selection.picked[0]
        text_or_number = isinstance(place.value, str) or numerals.exact(place.value) is not None
        if is_blank(place) or not text_or_number:
            raise UndecidedError(f"{clip(other)}: {said(place.value)} is no text and no number")
        return place.value


def _stated(wanted: JsonValue, lines: Sequence[str], close: Closeness, near: bool) -> Match:
    numeral = numerals.parse(wanted) if isinstance(wanted, str) else None
    number = numerals.exact(wanted) if numeral is None else numeral.value
    if number is None:
        return _spelled(str(wanted), lines)
    shares = [number.scaleb(-2)] if numeral is not None and "%" in numeral.affix else []
    best = max((_figures(line, one, close) for line in lines for one in (number, *shares)), default=Match.DIFFERENT)
    if numeral is not None and not numeral.plain:  # `$1,200` or `12 %`: what stands with the number counts, too
        return max(_spelled(str(wanted), lines), min(Match.VARIANT, best))
    short = not near and len(number.normalize().as_tuple().digits) < TELLING_DIGITS
    return min(Match.VARIANT, best) if short else best


def _figures(line: str, number: Decimal, close: Closeness) -> Match:
    """How surely a line has a number; a percentage may be meant by its share."""
    result, best = Result((number,), abs(number)), Match.DIFFERENT
    for token in _NUMERAL.finditer(line):
        found = numerals.parse(token.group())
        if found is None:
            continue
        match = close.compare(found.value, result)
        if "%" in found.affix:
            match = min(Match.VARIANT, max(match, close.compare(found.value.scaleb(-2), result)))
        joined = line[max(0, token.start() - 2) : token.start()]
        if _MULTIPLIED.match(line, token.end()) or _JOINED.fullmatch(joined):
            match = min(Match.VARIANT, match)
        best = max(best, match)
    return best


def _spelled(wanted: str, lines: Sequence[str]) -> Match:
    found = occurrence(wanted.strip(), Readable(tuple(map(composed, lines))))
    loosely = folded(wanted)
    return max(found, Match.VARIANT if any(loosely in folded(line) for line in lines) else Match.DIFFERENT)
