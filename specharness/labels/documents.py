"""Label files and the texts that they are about.

Guarantees a stable order, that no path leaves the folder of documents, and that what is held out is not read.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from specharness.errors import InputError, NotFoundError, PathEscapeError, SchemaMismatchError
from specharness.ir import Source
from specharness.ir.annotation import Label, LabelHeader
from specharness.measure.annotations import ENDING, named_source, scan_file
from specharness.sources import kind_of
from specharness.sources.read import read_source


class LabelFile(NamedTuple):
    path: Path
    name: str | None
    """Where it stands in a folder of labels, without its ending; None for a file that was given alone."""


class LabelledText(NamedTuple):
    """All labels of one document."""

    document: str
    sha256: str | None
    """The bytes that the labels are for; None where the file does not say so."""
    labels: tuple[Label, ...]
    path: Path


def label_files(paths: Iterable[Path]) -> list[LabelFile]:
    """The given files, and all label files below the given folders, sorted by name.

    Raises NotFoundError for a missing path, InputError for a folder without label files.
    """
    found: list[LabelFile] = []
    for path in paths:
        if path.is_dir():
            inside = sorted(path.rglob(f"*{ENDING}"), key=lambda file: file.relative_to(path).as_posix())
            if not inside:
                raise InputError(f"{path}: expected label files (NAME{ENDING}), found none; pass the folder of labels")
            found += [
                LabelFile(file, file.relative_to(path).as_posix().removesuffix(ENDING))
                for file in inside
                if file.is_file()
            ]
        elif path.exists():
            found.append(LabelFile(path, None))
        else:
            raise NotFoundError(f"{path}: no such file or folder")
    return found


def read_labelled(file: LabelFile) -> LabelledText:
    """The labels of a file. Raises SchemaMismatchError, with file and line, for the first line that is no label, and
    where neither a header nor the labels nor the file's place name the document."""
    header: LabelHeader | None = None
    labels: list[Label] = []
    for line in scan_file(file.path):
        if line.content is None:
            faults = "; ".join(fault.message for fault in line.faults)
            raise SchemaMismatchError(f"{file.path}:{line.number}: {faults}; run `specharness annotations lint` on it")
        if isinstance(line.content, LabelHeader):
            header = header or line.content
        else:
            labels.append(line.content)
    document = document_name(file, header, labels)
    return LabelledText(document, header.sha256 if header else None, tuple(labels), file.path)


def document_name(file: LabelFile, header: LabelHeader | None, labels: Iterable[Label]) -> str:
    """The document of a label file: what its header says, else its place, else its first label.

    Raises SchemaMismatchError where none of them says it.
    """
    name = header.document if header else file.name or next(map(named_source, labels), None)
    if name is None:
        raise SchemaMismatchError(
            f'{file.path}: nothing says which document it labels; begin it with {{"document": "NAME", "sha256": "…"}}'
        )
    return name


def read_document(docs: Path, name: str) -> Source:
    """The document called `name` below `docs`, its id being that name.

    Raises PathEscapeError for a name that leads out of the folder, and what `sources` raises for what it can't read.
    """
    parts = PurePosixPath(name)
    if "\0" in name:
        raise InputError(f"{name!r}: no file has such a name; correct the name of the document")
    path = docs / parts
    if parts.is_absolute() or ".." in parts.parts or not path.resolve().is_relative_to(docs.resolve()):
        raise PathEscapeError(f"{name}: leads out of {docs}; a label file names a document below --docs")
    return read_source(path, name, kind_of(parts))


def checked_document(docs: Path, text: LabelledText) -> Source:
    """The document of labels, which must have the bytes that they were written for; raises SchemaMismatchError."""
    source = read_document(docs, text.document)
    if text.sha256 not in (None, source.sha256):
        raise SchemaMismatchError(
            f"{text.path}: written for {text.document} with sha256 {text.sha256}, {docs} holds {source.sha256}; "
            "label this version, or pass the --docs that were labelled"
        )
    return source
