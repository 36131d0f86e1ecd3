"""Workbooks calculated anew: what LibreOffice gives where it is, and what is said where it is not or breaks down."""

from __future__ import annotations

import datetime
import io
import zipfile
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import openpyxl
import pytest
from openpyxl.worksheet.formula import ArrayFormula

from specharness.evidence.faults import Refusal
from specharness.evidence.limits import DEFAULT_LIMITS, MIB, Limits
from specharness.evidence.observe import Observatory
from specharness.evidence.root import Places
from specharness.evidence.sandbox import recalculate
from specharness.evidence.sandbox.policy import Sandbox
from specharness.evidence.views import Failure, Observation, Request, ViewKind, WorkbookView

SHEET = "xl/worksheets/sheet1.xml"
LIMITS = replace(DEFAULT_LIMITS, run_seconds=60.0)


def look(path: Path, limits: Limits = LIMITS, sandbox: Sandbox | None = None) -> Observation:
    request = Request(ViewKind.RECALCULATED, path.name)
    return Observatory(Places(workspace=path.parent, sandbox=sandbox or Sandbox()), limits).observe([request])[request]


def values(path: Path) -> dict[str, object]:
    return _values(look(path))


def _values(seen: Observation) -> dict[str, object]:
    assert isinstance(seen.view, WorkbookView), seen
    return {f"{sheet.name}!{place}": cell.value for sheet in seen.view.sheets for place, cell in sheet.cells.items()}


def written(path: Path, sheets: Mapping[str, Mapping[str, object]]) -> Path:
    book = openpyxl.Workbook()
    book.remove(book.worksheets[0])
    for name, cells in sheets.items():
        sheet = book.create_sheet(name)
        for place, value in cells.items():
            sheet[place] = value
    book.save(path)
    return path


def with_parts(path: Path, parts: Mapping[str, str], edits: Mapping[str, tuple[str, str]] | None = None) -> None:
    """More parts in a package, and one text replaced by another in some."""
    data = path.read_bytes()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(path, "w") as new:
        for name in old.namelist():
            text = old.read(name)
            if edits and name in edits:
                assert edits[name][0].encode() in text, name
                text = text.replace(edits[name][0].encode(), edits[name][1].encode())
            new.writestr(name, text)
        for name, content in parts.items():
            new.writestr(name, content)


CELLS: Mapping[str, object] = {
    "A1": 3, "A2": 4.5, "A3": "=SUM(A1:A2)", "A4": '="n = "&A1', "A5": "=A1>2", "A6": "=DATE(2024,2,29)",
    "A7": '=IFERROR(1/0,"none")', "A8": "=ROUND(A3/7,3)", "A9": ArrayFormula("A9", "=SUM(A1:A2*2)"),
    "B1": "=1/0", "B2": "=NA()", "B3": "=NOPE(1)", "B4": '="a"+1', "B5": '=INDIRECT("ZZZZ9")', "B6": "=1E308*10",
    "B7": "=#REF!+1", "B8": "=MATCH(9,A1:A2,0)", "B9": "=B1",
    "C1": "=TODAY()", "C2": "=RAND()", "C3": "=RAND()",
}  # fmt: skip


@pytest.fixture(scope="module")
def calculated(tmp_path_factory: pytest.TempPathFactory) -> dict[str, object]:
    """Two sheets after recalculation; skips where there is none."""
    path = written(tmp_path_factory.mktemp("calculated") / "a.xlsx", {"S": CELLS, "Two words": {"B2": "=S!A3*2"}})
    seen = look(path)
    if seen.failure in {Failure.UNAVAILABLE, Failure.REFUSED}:
        pytest.skip(f"workbooks can't be recalculated here: {seen.detail}")
    return _values(seen)


@pytest.fixture(scope="module")
def _sandbox(tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("probe")
    request = Request(ViewKind.COMMAND, argument="true")
    seen = Observatory(Places(workspace=folder, workdir="/root")).observe([request])[request]
    if seen.failure is Failure.REFUSED:
        pytest.skip(f"no sandbox can be made here: {seen.detail}")


real = pytest.mark.usefixtures("calculated")
sandboxed = pytest.mark.usefixtures("_sandbox")


def test_formulas_without_a_stored_result_get_one(calculated: dict[str, object]) -> None:
    got = {place: value for place, value in calculated.items() if place[:3] not in {"S!B", "S!C"}}
    assert got == {
        "S!A1": 3, "S!A2": 4.5, "S!A3": 7.5, "S!A4": "n = 3", "S!A5": True, "S!A6": "2024-02-29",
        "S!A7": "none", "S!A8": 1.071, "S!A9": 15, "Two words!B2": 15,
    }  # fmt: skip


def test_error_values(calculated: dict[str, object]) -> None:
    assert [calculated[f"S!B{row}"] for row in range(1, 10)] == [
        "#DIV/0!", "#N/A", "#NAME?", "#VALUE!", "#REF!", "#NUM!", "#REF!", "#N/A", "#DIV/0!",
    ]  # fmt: skip


def test_volatile_functions_are_of_the_moment(calculated: dict[str, object], tmp_path: Path) -> None:
    again = values(written(tmp_path / "a.xlsx", {"S": {"C2": "=RAND()"}}))
    today = datetime.datetime.now(tz=datetime.UTC).date()
    yesterday = today - datetime.timedelta(1)  # where the test runs over midnight
    assert calculated["S!C1"] in {today.isoformat(), yesterday.isoformat()}
    assert len({calculated["S!C2"], calculated["S!C3"], again["S!C2"]}) == 3


@real
@pytest.mark.parametrize("writer", ["Microsoft Excel", "LibreOffice/7.4.7.2$Linux_X86_64"])
def test_stale_results_are_calculated_anew_whichever_program_wrote_the_file(tmp_path: Path, writer: str) -> None:
    path = written(tmp_path / "a.xlsx", {"S": {"A1": "=1+1", "A2": "=1/0"}})
    with zipfile.ZipFile(path) as package:
        empty = "<v></v>" if b"<f>1+1</f><v></v>" in package.read(SHEET) else "<v />"
        own = package.read("docProps/app.xml").decode().partition("<Application>")[2].partition("<")[0]
    edits = {SHEET: (f"<f>1+1</f>{empty}", "<f>1+1</f><v>7</v>"), "docProps/app.xml": (own, writer)}
    with_parts(path, {}, edits)
    stored = Observatory(Places(workspace=tmp_path)).observe([Request(ViewKind.WORKBOOK, "a.xlsx")])
    (view,) = (seen.view for seen in stored.values())
    assert isinstance(view, WorkbookView)
    assert view.sheets[0].cells["A1"].value == 7
    assert values(path) == {"S!A1": 2, "S!A2": "#DIV/0!"}


@real
def test_an_external_link_is_not_followed_though_the_file_stands_there(tmp_path: Path) -> None:
    written(tmp_path / "other.xlsx", {"S": {"A1": 999}})
    path = written(tmp_path / "a.xlsx", {"S": {"A1": "=[1]S!A1", "A2": "=1+1"}})
    main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    relations = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    with_parts(
        path,
        {
            "xl/externalLinks/externalLink1.xml": f'<externalLink xmlns="{main}"><externalBook '
            f'xmlns:r="{relations}" r:id="rId1"><sheetNames><sheetName val="S"/></sheetNames><sheetDataSet>'
            '<sheetData sheetId="0"><row r="1"><cell r="A1"><v>5</v></cell></row></sheetData></sheetDataSet>'
            "</externalBook></externalLink>",
            "xl/externalLinks/_rels/externalLink1.xml.rels": "<Relationships "
            'xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" '
            f'Type="{relations}/externalLinkPath" Target="{tmp_path}/other.xlsx" TargetMode="External"/>'
            "</Relationships>",
        },
        {
            "xl/workbook.xml": (
                "</sheets>",
                f'</sheets><externalReferences><externalReference xmlns:r="{relations}" r:id="rId99"/>'
                "</externalReferences>",
            ),
            "xl/_rels/workbook.xml.rels": (
                "</Relationships>",
                f'<Relationship Id="rId99" Type="{relations}/externalLink" Target="externalLinks/externalLink1.xml"/>'
                "</Relationships>",
            ),
            "[Content_Types].xml": (
                "</Types>",
                '<Override PartName="/xl/externalLinks/externalLink1.xml" ContentType="application/vnd.openxmlformats-'
                'officedocument.spreadsheetml.externalLink+xml"/></Types>',
            ),
        },
    )  # fmt: skip
    seen = look(path)
    got = _values(seen)
    assert got["S!A2"] == 2
    assert got["S!A1"] != 999
    assert seen.coverage is not None
    assert seen.coverage.unseen == ("links to other workbooks, never followed (1 part)",)


ODS = {
    "mimetype": "application/vnd.oasis.opendocument.spreadsheet",
    "META-INF/manifest.xml": '<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0">'
    '<manifest:file-entry manifest:full-path="/" '
    'manifest:media-type="application/vnd.oasis.opendocument.spreadsheet"/></manifest:manifest>',
    "content.xml": '<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" '
    'xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" '
    'xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"><office:body><office:spreadsheet>'
    '<table:table table:name="Ods"><table:table-row><table:table-cell office:value-type="string"><text:p>ods</text:p>'
    "</table:table-cell></table:table-row></table:table></office:spreadsheet></office:body></office:document-content>",
}


@real
def test_what_is_also_another_programs_file_is_read_as_the_workbook_that_was_observed(tmp_path: Path) -> None:
    """A file of OpenDocument can bring macros of its own, which the import of OOXML does not know."""
    plain = written(tmp_path / "plain.xlsx", {"S": {"A1": "=1+1"}})
    path = tmp_path / "a.xlsx"
    with zipfile.ZipFile(plain) as old, zipfile.ZipFile(path, "w") as new:
        for name, text in ODS.items():
            new.writestr(name, text)
        for name in old.namelist():
            new.writestr(name, old.read(name))
    assert values(path) == {"S!A1": 2}
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as package:
        for name, text in ODS.items():
            package.writestr(name, text)
    refused = recalculate.recalculated(data.getvalue(), Sandbox(), LIMITS)
    assert isinstance(refused, Refusal)
    assert (refused.failure, refused.detail) == (
        Failure.LIMIT, "not recalculated: LibreOffice does not take the file",
    )  # fmt: skip


@real
def test_macros_are_named_and_the_rest_is_calculated(tmp_path: Path) -> None:
    book = openpyxl.Workbook()
    sheet = book.worksheets[0]
    sheet["A1"], sheet["A2"] = "=1+1", "=MACRO()"
    book.save(tmp_path / "a.xlsm")
    kind = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"
    with_parts(
        tmp_path / "a.xlsm",
        {"xl/vbaProject.bin": "no macro that could run"},
        {"[Content_Types].xml": (kind, "application/vnd.ms-excel.sheet.macroEnabled.main+xml")},
    )
    seen = look(tmp_path / "a.xlsm")
    assert isinstance(seen.view, WorkbookView), seen
    cells = seen.view.sheets[0].cells
    assert (cells["A1"].value, cells["A2"].value) == (2, "#NAME?")
    assert seen.coverage is not None
    assert seen.coverage.unseen == ("macros, never run (1 part)",)


@real
def test_two_at_the_same_time_do_not_meet(tmp_path: Path) -> None:
    paths = [written(tmp_path / f"{number}.xlsx", {"S": {"A1": f"={number}+1"}}) for number in range(2)]
    with ThreadPoolExecutor(2) as pool:
        assert list(pool.map(values, paths)) == [{"S!A1": 1}, {"S!A1": 2}]


@real
@pytest.mark.parametrize(
    ("limits", "name"),
    [
        (replace(LIMITS, run_seconds=0.3), "run_seconds"),
        (replace(LIMITS, run_memory_bytes=30 * MIB), "run_memory_bytes"),
        (replace(LIMITS, run_report_bytes=1_000), "run_report_bytes"),
    ],
)
def test_a_limit_stops_it_by_name(tmp_path: Path, limits: Limits, name: str) -> None:
    seen = look(written(tmp_path / "a.xlsx", {"S": {"A1": "=1+1"}}), limits)
    assert (seen.view, seen.failure, seen.limit) == (None, Failure.LIMIT, name), seen.detail
    assert seen.detail.startswith(f"not recalculated: the command was stopped at {name}")


@pytest.mark.parametrize(
    ("program", "detail"),
    [
        ("kill -SEGV $$", "LibreOffice broke down (exit code 139)"),
        ("echo Unspecified Application Error >&2; exit 77", "(exit code 77): Unspecified Application Error"),
        ("exit 0", "LibreOffice does not take the file"),
        ("mkdir out; : >out/in.xlsx", "LibreOffice broke down (exit code 0)"),
        ("mkdir out; echo no workbook >out/in.xlsx", "what LibreOffice wrote can't be read"),
        ("sleep 1000", "stopped at run_seconds (1)"),
        ("mkdir out; head -c 20000000 /dev/zero >out/in.xlsx", "stopped at run_report_bytes"),
        ("head -c 20000000 /dev/zero", "stopped at run_output_bytes"),
    ],
)
@sandboxed
def test_a_program_that_breaks_down_or_lies_is_an_error_with_a_name(tmp_path: Path, program: str, detail: str) -> None:
    (tmp_path / "office" / "bin").mkdir(parents=True)
    stand_in = tmp_path / "office" / "bin" / recalculate.PROGRAM
    stand_in.write_text(f"#!/bin/sh\n{program}\n")
    stand_in.chmod(0o755)
    (tmp_path / "ws").mkdir()
    path = written(tmp_path / "ws" / "a.xlsx", {"S": {"A1": "=1+1"}})
    limits = replace(LIMITS, run_seconds=1.0 if "sleep" in program else 20.0)
    seen = look(path, limits, Sandbox(toolchains=(tmp_path / "office",)))
    assert seen.view is None
    assert detail in seen.detail
    unreadable = "can't be read" in detail
    assert seen.failure is (Failure.UNAVAILABLE if unreadable else Failure.LIMIT)
    assert seen.sha256


@sandboxed
def test_the_program_finds_the_one_file_no_network_and_no_one_elses_profile(tmp_path: Path) -> None:
    (tmp_path / "office" / "bin").mkdir(parents=True)
    stand_in = tmp_path / "office" / "bin" / recalculate.PROGRAM
    stand_in.write_text(
        "#!/bin/sh\nfind / -xdev -newer /bin/sh -name '*.xlsx' 2>/dev/null; find . -type f; ls -A /tmp; "
        "tail -n +3 /proc/net/dev | grep -vc ' lo:'; exit 5\n"
    )
    stand_in.chmod(0o755)
    (tmp_path / "ws").mkdir()
    written(tmp_path / "ws" / "other.xlsx", {"S": {"A1": "=1+1"}})
    path = written(tmp_path / "ws" / "a.xlsx", {"S": {"A1": "=1+1"}})
    seen = look(path, LIMITS, Sandbox(toolchains=(tmp_path / "office",)))
    said = seen.detail.partition("(exit code 5): ")[2].split()
    assert sorted(said) == sorted(["./in.xlsx", "./profile/user/registrymodifications.xcu", *_top(tmp_path), "0"])


def _top(folder: Path) -> list[str]:
    """What the toolchain's own place adds to `/tmp`."""
    return [folder.parts[2]] if folder.parts[1] == "tmp" else []


def test_where_libreoffice_is_absent_that_is_said_and_nothing_is_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(recalculate, "PROGRAM", "soffice-that-nobody-has")
    monkeypatch.setattr(recalculate, "ran", None)
    seen = look(written(tmp_path / "a.xlsx", {"S": {"A1": "=1+1"}}))
    assert seen.failure is Failure.UNAVAILABLE
    assert "LibreOffice" in seen.detail
    assert "is not installed" in seen.detail


def test_what_is_not_to_be_run_or_is_no_workbook_is_not_given_to_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(recalculate, "ran", None)
    (tmp_path / "a.csv").write_text("a\n=1+1\n")
    (tmp_path / "broken.xlsx").write_bytes(b"PK no package")
    assert look(tmp_path / "a.csv").failure is Failure.UNAVAILABLE
    assert look(tmp_path / "broken.xlsx").failure is Failure.MALFORMED
    assert look(tmp_path / "none.xlsx").failure is Failure.ABSENT
