"""Observers of third parties, by entry point (group `specharness.observers`).

An observer reads formats that nothing here reads: it turns the bytes of a file into one of our views, or into plain
data. Guarantees that a name and an ending have one meaning: what is read here already can't be taken over, and a second
observer of a name or ending is refused. Entry points are listed only when a file is met that nothing here reads.
"""

from __future__ import annotations

from functools import cache
from importlib.metadata import EntryPoint
from typing import Protocol, runtime_checkable

from specharness import installed
from specharness.errors import UsageError
from specharness.evidence.formats import FORMAT_OF_ENDING, FORMATS
from specharness.evidence.limits import Limits
from specharness.evidence.views import (
    DocumentDetails,
    DocumentView,
    ExternalView,
    ImageView,
    JsonView,
    PdfView,
    SlidesDetails,
    SlidesView,
    TableView,
    TextView,
    View,
    ViewKind,
    WorkbookDetails,
    WorkbookView,
    XmlView,
)

GROUP = "specharness.observers"
VIEW_OF: dict[ViewKind, type[View]] = {
    ViewKind.TEXT: TextView,
    ViewKind.JSON: JsonView,
    ViewKind.XML: XmlView,
    ViewKind.TABLE: TableView,
    ViewKind.WORKBOOK: WorkbookView,
    ViewKind.WORKBOOK_DETAILS: WorkbookDetails,
    ViewKind.DOCUMENT: DocumentView,
    ViewKind.DOCUMENT_DETAILS: DocumentDetails,
    ViewKind.SLIDES: SlidesView,
    ViewKind.SLIDES_DETAILS: SlidesDetails,
    ViewKind.PDF: PdfView,
    ViewKind.IMAGE: ImageView,
    ViewKind.EXTERNAL: ExternalView,
}
"""What an observer of a kind gives. The other kinds are not read from a file's bytes alone."""


@runtime_checkable
class Observer(Protocol):
    """One format more."""

    name: str
    """The name of the format, as `Request.format` has it; that of the entry point."""
    version: int
    kind: ViewKind
    """Of the view that it gives: one of those that are read from a file's bytes, or EXTERNAL."""
    endings: tuple[str, ...]
    """With their point, in lower case."""

    def view(self, data: bytes, limits: Limits) -> View:
        """The view. Raises faults.MalformedArtifact on proof only, faults.LimitReached where a limit is hit."""
        ...


def observer_for(kind: ViewKind, name: str, ending: str) -> Observer | None:
    """The third party's observer of a format, by its name, or by a file's ending where there is no name. Raises
    UsageError where one that is installed can't be used."""
    if kind is ViewKind.EXTERNAL and not name:
        return None
    if name in FORMATS or (not name and ending in FORMAT_OF_ENDING):
        return None
    for observer in _installed():
        if observer.kind is kind and (observer.name == name if name else ending in observer.endings):
            return observer
    return None


@cache
def _installed() -> tuple[Observer, ...]:
    made = [_loaded(point) for point in installed.offered(GROUP)]
    names = [observer.name for observer in made]
    endings = [ending for observer in made for ending in observer.endings]
    for what, taken, ours in (("name", names, FORMATS), ("ending", endings, FORMAT_OF_ENDING.keys())):
        twice = sorted({each for each in taken if taken.count(each) > 1 or each in ours})
        if twice:
            raise UsageError(f"the {what} {twice[0]!r} of an observer is taken by another one; uninstall all but one")
    return tuple(made)


def _loaded(point: EntryPoint) -> Observer:
    made = installed.made(point, "observer")
    if not isinstance(made, Observer) or made.name != point.name or made.kind not in VIEW_OF:
        raise UsageError(f"observer `{point.name}` from {point.value} is none; see docs/observers.md")
    return made
