"""A table beyond memory: row counts, ranges, decimals, uniqueness and allowed values against a bare scan of DuckDB.

`SPECHARNESS_BENCH_BYTES` sets the size of the table (1e9 is what the figures in the documentation are of).
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("duckdb", reason="tables beyond memory need the extra `tables`")
pytestmark = pytest.mark.bench

SIZE = int(float(os.environ.get("SPECHARNESS_BENCH_BYTES", "2e8")))
MAX_RATIO = 2.5
MAX_PEAK = 500 * 10**6

_SCAN = """
import duckdb, json, sys, time
from specharness.evidence.limits import DEFAULT_LIMITS
columns = ", ".join(f"'{name}': 'VARCHAR'" for name in ("id", "code", "price", "state", "day"))
options = f"auto_detect=false, header=true, delim=',', columns={{{columns}}}"
source = f"read_csv('{sys.argv[1]}', {options})"
connection = duckdb.connect(config={"memory_limit": f"{DEFAULT_LIMITS.query_memory}B"})
connection.execute("SET enable_progress_bar=false")
times = []
for _ in range(2):
    begun = time.perf_counter()
    maxima = ", ".join(f"max({name})" for name in ("id", "code", "price", "state", "day"))
    connection.execute(f"SELECT count(*), {maxima} FROM {source}").fetchall()
    times.append(time.perf_counter() - begun)
print(json.dumps(min(times)))
"""
_CHECK = """
import json, re, sys, time
from pathlib import Path
from specharness.evidence.observe import Observatory
from specharness.evidence.root import Places
from specharness.validators.base import looked_further
from specharness.validators.registry import BUILT_IN
path = Path(sys.argv[1])
times, outcomes = {}, {}
for name, params in json.loads(sys.argv[2]):
    asked = {"path": path.name, **params}
    observatory = Observatory(Places(workspace=path.parent))
    begun = time.perf_counter()
    check = BUILT_IN[name]
    seen = looked_further(check, asked, observatory.observe(check.needs(asked)), observatory.observe)
    outcomes[name] = check.decide(asked, seen).outcome.value
    times[name] = time.perf_counter() - begun
peak = int(re.search(r"VmHWM:\\s+(\\d+) kB", Path("/proc/self/status").read_text())[1]) * 1024
print(json.dumps([times, outcomes, peak]))
"""
CHECKS = [
    ("count", {"of": "rows", "min": 1}),
    ("value_range", {"field": "price", "min": 0, "max": 1000}),
    ("number_format", {"field": "price", "decimals": 2, "mode": "exact"}),
    ("allowed_values", {"field": "state", "allowed": ["open", "closed", "pending"]}),
    ("unique", {"field": "id"}),
    ("sorted_by", {"field": "id", "by": "number"}),
]


def _table(folder: Path) -> Path:
    """Rows of an export: an id, a code, a price with two decimals, a state and a day."""
    path = folder / "t.csv"
    states = ("open", "closed", "pending")
    with path.open("w", encoding="ascii") as stream:
        stream.write("id,code,price,state,day\n")
        number = 0
        while stream.tell() < SIZE:
            for n in range(number, number + 50_000):
                price = f"{n * 31 % 1000}.{n * 17 % 100:02d}"
                stream.write(f"{n},C{n * 7919 % 10**9:09d},{price},{states[n % 3]},2024-01-{n % 27 + 1:02d}\n")
            number += 50_000
    return path


def _run(script: str, *arguments: str) -> object:
    done = subprocess.run([sys.executable, "-c", script, *arguments], check=True, capture_output=True, text=True)
    return json.loads(done.stdout)


def test_checks_of_a_large_table(tmp_path: Path) -> None:
    path = _table(tmp_path)
    scan = _run(_SCAN, str(path))
    found = _run(_CHECK, str(path), json.dumps(CHECKS))
    assert isinstance(scan, float)
    assert isinstance(found, list)
    times, outcomes, peak = found
    for name, seconds in times.items():
        print(f"\n{name}: {seconds:.2f} s, {seconds / scan:.2f} times a bare scan ({scan:.2f} s)", end="")
    print(f"\n{path.stat().st_size / 1e6:.0f} MB, peak {peak / 1e6:.0f} MB")
    assert set(outcomes.values()) == {"passed"}
    assert peak <= MAX_PEAK
    assert max(times.values()) <= MAX_RATIO * scan
