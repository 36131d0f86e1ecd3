"""What views say about sound files, and what an observatory keeps."""

from __future__ import annotations

import datetime
import io
import subprocess
import sys
import zipfile
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

import docx
import openpyxl
import pptx
import pytest
from docx.oxml import parse_xml as docx_xml
from openpyxl.chart import BarChart, Reference
from openpyxl.worksheet.formula import ArrayFormula
from pptx.chart.data import CategoryChartData
from pptx.enum.chart import XL_CHART_TYPE
from pptx.oxml import parse_xml as pptx_xml
from pptx.util import Inches
from reportlab.pdfgen.canvas import Canvas

from specharness.evidence import beneath
from specharness.evidence.limits import Limits
from specharness.evidence.observe import Observatory
from specharness.evidence.root import Places
from specharness.evidence.views import (
    CellView,
    DocumentView,
    Failure,
    ImageView,
    JsonView,
    PdfView,
    Request,
    Side,
    SlidesView,
    TextView,
    View,
    ViewKind,
    WorkbookView,
)

W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'


def view(path: Path, kind: ViewKind) -> View:
    request = Request(kind, path.name)
    observation = Observatory(Places(workspace=path.parent)).observe([request])[request]
    assert observation.view is not None, observation.detail
    assert observation.sha256 == sha256(path.read_bytes()).hexdigest()
    assert observation.bytes_read == path.stat().st_size
    return observation.view


class TestWorkbook:
    def test_values_formulas_formats_and_states(self, tmp_path: Path) -> None:
        book = openpyxl.Workbook()
        sheet: Any = book.active
        sheet.title = "Data"
        for row in (
            ["id", "when", "at", "part"],
            [1, datetime.date(2024, 5, 1), datetime.datetime(2024, 5, 1, 9), 0.5],
        ):
            sheet.append(row)
        sheet["D2"].number_format = "0.00%"
        sheet["A3"] = "=SUM(A2:A2)"
        sheet["B3"] = ArrayFormula("B3", "=SUM(A2:A2*2)")
        sheet["C3"] = True
        sheet["D9"] = None
        sheet["D9"].number_format = "0.00"
        hidden: Any = book.create_sheet("Hidden")
        hidden.sheet_state = "hidden"
        chart = BarChart()
        chart.add_data(Reference(sheet, min_col=1, min_row=1, max_row=2), titles_from_data=True)
        book.create_chartsheet("Chart").add_chart(chart)
        book.create_sheet("Last")["B7"] = "#N/A"
        book.defined_names["total"] = openpyxl.workbook.defined_name.DefinedName("total", attr_text="Data!$A$3")
        book.save(tmp_path / "x.xlsx")
        seen = view(tmp_path / "x.xlsx", ViewKind.WORKBOOK)
        assert isinstance(seen, WorkbookView)
        assert [(sheet.name, sheet.state) for sheet in seen.sheets] == [
            ("Data", "visible"),
            ("Hidden", "hidden"),
            ("Chart", "visible"),
            ("Last", "visible"),
        ]
        data = seen.sheets[0]
        assert data.cells["A2"] == CellView(1)
        assert data.cells["B2"] == CellView("2024-05-01", None, "yyyy-mm-dd")
        assert data.cells["C2"].value == "2024-05-01T09:00:00"
        assert data.cells["D2"] == CellView(0.5, None, "0.00%")
        assert data.cells["A3"] == CellView(None, "=SUM(A2:A2)")
        assert data.cells["B3"].formula == "=SUM(A2:A2*2)"
        assert data.cells["C3"] == CellView(True)
        assert "D9" not in data.cells
        assert (data.max_row, data.max_column) == (3, 4)
        assert seen.sheets[3].cells == {"B7": CellView("#N/A")}
        assert seen.defined_names == {"total": "Data!$A$3"}


class TestDocument:
    def test_everything_a_reader_sees_in_order(self, tmp_path: Path) -> None:
        document = docx.Document()
        document.add_heading("Title", 1)
        split = document.add_paragraph("Dear {{NA")
        split.add_run("ME").bold = True
        split.add_run("}},\twelcome")
        table = document.add_table(2, 2)
        table.cell(0, 0).text = "a"
        table.cell(0, 1).text = "b"
        table.cell(1, 1).add_table(1, 1).cell(0, 0).text = "inner"
        body = document.element.body
        for xml in (
            f"<w:sdt {W}><w:sdtContent><w:p><w:r><w:t>control</w:t></w:r></w:p></w:sdtContent></w:sdt>",
            f"<w:p {W}><w:ins><w:r><w:t>added</w:t></w:r></w:ins>"
            "<w:del><w:r><w:delText>gone</w:delText></w:r></w:del></w:p>",
            f'<w:p {W} xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"><w:r><w:t>anchor</w:t>'
            "<mc:AlternateContent><mc:Choice Requires='wps'><w:txbxContent><w:p><w:r><w:t>boxed</w:t></w:r></w:p>"
            "</w:txbxContent></mc:Choice><mc:Fallback><w:txbxContent><w:p><w:r><w:t>boxed</w:t></w:r></w:p>"
            "</w:txbxContent></mc:Fallback></mc:AlternateContent></w:r></w:p>",
        ):
            body.insert(len(body) - 1, docx_xml(xml))
        document.sections[0].header.paragraphs[0].text = "top"
        document.sections[0].footer.paragraphs[0].text = "bottom"
        document.save(tmp_path / "x.docx")
        seen = view(tmp_path / "x.docx", ViewKind.DOCUMENT)
        assert isinstance(seen, DocumentView)
        assert [text for text in seen.paragraphs if text] == [
            "Title",
            "Dear {{NAME}},\twelcome",
            "a",
            "b",
            "inner",
            "control",
            "added",
            "anchor",
            "boxed",
            "top",
            "bottom",
        ]
        assert seen.styles[0] == "Heading 1"
        assert len(seen.styles) == len(seen.paragraphs)
        assert seen.tables[0][0] == ("a", "b")
        assert seen.tables[1] == (("inner",),)

    def test_footnotes(self, tmp_path: Path) -> None:
        document = docx.Document()
        out = io.BytesIO()
        document.save(out)
        text = "<w:p><w:r><w:t>see below</w:t></w:r></w:p>"
        note = f"<w:footnotes {W}><w:footnote w:id='1'>{text}</w:footnote></w:footnotes>"
        with zipfile.ZipFile(out) as archive:
            members = {name: archive.read(name) for name in archive.namelist()}
        members["word/footnotes.xml"] = note.encode()
        relationship = (
            b'<Relationship Id="rId99" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/'
            b'footnotes" Target="footnotes.xml"/></Relationships>'
        )
        rels = "word/_rels/document.xml.rels"
        members[rels] = members[rels].replace(b"</Relationships>", relationship)
        with zipfile.ZipFile(tmp_path / "x.docx", "w") as archive:
            for name, data in members.items():
                archive.writestr(name, data)
        seen = view(tmp_path / "x.docx", ViewKind.DOCUMENT)
        assert isinstance(seen, DocumentView)
        assert "see below" in seen.paragraphs


class TestSlides:
    def test_shapes_through_groups_tables_and_charts(self, tmp_path: Path) -> None:
        deck = pptx.Presentation()
        slide = deck.slides.add_slide(deck.slide_layouts[6])
        group = slide.shapes.add_group_shape()
        box = group.shapes.add_textbox(0, 0, 100, 100)
        box.name = "Deep"
        box.text_frame.text = "first\nsecond"
        table = slide.shapes.add_table(1, 2, 0, 0, Inches(1), Inches(1)).table
        table.cell(0, 0).text, table.cell(0, 1).text = "x", "y"
        data = CategoryChartData()
        data.categories = ["q1", "q2"]
        data.add_series("Sales", (1, 2))
        chart = slide.shapes.add_chart(XL_CHART_TYPE.COLUMN_CLUSTERED, 0, 0, Inches(3), Inches(3), data).chart
        chart.has_title = True
        chart.chart_title.text_frame.text = "By quarter"
        slide.notes_slide.notes_text_frame.text = "say this"
        alternate = pptx_xml(
            '<mc:AlternateContent xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" '
            'xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" '
            'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><mc:Choice Requires="x"><p:sp><p:nvSpPr>'
            '<p:cNvPr id="90" name="Alt"/></p:nvSpPr><p:txBody><a:p><a:r><a:t>{{LEFT}}</a:t></a:r></a:p></p:txBody>'
            "</p:sp></mc:Choice></mc:AlternateContent>"
        )
        slide.shapes._spTree.append(alternate)
        deck.slides.add_slide(deck.slide_layouts[6])
        deck.save(tmp_path / "x.pptx")
        seen = view(tmp_path / "x.pptx", ViewKind.SLIDES)
        assert isinstance(seen, SlidesView)
        shapes = {shape.name: shape for shape in seen.slides[0]}
        assert shapes["Deep"].text == "first\nsecond"
        assert any(shape.text == "x\ty" for shape in seen.slides[0])
        assert shapes["Alt"].text == "{{LEFT}}"
        charted = next(shape for shape in seen.slides[0] if "By quarter" in shape.text)
        assert charted.embedded is not None
        assert charted.embedded.sheets[0].cells["B1"].value == "Sales"
        assert seen.notes == ("say this", "")
        assert seen.slides[1] == ()
        with zipfile.ZipFile(tmp_path / "x.pptx") as archive:
            assert seen.parts["/ppt/slides/slide1.xml"] == sha256(archive.read("ppt/slides/slide1.xml")).hexdigest()


class TestPdf:
    def test_text_fields_and_metadata(self, tmp_path: Path) -> None:
        canvas = Canvas(str(tmp_path / "x.pdf"))
        canvas.setTitle("Claim")
        canvas.drawString(72, 700, "Amount owed: 1500")
        canvas.acroForm.textfield(name="name", value="Ada", x=72, y=600)
        canvas.acroForm.textfield(name="empty", x=72, y=560)
        canvas.acroForm.checkbox(name="agree", checked=True, x=72, y=500)
        canvas.acroForm.checkbox(name="refuse", checked=False, x=72, y=460)
        canvas.acroForm.choice(name="size", value="M", options=["S", "M"], x=72, y=420, width=60, height=20)
        canvas.showPage()
        canvas.drawString(72, 700, "Second page")
        canvas.save()
        seen = view(tmp_path / "x.pdf", ViewKind.PDF)
        assert isinstance(seen, PdfView)
        assert len(seen.pages) == 2
        assert "Amount owed: 1500" in seen.pages[0]
        assert "Second page" in seen.pages[1]
        assert seen.fields["name"] == "Ada"
        assert not seen.fields["empty"]
        assert (seen.fields["agree"], seen.fields["refuse"], seen.fields["size"]) == ("Yes", "Off", "M")
        assert seen.field_types == {"name": "Tx", "empty": "Tx", "agree": "Btn", "refuse": "Btn", "size": "Ch"}
        assert seen.metadata["Title"] == "Claim"


def test_image(tmp_path: Path) -> None:
    from PIL import Image

    Image.new("RGB", (3, 2)).save(tmp_path / "x.dat", "JPEG")
    assert view(tmp_path / "x.dat", ViewKind.IMAGE) == ImageView("jpeg", 3, 2, "RGB")


@pytest.mark.parametrize(
    "text",
    [
        '[{"tool": "a", "arguments": {"n": 1.0}}]',
        '{"tool": "a", "arguments": {"n": 1.0}}\n',
        '\n{\n"tool": "a",\n"arguments": {"n": 1.0}}',
    ],
)
def test_a_trace_is_always_a_list(tmp_path: Path, text: str) -> None:
    (tmp_path / "trace").write_text(text, encoding="utf-8")
    request = Request(ViewKind.JSON, side=Side.TRACE)
    seen = Observatory(Places(trace=tmp_path / "trace")).observe([request])[request].view
    assert seen == JsonView([{"tool": "a", "arguments": {"n": 1.0}}], literals={"/0/arguments/n": "1.0"})


class TestObservatory:
    def test_a_file_is_read_once_however_it_is_named(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        (tmp_path / "root").mkdir()
        (tmp_path / "root" / "x.json").write_text("[1]", encoding="utf-8")
        (tmp_path / "root" / "y.json").symlink_to("x.json")
        reads: list[object] = []
        real: Callable[..., Any] = beneath.read

        def counted(*arguments: Any) -> Any:
            reads.append(arguments)
            return real(*arguments)

        monkeypatch.setattr(beneath, "read", counted)
        observatory = Observatory(Places(workspace=tmp_path))
        requests = [
            Request(kind, path)
            for kind in (ViewKind.TEXT, ViewKind.JSON, ViewKind.FORMAT, ViewKind.TABLE, ViewKind.FILE)
            for path in ("/root/x.json", "/root/./x.json", "/root/y.json", "root/x.json", "x.json")
        ]
        answers = observatory.observe(requests)
        assert observatory.observe(requests) == answers
        assert list(answers) == requests
        assert len(reads) == 1
        assert observatory.bytes_read == 3
        assert {answer.sha256 for answer in answers.values()} == {None, sha256(b"[1]").hexdigest()}

    def test_a_file_that_changes_between_two_readings_is_refused(self, tmp_path: Path) -> None:
        for name in ("a.txt", "b.txt"):
            (tmp_path / name).write_text("12345678", encoding="utf-8")
        observatory = Observatory(Places(workspace=tmp_path), Limits(kept_bytes=10))
        first, other = Request(ViewKind.TEXT, "a.txt"), Request(ViewKind.TEXT, "b.txt")
        assert observatory.observe([first, other])[first].view == TextView("12345678")
        again = Request(ViewKind.JSON, "a.txt")
        assert observatory.observe([again])[again].view == JsonView(12345678, literals={"": "12345678"})
        assert observatory.bytes_read == 24
        observatory.observe([other, Request(ViewKind.JSON, "b.txt")])
        (tmp_path / "a.txt").write_text("changed", encoding="utf-8")
        late = Request(ViewKind.TABLE, "a.txt")
        assert observatory.observe([late])[late].failure is Failure.UNAVAILABLE
        assert observatory.observe([first])[first].view == TextView("12345678")

    def test_a_file_that_changes_after_the_listing_is_refused(self, tmp_path: Path) -> None:
        (tmp_path / "d").mkdir()
        (tmp_path / "d" / "a.txt").write_text("one", encoding="utf-8")
        observatory = Observatory(Places(workspace=tmp_path))
        listing, text, inner = (
            Request(ViewKind.TREE, "."),
            Request(ViewKind.TEXT, "d/a.txt"),
            Request(ViewKind.TREE, "d"),
        )
        assert observatory.observe([listing])[listing].view is not None
        (tmp_path / "d" / "a.txt").write_text("two", encoding="utf-8")
        answers = observatory.observe([text, inner])
        assert {answer.failure for answer in answers.values()} == {Failure.UNAVAILABLE}

    def test_messages_do_not_name_the_host(self, tmp_path: Path) -> None:
        (tmp_path / "root").mkdir()
        (tmp_path / "root" / "out").symlink_to("/etc/passwd")
        requests = [
            Request(kind, path) for kind in ViewKind for path in ("/root/no", "/root", "/root/out", "../x", "/x")
        ]
        for answer in Observatory(Places(workspace=tmp_path)).observe(requests).values():
            assert str(tmp_path) not in answer.detail


def test_heavy_readers_are_loaded_only_when_asked_for() -> None:
    code = (
        "import sys, specharness.evidence.observe\n"
        "heavy = {'openpyxl', 'docx', 'pptx', 'pypdf', 'PIL', 'lxml', 'yaml', 'sklearn'} & set(sys.modules)\n"
        "print(sorted(heavy))"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"
