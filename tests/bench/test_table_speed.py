"""A table beyond memory: row counts, ranges, decimals, uniqueness and allowed values against a bare scan of DuckDB.

The scan has one thread, as queries over text have; what it takes with its own number of threads is printed beside it.
The bound is on processor time, over all threads: other work on the machine disturbs it least.
`SPECHARNESS_BENCH_BYTES` sets the size of the table (1e9 is what the figures in the documentation are of).
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from specharness.validators.scan_order import ORDERED_FROM

duckdb = pytest.importorskip("duckdb", reason="tables beyond memory need the extra `tables`")
pytestmark = pytest.mark.bench

SIZE = int(float(os.environ.get("SPECHARNESS_BENCH_BYTES", "2e8")))
ROW = 44
"""Bytes of a row, about."""
MAX_RATIO = 2.5
MAX_COUNTED = 4.0
"""Where uniqueness needs the hashes of all values counted: those past the engine's memory go to disk."""
MAX_PEAK = 500 * 10**6

_SCAN = """
import duckdb, json, sys, time
from specharness.evidence.limits import DEFAULT_LIMITS
columns = ", ".join(f"'{name}': 'VARCHAR'" for name in ("id", "code", "price", "state", "day"))
options = f"auto_detect=false, header=true, delim=',', columns={{{columns}}}"
source = f"read_csv('{sys.argv[1]}', {options})"
threads = {"threads": sys.argv[2]} if sys.argv[2] else {}
connection = duckdb.connect(config={"memory_limit": f"{DEFAULT_LIMITS.query_memory}B", **threads})
connection.execute("SET enable_progress_bar=false")
times = []
for _ in range(2):
    begun, spent = time.perf_counter(), time.process_time()
    maxima = ", ".join(f"max({name})" for name in ("id", "code", "price", "state", "day"))
    connection.execute(f"SELECT count(*), {maxima} FROM {source}").fetchall()
    times.append((time.perf_counter() - begun, time.process_time() - spent))
print(json.dumps([min(each) for each in zip(*times)]))
"""
_CHECK = """
import json, re, sys, time
from pathlib import Path
from specharness.evidence.observe import Observatory
from specharness.evidence.root import Places
from specharness.validators.base import looked_further
from specharness.validators.registry import BUILT_IN
path = Path(sys.argv[1])
found = []
for name, params in json.loads(sys.argv[2]):
    asked = {"path": path.name, **params}
    observatory = Observatory(Places(workspace=path.parent))
    begun, spent = time.perf_counter(), time.process_time()
    check = BUILT_IN[name]
    seen = looked_further(check, asked, observatory.observe(check.needs(asked)), observatory.observe)
    finding = check.decide(asked, seen)
    times = time.perf_counter() - begun, time.process_time() - spent
    found.append((name, asked.get("field", ""), finding.outcome.value, finding.message, *times))
peak = int(re.search(r"VmHWM:\\s+(\\d+) kB", Path("/proc/self/status").read_text())[1]) * 1024
print(json.dumps([found, peak]))
"""
CHECKS = [
    ("count", {"of": "rows", "min": 1}),
    ("value_range", {"field": "price", "min": 0, "max": 1000}),
    ("number_format", {"field": "price", "decimals": 2, "mode": "exact"}),
    ("allowed_values", {"field": "state", "allowed": ["open", "closed", "pending"]}),
    ("unique", {"field": "id"}),
    ("unique", {"field": "code"}),
    ("sorted_by", {"field": "id", "by": "number"}),
]


def _table(folder: Path) -> Path:
    """Rows of an export: an id in order, a code in none, a price with two decimals, a state and a day."""
    path = folder / "t.csv"
    columns = (
        "n AS id, printf('C%09d', n * 7919 % 1000000000) AS code, "
        "printf('%d.%02d', n * 31 % 1000, n * 17 % 100) AS price, "
        "['open', 'closed', 'pending'][n % 3 + 1] AS state, printf('2024-01-%02d', n % 27 + 1) AS day"
    )
    with duckdb.connect(config={"memory_limit": "1GB"}) as connection:
        connection.execute("SET enable_progress_bar=false")
        connection.execute(f"COPY (SELECT {columns} FROM range({SIZE // ROW}) t(n)) TO '{path}' (HEADER)")
    return path


def _run(script: str, *arguments: str) -> Any:
    done = subprocess.run([sys.executable, "-c", script, *arguments], check=True, capture_output=True, text=True)
    return json.loads(done.stdout)


def test_checks_of_a_large_table(tmp_path: Path) -> None:
    path = _table(tmp_path)
    (wall, processor), (default, processor_of_default) = (_run(_SCAN, str(path), threads) for threads in ("1", ""))
    found, peak = _run(_CHECK, str(path), json.dumps(CHECKS))
    print(f"\n{path.stat().st_size / 1e6:.0f} MB, peak {peak / 1e6:.0f} MB")
    print(
        f"bare scan: {wall:.2f} s (processor {processor:.2f}) with one thread, "
        f"{default:.2f} s ({processor_of_default:.2f}) with the engine's own number"
    )
    for name, field, outcome, message, seconds, spent in found:
        print(
            f"{name} {field}: {outcome} {message}, {seconds:.2f} s ({spent:.2f}); {seconds / wall:.2f} "
            f"({spent / processor:.2f}) times the scan, {seconds / default:.2f} the one with more threads"
        )
    assert {outcome for _, _, outcome, *_ in found} == {"passed"}
    assert peak <= MAX_PEAK
    for name, field, *_, spent in found:
        counted = name == "unique" and (field == "code" or path.stat().st_size < ORDERED_FROM)
        most = MAX_COUNTED if counted else MAX_RATIO
        assert spent <= most * processor, (name, field)
