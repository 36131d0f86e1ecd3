"""Validators of text: what it contains, what it must not contain, which form it has. Any readable file: plain text,
JSON and tables as text, documents, slides, PDF, workbook cells, or the agent's last message."""

from __future__ import annotations

from collections.abc import Sequence

from specharness.evidence.views import JsonView, Request, TextView, ViewKind
from specharness.ir import Family, Outcome
from specharness.validators import numerals, patterns
from specharness.validators.base import Check, Finding, Params, Seen, view_or_finding
from specharness.validators.compare import Match, composed, match_text
from specharness.validators.fields import held
from specharness.validators.locate import shown
from specharness.validators.occurrences import Readable, occurrence, readable, text_requests
from specharness.validators.params import BOOL, DATE_FORM, PATTERN, TEXT, TEXTS, choice, text_of, texts_of, typed
from specharness.validators.select import Picked
from specharness.validators.subject import passages
from specharness.validators.tally import Tally
from specharness.validators.wording import clip, listed, plural, said


class _OverText(Check):
    """Shared parameters of the two validators below."""

    def problem(self, params: Params) -> str:
        either = ("path" in params) != (params.get("response") is True)
        return "" if either else "needs either `path` or `response`"

    def needs(self, params: Params) -> Sequence[Request]:
        return text_requests(params)


def _of_what(params: Params) -> str:
    return "the response" if params.get("response") is True else text_of(params.get("path"))


class TextContains(_OverText):
    """The text of a file (or the response) contains given texts: all of them, or with `all` false at least one. With
    `field`, every selected value does.

    Passed: they occur, letter by letter, each by itself (`cat` does not occur in `category`).
    Failed: one (with `all` false: every one) occurs in no spelling.
    Unknown: one occurs with other case or spaces only, or inside a longer word; PDF text does not show it.
    """

    name = "text_contains"
    families = (Family.CONTAINS,)
    demanded = typed(texts=TEXTS)
    admitted = typed(path=TEXT, response=BOOL, ignore_case=BOOL, all=BOOL, field=TEXT, sheet=TEXT)

    def decide(self, params: Params, seen: Seen) -> Finding:
        texts = texts_of(params["texts"])
        words = "one of " if params.get("all") is False and len(texts) > 1 else ""
        tally = Tally(f"{words}{listed(texts)} in {_of_what(params)}")
        field = text_of(params.get("field"))
        if field and "path" in params:
            found = held(params, seen, tally, field)
            if isinstance(found, Finding):
                return found
            kept = [self._judge(Readable((composed(_as_text(place)),)), texts, params, Tally("")) for place in found]
            return _over_values(kept, found, tally)
        text = readable(self.needs(params), seen, tally.expected, forbids=False)
        return text if isinstance(text, Finding) else self._judge(text, texts, params, tally)

    def _judge(self, text: Readable, texts: Sequence[str], params: Params, tally: Tally) -> Finding:
        ignore_case = params.get("ignore_case") is True
        matches = {wanted: occurrence(wanted, text, ignore_case=ignore_case) for wanted in texts}
        if params.get("all") is False and Match.SAME in matches.values():
            tally.satisfy()
            return tally.finding("there", nothing="")
        for wanted, match in matches.items():
            if match is Match.SAME:
                tally.satisfy()
            elif match is Match.VARIANT:
                tally.doubt("", f"{said(wanted)} occurs in another spelling, or inside a word, only")
            elif not text.shows(wanted):
                tally.doubt("", f"{said(wanted)} is not in the text that could be extracted")
            elif params.get("all") is False and Match.VARIANT in matches.values():
                continue
            else:
                tally.violate("", f"no {said(wanted)}" if not text.blank else "an empty text")
        return tally.finding("there" if len(texts) == 1 else f"all {len(texts)} there", nothing="no text")


class TextAbsent(_OverText):
    """The text of a file (or the response) contains none of the given texts.

    Passed: there is text, and none of them occurs in it.
    Failed: one occurs, letter by letter and by itself.
    Unknown: one occurs with other case or spaces only, or inside a longer word; there is no text; PDF text.
    """

    name = "text_absent"
    families = (Family.NOT_CONTAINS,)
    demanded = typed(texts=TEXTS)
    admitted = typed(path=TEXT, response=BOOL, ignore_case=BOOL, all=BOOL, field=TEXT, sheet=TEXT)

    def decide(self, params: Params, seen: Seen) -> Finding:
        texts = texts_of(params["texts"])
        tally = Tally(f"no {listed(texts)} in {_of_what(params)}")
        field = text_of(params.get("field"))
        if field and "path" in params:
            found = held(params, seen, tally, field, forbids=True)
            if isinstance(found, Finding):
                return found
            for place in found:
                self._judge(Readable((composed(_as_text(place)),)), texts, params, tally, place.where)
        else:
            text = readable(self.needs(params), seen, tally.expected, forbids=True)
            if isinstance(text, Finding):
                return text
            self._judge(text, texts, params, tally, "")
        return tally.finding("none there", nothing="there is no text")

    def _judge(self, text: Readable, texts: Sequence[str], params: Params, tally: Tally, where: str) -> None:
        if text.blank:
            return
        for forbidden in texts:
            match = occurrence(forbidden, text, ignore_case=params.get("ignore_case") is True)
            if match is Match.SAME:
                tally.violate(where, f"{said(forbidden)} is there")
            elif match is Match.VARIANT:
                tally.doubt(where, f"{said(forbidden)} is there in another spelling, or inside a word")
            elif not text.shows(forbidden):
                tally.doubt(where, "not all text can be seen as it is shown")
            else:
                tally.satisfy()


class TextPattern(Check):
    """Text has a form, given as a regular expression: the `whole` text, every `line`, somewhere (`any`), or every value
    at `field` as a whole. `date` is the form of a date that it all is besides: then the calendar has to have that day.

    Passed: it matches there.
    Failed: it does not; it names a day that does not exist (2023-02-29); or nothing has the field.
    Unknown: numbers of JSON and dates of workbooks, whose written form is not seen; text too long for the pattern's
    budget; blanks; nothing to match.
    """

    name = "text_pattern"
    families = (Family.PATTERN,)
    demanded = typed(path=TEXT, pattern=PATTERN)
    admitted = typed(
        scope=choice("whole", "line", "any", "field"), field=TEXT, sheet=TEXT, ignore_case=BOOL, date=DATE_FORM
    )

    def problem(self, params: Params) -> str:
        if params.get("scope") == "field" and "field" not in params:
            return "`scope` `field` needs `field`"
        return "`date` is of a text as a whole, and not of `any` part" if "date" in params and _any(params) else ""

    def needs(self, params: Params) -> Sequence[Request]:
        return text_requests(params)

    def decide(self, params: Params, seen: Seen) -> Finding:
        pattern, field = text_of(params["pattern"]), text_of(params.get("field"))
        scope = text_of(params.get("scope")) or ("field" if field else "any")
        subject = {"field": f"`{shown(field)}`", "line": "every line", "whole": "the whole text", "any": "some text"}
        tally = Tally(f"{subject[scope]} of {text_of(params['path'])} matches {clip(pattern)}")
        date = text_of(params.get("date"))
        matcher = patterns.Matcher(pattern, ignore_case=params.get("ignore_case") is True, date=date)
        if scope == "field":
            found = held(params, seen, tally, field)
            if isinstance(found, Finding):
                return found
            for place in found:
                _match_place(matcher, place, tally)
            return tally.finding(f"{plural(tally.satisfied, 'value')} of that form", nothing="there is no value")
        text = readable(self.needs(params), seen, tally.expected, forbids=False)
        if isinstance(text, Finding):
            return text
        if scope == "any":
            return _match_somewhere(matcher, text, tally)
        whole = text.texts[0].strip()
        pieces = [(f"line {number}", line.strip()) for number, line in enumerate(whole.splitlines(), 1) if line.strip()]
        for where, piece in [("", whole)] if scope == "whole" else pieces:
            _settle(matcher.fits(piece), where, said(piece), tally, sure=text.complete)
        if not pieces and scope == "line":
            tally.violate("", "an empty text")
        return tally.finding("of that form", nothing="there is no text")


def _any(params: Params) -> bool:
    return params.get("scope") == "any" or not ("scope" in params or "field" in params)


def _match_place(matcher: patterns.Matcher, place: Picked, tally: Tally) -> None:
    if place.value is None or (place.untyped and not str(place.value).strip()):
        tally.doubt(place.where, "nothing stands there")
        return
    plain = place.number_format in {"", "General", "@"}
    sure = isinstance(place.value, str) or bool(place.literal)
    if numerals.exact(place.value) is None and not isinstance(place.value, str):
        tally.violate(place.where, f"{said(place.value)}, which is no text")
    elif plain:
        _settle(matcher.fits(composed(_as_text(place))), place.where, said(place.value), tally, sure=sure)
    else:
        tally.doubt(place.where, f"{said(place.value)}, shown by the format {clip(place.number_format)}")


def _match_somewhere(matcher: patterns.Matcher, text: Readable, tally: Tally) -> Finding:
    outcomes = [matcher.occurs(line) for rendering in text.texts for line in rendering.splitlines()]
    if True not in outcomes:
        outcomes += [matcher.occurs(rendering) for rendering in text.texts]
    result = True if True in outcomes else None if None in outcomes else False
    _settle(result, "", tally=tally, observed="no match", sure=text.complete)
    return tally.finding("there", nothing="there is no text")


def _settle(matched: bool | None, where: str, observed: str, tally: Tally, *, sure: bool) -> None:
    if matched:
        tally.satisfy()
    elif matched is None:
        tally.doubt(where, "longer than the pattern's budget of work (STEP_BUDGET)")
    elif sure:
        tally.violate(where, observed)
    else:
        tally.doubt(where, f"{observed}, whose written form is not seen")


def _as_text(place: Picked) -> str:
    if isinstance(place.value, str):
        return place.value.strip() if place.untyped else place.value
    if isinstance(place.value, list | dict):
        return "\n".join(passage.text for passage in passages(JsonView(place.value)))
    return place.literal or said(place.value)


def _over_values(findings: Sequence[Finding], found: Sequence[Picked], tally: Tally) -> Finding:
    """Every value must keep it. If some do and some do not, whether each had to is debatable."""
    passed = [finding.outcome is Outcome.PASSED for finding in findings]
    for finding, place in zip(findings, found, strict=True):
        if finding.outcome is Outcome.PASSED:
            tally.satisfy()
        elif finding.outcome is Outcome.FAILED and not any(passed):
            tally.violate(place.where, finding.observed)
        else:
            tally.doubt(place.where, finding.message or "it is in other values only")
    return tally.finding(f"in {plural(tally.satisfied, 'value')}", nothing="there is no value")


class WholeText(Check):
    """A file's whole content, spaces around it aside, is a given `text`, or has the form of a `pattern`.

    Passed: it is, letter by letter; or the pattern matches all of it.
    Failed: it is something else.
    Unknown: it differs in case, spaces, quotes or hyphens only; it is too long for the pattern's budget.
    """

    name = "whole_text"
    families = (Family.PATTERN, Family.VALUE_EQUALS)
    demanded = typed(path=TEXT)
    admitted = typed(pattern=PATTERN, text=TEXT)

    def problem(self, params: Params) -> str:
        return "" if "pattern" in params or "text" in params else "needs `pattern` or `text`"

    def needs(self, params: Params) -> Sequence[Request]:
        return (Request(ViewKind.TEXT, text_of(params["path"])),)

    def decide(self, params: Params, seen: Seen) -> Finding:
        request = self.needs(params)[0]
        wanted = text_of(params.get("text")).strip()
        tally = Tally(f"{request.path} is {said(wanted) if wanted else clip(text_of(params.get('pattern')))}")
        view = view_or_finding(seen, request, TextView, tally.expected)
        if isinstance(view, Finding):
            return view
        content = view.text.strip().replace("\r\n", "\n")
        observed = said(content) if content else "an empty file"
        if wanted:
            match = match_text(wanted.replace("\r\n", "\n"), content)
            if match is Match.SAME:
                tally.satisfy()
            elif match is Match.VARIANT:
                tally.doubt("", f"{observed} differs in spelling only")
            else:
                tally.violate("", observed)
        if "pattern" in params:
            _settle(patterns.Matcher(text_of(params["pattern"])).fits(content), "", observed, tally, sure=True)
        return tally.finding(observed, nothing="an empty file")
