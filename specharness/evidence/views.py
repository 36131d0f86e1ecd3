"""Typed views: what observers saw, as plain frozen data. Validators decide over these and never open a file.

A view holds no file handle, no path on the host and nothing executable. Text is text as decoded; numbers in
tables and cells keep their literal form beside the parsed value, because formats are part of what is demanded.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from pydantic import JsonValue


class ViewKind(StrEnum):
    """What to look at a target as."""

    FILE = "file"
    """Existence, type and size; never an error for an absent path."""
    TREE = "tree"
    """All entries below a folder, with digests."""
    TEXT = "text"
    JSON = "json"
    """JSON; JSON Lines as a list (by the ending .jsonl); YAML and TOML files as the same plain data."""
    TABLE = "table"
    """CSV or TSV, by content; every cell as the text that stands there."""
    WORKBOOK = "workbook"
    DOCUMENT = "document"
    """Word processing: paragraphs and tables as text."""
    SLIDES = "slides"
    PDF = "pdf"
    IMAGE = "image"
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
    """Decoded as UTF-8, a byte order mark removed, newlines as they are."""


@dataclass(frozen=True)
class JsonView:
    value: JsonValue
    duplicate_keys: tuple[str, ...] = ()
    """JSON pointers of members whose key appears twice in one object; `value` keeps the last."""
    nonstandard: tuple[str, ...] = ()
    """JSON pointers of NaN or Infinity literals; `value` has null there."""


@dataclass(frozen=True)
class TableView:
    columns: tuple[str, ...]
    """The first row, as text."""
    rows: tuple[tuple[str, ...], ...]
    """All further rows; a row may be shorter or longer than `columns`. Blank lines are left out."""
    delimiter: str = ","


@dataclass(frozen=True)
class CellView:
    value: str | int | float | bool | None
    """Cached or literal value; dates in ISO 8601."""
    formula: str | None = None
    """With the leading `=`."""
    number_format: str = "General"


@dataclass(frozen=True)
class SheetView:
    name: str
    cells: dict[str, CellView]
    """Non-empty cells by coordinate (`B7`), row by row."""
    max_row: int
    max_column: int


@dataclass(frozen=True)
class WorkbookView:
    sheets: tuple[SheetView, ...]
    defined_names: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class DocumentView:
    paragraphs: tuple[str, ...]
    """Text of every paragraph in reading order: body (table cells included), then headers, footers, notes."""
    tables: tuple[tuple[tuple[str, ...], ...], ...] = ()
    styles: tuple[str, ...] = ()
    """Style name of each entry of `paragraphs`."""


@dataclass(frozen=True)
class ShapeView:
    name: str
    text: str
    embedded: WorkbookView | None = None


@dataclass(frozen=True)
class SlidesView:
    slides: tuple[tuple[ShapeView, ...], ...]
    notes: tuple[str, ...] = ()
    parts: dict[str, str] = field(default_factory=dict)
    """SHA-256 of every part of the package by its name."""


@dataclass(frozen=True)
class PdfView:
    pages: tuple[str, ...]
    """Extracted text, a page each."""
    fields: dict[str, str | None] = field(default_factory=dict)
    """Form fields by full name; None or an empty text when not filled."""
    metadata: dict[str, str] = field(default_factory=dict)


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
    """For FORMAT: the format's name where the ending does not say it."""


class Failure(StrEnum):
    """Why there is no view."""

    ABSENT = "absent"
    """Nothing stands at the path."""
    MALFORMED = "malformed"
    """The bytes are not what was asked for: the artifact's fault."""
    LIMIT = "limit"
    """A named limit was hit: undecided."""
    UNAVAILABLE = "unavailable"
    """The place was not given (no --before, no --response) or can't be read: undecided."""
    UNMAPPED = "unmapped"
    """The path belongs to no mapped folder: undecided."""
    ESCAPE = "escape"
    """A link or `..` leads out of the root: refused."""


@dataclass(frozen=True)
class Observation:
    """One answered request: a view, or the reason why there is none."""

    request: Request
    view: View | None
    failure: Failure | None = None
    detail: str = ""
    sha256: str | None = None
    bytes_read: int = 0
