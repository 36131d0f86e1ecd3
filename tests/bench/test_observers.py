"""What observers cost: memory over hostile files, time over large ones. Each is measured in a process of its own."""

from __future__ import annotations

import io
import os
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from specharness.measure import observer_seeds

pytestmark = pytest.mark.bench

MIB = 2**20
MAX_PEAK = 1024 * MIB
"""What `limits.Limits` promises for one parsed file."""
MAX_STREAMED = 500 * MIB
"""Peak for files that are streamed."""
MAX_SECONDS = 60
ROWS = 3_000_000
"""Of the large table, about 100 MB."""

_MEASURE = """
import re, sys, time
from pathlib import Path
from specharness.evidence.observe import Observatory
from specharness.evidence.root import Places
from specharness.evidence.views import Request, ViewKind
path, kind, argument = Path(sys.argv[1]), ViewKind(sys.argv[2]), sys.argv[3]
request = Request(kind, path.name, argument=argument)
started = time.monotonic()
answer = Observatory(Places(workspace=path.parent)).observe([request])[request]
seconds = time.monotonic() - started
peak = re.search(r"VmHWM:\\s+(\\d+) kB", Path("/proc/self/status").read_text())
end = "view" if answer.view is not None else f"{answer.failure.value} {answer.limit}".strip()
print(int(peak[1]) * 1024, seconds, end, sep="\\t")
"""


def measured(path: Path, repository: Path, kind: str, argument: str = "") -> tuple[int, float, str]:
    """Peak memory in bytes, seconds, and how it ended."""
    done = subprocess.run(
        [sys.executable, "-c", _MEASURE, str(path), kind, argument],
        cwd=repository,
        check=True,
        capture_output=True,
        text=True,
    )
    peak, seconds, end = done.stdout.rstrip("\n").split("\t")
    print(f"\n{kind:18s}{path.name:28s}{int(peak) / MIB:6.0f} MiB {float(seconds):6.2f} s  {end}")
    return int(peak), float(seconds), end


def _xlsx(sheet: Callable[[], bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(observer_seeds.xlsx())) as archive, zipfile.ZipFile(out, "w", 8) as target:
        for name in archive.namelist():
            target.writestr(name, sheet() if name == "xl/worksheets/sheet1.xml" else archive.read(name))
    return out.getvalue()


def _rows(count: int) -> bytes:
    head = b'<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>'
    rows = b"".join(b'<row r="%d"><c r="A%d"><v>1</v></c></row>' % (n, n) for n in range(1, count + 1))
    return head + rows + b"</sheetData></worksheet>"


def _tar_bomb() -> bytes:
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w:gz") as archive:
        info = tarfile.TarInfo("bomb")
        info.size = 512 * MIB
        archive.addfile(info, open("/dev/zero", "rb"))  # noqa: PTH123, SIM115 - closed with the process
    return out.getvalue()


def _zip_bomb() -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive, archive.open("bomb", "w") as member:
        for _ in range(512):
            member.write(bytes(MIB))
    return out.getvalue()


def _laughs() -> bytes:
    entities = b"".join(b'<!ENTITY l%d "%s">' % (n, b"&l%d;" % (n - 1) * 10) for n in range(1, 12))
    return b'<!DOCTYPE a [<!ENTITY l0 "lol">' + entities + b"]><a>&l11;</a>"


HOSTILE: dict[str, tuple[str, Callable[[], bytes]]] = {
    "deep.json": ("json", lambda: b"[" * 10_000_000),
    "wide.json": ("json", lambda: b"[" + b"1," * 20_000_000 + b"1]"),
    "numbers.json": ("json", lambda: b"[" + b"1e308," * 900_000 + b"NaN]"),
    "line.txt": ("text", lambda: b"x" * (63 * MIB)),
    "line.csv": ("table", lambda: b"a,b\n" + b"x" * (60 * MIB)),
    "fields.csv": ("table", lambda: b"," * (60 * MIB)),
    "laughs.xml": ("xml", _laughs),
    "deep.xml": ("xml", lambda: b"<a>" * 5_000_000),
    "wide.xml": ("xml", lambda: b"<a>" + b"<b/>" * 10_000_000 + b"</a>"),
    "aliases.yaml": ("json", lambda: b"a: &a [x]\n" + b"b: [*a,*a]\n" * 500_000),
    "keys.ini": ("json", lambda: b"[a]\n" + b"k=1\n" * 1_900_000),
    "bomb.zip": ("archive", _zip_bomb),
    "bomb.tar.gz": ("archive", _tar_bomb),
    "rows.xlsx": ("workbook", lambda: _xlsx(lambda: _rows(1_000_000))),
    "styles.xlsx": ("workbook_details", lambda: _xlsx(lambda: _rows(1_000_000))),
    "empty.db": ("database", lambda: observer_seeds.sqlite()[:100] + bytes(50 * MIB)),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_memory_over_hostile_files(tmp_path: Path, repository: Path, name: str) -> None:
    kind, make = HOSTILE[name]
    (tmp_path / name).write_bytes(make())
    peak, seconds, end = measured(tmp_path / name, repository, kind)
    assert end != "view" or name in {"line.txt", "numbers.json", "line.csv", "keys.ini"}
    assert peak <= MAX_PEAK
    assert seconds <= MAX_SECONDS


@pytest.mark.parametrize("name", observer_seeds.SEEDS)
def test_memory_over_sound_files(tmp_path: Path, repository: Path, name: str) -> None:
    (tmp_path / name).write_bytes(observer_seeds.SEEDS[name]())
    peak, seconds, _ = measured(tmp_path / name, repository, "format")
    assert peak <= 256 * MIB
    assert seconds <= MAX_SECONDS


def test_a_large_table_under_a_query(tmp_path: Path, repository: Path) -> None:
    pytest.importorskip("duckdb")
    path = tmp_path / "large.csv"
    with path.open("w") as stream:
        stream.write("id,name,price\n")
        for start in range(0, ROWS, 10_000):
            stream.writelines(f"{n},name of {n},{n % 997}.{n % 100:02d}\n" for n in range(start, start + 10_000))
    query = "SELECT count(*), min(try_cast(price AS DOUBLE)), count(DISTINCT id) FROM data"
    peak, _, end = measured(path, repository, "query", query)
    assert (end, os.path.getsize(path) > 80_000_000) == ("view", True)  # noqa: PTH202
    assert peak <= MAX_STREAMED
