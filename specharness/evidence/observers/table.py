"""Delimited text to a table: every field as the text that stands there, ragged rows kept.

The delimiter of a `.tsv` is the tab; elsewhere it is the candidate by which the first records are most regular, the
comma where none is better. Quoting follows RFC 4180; a stray quote inside a field is tolerated as data readers do. A
line that holds nothing, or spaces alone, is no row; one that holds a quoted empty field is.
"""

from __future__ import annotations

import csv
import io
import itertools
from collections.abc import Iterator

from specharness.evidence.faults import LimitReached, MalformedArtifact
from specharness.evidence.limits import MIB, Limits
from specharness.evidence.observers import text
from specharness.evidence.views import TableView

CANDIDATES = (",", ";", "\t", "|")
"""In order of preference among equals."""
_SAMPLE = 50
"""Records that decide the delimiter."""
_SAMPLE_TEXT = 4 * MIB
"""Characters that hold them at most."""
_PART = MIB
"""Characters whose lines are told apart at a time, the line at its end besides."""
_UNCLOSED = "unexpected end of data"
"""How the csv module says that a quoted field never ends."""


def view(data: bytes, limits: Limits, *, tabs: bool = False) -> TableView:
    """The table. Raises MalformedArtifact for text without a header row, with NUL or with a quote never closed."""
    decoded = text.view(data).text
    nul = decoded.find("\0")
    if nul >= 0:
        raise MalformedArtifact(f"NUL character at line {decoded.count(chr(10), 0, nul) + 1}")
    delimiter = "\t" if tabs else _delimiter(decoded)
    if '"' not in decoded and decoded.count(delimiter) > limits.cells:  # each of them ends a field
        raise _too_many(limits)
    records = _filled(_rows(decoded, delimiter, limits))
    if not records:
        raise MalformedArtifact("no header row: the file is empty or blank")
    return TableView(records[0], tuple(records[1:]), delimiter)


def check(data: bytes, seen: TableView) -> str | None:
    """The irregularity that keeps a table from being valid CSV or TSV, if any. Raises LimitReached where comment lines
    are the only one: a dialect that some readers know."""
    width = len(seen.columns)
    commented = 0
    for number, row in enumerate(seen.rows, 2):
        if len(row) != width:
            if not str(row[0]).startswith("#"):
                return f"row {number} has {len(row)} fields, the header has {width}"
            commented = commented or number
    if commented:
        raise LimitReached(f"row {commented} is a comment line, which not every reader skips; undecided")
    decoded = text.view(data).text
    if seen.delimiter == "\t" and width == 1 and _delimiter(decoded) != "\t" and len(_widths(decoded, ",")) > 1:
        other = _widths(decoded, _delimiter(decoded))
        if other[0] > 1 and len(set(other)) == 1:
            return f"expected tabs, the fields are separated by {_delimiter(decoded)!r}"
    try:
        for _ in csv.reader(io.StringIO(decoded, newline=""), delimiter=seen.delimiter, strict=True):
            pass
    except csv.Error as error:
        return f"broken quoting: {error}"
    return None


def _rows(decoded: str, delimiter: str, limits: Limits) -> list[tuple[str, ...]]:
    try:
        lines = _lines(decoded, delimiter, limits)
        return list(_bounded(csv.reader(lines, delimiter=delimiter, strict=True), limits))
    except csv.Error as error:
        if _UNCLOSED in str(error):
            raise MalformedArtifact("a quoted field never ends") from error
        if "field larger" in str(error):
            raise LimitReached(f"a field has more than {csv.field_size_limit()} characters") from error
    return list(_bounded(csv.reader(_lines(decoded, delimiter, limits), delimiter=delimiter), limits))


def _lines(decoded: str, delimiter: str, limits: Limits) -> Iterator[str]:
    """The lines of a text. Raises LimitReached for one that surely has too many fields, before they are made."""
    for number, line in enumerate(_pieces(decoded), 1):
        if len(line) > limits.columns and '"' not in line and line.count(delimiter) >= limits.columns:
            raise LimitReached(f"line {number} has more fields than the {limits.columns} of `columns`", "columns")
        yield line


def _pieces(decoded: str) -> Iterator[str]:
    """The lines with their ends. A buffer of text takes four bytes a character, so that only a part is in one."""
    start = 0
    while start < len(decoded):
        end = decoded.find("\n", start + _PART) + 1 or len(decoded)
        yield from io.StringIO(decoded[start:end], newline="")
        start = end


def _too_many(limits: Limits) -> LimitReached:
    return LimitReached(f"more than {limits.cells} fields, which `cells` allows", "cells")


def _bounded(reader: Iterator[list[str]], limits: Limits) -> Iterator[tuple[str, ...]]:
    cells = 0
    for number, row in enumerate(reader, 1):
        cells += len(row)
        if len(row) > limits.columns:
            raise LimitReached(f"row {number} has {len(row)} fields; `columns` allows {limits.columns}", "columns")
        if number > limits.rows:
            raise LimitReached(f"more than {limits.rows} rows, which `rows` allows", "rows")
        if cells > limits.cells:
            raise _too_many(limits)
        yield tuple(row)


def header(sample: str, limits: Limits, *, tabs: bool, whole: bool) -> tuple[tuple[str, ...], str]:
    """Column names and delimiter from the start of a text, as `view` would take them from all of it. Raises
    LimitReached where the start does not tell: fewer records than decide it, or blank lines before the header."""
    delimiter = "\t" if tabs else _delimiter(sample)
    first = next(csv.reader(io.StringIO(sample, newline=""), delimiter=delimiter), [])
    if not whole and len(_widths(sample, delimiter)) < _SAMPLE:
        raise LimitReached(f"fewer than {_SAMPLE} records in the first {len(sample)} characters; undecided")
    if not first or (len(first) == 1 and not first[0].strip()):
        raise LimitReached("blank lines before the header; undecided")
    if len(first) > limits.columns:
        raise LimitReached(f"{len(first)} columns; `columns` allows {limits.columns}", "columns")
    return tuple(first), delimiter


def _filled(rows: list[tuple[str, ...]]) -> list[tuple[str, ...]]:
    """Without blank lines. A row of several empty fields is a row, and so is one quoted empty field: of a line that is
    empty the csv module makes no field at all."""
    return [row for row in rows if len(row) > 1 or (row and (not row[0] or row[0].strip()))]


def _delimiter(decoded: str) -> str:
    decoded = decoded[:_SAMPLE_TEXT]
    best, best_share = ",", 0.0
    for candidate in CANDIDATES:
        widths = _widths(decoded, candidate)
        if not widths or widths[0] < 2:
            continue
        share = widths.count(widths[0]) / len(widths)
        if share > best_share:
            best, best_share = candidate, share
    return best


def _widths(decoded: str, delimiter: str) -> list[int]:
    """Numbers of fields of the first records that are not blank."""
    reader = csv.reader(io.StringIO(decoded, newline=""), delimiter=delimiter)
    try:
        return [len(row) for row in itertools.islice(reader, _SAMPLE) if row and any(row)]
    except csv.Error:
        return []
