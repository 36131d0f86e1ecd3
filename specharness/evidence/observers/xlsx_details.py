"""What stands behind the cells of a workbook: styles, merged cells, named tables, charts, pivot tables, comments.

Read from the parts' XML, sheets by their stream. External links and macros are named, never followed.
"""

from __future__ import annotations

import io
from collections.abc import Iterator

from lxml import etree
from openpyxl.utils import column_index_from_string, get_column_letter
from openpyxl.utils.cell import coordinate_from_string

from specharness.evidence.faults import LimitReached
from specharness.evidence.limits import Limits
from specharness.evidence.observers.charts import chart
from specharness.evidence.observers.ooxml import R, on, parse
from specharness.evidence.observers.opc import Package
from specharness.evidence.observers.text import clean
from specharness.evidence.observers.xlsx_pivots import pivot
from specharness.evidence.observers.xlsx_styles import S, styles
from specharness.evidence.observers.zips import BROKEN_MEMBER
from specharness.evidence.views import CellStyle, ChartView, PivotView, SheetDetails, TableRange, WorkbookDetails

MALFORMED: tuple[type[Exception], ...] = (etree.XMLSyntaxError, *BROKEN_MEMBER)
XDR = "{http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing}"
_DEFAULT = CellStyle()
_MAIN = "/xl/workbook.xml"


def view(package: Package, limits: Limits) -> WorkbookDetails:
    """The workbook. Raises MalformedArtifact, LimitReached and lxml's errors."""
    main = package.main or _MAIN
    root = parse(package.read(main))
    if root.tag != S + "workbook":
        raise LimitReached(f"a workbook in another namespace ({clean(root.tag)[:80]}); undecided")
    relations = package.related(main)
    found = next((each.target for each in relations.values() if each.type == "styles"), "")
    known = styles(parse(package.read(found))) if package.has(found) else ()
    reader = _Sheets(package, known, limits)
    sheets = []
    for sheet in root.iterfind(f"{S}sheets/{S}sheet"):
        relation = relations.get(str(sheet.get(R + "id")))
        if relation is None or not package.has(relation.target):
            raise LimitReached(f"the part of sheet {sheet.get('name')!r} is not there; undecided")
        sheets.append(reader.sheet(clean(str(sheet.get("name"))), relation.target))
    calculation = root.find(f"{S}calcPr")
    return WorkbookDetails(
        sheets=tuple(sheets),
        defined_names=_names(root, [sheet.name for sheet in sheets]),
        external_links=tuple(
            _external(package, [each.target for each in relations.values() if each.type == "externalLink"])
        ),
        macros=package.macros,
        iterative=calculation is not None and on(calculation.get("iterate", "0")),
    )


def _names(root: etree._Element, sheets: list[str]) -> dict[str, str]:
    found: dict[str, str] = {}
    for name in root.iterfind(f"{S}definedNames/{S}definedName"):
        place = name.get("localSheetId")
        index = int(place) if place is not None and place.isdecimal() and len(place) < 6 else -1
        prefix = f"{sheets[index]}!" if 0 <= index < len(sheets) else ""
        found[prefix + clean(str(name.get("name")))] = clean(name.text or "")
    return found


def _external(package: Package, parts: list[str]) -> Iterator[str]:
    for part in parts:
        yield from (each.target for each in package.related(part).values() if each.external)


class _Sheets:
    """Reads sheets, counting over all of them."""

    def __init__(self, package: Package, known: tuple[CellStyle, ...], limits: Limits) -> None:
        self._package = package
        self._styles = known
        self._limits = limits
        self._cells = 0

    def sheet(self, name: str, part: str) -> SheetDetails:
        relations = self._package.related(part)
        cells: dict[str, CellStyle] = {}
        merged: list[str] = []
        validations: list[tuple[str, str, str]] = []
        conditional: list[tuple[str, str]] = []
        widths: dict[str, float] = {}
        hidden_rows: list[int] = []
        hidden_columns: list[str] = []
        frozen = filtered = ""
        protected = False
        row = column = 0
        events = etree.iterparse(
            io.BytesIO(self._package.read(part)), ("start", "end"), resolve_entities=False, no_network=True
        )
        for event, element in events:
            tag = element.tag
            if tag == S + "row":
                if event == "start":
                    row, column = _count(element.get("r"), row + 1), 0
                    if on(element.get("hidden", "0")):
                        hidden_rows.append(row)
                else:
                    element.clear()
                    while element.getprevious() is not None:
                        del element.getparent()[0]
            elif event == "start":
                continue
            elif tag == S + "c":
                coordinate = element.get("r") or f"{get_column_letter(column + 1)}{row}"
                column = column_index_from_string(coordinate_from_string(coordinate)[0])
                self._cells += 1
                if self._cells > self._limits.sheet_cells:
                    detail = f"sheet {name!r} brings the workbook past the cells of `sheet_cells`"
                    raise LimitReached(detail, "sheet_cells")
                index = _count(element.get("s"), 0)
                cells[coordinate] = self._styles[index] if index < len(self._styles) else _DEFAULT
            elif tag == S + "mergeCell":
                merged.append(clean(str(element.get("ref"))))
            elif tag == S + "pane" and element.get("state", "") in ("frozen", "frozenSplit"):
                frozen = str(element.get("topLeftCell", ""))
            elif tag == S + "autoFilter":
                filtered = clean(str(element.get("ref", "")))
            elif tag == S + "sheetProtection":
                protected = on(element.get("sheet", "0"))
            elif tag == S + "col":
                _columns(element, widths, hidden_columns)
            elif tag == S + "dataValidation":
                first = element.find(f"{S}formula1")
                formula = "" if first is None else clean(first.text or "")
                validations.append((clean(str(element.get("sqref", ""))), str(element.get("type", "none")), formula))
            elif tag == S + "conditionalFormatting":
                place = clean(str(element.get("sqref", "")))
                conditional += [(place, str(rule.get("type", ""))) for rule in element.iterfind(f"{S}cfRule")]
        charts, images = self._drawn([each.target for each in relations.values() if each.type == "drawing"])
        return SheetDetails(
            name=name,
            styles=cells,
            merged=tuple(merged),
            tables=tuple(self._tables([each.target for each in relations.values() if each.type == "table"])),
            charts=charts,
            pivots=self._pivots([each.target for each in relations.values() if each.type == "pivotTable"]),
            images=images,
            frozen=frozen,
            filter=filtered,
            validations=tuple(validations),
            conditional=tuple(conditional),
            widths=widths,
            hidden_rows=tuple(hidden_rows),
            hidden_columns=tuple(hidden_columns),
            comments=self._comments([each.target for each in relations.values() if each.type == "comments"]),
            protected=protected,
        )

    def _drawn(self, parts: list[str]) -> tuple[tuple[ChartView, ...], int]:
        """Charts and the number of pictures."""
        charts: list[ChartView] = []
        images = 0
        for part in parts:
            root = parse(self._package.read(part))
            relations = self._package.related(part)
            for anchor in root:
                images += sum(1 for _ in anchor.iter(f"{XDR}pic")) if isinstance(anchor.tag, str) else 0
                for element in anchor.iter():
                    relation = relations.get(str(element.get(R + "id")))
                    if relation is not None and relation.type in ("chart", "chartEx") and not relation.external:
                        charts.append(chart(parse(self._package.read(relation.target)), self._limits, _place(anchor)))
        return tuple(charts), images

    def _tables(self, parts: list[str]) -> Iterator[TableRange]:
        for part in parts:
            root = parse(self._package.read(part))
            columns = root.iterfind(f"{S}tableColumns/{S}tableColumn")
            yield TableRange(
                clean(str(root.get("displayName", root.get("name", "")))),
                clean(str(root.get("ref", ""))),
                tuple(clean(str(column.get("name", ""))) for column in columns),
            )

    def _pivots(self, parts: list[str]) -> tuple[PivotView, ...]:
        return tuple(pivot(self._package, part, self._limits) for part in parts)

    def _comments(self, parts: list[str]) -> dict[str, str]:
        return {
            clean(str(comment.get("ref"))): clean("".join(piece.text or "" for piece in comment.iter(f"{S}t")))
            for part in parts
            for comment in parse(self._package.read(part)).iter(f"{S}comment")
        }


def _columns(element: etree._Element, widths: dict[str, float], hidden: list[str]) -> None:
    """A definition covers a range of columns; what covers the whole sheet is no column's own."""
    first, last = _count(element.get("min"), 1), _count(element.get("max"), 1)
    for index in range(first, min(last, first + 256, 16_384) + 1):
        letter = get_column_letter(index)
        if on(element.get("hidden", "0")):
            hidden.append(letter)
        if on(element.get("customWidth", "0")):
            try:
                widths[letter] = float(element.get("width", "0"))
            except ValueError:
                continue


def _place(anchor: etree._Element) -> str:
    """The cell at the upper left corner."""
    start = anchor.find(f"{XDR}from")
    if start is None:
        return ""
    row, column = start.findtext(f"{XDR}row", ""), start.findtext(f"{XDR}col", "")
    return f"{get_column_letter(_count(column, 0) + 1)}{_count(row, 0) + 1}"


def _count(value: str | None, otherwise: int) -> int:
    text = (value or "").strip()
    return int(text) if text.isdecimal() and len(text) < 8 else otherwise
