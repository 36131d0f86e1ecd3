"""What is wrong with a label file: every finding with its line, a rule's code, and what to do.

Guarantees that all of a file is looked at, whatever is wrong with some line of it. Whether a label is the one that
another annotator would have chosen is not its business.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from specharness.errors import InputError
from specharness.ir import Source, Unit
from specharness.ir.annotation import Label, LabelHeader
from specharness.labels.documents import LabelFile, document_name, read_document
from specharness.labels.overlaps import overlap_findings
from specharness.labels.rules import Found, control, hard_spans, label_findings, text_findings
from specharness.measure.annotations import scan_file
from specharness.segment import segment


class Finding(NamedTuple):
    """One thing to correct."""

    path: Path
    line: int
    rule: str
    label: str
    """Id of the label; empty where the line is none."""
    message: str


class Numbered(NamedTuple):
    line: int
    label: Label


class Linted(NamedTuple):
    """The outcome for one file."""

    document: str
    labels: int
    findings: tuple[Finding, ...]


def lint(file: LabelFile, docs: Path | None) -> Linted:
    """All findings of a label file, in the order of its lines; without `docs`, those that need no text.

    Raises NotFoundError or InputError where the label file itself can't be read.
    """
    header: LabelHeader | None = None
    header_line = 1
    labels: list[Numbered] = []
    found: list[Finding] = []

    def add(line: int, item: Found, label: str = "") -> None:
        found.append(Finding(file.path, line, item.rule, label, item.message))

    for line in scan_file(file.path):
        for fault in line.faults:
            add(line.number, Found(fault.rule, f"{fault.message}; see the format in docs/annotations.md"))
        if isinstance(line.content, LabelHeader):
            if header is not None or labels:
                add(line.number, Found("header_place", "the header is the first line, once; delete this one"))
            header, header_line = line.content, line.number
        elif line.content is not None:
            labels.append(Numbered(line.number, line.content))
    if header is None:
        advice = 'begin the file with {"document": "NAME", "sha256": "…"}, so that the offsets are tied to a text'
        add(1, Found("hash_missing", advice))
    elif file.name is not None and header.document != file.name:
        message = f"the header names {header.document}, the file stands where {file.name} is labelled; move one"
        add(header_line, Found("misplaced", message))
    if header is not None and control(header.document):
        add(header_line, Found("bad_value", "document: has a control character; rename the document"))
    source, problem = _source(file, header, labels, docs)
    if problem is not None:
        add(header_line, problem)
    if source is not None and header is not None and header.sha256 != source.sha256:
        message = f"sha256 is {header.sha256[:12]}…, the text has {source.sha256[:12]}…; label the text as it is now"
        add(header_line, Found("hash_differs", message))
    for line_number, item, name in _label_findings(labels, source):
        add(line_number, item, name)
    document = header.document if header else file.name or (source.id if source else str(file.path))
    return Linted(document, len(labels), tuple(sorted(found, key=lambda item: item.line)))


def _source(
    file: LabelFile, header: LabelHeader | None, labels: list[Numbered], docs: Path | None
) -> tuple[Source | None, Found | None]:
    if docs is None:
        return None, None
    try:
        return read_document(docs, document_name(file, header, (item.label for item in labels))), None
    except InputError as error:
        return None, Found("no_document", str(error))


def _label_findings(labels: list[Numbered], source: Source | None) -> Iterator[tuple[int, Found, str]]:
    units: tuple[Unit, ...] = segment(source) if source is not None else ()
    seen: dict[str, int] = {}
    sound: list[Numbered] = []
    for line, label in labels:
        if label.id in seen:
            yield line, Found("duplicate_id", f"line {seen[label.id]} has this id, too; give it another"), label.id
        seen.setdefault(label.id, line)
        found = list(label_findings(label, source))
        if not any(item.rule in {"span_outside", "other_document"} for item in found):
            sound.append(Numbered(line, label))
        yield from ((line, item, label.id) for item in found)
    if source is not None:
        hard = hard_spans([label for _, label in sound], source)
        for line, label in sound:
            yield from ((line, item, label.id) for item in text_findings(label, hard, source, units))
    for first, second, item in overlap_findings([item.label for item in sound]):
        yield sound[second].line, Found(item.rule, item.message.format(line=sound[first].line)), sound[second].label.id
