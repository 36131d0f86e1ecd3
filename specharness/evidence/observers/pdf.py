"""PDF: text by page, form fields, metadata. Scripts, attachments and links are never followed.

A file encrypted with an empty user password is read; one that needs a password, or an algorithm that is not
installed, is undecided, because the bytes may well be what was asked for.
"""

from __future__ import annotations

import io
import logging
from collections.abc import Iterator
from contextlib import AbstractContextManager, nullcontext

import pypdf
from pypdf import PdfReader
from pypdf.errors import (
    DependencyError,
    EmptyFileError,
    FileNotDecryptedError,
    LimitReachedError,
    ParseError,
    PdfReadError,
    PdfStreamError,
)
from pypdf.generic import ArrayObject, DictionaryObject, StreamObject

from specharness.evidence.faults import LimitReached, MalformedArtifact
from specharness.evidence.limits import Limits
from specharness.evidence.observers import pdf_marks
from specharness.evidence.observers.pdf_marks import array, dictionary, resolved
from specharness.evidence.observers.text import clean
from specharness.evidence.views import PdfView

MALFORMED: tuple[type[Exception], ...] = (PdfStreamError, PdfReadError, ParseError, EmptyFileError)
UNDECIDED: tuple[type[Exception], ...] = (DependencyError, FileNotDecryptedError, LimitReachedError)
"""Encrypted in a way that needs another library or a password; the reader's own limits."""
_HEADER_WITHIN = 1024
"""Bytes at the start that may precede the header, and at the end that may follow the end mark: what viewers accept."""
_STREAMS = ("zlib", "lzw", "run_length", "array_based_stream")
_PUSH_BUTTON = 1 << 16
"""Field flag of a button that holds no value (ISO 32000-1, table 226)."""

logging.getLogger("pypdf").addHandler(logging.NullHandler())
"""Its warnings about repaired files are not for our user's terminal."""


def view(data: bytes, limits: Limits) -> PdfView:
    """The document. Raises MalformedArtifact, LimitReached and pypdf's errors."""
    if b"%PDF-" not in data[:_HEADER_WITHIN]:
        raise MalformedArtifact("no %PDF- header")
    with _bounded(limits):
        return _read(data, limits)


def _bounded(limits: Limits) -> AbstractContextManager[object]:
    """The reader's own limits lowered, for the versions that let them be."""
    apply = getattr(pypdf, "apply_configuration", None)
    if apply is None:
        return nullcontext()
    bounds = {f"{name}_maximum_output_length": limits.pdf_stream for name in _STREAMS}
    context: AbstractContextManager[object] = apply(**bounds)
    return context


def _read(data: bytes, limits: Limits) -> PdfView:
    reader = PdfReader(io.BytesIO(data), strict=False)
    if reader.is_encrypted and not reader.decrypt(""):
        raise LimitReached("encrypted with a password; undecided")
    count = len(reader.pages)
    if count > limits.pages:
        raise LimitReached(f"{count} pages; `pages` allows {limits.pages}", "pages")
    fields, types = _form(reader, limits)
    return PdfView(
        pages=tuple(_pages(reader, limits)),
        fields=fields,
        field_types=types,
        metadata=_metadata(reader),
        sizes=tuple(map(pdf_marks.size, reader.pages)),
        images=tuple(pdf_marks.images(page, limits) for page in reader.pages),
        attachments=pdf_marks.attachments(reader.root_object, limits),
        scripts=pdf_marks.scripts(reader.root_object),
    )


def check(data: bytes, seen: PdfView) -> str | None:
    """The defect that keeps a readable file from being a whole one, if any."""
    if b"%%EOF" not in data[-_HEADER_WITHIN:]:
        return "no %%EOF mark at the end: truncated"
    return None if seen.pages else "no pages"


def _pages(reader: PdfReader, limits: Limits) -> Iterator[str]:
    total = content = 0
    for page in reader.pages:
        stream = page.get_contents()
        content += len(stream.get_data()) if stream is not None else 0
        if content > limits.pdf_content:
            raise LimitReached(
                f"more than {limits.pdf_content} bytes of page content, which `pdf_content` allows", "pdf_content"
            )
        text = clean(page.extract_text())
        total += len(text)
        if total > limits.pdf_text:
            raise LimitReached(f"more than {limits.pdf_text} characters of text, which `pdf_text` allows", "pdf_text")
        yield text


def _metadata(reader: PdfReader) -> dict[str, str]:
    found = reader.metadata
    if found is None:
        return {}
    return {str(key).removeprefix("/"): clean(str(value)) for key, value in found.items()}


def _form(reader: PdfReader, limits: Limits) -> tuple[dict[str, str | None], dict[str, str]]:
    """Values and types of the fields that can be filled, by full name (ISO 32000-1, 12.7.3.2)."""
    form = dictionary(reader.root_object.get("/AcroForm"))
    values: dict[str, str | None] = {}
    types: dict[str, str] = {}
    pending: list[tuple[object, str, str, object, int]] = [
        (field, "", "", None, 0) for field in reversed(array(form.get("/Fields")))
    ]
    visited = 0
    while pending:
        raw, above, inherited_type, inherited_value, depth = pending.pop()
        visited += 1
        if visited > limits.fields or depth > limits.nesting:
            detail = f"a form past the {limits.fields} fields of `fields` or {limits.nesting} of `nesting`"
            raise LimitReached(detail, "fields" if visited > limits.fields else "nesting")
        field = dictionary(raw)
        own = field.get("/T")
        name = above if own is None else ".".join(part for part in (above, clean(str(own))) if part)
        kind = str(field.get("/FT", inherited_type)).removeprefix("/")
        value = resolved(field.get("/V")) if "/V" in field else inherited_value
        children = [dictionary(kid) for kid in array(field.get("/Kids"))]
        if any("/T" in child for child in children):
            pending += [(child, name, kind, value, depth + 1) for child in reversed(children)]
            continue
        if not name or (kind == "Btn" and int(str(field.get("/Ff", 0))) & _PUSH_BUTTON):
            continue
        if value is None and kind == "Btn":
            value = next((state for state in map(_state, [field, *children]) if state not in (None, "/Off")), None)
        values[name] = _text(value)
        types[name] = kind
    return values, types


def _state(widget: DictionaryObject) -> object:
    """A check box without a value shows its appearance state."""
    return widget.get("/AS")


def _text(value: object) -> str | None:
    if value is None:
        return None
    if isinstance(value, ArrayObject):
        return "\n".join(filter(None, (_text(resolved(one)) for one in value)))
    if isinstance(value, StreamObject):
        return clean(value.get_data().decode("utf-8", "replace"))
    return clean(str(value)).removeprefix("/") if type(value).__name__ == "NameObject" else clean(str(value))
