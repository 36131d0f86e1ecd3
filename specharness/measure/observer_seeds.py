"""Small sound files of every format that observers read: what fuzzing and hostile tests start from. Made here, so that
nothing is copied from anywhere; equal on every run but for the dates that office libraries write."""

from __future__ import annotations

import io
import json
import sqlite3
import struct
import tarfile
import tempfile
import wave
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any


def json_() -> bytes:
    return json.dumps({"a": [1, 2.5, None, True, "é\u2028"], "b": {"c": {"d": [[]]}}, "e": 1e308}).encode()


def xlsx() -> bytes:
    import openpyxl
    from openpyxl.chart import BarChart, Reference
    from openpyxl.comments import Comment
    from openpyxl.styles import Font
    from openpyxl.worksheet.datavalidation import DataValidation
    from openpyxl.worksheet.table import Table

    book = openpyxl.Workbook()
    sheet: Any = book.active
    sheet.append(["name", "value", "when"])
    for number in range(4):
        sheet.append([f"n{number}", number * 1.5, "2024-01-01"])
    sheet["D2"] = "=SUM(B2:B5)"
    sheet["B2"].number_format = "0.00%"
    sheet["A1"].font = Font(bold=True, color="FF0000")
    sheet["A1"].comment = Comment("a word", "author")
    sheet.merge_cells("F1:G2")
    sheet.freeze_panes = "A2"
    sheet.add_table(Table(displayName="T", ref="A1:C5"))
    rule = DataValidation(type="list", formula1='"x,y"')
    rule.add("E1:E9")
    sheet.add_data_validation(rule)
    chart = BarChart()
    chart.title = "Title"
    chart.add_data(Reference(sheet, min_col=2, min_row=1, max_row=5), titles_from_data=True)
    sheet.add_chart(chart, "H3")
    book.create_sheet("Hidden").sheet_state = "hidden"
    book.defined_names["total"] = openpyxl.workbook.defined_name.DefinedName("total", attr_text="Sheet!$D$2")
    return _saved(book.save)


def docx() -> bytes:
    import docx as library

    document = library.Document()
    document.add_heading("Title", 1)
    paragraph = document.add_paragraph("Dear {{NA")
    paragraph.add_run("ME}}").bold = True
    document.add_paragraph("one", style="List Bullet")
    table = document.add_table(2, 2, style="Table Grid")
    table.cell(0, 0).text = "a"
    table.cell(1, 0).merge(table.cell(1, 1)).text = "b"
    document.sections[0].header.paragraphs[0].text = "Head"
    document.sections[0].footer.paragraphs[0].text = "Foot"
    return _saved(document.save)


def pptx() -> bytes:
    import pptx as library
    from pptx.chart.data import CategoryChartData
    from pptx.enum.chart import XL_CHART_TYPE
    from pptx.util import Inches

    deck = library.Presentation()
    slide = deck.slides.add_slide(deck.slide_layouts[5])
    slide.shapes.title.text = "Title"
    slide.notes_slide.notes_text_frame.text = "Notes"
    box = slide.shapes.add_textbox(Inches(1), Inches(1), Inches(2), Inches(1))
    box.text_frame.text = "Text"
    slide.shapes.add_table(2, 2, Inches(1), Inches(2), Inches(2), Inches(1)).table.cell(0, 0).text = "cell"
    data: Any = CategoryChartData()  # type: ignore[no-untyped-call]
    data.categories = ["a", "b"]
    data.add_series("S", (1.5, 2.5))
    slide.shapes.add_chart(XL_CHART_TYPE.COLUMN_CLUSTERED, Inches(1), Inches(3), Inches(3), Inches(2), data)
    return _saved(deck.save)


def pdf() -> bytes:
    """One page of text with a form field, written by hand."""
    content = b"BT /F1 12 Tf 20 80 Td (Hello) Tj ET"
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [6 0 R] >> >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 100] /Contents 4 0 R /Annots [6 0 R] "
        b"/Resources << /Font << /F1 5 0 R >> >> >>",
        b"<< /Length %d >>\nstream\n%s\nendstream" % (len(content), content),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
        b"<< /Type /Annot /Subtype /Widget /FT /Tx /T (name) /V (value) /Rect [0 0 10 10] >>",
    ]
    out = bytearray(b"%PDF-1.7\n")
    places = []
    for number, body in enumerate(objects, 1):
        places.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    start = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    out += b"".join(b"%010d 00000 n \n" % place for place in places)
    out += b"trailer << /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, start)
    return bytes(out)


def image(name: str) -> bytes:
    from PIL import Image

    pixels = bytes(range(256)) * 3
    return _saved(lambda out: Image.frombytes("RGB", (16, 16), pixels).save(out, name))


def sqlite() -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "x"
        connection = sqlite3.connect(path)
        connection.executescript(
            "create table t(id integer primary key, name text not null default 'x', v real, b blob);"
            "create index i on t(name); create view w as select name from t;"
            "create table u(k text primary key, v) without rowid;"
        )
        connection.executemany("insert into t values (?, ?, ?, ?)", [(n, f"n{n}", n / 3, bytes(n)) for n in range(9)])
        connection.execute("insert into u values ('a', null)")
        connection.commit()
        connection.close()
        return path.read_bytes()


def parquet() -> bytes:
    import duckdb

    with tempfile.TemporaryDirectory() as folder:
        path = f"{folder}/x"
        rows = "SELECT i AS id, 'n' || i AS name, i / 3.0 AS x, DATE '2024-01-01' + i::INT AS d FROM range(20) t(i)"
        duckdb.connect().execute(f"COPY ({rows}) TO '{path}' (FORMAT parquet)")
        return Path(path).read_bytes()


def zip_() -> bytes:
    inner = _zipped({"deep/x.txt": b"hello"})
    return _zipped({"a.txt": b"hello" * 20, "b/inner.zip": inner})


def tar(mode: str) -> bytes:
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode=f"w:{mode}") as archive:  # type: ignore[call-overload]
        for name, data in {"a.txt": b"hello" * 20, "b/inner.zip": zip_()}.items():
            info = tarfile.TarInfo(name)
            info.size = len(data)
            archive.addfile(info, io.BytesIO(data))
        link = tarfile.TarInfo("link")
        link.type, link.linkname = tarfile.SYMTYPE, "../out"
        archive.addfile(link)
    return out.getvalue()


def wav() -> bytes:
    out = io.BytesIO()
    with wave.open(out, "wb") as sound:
        sound.setparams((1, 2, 8000, 0, "NONE", ""))
        sound.writeframes(b"".join(struct.pack("<h", (n * 97) % 20000 - 10000) for n in range(4000)))
    return out.getvalue()


SEEDS: dict[str, Callable[[], bytes]] = {
    "x.txt": lambda: "a line\r\nanother é\n".encode(),
    "x.json": json_,
    "x.jsonl": lambda: b'{"a": 1}\n{"a": 2.50}\n',
    "x.yaml": lambda: b"a: &x 1\nb: [*x, y]\nc:\n  d: |\n    text\n",
    "x.toml": lambda: b'a = 1.50\n[t]\nb = "x"\nc = [1, 2]\n',
    "x.ini": lambda: b"[a]\nb = 1\n[c]\nd: two\n",
    "x.xml": lambda: b'<?xml version="1.0"?><a xmlns="urn:x" b="1">t<c/>u<!-- x --><![CDATA[y]]></a>',
    "x.html": lambda: b"<!doctype html><title>x</title><p>hi",
    "x.csv": lambda: b'a,b\n1,"x, ""y"""\n2,z\n',
    "x.tsv": lambda: b"a\tb\n1\t2\n",
    "x.xlsx": xlsx,
    "x.docx": docx,
    "x.pptx": pptx,
    "x.pdf": pdf,
    "x.png": lambda: image("PNG"),
    "x.jpg": lambda: image("JPEG"),
    "x.gif": lambda: image("GIF"),
    "x.webp": lambda: image("WEBP"),
    "x.tiff": lambda: image("TIFF"),
    "x.db": sqlite,
    "x.parquet": parquet,
    "x.zip": zip_,
    "x.tar": lambda: tar(""),
    "x.tar.gz": lambda: tar("gz"),
    "x.tar.xz": lambda: tar("xz"),
    "x.wav": wav,
}
"""A sound file by a name that has its ending."""


def _zipped(members: dict[str, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in members.items():
            archive.writestr(zipfile.ZipInfo(name), data)
    return out.getvalue()


def _saved(save: Callable[[io.BytesIO], object]) -> bytes:
    out = io.BytesIO()
    save(out)
    return out.getvalue()
