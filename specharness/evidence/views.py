"""Typed views: what observers saw, as plain frozen data. Validators decide over these and never open a file.

A view holds no file handle, no path on the host and nothing executable. Text is text as decoded; numbers in
tables and cells keep their literal form beside the parsed value, because formats are part of what is demanded.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import ClassVar

from pydantic import JsonValue

from specharness.evidence.views_office import (
    CellStyle,
    CellView,
    ChartView,
    DocumentDetails,
    DocumentView,
    ParagraphView,
    PdfView,
    PivotView,
    RunView,
    SectionView,
    SeriesView,
    ShapeDetails,
    ShapeView,
    SheetDetails,
    SheetView,
    SlideDetails,
    SlidesDetails,
    SlidesView,
    TableDetails,
    TableRange,
    WorkbookDetails,
    WorkbookView,
)
from specharness.evidence.views_stores import (
    ArchiveView,
    ColumnView,
    CommitView,
    DatabaseObject,
    DatabaseTable,
    DatabaseView,
    ExternalView,
    GitFile,
    GitView,
    MediaStream,
    MediaView,
    MemberView,
    QueryView,
    Scalar,
    XmlElement,
    XmlView,
)

__all__ = [
    "ArchiveView",
    "CellStyle",
    "CellView",
    "ChartView",
    "ColumnView",
    "CommandView",
    "CommitView",
    "Coverage",
    "DatabaseObject",
    "DatabaseTable",
    "DatabaseView",
    "DocumentDetails",
    "DocumentView",
    "Entry",
    "ExternalView",
    "Failure",
    "FileView",
    "FormatView",
    "GitFile",
    "GitView",
    "ImageView",
    "JsonView",
    "MediaStream",
    "MediaView",
    "MemberView",
    "Observation",
    "ParagraphView",
    "PdfView",
    "PivotView",
    "QueryView",
    "Request",
    "RunView",
    "Scalar",
    "SectionView",
    "SeriesView",
    "ShapeDetails",
    "ShapeView",
    "SheetDetails",
    "SheetView",
    "Side",
    "SlideDetails",
    "SlidesDetails",
    "SlidesView",
    "TableDetails",
    "TableRange",
    "TableView",
    "TestCounts",
    "TextView",
    "TreeView",
    "View",
    "ViewKind",
    "WorkbookDetails",
    "WorkbookView",
    "XmlElement",
    "XmlView",
]


class ViewKind(StrEnum):
    """What to look at a target as."""

    FILE = "file"
    """Existence, type and size; never an error for an absent path."""
    TREE = "tree"
    """All entries below a folder, with digests; of a file, the one entry `.`."""
    TEXT = "text"
    JSON = "json"
    """JSON; JSON Lines as a list (by the ending .jsonl); YAML, TOML and INI files as the same plain data.
    `Request.format` (`json`, `jsonl`, `yaml`, `toml`, `ini`) overrides the ending. Mapping keys of YAML are the text
    that stands there; a YAML stream of several documents is a list. An INI file is an object of sections, its values
    texts. The trace is always a list."""
    XML = "xml"
    """Elements with attributes and text."""
    TABLE = "table"
    """CSV or TSV, by content; every cell as the text that stands there. `Request.format` `tsv` forces tabs. Parquet
    (by ending or format) and SQLite with the values and the columns' types; of a SQLite database the table that
    `argument` names (the only one where it names none)."""
    QUERY = "query"
    """The answer to `Request.argument`, one SELECT without side effects, over a file of any size: CSV, TSV and Parquet
    in DuckDB's SQL (extra `tables`), their rows being the view `data` (all columns of CSV and TSV are text, an empty
    field is an empty text); SQLite in its own SQL."""
    DATABASE = "database"
    """SQLite: schema and all rows."""
    WORKBOOK = "workbook"
    RECALCULATED = "recalculated"
    """The same view of an xlsx or xlsm file after LibreOffice has calculated every formula anew, in a sandbox; formulas
    as LibreOffice writes them."""
    WORKBOOK_DETAILS = "workbook_details"
    """Styles, charts, pivot tables, named tables, merged cells and what else is no value."""
    DOCUMENT = "document"
    """Word processing: paragraphs and tables as text."""
    DOCUMENT_DETAILS = "document_details"
    """Runs, sections with headers and footers, styles, tracked changes."""
    SLIDES = "slides"
    SLIDES_DETAILS = "slides_details"
    """Kinds, places and formatting of shapes, layouts, charts."""
    PDF = "pdf"
    IMAGE = "image"
    COMMAND = "command"
    """What a command does inside a sandbox: `Request.argument` is the command as for a shell, `Request.path` the folder
    that it starts in (empty: the working folder)."""
    MEDIA = "media"
    """Audio and video: container, duration, streams, by ffprobe."""
    ARCHIVE = "archive"
    """Members of a zip or tar file, archives in it included; nothing is unpacked to disk."""
    GIT = "git"
    """The repository whose work tree is the folder; read by git without the repository's configuration."""
    EXTERNAL = "external"
    """What the third-party observer named by `Request.format` sees."""
    FORMAT = "format"
    """Whether the bytes are a valid file of the format that the target's ending (or `Request.format`) names."""


@dataclass(frozen=True)
class FileView:
    exists: bool
    type: str = ""
    """`file`, `dir`, `other`, or empty when absent."""
    size: int = 0


@dataclass(frozen=True)
class Entry:
    type: str
    """`file`, `dir`, `symlink` or `other`."""
    size: int
    sha256: str
    """Of a file's bytes or a link's target; empty for folders."""
    mode: int


@dataclass(frozen=True)
class TreeView:
    entries: dict[str, Entry]
    """Path relative to the tree's root, with `/`, in sorted order."""


@dataclass(frozen=True)
class TextView:
    text: str
    """Decoded as UTF-8, or as the UTF-16 or UTF-32 that a byte order mark announces; the mark is removed, newlines
    are kept."""
    encoding: str = "utf-8"
    """What it was decoded from: `utf-8`, `utf-8-sig`, `utf-16` or `utf-32`."""


@dataclass(frozen=True)
class JsonView:
    value: JsonValue
    duplicate_keys: tuple[str, ...] = ()
    """JSON pointers of members whose key appears twice in one object; `value` keeps the last."""
    nonstandard: tuple[str, ...] = ()
    """JSON pointers of NaN or Infinity literals, and of numbers beyond a double; `value` has null there."""
    literals: dict[str, str] = field(default_factory=dict)
    """JSON pointer (the root is the empty text) of every number to the text that stands in the file: `12.50`, `1e3`.
    TOML keeps the literals of floats only; its integers stand in their plain form."""


@dataclass(frozen=True)
class TableView:
    columns: tuple[str, ...]
    """The first row, as text."""
    rows: tuple[tuple[Scalar, ...], ...]
    """All further rows. Of CSV and TSV every cell is text, a row may be shorter or longer than `columns`, and blank
    lines are left out. Of Parquet as `stored.value_of` has it; of a database as it is stored; NULL is None."""
    delimiter: str = ","
    """Empty where there is none: the rows come from Parquet or a database."""
    types: tuple[str, ...] = ()
    """The columns' types where the file declares them; empty for CSV and TSV."""
    unclear: frozenset[int] = frozenset()
    """Columns (from 0) that hold lists, records, binary data or the like, which stand here as some text."""
    strict: bool = True
    """Whether the file has types for truth values, days and moments; in SQLite 1 and 0, and texts, stand for them."""

    @property
    def typed(self) -> bool:
        """Whether values have types; else every cell is a text, and `5` may be a number."""
        return not self.delimiter


@dataclass(frozen=True)
class ImageView:
    format: str
    width: int
    height: int
    mode: str


@dataclass(frozen=True)
class FormatView:
    format: str
    valid: bool
    detail: str = ""
    """Why it is not valid, with the place where known."""
    doubt: str = ""
    """Of a valid file: what some readers of the format refuse, and its standard does not."""


@dataclass(frozen=True)
class TestCounts:
    """What the test runners that a command started have reported, added up."""

    __test__: ClassVar[bool] = False
    passed: int = 0
    failed: int = 0
    """Failures and errors."""
    skipped: int = 0
    """Skipped, and expected to fail."""
    failures: tuple[str, ...] = ()
    """The first failed ones by name."""


@dataclass(frozen=True)
class CommandView:
    exit_code: int
    """As a shell gives it: 128 and the signal's number after a signal."""
    seconds: float
    """Wall-clock time, start of the sandbox included."""
    stdout_sha256: str
    stderr_sha256: str
    stdout_bytes: int
    stderr_bytes: int
    stdout: str = ""
    """The end of the output, decoded; at most `limits.run_tail` characters."""
    stderr: str = ""
    tests: TestCounts | None = None
    """None: no test runner reported on the sandbox's own channel."""
    missing: str = ""
    """What of the environment the command did not find (a program, a module, a network), if it says so: then its exit
    code says nothing of the work."""
    skipped: tuple[str, ...] = ()
    """Entries of the workspace that were not put into the sandbox: devices, pipes, sockets, unreadable files."""


View = (
    FileView
    | TreeView
    | TextView
    | JsonView
    | TableView
    | WorkbookView
    | DocumentView
    | SlidesView
    | PdfView
    | ImageView
    | FormatView
    | CommandView
    | XmlView
    | QueryView
    | DatabaseView
    | WorkbookDetails
    | DocumentDetails
    | SlidesDetails
    | MediaView
    | ArchiveView
    | GitView
    | ExternalView
)


class Side(StrEnum):
    """Which of the observed places a request looks at."""

    AFTER = "after"
    """The workspace to be judged."""
    BEFORE = "before"
    """The workspace as it was handed to the agent."""
    RESPONSE = "response"
    """The agent's last message."""
    TRACE = "trace"
    """The agent's tool calls."""


@dataclass(frozen=True)
class Request:
    """What a validator wants to see. Hashable: equal requests are observed once."""

    kind: ViewKind
    path: str = ""
    """Path in the agent's world; empty for the response and the trace, `.` for the whole workspace."""
    side: Side = Side.AFTER
    format: str = ""
    """For FORMAT: the format's name where the ending does not say it. For EXTERNAL: the observer's name."""
    argument: str = ""
    """For COMMAND: what is run. For QUERY: the SQL. For TABLE of a database: which table or view. It comes from a
    validator, never from the artifact."""
    measures: tuple[str, ...] = ()
    """For QUERY, instead of `argument`: SQL expressions that each yield one value over all rows. The measures of
    several requests to one file are answered in one pass."""

    @property
    def sql(self) -> str:
        """What a QUERY asks."""
        return f"SELECT {', '.join(self.measures)} FROM data" if self.measures else self.argument


class Failure(StrEnum):
    """Why there is no view."""

    ABSENT = "absent"
    """Nothing stands at the path."""
    MALFORMED = "malformed"
    """The bytes are not what was asked for: the artifact's fault."""
    LIMIT = "limit"
    """A named limit was hit: undecided."""
    UNAVAILABLE = "unavailable"
    """The place was not given (no --before, no --response) or can't be read, or a program or library that reads such
    files is not installed: undecided."""
    UNMAPPED = "unmapped"
    """The path belongs to no mapped folder: undecided."""
    REFUSED = "refused"
    """It would have to be run, and no sandbox is to be had: never run without one."""
    ESCAPE = "escape"
    """A link or `..` leads out of the root: refused."""


@dataclass(frozen=True)
class Coverage:
    """The receipt of an observation: how much was seen, and what there is besides that was not."""

    seen: dict[str, int] = field(default_factory=dict)
    """How many of what, such as `{"sheets": 2, "cells": 40}`."""
    unseen: tuple[str, ...] = ()
    """In words, such as `macros (xl/vbaProject.bin), never run`; empty where the view shows the whole file."""


@dataclass(frozen=True)
class Observation:
    """One answered request: a view, or the reason why there is none."""

    request: Request
    view: View | None
    failure: Failure | None = None
    detail: str = ""
    sha256: str | None = None
    """Of the bytes looked at; for TREE of the listing; None for FILE and where nothing was read."""
    bytes_read: int = 0
    """How many bytes the view rests on. Views of one file share one reading, which `Observatory.bytes_read` counts
    once."""
    limit: str = ""
    """Of LIMIT: the name of the limit in `limits.Limits`; empty where no limit but a gap of the reader stopped it."""
    coverage: Coverage = field(default_factory=Coverage)
    seconds: float = field(default=0.0, compare=False)
    """Wall-clock time of reading and parsing; the first view of a file bears the reading. Two equal observations may
    differ in it."""
