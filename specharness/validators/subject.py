"""What a path is to be looked at as, and the text that a reader of it would see.

Guarantees one rule for all validators. Endings that no observer reads are said to be unreadable, so that nothing is
decided about them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from pydantic import JsonValue

from specharness.evidence.views import (
    CellView,
    DocumentView,
    JsonView,
    PdfView,
    Request,
    SheetView,
    Side,
    SlidesView,
    TableView,
    TextView,
    View,
    ViewKind,
    WorkbookView,
)
from specharness.validators.wording import said

_KINDS = {
    ViewKind.JSON: "json jsonl ndjson geojson yaml yml toml",
    ViewKind.TABLE: "csv tsv parquet pq db sqlite sqlite3",
    ViewKind.WORKBOOK: "xlsx xlsm",
    ViewKind.DOCUMENT: "docx",
    ViewKind.SLIDES: "pptx",
    ViewKind.PDF: "pdf",
    ViewKind.IMAGE: "png jpg jpeg gif bmp webp tif tiff",
}
_KIND_OF = {ending: kind for kind, endings in _KINDS.items() for ending in endings.split()}
_UNREADABLE = frozenset(
    "xls xlsb ods odt odp doc ppt rtf feather pkl pickle npy npz h5 zip gz tar bz2 xz 7z "
    "mp3 mp4 wav avi mov mkv flac ogg exe dll so o bin pt pth onnx".split()
)
_DATABASES = frozenset({"db", "sqlite", "sqlite3"})
_TYPED = frozenset({"parquet", "pq"})
VIEWS: dict[ViewKind, type[View]] = {
    ViewKind.JSON: JsonView,
    ViewKind.TABLE: TableView,
    ViewKind.WORKBOOK: WorkbookView,
    ViewKind.DOCUMENT: DocumentView,
    ViewKind.SLIDES: SlidesView,
    ViewKind.PDF: PdfView,
    ViewKind.TEXT: TextView,
}


def ending(path: str) -> str:
    """The file name's ending in lower case, without its point; empty where there is none."""
    name = path.rsplit("/", 1)[-1]
    return name.rsplit(".", 1)[-1].lower() if "." in name[1:] else ""


def kind_of(path: str) -> ViewKind | None:
    """How the content of a file is seen; None where no observer reads such files."""
    name = ending(path)
    return None if name in _UNREADABLE else _KIND_OF.get(name, ViewKind.TEXT)


def is_database(path: str) -> bool:
    """Whether a file holds tables by name, of which one has to be meant."""
    return ending(path) in _DATABASES


def has_types(path: str) -> bool:
    """Whether a file is one table whose columns have types, and no text that a reader could open."""
    return ending(path) in _TYPED


def content_of(path: str, sheet: str = "", side: Side = Side.AFTER) -> Request | None:
    """The content of a file as its ending says, of a database the table `sheet`; None where no observer reads it."""
    kind = kind_of(path)
    if kind is None or kind not in VIEWS:
        return None
    return Request(kind, path, side, argument=sheet if is_database(path) else "")


@dataclass(frozen=True)
class Passage:
    """A piece of text that a reader sees in one place."""

    where: str
    text: str


def passages(view: View) -> Iterator[Passage]:
    """All text of a view, in reading order; places that hold none are empty ones."""
    match view:
        case TextView():
            yield Passage("", view.text)
        case JsonView():
            yield from _of_json(view.value)
        case TableView():
            for number, row in enumerate((view.columns, *view.rows)):
                where = f"row {number}" if number else "header"
                yield from (Passage(where, _text(cell)) for cell in row)
        case WorkbookView():
            for sheet in view.sheets:
                yield from _of_sheet(sheet)
        case DocumentView():
            yield from (Passage(f"paragraph {n}", text) for n, text in enumerate(view.paragraphs, 1))
        case SlidesView():
            yield from _of_slides(view)
        case PdfView():
            yield from (Passage(f"page {n}", text) for n, text in enumerate(view.pages, 1))
            yield from (Passage(f"form field {name}", _text(text)) for name, text in view.fields.items())


def _text(value: str | int | float | bool | None) -> str:
    return value if isinstance(value, str) else "" if value is None else said(value)


def cell_text(cell: CellView) -> str:
    """A cell's value as text; empty for a formula without a cached value."""
    value = cell.value
    if isinstance(value, bool):
        return str(value).upper()
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return _text(value)


def _of_sheet(sheet: SheetView) -> Iterator[Passage]:
    for place, cell in sheet.cells.items():
        yield Passage(f"{sheet.name}!{place}", cell_text(cell))


def _of_slides(view: SlidesView) -> Iterator[Passage]:
    for number, shapes in enumerate(view.slides, 1):
        for shape in shapes:
            yield Passage(f"slide {number}, {shape.name}", shape.text)
            for sheet in shape.embedded.sheets if shape.embedded else ():
                yield from (Passage(f"slide {number}, {found.where}", found.text) for found in _of_sheet(sheet))
    yield from (Passage(f"notes of slide {n}", text) for n, text in enumerate(view.notes, 1))


def _of_json(value: JsonValue) -> Iterator[Passage]:
    stack: list[tuple[str, JsonValue]] = [("$", value)]
    while stack:
        where, item = stack.pop()
        if isinstance(item, str):
            yield Passage(where, item)
        elif isinstance(item, list):
            stack.extend((f"{where}[{n}]", child) for n, child in reversed(list(enumerate(item))))
        elif isinstance(item, dict):
            for key in item:
                yield Passage(where, key)
            stack.extend((f"{where}.{key}", child) for key, child in reversed(list(item.items())))
