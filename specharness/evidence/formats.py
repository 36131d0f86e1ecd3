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
}
FORMATS: frozenset[str] = frozenset(FORMAT_OF_ENDING.values())
"""Every name that `Request.format` may have for FORMAT."""
KIND_OF_FORMAT: dict[str, ViewKind] = {
    "json": ViewKind.JSON,
    "jsonl": ViewKind.JSON,
    "yaml": ViewKind.JSON,
    "toml": ViewKind.JSON,
    "csv": ViewKind.TABLE,
    "tsv": ViewKind.TABLE,
    "xlsx": ViewKind.WORKBOOK,
    "docx": ViewKind.DOCUMENT,
    "pptx": ViewKind.SLIDES,
    "pdf": ViewKind.PDF,
    "png": ViewKind.IMAGE,
    "jpeg": ViewKind.IMAGE,
    "gif": ViewKind.IMAGE,
}
"""The view that a file of the format is looked at through; other formats are text or have no view."""


def format_of(path: str, named: str = "") -> str:
    """The format that a request names, or else the one that the path's ending says; empty when neither does."""
    if named:
        return {"txt": "text", "jpg": "jpeg", "yml": "yaml", "ndjson": "jsonl", "htm": "html"}.get(
            named.lower().lstrip("."), named.lower().lstrip(".")
        )
    return FORMAT_OF_ENDING.get(posixpath.splitext(path)[1].lower(), "")
