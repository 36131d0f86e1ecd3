"""Broken and hostile bytes: never an exception, never a valid format, always within bounds."""

from __future__ import annotations

import io
import random
import struct
import tracemalloc
import zipfile
import zlib
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path

import docx
import openpyxl
import pptx
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PIL import Image
from pypdf import PdfWriter

from specharness.evidence.formats import CONTAINERS, FORMAT_OF_ENDING, KIND_OF_FORMAT
from specharness.evidence.limits import DEFAULT_LIMITS, Limits
from specharness.evidence.observe import Observatory
from specharness.evidence.root import Places
from specharness.evidence.views import (
    Failure,
    FormatView,
    JsonView,
    Observation,
    Request,
    SlidesView,
    TableView,
    TextView,
    ViewKind,
    WorkbookView,
)

ENDINGS = sorted(ending for ending, name in FORMAT_OF_ENDING.items() if name not in CONTAINERS)
"""Without those of media files, each look at which starts a program: they have a test of their own."""
NOT_OF_BYTES = (
    ViewKind.FILE, ViewKind.TREE, ViewKind.GIT, ViewKind.COMMAND, ViewKind.MEDIA, ViewKind.RECALCULATED,
)  # fmt: skip
BYTE_KINDS = [kind for kind in ViewKind if kind not in NOT_OF_BYTES]


def observe(
    folder: Path, name: str, data: bytes, kind: ViewKind, limits: Limits = DEFAULT_LIMITS, as_format: str = ""
) -> Observation:
    (folder / name).write_bytes(data)
    request = Request(kind, name, format=as_format)
    return Observatory(Places(workspace=folder), limits).observe([request])[request]


def valid(folder: Path, name: str, data: bytes, limits: Limits = DEFAULT_LIMITS) -> bool | Failure:
    """The format's verdict; the failure where it is undecided."""
    observation = observe(folder, name, data, ViewKind.FORMAT, limits)
    if isinstance(observation.view, FormatView):
        assert observation.view.valid or observation.view.detail
        return observation.view.valid
    assert observation.failure is not None
    assert observation.detail
    return observation.failure


def xlsx() -> bytes:
    book = openpyxl.Workbook()
    sheet = book.active
    assert sheet is not None
    sheet.append(["name", "value"])
    sheet.append(["a", 1])
    sheet["C2"] = "=B2*2"
    return saved(book.save)


def docx_() -> bytes:
    document = docx.Document()
    document.add_paragraph("Hello")
    return saved(document.save)


def pptx_() -> bytes:
    deck = pptx.Presentation()
    deck.slides.add_slide(deck.slide_layouts[0]).shapes.title.text = "Hello"
    return saved(deck.save)


def pdf() -> bytes:
    writer = PdfWriter()
    writer.add_blank_page(100, 100)
    return saved(writer.write)


def picture(name: str) -> bytes:
    noise = random.Random(1).randbytes(40 * 40 * 3)
    image = Image.frombytes("RGB", (40, 40), noise)
    return saved(lambda out: image.save(out, name))


def saved(save: Callable[[io.BytesIO], object]) -> bytes:
    out = io.BytesIO()
    save(out)
    return out.getvalue()


def zipped(members: dict[str, bytes]) -> bytes:
    def write(out: io.BytesIO) -> None:
        with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, data in members.items():
                archive.writestr(name, data)

    return saved(write)


def repacked(data: bytes, change: dict[str, bytes]) -> bytes:
    """The archive with members replaced or added."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    return zipped(members | change)


SOUND: dict[str, Callable[[], bytes]] = {
    "x.json": lambda: b'{"a": [1, 2.50, null]}',
    "x.jsonl": lambda: b'{"a": 1}\n{"a": 2}\n',
    "x.csv": lambda: b'a,b\n1,"x, y"\n',
    "x.tsv": lambda: b"a\tb\n1\t2\n",
    "x.yaml": lambda: b"a: 1\nb: [x, y]\n",
    "x.toml": lambda: b"a = 1.50\n",
    "x.xml": lambda: b"<a><b/></a>",
    "x.xlsx": xlsx,
    "x.docx": docx_,
    "x.pptx": pptx_,
    "x.pdf": pdf,
    "x.png": lambda: picture("PNG"),
    "x.jpg": lambda: picture("JPEG"),
    "x.gif": lambda: picture("GIF"),
    "x.zip": lambda: zipped({"a": b"hello"}),
    "x.txt": lambda: b"hello",
    "x.html": lambda: b"<!doctype html><p>hi",
    "x.ini": lambda: b"[a]\nb = 1\n",
}
PACKAGES = {"x.xlsx": "xl/workbook.xml", "x.docx": "word/document.xml", "x.pptx": "ppt/presentation.xml"}
BINARY = ["x.xlsx", "x.docx", "x.pptx", "x.pdf", "x.png", "x.jpg", "x.gif", "x.zip"]


@pytest.mark.parametrize("name", SOUND)
def test_sound_files_are_valid(tmp_path: Path, name: str) -> None:
    assert valid(tmp_path, name, SOUND[name]()) is True


@pytest.mark.parametrize("name", SOUND)
def test_empty_files(tmp_path: Path, name: str) -> None:
    assert valid(tmp_path, name, b"") is (name in ("x.txt", "x.toml"))  # an empty TOML document is one


@pytest.mark.parametrize("name", BINARY)
@pytest.mark.parametrize("share", [0.3, 0.6, 0.95])
def test_truncated_files(tmp_path: Path, name: str, share: float) -> None:
    data = SOUND[name]()
    assert valid(tmp_path, name, data[: int(len(data) * share)]) is False


@pytest.mark.parametrize("name", BINARY)
def test_a_page_of_text_under_any_ending(tmp_path: Path, name: str) -> None:
    assert valid(tmp_path, name, b"I could not produce the file.\n") is False
    for kind in (ViewKind.WORKBOOK, ViewKind.DOCUMENT, ViewKind.SLIDES, ViewKind.PDF, ViewKind.IMAGE):
        assert observe(tmp_path, name, b"I could not.\n", kind).failure is Failure.MALFORMED


@pytest.mark.parametrize("name", BINARY)
@pytest.mark.parametrize("other", BINARY)
def test_one_format_under_the_ending_of_another(tmp_path: Path, name: str, other: str) -> None:
    if name == other or (name == "x.zip" and other in PACKAGES):
        return
    assert valid(tmp_path, name, SOUND[other]()) is False


class TestPackages:
    @pytest.mark.parametrize("name", PACKAGES)
    def test_bomb_by_ratio(self, tmp_path: Path, name: str) -> None:
        bomb = repacked(SOUND[name](), {"xl/media/image1.bin": b"\0" * 50_000_000})
        assert len(bomb) < 200_000
        tracemalloc.start()
        assert valid(tmp_path, name, bomb) is Failure.LIMIT
        assert tracemalloc.get_traced_memory()[1] < 10_000_000
        tracemalloc.stop()

    @pytest.mark.parametrize("name", PACKAGES)
    def test_bomb_by_total(self, tmp_path: Path, name: str) -> None:
        parts = {f"media/{number}.bin": b"\0" * 1_000_000 for number in range(60)}
        assert valid(tmp_path, name, repacked(SOUND[name](), parts), Limits(zip_bytes=50_000_000)) is Failure.LIMIT

    @pytest.mark.parametrize("name", PACKAGES)
    def test_bomb_by_members(self, tmp_path: Path, name: str) -> None:
        parts = {f"media/{number}": b"" for number in range(10_001)}
        assert valid(tmp_path, name, repacked(SOUND[name](), parts)) is Failure.LIMIT

    @pytest.mark.parametrize("name", PACKAGES)
    def test_bomb_by_a_size_that_lies(self, tmp_path: Path, name: str) -> None:
        honest = repacked(SOUND[name](), {"media/a.bin": b"\0" * 9_000_000})
        lying = honest.replace(struct.pack("<I", 9_000_000), struct.pack("<I", 10))
        assert lying != honest
        assert valid(tmp_path, name, lying) is False

    @pytest.mark.parametrize("name", PACKAGES)
    def test_bomb_by_elements(self, tmp_path: Path, name: str) -> None:
        xml = b"<a>" + b"<b/>" * 100_000 + b"</a>"
        data = repacked(SOUND[name](), {PACKAGES[name]: xml})
        assert valid(tmp_path, name, data, Limits(elements=50_000)) is Failure.LIMIT

    @pytest.mark.parametrize("name", PACKAGES)
    def test_entities(self, tmp_path: Path, name: str) -> None:
        xml = b'<!DOCTYPE a [<!ENTITY b "x"><!ENTITY c SYSTEM "file:///etc/passwd">]><a>&b;&c;</a>'
        assert valid(tmp_path, name, repacked(SOUND[name](), {PACKAGES[name]: xml})) is False

    @pytest.mark.parametrize("name", PACKAGES)
    def test_broken_parts(self, tmp_path: Path, name: str) -> None:
        sound = SOUND[name]()
        assert valid(tmp_path, name, repacked(sound, {PACKAGES[name]: b"<a><b></a>"})) is False
        assert valid(tmp_path, name, repacked(sound, {PACKAGES[name]: b"\xff\xfe\x00"})) is False
        assert valid(tmp_path, name, repacked(sound, {PACKAGES[name]: b"<a/>"})) is not True
        assert valid(tmp_path, name, repacked(sound, {"_rels/.rels": b"<a/>"})) is False

    def test_two_workbooks_in_one_package(self, tmp_path: Path) -> None:
        data = xlsx()
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            relationships = archive.read("_rels/.rels")
            book = archive.read("xl/workbook.xml")
        hidden = relationships.replace(b"xl/workbook.xml", b"xl/other.xml")
        assert hidden != relationships
        data = repacked(data, {"_rels/.rels": hidden, "xl/other.xml": book})
        assert valid(tmp_path, "x.xlsx", data) is Failure.LIMIT

    @pytest.mark.parametrize("name", PACKAGES)
    def test_a_missing_main_part(self, tmp_path: Path, name: str) -> None:
        with zipfile.ZipFile(io.BytesIO(SOUND[name]())) as archive:
            members = {one: archive.read(one) for one in archive.namelist() if one != PACKAGES[name]}
        assert valid(tmp_path, name, zipped(members)) is False

    @pytest.mark.parametrize("name", PACKAGES)
    def test_deep_parts(self, tmp_path: Path, name: str) -> None:
        xml = b"<a>" * 100_000 + b"</a>" * 100_000
        assert valid(tmp_path, name, repacked(SOUND[name](), {PACKAGES[name]: xml})) is not True

    @pytest.mark.parametrize("name", PACKAGES)
    def test_encrypted_and_binary_generation(self, tmp_path: Path, name: str) -> None:
        ole = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 600
        assert valid(tmp_path, name, ole) is False
        assert valid(tmp_path, name, ole + "EncryptedPackage".encode("utf-16-le")) is Failure.LIMIT
        kind = KIND_OF_FORMAT[name.removeprefix("x.")]
        assert observe(tmp_path, "old.xls", ole, kind).failure is Failure.LIMIT

    def test_two_members_of_one_name(self, tmp_path: Path) -> None:
        out = io.BytesIO(docx_())
        with zipfile.ZipFile(out, "a") as archive, pytest.warns(UserWarning, match="Duplicate"):
            archive.writestr("word/document.xml", b"<a/>")
        assert valid(tmp_path, "x.docx", out.getvalue()) is False

    def test_external_links_and_macros_are_left_alone(self, tmp_path: Path) -> None:
        relationships = (
            b'<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship '
            b'Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/externalLinkPath" '
            b'Target="http://127.0.0.1:9/x.xlsx" TargetMode="External"/></Relationships>'
        )
        link = (
            b'<externalLink xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r='
            b'"http://schemas.openxmlformats.org/officeDocument/2006/relationships">'
            b'<externalBook r:id="rId1"/></externalLink>'
        )
        data = repacked(
            xlsx(),
            {
                "xl/externalLinks/externalLink1.xml": link,
                "xl/externalLinks/_rels/externalLink1.xml.rels": relationships,
                "xl/vbaProject.bin": b"Sub AutoOpen()",
            },
        )
        assert valid(tmp_path, "x.xlsx", data) is True

    def test_a_sheet_larger_than_it_says(self, tmp_path: Path) -> None:
        data = xlsx()
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            sheet = archive.read("xl/worksheets/sheet1.xml")
        assert b'ref="A1:C2"' in sheet
        data = repacked(data, {"xl/worksheets/sheet1.xml": sheet.replace(b'ref="A1:C2"', b'ref="A1:A1"')})
        view = observe(tmp_path, "x.xlsx", data, ViewKind.WORKBOOK).view
        assert isinstance(view, WorkbookView)
        assert set(view.sheets[0].cells) == {"A1", "B1", "A2", "B2", "C2"}

    def test_cells_far_out(self, tmp_path: Path) -> None:
        data = xlsx()
        rows = b"".join(b'<row r="%d"><c r="XFD%d"><v>1</v></c></row>' % (n, n) for n in (1, 70_000))
        sheet = b'<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>%s</sheetData></worksheet>'
        view = observe(
            tmp_path, "x.xlsx", repacked(data, {"xl/worksheets/sheet1.xml": sheet % rows}), ViewKind.WORKBOOK
        )
        assert isinstance(view.view, WorkbookView)
        assert (view.view.sheets[0].max_row, view.view.sheets[0].max_column) == (70_000, 16_384)
        endless = sheet % b'<row r="99999999999"><c r="A99999999999"><v>1</v></c></row>'
        observation = observe(
            tmp_path,
            "x.xlsx",
            repacked(data, {"xl/worksheets/sheet1.xml": endless}),
            ViewKind.WORKBOOK,
            Limits(seconds=0.5),
        )
        assert observation.failure is Failure.LIMIT

    @pytest.mark.parametrize(
        ("rows", "sound"),
        [
            (
                '<row r="1"><c r="A1"><v>1</v></c><c r="C1"><v>2</v></c></row><row r="4"><c r="A4"><v>3</v></c></row>',
                True,
            ),
            ("<row><c><v>1</v></c><c><v>2</v></c></row><row><c><v>3</v></c></row>", True),
            ('<row r="2"><c r="A2"><v>1</v></c></row><row r="1"><c r="A1"><v>2</v></c></row>', False),
            ('<row r="1"><c r="A1"><v>1</v></c></row><row r="1"><c r="A1"><v>2</v></c></row>', False),
            ('<row r="1"><c r="C1"><v>1</v></c><c r="A1"><v>2</v></c></row>', False),
            ('<row r="1"><c r="A1"><v>1</v></c><c r="A1"><v>2</v></c></row>', False),
            ('<row r="2"><c r="A1"><v>1</v></c></row>', False),
            ('<row r="1.0"><c r="A1"><v>1</v></c></row>', False),
            ('<row r="1"><c r="1A"><v>1</v></c></row>', False),
        ],
    )
    def test_no_cell_is_hidden_by_its_place_in_the_file(self, tmp_path: Path, rows: str, sound: bool) -> None:
        sheet = (
            '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">'
            f"<sheetData>{rows}</sheetData></worksheet>"
        )
        data = repacked(xlsx(), {"xl/worksheets/sheet1.xml": sheet.encode()})
        found = observe(tmp_path, "x.xlsx", data, ViewKind.WORKBOOK)
        assert (found.view is not None) is sound
        if isinstance(found.view, WorkbookView):
            assert len(found.view.sheets[0].cells) == 3
        else:
            assert found.failure is Failure.LIMIT

    def test_too_many_cells(self, tmp_path: Path) -> None:
        assert valid(tmp_path, "x.xlsx", xlsx(), Limits(sheet_cells=4)) is Failure.LIMIT

    def test_a_slide_with_a_broken_workbook_is_still_seen(self, tmp_path: Path) -> None:
        view = observe(tmp_path, "x.pptx", pptx_(), ViewKind.SLIDES).view
        assert isinstance(view, SlidesView)
        assert any(shape.text == "Hello" for shape in view.slides[0])
        assert "/ppt/slides/slide1.xml" in view.parts


class TestText:
    def test_marks_and_encodings(self, tmp_path: Path) -> None:
        for encoding in ("utf-8", "utf-8-sig", "utf-16", "utf-32"):
            view = observe(tmp_path, "x.txt", "naïve 中文 😀\r\n".encode(encoding), ViewKind.TEXT).view
            assert view == TextView("naïve 中文 😀\r\n", encoding)

    @pytest.mark.parametrize("encoding", ["cp1252", "gb18030", "shift_jis", "koi8-r"])
    def test_legacy_encodings_are_undecided_not_wrong(self, tmp_path: Path, encoding: str) -> None:
        text = {"cp1252": "naïve café", "gb18030": "中文报告", "shift_jis": "日本語", "koi8-r": "отчёт"}[encoding]
        observation = observe(tmp_path, "x.csv", f"name\n{text}\n".encode(encoding), ViewKind.TABLE)
        assert observation.failure is Failure.LIMIT
        assert "byte offset" in observation.detail

    def test_mixed_encodings_and_binary(self, tmp_path: Path) -> None:
        assert observe(tmp_path, "x.txt", "ü".encode() + b"\xfc", ViewKind.TEXT).failure is Failure.LIMIT
        assert observe(tmp_path, "x.txt", b"\x00\x01\xff\xfe", ViewKind.TEXT).failure is Failure.MALFORMED
        assert observe(tmp_path, "x.txt", b"\xff\xfe\x00\xd8", ViewKind.TEXT).failure is Failure.MALFORMED

    def test_nul(self, tmp_path: Path) -> None:
        for name, data in (("x.txt", b"a\0b"), ("x.csv", b"a,b\n1,\0\n"), ("x.html", b"<html>\0"), ("x.ini", b"[a]\0")):
            assert valid(tmp_path, name, data) is False
        assert observe(tmp_path, "x.csv", b"a\n\0\n", ViewKind.TABLE).failure is Failure.MALFORMED

    def test_a_file_past_the_limit_is_not_read(self, tmp_path: Path) -> None:
        observation = observe(tmp_path, "x.txt", b"12345", ViewKind.TEXT, Limits(file_bytes=4))
        assert (observation.failure, observation.bytes_read) == (Failure.LIMIT, 0)
        assert "file_bytes" in observation.detail
        assert observe(tmp_path, "x.txt", b"1234", ViewKind.TEXT, Limits(file_bytes=4)).view == TextView("1234")

    def test_one_long_line(self, tmp_path: Path) -> None:
        line = b"a," * 8_000 + b"a" * 5_000_000
        assert observe(tmp_path, "x.txt", line, ViewKind.TEXT).view == TextView(line.decode())
        assert (
            observe(tmp_path, "x.csv", line, ViewKind.TABLE).failure is Failure.LIMIT
        )  # a field past the reader's bound


class TestJson:
    @pytest.mark.parametrize("opening", ["[", '{"a":', '[{"a":['])
    @pytest.mark.parametrize("closed", [True, False])
    def test_deep(self, tmp_path: Path, opening: str, closed: bool) -> None:
        closing = "".join({"[": "]", "{": "}"}.get(one, "") for one in reversed(opening))
        text = opening * 100_000 + "1" + (closing * 100_000 if closed else "")
        assert valid(tmp_path, "x.json", text.encode()) is Failure.LIMIT

    def test_within_depth(self, tmp_path: Path) -> None:
        assert valid(tmp_path, "x.json", b"[" * 150 + b"]" * 150) is True
        assert valid(tmp_path, "x.json", b"[" * 400 + b"]" * 400) is Failure.LIMIT

    def test_numbers(self, tmp_path: Path) -> None:
        data = b'{"a": 12.50, "b": [1e3, -0, 1e308, 1e999, 1.0], "c~/": 100000000000000000000001, "d": true}'
        view = observe(tmp_path, "x.json", data, ViewKind.JSON).view
        assert isinstance(view, JsonView)
        assert view.value == {
            "a": 12.5,
            "b": [1000.0, 0, 1e308, None, 1.0],
            "c~/": 100000000000000000000001,
            "d": True,
        }
        assert view.literals == {
            "/a": "12.50",
            "/b/0": "1e3",
            "/b/1": "-0",
            "/b/2": "1e308",
            "/b/3": "1e999",
            "/b/4": "1.0",
            "/c~0~1": "100000000000000000000001",
        }
        assert view.nonstandard == ("/b/3",)
        assert valid(tmp_path, "x.json", data) is True

    @pytest.mark.parametrize("literal", ["NaN", "Infinity", "-Infinity"])
    def test_what_is_no_json_number(self, tmp_path: Path, literal: str) -> None:
        data = f'{{"a": [{literal}]}}'.encode()
        view = observe(tmp_path, "x.json", data, ViewKind.JSON).view
        assert isinstance(view, JsonView)
        assert (view.value, view.nonstandard) == ({"a": [None]}, ("/a/0",))
        assert valid(tmp_path, "x.json", data) is False

    def test_duplicate_keys_keep_the_last(self, tmp_path: Path) -> None:
        view = observe(tmp_path, "x.json", b'{"a": 1.0, "b": {"a": 1, "a": 2}, "a": "x"}', ViewKind.JSON).view
        assert view == JsonView({"a": "x", "b": {"a": 2}}, ("/a", "/b/a"), (), {"/b/a": "2"})

    def test_bounds(self, tmp_path: Path) -> None:
        assert valid(tmp_path, "x.json", b"1" * 5_000) is Failure.LIMIT
        assert valid(tmp_path, "x.json", b"[" + b"1," * 50 + b"1]", Limits(values=50)) is Failure.LIMIT
        tracemalloc.start()
        assert valid(tmp_path, "x.json", b"[" + b"[]," * 3_000_000 + b"1]") is Failure.LIMIT
        assert tracemalloc.get_traced_memory()[1] < 50_000_000
        tracemalloc.stop()

    def test_encodings(self, tmp_path: Path) -> None:
        assert valid(tmp_path, "x.json", b'\xef\xbb\xbf{"a": 1}') is True
        assert valid(tmp_path, "x.json", '{"a": 1}'.encode("utf-16")) is False
        assert valid(tmp_path, "x.json", b'{"a": "\xff"}') is False
        view = observe(tmp_path, "x.json", b'{"\\ud800": "\\ud800", "ok": "\\ud83d\\ude00"}', ViewKind.JSON).view
        assert isinstance(view, JsonView)
        assert view.value == {"\ufffd": "\ufffd", "ok": "😀"}

    def test_lines(self, tmp_path: Path) -> None:
        view = observe(tmp_path, "x.jsonl", b'{"a": 1.50}\r\n\n"\xe2\x80\xa8"\n', ViewKind.JSON).view
        assert isinstance(view, JsonView)
        assert (view.value, view.literals) == ([{"a": 1.5}, "\u2028"], {"/0/a": "1.50"})
        broken = observe(tmp_path, "x.jsonl", b'{"a": 1}\n{"a": \n', ViewKind.JSON)
        assert broken.failure is Failure.MALFORMED
        assert "line 2" in broken.detail


class TestYamlAndToml:
    def test_billion_laughs(self, tmp_path: Path) -> None:
        laughs = "a0: &a0 [lol, lol]\n" + "".join(
            f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]\n" for n in range(1, 10)
        )
        assert valid(tmp_path, "x.yaml", laughs.encode()) is Failure.LIMIT

    def test_merge_bomb(self, tmp_path: Path) -> None:
        keys = ", ".join(f"k{n}: {n}" for n in range(30))
        bomb = f"a0: &a0 {{{keys}}}\n" + "".join(
            f"a{n}: &a{n}\n  <<: [{', '.join([f'*a{n - 1}'] * 9)}]\n" for n in range(1, 12)
        )
        observation = observe(tmp_path, "x.yaml", bomb.encode(), ViewKind.JSON, Limits(seconds=3))
        assert observation.failure is Failure.LIMIT

    def test_circles_and_depth(self, tmp_path: Path) -> None:
        assert valid(tmp_path, "x.yaml", b"a: &a [*a]\n") is Failure.LIMIT
        assert valid(tmp_path, "x.yaml", b"a: &a\n  <<: *a\n") is Failure.LIMIT
        assert valid(tmp_path, "x.yaml", b"[" * 100_000 + b"]" * 100_000) is Failure.LIMIT
        assert valid(tmp_path, "x.yaml", b"[" * 300 + b"]" * 300) is Failure.LIMIT
        assert valid(tmp_path, "x.yaml", b"- " * 100_000 + b"x") is not True

    @pytest.mark.parametrize(
        "text", ["!!python/object/apply:os.system ['true']", "a: !!python/name:os.system", "!!python/tuple [1]: x"]
    )
    def test_python_tags(self, tmp_path: Path, text: str) -> None:
        observation = observe(tmp_path, "x.yaml", text.encode(), ViewKind.JSON)
        assert observation.failure is Failure.MALFORMED
        assert valid(tmp_path, "x.yaml", text.encode()) is False

    def test_plain_data(self, tmp_path: Path) -> None:
        text = b"""\
on: push
base: &base {x: 1.50, y: 0x1F, when: 2024-05-01, z: .inf, big: 1_000}
use:
  <<: *base
  y: true
1: ~
on: twice
"""
        view = observe(tmp_path, "x.yaml", text, ViewKind.JSON).view
        assert isinstance(view, JsonView)
        assert view.value == {
            "on": "twice",
            "base": {"x": 1.5, "y": 31, "when": "2024-05-01", "z": None, "big": 1000},
            "use": {"x": 1.5, "when": "2024-05-01", "z": None, "big": 1000, "y": True},
            "1": None,
        }
        assert view.duplicate_keys == ("/on",)
        assert view.literals["/base/x"] == "1.50"
        assert view.nonstandard == ("/base/z", "/use/z")

    def test_documents(self, tmp_path: Path) -> None:
        view = observe(tmp_path, "x.yaml", b"---\na: 1\n---\nb: 2\n", ViewKind.JSON).view
        assert isinstance(view, JsonView)
        assert view.value == [{"a": 1}, {"b": 2}]
        assert valid(tmp_path, "x.yaml", b"# nothing\n") is False
        assert valid(tmp_path, "x.yaml", b"a: [1\n") is False

    def test_toml(self, tmp_path: Path) -> None:
        view = observe(tmp_path, "x.toml", b"a = 1.50\nb = [2024-05-01, inf]\n[c]\nd = 1_0\n", ViewKind.JSON).view
        assert view == JsonView(
            {"a": 1.5, "b": ["2024-05-01", None], "c": {"d": 10}}, (), ("/b/1",), {"/a": "1.50", "/b/1": "inf"}
        )
        assert valid(tmp_path, "x.toml", b"a = 1\na = 2\n") is False
        assert valid(tmp_path, "x.toml", b"a = " + b"[" * 100_000) is not True
        assert valid(tmp_path, "x.toml", b".".join([b"a"] * 100_000) + b" = 1") is Failure.LIMIT


class TestTables:
    def test_shapes(self, tmp_path: Path) -> None:
        data = b'\xef\xbb\xbfid,"na""me"\r\n1,"two\r\nlines"\r\n\r\n2\r\n3,x,y\r\n,\r\n'
        view = observe(tmp_path, "x.csv", data, ViewKind.TABLE).view
        assert view == TableView(("id", 'na"me'), (("1", "two\r\nlines"), ("2",), ("3", "x", "y"), ("", "")), ",")
        assert valid(tmp_path, "x.csv", data) is False

    @pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
    def test_delimiters(self, tmp_path: Path, delimiter: str) -> None:
        data = f'a{delimiter}b\n"1,5"{delimiter}2\n3{delimiter}4\n'.encode()
        view = observe(tmp_path, "x.csv", data, ViewKind.TABLE).view
        assert view == TableView(("a", "b"), (("1,5", "2"), ("3", "4")), delimiter)
        assert valid(tmp_path, "x.csv", data) is True

    def test_tsv_is_by_tabs(self, tmp_path: Path) -> None:
        view = observe(tmp_path, "x.tsv", b"a,b\tc\n1,2\t3\n", ViewKind.TABLE).view
        assert view == TableView(("a,b", "c"), (("1,2", "3"),), "\t")
        assert valid(tmp_path, "x.tsv", b"a,b\n1,2\n") is False
        assert valid(tmp_path, "x.tsv", b"a\n1\n") is True

    def test_quotes(self, tmp_path: Path) -> None:
        assert observe(tmp_path, "x.csv", b'a,b\n1,"open\n2,3\n', ViewKind.TABLE).failure is Failure.MALFORMED
        view = observe(tmp_path, "x.csv", b'a,b\n"1"x,5" pipe\n', ViewKind.TABLE).view
        assert view == TableView(("a", "b"), (("1x", '5" pipe'),), ",")
        assert valid(tmp_path, "x.csv", b'a,b\n"1"x,2\n') is False

    def test_comment_lines_are_undecided(self, tmp_path: Path) -> None:
        assert valid(tmp_path, "x.csv", b"a,b\n# part one\n1,2\n") is Failure.LIMIT

    def test_bounds(self, tmp_path: Path) -> None:
        assert valid(tmp_path, "x.csv", b"a," * 1_000_000 + b"a\n") is Failure.LIMIT
        assert valid(tmp_path, "x.csv", b"a\n" * 20, Limits(rows=10)) is Failure.LIMIT
        assert valid(tmp_path, "x.csv", b"a,b\n" * 20, Limits(cells=10)) is Failure.LIMIT


class TestMarkup:
    def test_entity_bombs(self, tmp_path: Path) -> None:
        bomb = b"<!DOCTYPE a [<!ENTITY a 'ha'>" + b"".join(
            b"<!ENTITY a%d '%s'>" % (n, b"&a%d;" % (n - 1) * 10 if n > 1 else b"&a;" * 10) for n in range(1, 10)
        )
        assert valid(tmp_path, "x.xml", bomb + b"]><a>&a9;</a>") is Failure.LIMIT
        external = b'<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>'
        assert valid(tmp_path, "x.xml", external) is Failure.LIMIT
        assert valid(tmp_path, "x.xml", b'<!DOCTYPE a SYSTEM "http://127.0.0.1:9/a.dtd"><a/>') is not False

    def test_deep_and_broken(self, tmp_path: Path) -> None:
        assert valid(tmp_path, "x.xml", b"<a>" * 9_000 + b"</a>" * 9_000) is True
        assert valid(tmp_path, "x.xml", b"<a>" * 9_000) is False
        assert valid(tmp_path, "x.xml", b"<a>" * 100_000 + b"</a>" * 100_000) is Failure.LIMIT
        assert valid(tmp_path, "x.xml", b"<a>&nbsp;</a>") is False

    def test_html_and_ini(self, tmp_path: Path) -> None:
        assert valid(tmp_path, "x.html", b"just words < and >") is False
        assert valid(tmp_path, "x.html", b"<div>part</div>") is Failure.LIMIT
        assert valid(tmp_path, "x.ini", b"a = 1\n") is Failure.LIMIT
        assert valid(tmp_path, "x.ini", b"hello\n") is False
        assert valid(tmp_path, "x.ini", b"[a\nb = 1\n") is not True


class TestImages:
    def test_bomb(self, tmp_path: Path) -> None:
        def chunk(name: bytes, data: bytes) -> bytes:
            return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

        header = struct.pack(">IIBBBBB", 100_000, 100_000, 1, 0, 0, 0, 0)
        bomb = (
            b"\x89PNG\r\n\x1a\n"
            + chunk(b"IHDR", header)
            + chunk(b"IDAT", zlib.compress(b"\0" * 1000))
            + chunk(b"IEND", b"")
        )
        assert valid(tmp_path, "x.png", bomb) is Failure.LIMIT
        assert valid(tmp_path, "x.png", picture("PNG"), Limits(pixels=1_000)) is Failure.LIMIT

    def test_frames(self, tmp_path: Path) -> None:
        first, second = Image.new("RGB", (2, 2), "red"), Image.new("RGB", (2, 2), "blue")
        data = saved(lambda out: first.save(out, "GIF", save_all=True, append_images=[second]))
        assert valid(tmp_path, "x.gif", data) is True
        assert valid(tmp_path, "x.gif", data, Limits(frames=1)) is Failure.LIMIT

    def test_postscript_is_never_handed_on(self, tmp_path: Path) -> None:
        eps = b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 10 10\n%%EndComments\nshowpage\n"
        assert observe(tmp_path, "x.png", eps, ViewKind.IMAGE).failure is Failure.MALFORMED


class TestPdf:
    def test_encrypted(self, tmp_path: Path) -> None:
        def encrypted(password: str) -> bytes:
            writer = PdfWriter()
            writer.add_blank_page(100, 100)
            writer.encrypt(password, owner_password="owner", algorithm="RC4-128")
            return saved(writer.write)

        assert valid(tmp_path, "x.pdf", encrypted("")) is True
        assert valid(tmp_path, "x.pdf", encrypted("secret")) is Failure.LIMIT

    def test_bounds(self, tmp_path: Path) -> None:
        writer = PdfWriter()
        for _ in range(5):
            writer.add_blank_page(10, 10)
        assert valid(tmp_path, "x.pdf", saved(writer.write), Limits(pages=4)) is Failure.LIMIT

    def test_header_alone(self, tmp_path: Path) -> None:
        assert valid(tmp_path, "x.pdf", b"%PDF-1.7\n%%EOF\n") is not True


def test_unknown_formats_are_undecided(tmp_path: Path) -> None:
    assert valid(tmp_path, "x.pickle", b"PAR1") is Failure.LIMIT
    named = observe(tmp_path, "x.bin", b"[1]", ViewKind.FORMAT, as_format="json").view
    assert named == FormatView("json", True)


@pytest.mark.parametrize("ending", ENDINGS)
@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.binary(max_size=300), seed=st.integers(0, 2**32))
def test_random_bytes_never_raise(tmp_path: Path, ending: str, data: bytes, seed: int) -> None:
    name = "x" + ending
    for kind in BYTE_KINDS:
        observation = observe(tmp_path, name, data, kind)
        assert (observation.view is None) != (observation.failure is None)
        if isinstance(observation.view, FormatView) and observation.view.valid:
            assert FORMAT_OF_ENDING[ending] not in ("xlsx", "docx", "pptx", "pdf", "png", "jpeg", "gif", "zip", "xml")


@cache
def made_once(name: str) -> bytes:
    """Office libraries write the time: the length differs from one second to the next."""
    return SOUND[name]()


@settings(max_examples=8, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.binary(max_size=300), head=st.sampled_from([b"", b"RIFF....WAVEfmt ", b"ID3", b"\x1aE\xdf\xa3"]))
def test_random_media_never_raise(tmp_path: Path, data: bytes, head: bytes) -> None:
    observation = observe(tmp_path, "x.mp4", head + data, ViewKind.MEDIA)
    assert (observation.view is None) != (observation.failure is None)


@pytest.mark.parametrize("name", SOUND)
@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_flipped_bytes_never_raise(tmp_path: Path, name: str, data: st.DataObject) -> None:
    sound = bytearray(made_once(name))
    for _ in range(data.draw(st.integers(1, 8))):
        sound[data.draw(st.integers(0, len(sound) - 1))] = data.draw(st.integers(0, 255))
    kind = KIND_OF_FORMAT.get(FORMAT_OF_ENDING[name[1:]], ViewKind.TEXT)
    seen = observe(tmp_path, name, bytes(sound), kind)
    checked = observe(tmp_path, name, bytes(sound), ViewKind.FORMAT)
    assert (seen.view is None) != (seen.failure is None)
    if isinstance(checked.view, FormatView) and checked.view.valid and name != "x.zip":
        assert seen.view is not None


def test_limits_are_all_finite() -> None:
    assert all(value > 0 for value in vars(DEFAULT_LIMITS).values())
    assert replace(DEFAULT_LIMITS, pages=1).pages == 1
