"""Whether a text occurs in what an artifact says: by itself, in another spelling, or not at all.

Guarantees that an occurrence which careful readers could deny (inside a longer word, other case, spaces, typographic
quotes, markup in between) is a variant. Whether the text should be there is for the validators.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from specharness.evidence.views import PdfView, Request, Side, TableView, TextView, View, ViewKind, WorkbookView
from specharness.ir import Outcome
from specharness.validators.base import Finding, Params, Seen, view_or_finding
from specharness.validators.compare import Match, composed
from specharness.validators.params import text_of
from specharness.validators.subject import VIEWS, content_of, ending, has_types, is_database, passages

MAX_HITS = 1_000
"""Occurrences of one text that are looked at to see whether one of them stands by itself."""

RESPONSE = Request(ViewKind.TEXT, "", Side.RESPONSE)

_TAG = re.compile(r"<[^<>]{0,1000}>")
_FIGURE = re.compile(
    r"^[^A-Za-z]*[0-9][^A-Za-z]*$|\b(?i:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.? [0-9]"
)
"""A text that may be how a cell shows a number or a date: `12.50`, `5 %`, `31.12.2024`, `May 2024`."""
_MARKUP_ENDINGS = frozenset({"html", "htm", "xml", "svg", "xhtml"})
_TYPOGRAPHY = str.maketrans(
    {"“": '"', "”": '"', "„": '"', "«": '"', "»": '"', "‘": "'", "’": "'", "‐": "-", "‑": "-", "–": "-", "—": "-"}
    | {"\u00ad": None, "\u200b": None, "*": None, "_": None, "`": None, "…": "..."}
)
"""What word processors set by themselves, and the marks of Markdown."""


@dataclass(frozen=True)
class Readable:
    """All text of an artifact; in several renderings where its raw form differs from what it says (JSON, CSV)."""

    texts: tuple[str, ...]
    complete: bool = True
    """False: text may be there that extraction did not see (PDF), so that absence proves nothing."""
    numbers_as_shown: bool = True
    """False: numbers stand there by value, not as they are displayed (workbooks)."""
    markup: bool = False
    """Tags and entities may stand inside of what a reader sees as one text."""

    @property
    def blank(self) -> bool:
        return not any(text.strip() for text in self.texts)

    def shows(self, text: str) -> bool:
        """Whether the absence of a text from `texts` means that a reader does not see it."""
        return self.complete and (self.numbers_as_shown or _FIGURE.search(text) is None)


def text_requests(params: Params) -> tuple[Request, ...]:
    """What to see for the text at `path`, or of the response."""
    if params.get("response") is True:
        return (RESPONSE,)
    path = text_of(params.get("path"))
    request = content_of(path, text_of(params.get("sheet")))
    if request is None or (is_database(path) and not params.get("field")):
        return ()
    if request.kind in {ViewKind.JSON, ViewKind.TABLE} and not (has_types(path) or is_database(path)):
        return (Request(ViewKind.TEXT, path), request)
    return (request,)


def readable(requests: Sequence[Request], seen: Seen, expected: str, *, forbids: bool) -> Readable | Finding:
    """The text, or the finding that its absence means. Of two renderings the first must be there."""
    if not requests:
        return Finding(Outcome.UNKNOWN, expected, "not observed", message="no observer reads text from such a file")
    views: list[View] = []
    for number, request in enumerate(requests):
        view = view_or_finding(seen, request, VIEWS[request.kind], expected, forbids=forbids)
        if not isinstance(view, Finding):
            views.append(view)
        elif number == 0:
            return view
    return Readable(
        tuple(_rendered(view) for view in views),
        complete=not any(isinstance(view, PdfView) for view in views),
        numbers_as_shown=not any(
            isinstance(view, WorkbookView) or (isinstance(view, TableView) and view.typed) for view in views
        ),
        markup=ending(requests[0].path) in _MARKUP_ENDINGS,
    )


def occurrence(text: str, within: Readable, *, ignore_case: bool = False) -> Match:
    """SAME: by itself, letter by letter; VARIANT: inside a longer word, or in another spelling only."""
    needle = composed(text.replace("\r\n", "\n"))
    best = Match.DIFFERENT
    for hay in within.texts:
        best = max(best, _hits(needle.casefold(), hay.casefold()) if ignore_case else _hits(needle, hay))
        if best is Match.SAME:
            return best
    loose = _loose(needle)
    if best is Match.DIFFERENT and loose and any(loose in _loose(hay) for hay in _loosely(within)):
        return Match.VARIANT
    return best


def _rendered(view: View) -> str:
    pieces = [view.text] if isinstance(view, TextView) else [passage.text for passage in passages(view)]
    return composed("\n".join(pieces).replace("\r\n", "\n"))


def _loosely(within: Readable) -> Iterator[str]:
    yield from within.texts
    if within.markup:
        for text in within.texts:
            yield html.unescape(_TAG.sub("", text))
            yield html.unescape(_TAG.sub(" ", text))


def _loose(text: str) -> str:
    return " ".join(text.translate(_TYPOGRAPHY).casefold().split())


def _hits(needle: str, hay: str) -> Match:
    found = Match.DIFFERENT
    for start in islice(_starts(needle, hay), MAX_HITS):
        if not _inside_a_word(hay, start, start + len(needle), option=needle.startswith("-")):
            return Match.SAME
        found = Match.VARIANT
    return found


def _starts(needle: str, hay: str) -> Iterator[int]:
    position = hay.find(needle)
    while position >= 0:
        yield position
        position = hay.find(needle, position + 1)


def _inside_a_word(hay: str, start: int, end: int, *, option: bool) -> bool:
    """Whether the characters around continue a word (`cat` in `category`), a number (`3.1` in `3.11` and `3.1.2`, `5`
    in `-5`), a command's option (`--dry` in `--dry-run`), a name (`a.csv` in `old-a.csv` and `a.csv.bak`) or a run of
    marks (`## A` in `### A`). Scripts without spaces have no such borders."""
    before, after = hay[max(0, start - 2) : start], hay[end : end + 2]
    first, last = hay[start], hay[end - 1]
    if (before and _wordy(before[-1]) and _wordy(first)) or (after and _wordy(last) and _wordy(after[0])):
        return True
    needle = hay[start:end]
    if before and _signed(needle, before):
        return True
    if _continues(first, before[-1:], needle) or _continues(last, after[:1], needle):
        return True
    if _numeric(first) and len(before) == 2 and before[1] in ".," and _numeric(before[0]):
        return True
    named = _NAME.fullmatch(needle) is not None and not needle.replace(".", "").isdigit()
    if named and len(before) == 2 and before[1] in "-." and _wordy(before[0]):
        return True
    if len(after) < 2 or not _wordy(after[1]):
        return False
    if named and after[0] in "-.":
        return True
    return (_numeric(last) and after[0] in ".," and _numeric(after[1])) or (option and after[0] == "-")


_NAME = re.compile(r"[\w-]+(?:\.[\w-]+)+")
"""A file's or a host's name."""
_RUNS = frozenset("#=*~-+_")
_UNSPACED = re.compile(r"[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005-\u30ff\u3400-\u9fff\uac00-\ud7af\uff00-\uffef]")


def _signed(needle: str, before: str) -> bool:
    """Whether a sign belongs to a number, or joins two words, and the text asked for takes only one side: `5` of `-5`,
    `-5` of `10-5`, `-x` of `a-x`."""
    if needle[0] in "-−":
        return len(needle) > 1 and (_wordy(before[-1]) or (_numeric(needle[1]) and before[-1] in ")]%"))
    alone = len(before) == 1 or before[0].isspace() or before[0] in "(:=,"
    return _numeric(needle[0]) and before[-1] in "-−" and alone


def _continues(mark: str, beyond: str, needle: str) -> bool:
    return mark in _RUNS and mark == beyond and any(map(_wordy, needle))


def _wordy(character: str) -> bool:
    return (character.isalnum() or character == "_") and not _UNSPACED.match(character)


def _numeric(character: str) -> bool:
    return character.isascii() and character.isdigit()
