"""Typed views of workbooks, documents, presentations and PDF files.

The plain views hold what a reader sees; the views of details hold what stands behind it (styles, runs, charts, places
on a slide), which few validators ask for and which costs another pass over the file.
"""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True)
class CellView:
    value: str | int | float | bool | None
    """Cached or literal value; dates in ISO 8601 (`2024-05-01` where the format shows no time). None beside a formula:
    the file holds no cached result."""
    formula: str | None = None
    """With the leading `=`."""
    number_format: str = "General"


@dataclass(frozen=True)
class SheetView:
    name: str
    cells: dict[str, CellView]
    """Non-empty cells by coordinate (`B7`), row by row."""
    max_row: int
    """Of the non-empty cells; 0 when there are none."""
    max_column: int
    state: str = "visible"
    """`visible`, `hidden` or `veryHidden`."""


@dataclass(frozen=True)
class WorkbookView:
    sheets: tuple[SheetView, ...]
    defined_names: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class CellStyle:
    """How a cell is shown. One object stands for all cells of a style."""

    number_format: str = "General"
    """The format code, such as `0.00%`."""
    font: str = ""
    size: float = 0.0
    """Points; 0 where the file does not say."""
    bold: bool = False
    italic: bool = False
    underline: bool = False
    strike: bool = False
    color: str = ""
    """Of the text: `RRGGBB` in capitals, or `theme:N`, `indexed:N`; empty for the default."""
    fill: str = ""
    """Of the background, as `color`; empty without one."""
    horizontal: str = ""
    """`left`, `center`, `right`, … ; empty for the default."""
    vertical: str = ""
    wrap: bool = False
    borders: tuple[str, ...] = ()
    """The sides that have a line: of `left`, `right`, `top`, `bottom`."""
    locked: bool = True
    """Holds only on a protected sheet."""


@dataclass(frozen=True)
class SeriesView:
    name: str = ""
    """As text or as the reference that it is read from."""
    categories: str = ""
    """The reference that the categories are read from (`Data!$A$2:$A$9`)."""
    values: str = ""
    points: tuple[str, ...] = ()
    """The values as they were last stored with the chart."""


@dataclass(frozen=True)
class ChartView:
    types: tuple[str, ...]
    """`bar`, `line`, `pie`, `scatter`, `area`, …, several for a combined chart."""
    title: str = ""
    axis_titles: tuple[str, ...] = ()
    series: tuple[SeriesView, ...] = ()
    anchor: str = ""
    """The cell at its upper left corner; empty where it is not anchored to cells."""


@dataclass(frozen=True)
class PivotView:
    """A pivot table and the cache that it shows."""

    name: str
    place: str
    """The range that it covers."""
    source: str
    """Where the cache comes from: `Data!A1:D9`, the name of a table or range, or `external`."""
    fields: tuple[str, ...]
    """Names of the cache's fields."""
    rows: tuple[str, ...] = ()
    columns: tuple[str, ...] = ()
    filters: tuple[str, ...] = ()
    values: tuple[tuple[str, str], ...] = ()
    """Field and function (`sum`, `count`, `average`, …)."""
    records: int = -1
    """Rows stored in the cache; -1 where it stores none."""


@dataclass(frozen=True)
class TableRange:
    """A named table of a sheet."""

    name: str
    place: str
    columns: tuple[str, ...] = ()


@dataclass(frozen=True)
class SheetDetails:
    name: str
    styles: dict[str, CellStyle]
    """By coordinate, of every cell that stands in the file, empty ones with a style included."""
    merged: tuple[str, ...] = ()
    tables: tuple[TableRange, ...] = ()
    charts: tuple[ChartView, ...] = ()
    pivots: tuple[PivotView, ...] = ()
    images: int = 0
    frozen: str = ""
    """The first cell that scrolls; empty where nothing is frozen."""
    filter: str = ""
    """The range of the automatic filter."""
    validations: tuple[tuple[str, str, str], ...] = ()
    """Range, type (`list`, `whole`, …) and first formula of each data validation."""
    conditional: tuple[tuple[str, str], ...] = ()
    """Range and type of each conditional format."""
    widths: dict[str, float] = field(default_factory=dict)
    """Widths set by hand, in characters, by column letter."""
    hidden_rows: tuple[int, ...] = ()
    hidden_columns: tuple[str, ...] = ()
    comments: dict[str, str] = field(default_factory=dict)
    """By coordinate."""
    protected: bool = False


@dataclass(frozen=True)
class WorkbookDetails:
    sheets: tuple[SheetDetails, ...]
    """In the order of `WorkbookView.sheets`; a chart sheet has its chart."""
    defined_names: dict[str, str] = field(default_factory=dict)
    """Of the whole workbook and, as `Sheet!Name`, of single sheets."""
    external_links: tuple[str, ...] = ()
    """What formulas may refer to outside the file, as the file says it; never followed."""
    macros: bool = False
    """Holds a macro project; never run."""
    iterative: bool = False
    """Circular formulas are allowed to iterate."""


@dataclass(frozen=True)
class DocumentView:
    paragraphs: tuple[str, ...]
    """Text of every paragraph in reading order: body (table cells and text boxes included), then headers, footers,
    footnotes, endnotes, comments. Runs are joined; deleted text of tracked changes is left out."""
    tables: tuple[tuple[tuple[str, ...], ...], ...] = ()
    styles: tuple[str, ...] = ()
    """Style name of each entry of `paragraphs`."""


@dataclass(frozen=True)
class RunView:
    """A stretch of text in one formatting. None: not said here, so the style's."""

    text: str
    bold: bool | None = None
    italic: bool | None = None
    underline: bool | None = None
    font: str = ""
    size: float = 0.0
    """Points; 0 where it is not said here."""
    color: str = ""
    """`RRGGBB` in capitals; empty where it is not said here."""
    style: str = ""


@dataclass(frozen=True)
class ParagraphView:
    story: str
    """`body`, `header`, `footer`, `footnotes`, `endnotes` or `comments`."""
    style: str
    runs: tuple[RunView, ...]
    """Joined, they are the text of the same entry of `DocumentView.paragraphs`."""
    alignment: str = ""
    listed: bool = False
    """Numbered or bulleted, by itself or by its style."""

    @property
    def text(self) -> str:
        return "".join(run.text for run in self.runs)


@dataclass(frozen=True)
class TableDetails:
    style: str
    rows: tuple[tuple[str, ...], ...]
    header_rows: int = 0
    """Rows marked to be repeated on every page."""
    merged: int = 0
    """Cells that span several columns or rows."""


@dataclass(frozen=True)
class SectionView:
    """A section of a document; lengths in points, 0 where the file does not say."""

    width: float
    height: float
    landscape: bool = False
    left: float = 0.0
    right: float = 0.0
    top: float = 0.0
    bottom: float = 0.0
    headers: dict[str, str] = field(default_factory=dict)
    """Text by kind: `default`, `first`, `even`; a section without its own has the one before's."""
    footers: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class DocumentDetails:
    paragraphs: tuple[ParagraphView, ...]
    """The same ones, in the same order, as in `DocumentView`."""
    tables: tuple[TableDetails, ...] = ()
    sections: tuple[SectionView, ...] = ()
    styles: tuple[str, ...] = ()
    """Names of all styles that the document defines, used or not."""
    insertions: int = 0
    """Tracked changes not yet accepted."""
    deletions: int = 0
    images: int = 0
    links: tuple[str, ...] = ()
    """Targets outside the document; never followed."""
    bookmarks: tuple[str, ...] = ()
    fields: tuple[str, ...] = ()
    """Instructions of fields: `TOC \\o "1-3"`, `PAGE`."""
    properties: dict[str, str] = field(default_factory=dict)
    """`title`, `creator`, `created`, … as the file says them."""
    macros: bool = False


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
    """SHA-256 of every part of the package by its name (`/ppt/slides/slide1.xml`)."""


@dataclass(frozen=True)
class ShapeDetails:
    """A shape; places and sizes in points, None where it takes them from its layout."""

    name: str
    kind: str
    """`shape`, `connector`, `picture`, `table`, `chart`, `diagram` or `object`."""
    text: str
    placeholder: str = ""
    """`title`, `body`, `ctrTitle`, `subTitle`, `dt`, `ftr`, `sldNum`, …; empty for a shape of its own."""
    left: float | None = None
    top: float | None = None
    width: float | None = None
    height: float | None = None
    rows: tuple[tuple[str, ...], ...] = ()
    """Of a table."""
    chart: ChartView | None = None
    media: str = ""
    """SHA-256 of a picture's bytes."""
    media_type: str = ""
    embedded: WorkbookView | None = None
    runs: tuple[RunView, ...] = ()
    alt_text: str = ""


@dataclass(frozen=True)
class SlideDetails:
    layout: str
    title: str
    """Text of the title placeholder."""
    shapes: tuple[ShapeDetails, ...]
    notes: str = ""
    hidden: bool = False


@dataclass(frozen=True)
class SlidesDetails:
    width: float
    """Points."""
    height: float
    slides: tuple[SlideDetails, ...]
    layouts: tuple[str, ...] = ()
    """Names of all layouts, used or not."""
    properties: dict[str, str] = field(default_factory=dict)
    macros: bool = False


@dataclass(frozen=True)
class PdfView:
    pages: tuple[str, ...]
    """Extracted text, a page each."""
    fields: dict[str, str | None] = field(default_factory=dict)
    """Form fields by full name; None or an empty text when not filled. A check box has its state's name (`Off`, `Yes`,
    `1`); several selected choices stand one a line."""
    field_types: dict[str, str] = field(default_factory=dict)
    """`Tx` text, `Btn` button or check box, `Ch` choice, `Sig` signature; by full name."""
    metadata: dict[str, str] = field(default_factory=dict)
    sizes: tuple[tuple[float, float], ...] = ()
    """Width and height of each page in points, as shown (its rotation applied)."""
    images: tuple[int, ...] = ()
    """Images that each page may show; text in them is not seen."""
    attachments: tuple[str, ...] = ()
    """Names of attached files; never opened."""
    scripts: bool = False
    """Holds actions that a viewer could run; never run."""
