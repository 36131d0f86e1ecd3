"""What stands behind the text of office files; XML and INI as data; receipts of what was not seen."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path
from typing import Any

import docx
import openpyxl
import pytest
from docx.shared import Pt
from looking import look, seen
from openpyxl.chart import BarChart, LineChart, Reference
from openpyxl.comments import Comment
from openpyxl.formatting.rule import CellIsRule
from openpyxl.styles import Alignment, Border, Font, PatternFill, Side
from openpyxl.worksheet.datavalidation import DataValidation
from openpyxl.worksheet.table import Table

from specharness.evidence.limits import Limits
from specharness.evidence.views import (
    ChartView,
    DocumentDetails,
    DocumentView,
    Failure,
    JsonView,
    PdfView,
    PivotView,
    SeriesView,
    SlidesDetails,
    SlidesView,
    TableRange,
    ViewKind,
    WorkbookDetails,
    XmlElement,
    XmlView,
)
from specharness.measure import observer_seeds

K = ViewKind
_PIVOT = {
    "xl/pivotTables/pivotTable1.xml": """<pivotTableDefinition
 xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" name="Sums" cacheId="1"><location ref="A3:B6"/>
<rowFields count="1"><field x="0"/></rowFields><colFields count="1"><field x="-2"/></colFields>
<pageFields count="1"><pageField fld="2"/></pageFields>
<dataFields count="2"><dataField name="Sum" fld="1"/><dataField name="N" fld="0" subtotal="count"/></dataFields>
</pivotTableDefinition>""",
    "xl/pivotTables/_rels/pivotTable1.xml.rels": """<Relationships
 xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1"
 Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/pivotCacheDefinition"
 Target="../pivotCache/pivotCacheDefinition1.xml"/></Relationships>""",
    "xl/pivotCache/pivotCacheDefinition1.xml": """<pivotCacheDefinition
 xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" recordCount="99"><cacheSource type="worksheet">
<worksheetSource ref="A1:C3" sheet="Data"/></cacheSource><cacheFields count="3"><cacheField name="region"/>
<cacheField name="sales"/><cacheField name="year"/></cacheFields></pivotCacheDefinition>""",
    "xl/pivotCache/_rels/pivotCacheDefinition1.xml.rels": """<Relationships
 xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1"
 Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/pivotCacheRecords"
 Target="pivotCacheRecords1.xml"/></Relationships>""",
    "xl/pivotCache/pivotCacheRecords1.xml": """<pivotCacheRecords
 xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" count="99"><r><x v="0"/></r><r><x v="1"/></r>
</pivotCacheRecords>""",
    "xl/worksheets/_rels/sheet1.xml.rels": """<Relationships
 xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId9"
 Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/pivotTable"
 Target="/xl/pivotTables/pivotTable1.xml"/></Relationships>""",
}


def added(path: Path, members: dict[str, str | bytes]) -> None:
    """Members put into a package."""
    with zipfile.ZipFile(path) as archive:
        kept = {name: archive.read(name) for name in archive.namelist()}
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in (kept | members).items():
            archive.writestr(name, data)


class TestWorkbooks:
    @pytest.fixture
    def path(self, tmp_path: Path) -> Path:
        book = openpyxl.Workbook()
        sheet: Any = book.active
        sheet.title = "Data"
        for row in (["region", "sales", "year"], ["n", 1.5, 2024], ["s", 2.5, 2024]):
            sheet.append(row)
        sheet["A1"].font = Font(name="Arial", size=14, bold=True, color="FFFF0000")
        sheet["A1"].fill = PatternFill("solid", fgColor="FF00FF00")
        sheet["A1"].alignment = Alignment(horizontal="center", wrap_text=True)
        sheet["A1"].border = Border(bottom=Side(style="thin"))
        sheet["B2"].number_format = "0.00%"
        sheet["A1"].comment = Comment("look here", "x")
        sheet.merge_cells("E1:F2")
        sheet.freeze_panes = "B2"
        sheet.auto_filter.ref = "A1:C3"
        sheet.add_table(Table(displayName="Sales", ref="A1:C3"))
        rule = DataValidation(type="list", formula1='"n,s"')
        rule.add("A2:A9")
        sheet.add_data_validation(rule)
        sheet.conditional_formatting.add("B2:B3", CellIsRule(operator="lessThan", formula=["2"]))
        sheet.column_dimensions["A"].width = 33
        sheet.column_dimensions["D"].hidden = True
        sheet.row_dimensions[3].hidden = True
        sheet.protection.sheet = True
        bars, line = BarChart(), LineChart()
        bars.title = "Sales by region"
        bars.y_axis.title = "EUR"
        bars.add_data(Reference(sheet, min_col=2, min_row=1, max_row=3), titles_from_data=True)
        bars.set_categories(Reference(sheet, min_col=1, min_row=2, max_row=3))
        line.add_data(Reference(sheet, min_col=3, min_row=1, max_row=3), titles_from_data=True)
        bars += line
        sheet.add_chart(bars, "H4")
        book.create_chartsheet("Chart").add_chart(BarChart())
        book.defined_names["all"] = openpyxl.workbook.defined_name.DefinedName("all", attr_text="Data!$A$1:$C$3")
        sheet.defined_names["own"] = openpyxl.workbook.defined_name.DefinedName("own", attr_text="Data!$A$1")
        book.save(tmp_path / "x.xlsx")
        return tmp_path / "x.xlsx"

    def test_styles_and_everything_beside_the_cells(self, path: Path) -> None:
        view = seen(path, K.WORKBOOK_DETAILS)
        assert isinstance(view, WorkbookDetails)
        assert [sheet.name for sheet in view.sheets] == ["Data", "Chart"]
        data = view.sheets[0]
        head = data.styles["A1"]
        assert (head.font, head.size, head.bold, head.color, head.fill) == ("Arial", 14, True, "FF0000", "00FF00")
        assert (head.horizontal, head.wrap, head.borders) == ("center", True, ("bottom",))
        assert data.styles["B2"].number_format == "0.00%"
        assert data.merged == ("E1:F2",)
        assert (data.frozen, data.filter, data.protected) == ("B2", "A1:C3", True)
        assert data.tables == (TableRange("Sales", "A1:C3", ("region", "sales", "year")),)
        assert data.validations == (("A2:A9", "list", '"n,s"'),)
        assert data.conditional == (("B2:B3", "cellIs"),)
        assert (data.widths["A"], data.hidden_columns, data.hidden_rows) == (33, ("D",), (3,))
        assert data.comments == {"A1": "look here"}
        assert view.defined_names["all"] == "Data!$A$1:$C$3"
        assert view.defined_names["Data!own"] == "Data!$A$1"
        assert (view.macros, view.external_links, view.iterative) == (False, (), False)

    def test_charts(self, path: Path) -> None:
        view = seen(path, K.WORKBOOK_DETAILS)
        assert isinstance(view, WorkbookDetails)
        (found,) = view.sheets[0].charts
        assert found.types == ("bar", "line")
        assert (found.title, found.anchor) == ("Sales by region", "H4")
        assert found.axis_titles == ("EUR",)
        assert found.series[0] == SeriesView("'Data'!B1", "'Data'!$A$2:$A$3", "'Data'!$B$2:$B$3")
        assert view.sheets[1].charts == (ChartView(("bar",)),)

    def test_pivot_tables_count_the_records_that_are_there(self, path: Path) -> None:
        book = openpyxl.Workbook()
        book.save(path)
        added(path, dict(_PIVOT))
        view = seen(path, K.WORKBOOK_DETAILS)
        assert isinstance(view, WorkbookDetails)
        assert view.sheets[0].pivots == (
            PivotView(
                name="Sums",
                place="A3:B6",
                source="Data!A1:C3",
                fields=("region", "sales", "year"),
                rows=("region",),
                columns=("Values",),
                filters=("year",),
                values=(("sales", "sum"), ("region", "count")),
                records=2,
            ),
        )

    def test_macros_and_external_links_are_told_and_not_followed(self, path: Path) -> None:
        link = (
            '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r" '
            'Type="x/externalLinkPath" Target="file:///etc/passwd" TargetMode="External"/></Relationships>'
        )
        with zipfile.ZipFile(path) as archive:
            rels = archive.read("xl/_rels/workbook.xml.rels").decode()
        more = '<Relationship Id="rX" Type="x/externalLink" Target="externalLinks/externalLink1.xml"/></Relationships>'
        added(
            path,
            {
                "xl/vbaProject.bin": b"\xd0\xcf",
                "xl/externalLinks/externalLink1.xml": "<x/>",
                "xl/externalLinks/_rels/externalLink1.xml.rels": link,
                "xl/_rels/workbook.xml.rels": rels.replace("</Relationships>", more),
            },
        )
        view = seen(path, K.WORKBOOK_DETAILS)
        assert isinstance(view, WorkbookDetails)
        assert view.macros
        assert view.external_links == ("file:///etc/passwd",)
        unseen = look(path, K.WORKBOOK).coverage.unseen
        assert unseen == (
            "macros, never run (1 part)",
            "links to other workbooks, never followed (1 part)",
            "charts (2 parts)",
            "comments of cells (1 part)",
        )

    def test_limits_have_names(self, path: Path) -> None:
        answer = look(path, K.WORKBOOK_DETAILS, limits=Limits(sheet_cells=3))
        assert (answer.failure, answer.limit) == (Failure.LIMIT, "sheet_cells")

    def test_a_formula_that_runs_in_a_circle_is_only_text(self, tmp_path: Path) -> None:
        book = openpyxl.Workbook()
        sheet: Any = book.active
        sheet["A1"], sheet["B1"] = "=B1", "=A1+1E308*10"
        book.save(tmp_path / "x.xlsx")
        view: Any = seen(tmp_path / "x.xlsx", K.WORKBOOK)
        assert [cell.formula for cell in view.sheets[0].cells.values()] == ["=B1", "=A1+1E308*10"]
        assert [cell.value for cell in view.sheets[0].cells.values()] == [None, None]

    def test_a_sheet_that_claims_a_billion_rows_costs_what_is_there(self, tmp_path: Path) -> None:
        book = openpyxl.Workbook()
        sheet: Any = book.active
        sheet["A1"] = 1
        book.save(tmp_path / "x.xlsx")
        with zipfile.ZipFile(tmp_path / "x.xlsx") as archive:
            xml = archive.read("xl/worksheets/sheet1.xml").decode()
        claimed = xml.replace('ref="A1"', 'ref="A1:XFD1048576"').replace(
            "</sheetData>", '<row r="1048576"><c r="XFD1048576"><v>2</v></c></row></sheetData>'
        )
        assert claimed != xml
        added(tmp_path / "x.xlsx", {"xl/worksheets/sheet1.xml": claimed})
        answer = look(tmp_path / "x.xlsx", K.WORKBOOK)
        assert answer.coverage.seen == {"sheets": 1, "cells": 2}
        details = look(tmp_path / "x.xlsx", K.WORKBOOK_DETAILS)
        assert details.coverage.seen == {"sheets": 1, "cells": 2}
        added(tmp_path / "x.xlsx", {"xl/worksheets/sheet1.xml": claimed.replace("1048576", "99999999999")})
        beyond = look(tmp_path / "x.xlsx", K.WORKBOOK)
        assert (beyond.failure, beyond.limit) == (Failure.LIMIT, "rows")
        assert beyond.seconds < 20


class TestDocuments:
    @pytest.fixture
    def path(self, tmp_path: Path) -> Path:
        document = docx.Document()
        document.add_heading("Title", 1)
        split = document.add_paragraph("Dear {{NA")
        run = split.add_run("ME}}")
        run.bold, run.font.size, run.font.name = True, Pt(14), "Arial"
        split.add_run(", hello").underline = False
        document.add_paragraph("item", style="List Bullet")
        table = document.add_table(3, 2, style="Table Grid")
        table.cell(1, 0).merge(table.cell(2, 0)).text = "down"
        table.cell(0, 0).text = "head"
        section = document.sections[0]
        section.header.paragraphs[0].text = "Head"
        section.footer.paragraphs[0].text = "Foot"
        document.core_properties.title = "A title"
        document.save(tmp_path / "x.docx")
        return tmp_path / "x.docx"

    def test_runs_show_a_placeholder_that_is_split(self, path: Path) -> None:
        view = seen(path, K.DOCUMENT_DETAILS)
        assert isinstance(view, DocumentDetails)
        dear = view.paragraphs[1]
        assert dear.text == "Dear {{NAME}}, hello"
        assert [(run.text, run.bold, run.size, run.font, run.underline) for run in dear.runs] == [
            ("Dear {{NA", None, 0.0, "", None),
            ("ME}}", True, 14.0, "Arial", None),
            (", hello", None, 0.0, "", False),
        ]
        assert (view.paragraphs[0].style, view.paragraphs[2].listed, dear.listed) == ("Heading 1", True, False)

    def test_tables_sections_and_properties(self, path: Path) -> None:
        view = seen(path, K.DOCUMENT_DETAILS)
        assert isinstance(view, DocumentDetails)
        assert (view.tables[0].style, view.tables[0].merged) == ("Table Grid", 1)
        (section,) = view.sections
        assert (section.headers, section.footers) == ({"default": "Head"}, {"default": "Foot"})
        assert (section.width, section.height, section.landscape) == (612, 792, False)
        assert view.properties["title"] == "A title"
        assert {paragraph.story for paragraph in view.paragraphs} == {"body", "header", "footer"}

    def test_paragraphs_are_those_of_the_plain_view(self, path: Path) -> None:
        plain, details = seen(path, K.DOCUMENT), seen(path, K.DOCUMENT_DETAILS)
        assert isinstance(plain, DocumentView)
        assert isinstance(details, DocumentDetails)
        assert tuple(paragraph.text for paragraph in details.paragraphs) == plain.paragraphs
        assert tuple(paragraph.style for paragraph in details.paragraphs) == plain.styles
        assert tuple(table.rows for table in details.tables) == plain.tables

    def test_tracked_changes_fields_and_bookmarks(self, path: Path) -> None:
        with zipfile.ZipFile(path) as archive:
            xml = archive.read("word/document.xml").decode()
        more = (
            '<w:p><w:bookmarkStart w:id="1" w:name="here"/>'
            '<w:ins w:id="2" w:author="x"><w:r><w:t>new</w:t></w:r></w:ins>'
            '<w:del w:id="3" w:author="x"><w:r><w:delText>old</w:delText></w:r></w:del>'
            '<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText> TOC \\o </w:instrText></w:r>'
            '<w:r><w:fldChar w:fldCharType="end"/></w:r><w:fldSimple w:instr=" PAGE "/></w:p>'
        )
        added(path, {"word/document.xml": xml.replace("<w:body>", "<w:body>" + more)})
        view = seen(path, K.DOCUMENT_DETAILS)
        assert isinstance(view, DocumentDetails)
        assert (view.insertions, view.deletions) == (1, 1)
        assert (view.fields, view.bookmarks) == (("TOC \\o", "PAGE"), ("here",))
        assert view.paragraphs[0].text == "new"


class TestSlides:
    def test_shapes_layouts_charts_and_places(self, tmp_path: Path) -> None:
        (tmp_path / "x.pptx").write_bytes(observer_seeds.pptx())
        view = seen(tmp_path / "x.pptx", K.SLIDES_DETAILS)
        assert isinstance(view, SlidesDetails)
        (slide,) = view.slides
        assert (slide.layout, slide.title, slide.notes, slide.hidden) == ("Title Only", "Title", "Notes", False)
        assert [(shape.kind, shape.placeholder) for shape in slide.shapes] == [
            ("shape", "title"),
            ("shape", ""),
            ("table", ""),
            ("chart", ""),
        ]
        assert (slide.shapes[0].left, slide.shapes[1].left, slide.shapes[1].width) == (None, 72, 144)
        assert slide.shapes[2].rows == (("cell", ""), ("", ""))
        drawn = slide.shapes[3].chart
        assert drawn is not None
        assert (drawn.types, drawn.series[0].name, drawn.series[0].points) == (("bar",), "S", ("1.5", "2.5"))
        assert slide.shapes[3].embedded is not None
        assert (view.width, view.height) == (720, 540)
        plain = seen(tmp_path / "x.pptx", K.SLIDES)
        assert isinstance(plain, SlidesView)
        assert [shape.text for shape in slide.shapes] == [shape.text for shape in plain.slides[0]]


class TestPdf:
    def test_pages_pictures_attachments_and_scripts(self, tmp_path: Path) -> None:
        from pypdf import PdfReader, PdfWriter
        from pypdf.generic import DictionaryObject, NameObject, TextStringObject

        writer = PdfWriter(clone_from=PdfReader(io.BytesIO(observer_seeds.pdf())))
        writer.add_blank_page(100, 50).rotate(90)
        writer.add_attachment("data.csv", b"a,b")
        script = {NameObject("/S"): NameObject("/JavaScript"), NameObject("/JS"): TextStringObject("app.alert(1)")}
        writer.root_object[NameObject("/OpenAction")] = DictionaryObject(script)
        writer.write(tmp_path / "x.pdf")
        answer = look(tmp_path / "x.pdf", K.PDF)
        assert isinstance(answer.view, PdfView)
        assert answer.view.pages[0] == "Hello"
        assert answer.view.fields == {"name": "value"}
        assert answer.view.sizes == ((200, 100), (50, 100))
        assert (answer.view.images, answer.view.attachments, answer.view.scripts) == ((0, 0), ("data.csv",), True)
        assert answer.coverage.unseen == (
            "pages without text that can be extracted: 2",
            "attached files (1)",
            "actions of the file, never run",
        )


class TestXml:
    def test_elements_attributes_and_text(self, tmp_path: Path) -> None:
        (tmp_path / "x.xml").write_text(
            '<a xmlns="urn:n" xmlns:p="urn:p" p:k="1" m="2">t<b/>u<![CDATA[<]]><!-- c --></a>'
        )
        view = seen(tmp_path / "x.xml", K.XML)
        child = XmlElement("b", "urn:n")
        assert look(tmp_path / "x.xml", K.XML).coverage.seen == {"elements": 2}
        assert view == XmlView(XmlElement("a", "urn:n", {"{urn:p}k": "1", "m": "2"}, "tu<", (child,)))

    @pytest.mark.parametrize(
        ("text", "failure", "limit"),
        [
            ("<a><b></a>", Failure.MALFORMED, ""),
            ("", Failure.MALFORMED, ""),
            ('<!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>', Failure.LIMIT, ""),
            ('<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>', Failure.LIMIT, ""),
            ("<a>" * 300 + "</a>" * 300, Failure.LIMIT, "depth"),
            ("<a>" + "<b c='1'/>" * 600 + "</a>", Failure.LIMIT, "values"),
        ],
    )
    def test_hostile_text(self, tmp_path: Path, text: str, failure: Failure, limit: str) -> None:
        (tmp_path / "x.xml").write_text(text)
        answer = look(tmp_path / "x.xml", K.XML, limits=Limits(values=1000))
        assert (answer.failure, answer.limit) == (failure, limit)


class TestIni:
    def test_sections_keys_and_what_stands_there_twice(self, tmp_path: Path) -> None:
        (tmp_path / "x.ini").write_text("; c\n[DEFAULT]\nKey = 1\n[a/b]\nx: %(y)s\nflag\nx = 2\n")
        view = seen(tmp_path / "x.ini", K.JSON)
        assert look(tmp_path / "x.ini", K.JSON).coverage.seen == {"values": 6}
        assert view == JsonView({"DEFAULT": {"Key": "1"}, "a/b": {"x": "2", "flag": None}}, ("/a~1b/x",))

    @pytest.mark.parametrize(
        ("text", "failure"), [("", Failure.MALFORMED), ("words", Failure.MALFORMED), ("a = 1\n", Failure.LIMIT)]
    )
    def test_without_a_section(self, tmp_path: Path, text: str, failure: Failure) -> None:
        (tmp_path / "x.ini").write_text(text)
        assert look(tmp_path / "x.ini", K.JSON).failure is failure
