"""Validator of the parts of the agent's message: what every sentence, line, paragraph or word of it must be like."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from specharness.ir import Outcome
from specharness.validators.base import Finding, Params
from specharness.validators.compare import composed, folded
from specharness.validators.counts import BOUNDS, bounds_in_words, within, words_in
from specharness.validators.measures import sentences as sentences_in
from specharness.validators.params import COUNT, NUMBER, TEXT, choice, text_of, typed
from specharness.validators.response_forms import OfMessage
from specharness.validators.wording import said

_UNITS = ("sentences", "lines", "paragraphs", "words")
_HAS = ("words", "sentences", "characters")
_END = re.compile(r"[.!?…]+[\"'”’)\]*_]*(?=\s|$)|[。！？]+[\"”’」』）]*")
_ABBREVIATION = re.compile(
    r"\b(?:mr|mrs|ms|dr|prof|st|vs|etc|e\.g|i\.e|no|inc|ltd|jr|sr|approx|a\.m|p\.m|u\.s|[a-z])\.$", re.I
)
_LETTER = re.compile(r"[^\W_]")
_LEAD = re.compile(r"(?:[\s>#*_\"'“”‘’`(\[•+-]|\d{1,3}[.)](?=\s))+")
_TAIL = " \t\n*_`\"'“”‘’)]"
_WORD = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")
MAX_UNITS = 50_000
"""Sentences or words of a message that are looked at one by one."""


class Unit(NamedTuple):
    text: str
    line: int


class ResponseEach(OfMessage):
    """Every part of the agent's message: `of` is sentences, lines, paragraphs or words. Each of them `has` so many
    words, sentences or characters (`count`, `min`, `max`, `min_exclusive`, `max_exclusive`), begins with the text
    `first`, ends with the text `last`, or begins with the one letter `letter`, in any case.

    Passed: all of them do, however the message is divided.
    Failed: one surely does not, however it is divided; an empty message.
    Unknown: no message was given; it depends on what counts as such a part, or on how it is counted.
    """

    name = "response_each"
    demanded = typed(of=choice(*_UNITS))
    admitted = typed(
        has=choice(*_HAS),
        first=TEXT,
        last=TEXT,
        letter=TEXT,
        count=COUNT,
        min=NUMBER,
        max=NUMBER,
        min_exclusive=NUMBER,
        max_exclusive=NUMBER,
    )

    def problem(self, params: Params) -> str:
        asked = [name for name in ("has", "first", "last", "letter") if params.get(name) is not None]
        if len(asked) != 1:
            return "needs one of has, first, last, letter"
        bounded = any(params.get(name) is not None for name in BOUNDS)
        if bounded is not (asked == ["has"]):
            return "`has` and a bound go together"
        letter = text_of(params.get("letter"))
        if letter and (len(letter) != 1 or not letter.isalpha()):
            return "`letter` must be one letter"
        return "" if text_of(params[asked[0]]).strip() else "the text is blank"

    def expected(self, params: Params) -> str:
        of = text_of(params["of"]).removesuffix("s")
        if params.get("has") is not None:
            return f"{bounds_in_words(params, text_of(params['has']))} in every {of} of the response"
        name = next(name for name in ("first", "last", "letter") if params.get(name) is not None)
        words = {"first": "begins with", "last": "ends with", "letter": "begins with the letter"}[name]
        return f"every {of} of the response {words} {said(params[name])}"

    def judged(self, params: Params, text: str, expected: str) -> Finding:
        if not text.strip():
            return Finding(Outcome.FAILED, expected, "an empty message")
        outcomes, worst = set(), None
        for units in ways(text_of(params["of"]), text):
            if len(units) > MAX_UNITS:
                return Finding(Outcome.ERROR, expected, "not read", message=f"more than MAX_UNITS ({MAX_UNITS}) parts")
            outcome, unit = _all_of(params, units)
            outcomes.add(outcome)
            worst = worst or unit
        if outcomes == {Outcome.PASSED}:
            return Finding(Outcome.PASSED, expected, "all of them")
        shown = f"not so: {said(worst.text[:60])}" if worst is not None else "none of them"
        where = f"line {worst.line}" if worst is not None else ""
        if outcomes == {Outcome.FAILED}:
            return Finding(Outcome.FAILED, expected, shown, where)
        return Finding(Outcome.UNKNOWN, expected, "undecided", message="it depends on what counts as such a part")


def _all_of(params: Params, units: Sequence[Unit]) -> tuple[Outcome, Unit | None]:
    """The outcome over all units, and the first that surely is not so."""
    if not units:
        return Outcome.UNKNOWN, None
    outcome = Outcome.PASSED
    for unit in units:
        keeps = _keeps(params, unit.text)
        if keeps is False:
            return Outcome.FAILED, unit
        if keeps is None:
            outcome = Outcome.UNKNOWN
    return outcome, None


def _keeps(params: Params, text: str) -> bool | None:
    """Whether one part, without blanks around, is as it must be; None where readers could differ."""
    has = params.get("has")
    if has is not None:
        kept = {within(params, number) for number in _readings(text_of(has), text)}
        return kept.pop() if len(kept) == 1 else None
    bare = text[lead.end() :] if (lead := _LEAD.match(text)) is not None else text
    if params.get("letter") is not None:
        return bare[:1].casefold() == text_of(params["letter"]).casefold()
    if params.get("first") is not None:
        first = composed(text_of(params["first"]).strip())
        begun = [whole for whole in (bare, text) if whole.startswith(first)]
        if begun:
            runs_on = first[-1].isalnum() and begun[0][len(first) : len(first) + 1].isalnum()
            return not runs_on
        return None if folded(bare).startswith(folded(first)) else False
    last = composed(text_of(params["last"]).strip())
    if text.endswith(last) or text.rstrip(_TAIL).endswith(last):
        return True
    near = folded(last).rstrip(".!?…")
    return None if near and folded(text).rstrip(".!?…" + _TAIL).endswith(near) else False


def _readings(has: str, text: str) -> list[int]:
    if has == "words":
        return words_in(text)
    return sentences_in(text) if has == "sentences" else [len(text), sum(map(str.isalnum, text))]


def ways(of: str, text: str) -> Iterator[tuple[Unit, ...]]:
    """Every defensible way to divide a text."""
    if of == "sentences":
        yield tuple(_sentences(text, closed=False, abbreviations=False))
        yield tuple(_sentences(text, closed=True, abbreviations=False))
        yield tuple(_sentences(text, closed=False, abbreviations=True))
    elif of == "lines":
        every = [Unit(line.strip(), number) for number, line in enumerate(text.splitlines(), 1) if line.strip()]
        yield tuple(every)
        yield tuple(unit for unit in every if not re.match(r"#{1,6} |<<|```|[*_-]{3,}$", unit.text))
    elif of == "paragraphs":
        blocks = tuple(_blocks(text))
        yield blocks
        yield tuple(unit for unit in blocks if not re.fullmatch(r"#{1,6} [^\n]*|\*\*[^\n]*\*\*|<<[^\n]*>>", unit.text))
        if len(blocks) == 1:
            yield tuple(Unit(line.strip(), number) for number, line in enumerate(text.splitlines(), 1) if line.strip())
    else:
        yield tuple(Unit(match.group(), 1) for match in _WORD.finditer(text))
        yield tuple(Unit(bare, 1) for word in text.split() if (bare := word.strip("*_`\"'“”‘’.,;:!?()[]…—–-#>")))


def _blocks(text: str) -> Iterator[Unit]:
    line = 1
    for block in re.split(r"(\n[ \t]*(?:\n[ \t]*)+)", text):
        if _LETTER.search(block):
            yield Unit(block.strip(), line + block[: len(block) - len(block.lstrip())].count("\n"))
        line += block.count("\n")


def _sentences(text: str, *, closed: bool, abbreviations: bool) -> Iterator[Unit]:
    """Sentences of every line; `closed`: lines without a mark at their end are none; `abbreviations` end them, too."""
    for number, line in enumerate(text.splitlines(), 1):
        start = 0
        for match in _END.finditer(line):
            piece = line[start : match.end()]
            bare = piece.rstrip("\"'”’)]*_")
            if not abbreviations and _ABBREVIATION.search(bare[-12:]) and line[match.end() :].strip():
                continue
            if re.fullmatch(r"[\W\d]*", piece):
                continue
            yield Unit(piece.strip(), number)
            start = match.end()
        rest = line[start:].strip()
        if not closed and _LETTER.search(rest):
            yield Unit(rest, number)
