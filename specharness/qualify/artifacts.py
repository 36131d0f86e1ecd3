"""Office files, PDF and images for cases, as bytes that are the same in every run.

Libraries stamp the time into what they write; here every such file is packed again with a fixed date, so that a case
is one case whenever it is made.
"""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Mapping, Sequence
from typing import Any
from xml.sax.saxutils import escape

from specharness.evidence.views import CellView

Scalar = str | int | float | bool | None
Cells = Mapping[str, Scalar | CellView]
_STAMP = re.compile(rb"(<dcterms:(?:created|modified)[^>]*>)[^<]*")
_DATE = (2020, 1, 1, 0, 0, 0)


def workbook(
    sheets: Mapping[str, Sequence[Sequence[Scalar]] | Cells], formats: Mapping[str, str] | None = None
) -> bytes:
    """An xlsx: rows, or cells by coordinate; texts that begin with `=` are formulas (without stored values).

    `formats` gives number formats by `Sheet!A1`.
    """
    from openpyxl import Workbook

    book = Workbook()
    if book.active is not None:
        book.remove(book.active)
    for name, content in sheets.items():
        sheet = book.create_sheet(name)
        if isinstance(content, Mapping):
            for place, value in content.items():
                sheet[place] = value.formula or value.value if isinstance(value, CellView) else value
                if isinstance(value, CellView):
                    sheet[place].number_format = value.number_format
        else:
            for row in content:
                sheet.append(list(row))
    for place, code in (formats or {}).items():
        name, _, coordinate = place.rpartition("!")
        book[name][coordinate].number_format = code
    stream = io.BytesIO()
    book.save(stream)
    return repacked(stream.getvalue())


def calculated(sheets: Mapping[str, Cells]) -> bytes:
    """A workbook whose formulas have stored results: a `CellView` with both stands for such a cell."""
    data = workbook({name: dict(cells) for name, cells in sheets.items()})
    source = zipfile.ZipFile(io.BytesIO(data))
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as target:
        for item in source.infolist():
            text = source.read(item.filename)
            number = re.fullmatch(r"xl/worksheets/sheet(\d+)\.xml", item.filename)
            if number:
                cells = list(sheets.values())[int(number[1]) - 1]
                text = _with_results(text.decode(), cells).encode()
            target.writestr(item, text)
    return repacked(out.getvalue())


def named(book: bytes, names: Mapping[str, str]) -> bytes:
    """The workbook with defined names."""
    entries = "".join(f'<definedName name="{name}">{escape(text)}</definedName>' for name, text in names.items())
    source = zipfile.ZipFile(io.BytesIO(book))
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as target:
        for item in source.infolist():
            data = source.read(item.filename)
            if names and item.filename == "xl/workbook.xml":
                text = re.sub(r"<definedNames ?/>|<definedNames>.*?</definedNames>", "", data.decode())
                data = text.replace("</sheets>", f"</sheets><definedNames>{entries}</definedNames>").encode()
            target.writestr(item, data)
    return repacked(out.getvalue())


def _with_results(xml: str, cells: Cells) -> str:
    for place, cell in cells.items():
        if isinstance(cell, CellView) and cell.formula is not None and cell.value is not None:
            kind = ' t="str"' if isinstance(cell.value, str) and not cell.value.startswith("#") else ""
            kind = ' t="e"' if isinstance(cell.value, str) and cell.value.startswith("#") else kind
            xml = re.sub(
                rf'<c r="{place}"(?P<style>[^>]*)><f>(?P<formula>.*?)</f><v ?/?>(?:</v>)?</c>',
                rf'<c r="{place}"\g<style>{kind}><f>\g<formula></f><v>{escape(str(cell.value))}</v></c>',
                xml,
            )
    return xml


def document(paragraphs: Sequence[str], tables: Sequence[Sequence[Sequence[str]]] = (), header: str = "") -> bytes:
    """A docx: paragraphs (`# ` makes a heading), then tables, and the header of its first section."""
    from docx import Document

    made = Document()
    for text in paragraphs:
        if text.startswith("# "):
            made.add_heading(text[2:], 1)
        else:
            made.add_paragraph(text)
    for rows in tables:
        table = made.add_table(rows=len(rows), cols=len(rows[0]))
        for row, cells in zip(table.rows, rows, strict=True):
            for cell, text in zip(row.cells, cells, strict=True):
                cell.text = text
    if header:
        made.sections[0].header.paragraphs[0].text = header
    stream = io.BytesIO()
    made.save(stream)
    return repacked(stream.getvalue())


def slides(texts: Sequence[Sequence[str]], notes: Sequence[str] = ()) -> bytes:
    """A pptx: the texts of each slide, a text box each, and the notes of the first slides."""
    from pptx import Presentation
    from pptx.util import Inches

    made = Presentation()
    for number, boxes in enumerate(texts):
        slide = made.slides.add_slide(made.slide_layouts[6])
        for place, text in enumerate(boxes):
            box = slide.shapes.add_textbox(Inches(1), Inches(1 + place), Inches(6), Inches(1))
            box.text_frame.text = text
        if number < len(notes) and slide.notes_slide.notes_text_frame is not None:
            slide.notes_slide.notes_text_frame.text = notes[number]
    stream = io.BytesIO()
    made.save(stream)
    return repacked(stream.getvalue())


def charted(text: str, values: Mapping[str, float]) -> bytes:
    """A pptx with one slide: a text, and a chart of the values, whose table is a workbook inside."""
    from pptx import Presentation
    from pptx.chart.data import CategoryChartData
    from pptx.enum.chart import XL_CHART_TYPE
    from pptx.util import Inches

    made = Presentation()
    slide = made.slides.add_slide(made.slide_layouts[6])
    slide.shapes.add_textbox(Inches(1), Inches(1), Inches(6), Inches(1)).text_frame.text = text
    data: Any = CategoryChartData()  # type: ignore[no-untyped-call]
    data.categories = list(values)
    data.add_series("values", list(values.values()))
    size = (Inches(1), Inches(2), Inches(6), Inches(4))
    slide.shapes.add_chart(XL_CHART_TYPE.COLUMN_CLUSTERED, *size, data)
    stream = io.BytesIO()
    made.save(stream)
    return repacked(stream.getvalue())


def pdf(pages: Sequence[str]) -> bytes:
    """A PDF with one text a page; lines by line feed; Latin letters only."""
    objects: list[bytes] = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"",
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ]
    kids: list[bytes] = []
    for text in pages:
        lines = [re.sub(r"([\\()])", r"\\\1", line).encode("latin-1") for line in text.split("\n")]
        stream = b"BT /F1 11 Tf 14 TL 50 780 Td " + b" ".join(b"(" + line + b") Tj T*" for line in lines) + b" ET"
        objects.append(b"<< /Length %d >>\nstream\n%s\nendstream" % (len(stream), stream))
        content = len(objects)
        objects.append(
            b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents %d 0 R"
            b" /Resources << /Font << /F1 3 0 R >> >> >>" % content
        )
        kids.append(b"%d 0 R" % len(objects))
    objects[1] = b"<< /Type /Pages /Count %d /Kids [%s] >>" % (len(kids), b" ".join(kids))
    data, places = b"%PDF-1.4\n", []
    for number, body in enumerate(objects, 1):
        places.append(len(data))
        data += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    return data + (
        b"xref\n0 %d\n0000000000 65535 f \n%strailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n"
        % (len(objects) + 1, table, len(objects) + 1, len(data))
    )


def image(width: int, height: int, format: str = "PNG", mode: str = "RGB") -> bytes:
    """An image of one colour."""
    from PIL import Image

    stream = io.BytesIO()
    Image.new(mode, (width, height)).save(stream, format)
    return stream.getvalue()


def archive(files: Mapping[str, str | bytes]) -> bytes:
    """A zip."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, content in files.items():
            packed.writestr(zipfile.ZipInfo(name, _DATE), content, zipfile.ZIP_DEFLATED)
    return stream.getvalue()


def repacked(package: bytes) -> bytes:
    """The same package with fixed dates, inside and out, also of the workbooks in it."""
    with zipfile.ZipFile(io.BytesIO(package)) as source:
        parts = {name: source.read(name) for name in source.namelist()}
    parts = {name: repacked(data) if name.endswith(".xlsx") else data for name, data in parts.items()}
    fixed = rb"\g<1>2020-01-01T00:00:00Z"
    return archive(
        {name: _STAMP.sub(fixed, data) if name.endswith("core.xml") else data for name, data in parts.items()}
    )
