"""From bytes and a request to a view: which observer looks, under which guard.

Observers with heavy readers are imported when first asked for, outside the reader's time budget.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from specharness.evidence.faults import LimitReached, MalformedArtifact, ProviderMissing
from specharness.evidence.formats import FORMATS, KIND_OF_FORMAT
from specharness.evidence.limits import Limits
from specharness.evidence.observers import json_text, opc, table, text, zips
from specharness.evidence.observers.guard import guarded
from specharness.evidence.observers.remainder import remainder
from specharness.evidence.plugins import VIEW_OF, Observer, observer_for
from specharness.evidence.views import (
    DocumentDetails,
    DocumentView,
    FormatView,
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


class Reading(NamedTuple):
    """A view, and what there is in the file besides, in words."""

    view: View
    unseen: tuple[str, ...] = ()


@dataclass(frozen=True)
class Bytes:
    """The bytes of one artifact, the format that it is expected in, and the limits to read it under. All methods raise
    the signals of `faults`, and nothing else of the artifact's doing."""

    data: bytes
    expected: str
    """A name of `formats.FORMATS`, `trace`, or empty where neither the request nor the ending says it."""
    ending: str
    """Of the file's name, with its point, in lower case."""
    limits: Limits
    known: Callable[[ViewKind], View]
    """Another view of the same bytes, which may have been derived before; raises as the methods do."""

    def view(self, kind: ViewKind) -> Reading:
        """The view of a kind that is derived from bytes."""
        if kind is ViewKind.FORMAT:
            return Reading(self.format())
        readers: dict[ViewKind, Callable[[], View]] = {
            ViewKind.TEXT: self.text,
            ViewKind.JSON: self.json,
            ViewKind.XML: self.xml,
            ViewKind.TABLE: self.table,
            ViewKind.WORKBOOK: self.workbook,
            ViewKind.WORKBOOK_DETAILS: self.workbook_details,
            ViewKind.DOCUMENT: self.document,
            ViewKind.DOCUMENT_DETAILS: self.document_details,
            ViewKind.SLIDES: self.slides,
            ViewKind.SLIDES_DETAILS: self.slides_details,
            ViewKind.PDF: self.pdf,
            ViewKind.IMAGE: self.image,
        }
        third = observer_for(kind, self.expected, self.ending)
        if third is not None:
            return Reading(self._third_party(third))
        if kind not in readers:
            raise ProviderMissing(f"no observer {self.expected!r} is installed that reads files as {kind.value}")
        seen = readers[kind]()
        return Reading(seen, remainder(kind, self.data, seen))

    def text(self) -> TextView:
        return guarded("text", lambda: text.view(self.data), seconds=self.limits.seconds)

    def json(self) -> JsonView:
        """JSON, JSON Lines, YAML, TOML or INI as plain data; anything else is read as JSON."""
        if self.expected == "yaml":
            from specharness.evidence.observers import yaml_text

            return guarded(
                "yaml",
                lambda: yaml_text.view(self.data, self.limits),
                seconds=self.limits.seconds,
                malformed=yaml_text.MALFORMED,
            )
        if self.expected == "toml":
            from specharness.evidence.observers import toml_text

            return guarded(
                "toml",
                lambda: toml_text.view(self.data, self.limits),
                seconds=self.limits.seconds,
                malformed=toml_text.MALFORMED,
            )
        if self.expected == "ini":
            from specharness.evidence.observers import ini_text

            return guarded("ini", lambda: ini_text.view(self.data, self.limits), seconds=self.limits.seconds)
        read = {"jsonl": json_text.lines, "trace": json_text.calls}.get(self.expected, json_text.view)
        return guarded("json", lambda: read(self.data, self.limits), seconds=self.limits.seconds)

    def xml(self) -> XmlView:
        from specharness.evidence.observers import xml_tree

        return guarded("xml", lambda: xml_tree.view(self.data, self.limits), seconds=self.limits.seconds)

    def table(self) -> TableView:
        tabs = self.expected == "tsv"
        return guarded("csv", lambda: table.view(self.data, self.limits, tabs=tabs), seconds=self.limits.seconds)

    def workbook(self) -> WorkbookView:
        from specharness.evidence.observers import xlsx

        return guarded(
            "openpyxl",
            lambda: xlsx.view(self._package("xlsx"), self.limits),
            seconds=self.limits.seconds,
            malformed=xlsx.MALFORMED,
        )

    def workbook_details(self) -> WorkbookDetails:
        from specharness.evidence.observers import xlsx_details

        return guarded(
            "xlsx",
            lambda: xlsx_details.view(self._package("xlsx"), self.limits),
            seconds=self.limits.seconds,
            malformed=xlsx_details.MALFORMED,
        )

    def document(self) -> DocumentView:
        from specharness.evidence.observers import docx

        return guarded(
            "python-docx",
            lambda: docx.view(self._package("docx"), self.limits),
            seconds=self.limits.seconds,
            malformed=docx.MALFORMED,
        )

    def document_details(self) -> DocumentDetails:
        from specharness.evidence.observers import docx_details

        return guarded(
            "python-docx",
            lambda: docx_details.view(self._package("docx"), self.limits),
            seconds=self.limits.seconds,
            malformed=docx_details.MALFORMED,
        )

    def slides(self) -> SlidesView:
        from specharness.evidence.observers import pptx

        return guarded(
            "python-pptx",
            lambda: pptx.view(self._package("pptx"), self.limits),
            seconds=self.limits.seconds,
            malformed=pptx.MALFORMED,
        )

    def slides_details(self) -> SlidesDetails:
        from specharness.evidence.observers import pptx_details

        return guarded(
            "python-pptx",
            lambda: pptx_details.view(self._package("pptx"), self.limits),
            seconds=self.limits.seconds,
            malformed=pptx_details.MALFORMED,
        )

    def pdf(self) -> PdfView:
        from specharness.evidence.observers import pdf

        return guarded(
            "pypdf",
            lambda: pdf.view(self.data, self.limits),
            seconds=self.limits.seconds,
            malformed=pdf.MALFORMED,
            undecided=pdf.UNDECIDED,
        )

    def image(self) -> ImageView:
        from specharness.evidence.observers import image

        return guarded(
            "Pillow", lambda: image.view(self.data, self.limits), seconds=self.limits.seconds, malformed=image.MALFORMED
        )

    def format(self) -> FormatView:
        """Valid only if the whole file was read as the format; undecided where a limit stopped the reading."""
        if self.expected not in FORMATS:
            known = ", ".join(sorted(FORMATS))
            raise LimitReached(f"no check for format {self.expected!r}; known are {known}")
        try:
            defect = self._defect()
        except MalformedArtifact as fault:
            defect = str(fault)
        return FormatView(self.expected, defect is None, defect or "", "" if defect else self._doubt())

    def _doubt(self) -> str:
        """JSON (RFC 8259, 4) asks for different keys and does not demand them; of INI files there is no standard."""
        if self.expected not in ("json", "jsonl", "ini"):
            return ""
        seen = self.known(KIND_OF_FORMAT[self.expected])
        twice = seen.duplicate_keys if isinstance(seen, JsonView) else ()
        return f"{twice[0]} stands there twice" if twice else ""

    def _defect(self) -> str | None:
        kind = KIND_OF_FORMAT.get(self.expected)
        if kind is None:
            return self._textual_defect()
        seen = self.known(kind)
        if isinstance(seen, JsonView):
            return self._data_defect(seen)
        if isinstance(seen, TableView):
            return guarded("csv", lambda: table.check(self.data, seen), seconds=self.limits.seconds)
        if isinstance(seen, PdfView):
            from specharness.evidence.observers import pdf

            return pdf.check(self.data, seen)
        if isinstance(seen, ImageView):
            return None if seen.format == self.expected else f"the image is {seen.format}"
        return guarded("zip", lambda: zips.check_zip(self.data, self.limits), seconds=self.limits.seconds)

    def _data_defect(self, seen: JsonView) -> str | None:
        if self.expected == "yaml":
            from specharness.evidence.observers import yaml_text

            return guarded("yaml", lambda: yaml_text.check(self.data), seconds=self.limits.seconds)
        if self.expected == "jsonl" and not seen.value:
            return "no record: the file is empty or blank"
        return json_text.check(seen) if self.expected in ("json", "jsonl") else None

    def _textual_defect(self) -> str | None:
        from specharness.evidence.observers import markup

        checks: dict[str, Callable[[bytes], str | None]] = {
            "text": text.check,
            "xml": lambda data: markup.check_xml(data, self.limits),
            "html": markup.check_html,
            "zip": lambda data: zips.check_zip(data, self.limits),
        }
        return guarded(self.expected, lambda: checks[self.expected](self.data), seconds=self.limits.seconds)

    def _third_party(self, observer: Observer) -> View:
        """Whatever it raises without being one of our signals is a gap of its own."""
        seen = guarded(observer.name, lambda: observer.view(self.data, self.limits), seconds=self.limits.seconds)
        if not isinstance(seen, VIEW_OF[observer.kind]):
            raise LimitReached(
                f"{observer.name} gave {type(seen).__name__}, no view of {observer.kind.value}; undecided"
            )
        return seen

    def _package(self, family: str) -> opc.Package:
        return opc.package(self.data, family, self.limits, named=self.expected == family)
