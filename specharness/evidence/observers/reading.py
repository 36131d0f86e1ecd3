"""From bytes and a request to a view: which observer looks, under which guard.

Observers with heavy readers are imported when first asked for, outside the reader's time budget.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from specharness.evidence.faults import LimitReached, MalformedArtifact
from specharness.evidence.formats import FORMATS, KIND_OF_FORMAT
from specharness.evidence.limits import Limits
from specharness.evidence.observers import json_text, opc, table, text, zips
from specharness.evidence.observers.guard import guarded
from specharness.evidence.views import (
    DocumentView,
    FormatView,
    ImageView,
    JsonView,
    PdfView,
    SlidesView,
    TableView,
    TextView,
    View,
    ViewKind,
    WorkbookView,
)


class Reading(NamedTuple):
    """A view, and what there is in the file besides, in words."""

    view: View
    unseen: tuple[str, ...] = ()


@dataclass(frozen=True)
class Bytes:
    """The bytes of one artifact, the format that it is expected in, and the limits to read it under. All methods raise
    MalformedArtifact and LimitReached, and nothing else."""

    data: bytes
    expected: str
    """A name of `formats.FORMATS`, `trace`, or empty where neither the request nor the ending says it."""
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
            ViewKind.TABLE: self.table,
            ViewKind.WORKBOOK: self.workbook,
            ViewKind.DOCUMENT: self.document,
            ViewKind.SLIDES: self.slides,
            ViewKind.PDF: self.pdf,
            ViewKind.IMAGE: self.image,
        }
        if kind not in readers:
            raise LimitReached(f"nothing here reads files as {kind.value}; undecided")
        return Reading(readers[kind]())

    def text(self) -> TextView:
        return guarded("text", lambda: text.view(self.data), seconds=self.limits.seconds)

    def json(self) -> JsonView:
        """JSON, JSON Lines, YAML or TOML as plain data; anything else is read as JSON."""
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
        read = {"jsonl": json_text.lines, "trace": json_text.calls}.get(self.expected, json_text.view)
        return guarded("json", lambda: read(self.data, self.limits), seconds=self.limits.seconds)

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

    def document(self) -> DocumentView:
        from specharness.evidence.observers import docx

        return guarded(
            "python-docx",
            lambda: docx.view(self._package("docx"), self.limits),
            seconds=self.limits.seconds,
            malformed=docx.MALFORMED,
        )

    def slides(self) -> SlidesView:
        from specharness.evidence.observers import pptx

        return guarded(
            "python-pptx",
            lambda: pptx.view(self._package("pptx"), self.limits),
            seconds=self.limits.seconds,
            malformed=pptx.MALFORMED,
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
        return FormatView(self.expected, defect is None, defect or "")

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
            "ini": lambda data: markup.check_ini(data, self.limits),
            "zip": lambda data: zips.check_zip(data, self.limits),
        }
        return guarded(self.expected, lambda: checks[self.expected](self.data), seconds=self.limits.seconds)

    def _package(self, family: str) -> opc.Package:
        return opc.package(self.data, family, self.limits, named=self.expected == family)
