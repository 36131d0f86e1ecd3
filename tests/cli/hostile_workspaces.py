"""Workspaces that try to hurt who looks at them: what stands in each, what is asked of it, and how that must end."""

from __future__ import annotations

import io
import os
import socket
import stat
import zipfile
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from specharness.ir import Outcome
from specharness.measure import observer_seeds

P, F, U, E = Outcome.PASSED, Outcome.FAILED, Outcome.UNKNOWN, Outcome.ERROR
MIB = 2**20
SECRET = "what nobody gave away"
MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"


@dataclass(frozen=True)
class Case:
    validator: str
    params: dict[str, Any]
    make: Callable[[Path], object]
    """Fills the workspace."""
    outcome: Outcome
    words: str
    """In what the result says."""
    most: int = 150
    """MiB by which the process may grow over what it holds before it looks."""
    before: Callable[[Path], object] | None = None
    trace: Callable[[Path], object] | None = None
    options: tuple[str, ...] = ()
    changes: str = ""
    """The file that grows as soon as it has been read from."""
    needs: tuple[str, ...] = field(default=())
    """Of `root`, `user`, `bwrap`, `soffice`."""


def text(name: str, data: bytes) -> Callable[[Path], object]:
    return lambda folder: (folder / name).write_bytes(data)


def hole(name: str, start: bytes = b"") -> Callable[[Path], object]:
    def make(folder: Path) -> None:
        (folder / name).write_bytes(start)
        os.truncate(folder / name, 50 * 2**30)

    return make


def pipe(name: str) -> Callable[[Path], object]:
    return lambda folder: os.mkfifo(folder / name)


def link(name: str, target: str) -> Callable[[Path], object]:
    def make(folder: Path) -> None:
        (folder.parent / "secret.json").write_text(f'{{"a": "{SECRET}"}}')
        (folder / name).symlink_to(target)

    return make


def device(name: str) -> Callable[[Path], object]:
    return lambda folder: os.mknod(folder / name, stat.S_IFCHR | 0o666, os.makedev(1, 5))


def listening(name: str) -> Callable[[Path], object]:
    def make(folder: Path) -> None:
        here = os.open(".", os.O_RDONLY)
        os.chdir(folder)  # the path of a socket is short
        try:
            with socket.socket(socket.AF_UNIX) as made:
                made.bind(name)
        finally:
            os.fchdir(here)
            os.close(here)

    return make


def locked(name: str) -> Callable[[Path], object]:
    def make(folder: Path) -> None:
        (folder / name).write_text("{}")
        (folder / name).chmod(0)

    return make


def repacked(name: str, sound: Callable[[], bytes], parts: dict[str, bytes]) -> Callable[[Path], object]:
    """A sound package with parts replaced or added."""

    def make(folder: Path) -> None:
        with (
            zipfile.ZipFile(io.BytesIO(sound())) as old,
            zipfile.ZipFile(folder / name, "w", zipfile.ZIP_DEFLATED) as new,
        ):
            for part in old.namelist():
                if part not in parts:
                    new.writestr(part, old.read(part))
            for part, data in parts.items():
                new.writestr(part, data)

    return make


def book(cells: dict[str, Any], name: str = "x.xlsx") -> Callable[[Path], object]:
    def make(folder: Path) -> None:
        import openpyxl

        made = openpyxl.Workbook()
        sheet = made.worksheets[0]
        sheet.title = "S"
        for place, value in cells.items():
            sheet[place] = value
        made.save(folder / name)

    return make


def tree(depth: int, inner: Callable[[Path], object] = lambda folder: None) -> Callable[[Path], object]:
    def make(folder: Path) -> None:
        inner(folder)
        at = os.open(folder, os.O_DIRECTORY)
        for _ in range(depth):
            os.mkdir("d", dir_fd=at)
            deeper = os.open("d", os.O_DIRECTORY, dir_fd=at)
            os.close(at)
            at = deeper
        os.close(at)

    return make


def names(folder: Path) -> None:
    for name in (b"\xff\xfe", b"a\nb", b"-rf", b"x" * 255, b"\x1b[31m"):
        (folder / os.fsdecode(name)).write_bytes(b"x")


def sheet(rows: bytes) -> dict[str, bytes]:
    return {
        "xl/worksheets/sheet1.xml": b'<worksheet xmlns="%s"><sheetData>%s</sheetData></worksheet>'
        % (MAIN.encode(), rows)
    }


def laughs() -> bytes:
    entities = b"".join(b'<!ENTITY l%d "%s">' % (n, b"&l%d;" % (n - 1) * 10) for n in range(1, 12))
    return b'<!DOCTYPE a [<!ENTITY l0 "lol">' + entities + b"]><a>&l11;</a>"


JSON = {"path": "x.json", "shape": {"type": "object"}}
TEXT = {"path": "x.txt", "texts": ["needle"]}
COLUMNS = {"path": "x.csv", "columns": ["a"]}
SEED = observer_seeds.xlsx
CELLS = {"path": "x.xlsx", "range": "A1:A3"}
ROWS = {"path": "x.db", "table": "t", "count": 1}
XML = {"path": "x.xml", "format": "xml"}
BOUND = {"path": "x.json", "field": "a", "max": 1}
NO_FILE = "is a device, pipe or socket"
TOTAL = {"op": "sum", "rows": {"path": "a.csv"}, "of": "v"}
ROW = b'<row r="%d"><c r="A%d"><v>1</v></c></row>'
CASES: dict[str, Case] = {
    "hole.json": Case("json_shape", JSON, hole("x.json"), E, "file_bytes"),
    "hole.txt": Case("text_contains", TEXT, hole("x.txt"), E, "file_bytes"),
    "hole.csv": Case("table_columns", COLUMNS, hole("x.csv", b"a,b\n1,2\n"), E, "_bytes"),
    "hole.xlsx": Case("cells_filled", CELLS, hole("x.xlsx"), E, "file_bytes"),
    "hole.db": Case("state_query", ROWS, hole("x.db", b"SQLite format 3\0"), E, "_bytes"),
    "hole in a tree": Case("unchanged", {"path": "."}, hole("x.bin"), U, "file_bytes", before=text("a", b"")),
    "hole before a command": Case(
        "command_succeeds", {"command": "true"}, hole("x.bin"), E, "run_disk_bytes", needs=("bwrap",)
    ),
    "pipe.json": Case("json_shape", JSON, pipe("x.json"), F, NO_FILE),
    "pipe.csv": Case("table_columns", COLUMNS, pipe("x.csv"), F, NO_FILE),
    "pipe.db": Case("state_query", ROWS, pipe("x.db"), F, NO_FILE),
    "socket.json": Case("json_shape", JSON, listening("x.json"), F, NO_FILE),
    "device.json": Case("json_shape", JSON, device("x.json"), F, NO_FILE, needs=("root",)),
    "locked.json": Case("json_shape", JSON, locked("x.json"), U, "x.json", needs=("user",)),
    "link out": Case("text_contains", TEXT | {"path": "x.json"}, link("x.json", "../secret.json"), E, "leads out"),
    "link to a device": Case("json_shape", JSON, link("x.json", "/dev/zero"), E, "x.json"),
    "link to itself": Case("json_shape", JSON, link("x.json", "x.json"), F, "loop of links"),
    "way out": Case("path_exists", {"path": "../secret.json"}, link("x", "y"), E, "secret.json"),
    "names": Case("only_changes", {"allowed": ["a"]}, names, F, "added", before=text("a", b"")),
    "depth of folders": Case("unchanged", {"path": "."}, tree(300), E, "tree_depth", before=text("a", b"")),
    "changing.json": Case("json_shape", JSON, text("x.json", b"{}" + b" " * 10), U, "changed", changes="x.json"),
    "changing.csv": Case(
        "count", {"path": "x.csv", "of": "rows", "min": 1}, text("x.csv", b"a\n1\n"), U, "changed", changes="x.csv"
    ),
    "line.txt": Case("text_contains", TEXT, text("x.txt", b"x" * (60 * MIB)), F, "needle", most=400),
    "line.csv": Case(
        "table_columns", COLUMNS, text("x.csv", b"a,b\n" + b"x" * (20 * MIB)), E, "131072 characters", most=250
    ),
    "deep.json": Case("json_shape", JSON, text("x.json", b"[" * 900_000), E, "nested too deeply"),
    "deep.yaml": Case("json_shape", JSON | {"path": "x.yaml"}, text("x.yaml", b"[" * 1_000_000), E, "depth"),
    "deep.xml": Case("format_valid", XML, text("x.xml", b"<a>" * 2_000_000), E, "xml_depth"),
    "wide.json": Case("json_shape", JSON, text("x.json", b"[" + b"1," * 20_000_000 + b"1]"), E, "values"),
    "aliases.yaml": Case(
        "json_shape", JSON | {"path": "x.yaml"}, text("x.yaml", b"a: &a [x]\n" + b"b: [*a,*a]\n" * 100_000), E,
        "aliases",
    ),
    "entities.xml": Case("format_valid", XML, text("x.xml", laughs()), E, "entities are not expanded"),
    "entities.xlsx": Case("cells_filled", CELLS, repacked("x.xlsx", SEED, {"xl/workbook.xml": laughs()}), F, "x.xlsx"),
    "bomb.xlsx": Case(
        "cells_filled", CELLS, repacked("x.xlsx", SEED, {"xl/media/a.bin": bytes(20 * MIB)}), E, "zip_ratio"
    ),
    "bomb.docx": Case(
        "text_contains", TEXT | {"path": "x.docx"},
        repacked("x.docx", observer_seeds.docx, {"word/media/a.bin": bytes(20 * MIB)}), E, "zip_ratio",
    ),
    "bomb.zip": Case(
        "format_valid", {"path": "x.zip", "format": "zip"}, repacked("x.zip", SEED, {"a": bytes(20 * MIB)}), E,
        "zip_bytes", options=("--limit", "zip_bytes=10000000"),
    ),
    "a billion rows": Case("cells_filled", CELLS, repacked("x.xlsx", SEED, sheet(ROW % ((10**9,) * 2))), E, "rows"),
    "many rows": Case(
        "cells_filled", CELLS, repacked("x.xlsx", SEED, sheet(b"".join(ROW % (n, n) for n in range(1, 30_001)))),
        E, "sheet_cells", options=("--limit", "sheet_cells=20000"),
    ),
    "1e308": Case(
        "computed", {"path": "x.json", "field": "sum", "calculation": {"result": TOTAL}},
        lambda folder: (text("x.json", b'{"sum": 1e308}')(folder), text("a.csv", b"v\n1e308\n1e308\n")(folder)),
        F, "sum",
    ),
    "NaN": Case("value_range", BOUND, text("x.json", b'{"a": NaN}'), U, "NaN"),
    "1e999": Case("value_range", BOUND, text("x.json", b'{"a": 1e999}'), U, "Infinity"),
    "long number": Case(
        "value_range", BOUND, text("x.json", b'{"a": ' + b"9" * 9_000_000 + b"}"), E, "digits"
    ),
    "formulas in a loop": Case("formula_results", {"path": "x.xlsx"}, book({"A1": "=B1", "B1": "=A1"}), F, "lead back"),
    "recalculated": Case(
        "formula_results", {"path": "x.xlsx", "recalculated": True}, book({"A1": 0, "A2": "=1/A1"}), F,
        "#DIV/0! from =1/A1", needs=("bwrap", "soffice"),
    ),
    "recalculated in a loop": Case(
        "formula_results", {"path": "x.xlsx", "recalculated": True}, book({"A1": '=INDIRECT("A"&1)', "A2": "=SUM(1)"}),
        U, "", needs=("bwrap", "soffice"),
    ),
    "recalculated too long": Case(
        "formula_results", {"path": "x.xlsx", "recalculated": True}, book({"A1": "=SUM(1)"}), E, "run_seconds",
        options=("--limit", "run_seconds=0.1"), needs=("bwrap", "soffice"),
    ),
    "not recalculated": Case(
        "formula_results", {"path": "x.xlsx", "recalculated": True}, book({"A1": "=SUM(1)"}), U, "switched off",
        options=("--no-run",), needs=("soffice",),
    ),
    "macros and links": Case(
        "cells_filled", {"path": "x.xlsm", "sheet": "Sheet", "range": "A1:B5"},
        repacked("x.xlsm", SEED, {
            "xl/vbaProject.bin": b"Sub AutoOpen()",
            "xl/externalLinks/externalLink1.xml": b'<externalLink xmlns="%s"/>' % MAIN.encode(),
        }), P, "",
    ),
    "encodings": Case(
        "table_columns", COLUMNS, text("x.csv", "a,b\nü,".encode() + "ü\n".encode("latin-1")), E, "byte offset"
    ),
    "not text": Case("text_contains", TEXT, text("x.txt", b"\x00\x01\xff\xfe" * 100), F, "x.txt"),
    "a deep trace": Case(
        "tool_used", {"tool": "write"}, text("a", b""), E, "nested too deeply",
        trace=text("trace.jsonl", b"[" * 900_000),
    ),
    "a trace that is a hole": Case(
        "tool_used", {"tool": "write"}, text("a", b""), E, "file_bytes", trace=hole("trace.jsonl"),
    ),
}  # fmt: skip
