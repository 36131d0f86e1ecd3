"""Memory grows with the specification, in proportion, and a very large one still fits."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.bench

MEBIBYTE = 2**20
PROSE_PARAGRAPHS = 4
SMALL, MIDDLE, LARGE = 5_000, 1_000_000, 10_000_000
"""Bytes of the specifications: the first tells what starting costs."""
MAX_PEAK = 10**9
MAX_GROWTH = 1.35
"""How much more than twice the memory (above the start) twice the text may take: lists double when they grow."""

_PROSE = """The stations report once an hour, and the readings of a day arrive together in the following night. Some of
them were rebuilt in 2019, which is why their early figures are a little higher than those of their neighbours; the
difference has been discussed at length and nobody expects it to matter here. 这些数据由若干气象站收集，时间跨度为十年。
"""
"""Most of a long specification explains; about two to three directions a kilobyte is what real ones hold."""

_PARAGRAPH = """## Report {number}

Save the result to `/root/out/report_{number}.json`. It must have exactly 3 rows and must not contain `TODO`.

- The value of `total_{number}` must be between 0 and {number}.
- You can use any tool that you like.
- Make it look professional.

"""

_MEASURE = """
import re, sys
from pathlib import Path
from specharness import api
from specharness.sources import load
request = api.request_for(sys.argv[1])
result = api.compile_specification(load(request))
text = result.model_dump_json(indent=2)
# getrusage would count the memory of the process that started this one, too
peak = re.search(r"VmHWM:\\s+(\\d+) kB", Path("/proc/self/status").read_text())
print(int(peak[1]) * 1024, len(result.directions), len(text))
"""


def _peak(folder: Path, repository: Path, size: int) -> int:
    path = folder / f"{size}.md"
    with path.open("w", encoding="utf-8") as stream:
        written = number = 0
        while written < size:
            paragraph = _PARAGRAPH.format(number=number) + (_PROSE + "\n") * PROSE_PARAGRAPHS
            encoded = len(paragraph.encode())
            if written + encoded > size:
                break
            stream.write(paragraph)
            written += encoded
            number += 1
    done = subprocess.run(
        [sys.executable, "-c", _MEASURE, str(path)], cwd=repository, check=True, capture_output=True, text=True
    )
    peak, directions, length = map(int, done.stdout.split())
    sizes = f"{size / 1e6:.1f} MB of text, {length / 1e6:.0f} MB of JSON, {directions} directions"
    print(f"\n{sizes}: peak {peak / MEBIBYTE:.0f} MiB")
    return peak


def test_memory_grows_in_proportion(tmp_path: Path, repository: Path) -> None:
    start, once, twice = (_peak(tmp_path, repository, size) for size in (SMALL, MIDDLE, 2 * MIDDLE))
    assert twice - start <= 2 * MAX_GROWTH * (once - start)


def test_a_very_large_specification_fits(tmp_path: Path, repository: Path) -> None:
    assert _peak(tmp_path, repository, LARGE) <= MAX_PEAK
