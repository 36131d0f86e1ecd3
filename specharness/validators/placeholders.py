"""Validator that no placeholder is left in a document. What stands in its place is not its business."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from pydantic import JsonValue

from specharness.evidence.views import DocumentView, PdfView, Request, View, ViewKind, WorkbookView
from specharness.ir import Family, Outcome
from specharness.validators.base import Check, Finding, Params, Seen, view_or_finding
from specharness.validators.compare import composed
from specharness.validators.params import TEXT, TEXTS, ParamType, text_of, texts_of, typed
from specharness.validators.subject import VIEWS, Passage, content_of, has_types, is_database, passages
from specharness.validators.tally import Tally
from specharness.validators.wording import clip, listed

MAX_INSIDE = 200
"""Most characters between the marks of a placeholder, on one line: a longer stretch is text that has marks in it."""

_GAP = re.compile(r"\.{3}|…")


class Placeholder:
    """A placeholder as people write it: `...` inside `{{...}}` stands for anything short on one line. Searched piece by
    piece, so that no text takes more than its length times MAX_INSIDE."""

    def __init__(self, notation: str) -> None:
        self._pieces = list(filter(None, _GAP.split(composed(notation.strip()))))
        self._alone = _GAP.search(notation) is None

    def search(self, text: str) -> range | None:
        """Where the first one stands in a text."""
        first = self._pieces[0]
        start = text.find(first)
        while start >= 0:
            end = self._end(text, start)
            if end is not None:
                return range(start, end)
            start = text.find(first, start + 1)
        return None

    def _end(self, text: str, start: int) -> int | None:
        end = start + len(self._pieces[0])
        if self._alone:
            inside = (start > 0 and _is_word(text[start - 1]) and _is_word(text[start])) or (
                end < len(text) and _is_word(text[end - 1]) and _is_word(text[end])
            )
            return None if inside else end
        limit = end + MAX_INSIDE
        for piece in self._pieces[1:]:
            found = text.find(piece, end, limit + len(piece))
            if found == -1:
                return None
            end = found + len(piece)
        return None if "\n" in text[start:end] else end


def _is_word(character: str) -> bool:
    return character.isascii() and (character.isalnum() or character == "_")


def _notations_problem(value: JsonValue) -> str:
    texts = texts_of(value)
    if not all(_GAP.sub("", text).strip() for text in texts):
        return "must have marks besides `...`"
    return "has more than two gaps" if any(len(_GAP.findall(text)) > 2 for text in texts) else ""


NOTATIONS = ParamType(
    "placeholders as they are written, `...` for anything: `{{...}}`, `TODO`",
    lambda value: TEXTS.problem(value) or _notations_problem(value),
)


class PlaceholdersGone(Check):
    """No placeholder of the given forms (`{{...}}`, `[...]`, `???`, `TODO`) is left in a text, document, workbook or
    presentation.

    Passed: there is text, and no placeholder in it.
    Failed: one is left, letter by letter.
    Unknown: there is no text, or it is PDF text, which extraction may not show in full.
    """

    name = "placeholders_gone"
    families = (Family.NOT_CONTAINS, Family.CELLS_FILLED, Family.CROSS_CONSISTENT)
    demanded = typed(path=TEXT, patterns=NOTATIONS)

    def needs(self, params: Params) -> Sequence[Request]:
        path = text_of(params["path"])
        request = content_of(path)
        if request is None or is_database(path):
            return ()
        if request.kind in {ViewKind.JSON, ViewKind.TABLE} and not has_types(path):
            request = Request(ViewKind.TEXT, path)
        return (request,)

    def decide(self, params: Params, seen: Seen) -> Finding:
        notations = texts_of(params["patterns"])
        tally = Tally(f"no {listed(notations)} left in {text_of(params['path'])}")
        requests = self.needs(params)
        if not requests:
            return Finding(Outcome.UNKNOWN, tally.expected, "not observed", message="no observer reads such a file")
        view = view_or_finding(seen, requests[0], VIEWS[requests[0].kind], tally.expected, forbids=True)
        if isinstance(view, Finding):
            return view
        forms = [Placeholder(notation) for notation in notations]
        for passage in _everything(view):
            tally.satisfy(bool(passage.text.strip()))
            text = composed(passage.text)
            for found in (form.search(text) for form in forms):
                if found is not None:
                    line = text[: found.start].count("\n") + 1
                    tally.violate(passage.where or f"line {line}", f"`{clip(text[found.start : found.stop])}`")
        if isinstance(view, PdfView):
            tally.doubt("", "not all text of a PDF can be extracted")
        return tally.finding("none left", nothing="there is no text")


def _everything(view: View) -> Iterator[Passage]:
    yield from passages(view)
    if isinstance(view, WorkbookView):
        for sheet in view.sheets:
            for place, cell in sheet.cells.items():
                if cell.formula:
                    yield Passage(f"{sheet.name}!{place}", cell.formula)
    elif isinstance(view, DocumentView):
        for number, table in enumerate(view.tables, 1):
            yield from (Passage(f"table {number}", cell) for row in table for cell in row)
