"""Typed views of databases, queries, archives, media files, markup and version control."""

from __future__ import annotations

from dataclasses import dataclass, field

Scalar = str | int | float | bool | None
"""A value of a query: text, finite numbers, truth values, None for NULL. Dates are ISO 8601 text, decimals the text
with their digits; numbers that are not finite are the texts `nan`, `inf` and `-inf`; a blob is `blob:LENGTH:SHA256`."""


@dataclass(frozen=True)
class ColumnView:
    name: str
    type: str
    """As declared; may be empty in SQLite."""
    not_null: bool = False
    default: str | None = None
    """As an SQL expression."""


@dataclass(frozen=True)
class DatabaseTable:
    name: str
    columns: tuple[ColumnView, ...]
    key: tuple[str, ...]
    """Columns of the primary key, in its order; empty without one."""
    rows: tuple[tuple[Scalar, ...], ...]
    """In the order of the file."""
    unread: str = ""
    """Why the rows are not there; empty where they are."""


@dataclass(frozen=True)
class DatabaseObject:
    """A table, index, trigger or view, by the SQL that made it."""

    type: str
    name: str
    table: str
    sql: str


@dataclass(frozen=True)
class DatabaseView:
    tables: dict[str, DatabaseTable]
    """By name, in sorted order."""
    objects: tuple[DatabaseObject, ...] = ()
    user_version: int = 0


@dataclass(frozen=True)
class QueryView:
    """The answer to a query."""

    columns: tuple[str, ...]
    types: tuple[str, ...]
    """As the engine names them; empty texts from SQLite, whose values have types and not its columns."""
    rows: tuple[tuple[Scalar, ...], ...]
    delimiter: str = ""
    """What separates the fields of CSV and TSV; empty for all else."""


@dataclass(frozen=True)
class XmlElement:
    tag: str
    """Without its namespace."""
    namespace: str = ""
    attributes: dict[str, str] = field(default_factory=dict)
    """By name without a namespace, or `{namespace}name`."""
    text: str = ""
    """All text directly in the element, between its children too."""
    children: tuple[XmlElement, ...] = ()


@dataclass(frozen=True)
class XmlView:
    root: XmlElement


@dataclass(frozen=True)
class MemberView:
    name: str
    """As the archive spells it, with `/`; escapes as in snapshots where it is not UTF-8."""
    type: str
    """`file`, `dir`, `symlink`, `hardlink` or `other`."""
    size: int
    """Bytes when unpacked."""
    packed: int = -1
    """Bytes in the archive; -1 where members are packed together."""
    mode: int = 0
    sha256: str = ""
    """Of a file's bytes."""
    target: str = ""
    """Of a link."""


@dataclass(frozen=True)
class ArchiveView:
    format: str
    """`zip`, `tar`, `tar.gz`, `tar.bz2` or `tar.xz`."""
    members: tuple[MemberView, ...]
    unsafe: tuple[str, ...] = ()
    """Names of members that unpacking would put outside the folder, or that are links leading out of it."""
    nested: dict[str, ArchiveView] = field(default_factory=dict)
    """Archives within it, by the member's name."""
    ratio: float = 1.0
    """Unpacked over packed bytes of the whole archive."""


@dataclass(frozen=True)
class MediaStream:
    type: str
    """`video`, `audio`, `subtitle`, `data` or `attachment`."""
    codec: str
    duration: float | None = None
    """Seconds; None where the file does not say."""
    width: int = 0
    height: int = 0
    frame_rate: float | None = None
    """Frames a second, on average."""
    sample_rate: int = 0
    channels: int = 0


@dataclass(frozen=True)
class MediaView:
    format: str
    """Short name of the container, such as `mp3`, `wav`, `matroska`, `mov` (mp4 and its kin)."""
    duration: float | None
    """Seconds; None where the file does not say."""
    streams: tuple[MediaStream, ...]
    tags: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class CommitView:
    id: str
    parents: tuple[str, ...]
    author: str
    email: str
    time: int
    """Of the committer, in seconds since 1970."""
    message: str


@dataclass(frozen=True)
class GitFile:
    id: str
    """Of the blob: SHA-1 (or SHA-256) by git's rules."""
    mode: str
    """`100644`, `100755`, `120000` (link) or `160000` (other repository)."""


@dataclass(frozen=True)
class GitView:
    """A repository's state, read without its configuration."""

    head: str
    """Id of the commit; empty before the first one."""
    branch: str
    """Empty where the head is detached."""
    branches: dict[str, str]
    """Commit ids by name."""
    tags: dict[str, str]
    commits: tuple[CommitView, ...]
    """Reachable from the head, newest first."""
    files: dict[str, GitFile]
    """Of the head's tree, by path."""
    staged: dict[str, str]
    """Where the index differs from the head: `A`, `M`, `D`, `T` (another type) or `U` (not merged) by path."""
    unstaged: dict[str, str]
    """Where the files differ from the index."""
    untracked: tuple[str, ...]
    """Neither in the index nor ignored by the folder's own `.gitignore` files; another repository ends with `/`."""


@dataclass(frozen=True)
class ExternalView:
    """What a third party's observer saw, as plain data."""

    observer: str
    data: object
    """JSON data."""
