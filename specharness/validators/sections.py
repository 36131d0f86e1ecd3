"""Validators of headings: that a text has them, or does not. What stands below them is hardly their business."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from specharness.evidence.views import Request, ViewKind
from specharness.ir import Family, Outcome
from specharness.validators.base import Check, Finding, Params, Seen, view_or_finding
from specharness.validators.headings import MARKDOWN, MAX_TEXT, PLAIN, Outline, Standing, Wanted, outline_of, standing
from specharness.validators.occurrences import RESPONSE
from specharness.validators.params import BOOL, TEXT, TEXTS, text_of, texts_of, typed
from specharness.validators.subject import VIEWS, content_of, ending, passages
from specharness.validators.tally import Tally
from specharness.validators.wording import clip, listed, said


class _OverHeadings(Check):
    """Shared parameters of the two validators below."""

    demanded = typed(headings=TEXTS)

    def problem(self, params: Params) -> str:
        either = ("path" in params) != (params.get("response") is True)
        return "" if either else "needs either `path` or `response`"

    def needs(self, params: Params) -> Sequence[Request]:
        if params.get("response") is True:
            return (RESPONSE,)
        path = text_of(params.get("path"))
        request = content_of(path)
        seen = request is not None and (ending(path) in MARKDOWN | PLAIN or request.kind is ViewKind.DOCUMENT)
        return (request,) if request is not None and seen else ()

    def _outline(self, params: Params, seen: Seen, expected: str, *, forbids: bool) -> Outline | Finding:
        requests = self.needs(params)
        if not requests:
            return Finding(Outcome.UNKNOWN, expected, "not observed", message="no headings are seen in such a file")
        view = view_or_finding(seen, requests[0], VIEWS[requests[0].kind], expected, forbids=forbids)
        if isinstance(view, Finding):
            return view
        text = "\n".join(passage.text for passage in passages(view))
        if len(text) > MAX_TEXT:
            return Finding(Outcome.ERROR, expected, "not observed", message=f"longer than MAX_TEXT ({MAX_TEXT})")
        return outline_of(view, text, ending(requests[0].path) if requests[0].path else "md")


def _wanted(params: Params) -> Iterator[Wanted]:
    return map(Wanted, texts_of(params["headings"]))


def _where(params: Params) -> str:
    return "the response" if params.get("response") is True else text_of(params.get("path"))


class HeadingsPresent(_OverHeadings):
    """A text (Markdown, plain text written like it, a word processor's, or the response) has the given headings: of
    the level that `#` marks say, of any level without them. With `filled`, something stands below each. With `loose`,
    only the text itself is asked for, so that it may stand there otherwise.

    Passed: each is a heading there, at its level, letter by letter; marks behind it and underlining don't count. What
    stands in a code block, a comment or front matter is none.
    Failed: one is not: it is missing, stands at another level, as a part of a longer heading, or in code.
    Unknown: one stands there in another spelling, with numbering, emphasis or marks, inside of a quotation or list, or
    as a line of its own that may be meant as one; with `filled`, nothing stands below it; with `loose`, the text stands
    there as no such heading; other kinds of files.
    """

    name = "headings_present"
    families = (Family.CONTAINS,)
    admitted = typed(path=TEXT, response=BOOL, filled=BOOL, loose=BOOL)

    def decide(self, params: Params, seen: Seen) -> Finding:
        tally = Tally(f"the headings {listed(texts_of(params['headings']))} in {_where(params)}")
        outline = self._outline(params, seen, tally.expected, forbids=False)
        if isinstance(outline, Finding):
            return outline
        for wanted in _wanted(params):
            stands, found, words = standing(wanted, outline)
            if stands is Standing.HERE:
                if params.get("filled") is True and found is not None and not found.filled:
                    tally.doubt("", f"nothing stands below {said(wanted.said)}")
                else:
                    tally.satisfy()
            elif stands is Standing.NEAR or (stands is Standing.ELSEWHERE and params.get("loose") is True):
                tally.doubt("", f"{said(wanted.said)}: {clip(words)}")
            else:
                tally.violate("", f"no heading {said(wanted.said)}" + (f": {clip(words)}" if words else ""))
        return tally.finding("all there", nothing="no heading is asked for")


class HeadingsAbsent(_OverHeadings):
    """A text (Markdown, plain text written like it, a word processor's, or the response) has none of the given
    headings: of the level that `#` marks say, of any level without them.

    Passed: there is text, and none of them is a heading there.
    Failed: one is, at its level, letter by letter.
    Unknown: one stands there at another level, in another spelling, inside of a quotation or list, or as a line of its
    own that may be meant as one; there is no text; other kinds of files.
    """

    name = "headings_absent"
    families = (Family.NOT_CONTAINS,)
    admitted = typed(path=TEXT, response=BOOL)

    def decide(self, params: Params, seen: Seen) -> Finding:
        tally = Tally(f"no heading {listed(texts_of(params['headings']))} in {_where(params)}")
        outline = self._outline(params, seen, tally.expected, forbids=True)
        if isinstance(outline, Finding):
            return outline
        for wanted in _wanted(params) if outline.whole.strip() else ():
            stands, found, words = standing(wanted, outline)
            if stands is Standing.HERE:
                tally.violate("", f"{said(wanted.said)} is there")
            elif stands is Standing.NEAR or (stands is Standing.ELSEWHERE and found is not None):
                tally.doubt("", f"{said(wanted.said)}: {clip(words)}")
            else:
                tally.satisfy()
        return tally.finding("none there", nothing="there is no text")
