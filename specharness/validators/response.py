"""Validator of the agent's last message: words in it, its length, its form, its language. Whether what it says is true
is not its business."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence

from specharness.evidence.views import Request
from specharness.ir import Family, Outcome
from specharness.validators import patterns
from specharness.validators.base import Check, Finding, Params, Seen
from specharness.validators.compare import Match
from specharness.validators.counts import bounds_in_words, judge, words_in
from specharness.validators.languages import CODES, Verdict, is_written_in
from specharness.validators.occurrences import RESPONSE, Readable, occurrence, readable
from specharness.validators.params import (
    BOOL,
    COUNT,
    PATTERN,
    TEXTS,
    ParamType,
    as_number,
    text_of,
    texts_of,
    typed,
)
from specharness.validators.tally import Tally, joined
from specharness.validators.wording import clip, listed, said

MAX_JSON = 10_000_000
"""Longest message that is read as JSON, in characters."""

LANGUAGE = ParamType(
    f"a language code: {', '.join(CODES)}",
    lambda value: "" if value in CODES else "must be a language code that is known here",
)
_ASKED = ("texts", "absent", "min_words", "max_words", "pattern", "language", "json")


class ResponseText(Check):
    """The agent's message: contains `texts`, none of `absent`, `min_words`, `max_words`, matches `pattern` somewhere,
    is in a `language`, is one `json` value. Several at once must all hold.

    Passed: every one holds.
    Failed: one surely does not; an empty message breaks every demand but `absent` and `max_words`.
    Unknown: no message was given; texts in other spelling; ways of counting words disagree; mixed or close languages;
    JSON inside a code fence.
    """

    name = "response_text"
    families = (Family.RESPONSE_CONSTRAINT, Family.CONTAINS, Family.NOT_CONTAINS)
    demanded = typed()
    admitted = typed(
        texts=TEXTS,
        absent=TEXTS,
        min_words=COUNT,
        max_words=COUNT,
        pattern=PATTERN,
        language=LANGUAGE,
        json=BOOL,
        ignore_case=BOOL,
        all=BOOL,
    )

    def problem(self, params: Params) -> str:
        return "" if _asked(params) else f"needs one of {', '.join(_ASKED)}"

    def needs(self, params: Params) -> Sequence[Request]:
        return (RESPONSE,)

    def decide(self, params: Params, seen: Seen) -> Finding:
        text = readable((RESPONSE,), seen, _wanted(params), forbids=False)
        return text if isinstance(text, Finding) else joined(_findings(params, text))


def _asked(params: Params) -> list[str]:
    return [name for name in _ASKED if params.get(name) not in (None, False)]


def _wanted(params: Params) -> str:
    """What is asked, for a message that was not seen."""
    asked = [f"{name.replace('_', ' ')} {said(params[name])}" for name in _asked(params)]
    return f"a response with {clip(', '.join(asked), 120)}"


def _findings(params: Params, text: Readable) -> Iterator[Finding]:
    raw = text.texts[0]
    ignore_case = params.get("ignore_case") is True
    if "texts" in params:
        yield _present(texts_of(params["texts"]), text, ignore_case, params.get("all") is not False)
    if "absent" in params:
        yield _absent(texts_of(params["absent"]), text, ignore_case)
    least, most = as_number(params.get("min_words")), as_number(params.get("max_words"))
    if least is not None or most is not None:
        bounds = {"min": params.get("min_words"), "max": params.get("max_words")}
        expected = f"{bounds_in_words(bounds, 'words')} in the response"
        if not raw.strip():
            yield Finding(Outcome.FAILED if least else Outcome.UNKNOWN, expected, "an empty message", message="vacuous")
        else:
            yield judge(bounds, words_in(raw), expected, "words")
    if "pattern" in params:
        yield _matches(text_of(params["pattern"]), text, ignore_case)
    if "language" in params:
        yield _language(text_of(params["language"]), raw)
    if params.get("json") is True:
        yield _is_json(raw)


def _present(texts: Sequence[str], text: Readable, ignore_case: bool, every: bool) -> Finding:
    tally = Tally(f"{'' if every or len(texts) == 1 else 'one of '}{listed(texts)} in the response")
    matches = [(occurrence(wanted, text, ignore_case=ignore_case), wanted) for wanted in texts]
    for match, wanted in matches if every else [max(matches)]:
        if match is Match.SAME:
            tally.satisfy()
        elif match is Match.VARIANT:
            tally.doubt("", f"{said(wanted)} occurs in another spelling, or inside a word, only")
        else:
            tally.violate("", f"no {said(wanted)}")
    return tally.finding("there", nothing="no text")


def _absent(texts: Sequence[str], text: Readable, ignore_case: bool) -> Finding:
    tally = Tally(f"no {listed(texts)} in the response")
    for forbidden in () if text.blank else texts:
        match = occurrence(forbidden, text, ignore_case=ignore_case)
        if match is Match.SAME:
            tally.violate("", f"{said(forbidden)} is there")
        elif match is Match.VARIANT:
            tally.doubt("", f"{said(forbidden)} is there in another spelling, or inside a word")
        else:
            tally.satisfy()
    return tally.finding("none there", nothing="the message is empty")


def _matches(pattern: str, text: Readable, ignore_case: bool) -> Finding:
    expected = f"the response matches {clip(pattern)}"
    found = patterns.Matcher(pattern, ignore_case=ignore_case).occurs(text.texts[0])
    if found is None:
        return Finding(Outcome.UNKNOWN, expected, "undecided", message="longer than the pattern's budget (STEP_BUDGET)")
    return Finding(Outcome.PASSED if found else Outcome.FAILED, expected, "a match" if found else "no match")


_OUTCOMES = {Verdict.YES: Outcome.PASSED, Verdict.NO: Outcome.FAILED, Verdict.UNSURE: Outcome.UNKNOWN}


def _language(code: str, text: str) -> Finding:
    reading = is_written_in(code, text)
    return Finding(_OUTCOMES[reading.verdict], f"the response is in `{code}`", reading.observed, message=reading.reason)


def _is_json(text: str) -> Finding:
    expected = "the response is JSON"
    if len(text) > MAX_JSON:
        return Finding(Outcome.ERROR, expected, "not read", message=f"longer than MAX_JSON ({MAX_JSON})")
    if _parses(text):
        return Finding(Outcome.PASSED, expected, "valid JSON")
    fenced = re.fullmatch(r"\s*```[a-zA-Z]*\n(.*)\n```\s*", text, re.DOTALL)
    if fenced is not None and _parses(fenced[1]):
        return Finding(Outcome.UNKNOWN, expected, "JSON in a code fence", message="the fence may not count")
    return Finding(Outcome.FAILED, expected, "no JSON")


def _parses(text: str) -> bool:
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True
