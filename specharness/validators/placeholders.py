"""Validator that no placeholder is left in a document. What stands in its place is not its business."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from specharness.evidence.views import DocumentView, PdfView, Request, View, ViewKind, WorkbookView
from specharness.ir import Family, Outcome
from specharness.validators.base import Check, Finding, Params, Seen, view_or_finding
from specharness.validators.compare import composed
from specharness.validators.params import TEXT, TEXTS, ParamType, text_of, texts_of, typed
from specharness.validators.subject import VIEWS, Passage, kind_of, passages
from specharness.validators.tally import Tally
from specharness.validators.wording import clip, listed

MAX_INSIDE = 200
"""Most characters between the marks of a placeholder, on one line: a longer stretch is text that has marks in it."""

_GAP = re.compile(r"\.{3}|…")


def placeholder_form(notation: str) -> re.Pattern[str]:
    """A placeholder as people write it, as a regular expression: `...` inside `{{...}}` stands for anything short."""
    pieces = _GAP.split(composed(notation.strip()))
    form = rf"[^\n]{{0,{MAX_INSIDE}}}?".join(re.escape(piece) for piece in pieces)
    if len(pieces) == 1:
        first, last = notation.strip()[:1], notation.strip()[-1:]
        form = (r"(?<!\w)" if _is_word(first) else "") + form + (r"(?!\w)" if _is_word(last) else "")
    return re.compile(form)


def _is_word(character: str) -> bool:
    return character.isascii() and (character.isalnum() or character == "_")


def _notations_problem(value: object) -> str:
    texts = [value] if isinstance(value, str) else value if isinstance(value, list) else []
    if not all(isinstance(text, str) and _GAP.sub("", text).strip() for text in texts):
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
        kind = kind_of(path)
        if kind in {ViewKind.JSON, ViewKind.TABLE}:
            kind = ViewKind.TEXT
        return (Request(kind, path),) if kind in VIEWS else ()

    def decide(self, params: Params, seen: Seen) -> Finding:
        notations = texts_of(params["patterns"])
        tally = Tally(f"no {listed(notations)} left in {text_of(params['path'])}")
        requests = self.needs(params)
        if not requests:
            return Finding(Outcome.UNKNOWN, tally.expected, "not observed", message="no observer reads such a file")
        view = view_or_finding(seen, requests[0], VIEWS[requests[0].kind], tally.expected, forbids=True)
        if isinstance(view, Finding):
            return view
        forms = [placeholder_form(notation) for notation in notations]
        for passage in _everything(view):
            tally.satisfy(bool(passage.text.strip()))
            text = composed(passage.text)
            for found in (form.search(text) for form in forms):
                if found is not None:
                    line = text.count("\n", 0, found.start()) + 1
                    tally.violate(passage.where or f"line {line}", f"`{clip(found[0])}`")
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
            yield from (Passage(f"table {number}", cell) for row in table for cell in row if cell)
