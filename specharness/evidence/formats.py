"""Names of the formats that can be checked, by ending. Data only."""

from __future__ import annotations

import posixpath

from specharness.evidence.views import ViewKind

FORMAT_OF_ENDING: dict[str, str] = {
    ".json": "json",
    ".geojson": "json",
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
    ".csv": "csv",
    ".tsv": "tsv",
    ".tab": "tsv",
    ".yaml": "yaml",
    ".yml": "yaml",
    ".toml": "toml",
    ".xml": "xml",
    ".svg": "xml",
    ".xlsx": "xlsx",
    ".xlsm": "xlsx",
    ".docx": "docx",
    ".pptx": "pptx",
    ".pdf": "pdf",
    ".png": "png",
    ".jpg": "jpeg",
    ".jpeg": "jpeg",
    ".gif": "gif",
    ".zip": "zip",
    ".txt": "text",
    ".md": "text",
    ".log": "text",
    ".html": "html",
    ".htm": "html",
    ".ini": "ini",
    ".cfg": "ini",
    ".bmp": "bmp",
    ".webp": "webp",
    ".tif": "tiff",
    ".tiff": "tiff",
    ".parquet": "parquet",
    ".pq": "parquet",
    ".db": "sqlite",
    ".sqlite": "sqlite",
    ".sqlite3": "sqlite",
    ".tar": "tar",
    ".tar.gz": "tar.gz",
    ".tgz": "tar.gz",
    ".tar.bz2": "tar.bz2",
    ".tbz2": "tar.bz2",
    ".tar.xz": "tar.xz",
    ".txz": "tar.xz",
    ".mp3": "mp3",
    ".wav": "wav",
    ".flac": "flac",
    ".ogg": "ogg",
    ".m4a": "m4a",
    ".mp4": "mp4",
    ".mov": "mov",
    ".mkv": "mkv",
    ".webm": "webm",
    ".avi": "avi",
}
FORMATS: frozenset[str] = frozenset(FORMAT_OF_ENDING.values())
"""Every name that `Request.format` may have for FORMAT."""
KIND_OF_FORMAT: dict[str, ViewKind] = {
    "json": ViewKind.JSON,
    "jsonl": ViewKind.JSON,
    "yaml": ViewKind.JSON,
    "toml": ViewKind.JSON,
    "ini": ViewKind.JSON,
    "csv": ViewKind.TABLE,
    "tsv": ViewKind.TABLE,
    "xlsx": ViewKind.WORKBOOK,
    "docx": ViewKind.DOCUMENT,
    "pptx": ViewKind.SLIDES,
    "pdf": ViewKind.PDF,
    "png": ViewKind.IMAGE,
    "jpeg": ViewKind.IMAGE,
    "gif": ViewKind.IMAGE,
    "bmp": ViewKind.IMAGE,
    "webp": ViewKind.IMAGE,
    "tiff": ViewKind.IMAGE,
    "parquet": ViewKind.TABLE,
    "sqlite": ViewKind.DATABASE,
    "tar": ViewKind.ARCHIVE,
    "tar.gz": ViewKind.ARCHIVE,
    "tar.bz2": ViewKind.ARCHIVE,
    "tar.xz": ViewKind.ARCHIVE,
    "mp3": ViewKind.MEDIA,
    "wav": ViewKind.MEDIA,
    "flac": ViewKind.MEDIA,
    "ogg": ViewKind.MEDIA,
    "m4a": ViewKind.MEDIA,
    "mp4": ViewKind.MEDIA,
    "mov": ViewKind.MEDIA,
    "mkv": ViewKind.MEDIA,
    "webm": ViewKind.MEDIA,
    "avi": ViewKind.MEDIA,
}
"""The view that a file of the format is looked at through; other formats are text or have no view."""
CONTAINERS: dict[str, str] = {
    "mp3": "mp3",
    "wav": "wav",
    "flac": "flac",
    "ogg": "ogg",
    "m4a": "mov",
    "mp4": "mov",
    "mov": "mov",
    "mkv": "matroska",
    "webm": "matroska",
    "avi": "avi",
}
"""The name that `MediaView.format` has for a file of the format."""
STREAMED: frozenset[str] = frozenset({"parquet", "sqlite", "tar", "tar.gz", "tar.bz2", "tar.xz", *CONTAINERS})
"""Formats whose files may be large: checked and seen from the open file, never held."""


def format_of(path: str, named: str = "") -> str:
    """The format that a request names, or else the one that the path's ending says; empty when neither does."""
    if named:
        return {"txt": "text", "jpg": "jpeg", "yml": "yaml", "ndjson": "jsonl", "htm": "html"}.get(
            named.lower().lstrip("."), named.lower().lstrip(".")
        )
    stem, last = posixpath.splitext(path.lower())
    double = posixpath.splitext(stem)[1] + last
    return FORMAT_OF_ENDING.get(double, FORMAT_OF_ENDING.get(last, ""))
